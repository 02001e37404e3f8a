"""Practice: the game of the day, drills, the games that a device keeps, and codes."""

import json
import re
from pathlib import Path

import pytest
from support.screens import DESK, PHONE, SURVEYED, reviewed, text_of, to
from support.turns import three_throws

import pigcore

pytestmark = pytest.mark.browser

DOCUMENT = Path(__file__).parents[2] / "docs" / "reference" / "page.md"
MASK = 2**32 - 1

PLAY = """(seed) => {  // a finished game of one hand, as it is kept
  const random = seeded(`${seed}`), { engine } = pigcore, { play } = pigcore.app.views;
  const table = new Table(engine);
  while (!table.over) {
    const { actions } = table;
    table.act(actions[Math.floor(random() * actions.length)], random);
  }
  play.seat(play.seats, table);
  play.end(true);
  return codeOf(play);
}"""

FORBIDDEN = """
  Object.defineProperty(window, "localStorage", { get() { throw new Error("no"); } });
"""
NOON = """
  Date = class extends Date {
    constructor(...given) { super(...(given.length ? given : ["2026-11-22T12:00:00"])); }
  };
"""
FULL = """
  Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
LITTLE = """
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, text) {
    if (text.length > 3000) throw new DOMException("full", "QuotaExceededError");
    setItem.call(this, key, text);
  };
"""


def hashed(text):
    """FNV-1a with 32 bits."""
    found = 0x811C9DC5
    for character in text:
        found = ((found ^ ord(character)) * 0x01000193) & MASK
    return found


def drawn(text):
    """The first number of mulberry32 that begins from a text."""
    state = (hashed(text) + 0x6D2B79F5) & MASK
    mixed = ((state ^ (state >> 15)) * (state | 1)) & MASK
    mixed ^= (mixed + ((mixed ^ (mixed >> 7)) * (mixed | 61))) & MASK
    return ((mixed ^ (mixed >> 14)) & MASK) / 2**32


def kept(page):
    """What the store has of each game, without what tells rules apart."""
    found = json.loads(page.evaluate("localStorage.getItem('pigcore.games')") or "{}")
    return {key.rpartition(" ")[0]: entry for key, entry in found.items()}


def test_the_dice_of_a_day_follow_from_the_date_alone(made, opened):
    """As this file computes them, whatever is decided."""
    page = opened(made("pig"), address="#view=play&daily=2026-11-22&seats=hand-hand")
    found = page.evaluate("""() => [0.1, 0.5, 0.9].map((bold) => {
      const table = Object.assign(new Table(pigcore.engine), { day: "2026-11-22" });
      const random = seeded(`${bold}`), thrown = [[], []];
      while (!table.over) {
        const { actions, mover } = table, rolls = random() < bold || actions.length === 1;
        const { outcome } = table.act(rolls ? "roll" : "hold");
        if (outcome) thrown[mover].push(outcome.faces[0]);
      }
      return thrown;
    })""")
    for thrown in found:
        for player, faces in enumerate(thrown):
            numbers = [drawn(f"2026-11-22 Pig 100 {player} {n}") for n in range(len(faces))]
            assert faces == [1 + int(6 * number) for number in numbers]
    assert len({len(thrown[0]) for thrown in found}) == 3  # and these were different games


def test_the_day_begins_where_the_reader_is(made, opened):
    page = opened(made("pig", 20), timezone_id="Asia/Tokyo")
    assert page.evaluate("""["2026-11-21T14:59:00Z", "2026-11-21T15:00:00Z"]
        .map((moment) => today(new Date(moment)))""") == ["2026-11-21", "2026-11-22"]


@pytest.mark.parametrize(
    ("name", "goal", "players"),
    [
        ("farkle:kcd", 1500, None),
        ("hog:fa13", 40, None),
        ("two-dice-pig", 50, None),
        ("pig", 20, 3),
    ],
)
def test_the_nth_throw_of_a_player_is_the_same_whatever_was_decided(
    name, goal, players, made, opened
):
    page = opened(made(name, goal, None, players))
    games = page.evaluate("""() => Array.from({ length: 12 }, (_, seed) => {
      const { engine } = pigcore, random = seeded(`${seed}`);
      const table = Object.assign(new Table(engine), { day: "2026-11-22" }), thrown = [];
      while (!table.over && table.steps.length < 60) {
        const { actions, mover, state } = table;
        const { outcome } = table.act(actions[Math.floor(random() * actions.length)]);
        if (!outcome) continue;
        const sides = engine.rules.family === "hog" ? engine.sides(state) : 0;
        (thrown[mover] ??= []).push([sides, outcome.faces]);
      }
      return thrown;
    })""")
    seen = {}
    for thrown in games:
        for player, throws in enumerate(thrown):
            for n, (sides, faces) in enumerate(throws):
                key = (player, n, len(faces), sides)  # so many dice of a kind
                assert seen.setdefault(key, faces) == faces
    assert len(seen) > 15


def test_the_game_of_the_day_is_played_once_and_shared_without_an_address(made, opened):
    page = opened(made("pig", 40), reduced_motion="reduce", script=NOON)
    to(page, "practice")
    assert "Nov 22, 2026: everybody has the same dice." in text_of(page, "#practice")
    page.get_by_role("button", name="Play it").click()
    page.locator("#play").wait_for()
    assert "daily=2026-11-22" in page.evaluate("location.hash")
    page.keyboard.press("r")
    first = page.evaluate("pigcore.table.last.outcome.faces[0]")
    assert first == 1 + int(6 * drawn("2026-11-22 Pig 40 0 0"))
    assert text_of(page, "#play-log") == "The game of the day · Nov 22, 2026"
    moves = page.evaluate("pigcore.table.moves")
    page.reload()  # it goes on with the same dice
    page.wait_for_function(SURVEYED)
    assert page.evaluate("[pigcore.table.moves, pigcore.table.day]") == [moves, "2026-11-22"]
    page.evaluate("""() => {
      const { play } = pigcore.app.views, { table } = play;
      while (!table.over) table.act(pigcore.engine.choose(table.state));
      play.end(true);
      play.write();
    }""")
    [game] = kept(page)["Pig 40"]["games"]
    assert (game["day"], game["when"]) == ("2026-11-22", "2026-11-22")
    assert game["skill"] == 100
    reviewed(page)
    page.wait_for_function("document.querySelector('#review .squares')")
    squares = page.locator("#review .squares").inner_text().splitlines()
    assert squares[0] == "Pig 40 · 2026-11-22"
    assert set("".join(squares[1:-1])) == {"🟩"}
    assert squares[-1].startswith("Won" if game["won"] else "Lost")
    assert not any(sign in "".join(squares) for sign in ("/", "file", "#"))
    code = page.locator("#review-code").input_value()
    assert "-d20261122-" in code
    to(page, "practice")
    assert page.get_by_role("button", name="Play it").count() == 0
    assert "skill 100" in text_of(page, "#practice section >> nth=0")
    # A copy of the page takes the code; one with other dice of that day does not.
    other = opened(made("pig", 40), PHONE, "#view=practice")
    other.get_by_label("The code of somebody's game").fill(f" {code.upper()} ")
    other.keyboard.press("Enter")
    other.locator("#review").wait_for()
    assert "daily=2026-11-22" in other.evaluate("location.hash")
    forged = page.evaluate("""() => {
      const { play } = pigcore.app.views, table = new Table(pigcore.engine);
      while (!table.over) table.act(pigcore.engine.choose(table.state), () => 0.99);
      table.day = "2026-11-22";
      return codeOf({ engine: pigcore.engine, seats: play.seats, table });
    }""")
    to(other, "practice")
    other.get_by_label("The code of somebody's game").fill(forged)
    other.keyboard.press("Enter")
    assert text_of(other, "#code-wrong") == "Its dice are not those of Nov 22, 2026."


GAMES = {
    "pig": pigcore.Pig(50),
    "piglet": pigcore.Piglet(6),
    "pigs": pigcore.PassThePigs.kern(40),
    "farkle": pigcore.Farkle.kcd(1000),
    "three throws": three_throws(20),
    "hog": pigcore.Hog.fa13_hijinks(40),
    "party": pigcore.Pig(15, players=3),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_code_is_its_game(name, made, opened):
    page = opened(made(GAMES[name]))
    found = page.evaluate("""() => Array.from({ length: 40 }, (_, seed) => {
      const { engine } = pigcore, { play } = pigcore.app.views, random = seeded(`${seed}`);
      const table = new Table(engine), stop = seed % 4 === 3 ? Math.floor(random() * 20) : 1e6;
      while (!table.over && table.steps.length < stop) {
        const { actions } = table;
        table.act(actions[Math.floor(random() * actions.length)], random);
      }
      // some are from the middle of another one
      const from = table.steps.length > 4 && seed % 5 === 4 ? table.steps[3].state : null;
      const game = from ? Table.from(engine, "", from) : table;
      if (from) game.act(game.actions[0], random);
      const code = codeOf({ engine, seats: play.seats, table: game });
      const again = gameOf(engine, play.offered, code);
      return [game.moves, again.table?.moves, JSON.stringify(game.start),
        JSON.stringify(again.table?.start), again.wrong, code,
        again.seats.join(), play.seats.join()];
    })""")
    for moves, again, start, started, wrong, code, seats, sitting in found:
        assert wrong is None
        assert (again, started, seats) == (moves, start, sitting)
        assert len(code) < len(moves) or len(moves) < 80
    assert len({code for *_, code, _, _ in found}) > 30


def test_what_is_no_code_of_this_game_is_said_beside_the_field(made, opened):
    page = opened(made("pig", 30), PHONE, "#view=practice")
    code = page.evaluate(PLAY, 3)
    other = opened(made("pig", 40)).evaluate(PLAY, 3)
    sides = pigcore.Race(pigcore.Roll.dice(1, 8, bust=[1]), 30, name="Pig")
    eight = opened(made(sides)).evaluate(PLAY, 3)
    more, illegal, start = page.evaluate("""() => {
      const { engine, app: { views: { play } } } = pigcore, { seats, table } = play;
      const longer = Object.assign(Object.create(table), { steps: [...table.steps, table.last] });
      const held = { state: { own: 0, opp: 0, total: 3 }, action: "hold", outcome: null };
      const first = { ...table.steps[0], ...held };
      const odd = Object.assign(Object.create(table), { steps: [first] });
      const far = Object.assign(Object.create(table), { start: { own: 77, opp: 0, total: 0 } });
      return [longer, odd, far].map((each) => codeOf({ engine, seats, table: each }));
    }""")
    field = page.get_by_label("The code of somebody's game")
    for text, says in (
        ("", "This is no whole code"),
        ("hello", "This is no whole code"),
        (code[:-1], "This is no whole code"),
        (code[3:], "This is no whole code"),
        (code.replace("-hp-", "-ph-"), "This is no whole code"),
        (other, "a game called “Pig-40”, but this page plays Pig 30"),
        (eight, "other rules than Pig 30"),
        (more, "It goes on after the end of the game."),
        (illegal, "Move 1 is against the rules."),
        (start, "a state that this game does not have"),
    ):
        to(page, "practice")
        field.fill(text)
        page.get_by_role("button", name="Show the game").click()
        assert says in text_of(page, "#code-wrong"), text
        assert field.get_attribute("aria-invalid") == "true"
        assert page.evaluate("document.activeElement.id") == "code"
    # Every single wrong character is noticed.
    unnoticed = page.evaluate(
        """(code) => [...code].flatMap((was, n) => [..."abc019z-"]
          .filter((digit) => digit !== was)
          .map((digit) => code.slice(0, n) + digit + code.slice(n + 1))
          .filter((typo) => !gameOf(pigcore.engine, ["hand", "perfect"], typo).wrong))""",
        code,
    )
    assert unnoticed == []
    field.fill("\n ".join([code[:9], code[9:]]))
    page.keyboard.press("Enter")
    page.locator("#review").wait_for()
    assert "win" in text_of(page, "#review-title")


def test_a_code_is_read_on_one_phone_and_typed_on_another(made, opened):
    page = opened(made("pig", 40), PHONE)
    code = page.evaluate(PLAY, 3)
    reviewed(page)
    shown = page.locator("#review-code")
    assert shown.input_value() == code
    assert shown.evaluate("""(one) => one.scrollWidth <= one.clientWidth
        && one.scrollHeight <= one.clientHeight && getComputedStyle(one).fontFamily""") == (
        "monospace")  # fmt: skip
    to(page, "practice")
    field = page.get_by_label("The code of somebody's game")
    typed = " ".join(code[at : at + 10] for at in range(0, len(code), 10)).upper()
    field.press_sequentially(typed[:-1] + ("0" if typed[-1] != "0" else "1"))
    assert field.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    field.press("Enter")
    assert text_of(page, "#code-wrong") == (
        "This is no whole code, or a character is wrong: compare it from the first to the last."
    )
    field.press("Backspace")
    field.press_sequentially(typed[-1])
    field.press("Enter")
    page.locator("#review").wait_for()
    assert shown.input_value() == code


def test_the_code_in_the_documentation_is_one(made, opened):
    [code] = re.findall(r"`(pig-100-hp-\w+-\w+)`", DOCUMENT.read_text(encoding="utf-8"))
    page = opened(made("pig"), DESK, "#view=practice")
    page.get_by_label("The code of somebody's game").fill(code)
    page.keyboard.press("Enter")
    page.locator("#review .graph").wait_for()
    assert text_of(page, "#review-title") == "The perfect player wins, 101 to 57."
    steps = page.evaluate("pigcore.app.views.review.table.steps.length")
    assert len(code.split("-")[3]) < steps


def test_the_workshop_takes_the_code_of_a_page(made, opened, workshop):
    ready = "window.pigcore && pigcore.app?.shown && pigcore.engine.known"
    page = None
    for name, goal in (("pig", 100), ("farkle:kcd", 1000), ("hog:fa13", 100)):
        page = opened(made(name, goal), instead=page)
        code = page.evaluate(PLAY, 5)
        there = f"#game={name}&goal={goal}/view=practice"
        page = opened(workshop, PHONE, there, ready, instead=page)
        page.get_by_role("button", name="Begin the drills").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        page.get_by_label("The code of somebody's game").fill(code)
        page.keyboard.press("Enter")
        page.locator("#review .graph").first.wait_for()
        assert page.locator("#review-code").input_value() == code
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_games_are_kept_on_the_device_and_erased_by_one_button(made, opened):
    page = opened(made("pig", 20), DESK, "#view=practice")
    assert page.get_by_role("button", name="Erase all games").count() == 0
    for seed in range(5):
        page.evaluate(PLAY, seed)
    page.reload()
    page.wait_for_function(SURVEYED)
    to(page, "practice")
    assert page.locator("#practice .games button").count() == 5
    assert page.locator("#practice .graph circle").count() == 5
    games = kept(page)["Pig 20"]["games"]
    mean = round(sum(game["skill"] for game in games) / 5)
    assert f"mean of ten games: {mean} now. Games: 5." in text_of(page, "#practice figcaption")
    page.locator("#practice .games button").first.click()  # the latest
    page.locator("#review").wait_for()
    assert page.locator("#review-code").input_value() == games[-1]["code"]
    # A game that is opened again, or watched, is not kept anew.
    page.reload()
    page.wait_for_function(SURVEYED)
    page.evaluate("""() => {
      const { play } = pigcore.app.views, { seats } = play;
      play.seat(seats.map(() => "perfect"), play.table);
      play.table.act("roll");
      while (!play.table.over) play.table.act("roll");
      play.end(true);
    }""")
    assert len(kept(page)["Pig 20"]["games"]) == 5
    to(page, "practice")
    page.get_by_role("button", name="Erase all games").click()
    assert kept(page) == {}
    assert page.locator("#practice .games button").count() == 0
    assert text_of(page, "#live") == "All games are erased."


def test_what_is_kept_is_bounded(made, opened):
    page = opened(made("pig", 12))
    page.evaluate("""() => {
      const kept = new Kept(keptAs(pigcore.engine));
      for (let n = 0; n < 300; n++) {
        const game = { code: `code-${n}`, when: "2026-11-22", skill: n % 100, score: "1 : 0" };
        kept.add(game, [{ state: { own: n, opp: 0, total: 1 }, own: true }]);
        new Kept(`other ${n} x`).add(game, []);
      }
    }""")
    found = kept(page)
    assert len(found) == 24
    assert (len(found["Pig 12"]["games"]), len(found["Pig 12"]["drills"])) == (100, 40)
    assert found["Pig 12"]["games"][-1]["code"] == "code-299"
    assert page.evaluate("JSON.stringify(localStorage).length") < 100_000


@pytest.mark.parametrize("script", [FORBIDDEN, FULL])
def test_where_nothing_can_be_kept_the_page_says_so_and_works(script, made, opened):
    page = opened(made("pig", 20), PHONE, "#view=practice", script=script)
    page.evaluate(PLAY, 1)
    to(page, "play")
    to(page, "practice")
    assert page.locator("#practice .games button").count() == 1
    assert "This browser keeps nothing" in text_of(page, "#practice")
    page.get_by_role("button", name="Erase all games").click()
    assert page.locator("#practice .games button").count() == 0


def test_where_there_is_little_space_the_oldest_games_go(made, opened):
    page = opened(made("pig", 20), script=LITTLE)
    codes = [page.evaluate(PLAY, seed) for seed in range(40)]
    games = [game["code"] for game in kept(page)["Pig 20"]["games"]]
    assert 3 < len(games) < 40
    assert games == codes[-len(games) :]


LEFT = [
    "{",
    "null",
    "7",
    "[1]",
    '{"Pig 20":7}',
    '{"Pig 20":{"games":[null,{"code":1},{"code":"x","skill":1}],"drills":"x"}}',
    """{"Pig 20":{"games":[{"code":"pig-20-x","skill":5,"when":"2026-11-22"}],
      "drills":[{"state":{"own":99}}]}}""",
]


def test_what_others_left_in_the_store_does_no_harm(made, opened):
    page = opened(made("pig", 20))
    for text in LEFT:
        key = page.evaluate("keptAs(pigcore.engine)")
        page.evaluate(
            "(text) => localStorage.setItem('pigcore.games', text)", text.replace("Pig 20", key)
        )
        page.reload()
        page.wait_for_function(SURVEYED)
        to(page, "review")
        to(page, "practice")
        page.get_by_role("button", name="Begin the drills").click()
        assert page.locator("#practice .answers button").count() == 2
        if "pig-20-x" in text:
            page.locator("#practice .games button").click()
            assert "This is no whole code" in text_of(page, "#practice")
        page.evaluate(PLAY, 1)
        assert kept(page)["Pig 20"]["games"]


def test_drills_come_from_mistakes_and_close_calls(made, opened):
    page = opened(made("pig", 50), DESK)
    page.evaluate(PLAY, 2)
    solution = pigcore.solve(pigcore.Pig(50))
    drills = kept(page)["Pig 50"]["drills"]
    own = [drill["state"] for drill in drills if drill["own"]]
    wrong = page.evaluate("""() => new Ledger(pigcore.engine, pigcore.table.steps).decisions(0)
      .filter(({ mistake }) => mistake >= 0.005).map(({ state }) => state)""")
    assert [tuple(state.values()) for state in own] == [tuple(state.values()) for state in wrong]
    assert 0 < len(own) < len(drills) <= len(own) + 2
    to(page, "practice")
    assert f"Your mistakes: {len(own)}." in text_of(page, "#practice .drill")
    page.get_by_role("button", name="Begin the drills").click()
    right = 0
    for number in range(10):
        assert text_of(page, "#practice .drill .small").startswith(f"{number + 1} / 10")
        state = page.evaluate(
            "((view) => view.drills[view.number].state)(pigcore.app.views.practice)"
        )
        payoffs = solution.payoffs(*state.values())
        best = solution.best(*state.values())
        chosen = best[0] if number % 2 else min(payoffs, key=payoffs.get)
        page.get_by_role("button", name=chosen.capitalize(), exact=True).focus()
        page.keyboard.press("Enter")
        cost = max(payoffs.values()) - payoffs[chosen]
        said = text_of(page, "#practice .drill [tabindex]:focus")
        assert said == ("Right." if chosen in best else f"−{cost:.2%}: not the best.")
        for action, worth in payoffs.items():
            assert f"{action.capitalize()} {worth:.2%}" in text_of(page, "#practice .choices")
        right += chosen in best
        page.get_by_role("button", name="Next").click()
    assert text_of(page, "#practice .drill p") == f"Right: {right} of 10."
    left = kept(page)["Pig 50"]["drills"]
    assert len(left) < len(drills)  # what was right is not asked again
    page.get_by_role("button", name="More").click()
    assert text_of(page, "#practice .drill .small").startswith("1 / ")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_drills(name, made, opened):
    page = opened(made(GAMES[name]), PHONE, "#view=practice", has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Begin the drills").tap()
    for _ in range(3):
        page.locator("#practice .answers button").first.tap()
        assert page.locator("#practice .choices .best").count() >= 1
        page.get_by_role("button", name="Next").tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_games_of_other_rules_are_kept_apart(made, opened):
    """Of one name and one goal, of a page or in the workshop."""
    ones = pigcore.Race(pigcore.Roll.die(6, bust=(1, 2)), 20, name="Pig")
    bold = pigcore.Race(pigcore.Roll.die(6), 20, name="Pig", consolation=1)
    keys = [
        opened(made(game)).evaluate("keptAs(pigcore.engine)")
        for game in (pigcore.Pig(20), ones, bold)
    ]
    assert len({*keys}) == 3
    assert all(key.startswith("Pig 20 ") for key in keys)
