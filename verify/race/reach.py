"""Whether play can come to a state of a race, by decisions that are proved.

Chances play no part, only what is possible. "I" take a proved decision everywhere, either one where
both are exactly as good; the opponent may do anything. M holds the scores (own, opp) at which a
turn of mine can begin, N those at which one of his can, and either of us may begin the game:

    (0, 0) in M and in N
    (i, j) in M  and my turn there can end with i' banked      =>  (i', j) in N
    (i, j) in N  and some turn of his can end with j' banked   =>  (i, j') in M

A state is reached if its scores are in M and my turn there can come to its total. A set of scores
or of totals is an integer here, whose bit s stands for s.

Source of the question: T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The UMAP
Journal 25(1), 2004, figure 4.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any

from pigcore.games.errors import RuleError, SizeError
from pigcore.games.race import Race

from ..options import Progress, digits_of
from .enclosure import Bounds, Enclosure
from .evaluation import Pair
from .prove import bits_for, prove, verdict
from .rules import BITS, Rules
from .verdict import RaceVerdict

__all__ = ["examined", "reachable"]

_LARGEST = 200
_MOST_SHARED = 4 * BITS
"""Bits with which a late state is still proved faster alone than the whole race with as many."""

Set = int


def reachable(game: Race, *state: object, progress: Progress | None = None) -> bool:
    """Whether a mover who plays optimally can come to a state, whatever the opponent does.

    Parameters
    ----------
    game : Race
    *state : int
        own, opp and, if not 0, total.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then.

    Raises
    ------
    RuleError
        If not every decision can be proved.
    SizeError
        If the goal is above 200.
    StateError
        If there is no such state.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> reachable(Pig(20), 0, 0, 19), reachable(Pig(20), 0, 0, 18)
    (True, True)
    """
    return _comes(game, game.check_state(*state), BITS, progress)[0]


def examined(
    game: Race,
    *state: object,
    digits: int = 30,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> RaceVerdict:
    """What :func:`~.prove.check` says, with whether play can come there if that can be proved.

    One enclosure of the whole race serves both, unless very many digits are asked for.
    """
    place, digits = game.check_state(*state), digits_of(digits)
    bits = bits_for(digits)
    try:
        come, found = _comes(
            game, place, bits if bits <= _MOST_SHARED else BITS, progress, executor
        )
    except (RuleError, SizeError):  # it is too large, or not everything can be proved
        return verdict(game, place, digits, progress=progress, executor=executor)
    return replace(verdict(game, place, digits, found), reachable=come)


def _comes(
    game: Race,
    place: tuple[int, ...],
    bits: int,
    progress: Progress | None,
    executor: Executor | None = None,
) -> tuple[bool, Enclosure | None]:
    """Whether play comes to a state, and what all values were enclosed with, if that was needed."""
    own, opp, total = place
    if game.goal > _LARGEST:
        raise SizeError(
            f"how play comes to a state is proved for goals up to {_LARGEST}, but the goal is "
            f"{game.goal}: choose a smaller one"
        )
    rules, s = Rules(game), own + total
    scores = range(game.goal)
    anywhere = {(i, j): (1 << game.goal) - 1 for i in scores for j in scores}
    if not _Reach(rules, own, opp, anywhere, anywhere).comes_to(s):
        return False, None  # however one plays
    if not (own or opp or total):
        return True, None  # before the first throw there is nothing to decide
    proved = prove(rules, progress=progress, bits=bits, witness=_Decided, executor=executor)
    if proved.undecided or proved.witness is None:
        raise RuleError(
            "not every decision of this race can be proved, so nothing is said about where they "
            "lead: choose another game"
        )
    reach = _Reach(rules, own, opp, proved.witness.throws, proved.witness.holds)
    return reach.comes_to(s), proved.found


class _Decided:
    """At which s one may throw, and at which one may hold, for every pair of scores."""

    def __init__(self) -> None:
        self.throws: dict[Pair, Set] = {}
        self.holds: dict[Pair, Set] = {}

    def add(self, turn: Bounds) -> None:
        """Take the bounds of one turn: what is not proved to be worse may be done."""
        i, j, low, high, hold_low, hold_high = turn
        throw, hold = 1 << i, 0  # at the start of a turn one must throw
        for s in range(i + 1, len(low)):
            throw |= (high[s] >= hold_low[s]) << s
            hold |= (hold_high[s] >= low[s]) << s
        self.throws[i, j], self.holds[i, j] = throw, hold

    def part(self, found: Any, rows: Collection[int]) -> _Decided:
        """One that has seen nothing yet."""
        return _Decided()

    def outcome(self) -> _Decided:
        """What it has seen."""
        return self

    def take(self, outcome: _Decided) -> None:
        """Take over what a part has seen."""
        self.throws |= outcome.throws
        self.holds |= outcome.holds


class _Reach:
    """Where play can come to, my scores from 0 up, until nothing new turns up."""

    def __init__(
        self, rules: Rules, own: int, opp: int, throws: dict[Pair, Set], holds: dict[Pair, Set]
    ) -> None:
        self.rules, self.throws, self.holds = rules, throws, holds
        self.own, self.opp = own, opp
        goal = rules.goal
        # Where no throw wipes, larger scores than these lead nowhere near them.
        last = goal if rules.wipe else own + 1
        self.his_scores = (1 << goal) - 1 if rules.wipe else (2 << opp) - 1
        self.mine, self.his = [1, *[0] * (goal - 1)], [1, *[0] * (goal - 1)]
        """By my score: the opponent's scores at which a turn of mine, and of his, can begin."""
        whatever = (1 << goal) - 1
        self.replies = [self._ends(j, *self._play(j, whatever, whatever)) for j in range(goal)]
        """By his score before a turn: those after it."""
        before = None
        while before != (before := (tuple(self.mine), tuple(self.his))):
            for i in range(last):
                self._visit(i)

    def comes_to(self, s: int) -> bool:
        """Whether s = own + total comes up in a turn of mine at the scores asked about."""
        own, opp = self.own, self.opp
        come, _, _ = self._play(own, self.throws[own, opp], self.holds[own, opp])
        return bool(self.mine[own] >> opp & come >> s & 1)

    def _visit(self, i: int) -> None:
        """All turns that begin at my score i."""
        for j in _members(self.his[i]):
            self.mine[i] |= self.replies[j] & self.his_scores
        for j in _members(self.mine[i]):
            turn = self._play(i, self.throws[i, j], self.holds[i, j])
            for banked in _members(self._ends(i, *turn)):
                self.his[banked] |= 1 << j

    def _play(self, i: int, throws: Set, holds: Set) -> tuple[Set, Set, Set]:
        """Where s comes to in a turn from i, where one throws again, and where one holds."""
        come, throws = 1 << i, throws | 1 << i
        for s in range(i, self.rules.goal):
            if come & throws & 1 << s:
                for gain, _ in self.rules.gains:
                    if s + gain < self.rules.goal:
                        come |= 1 << s + gain
        return come, come & throws, come & holds & ~(1 << i)

    def _ends(self, i: int, _: Set, thrown: Set, banked: Set) -> Set:
        """The scores, below the goal, that a turn from i can end with."""
        rules = self.rules
        furthest = thrown.bit_length() - 1 + max((gain for gain, _ in rules.gains), default=0)
        past = rules.exact and furthest > rules.goal
        if (rules.bust or past) and rules.returns[i] < rules.goal:
            banked |= 1 << rules.returns[i]
        return banked | bool(rules.wipe)


def _members(numbers: Set) -> Iterator[int]:
    """The numbers of a set, the smallest first."""
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest
