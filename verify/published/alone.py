"""A player alone: the most that he can expect of some turns, and how many turns a goal takes.

At the end Project Euler's race of two with different rules, whom no family of the house holds.

Let V_n(s) be the most that can be expected of the final payoff with n turns to come and s points
banked, V_0(s) the payoff of s itself. With k points on the table of a turn,

    hold(s, k) = V_{n-1}(s + k),
    roll(s, k) = p_bust V_{n-1}(s) + p_wipe V_{n-1}(0) + sum_g p_g W(s, k + g),
    W(s, k)    = max(hold(s, k), roll(s, k)),        V_n(s) = W(s, 0):

whoever has enough need not throw at all.

**Where to stop.** Whoever has the goal stops. The expected number of points knows no goal, but
there is a score from which on holding is best. V_n is nondecreasing, and V_n(x + g) <= V_n(x) + g:
with g points fewer one can play as if one had them, and ends at most g lower. So a throw adds at
most sum_g p_g g to what holding is worth at x = s + k, and it risks
p_wipe (V_{n-1}(x) - V_{n-1}(0)), where V_{n-1}(x) >= x, as one may hold at once. If

    x >= V_{n-1}(0) + sum_g p_g g / p_wipe,

a throw loses, at x and at every larger score. A turn ends with chance 1, and a rule that no single
throw can better from some total on is the best there is from there on: hold, V_n(x) = x.

**Rounding.** Numbers are multiples of 2^-200, rounded down. Every payoff is a mean or a maximum of
others, so errors add up only along a way of throws: fewer units than there can be throws.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from pigcore.games.checks import between
from pigcore.games.errors import RuleError
from pigcore.games.game import Game
from pigcore.games.pig import Pig
from pigcore.games.roll import Roll

from ..algebra.intervals import Interval
from .forward import Player, score_after, turns_taken
from .questions import Answer, doubles

__all__ = [
    "again_think", "again_turns_alone", "best_alone", "euler", "in_time", "think", "turns_alone",
]  # fmt: skip

ONE = 1 << 200

Rule = Callable[[int, int], bool]
"""Whether to throw with s banked and k on the table."""


class Played(NamedTuple):
    """What some turns are worth, and how they are played."""

    value: Interval
    plan: list[list[list[bool]]]
    """Whether one throws, at [turns to come - 1][s][k]; where there is no entry, one holds."""


class _Throw:
    """A throw in whole numbers."""

    def __init__(self, roll: Roll) -> None:
        self.below = roll.denominator
        self.bust, self.wipe = int(roll.bust * self.below), int(roll.wipe * self.below)
        self.gains = [(g, int(p * self.below)) for g, p in roll.gains]

    def turn(
        self, s: int, after: list[int], end: int, rule: Rule | None = None
    ) -> tuple[int, list[bool]]:
        """W(s, 0) and where one throws; ``after`` is V_{n-1}, and one holds from ``end`` on."""
        ends = self.bust * after[s] + self.wipe * after[0]
        best = after.copy()
        throws = []
        for x in range(end - 1, s - 1, -1):
            roll = (ends + sum([p * best[x + g] for g, p in self.gains])) // self.below
            throw = roll > after[x] if rule is None else rule(s, x - s)
            if throw:
                best[x] = roll
            throws.append(throw)
        return best[s], throws[::-1]

    @property
    def reach(self) -> int:
        return max(g for g, _ in self.gains)


def _between(low: int, throws: int) -> Interval:
    return Fraction(low, ONE), Fraction(low + throws, ONE)


def chances(roll: Roll, goal: int, start: int, turns: int) -> list[Interval]:
    """The highest chances to have ``goal`` points within 1, 2, … ``turns`` turns.

    Examples
    --------
    >>> low, high = chances(Roll.coin(), 1, 0, 2)[1]
    >>> low <= Fraction(3, 4) <= high, high - low < Fraction(1, 10**50)
    (True, True)
    """
    throw = _Throw(roll)
    won = [ONE] * throw.reach
    values = [0] * goal + won
    found = []
    for n in range(1, turns + 1):
        values = [throw.turn(s, values, goal)[0] for s in range(goal)] + won
        found.append(_between(values[start], n * goal))
    return found


def most_points(roll: Roll, turns: int) -> Played:
    """The most points to be expected of ``turns`` turns. Some throw must wipe.

    Notes
    -----
    O(turns x s² x gains) for scores up to some s below V(0) + sum_g p_g g / p_wipe.

    Examples
    --------
    >>> roll = Roll({1: "1/4"}, bust="1/2", wipe="1/4")
    >>> low, high = most_points(roll, 1).value
    >>> low <= Fraction(1, 4) <= high
    True
    """
    throw = _Throw(roll)
    mean = sum(g * p for g, p in throw.gains)
    at_zero = 0
    ends = []
    values: list[int] = []
    plan = []
    for _ in range(turns):
        # One point more than the bound, because what is known of V(0) is rounded down.
        ends.append(at_zero // ONE + 2 - (-mean // throw.wipe))
        end = ends[-1]
        values += [s * ONE for s in range(len(values), end + throw.reach)]
        played = [throw.turn(s, values, end) for s in range(end)]
        values = [value for value, _ in played]
        at_zero = values[0]
        plan.append([throws for _, throws in played])
    return Played(_between(at_zero, sum(ends)), plan)


def best_alone(game: Game, turns: int) -> Played:
    """The same of a race of a single roll, refused where it is none.

    Raises
    ------
    RuleError
        If throws leave choices or cannot wipe, a bust banks points, or the turns are not 1 … 50.

    Examples
    --------
    >>> from pigcore.games import TwoDicePig
    >>> low, high = best_alone(TwoDicePig(), 5).value
    >>> float(low), high - low < Fraction(1, 10**50)
    (36.29153313960..., True)
    """
    rules: Any = game
    roll = getattr(getattr(game, "turn", None), "roll", None)
    if roll is None or not roll.wipe or rules.consolation or rules.least_bank or rules.penalty:
        raise RuleError(
            f"the most points of a player alone are proved of races of a single roll that may wipe "
            f"and where a bust banks nothing, but {game.name} is none: give one such as "
            "two-dice-pig"
        )
    return most_points(roll, between(turns, "turns", 1, 50))


def points(roll: Roll, turns: int, rule: Rule, end: int) -> Played:
    """The points to be expected of who throws where ``rule`` says so, nowhere from ``end`` on.

    Examples
    --------
    >>> once = points(Roll.coin(), 1, lambda s, k: k == 0 and s < 5, 5)
    >>> once.value[0] <= Fraction(1, 2) <= once.value[1]
    True
    """
    throw = _Throw(roll)
    # Scores that are never reached from 0 are computed as well; none is above end + reach.
    beyond = [s * ONE for s in range(end, end + throw.reach)]
    values = [s * ONE for s in range(end)] + beyond
    plan = []
    for _ in range(turns):
        played = [throw.turn(s, values, end, rule) for s in range(end)]
        values = [value for value, _ in played] + beyond
        plan.append([throws for _, throws in played])
    return Played(_between(values[0], turns * end), plan)


def turns_to_goal(roll: Roll, goal: int, hold: int) -> Fraction:
    """The expected turns to ``goal`` points of who holds at ``hold`` or at the goal, exactly.

    From i points, T(i) = 1 + q T(i) + sum_x P(x) T(i + x), with q the chance of a bust and P(x)
    that of x points; T = 0 at the goal. There must be no wipes.

    Examples
    --------
    >>> turns_to_goal(Roll.coin(), 2, 1)
    Fraction(4, 1)
    """
    widest = max(g for g, _ in roll.gains)
    left = [Fraction(0)] * (goal + hold + widest)
    for i in reversed(range(goal)):
        least = min(hold, goal - i)
        reach = [Fraction(1)] + [Fraction(0)] * (least + widest)
        for k in range(least):
            for g, p in roll.gains:
                reach[k + g] += p * reach[k]
        held = list(enumerate(reach))[least:]
        rest = sum((p * left[i + x] for x, p in held), Fraction(1))
        left[i] = rest / sum(p for _, p in held)
    return left[0]


# --- questions ------------------------------------------------------------------------------------

_TWO_DICE = Roll.dice(2, wipe_all=True)


@lru_cache(maxsize=8)
def _think(turns: int, rule: str) -> Played:
    if rule == "best":
        return most_points(_TWO_DICE, turns)
    last = 200 if rule == "<=" else 199
    return points(_TWO_DICE, turns, lambda s, k: s + 11 * k <= last, last + 1)


def think(turns: int, rule: str) -> Answer:
    """The expected score of THINK, played best or by s + 11 t "<=" 200 or "<" 200."""
    played = _think(turns, rule)
    return Answer((played.value,), deviation=score_after(_TWO_DICE, played.plan).deviation)


def in_time(start: int, turns: int) -> Answer:
    """The highest chances to reach 100 with two dice within 1, 2, … turns."""
    found = chances(_TWO_DICE, 100, start, turns)
    return Answer(tuple(found))


def turns_alone(hold: int) -> Answer:
    """The turns that a player alone takes to 100 in Pig, holding at a total or at the goal."""
    pig = Pig(100)
    spread = turns_taken(pig, Player(lambda own, opp, k: k < hold))
    mean = turns_to_goal(pig.roll, pig.goal, hold)
    return Answer(((mean, mean),), deviation=spread.deviation)


def again_think(turns: int, rule: str) -> Answer:
    """The score, followed forward from turn to turn."""
    mean = score_after(_TWO_DICE, _think(turns, rule).plan).mean
    return doubles(mean)


def again_turns_alone(hold: int) -> Answer:
    """The turns, counted forward."""
    mean = turns_taken(Pig(100), Player(lambda own, opp, k: k < hold)).mean
    return doubles(mean)


# --- Project Euler --------------------------------------------------------------------------------
#
# Problem 232 of Project Euler: two players with different rules race to 100 points.
#
# The first tosses one coin a turn and scores a point for heads. The second says a number T,
# tosses T coins and scores 2^(T-1) points if all are heads. No family of the house holds this
# game: its races have one set of rules for both players, and turns that are decided throw by
# throw.
#
# Let U(i, j) be the chance of the second player before his turn, i and j being the points that
# the first and the second still need, and V(i, j) that before the turn of the first:
#
#     V(i, j) = (U(i-1, j) + U(i, j)) / 2,
#     U(i, j) = max_T  2^-T V(i, j - 2^(T-1)) + (1 - 2^-T) V(i, j).
#
# For a given T that is one equation in the unknown U(i, j), whose factor (1 - 2^-T) / 2 is below
# 1/2:
#
#     U_T = (2^-T V(i, j - 2^(T-1)) + r U(i-1, j)) / (1 - r),      r = (1 - 2^-T) / 2,
#
# and U is the largest U_T, as the only fixed point of a contraction is the largest of those of
# the maps that it is the maximum of. With d = 2^(T+1) in the denominators, all numbers are whole:
# U_T = (2 V + (2^T - 1) U(i-1, j)) / (2^T + 1). Rounded down and rounded up, they are bounds.


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


def euler(goal: int) -> Answer:
    """The chance of the second player in Problem 232 of Project Euler."""
    return Answer((second_player(goal),))
