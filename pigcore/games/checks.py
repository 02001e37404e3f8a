"""What is asked of a value before it is believed; what fails is refused by name."""

from __future__ import annotations

import math
import numbers
import operator
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from typing import Any

from .errors import PigcoreError, RuleError, StateError
from .spelling import nearest, shown

_LONGEST_NAME = 255


def whole(value: object, what: str, error: type[PigcoreError] = RuleError) -> int:
    """``value`` as an ``int``; anything that is not a whole number is refused by name."""
    try:
        if isinstance(value, bool):
            raise TypeError
        if isinstance(value, numbers.Rational) and value.denominator == 1:  # also a Fraction
            return int(value.numerator)
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise error(f"{what} is {shown(value)}, but must be a whole number") from None


def between(value: object, what: str, low: int, high: int | None = None) -> int:
    """``value`` as an ``int`` of ``low`` … ``high``, or of ``low`` or more."""
    number = whole(value, what)
    if number < low or (high is not None and number > high):
        limits = f"at least {low}" if high is None else f"between {low} and {high}"
        raise RuleError(f"{what} is {shown(number)}, but must be {limits}")
    return number


def one_of(value: object, what: str, known: Iterable[str], more: str = "") -> str:
    """``value``, one of the ``known`` words; ``more`` is said to who gave none of them."""
    if not isinstance(value, str) or value not in known:
        raise RuleError(f"{what} is {shown(value)}: {nearest(value, known)}{more}")
    return value


def refuse_if(wrong: object, why: str) -> None:
    """Refuse rules where something is ``wrong``."""
    if wrong:
        raise RuleError(why)


def check_executor(value: object) -> None:
    """Refuse what is neither None nor a ``concurrent.futures.Executor``."""
    from concurrent.futures import Executor

    if not (value is None or isinstance(value, Executor)):
        raise RuleError(f"executor is {shown(value)}, but must be a concurrent.futures.Executor")


def needs(package: str, what: str, extra: str) -> None:
    """Refuse ``what`` needs a package that is not installed, but comes with an extra of pigcore.

    Raises
    ------
    ImportError
    """
    if find_spec(package) is None:
        raise ImportError(f"{what}, which is not installed: pip install 'pigcore[{extra}]'")


@contextmanager
def lost_workers_reported() -> Iterator[None]:
    """Say in a sentence that what an executor works with ended early."""
    try:
        yield
    except Exception as error:
        from concurrent.futures import BrokenExecutor, CancelledError

        if isinstance(error, (BrokenExecutor, CancelledError)):
            raise PigcoreError(
                "a worker ended before its work was done, for want of memory perhaps: give fewer "
                "workers"
            ) from error
        raise


def flag(value: object, what: str) -> bool:
    """``value`` as a ``bool``."""
    if not isinstance(value, bool):
        raise RuleError(f"{what} is {shown(value)}, but must be true or false")
    return value


def real(value: Any, what: str, low: float, high: float) -> float:
    """``value`` as a ``float`` of ``low`` … ``high``."""
    is_real = isinstance(value, numbers.Real) and not isinstance(value, bool)
    try:
        number = float(value) if is_real else math.nan
    except OverflowError:
        number = math.inf
    if low <= number <= high:
        return number
    raise RuleError(f"{what} is {shown(value)}, but must be a number between {low} and {high}")


def items(values: Any, what: str, like: str, most: int) -> list[Any]:
    """The first ``most`` of ``values``, which may never end; what is no collection is refused."""
    try:
        if isinstance(values, (str, bytes, Mapping)):
            raise TypeError
        return list(islice(values, most))
    except TypeError:
        raise RuleError(f"{what} is {shown(values)}, but must be {like}") from None


def written(word: str, what: str) -> int:
    """The whole number that ``word`` spells in the digits 0 to 9 and nothing else."""
    if not re.fullmatch(r"[+-]?[0-9]{1,4000}", word):
        raise StateError(f"{what} is {shown(word)}, but must be a whole number")
    return int(word)


def label(name: object, what: str = "name") -> str:
    """``name`` as what something is called; what it holds must not command a terminal."""
    if not isinstance(name, str) or not name.isprintable():
        raise RuleError(f"{what} is {shown(name)}, but must be a line of printable characters")
    if len(name) > _LONGEST_NAME:
        raise RuleError(
            f"{what} is {shown(name)}, but must have at most {_LONGEST_NAME} characters: shorten it"
        )
    return name


def same_turns(game: Any, what: str, *, any_end: bool = False) -> None:
    """RuleError if the players' turns differ, which ``what`` is not made for.

    Nor is it, unless ``any_end``, for scores that tie, or last turns of several players.
    """
    last = "goal" if getattr(game, "players", 2) > 2 else "last_turn"
    for rule, usual in () if any_end else (("end", last), ("tie", "first")):
        given = getattr(game, rule, usual)
        if given not in ("goal", usual):
            raise RuleError(
                f"{rule} is {given!r} in {game.name}, but {what} takes no such race: leave {rule} "
                "out"
            )
    if getattr(game, "other", None) is not None:
        raise RuleError(
            f"the players of {game.name} have different turns, but {what} takes players who have "
            "the same: leave other out"
        )
