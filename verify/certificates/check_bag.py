"""Check the certificate of a bag of dice with nothing but Python: ``python check_bag.py FILE``.

The exit status is 0 if FILE is certified, 1 if something that it claims is not shown to be so, and
2 if it is no certificate. docs/reference/certificate.md has the format and the proofs. In short:
let a die show rock, paper and scissors with the chances x / d, y / d and z / d, and F(r, p, s) be
the coefficient of X^r Y^p Z^s in the product of d + x X + y Y + z Z over all n dice. Any k + 1 dice
are equally likely to be the first ones, and each of these the last; so the first k = r + p + s
throws show these counts and the next one a rock with the chance

    (r + 1) F(r + 1, p, s) / ((k + 1) C(n, k + 1) D),    D the product of all d,

and likewise for paper and scissors. All this is computed in integers, without rounding, from the
dice alone: what the gestures are paid, which of them are best, and the best expected total.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING or __package__:
    from .reading import Certified, Lines, Refuted, Unreadable, main, need, numbers
else:  # run as a file, beside which reading.py stands
    sys.path.insert(0, str(Path(__file__).parent))
    from reading import Certified, Lines, Refuted, Unreadable, main, need, numbers

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
MOST_BITS, MOST_MEMORY, MOST_HEADER = 13_000, 1 << 34, 1 << 20
WHOLE, RUNS = rb"(0|[1-9]\d{0,3})", rb"((?:([rpsRPStn])(?!\d+\4)[1-9]\d{0,3})+)"
RECORD = re.compile(b" ".join([WHOLE, WHOLE, RUNS]) + b"\n")  # the next run is of another letter
LETTERS = {(1, 0, 0): "r", (0, 1, 0): "p", (0, 0, 1): "s", (1, 1, 1): "t",
           (0, 1, 1): "R", (1, 0, 1): "P", (1, 1, 0): "S"}  # fmt: skip
"""By whether rock, paper and scissors are among the best."""


# --- the bag: its dice, and what they can show ----------------------------------------------------


class Bag:
    """The dice and the payoffs, from the tables of the header."""

    draw: Any
    lose: Any
    size: int
    win: Any

    def __init__(self, header: Any) -> None:
        most = 1 << MOST_BITS
        below = numbers(header["denominators"], "denominators", 1, most, None)
        self.size = n = len(below)
        need(n, "header: denominators must be of one die or more")
        faces = [numbers(header[one], one, 0, most, n) for one in ("rock", "paper", "scissors")]
        self.dice: list[tuple[Any, ...]] = list(zip(below, *faces))
        right = all(d == x + y + z for d, x, y, z in self.dice)
        need(right, "header: the chances of rock, paper and scissors must sum to 1 for every die")
        paid = [numbers(header[one], one, -most, most) for one in ("win", "draw", "lose")]
        self.win, self.draw, self.lose = paid
        self.states: int = math.comb(n + 2, 3)
        numbers(header["states"], "states", self.states, self.states)
        self.paid_in: Any = numbers(header["unit"], "unit", 1, most)
        self.below: int = math.prod(below)
        """D, the product of all d."""
        above = numbers(header["above"], "above", -most, most)
        self.claimed: Fraction = Fraction(above, numbers(header["below"], "below", 1, most))
        # No coefficient is larger than the product of all 2 d.
        self.bytes: int = sum([d.bit_length() + 1 for d in below]) // 8 + 1
        need((n + 1) ** 3 * 8 * self.bytes <= MOST_MEMORY, "header: the dice are too many")

    def multiply(self, tell: Callable[[int], object]) -> None:
        """F as bytes for each r, with F(r, p, s) from byte ((n + 1) p + s) bytes on."""
        z_bits, rows = 8 * self.bytes, [1] + [0] * self.size
        y_bits = (self.size + 1) * z_bits
        for m, (d, x, y, z) in enumerate(self.dice, 1):
            for r in range(m, -1, -1):
                row, fewer = rows[r], rows[r - 1] if r else 0
                rows[r] = d * row + (y * row << y_bits) + (z * row << z_bits) + x * fewer
            tell(m)
        self.rows: list[bytes] = [
            row.to_bytes((self.size + 1) * y_bits // 8, "little") for row in rows
        ]

    def coefficient(self, r: int, p: int, s: int) -> int:
        """F(r, p, s)."""
        at = ((self.size + 1) * p + s) * self.bytes
        return int.from_bytes(self.rows[r][at : at + self.bytes], "little")

    def worths(self, r: int, p: int, s: int) -> tuple[list[int], int]:
        """What rock, paper and scissors are paid after these counts, and how often they come, both
        times (k + 1) C(n, k + 1) D for k throws; what is paid times the unit of payoffs, too.
        """
        x = (r + 1) * self.coefficient(r + 1, p, s)
        y = (p + 1) * self.coefficient(r, p + 1, s)
        z = (s + 1) * self.coefficient(r, p, s + 1)
        win, draw, lose = self.win, self.draw, self.lose
        paid = [draw * x + lose * y + win * z, win * x + draw * y + lose * z]
        return [*paid, lose * x + win * y + draw * z], x + y + z

    def best(self, r: int, p: int, s: int) -> tuple[str, list[int], int]:
        """The letter of the best gestures, n where these counts are never seen; and the worths."""
        worths, seen = self.worths(r, p, s)
        a, b, c = [int(worth == max(worths)) for worth in worths]
        return LETTERS[a, b, c] if seen else "n", worths, seen

    def ways(self, k: int) -> int:
        """In parts of which chances after k throws are."""
        return (k + 1) * math.comb(self.size, k + 1) * self.below

    def total(self, paid: Sequence[int]) -> Fraction:
        """The expected sum of what is paid after 0, 1, 2, … throws."""
        parts = [Fraction(x, self.ways(k) * self.paid_in) for k, x in enumerate(paid)]
        return sum(parts, Fraction(0))

    def read(self, lines: Lines, r: int, p: int) -> str:
        """The letters after r rocks, p papers and 0, 1, 2 … scissors."""
        found, place = RECORD.fullmatch(lines.next(6 * self.size + 30)), f"rocks {r}, papers {p}"
        if not found or (int(found[1]), int(found[2])) != (r, p):
            raise Unreadable(f"line {lines.number} is not the record of {place}")
        runs = re.findall("([a-zA-Z])([0-9]+)", found[3].decode())
        letters = "".join([letter * int(length) for letter, length in runs])
        n, all_ = len(letters), self.size - r - p
        need(n == all_, f"{place}: {n} decisions, not {all_}")
        return letters


def check(stream: BinaryIO, progress: Callable[[int, int], object] | None = None) -> Certified:
    """Check the certificate in an open file; raises Refuted or Unreadable."""
    lines = Lines(stream)
    header = lines.header(BEGIN, ENTRIES, MOST_HEADER)
    bag = Bag(header)
    n, tell, ties = bag.size, progress or (lambda done, of: None), 0
    bag.multiply(lambda dice: tell(dice, 2 * n))
    paid = [0] * n
    for r in range(n):
        for p in range(n - r):
            for s, letter in enumerate(bag.read(lines, r, p)):
                right, worths, _ = bag.best(r, p, s)
                if letter != right:
                    raise Refuted(f"rocks {r}, papers {p}, scissors {s}: {letter} is not right")
                ties += letter in "RPSt"
                paid[r + p + s] += max(worths)
        tell(n + r + 1, 2 * n)
    lines.end()
    if bag.total(paid) != bag.claimed:
        raise Refuted("header: above / below is not the best expected total")
    above, below = bag.claimed.as_integer_ratio()
    return Certified(
        header, bag.states, ties, (above, above, below), "integers, nothing is rounded"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv, check, STATEMENT))
