"""Other readings of what a source may have computed, in double precision.

Nothing here is certified: these are attempts to find where a printed figure comes from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pigcore.games.race import Race

__all__ = ["best_reply", "swapped", "worth"]

_SMALL = 1e-14
_STEPS = 50

Table = list[list[float]]


class _Throw:
    """A throw in doubles, in a race without wipes or consolation."""

    def __init__(self, game: Race) -> None:
        self.goal, self.exact = game.goal, game.target == "exact"
        self.bust = float(game.roll.bust)
        self.gains = [(g, float(p)) for g, p in game.roll.gains]
        self.reach = max(g for g, _ in self.gains)

    def turn(self, start: int, hold: Sequence[float], bust: float) -> tuple[float, float]:
        """The payoff of a throw at s = ``start`` and its slope, the chance that a bust follows.

        ``hold[s]`` is what banking up to s is worth, ``bust`` what a bust is.
        """
        goal = self.goal
        past = (bust, 1.0) if self.exact else (1.0, 0.0)
        best = [0.0] * goal + [1.0] + [past[0]] * self.reach
        slope = [0.0] * goal + [0.0] + [past[1]] * self.reach
        value = chance = 0.0
        for s in range(goal - 1, start - 1, -1):
            value = self.bust * bust + sum([p * best[s + g] for g, p in self.gains])
            chance = self.bust + sum([p * slope[s + g] for g, p in self.gains])
            if value > hold[s]:
                best[s], slope[s] = value, chance
            else:
                best[s] = hold[s]
        return value, chance


def swapped(game: Race, swaps: int, start: float = 0.5) -> Table:
    """P(mover wins) at [own][opp] if each pair's equations are used so many times, in turns.

    With a the value of the player who is behind and b that of the other, a <- f(1 - b), then
    b <- g(1 - a) and so on, beginning at a = b = ``start``.
    """
    throw, goal = _Throw(game), game.goal
    hold = [[0.0] * goal for _ in range(goal)]  # 1 - V(j, i) at [i][j]: what banking is worth
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), total // 2 + 1):
            pair = [(i, total - i), (total - i, i)]
            value = [start, start]
            for n in range(swaps):
                turn = n % 2
                own, opp = pair[turn]
                value[turn], _ = throw.turn(own, hold[opp], 1 - value[1 - turn])
            for (own, opp), found in zip(pair, value):
                hold[own][opp] = 1 - found
    return [[1 - h for h in row] for row in hold]


def worth(game: Race, starts: Table, own: int, opp: int, total: int) -> float:
    """P(mover wins) with ``total`` on the table, from the values at the starts of turns."""
    if not total:
        return starts[own][opp]
    hold = [1 - value for value in starts[opp]]
    thrown, _ = _Throw(game).turn(own + total, hold, hold[own])
    return max(thrown, hold[own + total])


def best_reply(game: Race, turn_of: Callable[[int, int], dict[int, float]]) -> tuple[float, float]:
    """What the best reply to a strategy wins: moving first, and moving second.

    ``turn_of(own, opp)`` are the chances of the scores that the strategy's turns end at.

    With A(i, j) what the reply is worth with i against j before its turn and B(i, j) before the
    other's, B = e + q A, where q is the chance that the other's turn leaves j as it is, and
    A = f(B) for the turn's value f. Newton's method solves A = f(e + q A).
    """
    throw, goal = _Throw(game), game.goal
    before = [[0.0] * goal for _ in range(goal)]  # A at [i][j]
    after = [[0.0] * goal for _ in range(goal)]  # B at [j][i]: what banking i is worth against j
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            j = total - i
            ends = turn_of(j, i)
            q = ends.get(j, 0.0)
            e = sum(p * before[i][s] for s, p in ends.items() if j < s < goal)
            a = 0.5
            for _ in range(_STEPS):
                value, slope = throw.turn(i, after[j], e + q * a)
                step = (value - a) / (1 - q * slope)
                a += step
                if abs(step) <= _SMALL:
                    break
            before[i][j], after[j][i] = a, e + q * a
    return before[0][0], after[0][0]
