"""Functions of users: how their file is run, and how they are asked in many states.

Whatever is exact about a function holds only if it always gives a state the same answer. One that
throws a coin, or counts how often it was called, does not. So it is asked again in some states, in
another order, and if it stands in a file, that is run anew for this: what was drawn when the file
was run, or is remembered from an earlier question, would not be found out otherwise.
"""

from __future__ import annotations

import builtins
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
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

    It may import what is beside it, now or when it is asked. Such modules are its own: a file in
    another folder that imports one of the same name gets its own one, and a file that is run again
    gets new ones.
    """
    name = os.path.abspath(path)  # which is that of no module that somebody imports
    module = ModuleType(name)
    module.__file__ = name
    vars(module)["__builtins__"] = _Home(os.path.dirname(name)).builtins
    sys.modules[name] = module  # dataclasses look for themselves there
    try:
        exec(compile(text, path, "exec"), vars(module))
    finally:
        del sys.modules[name]
    return vars(module)


class _Home:
    """The folder of a file that is run, from which it and its modules import.

    They have an ``__import__`` of their own, during which the folder's modules are found; nobody
    else finds them, and what somebody had imported before stays what it is.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._own: dict[str, ModuleType | None] = {}
        """The modules of the folder, by name; None before they are loaded."""
        self.builtins: dict[str, Any] = {**vars(builtins), "__import__": self._import}

    def _import(self, *given: Any, **named: Any) -> Any:
        before = {name: sys.modules.get(name) for name in self._own}
        sys.modules.update({name: module for name, module in self._own.items() if module})
        sys.meta_path.insert(0, self)  # type: ignore[arg-type]
        try:
            return builtins.__import__(*given, **named)
        finally:
            sys.meta_path.remove(self)  # type: ignore[arg-type]
            for name in self._own:
                self._own[name] = sys.modules.pop(name, None)
                if (hidden := before.get(name)) is not None:
                    sys.modules[name] = hidden

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module of the folder is, if it is one; it is run with this ``__import__``."""
        spec = PathFinder.find_spec(name, [self._folder, *sys.path] if path is None else path)
        if spec is None:
            return None
        places = spec.submodule_search_locations or [spec.origin or ""]
        inside = name.rpartition(".")[0] in self._own
        if not inside and self._folder not in (os.path.dirname(place) for place in places):
            return None
        self._own[name] = None
        if isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(name, spec.loader.path)
            spec.loader.builtins = self.builtins
        return spec


class _Loader(SourceFileLoader):
    builtins: dict[str, Any]

    def exec_module(self, module: ModuleType) -> None:
        vars(module)["__builtins__"] = self.builtins
        super().exec_module(module)


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
