"""Every verb says what the function of its name returns: as JSON, as CSV and in words."""

import json
import shlex

import pytest
from support.commands import ask

import pigcore
from pigcore.games.spelling import digits, spell

PIG, PARTY, DUEL = pigcore.Pig(30), pigcore.Piglet(4, players=3), pigcore.Duel()
HOG, BAG = pigcore.game("hog", goal=30), pigcore.game("bag")
POCKET, THROWS = pigcore.HoldOrContinue(12), pigcore.game("pig:three-throws", goal=12)

VERBS = {
    "match pig hold:9 roll-times:3 --goal 30 --start 10 0":
        lambda: pigcore.match(PIG, "hold:9", "roll-times:3", start=(10, 0)),
    "match duel hold:20 hold:25": lambda: pigcore.match(DUEL, "hold:20", "hold:25"),
    "match piglet --goal 4 --players 3 hold:2 optimal hold:1":
        lambda: pigcore.match(PARTY, "hold:2", ("optimal", "hold:1")),
    "match piglet --goal 4 --players 3 hold:2 optimal --start 3 0 1":
        lambda: pigcore.match(PARTY, "hold:2", "optimal", start=(3, 0, 1)),
    "match pig:three-throws --goal 12 optimal hold:10":
        lambda: pigcore.match(THROWS, "optimal", "hold:10"),
    "simulate pig hold:20 optimal --games 1000 --seed 7 --goal 30 --transcripts 2":
        lambda: pigcore.simulate(PIG, "hold:20", "optimal", 1000, seed=7, transcripts=2),
    "simulate piglet --goal 4 --players 3 hold:2 optimal hold:1 --games 1000 --workers 2":
        lambda: pigcore.simulate(PARTY, "hold:2", ("optimal", "hold:1"), 1000),
    "simulate hold-or-continue hold:1 hold:1 --games 2000":
        lambda: pigcore.simulate(pigcore.HoldOrContinue(), "hold:1", "hold:1", 2000),
    "tournament pig hold:9 hold:12 random --goal 30":
        lambda: pigcore.tournament(PIG, ["hold:9", "hold:12", "random"]),
    "reply pig hold:9 --goal 30 --count 2": lambda: pigcore.best_response(PIG, "hold:9"),
    "reply piglet --goal 4 --players 3 hold:1": lambda: pigcore.best_response(PARTY, "hold:1"),
    "reply pig:three-throws --goal 12 hold:5": lambda: pigcore.best_response(THROWS, "hold:5"),
    "coach pig:three-throws --goal 12 hold:5": lambda: pigcore.coach(THROWS, "hold:5"),
    "coach hog always:5 always:4 --goal 30": lambda: pigcore.coach(HOG, "always:5", "always:4"),
    "coach duel hold:20 --count 2": lambda: pigcore.coach(DUEL, "hold:20"),
    "coach bag mix:rock=1/2,paper=1/2": lambda: pigcore.coach(BAG, "mix:rock=1/2,paper=1/2"),
    "coach piglet --goal 4 --players 3 hold:1": lambda: pigcore.coach(PARTY, "hold:1"),
    "thumb hold-or-continue --goal 12 late hold --descents 2":
        lambda: pigcore.rules_of_thumb(POCKET, ["late", "hold"], descents=2),
}  # fmt: skip
LISTED = {"reply": "deviations", "coach": "mistakes"}
"""What only JSON lists beside the facts, as many rows as ``--count`` says."""


def said(*words):
    done = ask("pigcore", *words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("line", VERBS)
def test_a_verb_says_what_its_function_returns(line):
    words, found = shlex.split(line), VERBS[line]()
    plainly = ask("pigcore", *words)
    assert (plainly.returncode, plainly.stderr) == (0, "")
    assert max(map(len, plainly.stdout.splitlines())) <= 80 or "transcripts" in line
    said = json.loads(ask("pigcore", *words, "--json").stdout)
    assert said.pop("version") == pigcore.__version__
    assert said["game"]["family"] in ("race", words[1])
    for name, value in json.loads(json.dumps(found.as_dict())).items():
        assert said[name] == value, name
    if words[0] in LISTED:
        count = int(words[words.index("--count") + 1]) if "--count" in words else None
        listed = said[LISTED[words[0]]]
        rows = json.loads(json.dumps(pigcore.result.plain(found.rows(count or len(listed)))))
        assert listed == rows
    if words[0] in ("tournament", "thumb"):
        assert ask("pigcore", *words, "--csv").stdout == found.to_csv()
    else:
        with digits(6):
            told = {name: spell(value) for name, value in found.told().items()}
        text = " ".join(plainly.stdout.split())
        for name, value in told.items():
            assert " ".join(f"{name} {value}".replace("_", " ").split()) in text, name


STATES = {
    "pig --goal 20": (3, 4, 9), "hog --goal 30": (3, 4), "duel": (20,), "bag": (0, 1, 0),
    "piglet --goal 4 --players 3": (0, 1, 2, 1), "farkle --goal 500": (100, 50, 100, 5),
}  # fmt: skip


@pytest.mark.parametrize("line", STATES)
def test_a_solution_says_the_same_saved_or_not(line, tmp_path):
    words, state = line.split(), STATES[line]
    options = dict(zip((one[2:] for one in words[1::2]), map(int, words[2::2])))
    solution = pigcore.solve(pigcore.game(words[0], **options))
    solution.save(tmp_path / "saved.npz")
    for game in (words, ["saved.npz"]):
        name, *more = game
        facts = [
            json.loads(ask("pigcore", verb, name, *rest, *more, "--json", cwd=tmp_path).stdout)
            for verb, rest in (("solve", ()), ("advise", state))
        ]
        assert facts == [solution.summary(), solution.advise(*state)]


@pytest.mark.slow
def test_a_match_in_words():
    text = said("match", "pig", "optimal", "hold:20", "--lengths")
    assert "wins moving first   0.571498\n" in text
    assert "turns               19.5296\n" in text
    assert "half end within     19 turns; nine in ten take 11 to 31" in text
    assert "final scores        77.6697 and 76.6538" in text
    assert "cost of mistakes    0 and 0.040906" in text
    assert text.splitlines()[-1].startswith("110   ")
    assert "never ends          0.142192\n" in said(
        "match", "hold-or-continue", "hold:1", "hold:1"
    )  # fmt: skip


def test_a_policy_is_called_as_it_was_typed(tmp_path):
    (tmp_path / "mine.py").write_text("def final_strategy(own, opp):\n    return 5\n")
    words = ("coach", "hog", "mine.py", "--goal", "12")
    printed = ask("pigcore", *words, cwd=tmp_path).stdout
    assert " policy mine.py " in " ".join(printed.split())
    found = json.loads(ask("pigcore", *words, "--json", cwd=tmp_path).stdout)
    assert found["policy"] == "mine.py"


@pytest.mark.slow
def test_a_coaching_in_words():
    done = ask("pigcore", "coach", "pig", "hold:8", "--goal", "30", "--digits", "12")
    assert done.returncode == 0, done.stderr
    found = pigcore.coach(pigcore.Pig(30), "hold:8")
    assert len(found.advice) <= 5
    said = " ".join(done.stdout.split())
    for one in found.advice:
        assert f" {one.share:.0%} " in said
        assert f"{one.wins:.12f}" in said
    for edit in found.edits:
        assert edit.policy in said
    assert f"remember {found.remember}" in said
    assert max(map(len, done.stdout.splitlines())) <= 80
