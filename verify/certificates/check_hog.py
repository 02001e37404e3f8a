"""Check the certificate of a game of Hog with nothing but Python: ``python check_hog.py FILE``.

The exit status is 0 if FILE is certified, 1 if something that it claims is not shown to be so, and
2 if it is no certificate. docs/reference/certificate.md has the format and the proofs. In short: in
a state s a choice c leads with the chances p to players who are worth v(s') if they are the mover
again and 1 - v(s') if the other one moves next, or to a game that is over, worth 1 or 0:

    v(s) = max_c w(s, c),    w(s, c) = sum_s' p(s') (v(s') or 1 - v(s')) + sum_over p (1 or 0).

FILE has a box for every v(s). In integers, rounded outward, the equations take all boxes into
themselves: by Brouwer a solution lies inside. Records stand in such an order that every choice may
end the game or lead to a state recorded before: so the game ends whatever is chosen, and there is
no other solution. Boxes that lie apart prove the choices; ties that they leave open are recomputed
modulo a random prime.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

if TYPE_CHECKING or __package__:
    from .reading import Certified, Lines, Refuted, Unreadable, main, need, numbers, random_prime
else:  # run as a file, beside which reading.py stands
    sys.path.insert(0, str(Path(__file__).parent))
    from reading import Certified, Lines, Refuted, Unreadable, main, need, numbers, random_prime  # noqa: F401

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
MOST_GOAL, MOST_BITS, MOST_MEMORY, MOST_WORK, MOST_HEADER = 1000, 1 << 12, 1 << 33, 1 << 32, 1 << 23
WHOLE, HEX = rb"(0|[1-9]\d{0,2})", rb"(0|[1-9a-f][\da-f]*)"
CHOICES = rb"((?:-1|0|[1-9]\d{0,2})(?:,(?:-1|0|[1-9]\d{0,2}))*)"
RECORD = re.compile(b" ".join([WHOLE, WHOLE, b"([01])", HEX, HEX, CHOICES]) + b"\n")

State = tuple[int, int, int]
"""What the mover has banked, what the opponent has, and the parity of the exchanges."""


# --- Hog: its rules, and the boxes ----------------------------------------------------------------


class Landing(NamedTuple):
    """What the end of a turn is worth to who moved: constant + sign v, v that of a record."""

    low: int
    high: int
    constant: int
    sign: int
    record: int
    """Its number; -1 if the game is over, and the sign then 0."""


class Hog:
    """The rules, from the tables of the header, and the records that were read so far."""

    def __init__(self, header: Any) -> None:
        def table(name: str, *sizes: int | None) -> Any:
            """What may be empty."""
            most = 1 << MOST_BITS
            return numbers(header[name], name, 0, most, *(sizes if header[name] else (0,)))

        self.goal: Any = numbers(header["goal"], "goal", 1, MOST_GOAL)
        self.bits: Any = numbers(header["bits"], "bits", 1, MOST_BITS)
        self.one: int = 1 << self.bits
        self.ties: Any = header["ties"]
        need(type(self.ties) is bool, "header: ties: true or false")
        goal = self.goal
        self.exchange: Any = table("exchange", 2)
        self.parities: int = 2 if self.exchange else 1
        self.states: Any = goal**2 * self.parities
        numbers(header["states"], "states", self.states, self.states)
        self.bacon: Any = table("bacon", goal, goal)
        self.gifts: Any = table("bacon_gifts", goal, goal) or [[0] * goal] * goal
        self.rolls: Any = table("rolls", None, None, None, 3)
        rolls = [roll for kind in self.rolls for roll in kind]
        right = all([rolls, *self.rolls, *rolls]) and all(w for roll in rolls for _, _, w in roll)
        need(right, "header: rolls must not be empty, and all weights above 0")
        dice = max(map(len, self.rolls))
        size = self.states * (2 * self.bits + 160 * dice + 4000)
        need(size <= MOST_MEMORY, "header: goal, bits and rolls are too large")
        outcomes = max([sum(map(len, kind)) for kind in self.rolls])
        need(self.states * outcomes <= MOST_WORK, "header: goal and rolls would take too long")
        self.longest: Any = self.bits + 5 * dice + 50
        self.kinds: Any = header["kinds"]
        digits = {str(kind) for kind in range(len(self.rolls))}
        right = type(self.kinds) is list and len(self.kinds) == goal * self.parities
        for row in self.kinds if right else ():
            right = right and type(row) is str and len(row) == goal and digits.issuperset(row)
        need(right, "header: kinds must name one of rolls for every parity, own and opp")
        ends = table("ends", None, 5)
        self.ends: dict[tuple[Any, Any], Any] = {(x, y): end for x, y, *end in ends}
        right = len(self.ends) == len(ends) and all(again < 2 for *_, again in ends)
        need(right, "header: ends must have every place once, and again is 0 or 1")
        self.numbers: dict[State, int] = {}
        self.boxes: list[tuple[int, int]] = []
        self.best: list[list[int]] = []
        self.land: Callable[..., Landing] = lru_cache(MOST_HEADER)(self.landing)

    def place(self, state: State) -> str:
        own, opp, parity = state
        return f"own {own}, opp {opp}" + (f", parity {parity}" if self.exchange else "")

    def not_proved(self, state: State) -> Refuted:
        words = " and ".join(map(str, self.best[self.numbers[state]]))
        return Refuted(f"{self.place(state)}: {words} is not proved to be right")

    def read(self, lines: Lines) -> None:
        """Read one record: a state, its box, and the best choices."""
        found: Any = RECORD.fullmatch(lines.next(self.longest))
        need(found, f"line {lines.number} is no record")
        own, opp, parity = state = int(found[1]), int(found[2]), int(found[3])
        low, high, place = int(found[4], 16), int(found[5], 16), self.place(state)
        right = max(own, opp) < self.goal and parity < self.parities
        need(right, f"line {lines.number}: there is no state of {place}")
        need(state not in self.numbers, f"line {lines.number}: {place} is there already")
        need(low <= high <= self.one, f"{place}: the box is not between 0 and 1")
        self.numbers[state] = len(self.boxes)
        self.boxes.append((low, high))
        self.best.append([int(word) for word in found[6].split(b",")])

    def choices(self, state: State) -> Iterator[tuple[int, list[tuple[int, Landing]]]]:
        """Every choice, and with which weight it leads where."""
        own, opp, parity = state
        several = []
        if self.exchange:
            several.append((-1, 1 - parity, [(*self.exchange, 1)]))
        if self.bacon:
            several.append((0, parity, [(self.bacon[own][opp], self.gifts[own][opp], 1)]))
        rolls = self.rolls[int(self.kinds[parity * self.goal + own][opp])]
        several += [(dice, parity, roll) for dice, roll in enumerate(rolls, 1)]
        for choice, after, gains in several:
            yield choice, [(w, self.land(own + x, opp + y, after)) for x, y, w in gains]

    def landing(self, x: int, y: int, parity: int) -> Landing:
        """What follows a turn that ends at x points against y."""
        own, opp, again = self.ends.get((x, y), (x, y, 0))
        if max(own, opp) >= self.goal:
            won = int(own >= opp)
            return Landing(won * self.one, won * self.one, won, 0, -1)
        n = self.numbers[(own, opp, parity) if again else (opp, own, parity)]
        low, high = self.boxes[n]
        if again:
            return Landing(low, high, 0, 1, n)
        return Landing(self.one - high, self.one - low, 1, -1, n)

    def check(self, state: State, n: int) -> bool:
        """Check the state of record n; returns whether it is a tie that the boxes leave open."""
        place, bounds, best = self.place(state), {}, self.best[n]
        for choice, ends in self.choices(state):
            if all(end.record >= n for _, end in ends):
                raise Refuted(f"{place}: {choice} is not shown to let the game end")
            total = sum([weight for weight, _ in ends])
            low = sum([weight * end.low for weight, end in ends]) // total
            high = -(-sum([weight * end.high for weight, end in ends]) // total)
            bounds[choice] = low, high
        lows, highs = zip(*bounds.values())
        if max(lows) < self.boxes[n][0] or max(highs) > self.boxes[n][1]:
            raise Refuted(f"{place}: the equations do not take the box into itself")
        right = best == sorted({*best} & {*bounds})
        lead = max([bounds[choice][0] for choice in best if right], default=0)
        right = right and all(bounds[bound][1] < lead for bound in bounds if bound not in best)
        opened = right and len(best) > 1 and len({end for one in best for end in bounds[one]}) > 1
        if not right or (opened and not self.ties):
            raise self.not_proved(state)
        return opened


class Residues:
    """What the states are worth modulo a random prime, where the first of the best is chosen."""

    hog: Hog
    prime: int

    def __init__(self, hog: Hog) -> None:
        self.hog, self.prime, work = hog, random_prime(), 0
        rows: list[dict[int, int]] = []
        for state, n in hog.numbers.items():
            row = self.equation(state, hog.best[n][0])
            while (m := min(row)) < n:  # rows above lead to states below them only
                a = row.pop(m)
                for k, b in rows[m].items():
                    row[k] = (row.get(k, 0) + a * b) % self.prime
                work += len(row)
                need(work < MOST_WORK, "too many states lead to one another")
            over = pow(1 - row.pop(n, 0), -1, self.prime)
            rows.append({k: a * over % self.prime for k, a in row.items()})
        self.value: dict[int, int] = {len(rows): 1}
        for n, row in reversed([*enumerate(rows)]):
            self.value[n] = self.worth(row)

    def equation(self, state: State, wanted: int) -> dict[int, int]:
        """The a of w = sum_n a_n v_n of a choice, by record; the constant is after the last."""
        ends = dict(self.hog.choices(state))[wanted]
        over, constant = pow(sum([w for w, _ in ends]), -1, self.prime), len(self.hog.boxes)
        row = {constant: over * sum([w * end.constant for w, end in ends]) % self.prime}
        for w, end in ends:
            if end.sign:
                row[end.record] = (row.get(end.record, 0) + over * w * end.sign) % self.prime
        return row

    def worth(self, row: dict[int, int]) -> int:
        return sum([a * self.value[k] for k, a in row.items()]) % self.prime

    def check(self, opened: list[State]) -> None:
        """Check the ties that the boxes leave open."""
        for state in opened:
            best = self.hog.best[self.hog.numbers[state]]
            if len({self.worth(self.equation(state, one)) for one in best}) > 1:
                raise self.hog.not_proved(state)


def check(stream: BinaryIO, progress: Callable[[int, int], object] | None = None) -> Certified:
    """Check the certificate in an open file; raises Refuted or Unreadable."""
    lines = Lines(stream)
    header = lines.header(BEGIN, ENTRIES, MOST_HEADER)
    hog, opened = Hog(header), []
    for _ in range(hog.states):
        hog.read(lines)
    lines.end()
    for state, n in hog.numbers.items():
        if hog.check(state, n):
            opened.append(state)
        if progress:
            progress(n + 1, hog.states)
    if opened:
        Residues(hog).check(opened)
    ties = sum([len(best) > 1 for best in hog.best])
    low, high = hog.boxes[hog.numbers[0, 0, 0]]
    proof = f"boxes of {hog.bits} bits that the equations map into themselves"
    proof += ", ties modulo a random prime, wrong with a chance below 2^-100" if opened else ""
    return Certified(header, hog.states, ties, (low, high, hog.one), proof)


if __name__ == "__main__":
    sys.exit(main(sys.argv, check, STATEMENT))
