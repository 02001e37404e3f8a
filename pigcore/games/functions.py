"""Functions that users wrote: what they ask for, and how one is read from ``FILE.py:function``.

Such a file is run as Python runs any program, so it is only for those who trust it. Whatever it
raises is said in one sentence with file and line.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import copy
from functools import cached_property
from typing import Any

from .asking import run
from .errors import PigcoreError, RuleError
from .game import Game
from .spelling import meant, nearest, short, shown
from .texts import read_text, spelled

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)

USUAL = "final_strategy"
"""The function that is meant where only a file is named, as in the contest of Hog."""


class InFile:
    """The function ``name`` of the file ``path``, which is run; ``said`` puts a state into words.

    Whatever it raises is said in one sentence.

    Raises
    ------
    FileError
        If the file cannot be read.
    RuleError
        If it raises something, or has no such function.
    """

    def __init__(self, path: str, name: str = USUAL, said: Callable[[Any], str] = str) -> None:
        self.path: str = path
        self.name: str = name
        self.said: Callable[[Any], str] = said
        self.text: str = read_text(path, "give a Python file")[1]
        self.function: Any = found_in(path, name, callable, "function", self.text)
        if inspect.isclass(self.function):
            raise RuleError(
                f"{name} in {spelled(path)} is a class, but must be a function: write "
                f"{name.lower()} = {name}() below it if it can be called, and name that"
            )
        self.__name__ = name
        with suppress(TypeError, ValueError):  # a builtin without one
            self.__signature__: inspect.Signature = inspect.signature(self.function)

    def __call__(self, *state: Any) -> Any:
        """What it answers."""
        try:
            return self.function(*state)
        except BaseException as error:
            with in_a_sentence(self.path, f"{self.name} at {self.said(state)}"):
                raise error

    def saying(self, said: Callable[[Any], str]) -> InFile:
        """The same, but with other words for a state."""
        other = copy(self)
        other.said = said
        return other

    @cached_property
    def again(self) -> InFile:
        """The same of the file when it is run anew, as it was when it was read."""
        other = copy(self)
        other.function = found_in(self.path, self.name, callable, "function", self.text)
        return other


def found_in(
    path: str, name: str, fits: Callable[[Any], bool], what: str, text: str | None = None
) -> Any:
    """What is called ``name`` in the file ``path``, which is run, and ``fits``; ``text`` is what
    the file says, if it has been read.

    Raises
    ------
    FileError
        If the file cannot be read.
    RuleError
        If it raises something, or has no such thing, which is called ``what`` then.
    """
    if text is None:
        _, text = read_text(path, "give a Python file")
    with in_a_sentence(path, "the file"):
        defined = run(path, text)
    found = defined.get(name)
    if not fits(found):
        own = [one for one, value in defined.items() if inspect.isfunction(value)]
        remedy = nearest(name, own) if own else "define it"
        raise RuleError(f"{spelled(path)} has no {what} {shown(name)}: {remedy}")
    return found


@contextmanager
def in_a_sentence(path: str, what: str) -> Iterator[None]:
    """Turn whatever the user's code raises into one sentence with file and line."""
    try:
        yield
    except (KeyboardInterrupt, PigcoreError):
        raise
    except BaseException as error:  # sys.exit is no answer either
        line = error.lineno if isinstance(error, SyntaxError) else _line(path, error)
        at = f", line {line}" if line else ""
        said = short(f"{type(error).__name__}: {error}".rstrip(": "), 300)
        where = f"{spelled(path)}{at}: " if path else ""
        raise RuleError(f"{where}{what} raises {said}") from None


def answer(function: Callable[..., Any], parts: tuple[str, ...], *given: Any) -> Any:
    """What a user's function of the rules returns; what it raises becomes a sentence.

    Examples
    --------
    >>> answer(lambda own, opp: own // opp, ("own", "opp"), 7, 0)
    Traceback (most recent call last):
        ...
    pigcore.games.errors.RuleError: <doctest pigcore.games.functions.answer[0]>, line 1: <lambda> \
at own 7, opp 0 raises ZeroDivisionError: integer division or modulo by zero
    """
    try:
        return function(*given)
    except BaseException as error:
        state = ", ".join(f"{part} {shown(value)}" for part, value in zip(parts, given))
        code = getattr(function, "__code__", None)
        with in_a_sentence(code.co_filename if code else "", f"{called(function)} at {state}"):
            raise error


def _line(path: str, error: BaseException) -> int | None:
    """The last line of the user's file on the way to the error."""
    found, step = None, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == path:
            found = step.tb_lineno
        step = step.tb_next
    return found


# --- policies that have a name --------------------------------------------------------------------

_BESIDE = re.compile("^hold-or-|-at$|-roll$|-play$")
"""What a function of Python that makes a policy is called beside the policy's own name."""


def policy_meant(
    text: str, names: Mapping[str, tuple[str, Callable[..., Any]]], where: str, files: str
) -> tuple[Callable[..., Any], list[str]]:
    """What makes the policy that is meant by a name and its constants, such as ``hold:20``, or by
    the name of a function such as ``hold_at``; and the constants, as text.

    ``names`` says how each is written, and what makes it; ``where`` and ``files`` what is refused.
    """
    called, *constants = text.casefold().split(":")
    name = meant(called, names) or meant(_BESIDE.sub("", called.replace("_", "-")), names)
    if name is None:
        raise RuleError(
            f"there is no policy {shown(text.partition(':')[0])} in {where}: "
            f"{nearest(called, names)} (or give {files})"
        )
    usage, make = names[name]
    try:
        inspect.signature(make).bind(*constants)
    except TypeError:
        raise RuleError(f"the policy {shown(text)} must be written {usage}") from None
    return make, constants


# --- what a function is asked with ----------------------------------------------------------------


def parts_asked_for(game: Game, policy: Callable[..., Any]) -> int:
    """How many parts of a state ``policy`` is given: all, or without those that may be left out."""
    names = game.state_names
    least = game._least_given
    try:
        signature = inspect.signature(policy)
    except (TypeError, ValueError):  # a builtin without a signature
        return least
    parameters = list(signature.parameters.values())
    places = [parameter for parameter in parameters if parameter.kind in _POSITIONAL]
    asked = least
    for parameter, name in zip(places[least:], names[least:]):
        if parameter.default is not inspect.Parameter.empty and parameter.name != name:
            break
        asked += 1
    if game._given_in_full:
        asked += sum(takes(signature, more) for more in range(asked + 1, len(names) + 1))
    swapped = any(
        parameter.name != name and parameter.name in names[: least + 1]
        for parameter, name in zip(places[: least + 1], names)
    )
    if swapped or not takes(signature, asked):
        state = " ".join(names) if least == len(names) else game.usage.lower()
        given = ", ".join(parameter.name for parameter in parameters)
        raise RuleError(
            f"a policy of {game.name} is asked with {state}, but {called(policy)} takes "
            f"{given or 'nothing'}: let it take these by position and in this order, and give what "
            "is beyond them a default"
        )
    return asked


def takes(signature: inspect.Signature, places: int) -> bool:
    """Whether a callable can be called with so many arguments."""
    try:
        signature.bind(*[0] * places)
    except TypeError:
        return False
    return True


def called(policy: object) -> str:
    """A function's name, or what is given in place of one."""
    policy = getattr(policy, "func", policy)  # of a functools.partial
    return getattr(policy, "__name__", None) or shown(policy)
