"""Certificates taken apart, altered and put together again, by an author who can count and hash."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
from importlib import import_module
from itertools import groupby
from typing import Any, NamedTuple

import pytest
from pigverify.certificates import write_certificate


class Parts(NamedTuple):
    """A certificate: its header, and its records as lists of words."""

    header: dict[str, Any]
    records: list[list[str]]

    def copy(self):
        """One whose parts can be altered."""
        return Parts(json.loads(json.dumps(self.header)), [list(record) for record in self.records])

    def at(self, *place):
        """The record of a turn start, or whatever else its first words say."""
        return next(record for record in self.records if record[: len(place)] == [*map(str, place)])

    def lines(self):
        """The text, with the right count and digest at its end."""
        lines = [json.dumps(self.header), *map(" ".join, self.records)]
        return sealed(lines)

    def stream(self):
        """The file."""
        return packed(self.lines())


PLACE = re.compile(
    r"own \d+, opp \d+|header|line \d+|hold \d+|weights|rocks \d+, papers \d+|too many states"
)
"""Where a certificate is wrong."""


def checker_of(certificate):
    """The checker of its family."""
    return import_module(f"pigverify.certificates.check_{certificate.header['family']}")


def taken(certificate, checker=None):
    """Whether its checker takes it; if it does not, it names the place."""
    checker = checker or checker_of(certificate)
    try:
        checker.check(certificate.stream())
    except (checker.Refuted, checker.Unreadable) as error:
        why = str(error)
    else:
        return True
    assert PLACE.match(why)
    return False


def refuted(certificate, where):
    """Assert that it is refuted, at the place."""
    checker = checker_of(certificate)
    with pytest.raises(checker.Refuted, match=f"^{where}"):
        checker.check(certificate.stream())


def unreadable(certificate, why, checker=None):
    """Assert that it is refused, or this text is, for this reason."""
    checker = checker or checker_of(certificate)
    stream = packed(certificate) if isinstance(certificate, (str, bytes)) else certificate.stream()
    with pytest.raises(checker.Unreadable, match=why):
        checker.check(stream)


def sealed(lines):
    """Lines with the end that they need."""
    text = "".join(f"{line}\n" for line in lines)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return f"{text}end {len(lines) - 1} {digest}\n"


def packed(text):
    """Text as an open file."""
    return io.BytesIO(gzip.compress(text.encode() if isinstance(text, str) else text, 1))


WRITTEN: dict[Any, bytes] = {}


def certificate_of(game, folder):
    """The certificate of a game, which must have one, in parts; it is written once only."""
    path = folder / "it.pigcert"
    if game not in WRITTEN:
        assert write_certificate(game, path).ok
        WRITTEN[game] = path.read_bytes()
    path.write_bytes(WRITTEN[game])
    return parts_of(WRITTEN[game])


def parts_of(data):
    """The parts of a certificate's bytes."""
    first, *records, _ = gzip.decompress(data).decode().split("\n")[:-1]
    return Parts(json.loads(first), [record.split(" ") for record in records])


def spelled_out(runs):
    """Runs as a letter for each state."""
    letters, number = "", ""
    for sign in [*runs, "."]:
        if sign.isdigit():
            number += sign
        else:
            letters += letters[-1:] * (int(number or 1) - 1) + sign
            number = ""
    return letters[:-1]


def columns_of(word, most=1):
    """The letters of every state, column by column, of a word like ``t3b1,ab2``.

    No letters may be no column at all, as where there is no choice: ``most`` is 0.
    """
    return [
        [letters for letters, n in re.findall("([a-z]+)([0-9]+)", runs) for _ in range(int(n))]
        for runs in (word.split(",") if most else [])
    ]


def word_of(columns):
    """Columns of letters as runs."""
    return ",".join(map(runs_of, columns))


def runs_of(letters):
    """A letter for each state as runs."""
    return "".join(f"{letter}{len([*run])}" for letter, run in groupby(letters))
