"""What every checker of certificates does: reading lines within limits, and how it ends.

A checker is its own file and this one, which stands beside it wherever they are copied to.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import zlib
from collections.abc import Sequence
from typing import Any, BinaryIO, NamedTuple

__all__ = [
    "Certified", "Lines", "Refuted", "Unreadable", "main", "need", "numbers", "random_prime",
]  # fmt: skip

MOST_END = 1 << 10


class Unreadable(Exception):  # noqa: N818
    """The file is no certificate, or it is damaged."""


class Refuted(Exception):  # noqa: N818
    """Something that the file claims is not shown to be so."""


class Certified(NamedTuple):
    """What is proved: the decisions in so many states, so many of which are ties, and the value."""

    header: dict[str, Any]
    states: int
    ties: int
    value: tuple[int, int, int]
    """At least the first and at most the second, divided by the third."""
    proof: str


def need(true: object, why: str) -> None:
    """Take the file for damaged unless something is so."""
    if not true:
        raise Unreadable(why)


def numbers(found: Any, name: str, least: int, most: int, *sizes: int | None) -> Any:
    """A whole number within limits, or lists in lists of them of these sizes (None is any)."""
    right = type(found) is (list if sizes else int)
    right = right and (sizes[0] in (None, len(found)) if sizes else least <= found <= most)
    need(right, f"header: {name} is not of the size it must have, or not within its limits")
    for part in found if sizes else ():
        numbers(part, name, least, most, *sizes[1:])
    return found


class Lines:
    """The lines of the file, one at a time, and the digest of those that were read."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream: BinaryIO = stream
        self.packed: Any = zlib.decompressobj(31)  # one gzip stream
        self.text: bytes = b""
        self.digest: Any = hashlib.sha256()
        self.number: int = 0
        self.allowed: int = 1 << 16

    def unpack(self) -> None:
        """Read some more; a file much longer than its text could go on without end."""
        try:
            piece = self.packed.unconsumed_tail or self.stream.read(1 << 14)
            more = self.packed.decompress(piece, 1 << 14)
        except (OSError, zlib.error) as error:
            raise Unreadable(f"line {self.number} cannot be read: {error}") from None
        self.allowed += len(more) - len(piece) + len(self.packed.unconsumed_tail)
        need(piece and self.allowed > 0, f"line {self.number} is cut off or padded")
        self.text += more

    def next(self, most: int) -> bytes:
        """The next line, of fewer bytes than so many."""
        self.number += 1
        while b"\n" not in self.text and len(self.text) < most and not self.packed.eof:
            self.unpack()
        line, end, self.text = self.text.partition(b"\n")
        need(end and len(line) < most, f"line {self.number} is cut off or too long")
        self.digest.update(line + end)
        return line + end

    def header(self, begin: bytes, entries: str, most: int) -> Any:
        """The first line: it must begin like this, and have these entries."""
        line = self.next(most)
        try:
            found = json.loads(line)
            # What is written in any other way could mean two things: an entry twice, NaN, -0.
            need(json.dumps(found).encode() + b"\n" == line, "header: it is not written plainly")
        except (ValueError, RecursionError):
            raise Unreadable("header: it is not JSON") from None
        right = line.startswith(begin) and ", ".join(found) == entries
        need(right, "header: the entries or the statement are not those of this version")
        return found

    def end(self) -> None:
        """The last line, which guards against accidents only."""
        end = f"end {self.number - 1} {self.digest.hexdigest()}\n".encode()
        need(self.next(MOST_END) == end, f"line {self.number} is not the end of these lines")
        self.number += 1
        while not (self.text or self.packed.eof):
            self.unpack()
        more = self.text or self.packed.unused_data or self.stream.read(1)
        need(not more, f"line {self.number} follows the end")


def random_prime() -> int:
    """A prime of 256 bits that nobody can foresee; it is none with a chance below 2^-100."""
    while True:
        n = secrets.randbits(256) | 1 << 255 | 3  # then the test of Miller and Rabin is one power
        if all(pow(secrets.randbelow(n), n >> 1, n) in (1, n - 1) for _ in range(64)):
            return n


def main(words: Sequence[str], check: Any, statement: str) -> int:
    """Check the file that is named, and say what it proves; the status to exit with."""
    try:
        need(len(words) == 2, f"usage: python {words[0]} FILE")
        path = words[1]
        with open(path, "rb") as stream:
            found = check(stream)
    except Refuted as error:
        print(f"refuted: {error}")
        return 1
    except (Unreadable, OSError, MemoryError) as error:
        print(f"no certificate: {str(error) or 'there is too little memory to check it'}")
        return 2
    low, high, one = found.value
    print(
        f"certified: {found.states} states, {found.ties} of them ties. {statement}\n"
        f"The tables are the first line of the file: gzip -dc {path} | head -n 1\n"
        f"The value is at least {low} / {one}\n       and at most {high} / {one}"
    )
    return 0
