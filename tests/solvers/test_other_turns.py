"""Players with different turns: solved, played and replied to, against fractions."""

import pytest

import pigcore
from pigcore.games import BUST, Farkle, Race, RuleError, Turn, gain
from pigcore.games.rules import game_from_text

SIX = pigcore.Roll.die(6)


def test_equal_turns_are_the_usual_game():
    game = Race(SIX, 30, other=pigcore.Roll.die(6))
    assert game.other is None
    assert game == Race(SIX, 30)
    assert game.seats == 1
    found = pigcore.solve(game)
    assert found.other_starts is found.starts


def test_rules_are_read_back():
    loaded = Farkle({"1": 100, "5": 50}, 1000, 2, ["1/2", "1/10", "1/10", "1/10", "1/10", "1/10"])
    game = Race(Farkle({"1": 100, "5": 50}, 1000, 2).turn, 1000, other=loaded.turn)
    assert "opponent" in str(game)
    short = game_from_text(
        'game = "race"\ngoal = 1000\ndice = 2\n[scoring]\n1 = 100\n5 = 50\n'
        '[other]\nsides = ["1/2", "1/10", "1/10", "1/10", "1/10", "1/10"]\n'
    )
    assert short == game


def test_a_player_who_may_be_stuck_is_refused():
    capped = Turn(
        lambda n: {BUST: "1/6", **{gain(f, n - 1): "1/6" for f in range(2, 7)}} if n else None, 1
    )
    with pytest.raises(RuleError, match="can never win|nobody can win"):
        Race(SIX, 20, other=capped, minimum_bank=7)
