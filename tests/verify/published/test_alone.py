"""A player alone and Project Euler's race, against fractions and by brute force."""

from fractions import Fraction
from functools import cache

import pytest
from pigverify.published.alone import (
    chances,
    most_points,
    points,
    second_player,
    turns_to_goal,
)  # fmt: skip
from pigverify.published.forward import Player, score_after, turns_taken

from pigcore.games import Pig, Piglet, Roll

ROLLS = [
    Roll({1: "1/4", 2: "1/8"}, bust="3/8", wipe="1/4"),
    Roll({1: "1/2", 3: "1/4"}, bust="1/8", wipe="1/8"),
    Roll({4: "1/3"}, bust="1/2", wipe="1/6"),
]


def alone(roll, turns, payoff, *, most, rule=None):
    """V_turns(0) by the definition, in fractions; whoever has ``most`` points holds."""

    @cache
    def start(n, s):
        return turn(n, s, 0) if n else payoff(s)

    @cache
    def turn(n, s, k):
        hold = start(n - 1, s + k)
        if s + k >= most or (rule and not rule(s, k)):
            return hold
        roll_now = (
            roll.bust * start(n - 1, s)
            + roll.wipe * start(n - 1, 0)
            + sum(p * turn(n, s, k + g) for g, p in roll.gains)
        )
        return roll_now if rule else max(hold, roll_now)

    return start(turns, 0)


@pytest.mark.parametrize("roll", ROLLS)
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_the_most_points_against_fractions(roll, turns):
    low, high = most_points(roll, turns).value
    assert low <= alone(roll, turns, Fraction, most=45) <= high
    assert high - low < Fraction(1, 10**50)


@pytest.mark.parametrize("roll", ROLLS)
def test_the_points_of_a_rule_against_fractions(roll):
    def rule(s, k):
        return s + 3 * k <= 9

    low, high = points(roll, 3, rule, 10).value
    assert low <= alone(roll, 3, Fraction, most=99, rule=rule) <= high


@pytest.mark.parametrize("roll", ROLLS)
def test_the_chance_to_be_in_time_against_fractions(roll):
    found = chances(roll, 7, 0, 3)
    for turns, (low, high) in enumerate(found, 1):
        assert low <= alone(roll, turns, lambda s: Fraction(s >= 7), most=7) <= high


def test_the_plan_that_is_found_earns_what_is_proved():
    played = most_points(ROLLS[1], 3)
    assert score_after(ROLLS[1], played.plan).mean == pytest.approx(float(played.value[0]))


def test_turns_to_the_goal_with_a_coin():
    assert turns_to_goal(Roll.coin(), 5, 1) == 10  # five heads, one a turn
    assert turns_to_goal(Roll.coin(), 3, 3) == 8  # three heads in one turn


def test_turns_to_the_goal_counted_forward():
    exact = turns_to_goal(Pig().roll, 40, 20)
    counted = turns_taken(Pig(40), Player(lambda own, opp, k: k < 20))
    assert counted.mean == pytest.approx(float(exact), abs=1e-11)


def test_the_spread_of_turns_is_that_of_a_coin():
    # The first head of a coin: mean 2, variance 2.
    spread = turns_taken(Piglet(1), Player(lambda own, opp, k: False))
    assert spread.mean == pytest.approx(2)
    assert spread.deviation == pytest.approx(2**0.5)


# --- Project Euler --------------------------------------------------------------------------------


def chooser(goal):
    """P(the second player wins) by repeating the equations until nothing changes."""
    v = [[0.0] * (goal + 1) for _ in range(goal + 1)]
    u = [[0.0] * (goal + 1) for _ in range(goal + 1)]
    for i in range(1, goal + 1):
        u[i][0] = v[i][0] = 1.0
    for _ in range(200):
        for i in range(1, goal + 1):
            for j in range(1, goal + 1):
                u[i][j] = max(
                    v[i][max(0, j - 2 ** (t - 1))] / 2**t + v[i][j] * (1 - 1 / 2**t)
                    for t in range(1, 8)
                )
                v[i][j] = (u[i - 1][j] + u[i][j]) / 2
    return v[goal][goal]


@pytest.mark.parametrize("goal", [1, 2, 3, 5, 9])
def test_the_race_of_project_euler(goal):
    low, high = second_player(goal)
    assert 0 <= high - low < Fraction(1, 10**50)
    assert float(low) == pytest.approx(chooser(goal), abs=1e-12)
