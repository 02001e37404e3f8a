"""One board: what a player sees while playing, and how the game is taught in its first turns."""

import re

import pytest
from support.screens import DESK, PHONE, text_of, until_my_turn

import pigcore
from pigcore.show.words import _undominated

pytestmark = pytest.mark.browser

TOUCH = {"has_touch": True, "is_mobile": True}
BOXES = """
    [...document.querySelectorAll('#play .actions:not(.instead) button, #play .tools button')]
    .map((button) => { const { x, y, width, height } = button.getBoundingClientRect();
                       return [x, y + scrollY * %d, width, height].map(Math.round); })"""


def always(page, chance):
    """All dice show what this chance stands for from now on."""
    page.evaluate(f"pigcore.app.views.play.random = () => {chance}")


# --- one board ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "scheme"),
    [("farkle:kcd", "light"), ("hog:fa24", "dark")],
)
def test_everything_stands_beside_the_board(name, scheme, made, opened, violations):
    page = opened(made(name), DESK, color_scheme=scheme, reduced_motion="reduce")
    page.evaluate("pigcore.app.settings.pace = 'instant'")
    for _ in range(4):
        if page.locator("#play .dice button").count():
            page.keyboard.press("?")
            page.locator("#play .hinted .choice").first.click()
        page.locator("#play .action:not([aria-disabled=true])").first.click()
        until_my_turn(page)
    seen = page.evaluate(
        """() => ['.lanes', '.evaluation', '.stage', '.controls', '.turns'].map(name => {
            const { top, bottom } = document.querySelector(`#play ${name}`).getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight; })"""
    )
    assert all(seen)
    assert page.locator("#play .log li").count() > 0
    page.keyboard.press("?")
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_buttons_are_at_the_edge(scheme, made, opened, violations):
    page = opened(made("pig"), PHONE, color_scheme=scheme, reduced_motion="reduce", **TOUCH)
    for scrolled in (0, 300):
        page.evaluate(f"scrollTo(0, {scrolled})")
        edge = page.evaluate(
            "document.querySelector('#play .controls').getBoundingClientRect().bottom - innerHeight"
        )
        assert abs(edge) < 1
    assert violations(page) == []
    # What is below can be scrolled to above the controls.
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator("#play details.setup > summary").tap()
    small = page.evaluate(
        """[...document.querySelectorAll('#play :is(button, a, select, summary)')]
           .filter((one) => one.checkVisibility({ visibilityProperty: true }))
           .filter((one) => one.getBoundingClientRect().height < 44)
           .map((each) => each.textContent)"""
    )
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


COVERED = """() => {
    const { top } = document.querySelector('#play .controls').getBoundingClientRect();
    const seen = (one) => one.checkVisibility({ visibilityProperty: true });
    const below = [...document.querySelectorAll('#play :is(.dice .die, .event, .cost, .on-table)')]
        .filter((one) => seen(one) && one.textContent + one.innerHTML && !one.closest('.controls'))
        .filter((one) => one.getBoundingClientRect().bottom > top + 1);
    const out = [...document.querySelectorAll('#play .controls p')].filter((one) => (
        seen(one) && one.getBoundingClientRect().bottom > innerHeight));
    const keys = [...document.querySelectorAll('kbd')].filter(seen);
    return [...below, ...out, ...keys].map((one) => one.outerHTML);
}"""


@pytest.mark.parametrize("tag", ["en", "de"])
def test_scores_of_three_stand_in_their_lanes(tag, made, opened):
    address = f"#view=play&from=0.23.30.31&lang={tag}"
    page = opened(made("pig", 66, 3), PHONE, address, **TOUCH)
    out = page.evaluate("""() => [...document.querySelectorAll('#play .score, #play .name')]
        .filter((one) => one.getBoundingClientRect().right
            > one.closest('.lane').getBoundingClientRect().right - 2)
        .map((one) => one.textContent)""")
    assert out == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize(
    ("name", "size"),
    [("pig", DESK), ("hog:fa13", PHONE), ("farkle:kcd", PHONE)],
)  # fmt: skip
def test_buttons_do_not_move(name, size, made, opened):
    """From the first screen to the last, through mistakes, hints and busts. On a phone nothing lies
    under the controls, and no key is named."""
    touch = TOUCH if size == PHONE else {}
    goal = 600 if name == "farkle:kcd" else 40
    page = opened(made(name, goal), size, reduced_motion="reduce", **touch)
    page.evaluate("pigcore.app.settings.pace = 'fast'")
    boxes = BOXES % (size == DESK)
    expected = page.evaluate(boxes)
    for turn in range(400):
        waits = page.evaluate("pigcore.app.views.play.awaits")
        if page.evaluate("pigcore.table.over"):
            break
        if turn % 3 == 0 and not waits:
            page.keyboard.press("?")
            assert page.evaluate(boxes) == expected, turn
        if waits:
            assert page.evaluate(boxes) == expected, turn
            page.keyboard.press("g")
        else:
            page.evaluate(
                """(turn) => {
                  const view = pigcore.app.views.play, { actions } = view.table;
                  if (!view.isHand(view.table.mover)) return;
                  view.take(actions[(turn * 7) % actions.length]);
                }""",
                turn,
            )
        page.wait_for_function(
            """() => { const { table, app: { views: { play } } } = pigcore;
              return !play.busy && (table.over || play.awaits || play.isHand(table.mover)); }"""
        )
        assert page.evaluate(boxes) == expected, turn
        if size == PHONE:
            assert page.evaluate(COVERED) == [], turn
    assert page.evaluate("pigcore.table.over")
    assert page.locator("#play .instead button").count() == 2


def test_the_log_keeps_what_each_decision_cost(made, opened):
    page = opened(made("pig"), reduced_motion="reduce")
    page.evaluate("pigcore.app.settings.pace = 'fast'")
    always(page, 0.99)  # a six
    for key in "rrh":
        page.keyboard.press(key)
    pig = pigcore.solve(pigcore.Pig())
    cost = f"−{pig.margin(0, 0, 12):.2%}"
    line = page.locator("#play .log li").last
    assert cost in line.inner_text()
    assert f"{100 * pig.margin(0, 0, 12):.2f} percentage points given away" in line.inner_text()
    assert line.locator(".mini").count() == 2
    assert line.locator(".gave").first.inner_text().startswith("✓")  # rolling again with 6
    always(page, 0)
    page.keyboard.press("g")
    page.wait_for_function("pigcore.table.mover === 0 && !pigcore.app.views.play.busy")
    assert page.locator("#play .log li").count() == 2
    assert "bust" in page.locator("#play .log li").first.inner_text()
    assert cost in page.locator("#play .log").inner_text()
    page.locator("#play details.setup > summary").click()
    page.get_by_label("Show what each decision cost").uncheck()
    assert cost not in page.locator("#play .log").inner_text()


@pytest.mark.parametrize("name", ["pig", "hog:fa24"])
def test_a_hint_writes_the_chances_on_the_buttons(name, made, opened):
    page = opened(made(name), reduced_motion="reduce", address="#view=play&own=41&opp=49")
    page.evaluate("pigcore.app.settings.pace = 'fast'")
    always(page, 0.5)
    if name == "pig":
        page.keyboard.press("r")
    state = page.evaluate("Object.values(pigcore.table.state)")
    solution = pigcore.solve(pigcore.game(name))
    advice = solution.advise(*state)
    for ask in (lambda: page.get_by_role("button", name="Hint").click(),
                lambda: page.keyboard.press("?")):  # fmt: skip
        assert "wins" not in page.locator("#play .actions").first.inner_html()
        ask()
        for row in advice["payoffs"]:
            button = page.locator(f"#play [data-action='{row['action']}']")
            assert f"{row['worth']:.2%}" in button.inner_text()
            assert f"wins {row['worth']:.2%}" in button.get_attribute("aria-label")
            best = row["action"] in advice["best"]
            assert ("best" in button.get_attribute("class").split()) == best
        assert "wins" in text_of(page, "#live")
        page.keyboard.press("?")


def test_after_a_mistake_the_opponent_waits(made, opened):
    page = opened(made("pig"), reduced_motion="reduce")
    page.evaluate("pigcore.app.settings.pace = 'fast'")
    always(page, 0.99)
    for go_on in ("g", "Enter", "button"):
        page.evaluate("pigcore.app.views.play.begin(['hand', 'perfect'])")
        for key in "rh":
            page.keyboard.press(key)
        page.wait_for_timeout(500)
        assert page.evaluate("pigcore.table.steps.length") == 2
        button = page.get_by_role("button", name="Go on")
        assert button.is_visible()
        if go_on == "button":
            button.click()
        else:
            page.keyboard.press(go_on)
        page.wait_for_function("pigcore.table.steps.length > 2")
        assert not button.is_visible()
    # After the best decision it does not.
    page.evaluate("pigcore.app.views.play.begin(['hand', 'perfect'])")
    for key in "rrrrh":
        page.keyboard.press(key)
    page.wait_for_function("pigcore.table.steps.length > 5")


# --- taught in the first turn ---------------------------------------------------------------------


@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "A 1 loses the points of the turn"), ("de", "Eine 1 kostet die Punkte des Zuges")],
)
def test_the_first_screen_says_that_a_one_loses_the_turn(language, words, size, made, opened):
    page = opened(made("pig"), size, address=f"#lang={language}")
    row = page.locator("#play .rule-card li", has_text=words)
    box = row.bounding_box()
    edge = page.locator("#play .controls").bounding_box()["y"]
    assert 0 < box["y"] < box["y"] + box["height"] < edge
    assert row.locator("svg").count() == 1


def test_the_card_is_made_from_rules_of_one_s_own(workshop, opened):
    page = opened(workshop, ready="document.getElementById('shelf')")
    page.evaluate("location.hash = 'game=pig&sides=8&bust=1,2&goal=60&consolation=3'")
    page.wait_for_function("document.querySelector('#play .rule-card')")
    assert text_of(page, "#play .rule-card .aim") == "The first to bank 60 points wins."
    rows = page.locator("#play .rule-card li")
    assert rows.locator("> span:last-child").all_inner_texts()[-2:] == [
        "A 1 or 2 loses the points of the turn.", "A bust still banks 3 points.",
    ]  # fmt: skip
    assert [row.locator("svg").count() for row in rows.all()] == [0, 2, 0]
    page.evaluate("location.hash = 'game=zombie-dice'")
    page.locator("#play .rule-card li", has_text="Draw three").wait_for(timeout=60_000)
    colours = page.locator("#play .rule-card .die-body").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).fill)"
    )
    assert len(set(colours)) == len(colours) == 3


def test_the_coach_says_something_in_three_turns_and_no_more(made, opened):
    path = made("pig", 40)
    page = opened(path, reduced_motion="reduce")
    coach = page.locator("#play .coach")
    page.evaluate("pigcore.app.settings.pace = 'instant'")
    said = [coach.inner_text()]
    for _ in range(3):
        always(page, 0.99)
        page.keyboard.press("r")
        said.append(coach.inner_text())
        always(page, 0)
        page.keyboard.press("h")
        until_my_turn(page)
    assert "what you roll counts" in said[0]
    assert "hold to keep 6 points" in said[1]
    assert "Hint writes on each button" in said[2]
    assert "percentage points" in said[3]
    assert not coach.is_visible()
    page.reload()
    page.wait_for_function("window.pigcore?.app.shown")
    assert not coach.is_visible()
    page.locator("#play details.setup > summary").click()
    page.get_by_label("Tips in the first turns").check()
    assert coach.is_visible()
    page.get_by_role("button", name="No more tips").click()
    assert not coach.is_visible()


# --- what belongs to one kind of game -------------------------------------------------------------


def test_farkle_marks_what_scores_and_keeps_a_tray(made, opened):
    page = opened(made("farkle:kcd"), reduced_motion="reduce")
    page.evaluate("pigcore.app.settings.pace = 'instant'")
    page.evaluate(
        """() => { const falls = [0.05, 0.3, 0.75, 0.1, 0.95, 0.5, 0.2, 0.75, 0.99, 0.99, 0.8];
                   pigcore.app.views.play.random = () => falls.shift() ?? 0.5; }"""
    )
    page.keyboard.press("t")  # 1 1 2 4 5 6
    marked = page.locator("#play .dice button").evaluate_all(
        "(all) => all.map((each) => each.classList.contains('scores'))"
    )
    assert marked == [True, True, False, False, True, False]
    page.keyboard.press("?")
    payoffs = pigcore.solve(pigcore.Farkle.kcd()).payoffs(0, 0, 0, (1, 1, 2, 4, 5, 6))
    kept = sorted(_undominated(pigcore.Farkle.kcd(), payoffs).items(), key=lambda each: -each[1])
    shown = page.locator("#play .hinted td:nth-child(3):visible").all_inner_texts()
    assert shown == [f"{worth:.2%}" for _, worth in kept]
    folded = len(payoffs) - len(kept)
    page.get_by_role("button", name=f"{folded} more choices").click()
    assert page.locator("#play .hinted .choice:visible").count() == len(payoffs)
    page.locator("#play .hinted .choice", has_text=re.compile("^1 1, then throw")).click()
    assert page.locator("#play .aside .picked").count() == 2
    assert f"{payoffs[next(one for one in payoffs if one == '1 1, then throw')]:.2%}" in text_of(
        page, "#play [data-action=throw]"
    )
    page.keyboard.press("t")
    assert page.locator("#play .aside .mini:not(.picked)").count() == 2
    assert "200 on the table" in text_of(page, "#play .on-table")


def test_hog_tells_what_no_dice_yield_and_names_rules_that_strike(made, opened):
    page = opened(
        made("hog:fa13"), reduced_motion="reduce", address="#view=play&seats=hand-hand&from=7.24"
    )
    none = page.locator("#play [data-action='0']")
    gain = pigcore.Hog.fa13().bacon_points(7, 24)
    assert f"+{gain}" in none.inner_text()
    assert f"gains +{gain}" in none.get_attribute("aria-label")
    page.keyboard.press("0")  # 1 + 4 makes it 12, half of 24
    assert "Swine Swap: the scores are swapped." in text_of(page, "#play .event")


STRIKES = """turns => {
    const { engine } = pigcore, table = new Table(engine), found = [];
    let n = 11;
    const random = () => (n = (n * 16807) % 2147483647) / 2147483647;
    while (found.length < turns) {
        if (table.over) table.steps = [];
        const { actions, state } = table, action = actions[Math.floor(random() * actions.length)];
        const { outcome: { faces }, result } = table.act(action, random);
        found.push([state.own, state.opp, action.then, faces, result.struck().map(
            ({ event, rule, before, after }) => ({
                changes: `${rule}: ${before} becomes ${after}`, again: `${rule}: another turn`,
                swaps: `${rule}: the scores are swapped`, gives: "",
            }[event])).filter(Boolean)]);
    }
    return found;
}"""
TERMS = [
    "fa13",
    "fa13_hijinks",
    "su15",
    "sp16",
    "sp18",
    "su18",
    "fa20",
    "sp21",
    "fa21",
    "fa22",
    "fa24",
]


@pytest.mark.parametrize("term", TERMS)
def test_every_rule_of_hog_is_named_when_it_strikes(term, made, opened):
    """Whatever strikes in a thousand turns is what the rules in Python say of the same faces."""
    game = pigcore.game(f"hog:{term}")
    page = opened(made(f"hog:{term}"))
    struck = set()
    for own, opp, action, faces, said in page.evaluate(STRIKES, 1000):
        ones = 0 if game.pig_out is None else faces.count(1)
        points = game.pig_out_points(action, ones) if ones else sum(faces)
        if action <= 0:
            points = 1 if action else game.bacon_points(own, opp)
        assert said == list(game.strikes(own, opp, points, max(action, 0)))
        struck |= {one.split(":")[0] for one in said}
    rules = [*game.points, *game.after, *game.again]
    assert struck == {rule.__name__.replace("_", " ").title() for rule in rules}


def test_hogs_map_has_cells_at_every_level(made, opened):
    """What is best changes from each score to the next, so there are no zones."""
    page = opened(made("hog:fa24"), address="#view=map&own=30&opp=40")
    assert text_of(page, ".levels .small") == "Cells"
    best = pigcore.solve(pigcore.Hog.fa24()).best(30, 40)[0]
    assert text_of(page, "#map .decision") == f"Roll {best} dice."
