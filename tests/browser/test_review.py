"""Review: luck and skill against Python, a graph to step along, and the way back into the game."""

import itertools
import json
import re
from collections import Counter

import numpy as np
import pytest
from support.screens import DESK, PHONE, copied, reviewed, text_of, to

import pigcore

pytestmark = pytest.mark.browser

GAME = """(seed) => {  // a game against the perfect player, with a choice at random now and then
  const random = seeded(`${seed}`), { engine } = pigcore, table = new Table(engine);
  while (!table.over) {
    const { actions, state, mover } = table;
    const blind = mover === 0 && random() < 0.4;
    const any = actions[Math.floor(random() * actions.length)];
    table.act(blind ? any : engine.choose(state, random), random);
  }
  const { play } = pigcore.app.views;
  play.seat(play.seats, table);
  play.end(true);
  play.write();
  return table.steps.length;
}"""

LUCK = """(player) => {
  const drained = (work) => {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
    }
  };
  const ledger = new Ledger(pigcore.engine, pigcore.table.steps);
  return {
    steps: ledger.entries.map(({ mover, state, action, outcome }) =>
      [mover, state.own, state.opp, state.total, action.then, outcome ? outcome.faces[0] : 0]),
    luck: drained(ledger.fortune(player)), skill: ledger.skill(player),
  };
}"""


def fortune(solution, steps, player):
    """How likely the throws of a game of Pig would bring less luck, by all of them."""
    goal, luck, throws = solution.game.goal, 0.0, []
    for mover, own, opp, total, action, fell in steps:
        if action != "roll":
            continue
        after = [1 - solution.win(opp, own, 0)]
        for face in range(2, 7):
            won = own + total + face >= goal
            after.append(1.0 if won else solution.win(own, opp, total + face))
        sign = 1 if mover == player else -1
        lucks = sign * (np.array(after) - np.mean(after))
        throws.append(lucks)
        luck += lucks[fell - 1]
    sums = np.array([sum(each) for each in itertools.product(*throws)])
    return np.mean(sums < luck - 1e-9) + np.mean(abs(sums - luck) <= 1e-9) / 2


@pytest.mark.parametrize("seed", range(4))
def test_luck_and_skill_are_those_of_all_throws_in_a_small_game(seed, made, opened):
    game = pigcore.Pig(7)
    solution = pigcore.solve(game)
    page = opened(made(game))
    for number in itertools.count():
        page.evaluate(GAME, f"{seed} {number}")
        found = page.evaluate(LUCK, 0)
        if 2 <= sum(step[4] == "roll" for step in found["steps"]) <= 4:
            break
    assert found["luck"] == pytest.approx(fortune(solution, found["steps"], 0), abs=1e-12)
    given, blind = [], []
    for mover, own, opp, total, action, _ in found["steps"]:
        payoffs = solution.payoffs(own, opp, total)
        if mover == 0 and len(payoffs) > 1:
            given.append(max(payoffs.values()) - payoffs[action])
            blind.append(max(payoffs.values()) - sum(payoffs.values()) / len(payoffs))
    if not given:
        assert found["skill"] is None
        return
    assert found["skill"]["decisions"] == len(given)
    assert found["skill"]["given"] == pytest.approx(np.mean(given), abs=1e-12)
    assert found["skill"]["blind"] == pytest.approx(np.mean(blind), abs=1e-12)
    score = max(0, 100 * (1 - np.mean(given) / np.mean(blind)))
    assert found["skill"]["score"] == pytest.approx(score, abs=1e-6)


def test_arrow_keys_step_through_the_positions(made, opened):
    page = opened(made("farkle:kcd", 1000))
    steps = page.evaluate(GAME, 1)
    reviewed(page)
    graph = page.get_by_role("slider", name="Position in the game")
    worst = page.evaluate(
        "new Ledger(pigcore.engine, pigcore.table.steps).costliest(0, 1)[0].number"
    )
    assert graph.get_attribute("aria-valuenow") == str(worst)
    graph.focus()
    page.keyboard.press("Home")
    for number in range(steps):
        assert graph.get_attribute("aria-valuenow") == str(number)
        lying = page.evaluate(f"pigcore.engine.lying(pigcore.table.steps[{number}].state).length")
        assert page.locator("#review .position > .drawn .die").count() >= lying
        assert text_of(page, "#review .position").replace(" ", "") in (
            graph.get_attribute("aria-valuetext").replace(" ", ""))  # fmt: skip
        page.keyboard.press("ArrowRight")
    assert "win" in text_of(page, "#review-at")
    page.keyboard.press("ArrowRight")
    assert graph.get_attribute("aria-valuenow") == str(steps)
    page.keyboard.press("PageDown")
    turns = page.evaluate("pigcore.table.steps.map(({ turn }) => turn)")
    assert graph.get_attribute("aria-valuenow") == str(turns.index(turns[-1]))
    page.keyboard.press("End")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")  # without the focus, too
    assert graph.get_attribute("aria-valuenow") == str(steps - 1)
    page.wait_for_function(f"location.hash.includes('at={steps - 1}')")
    # The address leads to the same place, and the tabs to the state there.
    to(page, "advise")
    state = page.evaluate("pigcore.table.steps.at(-1).state")
    assert page.evaluate("pigcore.app.state") == state


@pytest.mark.parametrize(("name", "goal"), [("pig", 100), ("hog:fa13", 40)])
def test_a_position_has_the_best_choices_the_one_taken_and_what_the_throw_changed(
    name, goal, made, opened
):
    solution = pigcore.solve(pigcore.game(name, goal=goal))
    page = opened(made(name, goal))
    page.evaluate(GAME, 4)
    reviewed(page)
    for number in range(min(8, page.evaluate("pigcore.table.steps.length"))):
        page.evaluate(f"pigcore.app.views.review.look({number})")
        state, action, after = page.evaluate(f"""(({{ state, action, result, outcome }}) => [
            Object.values(state), action.then, outcome && [Object.values(result.state), result.same]
        ])(pigcore.table.steps[{number}])""")
        payoffs = solution.payoffs(*state)
        best = sorted(payoffs, key=payoffs.get, reverse=True)
        rows = [
            " ".join(row.split())
            for row in page.locator("#review .payoffs tbody tr").all_inner_texts()
        ]
        assert len(rows) == len(best[:3]) + (action not in best[:3])
        for one, row in zip(best[:3], rows, strict=False):
            assert f"{payoffs[one]:.2%}" in row
        (taken,) = (row for row in rows if row.startswith("▸"))
        lost = max(payoffs.values()) - payoffs[action]
        given = taken.split()[-1]
        assert (
            given == "✓"
            if action in solution.best(*state)
            else (float(given) == pytest.approx(100 * lost, abs=0.0051))
        )
        if after and name == "pig":
            (own, opp, total), same = after
            now = solution.win(own, opp, total) if same else 1 - solution.win(own, opp, total)
            mine = page.evaluate(f"pigcore.table.steps[{number}].mover") == 0
            luck = 100 * (now - payoffs[action]) * (1 if mine else -1)
            said = re.search(r"([+−]?[\d.]+)% luck", text_of(page, "#review .fallen"))[1]
            assert float(said.replace("−", "-")) == pytest.approx(luck, abs=0.0051)


def test_mistakes_have_the_grades_that_the_page_states(made, opened):
    page = opened(made("pig"))
    page.evaluate(GAME, 5)
    reviewed(page)
    assert "from 0.5% an inaccuracy (?!), from 2.0% a mistake (?), from 5.0% a blunder (??)" in (
        text_of(page, "#review"))  # fmt: skip
    solution, expected = pigcore.solve(pigcore.Pig()), Counter()
    for _, own, opp, total, action, _ in page.evaluate(LUCK, 0)["steps"]:
        payoffs = solution.payoffs(own, opp, total)
        cost = max(payoffs.values()) - payoffs[action]
        expected[
            "??" if cost >= 0.05 else "?" if cost >= 0.02 else "?!" if cost >= 0.005 else ""
        ] += 1
    signs = Counter(
        text for text in page.locator("#review .graph text").all_text_contents() if "?" in text
    )
    del expected[""]
    assert signs == expected
    assert sum(signs.values()) > 2


def test_the_waterfall_adds_up(made, opened):
    page = opened(made("pig"))
    page.evaluate(GAME, 6)
    reviewed(page)
    amounts = [
        float(text.replace("−", "-").rstrip("%"))
        for text in page.locator("#review .sum td:last-child").all_inner_texts()
    ]
    assert round(sum(amounts[:-1]), 2) == amounts[-1]
    bars = page.evaluate("""() => [...document.querySelectorAll(".fall span")].map((each) => {
      const { left, width } = each.style;
      return [parseFloat(left), parseFloat(left) + parseFloat(width), each.className];
    })""")
    level = bars[0][1]
    for amount, (left, right, kind) in zip(amounts[1:-1], bars[1:-1], strict=True):
        assert kind == ("down" if amount < 0 else "up")
        begin, end = (right, left) if kind == "down" else (left, right)
        assert begin == pytest.approx(level, abs=1e-3)
        level = end
    assert bars[-1][1] == pytest.approx(level, abs=1e-3)


@pytest.mark.parametrize(
    ("name", "goal", "players"),
    [("pig", 60, None), ("pig", 20, 3)],
)
def test_any_position_is_tried_again(name, goal, players, made, opened):
    page = opened(made(name, goal, players), reduced_motion="reduce")
    steps = page.evaluate(GAME, 7)
    page.evaluate("pigcore.app.settings.pace = 'slow'")
    reviewed(page)
    graph = page.locator("#review [role=slider]")
    for number in (0, 1, steps // 2, steps - 1) if name == "pig" and goal == 60 else (steps - 1,):
        graph.focus()
        page.keyboard.press("Home")
        for _ in range(number):
            page.keyboard.press("ArrowRight")
        state, mover = page.evaluate(
            """number => {
              const { state, mover } = pigcore.app.views.review.table.steps[number];
              return [state, mover];
            }""",
            number,
        )
        page.get_by_role("button", name="Try it again").click()
        page.locator("#play").wait_for()
        assert page.evaluate("pigcore.table.start") == state
        assert page.evaluate("pigcore.table.steps.length") == 0
        seats = page.evaluate("pigcore.app.views.play.seats")
        assert seats.count("hand") == 1
        assert seats.index("hand") == -mover % len(seats)
        page.reload()
        page.wait_for_function("pigcore.engine.charted && pigcore.app.shown")
        assert page.evaluate("pigcore.table.start") == state
        page.go_back()
        page.wait_for_function("pigcore.app?.shown === 'review'")
        assert page.locator("#review").is_visible()


@pytest.mark.parametrize(
    ("name", "goal", "players", "size", "scheme"),
    [
        ("pig", None, None, PHONE, "light"),
        ("farkle:kcd", 2000, None, PHONE, "dark"),
        ("pig", 30, 3, DESK, "light"),
    ],
)
def test_review_and_practice_have_no_barrier(
    name, goal, players, size, scheme, made, opened, violations
):
    page = opened(made(name, goal, players), size, color_scheme=scheme)
    page.evaluate(GAME, 8)
    reviewed(page)
    page.locator("#review .numbers").wait_for()
    page.wait_for_function("!document.querySelector('#review .numbers').innerText.includes('…')")
    for view in ("review", "practice"):
        to(page, view)
        if view == "practice":
            page.get_by_role("button", name="Begin the drills").click()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        small = page.evaluate("""() =>
            [...document.querySelectorAll("main :is(a, button, input, summary, [role=slider])")]
            .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44)
            .map((each) => each.outerHTML)""")
        assert small == []


def test_a_position_can_be_reviewed_before_the_game_is_over(made, opened):
    page = opened(made("pig"), reduced_motion="reduce")
    page.evaluate("pigcore.app.views.play.random = () => 0.99")
    for key in "rr":
        page.keyboard.press(key)
    to(page, "review")
    page.get_by_role("slider", name="Position in the game").focus()
    page.keyboard.press("End")
    assert text_of(page, "#review-at") == "So far"
    page.get_by_role("button", name="Play on").click()
    assert page.evaluate("pigcore.table.total") == 12
    assert json.loads(page.evaluate("localStorage.getItem('pigcore.games')") or "{}") == {}


def test_what_is_shared_is_copied(made, opened):
    page = opened(made("pig", 40), permissions=["clipboard-read", "clipboard-write"])
    page.evaluate(GAME, 3)
    reviewed(page)
    shown = page.locator("#review-link").input_value()
    page.get_by_role("button", name="Copy the link").click()
    page.locator("#review .share [role=status]", has_text="Copied.").wait_for()
    copied(page, shown)
    assert shown.startswith("file:")


def test_the_workshop_reviews_as_soon_as_values_are_there(workshop, opened, made):
    page = opened(made("pig", 60))
    page.evaluate(GAME, 9)
    moves = page.evaluate("pigcore.table.moves")
    address = f"#game=pig&goal=60/view=review&seats=hand-perfect&game={moves}&at=3"
    page = opened(workshop, DESK, address, "window.pigcore && pigcore.app")
    page.locator("#review .graph svg").wait_for()
    assert page.locator("#review .graph").get_attribute("aria-valuenow") == "3"
