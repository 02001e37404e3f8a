"""The one check of arrays, be they from a file or from a live solution: nothing is believed.

A game declares the arrays of its solutions (``game.arrays``): name, type, shape and the range of
the entries. What differs in any of these is refused by name.
"""

from __future__ import annotations

import array as numbers
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

from pigcore.games.errors import FileError
from pigcore.games.game import Array, Game
from pigcore.games.spelling import listed, shown

__all__ = ["check_names", "checked", "checked_flat"]

_TYPES: dict[str, type[Any]] = {"float64": float, "int64": int}
_FORMATS = {"float64": {("d", 8)}, "int64": {("q", 8), ("l", 8)}}
"""As memory says what it holds."""
_AGAIN = "save the solution again"


def check_names(game: Game, names: Iterable[str]) -> None:
    """Refuse names that are not those of the game's arrays.

    Raises
    ------
    FileError
        If one is unknown or missing.
    """
    given, declared = list(names), [array.name for array in game.arrays]
    for name in given:
        if name not in declared:
            raise FileError(
                f"the array {shown(name)} is unknown: a solution of {game.name} has "
                f"{listed(declared)}"
            )
    for name in declared:
        if name not in given:
            raise FileError(f"the array {name!r} is missing: {_AGAIN}")


def checked(game: Game, table: Mapping[str, Any]) -> dict[str, Any]:
    """The arrays of ``table`` as nested lists, each as the game declares it.

    Parameters
    ----------
    game : Game
    table : mapping
        Names to (nested) lists, or to whatever has a method ``tolist``.

    Raises
    ------
    FileError
        If a name, a shape, a type or an entry is another.

    Examples
    --------
    >>> from pigcore.games import Piglet
    >>> checked(Piglet(1), {"starts": [[1.5]]})
    Traceback (most recent call last):
        ...
    pigcore.games.errors.FileError: starts[0, 0] is 1.5, but must be a float64 between 0.0 and \
1.0: save the solution again
    """
    check_names(game, table)
    return {array.name: _nested(array, table[array.name]) for array in game.arrays}


def checked_flat(game: Game, table: Mapping[str, Any]) -> dict[str, Sequence[Any]]:
    """The same as one number after the other, for arrays of millions, of which no copy is made.

    Raises
    ------
    FileError
        As :func:`checked`.
    """
    check_names(game, table)
    return {array.name: _flat(array, table[array.name]) for array in game.arrays}


def _flat(array: Array, values: Any) -> Sequence[Any]:
    with suppress(TypeError):  # lists have no memory of their own that could be seen
        seen = memoryview(values)
        alike = seen.shape == array.shape and (seen.format, seen.itemsize) in _FORMATS[array.dtype]
        if alike and seen.c_contiguous:
            flat = seen.cast("B").cast("d" if array.dtype == "float64" else "q")
            if all(array.low <= value <= array.high for value in flat):
                return flat
    rows = _nested(array, values)
    for _ in array.shape[1:]:
        rows = [*chain.from_iterable(rows)]
    return numbers.array("d" if array.dtype == "float64" else "q", rows)


def _nested(array: Array, values: Any) -> list[Any]:
    values = values.tolist() if hasattr(values, "tolist") else values
    _check_shape(array, values)
    _check_entries(array, values)
    return values  # type: ignore[no-any-return]


def _check_shape(array: Array, values: Any) -> None:
    found = _shape(values)
    if found != array.shape:
        what = "of no shape" if found is None else f"of shape {found}" if found else "a number"
        raise FileError(
            f"the array {array.name!r} is {what}, but must be of shape {array.shape}: {_AGAIN}"
        )


def _shape(values: Any) -> tuple[int, ...] | None:
    """The lengths of nested lists, () of anything else; None where they differ from row to row."""
    if not isinstance(values, list):
        return ()
    inner = {_shape(row) for row in values} if any(isinstance(v, list) for v in values) else {()}
    if len(inner) != 1 or None in inner:
        return None
    return (len(values), *inner.pop())  # type: ignore[misc]


def _check_entries(array: Array, values: list[Any], place: tuple[int, ...] = ()) -> None:
    if len(place) + 1 < len(array.shape):
        for n, row in enumerate(values):
            _check_entries(array, row, (*place, n))
        return
    kind, low, high = _TYPES[array.dtype], array.low, array.high
    for n, value in enumerate(values):
        # A bool is no number here, and what is not a number (nan) lies between no bounds.
        if type(value) is not kind or not low <= value <= high:
            where = ", ".join(map(str, (*place, n)))
            raise FileError(
                f"{array.name}[{where}] is {shown(value)}, but must be {_article(array.dtype)} "
                f"between {low} and {high}: {_AGAIN}"
            )


def _article(dtype: str) -> str:
    return f"{'an' if dtype.startswith('i') else 'a'} {dtype}"
