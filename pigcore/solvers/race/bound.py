"""How far turn starts can be from the truth: an error bound after the fact, for any table."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from ...games.race import Race
from ...kernels.race_doubled import DoubledRace
from .arrays import Floats, RaceArrays
from .newton import Anderson

__all__ = ["LARGEST", "bound_of", "close_bound_of", "column_is_bounded", "compared", "doubled"]

LARGEST = 200
"""Games to larger goals are not solved in pairs of doubles, which would take minutes."""

HALF_UNIT = 2.0**-54
"""Rounding a number between 0 and 1 to a double loses no more."""

GUESSES, STRIDE = 24, 30.0
"""How often the errors of what wipes pay are guessed at most, and how much larger each time."""

CLOSE = 4.0
"""Errors of at most this many times those that are there if wipes pay the truth are near enough."""

TINY = 1e-100
"""No guess is smaller."""

PASSES = 60
"""How often what wipes pay is solved for in pairs of doubles at most."""

SETTLED = 1e-30
"""Changes below this are roundings of pairs of doubles."""

STUCK = 1e-24
"""Changes below this that grow again are such roundings, too."""

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
    ``pigcore/kernels/race_bound.pxi`` has the mathematics. It takes two or three times as long as a
    solve without wipes; where throws can wipe, about as long as the solve.

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
    held, above, below = tables.held(starts), tables.nothing_held(), tables.nothing_held()

    def column_errors(wiped: Floats) -> Floats:
        tables.race.errors(starts, held, above, below, wiped)
        column: Floats = np.maximum(above[0], below[0])[: tables.goal]
        return column

    if not column_is_bounded(column_errors, tables.goal, tables.wipe > 0):
        return 1.0
    bound = max(float(errors[: tables.goal, : tables.goal].max()) for errors in (above, below))
    return bound if bound < 1.0 else 1.0


def close_bound_of(game: Race, tables: RaceArrays, starts: Floats) -> float:
    """The same, within a factor of 100 of the true error or of 1e-15 where chances are mild.

    Where ``bound_of`` counts what happens to cancel, as it does where a win is rare, the game is
    solved in pairs of doubles and ``starts`` compared with that. At goals above 200 it is not.

    Examples
    --------
    >>> import pigcore
    >>> pig = pigcore.solve(pigcore.Pig(20))
    >>> tables = RaceArrays.of(pig.game)
    >>> 0 < close_bound_of(pig.game, tables, pig.starts) <= bound_of(tables, pig.starts) < 1e-13
    True
    """
    bound = bound_of(tables, starts)
    # A table that misses an equation by so much is wrong by half as much somewhere.
    if bound <= max(SMALL, NEAR / 2 * tables.residual(starts)[0]) or game.goal > LARGEST:
        return bound
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
        before = np.inf
        for _ in range(PASSES):
            column = base.copy()
            column[:, 1] += moved
            race.solve(column, starts)
            found = (column - base).sum(axis=1)
            change = float(np.abs(found - moved).max())
            if change <= SETTLED or STUCK >= change >= before:
                break
            before = change
            moved = mix(found)

    def column_errors(wiped: Floats) -> Floats:
        race.bounds(errors, wiped)
        return errors[:, 0].copy()

    if not column_is_bounded(column_errors, game.goal, tables.wipe > 0):
        return starts, 1.0
    return starts, min((float(errors.max()) + HALF_UNIT) * (1.0 + 1e-15), 1.0)


def column_is_bounded(errors: Callable[[Floats], Floats], goal: int, wipes: bool) -> bool:
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


def _parts(chance: Fraction) -> Floats:
    """A chance as a sum of two doubles."""
    return np.array([float(chance), float(chance - Fraction(float(chance)))])
