"""The view for real dice: what is tapped, what is said then, and the scores that it keeps."""

import re

import pytest
from support.pages import GAMES, TURNS
from support.screens import text_of, viewed

import pigcore

pytestmark = pytest.mark.browser

PHONE = 390, 760
TOUCH = {"has_touch": True, "is_mobile": True}


def tap(page, *faces):
    for face in faces:
        page.locator(f"#table .bar-below .faces > button[aria-label='{face}']").tap()


def do(page, name):
    page.locator("#table .bar-below").get_by_role("button", name=name).tap()


def ranked(page):
    """The rows of the ranking: the choice, the chance to win, and the two to bust."""
    rows = page.locator("#table .ranking tbody tr").all()
    return [[cell.inner_text().strip() for cell in row.locator("th, td").all()] for row in rows]


def scores(page):
    return [int(one.input_value()) for one in page.locator("#table .seat input").all()]


def said(chance, digits=2):
    return f"{100 * chance:.{digits}f}%"


def test_pig_is_followed_throw_by_throw(made, opened):
    pig = pigcore.solve(pigcore.Pig())
    page = opened(made("pig"), PHONE, "#view=table&own=41&opp=49", **TOUCH)
    assert text_of(page, "#table-title") == "Your turn"
    assert ranked(page)[0][0] == "Roll"
    tap(page, 6, 6, 6, 6, 3)
    assert text_of(page, "#table .on-table") == "27 on the table (6 + 6 + 6 + 6 + 3)"
    payoffs, outlook = pig.payoffs(41, 49, 27), pig.outlook(41, 49, 27)
    assert ranked(page) == [
        ["Roll", said(payoffs["roll"]), "16.7%", said(outlook["roll"].bust, 1)],
        ["Hold", said(payoffs["hold"]), "", ""],
    ]
    tap(page, 1)
    assert text_of(page, "#table-title") == "The opponent to move"
    assert scores(page) == [41, 49]
    page.locator("#table-banked").fill("14")
    do(page, "Banked")
    assert (scores(page), text_of(page, "#table-title")) == ([41, 63], "Your turn")
    tap(page, 5)
    do(page, "Hold 5")
    assert scores(page) == [46, 63]
    do(page, "Nothing")
    assert (scores(page), text_of(page, "#table-title")) == ([46, 63], "Your turn")
    for _ in range(5):
        do(page, "Undo")
    assert (scores(page), text_of(page, "#table .on-table")) == (
        [41, 49],
        "27 on the table (6 + 6 + 6 + 6 + 3)",
    )


def test_a_game_goes_on_after_a_reload_and_ends(made, opened):
    page = opened(made("pig", 20), PHONE, "#view=table", **TOUCH)
    tap(page, 6, 6)
    do(page, "Hold 12")
    tap(page, 4)
    page.reload()
    page.wait_for_function("pigcore.app.shown")
    assert scores(page) == [12, 0]
    assert text_of(page, "#table-title") == "The opponent to move"
    assert text_of(page, "#table .on-table") == "4 on the table"
    page.goto(page.url.split("#")[0])
    page.get_by_role("link", name="At the table").tap()
    viewed(page, "table")
    assert scores(page) == [12, 0]
    tap(page, 1, 5, 3)
    assert text_of(page, "#table-title") == "You win, 20 to 0."
    assert page.locator("#table .bar-below button").count() == 1  # what can be taken back
    page.get_by_role("button", name="New game").tap()
    assert (scores(page), text_of(page, "#table-title")) == ([0, 0], "Your turn")
    do(page, "Undo")
    assert text_of(page, "#table-title") == "You win, 20 to 0."


def test_a_game_is_lost_to_no_other_page(made, opened):
    """Neither to one that was opened before, and changes a setting now, nor to another game's."""
    page = opened(made("pig", 20), PHONE, "#view=table", **TOUCH)
    for path in (made("pig", 20), made("pig")):
        other = page.context.new_page()
        other.goto(path.as_uri())
        other.wait_for_function("window.pigcore?.app.shown")
        if path == made("pig", 20):
            tap(page, 6, 6)
            do(page, "Hold 12")
            other.get_by_label("Left-handed").check()
            page.wait_for_function("localStorage.getItem('pigcore')?.includes('left')")
        else:
            other.get_by_role("link", name="At the table").tap()
            viewed(other, "table")
            tap(other, 5)
        other.close()
        page.goto("about:blank")
        page.goto(made("pig", 20).as_uri())
        page.get_by_role("link", name="At the table").tap()
        viewed(page, "table")
        assert scores(page) == [12, 0]
        assert page.get_by_label("Left-handed").is_checked()


def test_the_focus_stays_with_what_is_tapped(made, opened):
    page = opened(made("two-dice-pig", 30), address="#view=table")
    focused = (
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
    )
    page.locator("#table .bar-below button[aria-label='5']").focus()
    for _ in range(2):
        page.keyboard.press("Enter")
        assert page.evaluate(focused) == "5"
    page.get_by_role("button", name="Hold 10").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("Boolean(document.activeElement.closest('#table .bar-below'))")
    page.keyboard.press("Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('#table'))")


@pytest.mark.parametrize("mover", ["-1", "0.5", "7", "x", ""])
def test_an_address_names_a_player_or_nobody(mover, made, opened):
    page = opened(made("pig", 20), address=f"#view=table&own=3&opp=4&total=0&mover={mover}")
    assert (scores(page), text_of(page, "#table-title")) == ([3, 4], "Your turn")


def test_what_is_kept_of_it_is_erased_with_all_games(made, opened):
    page = opened(made("pig", 20), PHONE, "#view=table", **TOUCH)
    tap(page, 6)
    page.goto(made("pig", 20).as_uri() + "#view=practice")
    page.wait_for_function("window.pigcore?.app.shown")
    page.get_by_role("button", name="Erase all games").tap()
    page.goto("about:blank")
    page.goto(made("pig", 20).as_uri() + "#view=table")
    viewed(page, "table")
    assert text_of(page, "#table .on-table") == "0 on the table"


def test_a_score_can_be_corrected(made, opened):
    page = opened(made("pig"), PHONE, "#view=table", **TOUCH)
    tap(page, 6)
    page.get_by_label("The opponent", exact=True).fill("250")
    page.get_by_label("The opponent", exact=True).press("Enter")
    assert scores(page) == [0, 99]  # the nearest that there is
    assert "opp=99" in page.url
    do(page, "Undo")
    assert (scores(page), text_of(page, "#table .on-table")) == ([0, 0], "6 on the table")


def test_two_dice_are_tapped_one_after_the_other(made, opened):
    page = opened(made("two-dice-pig"), PHONE, "#view=table&own=50&opp=20", **TOUCH)
    tap(page, 4)
    assert text_of(page, "#table .pick") == "One more."
    page.get_by_label("remove the 4").tap()
    tap(page, 5, 4)
    assert text_of(page, "#table .on-table") == "9 on the table"
    tap(page, 1, 1)
    assert scores(page) == [0, 20]
    assert text_of(page, "#table-title") == "The opponent to move"


def test_farkle_ranks_every_choice(made, opened):
    game = pigcore.Farkle.kcd(2000)
    solution = pigcore.solve(game)
    page = opened(made(game), PHONE, "#view=table&own=300&opp=500", **TOUCH)
    tap(page, 1, 5, 5, 2, 3, 6)
    faces = (1, 2, 3, 5, 5, 6)
    payoffs = solution.payoffs(300, 500, 0, faces)
    outlook = solution.outlook(300, 500, 0, faces)
    rows = ranked(page)
    assert {row[0]: row[1] for row in rows} == {
        action: said(chance) for action, chance in payoffs.items()
    }
    assert [row[1] for row in rows] == sorted((row[1] for row in rows), reverse=True)
    for action, _, throw, turn in rows:
        assert (turn == said(outlook[action].bust, 1)) == action.endswith("throw")
        assert bool(throw) == action.endswith("throw")
    do(page, "1, then throw")  # the best
    assert text_of(page, "#table .on-table") == "100 on the table"
    assert text_of(page, "#table .pick") == "Tap the 5 dice that were thrown."
    tap(page, 2, 2, 3, 4, 6)
    lost = "Nothing scores: the 100 points are lost. You 300, the opponent: 500."
    assert text_of(page, "#table .event").endswith(lost)
    assert text_of(page, "#table-title") == "The opponent to move"
    page.locator("#table-banked").fill("450")
    do(page, "Banked")
    assert scores(page) == [300, 950]


def test_pigs_are_tapped_as_they_lie(made, opened):
    page = opened(made("pass-the-pigs:kern"), PHONE, "#view=table&own=30&opp=20", **TOUCH)
    tap(page, "trotter", "razorback")
    assert text_of(page, "#table .on-table") == "10 on the table"
    tap(page, "touching")  # both do
    assert scores(page) == [0, 20]


@pytest.mark.parametrize(
    ("name", "taps", "locale"),
    [("pig", [4, 5], "en"), ("farkle:kcd", [1, 1, 5, 2, 3, 3], "de"), ("two-dice-pig", [3], "de"),
     ("growing-pig", [2], "en")],
)  # fmt: skip
def test_a_thumb_reaches_it(name, taps, locale, made, opened, violations):
    """What is tapped is at the bottom edge, 44 pixels high, and nothing sticks out."""
    goal = 1500 if name.startswith("farkle") else None
    page = opened(made(name, goal), PHONE, "#view=table", locale=locale, **TOUCH)
    tap(page, *taps)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    boxes = [one.bounding_box() for one in page.locator("#table .bar-below button").all()]
    assert all(box["height"] >= 44 and box["width"] >= 34 for box in boxes)
    assert all(PHONE[1] / 2 < box["y"] and box["y"] + box["height"] <= PHONE[1] for box in boxes)
    assert violations(page) == []


def test_hog_has_no_such_view(made, opened):
    page = opened(made("hog:fa13", 20))
    assert re.sub(r"\s+", " ", text_of(page, "#tabs")) == (
        "Play Review Practice Advise Map Rules What if"
    )


ZOMBIES = """cells => {
    const { engine } = pigcore;
    return cells.map(([cup, feet, shots]) => new ZombiePad({ engine }).modeOf(cup, feet, shots));
}"""


@pytest.mark.nightly
def test_zombie_dice_are_tapped_by_colour_and_face(workshop, opened):
    """In the workshop, as its modes are too many for a page of its own; values are the solver's."""
    game = pigcore.game("zombie-dice", goal=3)
    solution = pigcore.solve(game)
    shown = "document.querySelector('#table .ranking')"  # the values are there
    page = opened(workshop, PHONE, "#game=zombie-dice&goal=3/view=table", shown, **TOUCH)
    page.locator("#table .bar-below .zombie-0").first.wait_for()
    boxes = [one.bounding_box() for one in page.locator("#table .bar-below button").all()]
    assert all(box["height"] >= 44 and box["y"] + box["height"] <= PHONE[1] for box in boxes)
    cells = {}
    for place, mode in enumerate(game.turn.values):
        cup, feet, shots = mode
        full = [all_ - f - s for all_, f, s in zip((6, 4, 3), feet, shots, strict=True)]
        for shown in [cup, full] if sum(cup) < 3 - sum(feet) else [cup]:
            cells[(tuple(shown), feet, shots)] = place
    assert page.evaluate(ZOMBIES, list(cells)) == list(cells.values())
    tap(page, "brain, green", "feet, yellow", "shotgun, red")
    assert text_of(page, "#table .on-table") == (
        "Brains: 1. In the cup: 5 green, 3 yellow and 2 red. Shotguns: 1 red."
    )
    assert text_of(page, "#table .event") == "You roll 1 brain. 1 on the table."
    mode = ((5, 3, 2), (0, 1, 0), (0, 0, 1))
    payoffs, outlook = solution.payoffs(0, 0, 1, mode), solution.outlook(0, 0, 1, mode)
    (thrown,) = (
        one.throw
        for one, value in zip(game.turn.modes, game.turn.values, strict=True)
        if value == mode
    )
    assert ranked(page) == [
        ["Roll", said(payoffs["roll"]), said(float(thrown.bust), 1), said(outlook["roll"].bust, 1)],
        ["Hold", said(payoffs["hold"]), "", ""],
    ]
    tap(page, "feet, yellow", "shotgun, green")
    assert page.locator(".faces > button[aria-label='feet, red']").is_enabled()
    tap(page, "shotgun, green")
    assert text_of(page, "#table-title") == "The opponent to move"
    assert text_of(page, "#table .on-table") == (
        "Brains: 0. In the cup: 6 green, 4 yellow and 3 red. Shotguns: none."
    )


AT_RANDOM = """count => {
    const { app, engine } = pigcore, view = app.views.table;
    const root = document.getElementById("table");
    const said = new Set();
    let seed = 1, turns = 0;  // the numbers of Park and Miller: every run taps the same
    const random = (many) => (seed = seed * 48271 % 2147483647) % many;
    for (let n = 0; n < count; n++) {
        const banked = document.getElementById("table-banked");
        if (banked) banked.value = engine.unit * (1 + random(engine.scores));
        const enabled = [...root.querySelectorAll(".bar-below button, .choice")]
            .filter((each) => !each.disabled && each.checkVisibility());
        const button = enabled[random(enabled.length)];
        const { mover } = view.table, undoes = button.textContent === "Undo";
        if (!undoes || random(4) === 0) button.click();
        const { table } = view;
        if (table.mover !== mover) turns += 1;
        if (table.over) {
            view.anew();
        } else if (!engine.has(table.state)) {
            throw new Error(`${button.textContent}: ${JSON.stringify(table.state)}`);
        }
        said.add(root.querySelector(".event").textContent);
    }
    return [turns, [...said].filter((text) => /undefined|NaN|[{}]/.test(text))];
}"""


@pytest.mark.parametrize(
    "name", ["piglet", "pass-the-pigs:kern", "three", "three, exact", "three, capped", "house",
             "small", *TURNS],
)  # fmt: skip
def test_whatever_is_tapped_there_is_such_a_state(name, made, opened):
    game = GAMES[name]
    page = opened(made(game), (390, 760), "#view=table")
    turns, odd = page.evaluate(AT_RANDOM, 80)
    assert odd == []
    assert turns > 1
