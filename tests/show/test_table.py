"""``pigcore table``: text, CSV, JSON and pages, against the solutions."""

import csv
import io
import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from unittest import mock

import numpy as np
import pytest
from support.commands import ask, refused
from support.turns import bold, three_throws

import pigcore
from pigcore.games.rules import COLUMNS
from pigcore.show.tables import booklet_of
from pigcore.show.tables.page import as_page
from pigcore.show.tables.parts import Booklet, Grid
from pigcore.show.tables.text import as_text

HOLES = pigcore.Pig(goal=60)
"""A race with totals above the threshold at which one rolls again, some met in play."""

EXCHANGING = pigcore.Hog(goal=12, exchange=True)


@pytest.fixture(scope="module")
def pig():
    return pigcore.solve(HOLES)


@pytest.fixture(scope="module")
def booklet(pig):
    return booklet_of(pig)


def rows_of(booklet):
    """The records of a CSV, by name."""
    return list(csv.DictReader(io.StringIO(booklet.to_csv())))


# --- races --------------------------------------------------------------------------------------


def spread(runs):
    """The numbers that "4-6 9" stands for."""
    return {
        number
        for run in runs.split()
        for low, _, high in [run.partition("-")]
        for number in range(int(low), int(high or low) + 1)
    }


def test_following_the_table_of_a_race_is_playing_the_policy(pig, booklet):
    decisions, reached = pig.decisions(), pigcore.reachable(pig)
    rows = rows_of(booklet)
    assert len(rows) == 60 * 60
    for row in rows:
        own, opp = int(row["own"]), int(row["opp"])
        again = spread(row["roll_again_at"])
        for total in range(1, 60 - own):
            rolls = total < int(row["hold_at"]) or total in again
            assert rolls == decisions[own, opp, total], (own, opp, total)
        assert row["reachable"] == str(bool(reached[own, opp, 0])).lower()
        assert float(row["win"]) == pig.win(own, opp)


def test_marks_tell_apart_what_play_meets_and_what_a_mistake_leads_to(pig, booklet):
    decisions, reached = pig.decisions(), pigcore.reachable(pig)
    thresholds = pig.thresholds()
    above = (decisions == 1) & (np.arange(60) > thresholds[:, :, None])
    met = (above & reached).any(axis=2)
    missed = above.any(axis=2) & ~met
    assert met.sum() > 3
    assert missed.sum() > 100
    (grid,) = booklet.grids
    marks = np.array([[cell.mark for cell in row] for row in grid.cells])
    assert ((marks == "*") == met).all()
    assert ((marks == "+") == missed).all()
    pale = np.array([[cell.pale for cell in row] for row in grid.cells])
    assert (pale == ~reached[:, :, 0]).all()
    # The note has all that are met, and no other.
    (note,) = booklet.notes
    listed = {}
    for line in note.entries:
        own, rest = re.fullmatch(r"(\d+) against (.*)", line).groups()
        for part in rest.split("; "):
            opps, totals = part.replace("–", "-").replace(",", "").split(" at ")
            listed |= {(int(own), opp): spread(totals) for opp in spread(opps)}
    assert {tuple(place) for place in np.argwhere(met).tolist()} == set(listed)
    for (own, opp), totals in listed.items():
        assert totals == set(np.flatnonzero(above[own, opp]).tolist())


def test_a_race_without_marks_has_no_notes_about_them():
    plain = booklet_of(pigcore.solve(pigcore.Piglet(goal=6)))
    assert plain.notes == []
    assert len(plain.reading) == 1


# --- text ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 80, 133])
def test_the_text_has_every_cell_once_and_keeps_its_width(pig, booklet, width):
    text = as_text(booklet, width)
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


def test_numbers_stand_under_the_scores_they_belong_to(booklet):
    lines = as_text(booklet).splitlines()
    heads = [number for number, line in enumerate(lines) if line.startswith("you")]
    ends = [match.end() for match in re.finditer(r"\d+", lines[heads[-1]])]
    for line in lines[heads[-1] + 1 : heads[-1] + 61]:
        cells = [match.end() for match in re.finditer(r"\d+", line)][1:]
        assert cells == ends


def test_a_step_leaves_scores_out(pig):
    thin = booklet_of(pig, 20)
    assert [list(grid.scores) for grid in thin.grids] == [[0, 20, 40]]
    assert [row["own"] for row in rows_of(thin)] == ["0"] * 3 + ["20"] * 3 + ["40"] * 3
    assert thin.grids[0].cells[1][2] == booklet_of(pig).grids[0].cells[20][40]


# --- Hog, duels and bags ------------------------------------------------------------------------


def test_the_dice_of_hog_with_their_ties():
    hog = pigcore.solve(EXCHANGING)
    booklet = booklet_of(hog)
    assert len(booklet.grids) == 2
    rows = rows_of(booklet)
    assert len(rows) == 2 * 12 * 12
    ties = set()
    for row in rows:
        state = int(row["own"]), int(row["opp"]), int(row["parity"])
        best = hog.best(*state)
        assert row["best"] == " ".join(map(str, best))
        assert float(row["win"]) == hog.win(*state)
        cell = booklet.grids[state[2]].cells[state[0]][state[1]]
        assert cell.text == ("X" if best[0] == -1 else str(best[0]))
        assert (cell.mark == "*") == (len(best) > 1)
        ties |= {state} if len(best) > 1 else set()
    assert ties == set(hog.ties())
    assert any("X Exchange" in line for line in booklet.reading)
    # Each tie is named once, under its own choices.
    named = sum(
        len(spread(opps.replace("–", "-").replace(",", "")))
        for note in booklet.notes
        for line in note.entries
        for opps in re.findall(r"against ([\d–, ]+)", line)
    )
    assert named == len(ties) > 0


def test_a_duel_says_its_mixture_and_the_replies():
    duel = pigcore.solve(pigcore.Duel(holds=range(2, 10)))
    rows = rows_of(booklet_of(duel))
    assert [int(row["hold"]) for row in rows] == list(range(2, 10))
    for row in rows:
        hold = int(row["hold"])
        assert float(row["weight"]) == duel.mix.get(hold, 0.0)
        assert tuple(map(int, row["best"].split())) == duel.best(hold)
        assert float(row["reply_gains"]) == pytest.approx(duel.best_hold(hold)[1], abs=1e-15)
    assert "best reply" in as_text(booklet_of(duel), 40)


def test_a_bag_says_its_first_picks_and_records_every_state():
    bag = pigcore.solve(pigcore.Bag([300, 0, 100], [0, 300, 100], [0, 0, 100]))
    booklet = booklet_of(bag)
    rows = rows_of(booklet)
    states = {tuple(int(row[name]) for name in bag.game.state_names) for row in rows}
    possible = {
        (r, p, s) for r in range(3) for p in range(3 - r) for s in range(3 - r - p)
        if bag.game.can_show(r, p, s)
    }  # fmt: skip
    assert states == possible
    for row in rows:
        state = tuple(int(row[name]) for name in bag.game.state_names)
        assert row["best"] == " ".join(bag.best(*state))
        assert float(row["chance"]) == pytest.approx(bag.chance(*state), abs=1e-15)
    assert len(booklet.listings[0].rows) == len(possible)


# --- pages --------------------------------------------------------------------------------------

VOID = {"meta"}


class Page(HTMLParser):
    """The tables of a page, as rows of texts; every tag must be closed in its place."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tables, self.texts, self.tags = [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag in VOID:
            return
        self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        self.texts.append(text)
        if "td" in self.open or "th" in self.open:
            self.tables[-1][-1][-1] += text


def test_the_page_has_every_cell_on_sheets_with_headings(booklet):
    page = Page(as_page(booklet))
    found = {}
    for table in page.tables:
        assert len(table) <= 51
        assert len(table[0]) <= 26
        _, *opps = table[0]
        for own, *cells in table[1:]:
            assert len(cells) == len(opps)
            for opp, cell in zip(opps, cells):
                assert (own, opp) not in found
                found[own, opp] = cell
    (grid,) = booklet.grids
    assert found == {
        (str(own), str(opp)): cell.text + cell.mark
        for own, row in enumerate(grid.cells)
        for opp, cell in enumerate(row)
    }
    assert len(page.tables) == 2 * 3
    for reachable in (False, True):  # a layer, off at first
        tags = Page(as_page(booklet, reachable)).tags
        slanted = sum(attributes.get("class", "").split().count("p") for _, attributes in tags)
        assert slanted == reachable * sum(cell.pale for row in grid.cells for cell in row)
    assert all(a.get("scope") in ("row", "col") for tag, a in page.tags if tag == "th")


def test_the_page_says_the_rules_the_version_and_needs_nothing_else(booklet):
    text = as_page(booklet)
    page = Page(text)
    said = "".join(page.texts)
    assert str(HOLES) in said
    assert f"sheet 1 of 4 · pigcore {pigcore.__version__}" in said
    assert "size: A4" in said
    assert dict(page.tags)["html"] == {"lang": "en"}
    assert not {tag for tag, _ in page.tags} & {"script", "link", "img", "iframe"}
    assert "http" not in text
    assert "url(" not in text


def test_more_is_darker_on_paper_and_digits_can_be_read(booklet):
    text = as_page(booklet)
    tints = dict(re.findall(r"\.grid td\.(\w+) \{ background: rgb\(([\d ]+)\); \}", text))
    names = [*(f"m{tenth}" for tenth in range(11)), "beyond"]
    bright = [np.array([*map(int, tints[name].split())]) @ (0.299, 0.587, 0.114) for name in names]
    assert (np.diff(bright) < 0).all()
    assert bright[-1] > 140  # black on it
    (grid,) = booklet.grids
    cells = [cell for row in grid.cells for cell in row]
    numbered = sorted((int(cell.text), cell.much) for cell in cells if cell.much is not None)
    assert all(one <= other for (_, one), (_, other) in pairwise(numbered))
    for own, row in zip(grid.scores, grid.cells):
        for cell in row:
            assert (cell.much is None) == (int(cell.text) == booklet.game.goal - own)


@pytest.mark.parametrize("name", ["pig", "two-dice-pig", "hog:fa13", "hold-or-continue", "piglet"])
def test_a_booklet_at_a_step_of_five_is_one_sheet(name):
    text = as_page(booklet_of(pigcore.solve(pigcore.game(name)), 5))
    assert text.count("<section>") == 1
    assert "sheet 1 of 1" in text


def test_names_of_games_cannot_write_html():
    game = pigcore.Race(pigcore.Roll.coin(), goal=3, name="<script>alert(1)</script>")
    assert "<script>" not in as_page(booklet_of(pigcore.solve(game)))


def test_listings_are_on_the_page_too():
    duel = pigcore.solve(pigcore.Duel(holds=range(2, 10)))
    (table,) = Page(as_page(booklet_of(duel))).tables
    assert [row[0] for row in table] == ["hold at", *map(str, range(2, 10))]


def test_a_page_of_hundreds_of_sheets_is_refused():
    large = Booklet(pigcore.Pig(goal=801), [], grids=[Grid("Hold at", range(801), [])])
    with pytest.raises(pigcore.RuleError, match="801 scores, but .* at most 400: give a step of 3"):
        as_page(large)


# --- the command --------------------------------------------------------------------------------


def test_every_family_has_a_table():
    games = {
        "race": pigcore.Piglet(goal=5), "hog": pigcore.Hog(goal=5),
        "duel": pigcore.Duel(holds=range(2, 5)), "bag": pigcore.Bag([300], [0], [0]),
        "farkle": pigcore.Farkle({"1": 1, "2 2": 3}, 12, 2, 3),
        "party": pigcore.Pig(5, players=3),
    }  # fmt: skip
    assert {*games} == {*COLUMNS, "farkle"} - {"falls"}  # which is too large for one
    for game in games.values():
        booklet = booklet_of(pigcore.solve(game))
        assert booklet.game == game
        assert len({tuple(record) for record in booklet.records()}) == 1
        json.dumps(booklet.as_dict(), allow_nan=False)


def test_farkle_banks_where_its_thresholds_say():
    farkle = pigcore.solve(pigcore.Farkle({"1": 1, "2 2": 3}, 12, 2, 3))
    booklet = booklet_of(farkle, 4)
    assert [grid.scores for grid in booklet.grids] == [[0, 4, 8]] * 2
    for left, grid in enumerate(booklet.grids):
        shown = [[int(cell.text) for cell in row] for row in grid.cells]
        assert shown == farkle.thresholds()[left, ::4, ::4].tolist()


@pytest.mark.parametrize("game", [three_throws(20), bold(15)], ids=lambda one: one.name)
def test_any_turn_has_a_grid_for_each_mode_that_is_decided_in(game):
    solution = pigcore.solve(game)
    decisions, words = solution.decisions(), [mode.word for mode in game.turn.modes]
    shown = [word for word in words if word not in ("0", "3", "must")]
    booklet = booklet_of(solution, 5)
    phrases = [game.turn.phrases[words.index(word)] for word in shown]
    assert [grid.title.split(" at, ")[1] for grid in booklet.grids] == phrases
    rows = rows_of(booklet)
    assert len(rows) == len(shown) * len(booklet.grids[0].scores) ** 2
    throw, bank = ("throw", "bank") if game.turn.chooses else ("roll", "hold")
    for row in rows:
        own, opp, mode = int(row["own"]), int(row["opp"]), words.index(row["mode"])
        again = spread(row[f"{throw}_again_at"])
        for points in range(1, game.goal - own):
            decision = decisions[own, opp, points, mode]
            throws = points < int(row[f"{bank}_at"]) or points in again
            assert decision in (-1, int(throws)), row
        cell = booklet.grids[shown.index(row["mode"])].cells[own // 5][opp // 5]
        assert (cell.text, cell.mark) == (row[f"{bank}_at"], "*" if again else "")
    json.dumps(booklet.as_dict(), allow_nan=False)


def test_a_family_without_tables_is_refused():
    with mock.patch("pigcore.games.rules.serving", return_value=None):
        with pytest.raises(
            pigcore.RuleError, match=r"there is no table of Pig \(race\): ask advise"
        ):
            booklet_of(pigcore.solve(pigcore.Pig(5)))


def test_the_command_prints_each_form(tmp_path):
    words = "table", "piglet", "--goal", "4"
    text = ask("pigcore", *words)
    assert (text.returncode, text.stderr) == (0, "")
    assert "you 0 1 2 3\n  0 2 2 2 4\n  1 1 1 3 3\n  2 1 2 2 2\n  3 1 1 1 1\n" in text.stdout
    lines = ask("pigcore", *words, "--csv").stdout.splitlines()
    assert lines[0] == "own,opp,hold_at,roll_again_at,reachable,win"
    assert len(lines) == 1 + 16
    said = json.loads(ask("pigcore", *words, "--json").stdout)
    assert list(said) == ["game", "reading", "rows", "version"]
    assert [str(row["hold_at"]) for row in said["rows"]] == [
        line.split(",")[2] for line in lines[1:]
    ]
    page = ask("pigcore", *words, "--html").stdout
    assert page.startswith("<!DOCTYPE html>")
    # A file has the form that its name ends in, unless another is asked for.
    for name, more, expected in (
        ("t.csv", [], "\n".join(lines) + "\n"), ("t.html", [], page), ("t.txt", [], text.stdout),
        ("t.dat", ["--html"], page), ("t.json", [], json.dumps(said) + "\n"),
    ):  # fmt: skip
        done = ask("pigcore", *words, *more, "-o", tmp_path / name)
        assert (done.returncode, "saved" in done.stdout) == (0, True)
        assert (tmp_path / name).read_text(encoding="utf-8") == expected


def test_a_file_that_cannot_be_written_is_refused(tmp_path):
    refused(
        ask("pigcore", "table", "piglet", "-o", tmp_path / "no" / "t.csv"),
        "pigcore",
        "cannot be written",
    )
