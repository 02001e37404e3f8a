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

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.game import Game
from ...kernels import Floats

ZONES = {
    "near": "when you are near the goal", "opponent near": "when the opponent is near the goal",
    "far behind": "when far behind", "behind": "when behind", "ahead": "when ahead",
    "level": "when the scores are level",
}  # fmt: skip
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
    """The parts by zone and kind; or by what is in hand and kind, where that is kept apart and no
    mode has nine tenths of the loss.
    """
    by_mode: dict[int, float] = {}
    for key, cost in parts.items():
        by_mode[key.mode] = by_mode.get(key.mode, 0.0) + cost
    axis = "mode" if max(by_mode.values()) < _MOST_OF_IT * sum(by_mode.values()) else "zone"
    found: dict[Any, set[Key]] = {}
    for key in parts:
        found.setdefault((getattr(key, axis), key.kind), set()).add(key)
    return [frozenset(keys) for keys in found.values()]


class Side:
    """A policy against an opponent: what it gives away, and what others win in its place.

    What a family adds: ``mistake`` and ``words`` of a situation, ``mode_in_words``; what the policy
    wins if a situation is ``mended``, what another one ``win``s in its place, what it wins that
    plays as another one where a condition holds (``win_unless``), and what that is worth to the
    first order at each turn start (``instead``); the policies that such an exception may turn to
    (``others``), and those with ``one_more`` constant, as text.
    """

    game: Any
    wins: float
    """What the policy wins, a fair coin saying who moves first."""
    parts: dict[Key, float]
    """The loss by situation."""
    scores: tuple[Any, Any]
    """Own points and the opponent's at each turn start, [own, others]."""
    zones: NDArray[np.intp]
    mistake: Any
    """What a family says of (part, place): (state, chosen, best)."""

    def __init__(self, game: Any, scores: tuple[Any, Any]) -> None:
        self.game, self.scores, self.parts = game, scores, {}
        self.zones = zones_of(game.goal, *scores)
        self._worst: dict[Key, tuple[float, tuple[int, ...]]] = {}

    def mode_in_words(self, mode: int) -> str | None:
        """What is in hand, where that is kept apart."""
        return None

    def note(self, kind: str, mode: int, zones: Any, cost: Floats, *before: int) -> None:
        """Add costs, of which the last axes are those of ``zones``, to the parts of their zones.

        The place of the greatest is kept, after the numbers ``before``.
        """
        for zone in np.unique(zones).tolist():
            here = cost[..., zones == zone]
            key = Key([*ZONES][zone], kind, mode)
            self.parts[key] = self.parts.get(key, 0.0) + float(here.sum())
            *front, n = (int(each) for each in np.unravel_index(int(here.argmax()), here.shape))
            most = float(here[(*front, n)])
            if most > self._worst.get(key, (0.0, ()))[0]:
                place = (int(axis[n]) for axis in np.nonzero(zones == zone))
                self._worst[key] = most, (*before, *front, *place)

    def example(self, keys: frozenset[Key]) -> tuple[tuple[Any, ...], Any, Any]:
        """(state, chosen, best) of the mistake of a situation that costs most in a game."""
        key = max(keys, key=lambda key: self._worst.get(key, (0.0, ()))[0])
        found: tuple[tuple[Any, ...], Any, Any] = self.mistake(key, *self._worst[key][1])
        return found

    def parts_named(self) -> list[Part]:
        """The parts in words."""
        return [
            Part(key.zone, key.kind, self.mode_in_words(key.mode), cost)
            for key, cost in self.parts.items()
        ]
