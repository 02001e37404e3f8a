"""Put the page together: one file that needs no other."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from functools import cache
from importlib import resources
from math import comb
from typing import Any

import numpy as np

from ...games import hog_rules
from ...games.checks import same_turns
from ...games.errors import RuleError
from ...games.game import Game
from ...games.hog_rules import KINDS, title
from ...games.race import LIMITS, Race
from ...games.rules import family_of, named_games
from ...palette import css
from ...solvers import Solution, solve
from ...version import VERSION

__all__ = ["LANGUAGES", "check", "page", "sentences", "workshop"]

MAX_GOAL = 400
"""The largest goal of a page: the table of its turn starts has 1.7 MB."""

MAX_MODES, MAX_OPTIONS = 200, 250_000
"""A page with more takes long to answer."""

MAX_DICE, MAX_DIFFERENT = 20, 10_000
"""A page adds up at most so many dice, which show at most so many different throws."""

MAX_STARTS = 1_000_000
"""More turn starts than this a browser does not work out in seconds: three players to 100."""

MAX_SOLVED = 100
"""To more units than these the values of two players are embedded: solving takes units**3."""

TOLD = ("roll", "dice", "sides", "faces", "must_roll_hot_dice", "scoring", *LIMITS)
"""Entries of a race that say what a turn is."""

GROUPS = ("pig", "farkle", "hog")
"""The groups of cards: throw again or hold, choose from what was thrown, choose how many dice."""

AT_ONCE: dict[str, dict[str, Any]] = {
    "zombie-dice": {"game": "race", "name": "Zombie Dice", "goal": 13, "turn": "zombie-dice"}
}
"""Rules of games that take seconds to be made, as their ``rules()`` have them."""

UNPLAYED = {"zombie-dice:box"}
"""Races that take a browser too long."""

KERNEL, REST = "worker.js", "shelf.js"
"""What the script of the Worker needs, and after it all else that the page needs."""

STYLES = ("style.css", "play.css", "review.css", "advise.css", "workshop.css")

LOADED = "img-src data:; worker-src blob:"
"""What a page loads that is one file: an icon of nothing, and Workers of its own text."""

POLICY = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; "
    f"script-src {{scripts}}; style-src {{styles}}; {LOADED}"
)
"""What a browser may run and load of a page: its own scripts and styles, whatever a text holds."""

_FOLDER = resources.files(__package__)

LANGUAGES = ("en", "de")
"""What ``strings.js`` has each sentence in."""


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
        If the game is of another family, or the page does not know its rules.

    Notes
    -----
    The file is the workshop, which opens this game. The page solves it, while one plays already;
    where that takes seconds the values of all turn starts are embedded, 8 goal**2 bytes in base64.

    Examples
    --------
    >>> import pigcore
    >>> text = page(pigcore.Pig(20))
    >>> text[:15], "https:" in text
    ('<!doctype html>', False)
    """
    solution = game if isinstance(game, Solution) else None
    rules: Any = solution.game if solution else game
    check(rules)
    opened: dict[str, Any] = {"rules": rules_of(rules)}
    for_two = isinstance(rules, Race) and rules.players == 2
    if for_two and (rules.units > MAX_SOLVED or len(rules.turn.modes) > 1):
        opened["starts"] = _encoded(_of_all_seats(solution or solve(rules)))
    return _assembled(rules.name, {"shelf": shelf(), "open": opened})


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
    >>> text[:15], "https:" in text, len(text.encode()) <= 420_000
    ('<!doctype html>', False, True)
    """
    return _assembled("pigcore", {"shelf": shelf()}, *more)


def check(game: Game) -> None:
    """Refuse a game that a page cannot show.

    Raises
    ------
    RuleError
        If it is neither a race nor a game of Hog, is too large, or has rules that no page knows.
    """
    if family_of(game) not in ("race", "hog"):
        raise RuleError(
            "a page can show a race or a game of Hog, but not "
            f"{game.name} ({game.family}): choose another game"
        )
    rules: Any = game
    rules_of(rules)  # refuses rules that are functions without a name
    players = getattr(rules, "players", 2)
    same_turns(game, "a page", any_end=players == 2)
    scores = rules.goal // getattr(rules, "unit", 1)
    (_check_race if isinstance(rules, Race) else _check_hog)(rules)
    if players == 2 and scores > MAX_GOAL:
        raise RuleError(
            f"goal is {rules.goal}, but a page holds a table of at most {MAX_GOAL} by {MAX_GOAL} "
            f"turn starts: choose a smaller goal, {MAX_GOAL * rules.goal // scores:,} at most"
        )


def _check_hog(game: Any) -> None:
    if game.limit or {*game.state_names[2:]} - {"parity"}:
        what = f"{title(game.limit)} limits the dice" if game.limit else "rules look back"
        raise RuleError(f"{what} in {game.name}, which no page knows: give it to pigcore play")
    for kind in KINDS:
        rules = getattr(game, kind)
        for rule in rules if isinstance(rules, tuple) else (rules,) if rules else ():
            if rule.__module__ != hog_rules.__name__:
                raise RuleError(
                    f"{game.name} has a rule of its own, {title(rule)}, which no page knows: give "
                    "it to pigcore play"
                )


def _check_race(game: Any) -> None:
    remedy = "give it to pigcore play"
    if game.busts_in_a_row or game.minimum_to_win:
        rule = "busts_in_a_row" if game.busts_in_a_row else "minimum_to_win"
        raise RuleError(f"{game.name} has {rule}, which no page knows: {remedy}")
    if game.may_pass or (game.win == "bank" and game.end == "goal"):
        what = "a turn may be passed" if game.may_pass else "the goal must be banked"
        raise RuleError(
            f"{what} in {game.name}, but on a page one throws first, and has won with the goal "
            "reached: ask pigcore advise, or leave that out"
        )
    if game.end != "goal" and game.turn.wipes:
        raise RuleError(
            f"throws wipe in {game.name}, which no page knows where last turns follow: {remedy}"
        )
    roll = game.rules().get("roll", {})
    dice, most_sides = (
        roll.get("dice", 1),
        max([roll.get("sides", 0), *roll.get("later_sides", [])]),
    )
    if dice > MAX_DICE or comb(dice + most_sides - 1, dice) > MAX_DIFFERENT:
        raise RuleError(
            f"{dice} dice of {most_sides} sides show more than a page can list: at most {MAX_DICE} "
            f"dice and {MAX_DIFFERENT:,} different throws"
        )
    turn = game.turn.describe()
    made = isinstance(game.turn.source, str)
    for what, most in () if made else (("modes", MAX_MODES), ("options", MAX_OPTIONS)):
        if (count := turn[what]) > most:
            raise RuleError(
                f"a turn of {game.name} has {count:,} {what}, but a page holds at most {most:,}: "
                "ask pigcore advise for a state"
            )
    if game.players > 2 and game.words[0] != "roll":
        raise RuleError(
            f"throws of {game.name} leave choices, which a page shows to two players only: choose "
            "another game, or two players"
        )
    if game.players > 2 and game.units**game.players > MAX_STARTS:
        most = int(MAX_STARTS ** (1 / game.players) + 1e-9) * game.unit
        raise RuleError(
            f"{game.players} players to {game.goal} have {game.units**game.players:,} turn starts, "
            f"but a page works out at most {MAX_STARTS:,}: choose a goal of {most} or less, or "
            "fewer players"
        )


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
        game: Any = name if name in AT_ONCE else make()
        if name in UNPLAYED or (game != name and not _shown(game)):
            continue
        names.setdefault(game, []).append(name)
        rules[game] = AT_ONCE.get(name) or game.rules()
    groups: dict[str, list[dict[str, Any]]] = {group: [] for group in GROUPS}
    for game, called in names.items():
        group = "hog" if rules[game]["game"] == "hog" else "pig"
        groups["farkle" if "scoring" in rules[game] else group].append(
            {"names": called, "rules": rules[game]}
        )
    return [{"group": group, "games": games} for group, games in groups.items()]


def _shown(game: Any) -> bool:
    try:
        check(game)
    except RuleError:
        return False
    return True


def rules_of(game: Any) -> dict[str, Any]:
    """The rules as a page reads them: dice that differ, and what it does not know of a turn, are a
    turn of modes.
    """
    found: dict[str, Any] = game.rules()
    faces, scoring = found.get("faces"), found.get("scoring")
    known = not {"aside", "with"} & {*found.get("scoring", ())} and not {*LIMITS} & {*found}
    if isinstance(game, Race) and (isinstance(found.get("dice"), list) or not known):
        found = {name: value for name, value in found.items() if name not in TOLD}
        found |= {"turn": game.turn.rules(), "win": game.win}
        if known and faces and not any(isinstance(parts, dict) for parts in faces.values()):
            found["turn"]["dice"] = {"faces": faces, "scoring": scoring}
    return found


def _of_all_seats(solution: Any) -> Any:
    """The values of all turn starts, from the seat on that began."""
    return np.stack([solution.starts_of(seat + 1) for seat in range(solution.game.seats)])


def _encoded(array: Any) -> str:
    return base64.b64encode(np.ascontiguousarray(array, dtype="<f8").tobytes()).decode("ascii")


# --- the file -------------------------------------------------------------------------------------


def _assembled(title: str, data: dict[str, Any], *more: str) -> str:
    """The whole file, with the data that its last script begins from."""
    kernel = in_order(KERNEL)
    scripts = [name for name in in_order(REST, *more) if name not in kernel]
    first, rest = (
        f"\n{_STRICT}" + "\n".join(map(dense, names)) + "\n" for names in (kernel, scripts)
    )
    style = "\n" + _bare(css()) + "".join(map(dense, STYLES)) + "\n"
    # "</script>" in a name must not end the element that holds the data.
    text = json.dumps(
        {"version": VERSION, **data}, separators=(",", ":"), ensure_ascii=False
    ).replace("<", "\\u003c")
    pieces = {
        "policy": POLICY.format(scripts=_hashes(first, rest), styles=_hashes(style)),
        "title": html.escape(title),
        "style": style,
        "noscript": _without_scripts(),
        "data": text,
        "kernel": first,
        "script": rest,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda place: pieces[place[1]], _read("page.html"))


def in_order(*roots: str) -> list[str]:
    """These scripts and all that they need, each after those that its own second line names.

    Examples
    --------
    >>> in_order("turn.js")
    ['engine.js', 'turn.js']
    """
    found: dict[str, bool] = {}

    def take(name: str) -> None:
        if name in found:
            return
        found[name] = False
        needs = re.search(r"^// Needs (.*)$", _read(name), re.M)
        for other in needs[1].split() if needs else ():
            take(other)
        del found[name]
        found[name] = True

    for root in roots:
        take(root)
    return list(found)


def sentences() -> dict[str, tuple[str, ...]]:
    """All that the page says by its keys: in each of ``LANGUAGES``.

    Examples
    --------
    >>> sentences()["play.won"]
    ('won', 'gewonnen')
    """
    lines = re.findall(r'^  ("[^"]+"|\w+): \["(.*)", "(.*)"\],$', _read("strings.js"), re.M)
    return {key.strip('"'): tuple(texts) for key, *texts in lines}


def _without_scripts() -> str:
    """What a file says to people who have switched scripts off."""
    said = zip(LANGUAGES, sentences()["noscript"], strict=True)
    return "\n".join(f'<p lang="{tag}">{html.escape(text)}</p>' for tag, text in said)


def _hashes(*texts: str) -> str:
    """What a policy says of scripts or styles that may stand in the page."""
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


@cache
def dense(name: str) -> str:
    """A script or a style without comments and indentation. That a script is strict is said once.

    Examples
    --------
    >>> dense("language.js").splitlines()[:2]
    ['const LANGUAGES = {};', 'function sentences(tags, table) {']
    """
    return _bare(_read(name).removeprefix(_STRICT))


def _bare(text: str) -> str:
    text = re.sub(_COMMENT, "", text, flags=re.S | re.M)
    return re.sub(r"^[ \t]*(//.*)?\n|^[ \t]+|  // .*$", "", text, flags=re.M)


_COMMENT = r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n"
"""A comment that has its lines for itself."""

_STRICT = '"use strict";\n'


def _read(name: str) -> str:
    return _FOLDER.joinpath(name).read_text(encoding="utf-8")
