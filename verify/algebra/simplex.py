"""Optimal mixtures of symmetric games by the simplex method, in fractions.

Payoffs A(row, column) lie in [-1, 1], so B = A + 2 is positive, and

    maximise Σ y  subject to  B y <= 1,  y >= 0

has the optimum 1/(v + 2), where v is the value and y (v + 2) an optimal mixture (G. Dantzig,
1951). Bland's rule keeps the method from cycling (R. Bland, 1977).

In fractions every pivot makes all numbers longer, so the same method in floating point looks for
the final basis first: the weights above 0 and the constraints of the same numbers, which the fewest
possible pivots make a basis in fractions. Where floating point finds no way, small games in
fractions grow towards it. Where the basis is not feasible, or not the end, Bland's rule goes on
from the beginning, or from there.

The mixture is the only optimal one if and only if none of the variables outside the final basis
that cost nothing can be positive, and their largest sum is one more linear program over the
optimal face. It ends in a proof or in another mixture.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

__all__ = ["Simplex", "TooMuch", "likely_support"]

MOST_WORK = 4e12
"""Entries of the tableau times the square of their bits, over all pivots: half a minute."""
_MOST_FLOATS = 1e8
"""Entries of the tableau, over all pivots: some ten seconds."""
_TOLERANCE = 1e-11


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

    tolerance: float = 0

    def __init__(self, matrix: Sequence[Sequence[Any]], support: Sequence[int] = ()) -> None:
        self.size: int = len(matrix)
        self.work: float = 0.0
        self._begin(matrix)
        if not self._has_basis(support):
            self._begin(matrix)

    def _begin(self, matrix: Sequence[Sequence[Any]]) -> None:
        self.zero: Any = matrix[0][0] * 0
        self.one: Any = self.zero + 1
        self.rows: list[list[Any]] = [[*(a + 2 for a in row), self.one] for row in matrix]
        self.cost: list[Any] = [-self.one] * self.size + [self.zero]
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

    def optimum(self) -> list[Any]:
        """An optimal mixture."""
        while entering := [
            (v, c) for c, v in enumerate(self.outside) if self.cost[c] < -self.tolerance
        ]:
            column = min(entering)[1]
            self._pivot(self._leaving(column), column, None)
        return self._mixture()

    def another(self) -> list[Any] | None:
        """After :meth:`optimum`: another optimal mixture, or None, which proves there is none."""
        extra = [self.zero if cost else -self.one for cost in self.cost[:-1]] + [self.zero]
        while entering := [
            (v, c) for c, v in enumerate(self.outside) if self.cost[c] == 0 and extra[c] < 0
        ]:
            column = min(entering)[1]
            self._pivot(self._leaving(column), column, extra)
            if extra[-1] > 0:
                return self._mixture()
        return None

    def _pivot(self, r: int, c: int, extra: list[Any] | None) -> None:
        self._count(r)
        self.inside[r], self.outside[c] = self.outside[c], self.inside[r]
        pivot = self.rows[r][c]
        self.rows[r][c] = self.one
        self.rows[r] = [x / pivot for x in self.rows[r]]
        for row in [*self.rows, self.cost, *([extra] if extra else [])]:
            factor = row[c]
            if row is not self.rows[r] and factor:
                row[c] = self.zero
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
            if row[c] > self.tolerance
        ]
        return min(choices)[2]

    def _mixture(self) -> list[Any]:
        values = dict(zip(self.inside, (row[-1] for row in self.rows), strict=True))
        y = [values.get(n, self.zero) for n in range(self.size)]
        return [x / sum(y) for x in y]


class _Float(Simplex):
    """The same in floating point."""

    tolerance = _TOLERANCE

    def _count(self, r: int) -> None:
        self.work += self.size**2
        if self.work > _MOST_FLOATS:
            raise TooMuch


def likely_support(matrix: Sequence[Sequence[Fraction]]) -> list[int]:
    """Where the weights of an optimal mixture are probably not 0."""
    try:
        mixture = _Float([[float(a) for a in row] for row in matrix]).optimum()
    except (TooMuch, ValueError, ZeroDivisionError):  # rounding leaves no row to leave
        return _grown(matrix)
    return [n for n, weight in enumerate(mixture) if weight > _TOLERANCE]


def _grown(matrix: Sequence[Sequence[Fraction]]) -> list[int]:
    """The same by solving the game of a few choices, and adding the best reply, until none gains.

    The first is the safest one. What is chosen gains nothing any more, so that every reply is new.
    """
    every = range(len(matrix))
    safest = min(every, key=lambda n: max(row[n] for row in matrix))
    chosen, work = [safest], 0.0
    while True:
        few = Simplex([[matrix[a][b] for b in chosen] for a in chosen])
        few.work = work
        mixture = few.optimum()
        work = few.work
        gains = [sum(row[n] * x for n, x in zip(chosen, mixture, strict=True)) for row in matrix]
        best = max(every, key=gains.__getitem__)
        if gains[best] <= 0:
            return [n for n, x in zip(chosen, mixture, strict=True) if x]
        chosen.append(best)
