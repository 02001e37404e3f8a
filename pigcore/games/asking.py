"""Functions of users, asked in many states and asked again in some of them, in another order.

Whatever is exact about a function holds only if it always gives a state the same answer. One that
throws a coin, or counts how often it was called, does not. This module stands on the standard
library alone, because processes run it that have no more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

__all__ = ["Asking", "differs"]

ALL = 500
"""So many states are asked again at first, on the average once each; after them one in SHARE."""

SHARE = 32

LEAST = 64
"""How often is asked again at least: a fair coin passes with a chance of 2**-LEAST."""

State = Any


class Asking:
    """Asks a function, and again in states drawn at random from those asked not long before.

    ``refuse`` makes an error of (state, first answer, later answer), ``read`` of (answer, state)
    what is returned and compared.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        refuse: Callable[[State, Any, Any], BaseException],
        read: Callable[[Any, State], Any] = lambda answer, state: answer,
    ) -> None:
        self._function, self._refuse, self._read = function, refuse, read
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
                again = self._function(*state)
                if not _same(self._read(again, state), kept):
                    raise self._refuse(state, first, again)
        return found


def differs(first: str, again: str, where: str) -> str:
    """What is said of a function that gives two answers in one state."""
    return f"answers {first} and then {again} when it is asked twice{where}, but must not change"


def _same(one: Any, other: Any) -> bool:
    with suppress(Exception):  # arrays, which are no answers, do not say whether they are equal
        if one == other:
            return True
    return repr(one) == repr(other)
