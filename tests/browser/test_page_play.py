"""The Play view: whole games by keyboard and by touch, undo, links, and the ledger."""

import pytest
from support.screens import (
    PHONE,
    hurried,
    over,
    text_of,
    until_my_turn,
    viewed,
)

import pigcore

pytestmark = pytest.mark.browser


def ledger_of(page, player=0):
    """The ledger of the game on the page."""
    return page.evaluate(f"new Ledger(pigcore.engine, pigcore.table.steps).of({player})")


def finished(page):
    """Play on at once and at random to the end."""
    page.evaluate(
        """async () => {
          const view = pigcore.app.views.play;
          view.settings.pace = "instant";
          while (!view.table.over) {
            const { actions, mover } = view.table;
            const place = Math.floor(Math.random() * actions.length);
            if (view.isHand(mover)) view.take(actions[place]);
            await new Promise((resolve) => setTimeout(resolve));
          }
        }"""
    )


@pytest.mark.parametrize(("name", "keys"), [("pig", "rh"), ("hog:fa13", "4062t")])
def test_a_whole_game_by_keyboard(name, keys, made, opened):
    page = opened(made(name, 40))
    hurried(page)
    page.evaluate("document.activeElement.blur()")
    for turn in range(1000):
        if over(page):
            break
        page.keyboard.press(keys[turn % len(keys)])
        until_my_turn(page)
    assert over(page)
    # How it ended is shown, and said to who cannot see it; its review is a key away.
    title = text_of(page, "#account-title")
    assert "win" in title
    assert text_of(page, "#play-chance") == ""  # nobody has a chance in a game that is over
    assert text_of(page, "#live").endswith(title)
    assert text_of(page, ":focus span") == "Review"
    page.keyboard.press("n")  # the end goes, and the focus with it
    assert page.evaluate("document.activeElement.id") == "play-title"
    assert not over(page)


@pytest.mark.parametrize(("name", "scheme"), [("pass-the-pigs", "light"), ("hog:fa13", "dark")])
def test_a_whole_game_by_touch(name, scheme, made, opened, violations):
    page = opened(made(name, 30), PHONE, has_touch=True, is_mobile=True, color_scheme=scheme)
    page.evaluate("pigcore.app.settings.pace = 'instant'")
    for turn in range(1000):
        if over(page):
            break
        buttons = page.locator("#play .action:not([aria-disabled=true])")
        buttons.nth(turn % buttons.count()).tap()
        until_my_turn(page)
        if turn == 3:
            assert violations(page) == []
    assert over(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("#play [data-action=review]").tap()
    page.locator("#review .graph").tap()
    page.locator("#review [role=slider][aria-valuenow]").wait_for()
    assert violations(page) == []


def test_dice_fall_and_can_be_hurried_by_key_and_by_touch(made, opened):
    page = opened(made("two-dice-pig"))
    page.evaluate("pigcore.app.settings.pace = 'slow'")
    page.evaluate("pigcore.app.views.play.dice.pace = () => 600_000")  # longer than anybody waits
    page.evaluate("pigcore.app.views.play.random = () => 0.99")  # two sixes
    page.keyboard.press("r")
    assert page.locator("#play .die").count() == 2
    assert page.evaluate("pigcore.app.views.play.dice.isFalling")
    page.keyboard.press(" ")
    page.wait_for_function("() => !pigcore.app.views.play.busy")
    assert text_of(page, "#play .event") == "You roll 6 and 6 for 12."
    assert text_of(page, "#play .on-table") == "12 on the table"
    page.keyboard.press("r")
    page.locator("#play .stage").click()
    page.wait_for_function("() => !pigcore.app.views.play.busy")
    assert page.evaluate("pigcore.table.total") == 24


def test_nothing_moves_where_less_motion_is_asked_for(made, opened):
    page = opened(made("pig"), reduced_motion="reduce")
    page.keyboard.press("r")
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("pigcore.table.steps.length") == 1


def test_undo_takes_a_decision_back_and_says_so(made, opened):
    page = opened(made("pig"), reduced_motion="reduce")
    page.evaluate("pigcore.app.views.play.random = () => 0.99")  # always a six
    page.evaluate("pigcore.app.settings.pace = 'slow'")
    for key in "rrh":
        page.keyboard.press(key)
    page.wait_for_function("() => pigcore.table.mover === 1")
    page.keyboard.press("u")  # while the program waits
    assert page.evaluate("[pigcore.table.mover, pigcore.table.total]") == [0, 12]
    assert "Undone" in text_of(page, "#live")
    finished(page)
    assert "Moves taken back: 1" in text_of(page, "#play .account")


def test_what_chance_has_shown_is_not_taken_back(made, opened):
    page = opened(made("pig"), reduced_motion="reduce")
    page.evaluate("pigcore.app.settings.pace = 'slow'")
    page.evaluate("pigcore.app.views.play.random = () => 0.99")
    for key in "rrr":
        page.keyboard.press(key)
    page.evaluate("pigcore.app.views.play.random = () => 0")  # a one
    undo = page.get_by_role("button", name="Undo")
    for _ in range(2):
        page.keyboard.press("u")
        assert undo.get_attribute("aria-disabled") == "true"
        assert page.evaluate("pigcore.table.steps.length") == 3
    page.keyboard.press("r")
    page.keyboard.press("u")
    assert page.evaluate("[pigcore.table.steps.length, pigcore.table.mover]") == [4, 1]
    # Holding shows nothing, so it is taken back until the other's dice have fallen.
    page = opened(made("pig"), address="#view=play&from=0.0.12")
    page.evaluate("pigcore.app.views.play.random = () => 0.99")
    page.keyboard.press("h")
    page.keyboard.press("g")  # it was a mistake, so the opponent waits
    page.wait_for_function("() => pigcore.table.steps.length > 1")
    page.keyboard.press("u")  # they are falling
    assert page.evaluate("[pigcore.table.steps.length, pigcore.table.total]") == [0, 12]
    page.evaluate("pigcore.app.settings.pace = 'instant'")
    page.keyboard.press("h")
    page.wait_for_function("() => pigcore.table.steps.length > 1 && !pigcore.app.views.play.busy")
    assert page.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true"


@pytest.mark.parametrize("name", ["two-dice-pig", "hog:fa13", "farkle"])
def test_falling_dice_show_nothing_until_they_lie(name, made, opened):
    page = opened(made(name, 1000 if name == "farkle" else 40))
    falling = """async (chance) => {
      const view = pigcore.app.views.play, { dice } = view;
      view.settings.pace = "slow";
      view.begin(["hand", "hand"]);
      view.random = () => chance;
      view.take(view.table.actions[view.table.actions.length > 5 ? 4 : 0]);
      const drawn = dice.stage.innerHTML;
      dice.hurry();
      await new Promise((resolve) => setTimeout(resolve));
      return [drawn, dice.stage.innerHTML];
    }"""
    (one, shows_one), (other, shows_other) = (page.evaluate(falling, each) for each in (0.01, 0.99))
    assert one == other
    assert len({one, shows_one, shows_other}) == 3


def test_what_a_program_does_is_reported_in_whole_sentences(made, opened):
    page = opened(made("pig"), reduced_motion="reduce")
    page.evaluate("pigcore.app.views.play.random = () => 0.99")  # always a six
    for key in "rrh":
        page.keyboard.press(key)
    page.evaluate("pigcore.app.views.play.random = () => 0")  # a one
    page.keyboard.press("g")
    page.wait_for_function("() => pigcore.table.steps.length === 4 && pigcore.table.mover === 0")
    assert text_of(page, "#live") == (
        "The perfect player rolls 1. Bust. The perfect player 0, you 12. Your turn."
    )
    page.evaluate("pigcore.app.views.play.random = () => 0.99")
    page.keyboard.press("r")
    assert text_of(page, "#live") == "You roll 6. 6 on the table."


def test_single_keys_can_be_switched_off_and_the_page_remembers(made, opened):
    page = opened(made("pig"), reduced_motion="reduce")
    page.locator("#play details.setup > summary").click()
    page.get_by_label("Single-key shortcuts").uncheck()
    page.keyboard.press("r")
    assert page.evaluate("pigcore.table.steps.length") == 0
    kept = page.evaluate("localStorage.getItem('pigcore')")
    assert kept is not None
    page.reload()
    assert page.evaluate("localStorage.getItem('pigcore')") == kept
    page.keyboard.press("r")
    assert page.evaluate("pigcore.table.steps.length") == 0
    page.locator("#play [data-action=roll]").click()
    assert page.evaluate("pigcore.table.steps.length") == 1


def test_each_decision_says_what_it_cost(made, opened):
    page = opened(made("pig"), reduced_motion="reduce")
    page.evaluate("pigcore.app.views.play.random = () => 0.99")
    page.evaluate("pigcore.app.settings.pace = 'slow'")
    page.keyboard.press("r")
    assert text_of(page, "#play .cost") == ""  # there was no choice
    page.keyboard.press("h")
    solution = pigcore.solve(pigcore.Pig())
    margin = solution.margin(0, 0, 6)
    games = round(margin * 100)
    cost = f"Your mistake: Rolling wins {games} more games in 100 than holding."
    assert text_of(page, "#play .cost") == cost
    assert cost in text_of(page, "#live")
    page.evaluate("pigcore.app.settings.pace = 'instant'")
    page.evaluate("pigcore.app.views.play.random = () => 0")  # the program busts
    page.keyboard.press("g")
    page.wait_for_function("() => pigcore.table.steps.length > 2 && pigcore.table.mover === 0")
    page.keyboard.press("r")  # nor is a throw that must be made a decision
    assert text_of(page, "#play .cost") == cost
    page.wait_for_function("() => pigcore.table.steps.length > 4 && pigcore.table.mover === 0")
    page.evaluate("pigcore.app.settings.pace = 'slow'")
    page.evaluate("pigcore.app.views.play.random = () => 0.99")
    page.keyboard.press("r")
    page.evaluate("pigcore.app.views.play.random = () => 0")
    page.keyboard.press("r")
    assert text_of(page, "#play .event").startswith("You roll 1. Bust")
    assert text_of(page, "#play .cost") == "Your decision to roll was the best."
    page.locator("#play details.setup > summary").click()
    page.get_by_label("Show what each decision cost").uncheck()
    assert text_of(page, "#play .cost") == ""


def test_a_new_game_asks_before_it_throws_one_away(made, opened, violations):
    page = opened(made("pig"), reduced_motion="reduce", color_scheme="dark")
    page.evaluate("pigcore.app.views.play.random = () => 0.99")
    page.keyboard.press("n")  # there is nothing to be lost
    asked = page.get_by_role("dialog")
    assert asked.count() == 0
    page.keyboard.press("r")
    page.keyboard.press("n")
    assert text_of(page, "dialog p") == "A new game throws this one away."
    assert violations(page) == []
    page.keyboard.press("r")  # means nothing here
    page.keyboard.press("Enter")  # to play on
    assert asked.count() == 0
    assert page.evaluate("pigcore.table.steps.length") == 1
    for button in ("New game", "Begin"):
        if button == "Begin":
            page.keyboard.press("r")
            page.locator("#play details.setup > summary").click()
        page.get_by_role("button", name=button, exact=True).click()
        page.get_by_role("button", name="Begin anew").click()
        assert page.evaluate("pigcore.table.steps.length") == 0
    page.goto(page.url.split("#")[0] + "#view=play&seats=hand-perfect&game=05")
    page.wait_for_function("pigcore.table.steps.length === 1")
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    assert page.evaluate("pigcore.table.steps.length") == 1


def test_two_programs_can_be_watched(made, opened):
    page = opened(made("pig", 30), address="#view=play&seats=rival-perfect")
    # A browser refuses an address that changes too often.
    page.evaluate(
        """() => {
          const { replaceState } = history;
          window.changes = 0;
          history.replaceState = (...all) => { changes += 1; replaceState.apply(history, all); };
        }"""
    )
    hurried(page)
    page.wait_for_function("() => pigcore.table.over")
    assert page.evaluate("changes") < 10


def test_a_link_brings_the_same_game_with_the_same_ledger(made, opened):
    path = made("pass-the-pigs", 60)
    page = opened(path)
    finished(page)
    link = page.evaluate("location.hash")
    again = opened(path, address=link)
    done = "() => !document.querySelector('#play .account').innerText.includes('…')"
    for one in (page, again):
        one.wait_for_function(done)  # the luck takes a moment
    assert text_of(again, "#play .account") == text_of(page, "#play .account")
    assert ledger_of(again) == ledger_of(page)
    # So does a link to a game that is still going on.
    # (among hands, so that no program goes on with it)
    started = link[1:].rpartition("-")[0].replace("hand-perfect", "hand-hand")
    again = opened(path, address=f"#{started}", instead=again)
    moves = page.evaluate("pigcore.table.moves").rpartition("-")[0]
    assert again.evaluate("pigcore.table.moves") == moves
    assert not over(again)


def test_an_address_that_holds_no_game_begins_a_new_one(made, opened):
    page = None
    for wrong, why in (
        ("game=zz", "Move 1 is against"),
        ("game=0", "Move 1 is against"),
        ("game=0%3Cb%3E", "Move 1 is against"),
        ("game=01-01-1-7", "Move 4 is against"),
        ("from=99.0.1&game=0-0-0", "a state that this game does not have"),
        ("daily=2026-11-22&game=00-1", "Move 2 is against"),
        ("daily=2026-11-22&game=00", "not those of Nov 22, 2026"),
        ("daily=today", "not those of today"),
    ):
        page = opened(made("pig", 30), address=f"#view=play&{wrong}", instead=page)
        assert "cannot be read" in text_of(page, "#notice")
        assert why in text_of(page, "#notice")
        assert page.evaluate("pigcore.table.steps.length") == 0
        page.keyboard.press("r")
        assert not page.locator("#notice").is_visible()


def test_a_game_can_be_played_on_from_any_state(made, opened):
    page = opened(made("pig"), address="#view=play&own=41&opp=49&total=27")
    assert page.evaluate("pigcore.table.state") == {"own": 41, "opp": 49, "total": 27}
    page.evaluate("pigcore.app.settings.pace = 'instant'")
    page.evaluate("pigcore.app.views.play.random = () => 0.99")  # always a six
    page.keyboard.press("r")
    assert text_of(page, "#play .on-table") == "33 on the table (27 + 6)"
    page.keyboard.press("h")
    page.wait_for_function("() => pigcore.table.steps.length > 2")
    assert "from=41.49.27" in page.evaluate("location.hash")
    solution = pigcore.solve(pigcore.Pig())
    expected = pytest.approx(solution.win(41, 49, 27), abs=1e-13)
    assert ledger_of(page)["start"] == expected


def test_a_game_that_goes_on_keeps_nobody_who_leaves(made, workshop, opened):
    """What it writes to the address in the last moment is not where the address leads."""
    leave = "address => { location.hash = address; pigcore.app.views.play.write(); }"
    page = opened(made("pig"))
    page.evaluate(leave, "#view=map")
    viewed(page, "map")
    page = opened(workshop, address="#game=piglet", ready="window.pigcore?.app?.shown")
    page.evaluate(leave, "#game=pig/view=play")
    page.wait_for_function("pigcore.engine.goal === 100 && pigcore.app.shown")
    page.evaluate(leave, "")
    page.locator("#shelf").wait_for(state="visible")
