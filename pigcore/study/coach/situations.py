"""Situations: zones of the scores, kinds of mistakes, and what is in hand.

With a goal of G points and the scores own and opp (of several others the greatest), the first of
these that holds is the zone:

    near the goal                own >= G − G // 4
    the opponent near the goal   opp >= G − G // 4
    far behind                   opp − own > G // 4
    behind                       opp − own > G // 10
    ahead                        own − opp > G // 10
    level                        all others
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.game import Game
from ...play.policies.named import Condition

__all__ = ["ZONES", "Key", "Part", "Side", "groups_of", "zones_in_words", "zones_of"]

Floats = NDArray[np.float64]

ZONES = {
    "near": "when you are near the goal",
    "opponent near": "when the opponent is near the goal",
    "far behind": "when far behind",
    "behind": "when behind",
    "ahead": "when ahead",
    "level": "when the scores are level",
}
"""The zones in words, in the order in which they are tried."""


_MOST_OF_IT = 0.9


class Key(NamedTuple):
    """A part of the loss."""

    zone: str
    kind: str
    mode: int
    """The place of what is in hand; -1 if that is not kept apart."""


class Part(NamedTuple):
    """The same in words."""

    zone: str
    kind: str
    mode: str | None
    cost: float


def zones_of(goal: int, own: Any, opp: Any) -> NDArray[np.intp]:
    """The place of the zone among all, at arrays of scores."""
    own, opp = np.broadcast_arrays(own, opp)
    near, far, some = goal - goal // 4, goal // 4, goal // 10
    tried = [own >= near, opp >= near, opp - own > far, opp - own > some, own - opp > some]
    return np.select(tried, range(len(tried)), len(tried))


def zones_in_words(game: Game) -> str:
    """What the zones of a game are."""
    goal: int = game.goal  # type: ignore[attr-defined]
    return (
        f"near the goal: with at least {goal - goal // 4:,} points; else far behind: by more than "
        f"{goal // 4:,}; behind, ahead: by more than {goal // 10:,}; level: all others"
    )


def groups_of(parts: Mapping[Key, float]) -> list[frozenset[Key]]:
    """The parts by zone and kind; or by what is in hand and kind, where that tells more.

    That is where it is kept apart, and no mode has nine tenths of the loss.
    """
    by_mode: dict[int, float] = {}
    for key, cost in parts.items():
        by_mode[key.mode] = by_mode.get(key.mode, 0.0) + cost
    axis = "mode" if max(by_mode.values()) < _MOST_OF_IT * sum(by_mode.values()) else "zone"
    found: dict[Any, set[Key]] = {}
    for key in parts:
        found.setdefault((getattr(key, axis), key.kind), set()).add(key)
    return [frozenset(keys) for keys in found.values()]


class Side(ABC):
    """A policy against an opponent: what it gives away, and what others win in its place.

    Attributes
    ----------
    game : Game
    wins : float
        What the policy wins, a fair coin saying who moves first.
    parts : {Key: float}
        The loss by situation.
    """

    game: Any
    wins: float
    parts: dict[Key, float]

    @abstractmethod
    def example(self, keys: frozenset[Key]) -> tuple[tuple[Any, ...], Any, Any]:
        """(state, chosen, best) of the mistake of a situation that costs most in a game."""

    @abstractmethod
    def words(self, keys: frozenset[Key], state: tuple[Any, ...], chosen: Any) -> str:
        """What is done wrong in a situation."""

    @abstractmethod
    def mended(self, keys: frozenset[Key]) -> float:
        """What the policy wins if it plays a situation best."""

    @abstractmethod
    def win(self, policy: Any) -> float:
        """What another policy wins in its place."""

    @abstractmethod
    def win_unless(self, condition: Condition, other: Any) -> float:
        """What the policy wins that plays as ``other`` where the condition holds."""

    @abstractmethod
    def instead(self, other: Any) -> Floats:
        """What playing as ``other`` is worth more, to the first order.

        At [own, opp], the scores at the start of a turn in which it does so.
        """

    @property
    @abstractmethod
    def scores(self) -> tuple[Floats, Floats]:
        """The scores own and opp of :meth:`instead`, in points."""

    @abstractmethod
    def others(self, policy: Any) -> list[str]:
        """Policies that an exception may turn to, as text."""

    @abstractmethod
    def one_more(self, policy: Any) -> list[str]:
        """Policies with one more constant than this one, as text."""

    @abstractmethod
    def mode_in_words(self, mode: int) -> str | None:
        """What is in hand."""

    def parts_named(self) -> list[Part]:
        """The parts in words."""
        return [
            Part(key.zone, key.kind, self.mode_in_words(key.mode), cost)
            for key, cost in self.parts.items()
        ]
