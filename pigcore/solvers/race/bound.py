"""How far turn starts can be from the truth: an error bound after the fact, for any table."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from ...games.race import Race
from ...kernels.race_doubled import DoubledRace
from .arrays import Floats, RaceArrays
from .newton import Anderson

__all__ = ["LARGEST", "bound_of", "close_bound_of", "compared", "doubled"]

LARGEST = 200
"""Games to larger goals are not solved in pairs of doubles, which would take minutes."""

HALF_UNIT = 2.0**-54
"""Rounding a number between 0 and 1 to a double loses no more."""

GUESSES, STRIDE = 12, 30.0
"""How often the errors of what wipes pay are guessed at most, and how much larger each time."""

PASSES = 20
"""How often what wipes pay is solved for in pairs of doubles at most."""

SETTLED = 1e-24
"""Changes below this do not show in doubles, be they multiplied by 10,000,000."""

NEAR = 100
"""A bound of this many times the error is near enough."""

SMALL = 1e-13
"""Bounds of at most this are near enough, too."""


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
        tables.race.doubts(starts, held, doubts, wiped)
        return float(doubts[0, : tables.goal].max())

    if _column_bound(column, tables.wipe > 0) >= 1.0:
        return 1.0
    return min(float(doubts[: tables.goal, : tables.goal].max()), 1.0)


def close_bound_of(game: Race, tables: RaceArrays, starts: Floats) -> float | None:
    """The same, within a factor of 100 of the true error or of 1e-15 where chances are mild.

    Where ``bound_of`` counts what happens to cancel, as it does where most throws wipe, the game is
    solved in pairs of doubles and ``starts`` compared with that. At goals above 200 it is not, and
    the answer is None where nothing can be said: where decisions are about less than doubles show.

    Examples
    --------
    >>> import pigcore
    >>> heavy = pigcore.Race(pigcore.Roll({1: "1/3"}, wipe="2/3"), 7)
    >>> solution = pigcore.solve(heavy)
    >>> tables = RaceArrays.of(heavy)
    >>> bound_of(tables, solution.starts) > 1e-13 > 1e-15 > solution.error_bound
    True
    """
    bound = bound_of(tables, starts)
    # A table that misses an equation by so much is wrong by half as much somewhere.
    if bound <= max(SMALL, NEAR / 2 * tables.residual(starts)[0]):
        return bound
    if game.goal > LARGEST:
        return bound if bound < 1.0 else None
    finer, within = doubled(game, tables, starts)
    return min(bound, compared(starts, finer, within))


def compared(starts: Floats, finer: Floats, within: float) -> float:
    """The error bound of turn starts, given finer ones and the error bound of those."""
    return float(np.abs(finer - starts).max()) * (1.0 + 1e-15) + within


def doubled(game: Race, tables: RaceArrays, guess: Floats) -> tuple[Floats, float]:
    """Turn starts computed in pairs of doubles, rounded to doubles, and their error bound.

    Parameters
    ----------
    game : Race
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
    solve, and several times that where throws can wipe.
    """
    most = game.goal + 1 if tables.exact else game.goal
    weights: dict[int, Fraction] = {}
    for gain, chance in game.roll.gains:
        gain = min(gain, most)
        weights[gain] = weights.get(gain, Fraction(0)) + chance
    chances = np.array([_parts(weight) for weight in weights.values()]).reshape(-1, 2)
    race = DoubledRace(
        tables.gains, chances, _parts(game.roll.bust), _parts(game.roll.wipe), tables.exact,
        tables.landing, tables.dead, np.ascontiguousarray(guess, dtype=np.float64),
    )  # fmt: skip
    starts, errors = np.empty((game.goal, game.goal)), np.empty((game.goal, game.goal))
    column = np.zeros((game.goal, 2))
    column[:, 0] = guess[:, 0]
    race.solve(column, starts)
    if tables.wipe:
        # Moves from the guess are so small that a double holds them to the last bit that tells.
        base, moved = column.copy(), np.zeros(game.goal)
        mix = Anderson(moved, within=(-1.0, 1.0))
        for _ in range(PASSES):
            column = base.copy()
            column[:, 1] += moved
            race.solve(column, starts)
            found = (column - base).sum(axis=1)
            if np.abs(found - moved).max() <= SETTLED:
                break
            moved = mix(found)

    def column_errors(wiped: float) -> float:
        race.bounds(errors, wiped)
        return float(errors[:, 0].max())

    wiped = _column_bound(column_errors, tables.wipe > 0)
    return starts, min((float(errors.max()) + HALF_UNIT) * (1.0 + 1e-15), 1.0) if wiped < 1 else 1.0


def _column_bound(errors: Callable[[float], float], wipes: bool) -> float:
    """A bound of the errors of what wipes pay; 0 without wipes, 1 where nothing can be said.

    ``errors(wiped)`` bounds them if ``wiped`` does where wipes are paid. Called last with the
    bound that is returned, unless that is 1.

    Notes
    -----
    The errors follow from themselves by a contraction that is all but affine: a box that it maps
    into itself holds the truth, by Brouwer's theorem.
    """
    least = errors(0.0)
    if not wipes:
        return 0.0
    guess, proved = 10.0 * least, 1.0
    for _ in range(GUESSES):
        image = errors(guess)
        slope = (image - least) / guess
        if image <= guess:
            proved = image  # what lies in the box lies in its image as well
        fixed = 1.01 * least / (1.0 - slope) if slope < 1.0 else 1.0
        if guess >= 1.0 or (image <= guess and proved <= 1.1 * fixed):
            break
        # Where more decisions come into doubt as errors grow, the slope is no guide at first.
        guess = fixed if image <= guess else max(STRIDE * guess, fixed if slope < 1.0 else 0.0)
        guess = min(guess, 1.0)
    if proved < 1.0:
        errors(proved)
    return proved


def _parts(chance: Fraction) -> Floats:
    """A chance as a sum of two doubles."""
    return np.array([float(chance), float(chance - Fraction(float(chance)))])
