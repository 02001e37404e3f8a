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

from dataclasses import replace

import numpy as np

from .arrays import NEGLIGIBLE, FarkleArrays, Floats, chances_of_a_turn

__all__ = ["bound_of"]

UNIT = 2.0**-53
"""The largest share by which rounding changes a number."""

APART = 2.0**20
"""K: payoffs are moved by at most a millionth or so, which few decisions notice."""

TRIES = 40
"""How often an assumed error is doubled until it proves itself."""


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
    goal, stride = tables.goal, tables.stride
    held = tables.held(np.ascontiguousarray(starts, dtype=np.float64))
    counts = np.bincount(tables.thrown)[tables.thrown]
    shares = (counts + 6) * UNIT
    stretched = tables.chances * (1.0 + APART * shares)
    most = _most_share(tables, shares)
    crude = 4.0 * most / APART
    # The least that any bank pays that lies ahead: at [own, opp].
    least = np.minimum.accumulate(held[:0:-1])[::-1][:goal]
    moved = held.copy()  # by K times the errors of what banking pays
    if len(tables.chase):
        wide_chase = chances_of_a_turn(replace(tables, chances=stretched), len(tables.chase) - 1)
        off = (wide_chase - tables.chase) / APART + crude + NEGLIGIBLE
        moved[goal:, :goal] += APART * off[tables.needs()]
    worst = 0.0
    excess, once, wide, leave = (np.zeros(stride) for _ in range(4))
    for total in range(2 * goal - 2, -1, -1):
        opp = np.arange(max(0, total - goal + 1), min(total, goal - 1) + 1)
        own = total - opp
        x = np.zeros(stride)
        x[opp] = held[own, opp]
        tables.farkle.turns(held, x, total, tables.chances, excess, leave)
        tables.farkle.turns(held, x, total, stretched, wide, leave)
        rounding = np.where(least[own, opp] >= x[opp], (wide - excess)[opp] / APART + crude, most)
        missed = np.abs((x + excess)[opp] - starts[own, opp]) + 4 * UNIT + rounding

        def image(errors: Floats) -> tuple[Floats, Floats]:
            """The errors that follow from those, and how fast they grow with them."""
            further = x.copy()
            further[opp] += APART * (errors[::-1] + UNIT)  # of the pairs' other turn starts
            tables.farkle.turns(moved, further, total, tables.chances, once, leave)
            grown = (once - excess)[opp] + (further - x)[opp]
            return missed + grown * (1.0 / APART) + crude, 1.0 - leave[opp]

        errors = np.full(len(opp), max(worst, UNIT))
        found, slope = image(errors)
        alone = np.maximum(found - slope * errors[::-1], 0.0)
        errors = 1.01 * (alone + slope * alone[::-1]) / (1.0 - slope * slope[::-1]) + UNIT
        for _ in range(TRIES):
            found, _ = image(errors)
            if (found <= errors).all():
                break
            errors = np.where(found > errors, 2.0 * np.maximum(found, errors), errors)
        else:
            return 1.0
        if not found.max() < 1.0:
            return 1.0
        moved[opp, own] += APART * (found + UNIT)
        worst = max(worst, float(found.max()))
    return worst


def _most_share(tables: FarkleArrays, shares: Floats) -> float:
    """The most that the shares of all throws of a turn add up to, on average, whatever one does."""
    after = np.where(tables.left, tables.left, tables.dice)

    def further(most: Floats) -> Floats:
        best = np.maximum.reduceat(most[after], tables.first[:-1])
        return np.bincount(tables.thrown, tables.chances * (best + shares))

    most = np.zeros(tables.dice + 1)
    while not (further(1.01 * most) <= 1.01 * most).all():  # then nothing can add up to more
        most = further(most)
    return 1.01 * float(most[tables.dice])
