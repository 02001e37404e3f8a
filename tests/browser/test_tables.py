"""The tables that the page makes of rules are those that Python makes, and so is what it refuses."""

import json
import random
from importlib import resources

import pytest
from support.odd_rules import altered, rules_of
from support.told import differences, told_of

import pigcore
from pigcore.games.errors import PigcoreError
from pigcore.games.rules import game_from_text, named_games, text_of, toml_of
from pigcore.show.page.document import LANGUAGES, RULES

pytestmark = pytest.mark.browser

SCRIPTS = ("language.js", *(f"strings/{name}" for name in LANGUAGES), *RULES)

MAKE = """all => all.map(text => {
    try {
        const rules = rulesOfToml(text), told = tablesOf(rules);
        if (tomlOf(rulesOfToml(tomlOf(rules))) !== tomlOf(rules)) throw new Error(tomlOf(rules));
        return [JSON.stringify(told, (_, it) => ArrayBuffer.isView(it) ? Array.from(it) : it), tomlOf(rules)];
    } catch (wrong) {
        if (!(wrong instanceof Refused)) throw wrong;
        const { field, sentence } = wrong;
        return [JSON.stringify({ refused: sentence, field })];
    }
})"""


@pytest.fixture(scope="module")
def blank(browser):
    """A page with nothing but the scripts that need no document."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    folder = resources.files("pigcore.show.page")
    page.add_script_tag(content="\n".join(folder.joinpath(it).read_text("utf-8") for it in SCRIPTS))
    yield page
    context.close()


def made_of(page, texts):
    """What the page makes of rules as TOML, and the rules as the page writes them."""
    return [[json.loads(told), *rules] for told, *rules in page.evaluate(MAKE, texts)]


def expected_of(text):
    """What Python makes of them; a penalty is for turns without an opponent, which no page has."""
    try:
        game = game_from_text(text)
        return {"refused": "penalty"} if getattr(game, "penalty", 0) else told_of(game)
    except PigcoreError as error:
        return {"refused": str(error)}


def compare(page, texts):
    """How many of the rules both make tables of; that these differ in anything fails."""
    made = 0
    for text, (ours, *rules) in zip(texts, made_of(page, texts), strict=True):
        theirs = expected_of(text)
        assert ("refused" in ours) == ("refused" in theirs), (ours, theirs, text)
        if "refused" in ours:
            assert ours["refused"], text
            continue
        made += 1
        assert differences(ours, theirs) == [], text
        assert game_from_text(rules[0]) == game_from_text(text)
    return made


def test_ready_made_games(blank):
    names = [name for name in named_games() if pigcore.game(name).family in ("race", "hog")]
    texts = [text_of(pigcore.game(name)) for name in names if name != "zombie-dice"]
    assert compare(blank, texts) == len(texts) > 20


def test_parties(blank):
    games = [pigcore.game(name, players=n) for name in ("pig", "growing-pig") for n in (3, 4)]
    assert compare(blank, [text_of(game) for game in games]) == 4


@pytest.mark.parametrize("kind", ["rolled", "race", "farkle", "hog"])
def test_generated_games(kind, blank):
    """Hardly any of them cannot be won: that is for the turns of all modes to say."""
    texts = [toml_of(rules_of(kind, random.Random(seed))) for seed in range(100)]
    assert compare(blank, texts) > 95


@pytest.mark.parametrize("kind", ["rolled", "race", "farkle", "hog"])
def test_rules_with_an_odd_entry(kind, blank):
    texts = []
    for seed in range(250):
        source = random.Random(seed)
        texts.append(toml_of(altered(rules_of(kind, source), source)))
    assert 5 < compare(blank, texts) < 150


def test_zombie_dice(blank):
    """Its ten thousand modes are made in the page; only what can fall in each is left to be asked."""
    text = text_of(pigcore.game("zombie-dice"))
    ((ours, _),) = made_of(blank, [text])
    theirs = told_of(pigcore.game("zombie-dice"))
    throws = theirs.pop("throws")
    assert ours.pop("throws") is None
    assert differences(ours, theirs) == []
    places = [0, 1, 17, ours["start"], len(throws) - 1]
    told = blank.evaluate(
        """([text, places]) => {
            const data = tablesOf(rulesOfToml(text));
            return places.map((mode) => pointsThrown(data, mode));
        }""",
        [text, places],
    )
    for place, ours_here in zip(places, told, strict=True):
        assert differences(ours_here, throws[place]) == []
