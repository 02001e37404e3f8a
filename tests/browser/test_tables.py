"""The page refuses the rules that Python refuses, and writes rules as Python reads them.

What its tables come to: test_page_solver.py.
"""

import json
import random
import tomllib
from contextlib import suppress
from importlib import resources

import pytest
from support.odd_rules import altered, rules_of

from pigcore.games.errors import PigcoreError
from pigcore.games.rules import game_from_text, toml_of
from pigcore.show.page import check
from pigcore.show.page.document import in_order

pytestmark = pytest.mark.browser

MAKE = """all => all.map(text => {
    const rules = JSON.parse(text);
    try {
        tablesOf(rules);
        return { rules: tomlOf(rules) };
    } catch (wrong) {
        if (!(wrong instanceof Refused)) throw wrong;
        return { refused: wrong.sentence, field: wrong.field };
    }
})"""

RACE = 'goal = 4\nroll = {gains = {1 = "1/2"}, bust = "1/2"}\n'
ENDS, TIES = ("goal", "last_turn", "equal_turns"), ("first", "half", "play_on")


@pytest.fixture(scope="module")
def blank(browser):
    """A page with nothing but the scripts that need no document."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    folder = resources.files("pigcore.show.page")
    scripts = in_order("words.js", "tables.js", "toml.js")
    page.add_script_tag(
        content="\n".join(folder.joinpath(one).read_text("utf-8") for one in scripts)
    )
    yield page
    context.close()


def compare(page, texts):
    """How many of the rules, as TOML, both take; that one takes what the other refuses fails."""
    given = [json.dumps(tomllib.loads(text, parse_float=str)) for text in texts]
    taken = 0
    for text, ours in zip(texts, page.evaluate(MAKE, given), strict=True):
        refused = True
        with suppress(PigcoreError):
            check(game_from_text(text))
            refused = False
        assert refused == ("refused" in ours), (text, ours)
        if not refused:
            taken += 1
            assert game_from_text(ours["rules"]) == game_from_text(text)
        else:
            assert ours["refused"], text
    return taken


def test_ends_and_rules_that_only_python_knows(blank):
    texts = [f'end = "{end}"\ntie = "{tie}"\n{RACE}' for end in ENDS for tie in TIES]
    texts += [f"last_turn = true\n{RACE}", f'seat = 2\nend = "equal_turns"\n{RACE}']
    texts.append(f'last_turn = true\nend = "equal_turns"\n{RACE}')
    assert compare(blank, texts) == 9
    entries = ["busts_in_a_row = 3\npenalty = 1", "minimum_to_win = true\nminimum_bank = 2"]
    entries += ["players = 3\nlast_turn = true"]
    texts = [f"{entry}\n{RACE}" for entry in entries] + [f"{RACE}[other.roll]\ngains = {{2 = 1}}\n"]
    assert compare(blank, texts) == 0


@pytest.mark.parametrize("kind", ["rolled", "race", "farkle", "hog"])
def test_rules_with_an_odd_entry(kind, blank):
    texts = []
    for seed in range(100):
        source = random.Random(seed)
        texts.append(toml_of(altered(rules_of(kind, source), source)))
        with suppress(tomllib.TOMLDecodeError):
            tomllib.loads(texts[-1])
            continue
        texts.pop()
    assert 1 < compare(blank, texts) < 65
