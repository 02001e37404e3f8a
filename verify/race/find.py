"""Where to look for a proof of a race: boxes and plans, which nobody believes.

What a table says that starts are worth is near the truth: that of a solution, or the one that
pigcore finds. Cell by cell, those of later ranks being known, steps of Newton's method bring the
middles of boxes to as many bits as are wanted, and their radii are such that the equations take
them into their insides. What may lead back to a start that is not known yet (a wipe, a fall, a tie
that is played on) gets its box beforehand, wide enough for what the table may be off.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import mul, sub
from typing import Any

from ..algebra.elimination import eliminate
from ..kernels import FIRST_BITS, WIDE_BITS, compiled
from ..options import Progress
from ..tally import DISPUTED, TIED
from .check import Check, Mixed, Open
from .tables import Tables
from .turn import Floats, Frame, Plan, Values, engine

__all__ = ["Guess", "run", "wiped"]

_OFTEN = 256
_SWEEPS = 500
_STEPS = 60
_WIDER = 12
"""How often a box is made wider before it is given up."""
_MOST_ROUNDS = 200
_SMALL = 1 << 12
"""A change after which the next one is nothing but rounding."""
_EXACT = 60
"""Bits of the parts that rounds have in a combination."""


class Guess:
    """What starts are worth in double precision, as tables of solutions say."""

    def __init__(self, tables: Tables, arrays: Mapping[str, Any] | None) -> None:
        self.tables: Tables = tables
        n = tables.players
        size = tables.places
        self.values: list[Values] = [Values(size, 0, small=True) for _ in range(n)]
        self.seen: list[Values] = [self.values[c - 1] for c in range(n)]
        self.mixing: dict[int, tuple[int, bool, Fraction]] = {}
        """By starts the place, whether options are mixed, and the chance to throw or go there."""
        for place in range(tables.ends, size):
            for values, share in zip(self.values, tables.shares(place)):
                values[place] = float(share)
        if arrays is None and n == 2 and tables.feedback:
            self._sweep(0)
        elif arrays is None:
            for values in self.values:
                values.numbers[: tables.main] = _doubles([-1.0]) * tables.main
        elif n > 2:
            self._read_several(arrays)
        else:
            self._read_two(arrays)
        if arrays is not None and tables.chases and tables.game.tie == "play_on":
            self._sweep(tables.main)

    def _sweep(self, first: int) -> None:
        """Sweeps over the starts of two from ``first`` on, of which nobody says anything."""
        tables, (mine, theirs) = self.tables, self.values
        engines = [engine(turn, FIRST_BITS) for turn in tables.turns]
        for place in range(first, tables.ends):
            mine[place] = theirs[place] = 0.5
        starts = [place for place in tables.starts() if place >= first]
        frames = [tables.frame(place) for place in starts]
        for _ in range(_SWEEPS):
            most = 0.0
            for place, frame in zip(starts, frames):
                found = engines[tables.seat(place) % len(engines)]
                found.load(frame)
                worth = found.turn(2, self.seen[0])
                most = max(most, abs(worth - mine[place]))
                mine[place], theirs[place] = worth, 1.0 - worth
            if most < 1e-15:
                break

    def _read_two(self, arrays: Mapping[str, Any]) -> None:
        numbers = list[float]()
        rows = [arrays[name] for name in ("starts", "other_starts") if name in arrays]
        for seat in rows:
            counts_first = seat.transpose(2, 3, 0, 1) if seat.ndim > 2 else seat
            numbers += counts_first.ravel().tolist()
        self.values[0].numbers[: len(numbers)] = _doubles(numbers)
        self.values[1].numbers[: len(numbers)] = _doubles([1.0 - value for value in numbers])

    def _read_several(self, arrays: Mapping[str, Any]) -> None:
        tables, n = self.tables, self.tables.players
        flat = {name: array.ravel().tolist() for name, array in arrays.items()}
        for c, values in enumerate(self.values):
            values.numbers[: tables.main] = _doubles(flat["starts"][c::n])
        places: list[tuple[int, int]] = []
        for number, (k, weight) in enumerate(zip(flat["mixed"], flat["weights"])):
            if k:
                places = places or self._places()
                t, mode = places[min(abs(k), len(places) - 1)]
                turn = tables.turns[0]
                self.mixing[number] = t * turn.modes + mode, k < 0, Fraction(weight)

    def _places(self) -> list[tuple[int, int]]:
        """(t, mode) of all that a turn may come to; of the same t, each after those it leads to."""
        turn, tables = self.tables.turns[0], self.tables
        had = turn.reached(tables.goal + tables.beyond + 1)
        if tables.game.turn.roll is not None:  # one throw again and again: with any points
            return [(t, 0) for t in range(len(had))]
        rank = [0] * turn.modes
        for n in turn.order:
            free = [rank[m] + 1 for k, _ in turn.rows[n] for g, m in turn.sets[k] if not g]
            rank[n] = max(free, default=0)
        order = sorted(range(turn.modes), key=lambda n: (rank[n], n))
        return [(t, n) for t in range(len(had) // turn.modes) for n in order
                if had[t * turn.modes + n]]  # fmt: skip


def _doubles(numbers: Any) -> Any:
    return array("d", numbers)


class _Finder:
    """Makes boxes for a check, cell by cell."""

    def __init__(self, check: Check, guess: Guess, counts: bool) -> None:
        self.check, self.guess, self.tables = check, guess, check.tables
        self.counts = counts
        self.n: int = check.tables.players
        self.tied: int = 1 << check.bits // 5
        """What is closer is as good as tied."""

    def middle(self, place: int, c: int = 0) -> int:
        """The guess as a whole number; if there is none, by starts with one unit more."""
        check, goal, n = self.check, self.tables.goal, self.n
        if self.guess.values[c][place] < 0:
            near = [place + goal**k for k in range(n)]
            both = sum(near) - (n - 1) * place
            if max(self.tables.start(place)[0]) + 1 == goal or any(
                check.claimed[to] != 2 for to in (*near, both)
            ):
                return check.one // n
            worths = sum(check.low[c][to] for to in near) - check.low[c][both]
            return int(min(max(worths // (n - 1), 0), check.one))
        above, below = self.guess.values[c][place].as_integer_ratio()
        return int(min(max(above * self.check.one // below, 0), self.check.one))

    # --- what is known beforehand -------------------------------------------------------------

    def ahead(self, places: Sequence[int], radius: int, known: Mapping[int, Any]) -> None:
        """Claim boxes around guesses, or around what an earlier pass found."""
        one, check = self.check.one, self.check
        for place in places:
            low, high = [], []
            for c in range(self.n):
                if place in known:
                    a, b = known[place][c]
                    r = 4 * (b - a) + (radius or 4)
                    low.append(max(a - r, 0))
                    high.append(min(b + r, one))
                else:
                    middle = self.middle(place, c)
                    low.append(max(middle - radius, 0))
                    high.append(min(middle + radius, one))
            check.claim(place, low, high)

    # --- cells --------------------------------------------------------------------------------

    def cell(self, place: int) -> tuple[list[int], list[Frame]]:
        """A start, and those without a box that it may lead to."""
        cell, frames, claimed = [place], list[Frame](), self.check.claimed
        for one in cell:
            frame = self.tables.frame(one)
            assert frame is not None
            frames.append(frame)
            for to in (frame.bust, frame.pieces[0][1]):
                if not claimed[to] and to not in cell and self.tables.alive(to):
                    cell.append(to)
        return cell, frames

    def prove(self, place: int) -> None:
        """Find the boxes of a cell, have them checked, and its decisions counted."""
        check = self.check
        if check.claimed[place] == 2:
            return
        if check.claimed[place]:
            cell, radii, widths = [place], None, list[list[int]]()
            plans: list[Mixed | None] = [None]
            frame = self.tables.frame(place)
            assert frame is not None
            frames = [frame]
            if self.n > 2:
                engine = check.load(place, frame)
                plans = [self.plan(place, frame, engine, check.seen_low[0])]
        else:
            cell, frames = self.cell(place)
            middles, plans, widths, radii = self.solve(cell, frames)
        for attempt in range(_WIDER):
            try:
                if radii is not None:
                    self.claim(cell, middles, radii)
                check.record(*zip(cell, frames, plans))
                break
            except Open:
                if radii is None or attempt == _WIDER - 1:
                    raise
                if self.n == 2:  # decisions may change within the boxes
                    widths = [[w + (w >> 1) for w in width] for width in widths]
                    radii = self.wider(cell, frames, widths, attempt % 2 == 1)
                else:
                    radii = [[r + (r >> 3) + (4 << 2 * attempt) for r in one] for one in radii]
        if self.tables.chases:
            self._remember(cell)
        for one, frame in zip(cell, frames) if self.counts else ():
            check.judge(one, frame, check.load(one, frame))

    def claim(
        self, cell: list[int], middles: list[list[int]], radii: Sequence[Sequence[int]]
    ) -> None:
        """Claim boxes."""
        one = self.check.one
        for place, middle, radius in zip(cell, middles, radii):
            low = [max(m - r, 0) for m, r in zip(middle, radius)]
            self.check.claim(place, low, [min(m + r, one) for m, r in zip(middle, radius)])

    def _remember(self, cell: Sequence[int]) -> None:
        """Last turns in double precision, which tables do not have."""
        for place in cell:
            if place >= self.tables.main:
                for c in range(self.n):
                    low, high = self.check.low[c][place], self.check.high[c][place]
                    middle: Any = (low + high) / (2 * self.check.one)
                    self.guess.values[c][place] = middle
                    if self.n == 2 and not c and self.check.doubles is not None:
                        self.check.doubles[place] = 1 - middle

    def solve(
        self, cell: list[int], frames: list[Frame], shy: int = 0
    ) -> tuple[list[list[int]], list[Any], list[list[int]], list[list[int]]]:
        """Middles, plans, widths of what these come to, and radii of the boxes of a cell.

        Of several players ``shy`` is by how much less its starts are taken to be worth as plans are
        made, so that these lead out of it.
        """
        check, n, one = self.check, self.n, self.check.one
        players = 1 if n == 2 else n
        middles = [[self.middle(place, c) for c in range(players)] for place in cell]
        if self.tables.chases and cell[0] >= self.tables.main:
            middles = [[one // n] * players for _ in cell]
        for count in range(_STEPS):
            for place, middle in zip(cell, middles):
                check.keep(place, middle, middle)
            rest, widths, edges = list[list[int]](), list[list[int]](), list[Any]()
            plans = list[Mixed | None]()
            if shy:
                for place, middle in zip(cell, middles):
                    check.keep(place, [max(m - shy, 0) for m in middle], middle)
                plans = [self.plan(place, frame, check.load(place, frame), check.seen_low[0])
                         for place, frame in zip(cell, frames)]  # fmt: skip
                for place, middle in zip(cell, middles):
                    check.keep(place, middle, middle)
            for place, frame, middle in zip(cell, frames, middles):
                found = check.load(place, frame)
                low = [found.turn(0, check.seen_low[0])]
                high = [found.turn(1, check.seen_high[0])]
                if n == 2:
                    found.decide(0, 0)
                    plans.append(None)
                else:
                    if not shy:
                        plans.append(self.plan(place, frame, found))
                    plan = plans[len(rest)]
                    assert plan is not None
                    low, high = check.by_plans(found, plan, high)
                rest.append([(a + b >> 1) - m for a, b, m in zip(low, high, middle)])
                widths.append([(abs(b - a) >> 1) + 3 for a, b in zip(low, high)])
                edges.append(self._edges(frame, found, cell, plans[len(rest) - 1]))
            step = _solved(rest, edges, n)
            if _STEPS < 2 * count < 2 * _STEPS - 20:  # whole steps may go round in a circle
                step = [[d / 2 for d in part] for part in step]
            middles = [[min(max(m + round(d), 0), one) for m, d in zip(middle, part)]
                       for middle, part in zip(middles, step)]  # fmt: skip
            most = max(max(map(abs, part)) for part in step)
            if most < self.tied << 2 and all(map(self.near, middles, step)):
                break
        slack = int(most) >> 24
        widths = [[w + slack for w in width] for width in widths]
        radii = _radii(widths, edges, n)
        if n > 2 and not shy and max(map(max, radii)) >> 50 > max(map(max, widths)):
            return self.solve(cell, frames, self.tied << 2)  # they stay in it for ever
        return middles, plans, widths, radii

    def near(self, middle: Sequence[int], step: Sequence[Any]) -> bool:
        """Whether steps were so short that decisions can hardly have changed on their way."""
        one = self.check.one
        return all(abs(d) <= 4 or abs(d) * 1024 <= min(m, one - m) for m, d in zip(middle, step))

    def wider(
        self, cell: list[int], frames: list[Frame], widths: list[list[int]], eager: bool
    ) -> list[list[int]]:
        """Radii by the decisions at the upper ends of boxes, which bust most often: what a turn is
        worth is convex in what a bust pays; or, ``eager``, where what is nearly tied is thrown.
        """
        check, edges, low = self.check, [], self.check.seen_low[0]
        for place, frame in zip(cell, frames):
            found, M = check.load(place, frame), frame.turn.modes
            found.turn(0, low)
            found.turn(1, check.seen_high[0])
            found.decide(0 if eager else 1)
            if eager:
                held = [low[to] - (self.tied << 4) for to in frame.banks()[: frame.T]]
                throws = [found.bounds(k)[0][0] > held[k // M] for k in range(frame.T * M)]
                found.plan = Plan(bytes(throws), found.plan[1])
            edges.append(self._edges(frame, found, cell, None))
        return _radii(widths, edges, 2)

    def _edges(
        self, frame: Frame, found: Any, cell: list[int], plan: Mixed | None
    ) -> dict[int, Any]:
        """How likely a turn leads to starts of its own cell, by their places in it."""
        places = {frame.bust, frame.pieces[0][1]}
        near = [(k, place) for k, place in enumerate(cell) if place in places]
        if plan is None or plan.other is None:
            return {k: found.chance(place) for k, place in near}
        weight = plan.weight
        chances: dict[int, Any] = dict.fromkeys([k for k, _ in near], 0)
        for part, share in ((plan.plan, 1 - weight), (plan.other, weight)):
            found.plan = part
            for k, place in near:
                chances[k] += type(found.chance(place))(share) * found.chance(place)
        return chances

    # --- plans of several ---------------------------------------------------------------------

    def plan(self, place: int, frame: Frame, found: Any, values: Any = None) -> Mixed:
        """What the mover does: what is best by the bounds; what is nearly tied he banks, or mixes
        as the table does.
        """
        if values is not None:
            found.turn(0, values)
        found.decide(0, self.tied)
        if place not in self.guess.mixing:
            return Mixed(None)
        at, options, weight = self.guess.mixing[place]
        throws, picks = found.plan
        if at >= len(throws):  # no turn from here comes to it
            return Mixed(None)
        if not options:
            ways = []
            for throw in (0, 1):
                changed = bytearray(throws)
                changed[at] = throw
                ways.append(Plan(bytes(changed), picks))
            return Mixed(ways[0], weight, ways[1])
        rules, M, several = frame.turn, frame.turn.modes, frame.turn.several
        found.turn(2, self.guess.seen[0])
        taken, other = list(picks), list(picks)
        for t in range(frame.T):
            for j, k in enumerate(several):
                places = [t * M + o for o in rules.places[k]]
                worths = [found.doubles_at(o) for o in places]
                near = [i for i, w in enumerate(worths) if w >= max(worths) - TIED]
                if at in places and places.index(at) in near:
                    index = t * len(several) + j
                    other[index] = places.index(at)
                    taken[index] = next((i for i in near if places[i] != at), other[index])
        return Mixed(Plan(throws, taken), weight, Plan(throws, other))


def _radii(widths: list[list[int]], edges: Sequence[Any], n: int) -> list[list[int]]:
    """Of boxes that are taken into their insides, where decisions do not change within them."""
    radii = _solved(widths, edges, n, sign=1)
    return [[int(r) + 2 + (int(r) >> 40) for r in radius] for radius in radii]


class _Escaping(Floats):
    """Where what is left is nothing, or less by rounding, something is."""

    def mean(self, total: Any, below: Any) -> Any:
        """A quotient."""
        return total / (below if below > 0 else type(below)(2.0**-60))


def _solved(
    rest: Sequence[Sequence[int]], edges: Sequence[Mapping[int, Any]], n: int, sign: int = 0
) -> list[list[Any]]:
    """x[k][c] = rest[k][c] + the sum of edges[k][l] x[l][c - 1]; of two -x[l][0].

    In doubles where the chances are, else in fractions.
    """
    exact = any(isinstance(q, Fraction) for edge in edges for q in edge.values())
    as_is: Any = Fraction if exact or max(map(abs, rest[0])) >= 1 << 500 else float
    players, sign = range(len(rest[0])), sign or (-1 if n == 2 else 1)
    rows: dict[Any, dict[Any, Any]] = {}
    for k, edge in enumerate(edges):
        for c in players:
            row = rows[k, c] = {(k, c): as_is(1)}
            for to, q in edge.items():
                key = to, (c - 1) % len(players)
                row[key] = row.get(key, 0) - sign * as_is(q)
    right = {(k, c): as_is(rest[k][c]) for k, c in rows}
    x = eliminate(rows, right, _Escaping())
    return [[x[k, c] for c in players] for k in range(len(rest))]


# --- what wipes lead to ---------------------------------------------------------------------------


def wiped(
    tables: Tables, bits: int, guess: Guess, starts: Sequence[int]
) -> dict[int, list[tuple[int, int]]]:
    """Where boxes of the starts of two players lie that wipes lead to, in so many bits."""
    back, one = tables.feedback, 1 << bits
    ahead = {*back}
    others = [place for place in starts if place not in ahead]

    def image(column: Sequence[int]) -> list[int]:
        trial = Check(tables, bits)  # no box of it is ever believed
        for place, number in zip(back, column):
            trial.keep(place, [number], [number])
            trial.claimed[place] = 2
        run(trial, guess, others, counts=False)
        found = []
        for place in back:
            frame = tables.frame(place)
            assert frame is not None
            engine = trial.load(place, frame)
            low = engine.turn(0, trial.seen_low[0])
            found.append(low + engine.turn(1, trial.seen_high[0]) >> 1)
        return found

    column = _settled([int(Fraction(guess.values[0][place]) * one) for place in back], image, one)
    return {p: [(v, v), (one - v, one - v)] for p, v in zip(back, column)}


def _settled(column: list[int], image_of: Callable[[list[int]], list[int]], one: int) -> list[int]:
    """About where a column of numbers between 0 and one is mapped to itself.

    Each round leaves a part of what was missing; so the next guess is the combination of the last
    ones that would have missed least, if they were linear (D. Anderson, 1965).
    """
    change, rounds = one, _Rounds()
    for _ in range(_MOST_ROUNDS):
        image = image_of(column)
        before, change = change, max(map(abs, map(sub, image, column)))
        if change < _SMALL:
            return image
        if change >= before:
            rounds = _Rounds()
        column = [min(max(value, 0), one) for value in rounds.next(column, image)]
    return column


class _Rounds:
    """What changed from one round to the next, each change at right angles to those before."""

    def __init__(self) -> None:
        self._before: tuple[list[int], list[int]] | None = None
        self._changes: list[tuple[list[int], list[int], int]] = []

    def next(self, column: list[int], image: list[int]) -> list[int]:
        """What to guess where ``column`` was mapped to ``image``."""
        missing = [*map(sub, image, column)]
        if self._before:
            step, less = ([*map(sub, *each)] for each in zip((column, missing), self._before))
            for other, change, length in self._changes:
                part = _dot(less, change) / length
                step, less = _without(step, other, part), _without(less, change, part)
            if length := _dot(less, less):
                self._changes.append((step, less, length))
        self._before = column, missing
        for step, less, length in self._changes:
            part = _dot(missing, less) / length
            column, missing = _without(column, step, part), _without(missing, less, part)
        return [a + b for a, b in zip(column, missing)]


def _dot(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(map(mul, a, b))


def _without(a: list[int], b: list[int], part: float) -> list[int]:
    weight = int(part * 2**_EXACT)
    return [x - (weight * y >> _EXACT) for x, y in zip(a, b)]


# --- the whole ------------------------------------------------------------------------------------


def _passing(finder: _Finder) -> Any:
    """The compiled loop over starts; None where plain Python is to go through them."""
    check, tables, guess = finder.check, finder.tables, finder.guess
    module = compiled({FIRST_BITS: "turn", WIDE_BITS: "wide.turn"}.get(check.bits, ""))
    if not check.small or module is None:
        return None
    marks = bytearray(tables.main)
    if not finder.counts:
        marks = bytearray(b"\2") * tables.main
    elif check.claims is not None:  # every state of it is looked at
        marks = bytearray(b"\1") * tables.main
    elif tables.exact:
        marks = bytearray(map(tables.others_dead, range(tables.main)))
    for place in guess.mixing:
        marks[place] = 3

    def after(place: int, twin: Any, found: Any, states: int) -> int:
        if found is None:
            frame = tables.frame(place)
            assert frame is not None
            check.judge(place, frame, twin)
        else:
            check.counts.throws += states
            check.take(place, found)
        return check.counts.limit

    stride, turns = tables.rows
    arrays: dict[str, Any] = {**turns}
    for c in range(tables.players):
        arrays[f"low{c}"] = check.low[c].numbers
        arrays[f"high{c}"] = check.high[c].numbers
        arrays[f"guess{c}"] = guess.values[c].numbers
    if check.doubles is not None:
        arrays["doubles"] = check.doubles.numbers
    longest = max((turns["numbers"][at] for at in turns["where"] if at >= 0), default=0)
    return module.Pass(
        check.engines, arrays, check.claimed, marks,
        [bytes(tables.reached(k, longest)) for k in range(len(tables.turns))],
        after, check.claims, players=tables.players, stride=stride, goal=tables.goal,
        per_seat=tables.per_seat, main=tables.main, tied=finder.tied, limit=check.counts.limit,
        alike=TIED, disputed=DISPUTED,
    )  # fmt: skip


def run(
    check: Check,
    guess: Guess,
    starts: Sequence[int],
    progress: Progress | None = None,
    *,
    radius: int = 0,
    known: Mapping[int, Any] | None = None,
    counts: bool = True,
) -> None:
    """Find and check the boxes of some starts, and count what is decided there."""
    finder = _Finder(check, guess, counts)
    finder.ahead([p for p in check.tables.feedback if not check.claimed[p]], radius, known or {})
    passing, numbers, done = _passing(finder), array("q", starts), 0
    for stop in range(_OFTEN, len(starts) + _OFTEN, _OFTEN):
        if progress:
            progress(done, len(starts))
        stop = min(stop, len(starts))
        while done < stop:
            done = passing.run(numbers, done, stop) if passing else done
            if done < stop:
                finder.prove(starts[done])
                done += 1
    if passing:
        found, states = passing.totals()
        check.counts.add(found)
        check.counts.throws += states
    if progress:
        progress(len(starts), len(starts))
