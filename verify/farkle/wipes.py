"""What wipes lead to, approximately: the column V(j, 0). Nothing here need be right.

A wrong approximation costs the proof in :mod:`enclosure` its success, never its truth. Policy
iteration: decide by values in double precision, compute in fixed point what that leads to, and so
on until no decision changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..algebra.fixed_point import FixedPoint
from ..options import Progress
from ..race.evaluation import Ends, Pair, evaluated
from .rules import Rules
from .turns import Turns

__all__ = ["wipe_column"]

_MOST_ROUNDS = 40


def wipe_column(
    rules: Rules,
    turns: Turns,
    bits: int,
    hint: Sequence[Sequence[float]] | None,
    progress: Progress | None,
) -> list[int] | None:
    """V(j, 0) times 2^bits for every j, from the table ``hint`` if there is one; None if in vain."""
    arithmetic, goal = FixedPoint(bits), range(rules.goal)
    lead = [n / (2 * rules.goal) for n in goal]
    starts = [list(row) for row in hint or [[0.5 + own - opp for opp in lead] for own in lead]]
    column = [arithmetic.half] * rules.goal
    before: dict[Pair, Ends] | None = None
    small = 1 << bits // 4 - 30
    try:
        for _ in range(_MOST_ROUNDS):
            found = {(i, j): _ends(rules, turns, starts, i, j, arithmetic.one) for i in goal for j in goal}
            if found == before:
                return column
            before = found
            table, _ = evaluated(rules, found, arithmetic, column, small)
            column = [row[0] for row in table]
            starts = [[value / arithmetic.one for value in row] for row in table]
            if progress:
                progress(0, rules.pair_count)
    except (ZeroDivisionError, OverflowError):  # chances so close to one need more bits
        pass
    return None


def _ends(
    rules: Rules, turns: Turns, starts: Sequence[Sequence[float]], i: int, j: int, one: int
) -> Ends:
    """How a turn ends whose decisions follow from the table."""
    banks, bust = banks_of([1.0 - value for value in starts[j]], rules, i, 1.0)
    wipe = 1.0 - starts[j][0]
    turn = turns.evaluate(
        i, rules.goal, banks, bust, lambda total, n: total, wipe=wipe, floats=True
    )
    return turns.ends(turn, banks, one)


def banks_of(
    row: Sequence[float], rules: Rules, i: int, won: float
) -> tuple[list[float], float]:
    """What banking pays at every score, and a bust, in double precision."""
    back = rules.returns[i]
    bust = row[back] if back < rules.goal else won
    past = bust if rules.exact else won
    return [*row, won, *[past] * rules.most], bust
