"""The rules of parties: what is taken, what is refused, and text and back."""

import pytest

import pigcore
from pigcore.games.rules import game_from_text, text_of


def test_rules_come_back_from_text():
    for race in (pigcore.Pig(7), pigcore.HoldOrContinue(9), pigcore.ConsolationPig(6)):
        for players in (2, 4):
            game = race.seated(players)
            again = game_from_text(text_of(game))
            assert again == game
            assert hash(again) == hash(game)
            assert (again.name, again.players, again.goal) == (game.name, players, race.goal)
            assert again.for_two == race


def test_games_differ_by_race_and_players():
    assert pigcore.Pig(7, players=3) != pigcore.Pig(7, players=4)
    assert pigcore.Pig(7, players=3) != pigcore.Pig(8, players=3)
    assert pigcore.Pig(7, players=3) != pigcore.Pig(7)
    assert pigcore.Pig(players=3) == pigcore.Pig(100, players=3)
    assert pigcore.game("pig", goal=30, players=4) == pigcore.Pig(30, players=4)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: pigcore.Pig(9, players=1), "players is 1, but must be between 2 and 6"),
        (lambda: pigcore.Pig(9, players=7), "players is 7, but must be between 2 and 6"),
        (lambda: pigcore.game("duel", players=3), "Duel is not played by 3: leave players out"),
        (
            lambda: pigcore.TwoDicePig(20).seated(3),
            "wipes with chance 1/36",
        ),
        (lambda: pigcore.Pig(300, players=5), "turn starts, but at most"),
        (lambda: game_from_text('game = "pig"\nplayer = 3'), "takes no 'player'"),
    ],
)
def test_what_is_no_party_is_refused_in_a_sentence(make, says):
    with pytest.raises(pigcore.RuleError, match=r"^[^\n]*$") as refusal:
        make()
    assert says in str(refusal.value)


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
