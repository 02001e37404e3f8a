"""``pigcore policy``."""

import json

import pytest
from support.commands import ask

import pigcore
from pigcore.version import VERSION


def test_a_policy_in_words():
    done = ask("pigcore", "policy", "pig", "hold:20")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "game    Pig\npolicy  hold:20\nwords   hold at 20\nstates  495000\n"  # 100 × (99 + … + 1)
    )


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["pig", "keep-pace", 30, 50, 23], "roll"),
        (["pig", "keep-pace", 30, 50, 24], "hold"),
        (["pig", "hold:20", 95, 0, 10], "hold"),  # the goal is reached
        (["pig", "hold:1", 95, 0], "roll"),  # one must
        (["pig", "optimal", 41, 49, 27], "roll"),
        (["pig", "random", 41, 49, 27], {"roll": 0.5, "hold": 0.5}),
        (["hog", "always:5", 31, 80], 5),
        (["hog", "mix:4=1/4,5=3/4", 31, 80], {"4": 0.25, "5": 0.75}),
        (["duel", "mix:15=1/4,20=3/4", 20], {"15": 0.25, "20": 0.75}),
        (["duel", "hold:20", 20], 20),
    ],
)
def test_what_it_answers(words, answer):
    facts = json.loads(ask("pigcore", "policy", *words, "--json").stdout)
    game = pigcore.game(words[0])
    state = game.check_state(*words[2:])
    assert facts == {
        "game": game.as_dict(),
        "policy": words[1],
        "words": str(pigcore.parse_policy(game, words[1])),
        "state": game.named(state),
        "answer": answer,
        "version": VERSION,
    }


def test_saved_and_played_again(tmp_path):
    done = ask("pigcore", "policy", "hog", "--goal", 20, "always:7", "-o", "a.py", cwd=tmp_path)
    assert done.stdout.endswith("states  400\nsaved   a.py\n")
    again = ask("pigcore", "policy", "hog", "a.py", 3, 4, "--goal", 20, cwd=tmp_path)
    assert "answer  7\n" in again.stdout


def test_the_help_has_examples_and_the_policies_of_every_family():
    text = ask("pigcore", "policy", "--help").stdout
    assert "pigcore policy pig keep-pace 30 50 23" in text
    for words in ("always:DICE", "keep-pace[:BASE:SLOPE:END[:ROUNDING]]", "mix:TOTAL=CHANCE,…"):
        assert words in text
