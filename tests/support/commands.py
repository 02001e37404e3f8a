"""Run the installed commands as a user does."""

import os
import subprocess
import sys
from pathlib import Path

ENVIRONMENT = os.environ | {
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    "COLUMNS": "80",
    "PYTHONIOENCODING": "utf-8",
}


def run(*words, stdin="", cwd=None):
    """The finished process of ``python -m words``: no terminal anywhere."""
    return subprocess.run(
        [sys.executable, "-m", *map(str, words)],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env=ENVIRONMENT,
        check=False,
    )


def refused(process, command, message):
    """Whether ``process`` left with status 2 and one sentence that holds ``message``."""
    assert process.returncode == 2, process
    assert process.stdout == ""
    assert process.stderr.startswith(f"{command}: error: ")
    assert process.stderr.count("\n") == 1
    assert message in process.stderr
    return True
