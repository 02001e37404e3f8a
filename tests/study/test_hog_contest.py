"""The contest of Hog: ranks by brute force, and every way in which a file can fail."""

import csv
import io
import os
import re
import time
from fractions import Fraction

import numpy as np
import pytest
from support import hogs

import pigcore
from pigcore.games import Hog
from pigcore.study.hog_contest import Entrant, Processes

GAME = Hog.fa13(12)
HEAD = "def final_strategy(score, opponent_score):\n    "
LINES = {
    "bacon.py": "return 0 if score > 5 else 3",
    "brave.py": "return 1 + (score + 2 * opponent_score) % 4",
    "one.py": "return 1",
    "same.py": "return 2",
    "two.py": "print('hm'); return 2",
}


def write(folder, files):
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder


def in_folder(folder, game=GAME, **options):
    return pigcore.contest(game, folder, **options)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = write(tmp_path_factory.mktemp("good"), {n: HEAD + line for n, line in LINES.items()})
    return in_folder(folder, workers=2)


def functions():
    found = {}
    for name, line in LINES.items():
        exec(HEAD + line.removeprefix("print('hm'); "), place := {})
        found[name] = lambda own, opp, parity, play=place["final_strategy"]: play(own, opp)
    return found


def test_a_table_is_an_entrant(tmp_path):
    write(tmp_path, {"two.py": HEAD + LINES["two.py"], "not.json": "[[2]]"})
    write(
        tmp_path,
        {"table.json": str([[2] * 12] * 12), "table.csv": "2,2,2,2,2,2,2,2,2,2,2,2\n" * 12},
    )
    names = [str(tmp_path / name) for name in ("two.py", "table.json", "table.csv", "not.json")]
    contest = in_folder(names)
    *equal, refused = names
    assert all(np.array_equal(contest.tables[name], contest.tables[names[0]]) for name in equal)
    assert "the policy has the shape (1, 1)" in contest.disqualified[refused]


@pytest.mark.slow
def test_ranks_by_brute_force(played):
    term = hogs.term("fa13", 12, 10)
    first, average = {}, {}
    for one, mine in functions().items():
        for two, other in functions().items():
            values = hogs.Solved(term, (mine, other)).values
            first[one, two] = values[0, 0, 0, 0]
            average[one, two] = (first[one, two] + 1 - values[1, 0, 0, 0]) / 2
    names = played.tournament.names
    assert (names, played.disqualified) == (tuple(LINES), {})
    assert pigcore.tournament(GAME, played.tables).to_csv() == played.tournament.to_csv()
    for field, exact in ((played.tournament.first, first), (played.tournament.average, average)):
        expected = [[float(exact[n, m]) for m in names] for n in names]
        assert np.abs(field - expected).max() < 1e-14
    wins = {n: sum(average[n, m] > Fraction(1, 2) for m in names) for n in names}
    rates = {n: sum(average[n, m] for m in names if m != n) / 4 for n in names}
    rows = {row["strategy"]: row for row in played.rows()}
    for name, row in rows.items():
        better = [m for m in names if (wins[m], rates[m]) > (wins[name], rates[name])]
        assert row == {
            "rank": 1 + len(better), "strategy": name, "wins": wins[name],
            "rate": pytest.approx(float(rates[name]), abs=1e-14),
        }  # fmt: skip
    assert rows["same.py"]["rank"] == rows["two.py"]["rank"]
    assert [row["rank"] for row in played.rows()] == sorted(row["rank"] for row in rows.values())


BAD = {
    "answers_11.py": (HEAD + "return 11", "answers 11 at own 0, opp 0, but must choose a whole nu"),
    "answers_7.5.py": (HEAD + "return 7.5", "answers 7.5 at own 0, opp 0, but must choose a whol"),
    "answers_exchange.py": (HEAD + "return -1", "answers -1 at own 0, opp 0, but must choose a"),
    "raises.py": (
        HEAD + "return {1: 5}[score]",
        "raises.py, line 2: final_strategy at own 0, opp 0 ra",
    ),
    "raises_itself.py": (HEAD + "return final_strategy(0, 0)", "raises_itself.py, line 2: final_s"),
    "breaks.py": ("def final_strategy(:\n", "breaks.py, line 1: the file raises SyntaxError"),
    "lacks.py": (
        "def strategy(own, opp): return 5",
        "lacks.py has no function 'final_strategy': ",
    ),
    "takes_one.py": ("def final_strategy(own): return 5", "a policy of Hog is asked with own opp"),
    "asks.py": (HEAD + "return int(input())", "asks.py, line 2: final_strategy at own 0, opp 0 ra"),
    "exits.py": (
        HEAD + "raise SystemExit(3)",
        "exits.py, line 2: final_strategy at own 0, opp 0 r",
    ),
    "vanishes.py": (
        "import os\nos._exit(0)",
        "ends its process without an answer",
    ),
    "crashes.py": ("import ctypes\nctypes.string_at(0)", "ends its process without an answer"),
    "forks.py": ("import os\nos.fork()", "forks.py, line 2: the file raises PermissionError: a st"),
    "writes.py": (
        "open('answers_11.py', 'w')",
        "writes.py, line 1: the file raises PermissionError: a strategy must not open files for wr",
    ),
    "kills.py": ("import os\nos.kill(os.getppid(), 9)", "kills.py, line 2: the file raises Permi"),
    "hungry.py": ("x = bytearray(10**9)", "hungry.py, line 1: the file raises MemoryError"),
    "forges.py": (
        """import os
for n in range(3, 20):
    try: os.write(n, b'{"table": [99]}')
    except OSError: pass
os._exit(0)""",
        "ends its process without an answer",
    ),
}
"""Files that fail, and what is said of them."""


@pytest.mark.slow
def test_files_that_fail_are_disqualified_and_the_others_go_on(tmp_path):
    write(tmp_path, {name: f"{text}\n# final_strategy" for name, (text, _) in BAD.items()})
    write(tmp_path, {"good.py": HEAD + "return 5", "better.py": HEAD + "return 6"})
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe\x00")
    write(tmp_path, {"_hidden.py": "", ".also.py": "", "notes.txt": ""})
    failed = in_folder(tmp_path, memory=2**29, workers=4)
    assert set(failed.disqualified) == {*BAD, "binary.py"}
    for name, (_, why) in BAD.items():
        assert failed.disqualified[name].startswith(why)
    assert "is not text in UTF-8" in failed.disqualified["binary.py"]
    assert sorted(row["strategy"] for row in failed.rows()) == ["better.py", "good.py"]
    assert (failed.tables["good.py"] == 5).all()
    assert str(failed) == f"{failed.game.name}: 2 strategies play, {len(BAD) + 1} disqualified"
    lines = list(csv.DictReader(io.StringIO(failed.to_csv())))
    assert [line["rank"] for line in lines[:3]] == ["1", "2", ""]
    assert float(lines[0]["rate"]) == failed.rows()[0]["rate"]
    assert {line["strategy"]: line["disqualified"] for line in lines[2:]} == failed.disqualified
    assert failed.as_dict()["disqualified"] == failed.disqualified
    assert failed.as_dict()["matches"] == failed.tournament.as_dict()


SLOW = {
    "loops.py": HEAD + "while True: pass",
    "sleeps.py": "import time\ntime.sleep(60)\n" + HEAD + "0",
}


@pytest.mark.slow
def test_too_slow(tmp_path):
    reported = []
    found = in_folder(
        write(tmp_path, SLOW), seconds=0.3, workers=2, progress=lambda *done: reported.append(done)
    )
    assert found.disqualified == dict.fromkeys(SLOW, "takes longer than 0.3 s for its table")
    assert (found.tournament, found.rows()) == (None, [])
    assert reported == [(1, 4), (2, 4)]


CHILD = """import ctypes, os, time
libc = ctypes.CDLL(None)
if libc.fork() == 0:
    libc.setsid()
    time.sleep({})
    os._exit(0)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_child_that_keeps_the_pipe_open_is_not_waited_for(tmp_path):
    began = time.monotonic()
    texts = {"answers.py": "", "ends.py": "os._exit(0)\n", "sleeps.py": "time.sleep(20)\n"}
    write(
        tmp_path,
        {name: CHILD.format(20) + text + HEAD + "return 5" for name, text in texts.items()},
    )
    found = in_folder(tmp_path, seconds=2, workers=1)
    assert (found.tables["answers.py"] == 5).all()
    assert found.disqualified == {
        "ends.py": "ends its process without an answer",
        "sleeps.py": "takes longer than 2 s for its table",
    }
    assert time.monotonic() - began < 15


CHANGING = {
    "coin.py": "import random\n" + HEAD + "return random.randint(4, 5)",
    "drawn.py": "import dice\n" + HEAD + "return dice.rolls",
    "counts.py": "n = 0\n" + HEAD + "global n; n += 1; return 5 - n // 3 % 2",
}


def test_who_answers_differently_when_asked_again_is_disqualified(tmp_path):
    beside = {"dice.py": "import time\n\nrolls = time.rolls = getattr(time, 'rolls', 3) + 1\n"}
    found = in_folder(write(tmp_path, CHANGING | beside | {"good.py": HEAD + "return 5"}))
    assert [*found.tables] == ["good.py"]
    for name in CHANGING:
        assert re.fullmatch(
            r"final_strategy answers \d and then \d when it is asked twice \(own \d+, opp \d+\), "
            "but must not change.*",
            found.disqualified[name],
        )


def test_an_interruption_ends_the_processes(tmp_path):
    write(tmp_path, SLOW | {"good.py": HEAD + "return 5"})

    def interrupt(done, of):
        raise KeyboardInterrupt

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        in_folder(tmp_path, seconds=600, workers=3, progress=interrupt)
    assert time.monotonic() - began < 60


def test_a_process_that_is_about_to_start_is_stopped_too(tmp_path):
    write(tmp_path, SLOW)
    processes = Processes(GAME, 600, 2**30)
    processes.stop()
    entrant = Entrant(str(tmp_path / "sleeps.py"), "final_strategy")
    assert processes.ask(entrant) == "ends its process without an answer"


@pytest.mark.slow
def test_functions_by_name_modules_beside_them_and_parity(tmp_path):
    text = (
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "from helper import SIX\nfrom numpy import int64\n"
        "@dataclass\nclass Rule:\n    dice: int\n"
        "def cautious(own, opp, margin=8): return Rule(2).dice\n"
        "def bold(own, opp, parity): return int64(SIX - parity)\n"
    )
    write(tmp_path, {"mine.py": text, "helper.py": "SIX = 6\n"})
    names = [f"{tmp_path}/mine.py:{name}" for name in ("cautious", "bold", "gone")]
    found = in_folder(names, Hog.fa13_hijinks(12))
    cautious, bold, gone = names
    assert (found.tables[cautious] == 2).all()
    assert (found.tables[bold] == [6, 5]).all()
    assert found.tables[bold].shape == (12, 12, 2)
    assert not found.tables[bold].flags.writeable
    assert found.disqualified == {
        gone: "mine.py has no function 'gone': choose one of bold, cautious, dataclass"
    }
    assert found.tournament.names == (cautious, bold)


@pytest.mark.slow
def test_modules_beside_strategies(tmp_path):
    """What one draws by chance is drawn anew when it is asked again."""
    files = {"good.py": f"from beside import FOUR\n{HEAD}return FOUR", "beside.py": "FOUR = 4\n"}
    files["drawn.py"] = f"from chance import drawn\n{HEAD}"
    files["drawn.py"] += "return 1 + (drawn >> 12 * score + opponent_score) % 2"
    files["chance.py"] = "import random\ndrawn = random.getrandbits(150)\n"
    found = in_folder(write(tmp_path, files))
    assert (found.tables["good.py"] == 4).all()
    assert "then 2 when it is asked twice" in found.disqualified.pop("drawn.py").replace("1", "2")
    assert not found.disqualified
    assert found.helpers == ("beside.py", "chance.py")


def test_one_strategy_alone(tmp_path):
    found = in_folder(write(tmp_path, {"good.py": HEAD + "return 5"}))
    assert found.rows() == [{"rank": 1, "strategy": "good.py", "wins": 0, "rate": None}]
    assert found.to_csv().splitlines()[1] == "1,good.py,0,,,Hog fa13,12"
