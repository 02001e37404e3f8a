"""`pigcore plot` and `pigcore.plots`: the data on the axes, what is said about them, files."""

import re
import struct
from functools import cache
from importlib import util
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.image import imread
from matplotlib.text import Text
from support.commands import ask
from support.turns import bold, three_throws

import pigcore
from pigcore.palette import SIGNED, colour
from pigcore.show.plots import HOLD, KINDS, NONE, ROLL, colours, faces_of, painted, save

matplotlib.use("Agg")

PIG = pigcore.solve(pigcore.Pig(50))
EXACT = pigcore.solve(pigcore.HoldOrContinue(30))
HOG = pigcore.solve(pigcore.Hog.fa13(30))
HIJINKS = pigcore.solve(pigcore.Hog.fa13_hijinks(20))
DOCUMENT = Path(__file__).parents[2] / "docs" / "howto" / "plots.md"


@cache
def duel():
    """Not at once: linear programs are long to load."""
    return pigcore.solve(pigcore.Duel())


def draw(solution, kind, **options):
    return pigcore.plots.draw(solution, kind, on_screen=False, **options)


def dots(ax, size):
    """The cells (y, x) with a small dot, or with a large one."""
    lines = [line for line in ax.lines if ("decides" in line.get_label()) == size]
    return {(int(y), int(x)) for line in lines for x, y in line.get_xydata()}


SMALL, LARGE = False, True


def key(ax):
    """The words of the key."""
    return [text.get_text() for text in ax.get_legend().get_texts()]


# --- races ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("solution", "name"),
    [(pigcore.solve(pigcore.Pig(60)), "Pig to 60"), (EXACT, "Hold or Continue to exactly 30")],
    ids=["at least", "exact"],
)
def test_the_map_of_thresholds(solution, name):
    ax = draw(solution, "thresholds")
    shown = ax.images[0].get_array()
    goal, decisions, again = solution.game.goal, solution.decisions(), set()
    for own in range(goal):
        for opp in range(goal):
            column = decisions[own, opp, 1 : goal - own]
            held = np.flatnonzero(column == 0)
            assert bool(shown.mask[own, opp]) == (len(held) == 0)
            if len(held):
                assert shown[own, opp] == held[0] + 1
                if (column[held[0] :] == 1).any():
                    again.add((own, opp))
    assert again
    assert (dots(ax, SMALL), dots(ax, LARGE)) == (again, set())
    assert "roll until the goal is reached" in key(ax)
    assert ax.patch.get_hatch() is not None
    assert ax.get_title() == f"{name}: when to hold"
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("opponent's score (points)", "own score (points)")
    assert ax.figure.axes[1].get_ylabel() == "smallest turn total to hold at (points)"


def test_the_section():
    ax = draw(PIG, "section", opp=7)
    decisions = PIG.decisions()[:, 7].T
    expected = np.select([decisions == 1, decisions == 0], [ROLL, HOLD], NONE)
    assert (ax.images[0].get_array() == expected).all()
    assert ax.get_title() == "Pig to 50: roll or hold when the opponent has 7"
    assert key(ax) == ["roll", "hold"]
    assert draw(PIG, "section").get_title().endswith("the opponent has 15")


@pytest.mark.slow
def test_solids():
    solution = pigcore.solve(pigcore.Pig(12))
    inside = solution.decisions() == 1
    faces, _ = faces_of(inside)
    expected = set()
    for place in np.argwhere(inside):
        for axis, side in ((0, 1), (1, -1), (2, 1)):  # a face looks at what is beside it
            beside = place.copy()
            beside[axis] += side
            if not (0 <= beside[axis] < 12 and inside[tuple(beside)]):
                expected.add(tuple(place + (beside + 1 + place) / 2 - place))
    middles = faces.mean(axis=1)
    assert {tuple(middle) for middle in middles} == expected
    assert len(middles) == len(expected)
    (solid,) = draw(solution, "boundary").collections
    assert len(solid.get_facecolor()) == len(faces)


@pytest.mark.slow
def test_the_chance_to_win():
    for solution, starts in ((PIG, PIG.starts), (HIJINKS, HIJINKS.starts[:, :, 0])):
        ax = draw(solution, "win")
        assert (ax.images[0].get_array() == starts).all()
        assert ax.images[0].get_clim() == (0, 1)
        assert ax.figure.axes[1].get_ylabel() == "chance that the mover wins"


def test_closeness_is_the_share_of_calls_as_close():
    farkle = pigcore.solve(pigcore.Farkle({"1": 1, "2 2": 3}, 9, 3, 3, last_turn=True))
    races = [farkle, *map(pigcore.solve, (pigcore.Pig(9), pigcore.HoldOrContinue(11)))]
    for solution in (HOG, duel(), *races, pigcore.solve(pigcore.game("bag"))):
        ax = draw(solution, "closeness")
        calls = solution.closest(10**6)
        x, shares = ax.lines[0].get_data()
        assert x == pytest.approx([call.margin for call in calls], rel=1e-12)
        assert shares == pytest.approx(np.arange(1, len(calls) + 1) / len(calls))
        words = " ".join(text.get_text() for text in ax.texts)
        assert not calls[0].state or solution.game.spell(calls[0].state) in words
        assert f"{len(calls):,} decisions" in ax.get_ylabel()


# --- Hog and duels --------------------------------------------------------------------------------


def test_the_best_dice_and_their_ties():
    ax = draw(HIJINKS, "dice")
    shown, tied = ax.images[0].get_array(), dots(ax, SMALL)
    for own in range(20):
        for opp in range(20):
            best = HIJINKS.best(own, opp, 0)
            assert shown[own, opp] == min(best)
            assert ((own, opp) in tied) == (len(best) > 1)
    assert tied
    assert key(ax) == ["several numbers are best, the least is shown"]
    assert "after an even number" in ax.get_title()
    bar = ax.figure.axes[1]
    assert bar.get_ylabel() == "dice to roll"
    names = [text.get_text() for text in bar.get_yticklabels()]
    assert names == ["exchange" if one < 0 else str(one) for one in np.unique(shown)]


def test_the_replies_of_a_duel():
    ax = draw(duel(), "replies")
    assert (ax.images[0].get_array() == duel().matrix).all()
    holds = duel().game.holds
    for x, y in ax.lines[0].get_xydata():
        assert holds[int(y)] in duel().best(holds[int(x)])
    (above,) = ax.child_axes
    heights = [bar.get_height() for bar in above.patches]
    assert dict(zip(holds, heights)) == {hold: duel().mix.get(hold, 0.0) for hold in holds}
    assert ax.get_xlabel() == "the opponent's hold (points)"
    ticks = zip(ax.get_xticks(), ax.get_xticklabels())
    assert all(holds[int(place)] == int(name.get_text()) for place, name in ticks)


# --- what can be read by everybody ----------------------------------------------------------------


def brightness(colour):
    """Relative luminance, as the W3C defines it for contrast."""
    parts = np.array(to_rgb(colour))
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return linear @ (0.2126, 0.7152, 0.0722)


def test_colours_keep_their_order_in_grey():
    """More is darker; what has a sign is darker the further it is from a white zero."""
    shades = [brightness(one[:3]) for one in colours()(np.linspace(0, 1, 64))]
    assert (np.diff(shades) < 0).all()
    signed = [brightness(one[:3]) for one in colours(SIGNED)(np.linspace(0, 1, 65))]
    assert (np.diff(signed[:33]) > 0).all()
    assert (np.diff(signed[32:]) < 0).all()
    assert signed[32] == pytest.approx(1, abs=0.02)
    assert brightness(colour("extreme")) < shades[-1]
    apart = np.diff(sorted(map(brightness, painted()[1:])))
    assert apart.min() > 0.1
    assert colours()(0.0)[:3] == pytest.approx(to_rgb(colour("scale-0")))
    assert colours()(1.0)[:3] == pytest.approx(to_rgb(colour("scale-3")))


# --- what is fit for print ------------------------------------------------------------------------

PRINTED = {
    "race": lambda: PIG, "hog": lambda: HIJINKS, "duel": duel,
    "farkle": lambda: pigcore.solve(pigcore.Farkle.kcd(2000)),
    "bag": lambda: pigcore.solve(pigcore.game("bag")),
    "party": lambda: pigcore.solve(pigcore.Pig(12, players=3)),
}  # fmt: skip


def words(figure):
    """The texts that are seen, and where they are in the figure, in its pixels."""
    figure.draw_without_rendering()
    hidden = set()
    for ax in figure.axes:
        for axis in (ax.xaxis, ax.yaxis, getattr(ax, "zaxis", ax.xaxis)):
            low, high = sorted(axis.get_view_interval())
            ticks = [*axis.get_major_ticks(), *axis.get_minor_ticks()]
            away = [tick for tick in ticks if not low <= tick.get_loc() <= high]
            hidden |= {label for tick in away for label in (tick.label1, tick.label2)}
    renderer = figure.canvas.get_renderer()
    for text in figure.findobj(Text):
        box = text.get_window_extent(renderer)
        if text not in hidden and text.get_visible() and text.get_text().strip() and box.width:
            yield text, box


@pytest.mark.slow
@pytest.mark.parametrize("name", PRINTED)
def test_nothing_is_cut_off(name):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    solution = PRINTED[name]()
    for kind in pigcore.plots.kinds(solution.game):
        ax = draw(solution, kind)
        figure = ax.figure
        FigureCanvasAgg(figure)
        solid = hasattr(ax, "zaxis")  # whose ticks matplotlib moves when it draws them
        for text, box in words(figure):
            if not (solid and re.fullmatch(r"[\d,]+", text.get_text())):
                assert box.x0 > -1, (kind, text)
                assert box.y0 > -1, (kind, text)
                assert box.x1 < figure.bbox.width + 1, (kind, text)
                assert box.y1 < figure.bbox.height + 1, (kind, text)


# --- the entry points -----------------------------------------------------------------------------


@pytest.mark.slow
def test_every_kind_has_a_function_and_a_family():
    games = (PIG.game, HOG.game, pigcore.Duel(), pigcore.game("bag"))
    there = {kind for game in games for kind in pigcore.plots.kinds(game)}
    assert there == set(KINDS)
    assert there | {"draw", "kinds", "save"} == set(pigcore.plots.__all__)
    functions = {"thresholds": EXACT, "dice": HOG}
    for name, solution in functions.items():
        drawn = getattr(pigcore.plots, name)(solution)
        again = getattr(pigcore.plots, name)(solution, drawn.figure.add_subplot())
        assert drawn.get_title() == again.get_title() == draw(solution, name).get_title()
        matplotlib.pyplot.close(drawn.figure)


# --- files and the command line -------------------------------------------------------------------


def size_of(picture):
    """Width and height of a PNG, from its header."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", picture[16:24])


@pytest.mark.slow
def test_files(tmp_path):
    ax = draw(pigcore.solve(pigcore.Pig(5)), "section")
    for name, begins in (("a.png", b"\x89PNG"), ("a.SVG", b"<?xml"), ("a.pdf", b"%PDF")):
        save(ax, tmp_path / name, dpi=50)
        first = (tmp_path / name).read_bytes()
        assert first.startswith(begins)
        save(ax, tmp_path / name, dpi=50)
        assert (tmp_path / name).read_bytes() == first, "not the same bytes again"
    assert size_of((tmp_path / "a.png").read_bytes()) == (320, 250)
    assert b"/FontFile2" in first  # TrueType: journals refuse the fonts of matplotlib's default
    assert b"/Type3" not in first
    drawn = (tmp_path / "a.SVG").read_text()
    assert "<text" not in drawn  # letters are outlines
    assert "DejaVuSans-" in drawn
    for name in ("a.gif", "a", "png"):
        with pytest.raises(pigcore.RuleError, match=r"end it in \.png, \.svg or \.pdf"):
            save(ax, tmp_path / name)
    with pytest.raises(pigcore.RuleError, match="dpi is 19, but must be between 20 and 1200"):
        save(ax, tmp_path / "a.png", dpi=19)
    with pytest.raises(pigcore.FileError, match="cannot be written"):
        save(ax, tmp_path / "nowhere" / "a.png")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.SVG", "a.pdf", "a.png"]


def plot(*words, cwd):
    return ask("pigcore", "plot", *words, cwd=cwd)


def test_without_matplotlib(monkeypatch, tmp_path):
    found = util.find_spec
    monkeypatch.setattr(
        "pigcore.games.checks.find_spec",
        lambda name: None if name == "matplotlib" else found(name),
    )
    done = plot("pig", "-o", "a.png", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        "pigcore: error: plots need matplotlib, which is not installed: "
        "pip install 'pigcore[plot]'\n"
    )
    with pytest.raises(ImportError, match=r"pip install 'pigcore\[plot\]'"):
        draw(PIG, "win")


# --- the gallery ----------------------------------------------------------------------------------


def gallery():
    """(command, alternative text, picture, width, height) of every picture of the gallery."""
    return re.findall(
        r"^```sh\n(pigcore plot .*)\n```\n\n!\[([^]]+)\]\((.+)\)\n\n\*(\d+) × (\d+) pixels",
        DOCUMENT.read_text(encoding="utf-8"),
        re.M,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "picture",
    gallery(),
    ids=lambda one: one[2],
)
def test_a_command_of_the_gallery(picture, tmp_path):
    """It draws what the picture beside it shows, in the size that is stated."""
    line, described, file, *size = picture
    words = line.split()[2:]
    done = plot(*words, cwd=tmp_path)
    assert done.returncode == 0
    name = words[words.index("-o") + 1]
    assert Path(file).name == name
    assert len(described) > 30
    for made in (tmp_path / name, DOCUMENT.parent / file):
        assert size_of(made.read_bytes()) == tuple(map(int, size))
    made, shown = (
        imread(home / part) for home, part in ((tmp_path, name), (DOCUMENT.parent, file))
    )
    # Another release of matplotlib may draw a letter otherwise, but not the picture.
    assert np.abs(made - shown).mean() < 0.003, "make it anew"


# --- turns of several modes -----------------------------------------------------------------------


@pytest.mark.parametrize("game", [three_throws(16), bold(12)], ids=lambda one: one.name)
def test_pictures_of_any_turn_by_its_modes(game):
    solution = pigcore.solve(game)
    kinds = ["thresholds", "boundary", "win", "section", "closeness"]
    assert list(pigcore.plots.kinds(game)) == kinds
    decisions, words = solution.decisions(), [mode.word for mode in game.turn.modes]
    for place, word in enumerate(words):
        phrase = game.turn.phrases[place]
        if word in ("0", "3", "must"):
            with pytest.raises(pigcore.RuleError, match=f"in mode '{word}' nothing is decided"):
                draw(solution, "thresholds", mode=word)
            continue
        ax = draw(solution, "thresholds", mode=word)
        assert (ax.images[0].get_array().data == solution.thresholds()[..., place]).all()
        assert ax.get_title().endswith(phrase)
        cut = draw(solution, "section", opp=5, mode=word).images[0].get_array()
        assert ((cut == ROLL) == (decisions[:, 5, :, place].T == 1)).all()
        assert ((cut == HOLD) == (decisions[:, 5, :, place].T == 0)).all()
    ax = draw(solution, "thresholds")  # the first one that something is decided in
    first = next(place for place, word in enumerate(words) if word not in ("0", "3", "must"))
    usual = game.turn.start if game.name == "Bold" else first
    assert (ax.images[0].get_array().data == solution.thresholds()[..., usual]).all()
