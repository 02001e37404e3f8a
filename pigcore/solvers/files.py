"""A saved solution: a small ``.npz`` that holds the rules as text and the arrays they lead to.

Members: ``format`` ("pigcore 1"), ``rules`` (the TOML of :func:`pigcore.games.rules.text_of`),
``version`` (of the package that wrote it), ``info`` (JSON: how it was solved) and the arrays of
the game's family. Texts are numpy strings of no dimension; nothing is ever pickled.

A file is read as if its author meant harm. The rules come first; what the headers of the arrays
announce must not be more than a solution of that game holds; only then is an array read.
"""

from __future__ import annotations

import json
import math
import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from ..games.errors import FileError, PigcoreError
from ..games.game import Array, Game
from ..games.rules import game_from_text, text_of
from ..games.spelling import at_most, listed, short, shown, spell
from ..games.texts import named_file, open_file, refusal, spelled
from ..memory import require
from ..version import VERSION
from ..writing import SOLUTION, write_atomically

AGAIN = "solve and save it again"
FORMAT = "pigcore 1"
ROUNDING = 1e-12
"""Another machine may round differently, by some units in the last place."""
APART = {"weights": 1e-6}
"""What follows from small differences may differ by more."""
TEXTS = ("format", "rules", "version", "info")

_LARGEST_TEXT = 1 << 26
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}


def write(
    path: str | os.PathLike[str], game: Game, arrays: dict[str, NDArray[Any]], info: dict[str, Any]
) -> None:
    """Save ``game``, its ``arrays`` and how they came about; an old solution is replaced whole."""
    texts = {
        "format": FORMAT,
        "rules": text_of(game),
        "version": VERSION,
        "info": json.dumps(info),
    }
    members: dict[str, Any] = {name: np.array(text) for name, text in texts.items()} | arrays
    write_atomically(path, lambda file: np.savez_compressed(file, **members), SOLUTION)


def read(path: str | os.PathLike[str]) -> tuple[Any, dict[str, NDArray[Any]], dict[str, Any]]:
    """Game, arrays and info of a saved solution; what arrays hold is for its family to judge."""
    with opened(path, "a solution that pigcore saved", AGAIN) as (archive, where):
        members = members_of(archive, where)
        texts = {name: text_in(archive, members, name, where) for name in TEXTS}
        members = {name: entry for name, entry in members.items() if name not in TEXTS}
        if texts["format"] != FORMAT:
            raise FileError(
                f"{where} has the format {shown(texts['format'])}, but this version reads "
                f"{FORMAT!r}: {AGAIN}"
            )
        try:
            game = game_from_text(texts["rules"], "the text of its rules")
            info = json.loads(texts["info"])
        except (ValueError, RecursionError) as error:
            raise FileError(f"{where} is altered: {short(str(error), 300)}") from None
        if not isinstance(info, dict):
            raise FileError(f"{where} is altered: its info is not a table; {AGAIN}")
        try:
            return game, _arrays(archive, members, game, where), info
        except FileError as error:
            raise FileError(f"{where} is altered: {error}") from None


@contextmanager
def opened(
    path: str | os.PathLike[str], what: str, remedy: str
) -> Iterator[tuple[zipfile.ZipFile, str]]:
    """The archive ``path`` and its name as a refusal prints it.

    FileError if it cannot be read, or if what is done with it shows that it is damaged: it is not
    ``what``, and ``remedy`` is the advice.
    """
    file = named_file(path)
    where = spelled(file)
    try:
        with open_file(file) as stream, zipfile.ZipFile(stream) as archive:
            yield archive, where
    except PigcoreError:
        raise
    except OSError as error:
        raise refusal(error, where) from None
    except Exception:  # numpy and zipfile throw a dozen kinds at what is damaged
        raise FileError(f"{where} is truncated or is not {what}: {remedy}") from None


def members_of(archive: zipfile.ZipFile, where: str) -> dict[str, zipfile.ZipInfo]:
    """The members of an archive by name, of which no two are the same."""
    members = {entry.filename.removesuffix(".npy"): entry for entry in archive.infolist()}
    if len(members) != len(archive.infolist()):
        raise FileError(f"{where} is altered: it has two members of one name; {AGAIN}")
    return members


def _arrays(
    archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo], game: Game, where: str
) -> dict[str, NDArray[Any]]:
    _check_names(game, members)
    size = 0
    for declared in game.arrays:
        dtype, shape = announced(archive, members[declared.name])
        _check_header(declared, dtype, shape)
        size += math.prod(shape) * dtype.itemsize
    require(size, f"reading {where}", "it cannot be a solution of this machine")
    arrays = {}
    for declared in game.arrays:
        arrays[declared.name] = array_in(archive, members[declared.name])
        _check_entries(declared, arrays[declared.name])
    return arrays


def as_declared(game: Game, arrays: Mapping[str, Any]) -> dict[str, NDArray[Any]]:
    """Arrays or nested lists that are not from a file; FileError if one is not as declared."""
    _check_names(game, arrays)
    found = {}
    for declared in game.arrays:
        given = arrays[declared.name]
        try:
            found[declared.name] = array = np.asarray(given)
        except (ValueError, TypeError):  # rows of several lengths, or what is no number
            raise FileError(
                f"the array {declared.name!r} is of no shape, but must be {declared.shape}: {AGAIN}"
            ) from None
        _check_header(declared, array.dtype, array.shape)
        _check_entries(declared, array)
    return found


def _check_names(game: Game, found: Iterable[str]) -> None:
    """Refuse other arrays than the declared ones."""
    names, wanted = sorted(found), sorted(array.name for array in game.arrays)
    if names != wanted:
        arrays = listed(short(name) for name in names[:10]) if names else "none"
        raise FileError(
            f"the arrays are {arrays}, but a solution of {game.name} has {listed(wanted)}: {AGAIN}"
        )


def _check_header(array: Array, dtype: np.dtype[Any], shape: tuple[int, ...]) -> None:
    """Refuse another type or shape than the declared one."""
    if dtype != np.dtype(array.dtype) or shape != array.shape:
        raise FileError(
            f"the array {array.name!r} is {short(str(dtype))} {shape}, but must be {array.dtype} "
            f"{array.shape}: {AGAIN}"
        )


def _check_entries(array: Array, entries: NDArray[Any]) -> None:
    """Refuse entries outside the declared range, NaN among them."""
    bad = np.argwhere(~((entries >= array.low) & (entries <= array.high)))
    if bad.size:
        place = tuple(bad[0].tolist())
        raise FileError(
            f"{array.name}[{', '.join(map(str, place))}] is {entries[place]}, but must be between "
            f"{spell(array.low)} and {spell(array.high)}: {AGAIN}"
        )


def text_in(
    archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo], name: str, where: str
) -> str:
    """The text ``name`` of an archive."""
    if name in members:
        entry = members[name]
        dtype, shape = announced(archive, entry)
        if dtype.kind == "U" and shape == () and dtype.itemsize <= _LARGEST_TEXT:
            return str(array_in(archive, entry))
    raise FileError(f"{where} has no text {name!r}: it is not a solution that pigcore saved")


def announced(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo
) -> tuple[np.dtype[Any], tuple[int, ...]]:
    """The type and the shape in a member's header, after which just that many bytes follow."""
    if entry.compress_type not in _METHODS or not entry.filename.endswith(".npy"):
        raise ValueError("numpy writes no such member")
    with archive.open(entry) as stream:
        shape, _, dtype = _HEADERS[npy.read_magic(stream)](stream)
        size = math.prod(shape) * dtype.itemsize
        if min(shape, default=0) < 0 or stream.tell() + size != entry.file_size:
            raise ValueError("there is more or less than the header announces")
    return dtype, shape


def array_in(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> NDArray[Any]:
    """A member as an array; one that needs pickle is refused by numpy."""
    with archive.open(entry) as stream:
        array: NDArray[Any] = npy.read_array(stream, allow_pickle=False)
        stream.read()  # to the end, where its checksum is compared
    return array


def compare(found: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """FileError if the arrays of a file are not those that its rules lead to."""
    for name, array in found.items():
        most = 0.0 if array.dtype.kind == "i" else APART.get(name, ROUNDING)
        off = float(np.abs(arrays[name] - array).max())
        if not off <= most * max(1.0, float(np.abs(array).max())):
            raise FileError(
                f"the file's array {name!r} is off by {at_most(off)} from what its rules lead to: "
                f"it or its rules are altered; {AGAIN}"
            )
