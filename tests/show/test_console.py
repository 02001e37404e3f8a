"""What both commands do alike: statuses, refusals, Ctrl-C, pipes, full disks, widths, bars."""

import json
import os
import pickle
import re
import signal
import subprocess
import time
import warnings

import pytest
from support.commands import (
    PATIENCE,
    ask,
    child,
    on_terminal,
    python,
    refused,
    run,
    shell,
    with_bar,
)

import pigcore
from pigcore.console import output, process
from pigcore.console.process import STATUSES
from pigcore.console.process import run as run_command

COMMANDS = ("pigcore", "pigverify")
NEVER = 1000
"""Seconds of patience that no test needs."""
POSIX = pytest.mark.skipif(os.name == "nt", reason="needs signals, pipes and terminals of POSIX")
FULL = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="has no such device")

ANSWERS = {"pigcore": ["advise", "piglet", "1", "2"], "pigverify": ["piglet", "1", "2"]}
"""A question that each command answers at once."""

LONG = {
    "pigcore": ["solve", "pig", "--goal", "5000"],
    "pigverify": ["pig", "--all", "--goal", "600"],
}
"""What takes each command longer than any test waits."""


def run_code(code, *words):
    """What a script prints."""
    return subprocess.run(
        python("-c", code, *words), capture_output=True, text=True, check=True, timeout=60
    ).stdout


# --- statuses, help, refusals ---------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_help_says_the_statuses(command):
    done = run(command, "--help")
    assert done.returncode == 0
    assert STATUSES in " ".join(done.stdout.split())
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    assert run(command, "-h").stdout == done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_without_words_the_help_goes_to_standard_error(command):
    done = ask(command)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ask(command, "--help").stdout


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("goal", ["1_0", "x", "1.5", " 7", "\u0663", ""])
def test_whole_numbers_are_plain_digits(command, goal):
    done = ask(command, *ANSWERS[command], "--goal", goal)
    assert refused(done, command, f"--goal is {goal!r}, but must be a whole number")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--goal", "0"], "goal is 0, but must be between 1 and 65536"),
        (["--goal", "9" * 400], "999..., but must be between 1 and 65536"),
        (["--goal"], "option '--goal' requires an argument"),
        (["--jsn"], "there is no option '--jsn': did you mean '--json'?"),
        (["-x"], "there is no option '-x'"),
        (["3", "4"], "a state of Piglet is OWN OPP [TOTAL], but 4 numbers were given"),
        (["1_0"], "total is '1_0', but must be a whole number"),
        (["-1"], "total is -1, but with 1 point banked a turn total is 0 or more"),
    ],
)
def test_both_refuse_with_the_same_words(command, words, message):
    assert refused(ask(command, *ANSWERS[command], *words), command, message)


def test_a_mistake_of_ours_is_not_passed_off_as_bad_input():
    def broken():
        raise ValueError("a bug")

    with pytest.raises(ValueError, match="a bug"):
        run_command("pigcore", broken, ["solve"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (MemoryError(), 1, "error: the memory is full: choose a smaller game"),
        (ImportError("no kernels"), 1, "error: no kernels"),
        (OSError(28, "No space left on device"), 1, "error: the output cannot be written: No spa"),
        (OSError(13, "Permission denied", "a.npz"), 2, "error: a.npz cannot be used: Permission"),
        (pigcore.SizeError("too\nlarge"), 2, "error: too large"),
    ],
)
def test_every_end_has_its_status_and_its_sentence(error, status, said):
    code = (
        "import pickle, sys\n"
        "from pigcore.console.process import run\n"
        "def failing(): raise pickle.loads(bytes.fromhex(sys.argv[1]))\n"
        "sys.exit(run('pigcore', failing, ['solve']))"
    )
    words = python("-c", code, pickle.dumps(error).hex())
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith(f"pigcore: {said}")
    assert done.stderr.count("\n") == 1


def test_only_what_concerns_users_is_a_warning(capsys):
    def warning():
        warnings.warn("for those who program", DeprecationWarning, stacklevel=1)
        warnings.warn("for everybody", pigcore.ConvergenceWarning, stacklevel=1)
        raise pigcore.RuleError("and the end")

    assert run_command("pigcore", warning, ["solve"]) == 2
    said = capsys.readouterr().err
    assert said == "pigcore: warning: for everybody\npigcore: error: and the end\n"


# --- streams --------------------------------------------------------------------------------------


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize(
    "line",
    [
        "pigcore games | head -1",
        "pigcore games --json | true",
        "pigcore --help | true",
        "pigverify --help | true",
        "pigverify piglet 1 2 --json | true",
    ],
)
def test_a_reader_that_leaves_is_no_error(line):
    done = shell(line)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@POSIX
def test_a_reader_that_leaves_changes_no_status():
    ours, theirs = os.pipe()
    os.close(ours)
    with open(theirs, "w") as gone:
        done = run("pigcore", "solve", "piglet", "--max-iterations", "1", stdout=gone)
    assert done.returncode == 1  # it stopped before its tolerance
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
@FULL
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("words", [["--json"], ["--help"]])
def test_a_full_disk_is_one_sentence_and_status_1(command, words):
    if words != ["--help"]:
        words = [*ANSWERS[command], *words]
    with open("/dev/full", "w") as full:
        done = run(command, *words, stdout=full)
    said = f"{command}: error: the output cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (1, said)


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize("command", COMMANDS)
def test_streams_may_be_closed(command):
    words = " ".join(ANSWERS[command])
    assert shell(f"{command} {words} >&-").returncode == 0
    assert shell(f"{command} {words} 2>&- <&-").returncode == 0
    assert shell(f"{command} {words} 9 9 2>&-").returncode == 2
    assert shell(f"{command} {words} --goal x 2>/dev/full").returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_a_name_that_the_terminal_cannot_spell_is_escaped(command, encoding, tmp_path):
    name = "M\u00fcnze \u2680"
    rules = tmp_path / "it.toml"
    rules.write_text(f'name = "{name}"\ngoal = 3\n[roll.gains]\n1 = 1\n', encoding="utf-8")
    words = ["advise"] if command == "pigcore" else []
    done = run(command, *words, rules, "1", "2", env={"PYTHONIOENCODING": encoding}, text=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert name.encode(encoding, "backslashreplace") in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_refusal_echoes_commands_no_terminal(command):
    words = ["solve"] if command == "pigcore" else []
    done = ask(command, *words, "a\x1b[31m\nb.npz")
    assert refused(done, command, "a\\x1b[31m b.npz")


# --- what users' files print ----------------------------------------------------------------------


PRINTING = """
import sys
import pigcore, beside

print("loaded")

def rule(own, opp, total):
    print("asked")
    sys.stdout.write("written\\n")
    return total < beside.least()

def bacon(own, opp):
    print("scored")
    return 1

game = pigcore.Hog(6, max_dice=2, bacon=bacon, name="loud")
"""

BESIDE = "def least():\n    print('helped')\n    return 3\n"


@pytest.mark.parametrize(
    "words",
    [
        ["pigcore", "match", "pig", "mine.py:rule", "hold:2"],
        ["pigcore", "simulate", "pig", "mine.py:rule", "hold:2", "--games", "9"],
        ["pigcore", "policy", "pig", "mine.py:rule"],
        ["pigcore", "coach", "pig", "mine.py:rule"],
        ["pigverify", "match", "pig", "mine.py:rule", "hold:2"],
        ["pigcore", "solve", "mine.py"],
        ["pigverify", "mine.py", "--all"],
    ],
    ids=" ".join,
)
def test_what_users_files_print_goes_to_standard_error(words, tmp_path):
    (tmp_path / "mine.py").write_text(PRINTING)
    (tmp_path / "beside.py").write_text(BESIDE)
    rules = "mine.py" in words
    goal = [] if rules else ["--goal", "6"]
    done = ask(*words, *goal, "--json", cwd=tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)
    said = {"loaded", "scored"} if rules else {"loaded", "asked", "written", "helped"}
    assert said <= {*done.stderr.split()}
    assert not {*ask(*words, *goal, cwd=tmp_path).stdout.splitlines()} & said


# --- Ctrl-C ---------------------------------------------------------------------------------------


AS_A_COMMAND = """
import runpy, sys
command = sys.argv.pop(1)
print("go", flush=True)
runpy.run_module(command, run_name="__main__", alter_sys=True)
"""


def seconds_of_children():
    """What all children that have ended took of the processor."""
    return os.times().children_user + os.times().children_system


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize("command", COMMANDS)
def test_ctrl_c_leaves_with_130_and_no_traceback(command):
    words = python("-c", AS_A_COMMAND, command, *LONG[command])
    before = seconds_of_children()
    with child(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "go\n"
        time.sleep(0.8)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, errors) == (130, "", f"{command}: interrupted\n")
    assert seconds_of_children() - before < 3  # of which one may pass before the interrupt


def test_the_verbs_load_nothing_large_before_they_are_used():
    code = (
        "import sys\nfrom importlib import import_module\nfrom pigcore.show.commands import VERBS\n"
        "for home in {*VERBS.values()}: import_module(f'pigcore.show.commands.{home}')\n"
        "print('with', *{*sys.modules} & {'numpy', 'rich', 'socket', 'pigcore.solvers'})"
    )
    assert run_code(code) == "with\n"


@pytest.mark.slow
def test_a_proof_of_one_state_loads_neither_scipy_nor_tables():
    code = (
        "import sys\nfrom pigverify.cli import main\n"
        "main(['piglet', '1', '2'])\n"
        "print('with', *{name.split('.')[0] for name in sys.modules} & {'scipy', 'rich'})"
    )
    assert run_code(code).splitlines()[-1] == "with"


# --- terminals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "found"),
    [("60", 60), ("0", 80), ("-5", 80), ("x", 80), ("", 80), ("3", 40), ("9" * 50, 80)],
)
def test_width_follows_columns_and_falls_back_to_80(columns, found, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    with open(os.devnull, "w") as stream:
        assert process.width(stream) == found


def unstyled(text):
    """``text`` without what only a terminal reads."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize(("columns", "most"), [(100, 100), (60, 60), (0, 80), (5, 40)])
def test_a_table_is_as_wide_as_its_terminal(columns, most):
    words = with_bar(NEVER, "pigcore", "games", "pass-the-pigs")
    screen = on_terminal(*words, columns=columns)
    longest = max(map(len, unstyled(screen.text).splitlines()))
    assert 0.7 * most < longest <= most


@pytest.mark.slow
@POSIX
def test_no_color_means_no_escape():
    words = with_bar(NEVER, "pigcore", "advise", "piglet", "1", "2")
    assert "\x1b" in on_terminal(*words).text
    screen = on_terminal(*words, env={"NO_COLOR": "1"})
    assert "\x1b" not in screen.text
    assert screen.text.replace("\r", "") == run("pigcore", "advise", "piglet", "1", "2").stdout


@pytest.mark.slow
@POSIX
@pytest.mark.parametrize(
    ("command", "words", "what"),
    [
        ("pigcore", ["solve", "pig", "--goal", "200"], "solving Pig"),
        ("pigcore", ["coach", "piglet", "hold:2"], "coaching hold:2"),
        ("pigverify", ["pig", "--all", "--goal", "20"], "proving"),
    ],
)
def test_a_bar_shows_on_a_terminal_and_only_after_half_a_second(command, words, what, tmp_path):
    def errors(patience):
        with open(tmp_path / "out", "w") as out:
            return on_terminal(*with_bar(patience, command, *words), stdout=out).text

    assert what in errors(0)
    assert errors(NEVER) == ""
    assert output.PATIENCE == 0.5
