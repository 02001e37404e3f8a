"""Small races in fractions: what a state is worth, exactly, where the numbers stay short.

The decisions that the enclosure proves, "hold" where it proves none, lead to linear equations,
which are solved in fractions. What comes out is believed because it solves the equations at the top
of :mod:`enclosure`, checked here for every turn, and these have one solution.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .decided import Decided
from .evaluation import Pair, Table
from .rules import Rules

__all__ = ["exact_payoffs"]


def exact_payoffs(
    decided: Decided, state: tuple[int, int, int]
) -> tuple[Fraction, Fraction] | None:
    """What throwing and holding are worth at i, j and s = i + total; None in a large race."""
    if not decided.short:
        return None
    rules, (i, j, s) = decided.rules, state
    values, column = decided.values(decided.fractions)
    for a, b in decided.rolls:
        by_convention = rules.settled(a, b) == (1, 1)
        if not by_convention and _throws(rules, values, column, (a, b))[a] != values[a][b]:
            return None
    return _throws(rules, values, column, (i, j))[s], 1 - values[j][s]


def _throws(rules: Rules, values: Table, column: list[Any], pair: Pair) -> list[Fraction]:
    """The payoffs of a throw at each s."""
    i, j = pair
    goal, back = rules.goal, rules.returns[i]
    bust = 1 - values[j][back] if back < goal else Fraction(1)
    lost = rules.bust * bust + rules.wipe * (1 - column[j])
    past = bust if rules.exact else Fraction(1)
    payoff = [Fraction(0)] * goal
    best = [*payoff, Fraction(1)]
    for s in range(goal - 1, i - 1, -1):
        total = lost + sum(p * (best[s + g] if s + g <= goal else past) for g, p in rules.gains)
        payoff[s] = Fraction(total) / rules.denominator
        best[s] = max(payoff[s], 1 - values[j][s]) if s > i else payoff[s]
    return payoff
