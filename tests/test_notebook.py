"""What notebooks show: maps that say what the solution says, and tables of results."""

import re
import struct
import zlib
from base64 import b64decode
from html.parser import HTMLParser

import numpy as np
import pytest

import pigcore
from pigcore.notebook import ACROSS, facts_as_html, rows_as_html
from pigcore.solvers.race.arrays import RaceArrays
from pigcore.solvers.race.picture import LARGEST, picture

LARGEST_HTML = 60_000
VOID = {"br"}


class Html(HTMLParser):
    """The texts of a piece of HTML by the tag they stand in; every tag is closed in its place."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.texts = [], [], []
        assert len(text.encode()) < LARGEST_HTML
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        self.texts.append((self.open[-1], text))

    def of(self, tag):
        return [text for where, text in self.texts if where == tag]


def pixels(html):
    """How light the picture in ``html`` is, from its PNG, from 0 to 255; more is darker."""
    data = b64decode(re.search(r"data:image/png;base64,([^\"]+)", html)[1])
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    chunks, at = {}, 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0] == zlib.crc32(
            kind + body
        )
        chunks[kind], at = body, at + 12 + size
    width, height, depth, colour, *_ = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert (depth, colour) == (8, 3)
    colours = np.frombuffer(chunks[b"PLTE"], np.uint8).reshape(256, 3)
    bright = colours @ (0.299, 0.587, 0.114)
    assert (np.diff(bright) <= 0).all()  # more is darker
    assert (np.diff(bright[::3]) < 0).all()
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, width + 1)
    assert not rows[:, 0].any()
    return 255 - rows[:, 1:].astype(int)


@pytest.mark.parametrize(("goal", "step"), [(1, 1), (30, 1), (75, 1), (230, 5)], ids=str)
def test_the_map_of_a_race_says_where_to_hold(goal, step):
    solution = pigcore.solve(pigcore.Pig(goal=goal))
    found = pixels(solution._repr_html_())
    limits = solution.thresholds()[::step, ::step]
    assert found.shape == limits.shape
    wins = limits == (goal - np.arange(0, goal, step))[:, None]
    assert ((found == 0) == wins).all()
    # Elsewhere a larger total is darker, never lighter.
    order = np.argsort(limits[~wins], kind="stable")
    assert (np.diff(found[~wins][order]) <= 0).all()
    assert goal < 50 or len(np.unique(found)) > 10


def test_the_map_of_an_exact_race_and_of_hog():
    game = pigcore.HoldOrContinue(goal=30)
    solution = pigcore.solve(game)
    wins = solution.thresholds() == 30 - np.arange(30)[:, None]
    assert ((pixels(solution._repr_html_()) == 0) == wins).all()
    hog = pigcore.solve(pigcore.Hog(goal=20, exchange=True))
    dice = hog.least_best()[:, :, 0]
    found = pixels(hog._repr_html_())
    levels = {int(found[dice == choice][0]) for choice in np.unique(dice)}
    assert len(levels) == len(np.unique(dice))
    assert all(len(set(found[dice == choice])) == 1 for choice in np.unique(dice))
    assert found[dice == dice.max()].max() < found[dice == dice.min()].min()


def test_the_bars_of_a_duel_are_as_high_as_the_weights():
    duel = pigcore.solve(pigcore.Duel(holds=range(2, 10)))
    page = Html(duel._repr_html_())
    heights = [float(a["height"]) for tag, a in page.tags if tag == "rect"]
    weights = list(duel.mix.values())
    assert heights == pytest.approx([50 * weight / max(weights) for weight in weights], abs=0.06)
    assert page.of("text") == [str(hold) for hold in duel.mix]


@pytest.mark.parametrize(
    "game",
    [pigcore.Pig(), pigcore.Hog.fa13(goal=40), pigcore.Duel(holds=range(2, 9)),
     pigcore.Bag([300], [0], [0])],
    ids=lambda game: game.family,
)  # fmt: skip
def test_pictures_can_be_listened_to_and_read_in_the_dark(game):
    solution = pigcore.solve(game)
    html = solution._repr_html_()
    page = Html(html)
    assert page.of("strong") == [str(game)]
    for tag, attributes in page.tags:
        if tag == "svg":
            assert attributes["role"] == "img"
            assert page.of("title")[0]
            assert page.of("desc")[0]
        assert attributes.get("fill", "none") in ("none", "currentColor")
        assert attributes.get("stroke", "currentColor") == "currentColor"
    assert ("<svg" in html) == (game.family != "bag")


def test_large_games_have_a_line_without_a_picture():
    large = pigcore.Pig(goal=LARGEST + 1)
    assert picture(RaceArrays.of(large), np.zeros((1, 1))) == ""
    hog = pigcore.solve(pigcore.Hog.fa13(goal=ACROSS + 1))
    assert "<svg" not in hog._repr_html_()
    assert "rolling" not in repr(hog)
    assert not {"_worths", "error_bound"} & set(vars(hog))  # which look at every state


# --- results ------------------------------------------------------------------------------------


def results():
    pig, rules = pigcore.Pig(goal=30), [pigcore.hold_at(10), pigcore.hold_at(12)]
    yield pigcore.match(pig, *rules), "average"
    yield pigcore.match(pigcore.Duel(holds=range(2, 9)), 3, 4), "draw"
    yield pigcore.best_response(pig, rules[0]), "second"
    yield pigcore.loss(pig, rules[0]), "exploitability"
    yield pigcore.solitaire(pig), "turns"
    yield pigcore.tournament(pig, rules), "rate"
    yield pigcore.simulate(pig, *rules, games=100, seed=1), "average"
    yield pigcore.rules_of_thumb(pig, ["hold"]), "sentence"
    yield pigcore.coach(pigcore.Bag([300, 0], [0, 300], [0, 0]), lambda *counts: "rock"), "loss"


def test_results_are_tables_with_headings():
    for result, name in results():
        page = Html(result._repr_html_())
        assert page.of("caption")[0].startswith(type(result).__name__)
        assert name in page.of("th")
        assert all(a.get("scope") in ("row", "col") for tag, a in page.tags if tag == "th")


def test_a_match_is_shown_without_computing_how_its_games_go():
    match = pigcore.match(pigcore.Pig(goal=30), pigcore.hold_at(10), pigcore.hold_at(12))
    before = set(vars(match))
    page = Html(match._repr_html_())
    assert set(vars(match)) == before
    assert float(page.of("td")[0]) == pytest.approx(match.first, abs=1e-12)


def test_long_tables_end_and_wide_ones_are_narrowed():
    page = Html(rows_as_html("Rows", [{"n": n} for n in range(1000)]))
    assert page.of("caption") == ["Rows: the first 60 of 1,000 rows"]
    assert page.of("td") == [str(n) for n in range(60)]
    many = {f"hold {n}": pigcore.hold_at(n) for n in range(2, 15)}
    page = Html(pigcore.tournament(pigcore.Piglet(goal=4), many)._repr_html_())
    assert page.of("th") == ["rank", "policy", "wins", "rate"]


def test_names_cannot_write_html():
    html = facts_as_html("<b>", {"<script>": "<i>" + "x" * 1000})
    assert Html(html).of("th") == ["<script>"]
    assert "<script>" not in html
    assert len(html) < 500


def test_the_map_of_farkle_is_the_chance_to_win():
    farkle = pigcore.solve(pigcore.Farkle.kcd(1500))
    shown = farkle._repr_html_()
    found = pixels(shown)
    assert (found == 255 - np.rint(254 * farkle.starts)).all()
    assert ">1450</text>" in shown
