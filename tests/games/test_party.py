"""The rules of parties: what is taken, what is refused, and text and back."""

import pytest

import pigcore


def test_states():
    game = pigcore.HoldOrContinue(9, players=4)
    assert game.state_names == ("own", "next", "third", "fourth", "total")
    assert game.usage == "OWN NEXT THIRD FOURTH [TOTAL]"
    assert game.check_state(1, 2, 3, 4) == (1, 2, 3, 4, 0)
    for state, says in (
        ((9, 0, 0, 0), "own is 9, but a banked score is between 0 and 8"),
        ((0, 0, 0, -1), "fourth is -1"),
        ((3, 0, 0, 0, 7), "total is 7, but with 3 points banked a turn total is between 0 and 6"),
        ((1, 2), "OWN NEXT THIRD FOURTH"),
    ):
        with pytest.raises(pigcore.StateError) as refusal:
            game.check_state(*state)
        assert says in str(refusal.value)


def test_dead_scores_are_those_from_which_no_throws_lead_to_the_goal():
    roll = pigcore.Roll({3: "1/3", 5: "1/3"}, bust="1/3")
    assert pigcore.Race(roll, 9, "exact").seated(3).dead == tuple(
        s not in (0, 1, 3, 4, 6) for s in range(9)
    )
    assert not any(pigcore.Race(roll, 9).seated(3).dead)
