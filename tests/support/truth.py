"""What tiny games of every family are worth, in fractions and by brute force.

A truth has ``states`` and ``payoffs(state)``, what each action is worth there, and ``table``, what
the arrays of a solution should hold as far as they are numbers. Nothing of the solvers or of the
verifier is used.
"""

from fractions import Fraction
from functools import cache
from typing import ClassVar

from support import duels
from support.bags import by_marks, face_scores, marks_of
from support.hogs import Solved, plain
from support.slow import Slow, every_start, worth_by

import pigcore
from pigcore.games import starts

HALF = Fraction(1, 2)
GESTURES = ("rock", "paper", "scissors")


class _Truth:
    never: ClassVar = frozenset()

    def listed(self, state):
        """Whether the list of disputed states would name this one."""
        return True

    @property
    def ties(self):
        """The number of states with several best actions, throws on the table left out."""
        states = filter(self.listed, set(self.states) - self.never)
        return sum(len(self.best(state)) > 1 for state in states)

    def best(self, state):
        """All best actions."""
        payoffs = self.payoffs(state)
        most = max(payoffs.values())
        return {action for action, worth in payoffs.items() if worth == most}


class RaceTruth(_Truth):
    """A race of any turn and number of players; see ``slow``.

    Of one roll all totals are states, also those that no throws add up to. Of several players it is
    the equilibrium that the solver's values lead to. Where dice are set aside, some throws are
    states as well.
    """

    def __init__(self, game):
        self.game, self.never, self._hands = game, set(), []
        solution = pigcore.solve(game) if game.players > 2 else None
        self._slow = Slow(game, guess=solution and (lambda start: worth_by(solution, start)))
        assert all(starts.stuck(game, start.scores) for _, start in self._slow.idle)
        begun, values = [*every_start(game)], self._slow.values
        found = [values[0, start] for start in begun]
        self.table = {"starts": found if solution else [value for value, _ in found]}
        self.value = found[0][0]
        totals = game.single and game.players == 2
        self._ways = cache(lambda start: self._slow.worths((0, start), values.get, totals))
        for start in begun:
            self._add(start)
        dice = game.set_aside
        throws = [
            (*state, thrown)
            for *state, n in (self._hands if dice else ())
            for thrown in dice.throws(n)
        ]
        self.states = self._hands + throws[:: 1 + len(throws) // 100]

    def _add(self, start):
        game, scores = self.game, start.scores
        stuck = starts.stuck(game, scores)
        dead = game.players == 2 and game.dead[scores[1] // game.unit]
        for points, place in self._ways(start):
            if scores[0] + points >= game.goal or (stuck and game.players > 2):
                continue
            state = *scores, points, *(() if game.turn.roll else (game.turn.values[place],))
            worths = self.payoffs(state)
            never = dead and worths.keys() <= {*game.words} and {*worths.values()} == {HALF}
            if never:
                self.never.add(state)
            # Who is alive in a turn at whose start nobody is has points that no throws add up to.
            if never or (game.players == 2 and not stuck) or len(worths) == 2 != game.players:
                self._hands.append(state)

    def listed(self, state):
        return not (self.game.set_aside and isinstance(state[-1], tuple))

    def payoffs(self, state):
        """By action with something in hand, or by action with a throw of dice on the table."""
        game, n = self.game, self.game.players
        start = starts.first(game, state[:n])
        ways, points, (mode, *_) = self._ways(start), state[n], (*state[n + 1 :], None)
        if self.listed(state):
            found = self._named(ways[points, game.turn.place(mode) or 0])
        else:
            found = {
                f"{' '.join(map(str, aside))}, then {action}": worth
                for aside, (gain, left) in game.dice.asides(mode, len(mode)).items()
                for action, worth in self._named(ways[points + gain, game.turn.place(left)]).items()
            }
        return found or {"bust": self._slow.paid((0, start), self._slow.values.get)(-1)}

    def _named(self, ways):
        throw, bank = self.game.words
        named = {throw: ways.get("throw"), bank: ways.get("bank")}
        return {action: worth for action, worth in named.items() if worth is not None}


class HogTruth(_Truth):
    """See ``hogs``."""

    def __init__(self, game):
        self.game = game
        goal, parities = range(game.goal), range(game.memories)
        places = [(i, j, q) for q in parities for i in goal for j in goal]
        self._found = Solved(plain(game))
        values = self._found.values
        self.table = {
            name: [[values[0, i, j, q] for j in goal] for i in goal]
            for name, q in zip(("starts", "exchanged"), parities)
        }
        self.states = [place[: len(game.state_names)] for place in places]
        self.value = values[0, 0, 0, 0]

    def payoffs(self, state):
        place = (0, *state, 0)[:4]
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
        self.states = [counts for counts in {*marked[0], *marked[1], *marked[2]}
                       if any(mark.get(counts) for mark in marked)]  # fmt: skip
        self.value = by_marks(game)
        self.table = {"score": [self.value]}

    def payoffs(self, state):
        joint = [mark.get(state, Fraction(0)) for mark in self._marked]
        return dict(zip(GESTURES, (s / sum(joint) for s in face_scores(self.game, joint))))


TRUTHS = {
    "race": RaceTruth,
    "party": RaceTruth,
    "hog": HogTruth,
    "duel": DuelTruth,
    "bag": BagTruth,
    "farkle": RaceTruth,
}
