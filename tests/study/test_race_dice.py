"""Which dice to choose: the matrix of all sets, and how to choose where nobody knows."""

import json

import numpy as np
import pytest
from support.commands import ask

import pigcore
from pigcore.games import Farkle, Race, RuleError
from pigcore.games.rules import game_from_text
from pigcore.study import race_dice
from pigcore.study.race_dice import _optimal, dice_choice

TEXT = """
base = "farkle:minimal"
goal = 800
dice = 3

[faces]
odd = [4, 1, 4, 1, 4, 1]
devil = { chances = [0, 1, 1, 1, 1, 1], joker = 1 }

[sets]
plain = ["fair", "fair", "fair"]
mixed = ["odd", "fair", "devil"]
odd = ["odd", "odd", "odd"]
"""


def test_all_sets_against_all():
    games = {f"d{n}": Race(pigcore.Roll.die(n), 20) for n in (4, 6, 8)}
    found = dice_choice(games)
    assert found.names == ("d4", "d6", "d8")
    for i, mine in enumerate(games.values()):
        for j, theirs in enumerate(games.values()):
            match = pigcore.match(mine.against(theirs), "optimal", "optimal")
            assert found.first[i, j] == pytest.approx(match.first, abs=1e-13)
            assert found.wins[i, j] == pytest.approx(match.average, abs=1e-13)
    assert np.abs(found.wins + found.wins.T - 1).max() < 1e-15
    assert found.mix.tolist() == [0, 0, 1]
    assert found.gain < 1e-12
    assert found.error_bound < 1e-12


@pytest.mark.parametrize(
    ("payoffs", "mix"),
    [
        ([[0, 1, -1], [-1, 0, 1], [1, -1, 0]], [1 / 3] * 3),
        ([[0, 1, -2], [-1, 0, 3], [2, -3, 0]], [3 / 6, 2 / 6, 1 / 6]),
        ([[0, 1, -1, 1], [-1, 0, 1, 1], [1, -1, 0, 1], [-1, -1, -1, 0]], [1 / 3] * 3 + [0]),
        ([[0, 0], [0, 0]], None),
    ],
)
def test_mixtures_of_cycles(payoffs, mix):
    """Rock, paper, scissors; other stakes; a choice that loses to all; and one of equals."""
    payoffs = np.array(payoffs, dtype=float) / 4
    found = _optimal(payoffs)
    assert found.sum() == pytest.approx(1, abs=1e-15)
    assert found.min() >= 0
    assert (payoffs @ found).max() <= 1e-16
    if mix is not None:
        assert found == pytest.approx(mix, abs=1e-15)


def test_what_cannot_be_compared_is_refused():
    die = Race(pigcore.Roll.die(6), 20)
    for games, said in (
        ({"a": die}, "1 set of dice"),
        ({"a": die, "b": Race(pigcore.Roll.die(6), 21)}, "no race that differs"),
        ({"a": die, "b": die.against(Race(pigcore.Roll.die(8), 20))}, "not a race with one turn"),
        ({"a": die, "b": pigcore.Hog()}, "not a race with one turn"),
    ):
        with pytest.raises(RuleError, match=said):
            dice_choice(games)
    assert Farkle.kcd(2000).against(Farkle.kcd(2000)).alike


@pytest.mark.slow
def test_the_command(tmp_path, monkeypatch):
    path = tmp_path / "sets.toml"
    path.write_text(TEXT)
    told = json.loads(ask("pigcore", "dice", path, "--json").stdout)
    assert told["sets"] == ["plain", "mixed", "odd"]
    assert told["replies"] == ["odd"] * 3
    assert told["gain"] < 1e-12
    shown = ask("pigcore", "dice", path).stdout
    assert "best reply" in shown
    assert "no set wins more than 1/2" in shown
    saved = tmp_path / "dice.json"
    assert ask("pigcore", "dice", path, "-o", saved).stdout == shown
    proved = ask("pigverify", saved)
    assert proved.returncode == 0
    assert "dice.json: certified" in proved.stdout
    said = " ".join(proved.stdout.split())
    assert "more with 3 dice, 1 devil, 1 fair and 1 odd; devil dice show 1, 2, … as" in said
    facts = json.loads(ask("pigverify", saved, "--json").stdout)
    assert facts["gain"] <= told["gain"]
    mixed = game_from_text(facts["sets"]["mixed"])
    assert mixed.turn.phrases[mixed.turn.start] == "with 1 devil, 1 fair and 1 odd"
    for word in ("--all", "12"):
        assert ask("pigverify", saved, word).returncode == 2
    assert ask("pigcore", "dice", path, "-o", saved).returncode == 0
    monkeypatch.setattr(race_dice, "dice_choice", None)  # nothing is computed first
    done = ask("pigcore", "dice", path, "-o", path)  # which was lost
    assert done.returncode == 2
    assert "sets.toml already exists and is not a saved choice of dice" in done.stderr
    assert path.read_text() == TEXT
    monkeypatch.undo()
    path.write_text(TEXT.split("[sets]", maxsplit=1)[0])
    refused = ask("pigcore", "dice", path)
    assert refused.returncode == 2
    assert "[sets]" in refused.stderr
