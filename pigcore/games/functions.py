"""Functions that users wrote: how their file is run, and how they are asked.

Such a file is run as Python runs any program, so it is only for those who trust it. Whatever it
raises is said in one sentence with file and line.

Whatever is exact about a function holds only if it always gives a state the same answer. One that
throws a coin, or counts how often it was called, does not. So it is asked again in some states, in
another order, and if it stands in a file, that is run anew for this: what was drawn when the file
was run, or is remembered from an earlier question, would not be found out otherwise.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from copy import copy
from functools import cached_property
from random import Random
from types import ModuleType
from typing import Any

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


def run(path: str, text: str) -> dict[str, Any]:
    """What the file ``path`` with this text defines, which is run as Python runs a program.

    It may import what is beside it. Such modules are its own and are forgotten then: a file in
    another folder that imports one of the same name gets its own one, and a file that is run again
    gets new ones.
    """
    name = os.path.abspath(path)  # which is that of no module that somebody imports
    module, folder, before = ModuleType(name), os.path.dirname(name), {*sys.modules}
    module.__file__ = name
    sys.modules[name] = module  # dataclasses look for themselves there
    sys.path.insert(0, folder)
    try:
        exec(compile(text, path, "exec"), vars(module))
    finally:
        sys.path.remove(folder)
        new = {*sys.modules} - before
        own = {one for one in new if one == name or _lies_in(folder, sys.modules[one])}
        for one in new:
            if one in own or one.partition(".")[0] in own:
                del sys.modules[one]
    return vars(module)


def _lies_in(folder: str, module: ModuleType) -> bool:
    places = getattr(module, "__path__", None) or [getattr(module, "__file__", None) or ""]
    return any(os.path.dirname(os.path.abspath(place)) == folder for place in places)


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


# --- asking again ---------------------------------------------------------------------------------

ALL = 500
"""So many states are asked again at first, on the average once each; after them one in SHARE."""

SHARE = 32

LEAST = 64
"""How often is asked again at least: a fair coin passes with a chance of 2**-LEAST."""

State = Any


TOLD: ContextVar[Callable[[int, int], object] | None] = ContextVar("TOLD", default=None)
"""Who hears of (done, of) while a function is asked."""


@contextmanager
def telling(progress: Callable[[int, int], object] | None) -> Iterator[None]:
    """Let ``progress`` hear how far functions are asked that are asked meanwhile."""
    before = TOLD.set(progress)
    try:
        yield
    finally:
        TOLD.reset(before)


class Asking:
    """Asks a function, and again in states drawn at random from those asked not long before.

    ``refuse`` makes an error of (state, first answer, later answer), ``read`` of (answer, state)
    what is returned and compared. A function of a file has another one, ``again``: the same of the
    file when it is run anew. If it is known in how many states it will be asked, in all, whoever is
    ``TOLD`` hears how far that is.
    """

    states: int = 0

    def __init__(
        self,
        function: Callable[..., Any],
        refuse: Callable[[State, Any, Any], BaseException],
        read: Callable[[Any, State], Any] = lambda answer, state: answer,
    ) -> None:
        self._function, self._refuse, self._read = function, refuse, read
        self._again = getattr(function, "again", function)
        self._count = 0
        self._known: list[tuple[State, Any, Any]] = []
        self._random = Random(1)

    def one(self, *state: Any) -> Any:
        """The answer in one state."""
        if self._count < ALL or self._count % SHARE == 0:
            return self([state])[0]
        self._count += 1
        return self._read(self._function(*state), state)

    def __call__(self, states: Sequence[State]) -> list[Any]:
        """The answers in several states, which are asked in their order."""
        said = [self._function(*state) for state in states]
        found = list(map(self._read, said, states))
        before, some = self._count, range(len(states))
        self._count += len(states)
        progress = TOLD.get()
        if progress is not None and self.states:  # before a first throw it is asked as well
            progress(min(self._count, self.states), self.states)
        due = {*some[: max(ALL - before, 0)], *some[-before % SHARE :: SHARE]}
        self._known += [(states[n], said[n], found[n]) for n in due]
        del self._known[: -max(ALL, len(due))]
        for _ in range(1 if before or not due else 1 + LEAST // len(due)):
            for state, first, kept in self._random.sample(self._known, len(due)):
                again = self._again(*state)
                if not _same(self._read(again, state), kept):
                    raise self._refuse(state, first, again)
        return found


def anew(function: Any, made: Callable[[Any], Callable[..., Any]]) -> Callable[..., Any]:
    """The function made of another one, and of that of a file run anew, if it is of a file."""
    found: Any = made(function)
    if hasattr(function, "again"):
        found.again = made(function.again)
    return found  # type: ignore[no-any-return]


def differs(first: str, again: str, where: str) -> str:
    """What is said of a function that gives two answers in one state."""
    return f"answers {first} and then {again} when it is asked twice{where}, but must not change"


def _same(one: Any, other: Any) -> bool:
    with suppress(Exception):  # arrays, which are no answers, do not say whether they are equal
        if one == other:
            return True
    return repr(one) == repr(other)


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


def parts_asked_for(game: Game, policy: Callable[..., Any], by_name: Sequence[str] = ()) -> int:
    """How many parts of a state ``policy`` is given: all, or without those that may be left out;
    those that are given ``by_name`` are not counted.
    """
    names = tuple([name for name in game.state_names if name not in by_name])
    least = min(game._least_given, len(names))
    try:
        signature = inspect.signature(policy)
    except (TypeError, ValueError):  # a builtin without a signature
        return least
    parameters = [one for name, one in signature.parameters.items() if name not in by_name]
    signature = signature.replace(parameters=parameters)
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
