"""Use solutions: exact matches of strategies, best responses, solitaire.

Each family of games has a module of its name here with ``match(game, first, second)``,
``best_response(game, policy)`` and, where it makes sense, ``solitaire(game)``.
"""

from __future__ import annotations

from importlib import import_module, util
from types import ModuleType
from typing import Any

from ..games.errors import RuleError
from ..games.rules import family_of

__all__ = ["best_response", "match", "solitaire"]


def match(game: Any, first: Any, second: Any) -> Any:
    """Play two strategies against each other, exactly; see the ``match`` of the game's family.

    Examples
    --------
    >>> import pigcore
    >>> from pigcore.play.hog import always_roll
    >>> game = pigcore.Hog.fa13()
    >>> round(match(game, pigcore.solve(game), always_roll(6)).average, 6)
    0.703587
    """
    return _play(game, "match")(game, first, second)


def best_response(game: Any, policy: Any) -> Any:
    """The best reply to a strategy and what it wins; see the game's family."""
    return _play(game, "best_response")(game, policy)


def solitaire(game: Any, **options: Any) -> Any:
    """The fewest expected turns to the goal for a player alone; see the game's family."""
    return _play(game, "solitaire")(game, **options)


def _play(game: Any, what: str) -> Any:
    family = family_of(game)
    found = getattr(_module(family), what, None)
    if found is None:
        raise RuleError(f"there is no {what} for games of the family {family!r}: give another game")
    return found


def _module(family: str) -> ModuleType | None:
    name = f"{__name__}.{family}"
    return import_module(name) if util.find_spec(name) is not None else None


def __getattr__(name: str) -> Any:
    module = None if name.startswith("_") else _module(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return module
