"""Bags of rock-paper-scissors dice: what every gesture is worth, in integers.

From the rules alone. The first k dice drawn and the die after them are equally likely to be any
k dice and any other one, C(n,k) (n − k) ways. A way shows r rocks, s scissors, p papers and then
a face with a chance that is a product over dice, so with the die weights d = x + y + z (die i
shows rock, scissors, paper with x/d, y/d, z/d) all ways are added up by the polynomials

    F   = Π_i (d_i + x_i X + y_i Y + z_i Z)                  a die is in the bag or was seen
    M_c = Σ_i c_i Π_{l ≠ i} (d_l + x_l X + y_l Y + z_l Z)    die i is marked: next, showing c

which take one die more by  M_c <- M_c · (d + xX + yY + zZ) + c F  and then F <- F · (…). A row of
coefficients, those of all powers of Z, is one long integer with a fixed number of bits for each.

Up to 12 dice the result is exact, and beyond it as long as the integers stay short; otherwise
the weights and, after every die, all coefficients are rounded to integers, once down and once up.
No term is negative, so the truth lies between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb, isfinite, lcm, prod
from typing import Any

from pigcore.games.bag import GESTURES, Bag
from pigcore.games.errors import FileError, StateError

from .asked import digits_asked, tolerance_asked
from .bag_report import BagReport, BagVerdict

__all__ = ["BagReport", "BagVerdict", "certify", "check"]

FACES = (0, 2, 1)
"""The faces in the order of a state (rocks, scissors, papers), as indices of GESTURES."""

ALWAYS_EXACT = 12
"""Dice up to which no rounding is allowed, however long their chances are."""
LONGEST = 1200
"""Bits of a coefficient beyond which it is rounded."""
WEIGHT_BITS, GUARD_BITS = 128, 160
RAREST = Fraction(1, 10**270)
"""Counts less likely than this, for which a table need not have a choice."""

Rows = list[list[int]]
Weights = tuple[int, int, int, int]
Progress = Callable[[int, int], object] | None


class _Sums:
    """F and the three M of a bag, in integers: exact, or all rounded down, or all up.

    ``limit`` bounds the powers of X, Y and Z that are kept.
    """

    def __init__(
        self,
        game: Bag,
        limit: tuple[int, int, int],
        rounded: str = "",
        progress: Progress = None,
    ) -> None:
        n = len(game)
        self.n, self.limit, self._up = n, limit, rounded == "up"
        if rounded:
            weights = [_rounded(die, self._up) for die in game.dice]
            guard = n + GUARD_BITS
            self._cut = WEIGHT_BITS + 1  # the sum of all coefficients doubles with each die
            self.unit = Fraction(2**n, 2**guard)
            self.bits = guard + WEIGHT_BITS + 8 + 2 * n.bit_length()
            seed = 2**guard
        else:
            weights = [_exact(die) for die in game.dice]
            self._cut = 0
            self.unit = Fraction(1, prod(d for d, *_ in weights))
            self.bits = _bits(game)
            seed = 1
        self.bits += -self.bits % 8
        # A 1, and all bits that are not cut, in each of the first p + 1 coefficients of a row.
        self._ones = [sum(1 << self.bits * j for j in range(p + 1)) for p in range(limit[2] + 1)]
        self._keep = [((1 << self.bits - self._cut) - 1) * ones for ones in self._ones]
        a, b, _ = limit
        self.seen: Rows = [[0] * (b + 1) for _ in range(a + 1)]
        self.seen[0][0] = seed
        self.marked: list[Rows] = [[[0] * (b + 1) for _ in range(a + 1)] for _ in FACES]
        for m, die in enumerate(weights, start=1):
            for mark, weight in zip(self.marked, die[1:], strict=True):
                self._add(mark, die, m, weight, self.seen)
            self._add(self.seen, die, m)
            if progress is not None:
                progress(m, n)

    def _add(
        self, rows: Rows, die: Weights, m: int, weight: int = 0, seen: Rows | None = None
    ) -> None:
        """Rows become rows · (d + xX + yY + zZ) + weight · seen, from the highest powers down."""
        d, x, y, z = die
        most_x, most_y, most_z = self.limit
        for r in range(min(m, most_x), -1, -1):
            for s in range(min(m - r, most_y), -1, -1):
                row = rows[r][s]
                total = d * row + (z * row << self.bits)
                if r:
                    total += x * rows[r - 1][s]
                if s:
                    total += y * rows[r][s - 1]
                if seen is not None:
                    total += weight * seen[r][s]
                last = min(m - r - s, most_z)
                total = total >> self._cut & self._keep[last]
                rows[r][s] = total + self._ones[last] if self._up else total

    def row(self, rows: Rows, r: int, s: int, count: int) -> list[int]:
        """The first ``count`` coefficients of X^r Y^s Z^p by p."""
        size = self.bits // 8
        data = rows[r][s].to_bytes(size * (self.limit[2] + 2), "little")
        return [int.from_bytes(data[size * p : size * (p + 1)], "little") for p in range(count)]

    def states(self) -> Iterator[tuple[int, int, int, int, int, int]]:
        """(r, s, p) and the three marked coefficients, for all counts before a throw."""
        for r in range(self.n):
            for s in range(self.n - r):
                columns = [self.row(mark, r, s, self.n - r - s) for mark in self.marked]
                for p, (x, y, z) in enumerate(zip(*columns, strict=True)):
                    yield r, s, p, x, y, z


def _exact(die: tuple[Fraction, ...]) -> Weights:
    d = lcm(*(p.denominator for p in die))
    x, y, z = (int(die[face] * d) for face in FACES)
    return d, x, y, z


def _rounded(die: tuple[Fraction, ...], up: bool) -> Weights:
    d = 2**WEIGHT_BITS
    x, y, z = (-int(-die[face] * d // 1) if up else int(die[face] * d // 1) for face in FACES)
    return d, x, y, z


def _bits(game: Bag) -> int:
    # No coefficient exceeds Π 2 d_i, and a marked one n times that.
    return sum(_exact(die)[0].bit_length() + 1 for die in game.dice) + len(game).bit_length()


def _payoffs(game: Bag) -> tuple[list[tuple[int, ...]], Fraction, int]:
    """Integer payoffs from 0 up by gesture and face; what was subtracted; their unit's inverse."""
    lowest = min(game.win, game.draw, game.lose)
    whole = lcm(*(v.denominator for v in (game.win, game.draw, game.lose)))
    pay = [
        tuple(int((game.payoff(g, face) - lowest) * whole) for face in FACES)
        for g in range(len(GESTURES))
    ]
    return pay, lowest, whole


def check(game: Bag, *state: object, digits: int = 30) -> BagVerdict:
    """Prove which gesture is best after some counts; always exact.

    Parameters
    ----------
    game : Bag
    *state : int
        How many rocks, scissors and papers were seen.
    digits : int
        Decimal digits to print the scores with, 1 … 10,000.

    Raises
    ------
    StateError
        If there is no such state or these dice never show such counts.

    Examples
    --------
    >>> from pigcore.games import Bag
    >>> str(check(Bag([300, 0, 0], [0, 300, 0], [0, 0, 300]), 1, 0, 0, digits=5)).splitlines()[0]
    'Bag, after 1 rock, 0 scissors, 0 papers: scissors (exact)'
    """
    if len(state) != len(game.state_names):
        raise StateError(
            f"{len(state)} numbers are given, but a state of {game.name} has three: "
            f"{', '.join(game.state_names)}"
        )
    r, s, p = game.check_state(*state)
    digits = digits_asked(digits)
    sums = _Sums(game, (r, s, p))
    joint = [sums.row(mark, r, s, p + 1)[p] for mark in sums.marked]
    happens = sum(joint)  # each of the n − r − s − p dice left, showing anything
    if not happens:
        raise StateError(
            f"{r} rocks, {s} scissors and {p} papers cannot be seen with these dice: ask about "
            "counts that can"
        )
    pay, lowest, whole = _payoffs(game)
    scores = {
        gesture: Fraction(sum(a * b for a, b in zip(row, joint)), happens * whole) + lowest
        for gesture, row in zip(GESTURES, pay, strict=True)
    }
    best = tuple(g for g in GESTURES if scores[g] == max(scores.values()))
    k = r + s + p
    ways = comb(len(game), k) * (len(game) - k)
    return BagVerdict(
        game=game.name,
        state={"rocks": r, "scissors": s, "papers": p},
        decision=best[0] if len(best) == 1 else "tie",
        best=best,
        scores=scores,
        chance=happens * sums.unit / ways,
        digits=digits,
    )


def certify(
    game: Bag,
    table: Mapping[str, Any] | None = None,
    *,
    tolerance: float = 1e-10,
    progress: Progress = None,
) -> BagReport:
    """Prove the score of a bag, and how far a table is from it.

    Parameters
    ----------
    game : Bag
    table : mapping, optional
        ``score`` and ``choices`` as a solution's ``arrays()`` has them, as plain numbers.
    tolerance : float
        The largest error of the table's score, and loss of its choices, that is not refuted.
    progress : callable, optional
        Called with (done, of) as the work goes on.

    Raises
    ------
    FileError
        If the table has other entries or another length.

    Examples
    --------
    >>> from pigcore.games import Bag
    >>> certify(Bag([300, 0, 0], [0, 300, 0], [0, 0, 300])).score
    (Fraction(19, 3), Fraction(19, 3))
    """
    tolerance = tolerance_asked(tolerance)
    n, count = len(game), game.entries
    score, choices = _table(table, count) if table is not None else (None, None)
    everything = (n, n, n)
    exact = n <= ALWAYS_EXACT or _bits(game) <= LONGEST
    if exact:
        low = high = _Sums(game, everything, progress=progress)
        proof = f"exact integers of {low.bits} bits"
    else:
        low = _Sums(game, everything, "down", progress)
        high = _Sums(game, everything, "up", progress)
        proof = f"integers of {low.bits} bits, rounded down and up"
    pay, lowest, whole = _payoffs(game)
    # By throw: the sums of what the best gestures are paid, and of what the table's may lose.
    least, most, lost = [0] * n, [0] * n, [0] * n
    ties, wrong = 0, []
    pairs = zip(low.states(), low.states() if exact else high.states(), strict=True)
    for index, ((r, s, p, *down), (_, _, _, *up)) in enumerate(pairs):
        lows = [sum(a * b for a, b in zip(row, down)) for row in pay]
        highs = [sum(a * b for a, b in zip(row, up)) for row in pay]
        k = r + s + p
        least[k] += max(lows)
        most[k] += max(highs)
        ties += any(down) and sum(x >= max(lows) for x in highs) > 1
        if choices is None:
            continue
        given = choices[index]
        lost[k] += max(highs) - (lows[given] if given >= 0 else min(lows))
        if given >= 0:
            bad = max(lows) - highs[given] > Fraction(tolerance) * whole * sum(up)
        else:
            bad = sum(down) * low.unit > RAREST * comb(n, k) * (n - k)
        if bad:
            wrong.append((r, s, p))

    def total(sums: list[int], unit: Fraction) -> Fraction:
        return sum((Fraction(x, comb(n, k) * (n - k)) for k, x in enumerate(sums)), Fraction(0)) * (
            unit / whole
        )

    bounds = (total(least, low.unit) + n * lowest, total(most, high.unit) + n * lowest)
    report = BagReport(game.name, bounds, states=count, ties=ties, proof=proof)
    if score is None:
        return report
    return replace(
        report,
        tolerance=tolerance,
        error=float(max(abs(Fraction(score) - end) for end in bounds)),
        loss=float(total(lost, high.unit)),
        wrong=tuple(wrong),
    )


def _table(table: Mapping[str, Any], count: int) -> tuple[float, list[int]]:
    """The score and the choices of a table, refused unless they could be that."""
    again = "save the solution again"
    if set(table) != {"score", "choices"}:
        raise FileError(
            f"the arrays are {sorted(table)}, but a bag has 'choices' and 'score': {again}"
        )
    scores, choices = table["score"], table["choices"]
    if not (
        isinstance(scores, list)
        and len(scores) == 1
        and isinstance(scores[0], (int, float))
        and isfinite(scores[0])
    ):
        raise FileError(f"the array 'score' is {scores!r:.80}, but must be one number: {again}")
    if not isinstance(choices, list) or len(choices) != count:
        found = len(choices) if isinstance(choices, list) else "no"
        raise FileError(f"there are {found} choices, but this bag has {count} states: {again}")
    for choice in choices:
        if choice not in (-1, 0, 1, 2):
            raise FileError(
                f"a choice is {choice!r:.80}, but must be 0 rock, 1 paper, 2 scissors or −1: "
                f"{again}"
            )
    return scores[0], choices
