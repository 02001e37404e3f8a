"""The tables that the page makes of rules are those that Python makes: ready-made and generated."""

import json
import random
from importlib import resources

import pytest
from support import generated
from support.told import differences, told_of

import pigcore
from pigcore.games.errors import PigcoreError
from pigcore.games.rules import game_from_rules, named_games

pytestmark = pytest.mark.browser

SCRIPTS = ("language.js", "strings/en.js", "strings/de.js", "tables.js", "toml.js")

MAKE = """all => all.map(rules => {
    try {
        const told = tablesOf(rules);
        return JSON.stringify(told, (_, it) => ArrayBuffer.isView(it) ? Array.from(it) : it);
    } catch (wrong) {
        if (!(wrong instanceof Refused)) throw wrong;
        const said = say(wrong.key, wrong.values);
        return JSON.stringify({ refused: wrong.key, field: wrong.field, said });
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


def made_of(page, rules):
    """What the page makes of each of some rules."""
    return [json.loads(text) for text in page.evaluate(MAKE, rules)]


def test_ready_made_games(blank):
    names = [name for name in named_games() if not name.startswith(("duel", "bag", "zombie"))]
    games = [pigcore.game(name) for name in names]
    found = made_of(blank, [game.rules() for game in games])
    for game, ours in zip(games, found, strict=True):
        assert differences(ours, told_of(game_from_rules(game.rules()))) == [], game.name


@pytest.mark.parametrize("kind", ["race", "farkle"])
def test_generated_games(kind, blank):
    rules = []
    for seed in range(400):
        source = random.Random(seed)
        try:
            rules.append(getattr(generated, kind)(source, source.random() < 0.5).rules())
        except PigcoreError:
            continue
    assert len(rules) > 150
    for given, ours in zip(rules, made_of(blank, rules), strict=True):
        assert differences(ours, told_of(game_from_rules(given))) == [], given
