"""Whether play can come to a state of a race, by decisions that are proved.

Chances play no part, only what is possible. "I" take a proved decision everywhere, either one where
both are exactly as good; the opponent may do anything. M holds the scores (own, opp) at which a
turn of mine can begin, N those at which one of his can, and either of us may begin the game:

    (0, 0) in M and in N
    (i, j) in M  and my turn there can end with i' banked      =>  (i', j) in N
    (i, j) in N  and some turn of his can end with j' banked   =>  (i, j') in M

A state is reached if its scores are in M and my turn there can come to its points and its mode,
past the goal as well where there is a last turn. A set of scores is an integer here, whose bit s
stands for s.

Source of the question: T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The UMAP
Journal 25(1), 2004, figure 4.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from pigcore.games.errors import RuleError, SizeError
from pigcore.games.race import Race

from ..options import Progress, digits_of
from .enclosure import Bounds, Enclosure
from .prove import bits_for, modes_of, prove, verdict
from .rules import BITS, Options, Pair, Rules
from .rules import for_two as serves
from .verdict import RaceVerdict

__all__ = ["examined", "reachable", "serves"]

_LARGEST = 200
_MOST_SHARED = 4 * BITS
"""Bits with which a late state is still proved faster alone than the whole race with as many."""

Set = int


def reachable(game: Race, *state: object, progress: Progress | None = None) -> bool:
    """Whether a mover who plays optimally can come to a state, whatever the opponent does."""
    return _comes(game, game.check_state(*state), BITS, progress)[0]


def examined(
    game: Race,
    *state: object,
    digits: int = 30,
    progress: Progress | None = None,
) -> RaceVerdict:
    """What :func:`~.prove.check` says, with whether play can come there if that can be proved.

    One enclosure of the whole race serves both, unless very many digits are asked for. Where a turn
    is more than one roll, the whole race takes too much longer than one state.
    """
    place, digits = game.check_state(*state), digits_of(digits)
    if game.turn.roll is None:
        return verdict(game, place, digits, progress=progress)
    bits = bits_for(digits)
    try:
        come, found = _comes(game, place, bits if bits <= _MOST_SHARED else BITS, progress)
    except (RuleError, SizeError):  # it is too large, or not everything can be proved
        return verdict(game, place, digits, progress=progress)
    return replace(verdict(game, place, digits, found), reachable=come)


def _comes(
    game: Race,
    place: tuple[int, ...],
    bits: int,
    progress: Progress | None,
) -> tuple[bool, Enclosure | None]:
    """Whether play comes to a state, and what all values were enclosed with, if that was needed."""
    own, opp, points, *mode = place
    if game.units > _LARGEST:
        raise SizeError(
            f"how play comes to a state is proved for goals up to {_LARGEST * game.unit:,}, but "
            f"the goal is {game.goal:,}: choose a smaller one"
        )
    if tuple(mode) not in modes_of(game):
        raise RuleError(
            "how play comes to a throw on the table is not proved: give the dice in hand"
        )
    if opp >= game.goal:
        raise RuleError(
            f"how play comes to a last turn is not proved, but opp is {opp:,}: give a state in "
            "which nobody has the goal"
        )
    rules, (own, opp, points) = Rules(game), (one // game.unit for one in (own, opp, points))
    end = max(rules.goal, own + points + 1) if game.answered else rules.goal
    wanted = points * rules.modes + modes_of(game).index(tuple(mode))
    mine = [_whatever(rules, i, end) for i in range(rules.goal)]
    whatever = {(i, j): turn for i, turn in enumerate(mine) for j in range(rules.goal)}
    if not _Reach(rules, own, opp, whatever).comes_to(wanted):
        return False, None  # however one plays
    if not (own or opp or wanted != rules.start):
        return True, None  # before the first throw there is nothing to decide
    witness = partial(_Decided, end=end)
    proved = prove(rules, progress=progress, bits=bits, witness=witness)
    if proved is None or proved.decisions.undecided or proved.witness is None:
        raise RuleError(
            "not every decision of this race can be proved, so nothing is said about where they "
            "lead: choose another game"
        )
    return _Reach(rules, own, opp, proved.witness.turns).comes_to(wanted), proved.found


class _Turn(NamedTuple):
    """What a turn can come to."""

    come: Collection[int]
    """Places of states."""
    ends: Set
    """Scores below the goal that it can end with."""


def _followed(
    rules: Rules,
    own: int,
    end: int,
    throws: Callable[[int, int], bool],
    banks: Callable[[int, int], bool],
    taken: Callable[[int, Options], Iterable[tuple[int, int]]],
) -> _Turn:
    """Where a turn leads, short of ``end``, where one throws, banks and takes what may be best."""
    count, goal, first = rules.modes, rules.goal, rules.first(own)
    come: set[int] = set()
    waiting, ends, bust = [rules.start], 0, False
    while waiting:
        place = waiting.pop()
        if place in come:
            continue
        come.add(place)
        t, n = divmod(place, count)
        s, sets = own + t, rules.choices[n]
        may = place != rules.start and rules.may_bank[n] and s >= first
        if s < goal and may and (sets is None or banks(place, s)):
            ends |= 1 << s
        if sets is None:
            bust |= not may
        elif not may or throws(place, s):
            bust |= rules.busts[n] > 0
            ends |= rules.wipes[n] > 0
            for options in sets:
                for g, after in taken(t, options):
                    if s + g < end:
                        waiting.append(place - n + g * count + after)
                    elif s + g > goal:
                        bust |= rules.exact
    if bust and rules.returns[own] < goal:
        ends |= 1 << rules.returns[own]
    return _Turn(come, ends)


def _whatever(rules: Rules, own: int, end: int) -> _Turn:
    """Where a turn can lead however one plays."""
    return _followed(rules, own, end, lambda *_: True, lambda *_: True, lambda _, options: options)


class _Decided:
    """Where all turns can lead if nothing is done that is proved to be worse."""

    def __init__(self, found: Enclosure, end: int) -> None:
        self.rules, self.end, self.undecided = found.rules, end, 0
        self.turns: dict[Pair, _Turn] = {}

    def add(self, turn: Bounds) -> None:
        """Take the bounds of one turn."""
        modes, top = self.rules.modes, turn.top  # from there on nobody throws who may bank

        def throws(place: int, s: int) -> bool:
            return s < top and turn.may_throw(place, s)

        def taken(t: int, options: Options) -> Options:
            alone = len(options) == 1 or turn.own + t >= top
            return options if alone else turn.may_take(t, options, modes)

        self.turns[turn.own, turn.opp] = _followed(
            self.rules, turn.own, self.end, throws, turn.may_bank, taken
        )

    def exactly(self, exact: Enclosure) -> None:
        """Nobody, as ties may be decided either way."""

    def part(self, found: Enclosure) -> _Decided:
        """One that has seen nothing yet."""
        return _Decided(found, self.end)

    def take(self, other: _Decided) -> None:
        """Take over what another one has seen."""
        self.turns |= other.turns


class _Reach:
    """Where play can come to, my scores from 0 up, until nothing new turns up."""

    def __init__(self, rules: Rules, own: int, opp: int, turns: dict[Pair, _Turn]) -> None:
        self.own, self.opp, self.turns = own, opp, turns
        goal = rules.goal
        # Where no throw wipes, larger scores than these lead nowhere near them.
        last = goal if rules.wipe else own + 1
        self.his_scores = (1 << goal) - 1 if rules.wipe else (2 << opp) - 1
        self.mine, self.his = [1, *[0] * (goal - 1)], [1, *[0] * (goal - 1)]
        """By my score: the opponent's scores at which a turn of mine, and of his, can begin."""
        self.replies = [_whatever(rules, j, goal).ends for j in range(goal)]
        """By his score before a turn: those after it."""
        before = None
        while before != (before := (tuple(self.mine), tuple(self.his))):
            for i in range(last):
                self._visit(i)

    def comes_to(self, place: int) -> bool:
        """Whether a state comes up in a turn of mine at the scores asked about."""
        own, opp = self.own, self.opp
        return bool(self.mine[own] >> opp & 1) and place in self.turns[own, opp].come

    def _visit(self, i: int) -> None:
        """All turns that begin at my score i."""
        for j in _members(self.his[i]):
            self.mine[i] |= self.replies[j] & self.his_scores
        for j in _members(self.mine[i]):
            for banked in _members(self.turns[i, j].ends):
                self.his[banked] |= 1 << j


def _members(numbers: Set) -> Iterator[int]:
    """The numbers of a set, the smallest first."""
    while numbers:
        lowest = numbers & -numbers
        yield lowest.bit_length() - 1
        numbers ^= lowest
