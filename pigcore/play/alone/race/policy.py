"""Where a player alone throws: decisions that answer as a policy of races does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....games.checks import whole
from ....games.errors import StateError
from ....games.game import Frozen
from ....games.race import Race
from ....games.spelling import counted, listed, shown
from ....memory import require
from ....solvers.race.arrays import BANKS
from ....solvers.race.decided import Decisions, tables_of
from ....solvers.solution import immutable
from ...policies.race.plans import Opponents, Plan
from ..results import runs
from .cells import Bools, Decided, Layer

__all__ = ["SolitairePolicy"]

MOST_SAID = 12
"""So many modes are named in a plan."""


class _Layered(Plan):
    """The decisions with some number of turns left, as matches have them."""

    alike = True

    def __init__(self, game: Race, layer: Layer, by_busts: bool) -> None:
        self.game, self.layer, self.by_busts = game, layer, by_busts
        self._known: dict[int, Decisions] = {}

    @cached_property
    def best(self) -> Decided:
        """The best turns."""
        return self.layer.best()

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked; beyond the last cell one banks."""
        column = 0 if self.by_busts else min(own, self.layer.columns - 1)
        if column not in self._known:
            self._known.clear()
            self._known[column] = self._turn(own, column)
        bank, worth, _ = self._known[column]
        many = (1, 1, len(opp))
        return Decisions(np.tile(bank, many), None if worth is None else np.tile(worth, many))

    def _turn(self, own: int, column: int) -> Decisions:
        found = self.best.at([column])
        bank, worth, _ = self.layer.cells.decisions(found, chooses=self.game.chooses)
        rows, known = self.game.units - own + int(tables_of(self.game).gains.max()), len(bank)
        if rows <= known:
            return Decisions(bank, worth)
        bank = np.pad(bank, ((0, rows - known), (0, 0), (0, 0)), constant_values=1)
        if worth is not None:
            beyond = self.layer.held(rows)[known:, None, column, None]
            worth = np.concatenate([worth, np.repeat(beyond, worth.shape[1], axis=1)])
        return Decisions(bank, worth)


class SolitairePolicy(Frozen):
    """The decisions of a player alone: a policy like any other, in matches as well.

    ``policy[...]`` is a part of :meth:`thresholds`.
    """

    game: Race
    timed: bool
    """Whether the turns left matter."""
    bounded: bool
    """Whether there is a goal."""
    _plans: tuple[_Layered, ...]
    """With 1, 2, … turns left; one where they do not matter, or with a penalty for each number of
    busts in a row."""

    def __init__(self, game: Race, layers: Sequence[Layer], *, timed: bool, bounded: bool) -> None:
        by_busts = bool(game.penalty) and not bounded
        plans = tuple(_Layered(game, layer, by_busts) for layer in layers)
        self._set(game=game, timed=timed, bounded=bounded, _plans=plans)

    def plan(self, turns: int = 1) -> Plan:
        """The decisions with so many turns left, as matches have them."""
        return self._plans[min(turns, len(self._plans)) - 1 if self.timed else 0]

    def __call__(self, own: int, opp: int = 0, *rest: Any, turns: int | None = None) -> Any:
        """What is done in a state, whatever the opponent has: as a policy of the game answers.

        ``rest`` has the points of the turn and the mode, as other policies are given them, and the
        options of a throw where it leaves any; ``turns`` are those left, the present one included,
        where they matter.
        """
        game, single = self.game, self.game.turn.roll is not None
        total = whole(rest[0] if rest else 0, "total" if single else "points", StateError)
        given = [whole(own, "own", StateError), total]
        if self.timed:
            if turns is None:
                raise StateError(
                    "these decisions depend on the turns left, which were not given: give turns"
                )
            given.append(whole(turns, "turns", StateError))
        if min(given) < 0:
            raise StateError(f"{shown(min(given))} is negative, but scores and turns never are")
        if given[2:] == [0]:
            return game.words[1]
        mode = () if single else rest[1:2] or (game.turn.values[game.turn.start],)
        thrown = game.set_aside and mode and isinstance(mode[0], tuple)
        if mode and not thrown and game.turn.place(mode[0]) is None:
            raise StateError(f"there is no mode {shown(mode[0])} in {game.name}: give another")
        options = rest[2] if len(rest) > 2 else None
        return self.plan(turns or 1).answer((given[0], 0, total, *mode), options)

    # --- all states -------------------------------------------------------------------------------

    @cached_property
    def rolls(self) -> Bools:
        """Whether one rolls, of a single roll: at [own, total], or at [turns left, own, total].

        The last score stands for all larger ones; a total beyond the last is held.
        """
        each = [np.zeros((1, 1), dtype=bool)] * self.timed
        each += [self._rolls(plan) for plan in self._plans]
        height, width = (max(rolls.shape[axis] for rolls in each) for axis in (0, 1))
        require(len(each) * height * width, "the decisions of so many turns", "ask for fewer turns")
        stack = np.zeros((len(each), height, width), dtype=bool)
        for kept, rolls in zip(stack, each):
            kept[: len(rolls), : rolls.shape[1]] = rolls
            kept[len(rolls) :, : rolls.shape[1]] = rolls[-1]
        found: Bools = immutable(stack if self.timed else stack[0])
        return found

    def _rolls(self, plan: _Layered) -> Bools:
        rolls = plan.layer.best().throws[:, : plan.layer.columns].T
        most = np.flatnonzero(rolls.any(axis=0)).max(initial=0)
        return rolls[:, : len(rolls) if self.bounded else most + 1]

    def thresholds(self) -> NDArray[Any]:
        """The fewest points to bank, with the modes in the last axis where there are several.

        At [own], or [turns left, own], scores in units; with a penalty and no goal [busts in a row]
        stands for them. One may throw again with more, as near the goal, which one throw more may
        reach. Of several modes it is -1 where one never banks.

        Examples
        --------
        >>> import pigcore
        >>> pigcore.solitaire(pigcore.Pig()).policy.thresholds()[[0, 50, 90]]
        array([19, 24, 10])
        """
        single = self.game.turn.roll is not None
        each = list(map(self._limits, self._plans))
        if self.timed:
            each.insert(0, np.full((1, each[0].shape[1]), 0 if single else -1))
            scores = np.arange(max(map(len, each)))
            each = [limits[np.minimum(scores, len(limits) - 1)] for limits in each]
        found = np.stack(each) if self.timed else np.concatenate(each)
        return found[..., 0] if single else found

    def __getitem__(self, place: Any) -> Any:
        return self.thresholds()[place]

    def _limits(self, plan: _Layered) -> NDArray[np.int64]:
        """The fewest points to bank, (scores, modes), of the cells that a turn can come to."""
        game, cells, columns = self.game, plan.layer.cells, plan.layer.columns
        top = cells.tables.rolled
        limits = np.full((len(cells.tables.may), columns), top)
        banks = cells.tables.may[cells.mode] & BANKS > 0
        banks[cells.start] = plan.layer.decline and game.turn.roll is not None
        throws, points = plan.best.throws[banks, :columns], cells.points[banks, None]
        np.minimum.at(limits, cells.mode[banks], np.where(throws, top, points))
        limits = np.where(limits < top, game.unit * limits, -1).T
        if self.bounded:
            most = (game.goal - game.unit * np.arange(columns))[:, None]
            limits = np.where(limits < 0, most, np.minimum(limits, most))
        return limits

    def __str__(self) -> str:
        """What is done in the first turn."""
        turn, last = self.game.turn, self._plans[-1 if self.timed else 0]
        limits = self._limits(last)
        if turn.roll is not None:
            rolls = self._rolls(last)
            later = (rolls & (np.arange(rolls.shape[1]) > limits)).any()
            text = runs(
                limits[:, 0].tolist(),
                lambda total: f"hold at {total}" if total else "do not throw",
                "own",
            )
            return text + ("; at some larger totals one rolls again" if later else "")
        modes = self.game.phrases
        decides = [mode.throw is not None for mode in turn.modes]
        if self.game.set_aside:
            decides = [True] * len(modes)
        first = zip(limits[0].tolist(), modes, decides)
        said = [f"{points:,} {mode}" for points, mode, there in first if there and points >= 0]
        if not said:
            return f"never {self.game.words[1]}"
        if len(said) > MOST_SAID:
            said[MOST_SAID:] = [f"so on in {counted(len(said) - MOST_SAID, 'more mode')}"]
        return f"{self.game.words[1]} at {listed(said)}"

    def __repr__(self) -> str:
        if self.game.turn.roll is None:
            return f"<policy of a player alone in {self.game.name}>"
        return f"<policy of a player alone, {' x '.join(map(str, self.rolls.shape))}>"
