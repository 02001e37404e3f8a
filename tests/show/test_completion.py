"""The Tab key: what the shells are given, and a real bash that is given it."""

import os
import shutil

import pytest
from support.commands import ENVIRONMENT, ask, on_terminal

from pigcore.console.completion import unbroken

SHELLS = ("bash", "zsh", "fish")


def completions(shell, line, current=None):
    """What may come last in ``line``: (type, value) pairs."""
    words = line.split(" ")
    command, last = words[0], len(words) - 1
    place = words[last] if shell == "fish" else str(last if current is None else current)
    done = ask(
        command,
        env={
            f"_{command.upper()}_COMPLETE": f"{shell}_complete",
            "COMP_WORDS": line,
            "COMP_CWORD": place,
        },
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    if shell == "zsh":
        return [*zip(lines[::3], lines[1::3])]
    return [tuple(line.partition("\t")[0].split(",", 1)) for line in lines if line]


@pytest.mark.parametrize("shell", SHELLS)
def test_commands(shell):
    assert completions(shell, "pigcore solv") == [("plain", "solve")]
    found = {value for _, value in completions(shell, "pigcore ")}
    assert found >= {"solve", "advise", "bag", "games", "judge"}


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("line", ["pigcore advise hog:f", "pigcore solve hog:f", "pigverify hog:f"])
def test_games_terms_and_files(shell, line):
    found = completions(shell, line)
    terms = [value for kind, value in found if kind == "plain"]
    assert terms == ["hog:fa13", "hog:fa13_hijinks", "hog:fa20", "hog:fa22", "hog:fa24"]
    assert ("file", "hog:f") in found


@pytest.mark.parametrize("shell", SHELLS)
def test_the_literature(shell):
    assert completions(shell, "pigverify publ") == [("plain", "published"), ("file", "publ")]
    assert completions(shell, "pigverify published --m") == [("plain", "--markdown")]
    assert completions(shell, "pigcore solve publ") == [("file", "publ")]


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("line", "files"),
    [
        ("pigcore advise bag d", True),
        ("pigcore bag d", True),
        ("pigverify bag d", True),
        ("pigcore advise pig d", False),
        ("pigverify bag dice.csv d", False),
    ],
)
def test_a_file_where_one_may_stand(shell, line, files):
    assert completions(shell, line) == ([("file", "d")] if files else [])


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("pigcore match pig ho", ["hold:"]),
        ("pigcore match pig hold:20 k", ["keep-pace"]),
        ("pigcore evaluate bag ", ["always:", "mix:", "optimal", "random"]),
        ("pigcore policy hog:fa13 a", ["always:"]),
        ("pigcore simulate nothing h", []),
    ],
)
def test_policies_of_the_game_and_files(shell, line, names):
    last = line.split(" ")[-1]
    assert completions(shell, line) == [*(("plain", name) for name in names), ("file", last)]


def test_options():
    found = completions("bash", "pigcore solve pig --m")
    assert found == [("plain", "--method"), ("plain", "--max-iterations")]


def test_bash_breaks_words_at_colons_and_wants_only_the_last_part():
    found = completions("bash", "pigcore advise hog : fa2")
    assert [value for kind, value in found if kind == "plain"] == ["fa20", "fa22", "fa24"]
    assert unbroken(["pigcore", "advise", "hog", ":", "fa13", "3"], 5)[1] == 3


@pytest.mark.parametrize("command", ["pigcore", "pigverify"])
@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_has_its_script(command, shell):
    done = ask(command, env={f"_{command.upper()}_COMPLETE": f"{shell}_source"})
    assert (done.returncode, done.stderr) == (0, "")
    assert f"_{command.upper()}_COMPLETE={shell}_complete" in done.stdout


def test_another_shell_is_refused():
    assert ask("pigcore", env={"_PIGCORE_COMPLETE": "csh_source"}).returncode == 1


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("bash") or os.name == "nt", reason="there is no bash")
@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("pigcore solv\tpigl\t", "pigcore solve piglet"),
        ("pigcore advise hog:su\t", "pigcore advise hog:su15"),
        ("pigcore advise hog:fa13_\t3 4", "pigcore advise hog:fa13_hijinks 3 4"),
        ("pigcore solve bag my\t", r"pigcore solve bag my\ dice.csv"),
        ("pigcore bag my\t", r"pigcore bag my\ dice.csv"),
        ("pigverify pass-the-pigs:k\t", "pigverify pass-the-pigs:kern"),
        ("pigverify ru\t", "pigverify rules/"),
        ("pigcore games --j\t", "pigcore games --json"),
        ("pigcore match pig ho\t20 keep\t", "pigcore match pig hold:20 keep-pace"),
    ],
)
def test_a_real_bash_completes(keys, line, tmp_path):
    (tmp_path / "my dice.csv").write_text("")
    (tmp_path / "rules").mkdir()
    start = tmp_path / "start"
    start.write_text(
        'PS1="> "\n'
        'eval "$(_PIGCORE_COMPLETE=bash_source pigcore)"\n'
        'eval "$(_PIGVERIFY_COMPLETE=bash_source pigverify)"\n'
        f"cd '{tmp_path}'\n"
    )
    # Ctrl-A and # make the line a comment, which the history shows as it was completed.
    typed = f"{keys}\x01#\nhistory\nexit\n".encode()
    screen = on_terminal(
        *("bash", "--noprofile", "--rcfile", str(start), "-i"),
        typed=typed,
        columns=200,
        env={"HISTFILE": "", "PATH": ENVIRONMENT["PATH"]},
    )
    assert f"1  #{line}" in screen.text
