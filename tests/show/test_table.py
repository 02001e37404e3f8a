"""``pigcore table``: text, CSV, JSON and pages, against the solutions."""

import csv
import io
import json
import re

import numpy as np
import pytest
from support.commands import ask
from support.turns import bold, three_throws

import pigcore
from pigcore.show.tables import table_of

HOLES = pigcore.Pig(goal=60)
"""A race with totals above the threshold at which one rolls again."""

EXCHANGING = pigcore.Hog(goal=12, exchange=True)


@pytest.fixture(scope="module")
def pig():
    return pigcore.solve(HOLES)


@pytest.fixture(scope="module")
def table(pig):
    return table_of(pig)


def rows_of(table):
    """The records of a CSV, by name."""
    return list(csv.DictReader(io.StringIO(table.to_csv())))


# --- races --------------------------------------------------------------------------------------


def spread(runs):
    """The numbers that "4-6 9" stands for."""
    return {
        number
        for run in runs.split()
        for low, _, high in [run.partition("-")]
        for number in range(int(low), int(high or low) + 1)
    }


def test_following_the_table_of_a_race_is_playing_the_policy(pig, table):
    decisions = pig.decisions()
    rows = rows_of(table)
    assert len(rows) == 60 * 60
    marks = [cell.strip("0123456789") for line in table.grids["Hold at"] for cell in line]
    for row, mark in zip(rows, marks, strict=True):
        own, opp = int(row["own"]), int(row["opp"])
        again = spread(row["roll_again_at"])
        for total in range(1, 60 - own):
            rolls = total < int(row["hold_at"]) or total in again
            assert rolls == decisions[own, opp, total], (own, opp, total)
        assert float(row["win"]) == pig.win(own, opp)
        assert mark == ("+" if again else "")
    assert {*marks} == {"", "+"}


# --- text ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 80, 133])
def test_the_text_has_every_cell_once_and_keeps_its_width(pig, table, width):
    text = table.as_text(width)
    assert max(map(len, text.splitlines())) <= width
    found = {}
    for block in text.split("\n\n"):
        lines = block.splitlines()
        if lines[0].startswith("Hold at"):
            head = next(place for place, line in enumerate(lines) if line.startswith("you"))
            opps = [int(word) for word in lines[head].split()[1:]]
            for line in lines[head + 1 :]:
                own, *cells = re.findall(r"\d+", line)
                assert len(cells) == len(opps)
                for opp, cell in zip(opps, cells):
                    assert (int(own), opp) not in found
                    found[int(own), opp] = int(cell)
    thresholds = pig.thresholds()
    assert found == dict(np.ndenumerate(thresholds))


def test_a_step_leaves_scores_out(pig):
    thin = table_of(pig, 20)
    assert [*thin.scores] == [0, 20, 40]
    assert [row["own"] for row in rows_of(thin)] == ["0"] * 3 + ["20"] * 3 + ["40"] * 3
    assert thin.grids["Hold at"][1][2] == table_of(pig).grids["Hold at"][20][40]


# --- Hog ------------------------------------------------------------------------


def test_the_dice_of_hog_with_their_ties():
    hog = pigcore.solve(EXCHANGING)
    table = table_of(hog)
    grids = [*table.grids.values()]
    assert len(grids) == 2
    rows = rows_of(table)
    assert len(rows) == 2 * 12 * 12
    ties = set()
    for row in rows:
        state = int(row["own"]), int(row["opp"]), int(row["parity"])
        best = hog.best(*state)
        assert row["best"] == " ".join(map(str, best))
        assert float(row["win"]) == hog.win(*state)
        cell = grids[state[2]][state[0]][state[1]]
        assert cell.rstrip("*") == ("X" if best[0] == -1 else str(best[0]))
        assert cell.endswith("*") == (len(best) > 1)
        ties |= {state} if len(best) > 1 else set()
    assert ties == set(hog.ties())
    assert any("X Exchange" in line for line in table.reading)


# --- the command --------------------------------------------------------------------------------


def test_every_family_with_scores_has_a_table():
    games = {
        "race": pigcore.Piglet(goal=5), "hog": pigcore.Hog(goal=5),
        "farkle": pigcore.Farkle({"1": 1, "2 2": 3}, 12, 2, 3),
        "party": pigcore.Pig(5, players=3),
    }  # fmt: skip
    for game in games.values():
        table = table_of(pigcore.solve(game))
        assert table.game == game
        assert len({tuple(record) for record in table.records()}) == 1
        json.dumps(table.as_dict(), allow_nan=False)


@pytest.mark.parametrize("game", [three_throws(20), bold(15)], ids=lambda one: one.name)
def test_any_turn_has_a_grid_for_each_mode_that_is_decided_in(game):
    solution = pigcore.solve(game)
    decisions, words = solution.decisions(), [mode.word for mode in game.turn.modes]
    shown = [word for word in words if word not in ("0", "3", "must")]
    table = table_of(solution, 5)
    phrases = [game.turn.phrases[words.index(word)] for word in shown]
    assert [title.split(" at, ")[1] for title in table.grids] == phrases
    rows = rows_of(table)
    assert len(rows) == len(shown) * len(table.scores) ** 2
    throw, bank = ("throw", "bank") if game.turn.chooses else ("roll", "hold")
    for row in rows:
        own, opp, mode = int(row["own"]), int(row["opp"]), words.index(row["mode"])
        again = spread(row[f"{throw}_again_at"])
        for points in range(1, game.goal - own):
            decision = decisions[own, opp, points, mode]
            throws = points < int(row[f"{bank}_at"]) or points in again
            assert decision in (-1, int(throws)), row
        grid = [*table.grids.values()][shown.index(row["mode"])]
        cell = grid[own // 5][opp // 5]
        assert cell == row[f"{bank}_at"] + "+" * bool(again)
    json.dumps(table.as_dict(), allow_nan=False)


def test_the_command_prints_each_form(tmp_path):
    words = "table", "piglet", "--goal", "4"
    text = ask("pigcore", *words)
    assert (text.returncode, text.stderr) == (0, "")
    assert "you 0 1 2 3\n  0 2 2 2 4\n  1 1 1 3 3\n  2 1 2 2 2\n  3 1 1 1 1\n" in text.stdout
    lines = ask("pigcore", *words, "--csv").stdout.splitlines()
    assert lines[0] == "own,opp,hold_at,roll_again_at,win"
    assert len(lines) == 1 + 16
    said = json.loads(ask("pigcore", *words, "--json").stdout)
    assert list(said) == ["game", "reading", "rows", "version"]
    assert [str(row["hold_at"]) for row in said["rows"]] == [
        line.split(",")[2] for line in lines[1:]
    ]
    # A file has the form that its name ends in, unless another is asked for.
    for name, more, expected in (
        ("t.csv", [], "\n".join(lines) + "\n"), ("t.txt", [], text.stdout),
        ("t.dat", ["--csv"], "\n".join(lines) + "\n"), ("t.json", [], json.dumps(said) + "\n"),
    ):  # fmt: skip
        done = ask("pigcore", *words, *more, "-o", tmp_path / name)
        assert (done.returncode, "saved" in done.stdout) == (0, True)
        assert (tmp_path / name).read_text(encoding="utf-8") == expected
