"""Figures about Farkle: the most points of a turn, games of two, and how often a throw scores.

Games of two are enclosed as :mod:`pigverify.race.check` says, without what settles ties.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pigcore import alone
from pigcore.games.race import Race, from_rules
from pigcore.games.rules import game as named

from ..race.tables import Tables
from .questions import Answer, doubles, exact
from .race import enclosed

__all__ = [
    "banks_from", "busting_throws", "first_player_where_busts_cost", "points_of_a_turn",
    "scoring_throws", "start_of_a_turn", "states_before_a_throw",
]  # fmt: skip


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
    found = enclosed(wanted)
    return Answer((found.value(found.tables.place([score // wanted.unit for score in state])),))


def first_player_where_busts_cost(game: str, rules: Mapping[str, Any] | None = None) -> Answer:
    """P(first player wins) where busts in a row cost points, and scores stop at the floor."""
    found = enclosed(_with(named(game, Race), rules or {}))
    return Answer((found.value(found.first),))


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
    race, (turn,) = named(game, Race), Tables(named(game, Race)).turns
    places = [race.turn.place(n) or 0 for n in dice]
    return exact(*(turn.busts[n] * 6**k // turn.below[n] for n, k in zip(places, dice)))


def scoring_throws(game: str, dice: list[int]) -> Answer:
    """How many score."""
    race, (turn,) = named(game, Race), Tables(named(game, Race)).turns
    places = [race.turn.place(n) or 0 for n in dice]
    scored = [turn.below[n] - turn.busts[n] for n in places]
    return exact(*(one * 6**k // turn.below[n] for one, n, k in zip(scored, places, dice)))
