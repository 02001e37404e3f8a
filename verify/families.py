"""Who answers for a game: the one place that knows where a family's answers are."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from pigcore.games.errors import RuleError
from pigcore.games.game import Game
from pigcore.games.rules import family_of

__all__ = ["WRITERS", "home", "required", "writer"]

_HOMES = {
    "race": {
        "check": ".race", "match": ".race.match",
        "second": ".race.second", "value": ".race.walk",
    },
    "hog": {
        "check": ".hog", "match": ".hog.match", "value": ".hog.match",
    },
    "duel": {"check": ".duel"},
    "bag": {"check": ".bag"},
}  # fmt: skip
"""By family and function the module that has it: ``certify`` stands with ``check``, ``best_play``
with ``match``, ``value`` is exact. What a family does not have is not there, and a module's
function ``serves`` says which games it is for, if not for all of its family."""

WRITERS = {"race": ".certificates.race", "hog": ".hog.report", "duel": ".duel", "bag": ".bag"}
"""Who writes certificates: ``tables``, ``RULES`` and ``certificate``."""

_NONE = {
    "match": "no matches are proved in {}: give a race for two or a game of Hog",
    "second": "no second opinion is given on {}: give a race for two",
}


def home(game: Game, function: str = "check") -> Any:
    """The module that has a function for ``game``, or None."""
    return _serving(_HOMES[family_of(game)].get(function), game)


def writer(game: Game) -> ModuleType | None:
    """The module that writes the certificate of ``game``, or None."""
    family = family_of(game)
    return None if getattr(game, "falls", False) else _serving(WRITERS.get(family), game)


def _serving(name: str | None, game: Game) -> Any:
    found = import_module(name, __package__) if name else None
    serves = getattr(found, "serves", None)
    return None if serves is not None and not serves(game) else found


def required(game: Game, function: str) -> Any:
    """The same, refused in a sentence where there is none."""
    found = home(game, function)
    if found is None:
        raise RuleError(_NONE.get(function, _NONE["match"]).format(game.name))
    return found
