"""The exact equilibrium of a duel: weights as fractions, every inequality checked.

Both players choose from the same holds, so the payoff matrix A is antisymmetric and the value
is 0. A mixture x is optimal for both if and only if no hold gains against it: A x <= 0.

The floating-point linear program only proposes a support S. There x solves A_SS x = 0, Σx = 1 in
fractions; if x is positive and A x <= 0, that is the proof. Where the proposal fails (weights or
gains near the tolerance of the linear program), the holds that gain are added one by one to the
game and the small exact game is solved by the simplex method.

Uniqueness. Let T be the holds h that lose nothing against x, (A x)_h = 0; S is a subset of T.
Against any other optimal y, x pays 0, so y lives on T. If T = S then also A_SS y = 0, and y = x
since that system has one solution. If T is larger, x is not unique: by A. Goldman and A. Tucker,
"Theory of Linear Programming" (1956), two optimal mixtures x, y exist with x_h > 0 or
(A y)_h < 0 for each h, and were there only one, then S = T. In that case a second one is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...games.game import FrozenDict
from .turns import Turns, mixed


@dataclass(frozen=True)
class Equilibrium:
    """An optimal mixture in fractions, with what proves it."""

    weights: dict[int, Fraction]
    """The mixture: {hold: weight}, all weights positive, their sum 1."""
    value: Fraction
    """The value of the duel; 0, since the game is symmetric."""
    slack: dict[int, Fraction]
    """What each hold loses against the mixture; none is negative."""
    unique: bool
    """Whether no other mixture of different turns is optimal."""
    other: dict[int, Fraction] | None
    """Another optimal mixture, unless the first is unique."""


def equilibrium(turns: Turns, holds: Sequence[int], support: Iterable[int]) -> Equilibrium:
    """The equilibrium over ``holds``, no two of them alike, from a proposed ``support``."""
    proposed = sorted(support)
    weights = _on_support(turns, proposed)
    found = judge(turns, holds, weights) if weights else None
    if found is None:
        found = judge(turns, holds, _grow(turns, holds, proposed))
        assert found is not None, "the simplex method ended before the optimum"
    return found


def judge(
    turns: Turns, holds: Sequence[int], weights: Mapping[int, Fraction]
) -> Equilibrium | None:
    """The equilibrium that ``weights`` are, with its proof; None if they are not optimal."""
    if not set(weights) <= set(holds) or sum(weights.values()) != 1:
        return None
    slack = _slack(turns, holds, weights)
    if min(weights.values()) <= 0 or min(slack.values()) < 0:
        return None
    other = _another(turns, holds, weights, slack)
    second = None if other is None else FrozenDict(other)
    return Equilibrium(FrozenDict(weights), Fraction(0), FrozenDict(slack), other is None, second)


def _slack(
    turns: Turns, holds: Sequence[int], weights: Mapping[int, Fraction]
) -> dict[int, Fraction]:
    opponent = mixed(turns, weights)
    return {h: -turns.payoff(turns.scores(h), opponent) for h in holds}


def _matrix(turns: Turns, holds: Sequence[int]) -> list[list[Fraction]]:
    return [[turns.payoff(turns.scores(a), turns.scores(b)) for b in holds] for a in holds]


def _on_support(turns: Turns, support: Sequence[int]) -> dict[int, Fraction] | None:
    """The one mixture with A_SS x = 0, if there is one and it is positive."""
    rows = [[*row, Fraction(0)] for row in _matrix(turns, support)]
    solution = _only_solution([*rows, [Fraction(1)] * (len(support) + 1)])
    if solution is None or min(solution) <= 0:
        return None
    return dict(zip(support, solution, strict=True))


def _only_solution(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """The solution of the linear equations ``[*coefficients, right side]``, if just one."""
    unknowns = len(rows[0]) - 1
    for n in range(unknowns):
        pivot = next((row for row in rows[n:] if row[n]), None)
        if pivot is None:
            return None
        rows.remove(pivot)
        pivot = [x / pivot[n] for x in pivot]
        rows = [[x - row[n] * y for x, y in zip(row, pivot)] if row[n] else row for row in rows]
        rows.insert(n, pivot)
    return None if any(row[-1] for row in rows[unknowns:]) else [row[-1] for row in rows[:unknowns]]


def _grow(turns: Turns, holds: Sequence[int], start: Sequence[int]) -> dict[int, Fraction]:
    """Solve the game of a few holds exactly, add the hold that gains most against it, repeat."""
    chosen = sorted(start) or [holds[0]]
    while True:
        best = _maximise([Fraction(1)] * len(chosen), _matrix(turns, chosen))
        weights = {h: x for h, x in zip(chosen, best, strict=True) if x}
        slack = _slack(turns, holds, weights)
        worst = min(holds, key=lambda h: slack[h])
        if slack[worst] >= 0:
            return weights
        chosen = sorted([*chosen, worst])


def _another(
    turns: Turns,
    holds: Sequence[int],
    weights: Mapping[int, Fraction],
    slack: Mapping[int, Fraction],
) -> dict[int, Fraction] | None:
    """Another optimal mixture, or None where there is none.

    Among the tight holds alone, another one maximises the weight or the loss of some hold; a
    short enough step from the mixture towards it leaves the other inequalities true.
    """
    tight = [h for h in holds if slack[h] == 0]
    if set(tight) == set(weights) and _on_support(turns, tight) is not None:
        return None
    matrix = _matrix(turns, tight)
    for n in sorted(range(len(tight)), key=lambda n: tight[n] in weights):
        for objective in ([Fraction(k == n) for k in range(len(tight))], [-x for x in matrix[n]]):
            found = _maximise(objective, matrix)
            total = sum(found)
            far = {h: x / total for h, x in zip(tight, found, strict=True) if x}
            if far and far != weights:
                loses = _slack(turns, holds, far)
                step = min(
                    (slack[h] / (slack[h] - loses[h]) for h in holds if loses[h] < 0),
                    default=Fraction(1),
                )
                parts = {h: step * far.get(h, 0) + (1 - step) * weights.get(h, 0) for h in tight}
                return {h: x for h, x in parts.items() if x}
    raise AssertionError("Goldman and Tucker promise another optimal mixture")


def _maximise(
    objective: Sequence[Fraction], matrix: Sequence[Sequence[Fraction]]
) -> list[Fraction]:
    """The u >= 0 with A u <= 0 and Σu <= 1 that maximises objective · u.

    G. Dantzig's simplex method from the vertex u = 0 with R. Bland's rule (1977), the smallest
    index in and out, which cannot cycle. With all ones for an objective u is an optimal mixture.
    """
    n = len(objective)
    rows = [[*row, Fraction(0)] for row in matrix] + [[Fraction(1)] * (n + 1)]
    cost = [*(-c for c in objective), Fraction(0)]
    outside = list(range(n))  # the variable of each column: 0 there; u are 0 … n − 1
    inside = list(range(n, 2 * n + 1))  # the variable of each row
    while True:
        entering = [(v, c) for c, v in enumerate(outside) if cost[c] < 0]
        if not entering:
            break
        _, c = min(entering)
        _, _, r = min(
            (row[-1] / row[c], v, r)
            for r, (row, v) in enumerate(zip(rows, inside, strict=True))
            if row[c] > 0
        )
        inside[r], outside[c] = outside[c], inside[r]
        pivot = rows[r][c]
        pivots = [x / pivot for x in rows[r]]
        pivots[c] = 1 / pivot
        for row in (*rows, cost):
            factor, row[c] = row[c], Fraction(0)
            if factor and row is not rows[r]:
                row[:] = [x - factor * y for x, y in zip(row, pivots)]
        rows[r] = pivots
    found = dict(zip(inside, (row[-1] for row in rows), strict=True))
    return [found.get(k, Fraction(0)) for k in range(n)]
