"""The workshop: games open, play and are solved in the page, by whatever rules are asked for."""

import json
import random
import re
from pathlib import Path

import pytest
from support import generated
from support.screens import DESK, PHONE, copied, text_of, to

import pigcore
from pigcore.games.errors import PigcoreError
from pigcore.games.rules import game_from_rules, game_from_text
from pigcore.show.page.document import AT_ONCE, shelf

pytestmark = pytest.mark.browser

DOCUMENTS = Path(__file__).parents[2] / "docs"
NAMES = [game["names"][0] for group in shelf() for game in group["games"]]
LONG = 300_000
"""Milliseconds in which a Worker finds the values of any game here."""

HELD = """{
    const held = [];
    window.Worker = class extends Worker {
        postMessage(...all) { held.push(() => super.postMessage(...all)); }
    };
    window.release = () => held.splice(0).forEach((post) => post());
}"""
"""No Worker begins before it is asked to."""

SHOWN = "window.pigcore && pigcore.workshop"
KNOWN = "window.pigcore && pigcore.app && pigcore.engine.known && pigcore.engine.charted"
OPEN = "window.pigcore && pigcore.app && pigcore.app.shown"


@pytest.fixture
def shop(opened, workshop):
    """Open the workshop at an address, and wait for the values of the game or what is asked for."""

    def open_it(address="", size=DESK, ready=KNOWN, **options):
        return opened(workshop, size, address, ready if address else SHOWN, **options)

    return open_it


def known(page):
    """Wait for the values."""
    page.wait_for_function(KNOWN, timeout=LONG)


def value(page):
    """What the game that is open is worth to each player, the first to move first."""
    return page.evaluate("pigcore.engine.shares(pigcore.engine.begin())")


def toml(page):
    """The rules in the form, as a file."""
    return page.locator("#change textarea").input_value()


def checked(page):
    """Wait until the form has looked at what was entered."""
    page.wait_for_function("!pigcore.app.views.change.waiting")


# --- the shelf ------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", range(6))
def test_every_card_opens_and_plays_at_once(start, shop):
    """And the form gives its file. What it is worth: test_page_solver.py."""
    page = shop()
    for name in NAMES[start::6]:
        page.locator(f'a.game[href="#game={name}"]').click()
        page.locator("#play .action:not([aria-disabled=true])").last.click(timeout=60_000)
        page.wait_for_function("pigcore.table.steps.length > 0")
        page.evaluate(f"location.hash = '#game={name}/view=change'")
        page.locator("#change textarea").wait_for(state="attached")
        assert game_from_text(toml(page)) == pigcore.game(name)
        assert text_of(page, "#change .in-words p").startswith(
            "The first to bank" if "hog" not in name else "The first"
        )
        assert page.locator("#change [aria-invalid]").count() == 0
        page.locator(".home").click()
        page.locator("#shelf").wait_for(state="visible")
        assert page.locator("#play").count() == 0


def test_the_shelf_has_a_card_with_a_picture_and_a_line_for_every_race_and_hog(shop):
    page = shop()
    cards = page.locator("a.game").all()
    assert len(cards) == len(NAMES) > 20
    lines = [card.locator("> span").last.inner_text() for card in cards]
    assert len({*lines}) == len(lines)
    assert len({*page.locator("a.game strong").all_inner_texts()}) == len(cards)
    assert all(card.locator("svg").count() for card in cards)


@pytest.mark.parametrize("name", AT_ONCE)
def test_games_that_take_long_have_the_rules_that_stand_here(name):
    ours = next(g["rules"] for part in shelf() for g in part["games"] if name in g["names"])
    assert game_from_rules(ours) == pigcore.game(name)


def test_the_shelf_paints_before_anything_is_solved(shop):
    page = shop()
    paints = "performance.getEntriesByName('first-contentful-paint')"
    page.wait_for_function(f"{paints}.length", polling=20)
    assert page.evaluate(f"{paints}[0].startTime") < 3000
    assert page.evaluate("pigcore.app") is None


# --- while it is solved ---------------------------------------------------------------------------


def test_one_throws_before_the_values_are_there_and_stops_them(shop):
    page = shop("#game=farkle&goal=1000", PHONE, OPEN, script=HELD)
    strip = page.locator(".solving")
    strip.wait_for(state="visible")
    assert "You can throw already" in strip.inner_text()
    assert page.locator(".solving progress").is_visible()
    page.locator("#play .action").first.click()
    page.wait_for_function("pigcore.table.steps.length > 0")
    assert not page.evaluate("pigcore.engine.known")
    assert page.locator("#play .tools button[aria-disabled=true]").count() >= 1
    to(page, "advise")
    assert text_of(page, "#advise .answer") == "The values are being computed."
    to(page, "map")
    assert text_of(page, "#map .hint") == "The map is being computed."
    page.get_by_role("button", name="Stop").click()
    assert text_of(page, "#solving-words").startswith("Stopped. People can play on")
    page.evaluate("release()")
    page.get_by_role("button", name="Compute the values").click()
    assert page.locator(".solving progress").is_visible()
    assert not page.evaluate("pigcore.engine.known")
    page.evaluate("release()")
    known(page)
    assert not strip.is_visible()
    assert page.locator("#map canvas").first.is_visible()


def test_the_perfect_player_waits_for_the_values(shop):
    page = shop("#game=farkle&goal=1000/view=play&seats=perfect-hand", DESK, OPEN, script=HELD)
    cost = page.locator("#play .cost")
    assert cost.inner_text() == "The perfect player moves as soon as the values are computed."
    assert page.evaluate("pigcore.table.steps.length") == 0
    page.evaluate("release()")
    known(page)
    page.wait_for_function("pigcore.table.steps.length > 0")


def test_programs_that_bank_from_so_many_points_on_sit_down(shop):
    """They need no values, and play while these are computed, or when that was stopped."""
    page = shop("#game=pig")
    names = "pigcore.app.views.play.rivals.map(({ name }) => name)"
    for name, points in (("pig", (10, 20, 40)), ("piglet", (1, 2))):
        page.evaluate(f"location.hash = '#game={name}'")
        page.wait_for_function(f"pigcore.app?.prefix === 'game={name}/'")
        assert page.evaluate(names) == [f"hold at {one}" for one in points]
    page.evaluate("location.hash = '#game=farkle/view=play&seats=rival-rival2'")
    page.wait_for_function("pigcore.app?.prefix === 'game=farkle/'")
    page.get_by_role("button", name="Stop").click()
    page.wait_for_function("pigcore.table.steps.length > 4", timeout=20_000)
    assert not page.evaluate("pigcore.engine.known")
    assert "bank at" in text_of(page, "#play").lower()
    assert "perfect" not in text_of(page, "#play .cost")


def test_a_game_that_is_over_before_the_values_are_there_is_explained_then(shop):
    page = shop("#game=farkle&goal=1000/view=play&seats=hand-hand", DESK, OPEN, script=HELD)
    page.evaluate("""() => {
        const { table } = pigcore, view = pigcore.app.views.play;
        while (!table.over) table.act(table.actions.at(-1));
        view.end(true);
    }""")
    assert "once the values are computed" in text_of(page, "#play .account")
    page.evaluate("release()")
    known(page)
    page.wait_for_function("document.querySelector('#play .numbers')")


def test_a_game_that_is_left_is_no_longer_played(shop):
    page = shop("#game=pig")
    page.evaluate("window.first = pigcore.table")
    page.evaluate("location.hash = '#game=piglet'")
    page.wait_for_function("pigcore.engine.goal === 10 && pigcore.app.shown")
    page.keyboard.press("r")
    page.wait_for_function("pigcore.table.steps.length > 0")
    assert page.evaluate("first.steps.length") == 0
    assert page.locator("#tabs li").count() == len({*page.locator("#tabs li").all_inner_texts()})
    known(page)
    page.go_back()
    page.wait_for_function("pigcore.engine.goal === 100")
    assert page.evaluate("pigcore.engine.known")  # it is kept


# --- rules ----------------------------------------------------------------------------------------


CHANGES = {
    "sides, faces and goal": (
        "pig",
        lambda page: (
            page.get_by_label("Sides of a die", exact=True).fill("8"),
            page.locator('[data-path="roll.bust"] .chip').nth(1).click(),
            page.get_by_label("Goal", exact=True).fill("40"),
        ),
    ),
    "a table of gains": (
        "pass-the-pigs",
        lambda page: (
            page.get_by_label("What is thrown").select_option("gains"),
            page.get_by_label("Goal", exact=True).fill("12"),
            page.get_by_role("button", name="One more").click(),
            page.get_by_label("Chance of 2").fill("1/4"),
            page.get_by_label("Chance of 1").fill("0.25"),
            page.get_by_label("Points", exact=True).nth(1).fill("3"),
            page.keyboard.press("Tab"),
        ),
    ),
    "a table of scores, an opening and a last turn": (
        "farkle:minimal",
        lambda page: (
            page.get_by_label("Goal", exact=True).fill("1500"),
            page.get_by_label("Points of 5", exact=True).fill("100"),
            page.get_by_role("button", name="Remove 6 6 6").click(),
            page.get_by_label("Points to begin with").fill("300"),
            page.get_by_label("Once the goal is reached").select_option("last_turn"),
        ),
    ),
    "Hog by other rules": (
        "hog",
        lambda page: (
            page.get_by_label("Most dice at once").fill("4"),
            page.get_by_label("Goal", exact=True).fill("50"),
            page.get_by_label("No dice").select_option("pig_tail"),
            page.get_by_label("a score that is a square becomes the next square").check(),
        ),
    ),
}


@pytest.mark.parametrize("case", CHANGES)
def test_changed_rules_are_worth_what_pigcore_says_of_the_file(case, shop):
    name, change = CHANGES[case]
    page = shop(f"#game={name}/view=change", DESK, OPEN)
    before = toml(page)
    change(page)
    checked(page)
    text = toml(page)
    assert text != before
    game = game_from_text(text)
    page.get_by_role("button", name="Play by these rules").click()
    page.wait_for_function(f"pigcore.engine.goal === {game.goal}")
    known(page)
    solution = pigcore.solve(game)
    first = solution.value if game.players == 2 else solution.win(*[0] * game.players)[0]
    assert value(page)[0] == pytest.approx(first, abs=1e-9 if game.players > 2 else 1e-12)
    again = shop(page.evaluate("location.hash"), DESK, OPEN, instead=page)
    assert game_from_text(toml_of(again)) == game


def toml_of(page):
    """The rules of the game that is open, as a file."""
    return page.evaluate("tomlOf(pigcore.workshop.rules)")


WRONG = [
    ("pig", "Goal", "0", "0 is not between 1 and"),
    ("pig", "Goal", "", "is not a whole number"),
    ("pig", "Goal", "401", "the goal may be 400 at most"),
    ("pig", "Sides of a die", "0", "0 is not between 1 and"),
    ("two-dice-pig", "Players", "3", "which is for two players, not 3"),
    ("farkle", "Players", "3", "two can play, not 3"),
    ("pass-the-pigs", "Chance of 1", "1/x", "is not a chance such as 1/6"),
    ("pass-the-pigs", "Chance of 1", "1/2", "must sum to 1"),
    ("farkle", "Points of 5", "0", "0 is not between 1 and"),
    ("hog", "Most dice at once", "200", "200 is not between 1 and 100"),
]


@pytest.mark.parametrize("name", dict.fromkeys(name for name, *_ in WRONG))
def test_what_is_impossible_is_said_at_its_field(name, shop):
    page = shop(f"#game={name}/view=change", DESK, OPEN)
    for game, label, text, says in WRONG:
        if game == name:
            refused_at(page, page.get_by_label(label, exact=True), text, says)


def refused_at(page, field, text, says):
    """What a field says of this text; with the text of before all is well again."""
    good = field.input_value()
    field.fill(text)
    checked(page)
    assert field.get_attribute("aria-invalid") == "true"
    described = field.get_attribute("aria-describedby").split()
    alerts = [page.locator(f"#{each}[role=alert]") for each in described]
    assert says in " ".join(alert.inner_text() for alert in alerts if alert.count())
    assert page.locator("#change [role=alert]:visible").count() == 1
    start = page.get_by_role("button", name="Play by these rules")
    assert start.get_attribute("aria-disabled") == "true"
    here = page.url
    start.click(force=True)
    assert page.url == here
    assert toml(page) == ""
    field.fill(good)
    checked(page)
    assert page.locator("#change [role=alert]:visible, #change [aria-invalid]").count() == 0


def test_modes_of_a_file_stay_as_they_are(shop):
    """The form says so, and everything else can be changed."""
    throws = [
        {"chance": "1/2", "bust": True},
        {"chance": "1/2", "options": [{"gain": 1, "mode": "on"}]},
    ]
    turn = {"start": "first", "modes": {word: {"throws": throws} for word in ("first", "on")}}
    turn["modes"]["first"]["may_bank"] = False
    page = shop()
    rules = {"game": "race", "goal": 9, "turn": turn}
    page.evaluate("rules => { location.hash = `${addressOf(rules)}view=change`; }", rules)
    page.wait_for_function(OPEN)
    said = "The turn of this game has modes that come from a file. They stay as they are."
    assert said in text_of(page, "#change")
    page.get_by_label("Goal", exact=True).fill("7")
    page.wait_for_function("document.querySelector('#change textarea').value.includes('goal = 7')")
    assert game_from_text(toml(page)) == game_from_rules({**rules, "goal": 7})


# --- addresses and files --------------------------------------------------------------------------


def games(count, seed=3):
    """Rules of generated races and games of Hog, with what files may say besides."""
    source, found = random.Random(seed), []
    while len(found) < count:
        make = source.choice([generated.race, generated.farkle, generated.hog])
        try:
            found.append(make(source, False).rules())
        except PigcoreError:
            continue
    return found


def test_an_address_is_its_rules(shop):
    page = shop()
    given = [
        game for game in games(300)
        # What a throw scores under rules of its own is in an address as a turn of modes.
        if not {"aside", "with"} & {*game.get("scoring", ())}
        and ("turn" not in game or len(json.dumps(game)) < 10_000)
    ]  # fmt: skip
    found = page.evaluate(
        """games => games.map((rules) => {
            const address = addressOf(completed(rules));
            const parts = partsOfAddress(`#${address}view=play&own=3`);
            return [address, parts.state, rulesIn(parts.rules)];
        })""",
        given,
    )
    for rules, (address, state, read) in zip(given, found, strict=True):
        assert state == "view=play&own=3"
        assert game_from_rules(read) == game_from_rules(rules), address


def test_an_address_says_only_what_differs(shop):
    page = shop("#game=pig&goal=50&bust=1,2&sides=8/view=advise&own=3&opp=4&total=5")
    assert page.evaluate("location.hash").startswith("#game=pig&goal=50&")
    assert page.evaluate("pigcore.app.state") == {"own": 3, "opp": 4, "total": 5}
    game = pigcore.Race(pigcore.Roll.die(8, bust=(1, 2)), 50)
    win = pigcore.solve(game).win(3, 4, 5)
    assert page.evaluate("pigcore.engine.worth(pigcore.app.state)") == pytest.approx(win, abs=1e-12)
    for name in ("pig", "farkle:kcd", "hog:su15", "zombie-dice"):
        same = page.evaluate(f"addressOf(READY['{name}'])")
        assert same == f"game={name}/"


def test_every_entry_of_the_documentation_is_one(shop):
    """Each line of its table is understood, and says something of the rules."""
    text = (DOCUMENTS / "reference" / "page.md").read_text(encoding="utf-8")
    rows = [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| `")]
    given = [one for row in rows for one in re.findall(r"`([^`]+)`", row) if one[0] not in "/&"]
    assert len(given) > 15
    page = shop()
    bases = {"gain": "hold-or-continue", "scor": "farkle:zilch", "wipe": "two-dice-pig"}
    for entry in given:
        usual, changed = page.evaluate(
            """(parts) => parts.map((game) => {
                const { rules } = partsOfAddress(`#game=${game}/view=play`);
                return JSON.stringify(rulesIn(rules));
            })""",
            [game := bases.get(entry[:4], "pig"), f"{game}&{entry}"],
        )
        assert usual != changed, entry


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("#game=pgi", "Game: There is no game pgi here."),
        ("#game=pig&goal=x", 'Goal: "x" is not a whole number.'),
        ("#game=pig&goal=0", "Goal: 0 is not between 1 and 65,536."),
        ("#game=pig&goal=5000", "the goal may be 400 at most"),
        ("#game=pig&colour=red", "There is no entry colour here"),
        ("#game=farkle&score.1=", "no address may say so"),
        ("#game=farkle&score.straight=-1", "-1 is not between 1 and"),
        ("#game=hog&bacon=fried", "is none of these"),
        ("#game=race&turn=%7Bx/view=play", "The address describes no game."),
        ("#game=race", "This entry is missing."),
        ("#game=__proto__", "There is no game __proto__ here."),
    ],
)
def test_an_address_that_describes_no_game_is_said_to(address, says, shop):
    page = shop(address, PHONE, SHOWN)
    if says == "no address may say so":  # a combination that is left out is no mistake
        page.wait_for_function(OPEN)
        assert page.evaluate("'1' in pigcore.workshop.rules.scoring") is False
        return
    assert page.locator("#shelf").is_visible()
    notice = text_of(page, "#notice")
    assert notice.startswith("The address describes no game.")
    assert says in notice


def test_the_file_is_copied_and_saved(shop):
    page = shop(
        "#game=piglet/view=change", DESK, OPEN, permissions=["clipboard-read", "clipboard-write"]
    )
    page.locator("#change summary").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save").click()
    assert game_from_text(saved.value.path().read_text()) == pigcore.Piglet()
    page.get_by_role("button", name="Copy", exact=True).click()
    copied(page, toml(page))
    page.get_by_role("button", name="Copy a link to this game").click()
    copied(page, f"{page.url.split('#')[0]}#game=piglet/view=play")


# --- what if --------------------------------------------------------------------------------------


def reported(page, what, number):
    page.wait_for_function(
        "([what, number]) => { const { whatif } = pigcore.app.views;"
        " return whatif.report && whatif.change.label && !whatif.waiting && !whatif.values.job"
        " && whatif.what === what && whatif.dragged.valueAsNumber === number"
        " && whatif.report.children.length > 1; }",
        arg=[what, number],
        timeout=LONG,
    )
    return [each.inner_text() for each in page.locator("#whatif-report p").all()]


def test_what_changes_is_said_in_sentences(shop):
    """As docs/howto/page.md has them; that they count right: test_engines.py."""
    page = shop("#game=pig/view=whatif&what=goal&value=60")
    found = reported(page, "goal", 60)
    assert "Who begins wins 53.99%, where it was 53.06%." in found
    assert "Hold one point earlier at 94 of 3,600 pairs of scores." in found
    hold = pigcore.solve(pigcore.Pig(60)).thresholds()[0, 0]
    assert f"At the start as before: hold at {hold}." in found
    assert any(re.fullmatch(r"Altogether: .* the same at [\d,]+\.", line) for line in found)
    page = shop("#game=hog&goal=40/view=whatif&what=goal&value=50", instead=page)
    assert any(" dice " in line and "fewer" in line for line in reported(page, "goal", 50))


def test_the_newest_of_what_is_dragged_wins(shop):
    page = shop("#game=pig/view=whatif")
    slider = page.locator("#whatif-slider")
    for number in (40, 150, 30, 120, 70):
        slider.evaluate(
            "(slider, n) => { slider.value = n; slider.dispatchEvent(new Event('input')); }", number
        )
        page.wait_for_timeout(random.Random(number).choice([0, 45, 60]))
    reported(page, "goal", 70)
    page.wait_for_timeout(400)
    assert page.evaluate("pigcore.app.views.whatif.engine.goal") == 70
    assert page.evaluate("pigcore.engine.goal") == 100
    slider.focus()
    page.keyboard.press("ArrowRight")
    reported(page, "goal", 71)
    assert slider.evaluate("slider => slider === document.activeElement")
    assert page.evaluate("location.hash").endswith("&what=goal&value=71")
    page.get_by_role("link", name="Play the changed game").click()
    page.wait_for_function("pigcore.engine.goal === 71")


def test_solving_another_game_is_stopped(shop):
    page = shop("#game=farkle:kcd/view=whatif&what=goal&value=8000")
    stop = page.locator("#whatif .solving button")
    stop.click()
    page.wait_for_function("pigcore.app.views.whatif.report.textContent")
    assert text_of(page, "#whatif-report") == "Move the slider: what changes is said here."
    assert page.locator("#whatif-slider").input_value() == "4000"
    assert not stop.is_visible()
    for _ in range(100):
        if page.workers == []:
            break
        page.wait_for_timeout(50)
    assert page.workers == []
    assert not page.evaluate("pigcore.app.views.whatif.changed")


# --- for everybody --------------------------------------------------------------------------------

STATES = {
    "shelf": "",
    "broken link": "#game=pgi",
    "play": "#game=farkle:kcd&goal=1000",
    "form": "#game=two-dice-pig/view=change",
    "form of Farkle": "#game=farkle&goal=1000/view=change",
    "form of Hog": "#game=hog&goal=30/view=change",
    "what if": "#game=piglet/view=whatif&what=goal&value=12",
}


SCREENS = [((390, 844), "light", "de"), ((1280, 800), "dark", "en")]


@pytest.mark.parametrize(
    ("state", "size", "scheme", "locale"),
    [*((state, *SCREENS[n % 2]) for n, state in enumerate(STATES)), ("form of Hog", *SCREENS[0])],
)
def test_no_barrier_is_found(state, size, scheme, locale, shop, violations):
    ready = SHOWN if state == "broken link" else KNOWN
    page = shop(STATES[state], size, ready, color_scheme=scheme, locale=locale)
    for summary in page.locator("footer summary, #change summary:visible").all():
        summary.click()
    page.wait_for_timeout(300)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    small = page.evaluate("""() =>
        [...document.querySelectorAll("a, button, input, select, summary")]
        .filter(each => each.checkVisibility() && !each.closest(".skip, .unseen"))
        .map(each => [each.outerHTML.slice(0, 60), each.closest("label") || each])
        .filter(([, each]) => each.getBoundingClientRect().height < 43.9)
        .map(([text]) => text)""")
    assert small == []
