"""What fixed decisions lead to: linear equations, pair by pair, in any arithmetic.

Whoever does not win in his turn hands it over, so with the chances of :meth:`.turns.Turns.ends`

    V(i,j) = 1 - q V(j,i) - sum_s t_s V(j,s) - p_w w_j,        w_j = V(j,0),

where q is the chance of the bust that returns to i, t_s that of banking s, p_w that of a wipe.
The pair V(i,j), V(j,i) is two equations in two unknowns on top of larger sums of scores; wipes
couple all pairs through the column w alone.

In exact arithmetic (:mod:`ties`) this has to be believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..algebra.arithmetic import Arithmetic
from ..algebra.elimination import eliminate
from .rules import Pair, Rules
from .turns import Ends

__all__ = [
    "Table", "exact_values", "solve_pair", "solve_pairs", "wipe_column",
]  # fmt: skip

Table = list[list[Any]]


def solve_pair(
    table: Table,
    pair: Pair,
    ends: Mapping[Pair, Ends],
    arithmetic: Arithmetic,
    *,
    base: Any,
    column: Sequence[Any],
) -> None:
    """Solve X(i,j) = base + p_w column_j - q X(j,i) - sum_s t_s X(j,s) for one pair."""
    i, j = pair
    scale, over, one = arithmetic.scale, arithmetic.over, arithmetic.one
    q, wipe, banked = ends[i, j]
    row, e = table[j], 0
    for s, t in banked:  # a loop takes less time than sum()
        e += t * row[s]
    e = base + scale(wipe * column[j] - e)
    if i == j:
        table[i][i] = over(e, one + q)
        return
    p, wipe, banked = ends[j, i]
    row, d = table[i], 0
    for s, t in banked:
        d += t * row[s]
    d = base + scale(wipe * column[i] - d)
    first = over(e - scale(q * d), one - scale(q * p))
    table[i][j], table[j][i] = first, d - scale(p * first)


def solve_pairs(
    rules: Rules,
    pairs: Iterable[Pair],
    ends: Mapping[Pair, Ends],
    arithmetic: Arithmetic,
    *,
    base: Any,
    column: Sequence[Any],
) -> Table:
    """:func:`solve_pair` for all pairs; players who never win have ``base`` / 2."""
    table: Table = [[0] * rules.goal for _ in range(rules.goal)]
    for pair in pairs:
        i, j = pair
        if rules.settled(i, j) == (1, 1):
            table[i][j] = table[j][i] = arithmetic.scale(base * arithmetic.half)
        else:
            solve_pair(table, pair, ends, arithmetic, base=base, column=column)
    return table


def wipe_column(rules: Rules, ends: Mapping[Pair, Ends], arithmetic: Arithmetic) -> list[Any]:
    """The column w_j = V(j,0) that the decisions behind ``ends`` lead to.

    The values are affine in the column they are given; so is the column they return, and it
    returns itself where w - J w = T(0).
    """
    goal, one = rules.goal, arithmetic.one
    pairs = list(rules.pairs())
    zero = [0] * goal
    constant = solve_pairs(rules, pairs, ends, arithmetic, base=one, column=zero)
    rows: dict[int, dict[int, Any]] = {j: {} for j in range(goal)}
    for m in range(goal):
        unit = [*zero[:m], -one, *zero[m + 1 :]]
        # Scores only grow until somebody wipes, so a player beyond m is not there when he does.
        touched = [pair for pair in pairs if min(pair) <= m]
        image = solve_pairs(rules, touched, ends, arithmetic, base=0, column=unit)
        for j in range(goal):
            rows[j][m] = (one if j == m else 0) - image[j][0]
    solution = eliminate(rows, {j: constant[j][0] for j in range(goal)}, arithmetic)
    return list(solution.values())


def exact_values(rules: Rules, ends: Mapping[Pair, Ends], arithmetic: Arithmetic) -> Table:
    """The values V(i,j) that the decisions behind ``ends`` lead to, in exact arithmetic."""
    column = wipe_column(rules, ends, arithmetic) if rules.wipe else [0] * rules.goal
    lost = [-w for w in column]
    pairs, one = rules.pairs(), arithmetic.one
    return solve_pairs(rules, pairs, ends, arithmetic, base=one, column=lost)
