"""Check the certificate of a race game with nothing but Python: ``python check_race.py FILE``.

The exit status is 0 if FILE is certified, 1 if something that it claims is not shown to be so, and
2 if it is no certificate. docs/certificate.md has the format and the proofs. In short: the mover
has banked i points, the opponent j, and s is i + turn total; who holds wins with chance h, who
throws with c, and who begins a turn with V:

    h(s) = 1 - V(j, s),   c(s) = p_bust (1 - V(j, i')) + p_wipe (1 - V(j, 0))
                                 + sum_g p_g max(h(s+g), c(s+g)),   V(i, j) = c(i),

with i' the score after a bust. A throw to the goal wins; one past it wins as well, or busts if the
goal is exact. FILE has a box for every V(i, j). In integers, rounded outward, the equations take
the boxes of V(i, j) and V(j, i) into themselves: by Brouwer a solution lies inside, and as the game
ends whatever is decided there is no other. Boxes that lie apart prove decisions; ties that they
leave open are recomputed modulo a random prime.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import sys
import zlib
from collections.abc import Callable, Sequence
from operator import le
from typing import Any, BinaryIO, NamedTuple

STATEMENT = (
    "Every chance to win at the start of a turn lies in its box, and in every state of the game of "
    "these tables r means that to roll is better, h to hold, and t that both are worth the same."
)
ENTRIES = (
    "certificate, family, statement, goal, exact, denominator, bust, wipe, gains, weights, "
    "after_bust, bits, states, ties, column_low, column_high, column_above, column_below"
)
BEGIN = json.dumps({"certificate": 1, "family": "race", "statement": STATEMENT})[:-1].encode()
MOST_GOAL, MOST_BITS, MOST_MEMORY, MOST_WORK, MOST_HEADER = 2000, 1 << 13, 1 << 32, 1 << 37, 1 << 20
MOST_FRACTION = 1 << 14_000
WHOLE, HEX = rb"(0|[1-9]\d{0,3})", rb"(0|[1-9a-f][\da-f]*)"
RUNS = rb"((?:([rht])(?!\d+\6)[1-9]\d{0,3})*)"  # the next run is of another letter
RECORD = re.compile(b" ".join([WHOLE, WHOLE, HEX, HEX, RUNS]) + b"\n")


# --- the same in every checker: reading, and how it ends ------------------------------------------


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
        self.room: int = 1 << 16

    def unpack(self) -> None:
        """Read some more; a file much longer than its text could go on without end."""
        try:
            piece = self.packed.unconsumed_tail or self.stream.read(1 << 14)
            more = self.packed.decompress(piece, 1 << 14)
        except (OSError, zlib.error) as error:
            raise Unreadable(f"line {self.number} cannot be read: {error}") from None
        self.room += len(more) - len(piece) + len(self.packed.unconsumed_tail)
        need(piece and self.room > 0, f"line {self.number} is cut off or padded")
        self.text += more

    def next(self, most: int) -> bytes:
        self.number += 1
        while b"\n" not in self.text and len(self.text) < most and not self.packed.eof:
            self.unpack()
        line, end, self.text = self.text.partition(b"\n")
        need(end and len(line) < most, f"line {self.number} is cut off or too long")
        self.digest.update(line + end)
        return line + end

    def header(self) -> Any:
        line = self.next(MOST_HEADER)
        try:
            found = json.loads(line)
            # What is written in any other way could mean two things: an entry twice, NaN, -0.
            need(json.dumps(found).encode() + b"\n" == line, "header: it is not written plainly")
        except (ValueError, RecursionError):
            raise Unreadable("header: it is not JSON") from None
        right = line.startswith(BEGIN) and ", ".join(found) == ENTRIES
        need(right, "header: the entries or the statement are not those of this version")
        return found

    def end(self) -> None:
        """The last line, which guards against accidents only."""
        end = f"end {self.number - 1} {self.digest.hexdigest()}\n".encode()
        need(self.next(MOST_HEADER) == end, f"line {self.number} is not the end of these lines")
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


def main(words: Sequence[str]) -> int:
    try:
        need(len(words) == 1, f"usage: python {__file__} FILE")
        (path,) = words
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
        f"certified: {found.states} states, {found.ties} of them ties. {STATEMENT}\n"
        f"The tables are the first line of the file: gzip -dc {path} | head -n 1\n"
        f"The value is at least {low} / {one}\n       and at most {high} / {one}"
    )
    return 0


# --- the race: its rules, and the boxes -----------------------------------------------------------


class Race:
    """The rules, from the tables of the header, and what is known of V so far."""

    def __init__(self, header: Any) -> None:
        def given(name: str, least: int, most: int, *sizes: int | None) -> Any:
            return numbers(header[name], name, least, most, *sizes)

        self.goal: Any = given("goal", 1, MOST_GOAL)
        self.bits: Any = given("bits", 1, MOST_BITS)
        self.one: int = 1 << self.bits
        goal, one = self.goal, self.one
        need(goal**2 * (self.bits + 400) <= MOST_MEMORY, "header: goal and bits are too large")
        self.states: Any = given("states", goal * sum(range(goal)), goal * sum(range(goal)))
        self.exact: Any = header["exact"]
        self.ties: Any = header["ties"]
        need(type(self.exact) is type(self.ties) is bool, "header: exact, ties: true or false")
        self.below: Any = given("denominator", 1, 1 << MOST_BITS)
        self.bust: Any = given("bust", 0, self.below)
        self.wipe: Any = given("wipe", 0, self.below)
        gains = given("gains", 1, goal, None)
        need(gains == sorted({*gains}), "header: gains must rise")
        weights = given("weights", 1, self.below, len(gains))
        self.gains: list[tuple[Any, Any]] = list(zip(gains, weights))
        need(goal**3 * len(gains) <= MOST_WORK, "header: goal and gains would take too long")
        right = self.bust + self.wipe + sum(weights) == self.below
        need(right, "header: the chances must sum to 1")
        self.after_bust: Any = given("after_bust", 0, goal, goal)
        right = all(map(le, range(goal), self.after_bust))
        need(right, "header: after_bust must not lose points")
        self.finishes: Any = [False] * goal + [True] + [not self.exact] * goal
        """Whether some sum of gains leads from s to the goal, which s may be or lie beyond."""
        for s in reversed(range(goal)):
            self.finishes[s] = any(self.finishes[s + g] for g in gains)

        n = goal if self.wipe else 0
        low, high = given("column_low", 0, one, n), given("column_high", 0, one, n)
        n = n if self.ties else 0
        above = given("column_above", 0, MOST_FRACTION, n)
        under = given("column_below", 1, MOST_FRACTION, n)
        # On side 0 is a lower bound of every number, on side 1 an upper one, and on side 2 what it
        # is modulo a prime, where there are open ties; all in units of 1 / one.
        self.prime: int = random_prime() if self.ties else 1
        self.share: int = pow(self.below, -1, self.prime)
        self.hold: list[list[Any]] = [[[one] * (goal + 1) for _ in range(goal)] for _ in range(3)]
        """1 - V(i, j) as [side][i][j], which is 1 where j is the goal."""
        exact = [(b - a) * pow(b, -1, self.prime) * one % self.prime for a, b in zip(above, under)]
        self.wiped: list[list[Any]] = [[one - x for x in high], [one - x for x in low], exact]
        """1 - V(j, 0) as [side][j], where throws wipe; the last where there are open ties."""

    def never_ends(self, i: int, j: int) -> bool:
        """Whether busts leave two players who cannot finish where they are: worth 1/2 each."""
        stay = self.after_bust[i] == i and self.after_bust[j] == j
        return stay and not (self.wipe or self.finishes[i] or self.finishes[j])

    def ends(self) -> bool:
        """Whether the game ends whatever is decided (never_ends is an end).

        It does without wipes. With them, a score is sure if the throws can fall so that, wherever
        the mover holds in between, he wins or ends his turn with a score that is sure.
        """
        goal, sure = self.goal, [False] * self.goal + [True] * self.goal
        for i in reversed(range(goal)):
            saved = self.after_bust[i] > i and sure[self.after_bust[i]]
            falls = [saved and self.bust > 0] * goal + [saved or f for f in self.finishes[goal:]]
            for s in reversed(range(i, goal)):
                falls[s] = falls[s] or any(falls[s + g] and sure[s + g] for g, _ in self.gains)
            sure[i] = falls[i]
        return sure[0] or not self.wipe

    def throws(self, i: int, j: int, side: int, decisions: str) -> list[int]:
        """c(s) for s = i … goal - 1; on side 2 with these decisions, else with the best ones."""
        goal, below, gains, hold = self.goal, self.below, self.gains, self.hold[side][j]
        bust = hold[self.after_bust[i]]
        ends = self.bust * bust + (self.wipe and self.wipe * self.wiped[side][j])
        if side == 1:
            ends += below - 1
        throw = [self.one] * goal
        best = [self.one] * (goal + 1) + [bust if self.exact else self.one] * goal
        for s in reversed(range(i, goal)):
            c = ends
            for g, p in gains:
                c += p * best[s + g]
            throw[s] = c = c * self.share % self.prime if side == 2 else c // below
            rolls = decisions[s - i] == "r" if side == 2 else c > hold[s]
            best[s] = c if rolls else hold[s]
        return throw

    def read(self, lines: Lines, i: int, j: int) -> str:
        """Read one record, and the box in it; returns the decisions at s = i … goal - 1."""
        line, place = lines.next(self.bits + 3 * self.goal + 30), f"own {i}, opp {j}"
        found: Any = RECORD.fullmatch(line)
        right = found and (int(found[1]), int(found[2])) == (i, j)
        need(right, f"line {lines.number} is not the record of {place}")
        low, high = int(found[3], 16), int(found[4], 16)
        need(low <= high <= self.one, f"{place}: the box is not between 0 and 1")
        self.hold[0][i][j], self.hold[1][i][j] = self.one - high, self.one - low
        runs = re.findall("([rht])([0-9]+)", found[5].decode())
        decisions = "".join([letter * int(length) for letter, length in runs])
        n, wanted = len(decisions), self.goal - 1 - i
        need(n == wanted, f"{place}: {n} decisions, not {wanted}")
        return "r" + decisions

    def solve(self, i: int, j: int, mine: str, others: str) -> None:
        """What these decisions are worth modulo the prime: x = 1 - V(j, i) and y = 1 - V(i, j)."""
        hold, one, equations = self.hold[2], self.one, []
        if self.never_ends(i, j):
            hold[i][j] = hold[j][i] = (one >> 1) % self.prime
            return
        for m, n, decisions in ((i, j, mine), (j, i, others)):
            hold[n][m] = 0  # V(m, n) is a + q times this number, which a bust may lead back to
            a = self.throws(m, n, 2, decisions)[m]
            hold[n][m] = 1
            equations.append((a, self.throws(m, n, 2, decisions)[m] - a))
        (a, q), (b, r) = equations
        x = (one - b - r * (one - a)) * pow(1 - q * r, -1, self.prime)
        hold[j][i], hold[i][j] = x % self.prime, (one - a - q * x) % self.prime
        if self.wipe and j == 0 and hold[i][0] != self.wiped[2][i]:
            raise Refuted(f"own {i}, opp 0: the value is not the fraction of the column")

    def check(self, i: int, j: int, decisions: str) -> None:
        """Check one record: that its box holds V(i, j), and that each decision is right."""
        place, low, high = f"own {i}, opp {j}", self.hold[0][i][j], self.hold[1][i][j]
        if self.never_ends(i, j) and not low == high == self.one >> 1:
            raise Refuted(f"{place}: nobody can win, so that the box must be 1/2 alone")
        c_low, c_high = [self.throws(i, j, side, decisions) for side in (0, 1)]
        if self.one - c_high[i] < low or self.one - c_low[i] > high:
            raise Refuted(f"{place}: the equations do not take the box into itself")
        if self.wipe and j == 0 and (low < self.wiped[0][i] or high > self.wiped[1][i]):
            raise Refuted(f"{place}: the box does not lie in that of the column")
        exact = self.throws(i, j, 2, decisions) if self.ties else c_low
        h_low, h_high, h = [hold[j] for hold in self.hold]
        for s in range(i + 1, self.goal):
            least, most = c_low[s] - h_high[s], c_high[s] - h_low[s]
            tied = least == most or (self.ties and exact[s] == h[s])
            proved = "r" if least > 0 else "h" if most < 0 else "t" if tied else ""
            if (said := decisions[s - i]) != proved:
                raise Refuted(f"{place}, total {s - i}: {said} is not proved to be right")


def check(stream: BinaryIO, progress: Callable[[int, int], object] | None = None) -> Certified:
    """Check the certificate in an open file; raises Refuted or Unreadable."""
    lines = Lines(stream)
    header = lines.header()
    race = Race(header)
    if not race.ends():
        raise Refuted("header: the players can keep this race from ever ending")
    last, ties = race.goal - 1, 0
    for total in range(last + last, -1, -1):
        for i in range((total + 1) // 2, min(total, last) + 1):
            j = total - i
            turns = {turn: race.read(lines, *turn) for turn in dict.fromkeys([(i, j), (j, i)])}
            if race.ties:
                race.solve(i, j, turns[i, j], turns[j, i])
            for turn, decisions in turns.items():
                race.check(*turn, decisions)
                ties += decisions.count("t")
            if progress:
                progress(lines.number - 1, race.goal**2)
    lines.end()
    proof = f"boxes of {race.bits} bits that the equations map into themselves"
    proof += ", ties modulo a random prime, wrong with a chance below 2^-100" if race.ties else ""
    low, high, one = race.hold[0][0][0], race.hold[1][0][0], race.one
    return Certified(header, race.states, ties, (one - high, one - low, one), proof)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
