"""What fixed decisions lead to: linear equations, pair by pair, in any arithmetic.

Whoever does not win in his turn hands it over, so with the chances of :func:`turn_ends`

    V(i,j) = 1 - q V(j,i) - sum_s t_s V(j,s) - p_w w_j,        w_j = V(j,0),

where q is the chance of the bust that returns to i, t_s that of banking s, p_w that of a wipe.
The pair V(i,j), V(j,i) is two equations in two unknowns on top of larger sums of scores; wipes
couple all pairs through the column w alone.

In exact arithmetic (:mod:`decided`) this has to be believed; in fixed point (:mod:`newton`) it only
helps to find what is then proved in another way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..algebra.arithmetic import Arithmetic
from ..algebra.elimination import eliminate
from ..algebra.residuals import reduce_residual
from .rules import Rules

__all__ = [
    "Ends",
    "Pair",
    "TurnEnds",
    "evaluated",
    "exact_values",
    "solve_pair",
    "solve_pairs",
    "turn_ends",
    "wipe_column",
]

Pair = tuple[int, int]
Ends = tuple[Any, Any, list[tuple[int, Any]]]
"""Chances that a turn ends in the bust that returns to the same score, in a wipe, and in each
other score that is banked."""
Table = list[list[Any]]

_MOST_STEPS = 60


def turn_ends(
    rules: Rules, own: int, rolls: Sequence[int], arithmetic: Arithmetic, start: int | None = None
) -> Ends:
    """Where a turn ends that throws now and then wherever ``rolls`` says so.

    ``start`` is own + total, ``own`` if left out.
    """
    goal, past_is_bust = rules.goal, rules.exact
    start = own if start is None else start
    reach: list[Any] = [0] * goal
    reach[start] = arithmetic.one
    bust = wipe = 0
    banked = []
    for s in range(start, goal):
        chance = reach[s]
        if not chance:
            continue
        if s > start and not rolls[s]:
            banked.append((s, chance))
            continue
        chance = arithmetic.share(chance)
        bust += rules.bust * chance
        wipe += rules.wipe * chance
        for g, p in rules.gains:
            if s + g < goal:
                reach[s + g] += p * chance
            elif s + g > goal and past_is_bust:
                bust += p * chance
    back = rules.returns[own]
    if back == own:
        return bust, wipe, banked
    if back < goal:
        banked.append((back, bust))
    return 0, wipe, banked


class TurnEnds:
    """:func:`turn_ends`, computed once for all opponents against whom one decides alike.

    In a race to 100 that is about every sixth time.
    """

    def __init__(self, rules: Rules, arithmetic: Arithmetic) -> None:
        self._rules, self._arithmetic = rules, arithmetic
        self._known: dict[tuple[int, bytes], Ends] = {}

    def __call__(self, own: int, rolls: bytes) -> Ends:
        ends = self._known.get((own, rolls))
        if ends is None:
            ends = turn_ends(self._rules, own, rolls, self._arithmetic)
            self._known[own, rolls] = ends
        return ends


def solve_pair(
    table: Table,
    pair: Pair,
    ends: Mapping[Pair, Ends],
    arithmetic: Arithmetic,
    *,
    sign: int,
    base: Any,
    column: Sequence[Any],
) -> None:
    """Solve X(i,j) = base + p_w column_j + sign (q X(j,i) + sum_s t_s X(j,s)) for one pair."""
    i, j = pair
    scale, over, one = arithmetic.scale, arithmetic.over, arithmetic.one
    q, wipe, banked = ends[i, j]
    row, e = table[j], 0
    for s, t in banked:  # a loop takes less time than sum()
        e += t * row[s]
    e = base + scale(wipe * column[j] + sign * e)
    if i == j:
        table[i][i] = over(e, one - sign * q)
        return
    p, wipe, banked = ends[j, i]
    row, d = table[i], 0
    for s, t in banked:
        d += t * row[s]
    d = base + scale(wipe * column[i] + sign * d)
    first = over(e + sign * scale(q * d), one - scale(q * p))
    table[i][j], table[j][i] = first, d + sign * scale(p * first)


def solve_pairs(
    rules: Rules,
    pairs: Iterable[Pair],
    ends: Mapping[Pair, Ends],
    arithmetic: Arithmetic,
    *,
    sign: int,
    base: Any,
    column: Sequence[Any],
) -> Table:
    """:func:`solve_pair` for all pairs; players who never finish have ``base`` / 2."""
    table: Table = [[0] * rules.goal for _ in range(rules.goal)]
    for i, j in pairs:
        if not rules.wipe and rules.settled(i, j) == (1, 1):
            table[i][j] = table[j][i] = arithmetic.scale(base * arithmetic.half)
        else:
            solve_pair(table, (i, j), ends, arithmetic, sign=sign, base=base, column=column)
    return table


def wipe_column(rules: Rules, ends: Mapping[Pair, Ends], arithmetic: Arithmetic) -> list[Any]:
    """The column w_j = V(j,0) that the decisions behind ``ends`` lead to.

    The values are affine in the column they are given; so is the column they return, and it
    returns itself where w - J w = T(0).
    """
    goal, one = rules.goal, arithmetic.one
    pairs = list(rules.pairs())
    zero = [0] * goal
    constant = solve_pairs(rules, pairs, ends, arithmetic, sign=-1, base=one, column=zero)
    rows: dict[int, dict[int, Any]] = {j: {} for j in range(goal)}
    for m in range(goal):
        unit = [*zero[:m], -one, *zero[m + 1 :]]
        # Scores only grow until somebody wipes, so a player beyond m is not there when he does.
        touched = [pair for pair in pairs if min(pair) <= m]
        image = solve_pairs(rules, touched, ends, arithmetic, sign=-1, base=0, column=unit)
        for j in range(goal):
            rows[j][m] = (one if j == m else 0) - image[j][0]
    solution = eliminate(rows, {j: constant[j][0] for j in range(goal)}, arithmetic)
    return list(solution.values())


def exact_values(
    rules: Rules, rolls: Mapping[Pair, Sequence[bool]], arithmetic: Arithmetic
) -> tuple[Table, list[Any]]:
    """The values V(i,j) that decisions lead to, and the column w, in arithmetic that is exact.

    ``rolls`` says for every pair of scores at which s one throws again. Without wipes the column
    is 0, as nothing comes to it.
    """
    ends = {pair: turn_ends(rules, pair[0], row, arithmetic) for pair, row in rolls.items()}
    column = wipe_column(rules, ends, arithmetic) if rules.wipe else [0] * rules.goal
    lost = [-w for w in column]
    pairs, one = rules.pairs(), arithmetic.one
    return solve_pairs(rules, pairs, ends, arithmetic, sign=-1, base=one, column=lost), column


def evaluated(
    rules: Rules,
    ends: Mapping[Pair, Ends],
    arithmetic: Arithmetic,
    column: Sequence[Any],
    small: Any,
) -> tuple[Table, Any]:
    """The values V(i,j) that the decisions behind ``ends`` lead to, nearly.

    ``column`` is about where the column w lies. Returned as well is by how much the one that was
    found differs from the V(j,0) that it leads to: not much more than ``small``, if all goes well.
    That is far quicker than :func:`wipe_column` and enough for a guess.
    """
    pairs = list(rules.pairs())

    def values(base: Any, column: Sequence[Any]) -> Table:
        lost = [-w for w in column]
        return solve_pairs(rules, pairs, ends, arithmetic, sign=-1, base=base, column=lost)

    def image(column: Sequence[Any]) -> list[Any]:
        return [row[0] for row in values(0, column)]

    table = values(arithmetic.one, column)
    if rules.wipe:
        residual = [row[0] - w for row, w in zip(table, column)]
        column = reduce_residual(column, residual, image, arithmetic, small=small, most=_MOST_STEPS)
        table = values(arithmetic.one, column)
    return table, max(abs(row[0] - w) for row, w in zip(table, column))
