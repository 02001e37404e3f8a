"""Pages of races of any turn: the solver's numbers in every state, choices, wipes, whole games."""

import numpy as np
import pytest
from support.pages import ASK, EQUAL, PARTIES, TURNS, on_page, solved, states_of
from support.screens import DESK, PHONE, over, text_of, until_my_turn

import pigcore
from pigcore.play.policies.race import answer
from pigcore.solvers.race.last_turn import play_off_of

pytestmark = pytest.mark.browser


def test_a_turn_of_three_throws_by_keyboard(made, opened, violations):
    page = opened(made(TURNS["capped"]), reduced_motion="reduce")
    assert "Roll at most 3 times" in text_of(page, "#play .rule-card")
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


def test_advice_by_every_control(made, opened, violations):
    page = opened(made(TURNS["bold"]), PHONE, "#view=advise")
    page.get_by_label("Your score", exact=True).fill("3")
    page.locator("select:visible").first.select_option("In mode bold")
    page.get_by_label("Points this turn: one more").click()
    page.get_by_label("Points this turn: one more").click()
    assert "own=3&opp=0&points=2&mode=bold" in page.evaluate("location.hash")
    payoffs = solved("bold").payoffs(3, 0, 2, "bold")
    best = max(payoffs, key=payoffs.get)
    assert text_of(page, ".payoffs tbody tr >> nth=0").startswith(
        f"{best.capitalize()} {payoffs[best]:.2%}"
    )
    page.get_by_role("button", name="+3 / +6").click()
    rows = page.locator(".payoffs tbody tr")
    assert rows.count() == 4
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    again = opened(made(TURNS["bold"]), PHONE, page.evaluate("location.hash"))
    assert text_of(again, ".payoffs") == text_of(page, ".payoffs")
    page = opened(made(TURNS["bold"]), DESK, "#view=advise&mode=brave")
    assert "mode=brave, but what is in hand is one of bold, calm and must here" in text_of(
        page, "#notice"
    )
    page = opened(made(TURNS["capped"]), DESK, "#view=advise&own=5&opp=9&points=3&mode=1")
    assert "No turn has 3 points with 1 throw left." in text_of(page, ".answer")
    page = opened(made(TURNS["capped"]), DESK, "#view=advise&own=5&opp=9&points=12&mode=0")
    assert text_of(page, ".verdict") == "There is no other choice."


def test_the_map_of_each_mode(made, opened, violations):
    page = opened(made(TURNS["capped"]), DESK, "#view=map&own=15&opp=3")
    least = solved("capped").thresholds()
    assert text_of(page, "#map-here .decision") == (
        f"With 1 throw left, hold at {least[15, 3, 1]}."
        if least[15, 3, 1] < 25
        else "With 1 throw left, roll until you win."
    )
    page.locator("select:visible").first.select_option("With 2 throws left")
    assert text_of(page, "#map-here .decision").startswith("With 2 throws left, ")
    assert "in=2" in page.evaluate("location.hash")
    assert violations(page) == []


@pytest.mark.parametrize("name", ["bold", "bold, exact", "bold, opening"])
def test_programs_take_options_as_their_policies(name, made, opened):
    game = TURNS[name]
    page = opened(made(game))
    throws = page.evaluate(
        "pigcore.engine.rules.modes.map((_, mode) => ("
        "pigcore.engine.throwsOf(mode).map(({ options }) => options)))"
    )
    asked, expected = [], []
    for state in states_of(solved(name), 300):
        own, _, points, mode = state
        if own + points >= game.goal:
            continue
        for n, options in enumerate(throws[game.turn.place(mode)]):
            if len(options) > 1:
                asked.append(on_page(game, state) | {"thrown": n + 1})
                expected.append((state, options))
        asked.append(on_page(game, state))
        expected.append((state, None))
    found = page.evaluate(
        """all => pigcore.app.views.play.rivals.map(each => (
            [each.points, all.map(at => each.choose(at, pigcore.engine.actions(at)))]))""",
        asked,
    )
    taken = set()
    for points, actions in found:
        policy = pigcore.parse_policy(game, f"hold:{points}/best-turn")
        for (state, options), action in zip(expected, actions, strict=True):
            word, _, then = action.rpartition(", then ")
            if options is None:
                if then != "bust":
                    assert then == answer(game, policy, *state), (points, state)
                continue
            steps = [(option["gain"], game.turn.modes[option["mode"]].word) for option in options]
            place = answer(game, policy, *state, options=steps)
            assert word == options[place]["word"], (points, state)
            taken.add(place)
    assert len(taken) > 1


def test_the_strip_of_three_players_passes_over_what_no_turn_has(made, opened):
    """With one throw left a turn has 4 to 12 points."""
    game = PARTIES["three, capped"]
    page = opened(made(game), DESK, "#view=advise&own=2&next=15&third=5&points=9&mode=1")
    rolls = solved("three, capped").turn(2, 15, 5)[2][:, 1] > 0.5
    (first, *more) = page.evaluate("pigcore.engine.plan(pigcore.app.state)")
    assert first["from"] == 1
    for points in range(4, 13):
        run = next(run for run in [first, *more] if points <= run["to"])
        assert (run["action"] == "roll") == rolls[points]


@pytest.mark.parametrize("name", ["equal turns", "equal turns, dice", "a last turn, played on"])
def test_turns_after_a_tie_are_worth_what_the_solver_says(name, made, opened):
    """Of the first one, and of the second one who has to pass what that made, or nothing."""
    game = EQUAL[name].seen_from(1)
    goal, unit, dice = game.goal, game.unit, "dice" in game.state_names
    page = opened(made(EQUAL[name]))
    asked, expected = [], []
    for made_ in (None, 0, 1, 3, 20):
        second = int(made_ is not None)
        off = play_off_of(game.seen_from(1 + second) if game.seats > 1 else game, made_)
        for t in (0, 2, 3, 5, 30):
            had, points = game.come_to(30 * unit)[t], t * unit
            place = (had & -had).bit_length() - 1  # the first mode in which a turn has so many
            state = (goal, goal + (made_ or 0) * unit, points, place + dice)
            asked.append(on_page(game, state[: len(game.state_names)]) | {"second": second})
            expected.append(off.payoffs(points, place, game.words))
    found = page.evaluate(ASK, asked)
    for state, theirs, ours in zip(asked, expected, found, strict=True):
        assert ours["has"], state
        payoffs = {row["action"]: row["worth"] for row in ours["payoffs"]}
        assert payoffs == pytest.approx(theirs, abs=1e-12), state


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


def test_a_map_and_advice_for_who_began_and_who_did_not(made, opened, violations):
    game = EQUAL["equal turns"]
    page = opened(made(game), DESK, "#view=map&own=20&opp=25")
    for second, solution in enumerate((solved("equal turns"), solved("equal turns").swapped)):
        page.get_by_role("switch", name="The opponent began").set_checked(second == 1)
        least = page.evaluate("[...pigcore.engine.map(pigcore.app.state).values]")
        goal = game.goal - np.arange(game.goal)[:, None]  # a dot says that one rolls on with more
        assert least == np.minimum(solution.thresholds(), goal).ravel().tolist()
        assert least[20 * game.goal + 25] == 20
        until = "you win" if second else "you have the goal, or more"
        assert text_of(page, "#map-here .decision") == f"Roll until {until}."
    assert violations(page) == []
    page = opened(made(game), PHONE, "#view=advise&own=30&opp=32&total=12")
    shown = []
    for second, solution in enumerate((solved("equal turns"), solved("equal turns").swapped)):
        page.get_by_role("switch", name="The opponent began").set_checked(second == 1)
        shown.append(text_of(page, ".payoffs tbody tr >> nth=0"))
        action, *_ = solution.best(30, 32, 12)
        assert shown[-1].startswith(f"{action.capitalize()} {solution.win(30, 32, 12):.2%}")
    assert shown[0] != shown[1]
    assert violations(page) == []


def test_at_the_table_it_counts_who_began(made, opened):
    page = opened(made(EQUAL["equal turns"]), DESK, "#view=table")
    page.get_by_label("You", exact=True).fill("34")
    page.get_by_label("The opponent", exact=True).fill("39")
    page.get_by_role("switch", name="The opponent began").check()
    state = page.evaluate("pigcore.app.views.table.table.state")
    assert state == {"own": 34, "opp": 39, "total": 0, "second": 1}
    solution = solved("equal turns").swapped
    assert f"{solution.win(34, 39):.2%}" in text_of(page, "#table .ranking")


def test_a_program_plays_both_seats(made, opened):
    game = EQUAL["equal turns"]
    page = opened(made(game))
    points = page.evaluate("pigcore.app.views.play.rivals[0].points")
    for seat in (game, game.swapped):
        policy = pigcore.parse_policy(seat, f"hold:{points}")
        states = [
            (own, opp, total) for own in (0, 20, 31) for opp in (3, 38) for total in (2, 8, 9)
        ]
        asked = [on_page(seat, state) for state in states]
        found = page.evaluate(
            "all => all.map(at => "
            "pigcore.app.views.play.rivals[0].choose(at, pigcore.engine.actions(at), Math.random))",
            asked,
        )
        assert found == [answer(seat, policy, *state) for state in states]
