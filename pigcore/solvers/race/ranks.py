"""The turn starts of a race by number and in ranks, as ``pigcore/kernels/cells.pyx`` solves them.

Scores count units from the floor up, the mover's first: c0, c1, ... What a rule of the scoreboard
adds to them (a seat, whose dice, busts in a row) is the *kind* of a start. Its number is

    PAD + (total * kinds + kind) * columns + (c0, ..., c of the last but one) as digits,

so that banking t points leads ``t * stride`` further on, whatever else is the case: points move the
total alone, and turns side by side read side by side. A start that nobody moves at, as somebody has
the goal, has a number like all others; what it is worth stands there beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise, product
from math import inf, log, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided

from ...games.race import Race
from ...games.starts import Mover, Start
from ...kernels import MOST_LANES, Bytes, Floats, Indices
from ...kernels import cells as kernel
from .anderson import Anderson
from .arrays import RaceArrays
from .late import late_of

PAD = 8 * MOST_LANES
"""Numbers that no start has, at both ends: what lanes that are idle read."""


ROUNDING = 4e-15
MANY_SETS = 400
"""Steps of turns with more sets in a mode than this are no larger than what roundings make."""

STEPS = 200
"""Iterations that a rank may take in one pass."""

LAST_BITS = 1e-14
"""Passes end once what wipes and falls pay is what it was before, but for this."""

LAST_FALLS = 1e-15
"""The same of falls, which may be many before a game ends."""

SETTLED = 1e-11
"""The most that cells may move in a pass that is the last one."""

ROUGH = 1e-3
"""While what wipes pay changes by more than this, so do the slopes of the cells."""


class Solved(NamedTuple):
    """What has been found."""

    H: Floats
    sweep: kernel.Sweep
    history: list[float]
    settled: bool


class Stretch(NamedTuple):
    """Scores of the mover, from ``low`` to below ``high``, at which the same rules hold."""

    low: int
    high: int
    least: int
    late: bool
    """Whether every turn wins that may be banked at all."""
    landing: int | None
    """How much a bust banks; None where it loses points."""


class Ranks:
    """The turn starts of a race.

    Parameters
    ----------
    game : Race
    first : int, optional
        Given if the players are told apart, as what they do differs: the seat of the first one.
        Who have one seat have kinds one after the other.

    Attributes
    ----------
    tables : list of RaceArrays
        The rules of each player's turn.
    scores : int
        How many scores there are from the floor to below the goal.
    counts : int
        How many busts in a row are told apart; 1 where they cost nothing.
    kinds : int
        How many kinds of starts have the same scores.
    weights : list of int
        What each score but the last adds to a column, whose digits these are; the last of them are
        whole rows of lanes.
    columns, stride : int
        The numbers of one kind and total, and of one total.
    height : int
        From so many points on nobody throws, whatever he had.
    most : int
        The most that a throw gains.
    late : int
        How many points more than the goal may be had before any may be banked.
    size : int
        How many numbers there are.
    """

    def __init__(self, game: Race, first: int = 0) -> None:
        self._given = game, first
        self.game: Race = game
        self.players: int = game.players
        movers = [Mover(game, seat) for seat in ((1, 2) if game.other else (1,))]
        every = first > 0 or game.players > 2
        self.tables: list[RaceArrays] = [RaceArrays.of(mover, every=every) for mover in movers]
        self.scores: int = game.units
        self.counts: int = game.busts_in_a_row or 1
        self._first: int = first or 1
        self._movers: int = game.players if first and game.seats == 1 else game.seats
        self.kinds: int = self._movers * self.counts**2
        padded = -(-self.scores // MOST_LANES) * MOST_LANES
        bases = [*[self.scores] * (self.players - 2), padded]
        self.weights: list[int] = [prod(bases[k + 1 :]) for k in range(len(bases))]
        self.columns: int = prod(bases)
        self.stride: int = self.kinds * self.columns
        self.height: int = self.scores + max(tables.further for tables in self.tables)
        self.most: int = max(tables.most for tables in self.tables)
        self.late: int = (game.goal - game.sure_from) // game.unit
        self._bonus: int = game.consolation // game.unit
        most = max(self.height + self.most + self.late, self.scores + self._bonus)
        totals = (self.players - 1) * (self.scores - 1) + most
        self.size: int = 2 * PAD + (totals + 1) * self.stride

    def __reduce__(self) -> tuple[Any, ...]:
        return Ranks, self._given

    def number(self, scores: Any, kind: Any = 0) -> Any:
        """The number of a start; scores may be arrays."""
        column = sum(score * weight for score, weight in zip(scores, self.weights))
        return PAD + (sum(scores) * self.kinds + kind) * self.columns + column

    # --- which start follows ----------------------------------------------------------------------

    def start_of(self, number: int) -> tuple[tuple[int, ...], int]:
        """The scores and the kind of a start."""
        total, place = divmod(number - PAD, self.stride)
        kind, column = divmod(place, self.columns)
        scores = []
        for weight in self.weights:
            score, column = divmod(column, weight)
            scores.append(score)
        return (*scores, total - sum(scores)), kind

    def as_start(self, scores: tuple[int, ...], kind: int) -> Start:
        """The start with these scores and this kind, in points."""
        game = self.game
        mover, places = divmod(kind, self.counts**2)
        busts = divmod(places, self.counts) if game.busts_in_a_row else ()
        return Start(tuple(map(game.in_points, scores)), mover + 1, busts)

    def number_of(self, start: Start) -> int:
        """The number of a start in points."""
        scores = [self.game.in_units(score) for score in start.scores]
        return int(self.number(scores, self.kind_of(start)))

    def kind_of(self, start: Start) -> int:
        """The kind of a start."""
        kind = start.seat - 1
        for count in start.busts:
            kind = kind * self.counts + count
        return kind % self.kinds

    def lane_of(self, scores: tuple[int, ...], kind: int) -> tuple[int, int]:
        """The segment that a start stands in, and its place there."""
        step = self.step(sum(scores), kind)
        first, last = np.searchsorted(self.segments[:, kernel.STEP], [step, step + 1])
        some = self.segments[first:last]
        away = some[:, kernel.START] - self.number(scores, kind)
        lane, rest = np.divmod(away, self.weights[0])
        within = (lane >= 0) & (lane < some[:, kernel.COUNT])
        at = int(np.flatnonzero((rest == 0) & within)[0])
        return int(first) + at, int(lane[at])

    def row(self, H: Floats, numbers: Any) -> Floats:
        """What starts are worth to all, from who has just handed over on, at [., player]."""
        found = H[:, numbers]
        rest = np.maximum(1.0 - found.sum(axis=0, keepdims=True), 0.0)
        return np.moveaxis(np.concatenate([found, rest]), 0, -1)

    def next_kind(self, kind: int) -> int:
        """The kind of the start that a bank leads to, and a bust that costs nothing."""
        mover, places = divmod(kind, self.counts**2)
        after = (mover + 1) % self._movers
        return after * self.counts**2 + places % self.counts * self.counts

    def mover(self, kind: int) -> Mover:
        """Who moves at a kind of starts."""
        return Mover(self.game, kind // self.counts**2 % self.game.seats + 1)

    def last_turns(self, H: Floats) -> None:
        """Write what banking the goal or more is worth, where others have a turn then."""
        n, goal = self.players, self.scores
        for kind in range(self.kinds):
            mover = self.mover(kind)
            if mover.chasers:
                further = self.height - goal + self.most
                s, *others = np.indices((further, *(goal,) * (n - 1)))
                numbers = self.number((*others, goal + s), self.next_kind(kind))
                banked = late_of(self.game).banked(mover.seat, further)
                H[:, numbers] = np.moveaxis(banked[..., : n - 1], -1, 0)

    def stretches(self) -> list[Stretch]:
        """Scores by the rules that hold for them."""
        game, unit = self.game, self.game.unit
        goal, sure, opens = self.scores, game.in_units(game.sure_from), game.in_units(0) + 1
        bonus, exact = self._bonus, game.target == "exact"
        drop = game.penalty // unit
        least = game.minimum_bank // unit, max(game.minimum_bank, game.opening) // unit
        edges = {0, goal, drop, opens if least[0] != least[1] else 0, min(sure + 1, goal)}
        edges |= {goal + 1 - bonus} if exact and bonus else set()
        found = []
        ordered = sorted(edge for edge in edges if 0 <= edge <= goal)
        for low, high in pairwise(ordered):
            lands = 0 if exact and low + bonus > goal else bonus
            found.append(
                Stretch(low, high, least[low < opens], low > sure, None if low < drop else lands)
            )
        return found

    @cached_property
    def idle(self) -> bool:
        """Whether one may bank 0 points after a throw."""
        tables = self.tables[0]
        begun = self._turns[0].cells_below(1)
        return any(m != tables.start and tables.may[m] & kernel.BANKS for _, m in begun)

    @cached_property
    def _turns(self) -> list[kernel.Turn]:
        """The kernel's object of each player's turn, at which passes work one after another."""
        return self.turns_of(self.tables)

    def turns_of(self, players: Sequence[RaceArrays]) -> list[kernel.Turn]:
        """The same of such tables: of copies for passes that work at once."""
        return [one.turn_to(self.players, one.rolled + one.most + self.late) for one in players]

    @cached_property
    def segments(self) -> Indices:
        """The starts that somebody moves at, side by side: see the kernel."""
        n, top = self.players, self.scores - 1
        heads = np.indices((top + 1,) * (n - 2)).reshape(n - 2, (top + 1) ** (n - 2)).T
        totals = np.arange(n * top, -1, -1)
        total, head = np.indices((len(totals), len(heads))).reshape(2, -1)
        total = totals[total]
        others = heads.sum(axis=1)[head]
        peak = heads.max(axis=1, initial=0)[head]
        # The column of the next player's start but for its last digit, and of this one but for c0.
        ahead = (heads @ np.array(self.weights[:-1], dtype=np.intp))[head]
        here = (heads @ np.array(self.weights[1:], dtype=np.intp))[head] if n > 2 else 0 * head
        parts = []
        for stretch in self.stretches():
            low = np.maximum(0, total - others - (stretch.high - 1))
            high = np.minimum(top, total - others - stretch.low)
            some = np.flatnonzero(high >= low)
            each = [one[some] for one in (total, others, head, ahead, here, peak, low, high)]
            parts += [self._fields(stretch, kind, *each) for kind in range(self.kinds)]
        found = np.concatenate(parts)
        return np.ascontiguousarray(found[np.argsort(found[:, kernel.STEP], kind="stable")])

    def step(self, total: Any, kind: Any) -> Any:
        """When starts are solved: of larger totals first, and of more busts in a row."""
        mine, his = divmod(kind % self.counts**2, self.counts)
        subs = 2 * self.counts - 1
        return (self.players * (self.scores - 1) - total) * subs + subs - 1 - mine - his

    def step_of(self, numbers: Indices) -> Indices:
        """The same by number."""
        total, place = np.divmod(numbers - PAD, self.stride)
        return np.asarray(self.step(total, place // self.columns))

    def _fields(
        self, stretch: Stretch, kind: int, total: Any, others: Any, head: Any, ahead: Any,
        here: Any, peak: Any, low: Any, high: Any,
    ) -> Indices:  # fmt: skip
        game, unit, counts = self.game, self.game.unit, self.counts
        own, (mover, places) = total - others - low, divmod(kind, counts**2)
        origin = PAD + total * self.stride
        following = self.next_kind(kind)
        base = origin + following * self.columns + ahead + low
        step = 0 * total + 1
        flags = 0
        wipe = PAD + (others + low) * self.stride + following * self.columns + ahead + low
        if game.busts_in_a_row:
            mine = kind % counts**2 // counts
            flags |= kernel.BACK * (mine + 1 == counts)
            after = following + (mine + 1) % counts
            if mine + 1 < counts:
                bust, bust_step = origin + after * self.columns + ahead + low, step
            elif stretch.landing is None:  # to the floor
                bust = wipe + (after - following) * self.columns
                bust_step = step * (self.stride + 1)
            else:
                drop = game.penalty // unit
                bust = origin - drop * self.stride + after * self.columns + ahead + low
                bust_step = step
        else:
            landing = stretch.landing or 0
            bust, bust_step = base + landing * self.stride, step
            flags |= 0 if landing else kernel.STAYS | kernel.COUPLED
        if self.idle and not stretch.least:
            flags |= kernel.COUPLED
        exact = game.target == "exact"
        answered = self.mover(kind).chasers > 0
        flags |= kernel.EXACT if exact else kernel.WINS * (not answered)
        late = stretch.late
        limit = (self.height if answered else self.scores) - own
        if late:
            limit = game.minimum_bank // unit + 0 * own
        flags |= (kernel.PASSES | kernel.COUPLED) * game.may_pass
        coupled = bool(flags & kernel.COUPLED)
        fields = {
            "step": self.step(total, kind),
            "rank": total,
            "turn": mover % len(self.tables) + 0 * total,
            "player": (mover + 1 - self._first) % self._movers + 0 * total,
            "place": places + 0 * total,
            "others": head * self.scores + low,
            "count": high - low + 1,
            "origin": origin,
            "start": origin + kind * self.columns + own * self.weights[0] + here,
            "start_step": -self.weights[0] * step,
            "base": base,
            "stay": base if coupled else bust,
            "stay_step": step if coupled else bust_step,
            "bust": bust,
            "bust_step": bust_step,
            "wipe": wipe,
            "wipe_step": step * (self.stride + 1),
            "own": own,
            "last": low,
            "peak": peak,
            "least": stretch.least + 0 * total,
            "limit": limit,
            "limit_step": step * (not late),
            "flags": flags + 0 * total,
        }
        return np.stack(list(fields.values()), axis=1)

    # --- solving ----------------------------------------------------------------------------------

    @property
    def rounding(self) -> float:
        """What steps may be by rounding errors alone: each set of a mode is added with one."""
        most = max(int(np.diff(tables.sets).max()) for tables in self.tables)
        return ROUNDING * max(1.0, most / MANY_SETS)

    def guess(self) -> Floats:
        """The neighbours from which first values are continued, by the order of differences."""
        n, rows = self.players, []
        for order in (1, 2):
            for shift in product(range(order + 1), repeat=n):
                if not any(shift):
                    continue
                binomial = {1: (1, -1), 2: (1, -2, 1)}[order]
                rows.append(
                    (order, self.number(shift) - PAD, -float(prod(binomial[d] for d in shift)))
                )
        return np.array(rows)

    def known(self, H: Floats) -> Bytes | None:
        """The starts that are known beforehand, whose values are written to H."""
        n, gone, tables = self.players, np.array(self.game.dead), self.tables[0]
        if not gone.any() or tables.further or self.game.penalty or self.game.other:
            return None
        sure = tables.sure(~gone)
        found = np.zeros(self.size, dtype=np.uint8)
        scores = np.indices((self.scores,) * n).reshape(n, -1)
        dead = gone[scores]
        alive = n - dead.sum(axis=0)
        for kind in range(self.kinds):
            numbers = self.number(scores, kind)
            nobody = numbers[alive == 0]
            found[nobody], H[:, nobody] = 1, 1.0 / n
            for player in range(n):
                some = (alive == 1) & sure[scores[player]]
                H[:, numbers[some]] = 0.0
                if (player + 1) % n < n - 1:
                    H[(player + 1) % n, numbers[some]] = 1.0
                found[numbers[some]] = 1
        return found

    @cached_property
    def behind(self) -> Indices:
        """The starts that turns of later ranks lead to: by a wipe, or by a fall."""
        wipes = any(tables.wipes for tables in self.tables)
        if not (wipes or self.game.penalty):
            return np.zeros(0, dtype=np.intp)
        segments, lanes = self.segments, np.arange(self.scores)
        within = lanes < segments[:, kernel.COUNT, None]

        def ahead(field: int) -> Any:
            """Where all starts of a segment lead; how far one is from the next stands behind it."""
            return segments[:, field, None] + lanes * segments[:, field + 1, None]

        numbers = [ahead(kernel.WIPE)[within]] if wipes else []
        if self.game.penalty:
            bust = ahead(kernel.BUST)
            later = self.step_of(bust) >= segments[:, kernel.STEP, None]
            numbers.append(bust[within & later])
        return np.unique(np.concatenate(numbers))

    def solve(
        self,
        limit: int,
        progress: Callable[[int, int], object] | None = None,
        search: Callable[[Floats, kernel.Sweep, int], object] | None = None,
        plans: Sequence[Any] = (),
        never: float = -1.0,
    ) -> Solved:
        """Solve the ranks in order; pass by pass, if turns lead back to others.

        ``limit`` is of iterations in a rank, or of passes: wipes and falls are paid by the pass
        before, and Anderson's mixing of what they pay saves passes. ``search`` is asked for cells
        that do not settle, by the number of one of their starts. The players of ``plans``, the
        game's mover first, decide as the kernel says, which has ``never``, too.
        """
        H = self.filled([])
        known, behind = None if plans else self.known(H), self.behind
        behind = behind if known is None else behind[known[behind] == 0]
        wiped = len(behind) > 0 and not self.game.penalty
        kept = np.ones(self.size) if wiped else None
        sweep = self._sweep(H, known, kept, self.rounding, plans, never)
        if not len(behind):
            history = np.zeros(limit)
            sweep.run(
                kernel.ALONE, history, progress,
                None if search is None else lambda number: search(H, sweep, number),
            )  # fmt: skip
            used = np.flatnonzero(history).max(initial=0) + 1
            return Solved(H, sweep, history[:used].tolist(), not sweep.stuck)
        total, column = np.divmod(behind - PAD, self.stride)
        column %= self.columns
        H[0, behind] = np.clip(0.5 + (total - 2 * column) / (2 * self.scores), 0.0, 1.0)
        found, best, size, sizes = H, inf, 1.0, list[float]()
        mix: Anderson | None = None
        way = kernel.FIRST if wiped else kernel.ALONE
        steps, since, said = np.zeros(STEPS), 0, 1
        for _ in range(limit):
            before = H[0, behind]
            moved = sweep.run(way, steps)
            image = H[0, behind]
            size = float(np.abs(image - before).max())
            sizes.append(size)
            if progress is not None:
                said = max(said, int(100 * log(min(max(size, LAST_BITS), 0.9)) / log(LAST_BITS)))
                progress(said, 100)
            since = 0 if size < best else since + 1
            if size < best and (moved <= SETTLED or not wiped):
                found, best = H.copy(), size
            if best <= (LAST_BITS if wiped else LAST_FALLS) and way != kernel.ALONG:
                break
            if since >= Anderson.DEPTH and best <= SETTLED:
                break
            if wiped and len(sizes) > 2 and size > 0.5 * sizes[-2] and size > SETTLED:
                way = kernel.ALONE  # slopes still change
            elif wiped:  # the last pass goes along slopes of its own
                way = kernel.ALONG if LAST_BITS < size <= ROUGH else kernel.AGAIN
            if mix is None:  # the first image continues nothing
                mix, following = Anderson(image.copy()), image
            else:
                following = mix(image)
            H[0, behind] = following
        return Solved(found, sweep, sizes, best <= SETTLED)

    def filled(self, starts: Sequence[Floats]) -> Floats:
        """H of the turn starts of all kinds, each as :meth:`starts` has them."""
        H = np.zeros((self.players - 1, self.size))
        H[0] = 1.0  # whoever hands over with the goal has won
        self.last_turns(H)
        scores = np.indices((self.scores,) * self.players)
        for kind, each in enumerate(starts):
            numbers = self.number(scores, kind)
            for player, row in enumerate(H, -1):
                row[numbers] = 1.0 - each if self.players == 2 else each[..., player]
        return H

    def residual(self, starts: Sequence[Floats]) -> float:
        """How far turn starts are from their equations at most.

        Those of dead players are what a convention says, which solves any equation of theirs.
        """
        H = self.filled(starts)
        right = H.copy()
        known = self.known(right)
        off: Floats = np.abs(right - H).max(axis=0)
        self._sweep(H, known).missed(off)
        return float(off.max())

    def _sweep(
        self, H: Floats, known: Bytes | None, *more: Any, turns: Sequence[kernel.Turn] = ()
    ) -> kernel.Sweep:
        turns = turns or self._turns
        return kernel.Sweep(
            turns[0], turns[-1], H, self.segments, self.stride, self.scores,
            self.guess(), known, *more,
        )  # fmt: skip

    def starts(self, H: Floats, kind: int = 0) -> Floats:
        """What each start is worth: of two to the mover, at [c0, c1]; of more to all, the mover
        first, at [c0, c1, ..., player].
        """
        planes = [self.plane(each, kind) for each in H]
        if self.players == 2:
            return np.asarray(1.0 - planes[0])
        found = np.empty((*planes[0].shape, self.players))
        for player, plane in enumerate(planes, -1):  # who has handed over is the last
            found[..., player] = plane
        found[..., -2] = 0.0
        found[..., -2] = np.maximum(1.0 - found.sum(axis=-1), 0.0)
        return found

    # --- players whose turns are known ------------------------------------------------------------

    def plane(self, numbers: Floats, kind: int, last: int = 0) -> Floats:
        """A view of what stands at the numbers of one kind of starts, at [c0, c1, ...], so many
        scores of the last one if it says so.
        """
        # Each score adds as much to a number whatever the others are.
        steps = [numbers.itemsize * (self.stride + weight) for weight in (*self.weights, 0)]
        begun = numbers[PAD + kind * self.columns :]
        shape = *(self.scores,) * (self.players - 1), last or self.scores
        return as_strided(begun, shape, steps)

    @property
    def by_player(self) -> list[list[int]]:
        """The kinds of all who are told apart, from the first one on: by their busts in a row."""
        each = self.counts**2
        movers = [(self._first - 1 + k) % self._movers for k in range(self._movers)]
        return [[*range(mover * each, (mover + 1) * each)] for mover in movers]

    def nodes(self, numbers: Floats, kinds: Sequence[int]) -> Floats:
        """What stands at the numbers of some kinds, at [own, others] or [own, others, kind]."""
        shape = self.scores, self.scores ** (self.players - 1)
        found = [self.plane(numbers, kind).reshape(shape) for kind in kinds]
        return found[0] if len(found) == 1 else np.stack(found, axis=-1)

    def linear(self, plans: Sequence[tuple[Any, ...]]) -> kernel.Sweep:
        """The kernel's object of players whose turns end as :class:`.Turns` has it."""
        nothing = np.zeros((self.players - 1, self.size))
        return self._sweep(nothing, None, None, self.rounding, plans)


@lru_cache(maxsize=8)
def ranks_of(game: Race, first: int) -> Ranks:
    """The turn starts of a race whose players are told apart, the first of whom has a seat."""
    return Ranks(game, first)
