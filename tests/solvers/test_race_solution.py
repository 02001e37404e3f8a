"""What a solved race answers: states, tables, closest calls, and itself in a line."""

import pytest

import pigcore
from pigcore.games import StateError
from pigcore.solvers.solution import TIED


@pytest.fixture(scope="module")
def pig():
    return pigcore.solve(pigcore.Pig())


@pytest.fixture(scope="module")
def contest():
    return pigcore.solve(pigcore.HoldOrContinue())


@pytest.mark.parametrize("game", [pigcore.Pig(15), pigcore.HoldOrContinue(12)])
def test_the_closest_calls_are_sorted_and_complete(game):
    solution = pigcore.solve(game)
    goal = game.goal
    states = [(i, j, k) for i in range(goal) for j in range(goal) for k in range(1, goal - i)]
    margins = sorted(abs(solution.margin(*state)) for state in states)
    apart = [margin for margin in margins if margin > TIED]
    for count in (0, 1, 17, 10**6):
        assert [call.margin for call in solution.closest(count, ties=True)] == margins[:count]
        calls = solution.closest(count)
        assert [call.margin for call in calls] == apart[:count]
        for state, best, other, margin in calls:
            payoffs = solution.payoffs(*state)
            assert payoffs[best] - payoffs[other] == margin > 0
    disputed = [call.margin for call in solution.disputed()]
    assert disputed == [margin for margin in margins if margin < 1e-9]


def test_at_total_0_one_must_roll(pig):
    assert pig.decide(0, 0, 0) == "roll"
    assert pig.advise(0, 0)["margin"] is None
    with pytest.raises(StateError, match="at own 0, opp 0, total 0 one does not choose"):
        pig.margin(0, 0, 0)


@pytest.mark.parametrize(
    ("game", "won"),
    [
        (pigcore.Pig(), (60, 3, 40)),
        (pigcore.Pig(), (99, 0, 8)),
        (pigcore.HoldOrContinue(), (70, 0, 5)),
    ],
)
def test_where_the_total_reaches_the_goal_one_holds_and_has_won(game, won):
    solution = pigcore.solve(game)
    assert solution.decide(*won) == solution.policy(*won) == "hold"
    assert solution.win(*won) == 1
    assert solution.best(*won) == ("hold",)
    assert solution.payoffs(*won) == {"hold": 1.0}
    assert solution.advise(*won)["payoffs"] == [
        {"action": "hold", "worth": 1.0, "bust": 0.0, "points": won[2], "at_once": 0.0}
    ]
    with pytest.raises(StateError, match="one does not choose between hold and roll, so"):
        solution.margin(*won)


def test_past_the_goal_of_an_exact_race_there_is_no_state(contest):
    with pytest.raises(StateError, match="total is 6, but with 70 points banked a turn total is b"):
        contest.decide(70, 0, 6)


# --- in a line ----------------------------------------------------------------------------------


def test_reprs(pig):
    assert repr(pig).startswith(
        "<Solution of Pig to 100: the first player wins with 0.530592725274;"
    )
