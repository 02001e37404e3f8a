"""Problem 232 of Project Euler: two players with different rules race to 100 points.

The first tosses one coin a turn and scores a point for heads. The second says a number T, tosses T
coins and scores 2^(T-1) points if all are heads. No family of the house holds this game: its races
have one set of rules for both players, and turns that are decided throw by throw.

Let U(i, j) be the chance of the second player before his turn, i and j being the points that the
first and the second still need, and V(i, j) that before the turn of the first:

    V(i, j) = (U(i-1, j) + U(i, j)) / 2,
    U(i, j) = max_T  2^-T V(i, j - 2^(T-1)) + (1 - 2^-T) V(i, j).

For a given T that is one equation in the unknown U(i, j), whose factor (1 - 2^-T) / 2 is below 1/2:

    U_T = (2^-T V(i, j - 2^(T-1)) + r U(i-1, j)) / (1 - r),      r = (1 - 2^-T) / 2,

and U is the largest U_T, as the only fixed point of a contraction is the largest of those of the
maps that it is the maximum of. With d = 2^(T+1) in the denominators, all numbers are whole:
U_T = (2 V + (2^T - 1) U(i-1, j)) / (2^T + 1). Rounded down and rounded up, they are bounds.
"""

from __future__ import annotations

from fractions import Fraction

from ...algebra.intervals import Interval

__all__ = ["second_player"]

ONE = 1 << 200


def second_player(goal: int) -> Interval:
    """The chance that the second player, who chooses, wins if he chooses best.

    Examples
    --------
    >>> low, high = second_player(1)
    >>> low <= Fraction(1, 3) <= high, high - low < Fraction(1, 10**50)
    (True, True)
    """
    low, high = (_before_the_first(goal, up) for up in (0, 1))
    return Fraction(low, ONE), Fraction(high, ONE)


def _before_the_first(goal: int, up: int) -> int:
    """A bound of V(goal, goal), from below or, with ``up`` = 1, from above."""
    before = [0] * (goal + 1)  # U(i - 1, j): whose opponent needs no more points has lost
    start = 0
    for _ in range(goal):
        u = [ONE] + [0] * goal  # U(i, j) and V(i, j) of one i; nothing more to score is a win
        v = [ONE] + [0] * goal
        for j in range(1, goal + 1):
            best, tosses = 0, 1
            while True:
                coins = 1 << tosses
                above = 2 * v[max(0, j - coins // 2)] + (coins - 1) * before[j]
                best = max(best, (above + up * coins) // (coins + 1))
                if coins // 2 >= j:  # with more coins one scores no more
                    break
                tosses += 1
            u[j] = best
            v[j] = (before[j] + best + up) // 2
        before, start = u, v[goal]
    return start
