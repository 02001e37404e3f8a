"""Three players or more: what given decisions are worth to all, and the best replies to them.

For every turn start two tuples of whole numbers, in units of 2^-bits, one for each player from the
mover on:

    low    at most what each player wins when all decide as given
    high   at least what he wins if he alone decides as is best for him, by whatever strategy

so ``high - low`` bounds what anybody could gain, and what the decisions are worth lies between.

The n turns of a cell, the rotations of one tuple of scores, need each other. With the decisions
given, following a turn to its ends (:func:`.turns.follow`) leaves chances rounded down, and what is
lost by rounding. Each turn is affine in what handing it over at the same score is worth. ``low`` is
the solution of the n equations whose coefficients are rounded down: as all of them are at least 0,
it is below the true one. ``high`` is guessed: a little above the same, rounded up; one evaluation
of each turn, rounded up, must not exceed the guess. The evaluation is monotone and the best reply's
chances are the limit of evaluations from 0 on, so they are below any such guess, and below its
evaluation as well. A mover's best reply within his turn is that of :mod:`turns`, as of two players.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from math import floor
from typing import Any, NamedTuple

from ..kernels import FIRST_BITS, WIDE_BITS
from .carried import Nothing, Residues
from .enclosure import Bounds
from .rules import Options, Rules, banks_of
from .turns import Turn, Turns, follow

__all__ = [
    "Cells",
    "Ends",
    "Plan",
    "Scores",
    "Sparse",
    "Starts",
    "Unclear",
    "ends_of",
    "plan_of",
    "solved",
]

Scores = tuple[int, ...]
_ROUNDS = 60
_KEPT = 80
"""Bits of the chance to leave a cell that have to be left, so that divided by it all is known."""


class Unclear(Exception):  # noqa: N818 (nothing went wrong, but nothing is proved)
    """Something is not proved with these bits, and why; ``final`` if more bits would not help."""

    def __init__(self, why: str, final: bool = False) -> None:
        super().__init__(why)
        self.final = final


class Plan(NamedTuple):
    """What a mover does in his turn."""

    throws: Mapping[int, int]
    """By place, where there is a choice: 0 banks, 1 throws."""
    takes: Callable[[int, Options], tuple[int, int]]
    """The option taken of a set after a throw with so many units of the turn."""
    instead: tuple[Fraction, Plan] | None = None
    """A chance, drawn as the turn begins, and the plan that is followed then."""


class Ends(NamedTuple):
    """How a turn ends, in parts of its chance to begin."""

    won: Any
    again: Any
    """It is handed over at the score at which it began."""
    banked: Mapping[int, Any]


def ends_of(
    rules: Rules, own: int, plan: Plan, one: Any, share: Callable[[Any, int, int], Any]
) -> Ends:
    """How a turn ends that is played by a plan; a bust counts as what is banked then."""
    if plan.instead:
        weight, other = plan.instead
        parts = floor(one * (1 - weight)), floor(one * weight)
        usual, rare = (
            ends_of(rules, own, each, part, share)
            for each, part in zip((plan._replace(instead=None), other), parts)
        )
        both = {s: usual.banked.get(s, 0) + p for s, p in rare.banked.items()}
        return Ends(usual.won + rare.won, usual.again + rare.again, {**usual.banked, **both})
    count = rules.modes
    won, bust, _, banked = follow(
        rules, own, rules.top(own), rules.choices, one,
        lambda t, n: plan.throws[t * count + n], lambda t, n, options: plan.takes(t, options),
        share,
    )  # fmt: skip
    again, back = banked.pop(own, 0), rules.returns[own]
    if back == own:
        again += bust
    elif back < rules.ends[own]:
        banked[back] = banked.get(back, 0) + bust
    else:
        won += bust
    return Ends(won, again, banked)


def plan_of(
    rules: Rules,
    turn: Turn,
    banks: Sequence[Any],
    tied: float = 0,
    mixed: int = 0,
    wanted: bool = True,
) -> Plan:
    """What is best in an evaluated turn; who wins nothing banks, as between what is equal.

    Where an option that leads to the place ``mixed`` is one of several best ones, it is taken, or
    never.
    """
    own, count, best, payoffs = turn.own, rules.modes, turn.best, turn.payoffs
    hopeless = rules.hopeless
    throws = {
        place: int(payoffs[place] > banks[s] + tied and not hopeless[own])
        for place, s, _ in rules.choosing(own)
    }

    def takes(t: int, options: Options) -> tuple[int, int]:
        places = [(t + g) * count + n for g, n in options]
        least = max(map(best.__getitem__, places)) - tied
        found = [k for k, place in enumerate(places) if best[place] >= least]
        if mixed and len(found) > 1:
            found.sort(key=lambda k: (places[k] == mixed) != wanted)
        return options[found[0]]

    return Plan(throws, takes)


def solved(
    constant: Sequence[Sequence[Any]], again: Sequence[Any], one: Any
) -> list[tuple[list[Any], Any]]:
    """W_m = A_m + q_m W_(m+1) round a cell, times ``one``: what each W is over, and the divisor.

    A_m + q_m A_(m+1) + q_m q_(m+1) A_(m+2) + … over 1 - q_m q_(m+1) …, each by player from m on,
    and both times one^n, as q is in units of 1 / ``one``.
    """
    n, found = len(again), []
    for m in range(n):
        above, through, whole = [0] * n, 1, 1
        for k in range(n):
            at = (m + k) % n
            row = constant[at]
            above = [a * one + through * row[c - k] for c, a in enumerate(above)]
            through *= again[at]
            whole *= one
        found.append(([a * one for a in above], whole - through))
    return found


class _Flat:
    """A tuple of whole numbers of 62 or 124 bits for all scores, where a compiled pass works.

    What is not known yet is 0.
    """

    def __init__(self, rules: Rules, bits: int) -> None:
        self._rules, self._goal, self._players = rules, rules.goal, rules.players
        self._limbs = bits // FIRST_BITS
        self.length: int = rules.turn_starts * rules.players
        self.numbers: array[int] = array("Q", [0]) * (self._limbs * self.length)

    def clear(self) -> None:
        """Know nothing any more."""
        self.numbers = array("Q")

    def place(self, scores: Scores) -> int:
        """Where a tuple begins."""
        return self._rules.number(scores) * self._players

    def __getitem__(self, scores: Scores) -> tuple[int, ...]:
        begin = self.place(scores)
        return tuple(self.between(begin, begin + self._players))

    def __setitem__(self, scores: Scores, values: Sequence[int]) -> None:
        begin, limbs = self.place(scores) * self._limbs, self._limbs
        kept = array("Q", b"".join([value.to_bytes(8 * limbs, sys.byteorder) for value in values]))
        self.numbers[begin : begin + len(kept)] = kept

    def rows(self, others: Scores, first: int, end: int) -> Sequence[Sequence[int]]:
        """The tuples of those scores whose last one is ``first`` or more, and below ``end``."""
        begin = self.place((*others, first))
        last = begin + (end - first) * self._players
        return [*zip(*[iter(self.between(begin, last))] * self._players)]

    def between(self, begin: int, end: int) -> Sequence[int]:
        """Some of the numbers, one after the other."""
        limbs = self._limbs
        kept = self.numbers[begin * limbs : end * limbs]
        if limbs == 1:
            return kept
        data = kept.tobytes()
        return [int.from_bytes(data[k : k + 16], sys.byteorder) for k in range(0, len(data), 16)]


class Sparse(dict[Scores, Sequence[Any]]):
    """Tuples of numbers for some scores."""

    def rows(self, others: Scores, first: int, end: int) -> Sequence[Sequence[Any]]:
        """The same, as far as they are known."""
        return [self.get((*others, s), (0,)) for s in range(first, end)]


class _Finer:
    """The same numbers with more bits; what is kept is rounded."""

    def __init__(self, kept: Any, shift: int, up: bool) -> None:
        self._kept, self._shift, self._up = kept, shift, up

    def __getitem__(self, scores: Scores) -> tuple[int, ...]:
        return tuple([one << self._shift for one in self._kept[scores]])

    def __setitem__(self, scores: Scores, values: Sequence[int]) -> None:
        more = (1 << self._shift) - 1 if self._up else 0
        self._kept[scores] = tuple([(value + more) >> self._shift for value in values])

    def rows(self, others: Scores, first: int, end: int) -> Sequence[Sequence[int]]:
        """The same."""
        return [[one << self._shift for one in row] for row in self._kept.rows(others, first, end)]


class Starts:
    """Bounds of what turn starts are worth to all, the mover first.

    ``whole`` says that all of them will be asked for.
    """

    low: Any
    high: Any

    def __init__(self, rules: Rules, bits: int, *, whole: bool = False) -> None:
        self.bits = bits
        if whole and bits in (FIRST_BITS, WIDE_BITS):
            self.low, self.high = _Flat(rules, bits), _Flat(rules, bits)
        else:
            self.low, self.high = Sparse(), Sparse()

    def rows(self, rules: Rules) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
        """Lower and upper bounds of all turn starts, one after the other, by the mover's score."""
        n = rules.players
        each = int(rules.span ** (n - 1))
        size = each * n
        for own in range(rules.goal):
            if isinstance(self.low, _Flat):
                begin = own * size
                yield self.low.between(begin, begin + size), self.high.between(begin, begin + size)
            else:
                starts = [*map(rules.tuple_of, range(own * each, (own + 1) * each))]
                yield (
                    [*chain.from_iterable(map(self.low.__getitem__, starts))],
                    [*chain.from_iterable(map(self.high.__getitem__, starts))],
                )


class Cells:
    """Bounds of turns by those of turn starts, filled cell by cell from the largest totals down.

    With ``more`` bits than these have, all is computed with as many, and what is kept rounded.
    """

    carries = False

    def __init__(self, rules: Rules, starts: Starts, more: int = 0) -> None:
        self.rules: Rules = rules
        self.starts: Starts = starts
        self.bits: int = starts.bits + more
        self.one: Any = 1 << self.bits
        self.turns: Turns = Turns(rules)
        self.residues: Residues = Nothing()
        self.low: Any = _Finer(starts.low, more, False) if more else starts.low
        self.high: Any = _Finer(starts.high, more, True) if more else starts.high

    def busted(self, turn: Bounds) -> int:
        """No residues are carried."""
        return 0

    def row(self, table: Any, scores: Scores) -> list[Any]:
        """What banking each score is worth to the mover, as far as it is known."""
        own, *others = scores
        rows = table.rows(others, own, self.rules.ends[own])
        found = [0] * own + [row[-1] for row in rows]
        if not self.rules.chased(own) or not self.rules.last:
            return found
        side = int(table is self.high)
        return found + [box[side][0] for box in self.rules.last.rows(scores, self.bits)]

    def bounds(self, scores: Scores) -> Bounds:
        """Bounds of a turn in a cell that is enclosed."""
        own, (low, low_bust), (high, high_bust) = (
            scores[0],
            *(
                banks_of(self.row(table, scores), self.rules, scores[0], self.one)
                for table in (self.low, self.high)
            ),
        )
        top, turns = self.rules.top(own), self.turns
        lower = turns.evaluate(own, top, low, low_bust, turns.down)
        upper = turns.evaluate(own, top, high, high_bust, turns.up)
        return Bounds(own, scores[1:], top, lower, upper, low, high, low_bust, high_bust, 0)

    def check_top(self, cycle: Sequence[Scores]) -> None:
        """Raise unless turns of a cell that is enclosed end where they are taken to end."""
        for scores, after in zip(cycle, [*cycle[1:], cycle[0]]):
            last = self.rules.last if self.rules.chased(scores[0]) else None
            if last and self.high[after][-1] >= last.limit(scores, self.one):
                where = self.rules.spell(scores)
                raise Unclear(f"at {where} it is not proved how far turns go on", final=True)

    # --- one cell -----------------------------------------------------------------------------

    def enclose(self, scores: Scores, plans: Sequence[Plan]) -> None:
        """Enclose a cell; those of larger totals are known, and ``plans`` has one for each mover.

        Raises
        ------
        Unclear
            If that takes more bits.
        """
        n, one, cycle = self.rules.players, self.one, self.rules.cycle(scores)
        if self.rules.settled(*scores):
            for each in cycle:
                shares = self.rules.settled(*each) or ()
                self.low[each] = tuple([one * share // n for share in shares])
                self.high[each] = tuple([-(-one * share // n) for share in shares])
            return
        self._fill_high(cycle, self.worth(cycle, plans))
        self.check_top(cycle)
        for each in cycle:  # somebody wins: at least what is left by all others
            rest = one - sum(self.high[each])
            self.low[each] = tuple(
                map(max, self.low[each], [rest + top for top in self.high[each]])
            )

    def worth(self, cycle: Sequence[Scores], plans: Sequence[Plan]) -> Sequence[Ends]:
        """Know what plans are worth at least; how their turns end."""
        ends = [self.ends(each[0], plan) for each, plan in zip(cycle, plans)]
        self._fill_low(cycle, ends)
        return ends

    def _handed(self, scores: Scores, s: int, side: int) -> Sequence[int]:
        """Bounds of what banking s is worth to all, from the next mover on."""
        end = self.rules.ends[scores[0]]
        if s < end:
            found: Sequence[int] = (self.low, self.high)[side][*scores[1:], s]
            return found
        first, *others = self.rules.last.rows(scores, self.bits)[s - end][side]
        return [*others, first]

    def ends(self, own: int, plan: Plan) -> Ends:
        """How a turn ends, in chances rounded down."""
        below = self.rules.denominators
        return ends_of(
            self.rules, own, plan, self.one, lambda chance, weight, n: chance * weight // below[n]
        )

    def _fill_low(self, cycle: Sequence[Scores], ends: Sequence[Ends]) -> None:
        n, one, constant = self.rules.players, self.one, []
        for scores, turn in zip(cycle, ends):
            total = [turn.won << self.bits] + [0] * (n - 1)
            for s, chance in turn.banked.items():
                row = self._handed(scores, s, 0)  # in it the mover is the last
                total = [a + chance * row[c - 1] for c, a in enumerate(total)]
            constant.append([a >> self.bits for a in total])
        again = [turn.again for turn in ends]
        for scores, (above, leave) in zip(cycle, solved(constant, again, one)):
            if leave < one ** (n - 1) << _KEPT:
                where = self.rules.spell(scores)
                raise Unclear(f"at {where} turns nearly always end in a bust")
            self.low[scores] = tuple([total // leave for total in above])

    def _fill_high(self, cycle: Sequence[Scores], ends: Sequence[Ends]) -> None:
        turns = [self._upper(one, turn) for one, turn in zip(cycle, ends)]
        upper = [
            [a // leave >> self.bits for a in above] if leave > 0 else [self.one] * len(cycle)
            for above, leave in solved([one for one, _ in turns], [q for _, q in turns], self.one)
        ]

        def evaluated(guess: Sequence[Sequence[int]]) -> list[list[int]]:
            return [
                self._image(one, *turns[m], guess[m + 1 - len(cycle)])
                for m, one in enumerate(cycle)
            ]

        hopeless = self.rules.hopeless
        for power in range(12, self.bits - 8, 8):
            # Who cannot win any more wins nothing, exactly.
            guess = [
                [x if hopeless[s] and not x else x + (1 << power) for x, s in zip(row, one)]
                for row, one in zip(upper, cycle)
            ]
            found = evaluated(guess)
            if all(a <= b for new, old in zip(found, guess) for a, b in zip(new, old)):
                found = evaluated(found)  # once more is still a bound, and nearer
                break
        else:
            # Somebody can gain much. Nobody wins more than always, and evaluations fall from there.
            found = [[self.one] * len(cycle)] * len(cycle)
            for _ in range(_ROUNDS):
                found = evaluated(found)
        for one, row in zip(cycle, found):
            self.high[one] = tuple([min(x, self.one) for x in row])

    def _upper(self, scores: Scores, turn: Ends) -> tuple[list[int], int]:
        """What a turn played as given is worth to all but for handing it over at its own score, in
        units of 4^-bits, and the chance of that, rounded up.
        """
        lost = self.one - turn.won - turn.again - sum(turn.banked.values())
        rows = [(self._handed(scores, s, 1), chance) for s, chance in turn.banked.items()]
        found = []
        for c in range(self.rules.players):
            won = self.one if c == 0 and turn.won else 0
            # What rounding loses leads where the turn does.
            most = max([won, *(row[c - 1] for row, _ in rows)])
            total = sum(chance * row[c - 1] for row, chance in rows)
            found.append(total + turn.won * won + lost * most)
        return found, turn.again + lost

    def _image(
        self, scores: Scores, constant: Sequence[int], again: int, after: Sequence[int]
    ) -> list[int]:
        """What a turn is worth at most, to the mover by his best reply, to all others as given.

        ``after`` is what the turn start of the next mover is worth to all, from him on.
        """
        rules, turns, row = self.rules, self.turns, self.row(self.high, scores)
        row[scores[0]] = after[-1]
        banks, bust = banks_of(row, rules, scores[0], self.one)
        turn = turns.evaluate(scores[0], rules.top(scores[0]), banks, bust, turns.up)
        others = [-(-(total + again * x) >> self.bits) for total, x in zip(constant[1:], after)]
        return [turn.payoffs[rules.start_of(scores[0])], *others]
