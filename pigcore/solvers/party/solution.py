"""What a solved party knows: every state's values and decisions from its turn starts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.errors import SizeError
from ...games.game import Frozen
from ...games.race import Race
from ...games.spelling import counted, listed, number
from ..solution import TIED, Call, Solution, immutable, nearest_first
from .arrays import Floats, PartyArrays

__all__ = ["Cell", "PartyPolicy", "PartySolution"]

ROOM = 200_000
"""Calls that are looked at together."""
MOST_ROWS = 2_000_000
"""Rows of a data frame."""


class Cell(NamedTuple):
    """The turn starts of one tuple of scores, whoever moves, and their equilibria."""

    scores: tuple[int, ...]
    """The rotation of the scores with the smallest number."""
    kind: str
    """``"several"`` pure or mixed equilibria of which a pure one was taken, ``"mixed"`` where no
    pure one exists, or ``"none"`` where none was found."""
    number: int
    """How many equilibria were found."""
    weights: tuple[tuple[tuple[int, ...], int, float], ...]
    """Of all who mix: the scores from the mover on, the turn total, and his chance of rolling."""


class PartySolution(Solution[Race, str]):
    """A solved party.

    Only the turn starts are stored; any other state is one turn's recursion away: O(goal gains n).

    Attributes
    ----------
    game : Race
    starts : float64 array (goal, …, goal, players), read-only
        Each player's chance to win at [own, next, …], the mover's first.
    cells : tuple of Cell
        The cells with several equilibria, or none in pure decisions; all others have one.
    error_bound : float
        At least the largest error of ``starts``, as the values of the decisions they lead to.
    """

    starts: Floats
    cells: tuple[Cell, ...]
    _mixing: Mapping[int, tuple[int, float]]

    def __init__(
        self,
        game: Race,
        starts: Floats,
        mixing: Mapping[int, tuple[int, float]],
        *,
        cells: tuple[Cell, ...],
        error_bound: float,
        tolerance: float,
    ) -> None:
        shape = (game.goal,) * game.players
        self._set(
            game=game,
            starts=immutable(starts).reshape(*shape, game.players),
            cells=cells,
            error_bound=error_bound,
            tolerance=tolerance,
            _mixing=dict(mixing),
        )

    @cached_property
    def _arrays(self) -> PartyArrays:
        return PartyArrays(self.game)

    @property
    def _flat(self) -> Floats:
        return self.starts.reshape(-1, self.game.players)

    # --- one state ----------------------------------------------------------------------------

    @property
    def value(self) -> float:
        """The chance that the player who moves first wins."""
        return float(self._flat[0, 0])

    @property
    def cell_counts(self) -> dict[str, int]:
        """How many cells have one equilibrium, several, or none in pure decisions."""
        n, goal = self.game.players, self.game.goal
        # Burnside's lemma: a rotation by k leaves goal^gcd(k, n) tuples as they are.
        all_cells = sum(goal ** int(np.gcd(k, n)) for k in range(n)) // n
        kinds = [cell.kind for cell in self.cells]
        special = {kind: kinds.count(kind) for kind in ("several", "mixed", "none")}
        counts = {"one": all_cells - len(kinds), **special}
        return {kind: count for kind, count in counts.items() if count or kind != "none"}

    def win(self, *state: int) -> tuple[float, ...]:
        """Each player's chance to win, the mover's first.

        Parameters
        ----------
        *state : int
            own, next, … and, if not 0, the turn total.

        Raises
        ------
        StateError
            If there is no such state.

        Examples
        --------
        >>> import pigcore
        >>> party = pigcore.solve(pigcore.Piglet(goal=3, players=3))
        >>> [round(chance, 6) for chance in party.win(2, 0, 0)]
        [0.810127, 0.101266, 0.088608]
        """
        *scores, total = self.game.check_state(*state)
        if total == 0:
            return tuple(self._flat[self._arrays.number(tuple(scores))].tolist())
        if total >= self.game.goal - scores[0]:
            return (1.0, *[0.0] * (self.game.players - 1))
        hold, roll, chance = self.turn(*scores)
        part = chance[total]
        return tuple((part * roll[total] + (1.0 - part) * hold[total]).tolist())

    def turn(self, *scores: int) -> tuple[Floats, Floats, Floats]:
        """One turn: what holding and rolling are worth to all, and how likely the mover rolls.

        Parameters
        ----------
        *scores : int
            own, next, …

        Returns
        -------
        hold, roll : float64 arrays (goal - own, players)
            At [turn total, player from the mover on].
        chance : float64 array (goal - own,)
            1 where the mover rolls, 0 where he holds, between them where he mixes.
        """
        *checked, _ = self.game.check_state(*scores, 0)
        return turn_of(self._arrays, self._flat, self._mixing, tuple(checked))

    def _payoffs(self, state: tuple[int, ...]) -> dict[str, float]:
        *scores, total = state
        if total >= self.game.goal - scores[0]:
            return {"hold": 1.0}
        hold, roll, _ = self.turn(*scores)
        rolling = {"roll": float(roll[total, 0])}
        return rolling if total == 0 else rolling | {"hold": float(hold[total, 0])}

    def _worth(self, state: tuple[int, ...]) -> float:
        return self.win(*state)[0]

    def _shares(self, state: tuple[int, ...], action: str | None = None) -> tuple[float, ...]:
        *scores, total = state
        if action is None or total >= self.game.goal - scores[0]:
            return self.win(*state)
        hold, roll, _ = self.turn(*scores)
        return tuple((roll if action == "roll" else hold)[total].tolist())

    def _advice(self, state: tuple[int, ...]) -> dict[str, Any]:
        return {"win": list(self.win(*state)), "chance_to_roll": self._chance(state)}

    def _chance(self, state: tuple[int, ...]) -> float:
        *scores, total = state
        if total >= self.game.goal - scores[0]:
            return 0.0
        return float(self.turn(*scores)[2][total])

    def decide(self, *state: int) -> str:
        """``"roll"`` or ``"hold"``; where the mover mixes, the likelier of them.

        Raises
        ------
        StateError
            If there is no such state.
        """
        return "roll" if self._chance(self.game.check_state(*state)) > 0.5 else "hold"

    # --- all states ---------------------------------------------------------------------------

    def _closest(self, count: int | None, below: float, above: float) -> list[Call]:
        arrays = self._arrays
        room, rows, at = np.empty((ROOM + self.game.goal, 3)), np.empty((0, 3)), 0
        bound = below
        while at < arrays.size and bound > 0 and count != 0:
            found, at = arrays.party.calls(self._flat, at, arrays.size, bound, above, room)
            rows = np.concatenate([rows, room[:found]])
            if count is not None or at == arrays.size:
                rows = nearest_first(rows, count)
                if count is not None and len(rows) == count:
                    # Calls as close as the last one are still looked at, for the order by state.
                    bound = min(below, float(np.nextafter(np.abs(rows[-1, 0]), 1.0)))
        return [
            Call(
                (*arrays.scores(int(place)), int(total)),
                *(("roll", "hold") if margin > TIED else ("hold", "roll")),
                abs(float(margin)),
            )
            for margin, place, total in rows
        ]

    def all_payoffs(self) -> Iterator[tuple[int, Floats, Floats]]:
        """Yield (own, hold, roll) for each own, the mover's payoffs float64 (goal - own, goal, …).

        At [total, next, …]; the row of total 0 has what holding there would be worth.
        """
        game, n = self.game, self.game.players
        goal, bust = game.goal, float(game.roll.bust)
        gains = [(gain, float(chance)) for gain, chance in game.roll.gains]
        # At [own, next, …]: in the next player's rows the mover's score and chance are the last.
        banked = np.ascontiguousarray(np.moveaxis(self.starts[..., n - 1], n - 1, 0))
        won = np.ones(banked.shape[1:])
        for own in range(goal):
            land = game.after_bust(own)
            busted = banked[land] if land < goal else won
            past = busted if game.target == "exact" else won
            hold = banked[own:]
            roll, worth = np.empty_like(hold), np.empty_like(hold)
            for k in range(goal - own - 1, -1, -1):
                roll[k] = bust * busted
                for gain, chance in gains:
                    s = own + k + gain
                    roll[k] += chance * (worth[s - own] if s < goal else won if s == goal else past)
                worth[k] = np.where(roll[k] > hold[k] + TIED, roll[k], hold[k])
            yield own, hold, roll

    def thresholds(self) -> NDArray[np.int64]:
        """The smallest turn total held at, int64 (goal, …) at [own, next, …].

        goal - own, the total that wins at once, where no smaller one is held at. Where the
        decisions are not monotone one may have to roll again at a larger total. A total at which
        the mover mixes counts by the side that double precision takes.

        Examples
        --------
        >>> import pigcore
        >>> party = pigcore.solve(pigcore.Pig(goal=40, players=3))
        >>> party.thresholds()[10, 20, [0, 20, 39]]
        array([30, 30, 30])
        """
        thresholds = np.empty((self.game.goal,) * self.game.players, dtype=np.int64)
        for own, hold, roll in self.all_payoffs():
            holds = np.ones((len(hold) + 1, *hold.shape[1:]), dtype=bool)
            holds[:-1] = roll <= hold + TIED
            thresholds[own] = holds[1:].argmax(axis=0) + 1
        return thresholds

    @property
    def policy(self) -> PartyPolicy:
        """The policy of the equilibrium: a callable of the state."""
        return PartyPolicy(self)

    def _columns(self) -> dict[str, Any]:
        game, arrays = self.game, self._arrays
        rows = arrays.size * (game.goal + 1) // 2
        if rows > MOST_ROWS:
            raise SizeError(
                f"a data frame of {game.name} to {game.goal} would have {rows:,} rows, but at most "
                f"{MOST_ROWS:,} are made: ask for single states instead"
            )
        tables = []
        for place in range(arrays.size):
            scores = arrays.scores(place)
            hold, roll, chance = self.turn(*scores)
            win = chance * roll[:, 0] + (1.0 - chance) * hold[:, 0]
            totals = np.arange(len(chance))
            place_columns = np.broadcast_to(scores, (len(totals), len(scores)))
            held = np.where(totals > 0, hold[:, 0], np.nan)
            tables.append(np.column_stack([place_columns, totals, win, roll[:, 0], held]))
        found = np.concatenate(tables)
        states = found[:, : game.players + 1].astype(np.int64)
        value, rolled, held = found[:, game.players + 1 :].T
        return {
            **dict(zip(game.state_names, states.T)),
            "value": value,
            "payoff_roll": rolled,
            "payoff_hold": held,
            "best": np.where(rolled > np.where(np.isnan(held), -1, held) + TIED, "roll", "hold"),
        }

    # --- the whole ----------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a file of this solution holds."""
        shape = self.starts.shape[:-1]
        mixed, weights = np.zeros(shape, dtype=np.int64), np.zeros(shape)
        for place, (total, weight) in self._mixing.items():
            mixed.flat[place], weights.flat[place] = total, weight
        return {"starts": self.starts, "mixed": mixed, "weights": weights}

    def info(self) -> dict[str, Any]:
        """How far the values can be trusted."""
        return {
            "converged": self.converged,
            "tolerance": self.tolerance,
            "error_bound": self.error_bound,
        }

    def _facts(self) -> dict[str, Any]:
        return {
            "win": self._flat[0].tolist(),
            **self.info(),
            "cells": self.cell_counts,
        }

    def _line(self) -> str:
        chances = listed([number(chance) for chance in self._flat[0].tolist()])
        cells = counted(sum(self.cell_counts.values()), "cell")
        return f"the players win with {chances}; {cells}"


def turn_of(
    arrays: PartyArrays,
    starts: Floats,
    mixing: Mapping[int, tuple[int, float]],
    scores: tuple[int, ...],
) -> tuple[Floats, Floats, Floats]:
    """:meth:`PartySolution.turn` of any table of turn starts: how whoever plays by it decides."""
    game, n = arrays.game, arrays.game.players
    own, goal = scores[0], game.goal
    base = arrays.number((*scores[1:], 0))
    # By player from the mover on: in the next player's rows the mover is the last.
    banked = np.roll(starts[base : base + goal], 1, axis=1)
    won = np.eye(n)[0]
    land = game.after_bust(own)
    busted = won if land >= goal else banked[land]
    gains = [(gain, float(chance)) for gain, chance in game.roll.gains]
    total, weight = mixing.get(arrays.number(scores), (0, 0.0))
    worth = np.empty((goal - own, n))
    roll = np.empty((goal - own, n))
    chance = np.empty(goal - own)
    for k in range(goal - own - 1, -1, -1):
        roll[k] = float(game.roll.bust) * busted
        for gain, p in gains:
            s = own + k + gain
            past = busted if game.target == "exact" and s > goal else won
            roll[k] += p * (worth[k + gain] if s < goal else past)
        rolls = float(roll[k, 0] > banked[own + k, 0] + TIED)
        chance[k] = 1.0 if k == 0 else weight if k == total else rolls
        worth[k] = chance[k] * roll[k] + (1.0 - chance[k]) * banked[own + k]
    return banked[own:].copy(), roll, chance


class PartyPolicy(Frozen):
    """The decisions of a solved party, one turn's recursion away each."""

    solution: PartySolution

    def __init__(self, solution: PartySolution) -> None:
        self._set(solution=solution)

    def __call__(self, *state: int) -> str | dict[str, float]:
        """``"roll"``, ``"hold"``, or the chances of both where the mover mixes."""
        solution = self.solution
        chance = solution._chance(solution.game.check_state(*state))
        if 0 < chance < 1:
            return {"roll": chance, "hold": 1 - chance}
        return "roll" if chance else "hold"

    def __repr__(self) -> str:
        return f"<equilibrium policy of {self.solution.game.name}>"
