"""Put the page together: one file that needs no other."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterable
from importlib import resources
from types import ModuleType
from typing import Any

from ...games.errors import RuleError
from ...games.game import Game
from ...games.rules import serving
from ...palette import css
from ...solvers import Solution, solve
from ...version import VERSION
from .sentences import LANGUAGES, spoken, without_scripts

__all__ = ["MAX_GOAL", "check", "check_goal", "page"]

MAX_GOAL = 400
"""The largest goal of a page: its table is then some 1.7 MB."""

COMMON = (
    "language.js",
    *(f"strings/{name}" for name in LANGUAGES),
    "words.js",
    "data.js",
    "rival.js",
    "survey.js",
    "engine.js",
    "turn.js",
    "race.js",
    "hogrules.js",
    "hog.js",
    "party.js",
    "ledger.js",
    "board.js",
    "code.js",
    "kept.js",
    "dice.js",
    "tray.js",
    "scene.js",
    "account.js",
    "setup.js",
    "story.js",
    "card.js",
    "play.js",
    "review.js",
    "practice.js",
    "advise.js",
    "map.js",
    "live.js",
    "table.js",
    "worker.js",
    "values.js",
    "main.js",
)
"""The scripts that every page has, in the order in which they run."""

SCRIPTS = (*COMMON, "falls.js", "rounds.js", "last_turns.js", "zombie.js", "single.js")
"""The scripts of the page of one game."""

RULES = ("tables.js", "toml.js")
"""These make tables of rules; a page of one game has them from Python."""

STYLES = ("style.css", "play.css", "review.css", "table.css")

LOADED = "img-src data:; worker-src blob:"
"""What a page loads that is one file: an icon of nothing, and Workers of its own text."""

POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; "
    f"script-src {{scripts}}; style-src {{styles}}; {LOADED}"
)
"""What a browser may run and load of a page: its own scripts and styles, whatever a text holds."""

KERNEL = ("data.js", "engine.js", "turn.js", "solve.js", "cells.js", "induction.js")
"""These solve games, and need no document."""

ENGINES = (
    "turn.js",
    "race.js",
    "hogrules.js",
    "hog.js",
    "party.js",
    "falls.js",
    "rounds.js",
    "last_turns.js",
    "zombie.js",
)
"""Of these a page has those that its game needs."""


def page(game: Game | Solution[Any, Any]) -> str:
    """A game as one HTML file: to play, to ask for advice, and the map of its decisions.

    Parameters
    ----------
    game : Game or Solution
        A game of Hog or a race, to a goal of at most 400 units; its turns may have 200 modes. With
        three players or more at most a million turn starts: three players to 100.

    Returns
    -------
    str
        The whole file; it asks for no other, and works without a network.

    Raises
    ------
    RuleError
        If the game is of another family or its goal is larger.

    Notes
    -----
    Embeds 8 goal**2 bytes of turn starts in base64, or the decisions of a party. A game of single
    rolls to at most 100 units needs neither: the page solves it itself, while one plays already.

    Examples
    --------
    >>> import pigcore
    >>> text = page(pigcore.Pig(20))
    >>> text[:15], "https:" in text
    ('<!doctype html>', False)
    """
    rules: Any = game.game if isinstance(game, Solution) else game
    family: Any = check(rules)
    solution = game if isinstance(game, Solution) else solve(rules)
    data = {
        "family": rules.family,
        "name": rules.name,
        "rules": str(rules),
        "goal": rules.goal,
        "names": list(rules.state_names),
        "version": VERSION,
        **family.data(solution),
    }
    needed = family.engines(rules)
    scripts = [name for name in SCRIPTS if name not in ENGINES or name in needed]
    return assembled(rules.name, data, scripts, STYLES, family.kernel(rules))


def assembled(
    title: str,
    data: Any,
    scripts: Iterable[str],
    styles: Iterable[str],
    kernel: Iterable[str] = (),
) -> str:
    """The whole file, with the data that its last script begins from.

    A ``kernel`` is a first script, whose text the page gives to a Worker.
    """
    # "</script>" in a name must not end the element that holds the data.
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    kernel = tuple(kernel)
    scripts = [name for name in scripts if name not in kernel]
    names = (*kernel, *scripts)
    texts = {name: dense(name) for name in names if not name.startswith("strings/")}
    named = _read("page.html") + "".join(texts.values())
    texts |= {
        f"strings/{name}": spoken(name, named, text if "rules" in data else None)
        for name in LANGUAGES
    }
    first, rest = (
        f"\n{_STRICT}" + "\n".join(texts[name] for name in part) + "\n"
        for part in (kernel, scripts)
    )
    style = "\n" + _dense_style(css()) + "".join(map(dense, styles)) + "\n"
    pieces = {
        "policy": POLICY.format(scripts=_hashes(first, rest), styles=_hashes(style)),
        "title": html.escape(title),
        "style": style,
        "noscript": "\n".join(map(without_scripts, LANGUAGES)),
        "data": text.replace("<", "\\u003c"),
        "kernel": f'<script id="kernel">{first}</script>\n' if kernel else "",
        "script": rest,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda place: pieces[place[1]], _read("page.html"))


def _hashes(*texts: str) -> str:
    """What a policy says of scripts or styles that may stand in the page."""
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def check(game: Game) -> ModuleType:
    """Refuse a game that a page cannot show.

    Raises
    ------
    RuleError
        If it is neither a race nor a game of Hog, or is too large.
    """
    found = serving(__package__, game)
    if found is None:
        raise RuleError(
            "a page can show a race or a game of Hog, but not "
            f"{game.name} ({game.family}): choose another game"
        )
    found.check(game)
    return found


def check_goal(game: Any) -> None:
    """Refuse a game whose map would have too many scores.

    Raises
    ------
    RuleError
        If its goal is above 400 units.
    """
    scores = game.arrays[0].shape[-2]
    if scores > MAX_GOAL:
        raise RuleError(
            f"goal is {game.goal}, but a page holds a table of at most {MAX_GOAL} by {MAX_GOAL} "
            f"turn starts: choose a smaller goal, {MAX_GOAL * (game.goal // scores):,} at most"
        )


def dense(name: str) -> str:
    """A script or a style without comments, indentation, and most spaces.

    In a script all spaces stay in texts, and where a line has a template of several lines or of
    others, a division or a pattern. That it is strict is said once for all.

    Examples
    --------
    >>> dense("language.js").splitlines()[:3]
    ['const LANGUAGES={};', 'const Language={', 'tag:"en",']
    """
    text = _read(name)
    if name.endswith(".css"):
        return _dense_style(text)
    text = re.sub(_COMMENT, "", text.removeprefix(_STRICT), flags=re.S | re.M)
    lines, template = [], False
    for line in re.sub(r"^[ \t]*(//.*)?\n|^[ \t]+|  // .*$", "", text, flags=re.M).splitlines():
        plain = not template and not re.search("[`/]", _TEXT.sub("", line))
        template ^= line.count("`") % 2 == 1
        lines.append(_SPACES.sub(lambda found: found[1] or found[2], line) if plain else line)
    return "\n".join(lines)


def _dense_style(text: str) -> str:
    """A style without comments and most spaces."""
    text = re.sub(_COMMENT, "", text, flags=re.S | re.M)
    return re.sub(r"\s*([{};,])\s*|(?<=[\w-]):\s+", lambda found: found[1] or ":", text)


_COMMENT = r"^[ \t]*/\*.*?\*/[ \t]*\n"

_STRICT = '"use strict";\n'

_TEXT = re.compile(r"""("[^"]*"|'[^']*'|`(?:[^`$]|\$\{[^{}`]*\})*`)""")
"""A text, which stays as it is."""

_SPACES = re.compile(_TEXT.pattern + r"| *([=<>!&|?:,;{}()\[\]*]+) *")
"""A text, or signs that need no spaces around them."""


def _read(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
