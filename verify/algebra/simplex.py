"""Optimal mixtures of symmetric games by the simplex method, in fractions.

Payoffs A(row, column) lie in [-1, 1], so B = A + 2 is positive, and

    maximise Σ y  subject to  B y <= 1,  y >= 0

has the optimum 1/(v + 2), where v is the value and y (v + 2) an optimal mixture (G. Dantzig,
1951). Bland's rule keeps the method from going round in circles (R. Bland, 1977).

The mixture is the only optimal one if and only if none of the variables outside the final basis
that cost nothing can be positive, and their largest sum is one more linear program over the
optimal face. It ends in a proof or in another mixture.
"""

from __future__ import annotations

from fractions import Fraction

__all__ = ["Simplex"]

ZERO, ONE = Fraction(0), Fraction(1)


class Simplex:
    """The tableau of a symmetric game's linear program.

    Parameters
    ----------
    matrix : rows of Fraction
        The payoffs, antisymmetric and between -1 and 1.
    """

    def __init__(self, matrix: list[list[Fraction]]) -> None:
        self.size = len(matrix)
        self.rows = [[*(a + 2 for a in row), ONE] for row in matrix]
        self.cost = [-ONE] * self.size + [ZERO]
        self.outside = list(range(self.size))
        self.inside = list(range(self.size, 2 * self.size))

    def optimum(self) -> list[Fraction]:
        """An optimal mixture."""
        while entering := [(v, c) for c, v in enumerate(self.outside) if self.cost[c] < 0]:
            column = min(entering)[1]
            self._pivot(self._leaving(column), column, None)
        return self._mixture()

    def another(self) -> list[Fraction] | None:
        """After :meth:`optimum`: another optimal mixture, or None, which proves there is none."""
        extra = [-ONE if cost == 0 else ZERO for cost in self.cost[:-1]] + [ZERO]
        while entering := [
            (v, c) for c, v in enumerate(self.outside) if self.cost[c] == 0 and extra[c] < 0
        ]:
            column = min(entering)[1]
            self._pivot(self._leaving(column), column, extra)
            if extra[-1] > 0:
                return self._mixture()
        return None

    def _pivot(self, r: int, c: int, extra: list[Fraction] | None) -> None:
        self.inside[r], self.outside[c] = self.outside[c], self.inside[r]
        pivot = self.rows[r][c]
        self.rows[r][c] = ONE
        self.rows[r] = [x / pivot for x in self.rows[r]]
        for row in [*self.rows, self.cost, *([extra] if extra else [])]:
            factor = row[c]
            if row is not self.rows[r] and factor:
                row[c] = ZERO
                row[:] = [x - factor * y for x, y in zip(row, self.rows[r], strict=True)]

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
