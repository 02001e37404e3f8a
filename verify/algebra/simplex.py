"""Optimal mixtures of symmetric games by the simplex method, in fractions.

Payoffs A(row, column) lie in [-1, 1], so B = A + 2 is positive, and

    maximise Σ y  subject to  B y <= 1,  y >= 0

has the optimum 1/(v + 2), where v is the value and y (v + 2) an optimal mixture (G. Dantzig,
1951). Bland's rule keeps the method from cycling (R. Bland, 1977).

In fractions every pivot makes all numbers longer, so what somebody says of the weights above 0 is
tried first: the constraints of the same numbers are exchanged for them, which the fewest possible
pivots do. Where that is not feasible, or not the end, Bland's rule goes on from the beginning, or
from there.

The mixture is the only optimal one if and only if none of the variables outside the final basis
that cost nothing can be positive, and their largest sum is one more linear program over the
optimal face. It ends in a proof or in another mixture.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

__all__ = ["Simplex", "TooMuch"]

MOST_WORK = 4e12
"""Entries of the tableau times the square of their bits, over all pivots: half a minute."""


ZERO, ONE = Fraction(0), Fraction(1)


class TooMuch(Exception):  # noqa: N818  (no error: more work than is allowed)
    """The linear program takes more work than is allowed."""


class Simplex:
    """The tableau of a symmetric game's linear program.

    Parameters
    ----------
    matrix : rows of Fraction
        The payoffs, antisymmetric and between -1 and 1.
    support : sequence of int
        Where to look for the weights that are not 0; need not be right.

    Raises
    ------
    TooMuch
        Here and in both methods, if it takes too long.
    """

    def __init__(self, matrix: Sequence[Sequence[Fraction]], support: Sequence[int] = ()) -> None:
        self.size: int = len(matrix)
        self.work: float = 0.0
        self._begin(matrix)
        if not self._has_basis(support):
            self._begin(matrix)

    def _begin(self, matrix: Sequence[Sequence[Fraction]]) -> None:
        self.rows: list[list[Fraction]] = [[*(a + 2 for a in row), ONE] for row in matrix]
        self.cost: list[Fraction] = [-ONE] * self.size + [ZERO]
        self.outside: list[int] = list(range(self.size))
        self.inside: list[int] = list(range(self.size, 2 * self.size))

    def _has_basis(self, support: Sequence[int]) -> bool:
        """Exchange the constraints of ``support`` for its weights; whether that is feasible."""
        left = list(support)
        for column in support:
            row = next((r for r in left if self.rows[r][column]), None)
            if row is None:
                return False
            left.remove(row)
            self._pivot(row, column, None)
        return all(row[-1] >= 0 for row in self.rows)

    def optimum(self) -> list[Fraction]:
        """An optimal mixture."""
        while entering := [(v, c) for c, v in enumerate(self.outside) if self.cost[c] < 0]:
            column = min(entering)[1]
            self._pivot(self._leaving(column), column, None)
        return self._mixture()

    def another(self) -> list[Fraction] | None:
        """After :meth:`optimum`: another optimal mixture, or None, which proves there is none."""
        extra = [ZERO if cost else -ONE for cost in self.cost[:-1]] + [ZERO]
        while entering := [
            (v, c) for c, v in enumerate(self.outside) if self.cost[c] == 0 and extra[c] < 0
        ]:
            column = min(entering)[1]
            self._pivot(self._leaving(column), column, extra)
            if extra[-1] > 0:
                return self._mixture()
        return None

    def _pivot(self, r: int, c: int, extra: list[Fraction] | None) -> None:
        self._count(r)
        self.inside[r], self.outside[c] = self.outside[c], self.inside[r]
        pivot = self.rows[r][c]
        self.rows[r][c] = ONE
        self.rows[r] = [x / pivot for x in self.rows[r]]
        for row in [*self.rows, self.cost, *([extra] if extra else [])]:
            factor = row[c]
            if row is not self.rows[r] and factor:
                row[c] = ZERO
                row[:] = [x - factor * y for x, y in zip(row, self.rows[r], strict=True)]

    def _count(self, r: int) -> None:
        bits = max(x.denominator.bit_length() for x in self.rows[r])
        self.work += self.size**2 * bits**2
        if self.work > MOST_WORK:
            raise TooMuch

    def _leaving(self, c: int) -> int:
        choices = [
            (row[-1] / row[c], variable, r)
            for r, (row, variable) in enumerate(zip(self.rows, self.inside, strict=True))
            if row[c] > 0
        ]
        return min(choices)[2]

    def _mixture(self) -> list[Fraction]:
        values = dict(zip(self.inside, (row[-1] for row in self.rows), strict=True))
        y = [values.get(n, ZERO) for n in range(self.size)]
        return [x / sum(y) for x in y]
