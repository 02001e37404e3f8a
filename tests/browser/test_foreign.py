"""Texts of others are texts: no link, file, store or saved game can make the page run anything.

Every text that anybody else may have written has markup in it, which leaves a mark if it is read as
such. Pages have a policy besides, by which the browser runs their own scripts only: each is tried
where the other is switched off.
"""

import json
from urllib.parse import quote, urlencode

import pytest
from support.screens import text_of, viewed

import pigcore

pytestmark = pytest.mark.browser

RUN = "window.ran=1"
MARKUP = f'<img src=x onerror="{RUN}"><svg onload="{RUN}"></svg>'
SHORT = f"<img/src=x/onerror={RUN}>"
"""The same without a space, as a mode has it."""
POLICED = pytest.mark.parametrize("policed", [True, False], ids=["policy", "no policy"])
VIEWS = ("play", "review", "practice", "advise", "map", "table", "change", "whatif")

TURN = {
    "start": "start",
    "modes": {
        "start": {
            "may_bank": False,
            "throws": [
                {"chance": "1/4", "bust": True},
                {
                    "chance": "3/4",
                    "options": [
                        {"gain": 1, "mode": SHORT, "label": MARKUP},
                        {"gain": 2, "mode": "end", "label": f"{MARKUP}!"},
                    ],
                },
            ],
        },
        SHORT: {
            "may_bank": True,
            "throws": [
                {"chance": "1/2", "bust": True},
                {"chance": "1/2", "options": [{"gain": 3, "mode": SHORT, "label": f"{MARKUP}?"}]},
            ],
        },
        "end": {"may_bank": True},
    },
}
LEFT, RIGHT, BOTH = ({"gain": 100, "mode": mode} for mode in ("0,1", "1,0", "1,1"))
THROWN = [[BOTH]], [[LEFT], [RIGHT], [LEFT, RIGHT, {**BOTH, "gain": 200}]]
ONE, TWO = (
    {"throws": [{"chance": f"1/{len(sets) + 1}", "options": each} for each in sets]
     + [{"chance": f"1/{len(sets) + 1}", "bust": True}]} for sets in THROWN
)  # fmt: skip
DICE = {"faces": {MARKUP: [1, 1], f"{MARKUP}!": [1, 1]}, "scoring": {"1": 100}}
KINDS = {"start": "1,1", "modes": {"0,1": ONE, "1,0": ONE, "1,1": TWO}, "dice": DICE}
RULES = {"game": "race", "goal": 12, "name": f"Own {MARKUP}", "turn": TURN}

PLAY = """() => {
    const { engine, app: { views: { play } } } = pigcore;
    play.random = () => 0.1;
    play.take(engine.throws);
    play.dice.hurry();
}"""

END = """() => {
    const { play } = pigcore.app.views;
    play.seat(["hand", "perfect"], new Table(pigcore.engine));
    while (!play.table.over) play.table.act(play.table.actions[0]);
    play.end(true);
}"""


def unharmed(page):
    page.wait_for_timeout(50)  # an error of an image comes a little later
    assert page.evaluate("window.ran ?? null") is None
    assert page.locator("img, [onerror], [onload]").count() == 0


def looked_through(page):
    """Play a throw of options, a whole game, and look at every view and choice."""
    page.wait_for_function("window.pigcore?.app?.engine.known && pigcore.engine.charted")
    page.evaluate(PLAY)
    page.wait_for_function("!pigcore.app.views.play.busy")
    unharmed(page)
    if page.locator("#play .dice button").count():
        page.keyboard.press("?")
        page.locator("#play .dice button").first.click()
        unharmed(page)
    page.evaluate(END)
    unharmed(page)
    for view in VIEWS:
        tab = page.locator(f"#tab-{view}")
        if not tab.count():
            continue
        tab.click()
        viewed(page, view)
        unharmed(page)
        if view == "advise":
            for place in (".faces button", "button:enabled", "button:enabled"):
                for button in page.locator(f"#advise .bar-below {place}").all()[-1:]:
                    button.click()
                unharmed(page)
        if view == "practice":
            page.get_by_role("button", name="Begin the drills").click()
            unharmed(page)


def linked(rules):
    """An address that has all of the rules in it."""
    given = {**rules, "turn": json.dumps(rules["turn"])}
    return f"#{urlencode(given, quote_via=quote)}/view=play"


@POLICED
def test_a_link_brings_no_markup(policed, workshop, opened):
    page = opened(workshop, address=linked(RULES), bypass_csp=not policed)
    assert MARKUP in text_of(page, "#name")
    looked_through(page)
    page.goto(f"{workshop.as_uri()}{linked({**RULES, 'goal': 900, 'turn': KINDS})}")
    page.wait_for_function("window.pigcore?.app?.engine.dice")
    looked_through(page)
    for wrong in ("goal", "turn", "bust", "nothing", "game", "target", "players"):
        page.goto(f"{workshop.as_uri()}#game=pig&{wrong}={quote(MARKUP)}/view=play&own={MARKUP}")
        page.wait_for_function("!document.getElementById('notice').hidden")
        unharmed(page)
    page.goto(f"{workshop.as_uri()}#game=pig&goal=20/view=review&from={quote(MARKUP)}")
    page.goto(f"{workshop.as_uri()}#game=pig&goal=20/view=play&game={quote(MARKUP)}&seats={MARKUP}")
    unharmed(page)


@POLICED
def test_a_page_of_one_game_has_no_markup(policed, made, opened):
    """Whoever sends a page may have been sent the rules."""
    game = pigcore.Race(
        pigcore.games.rules.game_from_rules(RULES).turn, 12, name=f"{MARKUP}</script>"
    )
    page = opened(made(game), bypass_csp=not policed)
    looked_through(page)


@POLICED
def test_a_store_brings_no_markup(policed, made, opened):
    page = opened(made("pig", 20), bypass_csp=not policed)
    page.evaluate(END)
    page.evaluate(
        """(text) => {
        const kept = JSON.parse(localStorage.getItem("pigcore.games"));
        for (const one of Object.values(kept)) {
            const more = { score: text, won: text, when: "2026-11-22", skill: 50 };
            const texts = Object.fromEntries(Object.keys(one.games[0]).map((name) => [name, text]));
            one.games.push({ ...one.games[0], ...more },
                { ...texts, ...more, link: `game=${text}` });
            one.drills.push({ state: { own: text, opp: text, total: text }, own: text });
        }
        localStorage.setItem("pigcore.games", JSON.stringify({ ...kept, [text]: kept }));
        localStorage.setItem("pigcore", JSON.stringify(
            { language: text, hand: text, pace: text, coached: text, [text]: text }));
    }""",
        MARKUP,
    )
    page.reload()
    looked_through(page)
    page.locator("#tab-practice").click()
    viewed(page, "practice")
    for game in page.locator("#practice .games button").all():
        game.click()
        unharmed(page)
        page.locator("#tab-practice").click()
        viewed(page, "practice")


def test_a_browser_runs_the_page_s_own_scripts_only(made, workshop, browser):
    """Even if some markup came in."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    for path in (made("pig", 20), workshop):
        page.goto(path.as_uri())
        page.evaluate(
            """(markup) => {
            document.body.insertAdjacentHTML("beforeend", markup);
            const script = document.createElement("script");
            script.textContent = "window.ran = 2";
            document.body.append(script);
        }""",
            MARKUP,
        )
        page.wait_for_timeout(100)
        assert page.evaluate("window.ran ?? null") is None
    context.close()
