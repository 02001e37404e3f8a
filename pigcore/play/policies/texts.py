"""Policies as text: ``hold:20``, ``keep-pace``, ``optimal``, ``mine.py:strategy``, ``saved.json``.

A name may be followed by constants, each after a colon. ``A unless CONDITION then B`` composes two
policies; of several such parts a later one goes before the earlier ones. What the names of a family
mean is said by its module's ``NAMES``.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

from ...games.errors import FileError, RuleError
from ...games.game import Game
from ...games.rules import serving
from ...games.spelling import nearest, shown
from .composed import Unless
from .files import load_policy
from .named import Mix, Optimal, RandomPlay
from .own import own_function

__all__ = ["module_of", "parse", "usages"]

_FUNCTION = re.compile(r"(.+\.py)(?::([^:/\\]+))?")
_COMPOSED = re.compile(r"(.+) +unless +(.+?) +then +(.+)")
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")


def parse(game: Game, text: str, *, files: bool = True) -> Any:
    """Read a policy of ``game`` from ``text``, the inverse of ``policy.spec``.

    Parameters
    ----------
    game : Game
    text : str
        A name with its constants; two policies and a condition; ``FILE.py:function`` (without a
        function: ``final_strategy``); or a saved policy or solution, ``FILE.json`` or ``FILE.npz``.
    files : bool
        Whether ``text`` may name a file.

    Returns
    -------
    policy

    Raises
    ------
    RuleError
        If there is no such policy in the game's family, or a constant is out of range.
    FileError
        If a file cannot be read or is not a policy.

    Examples
    --------
    >>> import pigcore
    >>> parse(pigcore.Pig(), "hold:20"), parse(pigcore.Pig(), "keep-pace").spec
    (hold_at(20), 'keep-pace:21:8:71')
    >>> print(parse(pigcore.Pig(), "hold:25 unless either>=75 then hold:goal"))
    hold at 25; but where the larger score is at least 75: roll until the goal is reached
    """
    if not isinstance(text, str):
        raise RuleError(f"a policy is {shown(text)}, but must be a text such as 'optimal'")
    names = _makers(game)
    composed = _COMPOSED.fullmatch(text)
    if composed:
        usual, other = (parse(game, composed[part], files=files) for part in (1, 3))
        return Unless(usual, composed[2], other)
    function = _FUNCTION.fullmatch(text)
    if function or text.endswith((".json", ".npz")):
        if not files:
            raise FileError(
                f"the policy {shown(text)} names a file, which a saved policy may not: save it as "
                "a table, in a .npz file"
            )
        if function:
            return own_function(*filter(None, function.groups())).for_game(game)
        return load_policy(text, game)
    name, *constants = text.split(":")
    if name not in names:
        raise RuleError(
            f"there is no policy {shown(name)} in {game.name}: {nearest(name, names)} "
            "(or give FILE.py:function, or a saved policy)"
        )
    usage, make = names[name]
    try:
        inspect.signature(make).bind(*constants)
    except TypeError:
        raise RuleError(f"the policy {shown(text)} must be written {usage}") from None
    return make(*(int(it) if _WHOLE.fullmatch(it) else it for it in constants)).for_game(game)


def usages(game: Game) -> list[str]:
    """How the policies of ``game`` that have a name are written; none in a family without any.

    Examples
    --------
    >>> import pigcore
    >>> usages(pigcore.Duel())
    ['hold:TOTAL', 'mix:TOTAL=CHANCE,…', 'optimal', 'random']
    """
    if serving(__package__, game) is None:
        return []
    return sorted(usage for usage, _ in _makers(game).values())


def module_of(game: Game) -> ModuleType:
    """The module of this package for the family of ``game``.

    Raises
    ------
    RuleError
        If the family has no policies.
    """
    found = serving(__package__, game)
    if found is None:
        raise RuleError(f"there are no policies in {game.name}: give another game")
    return found


def _makers(game: Game) -> dict[str, tuple[str, Callable[..., Any]]]:
    """The names there are: how each is written, and what makes it of its constants."""
    module = module_of(game)

    def mixture(weights: str) -> Mix:
        known = {str(action): action for action in module.actions(game)}
        chances = {}
        for entry in str(weights).split(","):
            action, equals, weight = entry.partition("=")
            if not equals or action not in known:
                raise RuleError(
                    f"the mixture has the entry {shown(entry)}, but must be written {mixed}: "
                    f"{nearest(action, known)}"
                )
            if known[action] in chances:
                raise RuleError(f"the mixture names {action} twice: add the chances")
            chances[known[action]] = weight
        return Mix(chances)

    mixed = f"mix:{module.ACTION}=CHANCE,…"
    return {
        "optimal": ("optimal", lambda: Optimal(game)),
        "random": ("random", RandomPlay),
        "mix": (mixed, mixture),
        **module.NAMES,
    }
