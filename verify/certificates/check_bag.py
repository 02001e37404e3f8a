"""Check the certificate of a bag of dice with nothing but Python: ``python check_bag.py FILE``.

The exit status is 0 if FILE is certified, 1 if something that it claims is not shown to be so, and
2 if it is no certificate. docs/certificate.md has the format and the proofs. In short: let a die
show rock, paper and scissors with the chances x / d, y / d and z / d, and F(r, p, s) be the
coefficient of X^r Y^p Z^s in the product of d + x X + y Y + z Z over all n dice. Any k + 1 dice are
equally likely to be the first ones, and each of these the last; so the first k = r + p + s throws
show these counts and the next one a rock with the chance

    (r + 1) F(r + 1, p, s) / ((k + 1) C(n, k + 1) D),    D the product of all d,

and likewise for paper and scissors. All this is computed in integers, without rounding, from the
dice alone: what the gestures are paid, which of them are best, and the best expected total.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import math
import re
import sys
import zlib
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, BinaryIO, NamedTuple

STATEMENT = (
    "After all counts that the dice of these tables can show r, p and s mean that rock, paper or "
    "scissors is the best gesture, R, P and S that the two others are worth the same and best, t "
    "that all three are worth the same; n are counts that are never seen; and above / below is the "
    "best expected total."
)
ENTRIES = (
    "certificate, family, statement, denominators, rock, paper, scissors, unit, win, draw, lose, "
    "states, above, below"
)
BEGIN = json.dumps({"certificate": 1, "family": "bag", "statement": STATEMENT})[:-1].encode()
MOST_DICE, MOST_BITS, MOST_MEMORY, MOST_HEADER = 1000, 13_000, 1 << 34, 1 << 20
RECORD = re.compile(rb"([0-9]{1,4}) ([0-9]{1,4}) ((?:[rpsRPStn][0-9]{1,4})+)\n")
LETTERS = {(1, 0, 0): "r", (0, 1, 0): "p", (0, 0, 1): "s", (1, 1, 1): "t",
           (0, 1, 1): "R", (1, 0, 1): "P", (1, 1, 0): "S"}  # fmt: skip
"""By whether rock, paper and scissors are among the best."""


class Unreadable(Exception):  # noqa: N818
    """The file is no certificate of a bag, or it is damaged."""


class Refuted(Exception):  # noqa: N818
    """Something that the file claims is not shown to be so."""


class Certified(NamedTuple):
    """What is proved: the best gestures after so many counts, so many of which are ties."""

    header: dict[str, Any]
    states: int
    ties: int
    value: tuple[int, int, int]
    """The best expected total: the first, which is the second, divided by the third."""
    proof: str


def need(true: object, why: str) -> None:
    if not true:
        raise Unreadable(why)


# --- reading: no line is longer than the header allows, and the header is checked first -----------


class Lines:
    """The lines of the file, one at a time, and the digest of those that were read."""

    stream: BinaryIO | gzip.GzipFile
    digest: Any
    number: int

    def __init__(self, stream: BinaryIO | gzip.GzipFile) -> None:
        self.stream, self.digest, self.number = stream, hashlib.sha256(), 0

    def read(self, most: int) -> bytes:
        self.number += 1
        try:
            return self.stream.readline(most)
        except (OSError, EOFError, zlib.error) as error:
            raise Unreadable(f"line {self.number} cannot be read: {error}") from None

    def next(self, most: int) -> bytes:
        line = self.read(most)
        need(line.endswith(b"\n"), f"line {self.number} is cut off or too long")
        self.digest.update(line)
        return line

    def header(self) -> dict[str, Any]:
        line = self.next(MOST_HEADER)
        try:
            found = json.loads(line)
            # What is written in any other way could mean two things: an entry twice, NaN, -0.
            need(json.dumps(found).encode() + b"\n" == line, "header: it is not written plainly")
        except (ValueError, RecursionError):
            raise Unreadable("header: it is not JSON") from None
        right = type(found) is dict and ", ".join(found) == ENTRIES
        need(right, "header: the entries are not those of the certificate of a bag")
        need(line.startswith(BEGIN), "header: this is not what version 1 states of bags")
        return found  # type: ignore[no-any-return]

    def record(self, r: int, p: int, dice: int) -> str:
        """The letters after r rocks, p papers and 0 … dice - 1 - r - p scissors."""
        line, place = self.next(6 * dice + 30), f"rocks {r}, papers {p}"
        found = RECORD.fullmatch(line)
        if not found or (int(found[1]), int(found[2])) != (r, p):
            raise Unreadable(f"line {self.number} is not the record of {place}")
        runs = [(it[:1], int(it[1:])) for it in re.findall("[a-zA-Z][0-9]+", found[3].decode())]
        length = sum([n for _, n in runs])
        need(length == dice - r - p, f"{place}: {length} decisions, not {dice - r - p}")
        return "".join([letter * n for letter, n in runs])

    def end(self, records: int) -> None:
        """The last line, which guards against accidents only."""
        end = f"end {records} {self.digest.hexdigest()}\n".encode()
        need(self.next(200) == end, f"line {self.number} is not the end with count and SHA-256")
        need(self.read(1) == b"", f"line {self.number}: something follows the end")


def number(header: dict[str, Any], name: str, least: int, most: int) -> int:
    found = header[name]
    right = type(found) is int and least <= found <= most
    need(right, f"header: {name} must be a whole number within its limits")
    return found  # type: ignore[no-any-return]


def numbers(
    header: dict[str, Any], name: str, least: int, most: int, length: int | None
) -> list[int]:
    found = header[name]
    right = type(found) is list and length in (None, len(found))
    right = right and all(type(x) is int and least <= x <= most for x in found)
    need(right, f"header: {name} must be a list of whole numbers within their limits")
    return found  # type: ignore[no-any-return]


class Bag:
    """The dice and the payoffs, from the tables of the header, and what the dice can show."""

    dice: list[tuple[Any, ...]]
    draw: int
    lose: int
    size: int
    win: int

    def __init__(self, header: dict[str, Any]) -> None:
        most, chances = 1 << MOST_BITS, ("rock", "paper", "scissors")
        n = len(header["rock"]) if type(header["rock"]) is list else 0
        need(1 <= n <= MOST_DICE, f"header: rock must have 1 to {MOST_DICE} entries, one a die")
        below = numbers(header, "denominators", 1, most, n)
        columns = [numbers(header, name, 0, most, n) for name in chances]
        self.size, self.dice = n, list(zip(below, *columns))
        right = all(d == x + y + z for d, x, y, z in self.dice)
        need(right, "header: the chances of rock, paper and scissors must sum to 1 for every die")
        self.unit: int = number(header, "unit", 1, most)
        self.win, self.draw, self.lose = [
            number(header, name, -most, most) for name in ("win", "draw", "lose")
        ]
        states = n * (n + 1) * (n + 2) // 6
        self.states: int = number(header, "states", states, states)
        above, under = number(header, "above", -most, most), number(header, "below", 1, most)
        self.claimed: Fraction = Fraction(above, under)
        # No coefficient is larger than the product of all 2 d.
        self.bytes: int = (sum([d.bit_length() + 1 for d in below]) + 7) // 8
        need((n + 1) ** 3 * 8 * self.bytes <= MOST_MEMORY, "header: the dice are too many")

    def polynomial(self, told: Callable[[int], object]) -> list[int]:
        """F as an integer for each r, with F(r, p, s) from byte ((n + 1) p + s) bytes on."""
        z_bits, rows = 8 * self.bytes, [1] + [0] * self.size
        y_bits = (self.size + 1) * z_bits
        for m, (d, x, y, z) in enumerate(self.dice, 1):
            for r in range(m, -1, -1):
                row, fewer = rows[r], rows[r - 1] if r else 0
                rows[r] = d * row + (y * row << y_bits) + (z * row << z_bits) + x * fewer
            told(m)
        return rows

    def coefficients(self, row: int, r: int) -> list[list[int]]:
        """F(r, p, s) for all p, s with r + p + s at most n, from the integer of r."""
        each, wide = self.bytes, self.bytes * (self.size + 1)
        data = row.to_bytes(wide * (self.size - r + 1), "little")
        return [
            [int.from_bytes(data[at : at + each], "little") for at in range(start, end, each)]
            for p in range(self.size - r + 1)
            for start, end in [(p * wide, p * wide + (self.size - r - p + 1) * each)]
        ]

    def worths(self, rock: int, paper: int, scissors: int) -> tuple[int, int, int]:
        """What rock, paper and scissors are paid by faces of these chances."""
        win, draw, lose = self.win, self.draw, self.lose
        return (
            draw * rock + lose * paper + win * scissors,
            win * rock + draw * paper + lose * scissors,
            lose * rock + win * paper + draw * scissors,
        )


def check(stream: BinaryIO, progress: Callable[[int, int], object] | None = None) -> Certified:
    """Check the certificate in an open file; raises Refuted or Unreadable."""
    lines = Lines(gzip.GzipFile(fileobj=stream))
    header = lines.header()
    bag = Bag(header)
    n, tell = bag.size, progress or (lambda done, of: None)
    rows = bag.polynomial(lambda dice: tell(dice, 2 * n))
    here, ties, paid = bag.coefficients(rows[0], 0), 0, [0] * n
    for r in range(n):
        more = bag.coefficients(rows[r + 1], r + 1)
        for p in range(n - r):
            faces = zip(lines.record(r, p, n), more[p], here[p + 1], here[p][1:])
            for s, (letter, rock, paper, scissors) in enumerate(faces):
                worths = bag.worths((r + 1) * rock, (p + 1) * paper, (s + 1) * scissors)
                best = max(worths)
                a, b, c = [int(worth == best) for worth in worths]
                right = LETTERS[a, b, c] if rock or paper or scissors else "n"
                if letter != right:
                    raise Refuted(f"rocks {r}, papers {p}, scissors {s}: {letter} is not right")
                ties += right in "RPSt"
                paid[r + p + s] += best
        here = more
        tell(n + r + 1, 2 * n)
    lines.end(n * (n + 1) // 2)
    below = bag.unit * math.prod([d for d, *_ in bag.dice])
    parts = [Fraction(x, (k + 1) * math.comb(n, k + 1) * below) for k, x in enumerate(paid)]
    if sum(parts) != bag.claimed:
        raise Refuted("header: above / below is not the best expected total")
    value = bag.claimed.numerator, bag.claimed.numerator, bag.claimed.denominator
    return Certified(header, bag.states, ties, value, "integers, nothing is rounded")


def main(words: Sequence[str]) -> int:
    try:
        need(len(words) == 1, "usage: python check_bag.py FILE")
        with open(words[0], "rb") as stream:
            found = check(stream)
    except Refuted as error:
        print(f"refuted: {error}")
        return 1
    except (Unreadable, OSError) as error:
        print(f"no certificate: {error}")
        return 2
    tables = {name: value for name, value in found.header.items() if name not in ("above", "below")}
    print(
        f"certified: {found.states} decisions, {found.ties} of them ties, for the bag of\n"
        f"{json.dumps(tables)}\nwith the best expected total {found.value[0]} / {found.value[2]}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
