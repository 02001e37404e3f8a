"""Check the certificate of a race of two with nothing but Python: ``python check_race.py FILE``.

The exit status is 0 if FILE is certified, 1 if something that it claims is not shown to be so, and
2 if it is no certificate. docs/reference/certificates/race.md has the format and the proofs. In
short: the mover has banked i units, the opponent j, s is i and the units of the turn, n the mode;
who banks wins with chance h, who throws with c, and who begins a turn with V:

    h(s) = 1 - V(j, s),  1 from the goal on;     V(i, j) = c(i, start),    x = 1 - V(j, i');
    c(s, n) = p_bust x + p_wipe (1 - V(j, 0)) + sum over sets of options p max U(s + g, m),
    U(s, n) = max(h(s), c(s, n)), or what one must do,

with i' the score after a bust, and U = x past a goal that must be hit. With a last turn h(s) is
1 - C(s - j + 1) from the goal on, with C(d) what a turn is worth in which one has to make d units
and d - 1 are a tie, found exactly; from the score `rolled` on it is more than any throw can be
worth. Where it counts who began, the scores of the other player stand `goal` higher. FILE has a box
for every V(i, j). In integers, rounded outward, the equations take the boxes of V(i, j) and V(j, i)
into their insides: no solution lies elsewhere, and what they are taken to is kept. Bounds that lie
apart prove decisions; ties that they leave open are recomputed modulo a random prime.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from operator import gt, itemgetter, le, mul
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

if TYPE_CHECKING or __package__:
    from .reading import Certified, Lines, Refuted, Unreadable, main, need, numbers, random_prime
else:  # run as a file, beside which reading.py stands
    sys.path.insert(0, str(Path(__file__).parent))
    from reading import Certified, Lines, Refuted, Unreadable, main, need, numbers, random_prime

STATEMENT = (
    "Every chance to win at the start of a turn lies in its box; in every state of the game of "
    "these tables below the score rolled, t means that to throw is better, b to bank, and e that "
    "both are worth the same, and of every set of options the letters name all the best; from the "
    "score rolled on one banks."
)
ENTRIES = (
    "certificate, family, statement, goal, exact, after_bust, minimum, opening, last_turn, start, "
    "banks, denominators, busts, wipes, sets, weights, other, penalty, end, rolled, bits, ties, "
    "column_low, column_high, column_above, column_below"
)
BEGIN = json.dumps({"certificate": 2, "family": "race", "statement": STATEMENT})[:-1].encode()
MOST_GOAL, MOST_ROLLED, MOST_OPTIONS, MOST_BITS, MOST_HEADER = 2000, 999, 26, 1 << 13, 1 << 20
MOST_MEMORY, MOST_WORK, MOST_WHOLE, MOST_FRACTION = 1 << 32, 1 << 37, 1 << 17, 1 << 14_000
WHOLE, HEX = rb"(0|[1-9]\d{0,3})", rb"(0|[1-9a-f][\da-f]*)"
RECORD = re.compile(b" ".join([WHOLE, WHOLE, HEX, HEX, rb"([tbe\d,]*)", rb"([a-z\d,]*)"]) + b"\n")
Reader = Callable[[Sequence[int]], Sequence[int]]
Decisions = tuple[dict[int, list[str]], list[list[str]]]


# --- races: their rules, and the boxes ------------------------------------------------------------


def reader(places: Sequence[int]) -> Reader:
    """What reads off these places of a list, be they several, one or none."""
    return itemgetter(*places) if len(places) > 1 else lambda found: [found[k] for k in places]


class Wave(NamedTuple):
    """Modes that are evaluated together, as none leads to another one of them without gain."""

    sets: list[list[Reader]]
    """For each size of sets their first options, second options, …"""
    several: list[tuple[int, int]]
    """Where what a set of several options is worth stands, and which it is."""
    throws: list[tuple[int, list[int], Reader, int, int, bool]]
    """For each mode the weights of its sets, where these stand, the denominator and its inverse
    modulo the prime, and whether one may bank."""


class Race:
    """The rules, from the tables of the header, and what is known of V so far."""

    exact: Any
    last_turn: Any
    ties: Any
    below: Any
    busts: Any
    wipes: Any

    def __init__(self, header: Any) -> None:
        def given(name: str, least: int, most: int, *sizes: int | None) -> Any:
            return numbers(header[name], name, least, most, *sizes)

        flags = [header[name] for name in ("exact", "last_turn", "ties")]
        need({*map(type, flags)} == {bool}, "header: exact, last_turn, ties: true or false")
        self.exact, self.last_turn, self.ties = flags
        for name in ("other", "penalty"):  # space for rules of later versions
            given(name, 0, 0, 0)
        end = given("end", 0, 2, None)
        right = not end or (self.last_turn and len(end) == 2 and end[0] and end != [1, 0])
        need(right, "header: end must be of a last turn, and its tie")
        seats, tie = end or (1, 0)
        need(tie < 2 or not self.ties, "header: where ties are played on, none can be settled")
        self.plays_on: bool = tie == 2
        self.goal: int = given("goal", 1, MOST_GOAL)
        self.scores: int = seats * self.goal
        """How many scores are told apart."""
        self.away: int = self.scores - self.goal
        """Where those of the opponent of who began stand."""
        self.bits: int = given("bits", 1, MOST_BITS)
        self.one: int = 1 << self.bits
        goal, one, most = self.goal, self.one, 1 << MOST_BITS
        self.end: int = given("rolled", goal, MOST_ROLLED if self.last_turn else goal)
        self.least: list[int] = [given(name, 0, goal) for name in ("minimum", "opening")]
        self.after_bust: list[int] = given("after_bust", 0, goal, goal)
        right = all(map(le, range(goal), self.after_bust))
        need(right, "header: after_bust must not lose points")
        self.wins: list[int] = [goal] * goal + [self.scores] * (self.away + 1)
        """The score that wins, or is answered; last for who plays a tie on, as if he had it."""

        self.banks: list[bool] = header["banks"]
        right = type(self.banks) is list and {*map(type, self.banks)} == {bool}
        need(right, "header: banks: true or false, for every mode")
        self.modes: int = len(self.banks)
        self.start: int = given("start", 0, self.modes - 1)
        self.below, self.busts, self.wipes = [
            given(name, 0, most, self.modes) for name in ("denominators", "busts", "wipes")
        ]
        self.wipe: bool = any(self.wipes)
        reach = MOST_ROLLED if self.last_turn else goal + self.exact
        every = given("sets", 0, max(reach, self.modes), None, None, 2)
        right = all(each and all(g <= reach and n < self.modes for g, n in each) for each in every)
        need(right, "header: sets must be of gains and modes that there are")
        order = [[(len(each), each) for each in every], *every]
        need(all(a < b for each in order for a, b in pairwise(each)), "header: sets must rise")
        self.sets: list[Any] = [each for each in every if len(each) > 1]
        right = not self.sets or len(self.sets[-1]) <= MOST_OPTIONS
        need(right, f"header: a set has more than {MOST_OPTIONS} options")
        self.reach: int = max([each[-1][0] for each in every], default=1)
        """The most units of an option."""
        self.prime: int = random_prime() if self.ties else 1
        self.share: list[int] = [pow(n or 1, -1, self.prime) for n in range(MOST_OPTIONS + 1)]
        """Of n options named each is taken so often, modulo the prime."""
        chances = given("weights", 0, most, self.modes, None, 2)
        self.read_throws(every, chances)
        self.choosing: list[int] = [n for n, b in enumerate(self.below) if b and self.banks[n]]
        """The modes in which one may bank or throw."""
        options = self.modes - 1 + sum(len(every[k]) for row in chances for k, _ in row)
        right = self.scores * goal * self.end * options <= MOST_WORK
        need(right, "header: goal and options would take too long")
        length = self.end + self.reach + 1
        memory = (self.scores**2 + 4 * length * (self.modes - 1)) * (self.bits + 400)
        need(memory <= MOST_MEMORY, "header: goal and bits are too large")
        if self.last_turn:
            right = self.after_bust == [*range(goal)] and not (self.exact or self.wipe)
            right = (
                right and all(self.banks) and all(self.busts) and all(each[0][0] for each in every)
            )
            need(right, "header: a last turn is of modes that bank, gain and bust, and do no more")
            self.after_bust = [*range(self.scores + 1)]

        n = goal if self.wipe else int(self.plays_on)
        low, high = given("column_low", 0, one, n), given("column_high", 0, one, n)
        self.first_share: list[int] = [*low, *high] if self.plays_on else [one >> tie] * 2
        """What equal scores are worth to who had his turn first: bounds."""
        n = n if self.ties else 0
        above = given("column_above", 0, MOST_FRACTION, n)
        under = given("column_below", 1, MOST_FRACTION, n)
        right = not n or self.wipes[self.start]
        need(right, "header: with ties, a throw that begins a turn must wipe if any does")
        # On side 0 is a lower bound of every number, on side 1 an upper one, and on side 2 what it
        # is modulo a prime, where there are open ties; all in units of 1 / one.
        lengths = [self.scores + self.reach + 1] * self.away + [length] * goal
        self.hold: list[list[Any]] = [
            [[each] * long for long in lengths] for each in (one, one, one % self.prime)
        ]
        """What banking s against j pays, 1 - V(j, s) or 1 - C(s - j + 1), as [side][j][s]."""
        exact = [(b - a) * pow(b, -1, self.prime) * one % self.prime for a, b in zip(above, under)]
        self.wiped: list[Any] = [[one - x for x in high], [one - x for x in low], exact]
        """1 - V(j, 0) as [side][j], where throws wipe; the last where there are open ties."""

    def read_throws(self, every: Any, chances: Any) -> None:
        """The modes in waves, each of which needs those before at the same score."""
        self.still: list[int] = [n for n, below in enumerate(self.below) if not below]
        """Modes without a throw: all chances are 0."""
        self.waves: list[Wave] = []
        waves: list[list[int]] = [[]]
        for n, row in enumerate(chances):
            right = all(k < len(every) and p for k, p in row)
            right = right and all(a[0] < b[0] for a, b in pairwise(row))
            need(right, "header: weights are not of sets that rise")
            right = self.busts[n] + self.wipes[n] + sum(p for _, p in row) == self.below[n]
            need(right, "header: the chances must sum to 1")
            need(self.below[n] or self.banks[n], "header: one must bank or throw in every mode")
            free = [mode for k, _ in row for gain, mode in every[k] if not gain]
            right = all(mode < n and mode != self.start for mode in free)
            need(right, "header: a gain of 0 must lead to a mode before, and not to the first")
            if waves[-1] and max(free, default=-1) >= waves[-1][0]:
                waves.append([])
            waves[-1].append(n)
        places = [[gain * self.modes + mode for gain, mode in one] for one in every]
        first = len(every) - len(self.sets)
        self.places: list[list[int]] = places[first:]
        for wave in waves:
            used = sorted({k for n in wave for k, _ in chances[n]})
            where = {k: place for place, k in enumerate(used)}
            sets = [[*map(reader, zip(*one))] for _, one in groupby([places[k] for k in used], len)]
            several = [(where[k], k - first) for k in used if k >= first]
            throws = [
                (n, [p for _, p in chances[n]], reader([where[k] for k, _ in chances[n]]),
                 self.below[n], pow(self.below[n], -1, self.prime), self.banks[n])
                for n in wave if self.below[n]
            ]  # fmt: skip
            self.waves.append(Wave(sets, several, throws))
        self.gains: list[tuple[int, int]] = []
        if self.banks == [True] and not self.sets:
            self.gains = [(every[k][0][0], p) for k, p in chances[0]]
        rises = Counter(dict(self.gains))
        rises.subtract({g + 1: p for g, p in self.gains})
        self.steps: list[tuple[int, int]] = [(g, p) for g, p in rises.items() if p]
        self.slides: bool = len(self.steps) < len(self.gains)

    def first(self, i: int, n: int | None = None) -> int:
        """The first score that may be banked (in mode n); what reaches the goal always may."""
        least = max(self.least[: 1 if i % self.goal else 2])
        return int(min(i + (least or n == self.start), self.wins[i]))

    def end_of(self, j: int) -> int:
        """From this score on nobody throws against j."""
        return len(self.hold[0][j]) - self.reach - 1

    def turn(self, i: int, j: int, side: int, decisions: Decisions | None = None) -> list[Any]:
        """U(s, n) and c(s, n) at (s - i) modes + n; on side 2 with these decisions."""
        modes, hold, first, prime = self.modes, self.hold[side][j], self.first(i), self.prime
        width, x, wiped = (self.reach + 1) * modes, hold[self.after_bust[i]], self.wiped[side]
        lost = [p * x for p in self.busts]
        if self.wipe:
            lost = [c + p * wiped[j] for c, p in zip(lost, self.wipes)]
        if side == 1:
            lost = [c + max(below, 1) - 1 for c, below in zip(lost, self.below)]
        best = [h for h in hold[i:] for _ in range(modes)] if modes > 1 else hold[i:]
        if self.exact:
            best[(self.goal + 1 - i) * modes :] = [x] * (self.reach * modes)
        throw, end = best.copy(), len(hold) - self.reach - 1
        states, asides = decisions or ({}, [])
        if self.gains:  # a single mode without choices is evaluated faster
            slides, below, inverse = self.slides, self.below[0], pow(self.below[0], -1, prime)
            banks, steps = [-1] * (first - i) + hold[first:], self.gains
            c = begun = lost[0]
            if slides:  # each sum follows from that for a point more, which loses nothing
                c, steps = c + sum([p * best[end - i + g] for g, p in self.gains]), self.steps
            for k in reversed(range(end - i)):
                c = c if slides else begun
                for g, p in steps:
                    c += p * best[k + g]
                throw[k] = u = c * inverse % prime if decisions else c // below
                bank = banks[k]
                if states[0][k] != "t" if decisions else bank > u:
                    u = bank
                best[k] = u
            return [best, throw]
        for s in reversed(range(i, end)):
            base, bank = (s - i) * modes, hold[s] if s >= first else -1
            for n in self.still:
                best[base + n] = x if bank < 0 else bank
            for sets, named, throws in self.waves:
                window = best[base : base + width]
                worth: list[int] = []
                for options in sets:
                    each = [read(window) for read in options]
                    worth += map(max, *each) if len(each) > 1 else each[0]
                for place, k in named if decisions else ():
                    taken = [window[self.places[k][ord(n) - 97]] for n in asides[k][s - i]]
                    worth[place] = sum(taken) * self.share[len(taken)]
                for n, ways, read, below, inverse, may_bank in throws:
                    c = lost[n] + sum(map(mul, ways, read(worth)))
                    c = c * inverse % prime if decisions else c // below
                    throw[base + n] = c
                    if may_bank and (states[n][s - i] != "t" if decisions else bank > c):
                        c = bank
                    best[base + n] = c
        return [best, throw]

    def find_the_dead(self) -> None:
        """Who can never win: a score from which no luck leads to the goal, were all others' 0."""
        self.dead: list[bool] = [False] * self.scores
        if self.exact:
            length = self.goal + self.reach + 1
            alive = [0] * self.goal + [1] * (length - self.goal)
            self.hold[1].append(alive)
            self.wiped[1].append(1)  # from 0 on somebody can win
            for i in reversed(range(self.goal)):
                alive[i] = min(1, self.turn(i, self.goal, 1)[1][self.start])
                self.dead[i] = not alive[i]

    def pass_scores(self) -> None:
        """Find C(d) without rounding, and keep what banking the goal or more pays."""
        goal, length, shares = self.goal, self.end + self.reach + 1, self.first_share
        whole = math.lcm(*self.below) ** length  # d units take d throws or fewer
        need(whole.bit_length() <= MOST_WHOLE, "header: chances and rolled would take too long")
        below, short = whole << self.bits, {}
        for first in {*shares}:  # what banks so many units or more has won, or has tied
            past = [whole * (self.one - first)] + [below] * (self.reach + 1)
            self.hold[0].append([0] * (length - 1) + past)
            made = self.turn(0, self.scores, 0)[0][
                (length - 1) * self.modes + self.start :: -self.modes
            ]
            short[first] = [below - one << self.bits for one in made]
            self.hold[0].pop()
        inverse = pow(below, -1, self.prime)
        least, most = short[shares[0]], short[shares[1]]
        sides = (
            [one // below for one in least],
            [-(-one // below) for one in most],
            [one * inverse % self.prime for one in least],
        )
        for hold, worth in zip(self.hold, sides):
            for j in range(goal):
                hold[self.away + j][goal:] = worth[goal - j : length - j]
            hold.append([0] * self.scores + worth[: length - goal])  # against who has the goal

    def play_on(self) -> None:
        """See that the equation of a tie that is played on takes its box into itself.

        Who has the first of the two turns has a turn from the goal, against who has it; if he
        busts, the other one ties if he busts as well.
        """
        n, last, found = self.start, self.scores, []
        p, below = self.busts[n], self.below[n]
        for side, first in enumerate(self.first_share):
            self.hold[side][last][last] = (p * first + side * (below - 1)) // below
            found.append(self.turn(last, last, side)[1][n])
        self.check_rolled(last, last, "header")
        if not self.inside(*found, *self.first_share):
            raise Refuted("header: the equation of a tie does not take its box into itself")

    def check_rolled(self, i: int, j: int, place: str) -> None:
        """A throw pays 1 at most unless it busts; a larger score is never passed more easily."""
        lost = self.one - self.hold[1][j][i]
        least = min([p * lost // below for p, below in zip(self.busts, self.below)])
        if self.hold[0][j][self.end_of(j)] <= self.one - least:
            raise Refuted(f"{place}: it is not shown that one banks from the score rolled on")

    def read(self, lines: Lines, i: int, j: int) -> Decisions:
        """Read one record, and the box in it; returns what to do and which options to take."""
        end, place = self.end_of(j), f"own {i}, opp {j}"
        longest = 3 * len(self.choosing) + (MOST_OPTIONS + 2) * len(self.sets)
        line = lines.next(self.bits + 40 + longest * (end + 1))
        found = RECORD.fullmatch(line)
        if not found or (int(found[1]), int(found[2])) != (i, j):
            raise Unreadable(f"line {lines.number} is not the record of {place}")
        low, high = int(found[3], 16), int(found[4], 16)
        need(low <= high <= self.one, f"{place}: the box is not between 0 and 1")
        self.hold[0][i][j], self.hold[1][i][j] = self.one - high, self.one - low
        before = [self.first(i, n) - i for n in self.choosing]
        columns = self.runs(found[5], "([tbe])", [end - i - k for k in before], place)
        states = {n: ["t"] * k + one for n, k, one in zip(self.choosing, before, columns)}
        asides = self.runs(found[6], "([a-z]+)", [end - i] * len(self.sets), place)
        for options, column in zip(self.sets, asides):
            right = all(max(one) < chr(97 + len(options)) for one in {*column})
            need(right, f"{place}, options {options}: a letter names none of them")
        return states, asides

    def runs(self, text: bytes, letter: str, lengths: list[int], place: str) -> list[list[str]]:
        """Lists of letters, written as runs of the same ones, of these lengths."""
        columns, all_runs = text.decode().split(",") if text or lengths else [], []
        right = len(columns) == len(lengths)
        for column, length in zip(columns, lengths):
            runs = [(one, int(n)) for one, n in re.findall(f"{letter}([1-9][0-9]{{0,3}})", column)]
            right = right and "".join([f"{one}{n}" for one, n in runs]) == column
            right = right and sum([n for _, n in runs]) == length
            right = right and all(a[0] != b[0] for a, b in pairwise(runs))
            all_runs.append(runs)
        need(right, f"{place}: there is not one decision for every state")
        return [[one for one, n in runs for _ in range(n)] for runs in all_runs]

    def solve(self, i: int, j: int, mine: Decisions, others: Decisions) -> None:
        """What these decisions are worth modulo the prime: x = 1 - V(j, i) and y = 1 - V(i, j)."""
        hold, one, prime, place = self.hold[2], self.one, self.prime, f"own {i}, opp {j}"
        if self.dead[i] and self.dead[j]:
            hold[i][j] = hold[j][i] = (one >> 1) % prime
            return
        equations = []
        for m, n, decisions in ((i, j, mine), (j, i, others)):
            hold[n][m] = 0  # V(m, n) is a + q times this number, which a bust may lead back to
            a = self.turn(m, n, 2, decisions)[1][self.start]
            hold[n][m] = 1
            equations.append((a, (self.turn(m, n, 2, decisions)[1][self.start] - a) % prime))
        (a, q), (b, r) = equations
        once = (1 - q * r) % prime
        x = (one - b - r * (one - a)) * pow(once or 1, -1, prime)
        hold[j][i], hold[i][j] = x % prime, (one - a - q * x) % prime
        for m, n, slope in ((i, j, q), (j, i, r)):
            if slope == 1 and hold[n][m] and not self.wipe:  # then V(n, m) is not 1, nor may it be
                kept, self.hold[1][m][n] = self.hold[1][m][n], one
                once = once and self.turn(n, m, 1)[1][self.start] < one
                self.hold[1][m][n] = kept
        if not once:
            raise Refuted(f"{place}: it is not shown that there is one solution")
        if self.wipe and i == 0 and hold[j][0] != self.wiped[2][j]:
            raise Refuted(f"own {j}, opp 0: the value is not the fraction of the column")

    def check(self, i: int, j: int, decisions: Decisions) -> tuple[int, int, int, int]:
        """Check one record: each decision, and that the box is taken into itself.

        Returns what is kept of 1 - V(i, j), how many decisions there are, and how many are ties.
        """
        (states, asides), modes, tied = decisions, self.modes, 0
        end = self.end_of(j)
        count = (end - i) * len(asides)
        place, least, most = f"own {i}, opp {j}", self.hold[0][i][j], self.hold[1][i][j]
        (u_low, c_low), (u_high, c_high) = self.turn(i, j, 0), self.turn(i, j, 1)
        u, c = self.turn(i, j, 2, decisions) if self.ties else (u_low, c_low)
        h_low, h_high, h = [hold[j] for hold in self.hold]
        low, high = self.one - c_high[self.start], self.one - c_low[self.start]
        if self.dead[i] and self.dead[j]:
            if not least == most == self.one >> 1:
                raise Refuted(f"{place}: nobody can win, so that the box must be 1/2 alone")
            low = high = least
        elif not self.inside(low, high, least, most):
            raise Refuted(f"{place}: the equations do not take the box into itself")
        if self.wipe and j == 0 and not self.inside(low, high, *[one[i] for one in self.wiped[:2]]):
            raise Refuted(f"{place}: the box does not lie in that of the column")
        if self.last_turn and j >= self.away:
            self.check_rolled(i, j, place)
        for n, column in states.items():
            skip = self.first(i, n) - i
            c_n = [one[skip * modes + n :: modes] for one in (c_low, c_high, c)]
            h_n = [one[i + skip : end] for one in (h_low, h_high, h)]
            right = [
                "t" if throws else "b" if banks else "e"
                for throws, banks in zip(map(gt, c_n[0], h_n[1]), map(gt, h_n[0], c_n[1]))
            ]
            for k, found in enumerate(right) if "e" in right else ():
                ends = {one[k] for one in (*c_n[:2], *h_n[:2])}
                if found == "e" and len(ends) > 1 and not (self.ties and c_n[2][k] == h_n[2][k]):
                    right[k] = ""
            if right != column[skip:]:
                k = [a == b for a, b in zip(column[skip:], right)].index(False) + skip
                raise Refuted(f"{place}, turn {k}, mode {n}: {column[k]} is not proved")
            count, tied = count + len(right), tied + right.count("e")
        width = (self.reach + 1) * modes
        for t in range((end - i) * bool(self.sets)):
            window = slice(t * modes, t * modes + width)
            low_here, high_here, here = u_low[window], u_high[window], u[window]
            for k, (places, column) in enumerate(zip(self.places, asides)):
                read = itemgetter(*places)
                lows, highs = read(low_here), read(high_here)
                least = max(lows)
                best = [n for n, most in enumerate(highs) if most >= least]
                if len(best) > 1:
                    tied, ends = tied + 1, {one[n] for one in (lows, highs) for n in best}
                    equal = self.ties and len({here[places[n]] for n in best}) == 1
                    best = best if equal or len(ends) == 1 else []
                if (said := column[t]) != "".join([chr(97 + n) for n in best]):
                    place += f", turn {t}, options {self.sets[k]}"
                    raise Refuted(f"{place}: {said} is not proved")
        return low, high, count, tied

    def inside(self, low: int, high: int, least: int, most: int) -> bool:
        """Whether an interval lies in another one away from its ends, unless these are 0 and 1."""
        return (least < low or not least) and (high < most or most == self.one)


def check(stream: BinaryIO, progress: Callable[[int, int], object] | None = None) -> Certified:
    """Check the certificate in an open file; raises Refuted or Unreadable."""
    lines = Lines(stream)
    header = lines.header(BEGIN, ENTRIES, MOST_HEADER)
    race = Race(header)
    race.find_the_dead()
    if race.last_turn:
        race.pass_scores()
    if race.plays_on:
        race.play_on()
    last, done, states, ties = race.goal - 1, 0, 0, 0
    for total in range(last + last, -1, -1):
        for i in range(max(0, total - last), min(total, last if race.away else total // 2) + 1):
            j = race.away + total - i
            turns = {turn: race.read(lines, *turn) for turn in dict.fromkeys([(i, j), (j, i)])}
            if race.ties:
                race.solve(i, j, turns[i, j], turns[j, i])
            kept = {turn: race.check(*turn, decisions) for turn, decisions in turns.items()}
            for (m, n), (low, high, count, tied) in kept.items():
                race.hold[0][m][n], race.hold[1][m][n] = low, high
                states, ties = states + count, ties + tied
            done += len(turns)
            if progress:
                progress(done, race.scores * race.goal)
    lines.end()
    proof = f"boxes of {race.bits} bits that the equations map into themselves"
    proof += ", ties modulo a random prime, wrong with a chance below 2^-100" if race.ties else ""
    low, high, one = *[race.hold[side][0][race.away] for side in (0, 1)], race.one
    return Certified(header, states, ties, (one - high, one - low, one), proof)


if __name__ == "__main__":
    sys.exit(main(sys.argv, check, STATEMENT))
