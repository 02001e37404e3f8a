"""How far the turn starts of Farkle can be from the truth: an error bound after the fact.

Mathematics. A turn is worth f(h, x), the largest of functions that are linear in what banking pays
(h) and what a bust pays (x): f is convex and rises with both. Let v be bounds of the errors of all
h and of x. Then, for any K >= 1,

    f(z + v) - f(z) <= (f(z + K v) - f(z)) / K      and      f(z) - f(z - v) <= f(z + v) - f(z),

so one more turn, with payoffs that are K times as far off, bounds the error both ways; and K makes
the roundings of that turn itself small.

What roundings do to the turn: each changes a chance by a share that is known. Where no bank pays
less than the bust, the excess f - x is convex in the chances and rises with them, and is bounded as
above. Elsewhere (a last turn can make a bank worse than a bust) it is off by no more than the most
that shares can add up to, whatever one does until the turn ends.

A box of errors that the two equations of a pair map into itself holds the truth, by Brouwer's
theorem, and nothing else solves the equations, because every turn may end otherwise than by a bust.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from .arrays import NEGLIGIBLE, FarkleArrays, Floats

__all__ = ["bound_of"]

UNIT = 2.0**-53
"""The largest share by which rounding changes a number."""

APART = 2.0**20
"""K: payoffs are moved by at most a millionth or so, which few decisions notice."""

TRIES = 10
"""How often errors are assumed until they prove themselves."""


def bound_of(tables: FarkleArrays, starts: Floats) -> float:
    """A bound of the error of every turn start, whatever found them.

    Parameters
    ----------
    tables : FarkleArrays
    starts : float64 array (goal, goal)
        Any numbers between 0 and 1.

    Returns
    -------
    float
        At least ``abs(starts - truth).max()``, every rounding counted; 1 where nothing can be
        said. It takes about twice as long as a solve.
    """
    turns = _Turns.of(tables, starts)
    worst = 0.0
    for total in range(2 * tables.goal - 2, -1, -1):
        found = turns.errors(starts, total, worst)
        worst = max(worst, float(found.max()))
        if not worst < 1.0:
            return 1.0
    return worst


@dataclass
class _Turns:
    """Turns with the payoffs that were found, and with payoffs that are K times as far off."""

    tables: FarkleArrays
    held: Floats
    moved: Floats
    """``held`` and K times the errors of what banking pays, as far as they are known."""
    stretched: Floats
    """The chances and K times their roundings."""
    least: Floats
    """The least that any bank pays that lies ahead, at [own, opp]."""
    most: float
    """The most that the roundings of a turn add up to where those of chances do not say."""

    @classmethod
    def of(cls, tables: FarkleArrays, starts: Floats) -> _Turns:
        goal = tables.goal
        held = tables.held(np.ascontiguousarray(starts, dtype=np.float64))
        counts = np.bincount(tables.thrown)[tables.thrown]
        shares = np.asarray((counts + 6) * UNIT, dtype=np.float64)
        stretched = tables.chances * (1.0 + APART * shares)
        moved, most = held.copy(), _most_share(tables, shares)
        if len(tables.chase):
            wide = replace(tables, chances=stretched).chances_of(len(tables.chase) - 1)
            off = (wide - tables.chase) / APART + 4.0 * most / APART + NEGLIGIBLE
            moved[goal:, :goal] += APART * off[tables.needs()]
        least = np.minimum.accumulate(held[:0:-1])[::-1][:goal]
        return cls(tables, held, moved, stretched, least, most)

    def errors(self, starts: Floats, total: int, guess: float) -> Floats:
        """Bounds of the errors of the turn starts of one total; those of larger ones are known."""
        goal, crude = self.tables.goal, 4.0 * self.most / APART
        opp = np.arange(max(0, total - goal + 1), min(total, goal - 1) + 1)
        own = total - opp
        x = np.zeros(self.tables.stride)
        x[opp] = self.held[own, opp]
        excess, leave = self.tables.excess(self.held, x, total, self.tables.chances)
        wide, _ = self.tables.excess(self.held, x, total, self.stretched)
        above = self.least[own, opp] >= x[opp]
        rounding = np.where(above, (wide - excess)[opp] / APART + crude, self.most)
        missed = np.abs((x + excess)[opp] - starts[own, opp]) + 4 * UNIT + rounding
        slope = 1.0 - leave[opp]

        def image(errors: Floats) -> Floats:
            """The errors that follow from those."""
            further = x.copy()
            further[opp] += APART * (errors[::-1] + UNIT)  # of the pairs' other turn starts
            once, _ = self.tables.excess(self.moved, further, total, self.tables.chances)
            grown = (once - excess)[opp] + (further - x)[opp]
            return np.asarray(missed + grown / APART + crude)

        # They grow with each other by their slopes, or faster where a decision is a tie: then by
        # the chord of image, which is convex, from the errors to twice as much.
        growth, errors = slope, np.full(len(opp), max(guess, UNIT))
        for _ in range(TRIES):
            alone = np.maximum(image(errors) - growth * errors[::-1], 0.0)
            coupled = np.minimum(growth * growth[::-1], 1.0 - UNIT)
            errors = 1.01 * (alone + growth * alone[::-1]) / (1.0 - coupled) + UNIT
            found = image(errors)
            if (found <= errors).all():
                self.moved[opp, own] += APART * (found + UNIT)
                return found
            growth = np.maximum(slope, (image(2.0 * errors) - found) / errors[::-1])
        return np.ones(len(opp))


def _most_share(tables: FarkleArrays, shares: Floats) -> float:
    """The most that the shares of all throws of a turn add up to, on average, whatever one does."""
    after = np.where(tables.left, tables.left, tables.dice)

    def further(most: Floats) -> Floats:
        best = np.maximum.reduceat(most[after], tables.first[:-1])
        weighed = np.bincount(tables.thrown, tables.chances * (best + shares))
        return weighed.astype(np.float64)

    most = np.zeros(tables.dice + 1)
    for _ in range(tables.height):  # each throw gains a unit: a turn has no more of them
        most = further(most)
        if (further(1.01 * most) <= 1.01 * most).all():  # then nothing can add up to more
            break
    return 1.01 * float(most[tables.dice])
