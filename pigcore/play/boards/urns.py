"""Urns: the alias method in whole numbers.

An urn has 2^m cells of equal size, each with a share for its first outcome and the rest for its
second one (A. Walker, ACM TOMS 3, 1977; the two lists are M. Vose's, IEEE TSE 17, 1991).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.chances import in_parts

BITS = 64  # that a draw takes from the bit generator


@dataclass(frozen=True, eq=False)
class Urn:
    """An urn as ``kernels/simulate.pyx`` reads it."""

    shares: NDArray[np.uint64]
    outcomes: NDArray[np.intp]
    power: int

    def draw(self, bits: int) -> int:
        """The outcome that 64 random bits mean."""
        shift, cells = self._cells
        cell = cells[bits >> shift]
        return cell[1] if bits & (1 << shift) - 1 < cell[0] else cell[2]

    @cached_property
    def _cells(self) -> tuple[int, list[tuple[int, int, int]]]:
        """What is left of the bits after the cell's number; share and outcomes of each cell."""
        first, second = self.outcomes.T.tolist()
        return BITS - self.power, list(zip(self.shares.tolist(), first, second))


def urn(weights: Mapping[int, Any]) -> Urn:
    """An urn from which each outcome is drawn in proportion to its weight.

    Parameters
    ----------
    weights : mapping
        Outcomes, and whole numbers or exact chances, those of floats as they are; what has the
        weight 0 is never drawn.

    Notes
    -----
    A cell's share is rounded down to a multiple of 2^-64 of the whole, and nothing else is: with n
    outcomes the total variation distance from the exact distribution is below n * 2^-63.
    O(n) operations on integers as long as the weights' sum.
    """
    parts = in_parts([Fraction(weight) for weight in weights.values()])
    left = {int(outcome): part for outcome, part in zip(weights, parts) if part}
    whole = sum(left.values())
    power = max(1, (len(left) - 1).bit_length())
    cells = 1 << power
    scale = 1 << BITS - power
    # In units of 1 / (whole * cells) a cell holds `whole`; what pads the cells has no weight.
    amounts = [(outcome, weight * cells) for outcome, weight in left.items()]
    amounts += [(amounts[0][0], 0)] * (cells - len(amounts))
    small = [part for part in amounts if part[1] < whole]
    large = [part for part in amounts if part[1] >= whole]
    found = []
    while small:  # then some part is large, as the parts left average `whole`
        (first, amount), (second, most) = small.pop(), large.pop()
        found.append((amount * scale // whole, first, second))
        most -= whole - amount
        (large if most >= whole else small).append((second, most))
    found += [(scale, outcome, outcome) for outcome, _ in large]
    shares, *outcomes = zip(*found)
    return Urn(
        np.array(shares, dtype=np.uint64),
        np.ascontiguousarray(np.transpose(outcomes), dtype=np.intp),
        power,
    )
