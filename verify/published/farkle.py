"""Figures about Farkle: the most points of a turn, games of two, and how often a throw scores.

Games of two are enclosed as :mod:`pigverify.race.enclosure` says, without what settles ties; those
in which busts in a row cost points as :mod:`pigverify.falls.passes` says, from a guess.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pigcore import alone
from pigcore.games.race import Race, from_rules
from pigcore.games.rules import game as named

from ..falls.passes import Passes
from ..race.compiled import FIRST_BITS
from ..race.rules import Rules
from .questions import Answer, doubles, exact
from .race import enclosed

__all__ = [
    "banks_from", "busting_throws", "first_player_where_busts_cost", "points_of_a_turn",
    "scoring_throws", "start_of_a_turn", "states_before_a_throw",
]  # fmt: skip

_NEAR = Fraction(1, 10**12)
"""How near a chance to win is enclosed where busts cost points."""


def points_of_a_turn(game: str) -> Answer:
    """The most points of a turn, on average."""
    return doubles(alone(named(game, Race)).points)


def banks_from(game: str) -> Answer:
    """The fewest points that are then banked with 1, 2, … dice left, but for all of them."""
    return exact(*alone(named(game, Race)).thresholds("points")[:-1].tolist())


# --- games of two -------------------------------------------------------------------------------


def _with(game: Race, rules: Mapping[str, Any]) -> Race:
    return from_rules(game.rules() | dict(rules))


def start_of_a_turn(game: str, state: list[int], rules: Mapping[str, Any] | None = None) -> Answer:
    """P(mover wins) at the start of a turn with these points; ``rules`` are those that differ."""
    wanted = _with(named(game, Race), rules or {})
    own, opp = (score // wanted.unit for score in state)
    return Answer((enclosed(wanted).value(own, opp),))


def first_player_where_busts_cost(game: str, rules: Mapping[str, Any] | None = None) -> Answer:
    """P(first player wins) where busts in a row cost points, and scores stop at the floor."""
    passes = Passes(_with(named(game, Race), rules or {}), FIRST_BITS)
    passes.begin()
    passes.narrow(enough=int(_NEAR * passes.one), first=True)
    low, high = passes.first()
    return Answer(((Fraction(low, passes.one), Fraction(high, passes.one)),))


def states_before_a_throw(game: str, rules: Mapping[str, Any] | None = None) -> Answer:
    """How many pairs of scores, counts of busts, points that do not win yet, and dice there are."""
    wanted = _with(named(game, Race), rules or {})
    low, goal, unit = wanted.floor or 0, wanted.goal, wanted.unit
    scores, every = range(low, goal, unit), range(0, goal - low + wanted.minimum_bank, unit)
    points = sum(not wanted.reached(own, points) for own in scores for points in every)
    return exact(len(scores) * wanted.busts_in_a_row**2 * points * wanted.dice.count)


# --- single throws ------------------------------------------------------------------------------


def busting_throws(game: str, dice: list[int]) -> Answer:
    """How many of all throws of so many fair dice bust, for each number of dice."""
    rules = Rules(named(game, Race))
    return exact(*(rules.busts[n - 1] for n in dice))


def scoring_throws(game: str, dice: list[int]) -> Answer:
    """How many score."""
    rules = Rules(named(game, Race))
    return exact(*(rules.denominators[n - 1] - rules.busts[n - 1] for n in dice))
