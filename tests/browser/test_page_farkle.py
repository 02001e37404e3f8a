"""Farkle's page: the solver's numbers, whole games with dice that are picked, advice at a table."""

import re

import pytest
from support.pages import HOUSE, SMALL, on_page, states_of
from support.screens import DESK, PHONE, hurried, over, text_of, until_my_turn

import pigcore
from pigcore.games.margins import margin_in_words

pytestmark = pytest.mark.browser


def test_the_map_is_the_solver_s(made, opened):
    solution = pigcore.solve(pigcore.Farkle.kcd())
    page = opened(made("farkle:kcd"))
    for left in (1, 3, 6):
        values = page.evaluate(f"[...pigcore.engine.map({{}}, {left - 1}).values]")
        assert values == solution.thresholds()[left - 1].ravel().tolist()
    page = opened(made("farkle:kcd"), DESK, "#view=map&own=1200&opp=2000&left=2")
    fewest = solution.thresholds()[1, 24, 40]
    assert text_of(page, "#map-here .decision") == f"With 2 dice left, bank at {fewest}."
    page.get_by_label("Dice left").select_option("1")
    page.get_by_role("application").press("ArrowUp")
    fewest = solution.thresholds()[0, 25, 40]
    assert text_of(page, "#map-here .decision") == f"With one die left, bank at {fewest}."
    assert "own=1250" in page.evaluate("location.hash")
    assert "left=1" in page.evaluate("location.hash")


def test_a_whole_game_by_keyboard(made, opened):
    page = opened(made("farkle:kcd", 600))
    hurried(page)
    page.evaluate("document.activeElement.blur()")
    for _ in range(300):
        if over(page):
            break
        choice = page.evaluate("pigcore.engine.best(pigcore.table.state)[0]")
        aside, _, then = choice.rpartition(", then ")
        faces = page.evaluate("pigcore.engine.lying(pigcore.table.state)")
        for face in aside.split():
            place = faces.index(int(face))
            faces[place] = None
            page.keyboard.press(str(place + 1))
        page.keyboard.press(then[0])
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


def test_advice_for_players_at_a_table(made, opened, violations):
    page = opened(made("farkle:kcd"), PHONE, "#view=advise")
    page.get_by_label("Your score", exact=True).fill("1200")
    page.get_by_label("Opponent", exact=True).fill("2990")
    page.get_by_label("Points this turn: one more").click()
    page.get_by_label("Points this turn: one less").click()
    page.get_by_label("Opponent: one more").click()  # 3000 from the nearest multiple of 50
    for face in (5, 1, 1, 2, 5):
        page.get_by_role("button", name=f"add a {face}").click()
    assert text_of(page, ".answer") == "Enter one more die."
    page.get_by_role("button", name="add a 2").click()
    solution = pigcore.solve(pigcore.Farkle.kcd())
    state = dict(re.findall(r"(\w+)=(\w+)", page.evaluate("location.hash")))
    own, opp = int(state["own"]), int(state["opp"])
    assert (own, state["thrown"]) == (1200, "112255")
    payoffs = solution.payoffs(own, opp, 0, (1, 1, 2, 2, 5, 5))
    best = max(payoffs, key=payoffs.get)
    rows = page.locator(".payoffs tbody tr")
    assert rows.count() == len(payoffs)
    first = rows.first.inner_text().split("\t")
    assert first[0].strip() == best
    assert f"{payoffs[best]:.2%}" in rows.first.inner_text()
    assert f"{float(solution.game.dice.bust(5)):.1%}" in rows.first.inner_text()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    rows.first.get_by_role("link").click()  # that is done: what falls next?
    assert "points=100&dice=5&thrown=0" in page.evaluate("location.hash")
    page.locator(".answer .decision").get_by_text("Throw", exact=True).wait_for()
    page.get_by_role("button", name="add a 3").click()
    page.get_by_role("button", name="remove the 3").click()
    assert text_of(page, ".answer .decision") == "Throw"
    for face in (2, 2, 3, 3, 6):
        page.get_by_role("button", name=f"add a {face}").click()
    assert text_of(page, ".verdict") == "Nothing scores: the points of the turn are lost."
    page.get_by_label("Dice in hand: one less").click()
    assert "thrown=0" in page.evaluate("location.hash")


def test_states_that_cannot_be_are_named(made, opened):
    page = opened(made("farkle:kcd"), DESK, "#view=advise&points=50&dice=3")
    assert "No turn has 50 points with 3 dice in hand." in text_of(page, ".answer")
    for address in ("#own=33", "#points=-50", "#dice=7", "#dice=6&thrown=177", "#own=4000"):
        page = opened(made("farkle:kcd"), DESK, f"{address}&view=advise", instead=page)
        assert page.evaluate("pigcore.app.state") == {
            "own": 0, "opp": 0, "points": 0, "dice": 6, "thrown": 0,
        }  # fmt: skip


@pytest.mark.parametrize(
    "game", [pigcore.Farkle.kcd(2000), pigcore.Farkle.zilch(1500), HOUSE, SMALL]
)
def test_programs_bank_and_set_aside_as_their_policies(game, made, opened):
    solution = pigcore.solve(game)
    page = opened(made(game))
    states = states_of(solution, 300, seed=3)
    done = page.evaluate(
        """states => pigcore.app.views.play.rivals.map(one => [one.points, states.map(state => (
            one.choose(state, pigcore.engine.actions(state), Math.random)))])""",
        [on_page(game, state) for state in states],
    )
    farkle = pigcore.play.policies.module_of(game)
    seen = set()
    for points, answers in done:
        policy = pigcore.parse_policy(game, f"hold:{points}/best-turn")
        for state, answer in zip(states, answers, strict=True):
            if state[1] >= game.goal:  # a last turn is played best, which may be in several ways
                payoffs = {str(action): worth for action, worth in solution.payoffs(*state).items()}
                assert payoffs[answer] == pytest.approx(max(payoffs.values()), abs=1e-13)
                continue
            assert answer == str(farkle.answer(game, policy, *state)), (points, state)
            seen.add(answer.split(", then ")[-1])
    assert {"bank", "throw"} <= seen
