"""Both languages in every view, and nothing that is said from outside the tables of sentences.

The German table is replaced by one in which every letter is Greek. Whatever a view then says in
Latin letters did not come from a table.
"""

import re

import pytest
from support.pages import RANDOM_PLAY
from support.screens import SURVEYED, text_of, to
from support.turns import three_throws

import pigcore
from pigcore.show.page import page as page_of
from pigcore.show.page import workshop
from pigcore.show.page.document import sentences

pytestmark = pytest.mark.browser

PHONE, DESK = (390, 760), (1280, 860)
GREEK = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZäöüÄÖÜß",
    "αβψδεφγηιξκλμνοπχρστυωςθζξΑΒΨΔΕΦΓΗΙΞΚΛΜΝΟΠΧΡΣΤΥΩΣΘΖΞάόύΆΌΎς",
)

GAMES = {
    "pig": (pigcore.Pig(20), "#view=advise&own=3&opp=5&total=7"),
    "points": (pigcore.PassThePigs.kern(30), "#view=advise&own=3&opp=5&total=7"),
    "three throws": (three_throws(20), "#view=advise&own=3&opp=4&points=2&mode=2"),
    "farkle": (pigcore.Farkle.kcd(500), "#view=advise&points=100&dice=3&thrown=115"),
    "hog": (pigcore.Hog.fa13_hijinks(20), "#view=advise&own=3&opp=5"),
    "equal turns": (
        pigcore.Race(pigcore.Roll.die(4), 8, end="equal_turns", tie="half"),
        "#view=advise&own=3&opp=9&total=6&second=1",
    ),
    "party": (pigcore.Pig(12, players=3), "#view=advise&own=3&next=5&third=4&total=2"),
}

SAID = """() => {
    const found = [document.title];
    const names = ["aria-label", "title", "alt", "placeholder"];
    for (const each of document.querySelectorAll("body *")) {
        if (each.closest("script, style, noscript, textarea, kbd, svg, [lang]:not(html)")) continue;
        for (const name of names) if (each.hasAttribute(name)) found.push(each.getAttribute(name));
        for (const part of each.childNodes) {
            if (part.nodeType === Node.TEXT_NODE) found.push(part.textContent);
        }
    }
    return found;
}"""

STICKING_OUT = """() => [...document.querySelectorAll(".card")]
    .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.innerText)"""


def in_greek(html):
    """A page whose German is Greek but for the values of its sentences and what they depend on."""

    def turned(line):
        parts = re.split(r"(\{\w+(?:\}|\??\|))", line[2])
        text = "".join(part if n % 2 else part.translate(GREEK) for n, part in enumerate(parts))
        return f'{line[1]}"{text}"],'

    before, begin, rest = html.partition('sentences(["en", "de"], {')
    table, end, after = rest.partition("\n});")
    table = re.sub(r'^((?:"[^"]+"|\w+): \[".*", )"(.*)"\],$', turned, table, flags=re.M)
    return f"{before}{begin}{table}{end}{after}"


RULES = [
    " ".join(part.capitalize() for part in rule.split("_"))
    for name in sorted(sentences(), key=len, reverse=True)
    for rule in re.findall(r"^hog\.(\w+)$", name)
]
"""What the rules of Hog are called, in every language."""


def latin(page, *allowed):
    """The words in Latin letters that a page says now; formulas of a letter are none."""
    found, allowed = set(), (*RULES, *allowed)
    for text in page.evaluate(SAID):
        for name in allowed:
            text = text.replace(name, "")
        found |= {text.strip()} if re.search(r"[A-Za-zÄÖÜäöüß]{2,}", text) else set()
    return found


def names_of(page):
    """The names of all games on the shelf, the longest first."""
    names = "pigcore.workshop.groups.flatMap(({ games }) => games.map(({ rules }) => rules.name))"
    return sorted(page.evaluate(names), key=len, reverse=True)


@pytest.fixture
def spoken(opened, tmp_path):
    """Open a page of this text in German. Its policy does not know what was written into it."""

    def open_it(html, address="", size=DESK, ready=SURVEYED):
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8")
        return opened(path, size, address, ready, locale="de-DE", bypass_csp=True)

    return open_it


@pytest.mark.parametrize("name", GAMES)
def test_every_view_speaks_from_the_tables(name, spoken):
    game, address = GAMES[name]
    page = spoken(in_greek(page_of(game)), address)
    assert page.evaluate("document.documentElement.lang") == "de"
    names = sorted({*names_of(page), game.name}, key=len, reverse=True)
    allowed = (*names, "pigcore", "English")
    assert latin(page, *allowed) == set()
    for view in page.evaluate("Object.keys(pigcore.app.views)"):
        to(page, view)
        page.evaluate(
            "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
        )
        page.wait_for_timeout(50)
        assert latin(page, *allowed) == set(), view
    to(page, "play")
    page.locator("#play-pace").select_option("instant")
    for _ in range(400):
        if page.evaluate("pigcore.table.over"):
            break
        page.evaluate("""() => {
            const { app: { views: { play } } } = pigcore, { table } = play;
            if (!play.busy && play.isHand(table.mover)) {
                const { actions } = table;
                play.take(actions[Math.floor(Math.random() * actions.length)]);
            }
        }""")
        page.wait_for_timeout(5)
        assert latin(page, *allowed) == set()
    assert page.evaluate("pigcore.table.over")
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    page.wait_for_timeout(50)
    assert latin(page, *allowed) == set()
    found = page.evaluate(RANDOM_PLAY.replace("const sentences = ", "const unused = ").replace(
        "!sentences.test(text)", "/[A-Za-z]{2}/.test(text)"), 10)  # fmt: skip
    named = re.compile("|".join(RULES))
    assert [text for text in found["odd"] if re.search("[A-Za-z]{2}", named.sub("", text))] == []


def test_the_shelf_speaks_from_the_tables(spoken):
    page = spoken(in_greek(workshop()), ready="window.pigcore && pigcore.workshop")
    allowed = (*names_of(page), "pigcore", "English")
    assert latin(page, *allowed) == set()


def test_numbers_are_written_as_the_language_does(made, opened):
    address = "#view=advise&own=41&opp=49&total=27"
    page = opened(made("pig"), PHONE, address, locale="de-DE")
    assert text_of(page, ".verdict") == "Würfeln gewinnt 2 von 10.000 Partien mehr als Halten."
    assert text_of(page, ".payoffs tbody tr >> nth=0") == ("Würfeln 65,56 % 16,7 %")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


@pytest.mark.parametrize("locale", ["fr-FR", "de-AT"])
def test_the_language_is_the_browser_s_or_english(locale, made, opened):
    page = opened(made("pig", 10), locale=locale)
    assert page.evaluate("document.documentElement.lang") == (
        "de" if locale.startswith("de") else "en"
    )


@pytest.mark.parametrize(
    ("game", "size"),
    [("pig", PHONE), ("pig", DESK), ("hog", PHONE), ("farkle", PHONE), ("farkle", DESK),
     ("three throws", PHONE)],
)  # fmt: skip
def test_german_fits_on_the_screen(game, size, made, opened):
    rules, address = GAMES[game]
    page = opened(made(rules), size, address, locale="de-DE")
    for view in page.evaluate("Object.keys(pigcore.app.views)"):
        to(page, view)
        assert page.evaluate("document.documentElement.scrollWidth") == size[0], view
        assert page.evaluate(STICKING_OUT) == [], view


def test_without_scripts_both_languages_say_so(browser, made):
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto(made("pig", 10).as_uri())
    assert text_of(page, "noscript") == (
        "This page needs JavaScript, which is switched off. "
        "Diese Seite braucht JavaScript, und das ist ausgeschaltet."
    )
    context.close()


VERBS = {
    # Single options are rolled and held, choices are thrown and banked: what the others are called.
    # What is banked (points) is a word of the rules.
    "en": {
        "single": r"\bthrow(s|ing)? (again|on|a|the|it)\b|\bto throw\b|\bbank(s|ing)?\b(?! \d)",
        "choices": r"\b(roll(s|ed|ing)?|hold(s|ing)?)\b",
    },
    "de": {
        "single": r"\b([Ww]irf(s?t)?|werfen|[Ss]icher(e|n|st|t))\b(?! \d)",
        "choices": r"\b(würfl\w+|würfel(n|st|t)|Würfle|[Hh]alte(n|st)?)\b",
    },
}
KINDS = {
    "single": ("pig", None, None), "three": ("pig", 20, 3), "doubles": ("double-trouble", 20, None),
    "choices": ("farkle:kcd", 500, None),
}  # fmt: skip


@pytest.mark.parametrize("tag", ["en", "de"])
@pytest.mark.parametrize("kind", KINDS)
def test_one_thing_has_one_verb_and_nothing_is_said_twice(kind, tag, made, opened):
    name, goal, players = KINDS[kind]
    page = opened(made(name, goal, players), address=f"#view=play&lang={tag}")
    page.wait_for_function("pigcore.engine.known && pigcore.engine.charted")
    forbidden = VERBS[tag]["choices" if kind == "choices" else "single"]
    page.evaluate("pigcore.app.settings.pace = 'instant'")
    # A bust would let the others play, who may do the same thing twice.
    page.evaluate("pigcore.app.views.play.random = () => 0.99")
    page.evaluate("pigcore.app.views.play.take(pigcore.table.actions[0])")
    page.wait_for_function("!pigcore.app.views.play.busy")
    for view in ("play", "advise", "map", "practice"):
        to(page, view)
        said = page.evaluate(f"({SAID})()".replace('"body *"', f'"#{view} *"'))
        rules = page.evaluate("document.getElementById('rules').textContent")
        for text in said:
            assert text in rules or not re.search(forbidden, text), (view, text)
            assert not re.search(r"%[^.]* points\b|\bpoints (behind|given)", text) or (
                "percentage points" in text.lower()
            )
        if view in ("map", "advise"):  # a legend, and buttons, repeat what is said of a cell
            continue
        seen = page.evaluate(
            "(view) => document.getElementById(view).innerText.split(/[\\n.:]+/)", view
        )
        whole = [one.strip() for one in seen if len(one.split()) > 3]
        assert len(whole) == len(set(whole)), view
