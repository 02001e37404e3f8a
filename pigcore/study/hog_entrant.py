"""What a strategy of somebody else runs in: a process that may compute, and little more.

:mod:`hog_contest` starts this file as a program of its own. It reads a request in JSON from
standard input, asks the strategy in every state, and writes JSON to standard output: the table of
its answers, or the reason why there is none. It stands on the standard library alone, so that there
is nothing of pigcore here that a strategy could bend.

This keeps mistakes from doing harm, such as a loop that never ends or a file opened for writing. It
is no prison: Python code that means harm has the rights of whoever runs it.
"""

from __future__ import annotations

import inspect
import itertools
import json
import operator
import os
import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType
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
    limit(request["memory"], request["seconds"])
    sys.addaudithook(refuse)
    process = os.getpid()
    try:
        reply = answers(request)
    except BaseException as error:  # sys.exit is no answer either
        reply = {"reason": what_it_raises(error, request["path"])}
    if os.getpid() == process:  # and not a copy that the strategy has made of it
        with open(output, "wb", closefd=False) as pipe:
            pipe.write(json.dumps(reply).encode() + b"\n")
    os._exit(0)


def limit(memory: int, seconds: float) -> None:
    """Set what this process may use; its time as well, lest it outlive who started it."""
    with suppress(ImportError):  # there are systems without such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
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


def answers(request: dict[str, Any]) -> dict[str, Any]:
    """The answers in every state in the order of the scores, or the reason why there are none."""
    path, name, choices = request["path"], request["function"], request["choices"]
    asking = beside("asking")
    sys.dont_write_bytecode = True
    function, again = (asking.run(path, request["text"]).get(name) for _ in range(2))
    if not callable(function):
        return {"reason": f"has no function {name}"}

    def answering(function: Any) -> Any:
        def answer(*state: int) -> Any:
            try:
                return function(*state)
            except BaseException as error:
                raise RefusedError(f"{what_it_raises(error, path)} at {spelled(state)}") from None

        return answer

    def number(answer: Any, state: tuple[int, ...]) -> int:
        found = whole(answer)
        if found is None or found not in choices:
            raise RefusedError(
                f"answers {short(repr(answer))} at {spelled(state)}, but must choose a whole "
                f"number from {choices[0]} to {choices[-1]}"
            )
        return found

    def refuse(state: tuple[int, ...], first: Any, again: Any) -> RefusedError:
        said = short(repr(first)), short(repr(again))
        return RefusedError(asking.differs(*said, f" ({spelled(state)})"))

    answer = answering(function)
    answer.again = answering(again)
    ask = asking.Asking(answer, refuse, number)
    states = itertools.product(*map(range, asked_with(function, request["shape"])))
    try:
        return {"table": [ask.one(*state) for state in states]}
    except RefusedError as why:
        return {"reason": str(why)}


class RefusedError(Exception):
    """Why a strategy has no table."""


def beside(name: str) -> ModuleType:
    """A module of pigcore that stands on the standard library alone, too."""
    path = Path(__file__).parents[1] / "games" / f"{name}.py"
    module = ModuleType(name)
    exec(compile(path.read_text(), str(path), "exec"), vars(module))
    return module


def asked_with(function: Any, shape: list[int]) -> list[int]:
    """The axes of the table: two scores, and the parity if the function insists on it."""
    with suppress(TypeError, ValueError):
        inspect.signature(function).bind(*[0] * len(shape))
        with suppress(TypeError):
            inspect.signature(function).bind(0, 0)
            return shape[:2]
        return shape
    return shape[:2]


def whole(answer: object) -> int | None:
    """``answer`` as an integer, numpy's included, or None: 5.0 and True are no numbers of dice."""
    if isinstance(answer, bool):
        return None
    try:
        return int(operator.index(answer))  # type: ignore[arg-type]
    except TypeError:
        return None


def spelled(state: tuple[int, ...]) -> str:
    """The state in words."""
    return ", ".join(f"{name} {part}" for name, part in zip(("own", "opp", "parity"), state))


def what_it_raises(error: BaseException, path: str) -> str:
    """The error in a few words, with the last line of the file ``path`` on the way to it."""
    if isinstance(error, MemoryError):
        return "wants more memory than it may have"
    line, said = None, str(error)
    if isinstance(error, SyntaxError):
        line, said = error.lineno, error.msg
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == path:
            line = step.tb_lineno
        step = step.tb_next
    at = f" in line {line}" if line else ""
    return f"raises {short(f'{type(error).__name__}: {said}'.rstrip(': '), 200)}{at}"


def short(text: str, most: int = 60) -> str:
    """``text``, of at most ``most`` characters."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


if __name__ == "__main__":
    main()
