"""Pages of races of any turn: the solver's numbers in every state, choices, wipes, whole games."""

import pytest
from support.pages import EQUAL, TURNS
from support.screens import PHONE, over, text_of, until_my_turn

pytestmark = pytest.mark.browser


def test_a_turn_of_three_throws_by_keyboard(made, opened, violations):
    page = opened(made(TURNS["capped"]), reduced_motion="reduce")
    assert "at most 3 times" in text_of(page, "#play .rule-card")
    page.evaluate("pigcore.app.views.play.random = () => 0.99")  # always a six
    for key in "rrr":
        page.keyboard.press(key)
    assert text_of(page, "#play .on-table") == "18 on the table (6 + 6 + 6), with 0 throws left"
    assert text_of(page, "#play .event") == "You roll 6."
    rolls = page.locator("#play [data-action=roll]")
    assert rolls.get_attribute("aria-disabled") == "true"
    assert violations(page) == []
    page.evaluate("pigcore.app.settings.pace = 'slow'")
    page.keyboard.press("h")
    assert text_of(page, "#play .event").startswith("You hold with 18.")


def test_an_option_is_picked_and_then_thrown_or_banked(made, opened, violations):
    page = opened(made(TURNS["bold"]), PHONE, has_touch=True, is_mobile=True)
    page.evaluate("pigcore.app.settings.pace = 'instant'")
    page.evaluate("pigcore.app.views.play.random = () => 0")  # the throw that leaves a choice
    page.get_by_role("button", name="Throw").tap()
    until_my_turn(page)
    assert text_of(page, "#play .event") == "You throw courage or a crumb."
    assert text_of(page, "#play .pick") == "Pick what to take."
    assert page.locator("#play .action:not([aria-disabled=true])").count() == 0
    page.get_by_role("button", name="a crumb").tap()
    assert text_of(page, "#play [data-action=bank] span") == "Bank 1"
    page.get_by_role("button", name="courage").tap()  # one of them
    assert page.locator("#play .dice [aria-pressed=true]").count() == 1
    page.get_by_role("button", name="a crumb").tap()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.evaluate("pigcore.app.settings.pace = 'slow'")
    page.get_by_role("button", name="Bank").tap()
    assert text_of(page, "#play .event").startswith("You take a crumb. You bank 1.")


ENDS = {
    "en": "You hold with 6. The round is finished: the perfect player has one more turn, and wins "
    "with more than 41.",
    "de": "Du hältst mit 6. Die Runde wird zu Ende gespielt: Der perfekte Spieler hat noch einen "
    "Zug und gewinnt mit mehr als 41.",
}
TIES = {
    "en": "You hold with 6. Both have 40. Each has one more turn, the perfect player first; "
    "whoever makes more wins.",
    "de": "Du hältst mit 6. Beide haben 40. Jeder hat noch einen Zug, der perfekte Spieler zuerst; "
    "wer mehr macht, gewinnt.",
}


@pytest.mark.parametrize("language", ENDS)
def test_the_end_of_a_round_is_said(language, made, opened, violations):
    path = made(EQUAL["equal turns"])
    six = "pigcore.app.views.play.random = () => 0.99; pigcore.app.settings.pace = 'slow'"
    for begin, said in (("35.34.0.0", ENDS), ("34.40.0.1", TIES)):
        page = opened(
            path, PHONE, f"#lang={language}&view=play&from={begin}", reduced_motion="reduce"
        )
        page.evaluate(six)
        page.keyboard.press("r")
        page.keyboard.press("h")
        assert text_of(page, "#play .event") == said[language]
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.evaluate("pigcore.app.settings.pace = 'instant'")
    page.keyboard.press("g")  # on after the mistake
    until_my_turn(page)
    assert over(page) or page.evaluate("pigcore.table.state").get("second") == 1
