"""How far the turn starts of a race can be from the truth: an error bound after the fact.

Of single rolls ``pigcore/kernels/race_bound.pxi`` has the mathematics. Of turns of any kind:

A turn is worth f(h, x, w), the largest of functions that are linear in what banking
pays (h), what handing over as one is pays (x) and what a wipe pays (w): f is convex and rises with
all of them. Let v be bounds of the errors of all these. Then, for any K >= 1,

    f(z + v) - f(z) <= (f(z + K v) - f(z)) / K      and      f(z) - f(z - v) <= f(z + v) - f(z),

so one more turn, with payoffs that are K times as far off, bounds the error both ways; and K makes
the roundings of that turn itself small.

What roundings do to the turn: each changes a chance by a share that is known. Where nothing pays
less than x, the excess f - x is convex in the chances and rises with them, and is bounded as above.
Elsewhere (a wipe is worse; a last turn can make a bank worse than a bust) it is off by no more than
the most that shares can add up to, whatever one does until the turn ends.

A box of errors that the two equations of a pair map into itself holds a solution, by Brouwer's
theorem. If there were another one, both equations would be as steep as can be all the way between
them, and above: then errors grow by each other without loss, and nothing is said. What wipes are
paid by is bounded around all pairs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .arrays import DEAD, NEGLIGIBLE, THROWS, Floats, Indices, RaceArrays

__all__ = ["APART", "UNIT", "bound_of", "most_share"]

UNIT = 2.0**-53
"""The largest share by which rounding changes a number."""

APART = 2.0**20
"""K: payoffs are moved by at most a millionth or so, which few decisions notice."""

TRIES = 10
"""How often errors are assumed until they prove themselves."""

LONGEST = 100_000
"""Turns of more throws are not looked into."""

GUESSES, STRIDE = 24, 30.0
"""How often the errors of what wipes pay are guessed at most, and how much larger each time."""

CLOSE = 4.0
"""Errors of at most this many times those that are there if wipes pay the truth are near enough."""

TINY = 1e-100
"""No guess is smaller."""


def bound_of(
    tables: RaceArrays,
    starts: Floats,
    others: RaceArrays | None = None,
    other_starts: Floats | None = None,
) -> float:
    """At least the largest error of turn starts, whatever method found them; 1 where nothing is
    known.

    ``others`` and ``other_starts`` are the opponent's, if he has another turn. By convention two
    dead players' turn starts are 1/2. It takes about as long as a solve, and some ten times where
    throws can wipe and turns have several modes.
    """
    starts = np.ascontiguousarray(starts, dtype=np.float64)
    if tables.single:
        return _bound_of_rolls(tables, starts)
    if others is None or other_starts is None:
        turns = _Turns((_Side.of(tables, starts, starts),))
    else:
        rival = np.ascontiguousarray(other_starts, dtype=np.float64)
        sides = _Side.of(tables, starts, rival), _Side.of(others, rival, starts)
        turns = _Turns(sides)
    if not turns.most < 1.0:
        return 1.0
    if not _column_is_bounded(turns.column_errors, tables.goal, tables.wipes):
        return 1.0
    return min(max(float(side.found.max()) for side in turns.sides), 1.0)


def _bound_of_rolls(tables: RaceArrays, starts: Floats) -> float:
    held, above, below = tables.held(starts), tables.nothing_held(), tables.nothing_held()

    def column_errors(wiped: Floats) -> Floats:
        tables.race.errors(starts, held, above, below, wiped)
        column: Floats = np.maximum(above[0], below[0])[: tables.goal]
        return column

    if not _column_is_bounded(column_errors, tables.goal, tables.wipes):
        return 1.0
    bound = max(float(errors[: tables.goal, : tables.goal].max()) for errors in (above, below))
    return bound if bound < 1.0 else 1.0


def _column_is_bounded(errors: Callable[[Floats], Floats], goal: int, wipes: bool) -> bool:
    """Whether the errors of what wipes pay are bounded.

    ``errors(wiped)`` bounds them if ``wiped`` does where wipes are paid, score by score. Called
    last with a bound that was found.

    Notes
    -----
    The errors follow from themselves by a contraction J that is all but affine: a box that it maps
    into itself holds the truth, by Brouwer's theorem. How much a box shrinks depends on its shape:
    at scores from which hardly anybody reaches the goal but by way of a wipe, an error is as large
    as that at 0, which is small. Images of a box take the shape that shrinks most. If one of a
    shape v has J v <= s v with s < 1, then t v is large enough where t >= least / ((1 - s) v).
    """
    least = errors(np.zeros(goal))
    if not wipes:
        return True
    guess, proved = np.maximum(CLOSE * least, TINY), None
    for _ in range(GUESSES):
        image = errors(guess)
        slope = float(((image - least) / guess).max())
        fits = bool((image <= guess).all())
        shape = np.maximum(image, TINY)
        if fits:
            proved = image  # what lies in the box lies in its image as well
            if (guess <= np.maximum(CLOSE * least, TINY)).all():
                return True
        if slope < 1.0:
            following = shape * (1.01 * float((least / shape).max()) / (1.0 - slope))
        else:  # or more decisions come into doubt as errors grow
            following = STRIDE * shape
        if (proved is not None and not following.max() < proved.max() / 1.1) or guess.min() >= 1.0:
            break
        guess = np.minimum(following, 1.0)
    if proved is None:
        return False
    errors(proved)
    return True


@dataclass
class _Side:
    """One player's turns with the payoffs that were found, and with some that are further off."""

    tables: RaceArrays
    starts: Floats
    held: Floats
    beyond: Floats
    """``held`` and K times the errors of what banking pays from the goal on."""
    moved: Floats
    """The same below the goal as well, as far as they are known."""
    shares: Floats
    """By how much rounding changes the chances of a throw at most, for each mode."""
    least: Floats
    """The least that anything pays that lies ahead but x, at [own, opp]."""
    most: float
    """The most that the roundings of a turn add up to where those of chances do not say."""
    found: Floats
    """The errors of turn starts, (goal, goal)."""

    @classmethod
    def of(cls, tables: RaceArrays, starts: Floats, others: Floats) -> _Side:
        """Turns that are worth ``starts`` where the opponent's are worth ``others``."""
        goal = tables.goal
        held = tables.held(others)
        counts = np.bincount(tables.owner, minlength=len(tables.may))
        shares = np.asarray((counts + 8) * UNIT, dtype=np.float64)
        most = most_share(tables, shares)
        beyond = held.copy()
        if len(tables.chase):
            wide = replace(tables, chances=tables.chances * (1.0 + APART * shares[tables.owner]))
            chase = wide.followed(tables.further).chase
            off = (chase - tables.chase) / APART + 4.0 * most / APART + NEGLIGIBLE
            off += tables.tie_growth * (4.0 * most + 2 * UNIT)
            beyond[goal:, :goal] += APART * off[tables.needs()]
        least = np.minimum.accumulate(held[:0:-1])[::-1][:goal]
        away = tables.landing != np.arange(goal)
        least[away] = np.minimum(least[away], held[tables.landing[away]])
        if tables.wipes:
            least = np.minimum(least, held[0])
        found = np.zeros((goal, goal))
        return cls(tables, starts, held, beyond, beyond, shares, least, most, found)

    def begin(self, opp: Indices, own: Indices, column: Floats, most: float) -> _Known:
        """The turns of one total, with the payoffs that were found."""
        tables, starts, total = self.tables, self.starts[own, opp], int(own[0] + opp[0])
        x = np.zeros(tables.stride)
        x[opp] = self.held[own, opp]
        leave = np.zeros(tables.stride)
        excess = tables.excess(self.held, x, total, column=column, leave=leave)
        wide = tables.excess(
            self.held,
            x,
            total,
            tables.chances * (1.0 + APART * self.shares[tables.owner]),
            tables.thrown * (1.0 + APART * self.shares[:, None]),
            column,
        )
        above = self.least[own, opp] >= x[opp]
        slip = 4.0 * most / APART
        rounding = np.where(above, (wide - excess)[opp] / APART + slip, most)
        missed = np.abs((x + excess)[opp] - starts) + 6 * UNIT + rounding
        mine, his = tables.dead[own], tables.dead[opp]
        settled = ((mine == DEAD) & (his > 0)) | ((his == DEAD) & (mine > 0))
        agreed = np.abs(starts - np.where(mine == his, 0.5, his == DEAD)) + UNIT
        return _Known(x, excess, missed, settled, agreed, 1.0 - leave[opp], self._beside(own, opp))

    def grown(
        self, opp: Indices, total: int, known: _Known, errors: Floats, wiped: Floats
    ) -> Floats:
        """K times by how much more the turns are worth where others' are off by ``errors``."""
        further = known.x.copy()
        further[opp] += APART * (errors + UNIT)
        once = self.tables.excess(self.moved, further, total, column=wiped)
        grown: Floats = (once - known.excess)[opp] + (further - known.x)[opp]
        return grown

    def _beside(self, own: Indices, opp: Indices) -> Floats:
        """The largest error of a turn start at which one of the two has a unit more."""
        edge = self.tables.goal - 1
        further, his = np.minimum(own + 1, edge), np.minimum(opp + 1, edge)
        return np.maximum(
            self.found[further, opp] * (own < edge), self.found[own, his] * (opp < edge)
        )


class _Known(NamedTuple):
    """What one player's turns of one total come to, by the opponent."""

    x: Floats
    excess: Floats
    missed: Floats
    """How far the turn starts are from their equations at most."""
    settled: NDArray[np.bool_]
    agreed: Floats
    """Where they are settled, how far they are from that."""
    slope: Floats
    beside: Floats


@dataclass
class _Turns:
    """The turns of both players, who have one side where they play alike.

    Errors of a total are one row, those of the first player and then those of the second, by the
    opponent's score: backwards it has the pairs' other turn starts.
    """

    sides: tuple[_Side, ...]

    @property
    def most(self) -> float:
        """The most that the roundings of a turn add up to."""
        return max(side.most for side in self.sides)

    def column_errors(self, wiped: Floats) -> Floats:
        """Errors of what wipes are paid by that follow from those, by score; and all the others."""
        first = self.sides[0]
        goal, stride = first.tables.goal, first.tables.stride
        column = np.zeros(stride)
        column[:goal] = first.starts[:, 0]
        for side in self.sides:
            side.moved = side.beyond.copy()
        further = column.copy()
        further[:goal] -= APART * (wiped + 2 * UNIT)
        worst, off = 0.0, float(wiped.max())
        for total in range(2 * goal - 2, -1, -1):
            opp = np.arange(max(0, total - goal + 1), min(total, goal - 1) + 1)
            errors = self._errors(opp, total - opp, column, further, worst, off)
            worst = max(worst, float(errors.max()))
            if not worst < 1.0:
                first.found[:] = 1.0
                break
            parts = np.split(errors, len(self.sides))
            for side, other, part in zip(self.sides, self.sides[::-1], parts):
                other.moved[opp, total - opp] += APART * (part + UNIT)
                side.found[total - opp, opp] = part
        return first.found[:, 0].copy()

    def _errors(
        self, opp: Indices, own: Indices, column: Floats, wiped: Floats, guess: float, off: float
    ) -> Floats:
        """Bounds of the errors of the turn starts of one total; those of larger ones are known."""
        most, total = self.most, int(own[0] + opp[0])
        known = [side.begin(opp, own, column, most) for side in self.sides]
        _, _, missed, settled, agreed, slope, beside = map(np.concatenate, zip(*known))
        slip = 4.0 * most / APART

        def image(errors: Floats) -> Floats:
            """The errors that follow from those."""
            others = np.split(errors[::-1], len(known))
            parts = zip(self.sides, known, others)
            grown = np.concatenate(
                [side.grown(opp, total, one, part, wiped) for side, one, part in parts]
            )
            large = 4.0 * (most + UNIT) * max(float(errors.max()), guess, off)
            return np.where(settled, agreed, missed + grown / APART + slip + large)

        # Most are hardly larger than those beside them. They grow with each other by their slopes,
        # or faster where a decision is a tie: then by the chord of image, which is convex, from the
        # errors to twice as much.
        growth, errors = slope, 1.01 * beside + UNIT
        for tries in range(TRIES + 1):
            found = image(errors)
            steep = (found - missed) / errors[::-1]
            apart = settled | (steep * steep[::-1] < 1.0 - 4.0 / APART)
            if (found <= errors).all() and apart.all():
                return found
            if tries:
                growth = np.maximum(slope, (image(2.0 * errors) - found) / errors[::-1])
            alone = np.maximum(found - growth * errors[::-1], 0.0)
            coupled = np.minimum(growth * growth[::-1], 1.0 - UNIT)
            errors = 1.01 * (alone + growth * alone[::-1]) / (1.0 - coupled) + UNIT
        return np.ones(len(found))


def most_share(tables: RaceArrays, shares: Floats) -> float:
    """The most that the shares of all throws of a turn add up to, on average, whatever one does.

    Infinite where nothing is found.
    """
    throws = tables.may & THROWS > 0

    def further(most: Floats) -> Floats:
        best = np.maximum.reduceat(most[tables.after], tables.first[:-1])
        weighed = np.bincount(tables.owner, tables.chances * best, len(most))
        return np.where(throws, weighed + shares, 0.0)

    most = np.zeros(len(tables.may))
    # A throw gains a unit, or leads to another mode: a turn has no more of them than that.
    longest = tables.height * (len(most) if (tables.gains == 0).any() else 1)
    for _ in range(min(longest, LONGEST)):
        most = further(most)
        if (further(1.01 * most) <= 1.01 * most).all():  # then nothing can add up to more
            return 1.01 * float(most[tables.start])
    return 1.01 * float(most[tables.start]) if longest <= LONGEST else np.inf
