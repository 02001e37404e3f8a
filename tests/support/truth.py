"""What tiny games of every family are worth, in fractions and by brute force.

A truth has ``states`` and ``payoffs(state)``, what each action is worth there, and ``table``, what
the arrays of a solution should hold as far as they are numbers. Nothing of the solvers or of the
verifier is used.
"""

import itertools
import math
from fractions import Fraction
from typing import ClassVar

from support import duels
from support.bags import face_scores, marks_of
from support.farkle_in_fractions import Slow
from support.slow import Slow as Reference
from support.slow import every_start, worth_by
from support.slow_hogs import InFractions

import pigcore
from pigcore.games import starts

GESTURES = ("rock", "paper", "scissors")


class _Truth:
    never: ClassVar = frozenset()

    def listed(self, state):
        """Whether the list of disputed states would name this one."""
        return True

    @property
    def ties(self):
        """The number of states with several best actions."""
        return sum(len(self.best(state)) > 1 for state in set(self.states) - self.never)

    def best(self, state):
        """All best actions."""
        payoffs = self.payoffs(state)
        most = max(payoffs.values())
        return {action for action, worth in payoffs.items() if worth == most}


class RaceTruth(_Truth):
    """A race of any turn and number of players; see ``slow``.

    Of several players it is the equilibrium that the solver's values lead to.
    """

    def __init__(self, game):
        self.game, self.never, self._worths = game, set(), {}
        solution = pigcore.solve(game) if game.players > 2 else None
        self._slow = Reference(game, guess=solution and (lambda start: worth_by(solution, start)))
        assert all(starts.stuck(game, start.scores) for _, start in self._slow.idle)
        begun, values = [*every_start(game)], self._slow.values
        found = [values[0, start] for start in begun]
        self.table = {"starts": found if solution else [value for value, _ in found]}
        self.value = found[0][0]
        for start in begun:
            self._add(start, values)
        self.states = [*self._worths]

    def _add(self, start, values):
        game, scores = self.game, start.scores
        stuck = starts.stuck(game, scores)
        for (points, place), ways in self._slow.worths((0, start), values.get).items():
            if scores[0] + points >= game.goal or (stuck and game.players > 2):
                continue
            named = () if game.turn.roll else (game.turn.values[place],)
            worths = dict(zip(game.words, (ways.get("throw"), ways.get("bank"))))
            worths = {action: worth for action, worth in worths.items() if worth is not None}
            if game.players == 2 or len(worths) == 2:
                self._worths[(*scores, points, *named)] = worths or {"bust": ways["best"]}
            dead = game.players == 2 and game.dead[scores[1] // game.unit]
            if dead and set(worths.values()) == {Fraction(1, 2)}:
                self.never.add((*scores, points, *named))

    def payoffs(self, state):
        return self._worths[state]


class HogTruth(_Truth):
    """Policy iteration over all states at once, whether or not turns can stand still."""

    def __init__(self, game):
        self.game = game
        goal, parities = range(game.goal), range(game.parities)
        places = [(i, j, q) for q in parities for i in goal for j in goal]
        self._found = InFractions(game, dict.fromkeys(places, 0.5), sweeps=60)
        values = self._found.values
        self.table = {
            name: [[values[i, j, q] for j in goal] for i in goal]
            for name, q in zip(("starts", "exchanged"), parities)
        }
        self.states = [place[: len(game.state_names)] for place in places]
        self.value = values[0, 0, 0]

    def payoffs(self, state):
        place = (*state, 0)[:3]
        return {choice: self._found.worth(place, choice) for choice in self.game.choices}


class DuelTruth(_Truth):
    """Every hold against every hold."""

    def __init__(self, game):
        self.game = game
        scores = [duels.hold(game.roll, h) for h in game.holds]
        self.matrix = [[duels.payoff(a, b) for b in scores] for a in scores]
        self.table = {"payoffs": self.matrix}
        self.states = [(h,) for h in game.holds]
        self.value = Fraction(0)

    def listed(self, state):
        return False

    def payoffs(self, state):
        column = self.game.holds.index(state[0])
        return {h: row[column] for h, row in zip(self.game.holds, self.matrix)}


class BagTruth(_Truth):
    """Polynomials with a marked die; see ``bags.marks_of``."""

    def __init__(self, game):
        self.game = game
        self._marked = marked = marks_of(game)
        n = len(game)
        counts = itertools.product(range(n), repeat=3)
        self.states = [c for c in counts if sum(c) < n and any(m.get(c) for m in marked)]
        self.value = Fraction(0)
        for c in self.states:
            ways = math.comb(n, sum(c)) * (n - sum(c))
            chance = sum(mark.get(c, 0) for mark in marked) / ways
            self.value += chance * max(self.payoffs(c).values())
        self.table = {"score": [self.value]}

    def payoffs(self, state):
        joint = [mark.get(state, Fraction(0)) for mark in self._marked]
        return dict(zip(GESTURES, (s / sum(joint) for s in face_scores(self.game, joint))))


class FarkleTruth(_Truth):
    """A pair of turn starts at a time; see ``farkle_in_fractions``.

    States below the goal that a turn comes to, and some of the throws that follow; none of these
    where there is a last turn, as the reference leaves out what is never best past the goal.
    """

    def __init__(self, game):
        self.game, self._slow = game, Slow(game)
        starts = self._slow.solve()
        self._slow.known = {}
        scores = range(0, game.goal, game.unit)
        self.table = {"starts": [[starts[own, opp] for opp in scores] for own in scores]}
        self.value = starts[0, 0]
        turns, new = set(), {(0, game.dice.count)}
        while new:
            turns |= new
            new = {
                (points + more, left)
                for points, n in new
                for _, choices in self._slow.throws(n)
                for _, more, left in choices
                if points + more < game.goal
            } - turns
        self._hands = [
            (own, opp, points, n)
            for own, opp in starts
            for points, n in sorted(turns)
            if own + points < game.goal
        ]
        faces = range(1, game.dice.sides + 1)
        throws = [
            (*state, throw)
            for *state, n in ([] if game.last_turn else self._hands)
            for throw in itertools.combinations_with_replacement(faces, n)
        ]
        self.states = self._hands + throws[:: 1 + len(throws) // 100]

    def listed(self, state):
        return isinstance(state[-1], int)

    @property
    def ties(self):
        """Between banking and throwing, below the goal; the verifier counts no others."""
        return sum(len(self.best(state)) > 1 for state in self._hands)

    def payoffs(self, state):
        own, opp, points, dice = state
        x = 1 - self._slow.starts[opp, own]
        if isinstance(dice, int):
            found = self._slow.actions(own, opp, points, dice, x)
        else:
            several = self._slow.after(own, opp, points, self._slow.choices(dice), x)
            found = {
                f"{' '.join(map(str, aside))}, then {do}": one
                for (aside, do), one in several.items()
            }
        return {action: a + b * x for action, (a, b) in found.items()} or {"bust": x}


TRUTHS = {
    "race": RaceTruth,
    "party": RaceTruth,
    "hog": HogTruth,
    "duel": DuelTruth,
    "bag": BagTruth,
    "farkle": FarkleTruth,
}
