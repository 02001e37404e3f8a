"""Ask strategies of Hog in files of other people for their tables, each in a process of its own.

What runs there is :mod:`hog_entrant`. A process gets the text of the file and the states, and
answers with JSON through a pipe; nothing is unpickled, and whatever comes is checked.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from math import prod
from pathlib import Path
from queue import Empty, SimpleQueue
from subprocess import PIPE, Popen
from threading import Event, Thread
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..games.errors import FileError
from ..games.hog import Hog
from ..games.spelling import short
from ..games.texts import read_text
from ..play.policies.hog import shape
from ..solvers.solution import immutable

__all__ = ["Entrant", "Processes"]

_PROGRAM = str(Path(__file__).with_name("hog_entrant.py"))
_LONGEST_REASON = 400
_NO_TABLE = "ends its process without an answer"


class Entrant(NamedTuple):
    """A strategy: a file, and the name of a function in it."""

    path: str
    function: str


class Processes:
    """The processes of a contest: several may run at once, and all can be stopped.

    Parameters
    ----------
    game : Hog
    seconds : float
        How long each may take.
    memory : int
        How many bytes each may have.
    """

    game: Hog
    memory: int
    seconds: float

    def __init__(self, game: Hog, seconds: float, memory: int) -> None:
        self.game, self.seconds, self.memory = game, seconds, memory
        self._running: dict[Popen[bytes], SimpleQueue[bytes]] = {}
        self._stopped = Event()

    def ask(self, entrant: Entrant) -> NDArray[np.int16] | str:
        """The table of a strategy, or in a few words why it has none."""
        try:
            _, text = read_text(entrant.path, "give a Python file")
        except FileError as error:
            return str(error)
        path = os.path.abspath(entrant.path)
        request = {
            "path": path,
            "function": entrant.function,
            "text": text,
            "shape": shape(self.game),
            "choices": self.game.choices,
            "seconds": self.seconds,
            "memory": self.memory,
        }
        reply, late = self._reply(json.dumps(request).encode(), os.path.dirname(path))
        if late:
            return f"takes longer than {self.seconds:g} s for its table"
        return self._table(reply)

    def stop(self) -> None:
        """End all processes now, and those that are about to start."""
        self._stopped.set()
        for process, answered in list(self._running.items()):
            _kill(process)
            answered.put(b"")

    def _reply(self, request: bytes, folder: str) -> tuple[bytes, bool]:
        """What a process answers, and whether its time was over before.

        The answer is a line, and read by a thread that nobody waits for: a child of the strategy
        that has left the group may keep the pipe open for ever.
        """
        answered: SimpleQueue[bytes] = SimpleQueue()
        most = 16 * prod(shape(self.game)) + 10_000
        with Popen(
            [sys.executable, "-I", _PROGRAM],
            stdin=PIPE,
            stdout=PIPE,
            cwd=folder,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},  # its threads would fill the memory
            start_new_session=True,  # Ctrl-C is for us, and its children end with it
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            handle = os.dup(process.stdout.fileno())

            def read() -> None:
                with open(handle, "rb") as pipe:
                    answered.put(pipe.readline(most))

            self._running[process] = answered
            if self._stopped.is_set():
                _kill(process)
            try:
                with suppress(BrokenPipeError):
                    process.stdin.write(request)
                    process.stdin.close()
                Thread(target=read, daemon=True).start()
                return answered.get(timeout=self.seconds), False
            except Empty:
                return b"", True
            finally:
                _kill(process)  # it is not waited for yet, so its number is still its own
                del self._running[process]

    def _table(self, reply: bytes) -> NDArray[np.int16] | str:
        """The table that a reply holds; like anything of others it may be anything."""
        if not reply:
            return _NO_TABLE
        try:
            said = json.loads(reply)
            if "reason" in said:
                return short(str(said["reason"]), _LONGEST_REASON)
            answers = said["table"]
            if not set(map(type, answers)) <= {int} or not set(answers) <= set(self.game.choices):
                return _NO_TABLE
            axes = next(
                axes for axes in (shape(self.game)[:2], shape(self.game))
                if prod(axes) == len(answers)
            )  # fmt: skip
        except (ValueError, KeyError, TypeError, StopIteration, RecursionError):
            return _NO_TABLE
        return immutable(np.array(answers, dtype=np.int16).reshape(axes))


def _kill(process: Popen[Any]) -> None:
    """End a process and what it has started, whatever they do."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
