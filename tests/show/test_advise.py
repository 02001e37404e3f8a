"""``pigcore advise``."""

import json
import re
from importlib import import_module

import pytest
from support.commands import ask, refused

import pigcore
from pigcore.console.arguments import numbers


@pytest.mark.parametrize(
    ("words", "sentence", "rows"),
    [
        (("hog", "0", "1"), "Roll 6 dice: it wins 1 more game in 1,000 than rolling 7.", 11),
        (("duel", "20"), "Hold at 2: it nets 2 more games in 100 than holding at 3.", 4),
        (("bag", "0", "1", "0"), "Pick rock: it earns 50 more points in 100 games than", 3),
        (
            ("farkle", "0", "0", "0", "--goal", "2000", "--throw", "1,1,5,3,2,4"),
            "Throw after setting aside 1: it wins",
            4,
        ),
        (("pig", "0", "0"), "At the beginning of a turn you must roll.", 0),
        (("pig", "90", "0", "12"), "That total wins: hold.", 0),
    ],
)
def test_a_sentence_and_a_small_table_come_first(words, sentence, rows):
    said, *tables = ask("pigcore", "advise", *words).stdout.split("\n\n")
    assert said.startswith(sentence)
    assert len(tables) == (2 if rows else 1)
    assert not rows or len(tables[0].split("\n")) == 1 + rows
    assert tables[-1].startswith("game ")


@pytest.mark.slow
def test_the_faces_of_a_throw_need_no_commas():
    words = "pigcore", "advise", "farkle", "0", "0", "--goal", "2000", "--throw"
    apart = ask(*words, "1,1,5,3,2,4")
    assert apart.returncode == 0
    assert ask(*words, "115324").stdout == apart.stdout
    wrong = ask(*words, "1a5324")
    assert refused(wrong, "pigcore", "a face is 'a', but must be a whole number")
    wide = pigcore.Farkle({"1": 100}, dice=5, sides=12)
    assert numbers(("0", "0"), wide, "12,1,2,3,4")[3] == (1, 2, 3, 4, 12)
    assert numbers(("0", "0"), wide, "11234")[3] == (1, 1, 2, 3, 4)


def test_a_decision_that_doubles_cannot_tell_says_so():
    printed = ask("pigcore", "advise", "piglet", "--goal", "50", 0, 49, 23).stdout
    assert re.search(r"^margin +\d\.\d+e-\d\d$", printed, re.MULTILINE)
    assert re.search(r"^disputed +yes$", printed, re.MULTILINE)


@pytest.mark.parametrize(
    "words",
    [
        ("advise", "farkle", "1", "0", "300", "3"),
        ("advise", "pig", "--players", "3", "100", "0", "0"),
        ("advise", "hog", "0"),
        ("advise", "duel", "5000"),
        ("advise", "bag", "9", "9", "9"),
        ("solve", "farkle", "3"),
        ("table", "farkle", "3"),
        ("page", "farkle", "3"),
        ("policy", "farkle", "optimal", "1", "0", "0", "3"),
        ("match", "farkle", "optimal", "optimal", "--start", "1", "0"),
        ("simulate", "farkle", "optimal", "optimal", "--start", "1", "0"),
        ("simulate", "pig", "--players", "3", "optimal", "optimal", "--start", "100", "0", "0"),
    ],
)
def test_words_are_refused_before_anything_is_solved(words, monkeypatch):
    asked = True

    def guarded(solve):
        """A module that is imported meanwhile keeps this one for all later tests."""

        def found(*given, **options):
            assert not asked, "solved first"
            return solve(*given, **options)

        return found

    for home in ("bag", "duel", "hog", "race"):
        solvers = import_module(f"pigcore.solvers.{home}")
        monkeypatch.setattr(solvers, "solve", guarded(solvers.solve))
    done = ask("pigcore", *words)
    asked = False
    assert refused(done, "pigcore", "")


@pytest.mark.slow
@pytest.mark.parametrize("last_turn", [False, True])
def test_dominated_choices_of_a_throw_are_folded_away(last_turn, tmp_path):
    farkle = pigcore.Farkle(goal=1000, last_turn=last_turn)
    solution = pigcore.solve(farkle)
    state = (300, 500, 350, (1, 1, 2, 3, 5, 5))
    payoffs = solution.payoffs(*state)
    solution.save(tmp_path / "farkle.npz")
    words = ("advise", str(tmp_path / "farkle.npz"), "300", "500", "350", "--throw", "1,1,5,3,2,5")
    printed = ask("pigcore", *words).stdout
    choices = r"^(throw|bank) after setting aside (\d(?: \d)*)  +\d"
    named = re.findall(choices, printed, re.MULTILINE)
    rows = [f"{aside}, then {then}" for then, aside in named]
    shown = {action for action in payoffs if action in rows}
    for action, worth in payoffs.items():
        same = [
            other
            for choice, other in payoffs.items()
            if choice.then == action.then
            and (action.then == "bank" or len(choice.aside) == len(action.aside))
        ]
        assert (action in shown) == (worth == max(same))
    folded = len(payoffs) - len(shown)
    assert f"left out  {folded} choices: worse than another that also banks or throws" in printed
    everything = json.loads(ask("pigcore", *words, "--json").stdout)
    assert [row["action"] for row in everything["payoffs"]] == sorted(
        payoffs, key=lambda action: -payoffs[action]
    )
    assert "left out" not in everything


def test_a_throw_of_dice_of_several_kinds(tmp_path):
    """What each choice leads to is the state that one would ask for by hand."""
    file = tmp_path / "mine.toml"
    file.write_text(
        'goal = 500\ndice = ["pie", "lucky", "pie", "devil"]\n'
        '[scoring]\n"1" = 100\n"5" = 50\n"2 2 2" = 200\n'
    )
    said = json.loads(
        ask("pigcore", "advise", str(file), "0", "100", "--throw", "1,5,2,1", "--json").stdout
    )
    solution = pigcore.solve(pigcore.game(str(file)))
    # Hands are of devil, lucky and pie dice; the devil's 1 is wild, and scores nothing alone.
    worth = {row["action"]: row["worth"] for row in said["payoffs"]}
    assert set(worth) == {
        f"{aside}, then {then}"
        for aside in ("pie 1", "lucky 5", "lucky 5, pie 1")
        for then in ("throw", "bank")
    }
    for aside, points, left in [
        ("pie 1", 100, (1, 1, 1)), ("lucky 5", 50, (1, 0, 2)), ("lucky 5, pie 1", 150, (1, 0, 1)),
    ]:  # fmt: skip
        after = solution.payoffs(0, 100, points, left)
        assert {then: worth[f"{aside}, then {then}"] for then in after} == after
    assert said["best"] == [max(worth, key=worth.get)]
    assert said["state"]["throw"] == "devil wild, lucky 5, pie 1 2"
    assert (
        "Nothing scores"
        in ask("pigcore", "advise", str(file), "0", "100", "--throw", "3,3,4,2").stdout
    )
