"""Races under way in which busts in a row cost points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...games.race import Race
from ...games.spelling import counted
from ...solvers.race.decided import WIDTH, Decisions
from ..policies.answers import Policy
from ..policies.falls import FallsPlan, plan_of
from ..policies.race.dice import Followed
from .race import RaceBoard, Seat, rules_of

__all__ = ["FallsBoard", "board_of", "rules_of", "seat_of"]

KEPT = 256
"""Turns whose decisions are kept."""


class FallsSeat(Seat):
    """A policy, asked as games go on; what it decides depends on the busts in a row as well."""

    plan: FallsPlan  # type: ignore[assignment]

    def __init__(self, game: Race, policy: Policy) -> None:
        super().__init__(game, policy, plan_of(game, policy))  # type: ignore[arg-type]

    @property
    def by_faces(self) -> bool:
        """Whether it is asked what to set aside of each throw of dice."""
        return isinstance(self.plan.plan(0, 0), Followed)

    def __reduce__(self) -> tuple[Any, ...]:
        return FallsSeat, (self.game, self.policy)

    def at(self, own: int, opp: int, busts: int, opp_busts: int) -> Decisions:
        """The decisions of one turn, scores in units from the floor up, (rows, modes) each."""
        key = own, opp, *((busts, opp_busts) if self.plan.counts else (0, 0))
        if key not in self._turns:
            if len(self._turns) >= KEPT:
                self._turns.clear()
            found = self.plan.turn(own, np.full(WIDTH, opp), busts, opp_busts)
            parts = [None if part is None else part[..., 0] for part in found]
            self._turns[key] = Decisions(*parts)  # type: ignore[arg-type]
        return self._turns[key]


class FallsBoard(RaceBoard):
    """A race under way in which busts in a row cost points."""

    def _sizes(self) -> tuple[int, ...]:
        game = self.game
        most = (game.goal + min(game.most_of_a_throw, game.goal)) // game.unit + game.below
        scores = [game.units + game.below + 1] * 2
        return *scores, most + 1, *self._sizes_of_hand(), *[game.busts_in_a_row] * 2

    def _counts(self, player: int) -> tuple[int, int]:
        mine, others = self.start.busts
        return (mine, others) if player == self.mover else (others, mine)

    def seen_by(self, player: int) -> tuple[Any, ...]:
        """As of any race; the busts in a row, own ones first, stand at the end."""
        return *self._from(player), self.points, *self._hand(), *self._counts(player)

    def in_a_row(self) -> str:
        """The busts in a row of both, and what the mover's next one costs."""
        game, said = self.game, []
        mine, others = self._counts(self.mover)
        if mine:
            said.append(f"You have {counted(mine, 'bust')} in a row")
        if mine + 1 == game.busts_in_a_row:
            lost = min(game.penalty, self.score[self.mover] - (game.floor or 0))
            said.append(f"a bust now costs {counted(lost, 'point')}")
        if others:
            said.append(f"the other has {counted(others, 'bust')} in a row")
        return "; ".join(said)

    def observed_by(self, player: int) -> tuple[int, ...]:
        """The same as numbers, scores from the floor up."""
        low, unit = self.game.floor or 0, self.game.unit
        scores = [(score - low) // unit for score in self._from(player)]
        seen = [*scores, self.points // unit]
        seen = [min(one, size - 1) for one, size in zip(seen, self.sizes)]
        return *seen, *self._hand_observed(), *self._counts(player)

    def _ways(self) -> Any:
        for word, state, past in super()._ways():
            yield word, (*state, *self._counts(self.mover)), past

    def _holds_first(self, seat: Any) -> bool:
        low, unit = self.game.floor or 0, self.game.unit
        own, opp = ((score - low) // unit for score in self._from(self.mover))
        return bool(seat.plan.holds_first((own, opp, *self._counts(self.mover))))

    def _decisions(self, seat: Any) -> Decisions:
        low, unit = self.game.floor or 0, self.game.unit
        own, opp = ((score - low) // unit for score in self._from(self.mover))
        found: Decisions = seat.at(own, opp, *self._counts(self.mover))
        return found


def seat_of(game: Race, policy: Policy) -> FallsSeat:
    """A seat for ``policy``, as in any race."""
    return FallsSeat(game, policy)


def board_of(game: Race, seats: Sequence[Seat | None] = ()) -> FallsBoard:
    """A board for ``game``; a player without a policy in his seat plays by hand."""
    return FallsBoard(rules_of(game), seats)
