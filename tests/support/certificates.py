"""Certificates taken apart, altered and put together again, by an author who can count and hash."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
from typing import Any, NamedTuple

from pigverify.certificates import write_certificate


class Parts(NamedTuple):
    """A certificate: its header, and its records as lists of words."""

    header: dict[str, Any]
    records: list[list[str]]

    def copy(self):
        """One whose parts can be altered."""
        return Parts(json.loads(json.dumps(self.header)), [list(record) for record in self.records])

    def at(self, own, opp):
        """The record of a turn start."""
        return next(it for it in self.records if it[:2] == [str(own), str(opp)])

    def lines(self):
        """The text, with the right count and digest at its end."""
        lines = [json.dumps(self.header), *map(" ".join, self.records)]
        return sealed(lines)

    def stream(self):
        """The file."""
        return packed(self.lines())


def sealed(lines):
    """Lines with the end that they need."""
    text = "".join(f"{line}\n" for line in lines)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return f"{text}end {len(lines) - 1} {digest}\n"


def packed(text):
    """Text as an open file."""
    return io.BytesIO(gzip.compress(text.encode() if isinstance(text, str) else text, 1))


def certificate_of(game, folder):
    """The certificate of a game, which must have one, in parts."""
    path = folder / "it.pigcert"
    assert write_certificate(game, path).ok
    first, *records, _ = gzip.decompress(path.read_bytes()).decode().split("\n")[:-1]
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


def runs_of(letters):
    """A letter for each state as runs, each of length 1."""
    return "".join(f"{letter}1" for letter in letters)
