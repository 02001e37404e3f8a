"""What ``--json`` prints is what ``--schema`` says, for every verb of both commands."""

import json
from functools import cache

import pytest
from jsonschema import Draft202012Validator
from pigverify.cli import _VERBS
from pigverify.schemas import OUTPUTS as PROVED
from support.commands import ask

import pigcore
from pigcore.show import commands
from pigcore.show.schemas import OUTPUTS

# A game as it is named on a command line, and two policies of it.
HOLD, BANK, DICE = "hold:5 hold:7", "bank:300/best-turn bank:200/most-points", "always:4 always:2"
RACES = {
    "pig --goal 12": HOLD, "piglet": HOLD, "two-dice-pig --goal 12": HOLD,
    "hold-or-continue --goal 12": HOLD, "pass-the-pigs --goal 20": HOLD, "cards.toml": HOLD,
    "consolation-pig --goal 12": HOLD, "pig:three-throws --goal 12": HOLD,
    "big-pig --goal 12": HOLD, "double-trouble --goal 12": HOLD,
    "farkle:minimal --goal 500": BANK, "farkle:kcd --goal 500": BANK,
}  # fmt: skip
PARTIES = {
    "pig --goal 12 --players 3": HOLD, "pig:three-throws --goal 10 --players 3": HOLD,
    "farkle:minimal --goal 400 --players 3": BANK,
}  # fmt: skip
HOGS = {f"hog:{term} --goal 12": DICE for term in ("fa13", "fa24", "fa13_hijinks")}
DUEL, BAG = {"duel": "hold:20 optimal"}, {"bag": "always:rock random"}
FOR_TWO = RACES | HOGS
MATCHED = FOR_TWO | DUEL | PARTIES
EVERY = MATCHED | BAG


def of(games, form):
    """A line for each game; ``form`` has its name, options and policies."""
    for game, policies in games.items():
        (name, _, options), (first, second) = game.partition(" "), policies.split()
        start = "0 " * pigcore.game(name if ".toml" not in name else "pig").players
        start += "0 " * ("--players" in options) + "0" * ("hijinks" in name)
        yield form.format(g=name, o=options, p=first, q=second, s=start)


SHORT = {game: EVERY[game] for game in ("pig --goal 12", "piglet", "hog:fa13 --goal 12")}
LINES = {
    "games": ["", "cards.toml", "bag dice.csv", *of({"piglet": HOLD} | DUEL | BAG, "{g}")],
    "solve": [*of(EVERY, "{g} {o}"), "bag dice.csv", "pig --goal 12 -o saved.npz", "other.toml"],
    "advise": [
        "other.toml 0 0 4",
        *of(FOR_TWO | PARTIES, "{g} {o} {s}"), "pig --goal 12 1 2 4", "cards.toml 1 2 4",
        "farkle:kcd --goal 2000 0 0 350 --throw 115324", "pig:three-throws --goal 12 0 0 2 2",
        "pig --goal 12 --players 3 0 0 0 4", "duel 20", "bag 0 1 0",
    ],
    "match": [
        "other.toml hold:5 optimal",
        *of(MATCHED, "{g} {o} {p} {q}"), *of(MATCHED, "{g} {o} optimal {p}"),
        "pig --goal 12 hold:5 hold:5 --lengths", "hold-or-continue hold:1 hold:1",
        "pig --goal 12 --players 3 hold:5 hold:6 optimal --start 1 2 3",
    ],
    "reply": of(MATCHED, "{g} {o} {p}"),
    "coach": [
        *of(SHORT | {"farkle:kcd --goal 500": BANK} | DUEL | BAG, "{g} {o} {p}"),
        "dice.csv always:rock", "other.toml hold:5", "pig hold:20 hold:25",
    ],
    "solitaire": [
        *of(FOR_TWO, "{g} {o}"), *of(SHORT, "{g} --objective points --turns 3"),
        *of(SHORT, "{g} {o} --objective chance --turns 3"), *of(SHORT, "{g} {o} --policy {p}"),
        *of(SHORT, "{g} --objective points_per_turn"), "hold-or-continue --policy hold:1",
    ],
    "policy": [
        *of(EVERY, "{g} {o} optimal"), *of(EVERY, "{g} {o} random"), "pig hold:20 0 0 25",
        "pig random 0 0 25 -o policy.json", "farkle:kcd bank:300/most-points 0 0 100 --throw 1553",
        "dice.csv optimal",
    ],
    "simulate": [
        *of(MATCHED, "{g} {o} {p} {q} --games 50 --transcripts 2"),
        "bag optimal --games 50 --transcripts 1",
    ],
    "tournament": [
        *of(SHORT | DUEL | PARTIES, "{g} {o} {p} {q} random"), "hog:fa24 --goal 12 strategies",
    ],
    "contest": ["strategies --game hog:fa24 --goal 12", "strategies/four.py --game hog --goal 12"],
    "thumb": [
        *of({"pig --goal 12": HOLD, "cards.toml": HOLD}, "{g} {o} hold race"),
        "pig:three-throws --goal 12 bank", "farkle:kcd --goal 500 bank/best-turn",
        "hog --goal 12 always zones --descents 1", "pig --goal 20 --regression",
    ],
    "table": [*of(EVERY, "{g} {o}"), "bag dice.csv"],
    "worksheet": [*of(SHORT, "{g} {o}"), "pig --goal 12 -o sheet.html"],
    "plot": ["pig --goal 12 -o pig.png", "hog -o hog.svg"],
    "review": [f"{game} game{n}.json" for n, game in enumerate(FOR_TWO | PARTIES)],
    "judge": [""],
}  # fmt: skip
PROOFS = {
    "pigverify": [
        "other.toml --all", "other.toml 0 0",
        *of(FOR_TWO | PARTIES, "{g} {o} --all"),
        *of(FOR_TWO | PARTIES, "{g} {o} {s}"),
        "duel", "bag", "bag dice.csv", "duel 20", "bag 0 1 0", "pig --goal 12 1 2 4 --second",
        *of(SHORT | DUEL | BAG | PARTIES, "{g} {o} --disputed 2"), "solved.npz", "wrong.npz",
        "hog.npz", "pig.pigcert", "pig.pigcert pig --goal 12", "duel.pigcert",
        "pig --goal 12 0 3 --exact", "bag --exact",
    ],
    "match": [
        "pig --goal 12 hold:5 optimal", "hog --goal 12 always:4 optimal --start 3 4",
        "farkle:kcd --goal 500 hold:300 optimal",
    ],
    "alone": ["two-dice-pig --turns 2"],
    "published": ["--list", "--only euler-232"],
}  # fmt: skip
QUICK = {"solve", "advise", "match", "games", "policy"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Everything that the lines above name."""
    home = tmp_path_factory.mktemp("schemas")
    (home / "dice.csv").write_text("1/3,2/3,0\n0,100,200\n")
    (home / "cards.toml").write_text(
        'name = "Cards"\ngoal = 12\n[roll]\nbust = "1/10"\nwipe = "1/10"\n'
        '[roll.gains]\n1 = "4/10"\n4 = "3/10"\n9 = "1/10"\n'
    )
    (home / "other.toml").write_text(
        'name = "Handicap"\ngoal = 9\n[roll]\ndice = 1\nsides = 6\nbust = [1]\n'
        "[other.roll]\ndice = 1\nsides = 8\nbust = [1]\n"
    )
    (home / "strategies").mkdir()
    for name, answer in {"four": 4, "two": 2, "bad": 7.5}.items():
        line = f"def final_strategy(score, opponent_score): return {answer}\n"
        (home / "strategies" / f"{name}.py").write_text(line)
    return home


@pytest.fixture(scope="module")
def games(folder):
    """A game of each kind that was played, for ``review``."""
    for n, line in enumerate(of(FOR_TWO | PARTIES, "{g} {o} {p} optimal")):
        played = ask("pigcore", "simulate", *line.split(), "--games", 3, "--transcripts", 2,
                     "--json", cwd=folder)  # fmt: skip
        (folder / f"game{n}.json").write_text(played.stdout)
    return folder


@pytest.fixture(scope="module")
def proofs(folder):
    """What ``pigverify`` is given: solutions, one of them wrong, certificates."""
    for line in ("solve pig --goal 12 -o solved.npz", "solve hog --goal 12 -o hog.npz",
                 "solve pig --goal 12 --max-iterations 1 -o wrong.npz"):  # fmt: skip
        ask("pigcore", *line.split(), cwd=folder)
    for line in ("pig --goal 12 --all -o pig.pigcert", "duel --all -o duel.pigcert"):
        ask("pigverify", *line.split(), cwd=folder)
    return folder


@cache
def validator(command, *verb):
    printed = ask(command, *verb, "--schema")
    assert (printed.returncode, printed.stderr) == (0, "")
    schema = json.loads(printed.stdout)
    Draft202012Validator.check_schema(schema)
    assert schema["title"] == " ".join((command, *verb))
    return Draft202012Validator(schema)


def refuse(text):
    raise AssertionError(f"{text} is no JSON")


def printed(command, words, folder):
    done = ask(command, *words, "--json", stdin="1\n0 0 5\n", cwd=folder)
    assert done.stdout, done.stderr
    return json.loads(done.stdout, parse_constant=refuse)


def fits(found, valid):
    """Whether it is valid, and is not once an entry is new or of another type."""
    assert [error.message for error in valid.iter_errors(found)] == []
    one = found[0] if isinstance(found, list) else found
    if isinstance(one, dict):
        for changed in ({"odd": 1}, *({name: {"odd": []}} for name in one if name != "rules")):
            other = one | changed
            assert not valid.is_valid([other] if isinstance(found, list) else other), changed
        for name in {"game", "version"} & {*one}:
            assert not valid.is_valid({key: one[key] for key in one if key != name})


def lines(those, slowly):
    return [
        pytest.param(verb, line, id=f"{verb} {line}", marks=[pytest.mark.slow] if slow else [])
        for verb, many in those.items()
        for n, line in enumerate(many)
        for slow in [n > 0 or slowly(verb)]
    ]


@pytest.mark.parametrize(("verb", "line"), lines(LINES, lambda verb: verb not in QUICK))
def test_what_a_verb_prints_fits_its_schema(verb, line, request):
    folder = request.getfixturevalue("games" if verb == "review" else "folder")
    fits(printed("pigcore", [verb, *line.split()], folder), validator("pigcore", verb))


@pytest.mark.slow
@pytest.mark.parametrize(("verb", "line"), lines(PROOFS, lambda verb: True))
def test_what_the_verifier_prints_fits_its_schema(verb, line, proofs):
    verb = [] if verb == "pigverify" else [verb]
    fits(printed("pigverify", [*verb, *line.split()], proofs), validator("pigverify", *verb))


def test_every_verb_that_prints_json_has_a_schema_that_is_tested():
    group = commands.Commands()
    verbs = {name: group.get_command(None, name) for name in commands.VERBS}
    options = {name: {each.name for each in verb.params} for name, verb in verbs.items()}
    assert {name for name in verbs if "as_json" in options[name]} == {*OUTPUTS} == {*LINES}
    assert {name for name in verbs if "schema" in options[name]} == {*OUTPUTS}
    assert {*PROVED} == {*PROOFS} == {"pigverify", *_VERBS}


def test_a_schema_needs_no_game():
    known = json.loads(ask("pigcore", "coach", "--schema").stdout)
    assert known["title"] == "pigcore coach"
    assert known["$defs"]["CoachingDuel"]["required"] == [
        "game", "version", "policy", "average", "exploitability", "mistakes"
    ]  # fmt: skip
    family = known["$defs"]["Game"]["properties"]["family"]
    assert family == {"type": "string", "enum": ["race", "hog", "duel", "bag"]}
