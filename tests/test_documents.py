"""Every session printed in the README and the documentation is run and must come out as printed.

A ``pycon`` block is a doctest. In a ``console`` block each ``$ command`` is run, in one folder a
document, and what it prints must match; ``...`` stands for anything, as in a doctest. A ``toml``
block is written to that folder first, under the name its game has. The shell runs the README's
commands and whatever needs it; the other documents' commands run in this process, which is faster.
"""

import doctest
import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from support.commands import ENVIRONMENT, ask

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PLAIN = re.compile(r"(pigcore|pigverify)( [\w.:/,=+-]+)*")
"""A command without anything that a shell would read in a way of its own."""
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(path, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", path.read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_the_python_sessions(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "\n".join(blocks(path, "pycon"))
    session = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    assert runner.run(session).failed == 0


def printed_by(command, folder, by_shell):
    """What ``command`` prints in ``folder``, refusals included."""
    if PLAIN.fullmatch(command) and not by_shell:
        done = ask(*command.split(), cwd=folder)
        return done.stdout + done.stderr
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    ).stdout


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
@pytest.mark.skipif(os.name == "nt", reason="the sessions are written for a POSIX shell")
def test_the_shell_sessions(path, tmp_path):
    checker = doctest.OutputChecker()
    for text in blocks(path, "toml"):
        (tmp_path / f"{tomllib.loads(text)['name'].lower()}.toml").write_text(text)
    for block in blocks(path, "console"):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, expected = part.partition("\n")
            while command.endswith("\\"):
                more, _, expected = expected.partition("\n")
                command = f"{command[:-1]} {more}"
            printed = printed_by(command, tmp_path, by_shell=path.name == "README.md")
            assert checker.check_output(expected, printed, FLAGS), f"{command}\n{printed}"


def test_every_document_that_is_linked_is_there():
    for path in DOCUMENTS:
        for target in re.findall(r"\]\((?!http)([^)#]+)", path.read_text(encoding="utf-8")):
            if (ROOT / "pyproject.toml").exists():
                assert (path.parent / target).exists() or target.startswith(
                    (
                        "benchmarks",
                        "verify",
                        "pigcore",
                        "CONTRIBUTING",
                        "tests",
                        "LICENSE",
                        "CHANGE",
                    )
                ), (path, target)
