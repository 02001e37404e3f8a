"""The workshop: all ready-made games in a page that changes their rules and solves them."""

from __future__ import annotations

from typing import Any

from ...games.checks import same_turns
from ...games.errors import RuleError
from ...games.rules import column_of, named_games
from ...version import VERSION
from .document import COMMON, RULES, assembled
from .document import KERNEL as SOLVING
from .document import STYLES as PAGE
from .sentences import LANGUAGES

__all__ = ["AT_ONCE", "KERNEL", "OWN", "SCRIPTS", "STYLES", "shelf", "workshop"]

GROUPS = ("pig", "farkle", "hog")
"""The groups of cards: throw again or hold, choose from what was thrown, choose how many dice."""

KERNEL = (
    "language.js",
    *(f"strings/{name}" for name in LANGUAGES),
    "hogrules.js",
    "tables.js",
    *SOLVING,
)
"""The scripts that solve: they need no document, and run in a Worker as well."""

OWN = ("rulebook.js", "rules.js", "whatif.js", "shelf.js")
"""The scripts that only the workshop has."""

SCRIPTS = tuple(
    name for name in (*COMMON, "rounds.js", "zombie.js", *RULES, *OWN) if name not in KERNEL
)
"""All others, in the order in which they run: every engine, as every game may be opened."""

AT_ONCE: dict[str, dict[str, Any]] = {
    "zombie-dice": {"game": "race", "name": "Zombie Dice", "goal": 13, "turn": "zombie-dice"}
}
"""Rules of games that take seconds to be made, as their ``rules()`` have them."""

UNPLAYED = {"zombie-dice:box"}
"""Races that end as no page has it."""

STYLES = (*PAGE, "workshop.css")


def workshop(*more: str) -> str:
    """All ready-made races and games of Hog as one HTML file, which needs no other.

    Parameters
    ----------
    *more : str
        Scripts that run after all others, by their names.

    Returns
    -------
    str
        The whole file. It solves the games in the browser, so their rules can be changed there.

    Examples
    --------
    >>> text = workshop()
    >>> text[:15], "https:" in text, len(text.encode()) <= 480_000
    ('<!doctype html>', False, True)
    """
    data = {"version": VERSION, "shelf": shelf()}
    return assembled("pigcore", data, (*SCRIPTS, *more), STYLES, KERNEL)


def shelf() -> list[dict[str, Any]]:
    """The ready-made games in groups: the names of each, and its rules.

    Examples
    --------
    >>> [game["names"] for game in shelf()[1]["games"]][:2]
    [['farkle', 'farkle:standard'], ['farkle:minimal']]
    """
    names: dict[Any, list[str]] = {}
    rules: dict[Any, dict[str, Any]] = {}
    for name, make in named_games().items():
        if name in UNPLAYED:
            continue
        game: Any = name if name in AT_ONCE else make()
        if game != name and not _shown(game):
            continue
        names.setdefault(game, []).append(name)
        rules[game] = AT_ONCE.get(name) or game.rules()
    groups: dict[str, list[dict[str, Any]]] = {group: [] for group in GROUPS}
    for game, called in names.items():
        groups[_group(rules[game])].append({"names": called, "rules": rules[game]})
    return [{"group": group, "games": games} for group, games in groups.items()]


def _shown(game: Any) -> bool:
    """Whether the scripts solve such a game."""
    try:
        same_turns(game, "the workshop", any_end=getattr(game, "players", 2) == 2)
    except RuleError:
        return False
    return column_of(game) in ("race", "hog")


def _group(rules: dict[str, Any]) -> str:
    if rules["game"] == "hog":
        return "hog"
    return "farkle" if "scoring" in rules else "pig"
