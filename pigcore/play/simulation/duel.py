"""Duels with random dice: both turns of many games at once, throw by throw.

Transcripts are the first of these games: the same bits are thrown again, and their throws kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.random import SFC64
from numpy.typing import NDArray

from ...games.duel import Duel
from ..boards import PLAYERS, Urn
from ..boards.urns import urn_of
from ..policies.answers import Policy
from ..policies.duel import check, strategy_of
from .results import DuelSimulation

__all__ = ["DuelTables", "DuelTranscript", "DuelTurn", "tables"]

LOST = 0


class DuelTurn(NamedTuple):
    """One of the two turns of a duel."""

    player: int
    """0 the first-named player, 1 the second-named one."""
    hold: int
    """The total that he holds at."""
    throws: tuple[int, ...]
    """What each throw gained; a throw that loses the turn is not among them."""
    score: int
    """0 if the turn was lost."""

    def __str__(self) -> str:
        thrown = " ".join(map(str, self.throws))
        if self.score:
            text = f"throws {thrown} and scores {self.score}"
        else:
            text = f"throws {thrown} and busts" if thrown else "busts at once"
        return f"{PLAYERS[self.player]}, holding at {self.hold}: {text}"

    def as_dict(self) -> dict[str, Any]:
        """The turn as plain data."""
        end = "hold" if self.score else "bust"
        turn = self._asdict() | {"player": PLAYERS[self.player], "throws": [*self.throws]}
        return turn | {"end": end}


@dataclass(frozen=True)
class DuelTranscript:
    """One duel, throw by throw."""

    turns: tuple[DuelTurn, DuelTurn]

    @property
    def winner(self) -> int | None:
        """0 the first-named player, 1 the second-named one, None if both scored the same."""
        first, second = (turn.score for turn in self.turns)
        return None if first == second else int(first < second)

    def __str__(self) -> str:
        ended = "a draw" if self.winner is None else f"{PLAYERS[self.winner]} wins"
        return "\n".join([*map(str, self.turns), ended])

    def as_dict(self) -> dict[str, Any]:
        """The duel as plain data."""
        winner = None if self.winner is None else PLAYERS[self.winner]
        return {"winner": winner, "turns": [turn.as_dict() for turn in self.turns]}


@dataclass(frozen=True, eq=False)
class DuelTables:
    """A duel between two players; plain arrays, to be sent anywhere."""

    throw: Urn
    """What a throw gains; 0 loses the turn."""
    holds: tuple[Urn, Urn]
    """The totals that the players hold at."""

    shape: ClassVar[tuple[int, ...]] = (2,)
    result: ClassVar[Callable[..., DuelSimulation]] = DuelSimulation.of

    def play(self) -> Callable[..., None]:
        """What plays some games and adds wins and draws of the first player to the counts."""
        return self._games

    def _games(
        self, bits: SFC64, start: tuple[int, ...], games: int, longest: int,
        counts: NDArray[np.int64], polled: Callable[[], object] | None,
    ) -> None:  # fmt: skip
        if polled is not None:
            polled()
        (mine, _), (yours, _) = (self._turns(bits, games, player) for player in (0, 1))
        counts += [np.count_nonzero(mine > yours), np.count_nonzero(mine == yours)]

    def reported(self, bits: SFC64, games: int, count: int) -> Iterator[DuelTranscript]:
        """The first ``count`` of the ``games`` that are played with these bits."""
        (_, mine), (_, yours) = (self._turns(bits, games, player, count) for player in (0, 1))
        yield from map(DuelTranscript, zip(mine, yours))

    def _turns(
        self, bits: SFC64, games: int, player: int, count: int = 0
    ) -> tuple[NDArray[np.int64], list[DuelTurn]]:
        """What one player's turn scores in each game, and the first ``count`` turns themselves."""
        limits = self.holds[player].draws(bits.random_raw(games))
        totals = np.zeros(games, dtype=np.int64)
        playing = np.arange(games)
        throws: list[list[int]] = [[] for _ in range(count)]
        while playing.size:
            thrown = self.throw.draws(bits.random_raw(playing.size))
            for game, gain in zip(playing[playing < count].tolist(), thrown.tolist()):
                throws[game] += [gain] if gain != LOST else []
            totals[playing] = np.where(thrown == LOST, 0, totals[playing] + thrown)
            playing = playing[(thrown != LOST) & (totals[playing] < limits[playing])]
        return totals, [
            DuelTurn(player, int(limits[game]), tuple(thrown), int(totals[game]))
            for game, thrown in enumerate(throws)
        ]


def tables(game: Duel, first: Policy, second: Policy) -> DuelTables:
    """A duel between ``first`` and ``second``.

    Raises
    ------
    StateError
        If a hold is none of the game.
    RuleError
        If a policy is no hold and no mixture.
    """
    roll = game.roll
    throw = {LOST: roll.bust + roll.wipe, **dict(roll.gains)}
    return DuelTables(urn_of(throw), (_holds(game, first), _holds(game, second)))


def _holds(game: Duel, policy: Policy) -> Urn:
    check(game, policy)
    strategy = strategy_of(game, policy)
    return urn_of(strategy if isinstance(strategy, Mapping) else {int(strategy): 1})
