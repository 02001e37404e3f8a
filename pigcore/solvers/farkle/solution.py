"""What a solved game of Farkle knows: every state's value and all its best choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...games.dice import BANK, BUSTS, THROW, Choice
from ...games.game import Frozen
from ...games.race import Race
from ...games.scoring import faces_of
from ...games.spelling import counted, number
from ...kernels import LANES
from ...memory import require
from ...notebook import grey_map, thinned
from ..solution import Call, Solution, immutable, nearest_first
from .arrays import FarkleArrays, arrays_to_ask
from .bound import bound_of
from .last_turn import payoffs_of_last_turn

__all__ = ["FarklePolicy", "FarkleSolution"]


class FarkleSolution(Solution[Race, Any]):
    """A solved game of Farkle.

    Only the turn starts are stored. The value of any other state follows from them by the recursion
    over one turn: O(units x choices), a tenth of a millisecond.

    A state (own, opp, points, dice) has the actions ``"bank"`` and ``"throw"``. Instead of the
    number of dice you can give the faces of a throw, as in ``best(own, opp, 300, (1, 1, 5, 3))``.
    Then an action is a :class:`~pigcore.games.farkle_words.Choice`, such as ``"1 1, then throw"``,
    with attributes ``aside`` (the dice set aside) and ``then``; if nothing scores it is ``"bust"``.

    Attributes
    ----------
    game : Race
    starts : float64 array (units, units), read-only
        ``starts[own / unit, opp / unit]``: the chance that the mover wins.
    tolerance : float
        How large the errors may be.
    history : tuple of float
        The largest residual of each iteration.
    """

    starts: NDArray[np.float64]
    tolerance: float
    history: tuple[float, ...]
    _bound: float | None

    def __init__(
        self,
        game: Race,
        starts: NDArray[np.float64],
        *,
        tolerance: float,
        history: Sequence[float],
        error_bound: float | None = None,
    ) -> None:
        self._set(
            game=game,
            starts=immutable(starts),
            tolerance=tolerance,
            history=tuple(history),
            _bound=error_bound,
        )

    @cached_property
    def _arrays(self) -> FarkleArrays:
        return arrays_to_ask(self.game)

    @cached_property
    def error_bound(self) -> float:  # type: ignore[override]
        """At least the largest error of ``starts``, all rounding included; 1 means no bound.

        It is computed on first use, for example by a decision.
        """
        return (
            bound_of(FarkleArrays.of(self.game), self.starts)
            if self._bound is None
            else self._bound
        )

    @property
    def converged(self) -> bool:
        """Whether the error bound is within the tolerance."""
        return self.error_bound <= self.tolerance

    # --- one state ---------------------------------------------------------------------------

    @property
    def value(self) -> float:
        """The chance that the player who moves first wins."""
        return float(self.starts[0, 0])

    def win(self, own: int, opp: int, points: int = 0, dice: int | Sequence[int] = 0) -> float:
        """The chance that the mover wins.

        Parameters
        ----------
        own, opp : int
            Banked scores, 0 <= own, opp < goal, multiples of the unit. With a last turn opp may
            have the goal, or more: then the mover has that turn, wins by passing opp, and throws
            until he does.
        points : int
            The points of the turn so far.
        dice : int or sequence of int
            The dice in hand (0: all of them), or the faces of the throw that lies on the table.

        Raises
        ------
        StateError
            If there is no such state.

        Examples
        --------
        >>> import pigcore
        >>> farkle = pigcore.solve(pigcore.Farkle.minimal(goal=2000))
        >>> farkle.win(0, 0, 400, 3) > farkle.win(0, 0, 300, 3)
        True
        """
        return self._worth(self.game.check_state(own, opp, points, dice))

    def _worth(self, state: tuple[Any, ...]) -> float:
        own, opp, points, dice = state
        if points == 0 and dice == self.game.dice.count and opp < self.game.goal:
            unit = self.game.unit
            return float(self.starts[own // unit, opp // unit])
        return max(self._payoffs(state).values())

    def turn_payoffs(
        self, own: int, opp: int, score: int = 0
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What banking each score pays, (height,), and throwing n dice at it, (rolled, dice).

        All scores are in units; with own units banked, those from own on tell something. Rows go
        at least to ``score`` if there is a last turn.
        """
        tables = self._arrays
        if self.game.last_turn:
            tables = arrays_to_ask(self.game, (score // tables.rolled).bit_length())
        held = np.zeros((tables.height, LANES))
        held[:, 0] = tables.held_against(self.starts, opp)
        return held[:, 0], tables.thrown_at(held, own)[:, :, 0]

    def _payoffs(self, state: tuple[Any, ...]) -> dict[Any, float]:
        own, opp, points, dice = state
        if opp >= self.game.goal:
            return payoffs_of_last_turn(self.game, state)
        unit = self.game.unit
        most = points if isinstance(dice, int) else points + self.game.most_of_a_throw
        banks, throws = self.turn_payoffs(own // unit, opp // unit, (own + most) // unit)

        def actions(points: int, dice: int) -> dict[str, float]:
            s = (own + points) // unit
            found = {}
            if s < len(throws) and (
                points == 0 or own + points < self.game.goal or self.game.last_turn
            ):
                found[THROW] = float(throws[s, dice - 1])
            must = self.game.dice.must_roll and dice == self.game.dice.count and THROW in found
            if self.game.may_bank(own, points) and not must:
                found[BANK] = float(banks[min(s, len(banks) - 1)])
            return found

        if isinstance(dice, int):
            return actions(points, dice)
        thrown = self.game.dice.check_throw(dice, len(dice))
        found = {
            Choice(faces_of(aside), action): worth
            for aside, gain in self.game.dice.scoring.choices(thrown).items()
            for action, worth in actions(
                points + gain, self.game.dice.hand(len(dice) - sum(aside))
            ).items()
        }
        return found or {BUSTS: 1.0 - float(self.starts[opp // unit, own // unit])}

    if TYPE_CHECKING:  # the last part of a state may be a throw

        def best(self, *state: int | Sequence[int]) -> tuple[Any, ...]: ...
        def payoffs(self, *state: int | Sequence[int]) -> dict[Any, float]: ...
        def advise(self, *state: int | Sequence[int]) -> dict[str, Any]: ...

    # --- all states --------------------------------------------------------------------------

    def all_payoffs(self) -> Iterator[tuple[int, NDArray[np.float64], NDArray[np.float64]]]:
        """Yield (own, bank, throw) for each own in units, the payoffs against every opp.

        ``bank`` is float64 (scores, units) at [s - own, opp], NaN where one may not bank; ``throw``
        is float64 (scores, dice, units) at [s - own, dice - 1, opp].
        """
        tables = self._arrays
        held = tables.held(self.starts)
        for own in range(tables.goal):
            bank = held[own : tables.rolled, : tables.goal].copy()
            bank[: min(tables.least[own], tables.goal - own)] = np.nan
            yield own, bank, tables.thrown_at(held, own)[own:, :, : tables.goal]

    def thresholds(self) -> NDArray[np.int64]:
        """The fewest points of a turn to bank, for each number of dice left.

        Returns
        -------
        int64 array (dice, units, units)
            At [dice left - 1, own, opp]; points that reach the goal are always banked. Once all
            dice are set aside, all are in hand again. Points that no turn can have with that many
            dice left are skipped, and with more points it may be best to throw again.
        """
        tables, unit = self._arrays, self.game.unit
        found = np.empty((tables.dice, tables.goal, tables.goal), dtype=np.int64)
        reached = self._reached()
        for own, bank, throw in self.all_payoffs():
            with np.errstate(invalid="ignore"):
                banks = (bank[:, None, :] >= throw) & reached[: len(bank), :, None]
            if self.game.dice.must_roll:
                banks[:, -1] = False
            banks[tables.goal - own :] = True
            some = banks.any(axis=0)
            points = np.where(some, banks.argmax(axis=0), tables.goal - own)
            found[:, own] = unit * points
        return found

    def _reached(self) -> NDArray[np.bool_]:
        """Whether a turn can have so many units with n dice in hand, (rolled, dice)."""
        tables = self._arrays
        bits = np.array(self.game.hands(self.game.unit * (tables.rolled - 1)))
        return (bits[:, None] >> np.arange(1, tables.dice + 1) & 1).astype(bool)

    def margins(self) -> Iterator[tuple[int, NDArray[np.float64]]]:
        """Yield (own, throwing minus banking) for each own in units.

        At [units of the turn, dice - 1, opp]; NaN where nothing is decided or no turn can come.
        """
        reached = self._reached()
        if self.game.dice.must_roll:
            reached[:, -1] = False
        for own, bank, throw in self.all_payoffs():
            if not self.game.last_turn:  # what reaches the goal has won
                bank, throw = bank[: self.game.units - own], throw[: self.game.units - own]
            margin = throw - bank[:, None, :]
            margin[~reached[: len(bank)]] = np.nan
            yield own, margin

    def _closest(self, count: int | None, below: float, above: float) -> list[Call]:
        tables, unit = self._arrays, self.game.unit
        rows: list[NDArray[np.float64]] = []
        bound, room = below, np.inf if count is None else max(2 * count, 100_000)
        for own, margin in self.margins():
            size = np.abs(margin)
            points, dice, opp = np.nonzero((size < bound) & (size > above))
            here = np.full(points.shape, own)
            rows.append(np.stack([margin[points, dice, opp], here, opp, points, dice + 1], axis=1))
            if sum(map(len, rows)) > room or own == tables.goal - 1:
                rows = [nearest_first(np.concatenate(rows), count)]
                if count is not None and 0 < count == len(rows[0]):
                    bound = float(np.abs(rows[0][-1, 0]))
        return [
            Call(
                (unit * int(own), unit * int(opp), unit * int(points), int(dice)),
                *((THROW, BANK) if margin > 0 else (BANK, THROW)),
                abs(float(margin)),
            )
            for margin, own, opp, points, dice in (rows[0] if rows else [])
        ]

    @property
    def policy(self) -> FarklePolicy:
        """The optimal policy: a callable of the state, or of a throw, that returns an action."""
        return FarklePolicy(self)

    def _columns(self) -> dict[str, Any]:
        tables, unit = self._arrays, self.game.unit
        require(
            100 * tables.goal**2 * tables.rolled * tables.dice,
            f"a data frame of {self.game.name} to {self.game.goal:,}",
            "ask for single states instead",
        )
        reached = self._reached()
        columns: dict[str, list[Any]] = {}
        for own, bank, throw in self.all_payoffs():
            if not self.game.last_turn:
                bank, throw = bank[: tables.goal - own], throw[: tables.goal - own]
            points, dice, opp = np.nonzero(
                np.broadcast_to(reached[: len(bank), :, None], throw.shape)
            )
            banked, thrown = bank[points, opp], throw[points, dice, opp]
            if self.game.dice.must_roll:
                banked[dice == tables.dice - 1] = np.nan
            rows = {
                "own": np.full(points.shape, unit * own),
                "opp": unit * opp,
                "points": unit * points,
                "dice": dice + 1,
                "value": np.fmax(banked, thrown),
                "payoff_throw": thrown,
                "payoff_bank": banked,
                "best": np.where(banked >= thrown, BANK, THROW),
            }
            for name, entries in rows.items():
                columns.setdefault(name, []).append(entries)
        return {name: np.concatenate(entries) for name, entries in columns.items()}

    def _picture(self) -> str:
        shown, game = thinned(self.game.units), self.game
        starts = self.starts[np.ix_(shown, shown)]
        return grey_map(
            [bytes(row) for row in np.rint(255 * starts).astype(np.uint8)],
            game.goal - game.unit + 1,
            f"{game.name} to {game.goal:,}: the chance to win at the start of a turn",
            "White: the mover wins; black: the opponent does.",
            across="opponent's score",
            down="own score",
        )

    # --- the whole ---------------------------------------------------------------------------

    @cached_property
    def worst_miss(self) -> tuple[float, tuple[int, int]]:
        """How far the turn starts are from their equations at most, and at which scores."""
        unit, worst, where = self.game.unit, 0.0, (0, 0)
        for own, _, throw in self.all_payoffs():
            off = np.abs(throw[0, -1] - self.starts[own])
            opp = int(off.argmax())
            if off[opp] > worst:
                worst, where = float(off[opp]), (unit * own, unit * opp)
        return worst, where

    @property
    def residual(self) -> float:
        """The largest ``|V - TV|`` over the turn starts: how far they are from their equations."""
        return self.worst_miss[0]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a file of this solution holds."""
        return {"starts": self.starts}

    def info(self) -> dict[str, Any]:
        """How the method performed."""
        return {
            "tolerance": self.tolerance,
            "history": list(self.history),
            "converged": self.converged,
            "residual": self.residual,
            "error_bound": self.error_bound,
        }

    def _facts(self) -> dict[str, Any]:
        return {
            "converged": self.converged,
            "tolerance": self.tolerance,
            "iterations": len(self.history),
            "residual": self.residual,
            "error_bound": self.error_bound,
        }

    def _line(self) -> str:
        return (
            f"the first player wins with {number(self.value)}; newton, "
            f"{counted(len(self.history), 'iteration')}"
        )


class FarklePolicy(Frozen):
    """The decisions of a solved game of Farkle, one turn's recursion away each."""

    solution: FarkleSolution

    def __init__(self, solution: FarkleSolution) -> None:
        self._set(solution=solution)

    def __call__(self, own: int, opp: int, points: int = 0, dice: Any = 0) -> Any:
        """``"bank"`` or ``"throw"``; of a throw, the :class:`Choice`."""
        payoffs = self.solution.payoffs(own, opp, points, dice)
        return max(payoffs, key=lambda action: payoffs[action])

    def __repr__(self) -> str:
        return f"<optimal policy of {self.solution.game.name}>"
