"""The page makes the tables of rules that Python makes, and refuses what Python refuses."""

import json
import random
import re
import tomllib
from importlib import resources
from itertools import product

import pytest
from support.odd_rules import altered, rules_of
from support.tables import differences, tables_of
from support.turns import three_throws

import pigcore
from pigcore.games.errors import PigcoreError
from pigcore.games.rules import column_of, game_from_text, named_games, text_of, toml_of
from pigcore.show.page.document import LANGUAGES

pytestmark = pytest.mark.browser

WORDS = ("language.js", *(f"strings/{name}" for name in LANGUAGES))
SCRIPTS = (*WORDS, "hogrules.js", "tables.js", "toml.js")

MAKE = """all => all.map(text => {
    try {
        const rules = JSON.parse(text), tables = tablesOf(rules);
        const listed = (_, each) => ArrayBuffer.isView(each) ? Array.from(each) : each;
        return [JSON.stringify(tables, listed), tomlOf(rules)];
    } catch (wrong) {
        if (!(wrong instanceof Refused)) throw wrong;
        const { field, sentence } = wrong;
        return [JSON.stringify({ refused: sentence, field })];
    }
})"""


ENDS, TIES = ("goal", "last_turn", "equal_turns"), ("first", "half", "play_on")


@pytest.fixture(scope="module")
def blank(browser):
    """A page with nothing but the scripts that need no document."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    folder = resources.files("pigcore.show.page")
    page.add_script_tag(
        content="\n".join(folder.joinpath(script).read_text("utf-8") for script in SCRIPTS)
    )
    yield page
    context.close()


def made_of(page, texts):
    """What the page makes of rules as TOML, and the rules as the page writes them."""
    return [
        [json.loads(made), *rules] for made, *rules in page.evaluate(MAKE, [*map(as_json, texts)])
    ]


def as_json(text):
    """A file of rules as a page reads it; numbers that are not whole are texts there."""
    return json.dumps(tomllib.loads(text, parse_float=str))


def expected_of(text):
    """What Python makes of them, but for what no page has: penalties, several players' ends."""
    try:
        game = game_from_text(text)
        several = getattr(game, "players", 2) > 2 and game.end != "goal"
        elsewhere = getattr(game, "penalty", 0) or several
        return {"refused": "elsewhere"} if elsewhere else tables_of(game)
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
    names = [name for name in named_games() if not name.startswith("zombie-dice")]
    games = [pigcore.game(name) for name in names]
    texts = [text_of(game) for game in games if column_of(game) in ("race", "hog")]
    assert compare(blank, texts) == len(texts) > 20


def test_parties(blank):
    games = [pigcore.game(name, players=n) for name in ("pig", "growing-pig") for n in (3, 4)]
    assert compare(blank, [text_of(game) for game in games]) == 4


def test_other_ends(blank):
    """A last turn has two names; what only Python solves is refused at its entry, and says so."""
    race = 'goal = 4\nroll = {gains = {1 = "1/2"}, bust = "1/2"}\n'
    texts = [f'end = "{end}"\ntie = "{tie}"\n' for end in ENDS for tie in TIES]
    texts += ["last_turn = true\n", 'seat = 1\nend = "last_turn"\nlast_turn = true\n']
    texts.append('last_turn = true\nend = "equal_turns"\n')
    assert compare(blank, [text + race for text in texts]) == 9
    games = [
        pigcore.Race(turn, goal, end=end, tie=tie, **more)
        for turn, goal, more in (
            (pigcore.Roll.die(6), 20, {"opening": 5}),
            (pigcore.Roll.die(6), 8, {"minimum_bank": 4}),
            (three_throws(12).turn, 12, {}),
            (pigcore.Farkle.minimal().turn, 1000, {}),
        )
        for end, tie in product(ENDS[1:], TIES)
    ]
    assert compare(blank, [text_of(game) for game in games]) == len(games)
    entries = {
        "seat": "2", "busts_in_a_row": "3", "floor": "-5", "minimum_to_win": "true",
    }  # fmt: skip
    texts = [f"{key} = {value}\n{race}" for key, value in entries.items()]
    texts.append(f"{race}[other.roll]\ngains = {{2 = 1}}\n")
    keys = [*(f"{key} = {value}" for key, value in entries.items()), "other"]
    for text, key, (refused,) in zip(texts, keys, made_of(blank, texts), strict=True):
        said = f"Games with {key} are solved by pigcore solve, advise and play, not here."
        assert refused == {"refused": said, "field": key.split(" =")[0]}, text
    three = f"players = 3\nlast_turn = true\n{race}"
    ((refused,),) = made_of(blank, [three])
    assert refused["refused"].startswith("Last turns of 3 players are solved by pigcore solve")


@pytest.mark.parametrize("kind", ["rolled", "race", "farkle", "hog"])
def test_generated_games(kind, blank):
    texts = [toml_of(rules_of(kind, random.Random(seed))) for seed in range(15)]
    assert compare(blank, texts) > 10


@pytest.mark.parametrize("kind", ["rolled", "race", "farkle", "hog"])
def test_rules_with_an_odd_entry(kind, blank):
    texts = []
    for seed in range(100):
        source = random.Random(seed)
        texts.append(toml_of(altered(rules_of(kind, source), source)))
    assert 1 < compare(blank, [text for text in texts if readable(text)]) < 65


def readable(text):
    """Whether a text is TOML at all."""
    try:
        return bool(tomllib.loads(text))
    except tomllib.TOMLDecodeError:
        return False


@pytest.mark.nightly
def test_zombie_dice(blank):
    """Its ten thousand modes are made in the page; what can fall in each is left to be asked."""
    text = text_of(pigcore.game("zombie-dice"))
    ((ours, _),) = made_of(blank, [text])
    theirs = tables_of(pigcore.game("zombie-dice"))
    throws = theirs.pop("throws")
    assert ours.pop("throws") is None
    assert differences(ours, theirs) == []
    assert theirs["phrases"][theirs["start"]] == "with 6 green, 4 yellow and 3 red in the cup"
    both = "with 4 green, 3 yellow and 2 red in the cup, feet on 1 green, shotguns on 1 red"
    assert both in theirs["phrases"]
    german = blank.evaluate(
        """(phrases) => {
            const { tag } = Language;
            Language.speak(["de"]);
            const said = phrases.map((phrase) => foreign(phrase, "text.mode."));
            Language.speak([tag]);
            return said;
        }""",
        [both, *theirs["phrases"]],
    )
    assert german[0] == (
        "mit 4 grünen, 3 gelben und 2 roten im Becher, Füßen auf 1 grünen, Schüssen auf 1 roten"
    )
    assert not re.search(r"\b(with|and|no|green|feet|cup)\b", " ".join(german))
    places = [0, 1, 17, ours["start"], len(throws) - 1]
    found = blank.evaluate(
        """([text, places]) => {
            const data = tablesOf(JSON.parse(text));
            return places.map((mode) => pointsThrown(data, mode));
        }""",
        [as_json(text), places],
    )
    for place, ours_here in zip(places, found, strict=True):
        assert differences(ours_here, throws[place]) == []
