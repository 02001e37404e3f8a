"""The rules of duels: what is refused, what is remembered, and that text and rules agree."""

import pytest

import pigcore
from pigcore.games import Duel, Roll, StateError
from pigcore.games.rules import game_from_text


def test_the_default_is_one_six_sided_die():
    assert Duel().roll == Roll.die(6)
    assert Duel().holds == tuple(range(2, 41))
    assert pigcore.game("duel") == Duel()
    assert Duel().family == "duel"


def test_holds_are_sorted():
    assert Duel(holds=[9, 18, 2]).holds == (2, 9, 18)
    assert Duel(holds=(h for h in (3, 1))).holds == (1, 3)


def test_states():
    assert Duel().check_state(20) == (20,)
    assert Duel(holds=[7, 9]).check_state(9) == (9,)
    with pytest.raises(StateError, match="hold is 50, but the totals to hold at in Duel are th"):
        Duel().check_state(50)
    with pytest.raises(StateError, match="hold is 8, but the totals .* are the 2 from 7 to 9"):
        Duel(holds=[7, 9]).check_state(8)
    with pytest.raises(StateError, match="hold is 8, but the totals .* are 7 alone: choose it"):
        Duel(holds=[7]).check_state(8)
    with pytest.raises(StateError, match="hold is 0, but a total to hold at is between 1 and"):
        Duel().check_state(0)
    with pytest.raises(StateError, match="hold is '20', but must be a whole number"):
        Duel().check_state("20")


def test_rules_may_be_short():
    assert game_from_text('game = "duel"') == Duel()
    text = 'game = "duel"\nholds = [1, 2]\n[roll]\nbust = 1\n[roll.gains]\n1 = 1\n'
    assert game_from_text(text) == Duel(Roll.coin(), [1, 2])


def test_words():
    assert "hold at one of 39 totals from 2 to 40;" in str(Duel())
    assert "hold at 7;" in str(Duel(holds=[7]))
    assert eval(repr(Duel(holds=[7])), {"Duel": Duel, "Roll": Roll}) == Duel(holds=[7])
