"""Check the certificate of a duel with nothing but Python: ``python check_duel.py FILE``.

The exit status is 0 if FILE is certified, 1 if something that it claims is not shown to be so, and
2 if it is no certificate. docs/reference/certificate.md has the format and the proofs. In short: a
turn that is never held comes to the total k with the chance a(k) = sum_g p_g a(k - g), a(0) = 1;
one that holds at h throws at every k < h, scores x >= h with the chance sum_{k < h} a(k) p_{x-k},
and otherwise 0. A(a, b) = P(a scores more than b) - P(less) is then a sum over all pairs of scores,
and the weights x of an optimal mixture have sum_a x_a A(a, b) >= 0 for every b. If for every b
either this is above 0 or x_b is, but not both, then any other such mixture y has weights where x
has only, and sum_a y_a A(a, b) = 0 there; so if these equations have the rank (number of weights) -
1, there is no other. All numbers are integers, nothing is rounded.
"""

from __future__ import annotations

import json
import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING or __package__:
    from .reading import Certified, Lines, Refuted, Unreadable, main, need, numbers
else:  # run as a file, beside which reading.py stands
    sys.path.insert(0, str(Path(__file__).parent))
    from reading import Certified, Lines, Refuted, Unreadable, main, need, numbers

STATEMENT = (
    "Against the mixture of the first weights no hold gains anything; it is the only such mixture "
    "of these holds, those that are the same turn counted once, if unique is true, and the second "
    "weights are another one if not; and against each hold those named are all the best ones."
)
ENTRIES = "certificate, family, statement, holds, denominator, lost, gains, weights, unique, states"
BEGIN = json.dumps({"certificate": 1, "family": "duel", "statement": STATEMENT})[:-1].encode()
MOST_HOLD, MOST_GAIN, MOST_BITS, MOST_HEADER = 2000, 10**18, 13_000, 1 << 20
MOST_MEMORY, MOST_WORK = 1 << 33, 1 << 46
HOLD, HEX = rb"[1-9]\d{0,3}", rb"(0|[1-9a-f][\da-f]*)"
RECORD = re.compile(b"(%s) (%s(?:,%s)*) %s(?: %s)?\n" % (HOLD, HOLD, HOLD, HEX, HEX))
PRIME = 2**521 - 1
"""Any prime would do: the rank modulo it is at most the rank."""


# --- the duel: what turns score, and what they are paid -------------------------------------------


class Duel:
    """The holds and the throw, from the tables of the header."""

    below: Any
    gains: list[tuple[Any, Any]]
    holds: Any

    def __init__(self, header: Any) -> None:
        self.holds = holds = numbers(header["holds"], "holds", 1, MOST_HOLD, None)
        need(holds and holds == sorted({*holds}), "header: holds must rise")
        numbers(header["states"], "states", len(holds), len(holds))
        self.unique: Any = header["unique"]
        need(type(self.unique) is bool, "header: unique: true or false")
        self.below = below = numbers(header["denominator"], "denominator", 1, 1 << MOST_BITS)
        gains = numbers(header["gains"], "gains", 1, MOST_GAIN, None)
        need(gains == sorted({*gains}), "header: gains must rise")
        weights = numbers(header["weights"], "weights", 1, below, len(gains))
        self.gains, lost = list(zip(gains, weights)), numbers(header["lost"], "lost", 0, below)
        need(lost + sum(weights) == below, "header: the chances must sum to 1")
        # Before the total k there are at most k // least throws.
        top, n = holds[-1], len(holds)
        throws = (top - 1) // min([top, *gains]) + 1
        bits, ways = throws * below.bit_length(), len(gains) * top * (n + 1) + 4 * n**2
        need(ways * (bits + 500) <= MOST_MEMORY, "header: the holds and gains are too many")
        work = n * (ways + n**2) * (bits + 64) ** 2
        need(work <= MOST_WORK, "header: the holds and gains would take too long")
        self.longest: Any = (n + 1) * (bits + 16) + 5 * n + 30
        """Two weights, and every hold; weights are minors of the payoffs, of 2 bits each."""
        self.one: int = below**throws
        self.reached: Any = [self.one] + [0] * top
        """a(k) times one."""
        for k in range(top):
            for g, p in self.gains:
                if k + g < top:
                    self.reached[k + g] += self.reached[k] * p // below

    def read(self, lines: Lines, hold: int) -> tuple[list[int], int, int]:
        """The best replies to a hold, and its weights in the mixtures."""
        found = RECORD.fullmatch(lines.next(self.longest))
        if not found or int(found[1]) != hold or (found[4] is None) != self.unique:
            raise Unreadable(f"line {lines.number} is not the record of hold {hold}")
        replies = [int(word) for word in found[2].split(b",")]
        return replies, int(found[3], 16), int(found[4] or b"0", 16)

    def scores(self, hold: int) -> dict[int, int]:
        """The chances of what a turn scores that holds at ``hold``, times ``one``; rising."""
        found: dict[int, int] = {}
        for k, reached in enumerate(self.reached[:hold]):
            for g, p in self.gains:
                if k + g >= hold and reached:
                    found[k + g] = found.get(k + g, 0) + reached * p // self.below
        return {0: self.one - sum(found.values()), **dict(sorted(found.items()))}

    def paid(self, turn: dict[int, int], other: dict[int, int]) -> int:
        """What a turn is paid by another one, A(a, b), times the square of ``one``."""
        points, below = list(other), [0, *accumulate(other.values())]
        won = sum([p * below[bisect_left(points, x)] for x, p in turn.items()])
        not_lost = sum([p * below[bisect_right(points, x)] for x, p in turn.items()])
        return won + not_lost - self.one * self.one

    def play(self) -> None:
        """Find what every hold scores, and is paid by every other one."""
        self.turns: list[dict[int, int]] = [self.scores(hold) for hold in self.holds]
        self.first: list[int] = [self.holds[self.turns.index(turn)] for turn in self.turns]
        """The first of the holds that are the same turn."""
        self.payoffs: list[list[int]] = [
            [self.paid(turn, other) for other in self.turns] for turn in self.turns
        ]

    def replies(self) -> list[list[int]]:
        """All the best replies to every hold."""
        return [
            [other for other, a in zip(self.holds, column) if a == max(column)]
            for column in zip(*self.payoffs)
        ]

    def optimal(self, weights: Sequence[int]) -> list[int]:
        """What each hold is paid less than the mixture of these weights: nowhere less than 0."""
        need(any(weights), "weights: those of a mixture must not all be 0")
        paid = [sum([x * a for x, a in zip(weights, column) if x]) for column in zip(*self.payoffs)]
        for hold, weight, same, least in zip(self.holds, weights, self.first, paid):
            if weight and same != hold:
                raise Refuted(
                    f"hold {hold}: it is the same turn as hold {same}, and must not count"
                )
            if least < 0:
                raise Refuted(f"hold {hold}: it gains against the mixture")
        return paid

    def check(self, weights: Sequence[int], others: Sequence[int] | None) -> list[int]:
        """Check that a mixture is optimal, and the only one unless there are ``others``.

        Returns what each hold is paid less than the mixture, times its sum and the square of one.
        """
        paid = self.optimal(weights)
        if others is not None:
            self.optimal(others)
            if all(x * sum(others) == y * sum(weights) for x, y in zip(weights, others)):
                raise Refuted("header: the second mixture is the first one")
            return paid
        for hold, weight, least, same in zip(self.holds, weights, paid, self.first):
            if same == hold and (weight > 0) == (least > 0):
                raise Refuted(f"hold {hold}: the mixture is not shown to be the only one")
        support = [n for n, weight in enumerate(weights) if weight]
        rows = [[self.payoffs[a][b] for b in support] for a in support]
        if rank(rows, PRIME) < len(support) - 1:
            raise Refuted("header: the mixture is not shown to be the only one")
        return paid


def rank(rows: list[list[int]], prime: int) -> int:
    """The rank modulo a prime, which is at most that of the integers themselves."""
    found = 0
    while rows:
        row = rows.pop()
        lead = next((n for n, x in enumerate(row) if x % prime), None)
        if lead is not None:
            found += 1
            over = pow(row[lead], -1, prime)
            for other in rows:
                factor = other[lead] * over
                other[:] = [(x - factor * y) % prime for x, y in zip(other, row)]
    return found


def check(stream: BinaryIO, progress: Callable[[int, int], object] | None = None) -> Certified:
    """Check the certificate in an open file; raises Refuted or Unreadable."""
    lines = Lines(stream)
    header = lines.header(BEGIN, ENTRIES, MOST_HEADER)
    duel = Duel(header)
    holds, tell = duel.holds, progress or (lambda done, of: None)
    replies, weights, others = zip(*[duel.read(lines, hold) for hold in holds])
    lines.end()
    tell(1, 3)
    duel.play()
    tell(2, 3)
    for hold, named, right in zip(holds, replies, duel.replies()):
        if named != right:
            raise Refuted(f"hold {hold}: these are not all the best replies")
    duel.check(weights, None if duel.unique else others)
    tell(3, 3)
    ties = sum([len(best) > 1 for best in replies])
    return Certified(header, len(holds), ties, (0, 0, 1), "integers, nothing is rounded")


if __name__ == "__main__":
    sys.exit(main(sys.argv, check, STATEMENT))
