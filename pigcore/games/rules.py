"""Games as text: their names on the command line, and the TOML that describes any of them.

Every family's module in this package has the same three things: ``GAMES``, the names of its
ready-made games; ``from_rules``, plain data to game; and on the game a method ``rules``, which
is the inverse. Here they meet, so a new family is one more entry in ``FAMILIES``.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import tomllib
from decimal import Decimal, InvalidOperation
from importlib import import_module, util
from types import ModuleType
from typing import Any, TypeVar

from .chances import MAX_DIGITS
from .errors import FileError, RuleError
from .functions import found_in, in_a_sentence
from .game import Game
from .hog import SAME
from .spelling import listed, meant, nearest, short, shown
from .texts import read_text

_PYTHON = re.compile(r"\.py(:\w*)?$")

FAMILIES = ("race", "hog", "duel", "bag")
"""The families of games there are; each is a module of this package."""

READY_MADE = ("pig", "farkle", "zombie", "hog", "duel", "bag")
"""The modules of this package that have ready-made games."""


def _family(name: str) -> ModuleType:
    return import_module(f".{name}", __package__)


def _class(family: str) -> type[Game]:
    """The class of the games of a family."""
    return getattr(_family(family), family.capitalize())  # type: ignore[no-any-return]


def family_of(what: object) -> str:
    """The family of the game ``what``, refused if it is none."""
    if isinstance(what, Game) and what.family in FAMILIES:
        return what.family
    made = (name for name, make in named_games().items() if make is what)
    name = what if isinstance(what, str) else next(made, None)
    remedy = f"write pigcore.game({shown(name)})" if name else "make one with pigcore.Pig()"
    raise RuleError(f"{shown(what)} is not a game: {remedy}")


def serving(package: str | None, game: object) -> ModuleType | None:
    """The module of ``package`` that serves ``game``; None if there is none.

    It has the name of the game's family, and where it serves only some games of that family, a
    function ``serves`` that tells which. Nobody else looks a family's modules up.
    """
    name = f"{package}.{family_of(game)}"
    try:
        there = util.find_spec(name)
    except ModuleNotFoundError:  # nor is there the folder that it would be in
        return None
    found = import_module(name) if there else None
    serves = getattr(found, "serves", None)
    return found if serves is None or serves(game) else None


def named_games() -> dict[str, Any]:
    """Every ready-made game: its name and what makes it."""
    return {name: make for module in READY_MADE for name, make in _family(module).GAMES.items()}


def ready_made(name: object) -> str | None:
    """The name of the ready-made game that ``name`` means, if it means one.

    Capitals do not matter, nor do ``_`` and blanks; of a name with a colon the second half will do
    if no other game has the same.
    """
    games = named_games()
    names = [*games, *SAME]
    halves = [one for one in names if ":" in one and meant(name, [one.partition(":")[2]])]
    found = meant(name, names) or (halves[0] if len(halves) == 1 else None)
    return SAME.get(found, found) if found else None


def nearest_game(name: object, families: tuple[str, ...] = ()) -> str:
    """The end of a sentence that refuses ``name``, no game; ``families`` may be meant as well.

    Of what has games of its own, as Hog has its terms, they are listed: one of nearly the same name
    has other rules.
    """
    games = [*named_games(), *SAME]
    before = name.partition(":")[0].casefold() if isinstance(name, str) and ":" in name else ""
    own = sorted(one for one in games if one.startswith(f"{before}:"))
    if own:
        return f"choose one of {', '.join(own)}"
    found = nearest(name, every := [*families, *games])  # of the like there would be too many
    return nearest(name, {one.partition(":")[0] for one in every}) if "choose" in found else found


def games_made_at_once() -> dict[str, Any]:
    """The same without those that take seconds to make, which say so."""
    return {name: one for name, one in named_games().items() if not hasattr(one, "takes_long")}


G = TypeVar("G", bound=Game)


def game(
    name: str | os.PathLike[str],
    kind: type[G] = Game,  # type: ignore[assignment]
    /,
    *,
    files: bool = True,
    **parameters: Any,
) -> G:
    """Return the game with the command-line name ``name``, or the game that a file describes.

    Parameters
    ----------
    name : str or path
        A name that ``pigcore games`` lists, whatever its capitals, or its second half (``"kcd"``);
        or a path. A path that ends in ``.toml`` or contains a
        separator is read as TOML; one that ends in ``.csv`` is read as a bag of dice.
        ``FILE.py:NAME`` runs the file: ``NAME`` is a game in it, or a function that returns one and
        takes what parameters it has; ``FILE.py`` alone means ``game``.
    kind : class, optional
        The class that the game must have, such as ``pigcore.Race``; type checkers then know the
        type.
    files : bool
        Whether a file may be opened; if not, only names of ready-made games are taken.
    **parameters
        Parameters of the game, such as ``goal=50``; they replace entries of a file. With
        ``players=3`` a race is played by three.

    Raises
    ------
    RuleError
        If there is no such game, it does not take these parameters, or it has another class.
    FileError
        If the file cannot be read.

    Examples
    --------
    >>> game("pig", goal=50)
    Pig(goal=50)
    >>> game("pgi")
    Traceback (most recent call last):
        ...
    pigcore.games.errors.RuleError: there is no game 'pgi': did you mean 'pig'? (or give the path \
of a .toml file)
    """
    players = parameters.pop("players", None)
    found = _find(name, parameters, files)
    if players is not None:
        if not hasattr(found, "seated"):
            raise RuleError(f"{found.name} is not played by {shown(players)}: leave players out")
        found = found.seated(players)
    check_kind(found, kind, f"{shown(name)} is", "give another")
    return found  # type: ignore[no-any-return]


def check_kind(game: Game, kind: object, begin: str, remedy: str) -> None:
    """Refuse ``game`` if it is not of the class ``kind``."""
    if not isinstance(kind, type) or not isinstance(game, kind):
        wanted = kind.__name__ if isinstance(kind, type) else shown(kind)
        raise RuleError(f"{begin} a {type(game).__name__}, but a {wanted} was asked for: {remedy}")


def _find(name: object, parameters: dict[str, Any], files: bool) -> Any:
    path = os.fspath(name) if isinstance(name, os.PathLike) else None
    if not isinstance(name if path is None else path, str):
        raise RuleError(f"a game is {shown(name)}, but must be a name or the path of a .toml file")
    name = str(name) if path is None else os.path.join(os.curdir, path)
    games = named_games()
    known = ready_made(name)
    if not files and (known is None or "file" in parameters):
        what = parameters.get("file", name)
        raise RuleError(
            f"{shown(what)} is no ready-made game, and files=False opens no file: "
            f"{nearest_game(what)}"
        )
    if known is not None:
        return _make(known, games[known], parameters)
    if _PYTHON.search(name):
        return _of_python(name, parameters)
    for family in FAMILIES:
        if name.endswith(_class(family)._suffixes):
            return _make(family, games[family], {"file": name} | parameters)
    if name.endswith(".toml") or os.sep in name:
        return read_game(name, **parameters)
    if name.endswith(".npz"):
        raise RuleError(
            f"{shown(name)} looks like a saved solution, but only the rules of a game are asked "
            "for here: give the game's name or its .toml file"
        )
    raise RuleError(
        f"there is no game {shown(name)}: {nearest_game(name)} (or give the path of a .toml file)"
    )


def takes_file(name: str) -> bool:
    """Whether the ready-made game ``name`` can be given a file, as a bag can."""
    maker = named_games().get(ready_made(name) or "")
    return maker is not None and "file" in inspect.signature(maker).parameters


def names_a_solution(name: str) -> bool:
    """Whether ``name`` means a saved solution rather than a game."""
    suffixes = tuple(suffix for family in FAMILIES for suffix in _class(family)._suffixes)
    if name.endswith((".toml", *suffixes)) or _PYTHON.search(name) or ready_made(name):
        return False
    return name.endswith(".npz") or os.path.isfile(name)


def _of_python(name: str, parameters: dict[str, Any]) -> Any:
    """The game that a file of Python has or makes; whatever it raises becomes a sentence."""
    path, _, called = name.rpartition(".py")
    path, called = f"{path}.py", called[1:] or "game"
    found = found_in(
        path, called, lambda one: callable(one) or isinstance(one, Game), "game or function"
    )
    with in_a_sentence(path, called):
        made = _make(called, (lambda: found) if isinstance(found, Game) else found, parameters)
    if not isinstance(made, Game):
        raise RuleError(
            f"{called} in {shown(path)} returns {shown(made)}, but must return a game, such as "
            "pigcore.Hog(bacon=…)"
        )
    return made


def _make(name: str, maker: Any, parameters: dict[str, Any]) -> Any:
    taken = _taken_by(maker) if parameters else ()
    for key in parameters:
        if key not in taken:
            raise RuleError(f"{name} takes no {shown(key)}: leave it out")
    return maker(**parameters)


def _taken_by(maker: Any) -> set[str]:
    """The names of the parameters that a game can be made with; those of a race, if of any."""
    known = inspect.signature(maker).parameters
    any_ = [name for name, one in known.items() if one.kind is inspect.Parameter.VAR_KEYWORD]
    every = {*known} - {*any_}
    if any_:
        every |= _taken_by(_class("race")) - {"turn", "other"}
    return every


def read_game(path: str | os.PathLike[str], **parameters: Any) -> Any:
    """The game that a TOML file describes; ``parameters`` replace entries of the file."""
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
    return game_from_rules(rules, where, **parameters)


def game_from_rules(rules: dict[str, Any], where: str = "the rules", **parameters: Any) -> Any:
    """The game that ``rules`` describe, the plain data of a TOML file.

    Examples
    --------
    >>> game_from_rules({"game": "pig", "goal": 20})
    Pig(goal=20)
    """
    inherited: set[str] = set()
    if "base" in rules:
        rules, inherited = _derived(rules, where)
    kind = rules.get("game", "race")
    if not isinstance(kind, str):
        raise RuleError(
            f"{where}: game is {shown(kind)}, but must be a name such as 'race' or 'pig'"
        )
    try:
        if kind.casefold() in FAMILIES:
            return _family(kind.casefold()).from_rules(rules | parameters)
        games, known = named_games(), ready_made(kind)
        if known is not None:
            rest = {key: value for key, value in rules.items() if key != "game"}
            return _make(known, games[known], rest | parameters)
    except RuleError as error:
        said = str(error)
        named = sorted(key for key in inherited if re.search(rf"\b{key}\b", said))
        if named and "did you mean" not in said:  # what the file does not say, it cannot leave out
            said += f" (the base has {listed(named)}: {named[0]} = false takes that away)"
        raise RuleError(f"{where}: {said}") from None
    raise RuleError(f"{where}: there is no game {shown(kind)}: {nearest_game(kind, FAMILIES)}")


def _derived(rules: dict[str, Any], where: str) -> tuple[dict[str, Any], set[str]]:
    """Rules that name what they differ from, written out; and the entries that are the base's.

    Entries replace those of the ready-made game, and ``false`` takes one away. In a table of
    scores, the opponent's as well, they are added; another table that says what a turn is takes its
    place.

    Examples
    --------
    >>> game_from_rules({"base": "hog:fa24", "bacon": "pig_tail", "goal": 50}).name
    'Hog fa24, changed'
    """
    given = {key: dict(one) if isinstance(one, dict) else one for key, one in rules.items()}
    base = rules["base"]
    known_name = ready_made(given.pop("base"))
    if known_name is None:
        remedy = nearest_game(base) if isinstance(base, str) else "give a name such as 'pig'"
        raise RuleError(f"{where}: base is {shown(base)}, but must be a ready-made game: {remedy}")
    if "game" in given:
        raise RuleError(
            f"{where}: base and game both say which game it is: leave game out, base has it"
        )
    known: dict[str, Any] = named_games()[known_name]().rules()
    kinds = {"roll", "turn", "scoring"}
    if kinds & {*given} and not kinds & {*given} & {*known}:
        for key in (*kinds, "dice", "sides", "must_roll_hot_dice"):
            known.pop(key, None)
    usual: Any = known.get("scoring")
    for table in (given, given.get("other")) if isinstance(usual, dict) else ():
        if isinstance(table, dict) and isinstance(table.get("scoring"), dict):
            table["scoring"] = _added(usual, table["scoring"], where, base)
    known["name"] = f"{known.get('name', base)}, changed"
    if known["game"] == "race":  # of a Hog false is a value: no such rule
        for key in [key for key, value in given.items() if value is False]:
            if not isinstance(known.get(key, True), bool):
                del known[key], given[key]
    return known | given, {*known} - {*given} - {"name", "game"}


def _added(
    usual: dict[str, Any], changed: dict[str, Any], where: str, base: object
) -> dict[str, Any]:
    """A table of scores with these changes."""
    for combination in changed.keys() - usual.keys():
        if changed[combination] is False:
            raise RuleError(
                f"{where}: scoring takes {shown(combination)} away, which {base} does not "
                f"score: {nearest(combination, usual)}"
            )
    return {one: points for one, points in (usual | changed).items() if points is not False}


def text_of(game: Game) -> str:
    """The rules of ``game`` as TOML, which :func:`game_from_text` reads back to an equal game."""
    return toml_of(game.rules())


def toml_of(rules: dict[str, Any], path: tuple[str, ...] = ()) -> str:
    """Plain data of rules as TOML, the inverse of reading it."""
    # A JSON string, number or array of those is the same thing in TOML, but for escapes in pairs.
    plain = {key: value for key, value in rules.items() if not isinstance(value, dict)}
    text = f"\n[{'.'.join(path)}]\n" if path and (plain or not rules) else ""
    text += "".join(f"{_key(key)} = {_value(value)}\n" for key, value in plain.items())
    tables = {key: value for key, value in rules.items() if isinstance(value, dict)}
    return text + "".join(toml_of(each, (*path, _key(key))) for key, each in tables.items())


def _key(key: str) -> str:
    bare = key.replace("-", "").replace("_", "")
    return key if bare.isascii() and bare.isalnum() else _value(key)


def _value(value: object, deep: bool = False) -> str:
    """A value on one line, but for a list of tables, which has a line for each."""
    if isinstance(value, dict):
        entries = (f"{_key(key)} = {_value(each, deep=True)}" for key, each in value.items())
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, list) and any(isinstance(each, dict) for each in value):
        each = [_value(table, deep=True) for table in value]  # an inline table is on one line
        return f"[{', '.join(each)}]" if deep else "[\n    " + ",\n    ".join(each) + ",\n]"
    return json.dumps(value, ensure_ascii=False)
