"""Players with different turns: solved, played and replied to, against fractions."""

import numpy as np
import pytest

import pigcore
from pigcore.games import BUST, Farkle, Race, RuleError, Turn, gain
from pigcore.games.rules import game_from_text, text_of
from pigcore.solvers.race.solution import RaceSolution

SIX, EIGHT = pigcore.Roll.die(6), pigcore.Roll.die(8)


def test_equal_turns_are_the_usual_game():
    game = Race(SIX, 30, other=pigcore.Roll.die(6))
    assert game.other is None
    assert game == Race(SIX, 30)
    assert game.swapped is game
    found = pigcore.solve(game)
    assert found.swapped is found
    assert found.other_starts is found.starts


def test_each_player_has_his_own_decisions():
    """The better dice are bolder: the one who is behind takes more risk."""
    game = Race(SIX, 50, other=EIGHT, name="Six against eight")
    found = pigcore.solve(game)
    for solution, rules in ((found, game), (found.swapped, game.swapped)):
        for own, opp, total in ((0, 0, 10), (20, 30, 14), (44, 3, 2)):
            payoffs = solution.payoffs(own, opp, total)
            theirs = solution.swapped
            assert payoffs["hold"] == 1 - theirs.win(opp, own + total)
            roll = rules.roll
            worth = sum(
                float(p) * (1 if own + total + g >= 50 else solution.win(own, opp, total + g))
                for g, p in roll.gains
            )
            worth += float(roll.bust) * (1 - theirs.win(opp, own))
            assert payoffs["roll"] == pytest.approx(worth, abs=1e-14)


@pytest.mark.slow
def test_matches_replies_and_losses_agree():
    game = Race(SIX, 40, other=EIGHT)
    found = pigcore.solve(game)
    best = pigcore.match(game, found, "optimal")
    assert best.first == pytest.approx(found.win(0, 0), abs=1e-14)
    assert best.second == pytest.approx(1 - found.swapped.win(0, 0), abs=1e-14)
    assert best.losses == pytest.approx((0, 0), abs=1e-14)
    mine = pigcore.match(game, "hold:12", "hold:15")
    theirs = pigcore.match(game.swapped, "hold:15", "hold:12")
    assert mine.first == pytest.approx(1 - theirs.second, abs=1e-14)
    assert mine.average + theirs.average == pytest.approx(1, abs=1e-14)
    # One's own loss less the other's is what one wins less than best play of both does.
    assert mine.losses[0] - mine.losses[1] == pytest.approx(best.first - mine.first, abs=1e-13)
    reply = pigcore.best_response(game, "hold:15")
    again = pigcore.match(game, reply.policy, "hold:15")
    assert reply.average == pytest.approx(again.average, abs=1e-13)
    assert reply.average >= max(mine.average, best.average)
    lost = pigcore.loss(game, "hold:12")
    against = pigcore.match(game, "hold:12", "optimal")
    assert lost.average == pytest.approx(best.average - against.average, abs=1e-13)
    other = pigcore.best_response(game.swapped, "hold:12")
    assert lost.exploitability == pytest.approx(other.average - (1 - best.average), abs=1e-13)
    assert pigcore.loss(game, "optimal").exploitability < 1e-13


def test_a_policy_as_a_function_is_asked_with_its_own_dice():
    def play(own, opp, total):
        return "hold" if total >= 10 else "roll"

    game = Race(SIX, 20, other=EIGHT)
    asked, named = (pigcore.match(game, each, "hold:12") for each in (play, "hold:10"))
    assert asked.average == pytest.approx(named.average, abs=1e-15)
    assert asked.losses == pytest.approx(named.losses, abs=1e-15)
    mistakes = pigcore.loss(game, play).mistakes(3)
    assert all(mistake.loss > 0 for mistake in mistakes)


@pytest.mark.slow
def test_games_are_played_with_both_dice():
    game = Race(SIX, 20, other=EIGHT)
    played = pigcore.simulate(game, "hold:10", "hold:12", 4000, seed=5)
    due = pigcore.match(game, "hold:10", "hold:12")
    # Five standard deviations; with one die for both it would be a fifth off.
    assert abs(played.average - due.average) < 5 * 0.5 / 4000**0.5
    again = pigcore.simulate(game, "hold:10", "hold:12", 4000, seed=5)
    assert again.average == played.average


def test_a_game_is_reviewed_with_both_dice():
    game = Race(SIX, 20, other=EIGHT)
    told = {
        "winner": "second",
        "turns": [
            {"player": "first", "own": 0, "opp": 0, "throws": [6, 2], "end": "hold",
             "after": [8, 0]},
            {"player": "second", "own": 0, "opp": 8, "throws": [8, 7, 7], "end": "win",
             "after": [22, 8]},
        ],
    }  # fmt: skip
    account = pigcore.review(game, told)
    found = pigcore.solve(game)
    assert account.start == pytest.approx(found.win(0, 0))
    swapped = dict(told, turns=[dict(turn) for turn in told["turns"]])
    swapped["turns"][0]["throws"] = [8]  # no face of the first player's die
    swapped["turns"][0]["after"] = [8, 0]
    with pytest.raises(pigcore.PigcoreError):
        pigcore.review(game, swapped)


def test_it_is_saved_and_loaded(tmp_path):
    game = Race(SIX, 20, other=EIGHT, name="Six against eight")
    found = pigcore.solve(game)
    found.save(tmp_path / "x.npz")
    again = pigcore.load(tmp_path / "x.npz")
    assert again.game == game
    assert np.array_equal(again.other_starts, found.other_starts)
    assert again.residual == found.residual
    wrong = found.other_starts.copy()
    wrong[3, 4] += 1e-6
    RaceSolution(
        game, found.starts, other_starts=wrong, method="newton", tolerance=1e-12, history=(0.0,),
    ).save(tmp_path / "y.npz")  # fmt: skip
    with pytest.warns(pigcore.ConvergenceWarning, match="the residual of the file's values is"):
        pigcore.load(tmp_path / "y.npz")


def test_rules_are_read_back():
    loaded = Farkle({"1": 100, "5": 50}, 1000, 2, ["1/2", "1/10", "1/10", "1/10", "1/10", "1/10"])
    capped = Turn(
        lambda n: {BUST: "1/6", **{gain(f, n - 1): "1/6" for f in range(2, 7)}} if n else None, 2
    )
    for game in (
        Race(SIX, 20, other=EIGHT, name="Six against eight"),
        Race(SIX, 20, other=capped),
        Race(Farkle({"1": 100, "5": 50}, 1000, 2).turn, 1000, other=loaded.turn),
    ):
        assert game_from_text(text_of(game)) == game
        assert game.swapped.swapped == game != game.swapped
        assert "opponent" in str(game)
    short = game_from_text(
        'game = "race"\ngoal = 1000\ndice = 2\n[scoring]\n1 = 100\n5 = 50\n'
        '[other]\nsides = ["1/2", "1/10", "1/10", "1/10", "1/10", "1/10"]\n'
    )
    assert short == game


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"target": "exact"}, "target is 'exact'"),
        ({"players": 3}, "players is 3"),
        ({"last_turn": True}, "last_turn is True"),
        ({"consolation": 1}, "consolation is 1"),
        ({"other": pigcore.Roll({2: "1/2"}, "1/4", "1/4")}, "a throw can wipe"),
        ({"other": 3}, "other is 3"),
    ],
)
def test_what_does_not_go_together_is_refused(given, said):
    with pytest.raises(RuleError, match=said):
        Race(SIX, 20, **({"other": EIGHT} | given))


def test_a_player_who_may_be_stuck_is_refused():
    capped = Turn(
        lambda n: {BUST: "1/6", **{gain(f, n - 1): "1/6" for f in range(2, 7)}} if n else None, 1
    )
    with pytest.raises(RuleError, match="can never win|nobody can win"):
        Race(SIX, 20, other=capped, minimum_bank=7)


def test_studies_of_players_alike_say_so():
    game = Race(SIX, 20, other=EIGHT, name="Six against eight")
    for ask in (
        pigcore.rules_of_thumb,
        lambda game: pigcore.tournament(game, ["hold:10", "hold:12"]),
    ):
        with pytest.raises(RuleError, match="different turns"):
            ask(game)
    with pytest.raises(RuleError, match="no reachable states"):
        pigcore.reachable(game)
