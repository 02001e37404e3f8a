"""Margins in words: how many games in ten thousand one decision wins more than another.

Whatever speaks of margins, on paper, on a page, on a terminal or in a proof, says it in these
words. A margin is a float or, where it is proved, a fraction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any

from .game import Game
from .spelling import counted, listed

TIED = 1e-13
"""Actions whose worths differ by no more than this are equal as far as doubles can tell."""

ALIKE = 1e-6
"""By no more than this share of its worth an action is better that ties with another: where both
are worth next to nothing, doubles still tell which is better."""

_NAMES = {6: "million", 9: "billion", 12: "trillion", 15: "quadrillion"}
"""Powers of ten in words; below a million digits are as short, and beyond these nobody counts."""

_LEAST = 100
"""The fewest games to speak of: a margin of 0.3 is 30 games in 100."""

_ROUNDING = 1e-9
"""A margin of 0.01 is 1 game in 100 whatever binary fractions make of it."""


def in_many(margin: float | Fraction) -> tuple[int, int]:
    """How many games in how many a margin is: a number of one or two digits, and a power of ten.

    The latter is the smallest one, at least 100, in which a margin above 0 comes to a game or more.

    Examples
    --------
    >>> in_many(0.000217), in_many(0.0155), in_many(0.5), in_many(2.7e-8)
    ((2, 10000), (2, 100), (50, 100), (3, 100000000))
    """
    games = _LEAST
    while margin * games < 1 - _ROUNDING:
        games *= 10
    return floor(margin * games + 0.5), games


def games_in_words(game: Game, margin: float | Fraction, more: str = "") -> str:
    """A margin as so many games in so many."""
    _, thing, of = game.gains
    count, games = in_many(margin)
    return f"{counted(count, f'{more} {thing}'.lstrip())} in {_power(games)}{of}"


def doing(game: Game, action: Any) -> str:
    """An action as the subject of a sentence."""
    verb, what = game.done(action)
    return f"{verb.removesuffix('e')}ing {what}".rstrip()


def action_in_words(game: Game, action: Any) -> str:
    """What an action does: `roll 4 dice`."""
    return " ".join(game.done(action)).rstrip()


def margin_in_words(game: Game, action: Any, other: Any, margin: float) -> str:
    """How much better ``action`` is than ``other``, as a sentence; up to 1e-13 it is a tie.

    Examples
    --------
    >>> from pigcore.games import Hog, Pig
    >>> margin_in_words(Pig(), "roll", "hold", 0.000217)
    'Rolling wins 2 more games in 10,000 than holding.'
    >>> margin_in_words(Hog.fa13(), 4, 5, 0.003)
    'Rolling 4 dice wins 3 more games in 1,000 than rolling 5.'
    >>> margin_in_words(Pig(), "roll", "hold", 0.0)
    'Rolling and holding are equally good.'
    """
    first, second = _capital(doing(game, action)), _after(game, action, other)
    if margin <= TIED:
        return f"{first} and {second} are equally good."
    return f"{first} {_wins(game, margin)} than {second}."


def advice_sentence(
    game: Game, best: Sequence[Any], payoffs: Mapping[Any, float | Fraction]
) -> str:
    """What to do in a state, and how much it matters, as a sentence."""
    said = _capital(_any_of(game, best))
    others = {action: worth for action, worth in payoffs.items() if action not in best}
    if not others:
        return f"{said}: they are equally good." if len(best) > 1 else game._forced(best[0])
    first, other = best[0], max(others, key=lambda action: others[action])
    which = "each of them" if len(best) > 1 else "it"
    wins = _wins(game, payoffs[first] - others[other])
    return f"{said}: {which} {wins} than {_after(game, first, other)}."


def _power(games: int) -> str:
    """A power of ten as a sentence has it."""
    zeros = len(str(games)) - 1
    if zeros < min(_NAMES):
        return f"{games:,}"
    name = _NAMES.get(zeros - zeros % 3)
    return f"10^{zeros}" if name is None else f"{10 ** (zeros % 3)} {name}"


def _wins(game: Game, margin: float | Fraction) -> str:
    return f"{game.gains[0]} {games_in_words(game, margin, 'more')}"


def _any_of(game: Game, actions: Sequence[Any]) -> str:
    """Any of some actions, as what to do: `roll 4, 5 or 6 dice`."""
    verbs, things = zip(*map(game.done, actions))
    if len(set(verbs)) == 1 and all(map(_counts, things)):
        *most, last = things
        return f"{verbs[0]} {listed([*(thing.split()[0] for thing in most), last], 'or')}"
    return listed((action_in_words(game, action) for action in actions), "or")


def _after(game: Game, first: Any, second: Any) -> str:
    """``second`` where ``first`` was just spoken of: `rolling 5` after `rolling 4 dice`."""
    said = doing(game, second)
    (verb, thing), (again, other) = game.done(first), game.done(second)
    alike = verb == again and _counts(thing) and _counts(other)
    return said.rsplit(" ", 1)[0] if alike else said


def _counts(thing: str) -> bool:
    return thing[:1].isdigit()


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]
