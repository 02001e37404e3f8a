"""The arrays of a saved solution against their one declaration, ``game.arrays``.

The names and headers are compared before an array is read, the entries afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..games.errors import FileError
from ..games.game import Array, Game
from ..games.spelling import listed, short, spell

__all__ = ["AGAIN", "check_entries", "check_header", "check_names"]

AGAIN = "solve and save it again"


def check_names(game: Game, found: Iterable[str]) -> None:
    """Refuse other arrays than the declared ones."""
    names, wanted = sorted(found), sorted(array.name for array in game.arrays)
    if names != wanted:
        arrays = listed(short(name) for name in names[:10]) if names else "none"
        raise FileError(
            f"the arrays are {arrays}, but a solution of {game.name} has {listed(wanted)}: {AGAIN}"
        )


def check_header(array: Array, dtype: np.dtype[Any], shape: tuple[int, ...]) -> None:
    """Refuse another type or shape than the declared one."""
    if dtype != np.dtype(array.dtype) or shape != array.shape:
        raise FileError(
            f"the array {array.name!r} is {short(str(dtype))} {shape}, but must be {array.dtype} "
            f"{array.shape}: {AGAIN}"
        )


def check_entries(array: Array, entries: NDArray[Any]) -> None:
    """Refuse entries outside the declared range, NaN among them."""
    bad = np.argwhere(~((entries >= array.low) & (entries <= array.high)))
    if bad.size:
        place = tuple(bad[0].tolist())
        raise FileError(
            f"{array.name}[{', '.join(map(str, place))}] is {entries[place]}, but must be between "
            f"{spell(array.low)} and {spell(array.high)}: {AGAIN}"
        )
