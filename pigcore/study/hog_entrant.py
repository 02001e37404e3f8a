"""What a strategy of somebody else runs in: a process that may compute, and little more.

:mod:`hog_contest` starts this file as a program of its own. It reads a request in JSON from
standard input, asks the strategy in every state as a match would, and writes JSON to standard
output: the table of its answers, or the reason why there is none.

This keeps mistakes from doing harm, such as a loop that never ends or a file opened for writing. It
is no prison: Python code that means harm has the rights of whoever runs it.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import Any

PROCESSES = ("os.fork", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "subprocess", "pty.")
SIGNALS = ("os.kill", "signal.pthread_kill")
FILES = ("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.truncate", "os.link", "os.symlink")
FORBIDDEN = (*PROCESSES, *SIGNALS, *FILES, "os.chmod", "shutil.", "socket.")
"""How the names of the audit events begin that a strategy must not raise."""

WRITING = os.O_WRONLY | os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_TRUNC


def main() -> None:
    """Answer the request and leave at once, whatever the strategy has set up for the end."""
    request = json.load(sys.stdin)
    output = os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # nobody reads what is printed, and nobody types
        os.dup2(nowhere, stream)
    sys.path.insert(0, request["home"])
    sys.dont_write_bytecode = True
    from pigcore.games import Hog, PigcoreError
    from pigcore.games.functions import InFile
    from pigcore.play.policies.hog import plan_of

    # A game of the same states and choices: of the rules nothing else matters to a strategy.
    bacon = (lambda own, opp: 0) if 0 in request["choices"] else None
    exchange = -1 in request["choices"]
    game = Hog(request["goal"], max(request["choices"]), bacon=bacon, exchange=exchange)
    limit(request["memory"], request["seconds"])
    sys.addaudithook(refuse)
    process = os.getpid()
    reply: dict[str, Any]
    try:
        asked = InFile(request["file"], request["function"], game.asked_at)
        table = plan_of(game, asked).table
        if table is None:
            reply = {"reason": "leaves decisions to chance"}
        else:
            reply = {"table": table.ravel().tolist()}
    except PigcoreError as error:
        reply = {"reason": str(error).removeprefix("the policy ")}
    if os.getpid() == process:  # and not a copy that the strategy has made of it
        os.write(output, json.dumps(reply).encode())
    os._exit(0)


def limit(memory: int, seconds: float) -> None:
    """Set what this process may use beyond what it has; its time as well, lest it outlive who
    started it.
    """
    with suppress(ImportError):  # there are systems without such limits
        import resource

        used = 0
        with suppress(OSError), open("/proc/self/statm", encoding="ascii") as pages:
            used = int(pages.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + memory, used + memory))
        processor = int(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (processor, processor))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def refuse(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse what would reach beyond this process; Python tells of it before it happens.

    Raises
    ------
    PermissionError
    """
    if event == "open":
        path, _, flags = arguments
        if not (flags or 0) & WRITING or path == os.devnull or isinstance(path, int):
            return
    elif not event.startswith(FORBIDDEN):
        return
    what = "open files for writing" if event == "open" else f"use {event}"
    raise PermissionError(f"a strategy must not {what}")


if __name__ == "__main__":
    main()
