"""What fixed decisions lead to: linear equations, pair by pair, in any arithmetic.

Whoever does not win in his turn hands it over, so with the chances of :meth:`Board.turn`

    V(i,j) = 1 - q V(j,i) - sum_s t_s V(j,s) - p_w w_j,        w_j = V(j,0),

where q is the chance of the bust that returns to i, t_s that of banking s, p_w that of a wipe.
The pair V(i,j), V(j,i) is two equations in two unknowns on top of larger sums of scores; wipes
couple all pairs through the column w alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..algebra.fields import Field
from .board import Board, Turn

__all__ = ["Turns", "column_of", "solve_pair", "spread"]

Turns = Mapping[tuple[int, int], Turn]
Table = list[list[Any]]


def solve_pair(
    table: Table,
    pair: tuple[int, int],
    turns: Turns,
    field: Field,
    *,
    sign: int,
    base: Any,
    column: Sequence[Any],
) -> None:
    """Solve X(i,j) = base + p_w column_j + sign (q X(j,i) + sum_s t_s X(j,s)) for one pair."""
    i, j = pair
    q, wipe, banked = turns[i, j]
    row = table[j]
    e = base + field.scale(wipe * column[j] + sign * sum([t * row[s] for s, t in banked]))
    if i == j:
        table[i][i] = field.over(e, field.one - sign * q)
        return
    p, wipe, banked = turns[j, i]
    row = table[i]
    d = base + field.scale(wipe * column[i] + sign * sum([t * row[s] for s, t in banked]))
    first = field.over(e + sign * field.scale(q * d), field.one - field.scale(q * p))
    table[i][j], table[j][i] = first, d + sign * field.scale(p * first)


def spread(
    board: Board,
    pairs: Iterable[tuple[int, int]],
    turns: Turns,
    field: Field,
    *,
    sign: int,
    base: Any,
    column: Sequence[Any],
) -> Table:
    """:func:`solve_pair` for all pairs; players who never finish have ``base`` / 2."""
    table: Table = [[0] * board.goal for _ in range(board.goal)]
    for i, j in pairs:
        if board.given(i, j) == (1, 1):
            table[i][j] = table[j][i] = field.scale(base * field.half)
        else:
            solve_pair(table, (i, j), turns, field, sign=sign, base=base, column=column)
    return table


def column_of(board: Board, turns: Turns, field: Field) -> list[Any]:
    """The column w_j = V(j,0) that the decisions behind ``turns`` lead to.

    The values are affine in the column they are given; so is the column they return, and it
    returns itself where w - J w = T(0).
    """
    goal = board.goal
    pairs = list(board.pairs())
    zero = [0] * goal
    constant = spread(board, pairs, turns, field, sign=-1, base=field.one, column=zero)
    matrix = [[0] * goal + [constant[j][0]] for j in range(goal)]
    for m in range(goal):
        unit = [*zero[:m], -field.one, *zero[m + 1 :]]
        # Scores only grow until somebody wipes, so a player beyond m is not there when he does.
        touched = [pair for pair in pairs if min(pair) <= m]
        image = spread(board, touched, turns, field, sign=-1, base=0, column=unit)
        for j in range(goal):
            matrix[j][m] = (field.one if j == m else 0) - image[j][0]
    return _gauss(matrix, field)


def _gauss(rows: list[list[Any]], field: Field) -> list[Any]:
    size = len(rows)
    rows = [[field.normal(a) for a in row] for row in rows]
    for c in range(size):
        pivot = max(range(c, size), key=lambda r: abs(rows[r][c]))
        rows[c], rows[pivot] = rows[pivot], rows[c]
        lead = rows[c]
        for r in range(c + 1, size):
            if rows[r][c]:
                factor = field.over(rows[r][c], lead[c])
                rows[r] = [field.normal(a - field.scale(factor * b)) for a, b in zip(rows[r], lead)]
                rows[r][c] = 0
    solution: list[Any] = [0] * size
    for r in reversed(range(size)):
        known = sum([a * x for a, x in zip(rows[r][r + 1 : size], solution[r + 1 :])])
        solution[r] = field.over(rows[r][size] - field.scale(known), rows[r][r])
    return solution
