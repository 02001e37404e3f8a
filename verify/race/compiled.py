"""Passes over a race with 62 or 124 bits, by a compiled module where there is one.

``kernels/race`` does what :mod:`enclosure` and :mod:`decisions` do with as many bits, and comes to
the same integers; a pair that leaves something open is looked at here, in the box it was judged in.
With three players or more it does what :mod:`between` does with a cell that leaves nothing open,
and what :mod:`last_turns` does.
"""

from __future__ import annotations

import os
import sys
from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, groupby
from typing import Any
from weakref import WeakKeyDictionary

from ..kernels import FIRST_BITS, WIDE_BITS, compiled
from ..options import Progress
from ..own import TIED
from .carried import Nothing
from .cells import Cells, Scores
from .decisions import Decisions
from .enclosure import (
    Enclosure,
    Unproved,
    enclose_all,
    ends_by_banking,
)  # fmt: skip
from .newton import rounding
from .rules import Pair, Rules, work_of
from .turns import Turns
from .wipes import Column, approximate_all

__all__ = ["FIRST_BITS", "WIDE_BITS", "cells_pass", "enclose_first", "is_small", "nearly"]

_MODULES = {FIRST_BITS: "race", WIDE_BITS: "wide.race"}
_WIDEST = 1 << 63
"""Weights of a throw must sum to less."""
_OPERATION = 6e-9
_CHOICE = 5e-10
"""What :func:`_each` says; throws that leave a choice are foreseen for several pairs at once."""
_LONG = 1.0
"""Seconds from which on threads share the pairs."""
_MOST_THREADS = 4
_SECONDS = 0.4
"""Between two looks at whether the work is interrupted, roughly."""
_READ: MutableMapping[Rules, dict[str, Any]] = WeakKeyDictionary()
"""Rules as arrays, for one pass after the other."""
_CELL = 4e-7
"""The same of a cell of three players or more."""
_MOST_PLAYERS = 32


def is_small(rules: Rules) -> bool:
    """Whether a proof begins with so few bits."""
    # With a last turn, what is written down has other boxes, and what must be thrown has no end.
    ends = ends_by_banking(rules) and not (rules.last_turn and rules.recorded)
    return ends and max(rules.denominators) < _WIDEST


def enclose_first(
    found: Enclosure,
    witnesses: Sequence[Any] = (),
    progress: Progress | None = None,
    pairs: Sequence[Pair] | None = None,
) -> None:
    """Do what :func:`.enclosure.enclose_all` does, by the compiled module where there is one."""
    module, rules = _MODULES.get(found.bits), found.rules
    if module is None or not is_small(rules) or compiled(module) is None:
        enclose_all(found, witnesses, progress, pairs)
    else:
        enclose_all(found, witnesses, progress, pairs, _prove, _solved)


def _prove(
    found: Enclosure,
    witnesses: Sequence[Any],
    progress: Progress | None,
    pairs: Sequence[Pair] | None = None,
) -> None:
    """Enclose pairs, and show who looks on what is not counted there.

    Raises
    ------
    Unproved
        If that is not possible with so few bits.
    """
    threads = 1 if pairs is not None else _threads(found)
    pairs = list(found.rules.pairs()) if pairs is None else pairs
    decisions, work = next(iter(witnesses), None), work_of(pairs)
    passing = _Pass(found, decisions, threads)
    for done, proved in passing.prove(pairs):
        if progress:
            progress(work[done], work[-1])
        if not proved:
            raise Unproved
    passing.keep()
    if decisions:
        passing.look(decisions)
    if progress:
        progress(work[-1], work[-1])


def _each(found: Enclosure) -> float:
    """Seconds for each unit and each option that a pair takes, roughly."""
    return _CHOICE if found.turns.chooses else _OPERATION


def _threads(found: Enclosure) -> int:
    """How many threads share pairs of equal sums."""
    seconds = found.rules.pair_count * found.turns.options * _each(found)
    return min(os.cpu_count() or 1, _MOST_THREADS) if seconds > _LONG else 1


def nearly(rules: Rules, bits: int) -> tuple[Column, int] | None:
    """About where the column of wipes lies, for a proof that begins with more bits."""
    found = None
    for fewer in (FIRST_BITS, WIDE_BITS) if rules.wipe and is_small(rules) else ():
        if fewer < bits and compiled(_MODULES[fewer]):
            before, found = found, Enclosure(rules, fewer, None, Nothing())
            found.column = before.column if before else None
            approximate_all(found, _solved, None)
    return found.column if found else None


def _solved(found: Enclosure) -> Iterator[list[int]]:
    """Solve all pairs where throws wipe, by what they are taken to lead to."""
    passing, pairs = _Pass(found), list(found.rules.pairs())
    for _ in passing.prove(pairs, near=True):
        yield []
    yield [found.one - loss for loss in _integers(passing.low, found.bits)[:: found.rules.goal]]


class _Pass:
    """The pairs of ``found``, as the compiled module reads them: in each thread the same arrays."""

    def __init__(
        self, found: Enclosure, decisions: Decisions | None = None, threads: int = 1
    ) -> None:
        self.found, self.rules = found, found.rules
        none, all_of = [0] * self.rules.goal, [found.one] * self.rules.goal
        self.low = _numbers([one for row in found.low for one in row or none], found.bits)
        self.high = _numbers([one for row in found.high for one in row or all_of], found.bits)
        asked = decisions.only if decisions else None
        witness = decisions.witness if decisions else None
        others = witness.arrays() if witness else {}
        arrays = {"low": self.low, "high": self.high, **self._arrays(asked), **others}
        self.races = [
            compiled(_MODULES[found.bits]).Race(
                self.rules.goal, self.rules.modes, max(self.rules.most, 1), self.rules.start,
                exact=self.rules.exact, eager=self.rules.gains is None,
                rounding=rounding(self.rules), calls=decisions.most if decisions else 1,
                tight=found.tight, recorded=self.rules.recorded, far=found.far, arrays=arrays,
            )
            for _ in range(threads)
        ]  # fmt: skip

    def _arrays(self, asked: Collection[tuple[int, ...]] | None) -> dict[str, Any]:
        rules, found, goal = self.rules, self.found, range(self.rules.goal)
        read = _READ.get(rules) or _turns_in_arrays(rules, found.turns, found.far)
        if not found.far:
            _READ[rules] = read
        arrays = read | {
            "wipe_low": _numbers(found.wipe_low, found.bits),
            "wipe_high": _numbers(found.wipe_high if rules.wipe else found.wipe_low, found.bits),
        }
        none = [0] * len(goal)
        if asked is not None:
            arrays["asked"] = array("q", bytes(8 * len(goal) ** 2))
            for i, j in asked:
                arrays["asked"][i * len(goal) + j] = 1
        if found.far:
            most = found.far + rules.most + 1
            for name, paid in ("banked_low", found.banked_low), ("banked_high", found.banked_high):
                arrays[name] = _numbers(paid[:most], found.bits)
        if found.hint is not None:
            arrays["hint"] = array("d", [value for row in found.hint for value in row or none])
        return arrays

    def prove(self, pairs: Sequence[Pair], *, near: bool = False) -> Iterator[tuple[int, bool]]:
        """Enclose pairs, or only approximate them: how many are done, and whether that is so.

        Pairs of equal sums do not need each other: each thread takes a part of these.
        """
        scores, threads = array("q", chain.from_iterable(pairs)), len(self.races)
        seconds = _each(self.found) * max(self.found.turns.options, 1)
        most = threads * max(1, int(_SECONDS / seconds))

        def prove(race: Any, begin: int, end: int) -> bool:
            proved: bool = race.prove(scores, begin, end, near=near)
            return proved

        done = 0
        with ThreadPoolExecutor(threads) as pool:
            share = pool.map if threads > 1 else map
            for _, alike in groupby(pairs, sum):
                last = done + sum(1 for _ in alike)
                while done < last:
                    yield done, True
                    count = min(most, last - done)
                    cuts = [done + count * k // threads for k in range(threads + 1)]
                    if not all(share(prove, self.races, cuts, cuts[1:])):
                        yield done, False
                    done += count

    def keep(self) -> None:
        """Take over the intervals that are found, in the rows that there are."""
        goal = self.rules.goal
        for rows, numbers in (self.found.low, self.low), (self.found.high, self.high):
            kept = _integers(numbers, self.found.bits)
            for i, row in enumerate(rows):
                if row:
                    row[:] = kept[i * goal : (i + 1) * goal]

    def look(self, decisions: Decisions) -> None:
        """Take over what is counted, and look at turns that leave something open, or leave them to
        more bits.
        """
        low, high = self.found.low, self.found.high
        for race in self.races:
            decisions.read(race)
        for i, j, *box in chain.from_iterable(race.left for race in self.races):
            if decisions.postpones and not self.rules.dead[j]:
                decisions.left.append((i, j))
                continue
            # It is looked at in the box that it was judged in.
            places = (low[i], j), (high[i], j), (low[j], i), (high[j], i)
            kept = [row[place] for row, place in places]
            _put(places, box)
            decisions.add(self.found.bounds(i, j))
            _put(places, kept)


def _turns_in_arrays(rules: Rules, turns: Turns, far: int = 0) -> dict[str, Any]:
    """The turns of a race, as the compiled module reads them.

    With a last turn they are followed to scores as ``far``.
    """
    goal, units = range(rules.goal), range(far or rules.goal)
    rows = [(t % rules.span, t) for t in units] if not far else [(t, 0) for t in units]
    order: list[int] = []
    level: list[int] = []
    known: dict[int, tuple[int, int]] = {}
    for t, own in rows:
        modes = turns.level(t, own)
        if id(modes) not in known:
            begin = len(order)
            order += [*modes.still, *(n for wave in modes.waves for n in wave.modes)]
            known[id(modes)] = begin, len(order)
        level += known[id(modes)]
    counted = array("q", bytes(8 * len(units) * rules.modes))
    had = [one for own in rules.firsts for one in rules.reached_from(own)]
    for row, modes_had in zip(units, had):
        for n in modes_had:
            counted[row * rules.modes + n] = 1
    differ = {} if rules.alike and not rules.last else {
        "ends": array("q", rules.ends),
        "begins": array("q", map(rules.start_of, goal)),
        "bases": array("q", [rules.firsts[n // rules.span % len(rules.firsts)] for n in goal]),
        "lasts": array("q", map(rules.chased, goal)),
    }  # fmt: skip
    return (
        differ
        | _throws_in_arrays(rules)
        | {
            "returns": array("q", rules.returns),
            "first": array("q", map(rules.first, goal)),
            "dead": array("q", rules.dead),
            "sure": array("q", rules.sure[:-1] if any(rules.dead) else rules.dead),
            "level": array("q", level),
            "order": array("q", order),
            "counted": counted,
        }
    )


def _throws_in_arrays(rules: Rules) -> dict[str, Any]:
    """What throws lead to, in the same way."""
    # Those that win at once come last; one set takes what the one before took, for the processor.
    size = lambda entry: (entry[0][-1][0], len(entry[0]))  # noqa: E731
    sets = [entry for sets in rules.serious for entry in sorted((sets or {}).items(), key=size)]
    thrown = [sets is not None for sets in rules.choices]
    flat = [*chain.from_iterable(options for options, _ in sets)]
    return {
        "banks": array("q", rules.may_bank),
        "denominators": array("Q", map(int.__mul__, rules.denominators, thrown)),
        "busts": array("Q", rules.busts),
        "wipes": array("Q", rules.wipes),
        "sets": array("q", _ends(len(sets or ()) for sets in rules.serious)),
        "weights": array("Q", [ways for _, ways in sets]),
        "options": array("q", _ends(len(options) for options, _ in sets)),
        "gains": array("q", [units for units, _ in flat]),
        "after": array("q", [mode for _, mode in flat]),
    }


class _CellsPass:
    """The cells of ``found``, which the compiled module encloses where nothing is open."""

    def __init__(
        self, found: Cells, decisions: Decisions, asked: Collection[Scores] | None,
        cells: Sequence[Scores],
    ) -> None:  # fmt: skip
        rules, own = found.rules, decisions.witness
        starts, none = found.starts, [0] * rules.goal
        far = rules.goal + rules.past if rules.last else 0
        arrays = _turns_in_arrays(rules, found.turns, far) | {
            "low": starts.low.numbers,
            "high": starts.high.numbers,
            "wipe_low": _numbers(none, found.bits),
            "wipe_high": _numbers(none, found.bits),
            "hopeless": array("q", rules.hopeless),
        }
        if rules.last:
            arrays |= _beyond(rules, found.bits)
        if own:
            arrays |= own.arrays()
        if asked is not None:
            arrays["asked"] = array("q", bytes(8 * rules.turn_starts))
            for scores in asked:
                for one in rules.cycle(scores):
                    arrays["asked"][starts.low.place(one) // rules.players] = 1
        self._cells = cells
        mixing = {min(rules.cycle(one)) for one in own.table.mixing} if own else ()
        self._mixing = (
            [place for place, cell in enumerate(cells) if cell in mixing] if mixing else []
        )
        self._unjudged: list[int] = []
        self._step = max(1, int(_SECONDS / (_CELL * max(found.turns.options, 1))))
        self._race = compiled(_MODULES[found.bits]).Cells(
            rules.goal, rules.modes, max(rules.most, 1), rules.start,
            exact=rules.exact, eager=rules.gains is None, rounding=rounding(rules),
            calls=decisions.most, players=rules.players, tied=TIED, arrays=arrays, far=far,
            span=rules.span,
        )  # fmt: skip

    def prove(self, done: int, progress: Progress) -> int:
        """Enclose cells from one on; the place of the first that is not, if there is one."""
        while done < len(self._cells):
            progress(done, len(self._cells))
            mixing = self._mixing[bisect_left(self._mixing, done) :]
            end = min([done + self._step, len(self._cells), *mixing[:1]])
            scores = array("q", chain.from_iterable(self._cells[done:end]))
            proved = self._race.prove(scores, 0, end - done)
            self._unjudged += [done + place for place in self._race.unjudged]
            self._race.unjudged.clear()
            done += proved
            if done < end or done in mixing[:1]:
                break
        return done

    def count(self, decisions: Decisions) -> list[Scores]:
        """Take over what is counted; the cells that leave something open."""
        decisions.read(self._race)
        return [self._cells[place] for place in self._unjudged]


def _beyond(rules: Rules, bits: int) -> dict[str, array[int]]:
    """What banking the goal and more is worth in last turns of several players.

    Numbers for each mover who has been in a seat, all other scores, and what he banks.
    """
    each, one, numbers = rules.span ** (rules.players - 1), 1 << bits, array("Q")
    row = array("Q", bytes(16 * rules.players * (rules.past + rules.most + 1) * bits // FIRST_BITS))
    before, limits = None, list[int]()
    for number in range(0, rules.turn_starts, rules.span**rules.players):
        for others in range(each):
            scores = rules.tuple_of(number + others)
            after = tuple([s % rules.span for s in scores[1 : 1 + rules.last.left(scores[0])]])
            if after and after != before:
                rows, before = rules.last.found(bits, after), after
                row = _numbers([*chain.from_iterable(chain.from_iterable(rows))], bits)
            numbers += row
            limits.append(rules.last.limit(scores, one) if after else 0)
    return {"beyond": numbers, "limits": _numbers(limits, bits)}


def cells_pass(
    found: Cells, decisions: Decisions, asked: Collection[Scores] | None, cells: Sequence[Scores]
) -> _CellsPass | None:
    """What encloses cells by the compiled module; None where there is none for these bits.

    ``decisions`` take over what is counted of the cells that are ``asked`` for.
    """
    module = _MODULES.get(found.bits)
    few = found.rules.players <= _MOST_PLAYERS and is_small(found.rules)
    if module is None or not few or compiled(module) is None:
        return None
    return _CellsPass(found, decisions, asked, cells)


def _put(places: Iterable[tuple[list[int], int]], numbers: Iterable[int]) -> None:
    for (row, place), number in zip(places, numbers):
        row[place] = number


def _numbers(numbers: Sequence[int], bits: int) -> array[int]:
    """Numbers as the compiled module reads them: each in one piece of memory of 64 bits, or two."""
    if bits == FIRST_BITS:
        return array("Q", numbers)
    return array("Q", b"".join([number.to_bytes(16, sys.byteorder) for number in numbers]))


def _integers(numbers: array[int], bits: int) -> list[int]:
    """What stands in such an array."""
    if bits == FIRST_BITS:
        return numbers.tolist()
    data = numbers.tobytes()
    return [int.from_bytes(data[k : k + 16], sys.byteorder) for k in range(0, len(data), 16)]


def _ends(lengths: Any) -> Sequence[int]:
    """Where pieces of these lengths begin, and where the last one ends."""
    ends = [0]
    for length in lengths:
        ends.append(ends[-1] + length)
    return ends
