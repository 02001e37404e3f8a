"""The verbs and a race whose turn is neither one roll nor dice set aside."""

import json

import pytest
from support.commands import ask, refused

import pigcore
from pigcore import BUST, Race, Turn, gain

CAPPED = """
game = "race"
name = "Capped Pig"
goal = 30

[turn]
start = "two"

[turn.modes]
none = {throws = []}
one.throws = [{chance = "1/6", bust = true}, {chance = "5/6", options = [{gain = 5, mode = "none"}]\
}]
two.throws = [{chance = "1/6", bust = true}, {chance = "5/6", options = [{gain = 5, mode = "one"}]}]
"""


CHOOSY = """
game = "race"
goal = 20

[turn]
start = "two"

[turn.modes]
none = {throws = []}
one.throws = [{chance = "1/3", bust = true}, {chance = "2/3", options = [{gain = 1, mode = "one"}, \
{gain = 4, mode = "none"}]}]
two.throws = [{chance = "1/6", bust = true}, {chance = "5/6", options = [{gain = 2, mode = "one"}, \
{gain = 1, mode = "two"}]}]
"""


BRAINS = """
name = "Brains"
goal = 12
[turn]
start = "cup"
[turn.modes]
cup.throws = [
    {chance = "1/4", bust = true},
    {chance = "1/2", options = [
        {gain = 1, mode = "cup", label = "a foot"}, {gain = 4, mode = "one", label = "two brains"},
    ]},
    {chance = "1/4", options = [{gain = 2, mode = "cup", label = "a brain"}]},
]
one.throws = [
    {chance = "1/3", bust = true},
    {chance = "2/3", options = [{gain = 2, mode = "one", label = "a brain"}]},
]
"""


@pytest.fixture
def capped(tmp_path):
    (tmp_path / "capped.toml").write_text(CAPPED)
    return tmp_path


def test_it_is_solved_and_advised(capped):
    def throw(mode):
        left = {"one": "none", "two": "one"}.get(mode)
        return left and {BUST: 1, gain(5, left): 5}

    solution = pigcore.solve(Race(Turn(throw, "two"), 30, name="Capped Pig"))
    assert pigcore.game(capped / "capped.toml") == solution.game
    found = ask("pigcore", "solve", "capped.toml", "--json", "-o", "capped.npz", cwd=capped)
    assert json.loads(found.stdout)["value"] == solution.value
    for name in ("capped.toml", "capped.npz"):
        words = "advise", name, "10", "20", "5", "one", "--json"
        advice = json.loads(ask("pigcore", *words, cwd=capped).stdout)
        assert advice == solution.advise(10, 20, 5, "one")
    said = ask("pigcore", "advise", "capped.toml", "10", "20", "5", "one", cwd=capped).stdout
    assert "points 5, mode one" in " ".join(said.split())


@pytest.mark.parametrize(
    "words",
    [
        "advise capped.toml 10 20 5 three",
        "advise capped.toml 10 20 5",
        "plot capped.toml dice -o plot.png",
    ],
)
def test_what_does_not_serve_it_says_so(capped, words):
    (capped / "game.json").write_text('{"winner": 0, "turns": []}')
    found = ask("pigcore", *words.split(), cwd=capped)
    assert refused(found, "pigcore", "Capped Pig")


def test_policies_are_matched_and_judged(capped):
    game = pigcore.game(capped / "capped.toml")
    found = json.loads(
        ask("pigcore", "match", "capped.toml", "optimal", "hold:10", "--json", cwd=capped).stdout
    )
    match = pigcore.match(game, "optimal", pigcore.hold_at(10))
    assert (found["first"], found["turns"]) == (match.first, match.turns)
    said = ask("pigcore", "reply", "capped.toml", "hold:5", cwd=capped).stdout
    assert "mode one" in said
    said = ask("pigcore", "coach", "capped.toml", "hold:5", cwd=capped).stdout
    assert "own 0, opp 0, points 5, mode one" in said
    (capped / "choosy.toml").write_text(CHOOSY)
    found = json.loads(
        ask("pigcore", "coach", "choosy.toml", "hold:3", "--json", cwd=capped).stdout
    )
    worst = found["mistakes"][0]
    assert worst["state"]["throw"] == "1 in mode two or 2 in mode one"
    assert worst["chosen"].endswith((", then bank", ", then throw"))


def test_it_is_played_and_reviewed(capped):
    words = "play", "capped.toml", "--seed", "5", "--record", "game.json"
    typed = "".join(f"{word}\n" for word in ["h", "r", "h"] * 12)
    said = ask("pigcore", *words, cwd=capped, stdin=typed).stdout
    assert "You cannot hold now: roll.\n" in said
    assert "You roll: +5, in mode one.\n" in said
    assert "You 0, the other 0, points 0, in mode two.\n" in said
    assert "win" in said
    solution = pigcore.solve(pigcore.game(capped / "capped.toml"))
    found = ask("pigcore", "review", "capped.toml", "game.json", "--json", cwd=capped).stdout
    ledger = pigcore.review(solution, json.loads((capped / "game.json").read_text()))
    assert json.loads(found)["luck"] == ledger.luck
    assert ledger.result - ledger.start == pytest.approx(
        ledger.luck - ledger.mistakes + ledger.gifts, abs=1e-12
    )
    assert ledger.mistakes > 0
    assert ledger.gifts == pytest.approx(0, abs=1e-12)


def test_options_are_taken_by_their_numbers(tmp_path):
    (tmp_path / "brains.toml").write_text(BRAINS)
    words = "play", "brains.toml", "--seed", "4", "--record", "game.json"
    typed = "".join(f"{word}\n" for word in ["t", "b", "?", "2", "b", *["t", "1", "b"] * 20])
    said = ask("pigcore", *words, cwd=tmp_path, stdin=typed).stdout
    assert "1: a foot; 2: two brains.\n" in said
    assert "You cannot bank now: 1 or 2.\n" in said
    assert "Take two brains: it wins 3 more games in 100 than taking a foot.\n" in said
    bar = f"[{13 * '#'}{7 * '-'}]"
    assert f"\ntake two brains: 63.04% {bar}; busts 0.0%, banks 4.0 points\n" in said
    assert "You take two brains.\n" in said
    game = pigcore.game(tmp_path / "brains.toml")
    ledger = pigcore.review(game, json.loads((tmp_path / "game.json").read_text()))
    assert ledger.result in (0.0, 1.0)
    assert ledger.gifts == pytest.approx(0, abs=1e-12)  # the other plays best
    assert {"take a foot", "take two brains"} >= {
        " ".join(game.done(entry.chosen)) for entry in ledger.entries if "brains" in entry.chosen
    }
