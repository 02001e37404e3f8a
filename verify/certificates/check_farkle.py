"""Check the certificate of Farkle with nothing but Python: ``python check_farkle.py FILE``.

The exit status is 0 if FILE is certified, 1 if something that it claims is not shown to be so, and
2 if it is no certificate. docs/certificate.md has the format and the proofs. In short: the mover
has banked i units, the opponent j, s is i and the units of the turn, n the dice in hand, x what a
throw pays in which nothing scores. Banking pays h, throwing c, and who begins a turn wins with V:

    h(s) = 1 - V(j, s),  1 from the goal on;     V(i, j) = c(i, all dice),    x = 1 - V(j, i);
    c(s, n) = sum over throws p (max over what may be set aside, u units with m dice left, of
              U(s + u, m), or x),     U(s, n) = max(h(s), c(s, n)), or what one must do.

With a last turn h(s) = 1 - C(s - j + 1) from the goal on, with C(d) the best chance to make d units
in a turn, found exactly; from the score `rolled` on it is more than any throw can be worth. FILE
has a box for every V(i, j). In integers, rounded outward, the equations take the boxes of V(i, j)
and V(j, i), whose lower ends sum to more than 1, into themselves: a solution lies inside, and no
other. Boxes that lie apart prove decisions; open ties are recomputed modulo a random prime.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import secrets
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement, groupby, pairwise
from operator import itemgetter, mul
from typing import Any, BinaryIO, NamedTuple

STATEMENT = (
    "Every chance to win at the start of a turn lies in its box; in every state of the game of "
    "these tables in which one may bank and may throw, t means that to throw is better, b to bank, "
    "and e that both are worth the same; from the score rolled on one banks; and of every throw "
    "before that does not win at once the letters name all the best of the options that are kept."
)
ENTRIES = (
    "certificate, family, statement, goal, dice, denominator, faces, combinations, points, "
    "nothing, minimum, opening, must_roll, last_turn, rolled, bits, ties"
)
BEGIN = json.dumps({"certificate": 2, "family": "farkle", "statement": STATEMENT})[:-1].encode()
MOST_GOAL, MOST_ROLLED, MOST_DICE, MOST_BITS, MOST_HEADER = 400, 999, 12, 1 << 13, 1 << 20
MOST_THROWS, MOST_OPTIONS, MOST_WORK, MOST_WHOLE = 1 << 26, 1 << 14, 1 << 36, 1 << 17
LEAST, FLAGS = ("minimum", "opening"), ("must_roll", "last_turn", "ties")
WHOLE, HEX = rb"(0|[1-9]\d{0,2})", rb"(0|[1-9a-f][\da-f]*)"
RECORD = re.compile(b" ".join([WHOLE, WHOLE, HEX, HEX, rb"([tbe\d,]*)", rb"([a-z\d,]*)"]) + b"\n")
Counts = tuple[int, ...]
Options = tuple[tuple[int, int], ...]
Reader = Callable[[Sequence[int]], Sequence[int]]
Decisions = tuple[list[list[str]], list[list[str]]]


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


# --- Farkle: its rules, and the boxes -------------------------------------------------------------


def reader(places: Sequence[int]) -> Reader:
    """What reads off these places of a list, be they several, one or none."""
    return itemgetter(*places) if len(places) > 1 else lambda found: [found[k] for k in places]


class Farkle:
    """The rules, from the tables of the header, and what is known of V so far."""

    def __init__(self, header: Any) -> None:
        self.goal: int = numbers(header["goal"], "goal", 1, MOST_GOAL)
        self.dice: int = numbers(header["dice"], "dice", 1, MOST_DICE)
        goal, dice = self.goal, self.dice
        self.bits: int = numbers(header["bits"], "bits", 1, MOST_BITS)
        flags = must_roll, last_turn, ties = [*map(header.get, FLAGS)]
        need({*map(type, flags)} == {bool}, f"header: {', '.join(FLAGS)}: true or false")
        self.last_turn: bool = last_turn
        self.ties: bool = ties
        most = MOST_ROLLED if self.last_turn else goal
        self.end: int = numbers(header["rolled"], "rolled", goal, most)
        self.below: int = numbers(header["denominator"], "denominator", 1, 1 << 256)
        self.faces: list[int] = numbers(header["faces"], "faces", 0, self.below, None)
        need(sum(self.faces) == self.below, "header: the chances must sum to 1")
        points = numbers(header["points"], "points", 1, most, None)
        sides, many = len(self.faces), len(points)
        it = numbers(header["combinations"], "combinations", 0, dice, many, sides)
        need(all(a < b for a, b in pairwise([[0] * sides, *it])), "header: combinations must rise")
        throws = math.comb(dice + sides, dice) * sides * 2**dice * (many + 1)
        need(throws <= MOST_THROWS, "header: dice and combinations would take too long")
        self.combinations: list[tuple[Counts, int]] = list(zip(map(tuple, it), points))
        self.nothing: int = numbers(header["nothing"], "nothing", 0, most)
        self.least: list[int] = [numbers(header[it], it, 0, goal) for it in LEAST]
        need(not (must_roll and last_turn), "header: must_roll goes on after rolled")
        self.choosing: range = range(dice - must_roll)
        """The numbers of dice, less 1, with which one may bank or throw."""
        self.enumerate()
        # On side 0 is a lower bound of every number, on side 1 an upper one, and on side 2 what it
        # is modulo a prime, where there are open ties; all in units of 1 / one.
        self.one: int = 1 << self.bits
        self.prime: int = random_prime() if self.ties else 1
        self.hold: list[list[Any]] = [
            [[one] * (self.end + self.reach + 1) for _ in range(goal)]
            for one in (self.one, self.one, self.one % self.prime)
        ]
        """What banking s against j pays, 1 - V(j, s) or 1 - C(s - j + 1), as [side][j][s]."""

    def throws(self, dice: int) -> Iterator[tuple[Counts, int]]:
        """All throws as counts of the faces, with their chances times below^dice."""
        for thrown in combinations_with_replacement(range(len(self.faces)), dice):
            counts = tuple(map(thrown.count, range(len(self.faces))))
            orders = math.factorial(dice) // math.prod(map(math.factorial, counts))
            if ways := orders * math.prod(map(pow, self.faces, counts)):
                yield counts, ways

    def options(self, thrown: Counts) -> Options:
        """What setting dice aside leads to: units, and the dice in hand then."""
        fitting = [it for it in self.combinations if all(a <= b for a, b in zip(it[0], thrown))]
        unions = new = {(0,) * len(thrown): 0}
        while new:  # what one combination more makes of what is new, if it scores more than before
            grown: dict[Counts, int] = {}
            for union, worth in new.items():
                for combination, points in fitting:
                    more, total = tuple(map(sum, zip(union, combination))), worth + points
                    fits = all(a <= b for a, b in zip(more, thrown))
                    if fits and total > max(unions.get(more, 0), grown.get(more, 0)):
                        grown[more] = total
            unions |= grown
            new = grown
        found = {(w, sum(thrown) - sum(it) or self.dice) for it, w in unions.items() if any(it)}
        if not found and self.nothing and sum(thrown) == self.dice:
            found = {(self.nothing, self.dice)}
        if not self.last_turn:  # who has more units can play as if he had fewer, and wins no later
            most = {dice: min(units, self.goal) for units, dice in sorted(found)}
            found = {(units, dice) for dice, units in most.items()}
        return tuple(sorted(found))

    def enumerate(self) -> None:
        """The sets of options, in the order of the file, and their chances with n dice."""
        chances: list[dict[Options, int]] = [{} for _ in range(self.dice)]
        for n, found in enumerate(chances):
            for thrown, ways in self.throws(n + 1):
                options = self.options(thrown)
                found[options] = found.get(options, 0) + ways
        every = sorted(set[Options]().union(*chances) - {()}, key=lambda it: (len(it), it))
        need(every, "header: nothing ever scores")
        total = sum(map(len, every)) + 40
        right = total <= MOST_OPTIONS and self.goal**2 * self.end * total <= MOST_WORK
        right = right and len(every[-1]) * self.last_turn <= 26
        need(right, "header: goal and options would take too long")
        self.sets: list[Options] = [options for options in every if len(options) > 1]
        self.most: list[int] = [(not self.last_turn) * options[-1][0] for options in self.sets]
        """Sets in which there is something to choose, the last ones; what wins at once in each."""
        self.reach: int = max(options[-1][0] for options in every)
        places = [[units * self.dice + left - 1 for units, left in it] for it in every]
        self.places: list[list[int]] = places[len(every) - len(self.sets) :]
        """Where U(s + units, left) stands in a list of U that begins with s."""
        self.read: list[list[Reader]] = [
            [reader(it) for it in zip(*group)] for _, group in groupby(places, len)
        ]
        self.chances: list[tuple[int, list[int], Reader, Any]] = [
            (found.get((), 0), [found[it] for it in every if it in found],
             reader([k for k, it in enumerate(every) if it in found]), self.below ** (n + 1))
            for n, found in enumerate(chances)
        ]  # fmt: skip

    def first(self, i: int) -> int:
        """The first score that may be banked; what reaches the goal always may."""
        return int(min(i + max(1, *self.least[: 1 if i else 2]), self.goal))

    def turn(self, i: int, j: int, side: int, decisions: Decisions) -> tuple[list[int], list[int]]:
        """U(s, n) and c(s, n) at (s - i) dice + n - 1; on side 2 with these decisions."""
        dice, hold, prime, first = self.dice, self.hold[side][j], self.prime, self.first(i)
        (states, asides), up, exact = decisions, side == 1, side == 2
        best = [h for h in hold[i:] for _ in range(dice)]
        throw, end = best.copy(), len(hold) - self.reach - 1
        for s in reversed(range(i, end)):
            base = (s - i) * dice
            worth: list[int] = []
            window = best[base : base + (self.reach + 1) * dice]
            for read in self.read:
                each = [it(window) for it in read]
                worth += map(max, *each) if len(each) > 1 else each[0]
            if exact:
                for k, (places, column) in enumerate(zip(self.places, asides), -len(asides)):
                    named = ord(column[s - i][0]) - 97 if s - i < len(column) else -1
                    worth[k] = window[places[named]]  # the last option is the first to win
            for n, (busts, ways, read_sets, below) in enumerate(self.chances):
                c = busts * hold[i] + sum(map(mul, ways, read_sets(worth)), up * (below - 1))
                c = c * pow(below, -1, prime) % prime if exact else c // below
                throw[base + n] = best[base + n] = c
                if s >= first and n in self.choosing:
                    banks = states[n][s - first] != "t" if exact else hold[s] > c
                    best[base + n] = hold[s] if banks else c
        return best, throw

    def pass_scores(self) -> None:
        """Find C(d) without rounding, and keep what banking the goal or more pays."""
        goal, length = self.goal, self.end + self.reach + 1
        whole = self.below ** (self.dice * length)  # d units take d throws or fewer
        need(whole.bit_length() <= MOST_WHOLE, "header: chances and rolled would take too long")
        self.hold[0].append([0] * length + [whole] * (self.reach + 1))  # who makes them wins
        made = self.turn(0, goal, 0, ([], []))[0][length * self.dice - 1 :: -self.dice]
        short, inverse = [self.one * (whole - it) for it in made], pow(whole, -1, self.prime)
        for j in range(goal):
            least = short[goal - j : length - j]
            self.hold[0][j][goal:] = [it // whole for it in least]
            self.hold[1][j][goal:] = [-(-it // whole) for it in least]
            self.hold[2][j][goal:] = [it * inverse % self.prime for it in least]

    def read_record(self, lines: Lines, i: int, j: int) -> Decisions:
        """Read one record, and the box in it; returns what to do and what to set aside."""
        columns, place = len(self.choosing) + len(self.sets), f"own {i}, opp {j}"
        line = lines.next(self.bits + 40 + columns * (1 + self.end * 30))
        found = RECORD.fullmatch(line)
        if not found or (int(found[1]), int(found[2])) != (i, j):
            raise Unreadable(f"line {lines.number} is not the record of {place}")
        low, high = int(found[3], 16), int(found[4], 16)
        need(low <= high <= self.one, f"{place}: the box is not between 0 and 1")
        self.hold[0][i][j], self.hold[1][i][j] = self.one - high, self.one - low
        lengths = [self.end - self.first(i)] * len(self.choosing)
        states = self.runs(found[5], "([tbe])([1-9][0-9]{0,2})", lengths, place)
        lengths = [max(0, self.end - i - most) for most in self.most]
        asides = self.runs(found[6], "([a-z]+)([1-9][0-9]{0,2})", lengths, place)
        for options, column in zip(self.sets, asides):
            right = all(ord(letter) < 97 + len(options) for said in {*column} for letter in said)
            need(right, f"{place}, options {options}: a letter names none of them")
        return states, asides

    def runs(self, text: bytes, run: str, lengths: list[int], place: str) -> list[list[str]]:
        """Lists of letters, written as runs of the same ones, of these lengths."""
        columns = text.decode().split(",") if text or lengths else []
        runs = [[(it[1], int(it[2])) for it in re.finditer(run, column)] for column in columns]
        written = ["".join([f"{letters}{n}" for letters, n in it]) for it in runs]
        right = written == columns and [sum([n for _, n in it]) for it in runs] == lengths
        right = right and all(one[0] != two[0] for it in runs for one, two in pairwise(it))
        need(right, f"{place}: there is not one decision for every state")
        return [[letters for letters, n in it for _ in range(n)] for it in runs]

    def solve(self, i: int, j: int, mine: Decisions, others: Decisions) -> None:
        """What these decisions are worth modulo the prime: x = 1 - V(j, i) and y = 1 - V(i, j)."""
        hold, one, last, equations = self.hold[2], self.one, self.dice - 1, []
        for m, n, decisions in ((i, j, mine), (j, i, others)):
            hold[n][m] = 0  # V(m, n) is a + q times this number, what a bust pays
            a = self.turn(m, n, 2, decisions)[1][last]
            hold[n][m] = 1
            equations.append((a, self.turn(m, n, 2, decisions)[1][last] - a))
        (a, q), (b, r) = equations
        x = (one - b - r * (one - a)) * pow(1 - q * r, -1, self.prime)
        hold[j][i], hold[i][j] = x % self.prime, (one - a - q * x) % self.prime

    def check(self, i: int, j: int, decisions: Decisions) -> int:
        """Check one record: its box, and that each decision is right; returns how many are ties."""
        (states, asides), dice, first = decisions, self.dice, self.first(i)
        place, tied = f"own {i}, opp {j}", 0
        (u_low, c_low), (u_high, c_high) = [self.turn(i, j, it, decisions) for it in (0, 1)]
        u, c = self.turn(i, j, 2, decisions) if self.ties else (u_low, c_low)
        h_low, h_high, h = [hold[j] for hold in self.hold]
        high = self.one - self.hold[0][i][j]
        if c_low[dice - 1] < self.one - self.hold[1][i][j] or c_high[dice - 1] > high:
            raise Refuted(f"{place}: the equations do not take the box into itself")
        # A throw pays 1 at most unless it busts, and a larger score is never passed more easily.
        lost = min([busts * (self.one - h_high[i]) // below for busts, *_, below in self.chances])
        if self.last_turn and h_low[self.end] <= self.one - lost:
            raise Refuted(f"{place}: it is not shown that one banks from the score rolled on")
        for n, column in enumerate(states):
            for s, said in enumerate(column, first):
                at = (s - i) * dice + n
                least, most = c_low[at] - h_high[s], c_high[at] - h_low[s]
                equal = least == most or (self.ties and c[at] == h[s])
                if said != ("t" if least > 0 else "b" if most < 0 else "e" if equal else ""):
                    raise Refuted(f"{place}, turn {s - i}, dice {n + 1}: {said} is not proved")
            tied += column.count("e")
        for options, places, column in zip(self.sets, self.places, asides):
            read, last = itemgetter(*places), places[-1] + 1
            for t, said in enumerate(column):
                window = slice(t * dice, t * dice + last)
                lows, highs, exact = [read(it[window]) for it in (u_low, u_high, u)]
                least = max(lows)
                best = [k for k, most in enumerate(highs) if most >= least]
                if len(best) > 1:
                    tied, ends = tied + 1, {it[k] for it in (lows, highs) for k in best}
                    if len(ends) > 1 and not (self.ties and len({exact[k] for k in best}) == 1):
                        best = []
                if said != "".join([chr(97 + k) for k in best]):
                    raise Refuted(f"{place}, turn {t}, options {options}: {said} is not proved")
        return tied


def check(stream: BinaryIO, progress: Callable[[int, int], object] | None = None) -> Certified:
    """Check the certificate in an open file; raises Refuted or Unreadable."""
    lines = Lines(stream)
    header = lines.header()
    game = Farkle(header)
    if game.last_turn:
        game.pass_scores()
    last, done, states, ties = game.goal - 1, 0, 0, 0
    for total in range(last + last, -1, -1):
        for i in range(max(0, total - last), total // 2 + 1):
            j = total - i
            turns = {it: game.read_record(lines, *it) for it in dict.fromkeys([(i, j), (j, i)])}
            if game.hold[1][i][j] + game.hold[1][j][i] >= game.one:
                raise Refuted(f"own {i}, opp {j}: the boxes do not show that there is one solution")
            if game.ties:
                game.solve(i, j, turns[i, j], turns[j, i])
            for turn, decisions in turns.items():
                ties += game.check(*turn, decisions)
                states += sum(map(len, decisions[0] + decisions[1]))
            done += len(turns)
            if progress:
                progress(done, game.goal**2)
    lines.end()
    proof = f"boxes of {game.bits} bits that the equations map into themselves"
    proof += ", ties modulo a random prime, wrong with a chance below 2^-100" if game.ties else ""
    low, high, one = game.hold[0][0][0], game.hold[1][0][0], game.one
    return Certified(header, states, ties, (one - high, one - low, one), proof)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
