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

**Last turns.** Who banks a score past the goal, d - 1 more than the other one has, wins with 1 -
C(d), and else the other one does, where C(d) is the best chance of d units or more in one turn:
e and f have these parts, too. All play last turns best, and what follows from a tie. Where it
counts who began, or the players' turns differ, each of them has scores of his own, as in
:mod:`rules`, and which are the first player's depends on who moves first.
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
from .enclosure import Enclosure
from .prove import bits_for, bits_of, modes_of
from .rules import Options, Rules
from .rules import of_two as serves
from .turns import follow

__all__ = ["match", "serves"]

Strategy = Callable[..., Any]
"""own, opp and total to "roll" or "hold", or to a number, of which 0 alone is to hold; with the
mode where there are several, and with options to the index of the one that is taken."""

_ANSWERS = {"roll": True, "hold": False, "throw": True, "bank": False}
_PASSES = 2000
"""After so many passes bounds are as they are."""


class Asked(Protocol):
    """A strategy as it is asked: in units, and with the place of a mode.

    Where the players' scores are told apart, so they are here.
    """

    def throws(self, own: int, opp: int, t: int, mode: int) -> bool:
        """Whether it throws again with t units of a turn."""

    def takes(self, own: int, opp: int, t: int, mode: int, options: Options) -> tuple[int, int]:
        """The option that it takes."""


class Turn(NamedTuple):
    """Bounds of the chances of how a turn ends, all from below or all from above."""

    back: int
    won: int
    passed: int
    """To bank the goal or more and to be passed."""
    wipe: int
    banked: list[tuple[int, int]]

    @property
    def returns(self) -> bool:
        """Whether it is sure to end in the bust that returns to the same score."""
        return not (self.won or self.passed or self.wipe or self.banked)


Table = list[list[Turn]]
"""A player's turns, at [own][opp]."""


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
    bits = bits_for(digits)
    last = Enclosure(rules, bits) if rules.last_turn else None
    if last:
        last.asked = _limit(rules) + last.rare
    each = [first] if first is second else [first, second]
    sides = (0, rules.span) if not rules.alike else (0, 0)
    seats = [(0, sides[0]), (len(each) - 1, sides[1])]
    if game.seats > 1:
        seats += [(0, sides[1]), (len(each) - 1, sides[0])]
    both: tuple[dict[tuple[int, int], Table], ...] = {}, {}
    count, done = len(set(seats)), 0
    for place, side in dict.fromkeys(seats):
        strategy = each[place]
        asked = _Asked(game, rules, strategy) if callable(strategy) else strategy
        opps = range(sides[1] - side, sides[1] - side + rules.span)
        found: list[list[tuple[Turn, Turn]]] = []
        for own in range(side, side + rules.span):
            if progress:
                progress(done, count * rules.span**2)
            found.append([_turn(rules, last, own, opp, asked, bits) for opp in opps])
            done += 2 * (rules.span - own + side) - 1  # a turn is as long as what is missing
        for up in (0, 1):
            both[up][place, side] = [[bounds[up] for bounds in row] for row in found]
    own, opp = (score // game.unit for score in start)
    one, ends = 1 << bits, []
    for up, tables in enumerate(both):
        of_two = [tables[where] for where in seats]
        found_wins = [
            _wins(rules, turns, (own, opp), bits, bits_of(digits), bool(up))
            for turns in (of_two[:2], of_two[2:] or of_two[:2])
        ]
        ends.append([found_wins[0][0], found_wins[1][1]])
    moving_first, moving_second = (
        (Fraction(least, one), Fraction(min(most, one), one)) for least, most in zip(*ends)
    )
    return moving_first, moving_second


def _limit(rules: Rules) -> int:
    """With a last turn, so many units past the goal must be banked by strategies that are asked."""
    return rules.span + rules.most


class _Asked:
    """A strategy of somebody, its answers checked."""

    def __init__(self, game: Race, rules: Rules, strategy: Strategy) -> None:
        self._game, self._unit, self._strategy = game, game.unit, strategy
        self._rules, self._modes = rules, list(modes_of(game))
        if game.other is not None:
            self._modes += modes_of(game.swapped)
        chosen = game.turn.chooses
        self._words = "'throw' or 'bank'" if chosen else "'roll' or 'hold'"

    def _state(self, own: int, opp: int, t: int, mode: int) -> tuple[Any, ...]:
        scores = self._rules.points((own, opp))
        return *scores, t * self._unit, *self._modes[mode]

    def _spelled(self, own: int, state: tuple[Any, ...]) -> str:
        second = own >= self._rules.span
        return (self._game.swapped if second else self._game).spell(state)

    def throws(self, own: int, opp: int, t: int, mode: int) -> bool:
        """Whether it throws again with t units of a turn."""
        state = self._state(own, opp, t, mode)
        answer = self._strategy(*state)
        try:
            on = _ANSWERS[answer] if isinstance(answer, str) else {0: False, 1: True}[answer]
        except (KeyError, TypeError):
            raise RuleError(
                f"the strategy answers {shown(answer)} at {self._spelled(own, state)}, but must "
                f"answer {self._words}, or 1 or 0"
            ) from None
        return on

    def takes(self, own: int, opp: int, t: int, mode: int, options: Options) -> tuple[int, int]:
        """The option that it takes."""
        state = self._state(own, opp, t, mode)
        given = tuple((units * self._unit, *self._modes[after]) for units, after in options)
        answer = self._strategy(*state, given)
        places = dict(enumerate(options))
        try:
            return places[answer]
        except (KeyError, TypeError):
            raise RuleError(
                f"the strategy answers {shown(answer)} at {self._spelled(own, state)} with the "
                f"options {shown(given)}, but must answer with the index of one, 0 to "
                f"{len(options) - 1}"
            ) from None


def _turn(
    rules: Rules, last: Enclosure | None, own: int, opp: int, asked: Asked, bits: int
) -> tuple[Turn, Turn]:
    """Bounds of a turn from below and from above; every question is asked once."""
    throws = cache(partial(asked.throws, own, opp))
    takes = cache(partial(asked.takes, own, opp))
    return (
        _rounded(rules, last, own, opp, throws, takes, bits, up=False),
        _rounded(rules, last, own, opp, throws, takes, bits, up=True),
    )


def _rounded(
    rules: Rules,
    last: Enclosure | None,
    own: int,
    opp: int,
    throws: Callable[[int, int], Any],
    takes: Callable[[int, int, Options], tuple[int, int]],
    bits: int,
    *,
    up: bool,
) -> Turn:
    below, end, start = rules.denominators, rules.ends[own], own - own % rules.span

    def share(chance: int, weight: int, n: int) -> int:
        return (chance * weight + (below[n] - 1 if up else 0)) // below[n]

    chased = last if rules.chased(own) else None
    top = end + max(_limit(rules), chased.rare) + rules.most if chased else end
    won, bust, wipe, banked = follow(
        rules, own, top, rules.choices, 1 << bits, throws, takes, share
    )
    passed = 0
    if chased:  # what goes further, as it may not be banked, is won or passed, or neither
        won = passed = won * up
        for s in [s for s in banked if s >= end]:
            chance, need = banked.pop(s), s - end + rules.span - opp % rules.span + 1
            low, high = chased.banked_low[need] >> chased.residues.shift, chased.banked_high[need]
            more = (1 << bits) - 1 if up else 0
            won += (chance * (high if up else low) + more) >> bits
            passed += (chance * ((1 << bits) - (low if up else high)) + more) >> bits
    landing = rules.returns[own]
    if landing >= rules.goal:
        won, bust = won + bust, 0
    elif landing > own:
        banked[landing] = banked.get(landing, 0) + bust
        bust = 0
    bust += banked.pop(own, 0)
    return Turn(bust, won, passed, wipe, [(s - start, part) for s, part in banked.items() if part])


def _wins(
    rules: Rules,
    turns: list[Table],
    start: tuple[int, int],
    bits: int,
    wanted: int,
    up: bool,
) -> tuple[int, int]:
    """Bounds of a(i,j) and b(j,i) at the start, all from below or all from above.

    Where throws wipe, passes end when no bound moves in the bits that are wanted, or after many.
    """
    goal, one = rules.span, 1 << bits
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
    turns: list[Table],
    mine: list[int],
    his: list[int],
    bits: int,
    up: bool,
) -> tuple[list[list[int]], list[list[int]]]:
    """Bounds of all a(i,j) and b(j,i), given some of those that wipes lead to."""
    goal, one = rules.span, 1 << bits
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
            paid = other.passed * one + _paid(other.banked, a[i])
            f = (paid + other.wipe * mine[i] + more) >> bits
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
