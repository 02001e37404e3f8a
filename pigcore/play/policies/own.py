"""A policy that a user wrote: a function in a file, ``FILE.py:function``.

The file is run as Python runs any program, so it is only for those who trust it. Whatever it raises
is said in one sentence with file and line.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Any

from ...games.errors import PigcoreError, RuleError
from ...games.game import Game
from ...games.spelling import nearest, short, shown
from ...games.texts import read_text, spelled
from .named import Named

__all__ = ["USUAL", "OwnFunction", "own_function"]

USUAL = "final_strategy"
"""The function that is meant where only a file is named, as in the contest of Hog."""


class OwnFunction(Named):
    """A function of a user's file."""

    path: str
    name: str
    game: Game | None

    def __init__(
        self, path: str, name: str, function: Callable[..., Any], game: Game | None = None
    ) -> None:
        # The signature says how much of a state the function asks for.
        self._set(
            path=path,
            name=name,
            function=function,
            game=game,
            __name__=name,
            __signature__=_signature(function),
        )

    def for_game(self, game: Game) -> OwnFunction:
        """The same, which then says where it fails in the words of ``game``."""
        return OwnFunction(self.path, self.name, self.__dict__["function"], game)

    def __call__(self, *state: int) -> Any:
        """What the function answers; whatever it raises becomes a sentence."""
        where = self.game.spell(state) if self.game else str(state)
        with _in_a_sentence(self.path, f"{self.name} at {where}"):
            return self.__dict__["function"](*state)

    @property
    def spec(self) -> str:
        """As in ``mine.py:strategy``."""
        return f"{self.path}:{self.name}"

    def __str__(self) -> str:
        return f"do what {self.name} in {self.path} says"

    def __repr__(self) -> str:
        return f"<{self.name} in {self.path}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return own_function, (self.path, self.name)


def own_function(path: str, name: str = USUAL) -> OwnFunction:
    """The function ``name`` of the file ``path``, which is run."""
    _, text = read_text(path, "give a Python file")
    module = ModuleType(os.path.basename(path).removesuffix(".py"))
    module.__file__ = path
    folder = os.path.dirname(os.path.abspath(path))
    sys.path.insert(0, folder)  # as Python does for a program, which may import what is beside it
    try:
        with _in_a_sentence(path, "the file"):
            exec(compile(text, path, "exec"), vars(module))
    finally:
        with suppress(ValueError):  # if the program has taken it away itself
            sys.path.remove(folder)
    function = vars(module).get(name)
    if not callable(function):
        functions = [it for it, value in vars(module).items() if inspect.isfunction(value)]
        remedy = nearest(name, functions) if functions else "define it"
        raise RuleError(f"{spelled(path)} has no function {shown(name)}: {remedy}")
    return OwnFunction(path, name, function)


@contextmanager
def _in_a_sentence(path: str, what: str) -> Iterator[None]:
    """Turn whatever the user's code raises into one sentence with file and line."""
    try:
        yield
    except (KeyboardInterrupt, PigcoreError):
        raise
    except BaseException as error:  # sys.exit is no answer either
        line = error.lineno if isinstance(error, SyntaxError) else _line(path, error)
        at = f", line {line}" if line else ""
        said = short(f"{type(error).__name__}: {error}".rstrip(": "), 300)
        raise RuleError(f"{spelled(path)}{at}: {what} raises {said}") from None


def _line(path: str, error: BaseException) -> int | None:
    """The last line of the user's file on the way to the error."""
    found, step = None, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == path:
            found = step.tb_lineno
        step = step.tb_next
    return found


def _signature(function: Callable[..., Any]) -> inspect.Signature | None:
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):  # a builtin without one
        return None
