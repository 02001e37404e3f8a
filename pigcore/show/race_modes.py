"""From how many points on one banks in a solved race, for tables and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..games.checks import between
from ..games.errors import RuleError
from ..games.margins import TIED
from ..games.race import Race
from ..games.spelling import meant, nearest, shown
from ..solvers.race.arrays import turns_come_to

# --- modes ----------------------------------------------------------------------------------------


def words(game: Race) -> list[str]:
    """The words of all modes."""
    return [mode.word for mode in game.turn.modes]


def decided(game: Race) -> list[int]:
    """The modes in which one may bank and may throw, short of the goal; the first if there is none.

    Examples
    --------
    >>> import pigcore
    >>> decided(pigcore.Pig()), decided(pigcore.Farkle.standard())
    ([0], [0, 1, 2, 3, 4, 5])
    """
    there = turns_come_to(game.turn, game.unit, game.units - 1)
    there[0, game.turn.start] = False
    often = there[game.minimum_bank // game.unit :].any(axis=0)
    both = [mode.may_bank and mode.throw is not None for mode in game.turn.modes]
    return np.flatnonzero(np.logical_and(often, both)).tolist() or [game.turn.start]


def mode_called(game: Race, word: str | int | None) -> int:
    """The mode of this word; of none, half the dice, the mode a turn starts with, or the first one
    in which something is decided.
    """
    found = decided(game)
    if word is None:
        dice = game.set_aside
        usual = (dice.count - 1) // 2 if dice else game.turn.start
        return usual if usual in found else found[0]
    there = [words(game)[mode] for mode in found]
    name = meant(str(word), there)
    if name is None:
        raise RuleError(f"in mode {shown(word)} nothing is decided: {nearest(str(word), there)}")
    return found[there.index(name)]


def units_of(game: Race, opp: int | None) -> int:
    """The score of who is on no axis, in units; 30% of the goal, as in the literature, of None."""
    if opp is None:
        return int(0.3 * game.units)
    between(opp, "opp", 0, game.goal - 1)
    if opp % game.unit:
        raise RuleError(f"opp is {opp}, but scores of {game.name} are multiples of {game.unit}")
    return opp // game.unit


# --- what is decided; of three players or more all others' scores stand in the place of one -------


def least(solution: Any, seat: int = 1) -> NDArray[np.int64]:
    """The fewest points banked, int64 (modes, units, units) at [mode, own, opp]."""
    found: NDArray[np.int64] = solution.thresholds(seat)
    if found.ndim == solution.game.players:
        return found[None]
    return found if solution.game.set_aside else np.moveaxis(found, -1, 0)


def again(
    solution: Any, fewest: NDArray[np.int64], *seat: int
) -> Iterator[tuple[int, NDArray[np.bool_]]]:
    """Yield (own, whether one throws though fewer points are banked) at [units, mode, opp]."""
    unit = solution.game.unit
    for own, margin in solution.margins(*seat):
        units = np.arange(len(margin)).reshape(-1, *[1] * (margin.ndim - 1))
        yield own, (np.fmax(margin, 0.0) > TIED) & (unit * units > fewest[:, own])


def weights(solution: Any) -> dict[tuple[int, ...], tuple[int, float]]:
    """The modes and scores in units at which the mover mixes: at what points, and how likely he
    throws.
    """
    game, found = solution.game, {}
    for scores, points, *mode, weight in [
        one for cell in getattr(solution, "cells", ()) for one in cell.weights
    ]:
        place = game.turn.place(mode[0]) or 0 if mode else 0
        found[(place, *(score // game.unit for score in scores))] = points, weight
    return found


def decisions(solution: Any, mode: int) -> NDArray[np.int8]:
    """1 throw, 0 bank, -1 no state: at [own, opp, points], in units."""
    found: NDArray[np.int8] = solution.decisions()
    return found if found.ndim == 3 else found[..., mode]
