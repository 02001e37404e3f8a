"""``pigcore review``: the ledger of a game in a file."""

import json

import pytest
from support.commands import ask, refused

import pigcore

PIG = pigcore.Pig(20)
SEVEN = {
    "player": "first", "own": 0, "opp": 0, "throws": [7], "end": "hold", "after": [7, 0],
}  # fmt: skip


@pytest.fixture(scope="module")
def games():
    """What `pigcore simulate --json` prints of three games."""
    words = ("pig", "hold:3", "hold:25", "--games", "3", "--transcripts", "3", "--goal", "20")
    return ask("pigcore", "simulate", *words, "--json").stdout


def test_a_game_of_a_simulation(games, tmp_path):
    (tmp_path / "games.json").write_text(games)
    solution = pigcore.solve(PIG)
    transcripts = json.loads(games)["transcripts"]
    seen = set()
    for number, transcript in enumerate(transcripts, 1):
        for player, name in enumerate(("first", "second")):
            words = ("games.json", "--goal", "20", "--number", number, "--player", name)
            done = ask("pigcore", "review", "pig", *words, "--json", cwd=tmp_path)
            assert done.returncode == 0
            said = json.loads(done.stdout)
            assert said.pop("game") == PIG.as_dict()
            assert said.pop("version") == pigcore.__version__
            expected = pigcore.review(solution, transcript, player).as_dict()
            assert said == json.loads(json.dumps(expected))
            seen.add(said["luck"])
    assert len(seen) == 6


def test_in_words(games):
    done = ask("pigcore", "review", "pig", "-", "--goal", "20", stdin=games)
    ledger = pigcore.review(PIG, json.loads(games)["transcripts"][0])
    assert done.stdout.startswith("Pig to 20\nfirst against second\nchance at the start     6")
    assert " ".join(str(ledger).split()) in " ".join(done.stdout.split())
    assert "costliest mistakes:" in done.stdout


def test_every_move_is_listed_if_asked_for(games):
    ledger = pigcore.review(PIG, json.loads(games)["transcripts"][0])
    words = ("review", "pig", "-", "--goal", "20")
    short, long = (ask("pigcore", *words, *more, stdin=games) for more in ([], ["--moves"]))
    assert long.stdout.startswith(short.stdout)
    head, *lines = long.stdout.removeprefix(short.stdout).strip().split("\n")
    assert head == "every move:"
    for entry, line in zip(ledger.entries, lines[1:], strict=True):
        _, *state, chosen, best, cost, wrong, fell, luck = line.split()
        assert tuple(map(int, state)) == entry.state
        assert (chosen, best, wrong) == (
            entry.chosen,
            entry.best[0],
            "yes" if entry.wrong else "no",
        )
        assert (float(cost), float(luck)) == pytest.approx((entry.cost, entry.luck), abs=1e-6)
        assert fell == ("-" if entry.fell is None else str(entry.fell))
    assert any(entry.wrong for entry in ledger.entries)


def test_a_recorded_game_has_its_players_names(tmp_path):
    words = ("pig", "--goal", "20", "--against", "hold:9", "--record", "game.json")
    played = ask("pigcore", "play", *words, stdin="r\nr\nh\n" * 20, cwd=tmp_path)
    done = ask("pigcore", "review", "pig", "game.json", "--goal", "20", cwd=tmp_path)
    assert done.stdout.startswith("Pig to 20\nyou against hold:9\n")
    assert played.stdout.endswith(done.stdout.removeprefix("Pig to 20\n"))
    other = ask(
        "pigcore", "review", "pig", "game.json", "--goal", "20", "--player", "second", cwd=tmp_path
    )
    assert other.stdout.startswith("Pig to 20\nhold:9 against you\n")


def test_names_do_not_command_the_terminal():
    record = {"winner": None, "turns": [], "players": ["\x1b[2J", 5]}
    done = ask("pigcore", "review", "pig", "-", stdin=json.dumps(record))
    assert "\\x1b[2J against 5" in done.stdout
    assert "\x1b" not in done.stdout


def test_only_the_game_whose_rules_it_was_played_by(games):
    assert refused(
        ask("pigcore", "review", "pig", "-", stdin=games),
        "pigcore",
        "standard input holds a game whose rules are not those of Pig to 100: name its game",
    )


@pytest.mark.parametrize(
    ("words", "text", "message"),
    [
        (("pig", "-"), "", "standard input is not JSON: give a file of `pigcore play"),
        (("pig", "-"), "[" * 100_000, "standard input is not JSON"),
        (("pig", "-"), "5", "standard input does not hold a game, which has 'winner' and 'turns'"),
        (("pig", "-"), '{"turns": 5}', "standard input does not hold a game"),
        (("pig", "-"), "[]", "--number is 1, but standard input holds 0 games: choose another"),
        (("pig", "-", "--number", "0"), '{"turns": []}', "--number is 0, but standard input holds"),
        (("pig", "none.json"), "", "none.json cannot be read: No such file"),
        (("duel", "-"), '{"turns": []}', "there are no games to play move by move in Duel (duel)"),
        (
            ("pig", "-"),
            json.dumps({"turns": [SEVEN]}),
            "standard input: turn 1 breaks the rules of Pig: 7 cannot happen there; correct the",
        ),
    ],
)
def test_refusals(words, text, message, tmp_path):
    assert refused(ask("pigcore", "review", *words, stdin=text, cwd=tmp_path), "pigcore", message)
