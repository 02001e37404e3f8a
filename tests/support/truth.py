"""What tiny games of every family are worth, in fractions and by brute force.

A truth has ``states`` and ``payoffs(state)``, what each action is worth there, and ``table``, what
the arrays of a solution should hold as far as they are numbers. Nothing of the solvers or of the
verifier is used.
"""

import itertools
import math
from fractions import Fraction
from typing import ClassVar

from support import duels, turns
from support.bags import face_scores, marks_of
from support.farkle_in_fractions import Slow
from support.party_in_fractions import SlowParty
from support.slow_hogs import InFractions

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
    """Turn starts of a race of two by linear equations, whatever its turn; see ``turns``."""

    def __init__(self, game):
        self.game, self._rules = game, turns.Rules.of(game)
        self._starts = turns.solve(self._rules)
        scores, single = range(0, game.goal, game.unit), game.turn.roll is not None
        self.table = {"starts": [[self._starts[own, opp] for opp in scores] for own in scores]}
        self.value = self._starts[0, 0]
        self._worths = {}
        for own, opp in itertools.product(scores, scores):
            throw, after = turns.turn_of(self._rules, self._starts, own, opp)
            for t, bits in enumerate(game.can_have(game.goal - own - game.unit)):
                for place in range(len(game.turn.modes)):
                    if game.single or bits >> place & 1:
                        state = own, opp, t * game.unit
                        worths = self._payoffs(throw, after, *state, place)
                        named = () if single else (game.turn.values[place],)
                        self._worths[*state, *named] = worths
        self.states = [*self._worths]
        self.never = {
            state for state, found in self._worths.items()
            if game.dead[state[1] // game.unit] and set(found.values()) == {turns.HALF}
        }  # fmt: skip
        """Where nobody can win any more; the verifier counts these states by themselves."""

    def _payoffs(self, throw, after, own, opp, points, place):
        throws, banks = self.game.words
        mode, found = self.game.turn.modes[place], {}
        if mode.throw:
            found[throws] = turns.worth(throw(points, place), self._starts)
        if self.game.may_bank(own, points, mode.word):
            found[banks] = 1 - self._starts[opp, own + points]
        return found or {"bust": turns.worth(after(points, place), self._starts)}

    def payoffs(self, state):
        return self._worths[state]


class PartyTruth(_Truth):
    """A race of three players or more by trying all; see ``party_in_fractions``."""

    def __init__(self, game):
        assert game.end == "goal", "last turns of several players are not tried out"
        self.game, self._slow = game, SlowParty(game)
        assert self._slow.mixed is None, "no equilibrium in pure decisions"
        several = max(self._slow.counts.values()) > 1
        assert not (several and game.chooses), "which of several is first is not tried out"
        scores = [*itertools.product(range(0, game.goal, game.unit), repeat=game.players)]
        self.table = {"starts": [self._slow.values[score] for score in scores]}
        self.value = self._slow.values[scores[0]][0]
        self.states = []
        for place, (own, *others) in enumerate(scores):
            had = game.can_have(game.goal - own - game.unit)
            for t, n in itertools.product(range(1, len(had)), range(len(game.turn.modes))):
                mode = game.turn.values[n]
                choose = game.may_bank(own, t * game.unit, mode) and game.turn.modes[n].throw
                if (
                    had[t] >> n & 1
                    and choose
                    and not all(self._dead(score) for score in scores[place])
                ):
                    named = () if game.turn.roll else (mode,)
                    self.states.append((own, *others, t * game.unit, *named))

    def _dead(self, score):
        return self.game.dead[score // self.game.unit]

    def payoffs(self, state):
        n = self.game.players
        mode = self.game.turn.place(state[-1]) if len(state) > n + 1 else 0
        return dict(zip(self.game.words, self._slow.payoffs(state[:n], state[n], mode)))


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
    "party": PartyTruth,
    "hog": HogTruth,
    "duel": DuelTruth,
    "bag": BagTruth,
    "farkle": FarkleTruth,
}
