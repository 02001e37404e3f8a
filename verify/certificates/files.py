"""Certificates as files: a gzip stream of lines, written whole or not at all."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Iterable
from itertools import chain
from typing import Any, BinaryIO

from pigcore.games.errors import FileError, SizeError
from pigcore.games.game import Game
from pigcore.games.spelling import shown
from pigcore.games.texts import named_file, spelled
from pigcore.writing import CERTIFICATE, check_place, write_atomically

from .reading import Lines, Unreadable

__all__ = [
    "SUFFIX",
    "check_target",
    "family_in",
    "header_of",
    "names_a_certificate",
    "pack",
    "write",
]

SUFFIX = ".pigcert"
_MOST_HEADER = 1 << 23


def names_a_certificate(name: str) -> bool:
    """Whether ``name`` means a certificate.

    Examples
    --------
    >>> names_a_certificate("pig.pigcert"), names_a_certificate("pig.npz")
    (True, False)
    """
    return name.endswith(SUFFIX)


def check_target(path: str | os.PathLike[str]) -> str:
    """The name of the file to be written, before hours of work are spent on it.

    Raises
    ------
    FileError
        If it has not the suffix, its folder does not exist, or something else is there already.
    """
    name = named_file(path)
    if not names_a_certificate(name):
        raise FileError(f"{spelled(name)} is not a name of a certificate: end it in {SUFFIX}")
    return check_place(name, CERTIFICATE)


def header_of(
    core: Any, game: Game, entries: dict[str, Any], remedy: str, fails: str = "has no certificate"
) -> tuple[dict[str, Any], Any]:
    """The header of a certificate, and the rules as the checker ``core`` reads them.

    A game that is too large ``fails``.

    Raises
    ------
    SizeError
        If the checker does not take it.
    """
    header: dict[str, Any] = json.loads(core.BEGIN + b"}") | entries
    try:
        length = len(json.dumps(header))
    except ValueError:  # Python does not write such long numbers
        length = core.MOST_HEADER
    if length >= core.MOST_HEADER:
        raise SizeError(
            f"{game.name} {fails}, because its rules as tables take {length:,} bytes or "
            f"more, and a checker reads less than {core.MOST_HEADER:,}: {remedy}"
        )
    try:
        return header, getattr(core, header["family"].title())(header)
    except core.Unreadable as error:  # some number is larger than the checker takes
        raise SizeError(f"{game.name} {fails} ({error}): {remedy}") from None


def write(path: str, header: dict[str, Any], records: Iterable[str]) -> None:
    """Write a certificate: the header, its records, and the end with their count and SHA-256.

    Raises
    ------
    FileError
        If the file cannot be written.
    """
    write_atomically(path, lambda file: pack(file, header, records))


def pack(file: BinaryIO, header: dict[str, Any], records: Iterable[str]) -> None:
    """Write the stream of a certificate."""
    digest, count = hashlib.sha256(), -1  # the header is no record
    # Neither name nor time of the file: the same proof makes the same bytes.
    with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as stream:
        for text in chain([json.dumps(header)], records):
            line = f"{text}\n".encode()
            digest.update(line)
            stream.write(line)
            count += 1
        stream.write(f"end {count} {digest.hexdigest()}\n".encode())


def family_in(stream: BinaryIO, file: str) -> str:
    """The family that the header names; ``stream`` is at its beginning again.

    Raises
    ------
    FileError
        If it names none.
    """
    remedy = "give a file that `pigverify GAME --all -o FILE` wrote"
    try:
        header = json.loads(Lines(stream).next(_MOST_HEADER))
        stream.seek(0)
    except (OSError, Unreadable, ValueError, RecursionError):
        raise FileError(f"{file} is not a certificate, or it is damaged: {remedy}") from None
    family = header.get("family") if isinstance(header, dict) else None
    if family == "farkle" or (family == "race" and header.get("certificate") == 1):
        raise FileError(
            f"{file} was written by pigcore 0.1.0rc1, whose certificates of races are no longer "
            f"read: {remedy}"
        )
    if not isinstance(family, str):
        raise FileError(f"{file} is for an unknown family of games ({shown(family)}): {remedy}")
    return family
