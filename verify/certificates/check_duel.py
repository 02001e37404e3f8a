"""Check the certificate of a duel with nothing but Python: ``python check_duel.py FILE``.

The exit status is 0 if FILE is certified, 1 if something that it claims is not shown to be so, and
2 if it is no certificate. docs/certificate.md has the format and the proofs. In short: a turn that
is never held comes to the total k with the chance a(k) = sum_g p_g a(k - g), a(0) = 1; one that
holds at h throws at every k < h, scores x >= h with the chance sum_{k < h} a(k) p_{x-k}, and
otherwise 0. A(a, b) = P(a scores more than b) - P(less) is then a sum over all pairs of scores, and
the weights x of an optimal mixture have sum_a x_a A(a, b) >= 0 for every b. If for every b either
this is above 0 or x_b is, but not both, then any other such mixture y has weights where x has only,
and sum_a y_a A(a, b) = 0 there; so if these equations have the rank (number of weights) - 1, there
is no other. All numbers are integers, nothing is rounded.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import secrets
import sys
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, BinaryIO, NamedTuple

STATEMENT = (
    "Against the mixture of the first weights no hold gains anything; it is the only such mixture "
    "of these holds, those that are the same turn counted once, if unique is true, and the second "
    "weights are another one if not; and against each hold those named are all the best ones."
)
ENTRIES = "certificate, family, statement, holds, denominator, lost, gains, weights, unique, states"
BEGIN = json.dumps({"certificate": 1, "family": "duel", "statement": STATEMENT})[:-1].encode()
MOST_HOLD, MOST_GAIN, MOST_BITS, MOST_HEADER = 2000, 10**18, 13_000, 1 << 20
MOST_MEMORY, MOST_WORK = 1 << 33, 1 << 46
RECORD = re.compile(rb"([0-9]{1,4}) ([0-9]{1,4}(?:,[0-9]{1,4})*) ([0-9a-f]+)(?: ([0-9a-f]+))?\n")

Record = tuple[list[int], int, int]


class Unreadable(Exception):  # noqa: N818
    """The file is no certificate of a duel, or it is damaged."""


class Refuted(Exception):  # noqa: N818
    """Something that the file claims is not shown to be so."""


class Certified(NamedTuple):
    """What is proved: the best replies to so many holds, so many of which have several."""

    header: dict[str, Any]
    states: int
    ties: int
    value: tuple[int, int, int]
    """Of a symmetric game: at least the first and at most the second, divided by the third."""
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
        need(right, "header: the entries are not those of the certificate of a duel")
        need(line.startswith(BEGIN), "header: this is not what version 1 states of duels")
        return found  # type: ignore[no-any-return]

    def record(self, hold: int, duel: Duel) -> Record:
        """The best replies to a hold, and its weights in the mixtures."""
        line = self.next(duel.longest)
        found = RECORD.fullmatch(line)
        if not found or int(found[1]) != hold or (found[4] is None) != duel.unique:
            raise Unreadable(f"line {self.number} is not the record of hold {hold}")
        replies = [int(word) for word in found[2].split(b",")]
        return replies, int(found[3], 16), int(found[4] or b"0", 16)

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


class Duel:
    """The holds, from the tables of the header, what they score, and what they are paid."""

    below: int
    holds: list[int]

    def __init__(self, header: dict[str, Any]) -> None:
        self.holds = holds = numbers(header, "holds", 1, MOST_HOLD, None)
        need(holds and holds == sorted(set(holds)), "header: holds must rise")
        number(header, "states", len(holds), len(holds))
        self.unique: Any = header["unique"]
        need(type(self.unique) is bool, "header: unique: true or false")
        self.below = below = number(header, "denominator", 1, 1 << MOST_BITS)
        gains = numbers(header, "gains", 1, MOST_GAIN, None)
        need(gains == sorted(set(gains)), "header: gains must rise")
        weights = numbers(header, "weights", 1, below, len(gains))
        self.gains: list[tuple[int, int]] = list(zip(gains, weights))
        lost = number(header, "lost", 0, below)
        need(lost + sum(weights) == below, "header: the chances must sum to 1")
        # Before the total k there are at most k // least throws.
        least, widest = min([holds[-1], *gains]), max([1, *gains])
        throws = (holds[-1] - 1) // least + 1
        bits, n = throws * below.bit_length(), len(holds)
        ways = len(gains) * (holds[-1] + n * min(holds[-1], widest))
        need(ways * (bits + 500) <= MOST_MEMORY, "header: a turn can end in too many ways")
        need(n * (n + 1) * (4 * bits + 500) <= MOST_MEMORY, "header: the holds are too many")
        work = n * (ways + n**2) * (bits + 64) ** 2
        need(work <= MOST_WORK, "header: the holds and gains would take too long")
        self.longest: int = (n + 1) * (bits + 16) + 5 * n + 30
        """Two weights, and every hold; weights are minors of the payoffs, of 2 bits each."""
        self.one: Any = below**throws
        self.reached: list[Any] = [self.one] + [0] * (holds[-1] - 1)
        for k in range(holds[-1]):
            for g, p in self.gains:
                if k + g < holds[-1]:
                    self.reached[k + g] += self.reached[k] * p // below

    def scores(self, hold: int) -> dict[int, int]:
        """The chances of what a turn scores that holds at ``hold``, times ``one``; rising."""
        widest = max([1, *(g for g, _ in self.gains)])
        found: dict[int, int] = {}
        for k in range(max(0, hold - widest), hold):
            for g, p in self.gains:
                if k + g >= hold and self.reached[k]:
                    found[k + g] = found.get(k + g, 0) + self.reached[k] * p // self.below
        return {0: self.one - sum(found.values()), **dict(sorted(found.items()))}

    def payoffs(self, turns: Sequence[dict[int, int]]) -> list[list[int]]:
        """A(a, b) for all turns, times the square of ``one``."""
        columns = []
        for turn in turns:
            points, up_to = list(turn), [0, *accumulate(turn.values())]
            columns.append(
                [
                    sum(
                        n * (up_to[bisect_left(points, x)] + up_to[bisect_right(points, x)])
                        for x, n in other.items()
                    )
                    - self.one**2
                    for other in turns
                ]
            )
        return [list(row) for row in zip(*columns)]


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
                if factor := other[lead] * over % prime:
                    other[:] = [(x - factor * y) % prime for x, y in zip(other, row)]
    return found


def random_prime() -> int:
    """A prime of 256 bits that nobody can foresee; it is none with a chance below 2^-100."""
    while True:
        n = secrets.randbits(255) | 1 << 255 | 3  # then the test of Miller and Rabin is one power
        if all(pow(secrets.randbelow(n - 3) + 2, n >> 1, n) in (1, n - 1) for _ in range(64)):
            return n


def optimal(
    duel: Duel, payoffs: list[list[int]], weights: list[int], first: list[int]
) -> list[int]:
    """What each hold pays to the mixture of these weights; each of them must be at least 0."""
    need(any(weights), "weights: those of a mixture must not all be 0")
    for hold, weight, same in zip(duel.holds, weights, first):
        if weight and same != hold:
            raise Refuted(f"hold {hold}: it is the same turn as hold {same}, and must not count")
    used = [(weight, row) for weight, row in zip(weights, payoffs) if weight]
    paid = [sum([weight * row[b] for weight, row in used]) for b in range(len(weights))]
    for hold, sum_ in zip(duel.holds, paid):
        if sum_ < 0:
            raise Refuted(f"hold {hold}: it gains against the mixture")
    return paid


def check(stream: BinaryIO, progress: Callable[[int, int], object] | None = None) -> Certified:
    """Check the certificate in an open file; raises Refuted or Unreadable."""
    lines = Lines(gzip.GzipFile(fileobj=stream))
    header = lines.header()
    duel = Duel(header)
    holds, tell = duel.holds, progress or (lambda done, of: None)
    replies, weights, others = zip(*[lines.record(hold, duel) for hold in holds])
    lines.end(len(holds))
    turns = [duel.scores(hold) for hold in holds]
    first = [holds[turns.index(turn)] for turn in turns]
    tell(1, 3)
    payoffs = duel.payoffs(turns)
    tell(2, 3)
    for b, hold in enumerate(holds):
        most = max([row[b] for row in payoffs])
        if replies[b] != [other for other, row in zip(holds, payoffs) if row[b] == most]:
            raise Refuted(f"hold {hold}: these are not all the best replies")
    paid = optimal(duel, payoffs, list(weights), first)
    if duel.unique:
        for hold, weight, sum_, same in zip(holds, weights, paid, first):
            if same == hold and (weight > 0) == (sum_ > 0):
                raise Refuted(f"hold {hold}: the mixture is not shown to be the only one")
        support = [n for n, weight in enumerate(weights) if weight]
        rows = [[payoffs[a][b] for b in support] for a in support]
        if rank(rows, random_prime()) < len(support) - 1:
            raise Refuted("header: the mixture is not shown to be the only one")
    else:
        optimal(duel, payoffs, list(others), first)
        if all(x * sum(others) == y * sum(weights) for x, y in zip(weights, others)):
            raise Refuted("header: the second mixture is the first one")
    ties = sum([len(best) > 1 for best in replies])
    tell(3, 3)
    return Certified(header, len(holds), ties, (0, 0, 1), "integers, nothing is rounded")


def main(words: Sequence[str]) -> int:
    try:
        need(len(words) == 1, "usage: python check_duel.py FILE")
        with open(words[0], "rb") as stream:
            found = check(stream)
    except Refuted as error:
        print(f"refuted: {error}")
        return 1
    except (Unreadable, OSError) as error:
        print(f"no certificate: {error}")
        return 2
    tables = {name: value for name, value in found.header.items() if name != "unique"}
    only = "is the only one" if found.header["unique"] else "is not the only one"
    print(
        f"certified: an optimal mixture, which {only}, and the best replies to {found.states} "
        f"holds, {found.ties} of them ties, for the duel of\n{json.dumps(tables)}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
