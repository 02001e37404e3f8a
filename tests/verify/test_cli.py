"""The command ``pigverify``: what it prints, how it ends, and that it stands on plain Python."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from pigverify import cli

import pigcore
from pigcore.games import Piglet
from pigcore.games.rules import text_of


class Done(NamedTuple):
    exit_code: int
    stdout: str
    stderr: str


def run(*words):
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        with pytest.raises(SystemExit) as left:
            cli.main(list(words))
    return Done(left.value.code, out.getvalue(), err.getvalue())


def saved(path, **changes):
    arrays = {
        "format": "pigcore 1",
        "rules": text_of(Piglet(2)),
        "version": "0.1.0",
        "info": "{}",
        "starts": [[4 / 7, 2 / 5], [4 / 5, 2 / 3]],
    }
    np.savez(path, **{name: np.array(value) for name, value in (arrays | changes).items()})
    return str(path)


# --- answers --------------------------------------------------------------------------------------


def test_a_state():
    result = run("pig", "81", "89", "17")
    assert result.exit_code == 0
    assert result.stdout.startswith("Pig, own 81, opp 89, total 17: roll (enclosed with 200 bits)")
    assert result.stderr == ""


def test_a_state_without_a_total():
    assert "own 81, opp 89, total 0: roll" in run("pig", "81", "89").stdout


def test_a_state_as_json():
    data = json.loads(run("pig", "81", "89", "17", "--json", "--digits", "12").stdout)
    assert (data["decision"], data["ok"]) == ("roll", True)
    assert len(data["roll"]["value"]) == 14
    assert Fraction(data["margin"]["low"]) > 0


def test_another_goal():
    assert "0.571428571428571" in run("piglet", "0", "0", "--goal", "2").stdout


def test_all_states():
    result = run("piglet", "--all", "--goal", "6")
    assert result.exit_code == 0
    assert "Piglet: certified" in result.stdout
    data = json.loads(run("piglet", "--all", "--goal", "6", "--json").stdout)
    assert (data["states"], data["error"]) == (90, None)


def test_a_game_of_ones_own(tmp_path):
    rules = tmp_path / "own.toml"
    rules.write_text(text_of(Piglet(2)))
    assert run(str(rules), "1", "1").exit_code == 0


def test_a_file(tmp_path):
    result = run(saved(tmp_path / "a.npz"))
    assert result.exit_code == 0
    assert "off by at most" in result.stdout
    assert json.loads(run(saved(tmp_path / "a.npz"), "--json").stdout)["error"] < 1e-16


def test_a_file_may_have_any_name(tmp_path):
    os.rename(saved(tmp_path / "a.npz"), tmp_path / "piglet solution")
    assert run(str(tmp_path / "piglet solution")).exit_code == 0


def test_a_state_of_a_saved_game(tmp_path):
    result = run(saved(tmp_path / "a.npz"), "0", "1", "1")
    assert result.exit_code == 0
    assert "total 1: roll" in result.stdout


def test_the_version():
    assert pigcore.__version__ in run("--version").stdout


def test_a_wrong_file_is_refuted(tmp_path):
    path = saved(tmp_path / "a.npz", starts=[[4 / 7, 2 / 5], [4 / 5, 2 / 3 + 1e-12]])
    result = run(path)
    assert result.exit_code == 1
    assert "refuted" in result.stdout
    assert "own 1, opp 1" in result.stdout
    assert run(path, "--tolerance", "1e-11").exit_code == 0
    assert json.loads(run(path, "--json").stdout)["ok"] is False


def test_what_cannot_be_proved(tmp_path):
    rules = tmp_path / "endless.toml"
    rules.write_text(
        'goal = 4\ntarget = "exact"\nconsolation = 2\n[roll]\nwipe = "1/3"\n[roll.gains]\n3 = "2/3"'
    )
    assert run(str(rules), "0", "0", "1").exit_code == 1
    assert run(str(rules), "--all").exit_code == 1


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["pig", "-1", "0"], "own is -1, but a banked score is between 0 and 99"),
        (["pig", "0", "100"], "opp is 100, but"),
        (["pig", "0", "0", "100"], "total is 100, but"),
        (["pig", "1.5", "0"], "own is '1.5', but must be a whole number"),
        (["pig", "x", "0"], "own is 'x', but"),
        (["pig", "--", "--5", "0"], "there is no option '--5'"),
        (["pig", "9" * 5000, "0"], "must be a whole number"),
        (["pig", "1"], "1 numbers are given, but a state of Pig has two or three"),
        (["pig", "1", "2", "3", "4"], "4 numbers are given"),
        (["pig"], "no state is given: add OWN OPP TOTAL, or --all"),
        (["pig", "1", "2", "--all"], "--all proves every state, but '1' is given too"),
        (["pgi", "1", "2"], "no game 'pgi': did you mean 'pig'?"),
        (["pig", "1", "2", "--digits", "0"], "digits is 0, but"),
        (["pig", "1", "2", "--goal", "0"], "goal is 0"),
        (["pig", "--all", "--goal", "3000"], "3000 points are missing"),
        (["piglet", "--all", "--goal", "2", "--tolerance", "0"], "tolerance is 0.0"),
        (["nowhere.npz"], "nowhere.npz does not exist"),
        (["nowhere.npz", "1"], "nowhere.npz does not exist"),
        (["nowhere.npz", "--goal", "3"], "is a saved solution and has its goal: leave --goal"),
        (["pig", "--al"], "there is no option '--al': see --help"),
        (["--versoin"], "there is no option '--versoin': see --help"),
        (["nowhere.toml", "1", "1"], "nowhere.toml cannot be read"),
        ([], "GAME|FILE"),
        (["pig", "1", "2", "--digits", "many"], "'many' is not a valid integer"),
        (["pig", "1", "2", "--goal"], "'--goal' requires an argument"),
        (["pig", "--all", "--tolerance", "x"], "'x' is not a valid float"),
        (["a\x1b[31m\nb.npz"], r"a\x1b[31m\nb.npz does not exist"),
    ],
)
def test_refusals_are_one_sentence(words, message):
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.startswith("pigverify: error: ")
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_help_names_the_exit_status():
    result = run("--help")
    assert result.exit_code == 0
    assert "Exit status: 0 proved, 1 refuted or undecided, 2 bad usage." in result.stdout


def test_errors_in_arrays_name_the_file(tmp_path):
    result = run(saved(tmp_path / "a.npz", starts=[[0.5, 2], [0.5, 0.5]]))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"pigverify: error: {tmp_path / 'a.npz'}: starts[0, 1] is 2")
    assert result.stderr.count("\n") == 1


# --- as a process ---------------------------------------------------------------------------------


def test_interrupt_leaves_within_a_second():
    process = subprocess.Popen(
        [sys.executable, "-m", "pigverify", "pig", "--all", "--goal", "600"],
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(1)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert process.returncode == 130
    assert said == "pigverify: interrupted\n"
    assert time.monotonic() - start < 5  # a second, on a machine that does nothing else


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
def test_a_bar_on_a_terminal_only():
    import pty

    words = [sys.executable, "-m", "pigverify", "pig", "--all", "--goal", "30"]
    piped = subprocess.run(words, capture_output=True, text=True, check=True)
    assert piped.stderr == ""
    ours, theirs = pty.openpty()
    try:
        shown = subprocess.run(words, stdout=subprocess.PIPE, stderr=theirs, text=True, check=True)
        os.close(theirs)
        assert "proving" in os.read(ours, 100_000).decode()
    finally:
        os.close(ours)
    assert shown.stdout == piped.stdout


PLAIN = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "scipy") or name in {
            "pigcore.kernels", "pigcore.solvers", "pigcore.play", "pigcore.show"
        }:
            raise ImportError(f"{name} is not to be had")

sys.meta_path.insert(0, Refuse())
import pigverify
from pigcore.games import Pig, TwoDicePig
assert pigverify.check(Pig(30), 10, 12, 9).ok
assert pigverify.certify(TwoDicePig(10)).ok
assert pigverify.certify(sys.argv[1]).ok
from pigverify.cli import main
main(["pig", "90", "90", "5"])
"""


def test_nothing_compiled_is_needed(tmp_path):
    words = [sys.executable, "-c", PLAIN, saved(tmp_path / "a.npz")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == 0
    assert "own 90, opp 90, total 5" in done.stdout


def test_start_up_loads_little():
    code = "import sys, pigverify.cli; print([m for m in ('numpy', 'rich', 'mpmath', 'scipy') "
    code += "if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


RUDE = text_of(Piglet(2)).replace('"Piglet"', r'"Evil Münze 🐷"')


def process(*words, **options):
    return subprocess.run(
        [sys.executable, "-m", "pigverify", *map(str, words)],
        capture_output="stdout" not in options,
        check=False,
        **options,
    )


@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "latin-1"])
def test_any_encoding_survives_any_name(tmp_path, encoding):
    rules = tmp_path / "own.toml"
    rules.write_text(RUDE, encoding="utf-8")
    env = os.environ | {"PYTHONIOENCODING": encoding}
    for words in (["0", "1", "1"], ["--all"], ["--all", "--json"], ["7", "1"]):
        done = process(rules, *words, env=env)
        assert done.returncode == (2 if words[0] == "7" else 0), done.stderr
        assert b"\x1b" not in done.stdout + done.stderr
        assert b"Evil" in done.stdout or words[0] == "7"
        assert done.stderr.count(b"\n") == (words[0] == "7")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a full device")
@pytest.mark.parametrize("words", [["pig", "90", "90"], ["--help"], ["--version"]])
def test_a_full_device_is_said_in_one_sentence(words):
    with open("/dev/full", "w") as full:
        done = process(*words, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("pigverify: error: the output cannot be written: No space left")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_reader_that_goes_away_changes_no_proof():
    ours, theirs = os.pipe()
    os.close(ours)
    with open(theirs, "w") as gone:
        done = process("pig", "90", "90", stdout=gone, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")
