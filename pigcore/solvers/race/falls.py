"""What is known of a race in which busts in a row cost points, so that scores can fall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import StateError
from ...games.race import Race
from ...kernels import Floats
from ...memory import require
from ..solution import Call, Outlook, immutable
from .arrays import RaceArrays
from .solution import RacePolicy, RaceSolution


class View(RaceSolution):
    """The solution as it is with so many busts of both: turns of the race from the floor up.

    Its ``starts`` are those of the mover, and ``other_starts`` those of the opponent after the
    mover has banked. With ``late`` units more than a score from which every bank wins.
    """

    _whole: FallsSolution
    busts: Floats
    _late: int

    def __init__(self, whole: FallsSolution, a: int, b: int, late: int = 0) -> None:
        game, starts, edge = whole.game, whole.starts, whole._edge
        super().__init__(
            game.from_floor,
            np.ascontiguousarray(starts[:, :, a, b]),
            other_starts=np.ascontiguousarray(starts[:, :, b, 0]),
            method=whole.method,
            tolerance=whole.tolerance,
            history=whole.history,
        )
        if a + 1 < game.busts_in_a_row:
            busts = 1.0 - starts[:, :, b, a + 1].T
        else:
            fallen = np.maximum(np.arange(len(starts)) - game.penalty // game.unit, 0)
            busts = 1.0 - starts[:, fallen, b, 0].T
        if late:
            busts[edge] = busts[edge + late]
        self._set(_whole=whole, busts=immutable(busts), _late=late)

    def _turn_payoffs(self, scores: Sequence[int], most: int) -> tuple[Floats, Floats]:
        """As of other races; banking nothing stands for a bust."""
        own, opp = scores
        held = self._arrays.held_against(self.other_starts, opp)
        held[own] = self.busts[own, opp]
        return held[:, :1], self._arrays.thrown_at(held, own)[:, :, :1]

    def _throws(self, banked: Floats) -> Iterator[tuple[int, Floats]]:
        tables, edge, whole = self._arrays, self._whole._edge, self.busts.shape[1]
        for own in range(tables.goal):
            row = min(own, edge)
            kept = banked[row].copy()
            banked[row, :whole] = self.busts[own]
            throw = tables.thrown_at(banked, row)[row:]
            yield own, throw[: tables.goal - own]
            banked[row] = kept


class FallsSolution(RaceSolution):
    """A solved race in which busts in a row cost points.

    Only the turn starts are stored; any other state is one turn's recursion away. A state is that
    of a race, with ``busts`` and ``opp_busts`` at its end: how many turns in a row the mover has
    lost, and the opponent.

    Attributes
    ----------
    game : Race
    starts : float64 array (scores, scores, counts, counts), read-only
        The chance that the mover wins at [own, opp, busts, opp_busts], scores in units above the
        floor.
    """

    def __init__(
        self,
        game: Race,
        starts: NDArray[np.float64],
        *,
        tolerance: float,
        history: Sequence[float],
    ) -> None:
        super().__init__(game, starts, method="newton", tolerance=tolerance, history=history)

    @property
    def _edge(self) -> int:
        """The score from which on every turn wins that may be banked at all."""
        return self.game.sure_from // self.game.unit + self.game.below

    @cached_property
    def _arrays(self) -> RaceArrays:
        return RaceArrays.of(self.game.from_floor)

    @cached_property
    def _views(self) -> dict[tuple[int, int, int], View]:
        return {}

    def view(self, busts: int, opp_busts: int, late: int = 0) -> View:
        """The solution with so many busts in a row, as that of a race from the floor up."""
        key = busts, opp_busts, late
        if key not in self._views:
            self._views[key] = View(self, *key)
        return self._views[key]

    # --- one state ---------------------------------------------------------------------------

    @property
    def value(self) -> float:
        """The chance that the player who moves first wins."""
        return float(self.starts[self.game.below, self.game.below, 0, 0])

    def _seen(self, state: tuple[Any, ...]) -> tuple[View, tuple[Any, ...]]:
        """What knows a state, and the state from the floor up."""
        game, (own, opp, *rest, a, b) = self.game, state
        low, late = game.floor or 0, max(own - game.sure_from, 0)
        view = self.view(a, b, late // game.unit)
        return view, (own - late - low, opp - low, *rest)

    def win(
        self,
        own: int,
        opp: int,
        points: int = 0,
        mode: Any = None,
        busts: int = 0,
        opp_busts: int = 0,
    ) -> float:
        """The chance that the mover wins.

        Parameters
        ----------
        own, opp : int
            Banked scores from the floor to below the goal, multiples of the unit.
        points : int
            The points of the turn so far.
        mode : optional
            What is in hand, as in other races; where a turn is one roll, there is none, and the
            counts follow the points.
        busts, opp_busts : int
            How many turns in a row each player has lost.

        Raises
        ------
        StateError
            If there is no such state.

        Examples
        --------
        >>> import pigcore
        >>> s = pigcore.solve(pigcore.Farkle.three_farkles(1000, floor=-500))
        >>> s.win(500, 0) > s.win(500, 0, busts=2)
        True
        """
        game, counts = self.game, (busts, opp_busts)
        if game.turn.roll is not None:  # counts by position stand where others have a mode
            counts = counts if mode is None else (mode, busts)
            return self._worth(game.check_state(own, opp, points, *counts))
        mode = game.modes[self._arrays.start] if mode is None else mode
        return self._worth(game.check_state(own, opp, points, mode, *counts))

    def _worth(self, state: tuple[Any, ...]) -> float:
        view, place = self._seen(state)
        if view._late:
            points, *mode = place[2:]
            begun = not mode or (not isinstance(mode[0], tuple))
            if begun and points == 0 and self._place(*mode or [None]) == self._arrays.start:
                at = (*((one - (self.game.floor or 0)) // self.game.unit for one in state[:2]),)
                return float(self.starts[(*at, *state[-2:])])
        return view._worth(place)

    def _worths(self, state: tuple[Any, ...]) -> dict[Any, Floats]:
        view, place = self._seen(state)
        return view._worths(place)

    def _outlook(self, state: tuple[Any, ...], payoffs: dict[Any, float]) -> dict[Any, Outlook]:
        view, place = self._seen(state)
        return view._outlook(place, payoffs)

    # --- all states --------------------------------------------------------------------------

    def _each(self) -> Iterator[tuple[int, int, View]]:
        for a, b in np.ndindex(*self.starts.shape[2:]):
            yield a, b, self.view(a, b)

    def _stacked(self, name: str, size: int) -> Any:
        """What all views have of a name, the counts of busts on two more axes at the end."""
        counts = self.game.busts_in_a_row
        shape = [size, *self.starts.shape[:2], *self.starts.shape[2:]]
        require(
            int(np.prod(shape, dtype=object)),
            f"all states of {self.game.name} to {self.game.goal:,}",
            "ask for single states instead",
        )
        found = [getattr(view, name)() for _, _, view in self._each()]
        return np.stack(found, axis=-1).reshape(*found[0].shape, counts, counts)

    def values(self) -> NDArray[np.float64]:
        """P(mover wins) of every state below the goal, as of other races; the counts of busts are
        the last two axes, and scores are in units above the floor.

        Where fewer points than the minimum do not win, turns that have passed the goal have no
        place in the table.
        """
        places = self._arrays.goal * len(self._arrays.may)
        return self._stacked("values", 8 * places)  # type: ignore[no-any-return]

    def decisions(self) -> NDArray[np.int8]:
        """1 throw, 0 bank, -1 no state or no choice but a bust: int8, as ``values``."""
        places = self._arrays.goal * len(self._arrays.may)
        return self._stacked("decisions", places)  # type: ignore[no-any-return]

    def thresholds(self) -> NDArray[np.int64]:
        """The fewest points of a turn to bank, as of other races, the counts on two more axes."""
        return self._stacked("thresholds", 8 * len(self._arrays.may))  # type: ignore[no-any-return]

    def all_payoffs(self) -> Iterator[tuple[int, Floats, Floats]]:
        """Not to be had of all counts at once: ``view(busts, opp_busts)`` has it.

        Raises
        ------
        StateError
            Always.
        """
        raise StateError(
            f"in {self.game.name} payoffs differ by the busts in a row: ask "
            "view(busts, opp_busts) for those of both counts"
        )

    def _outside(self, state: tuple[Any, ...], a: int, b: int) -> tuple[Any, ...]:
        """A state of a view as it is in the game."""
        low = self.game.floor or 0
        own, opp, *rest = state
        return own + low, opp + low, *rest, a, b

    def _closest(self, count: int | None, below: float, above: float) -> list[Call]:
        calls = [
            call._replace(state=self._outside(call.state, a, b))
            for a, b, view in self._each()
            for call in view._closest(count, below, above)
        ]
        return sorted(calls, key=lambda call: (call.margin, call.state))[:count]

    @property
    def policy(self) -> FallsPolicy:
        """The optimal policy: a callable of the state, or of a throw, that returns an action."""
        return FallsPolicy(self)

    def _columns(self) -> dict[str, Any]:
        low, names = self.game.floor or 0, self.game.state_names
        parts = []
        for a, b, view in self._each():
            columns = view._columns()
            size = len(columns["value"])
            for name in names[:2]:
                columns[name] = columns[name] + low
            counts = {name: np.full(size, n) for name, n in zip(names[-2:], (a, b))}
            at = [*columns].index("value")
            entries = [*columns.items()]
            parts.append(dict([*entries[:at], *counts.items(), *entries[at:]]))
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    # --- the whole ---------------------------------------------------------------------------

    @property
    def _by_kind(self) -> list[Floats]:
        return [self.starts[:, :, a, b] for a, b in np.ndindex(*self.starts.shape[2:])]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a file of this solution holds."""
        return {"starts": self.starts}


class FallsPolicy(RacePolicy):
    """The decisions of a solved race, by the busts in a row as well."""

    solution: FallsSolution

    def __call__(self, *state: Any) -> str:
        """What to do in a state, whose last two parts are 0 unless given; of a throw, the
        :class:`Choice`.
        """
        return self.solution._best_of(self.solution.payoffs(*state))


def by_busts(game: Race, kinds: Sequence[Floats]) -> Floats:
    """Turn starts of all kinds as one array, at [own, opp, busts, opp_busts]."""
    counts, found = game.busts_in_a_row, np.stack(kinds, axis=-1)
    return found.reshape(*found.shape[:2], counts, counts)
