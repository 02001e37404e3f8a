"""An equilibrium of one cell, where best replies to each other do not settle.

What a mover does depends on one number, x: what a bust of his is worth to himself. As x grows he
rolls more, so his plans are pieces of an interval of x, one after the other, and at the x between
two pieces he is indifferent between two things: ``one_turn`` says which. A pure equilibrium takes
one piece for each mover, such that the x that follow lie in the pieces taken. A mixed one has some
movers between two pieces, with weights that put the x of the others exactly there. There are few
pieces, so all are tried, near what best replies led to at first. By Kakutani's theorem there is one
or the other; none is found where two plans that meet differ in several decisions that are tied at
the same x.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise, product
from typing import Any, NamedTuple

import numpy as np

from ...games import starts
from ...kernels import Floats
from ...kernels.cells import Sweep
from .one_turn import UNMIXED, Mix, OneTurn, Worths, play
from .ranks import Ranks
from .solution import Cell

WINDOWS = 0.01, 0.1, 1.0
"""How far around the x that stand there plans are looked for."""
ALIKE = 1e-14
"""Plans that differ by no more of the chance to leave differ only where no turn comes."""
MET = 1e-12
"""Rows that differ by no more are the same, computed twice."""
MOST_PROFILES = 200_000
"""Profiles that are tried in one cell."""


class Piece(NamedTuple):
    """One plan of a mover and the x for which he takes it: low < x <= high."""

    row: Floats
    """What his turn is worth without its bust, by player from him on; and leave."""
    low: float
    high: float


class Between(NamedTuple):
    """A mover between two plans, who is indifferent between two things."""

    without: Floats
    """The row of the plan that never takes that at ``place``."""
    taken: Floats
    """The row of the one that always does."""
    x: float
    place: int
    """Where he is, as in ``Mix``."""


class Equilibrium(NamedTuple):
    """Values of a cell that satisfy the equations of all its movers."""

    values: Floats
    """(n, n): by mover, and by player from the mover on."""
    mixing: tuple[tuple[int, int, float], ...]
    """(mover, place, chance) of all who mix, as in ``Mix``."""


class CellSearch:
    """The search for an equilibrium of one cell, those of later ranks being solved."""

    def __init__(self, ranks: Ranks, sweep: Sweep, H: Floats, number: int) -> None:
        self._ranks, self._sweep, self._H = ranks, sweep, H
        self.players: int = ranks.players
        self.cycle: list[tuple[tuple[int, ...], int]] = [ranks.start_of(number)]
        """The scores and the kind of the starts of the cell, in the order of the movers."""
        for _ in range(self.players - 1):
            (own, *others), kind = self.cycle[-1]
            self.cycle.append(((*others, own), ranks.next_kind(kind)))
        # Where the scores repeat, movers are in the same state and do the same.
        self.movers: int = len({*self.cycle})
        # A player is c - k from the mover k places on if he is c from this one.
        self._seen = [np.roll(np.arange(self.players), k) for k in range(self.players)]
        self._now = [float(H[0, ranks.number(*one)]) for one in self.cycle]

    def equilibrium(self) -> Equilibrium | None:
        """The first that is found: a pure one, if there is one near the values that stand there."""
        for self._near_by in WINDOWS:
            self.__dict__.pop("_narrowed", None)
            self.__dict__.pop("_plans", None)
            for chosen in chain(self._profiles(False), sorted(self._profiles(True))):
                if (found := self._tried(chosen)) is not None:
                    return found
        return None

    # --- plans --------------------------------------------------------------------------------

    def _row(self, m: int, x: float) -> Floats:
        """A mover's turn with what is best at x: without its bust by player from him on; leave."""
        row, n = np.empty(self.players), self.players
        self._sweep.row(*self._places[m], x, row)
        return np.array([*row[: n - 1], row[n - 1] - row[: n - 1].sum(), row[n - 1]])

    @cached_property
    def _places(self) -> list[tuple[int, int]]:
        return [self._ranks.lane_of(*one) for one in self.cycle]

    def _pieces(self, m: int) -> list[Piece]:
        """A mover's pieces near what a bust is worth to him now.

        What he has is convex and piecewise linear in x: where two pieces meet, or would meet if
        nothing lay between them, is where it is looked at next.
        """

        def own(row: Floats, x: float) -> float:
            return float(row[0] + (1.0 - row[-1]) * x)

        def between(a: float, first: Floats, b: float, last: Floats) -> list[tuple[Floats, float]]:
            """The rows from a to b and up to where each is taken."""
            if np.abs(first - last).max() <= ALIKE * max(first[-1], last[-1]):
                return [(last, b)]
            if first[-1] == last[-1]:
                return [(first, a), (last, b)]
            at = float((last[0] - first[0]) / (last[-1] - first[-1]))
            if not a < at < b:
                return [(first, min(max(at, a), b)), (last, b)]
            row = self._row(m, at)
            if own(row, at) <= own(first, at) + ALIKE:
                return [(first, at), (last, b)]
            return between(a, first, at, row) + between(at, row, b, last)

        x = self._now[(m + 1) % self.players]
        low, high = max(x - self._near_by, 0.0), min(x + self._near_by, 1.0)
        here: list[Piece] = []
        for row, until in between(low, self._row(m, low), high, self._row(m, high)):
            if here and np.abs(here[-1].row - row).max() <= ALIKE * row[-1]:
                here[-1] = here[-1]._replace(high=until)
            else:
                here.append(Piece(row, here[-1].high if here else low - 1e-12, until))
        here[-1] = here[-1]._replace(high=high + 1e-12)
        return here

    @cached_property
    def _narrowed(self) -> tuple[list[list[Piece]], Floats]:
        """For each mover the pieces that may be his, and the x of all movers for each choice.

        Each x is affine in each weight of a mixture, so whoever mixes, it lies between those of
        the choices of pieces: what no choice comes near is left out, again and again.
        """
        pieces = [self._pieces(m) for m in range(self.movers)]
        while True:
            x = self._x_of_all(pieces)
            if not np.isfinite(x).all():
                return pieces, x
            each = x.reshape(self.movers, -1)
            least, most = each.min(axis=1) - 1e-12, each.max(axis=1) + 1e-12
            kept = [
                [one for one in here if one.low <= most[m] and one.high >= least[m]]
                for m, here in enumerate(pieces)
            ]
            if list(map(len, kept)) == list(map(len, pieces)):
                return pieces, x
            pieces = kept

    @cached_property
    def _plans(self) -> tuple[list[list[Piece]], list[list[Between | None]]]:
        """For each mover the pieces that may be his, and what lies between two of them."""
        pieces, _ = self._narrowed
        return pieces, [
            [self._edge(m, piece, after.row) for piece, after in pairwise(here)]
            for m, here in enumerate(pieces)
        ]

    def _edge(self, m: int, piece: Piece, after: Floats) -> Between | None:
        game, start, n = self._ranks.game, self._ranks.as_start(*self.cycle[m]), self.players
        turn = OneTurn(Worths(self._ranks, self._H), start)
        # Who hands over and nothing else changes has what x says.
        bank, bust, wipe = (
            np.pad(row, [*[(0, 0)] * (row.ndim - 1), (0, 1)])
            for row in (turn.bank, turn.bust, turn.wipe)
        )
        bank[0] = np.eye(n + 1)[n]
        if starts.bust(game, start) == starts.next_start(game, start, start.scores[0]):
            bust = bank[turn.past :] = bank[0]

        def begun(x: float, mix: Mix = UNMIXED) -> tuple[Floats, dict[int, float]]:
            played = play(turn.tables, bank, bust, wipe, turn.least, turn.limit, mix, x)
            return played.roll[0, turn.tables.start], played.near

        def alike(row: Floats, found: Floats) -> bool:
            return bool(np.abs(found - np.append(row[:n], 1.0 - row[n])).max() < MET)

        for place, x in begun(piece.high)[1].items():
            never, always = (begun(x, Mix(place, weight))[0] for weight in (0.0, 1.0))
            for without, taken in ((piece.row, after), (after, piece.row)):
                if alike(without, never) and alike(taken, always):
                    return Between(without, taken, x, place)
        return None

    # --- equilibria ---------------------------------------------------------------------------

    def _closed(self, rows: Sequence[Floats], m: int) -> Floats:
        """What the m-th start of the cell is worth to all when each mover has a row.

        Rows (n + 1, …) may be many at once. As in the kernel:
        W_0 = A_0 + q_0 A_1 + q_0 q_1 A_2 + … over 1 - q_0 q_1 …
        """
        n = self.players
        worth, leave, through = np.zeros(()), np.zeros(()), np.ones(())
        for k in range(n):
            row = rows[(m + k) % n % self.movers]
            worth = worth + through * row[self._seen[k]]
            leave = leave + through * row[n]
            through = through * (1.0 - row[n])
        with np.errstate(divide="ignore", invalid="ignore"):  # of who would never leave
            return np.asarray(worth / leave)

    def _along(self, m: int, numbers: Sequence[Any]) -> Floats:
        """Numbers along the axis of a mover, where profiles have one for each."""
        return np.reshape(numbers, [-1 if k == m else 1 for k in range(self.movers)])

    def _x_of_all(self, pieces: list[list[Piece]]) -> Floats:
        """The x of all movers, (movers, pieces, …), whichever pieces are taken."""
        counts = [len(piece) for piece in pieces]
        if np.prod(counts) > MOST_PROFILES:
            return np.full((self.movers, *counts), np.nan)
        rows = [
            np.stack([self._along(m, part) for part in zip(*[piece.row for piece in here])])
            for m, here in enumerate(pieces)
        ]
        found = [self._closed(rows, (m + 1) % self.players)[-1] for m in range(self.movers)]
        return np.stack(np.broadcast_arrays(*found))

    def _x(self, rows: Sequence[Floats], m: int) -> float:
        return float(self._closed(rows, (m + 1) % self.players)[-1])

    def _profiles(self, mixing: bool) -> Iterator[tuple[int, ...]]:
        """Profiles that may be equilibria, in which somebody mixes or nobody: a number for each
        mover.

        0, 1, … are his pieces, and what lies between two of them follows. Each x is affine in each
        weight, so it lies between those of the corners: the pieces on both sides of all who mix.
        """
        (pieces, between), (_, every) = self._plans, self._narrowed
        if mixing and not np.isfinite(every).all():
            return
        # What a bust is worth to a mover does not depend on his own weight: another one who mixes
        # makes him indifferent, be it one with the same scores who mixes as he does.
        least = 2 if self.movers == self.players else 1
        for mixes in product((False, True), repeat=self.movers):
            if sum(mixes) < least if mixing else any(mixes):
                continue
            low, high = every, every
            for mixer in np.flatnonzero(mixes).tolist():
                low, high = (
                    end(np.moveaxis(one, mixer + 1, 0)[:-1], np.moveaxis(one, mixer + 1, 0)[1:])
                    for end, one in ((np.minimum, low), (np.maximum, high))
                )
                low, high = (np.moveaxis(one, 0, mixer + 1) for one in (low, high))
            taken = np.ones(low.shape[1:], dtype=bool)
            for m, (here, edges) in enumerate(zip(pieces, between)):
                if mixes[m]:
                    first = last = tuple(edge.x if edge else np.inf for edge in edges)
                else:
                    _, first, last = zip(*here)
                taken &= low[m] - 1e-12 <= self._along(m, last)
                taken &= high[m] + 1e-12 >= self._along(m, first)
            for places in np.argwhere(taken).tolist():
                yield tuple(n + mixed * len(here) for n, mixed, here in zip(places, mixes, pieces))

    def _tried(self, chosen: tuple[int, ...]) -> Equilibrium | None:
        """The equilibrium of a profile, if it is one: with the weights that make those who mix
        indifferent, by Newton's method.
        """
        pieces, between = self._plans
        profile = [
            here[n] if n < len(here) else edges[n - len(here)]
            for n, here, edges in zip(chosen, pieces, between)
        ]
        edges = {m: one for m, one in enumerate(profile) if isinstance(one, Between)}
        if None in profile:
            return None

        def rows(weights: Floats) -> list[Floats]:
            found: list[Any] = [getattr(one, "row", None) for one in profile]
            for (m, edge), weight in zip(edges.items(), weights.tolist()):
                found[m] = edge.without + weight * (edge.taken - edge.without)
            return found

        def off(weights: Floats) -> Floats:
            mixed = rows(weights)
            return np.array([self._x(mixed, m) - edge.x for m, edge in edges.items()])

        weights = np.full(len(edges), 0.5)
        for _ in range(30 if edges else 0):
            miss = off(weights)
            step = 1e-3 * np.eye(len(edges))
            slopes = np.column_stack([(off(weights + one) - miss) / 1e-3 for one in step])
            try:
                move = np.linalg.solve(slopes, miss)
            except np.linalg.LinAlgError:
                return None
            if not np.isfinite(move).all() or np.abs(move).max() > 1e3:
                return None
            weights = weights - move
            if np.abs(move).max() < 1e-12 or np.abs(miss).max() < 1e-16:
                break
        if not (np.abs(off(weights)) < 1e-14).all() or not ((weights > 0) & (weights < 1)).all():
            return None
        found = rows(weights)
        for m, one in enumerate(profile):
            if isinstance(one, Piece) and not one.low < self._x(found, m) <= one.high:
                return None
        values = np.stack([self._closed(found, m) for m in range(self.players)])
        mixing = [(m, edge.place, w) for (m, edge), w in zip(edges.items(), weights.tolist())]
        return Equilibrium(values, tuple(mixing))


class Searched:
    """What is found of cells in which best replies to each other do not settle."""

    def __init__(self) -> None:
        self.mixing: dict[int, Mix] = {}
        """By number of a tuple how its mover mixes: those of the first seat come first."""
        self.cells: list[Cell] = []
        self.unsolved: int = 0

    def search(self, ranks: Ranks, H: Floats, sweep: Sweep, number: int) -> None:
        """Search the cell of a start and write what its starts are worth."""
        search, game, modes = CellSearch(ranks, sweep, H, number), ranks.game, ranks.game.modes
        taken, n = search.equilibrium(), ranks.players
        places = ranks.tables[0].cells

        def points(scores: tuple[int, ...]) -> tuple[int, ...]:
            return tuple([game.unit * score for score in scores])

        scores = min(search.cycle, key=lambda one: one[::-1])[0]
        if taken is None:
            self.unsolved += 1
            self.cells.append(Cell(points(scores), "none", ()))
            return
        for one, row in zip(search.cycle, taken.values):
            H[:, ranks.number(*one)] = np.clip(np.roll(row, 1)[: n - 1], 0.0, 1.0)
        kinds: dict[bool, list[tuple[Any, ...]]] = {True: [], False: []}
        for mover, place, weight in taken.mixing:
            mine, kind = search.cycle[mover]
            at = int(np.ravel_multi_index((kind, *mine), (ranks.kinds, *[ranks.scores] * n)))
            self.mixing[at] = Mix(place, weight)
            units, mode = places[abs(place)].tolist()
            named = () if game.turn.roll is not None else (modes[mode],)
            kinds[place > 0].append((points(mine), game.unit * units, *named, weight))
        if taken.mixing:
            self.cells.append(Cell(points(scores), "mixed", *map(tuple, kinds.values())))
