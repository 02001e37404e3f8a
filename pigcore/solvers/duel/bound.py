"""How far the payoffs of a solved duel, and what its mixture loses, are from the truth at most.

With d_h = sum_x |s(x) - S(x)| for the computed chances s and the exact chances S of what "hold at
h" scores, no payoff sum s_h(x) s_g(y) sign(x - y) is off by more than

    d_h + d_g + d_h d_g,

as all signs are at most 1 and the exact chances sum to 1. The products are then summed in floating
point: with c scores to a hold, a running sum of chances is off by at most c u (u = 2^-53), the
payoff 2 F(x) - s(x) - 1 of a score by (2 c + 4) u, the sum over the other's c scores by (c + 1) u
more, and the mean with the mirrored payoff by another u: less than 4 (c + 2) u in all. (Other terms
are zeros and add nothing; products of two such errors are less than the u that is left.)

The mixture in fractions loses nothing to any hold. Rounded to doubles it loses no more than what
its weights are off by together, below u, as no payoff is above 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .turns import Turns

__all__ = ["bound_of"]

UNIT = 2.0**-53
ZERO = Fraction(0)


def bound_of(turns: Turns, exact: Turns, alike: Sequence[Sequence[int]]) -> float:
    """The bound of a duel with these turns, in floats and in fractions."""
    off = ZERO
    most = 0
    for group in alike:
        right = exact.scores(group[0])
        for hold in group:
            found = turns.scores(hold)
            most = max(most, len(found))
            scores = {*found, *right}
            apart = (_apart(found.get(x, 0.0), right.get(x, ZERO)) for x in scores)
            off = max(off, sum(apart, ZERO))
    return (float(2 * off + off * off) + 4 * (most + 2) * UNIT) * (1 + 4 * UNIT)


def _apart(found: float, right: Fraction) -> Fraction:
    return abs(Fraction(found) - right)
