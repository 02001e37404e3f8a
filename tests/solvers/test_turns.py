"""Races of any turn solved: outlooks, against the race of one roll, and what is no state."""

import warnings

import pytest
from support.turns import three_throws

import pigcore
from pigcore import BUST, Race, Turn, gain


def solved(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pigcore.ConvergenceWarning)
        return pigcore.solve(game)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("game", [three_throws(20), pigcore.Pig(15), pigcore.Piglet(12)])
def test_the_outlook_follows_the_decisions(game, players):
    found, scores = pigcore.solve(game.seated(players)), (2, 3, 1)[:players]
    state = *scores, 5, *([2] if "mode" in found.game.state_names else [])
    lost = won = 0.0
    rolling = {state[players:]: 1.0}
    while rolling:
        (points, *mode), chance = rolling.popitem()
        left = [mode[0] - 1] if mode else []
        lost += chance * float(game.turn.modes[-1].throw.bust)
        for outcome in game.turn.modes[-1].throw.outcomes:
            then, p = points + outcome.options[0].gain, chance * float(outcome.chance)
            after = *scores, then, *left
            if 2 + then >= game.goal or found.decide(*after) == "hold":
                won += p * then
            else:
                rolling[then, *left] = rolling.get((then, *left), 0.0) + p
    assert found.outlook(*state)["roll"][:2] == pytest.approx((lost, won), abs=1e-12)


def test_the_outlook_of_a_throw_and_of_a_last_turn():
    farkle = solved(pigcore.Farkle.minimal(goal=1000, last_turn=True))
    seen = farkle.outlook(0, 300, 100, (1, 1, 5, 2))
    assert seen["1 1, then bank"] == (0.0, 300.0, 0.0)
    assert seen["1 1, then throw"] == farkle.outlook(0, 300, 300, 2)["throw"]
    assert farkle.outlook(0, 300, 300, 2)["throw"].at_once == pytest.approx(4 / 9)
    assert farkle.outlook(0, 300, 300, (2, 2, 3)) == {"bust": (1.0, 0.0, 0.0)}
    payoffs, seen = (ask(600, 1200, 250, 3) for ask in (farkle.payoffs, farkle.outlook))
    assert seen["throw"].bust == pytest.approx(1 - payoffs["throw"], abs=1e-14)
    assert seen["throw"].points >= (600 + 50) * payoffs["throw"]


# --- against the race of one roll ----------------------------------------------------------------


def test_of_two_that_are_equal_the_one_that_ends_the_turn_is_played():
    # In mode 1 a throw changes nothing but the mode, in which one must bank.
    rows = {0: {gain(1, 1): 1, BUST: 1}, 1: {gain(0, 2): 1}, 2: None}
    solution = pigcore.solve(Race(Turn(rows.get, 0), 3))
    state = 0, 0, 1, 1
    assert solution.margin(*state) == 0
    assert solution.best(*state) == ("roll", "hold")
    with pytest.warns(pigcore.DisputedWarning, match="mode 1 the two best actions differ"):
        assert solution.decide(*state) == "hold"
    assert solution.policy(*state) == "hold"
    assert solution.decisions()[state] == 0
    assert state in {call.state for call in solution.disputed()}
