"""Functions of users: how their file is run, and how they are asked in many states.

Whatever is exact about a function holds only if it always gives a state the same answer. One that
throws a coin, or counts how often it was called, does not. So it is asked again in some states, in
another order, and if it stands in a file, that is run anew for this: what was drawn when the file
was run, or is remembered from an earlier question, would not be found out otherwise.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from random import Random
from types import ModuleType
from typing import Any

ALL = 500
"""So many states are asked again at first, on the average once each; after them one in SHARE."""

SHARE = 32

LEAST = 64
"""How often is asked again at least: a fair coin passes with a chance of 2**-LEAST."""

State = Any


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
