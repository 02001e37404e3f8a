"""Check the certificate of a game of Hog with nothing but Python: ``python check_hog.py FILE``.

The exit status is 0 if FILE is certified, 1 if something that it claims is not shown to be so, and
2 if it is no certificate. docs/certificate.md has the format and the proofs. In short: in a state s
a choice c leads with the chances p to players who are worth v(s') if they are the mover again and
1 - v(s') if the other one moves next, or to a game that is over, worth 1 or 0:

    v(s) = max_c w(s, c),    w(s, c) = sum_s' p(s') (v(s') or 1 - v(s')) + sum_over p (1 or 0).

FILE has a box for every v(s). In integers, rounded outward, the equations take all boxes into
themselves: by Brouwer a solution lies inside. Records stand in such an order that every choice may
end the game or lead to a state recorded before: so the game ends whatever is chosen, and there is
no other solution. Boxes that lie apart prove the choices; ties that they leave open are recomputed
modulo a random prime.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import secrets
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, BinaryIO, NamedTuple

STATEMENT = (
    "Every chance to win at the start of a turn lies in its box, and in every state of the game of "
    "these tables the choices named are all the best ones; where several are named they are worth "
    "the same."
)
ENTRIES = (
    "certificate, family, statement, goal, rolls, kinds, bacon, bacon_gifts, exchange, ends, "
    "bits, states, ties"
)
BEGIN = json.dumps({"certificate": 1, "family": "hog", "statement": STATEMENT})[:-1].encode()
MOST_GOAL, MOST_DICE, MOST_BITS, MOST_POINTS = 1000, 100, 1 << 12, 1 << 64
MOST_MEMORY, MOST_WORK, MOST_HEADER = 1 << 33, 1 << 32, 1 << 23
RECORD = re.compile(
    rb"([0-9]{1,3}) ([0-9]{1,3}) ([01]) ([0-9a-f]+) ([0-9a-f]+) (-?[0-9]{1,3}(?:,[0-9]{1,3})*)\n"
)

State = tuple[int, int, int]
"""What the mover has banked, what the opponent has, and the parity of the exchanges."""
Landing = tuple[int, int, int, int]
"""Bounds of what a place is worth to who moved; the number of the state and whether he moves again,
or -1 and whether he has won."""


class Unreadable(Exception):  # noqa: N818
    """The file is no certificate of a game of Hog, or it is damaged."""


class Refuted(Exception):  # noqa: N818
    """Something that the file claims is not shown to be so."""


class Certified(NamedTuple):
    """What is proved: the choices in so many states, so many of which are ties, and the value."""

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
        need(right, "header: the entries are not those of the certificate of a game of Hog")
        need(line.startswith(BEGIN), "header: this is not what version 1 states of Hog")
        return found  # type: ignore[no-any-return]

    def record(self, hog: Hog) -> None:
        """One state: its box, and the best choices."""
        line = self.next(hog.longest)
        found = RECORD.fullmatch(line)
        if not found:
            raise Unreadable(f"line {self.number} is no record")
        own, opp, parity = state = int(found[1]), int(found[2]), int(found[3])
        low, high, place = int(found[4], 16), int(found[5], 16), hog.place(state)
        right = max(own, opp) < hog.goal and parity < hog.parities
        need(right, f"line {self.number}: there is no state of {place}")
        need(state not in hog.numbers, f"line {self.number}: {place} is there already")
        need(low <= high <= hog.one, f"{place}: the box is not between 0 and 1")
        hog.numbers[state] = len(hog.boxes)
        hog.boxes.append((low, high))
        hog.best.append([int(word) for word in found[6].split(b",")])

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


def table(header: dict[str, Any], name: str, goal: int) -> list[list[int]]:
    """A number of points for each own and opp, or nothing."""
    rows = header[name]
    right = type(rows) is list and len(rows) in (0, goal)
    right = right and all(type(row) is list and len(row) == goal for row in rows)
    need(
        right and all(type(x) is int and 0 <= x <= MOST_POINTS for row in rows for x in row),
        f"header: {name} must be points for every own and opp",
    )
    return rows  # type: ignore[no-any-return]


def lists(header: dict[str, Any], name: str, length: int, most: int) -> list[list[int]]:
    """Rising lists of whole numbers, each of this length."""
    rows = header[name]
    right = type(rows) is list and all(type(row) is list and len(row) == length for row in rows)
    right = right and all(type(x) is int and 0 <= x <= most for row in rows for x in row)
    need(
        right and all(a[:2] < b[:2] for a, b in pairwise(rows)),
        f"header: {name} must be rising lists of {length} whole numbers each",
    )
    return rows  # type: ignore[no-any-return]


class Hog:
    """The rules, from the tables of the header, and the boxes that were read so far."""

    bacon: list[list[int]]
    goal: int
    kinds: Any
    one: int
    ties: Any

    def __init__(self, header: dict[str, Any]) -> None:
        self.goal = goal = number(header, "goal", 1, MOST_GOAL)
        self.bits: int = number(header, "bits", 1, MOST_BITS)
        self.one, self.ties = 1 << self.bits, header["ties"]
        need(type(self.ties) is bool, "header: ties: true or false")
        self.exchange: list[int] = numbers(
            header, "exchange", 0, MOST_POINTS, 2 if header["exchange"] else 0
        )
        self.parities = 2 if self.exchange else 1
        self.states: int = number(
            header, "states", goal**2 * self.parities, goal**2 * self.parities
        )
        self.bacon, gifts = table(header, "bacon", goal), table(header, "bacon_gifts", goal)
        need(self.bacon or not gifts, "header: bacon_gifts must be empty as bacon is")
        self.gifts: list[list[int]] = gifts or [[0] * goal] * goal
        self.rolls: list[list[tuple[int, list[list[int]]]]] = self._rolls(header["rolls"])
        self.longest: int = self.bits + 5 * len(self.rolls[0]) + 50
        size = self.states * (2 * self.bits + 160 * len(self.rolls[0]) + 4000)
        need(size <= MOST_MEMORY, "header: goal, bits and rolls are too large")
        outcomes = max(sum(len(gains) for _, gains in several) for several in self.rolls)
        need(self.states * outcomes <= MOST_WORK, "header: goal and rolls would take too long")
        self.kinds = kinds = header["kinds"]
        digits = "".join(map(str, range(len(self.rolls))))
        right = type(kinds) is list and len(kinds) == goal * self.parities
        right = right and all(type(row) is str and len(row) == goal for row in kinds)
        right = right and all(letter in digits for row in kinds for letter in row)
        need(right, "header: kinds must name one of rolls for every parity, own and opp")
        ends = lists(header, "ends", 5, MOST_POINTS)
        need(all(end[4] < 2 for end in ends), "header: ends: again must be 0 or 1")
        self.ends: dict[tuple[int, int], tuple[int, int, int]] = {
            (x, y): (own, opp, again) for x, y, own, opp, again in ends
        }
        self.numbers: dict[State, int] = {}
        self.boxes: list[tuple[int, int]] = []
        self.best: list[list[int]] = []
        self.places: dict[State, Landing] = {}

    @staticmethod
    def _rolls(kinds: Any) -> list[list[tuple[int, list[list[int]]]]]:
        """For every kind and number of dice the sum of weights, and lists of gain, gift, weight."""
        right = type(kinds) is list and 1 <= len(kinds) <= 2
        right = right and all(type(it) is list and 1 <= len(it) <= MOST_DICE for it in kinds)
        need(right and len({*map(len, kinds)}) == 1, "header: rolls must be of one or two kinds")
        found = []
        for several in kinds:
            rolls = [lists({"rolls": gains}, "rolls", 3, 1 << MOST_BITS) for gains in several]
            right = all(gains and all(row[2] for row in gains) for gains in rolls)
            right = right and all(max(row[:2]) <= MOST_POINTS for gains in rolls for row in gains)
            need(right, "header: rolls must have weights above 0, and points within their limits")
            found.append([(sum(w for _, _, w in gains), gains) for gains in rolls])
        return found

    def place(self, state: State) -> str:
        own, opp, parity = state
        return f"own {own}, opp {opp}" + (f", parity {parity}" if self.parities == 2 else "")

    def choices(self, state: State) -> Iterator[tuple[int, int, list[tuple[int, Landing]]]]:
        """Every choice, the sum of its weights, and with which weight it leads where."""
        own, opp, parity = state
        land = self.land
        if self.exchange:
            gain, gift = self.exchange
            yield -1, 1, [(1, land(own + gain, opp + gift, 1 - parity))]
        if self.bacon:
            x, y = own + self.bacon[own][opp], opp + self.gifts[own][opp]
            yield 0, 1, [(1, land(x, y, parity))]
        several = self.rolls[int(self.kinds[parity * self.goal + own][opp])]
        for dice, (total, gains) in enumerate(several, 1):
            yield dice, total, [(w, land(own + gain, opp + g, parity)) for gain, g, w in gains]

    def land(self, x: int, y: int, parity: int) -> Landing:
        """What follows a turn that ends at x points against y."""
        found = self.places.get((x, y, parity))
        if found is None:
            own, opp, again = self.ends.get((x, y), (x, y, 0))
            if max(own, opp) >= self.goal:
                found = (self.one, self.one, -1, 1) if own >= opp else (0, 0, -1, 0)
            else:
                state = self.numbers[(own, opp, parity) if again else (opp, own, parity)]
                low, high = self.boxes[state]
                found = low, high, state, again
                if not again:
                    found = self.one - high, self.one - low, state, again
            if len(self.places) < MOST_MEMORY // (2 * self.bits + 3000):
                self.places[x, y, parity] = found
        return found

    def check(self, state: State, n: int) -> bool:
        """Check the state of record n; returns whether it is a tie that the boxes leave open."""
        place, bounds, best = self.place(state), {}, self.best[n]
        for choice, total, ends in self.choices(state):
            if all(before >= n for _, (_, _, before, _) in ends):
                raise Refuted(f"{place}: {choice} is not shown to let the game end")
            low = sum([weight * end[0] for weight, end in ends]) // total
            high = -(-sum([weight * end[1] for weight, end in ends]) // total)
            bounds[choice] = low, high
        lows, highs = zip(*bounds.values())
        low, high = self.boxes[n]
        if max(lows) < low or max(highs) > high:
            raise Refuted(f"{place}: the equations do not take the box into itself")
        right = best == sorted({*best} & {*bounds})
        lead = max([bounds[choice][0] for choice in best]) if right else 0
        right = right and all(bounds[it][1] < lead for it in bounds if it not in best)
        same = right and len({end for choice in best for end in bounds[choice]}) == 1
        opened = right and len(best) > 1 and not same
        overlap = right and lead <= min([bounds[choice][1] for choice in best])
        if not right or (opened and not (self.ties and overlap)):
            words = " and ".join(map(str, best))
            raise Refuted(f"{place}: {words} is not proved to be right")
        return bool(opened)


class Residues:
    """What the choices are worth, exactly, modulo a random prime, where the first best is taken."""

    work: int

    hog: Hog
    prime: int

    def __init__(self, hog: Hog) -> None:
        self.hog, self.prime, self.work = hog, random_prime(), 0
        self.over: dict[int, int] = {1: 1}
        self.value: dict[int, int] = {}
        rows: dict[int, tuple[int, dict[int, int]]] = {}
        for state, n in hog.numbers.items():
            b, row = self.equations(state, hog.best[n][:1])[0]
            # What was eliminated before leads to later states only.
            while row and (m := min(row)) < n:
                a, (c, later) = row.pop(m), rows[m]
                b += a * c
                for k, e in later.items():
                    row[k] = (row.get(k, 0) + a * e) % self.prime
                self.work += len(row) + 1
                need(self.work < MOST_WORK, "too many states lead to one another")
            over = pow(1 - row.pop(n, 0), -1, self.prime) if row else 1
            rows[n] = b * over % self.prime, {k: a * over % self.prime for k, a in row.items()}
            if not row:
                self.value[n] = rows[n][0]
        for n in reversed(rows):
            b, row = rows[n]
            self.value[n] = (b + sum([a * self.value[k] for k, a in row.items()])) % self.prime

    def equations(self, state: State, wanted: list[int]) -> list[tuple[int, dict[int, int]]]:
        """The b and a of w = b + sum_n a_n v_n for these choices; known values are in b."""
        found = []
        for choice, total, ends in self.hog.choices(state):
            if choice not in wanted:
                continue
            if total not in self.over:
                self.over[total] = pow(total, -1, self.prime)
            b, row = 0, dict[int, int]()
            for weight, (_, _, n, again) in ends:
                a = weight if again else -weight
                b += weight * (again if n < 0 else 1 - again)
                if n in self.value:
                    b += a * self.value[n]
                elif n >= 0:
                    row[n] = row.get(n, 0) + a
            over = self.over[total]
            found.append((b * over, {n: a * over % self.prime for n, a in row.items()}))
        return found

    def check(self, state: State, best: list[int]) -> None:
        """See that all the best choices are worth the same."""
        worths = {b % self.prime for b, _ in self.equations(state, best)}
        if len(worths) > 1:
            words = " and ".join(map(str, best))
            raise Refuted(f"{self.hog.place(state)}: {words} is not proved to be right")


def random_prime() -> int:
    """A prime of 256 bits that nobody can foresee; it is none with a chance below 2^-100."""
    while True:
        n = secrets.randbits(255) | 1 << 255 | 3  # then the test of Miller and Rabin is one power
        if all(pow(secrets.randbelow(n - 3) + 2, n >> 1, n) in (1, n - 1) for _ in range(64)):
            return n


def check(stream: BinaryIO, progress: Callable[[int, int], object] | None = None) -> Certified:
    """Check the certificate in an open file; raises Refuted or Unreadable."""
    lines = Lines(gzip.GzipFile(fileobj=stream))
    header = lines.header()
    hog = Hog(header)
    for _ in range(hog.states):
        lines.record(hog)
    lines.end(hog.states)
    opened = []
    for state, n in hog.numbers.items():
        if hog.check(state, n):
            opened.append(state)
        if progress and n % hog.goal == hog.goal - 1:
            progress(n + 1, hog.states)
    if opened:
        residues = Residues(hog)
        for state in opened:
            residues.check(state, hog.best[hog.numbers[state]])
    ties = sum([len(best) > 1 for best in hog.best])
    low, high = hog.boxes[hog.numbers[0, 0, 0]]
    proof = f"boxes of {hog.bits} bits that the equations take into themselves"
    proof += ", ties modulo a random prime, wrong with a chance below 2^-100" if opened else ""
    return Certified(header, hog.states, ties, (low, high, hog.one), proof)


def main(words: Sequence[str]) -> int:
    try:
        need(len(words) == 1, "usage: python check_hog.py FILE")
        with open(words[0], "rb") as stream:
            found = check(stream)
    except Refuted as error:
        print(f"refuted: {error}")
        return 1
    except (Unreadable, OSError) as error:
        print(f"no certificate: {error}")
        return 2
    low, high, one = found.value
    print(
        f"certified: {found.states} states, {found.ties} of them ties, for the game of Hog to "
        f"{found.header['goal']} of the tables\nin the first line of {words[0]}, which is worth\n"
        f"at least {low} / {one}\n at most {high} / {one}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
