"""What the words on a command line mean: whole numbers, numbers, games with their files, states."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import click

from ..games.checks import written
from ..games.errors import RuleError, StateError
from ..games.game import Game
from ..games.rules import game, takes_file
from ..games.spelling import listed, meant, shown
from .output import hint

if TYPE_CHECKING:
    ParamType = click.ParamType[Any]
else:  # versions of click before 8.4 take no such parameter
    ParamType = click.ParamType

_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,4})?")


class Command(click.Command):
    """A command to which -1 is a number, such as a score, and not an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the words, and refuse the first one that is an option and not known."""
        known = [name for one in self.get_params(ctx) for name in one.opts if name[0] == "-"]
        for word in takewhile(lambda word: word != "--", args):
            name = word.partition("=")[0] if word.startswith("--") else word[:2]
            if re.match(r"-[^0-9]", word) and name not in known:
                raise click.NoSuchOption(name, possibilities=known, ctx=ctx)
        ctx.ignore_unknown_options = True
        return super().parse_args(ctx, args)


# --- numbers ----------------------------------------------------------------------------------


class Whole(ParamType):
    """A whole number in plain digits, where ``int`` would take 1_0 as well."""

    name = "integer"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """The number that ``value`` spells."""
        return written(value, param.opts[-1]) if isinstance(value, str) else int(value)


class Real(ParamType):
    """A finite number, where ``float`` would take 1_0 and nan as well."""

    name = "number"

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """The number that ``value`` spells."""
        if not isinstance(value, str):
            return float(value)
        number = float(value) if _NUMBER.fullmatch(value) else math.inf
        if not math.isfinite(number):
            raise RuleError(
                f"{param.opts[-1]} is {shown(value)}, but must be a number such as 1e-12"
            )
        return number


Decorator = Callable[[Any], Any]
"""What gives a verb an argument or an option."""

as_json: Decorator = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


# --- games ------------------------------------------------------------------------------------


def game_and_rest(
    name: str, words: tuple[str, ...], **parameters: Any
) -> tuple[Game, tuple[str, ...]]:
    """The game that ``name`` means, with the file that may follow it, and the words after that.

    Parameters
    ----------
    name : str
        As :func:`pigcore.game` takes it.
    words : tuple of str
        What follows on the command line.
    **parameters
        Given to the maker of the game unless they are None.

    Raises
    ------
    RuleError, FileError
        If there is no such game or its file cannot be read.

    Examples
    --------
    >>> game_and_rest("pig", ("3", "4"), goal=50)
    (Pig(goal=50), ('3', '4'))
    """
    known = given(**parameters)
    if words and takes_file(name) and not _like_a_number(words[0]):
        known["file"], *rest = words
        if known["file"] == "-":
            program = click.get_current_context().find_root().info_name or ""
            hint(program, "the text that - stands for")
        words = tuple(rest)
    return game(name, **known), words


def _like_a_number(word: str) -> bool:
    return re.fullmatch(r"[+-]?[0-9][0-9_.,]*", word) is not None


def numbers(
    words: tuple[str, ...], rules: Game, throw: str | None = None, seat: int | None = None
) -> tuple[Any, ...]:
    """The words as a state of ``rules``, whatever may be left out filled in.

    Parameters
    ----------
    words : tuple of str
    rules : Game
    throw : str, optional
        The faces of the dice on the table, as ``"1,1,5"``, or ``"115"`` where each has one digit.
    seat : int, optional
        Where a state ends with one, the mover's seat.

    Raises
    ------
    StateError
        If a word but that for a mode is no whole number in plain digits, or there is no such state.

    Examples
    --------
    >>> numbers(("3", "4"), game("pig"))
    (3, 4, 0)
    """
    names = [*rules.state_names, *["a number"] * len(words)]
    modes = [mode.word for mode in rules.turn.modes] if "mode" in names else []  # type: ignore[attr-defined]
    state = tuple(
        meant(word, modes) or word if name == "mode" else written(word, name)
        for word, name in zip(words, names)
    )
    if seat is not None:
        if "seat" not in rules.state_names:
            raise StateError(f"seat is given, but a state of {rules.name} has none: leave it out")
        state = rules.check_state(*state, seat=seat)  # type: ignore[call-arg]
    if throw is None:
        return rules.check_state(*state)
    return rules.check_thrown(state, faces_in(throw))


def faces_in(throw: str) -> list[int]:
    """The faces of a throw, ``"1,1,5"``, or ``"115"`` where each has one digit."""
    faces = throw.removesuffix(",").split(",") if "," in throw else throw
    return [written(face, "a face") for face in faces]


def nothing_left(words: tuple[str, ...], remedy: str) -> None:
    """Refuse a word that nobody asked for.

    Raises
    ------
    RuleError
        If there is one; ``remedy`` says who would have taken it.
    """
    if words:
        raise RuleError(f"{shown(words[0])} is one word too many: leave it out ({remedy})")


def given(**options: Any) -> dict[str, Any]:
    """The options that are given: those that are not None."""
    return {name: value for name, value in options.items() if value is not None}


def only_without(why: str, **options: Any) -> None:
    """Refuse options that would change nothing, because of ``why``.

    Raises
    ------
    RuleError
        If one of ``options`` is given (not None).

    Examples
    --------
    >>> only_without("pig.npz is solved already", goal=None, max_iterations=3)
    Traceback (most recent call last):
        ...
    pigcore.games.errors.RuleError: pig.npz is solved already: leave --max-iterations out
    """
    names = [f"--{name.replace('_', '-')}" for name in given(**options)]
    if names:
        raise RuleError(f"{why}: leave {listed(names)} out")
