"""Games as text: their names on the command line, and the TOML that describes any of them.

Every family's module in this package has the same three things: ``GAMES``, the names of its
ready-made games; ``from_rules``, plain data to game; and on the game a method ``rules``, which
is the inverse. Here they meet, so a new family is one more entry in ``FAMILIES``.
"""

from __future__ import annotations

import inspect
import json
import os
import tomllib
from decimal import Decimal, InvalidOperation
from importlib import import_module
from types import ModuleType
from typing import Any

from .chances import MAX_DIGITS
from .errors import FileError, RuleError, nearest, short, shown
from .texts import read_text

__all__ = [
    "FAMILIES",
    "family_of",
    "find_game",
    "game_from_text",
    "named_games",
    "names_a_solution",
    "read_game",
    "text_of",
]

FAMILIES = ("race", "hog", "duel", "bag")
"""The families of games there are; each is a module of this package."""


def _family(name: str) -> ModuleType:
    return import_module(f".{name}", __package__)


def family_of(game: object) -> str:
    """The family of ``game``, refused if it is none."""
    family = getattr(game, "family", None)
    if not isinstance(family, str):
        raise RuleError(
            f"{shown(game)} is not a game: make one with pigcore.Pig() or its relatives"
        )
    return family


def named_games() -> dict[str, Any]:
    """Every ready-made game: its name and what makes it."""
    return {name: make for family in FAMILIES for name, make in _family(family).GAMES.items()}


def find_game(name: str, **parameters: Any) -> Any:
    """The game that a user means by ``name``: a ready-made one or the path of a TOML file.

    Parameters
    ----------
    name : str
        A key of :func:`named_games`, a path that ends in ``.toml`` or holds a separator, or that
        of a bag of dice, which ends in ``.csv``.
    **parameters
        Given to the maker of the game, as ``goal=50``.

    Raises
    ------
    RuleError
        If there is no such game or it does not take these parameters; suggests the nearest.

    Examples
    --------
    >>> find_game("pig", goal=50) == find_game("pig")
    False
    """
    if not isinstance(name, str):
        raise RuleError(f"a game is {shown(name)}, but must be a name or the path of a .toml file")
    games = named_games()
    if name in games:
        return _make(name, games[name], parameters)
    if name.endswith(".csv"):
        return _make("bag", games["bag"], {"file": name} | parameters)
    if name.endswith(".toml") or os.sep in name:
        return read_game(name, **parameters)
    raise RuleError(
        f"there is no game {shown(name)}: {nearest(name, games)} (or give the path of a .toml file)"
    )


def names_a_solution(name: str) -> bool:
    """Whether ``name`` means a saved solution rather than a game.

    Examples
    --------
    >>> names_a_solution("pig"), names_a_solution("pig.npz"), names_a_solution("mine.toml")
    (False, True, False)
    """
    if name.endswith((".toml", ".csv")) or name in named_games():
        return False
    return name.endswith(".npz") or os.path.isfile(name)


def _make(name: str, maker: Any, parameters: dict[str, Any]) -> Any:
    taken = inspect.signature(maker).parameters
    for key in parameters:
        if key not in taken:
            raise RuleError(f"{name} takes no {shown(key)}: leave it out")
    return maker(**parameters)


def read_game(path: str | os.PathLike[str], **parameters: Any) -> Any:
    """The game that a TOML file describes; ``parameters`` replace entries of the file.

    Raises
    ------
    FileError
        If the file cannot be read or is not TOML.
    RuleError
        If what it describes is no game.
    """
    where, text = read_text(path, "give a TOML file of rules")
    return game_from_text(text, where, **parameters)


def game_from_text(text: str, where: str = "the text", **parameters: Any) -> Any:
    """The game that the TOML ``text`` describes, the inverse of :func:`text_of`."""
    try:
        rules = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise FileError(f"{where} is not TOML: {short(str(error), 200)}") from None
    except (ValueError, InvalidOperation):  # of what Python and decimal make numbers
        raise FileError(
            f"{where} holds a number that is too long: write at most {MAX_DIGITS} digits"
        ) from None
    kind = rules.get("game", "race")
    if not isinstance(kind, str):
        raise RuleError(
            f"{where}: game is {shown(kind)}, but must be a name such as 'race' or 'pig'"
        )
    try:
        if kind in FAMILIES:
            return _family(kind).from_rules(rules | parameters)
        games = named_games()
        if kind in games:
            rest = {key: value for key, value in rules.items() if key != "game"}
            return _make(kind, games[kind], rest | parameters)
    except RuleError as error:
        raise RuleError(f"{where}: {error}") from None
    raise RuleError(
        f"{where}: there is no game {shown(kind)}: {nearest(kind, [*FAMILIES, *games])}"
    )


def text_of(game: Any) -> str:
    """The rules of ``game`` as TOML, which :func:`game_from_text` reads back to an equal game.

    Examples
    --------
    >>> from pigcore.games import Piglet
    >>> print(text_of(Piglet(2)), end="")
    game = "race"
    name = "Piglet"
    goal = 2
    target = "at_least"
    consolation = 0
    <BLANKLINE>
    [roll]
    bust = "1/2"
    wipe = "0"
    <BLANKLINE>
    [roll.gains]
    1 = "1/2"
    """
    return _table(game.rules(), ())


def _table(entries: dict[str, Any], path: tuple[str, ...]) -> str:
    # A JSON string, number or array of those is the same thing in TOML, but for escapes in pairs.
    plain = {key: value for key, value in entries.items() if not isinstance(value, dict)}
    text = f"\n[{'.'.join(path)}]\n" if path and (plain or not entries) else ""
    text += "".join(f"{_key(key)} = {_json(value)}\n" for key, value in plain.items())
    for key, value in entries.items():
        if isinstance(value, dict):
            text += _table(value, (*path, _key(key)))
    return text


def _key(key: str) -> str:
    bare = key.replace("-", "").replace("_", "")
    return key if bare.isascii() and bare.isalnum() else _json(key)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
