"""The page of a party: three to six people and programs at one device."""

import numpy as np
import pytest
from support.pages import solved
from support.screens import DESK, PHONE, hurried, over, text_of, until_my_turn

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_three_people_play_a_whole_game_by_keyboard_and_touch(scheme, made, opened, violations):
    page = opened(
        made("pig", 20, 3), PHONE, "#view=play&seats=hand-hand-hand", has_touch=True,
        is_mobile=True, color_scheme=scheme,
    )  # fmt: skip
    hurried(page)
    page.evaluate("""() => {
        let n = 7;
        pigcore.app.views.play.random = () => (n = (n * 16807) % 2147483647) / 2147483647;
        document.activeElement.blur();
    }""")
    seen = set()
    for turn in range(1000):
        if over(page):
            break
        seen.add(text_of(page, "#play-title"))
        if turn % 2:
            page.keyboard.press("rh"[turn % 3 // 2])
        else:
            buttons = page.locator("#play .action:not([aria-disabled=true])")
            buttons.nth(turn % buttons.count()).tap()
        until_my_turn(page)
        if turn == 5:
            shares = page.evaluate("pigcore.table.chances")
            assert sum(shares) == pytest.approx(1, abs=1e-12)
            said = text_of(page, "#play-chance")
            assert all(f"layer {n + 1} {share:.2%}" in said for n, share in enumerate(shares))
            assert violations(page) == []
    assert seen == {f"Player {n} to move" for n in (1, 2, 3)}
    winner = page.evaluate("pigcore.table.winner")
    assert text_of(page, "#account-title").startswith(f"Player {winner + 1} wins, 2")
    page.locator("#play [data-action=review]").tap()
    rows = page.locator("#review .sum tbody tr")
    rows.first.wait_for()  # the values are there
    assert rows.count() == 6
    assert "Decisions of player 3" in text_of(page, "#review .sum")
    page.get_by_role("button", name="As player 3 sees it").tap()
    assert "Decisions of player 1" in text_of(page, "#review .sum")
    result = text_of(page, "#review .sum .result")
    assert result == ("Result 100.00%" if winner == 2 else "Result 0.00%")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    played = page.evaluate("pigcore.app.link('play', {}, entriesOf(pigcore.app.views.play))")
    again = opened(made("pig", 20, 3), DESK, played)
    assert again.evaluate("pigcore.table.moves") == page.evaluate("pigcore.table.moves")
    assert again.evaluate("pigcore.app.views.play.seats") == ["hand"] * 3


def test_one_plays_against_two_who_are_perfect(made, opened):
    page = opened(made("pig", 30, 3), reduced_motion="reduce")
    assert text_of(page, "#play .lanes") == "You 0 Perfect player 2 0 Perfect player 3 0"
    assert text_of(page, "#tabs") == "Play Review Practice Advise Map Rules What if"
    page.evaluate("pigcore.app.settings.pace = 'instant'")
    page.evaluate("pigcore.app.views.play.random = () => 0.99")  # always a six
    for key in "rh":
        page.keyboard.press(key)
    page.wait_for_function("() => pigcore.table.over")  # in Pig to 30 they roll until they win
    assert text_of(page, "#account-title") == "Perfect player 2 wins, 30 to 0 and 6."
    ledger = page.evaluate("new Ledger(pigcore.engine, pigcore.table.steps).printed(0)")
    assert ledger["from"][0] < 0 == ledger["from"][1] == ledger["from"][2]


def test_the_map_is_the_solver_s(made, opened):
    solution = solved("three")
    thresholds = solution.thresholds()
    page = opened(made("pig", 66, 3), PHONE, "#view=map&own=10&next=30&third=20&total=0")
    asked = """across => {
        const state = { own: 0, next: 30, third: 20, total: 0 };
        return [...pigcore.engine.map(state, 0, across).values];
    }"""
    assert page.evaluate(asked, "next") == thresholds[:, :, 20].ravel().tolist()
    assert page.evaluate(asked, "third") == thresholds[:, 30, :].ravel().tolist()
    assert text_of(page, "#map-here .decision") == f"Hold at {thresholds[10, 30, 20]}."
    page.locator("#map-third").fill("5")
    assert text_of(page, "#map-here .where") == "You 10, next player 30, third player 5."
    assert text_of(page, "#map-here .decision") == f"Hold at {thresholds[10, 30, 5]}."
    page.get_by_label("Across the map").select_option("third")
    assert not page.locator("#map-third").is_visible()
    page.get_by_role("application").press("Shift+ArrowRight")
    assert text_of(page, "#map-here .where") == "You 10, next player 30, third player 15."
    address = page.evaluate("location.hash")
    assert "third=15" in address
    assert "across=third" in address
    again = opened(made("pig", 66, 3), PHONE, address)
    assert again.locator("#map-next").input_value() == "30"
    marks = page.evaluate(asked.replace("values", "marks"), "third")
    decisions = {
        own: (roll > np.fmax(hold, -1.0) + 1e-13)[:, 0, 30, :]
        for own, hold, roll in solution.all_payoffs()
    }
    again = [
        int(decisions[own][thresholds[own, 30, third] :, third].any())
        for own in range(66)
        for third in range(66)
    ]
    mixed = {scores for cell in solution.cells for scores, *_ in cell.weights}
    for place, mark in enumerate(marks):
        assert mark == (2 if (place // 66, 30, place % 66) in mixed else again[place])
    assert {0, 1, 2} == {*marks}


QUARTER = 4
"""So much slower than this machine is a slow one."""


def test_values_come_while_one_throws_at_a_quarter_of_the_speed(made, browser):
    context = browser.new_context(viewport={"width": 360, "height": 740}, offline=True)
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": QUARTER})
    # A busy machine may look for the bar only after it has gone.
    shares = """window.shares = [], window.seen = false;
        new MutationObserver((changes) => { for (const { target } of changes)
            if (target.matches("progress")) {
                window.shares.push(Number(target.value));
                window.seen ||= target.checkVisibility();
            }
        }).observe(document, { subtree: true, attributes: true, attributeFilter: ["value"] });"""
    page.add_init_script(shares)
    page.goto(made("pig", 66, 3).as_uri())
    page.wait_for_function("window.pigcore && pigcore.app.shown")
    page.keyboard.press("r")
    assert page.evaluate("[pigcore.table.steps.length, pigcore.engine.known]") == [1, False]
    page.wait_for_function("pigcore.engine.known", timeout=120_000)
    assert page.evaluate("window.seen")
    shares = page.evaluate("window.shares")
    assert len(shares) > 10
    assert shares == sorted(shares)
    assert not page.locator(".solving").is_visible()
    solution = solved("three")
    found = page.evaluate("pigcore.engine.shares({ own: 0, next: 0, third: 0, total: 0 })")
    assert found == pytest.approx(solution.advise(0, 0, 0)["win"], abs=1e-12)
    context.close()
