"""The page's frame, its advice and its map, as they are used: by mouse, keyboard and touch."""

import re

import pytest
from support.screens import DESK, PHONE, SURVEYED, text_of, viewed

import pigcore

pytestmark = pytest.mark.browser

ADVISE = "#view=advise&own=41&opp=49&total=27"
MAP = "#view=map&own=41&opp=49&total=27"


def state(page):
    """The state that the address names."""
    found = dict(re.findall(r"(\w+)=([\w]+)", page.evaluate("location.hash")))
    return {name: int(part) for name, part in found.items() if name in ("own", "opp", "total")}


@pytest.mark.parametrize(
    ("name", "goal", "players", "at", "size", "scheme"),
    [
        ("pig", None, None, "&own=41&opp=49&total=27", PHONE, "light"),
        ("pig", None, None, "&own=99&opp=0&total=0", DESK, "dark"),
        ("hog:fa13_hijinks", None, None, "&own=31&opp=80", PHONE, "dark"),
        ("farkle:kcd", None, None, "&own=1200&opp=2000", PHONE, "light"),
        ("pig", 66, 3, "&own=0&next=23&third=30&total=31", PHONE, "dark"),
        ("piglet", 5, 6, "", DESK, "light"),
    ],
)
def test_no_barrier_is_found(name, goal, players, at, size, scheme, made, opened, violations):
    """Nor anything too small for a finger, or off the screen."""
    page = opened(made(name, goal, players), size, color_scheme=scheme)
    page.locator("footer summary").click()
    for view in ("advise", "map", "play"):
        page.evaluate(f"location.hash = '#view={view}{at}'")
        page.locator(f"#{view}").wait_for()
        assert violations(page) == [], view
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], view
        small = page.evaluate("""() =>
            [...document.querySelectorAll("a, button, input, select, summary")]
            .filter(each => each.checkVisibility() && !each.closest(".skip"))
            .map(each => [each.outerHTML.slice(0, 60), each.closest("label") || each])
            .filter(([, each]) => each.getBoundingClientRect().height < 44)
            .map(([text]) => text)""")
        assert small == [], view


def test_addresses_that_name_no_state_are_refused_in_sight(made, opened, violations):
    page = None
    for name, address, says in (
        ("pig", "#view=advise&own=999", "own=999, but own is a whole number from 0 to 99 here:"),
        ("pig", "#view=map&own=90&total=11", "total=11, but total is a whole number from 0 to 10"),
        ("pig", "#view=play&own=x", "own=x, but own is a whole number from 0 to 99 here:"),
        ("farkle", "#view=advise&own=75&opp=0", "own=75&opp=0, which is no state of this game:"),
    ):
        path = made(name, 1000 if name == "farkle" else None)
        page = opened(path, PHONE, address, instead=page)
        assert f"The address has {says}" in text_of(page, "#notice")
        assert page.locator("#notice").is_visible()
        assert violations(page) == []
        page.locator("h2:visible").click()
        assert not page.locator("#notice").is_visible()


@pytest.mark.parametrize("view", ["play&seats=perfect-perfect", "advise&own=41", "map&own=41"])
def test_a_dark_screen_prints_ink_on_white_without_buttons(view, made, opened):
    page = opened(made("pig", 60), PHONE, f"#view={view}", color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    page.wait_for_timeout(100)  # the map is drawn anew
    found = page.evaluate("""() => {
      const colour = (each) => getComputedStyle(each).backgroundColor;
      const pressed = "button, select, input, nav, footer";
      const shown = (each) => each.checkVisibility() && each.matches(pressed);
      return { papers: [document.body, ...document.querySelectorAll(".card")].map(colour),
        ink: getComputedStyle(document.body).color,
        pressed: [...document.querySelectorAll("*")].filter(shown).map((each) => each.outerHTML) };
    }""")
    assert set(found["papers"]) == {"rgb(255, 255, 255)"}
    assert found["ink"] == "rgb(29, 33, 37)"
    assert found["pressed"] == []
    if view.startswith("advise"):
        assert text_of(page, "#advise .answer").startswith("41 to 0 ")
        assert not page.locator("#advise .hint").is_visible()
        page.emulate_media(media="screen")
        assert not text_of(page, "#advise .answer").startswith("41 to 0")
    if view.startswith("map"):
        pixels = page.evaluate("""() => {
          const { canvas } = pigcore.app.views.map, brush = canvas.getContext("2d");
          const { data } = brush.getImageData(0, 0, canvas.width, canvas.height);
          return [...data].filter((_, n) => n % 4 < 3);
        }""")
        colours = set(zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))
        assert (29, 33, 37) in colours  # the ink of the axes
        assert not any(red > green + 90 > 90 + blue for red, green, blue in colours)


def test_a_game_is_printed_whole(made, opened):
    """All its turns, and no field in which nobody can type."""
    page = opened(made("pig"), DESK)
    page.evaluate("""() => {
        const { play } = pigcore.app.views, table = new Table(pigcore.engine), random = seeded("2");
        while (!table.over) table.act(table.actions[Math.floor(random() * table.actions.length)]);
        play.seat(play.seats, table);
        play.end(true);
        play.write();
    }""")
    bottom, edge = page.evaluate("""() => {
        scrollTo(0, 1e6);
        return [document.body.getBoundingClientRect().bottom, innerHeight];
    }""")
    assert bottom == pytest.approx(edge, abs=1)  # nothing of the list sticks out below
    page.emulate_media(media="print")
    turns = page.locator("#play .turns")
    assert turns.locator("li").count() > 20
    assert turns.evaluate("(one) => one.scrollHeight <= one.clientHeight")
    page.evaluate("location.hash = 'view=review'")
    viewed(page, "review")
    page.evaluate("location.hash = 'view=practice'")
    viewed(page, "practice")
    assert page.locator("#practice :is(input, textarea):visible").count() == 0


def test_the_map_by_mouse_and_keyboard(made, opened):
    page = opened(made("pig"), DESK, MAP)
    canvas = page.locator("#map figure canvas")
    canvas.focus()
    for key in ("ArrowRight", "ArrowDown", "Shift+ArrowUp", "Shift+ArrowLeft"):
        page.keyboard.press(key)
    assert state(page) == {"own": 50, "opp": 40, "total": 27}
    hold = pigcore.solve(pigcore.Pig()).thresholds()[50, 40]
    assert text_of(page, "#live") == f"You 50, opponent 40. Hold at {hold}."
    where = page.evaluate("pigcore.app.views.map.frame")
    canvas.click(position={
        "x": where["left"] + 0.205 * where["side"], "y": where["top"] + 0.295 * where["side"]
    })  # fmt: skip
    assert state(page) == {"own": 70, "opp": 20, "total": 27}
    page.keyboard.press("Enter")
    page.locator("#advise").wait_for(state="visible")
    assert state(page) == {"own": 70, "opp": 20, "total": 27}


@pytest.mark.parametrize(
    ("name", "address"), [("pig", ADVISE), ("pig", MAP), ("hog:fa13_hijinks", "#view=play")]
)
def test_every_control_is_reached_by_the_keyboard_and_seen_to_be(name, address, made, opened):
    page = opened(made(name), DESK, address)
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        here = page.evaluate("""() => {
            const active = document.activeElement;
            if (active === document.body) return null;
            return [active.outerHTML.slice(0, 200), getComputedStyle(active).outlineStyle];
        }""")
        if here:
            reached.add(here[0])
            assert here[1] != "none", here
    every = page.evaluate("""() =>
        [...document.querySelectorAll("a, button, input, select, summary, canvas[tabindex]")]
        .filter(each => each.checkVisibility({ visibilityProperty: true }) && !each.disabled)
        .map(each => each.outerHTML.slice(0, 200))""")
    assert len(every) > 10
    assert set(every) <= reached


def test_colours_follow_the_system_and_the_content_is_a_key_away(made, opened):
    page = opened(made("pig"), PHONE, ADVISE)
    papers = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        papers.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert papers == ["rgb(247, 244, 238)", "rgb(20, 23, 26)"]
    page.get_by_role("link", name="Skip to the content").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    assert state(page) == {"own": 41, "opp": 49, "total": 27}


COLOURS = """() => {  // how many colours the map has within its axes
    const { canvas, frame: { left, top, side } } = pigcore.app.views.map, seen = new Map();
    const inside = [left + 2, top + side / 2, side / 2, side / 2 - 2];  // no stripes
    const { data } = canvas.getContext("2d").getImageData(...inside);
    for (let n = 0; n < data.length; n += 4) {
        const key = data.slice(n, n + 3).join();
        seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    return [...seen].filter(([, count]) => count > 200).length;
}"""


def test_the_map_has_levels(made, opened, violations):
    """Zones from afar, cells and their numbers from near: by buttons, keys and wheel."""
    page = opened(made("pig"), DESK, "#view=map&own=41&opp=49")
    view = "pigcore.app.views.map"
    assert page.evaluate(f"[{view}.zones, {view}.frame.span]") == [5, 100]
    assert text_of(page, ".levels span") == "Zones: come nearer for single cells."
    assert page.evaluate(COLOURS) < 12
    assert "roll again" not in text_of(page, ".legend")  # dots are of cells
    nearer, farther = (page.get_by_role("button", name=name) for name in ("Nearer", "Farther"))
    farther.click(force=True)  # there is none
    assert page.evaluate(f"{view}.frame.span") == 100
    nearer.click()
    assert page.evaluate(f"[{view}.zones, {view}.frame.span]") == [0, 50]
    assert text_of(page, ".levels span") == "Cells"
    assert "roll again at a higher total" in text_of(page, ".legend")
    canvas = page.locator("#map figure canvas")
    canvas.press("+")
    canvas.press("+")
    canvas.press("+")
    assert page.evaluate(f"{view}.frame.span") == 13
    assert violations(page) == []
    low = page.evaluate(f"{view}.frame.own")
    assert low <= 41 < low + 13
    for _ in range(20):  # the window goes along with the mark
        canvas.press("ArrowUp")
    low = page.evaluate(f"{view}.frame.own")
    assert low <= 61 < low + 13
    where = page.evaluate(f"{view}.frame")
    cell = where["side"] / 13
    canvas.click(position={"x": where["left"] + 2.5 * cell, "y": where["top"] + 3.5 * cell})
    assert state(page)["own"] == low + 13 - 4
    assert state(page)["opp"] == where["opp"] + 2
    canvas.press("-")
    assert page.evaluate(f"{view}.frame.span") == 25
    page.keyboard.down("Control")
    page.mouse.wheel(0, 100)
    page.keyboard.up("Control")
    page.wait_for_function(f"{view}.frame.span === 50")


@pytest.mark.parametrize("kept", ['"x"', "7", "null", "[1]", "{"])
def test_settings_that_are_none_stop_nothing(kept, made, opened):
    page = opened(made("pig", 20))
    page.evaluate("kept => localStorage.setItem('pigcore', kept)", kept)
    page.reload()
    page.wait_for_function(SURVEYED)
    page.evaluate("document.getElementById('play-keys').click()")
    page.reload()
    page.wait_for_function(SURVEYED)
    assert not page.locator("#play-keys").is_checked()
