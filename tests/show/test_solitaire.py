"""``pigcore solitaire``."""

import json

import pytest
from support.commands import ask, refused

import pigcore


def test_what_a_policy_does():
    done = ask("pigcore", "solitaire", "pig", "--policy", "hold:20")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "game    Pig",
        "policy  hold:20",
        "result  12.6368 turns expected",
        "plan    hold at 20",
    ]


@pytest.mark.parametrize(
    ("name", "words", "options"),
    [
        ("pig", ["--goal", "9"], {"goal": 9}),
        ("two-dice-pig", ["--objective", "points", "--turns", "2", "--may-decline"], {}),
        ("hog", ["--objective", "chance", "--turns", "7", "--pig-out", "1"], {}),
        ("pig", ["--objective", "points_per_turn"], {}),
    ],
)
def test_json_is_the_result(name, words, options):
    facts = json.loads(ask("pigcore", "solitaire", name, *words, "--json").stdout)
    game = pigcore.game(name, **options)
    objective = words[1] if words[0] == "--objective" else "turns"
    turns = int(words[3]) if "--turns" in words else None
    more = {"may_decline": True} if "--may-decline" in words else {}
    more |= {"pig_out": 1} if "--pig-out" in words else {}
    result = pigcore.solitaire(game, objective, turns, **more)
    assert facts == {
        "game": game.as_dict(),
        **result.as_dict(),
        "policy": None,
        "version": pigcore.__version__,
    }


@pytest.mark.slow
def test_a_penalty_for_three_farkles_in_a_row():
    words = ["--objective", "points_per_turn", "--penalty", "500"]
    done = ask("pigcore", "solitaire", "farkle:zilch", *words, "--json")
    assert json.loads(done.stdout)["points_per_turn"] == pytest.approx(620.854672, abs=1e-6)
    none = ask("pigcore", "solitaire", "farkle:minimal", *words)
    assert refused(none, "pigcore", "farkle:minimal takes no 'penalty': leave it out")


def test_infinity_is_null():
    done = ask("pigcore", "solitaire", "hold-or-continue", "--policy", "hold:1", "--json")
    assert json.loads(done.stdout)["turns"] is None
    assert "Infinity" not in done.stdout
    assert (
        "\nresult  the goal may never be reached, or takes more than 1e308 turns\n"
        in ask("pigcore", "solitaire", "hold-or-continue", "--policy", "hold:1").stdout
    )


def test_where_points_have_no_goal_none_is_taken():
    words = ["--objective", "points", "--turns", "2", "--goal", "30"]
    assert refused(
        ask("pigcore", "solitaire", "pig", *words),
        "pigcore",
        "the objective 'points' is about points without a goal: leave --goal out",
    )
