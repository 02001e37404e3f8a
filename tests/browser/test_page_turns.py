"""Pages of races of any turn: the solver's numbers in every state, choices, wipes, whole games."""

import random

import pytest
from support.screens import DESK, PHONE, RANDOM_PLAY, hurried, over, text_of, until_my_turn
from support.turns import bold, obliged, three_throws

import pigcore
from pigcore.games.margins import margin_in_words

pytestmark = pytest.mark.browser

GAMES = {
    "capped": three_throws(40),
    "bold": bold(20),
    "exact": bold(12, target="exact", consolation=1),
    "opening": bold(15, opening=5, minimum_bank=2),
    "obliged": obliged(30),
}

ASK = """states => states.map(state => {
    const { engine } = pigcore;
    return {
        payoffs: engine.payoffs(state), best: engine.best(state), worth: engine.worth(state),
        has: engine.has(state), remark: engine.remark(state),
        said: pigcore.verdict(engine.payoffs(state), engine.best(state)),
    };
})"""

# What an action is worth, from what may fall and what comes of it.
EXPECT = """states => states.map(state => pigcore.engine.actions(state).map(action => {
    const { engine } = pigcore;
    const outcomes = engine.outcomes(state, action);
    if (!outcomes.length) return [action, engine.worthAfter(engine.after(state, action, null))];
    return [action, outcomes.reduce((sum, outcome) =>
        sum + outcome.chance * engine.worthAfter(engine.after(state, action, outcome)), 0)];
}))"""


@pytest.fixture(scope="module")
def solved():
    return {name: pigcore.solve(game) for name, game in GAMES.items()}


def states_of(game, count, seed=1):
    """States that a turn can come to."""
    source, had = random.Random(seed), game.can_have(game.goal)
    found = []
    while len(found) < count:
        own, opp = source.randrange(game.goal), source.randrange(game.goal)
        points = source.randrange(game.goal - own + 1)
        modes = [mode for mode in range(len(game.turn.modes)) if had[points] >> mode & 1]
        found += [(own, opp, points, source.choice(modes))] if modes else []
    return found


def on_page(game, state, thrown=0):
    more = {"thrown": thrown} if game.turn.chooses else {}
    return dict(zip(("own", "opp", "points", "mode"), state)) | more


def in_python(game, state):
    return *state[:3], game.turn.values[state[3]]


@pytest.mark.parametrize("name", GAMES)
def test_states_are_worth_what_the_solver_says(name, solved, made, opened):
    solution, game = solved[name], GAMES[name]
    states = states_of(game, 400)
    page = opened(made(game))
    answers = page.evaluate(ASK, [on_page(game, state) for state in states])
    said = 0
    for state, answer in zip(states, answers, strict=True):
        advice = solution.advise(*in_python(game, state))
        assert answer["has"], state
        assert answer["remark"] == ""
        assert set(answer["best"]) == set(advice["best"]), state
        assert answer["worth"] == pytest.approx(advice["value"], abs=1e-12), state
        theirs = {row["action"]: row["worth"] for row in advice["payoffs"]}
        ours = {row["action"]: row["worth"] for row in answer["payoffs"]}
        assert ours == pytest.approx(theirs, abs=1e-12), state
        if len(advice["best"]) < len(theirs) == 2:
            best, other = sorted(theirs, key=theirs.get, reverse=True)
            assert answer["said"] == margin_in_words(
                game, best, other, theirs[best] - theirs[other]
            )
            said += 1
    assert said > 20
    for mode, map_of in page.evaluate(
        "pigcore.engine.rules.layers.map(mode => [mode, [...pigcore.engine.map({}, mode).values]])"
    ):
        assert map_of == solution.thresholds()[..., mode].ravel().tolist()


@pytest.mark.parametrize("name", GAMES)
def test_what_falls_leads_where_the_solver_says(name, solved, made, opened):
    """Payoffs are the mean of what comes after, and of options each is worth what follows."""
    solution, game = solved[name], GAMES[name]
    states = states_of(game, 100, seed=2)
    page = opened(made(game))
    answers = page.evaluate(EXPECT, [on_page(game, state) for state in states])
    for state, answer in zip(states, answers, strict=True):
        theirs = solution.payoffs(*in_python(game, state))
        assert dict(map(tuple, answer)) == pytest.approx(theirs, abs=1e-12), state
    if not game.turn.chooses:
        return
    offered = page.evaluate("pigcore.engine.rules.throws.map(mode => mode.map(it => it.options))")
    thrown = [
        (state, n + 1, options)
        for state in states
        for n, options in enumerate(offered[state[3]])
        if len(options) > 1
    ]
    found = page.evaluate(ASK, [on_page(game, state, number) for state, number, _ in thrown])
    assert len(thrown) > 40
    for (state, _, options), answer in zip(thrown, found, strict=True):
        expected = {}
        for option in options:
            own, opp, points, _ = state
            after = own, opp, points + option["gain"], option["mode"]
            if game.target == "exact" and own + after[2] > game.goal:
                lost = {"bust": answer["payoffs"][-1]["worth"]}
                expected |= {f"{option['word']}, then {it}": worth for it, worth in lost.items()}
                continue
            for action, worth in solution.payoffs(*in_python(game, after)).items():
                expected[f"{option['word']}, then {action}"] = worth
        ours = {row["action"]: row["worth"] for row in answer["payoffs"]}
        busts = [worth for action, worth in ours.items() if action.endswith("bust")]
        if set(ours) == {"bust"}:
            continue
        assert ours == pytest.approx(expected, abs=1e-12), state
        assert answer["worth"] == pytest.approx(max(expected.values()), abs=1e-12)
        assert len({round(it, 12) for it in busts}) < 2


@pytest.mark.parametrize("name", GAMES)
def test_the_ledger_adds_up_to_the_last_digit_in_random_games(name, made, opened):
    found = opened(made(GAMES[name])).evaluate(RANDOM_PLAY, 60)
    assert found["worst"] < 1e-12
    assert found["printed"] == 0
    assert found["odd"] == []


def test_a_game_of_three_throws_by_keyboard(made, opened, violations):
    page = opened(made(GAMES["capped"]), reduced_motion="reduce")
    assert text_of(page, "#play .on-table") == "0 on the table, with 3 throws left"
    page.evaluate("pigcore.app.views.play.random = () => 0.99")  # always a six
    for key in "rrr":
        page.keyboard.press(key)
    assert text_of(page, "#play .on-table") == "18 on the table (6 + 6 + 6), with 0 throws left"
    assert text_of(page, "#play .event") == "You roll 6. 18 on the table."
    rolls = page.locator("#play [data-action=roll]")
    assert rolls.get_attribute("aria-disabled") == "true"
    assert violations(page) == []
    page.evaluate("pigcore.app.settings.pace = 'slow'")
    page.keyboard.press("h")
    assert text_of(page, "#play .event").startswith("You hold with 18.")
    page.evaluate("pigcore.app.settings.pace = 'instant'")
    hurried(page)
    page.evaluate("pigcore.app.views.play.random = Math.random")
    for turn in range(300):
        if over(page):
            break
        page.keyboard.press("rrh"[turn % 3])
        until_my_turn(page)
    assert over(page)
    again = opened(made(GAMES["capped"]), DESK, page.evaluate("location.hash"))
    assert again.evaluate("pigcore.table.moves") == page.evaluate("pigcore.table.moves")


def test_an_option_is_picked_and_then_thrown_or_banked(made, opened, violations):
    page = opened(made(GAMES["bold"]), PHONE, has_touch=True, is_mobile=True)
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


def test_advice_by_every_control(solved, made, opened, violations):
    page = opened(made(GAMES["bold"]), PHONE, "#view=advise")
    page.get_by_label("Your score", exact=True).fill("3")
    page.locator("select:visible").first.select_option("In mode bold")
    page.get_by_label("Points this turn: one more").click()
    page.get_by_label("Points this turn: one more").click()
    assert "own=3&opp=0&points=2&mode=bold" in page.evaluate("location.hash")
    payoffs = solved["bold"].payoffs(3, 0, 2, "bold")
    best = max(payoffs, key=payoffs.get)
    assert text_of(page, ".payoffs tbody tr >> nth=0").startswith(
        f"{best.capitalize()} {payoffs[best]:.2%}"
    )
    page.get_by_role("button", name="+3 / +6").click()
    rows = page.locator(".payoffs tbody tr")
    assert rows.count() == 4
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    again = opened(made(GAMES["bold"]), PHONE, page.evaluate("location.hash"))
    assert text_of(again, ".payoffs") == text_of(page, ".payoffs")
    page = opened(made(GAMES["bold"]), DESK, "#view=advise&mode=brave")
    assert "mode=brave, but what is in hand is one of bold, calm and must here" in text_of(
        page, "[role=alert]"
    )
    page = opened(made(GAMES["capped"]), DESK, "#view=advise&own=5&opp=9&points=3&mode=1")
    assert "No turn has 3 points with 1 throw left." in text_of(page, ".answer")
    page = opened(made(GAMES["capped"]), DESK, "#view=advise&own=5&opp=9&points=12&mode=0")
    assert text_of(page, ".verdict") == "There is no other choice."


def test_the_map_of_each_mode(solved, made, opened, violations):
    page = opened(made(GAMES["capped"]), DESK, "#view=map&own=15&opp=3")
    least = solved["capped"].thresholds()
    assert text_of(page, "#map-here .decision") == (
        f"With 1 throw left, hold at {least[15, 3, 1]}."
        if least[15, 3, 1] < 25
        else "With 1 throw left, roll until you win."
    )
    page.locator("select:visible").first.select_option("With 2 throws left")
    assert text_of(page, "#map-here .decision").startswith("With 2 throws left, ")
    assert "in=2" in page.evaluate("location.hash")
    assert violations(page) == []


def test_the_game_that_is_downloaded_says_what_fell_and_what_was_taken(made, opened):
    """Throws are their options as text, ``taken`` those that were chosen of several."""
    for name in ("bold", "exact", "capped"):
        game = GAMES[name]
        words = [mode.word for mode in game.turn.modes]
        told = opened(made(game)).evaluate(
            """() => Array.from({ length: 20 }, () => {
                const table = new Table(pigcore.engine);
                while (!table.over) {
                    const { actions } = table;
                    table.act(actions[Math.floor(Math.random() * actions.length)]);
                }
                return table.record;
            })"""
        )
        ends = {turn["end"] for record in told for turn in record["turns"]}
        assert ends >= {"bust", "win", "bank" if game.turn.chooses else "hold"}
        for turn in (turn for record in told for turn in record["turns"]):
            mode, points, taken = game.turn.start, 0, list(turn.get("taken", []))
            for thrown in turn["throws"]:
                texts = {
                    " or ".join(f"+{it.gain} {words[it.mode]}" for it in outcome.options): outcome
                    for outcome in game.turn.modes[mode].throw.outcomes
                }
                options = texts[thrown].options
                took = taken.pop(0) if len(options) > 1 else thrown
                (option,) = (it for it in options if took == f"+{it.gain} {words[it.mode]}")
                mode, points = option.mode, points + option.gain
            assert not taken
            kept = turn["end"] in ("bank", "hold", "win")
            lost = 0 if turn["end"] == "wipe" else game.after_bust(turn["own"])
            assert turn["after"] == [turn["own"] + points if kept else lost, turn["opp"]]
