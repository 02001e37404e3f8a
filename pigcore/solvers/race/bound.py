"""How far turn starts can be from the truth: an error bound after the fact, for any table."""

from __future__ import annotations

from decimal import ROUND_UP, Context, Decimal
from fractions import Fraction

import numpy as np

from ...games.race import Race
from ...kernels.race_doubled import DoubledRace
from .arrays import Floats, RaceArrays

__all__ = ["bound_of", "doubled", "rounded_up"]

HALF_UNIT = 2.0**-54
"""Rounding a number between 0 and 1 to a double loses no more."""

WIPES = 6
"""How often the errors of what wipes pay are guessed at most."""


def bound_of(tables: RaceArrays, starts: Floats) -> float:
    """A bound of the error of every turn start, whatever method found them.

    Parameters
    ----------
    tables : RaceArrays
    starts : float64 array (goal, goal)
        Any numbers between 0 and 1.

    Returns
    -------
    float
        At least ``abs(starts - truth).max()``, every rounding counted; 1 where nothing can be
        said. By convention two dead players' turn starts are 1/2.

    Notes
    -----
    ``pigcore/kernels/race_bound.pxi`` has the mathematics. It takes O(goal**3 x gains) time, about
    half as long as a solve; three times that and more where throws can wipe.

    Examples
    --------
    >>> import pigcore
    >>> pig = pigcore.solve(pigcore.Pig())
    >>> 0 < bound_of(RaceArrays.of(pig.game), pig.starts) < 1e-13
    True
    >>> 1e-6 <= bound_of(RaceArrays.of(pig.game), abs(pig.starts - 1e-6)) < 1e-4
    True
    """
    starts = np.ascontiguousarray(starts, dtype=np.float64)
    held, doubts = tables.held(starts), tables.nothing_held()

    def column(wiped: float) -> float:
        """The largest error of what wipes pay, if ``wiped`` bounds it where it is used."""
        tables.race.doubts(starts, held, doubts, wiped)
        return float(doubts[0, : tables.goal].max())

    least = column(0.0)
    if tables.wipe:
        # The column's errors follow from themselves by a contraction that is all but affine: a box
        # that it maps into itself holds the truth, by Brouwer's theorem.
        guess, proved = 10.0 * least, 1.0
        for _ in range(WIPES):
            image = column(guess)
            slope = (image - least) / guess
            if image <= guess:
                proved = image  # what lies in the box lies in its image as well
            fixed = 1.01 * least / (1.0 - slope) if slope < 1.0 else 1.0
            if guess >= 1.0 or proved <= 1.1 * fixed:
                break
            guess = min(fixed if image <= guess else max(4.0 * guess, fixed), 1.0)
        if proved >= 1.0:
            return 1.0
        column(proved)
    return min(float(doubts[: tables.goal, : tables.goal].max()), 1.0)


def doubled(game: Race, tables: RaceArrays, guess: Floats) -> tuple[Floats, float]:
    """Turn starts computed in pairs of doubles, rounded to doubles, and their error bound.

    Parameters
    ----------
    game : Race
        One without wipes.
    tables : RaceArrays
        Those of the game.
    guess : float64 array (goal, goal)

    Returns
    -------
    starts : float64 array (goal, goal)
    float
        At least ``abs(starts - truth).max()``.

    Notes
    -----
    ``pigcore/kernels/race_doubled.pyx`` has the mathematics; about a hundred times as slow as a
    solve.
    """
    most = game.goal + 1 if tables.exact else game.goal
    weights: dict[int, Fraction] = {}
    for gain, chance in game.roll.gains:
        gain = min(gain, most)
        weights[gain] = weights.get(gain, Fraction(0)) + chance
    chances = np.array([(float(p), float(p - Fraction(float(p)))) for p in weights.values()])
    starts, errors = np.array(guess, dtype=np.float64), np.empty_like(guess)
    race = DoubledRace(
        tables.gains, chances.reshape(-1, 2), tables.bust, tables.exact, tables.landing, tables.dead
    )
    race.solve(starts, errors)
    return starts, float(min(errors.max() + HALF_UNIT, 1.0))


def rounded_up(bound: float) -> str:
    """A bound in two digits that are no smaller than it is.

    Examples
    --------
    >>> rounded_up(1.21e-14), rounded_up(2e-14)
    ('1.3e-14', '2.1e-14')
    """
    return f"{Context(prec=2, rounding=ROUND_UP).plus(Decimal(bound)):.1e}"
