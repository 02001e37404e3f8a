"""The closest calls of every family are those of all its states."""

import pytest
from support.bags import contest_bag

import pigcore
from pigcore.solvers.solution import TIED

GAMES = [
    pigcore.Pig(15), pigcore.HoldOrContinue(12), pigcore.Piglet(6, players=3),
    pigcore.Farkle({"1": 1, "2 2": 3}, 9, 3, 3),
    pigcore.Hog.fa13_hijinks(9), contest_bag(9, 5),
]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_closest_calls_are_the_closest_of_all(game):
    solution, margins, apart = pigcore.solve(game), {}, []
    columns = solution.columns()
    for state in zip(*(columns[name] for name in game.state_names)):
        payoffs = sorted(solution.payoffs(*state).values())
        if len(payoffs) > 1:
            margins[state] = payoffs[-1] - payoffs[-2]
            apart += [payoffs[-1] - one for one in payoffs if payoffs[-1] - one > TIED][-1:]
    apart.sort()
    for count in (0, 1, 17, 10**6):
        every = solution.closest(count, ties=True)
        assert [call.margin for call in every] == pytest.approx(
            sorted(margins.values())[:count], abs=1e-13
        )
        calls = solution.closest(count)
        assert [call.margin for call in calls] == pytest.approx(apart[:count], abs=1e-13)
        for state, best, other, margin in calls:
            payoffs = solution.payoffs(*state)
            assert payoffs[best] - payoffs[other] == pytest.approx(margin, abs=1e-14)
            assert best in solution.best(*state)
    disputed = [call.margin for call in solution.disputed()]
    assert disputed == pytest.approx([m for m in sorted(margins.values()) if m < 1e-9], abs=1e-13)
