"""What wipes lead to, approximately: the column V(j, 0). Nothing here need be right.

A wrong approximation costs the proof in :mod:`enclosure` its success, never its truth. Policy
iteration: decide by values in double precision, compute in fixed point what that leads to, and so
on until no decision changes; then in fixed point alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
    """V(j, 0) times 2^bits for every j, from the table ``hint`` if there is one, or None."""
    arithmetic, goal = FixedPoint(bits), range(rules.goal)
    one: int = arithmetic.one
    lead = [n / (2 * rules.goal) for n in goal]
    starts: Any = hint or [[0.5 + own - opp for opp in lead] for own in lead]
    column, floats = [arithmetic.half] * rules.goal, True
    before: dict[Pair, Ends] | None = None
    small = 1 << bits // 4 - 30
    try:
        for rounds in range(_MOST_ROUNDS):
            found = {
                (i, j): _ends(rules, turns, starts[j], i, one, floats) for i in goal for j in goal
            }
            if found == before and not floats:
                return column
            floats = floats and found != before
            before = found
            like: Any = rules  # of another column: goal, pairs and wipe are all that is read
            starts, _ = evaluated(like, found, arithmetic, column, small)
            column = [row[0] for row in starts]
            if floats:
                starts = [[value / one for value in row] for row in starts]
            if progress:  # nobody knows how many rounds there will be
                progress(int((1 - 0.5**rounds) * rules.pair_count / 2), 2 * rules.pair_count)
    except (ZeroDivisionError, OverflowError):  # chances so close to one need more bits
        pass
    return None


def _ends(
    rules: Rules, turns: Turns, opponent: Sequence[Any], i: int, one: int, floats: bool
) -> Ends:
    """How a turn ends whose decisions follow from the opponent's row of a table."""
    won = 1.0 if floats else one
    row = [won - value for value in opponent]
    wipe = row[0]
    # Between equals nobody takes the bust that leads nowhere.
    row[i] -= 1e-13 if floats else one.bit_length() ** 2
    banks, bust = banks_of(row, rules, i, won)
    below = rules.denominators
    divided = (lambda total, n: total) if floats else (lambda total, n: total // below[n])
    turn = turns.evaluate(i, rules.goal, banks, bust, divided, wipe=wipe, floats=floats)
    return turns.ends(turn, banks, one)


def banks_of(row: Sequence[Any], rules: Rules, i: int, won: Any) -> tuple[list[Any], Any]:
    """What banking pays at every score, and a bust; ``row`` is that below the goal."""
    back = rules.returns[i]
    bust = row[back] if back < rules.goal else won
    past = bust if rules.exact else won
    return [*row, won, *[past] * rules.most], bust
