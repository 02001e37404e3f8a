"""The command ``pigcore``, run as a user runs it."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from support.commands import ENVIRONMENT, refused, run

import pigcore
from pigcore.show.judge import answers


def test_solve(tmp_path):
    done = run("pigcore", "solve", "pig", "-o", tmp_path / "pig.npz")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "first player wins  0.530592725274" in done.stdout
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    assert pigcore.load(tmp_path / "pig.npz").game == pigcore.Pig()


def test_solve_json():
    facts = json.loads(run("pigcore", "solve", "pig", "--goal", "50", "--json").stdout)
    assert facts["converged"] is True
    assert facts["residual"] < 1e-14
    assert facts["first_player_wins"] == pigcore.solve(pigcore.Pig(50)).win(0, 0)
    assert set(facts["closest_call"]) == {"own", "opp", "total", "decision", "margin"}


def test_a_method_that_stops_early_fails_aloud():
    done = run("pigcore", "solve", "pig", "--method", "sweep", "--max-iterations", "35")
    assert done.returncode == 1
    assert "warning: sweep stopped after 35 iterations at a residual of" in done.stderr
    assert "converged          no" in done.stdout


def test_advise():
    done = run("pigcore", "advise", "pig", "41", "49", "27")
    assert done.returncode == 0
    assert "decision  roll" in done.stdout
    facts = json.loads(run("pigcore", "advise", "pig", "41", "49", "27", "--json").stdout)
    solution = pigcore.solve(pigcore.Pig())
    assert facts == solution.advise(41, 49, 27)
    assert facts["margin"] == solution.margin(41, 49, 27)


def test_a_saved_solution_advises_like_its_game(tmp_path):
    pigcore.solve(pigcore.Pig(20)).save(tmp_path / "a.npz")
    for words in (["a.npz"], ["pig", "--goal", "20"]):
        done = run("pigcore", "advise", *words, "3", "4", "9", "--json", cwd=tmp_path)
        assert json.loads(done.stdout) == pigcore.solve(pigcore.Pig(20)).advise(3, 4, 9)


def test_advise_at_the_start_of_a_turn():
    facts = json.loads(run("pigcore", "advise", "pig", "0", "0", "--json").stdout)
    assert facts["decision"] == "roll"
    assert facts["hold"] is None


def test_advise_with_rules_of_ones_own(tmp_path):
    (tmp_path / "mine.toml").write_text(
        'name = "Mine"\ngoal = 30\n[roll]\nbust = "1/2"\n[roll.gains]\n3 = "1/2"\n'
    )
    facts = json.loads(
        run("pigcore", "advise", "mine.toml", "0", "0", "3", "--json", cwd=tmp_path).stdout
    )
    assert facts["game"] == "Mine"


def test_games_lists_every_game():
    listed = json.loads(run("pigcore", "games", "--json").stdout)
    assert {row["name"] for row in listed} == set(pigcore.games.named_games())
    done = run("pigcore", "games")
    assert "pass-the-pigs:kern" in done.stdout
    rules = run("pigcore", "games", "pig").stdout
    assert "busts (the turn total is lost) with 1/6." in " ".join(rules.split())
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


def test_judge_answers_the_sample_of_the_contest():
    done = run("pigcore", "judge", stdin="3\n15 0 3\n35 50 40\n15 0 30\n")
    assert (done.returncode, done.stdout) == (0, "C\nH\nH\n")
    assert run("pigcore", "judge", "--json", stdin="1 72 0 2").stdout == '["C"]\n'


def test_judge_answers_every_query_as_the_solution_does():
    solution = pigcore.solve(pigcore.HoldOrContinue())
    queries = [(c, h, x) for c in range(75) for h in range(0, 75, 7) for x in range(76 - c)]
    text = f"{len(queries)}\n" + "\n".join("{} {} {}".format(*q) for q in queries)
    for (c, h, x), answer in zip(queries, answers(text), strict=True):
        if c + x == 75:
            assert answer == "H"
        elif x == 0:
            assert answer == "C"
        elif abs(solution.margin(c, h, x)) > 1e-9:
            assert answer == {"roll": "C", "hold": "H"}[solution.decide(c, h, x)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the input must be whole numbers: Q, then Q lines of three"),
        ("1\n15 zero 3", "the input must be whole numbers"),
        ("2\n15 0 3", "announces 2 queries, so 6 numbers must follow, but 3 do"),
        ("-1", "announces -1 queries"),
        ("1 1_0 2 3", "the input must be whole numbers"),
        ("1 \u0663 2 3", "the input must be whole numbers"),
        ("1\n75 0 0", "own is 75, but a banked score is between 0 and 74"),
        ("1\n0 80 75", "opp is 80, but a banked score is between 0 and 74"),
        ("1\n0 0 76", "total is 76, but with 0 points banked"),
        ("1\n0 0 -1", "total is -1, but"),
    ],
)
def test_judge_refuses_other_input(text, message):
    assert refused(run("pigcore", "judge", stdin=text), "pigcore", message)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", "pgi"], "there is no game 'pgi': did you mean 'pig'?"),
        (["slove", "pig"], "there is no command 'slove': did you mean 'solve'?"),
        (["solve"], "Missing argument 'GAME'"),
        (["solve", "pig", "--goal", "0"], "goal is 0, but must be between 1 and 65536"),
        (["solve", "pig", "--goal", "x"], "'x' is not a valid integer"),
        (["solve", "pig", "--goal", "70000"], "(its turn starts would take 39 GB)"),
        (["solve", "pig", "--method", "nwton"], "there is no method 'nwton': did you mean"),
        (["solve", "pig", "--tolerance", "-1"], "tolerance is -1.0, but must be"),
        (["solve", "pig", "--methd", "x"], "No such option '--methd'"),
        (["solve", "none.toml"], "none.toml cannot be read: No such file"),
        (["solve", "pig", "-o", "/nowhere/pig.npz"], "cannot be written: No such file"),
        (["advise", "pig"], "a state of Pig is OWN OPP TOTAL; none was given"),
        (["advise", "pig", "1"], "a state of Pig is OWN OPP TOTAL; 1 was given"),
        (["advise", "pig", "1", "2", "3", "4"], "a state of Pig is OWN OPP TOTAL; 4 were given"),
        (["advise", "pig", "-1", "0", "3"], "own is -1, but a banked score is between 0 and 99"),
        (["advise", "pig", "100", "0", "3"], "own is 100, but a banked score"),
        (["advise", "pig", "1", "2", "1.5"], "total is '1.5', but must be a whole number"),
        (["advise", "pig", "1", "2", "--jsn"], "there is no option '--jsn': see --help"),
        (["advise", "pig", "1_0", "2", "3"], "own is '1_0', but must be a whole number"),
        (["advise", "pig", "\u0663", "2", "3"], "own is '\u0663', but must be a whole number"),
        (["advise", "pig", " 1", "2", "3"], "own is ' 1', but must be a whole number"),
        (["advise", "pig", "9" * 3000, "2", "3"], "999..., but a banked score is between"),
        (["advise", "pig", "9" * 5000, "2", "3"], "999..., but must be a whole number"),
        (["solve", "pig", "--goal", "1_0"], "'1_0' is not a valid integer"),
        (["solve", "pig", "--goal", "9" * 400], "999..., but must be between 1 and 65536"),
        (["solve", "p" * 5000], "there is no game 'ppp"),
        (["solve", "p" * 5000 + ".toml"], "... cannot be read: File name too long"),
        (["s" * 5000], "there is no command 'sss"),
        (["solve", "pig", "-o", ""], "the path is '', but must be the name of a file"),
        (["advise", "none.npz", "1", "2"], "none.npz cannot be read: No such file"),
        (["solve", "none.npz", "--goal", "3"], "none.npz is solved already: leave the options"),
        (["games", "pgi"], "there is no game 'pgi': did you mean 'pig'?"),
        (["advise", "pig", "1", "2", "99"], "total is 99, but with 1 points banked"),
    ],
)
def test_bad_usage_is_one_sentence_and_status_2(words, message, tmp_path):
    assert refused(run("pigcore", *words, cwd=tmp_path), "pigcore", message)


def test_help_and_version():
    assert pigcore.__version__ in run("pigcore", "--version").stdout
    assert run("pigcore", "-h").stdout == run("pigcore", "--help").stdout
    for words in ([], ["solve"], ["advise"], ["judge"], ["games"]):
        done = run("pigcore", *words, "--help")
        assert done.returncode == 0
        assert "Usage:" in done.stdout
        assert all(len(line) <= 80 for line in done.stdout.splitlines())


def test_without_arguments_the_help_is_shown():
    done = run("pigcore")
    assert done.stderr.startswith("Usage:")
    assert done.returncode == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send to one process")
def test_ctrl_c_leaves_with_130_and_no_traceback():
    with subprocess.Popen(
        [sys.executable, "-m", "pigcore", "solve", "pig", "--goal", "5000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    ) as process:
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        begin = time.perf_counter()
        out, errors = process.communicate(timeout=20)
    assert time.perf_counter() - begin < 1
    assert (process.returncode, out, errors.strip()) == (130, "", "pigcore: interrupted")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
def test_progress_shows_on_a_terminal_only():
    import pty

    def watched(on_terminal):
        parent, child = pty.openpty()
        with subprocess.Popen(
            [sys.executable, "-m", "pigcore", "solve", "pig", "--goal", "800"],
            stdout=subprocess.DEVNULL,
            stderr=child if on_terminal else subprocess.PIPE,
            env=ENVIRONMENT | {"TERM": "xterm"},
        ) as process:
            os.close(child)
            if not on_terminal:
                return process.communicate()[1]
            seen = b""
            try:
                while chunk := os.read(parent, 4096):
                    seen += chunk
            except OSError:
                pass  # the other end has closed
            os.close(parent)
            return seen

    assert b"solving Pig" in watched(True)
    assert watched(False) == b""


POSIX = pytest.mark.skipif(os.name == "nt", reason="a POSIX shell")


def shell(words):
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {sys.executable} -m pigcore {words}"],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=False,
    )


@POSIX
@pytest.mark.parametrize("words", ["games | head -1", "games --json | true", "--help | true"])
def test_a_reader_that_leaves_is_no_error(words):
    done = shell(words)
    assert (done.returncode, done.stderr) == (0, "")


@POSIX
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="has no such device")
@pytest.mark.parametrize(
    "words", ["games --json", "games", "--help", "solve pig --goal 9 --method sweep"]
)
def test_output_that_cannot_be_written_is_one_sentence_and_status_1(words):
    done = shell(f"{words} >/dev/full")
    assert done.returncode == 1
    assert done.stderr == (
        "pigcore: error: the output cannot be written: No space left on device\n"
    )
    assert not os.path.isfile("/dev/full")


@POSIX
def test_streams_may_be_closed():
    assert refused(shell("judge <&-"), "pigcore", "standard input is closed: give it the queries")
    assert shell("games >&-").returncode == 0
    assert shell("solve pig --goal 9 2>&-").returncode == 0
    assert shell("solve pgi 2>&-").returncode == 2


def test_a_name_that_the_terminal_cannot_spell_is_escaped(tmp_path):
    (tmp_path / "it.toml").write_text(
        'name = "na\u00efve"\ngoal = 3\n[roll.gains]\n1 = 1\n', encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pigcore", "advise", str(tmp_path / "it.toml"), "1", "2"],
        capture_output=True,
        env=ENVIRONMENT | {"PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"na\\xefve" in done.stdout
    assert b"margin    -" in done.stdout
