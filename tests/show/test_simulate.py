"""``pigcore simulate``"""

import json

from support.commands import ask

import pigcore


def test_it_says_what_the_library_does():
    words = ("pig", "hold:20", "optimal", "--games", "1000", "--seed", "7", "--goal", "30")
    done = ask("pigcore", "simulate", *words, "--transcripts", "2", "--json")
    assert done.returncode == 0
    said = json.loads(done.stdout)
    pig = pigcore.Pig(30)
    found = pigcore.simulate(
        pig, pigcore.hold_at(20), pigcore.solve(pig), 1000, seed=7, transcripts=2
    )
    assert said.pop("game") == pig.as_dict()
    assert said.pop("version") == pigcore.__version__
    assert said.pop("policies") == ["hold:20", "optimal"]
    assert said.pop("start") == [0, 0]
    assert said == found.as_dict()


def test_in_words():
    words = ("hold-or-continue", "hold:1", "hold:1", "--games", "2000", "--transcripts", "1")
    done = ask("pigcore", "simulate", *words)
    assert done.returncode == 0
    assert "2,000, seed 1" in done.stdout
    assert "won by nobody" in done.stdout
    assert "first, 0 to 0: rolls" in done.stdout
    assert "99% each" in done.stdout
    together = ask("pigcore", "simulate", *words, "--workers", "2")
    assert together.stdout == done.stdout


def test_from_other_scores():
    done = ask(
        "pigcore", "simulate", "pig", "hold:20", "hold:20", "--start", "99", "99", "--games",
        "1000", "--json",
    )  # fmt: skip
    assert 0.48 < json.loads(done.stdout)["average"] < 0.52
