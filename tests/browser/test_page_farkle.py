"""Farkle's page: the solver's numbers, whole games with dice that are picked, advice at a table."""

import pytest
from support.screens import DESK, PHONE, hurried, over, text_of, until_my_turn

import pigcore
from pigcore.games.margins import margin_in_words

pytestmark = pytest.mark.browser


def test_a_whole_game_by_keyboard(made, opened):
    page = opened(made("farkle:kcd", 600))
    hurried(page)
    page.evaluate("document.activeElement.blur()")
    for _ in range(300):
        if over(page):
            break
        choice = page.evaluate("pigcore.engine.best(pigcore.table.state)[0]")
        faces = page.evaluate("pigcore.engine.lying(pigcore.table.state)")
        for face in choice["take"]:
            place = faces.index(face)
            faces[place] = None
            page.keyboard.press(str(place + 1))
        page.keyboard.press(choice["then"][0])
        until_my_turn(page)
    assert over(page)
    assert page.evaluate("new Ledger(pigcore.engine, pigcore.table.steps).of(0).mistakes") < 1e-12
    assert "win" in text_of(page, "#account-title")
    # The link holds the game.
    again = opened(made("farkle:kcd", 600), DESK, page.evaluate("location.hash"))
    assert again.evaluate("pigcore.table.moves") == page.evaluate("pigcore.table.moves")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dice_are_picked_by_touch(scheme, made, opened, violations):
    page = opened(made("farkle:kcd"), PHONE, has_touch=True, is_mobile=True, color_scheme=scheme)
    page.evaluate("pigcore.app.settings.pace = 'instant'")
    page.evaluate("""() => {
        const falls = [0.05, 0.3, 0.75, 0.1, 0.95, 0.5, 0.05, 0.75, 0.99, 0.99];
        pigcore.app.views.play.random = () => falls.shift();
    }""")
    page.get_by_role("button", name="Throw").tap()
    until_my_turn(page)
    dice = page.locator("#play .dice button")
    assert dice.count() == 6
    assert text_of(page, "#play .pick") == "Pick what to set aside."
    assert page.locator("#play .action:not([aria-disabled=true])").count() == 0
    page.get_by_role("button", name="2, die 3").tap()
    assert text_of(page, "#play .pick") == "2: no points."
    page.get_by_role("button", name="2, die 3").tap()
    page.get_by_role("button", name="1, die 1").tap()
    page.get_by_role("button", name="1, die 2").tap()
    assert text_of(page, "#live") == "1 and 1: 200 points."
    assert text_of(page, "#play [data-action=bank] span") == "Bank 200"
    assert violations(page) == []
    small = page.evaluate("""() => [...document.querySelectorAll("#play button")]
        .filter(each => each.checkVisibility())
        .filter(each => each.getBoundingClientRect().height < 44).length""")
    assert small == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.get_by_role("button", name="Throw").tap()
    until_my_turn(page)
    assert text_of(page, "#play .event") == "You set 1 and 1 aside for 200. You throw 4 dice."
    assert "You set 1 and 1 aside for 200. You throw 1, 5, 6 and 6." in text_of(page, "#live")
    assert "200 on the table" in text_of(page, "#play .on-table")
    # What it cost is said as Python says it.
    solution = pigcore.solve(pigcore.Farkle.kcd())
    payoffs = solution.payoffs(0, 0, 0, (1, 1, 2, 4, 5, 6))
    best = solution.best(0, 0, 0, (1, 1, 2, 4, 5, 6))[0]
    chosen = next(action for action in payoffs if action == "1 1, then throw")
    words = margin_in_words(solution.game, best, chosen, payoffs[best] - payoffs[chosen])
    assert text_of(page, "#play .cost") == f"Your mistake: {words}"
    assert page.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true"
    assert dice.count() == 4
