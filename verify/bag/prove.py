"""Bags of rock-paper-scissors dice, certified: what every gesture is worth, and the best total.

:mod:`polynomials` says why its coefficients are the chances. Up to 12 dice all is exact, and
beyond that as long as the integers stay short; otherwise it is enclosed.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, lcm
from typing import Any

from pigcore.games.bag import GESTURES, Bag
from pigcore.games.errors import StateError

from ..algebra.intervals import Interval, best_of, margin_of, quotient_up, runner_up
from ..arrays import checked
from ..options import Progress, digits_of, tolerance_of
from ..own import DISPUTED, OwnCount
from ..verdict import CLOSEST, Call, Proof
from .polynomials import Marked, bits_of
from .verdict import BagReport, BagVerdict

__all__ = ["TOLERANCE", "certify", "check", "report_of"]

TOLERANCE = 1e-10
"""The largest error of a score, and loss by its choices, that is not refuted: as parts of the
largest payoff, and of the spread of payoffs."""

ALWAYS_EXACT = 12
"""Dice up to which no rounding is allowed, however long their chances are."""
LONGEST = 1200
"""Bits of a coefficient beyond which it is rounded."""
RAREST = Fraction(1, 10**270)
"""Counts less likely than this, for which a table need not have a choice."""


class _Payoffs:
    """Integer payoffs from 0 up, by gesture and face; what was subtracted, and their unit."""

    def __init__(self, game: Bag) -> None:
        values = (game.win, game.draw, game.lose)
        self.lowest = min(values)
        self.whole = lcm(*(value.denominator for value in values))
        self.rows = [
            tuple(int((game.payoff(g, face) - self.lowest) * self.whole) for face in range(3))
            for g in range(len(GESTURES))
        ]
        self.spread = int((max(values) - self.lowest) * self.whole)

    def worths(self, joint: Sequence[int]) -> list[int]:
        """The sums that the gestures are paid, from the chances of the faces."""
        return [sum(a * b for a, b in zip(row, joint)) for row in self.rows]


def check(
    game: Bag,
    *state: object,
    digits: int = 30,
    progress: Progress | None = None,
) -> BagVerdict:
    """Prove which throws are best after some counts, and what each is worth.

    O(n r p) products of integers with s times some bits a die, n dice, and counts r, p and s.
    """
    r, p, s = place = game.check_state(*state)
    digits = digits_of(digits)
    sums = Marked(game, (r, p, s))
    joint = [sums.row(mark, r, p, s + 1)[s] for mark in sums.marked]
    happens = sum(joint)  # each of the n − r − p − s dice left, showing anything
    if not happens:
        raise StateError(
            f"{game.spell(place)} there is no next throw to ask about, because these dice never "
            "show such counts: ask about counts that they can show"
        )
    pay = _Payoffs(game)
    worths: dict[str, Interval] = {}
    for gesture, paid in zip(GESTURES, pay.worths(joint), strict=True):
        worth = Fraction(paid, happens * pay.whole) + pay.lowest
        worths[gesture] = worth, worth
    best = best_of(worths)
    k = r + p + s
    chance = happens * sums.unit / (comb(len(game), k) * (len(game) - k))
    proof = Proof("fractions", ties="equality" if len(best) > 1 else None)
    return BagVerdict(game, place, best, worths, proof, chance, digits=digits)


def certify(
    game: Bag,
    table: Mapping[str, Any] | None = None,
    *,
    tolerance: float | None = None,
    progress: Progress | None = None,
    closest: int | None = None,
) -> BagReport:
    """Prove the best throw after every count, and compare a solution's table with it.

    O(n³) products of rows of n coefficients for n dice, O(n³) coefficients in memory.
    """
    tolerance = tolerance_of(tolerance, TOLERANCE)
    arrays = None if table is None else checked(game, table)
    everything = (len(game),) * 3
    if len(game) <= ALWAYS_EXACT or bits_of(game) <= LONGEST:
        low = high = Marked(game, everything, progress=progress)
    else:
        low = Marked(game, everything, "down", progress)
        high = Marked(game, everything, "up", progress)
    wanted = None if table is None else tolerance
    return report_of(game, low, high, closest or CLOSEST, arrays, wanted)


def report_of(
    game: Bag,
    low: Marked,
    high: Marked,
    closest: int = CLOSEST,
    arrays: Mapping[str, Any] | None = None,
    tolerance: float | None = None,
) -> BagReport:
    """What coefficients that are rounded down and up prove, or the same exact ones twice."""
    exact = low is high
    found = _Findings(game, low, high, closest)
    pairs = zip(low.states(), low.states() if exact else high.states(), strict=True)
    for index, ((*place, a, b, c), (_, _, _, *up)) in enumerate(pairs):
        joint = _Joint(tuple(place), (a, b, c), tuple(up), found.pay)
        found.add(joint)
        if arrays is not None:
            found.judge(joint, arrays["choices"][index])
    least, most = value = found.value()
    error = loss = None
    if arrays is not None:
        score = Fraction(arrays["score"][0])
        far = max(abs(score - least), abs(score - most))
        error = quotient_up(*far.as_integer_ratio())
        loss = quotient_up(*found.total(found.lost, high.unit).as_integer_ratio())
    return BagReport(
        game,
        value=value,
        states=found.decided + found.ties,
        ties=found.ties,
        undecided=found.undecided,
        closest=tuple(found.closest),
        proof=Proof(
            "integers" if exact else "enclosure",
            bits=low.bits,
            ties="equality" if found.ties else None,
        ),
        tolerance=tolerance,
        error=error,
        own=None if arrays is None else found.count.own(),
        loss=loss,
        wrong=tuple(found.wrong),
    )


class _Joint:
    """One state between coefficients rounded down and up: its faces, and the gestures' payoffs."""

    def __init__(
        self, state: tuple[int, ...], down: tuple[int, ...], up: tuple[int, ...], pay: _Payoffs
    ) -> None:
        self.state, self.throw = state, sum(state)
        self.happens = sum(down), sum(up)
        self.lows, self.highs = pay.worths(down), pay.worths(up)


class _Findings:
    """What the states of a bag add up to."""

    def __init__(self, game: Bag, low: Marked, high: Marked, most: int) -> None:
        self.calls = most
        self.game, self.low, self.high = game, low, high
        self.pay = _Payoffs(game)
        n = len(game)
        # By throw: what the best gestures are paid, and what the table's choices may lose.
        self.least, self.most, self.lost = [0] * n, [0] * n, [0] * n
        self.decided = self.ties = self.undecided = 0
        self.count = OwnCount()
        self.wrong: list[tuple[int, ...]] = []
        self.closest: list[Call] = []
        self._widest = float("inf")

    def add(self, joint: _Joint) -> None:
        """Add one state."""
        self.least[joint.throw] += max(joint.lows)
        self.most[joint.throw] += max(joint.highs)
        worths = dict(zip(GESTURES, zip(joint.lows, joint.highs)))
        best = best_of(worths)
        if not any(joint.happens) or len(best) == 1:
            self.decided += 1
        elif len({end for gesture in best for end in worths[gesture]}) == 1:
            self.ties += 1
        else:
            self.undecided += 1
        other, apart = runner_up(worths, best), margin_of(worths, best)
        least, most = joint.happens
        if not least or other is None or apart is None:
            return
        unit = self.pay.whole
        if apart[0] / (most * unit) < self._widest:
            margin = Fraction(apart[0], most * unit), Fraction(apart[1], least * unit)
            call = Call(joint.state, best[0], other, margin)
            insort(self.closest, call, key=lambda call: call.margin[0])
            del self.closest[self.calls :]
            if len(self.closest) == self.calls:
                self._widest = float(self.closest[-1].margin[0])

    def judge(self, joint: _Joint, given: int) -> None:
        """Judge the table's choice in one state."""
        lows, highs = joint.lows, joint.highs
        self.lost[joint.throw] += max(highs) - (lows[given] if given >= 0 else min(lows))
        least, most = joint.happens
        if given < 0:
            if least * self.low.unit / self._ways(joint.throw) > RAREST:
                self._missed(joint, math.inf)
            return
        best = best_of(dict(enumerate(zip(lows, highs))))
        if not least or not self.pay.spread:
            return  # nothing to decide
        unit = most * self.pay.spread
        if given not in best:
            self._missed(joint, (max(lows) - highs[given]) / unit)
        elif len(best) == 1:
            other = max(high for gesture, high in enumerate(highs) if gesture != given)
            self.count.add(True, (lows[given] - other) / unit)
        elif len({end for gesture in best for end in (lows[gesture], highs[gesture])}) == 1:
            self.count.tie()

    def _missed(self, joint: _Joint, margin: float) -> None:
        self.count.add(False, margin)
        if margin >= DISPUTED:
            self.wrong.append(joint.state)

    def _ways(self, k: int) -> int:
        n = len(self.game)
        return comb(n, k) * (n - k)

    def total(self, sums: Sequence[int], unit: Fraction) -> Fraction:
        """Sums by throw as an expected number of points."""
        expected = sum((Fraction(x, self._ways(k)) for k, x in enumerate(sums)), Fraction(0))
        return expected * unit / self.pay.whole

    def value(self) -> Interval:
        """The best expected total."""
        nothing = len(self.game) * self.pay.lowest
        return (
            self.total(self.least, self.low.unit) + nothing,
            self.total(self.most, self.high.unit) + nothing,
        )
