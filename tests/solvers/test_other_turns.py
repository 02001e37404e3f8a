"""Players with different turns: solved, played and replied to, against fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import generated
from support.turns import Rules, _row, eliminate, start_of, three_throws, worth

import pigcore
from pigcore.games import BUST, Farkle, Race, RuleError, Turn, gain
from pigcore.games.rules import game_from_text, text_of
from pigcore.solvers.race.solution import RaceSolution

SIX, EIGHT = pigcore.Roll.die(6), pigcore.Roll.die(8)


def in_fractions(game, seen):
    """{(player, own, opp): value}, once the decisions at `seen` are the best ones."""
    sides = Rules.of(game), Rules.of(game.swapped)
    keys = [(n, i, j) for n in (0, 1) for i in range(game.goal) for j in range(game.goal)]
    for _ in range(20):
        rows = []
        for n, i, j in keys:
            theirs = {key[1:]: value for key, value in seen.items() if key[0] != n}
            term = start_of(sides[n], theirs, i, j)
            rows.append(
                _row((n, i, j), {key and (1 - n, *key): part for key, part in term.items()})
            )
        exact = eliminate(rows, keys)
        if all(
            worth(
                start_of(sides[n], {key[1:]: exact[key] for key in keys if key[0] != n}, i, j),
                {key[1:]: exact[key] for key in keys if key[0] != n},
            )
            == exact[n, i, j]
            for n, i, j in keys
        ):
            return exact
        seen = exact
    raise AssertionError("no decisions were found that cannot be bettered")


def assert_solved(game):
    found = pigcore.solve(game)
    half = dict.fromkeys(
        ((n, i, j) for n in (0, 1) for i in range(game.goal) for j in range(game.goal)), 0.5
    )
    exact = in_fractions(game, half)
    errors = [
        abs(float(exact[n, i, j] - Fraction(float(starts[i, j]))))
        for n, starts in enumerate((found.starts, found.other_starts))
        for i in range(game.goal)
        for j in range(game.goal)
    ]
    assert max(errors) <= 1e-12
    assert found.residual < 1e-14
    return found


@pytest.mark.parametrize(
    "game",
    [
        Race(SIX, 6, other=pigcore.Roll.die(4)),
        Race(pigcore.Roll.coin(), 4, other=pigcore.Roll.die(3), opening=2),
        Race(SIX, 5, other=three_throws(5, 2).turn, minimum_bank=2),
        Race(
            Farkle({"1": 1, "2 2": 2}, 4, 2, 3).turn, 4,
            other=Farkle({"1": 1, "2 2": 2}, 4, 2, ["1/2", "1/3", "1/6"]).turn,
        ),
    ],
    ids=["dice", "opening", "mixed", "loaded"],
)  # fmt: skip
def test_values_are_those_in_fractions(game):
    found = assert_solved(game)
    assert found.swapped.win(0, 0) == found.other_starts[0, 0]
    assert found.swapped.game == game.swapped


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 4))
def test_generated_turns(source, goal):
    try:
        turns = [generated.turn(source, 3, 3, wipes=False) for _ in range(2)]
        game = Race(turns[0], goal, other=turns[1], minimum_bank=source.randint(0, 2))
    except RuleError:
        return
    if game.unit == 1 and not game.alike:
        assert_solved(game)


def test_equal_turns_are_the_usual_game():
    game = Race(SIX, 30, other=pigcore.Roll.die(6))
    assert game.other is None
    assert game == Race(SIX, 30)
    assert game.swapped is game
    found = pigcore.solve(game)
    assert found.swapped is found
    assert found.other_starts is found.starts


@pytest.mark.slow
def test_a_thread_for_the_second_player_finds_the_same(monkeypatch):
    game = Race(Farkle.minimal(500).turn, 500, other=Farkle.kcd(500).turn)
    alone = pigcore.solve(game)
    monkeypatch.setattr("pigcore.solvers.race.newton.LONG", 0)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    beside = pigcore.solve(game)
    assert (beside.starts == alone.starts).all()
    assert (beside.swapped.starts == alone.swapped.starts).all()
    assert beside.history == alone.history


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
