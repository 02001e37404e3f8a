"""Two players of a race with decisions of their own: what each wins, between two numbers.

Let a(i,j) be the first player's chance of winning where he is to move with i against j, and b(j,i)
where the other is, with j against i. A turn ends in the bust that returns to the same score with
chance q, in a wipe, with each other score s banked, or it wins:

    a(i,j) = e + q b(j,i),      e = t_goal + sum_s t_s b(j,s) + t_wipe b(j,0)
    b(j,i) = f + q' a(i,j),     f =          sum_s t'_s a(i,s) + t'_wipe a(i,0)

with t' and q' of the other's turn. Without wipes e and f need larger scores only, so that

    a = (e + q f) / (1 - q q'),      b = (f + q' e) / (1 - q q').

All of it grows with every number in it, none of which is negative: from numbers that are too
small, rounded down, come bounds from below, and bounds from above likewise. Where both turns
return to the same scores for certain, nobody ever wins: a = b = 0.

**Wipes.** a and b are the least solution of these equations (chances of winning are what is won
after n turns, in the limit). Put 0 for all that wipes lead to, or what the last pass found for it:
every pass is a bound from below. Put 1, and every pass is one from above: the true chances are at
most 1, and what they are mapped to is at most what 1 is mapped to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple, Protocol

from pigcore.games.errors import RuleError
from pigcore.games.race import Race
from pigcore.games.spelling import shown

from ..algebra.intervals import Interval
from ..options import Progress
from .prove import bits_for, bits_of, modes_of
from .rules import Options, Rules
from .rules import for_two as serves
from .turns import follow

__all__ = ["match", "serves"]

Strategy = Callable[..., Any]
"""own, opp and total to "roll" or "hold", or to a number, of which 0 alone is to hold; with the
mode where there are several, and with options to the index of the one that is taken."""

_ANSWERS = {"roll": True, "hold": False, "throw": True, "bank": False}
_PASSES = 2000
"""After so many passes bounds are as they are."""


class Asked(Protocol):
    """A strategy as it is asked: in units, and with the place of a mode."""

    def throws(self, own: int, opp: int, t: int, mode: int) -> bool:
        """Whether it throws again with t units of a turn."""

    def takes(self, own: int, opp: int, t: int, mode: int, options: Options) -> tuple[int, int]:
        """The option that it takes."""


class Turn(NamedTuple):
    """Bounds of the chances of how a turn ends, all from below or all from above."""

    back: int
    won: int
    wipe: int
    banked: list[tuple[int, int]]

    @property
    def returns(self) -> bool:
        """Whether it is sure to end in the bust that returns to the same score."""
        return not (self.won or self.wipe or self.banked)


def match(
    game: Race,
    first: Strategy | Asked,
    second: Strategy | Asked,
    start: tuple[int, ...] = (0, 0),
    digits: int = 30,
    progress: Progress | None = None,
) -> tuple[Interval, Interval]:
    """The chance that ``first`` wins, between two fractions: moving first, and moving second.

    At the ``start`` it has the first of two scores. O(units³ choices) operations on integers of
    some 200 bits; where throws wipe, O(units² choices) more for each of some hundred passes.
    """
    rules = Rules(game)
    if rules.last_turn:
        raise RuleError(
            f"no matches are proved in {game.name}, as it has a last turn: leave it out"
        )
    bits = bits_for(digits)
    each, done = [first] if first is second else [first, second], 0
    both: tuple[list[list[list[Turn]]], ...] = [], []
    for strategy in each:
        asked = _Asked(game, rules, strategy) if callable(strategy) else strategy
        found: list[list[tuple[Turn, Turn]]] = []
        for own in range(rules.goal):
            if progress:
                progress(done, len(each) * rules.goal**2)
            found.append([_turn(rules, own, opp, asked, bits) for opp in range(rules.goal)])
            done += 2 * (rules.goal - own) - 1  # a turn is as long as what is missing
        for up in (0, 1):
            both[up].append([[bounds[up] for bounds in row] for row in found])
    own, opp = (score // game.unit for score in start)
    low, high = (
        _wins(rules, (turns * 2)[:2], (own, opp), bits, bits_of(digits), bool(up))
        for up, turns in enumerate(both)
    )
    one = 1 << bits
    moving_first, moving_second = (
        (Fraction(least, one), Fraction(min(most, one), one)) for least, most in zip(low, high)
    )
    return moving_first, moving_second


class _Asked:
    """A strategy of somebody, its answers checked."""

    def __init__(self, game: Race, rules: Rules, strategy: Strategy) -> None:
        self._game, self._unit, self._strategy = game, game.unit, strategy
        self._modes = modes_of(game)
        chosen = game.turn.chooses
        self._words = "'throw' or 'bank'" if chosen else "'roll' or 'hold'"

    def throws(self, own: int, opp: int, t: int, mode: int) -> bool:
        """Whether it throws again with t units of a turn."""
        state = (own * self._unit, opp * self._unit, t * self._unit, *self._modes[mode])
        answer = self._strategy(*state)
        try:
            return _ANSWERS[answer] if isinstance(answer, str) else {0: False, 1: True}[answer]
        except (KeyError, TypeError):
            raise RuleError(
                f"the strategy answers {shown(answer)} at {self._game.spell(state)}, but must "
                f"answer {self._words}, or 1 or 0"
            ) from None

    def takes(self, own: int, opp: int, t: int, mode: int, options: Options) -> tuple[int, int]:
        """The option that it takes."""
        state = (own * self._unit, opp * self._unit, t * self._unit, *self._modes[mode])
        given = tuple((units * self._unit, *self._modes[after]) for units, after in options)
        answer = self._strategy(*state, given)
        places = dict(enumerate(options))
        try:
            return places[answer]
        except (KeyError, TypeError):
            raise RuleError(
                f"the strategy answers {shown(answer)} at {self._game.spell(state)} with the "
                f"options {shown(given)}, but must answer with the index of one, 0 to "
                f"{len(options) - 1}"
            ) from None


def _turn(rules: Rules, own: int, opp: int, asked: Asked, bits: int) -> tuple[Turn, Turn]:
    """Bounds of a turn from below and from above; every question is asked once."""
    throws = cache(partial(asked.throws, own, opp))
    takes = cache(partial(asked.takes, own, opp))
    return (
        _rounded(rules, own, throws, takes, bits, up=False),
        _rounded(rules, own, throws, takes, bits, up=True),
    )


def _rounded(
    rules: Rules,
    own: int,
    throws: Callable[[int, int], Any],
    takes: Callable[[int, int, Options], tuple[int, int]],
    bits: int,
    *,
    up: bool,
) -> Turn:
    below = rules.denominators

    def share(chance: int, weight: int, n: int) -> int:
        return (chance * weight + (below[n] - 1 if up else 0)) // below[n]

    won, bust, wipe, banked = follow(
        rules, own, rules.goal, rules.choices, 1 << bits, throws, takes, share
    )
    landing = rules.returns[own]
    if landing >= rules.goal:
        won, bust = won + bust, 0
    elif landing > own:
        banked[landing] = banked.get(landing, 0) + bust
        bust = 0
    bust += banked.pop(own, 0)
    return Turn(bust, won, wipe, [entry for entry in banked.items() if entry[1]])


def _wins(
    rules: Rules,
    turns: list[list[list[Turn]]],
    start: tuple[int, int],
    bits: int,
    wanted: int,
    up: bool,
) -> tuple[int, int]:
    """Bounds of a(i,j) and b(j,i) at the start, all from below or all from above.

    Where throws wipe, passes end when no bound moves in the bits that are wanted, or after many.
    """
    goal, one = rules.goal, 1 << bits
    i, j = start
    mine = [one if up else 0] * goal  # bounds of a(i,0) and of b(j,0), as wipes lead to them
    his = list(mine)
    for _ in range(_PASSES):
        a, b = _pass(rules, turns, mine, his, bits, up)
        found = [row[0] for row in a], [row[0] for row in b]
        moved = max(map(_apart, found[0] + found[1], mine + his))
        mine, his = found
        if not rules.wipe or not moved >> (bits - wanted):
            break
    return a[i][j], b[j][i]


def _apart(new: int, old: int) -> int:
    return abs(new - old)


def _pass(
    rules: Rules,
    turns: list[list[list[Turn]]],
    mine: list[int],
    his: list[int],
    bits: int,
    up: bool,
) -> tuple[list[list[int]], list[list[int]]]:
    """Bounds of all a(i,j) and b(j,i), given some of those that wipes lead to."""
    goal, one = rules.goal, 1 << bits
    more = one - 1 if up else 0
    a = [[0] * goal for _ in range(goal)]
    b = [[0] * goal for _ in range(goal)]
    for i in reversed(range(goal)):
        for j in reversed(range(goal)):
            turn, other = turns[0][i][j], turns[1][j][i]
            if turn.returns and other.returns:
                continue
            q, back = turn.back, other.back
            e = (turn.won * one + _paid(turn.banked, b[j]) + turn.wipe * his[j] + more) >> bits
            f = (_paid(other.banked, a[i]) + other.wipe * mine[i] + more) >> bits
            # Of 1 - q q' the other bound is wanted, and floor (up: ceiling) of q q' gives it.
            left = one - ((q * back + more) >> bits)
            if left <= 0:  # no more is known from above than that it is a chance
                a[i][j] = b[j][i] = one
                continue
            a[i][j] = _quotient(e * one + q * f, left, one, up)
            b[j][i] = _quotient(f * one + back * e, left, one, up)
    return a, b


def _paid(banked: Iterable[tuple[int, int]], after: list[int]) -> int:
    return sum([chance * after[s] for s, chance in banked])


def _quotient(above: int, below: int, one: int, up: bool) -> int:
    return min((above + (below - 1 if up else 0)) // below, one)
