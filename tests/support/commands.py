"""Run the installed commands as a user does: in a pipe, on a terminal, and interrupted.

No child outlives the test that started it, not even one that ignores every polite request.
"""

import io
import os
import signal
import subprocess
import sys
import time
from contextlib import chdir, contextmanager
from importlib import import_module
from pathlib import Path
from typing import NamedTuple
from unittest import mock

PATIENCE = 60
"""Seconds after which a command that should have ended is killed."""

ENVIRONMENT = os.environ | {
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    "COLUMNS": "80",
    "PYTHONIOENCODING": "utf-8",
}


def python(*words):
    """The words of a child that runs this interpreter."""
    return [sys.executable, *map(str, words)]


BAR = """
import sys
from importlib import import_module
from pigcore.console import output
output.PATIENCE = float(sys.argv[1])
sys.exit(import_module(sys.argv[2]).main(sys.argv[3:]))
"""


def with_bar(patience, command, *words):
    """The words of a child in which a bar appears after so many seconds."""
    module = {"pigcore": "pigcore.show.cli", "pigverify": "pigverify.cli"}[command]
    return python("-c", BAR, patience, module, *words)


def run(*words, stdin="", cwd=None, env=None, **options):
    """The finished process of ``python -m words``: no terminal anywhere."""
    options = {"stdout": subprocess.PIPE, "text": True, "encoding": "utf-8"} | options
    if not options["text"]:
        options["encoding"], stdin = None, stdin.encode()
    return subprocess.run(
        python("-m", *words),
        input=stdin,
        stderr=subprocess.PIPE,
        cwd=cwd,
        env=ENVIRONMENT | (env or {}),
        check=False,
        timeout=PATIENCE,
        **options,
    )


class Done(NamedTuple):
    """What a finished process has, of a command that ran in this one."""

    returncode: int
    stdout: str
    stderr: str


def ask(command, *words, stdin="", cwd=None, env=None):
    """What ``run`` answers, ten times as fast: the command runs in this process."""
    main = import_module({"pigcore": "pigcore.show.cli", "pigverify": "pigverify.cli"}[command])
    given, out, errors = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(3))
    given.write(stdin)
    given.seek(0)
    streams = mock.patch.multiple(sys, stdin=given, stdout=out, stderr=errors)
    variables = mock.patch.dict(os.environ, {"COLUMNS": "80"} | (env or {}))
    with streams, variables, chdir(cwd or os.curdir):
        status = main.main([str(word) for word in words])
    return Done(status, _written(out), _written(errors))


def _written(stream):
    stream.flush()
    return stream.buffer.getvalue().decode()


def shell(line, **options):
    """The finished process of a line of bash, in which ``pigcore`` and ``pigverify`` are found."""
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=False,
        timeout=PATIENCE,
        **options,
    )


@contextmanager
def child(*words, **options):
    """A running process that can be interrupted, and is dead when the block is left."""
    with subprocess.Popen(
        words,
        env=ENVIRONMENT | options.pop("env", {}),
        preexec_fn=_interruptible if os.name == "posix" else None,  # noqa: PLW1509 (no threads here)
        **options,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _interruptible():
    # A test run in the background hands down that Ctrl-C is to be ignored.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Screen(NamedTuple):
    """What was on a terminal when the command had ended."""

    status: int
    text: str


def on_terminal(*words, typed=b"", columns=80, stdout=None, env=None):
    """Run ``words`` on a pseudo-terminal of so many columns and type something."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    streams = {"stdin": theirs, "stdout": theirs if stdout is None else stdout, "stderr": theirs}
    env = {"TERM": "xterm", "COLUMNS": ""} | (env or {})
    try:
        with child(*words, env=env, **streams) as process:
            os.close(theirs)
            if typed:
                os.write(ours, typed)
            seen = _until_closed(ours)
            return Screen(process.wait(PATIENCE), seen.decode(errors="replace"))
    finally:
        os.close(ours)


def _until_closed(terminal):
    import select

    seen = b""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and select.select([terminal], [], [], end - time.monotonic())[0]:
        try:
            chunk = os.read(terminal, 4096)
        except OSError:  # the last of the other side has closed it
            break
        if not chunk:
            break
        seen += chunk
    return seen


def refused(process, command, message):
    """Whether ``process`` left with status 2 and one sentence that holds ``message``."""
    assert process.returncode == 2, process
    assert process.stdout == ""
    assert process.stderr.startswith(f"{command}: error: ")
    assert process.stderr.count("\n") == 1
    assert message in process.stderr, process.stderr
    return True
