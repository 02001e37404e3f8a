"""The rules of duels: what is refused, what is remembered, and that text and rules agree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pigcore
from pigcore.games import Duel, Pig, Roll, RuleError, StateError
from pigcore.games.rules import game_from_text, text_of


def test_the_default_is_one_six_sided_die():
    assert Duel().roll == Roll.die(6)
    assert Duel().holds == tuple(range(2, 41))
    assert pigcore.game("duel") == Duel()
    assert Duel().family == "duel"


def test_holds_are_sorted():
    assert Duel(holds=[9, 18, 2]).holds == (2, 9, 18)
    assert Duel(holds=(h for h in (3, 1))).holds == (1, 3)


def test_equality_is_about_rules():
    assert Duel(holds=[2, 3], name="one") == Duel(Roll.die(6), (3, 2), name="other")
    assert hash(Duel(holds=[2, 3])) == hash(Duel(holds=[3, 2]))
    assert Duel(holds=[2]) != Duel(holds=[3])
    assert Duel(Roll.dice(2)) != Duel()
    assert Duel() != Pig()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"roll": 6}, "roll is 6, but must be a pigcore.Roll"),
        ({"holds": 20}, "holds is 20, but must be totals such as range(2, 41)"),
        ({"holds": "20"}, "holds is '20', but must be totals such as range(2, 41)"),
        ({"holds": []}, "holds is empty: give at least one total, such as range(2, 41)"),
        ({"holds": [2, 20, 2]}, "hold at 2 is given twice: give each total once"),
        ({"holds": [0]}, "hold is 0, but a total to hold at is between 1 and 2000: choose another"),
        ({"holds": [2001]}, "hold is 2001, but a total to hold at is between 1 and 2000"),
        ({"holds": [2.5]}, "hold is 2.5, but must be a whole number"),
    ],
)
def test_refusals(parameters, message):
    with pytest.raises(RuleError) as refused:
        Duel(**parameters)
    assert str(refused.value).startswith(message)


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


@pytest.mark.slow
@given(
    st.sets(st.integers(1, 2000), min_size=1, max_size=9),
    st.integers(1, 8),
    st.integers(1, 3),
    st.booleans(),
)
def test_rules_as_text_come_back_equal(holds, sides, count, wipe_all):
    game = Duel(Roll.dice(count, sides, wipe_all=wipe_all), holds, name='a "näme" 🐷\\')
    again = game_from_text(text_of(game))
    assert again == game
    assert again.name == game.name


def test_rules_may_be_short():
    assert game_from_text('game = "duel"') == Duel()
    text = 'game = "duel"\nholds = [1, 2]\n[roll]\nbust = 1\n[roll.gains]\n1 = 1\n'
    assert game_from_text(text) == Duel(Roll.coin(), [1, 2])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hold = 3", "the text: a duel has no entry 'hold': did you mean 'holds'?"),
        ("roll = 6", "the text: a duel needs a table [roll.gains]"),
        ("holds = 6", "the text: holds is 6, but must be totals"),
        ("[roll.gains]\nx = 1", "the text: a gain is 'x', but must be a whole number"),
        ("[roll]\nbusts = 1\n[roll.gains]\n1 = 1", "the text: the table [roll] has no entry"),
    ],
)
def test_bad_text(text, message):
    with pytest.raises(RuleError) as refused:
        game_from_text(f'game = "duel"\n{text}\n')
    assert str(refused.value).startswith(message)


def test_words():
    assert "hold at one of 39 totals from 2 to 40;" in str(Duel())
    assert "hold at 7;" in str(Duel(holds=[7]))
    assert eval(repr(Duel(holds=[7])), {"Duel": Duel, "Roll": Roll}) == Duel(holds=[7])
