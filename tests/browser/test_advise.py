"""Advise: what to do in any state, and in a game whose real dice are tapped as they fall."""

import pytest
from support.pages import EQUAL, GAMES, TURNS, solved
from support.screens import DESK, PHONE, text_of

import pigcore

pytestmark = pytest.mark.browser

TOUCH = {"has_touch": True, "is_mobile": True}
TALL = 390, 760


def tap(page, *faces):
    for face in faces:
        page.locator(f"#advise .bar-below .faces > button[aria-label='{face}']").tap()


def do(page, name):
    page.locator("#advise .bar-below").get_by_role("button", name=name).tap()


def put(page, label, value):
    field = page.locator("#advise").get_by_label(label, exact=True)
    field.fill(str(value))
    field.press("Enter")


def ranked(page):
    """The rows of the choices: the choice, the chance to win, and that the next throw busts."""
    rows = page.locator("#advise .payoffs tbody tr").all()
    cells = [
        [cell.inner_text().strip() for cell in row.locator("th, td.number").all()] for row in rows
    ]
    return [row[:3] for row in cells]


def numbers(page):
    return [int(one.input_value()) for one in page.locator("#advise .seat input").all()]


def scores(page):
    return numbers(page)[:2]


def title(page):
    return text_of(page, "#advise-title")


def on_table(page):
    return text_of(page, "#advise .on-table")


def said(chance, digits=2):
    return f"{100 * chance:.{digits}f}%"


def test_the_advice_is_the_solver_s(made, opened):
    page = opened(made("pig"), DESK, "#view=advise&own=41&opp=49&total=27")
    assert text_of(page, ".answer .decision") == "Roll"
    assert text_of(page, ".verdict") == "Rolling wins 2 more games in 10,000 than holding."
    payoffs = pigcore.solve(pigcore.Pig()).payoffs(41, 49, 27)
    assert ranked(page) == [
        ["Roll", said(payoffs["roll"]), "16.7%"], ["Hold", said(payoffs["hold"]), ""],
    ]  # fmt: skip


def test_every_number_can_be_set_and_what_cannot_be_is_mended(made, opened):
    page = opened(made("pig"), DESK, "#view=advise")
    for label, value in (("You", 41), ("The opponent", 49), ("Turn total", 27)):
        put(page, label, value)
    assert "own=41&opp=49&total=27" in page.url
    assert text_of(page, "#live") == "Rolling wins 2 more games in 10,000 than holding."
    put(page, "You", 1000)
    assert numbers(page) == [99, 49, 1]  # the nearest that there is
    assert text_of(page, ".verdict") == "That total wins: hold."
    put(page, "You", "")
    assert numbers(page) == [99, 49, 1]
    put(page, "Turn total", 0)
    assert text_of(page, ".verdict") == "At the beginning of a turn you must roll."


def test_pig_is_followed_throw_by_throw(made, opened):
    page = opened(made("pig"), TALL, "#view=advise&own=41&opp=49", **TOUCH)
    assert (title(page), ranked(page)[0][0]) == ("Your turn", "Roll")
    tap(page, 6, 6, 6, 6, 3)
    assert on_table(page) == "27 on the table (6 + 6 + 6 + 6 + 3)"
    tap(page, 1)
    assert (title(page), scores(page)) == ("The opponent to move", [41, 49])
    page.locator("#advise-banked").fill("14")
    do(page, "Banked")
    assert (scores(page), title(page)) == ([41, 63], "Your turn")
    tap(page, 5)
    do(page, "Hold 5")
    assert scores(page) == [46, 63]
    do(page, "Nothing")
    assert (scores(page), title(page)) == ([46, 63], "Your turn")
    for _ in range(5):
        do(page, "Undo")
    assert (scores(page), on_table(page)) == ([41, 49], "27 on the table (6 + 6 + 6 + 6 + 3)")


def test_a_game_goes_on_after_a_reload_and_ends(made, opened):
    page = opened(made("pig", 20), TALL, "#view=advise", **TOUCH)
    tap(page, 6, 6)
    do(page, "Hold 12")
    tap(page, 4)
    page.reload()
    page.wait_for_function("pigcore.app.shown")
    assert scores(page) == [12, 0]
    assert (title(page), on_table(page)) == ("The opponent to move", "4 on the table")
    tap(page, 1, 5, 3)
    assert title(page) == "You win, 20 to 0."
    assert page.locator("#advise .bar-below button").count() == 1  # what can be taken back
    page.locator("#advise").get_by_role("button", name="New game").tap()
    assert (scores(page), title(page)) == ([0, 0], "Your turn")
    do(page, "Undo")
    assert title(page) == "You win, 20 to 0."


def test_the_focus_stays_with_what_is_tapped(made, opened):
    page = opened(made("two-dice-pig", 30), address="#view=advise")
    focused = (
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
    )
    page.locator("#advise .bar-below button[aria-label='5']").focus()
    for _ in range(2):
        page.keyboard.press("Enter")
        assert page.evaluate(focused) == "5"
    page.get_by_role("button", name="Hold 10").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("Boolean(document.activeElement.closest('#advise .bar-below'))")


@pytest.mark.parametrize("mover", ["-1", "0.5", "7", "x", ""])
def test_an_address_names_a_player_or_nobody(mover, made, opened):
    page = opened(made("pig", 20), address=f"#view=advise&own=3&opp=4&total=0&mover={mover}")
    assert (scores(page), title(page)) == ([3, 4], "Your turn")


def test_two_dice_are_tapped_one_after_the_other(made, opened):
    page = opened(made("two-dice-pig"), TALL, "#view=advise&own=50&opp=20", **TOUCH)
    tap(page, 4)
    assert text_of(page, "#advise .pick") == "One more."
    page.get_by_label("remove the 4").tap()
    tap(page, 5, 4)
    assert on_table(page) == "9 on the table"
    tap(page, 1, 1)
    assert (scores(page), title(page)) == ([0, 20], "The opponent to move")


def test_farkle_ranks_every_choice(made, opened, violations):
    game = pigcore.Farkle.kcd(2000)
    solution = pigcore.solve(game)
    page = opened(made(game), TALL, "#view=advise&own=300&opp=500", **TOUCH)
    tap(page, 1, 5, 5, 2, 3, 6)
    faces = (1, 2, 3, 5, 5, 6)
    payoffs = solution.payoffs(300, 500, 0, faces)
    page.locator("#advise .answer > div > button").tap()  # what is no better than another
    rows = ranked(page)
    assert {row[0]: row[1] for row in rows} == {
        action: said(chance) for action, chance in payoffs.items()
    }
    assert all(bool(busts) == action.endswith("throw") for action, _, busts in rows)
    assert text_of(page, ".answer .decision") == "1, then throw"
    assert violations(page) == []
    do(page, "1, then throw")
    assert on_table(page) == "100 on the table"
    assert text_of(page, "#advise .pick") == "Tap the 5 dice that were thrown."
    tap(page, 2, 2, 3, 4, 6)
    lost = "Nothing scores: the 100 points are lost. You 300, the opponent: 500."
    assert text_of(page, "#advise .event").endswith(lost)
    assert title(page) == "The opponent to move"
    page.locator("#advise-banked").fill("450")
    do(page, "Banked")
    assert scores(page) == [300, 950]
    put(page, "Dice in hand", 5)
    assert "dice=5&thrown=0" in page.url


def test_options_and_modes_are_tapped_and_chosen(made, opened, violations):
    page = opened(made(TURNS["bold"]), PHONE, "#view=advise", **TOUCH)
    put(page, "You", 3)
    put(page, "Points this turn", 2)
    page.locator("#advise select").select_option("In mode bold")
    assert "own=3&opp=0&points=2&mode=bold" in page.url
    payoffs = solved("bold").payoffs(3, 0, 2, "bold")
    best = max(payoffs, key=payoffs.get)
    assert ranked(page)[0][:2] == [best.capitalize(), said(payoffs[best])]
    page.get_by_role("button", name="+3 / +6").tap()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    again = opened(made(TURNS["bold"]), PHONE, page.evaluate("location.hash"), **TOUCH)
    assert text_of(again, ".payoffs") == text_of(page, ".payoffs")
    assert again.locator(".payoffs button").count() > 1
    again.locator(".payoffs tbody button").first.tap()  # that is done


IMPOSSIBLE = {
    "#view=advise&mode=brave": (TURNS["bold"], "mode=brave, but what is in hand is one of"),
    "#view=advise&own=5&opp=9&points=3&mode=1": (TURNS["capped"], "No turn has 3 points with 1"),
    "#view=advise&own=5&opp=9&points=12&mode=0": (TURNS["capped"], "There is no other choice."),
    "#view=advise&points=50&dice=3": ("farkle:kcd", "No turn has 50 points with 3 dice in hand."),
}  # fmt: skip


@pytest.mark.parametrize("address", IMPOSSIBLE)
def test_states_that_cannot_be_are_named(address, made, opened):
    game, words = IMPOSSIBLE[address]
    assert words in text_of(opened(made(game), DESK, address), "main")


def test_it_counts_who_began(made, opened):
    page = opened(made(EQUAL["equal turns"]), DESK, "#view=advise")
    put(page, "You", 34)
    put(page, "The opponent", 39)
    page.locator("#advise").get_by_role("switch", name="The opponent began").check()
    state = page.evaluate("pigcore.app.views.advise.table.state")
    assert state == {"own": 34, "opp": 39, "total": 0, "second": 1}
    solution = solved("equal turns")
    assert said(solution.win(34, 39, seat=2)) in text_of(page, "#advise .payoffs")


def test_three_players_and_who_mixes(made, opened):
    solution = solved("three")
    page = opened(made("pig", 66, 3), DESK, "#view=advise&own=0&next=23&third=30&total=31")
    assert text_of(page, ".answer .decision") == "Roll with chance 0.745, else hold"
    assert text_of(page, ".verdict").endswith("ing are equally good.")
    assert "roll with chance 0.745" in text_of(page, ".answer")
    page.evaluate("location.hash = '#view=advise&own=20&next=31&third=12&total=15'")
    page.wait_for_function("pigcore.app.state.own === 20")
    payoffs = solution.payoffs(20, 31, 12, 15)
    best, other = sorted(payoffs, key=payoffs.get, reverse=True)
    columns = {action: solution._shares((20, 31, 12, 15), action) for action in payoffs}
    names = "You", "The opponent (2)", "The opponent (3)"
    assert [text_of(page, f".everyone tbody tr >> nth={n}") for n in range(3)] == [
        f"{who} {said(columns[best][n])} {said(columns[other][n])}" for n, who in enumerate(names)
    ]
    put(page, "The opponent (3)", 13)
    assert "next=31&third=13" in page.url


def test_hog_is_advised_without_dice_and_its_ties_are_said(made, opened):
    solution = pigcore.solve(pigcore.Hog.fa13())
    own, opp = solution.ties()[0]
    page = opened(made("hog:fa13"), DESK, f"#view=advise&own={own}&opp={opp}")
    assert "are equally good" in text_of(page, ".verdict")
    assert page.locator(".payoffs .best").count() == len(solution.best(own, opp)) > 1
    assert not page.locator("#advise .bar-below").is_visible()
    assert text_of(page, "#tabs") == "Play Review Practice Advise Map Rules What if"


@pytest.mark.parametrize(
    ("name", "taps", "locale"),
    [("pig", [4, 5], "en"), ("farkle:kcd", [1, 1, 5, 2, 3, 3], "de"), ("two-dice-pig", [3], "de"),
     ("growing-pig", [2], "en")],
)  # fmt: skip
def test_a_thumb_reaches_it(name, taps, locale, made, opened, violations):
    """What is tapped is at the bottom edge, 44 pixels high, and nothing sticks out."""
    goal = 1500 if name.startswith("farkle") else None
    page = opened(made(name, goal), TALL, "#view=advise", locale=locale, **TOUCH)
    tap(page, *taps)
    assert page.evaluate("document.documentElement.scrollWidth") == TALL[0]
    boxes = [one.bounding_box() for one in page.locator("#advise .bar-below button").all()]
    assert all(box["height"] >= 44 and box["width"] >= 34 for box in boxes)
    assert all(TALL[1] / 2 < box["y"] and box["y"] + box["height"] <= TALL[1] for box in boxes)
    assert violations(page) == []


ZOMBIES = """cells => {
    const { engine } = pigcore;
    return cells.map(([cup, feet, shots]) => new ZombiePad({ engine }).modeOf(cup, feet, shots));
}"""


@pytest.mark.nightly
def test_zombie_dice_are_tapped_by_colour_and_face(workshop, opened):
    """In the workshop, as its modes are too many for a page of its own; values are the solver's."""
    game = pigcore.game("zombie-dice", goal=3)
    solution = pigcore.solve(game)
    shown = "document.querySelector('#advise .payoffs')"  # the values are there
    page = opened(workshop, TALL, "#game=zombie-dice&goal=3/view=advise", shown, **TOUCH)
    page.locator("#advise .bar-below .zombie-0").first.wait_for()
    boxes = [one.bounding_box() for one in page.locator("#advise .bar-below button").all()]
    assert all(box["height"] >= 44 and box["y"] + box["height"] <= TALL[1] for box in boxes)
    cells = set()
    for cup, feet, shots in game.turn.values:
        full = [all_ - f - s for all_, f, s in zip((6, 4, 3), feet, shots, strict=True)]
        for there in [cup, full] if sum(cup) < 3 - sum(feet) else [cup]:
            cells.add((tuple(there), feet, shots))
    assert min(page.evaluate(ZOMBIES, list(cells))) >= 0
    tap(page, "brain, green", "feet, yellow", "shotgun, red")
    assert on_table(page) == "Brains: 1. In the cup: 5 green, 3 yellow and 2 red. Shotguns: 1 red."
    assert text_of(page, "#advise .event") == "You roll 1 brain. 1 on the table."
    mode = ((5, 3, 2), (0, 1, 0), (0, 0, 1))
    payoffs = solution.payoffs(0, 0, 1, mode)
    (thrown,) = (
        one.throw
        for one, value in zip(game.turn.modes, game.turn.values, strict=True)
        if value == mode
    )
    assert ranked(page) == [
        ["Roll", said(payoffs["roll"]), said(float(thrown.bust), 1)],
        ["Hold", said(payoffs["hold"]), ""],
    ]
    tap(page, "feet, yellow", "shotgun, green")
    assert page.locator(".faces > button[aria-label='feet, red']").is_enabled()
    tap(page, "shotgun, green")
    assert title(page) == "The opponent to move"
    assert on_table(page) == ("Brains: 0. In the cup: 6 green, 4 yellow and 3 red. Shotguns: none.")


AT_RANDOM = """count => {
    const { app, engine } = pigcore, view = app.views.advise;
    const root = document.getElementById("advise");
    const said = new Set();
    let seed = 1, turns = 0;  // the numbers of Park and Miller: every run taps the same
    const random = (many) => (seed = seed * 48271 % 2147483647) % many;
    for (let n = 0; n < count; n++) {
        const banked = document.getElementById("advise-banked");
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
    page = opened(made(GAMES[name]), TALL, "#view=advise")
    turns, odd = page.evaluate(AT_RANDOM, 80)
    assert odd == []
    assert turns > 1
