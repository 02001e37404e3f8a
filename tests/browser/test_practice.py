"""Practice: the game of the day, drills, the games that a device keeps, and links to them."""

import json

import pytest
from support.screens import DESK, PHONE, SURVEYED, reviewed, text_of, to

import pigcore

pytestmark = pytest.mark.browser

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
  return `${new URLSearchParams(entriesOf(play))}`;
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
        const { outcome } = table.act(table.engine.action(rolls ? "roll" : "hold"));
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
    link = page.locator("#review-link").input_value()
    assert "&daily=2026-11-22&" in link
    to(page, "practice")
    assert page.get_by_role("button", name="Play it").count() == 0
    assert "skill 100" in text_of(page, "#practice section >> nth=0")
    # A copy of the page shows it; one with other dice of that day it does not.
    other = opened(made("pig", 40), PHONE, f"#{link.split('#')[1]}")
    assert other.evaluate("pigcore.app.views.review.table.day") == "2026-11-22"
    forged = page.evaluate("""() => {
      const { play } = pigcore.app.views, table = new Table(pigcore.engine);
      while (!table.over) table.act(pigcore.engine.choose(table.state), () => 0.99);
      table.day = "2026-11-22";
      const { seats } = play, { app, engine } = pigcore;
      return app.link("review", {}, entriesOf({ engine, seats, table }));
    }""")
    other.evaluate("address => { location.hash = address; }", forged)
    other.wait_for_function("!document.getElementById('notice').hidden")
    assert text_of(other, "#notice").endswith("Its dice are not those of Nov 22, 2026.")


def test_games_are_kept_on_the_device_and_erased_by_one_button(made, opened):
    page = opened(made("pig", 20), DESK, "#view=practice")
    assert page.get_by_role("button", name="Erase all games").count() == 0
    for seed in range(5):
        page.evaluate(PLAY, seed)
    page.reload()
    page.wait_for_function(SURVEYED)
    to(page, "practice")
    assert page.locator("#practice .games button").count() == 5
    games = kept(page)["Pig 20"]["games"]
    page.locator("#practice .games button").first.click()  # the latest
    page.locator("#review").wait_for()
    page.wait_for_function("pigcore.app.views.review.table.steps.length")
    assert games[-1]["link"] in page.locator("#review-link").input_value()
    # A game that is opened again, or watched, is not kept anew.
    page.reload()
    page.wait_for_function(SURVEYED)
    page.evaluate("""() => {
      const { play } = pigcore.app.views, { seats } = play;
      play.seat(seats.map(() => "perfect"), play.table);
      const roll = play.engine.action("roll");
      do play.table.act(roll); while (!play.table.over);
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
        const game = { link: `game=${n}`, when: "2026-11-22", skill: n % 100, score: "1 : 0" };
        kept.add(game, [{ state: { own: n, opp: 0, total: 1 }, own: true }]);
        new Kept(`other ${n} x`).add(game, []);
      }
    }""")
    found = kept(page)
    assert len(found) == 24
    assert (len(found["Pig 12"]["games"]), len(found["Pig 12"]["drills"])) == (100, 40)
    assert found["Pig 12"]["games"][-1]["link"] == "game=299"
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


LEFT = [
    "{",
    "null",
    "7",
    "[1]",
    '{"Pig 20":7}',
    '{"Pig 20":{"games":[null,{"link":1},{"link":"x","skill":1}],"drills":"x"}}',
    """{"Pig 20":{"games":[{"link":"game=00-9","skill":5,"when":"2026-11-22"}],
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
        if "game=" in text:
            page.locator("#practice .games button").click()
            assert "Move 2 is against the rules." in text_of(page, "#practice")
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
            assert f"{action.capitalize()} {worth:.2%}" in text_of(page, "#practice .payoffs")
        right += chosen in best
        page.get_by_role("button", name="Next").click()
    assert text_of(page, "#practice .drill p") == f"Right: {right} of 10."
    left = kept(page)["Pig 50"]["drills"]
    assert len(left) < len(drills)  # what was right is not asked again
    page.get_by_role("button", name="More").click()
    assert text_of(page, "#practice .drill .small").startswith("1 / ")


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
