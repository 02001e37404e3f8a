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
import math
import re
import sys
from collections.abc import Callable
from operator import mul
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
KEPT, GAP = 1 << 11, 8
WHOLE, HEX = rb"(0|[1-9]\d{0,2})", rb"(0|[1-9a-f][\da-f]*)"
CHOICES = rb"((?:-1|0|[1-9]\d{0,2})(?:,(?:-1|0|[1-9]\d{0,2}))*)"
RECORD = re.compile(b" ".join([WHOLE, WHOLE, b"([01])", HEX, HEX, CHOICES]) + b"\n")

State = tuple[int, int, int]
"""What the mover has banked, what the opponent has, and the parity of the exchanges."""
Bounds = dict[int, tuple[int, int]]
"""What every choice is worth, at least and at most."""


# --- Hog: its rules, and the boxes ----------------------------------------------------------------


Worth = Callable[[int, int, int], tuple[Any, bool]]
"""What it is worth to end a turn with x points against y, and the parity then; and for ever?"""


class Row(list[Any]):
    """What it is worth to end a turn with 0, 1, 2, … points against y, where that is known."""

    def __init__(self, worth: Worth, y: int, after: int) -> None:
        super().__init__([None] * KEPT)
        self.worth: Worth = worth
        self.y: int = y
        self.after: int = after

    def sum(self, weights: list[int], first: int) -> Any:
        """The sum of what the ends from ``first`` on are worth, times their weights."""
        end = first + len(weights)
        try:
            if end <= KEPT:
                return sum(map(mul, weights, self[first:end]))
        except TypeError:  # one of them is None
            pass
        return sum(map(mul, weights, [self.at(x) for x in range(first, end)]))

    def at(self, x: int) -> Any:
        if x < KEPT and self[x] is not None:
            return self[x]
        found, known = self.worth(x, self.y, self.after)
        if known and x < KEPT:
            self[x] = found
        return found


class Rows(dict[tuple[int, int], Row]):
    """The rows of every y and of both parities after a turn."""

    def __init__(self, worth: Worth) -> None:
        self.worth: Worth = worth

    def __missing__(self, key: tuple[int, int]) -> Row:
        found = self[key] = Row(self.worth, *key)
        return found


class Throw(NamedTuple):
    """What a choice may lead to."""

    after: int
    """The parity then."""
    number: int
    """The sum of all weights."""
    runs: list[tuple[int, int, list[int]]]
    """By gift and first gain the weights of gains one after the other."""


class Hog:
    """The rules, from the tables of the header, and what is claimed of every state."""

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
        rolls = table("rolls", None, None, None, 3)
        every = [roll for kind in rolls for roll in kind]
        right = all([rolls, *rolls, *every]) and all(w for roll in every for _, _, w in roll)
        need(right, "header: rolls must not be empty, and all weights above 0")
        dice = max(map(len, rolls))
        size = self.states * (2 * self.bits + 160 * dice + 4000)
        need(size <= MOST_MEMORY, "header: goal, bits and rolls are too large")
        outcomes = max([sum(map(len, kind)) for kind in rolls])
        need(self.states * outcomes <= MOST_WORK, "header: goal and rolls would take too long")
        self.rolls: list[list[dict[int, Throw]]] = [
            [
                {n: Throw(parity, sum([w for *_, w in roll]), runs_of(roll))
                 for n, roll in enumerate(kind, 1)}
                for kind in rolls
            ]
            for parity in range(self.parities)
        ]  # fmt: skip
        """For each parity and kind the numbers of dice."""
        self.longest: Any = self.bits + 5 * dice + 50
        self.kinds: Any = header["kinds"]
        digits = {str(kind) for kind in range(len(rolls))}
        right = type(self.kinds) is list and len(self.kinds) == goal * self.parities
        for row in self.kinds if right else ():
            right = right and type(row) is str and len(row) == goal and digits.issuperset(row)
        need(right, "header: kinds must name one of rolls for every parity, own and opp")
        ends = table("ends", None, 5)
        self.ends: dict[tuple[Any, Any], Any] = {(x, y): end for x, y, *end in ends}
        right = len(self.ends) == len(ends) and all(again < 2 for *_, again in ends)
        need(right, "header: ends must have every place once, and again is 0 or 1")
        self.boxes: dict[State, tuple[int, int]] = {}
        """Of v(s); a state without one has the chances from 0 to 1."""
        self.best: dict[State, list[int]] = {}
        self.before: set[State] = set()
        """The states recorded before the one that is looked at."""
        self.below: int = math.lcm(*[one.number for one in self.throws()])
        """Common denominator of all chances."""
        self.wide: int = self.bits + max([one.number for one in self.throws()]).bit_length()
        """Bits of a sum of bounds: the upper ones stand this far above the lower ones."""
        self.rows: Rows = Rows(self.packed)

    def throws(self) -> list[Throw]:
        """All throws of dice that there are."""
        return [throw for kind in self.rolls[0] for throw in kind.values()]

    def place(self, state: State) -> str:
        own, opp, parity = state
        return f"own {own}, opp {opp}" + (f", parity {parity}" if self.exchange else "")

    def not_proved(self, state: State) -> Refuted:
        words = " and ".join(map(str, self.best[state]))
        return Refuted(f"{self.place(state)}: {words} is not proved to be right")

    def read(self, lines: Lines) -> None:
        """Read one record: a state, its box, and the best choices."""
        found: Any = RECORD.fullmatch(lines.next(self.longest))
        need(found, f"line {lines.number} is no record")
        own, opp, parity = state = int(found[1]), int(found[2]), int(found[3])
        low, high, place = int(found[4], 16), int(found[5], 16), self.place(state)
        right = max(own, opp) < self.goal and parity < self.parities
        need(right, f"line {lines.number}: there is no state of {place}")
        need(state not in self.boxes, f"line {lines.number}: {place} is there already")
        need(low <= high <= self.one, f"{place}: the box is not between 0 and 1")
        self.boxes[state] = low, high
        self.best[state] = [int(word) for word in found[6].split(b",")]

    def choices(self, state: State) -> dict[int, Throw]:
        """The numbers of dice that may be rolled, and -1 for an exchange."""
        own, opp, parity = state
        found: dict[int, Throw] = {}
        if self.exchange:
            gain, gift = self.exchange
            found[-1] = Throw(1 - parity, 1, [(gift, gain, [1])])
        if self.bacon:
            found[0] = Throw(parity, 1, [(self.gifts[own][opp], self.bacon[own][opp], [1])])
        found.update(self.rolls[parity][int(self.kinds[parity * self.goal + own][opp])])
        return found

    def landing(self, x: int, y: int, parity: int) -> tuple[State | None, int]:
        """The state after a turn that ends at x points against y, and whether the mover moves.

        None if the game is over, and whether the mover has won.
        """
        own, opp, again = self.ends.get((x, y), (x, y, 0))
        if max(own, opp) >= self.goal:
            return None, int(own >= opp)
        return ((own, opp, parity) if again else (opp, own, parity)), again

    def packed(self, x: int, y: int, parity: int) -> tuple[int, bool]:
        """Both bounds of what such an end is worth to who moved, and above them whether the game is
        over then or at a state recorded before; and whether that stays so.
        """
        state, mine = self.landing(x, y, parity)
        if state is None:
            low = high = mine * self.one
        else:
            low, high = self.boxes.get(state, (0, self.one))
            if not mine:
                low, high = self.one - high, self.one - low
        known = state is None or state in self.before
        return low | high << self.wide | known << 2 * self.wide, known

    def sum(self, state: State, throw: Throw, rows: Rows) -> Any:
        """The sum of what the rolls of a choice are worth by ``rows``."""
        own, opp, _ = state
        return sum([
            rows[opp + gift, throw.after].sum(weights, own + gain)
            for gift, gain, weights in throw.runs
        ])  # fmt: skip

    def bounds(self, state: State) -> tuple[Bounds, list[int], bool]:
        """What every choice is worth, between two numbers; and the choices that are not shown to
        lead to the end or to a state before; and whether all choices lead nowhere else.
        """
        found, idle, whole, field = {}, [], True, (1 << self.wide) - 1
        for choice, throw in self.choices(state).items():
            total = self.sum(state, throw, self.rows)
            low, high = total & field, total >> self.wide & field
            found[choice] = low // throw.number, -(-high // throw.number)
            known = total >> 2 * self.wide
            whole = whole and known == throw.number
            if not known:
                idle.append(choice)
        return found, idle, whole

    def check(self, state: State) -> tuple[Bounds, bool]:
        """Check what is claimed of a state, after all those before it.

        Returns what its choices are worth, and whether it is a tie that the boxes leave open.
        """
        bounds, idle, _ = self.bounds(state)
        if idle:
            place = self.place(state)
            raise Refuted(f"{place}: {idle[0]} is not shown to let the game end")
        return bounds, self.judge(state, bounds)

    def judge(self, state: State, bounds: Bounds) -> bool:
        """The same with what its choices are worth, each of which lets the game end."""
        best = self.best[state]
        self.before.add(state)
        lows, highs = zip(*bounds.values())
        low, high = self.boxes[state]
        if max(lows) < low or max(highs) > high:
            raise Refuted(f"{self.place(state)}: the equations do not take the box into itself")
        right = best == sorted({*best} & {*bounds})
        lead = max([bounds[choice][0] for choice in best if right], default=0)
        right = right and all(bounds[bound][1] < lead for bound in bounds if bound not in best)
        opened = right and len(best) > 1 and len({end for one in best for end in bounds[one]}) > 1
        if not right or (opened and not self.ties):
            raise self.not_proved(state)
        return opened


def runs_of(roll: list[tuple[int, int, int]]) -> list[tuple[int, int, list[int]]]:
    """The weights of a roll by gift and gain, those of gains that are not far apart together."""
    runs: list[tuple[int, int, list[int]]] = []
    for gift, gain, weight in sorted([(gift, gain, weight) for gain, gift, weight in roll]):
        if runs and runs[-1][0] == gift and 0 <= gain - runs[-1][1] - len(runs[-1][2]) < GAP:
            weights = runs[-1][2]
            weights += [0] * (gain - runs[-1][1] - len(weights)) + [weight]
        else:
            runs.append((gift, gain, [weight]))
    return runs


Equation = dict["State | None", int]
"""What a state is worth: the sum of the worths of others, None is 1, times these numbers."""


class Residues:
    """What the states are worth modulo a prime, where the first of the best is chosen.

    What a state is worth is known as soon as those that it leads to are; other equations wait.
    """

    def __init__(self, hog: Hog, prime: int, most: int = MOST_WORK) -> None:
        self.hog: Hog = hog
        self.prime: int = prime
        self.work: int = 0
        self.most: int = most
        self.value: dict[State, int] = {}
        self.number: dict[State, int] = {}
        self.rows: Rows = Rows(self.ended)
        waiting: dict[State, Equation] = {}
        for n, (state, best) in enumerate(hog.best.items()):
            self.number[state] = n
            try:
                self.value[state] = self.worth(state, best[0])
            except KeyError:  # it leads to states of which no value is known yet
                waiting[state] = self.reduced(self.equation(state, best[0]), state, waiting)
            for last in reversed([*waiting]):
                row = waiting[last]
                if not all(k is None or k in self.value for k in row):
                    break
                self.count(len(row))
                terms = [a * (1 if k is None else self.value[k]) for k, a in row.items()]
                self.value[last] = sum(terms) % prime
                del waiting[last]

    def reduced(self, row: Equation, state: State, waiting: dict[State, Equation]) -> Equation:
        """The equation of a state without those that wait, and solved for it."""
        while ahead := waiting.keys() & row.keys():
            first: Any = min(ahead, key=self.number.__getitem__)
            a = row.pop(first)
            for k, b in waiting[first].items():
                row[k] = (row.get(k, 0) + a * b) % self.prime
            self.count(len(row))
        over = pow(1 - row.pop(state, 0), -1, self.prime)
        return {k: a * over % self.prime for k, a in row.items()}

    def count(self, work: int) -> None:
        self.work += work
        need(self.work < self.most, "too many states lead to one another")

    def equation(self, state: State, wanted: int) -> Equation:
        """What a choice is worth, by the states that it leads to of which no value is known."""
        own, opp, _ = state
        throw = self.hog.choices(state)[wanted]
        row: Equation = {None: 0}
        for gift, first, weights in throw.runs:
            for x, weight in enumerate(weights, own + first):
                if not weight:
                    continue
                target, mine = self.hog.landing(x, opp + gift, throw.after)
                if target is None or not mine:
                    row[None] += weight * (target is not None or mine)
                if target in self.value:
                    row[None] += (weight if mine else -weight) * self.value[target]
                elif target is not None:
                    row[target] = row.get(target, 0) + (weight if mine else -weight)
        over = pow(throw.number, -1, self.prime)
        return {k: a * over % self.prime for k, a in row.items()}

    def ended(self, x: int, y: int, parity: int) -> tuple[int, bool]:
        """What the end of a turn is worth to who moved; KeyError if that is not known yet."""
        state, mine = self.hog.landing(x, y, parity)
        if state is None:
            return mine, True
        return self.value[state] if mine else 1 - self.value[state], True

    def worth(self, state: State, choice: int) -> int:
        """What a choice is worth that leads to states of known values."""
        throw = self.hog.choices(state)[choice]
        total = self.hog.sum(state, throw, self.rows)
        return int(total * pow(throw.number, -1, self.prime) % self.prime)

    def tied(self, state: State) -> bool:
        """Whether all choices named in a state are worth the same."""
        return len({self.worth(state, one) for one in self.hog.best[state]}) == 1


def check(stream: BinaryIO, progress: Callable[[int, int], object] | None = None) -> Certified:
    """Check the certificate in an open file; raises Refuted or Unreadable."""
    lines = Lines(stream)
    header = lines.header(BEGIN, ENTRIES, MOST_HEADER)
    hog, opened = Hog(header), []
    for _ in range(hog.states):
        hog.read(lines)
    lines.end()
    for n, state in enumerate(hog.boxes, 1):
        _, is_open = hog.check(state)
        opened += [state] * is_open
        if progress:
            progress(n, hog.states)
    residues = Residues(hog, random_prime()) if opened else None
    for state in opened:
        if residues and not residues.tied(state):
            raise hog.not_proved(state)
    ties = sum([len(best) > 1 for best in hog.best.values()])
    low, high = hog.boxes[0, 0, 0]
    proof = f"boxes of {hog.bits} bits that the equations map into themselves"
    proof += ", ties modulo a random prime, wrong with a chance below 2^-100" if opened else ""
    return Certified(header, hog.states, ties, (low, high, hog.one), proof)


if __name__ == "__main__":
    sys.exit(main(sys.argv, check, STATEMENT))
