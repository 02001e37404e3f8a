"""The page of simultaneous turns, played in a browser against the strategy that it embeds."""

import numpy as np
import pytest
from support.screens import DESK, PHONE

import pigcore
from pigcore.show.page import page as page_of

pytestmark = pytest.mark.browser

GAME = pigcore.game("simultaneous-pig", goal=30)

PLAY = """
(games) => {
  const { view } = pigcore, { engine } = view;
  let won = 0, rounds = 0;
  for (let n = 0; n < games; n++) {
    view.begin();
    while (!view.over) {
      const hold = engine.hold(view.own, view.opp, view.total);
      view.act(Math.random() < hold ? "hold" : "roll");
    }
    won += view.own === view.opp ? 0.5 : view.own > view.opp;
    rounds += view.rounds;
    if (/undefined|NaN|\\{/.test(document.body.innerText)) throw new Error(document.body.innerText);
  }
  return [won / games, rounds / games];
}
"""


@pytest.fixture(scope="module")
def solution():
    return pigcore.solve(GAME)


@pytest.fixture(scope="module")
def path(solution, tmp_path_factory):
    made = tmp_path_factory.mktemp("both") / "both.html"
    made.write_text(page_of(solution), encoding="utf-8")
    return made


@pytest.fixture
def opened(browser, path):
    """Opens the page, and no error may go unseen."""
    contexts, errors = [], []

    def open_(size=DESK, locale="en", hash_=""):
        width, height = size
        context = browser.new_context(
            viewport={"width": width, "height": height}, locale=locale, offline=True
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: said.type == "error" and errors.append(said.text))
        page.goto(f"{path.as_uri()}{hash_}")
        page.wait_for_function("window.pigcore?.view")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert errors == []


def test_its_numbers_are_those_of_the_solution(opened, solution):
    page = opened()
    worths = page.evaluate("Array.from(pigcore.view.engine.worths)")
    assert np.abs(np.array(worths).reshape(30, 30) - solution.starts).max() < 1e-5
    for state in [(0, 0, 20), (10, 25, 8), (29, 29, 21), (29, 29, 30), (20, 3, 0)]:
        found = page.evaluate("(state) => pigcore.view.engine.payoffs(...state)", list(state))
        for action, worth in solution.payoffs(*state).items():
            assert found[action] == pytest.approx(worth, abs=1e-4)
        chance = page.evaluate("(state) => pigcore.view.engine.hold(...state)", list(state))
        assert chance == pytest.approx(solution.chance(*state), abs=1e-5)
    for pair in [(0, 0), (29, 29), (12, 28)]:
        plan = dict(page.evaluate("(pair) => pigcore.view.engine.plan(...pair)", list(pair)))
        for total, chance in solution.strategy(*pair).items():
            shown = plan.get(total, float(total > max(plan)))
            assert shown == pytest.approx(chance, abs=1e-5)


def test_a_game_is_played_by_hand(opened):
    page = opened()
    page.evaluate("pigcore.view.random = () => 0.5")  # a 4, and no bust
    assert page.locator("#both-hold").is_disabled()
    page.locator("#both-roll").click()
    assert page.locator("#both-text").inner_text() == "On the table: 4."
    page.locator("#both-hint").check()
    assert "Rolling wins" in page.locator("#both-advice").inner_text()
    (bars,) = page.locator("#both-plan [role=img]").all()
    plan = page.evaluate("pigcore.view.engine.plan(0, 0)")
    said = [f"{total}: {round(100 * chance)}%" for total, chance in plan]
    assert bars.get_attribute("aria-label") == ", ".join(said)
    assert bars.locator("rect").count() == len(plan)
    page.keyboard.press("Tab")
    page.locator("#both-hold").click()
    said = page.locator("#both-text").inner_text()
    assert said.startswith("You rolled 4 and held with 4. The perfect player rolled 4 4")
    assert "You 4, the perfect player" in page.locator("#both-scores").inner_text()
    for _ in range(40):
        if page.locator("#both-again").count():
            break
        page.locator("#both-roll").click()
        page.locator("#both-hold").click()
    assert "won" in page.locator("#both-text").inner_text()
    assert "gave away" in page.locator("#both-text").inner_text()
    page.locator("#both-again").click()
    assert page.locator("#play-title").inner_text() == "Round 1"


def test_the_strategy_against_itself_wins_half(opened, solution):
    page = opened()
    games = 1000
    won, rounds = page.evaluate(PLAY, games)
    assert abs(won - 0.5) < 5 * 0.5 / games**0.5
    assert abs(rounds - pigcore.match(GAME, solution, solution).rounds) < 0.2


def test_it_speaks_german_on_a_phone(opened, violations):
    page = opened(PHONE, "de-AT")
    assert page.locator("#both-roll").inner_text() == "Würfeln"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    card = page.locator(".rule-card li")
    assert card.inner_text() == "Eine 1 kostet alle Punkte des Zuges, und er endet."
    assert card.locator("svg").count() == 1
    boxes = page.locator("#play button, #play label").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect().height)"
    )
    assert len(boxes) == 3
    assert min(boxes) >= 44
    page.locator("#both-roll").click()
    page.locator("#both-hint").check()
    assert violations(page) == []
    page.evaluate(PLAY, 30)
    rules = page.locator("#rules").text_content()
    assert rules.startswith("Simultaneous Pig: beide ziehen verdeckt, Runde um Runde; hat jemand")
    assert "gleiche Stände sind für jeden ein halber Sieg; ein Wurf bringt 2, 3" in rules


def test_it_is_small_and_asks_nobody():
    text = page_of(pigcore.game("simultaneous-pig", goal=100))
    assert len(text.encode()) < 300_000
    assert "http:" not in text.replace("http://www.w3.org/2000/svg", "")


def test_rivals_and_large_goals_are_refused():
    with pytest.raises(pigcore.RuleError, match="has no rivals"):
        page_of(GAME, "hold:20")
    with pytest.raises(pigcore.RuleError, match="goal is 121, but a page holds"):
        page_of(pigcore.game("simultaneous-pig", goal=121))
