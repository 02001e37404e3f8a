"""Functions of users: how their file is run, and how they are asked in many states.

Whatever is exact about a function holds only if it always gives a state the same answer. One that
throws a coin, or counts how often it was called, does not. So it is asked again in some states, in
another order, and if it stands in a file, that is run anew for this: what was drawn when the file
was run, or is remembered from an earlier question, would not be found out otherwise. This module
stands on the standard library alone, because processes run it that have no more.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from random import Random
from types import ModuleType
from typing import Any

__all__ = ["Asking", "anew", "differs", "run"]

ALL = 500
"""So many states are asked again at first, on the average once each; after them one in SHARE."""

SHARE = 32

LEAST = 64
"""How often is asked again at least: a fair coin passes with a chance of 2**-LEAST."""

State = Any


def run(path: str, text: str) -> dict[str, Any]:
    """What the file ``path`` with this text defines, which is run as Python runs a program.

    It may import what is beside it. Such modules are its own: a file in another folder that imports
    one of the same name gets its own one, and a file that is run again gets new ones.
    """
    name = os.path.abspath(path)  # which is that of no module that somebody imports
    module = ModuleType(name)
    module.__file__ = name
    with _neighbours(os.path.dirname(name)):
        sys.modules[name] = module  # dataclasses look for themselves there
        try:
            exec(compile(text, path, "exec"), vars(module))
        finally:
            del sys.modules[name]
    return vars(module)


@contextmanager
def _neighbours(folder: str) -> Iterator[None]:
    """Let modules of a folder be imported, and forget those that nobody had imported before."""
    before = {*sys.modules}
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        with suppress(ValueError):  # if the program has taken it away itself
            sys.path.remove(folder)
        new = {name: name.partition(".")[0] for name in {*sys.modules} - before}
        own = {top for top in {*new.values()} - before if _stands_in(top, folder)}
        for name, top in new.items():
            if top in own:
                del sys.modules[name]


def _stands_in(name: str, folder: str) -> bool:
    """Whether an imported module or package is that of a folder."""
    spec = getattr(sys.modules.get(name), "__spec__", None)
    if spec is None:
        return False
    place = os.path.join(folder, name)
    origins = spec.submodule_search_locations or ([spec.origin] if spec.has_location else [])
    return any(os.path.abspath(origin) in (place, f"{place}.py") for origin in origins)


class Asking:
    """Asks a function, and again in states drawn at random from those asked not long before.

    ``refuse`` makes an error of (state, first answer, later answer), ``read`` of (answer, state)
    what is returned and compared. A function of a file has another one, ``again``: the same of the
    file when it is run anew.
    """

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
