"""Figures about duels with one die, Hog, bags of rock-paper-scissors dice, and a player alone.

In a duel both play one turn, unseen, and the higher score wins. The second computations compare the
scores of two turns one by one, in double precision, after a turn that is followed throw by throw.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from pigcore.games.bag import Bag
from pigcore.games.duel import Duel
from pigcore.games.hog import Hog
from pigcore.games.pig import Pig
from pigcore.games.roll import Roll
from pigcore.games.rules import game as named

from .. import bag, duel, hog
from ..algebra.intervals import Interval
from ..duel.verdict import DuelReport, DuelVerdict
from ..hog.rules import ways as ways_to_score
from .forward import Player, turns_taken
from .questions import DOUBLES, Answer, doubles, exact, words

__all__ = [
    "again_beaten", "again_safest", "again_turns_alone", "beaten", "best_reply_to", "euler",
    "parity", "safest", "score", "turn", "turns_alone", "ways", "weight",
]  # fmt: skip


ONE = 1 << 200


@lru_cache(maxsize=1)
def equilibrium() -> DuelReport:
    """The duel of the holds from 2 to 40, proved once."""
    return duel.certify(Duel())


@lru_cache(maxsize=64)
def replies(hold: int, most: int = 40) -> DuelVerdict:
    """What every hold up to ``most`` gains against one of them."""
    return duel.check(Duel(holds=range(2, most + 1)), hold)


def turn(hold: int, scores: list[int]) -> Answer:
    """The chances of some scores of a turn."""
    found = replies(hold).scores
    return exact(*(found[score] for score in scores))


def weight(hold: int) -> Answer:
    """How often the optimal mixture holds there."""
    return exact(equilibrium().mixture.get(hold, 0))


def safest(rules: str) -> Answer:
    """The smallest gain of the best reply to a hold, among "holds" or "all" rules of stopping."""
    if rules == "holds":
        return exact(equilibrium().safest.gain)
    return exact(min(replies(hold).any_rule.gain for hold in Duel().holds))


def best_reply_to(hold: int) -> Answer:
    """What the best reply gains: P(win) - P(lose)."""
    return exact(replies(hold).any_rule.gain)


def beaten(hold: int, first: int, last: int) -> Answer:
    """Which holds from ``first`` to ``last`` lose against ``hold``, as runs "10-19"."""
    gains = replies(hold, last).payoffs
    return words(_runs([h for h in range(first, last + 1) if gains[h][1] < 0]))


def _runs(numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join(f"{a}-{b}" for a, b in runs)


def ways(rolls: list[list[int]]) -> Answer:
    """The ways to score k with n s-sided dice of which none shows a 1, for each (k, n, s)."""
    return exact(*(ways_to_score(*roll) for roll in rolls))


def parity(game: str, own: int, opp: int) -> Answer:
    """Whether the best choices of dice depend on how often the dice were exchanged."""
    rules = named(game, Hog)
    even, odd = (set(hog.check(rules, own, opp, parity).best) for parity in (0, 1))
    return words("in common" if even & odd else "nothing in common")


def score(rock: list[int], paper: list[int], scissors: list[int]) -> Answer:
    """The best expected score."""
    return Answer((bag.certify(Bag(rock, paper, scissors)).value,))


# --- second computations --------------------------------------------------------------------------


def _scores(hold: int) -> dict[int, float]:
    """The chance of each score of a turn with one die, throw by throw."""
    scores, reach = {0: 0.0}, {0: 1.0}
    for k in range(hold):
        here = reach.pop(k, 0.0)
        scores[0] += here / 6
        for g in range(2, 7):
            reach[k + g] = reach.get(k + g, 0.0) + here / 6
    return scores | reach


def _payoff(mine: int, his: int) -> float:
    other = _scores(his).items()
    return sum(p * q * ((x > y) - (x < y)) for x, p in _scores(mine).items() for y, q in other)


def again_beaten(hold: int, first: int, last: int) -> Answer:
    """The same, score by score."""
    holds = range(first, last + 1)
    beats = [h for h in holds if _payoff(hold, h) > 1e-12]
    return Answer(words=(_runs(beats),), arithmetic=DOUBLES)


def again_safest(rules: str) -> Answer:
    """The same, score by score, among holds."""
    holds = Duel().holds
    least = min(max(_payoff(mine, his) for mine in holds) for his in holds)
    return doubles(least)


# --- a player alone -------------------------------------------------------------------------------


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


def turns_alone(hold: int) -> Answer:
    """The turns that a player alone takes to 100 in Pig, holding at a total or at the goal."""
    pig = Pig(100)
    spread = turns_taken(pig, Player(lambda own, opp, k: k < hold))
    mean = turns_to_goal(pig.roll, pig.goal, hold)
    return Answer(((mean, mean),), deviation=spread.deviation)


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
