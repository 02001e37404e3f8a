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

import gzip
import hashlib
import json
import re
import secrets
import sys
import zlib
from collections.abc import Callable, Sequence
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
RECORD = re.compile(rb"(\d{1,4}) (\d{1,4}) ([\da-f]+) ([\da-f]+) ((?:[rht][1-9]\d{0,3})*)\n")
Record = tuple[int, int, str]


class Unreadable(Exception):  # noqa: N818
    """The file is no certificate of a race, or it is damaged."""


class Refuted(Exception):  # noqa: N818
    """Something that the file claims is not shown to be so."""


class Certified(NamedTuple):
    """What is proved: the decisions in so many states, so many of which are ties, and V(0, 0)."""

    header: dict[str, Any]
    states: int
    ties: int
    value: tuple[int, int, int]
    """At least the first and at most the second, divided by the third."""
    proof: str


def need(true: object, why: str) -> None:
    if not true:
        raise Unreadable(why)


# --- reading: no line is longer than the header allows, and the header is checked first -----------


class Lines:
    """The lines of the file, one at a time, and the digest of those that were read."""

    stream: gzip.GzipFile
    digest: Any
    number: int

    def __init__(self, stream: BinaryIO) -> None:
        self.stream, self.digest, self.number = gzip.GzipFile(fileobj=stream), hashlib.sha256(), 0

    def next(self, most: int, end: bytes = b"\n", why: str = "is cut off or too long") -> bytes:
        self.number += 1
        try:
            line = self.stream.readline(most)
        except (OSError, EOFError, zlib.error) as error:
            raise Unreadable(f"line {self.number} cannot be read: {error}") from None
        need(line[-1:] == end, f"line {self.number} {why}")
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
        need(right, "header: the entries are not those of the certificate of a race")
        need(line.startswith(BEGIN), "header: this is not what version 1 states of races")
        return found  # type: ignore[no-any-return]

    def record(self, i: int, j: int, race: Race) -> Record:
        """The box of V(i, j), and the decisions at s = i + 1 … goal - 1."""
        line = self.next(race.bits + 3 * race.goal + 30)
        found, place = RECORD.fullmatch(line), f"own {i}, opp {j}"
        if not found or (int(found[1]), int(found[2])) != (i, j):
            raise Unreadable(f"line {self.number} is not the record of {place}")
        low, high = int(found[3], 16), int(found[4], 16)
        need(low <= high <= race.one, f"{place}: the box is not between 0 and 1")
        runs = [(run[:1], int(run[1:])) for run in re.findall("[rht][0-9]+", found[5].decode())]
        length = sum([n for _, n in runs])
        need(length == race.goal - 1 - i, f"{place}: {length} decisions, not {race.goal - 1 - i}")
        return low, high, "".join([letter * n for letter, n in runs])

    def end(self, records: int) -> None:
        """The last line, which guards against accidents only."""
        end = f"end {records} {self.digest.hexdigest()}\n".encode()
        need(self.next(200) == end, f"line {self.number} is not the end with count and SHA-256")
        self.next(1, b"", "follows the end")


class Race:
    """The rules, from the tables of the header, and the boxes that were read so far."""

    below: int
    bust: int
    exact: Any
    goal: int
    one: int
    ties: Any
    wipe: int

    def __init__(self, header: dict[str, Any]) -> None:
        def numbers(name: str, least: int, most: int, length: int | None) -> list[int]:
            found = header[name]
            right = type(found) is list and length in (None, len(found))
            right = right and all(type(x) is int and least <= x <= most for x in found)
            need(right, f"header: {name} must be a list of whole numbers within their limits")
            return found  # type: ignore[no-any-return]

        def number(name: str, least: int, most: int) -> int:
            found = header[name]
            right = type(found) is int and least <= found <= most
            need(right, f"header: {name} must be a whole number within its limits")
            return found  # type: ignore[no-any-return]

        self.goal = goal = number("goal", 1, MOST_GOAL)
        self.bits: int = number("bits", 1, MOST_BITS)
        self.one = one = 1 << self.bits
        need(goal**2 * (self.bits + 400) <= MOST_MEMORY, "header: goal and bits are too large")
        states = goal**2 * (goal - 1) // 2
        self.states: int = number("states", states, states)
        self.exact, self.ties = header["exact"], header["ties"]
        need(type(self.exact) is type(self.ties) is bool, "header: exact, ties: true or false")
        self.below = below = number("denominator", 1, 1 << MOST_BITS)
        self.bust, self.wipe = number("bust", 0, below), number("wipe", 0, below)
        gains = numbers("gains", 1, goal, None)
        self.gains: list[tuple[int, int]] = list(
            zip(gains, numbers("weights", 1, below, len(gains)))
        )
        need(gains == sorted(set(gains)), "header: gains must rise")
        need(goal**3 * len(gains) <= MOST_WORK, "header: goal and gains would take too long")
        weights = self.bust + self.wipe + sum(p for _, p in self.gains)
        need(weights == below, "header: the chances must sum to 1")
        self.after_bust: list[int] = numbers("after_bust", 0, goal, goal)
        rises = all(i <= back for i, back in enumerate(self.after_bust))
        need(rises, "header: after_bust must not lose points")
        wiped = goal if self.wipe else 0
        low, high = [numbers(f"column_{end}", 0, one, wiped) for end in ("low", "high")]
        self.wiped: list[list[int]] = [[one - x for x in high], [one - x for x in low]]
        """Bounds of 1 - V(j, 0), from below and from above."""
        most, wiped = 1 << 2 * MOST_BITS, wiped if self.ties else 0
        above = numbers("column_above", 0, most, wiped)
        self.column: list[tuple[int, int]] = list(
            zip(above, numbers("column_below", 1, most, wiped))
        )
        """V(j, 0) as fractions, where there are open ties and wipes."""
        self.hold: list[list[list[int]]] = [
            [[0] * goal + [one] for _ in range(goal)] for _ in range(2)
        ]
        """Bounds of 1 - V(i, j) from below, [0][i][j], and above, [1][i][j]; 1 if j is the goal."""
        self.finishes: list[bool] = [False] * goal + [True] + [not self.exact] * goal
        """Whether some sum of gains leads from s to the goal, which s may be or lie beyond."""
        for s in reversed(range(goal)):
            self.finishes[s] = any(self.finishes[s + g] for g in gains)

    def never_ends(self, i: int, j: int) -> bool:
        """Whether busts leave two players who cannot finish where they are: worth 1/2 each."""
        stay = self.after_bust[i] == i and self.after_bust[j] == j
        return stay and not (self.wipe or self.finishes[i] or self.finishes[j])

    def ends(self) -> bool:
        """Whether the game ends whatever is decided (never_ends is an end).

        It does without wipes. With them, a score is sure if the throws can fall so that, wherever
        the mover holds in between, he wins or ends his turn with a score that is sure.
        """
        goal, sure = self.goal, [False] * self.goal + [True] * (self.goal + 1)
        for i in reversed(range(goal if self.wipe else 0)):
            saved = self.after_bust[i] > i and sure[self.after_bust[i]]
            falls = [saved and self.bust > 0] * goal + [saved or f for f in self.finishes[goal:]]
            for s in reversed(range(i, goal)):
                falls[s] = falls[s] or any(falls[s + g] and sure[s + g] for g, _ in self.gains)
            sure[i] = falls[i]
        return sure[0] or not self.wipe

    # --- the boxes --------------------------------------------------------------------------------

    def throws(self, i: int, j: int, side: int) -> list[int]:
        """Bounds of c(s) for s = i … goal - 1, rounded down (side 0) or up (side 1)."""
        goal, below, gains, one = self.goal, self.below, self.gains, self.one
        hold = self.hold[side][j]
        bust = hold[self.after_bust[i]]
        ends = self.bust * bust + side * (below - 1)
        ends += self.wipe and self.wipe * self.wiped[side][j]
        throw, best = [0] * goal, [0] * goal + [one] + [bust if self.exact else one] * goal
        for s in reversed(range(i, goal)):
            c = ends
            for g, p in gains:
                c += p * best[s + g]
            throw[s] = c = c // below
            h = hold[s]
            best[s] = c if c > h else h
        return throw

    def check(self, turn: tuple[int, int], record: Record) -> list[int]:
        """Check one record; returns at which s there are ties that the boxes leave open."""
        (i, j), (low, high, decisions) = turn, record
        place, opened = f"own {i}, opp {j}", []
        if self.never_ends(i, j) and not low == high == self.one // 2:
            raise Refuted(f"{place}: nobody can win, so that the box must be 1/2 alone")
        c_low, c_high = self.throws(i, j, 0), self.throws(i, j, 1)
        if c_low[i] < low or c_high[i] > high:
            raise Refuted(f"{place}: the equations do not take the box into itself")
        least, most = self.hold[0][i][j], self.hold[1][i][j]
        if self.wipe and j == 0 and (least < self.wiped[0][i] or most > self.wiped[1][i]):
            raise Refuted(f"{place}: the box does not lie in that of the column")
        h_low, h_high = self.hold[0][j], self.hold[1][j]
        for s, decision in enumerate(decisions, i + 1):
            if decision == "r":
                right = c_low[s] > h_high[s]
            elif decision == "h":
                right = h_low[s] > c_high[s]
            elif c_low[s] == c_high[s] == h_low[s] == h_high[s]:
                right = True
            else:
                right = self.ties
                opened.append(s)
            if not right:
                raise Refuted(f"{place}, total {s - i}: {decision} is not proved to be right")
        return opened


class Residues:
    """What the decisions are worth, exactly, modulo a random prime; at t the mover holds."""

    prime: int
    race: Race

    def __init__(self, race: Race) -> None:
        self.race, self.prime = race, random_prime()
        self.value: list[list[int]] = [[0] * (race.goal + 1) for _ in range(race.goal)]
        self.share: int = pow(race.below, -1, self.prime)
        self.column: list[int] = [a * pow(b, -1, self.prime) for a, b in race.column] or [
            0
        ] * race.goal

    def throw(self, i: int, j: int, start: int, decisions: str) -> tuple[int, int]:
        """The a and q of c(start) = a - q V(j, i); q is the chance of a bust that leads back."""
        race, value, reach = self.race, self.value[j], [0] * self.race.goal
        reach[start], back, bust, a = 1, race.after_bust[i], 0, 1
        for s in range(start, race.goal):
            if s > start and decisions[s - i - 1] != "r":
                a -= reach[s] * value[s]
                continue
            each, lost = reach[s] * self.share % self.prime, race.bust
            for g, p in race.gains:
                if s + g < race.goal:
                    reach[s + g] = (reach[s + g] + p * each) % self.prime
                elif not race.finishes[s + g]:
                    lost += p
            bust += lost * each
            a -= race.wipe * each * self.column[j]
        return (a, bust % self.prime) if back == i else ((a - bust * value[back]) % self.prime, 0)

    def check(self, i: int, j: int, decisions: Sequence[str], opened: Sequence[list[int]]) -> None:
        """Solve one pair, and see that h = c at all ties that the boxes leave open."""
        turns, prime, value = ((i, j), (j, i)), self.prime, self.value
        (a, q), (b, r) = [self.throw(*turn, turn[0], d) for turn, d in zip(turns, decisions)]
        if self.race.never_ends(i, j):
            (a, q), (b, r) = [((prime + 1) // 2, 0)] * 2
        over = pow(1 - q * r, -1, prime)
        value[i][j], value[j][i] = (a - q * b) * over % prime, (b - r * a) * over % prime
        if self.race.wipe and j == 0 and (value[i][0] - self.column[i]) % prime:
            raise Refuted(f"own {i}, opp 0: the value is not the fraction of the column")
        for (m, n), d, states in zip(turns, decisions, opened):
            for s in states:
                a, q = self.throw(m, n, s, d)
                if (a - q * value[n][m] - 1 + value[n][s]) % prime:
                    raise Refuted(f"own {m}, opp {n}, total {s - m}: t is not proved to be right")


def random_prime() -> int:
    """A prime of 256 bits that nobody can foresee; it is none with a chance below 2^-100."""
    while True:
        n = secrets.randbits(255) | 1 << 255 | 3  # then the test of Miller and Rabin is one power
        if all(pow(secrets.randbelow(n - 3) + 2, n >> 1, n) in (1, n - 1) for _ in range(64)):
            return n


def check(stream: BinaryIO, progress: Callable[[int, int], object] | None = None) -> Certified:
    """Check the certificate in an open file; raises Refuted or Unreadable."""
    lines = Lines(stream)
    header = lines.header()
    race = Race(header)
    if not race.ends():
        raise Refuted("header: the players can keep this race from ever ending")
    residues = Residues(race) if race.ties else None
    last, done, ties, low, high = race.goal - 1, 0, 0, 0, race.one
    for total in range(2 * last, -1, -1):
        for i in range((total + 1) // 2, min(total, last) + 1):
            j = total - i
            turns = [(i, j), (j, i)] if i != j else [(i, i)]
            records = [lines.record(*turn, race) for turn in turns]
            for (m, n), (low, high, _) in zip(turns, records):
                race.hold[0][m][n], race.hold[1][m][n] = race.one - high, race.one - low
            opened = [race.check(turn, record) for turn, record in zip(turns, records)]
            if residues:
                residues.check(i, j, [records[0][2], records[-1][2]], opened)
            ties += sum([record[2].count("t") for record in records])
            done += len(turns)
            if progress:
                progress(done, race.goal**2)
    lines.end(done)
    proof = f"boxes of {race.bits} bits that the equations take into themselves"
    proof += ", ties modulo a random prime, wrong with a chance below 2^-100" if race.ties else ""
    return Certified(header, race.states, ties, (low, high, race.one), proof)


def main(words: Sequence[str]) -> int:
    try:
        need(len(words) == 1, "usage: python check_race.py FILE")
        with open(words[0], "rb") as stream:
            found = check(stream)
    except Refuted as error:
        print(f"refuted: {error}")
        return 1
    except (Unreadable, OSError) as error:
        print(f"no certificate: {error}")
        return 2
    tables = {name: value for name, value in found.header.items() if "column" not in name}
    low, high, one = found.value
    print(
        f"certified: {found.states} decisions, {found.ties} of them ties, for the race of\n"
        f"{json.dumps(tables)}\nwhere V(0, 0) is at least {low} / {one}\n"
        f"              and at most {high} / {one}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
