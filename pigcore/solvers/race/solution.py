"""What a solved race knows: every state's value and best actions, from its turn starts."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...games.dice import BUSTS, Choice, Dice
from ...games.errors import StateError
from ...games.margins import ALIKE, TIED
from ...games.race import Race
from ...games.spelling import counted, number
from ...games.starts import first
from ...games.starts import left as turns_left
from ...memory import require
from ..solution import (
    Call,
    DisputedWarning,
    Outlook,
    Solution,
    SolvedPolicy,
    immutable,
    nearest_first,
)
from .arrays import BANKS, THROWS, RaceArrays, arrays_to_ask, turns_come_to
from .decided import Decisions, held_by, paid_by
from .last_turn import payoffs_of_last_turn
from .outlook import outlook_of, to_pass
from .ranks import Ranks


class RaceSolution(Solution[Race, str]):
    """A solved race.

    Only the turn starts are stored. The value of any other state follows from them by the recursion
    over one turn: O(units x options), some ten microseconds in Pig and a tenth of a millisecond in
    Farkle.

    A state (own, opp, points, mode) has the actions ``"bank"`` and ``"throw"``, or ``"hold"`` and
    ``"roll"`` where throws leave no choice; a mode is given as its value or its word. Where dice
    are set aside, the mode is their number, and you can give the faces of a throw in place of it,
    as in ``best(own, opp, 300, (1, 1, 5, 3))``. Then an action is a
    :class:`~pigcore.games.dice.Choice`, such as ``"1 1, then throw"``, with attributes ``aside``
    (the dice set aside) and ``then``; if nothing scores it is ``"bust"``.

    Attributes
    ----------
    game : Race
    starts : float64 array (units, units), read-only
        ``starts[own / unit, opp / unit]``: the chance that the mover wins.
    method : str
    tolerance : float
        How large the residual may be.
    history : tuple of float
        The largest change in each iteration. The last one of Newton's method is not an error: a
        step that changes no decision is exact.
    """

    starts: NDArray[np.float64]
    method: str
    tolerance: float
    history: tuple[float, ...]
    _other_starts: NDArray[np.float64] | None = None

    def __init__(
        self,
        game: Race,
        starts: NDArray[np.float64],
        *,
        method: str,
        tolerance: float,
        history: Sequence[float],
        other_starts: NDArray[np.float64] | None = None,
    ) -> None:
        self._set(
            game=game,
            starts=immutable(starts),
            _other_starts=None if other_starts is None else immutable(other_starts),
            method=method,
            tolerance=tolerance,
            history=tuple(history),
        )

    @property
    def other_starts(self) -> NDArray[np.float64]:
        """The turn starts of the opponent, by his own score and then the mover's.

        float64 (units, units), read-only; ``starts`` unless the players' turns differ.
        """
        return self.starts if self._other_starts is None else self._other_starts

    @property
    def seen_starts(self) -> NDArray[np.float64]:
        """``starts`` as the mover sees them: of several players, where it counts who began, those
        of his seat.
        """
        return self.starts

    @property
    def _own_starts(self) -> NDArray[np.float64]:
        """The mover's chance at the start of a turn."""
        return self.starts

    @cached_property
    def _arrays(self) -> RaceArrays:
        return arrays_to_ask(self.game)

    @cached_property
    def swapped(self) -> RaceSolution:
        """The same solution as the opponent sees it, of :attr:`.Race.swapped`.

        Examples
        --------
        >>> import pigcore
        >>> race = pigcore.Race(pigcore.Roll.die(6), 50, other=pigcore.Roll.die(8))
        >>> s = pigcore.solve(race)
        >>> round(s.win(0, 0), 6), round(s.swapped.win(0, 0), 6)
        (0.31035, 0.76737)
        """
        if self.game.alike:
            return self
        return RaceSolution(
            self.game.swapped,
            self.other_starts,
            other_starts=self.starts,
            method=self.method,
            tolerance=self.tolerance,
            history=self.history,
        )

    # --- one state ---------------------------------------------------------------------------

    @property
    def value(self) -> float:
        """The chance that the player who moves first wins."""
        return float(self.starts[0, 0])

    @property
    def _dice(self) -> Dice | None:
        return self.game.set_aside

    @property
    def _actions(self) -> tuple[str, str]:
        """The words for throwing and for banking."""
        return self.game.words

    @cached_property
    def _modes(self) -> tuple[Any, ...]:
        """The last part of a state by mode; none where there is but one."""
        return self.game.modes if self.game.optional == 2 else ()

    def _state(self, *parts: float) -> tuple[Any, ...]:
        """A state from scores and points in units and the place of its mode."""
        *scores, mode = map(int, parts)
        units = [self.game.unit * part for part in scores]
        return *units, *([self._modes[mode]] if self._modes else [])

    def _place(self, mode: Any) -> int:
        """The place of the last part of a state."""
        return self.game.mode_place(mode)

    def win(self, own: int, opp: int, points: int = 0, mode: Any = None) -> float:
        """The chance that the mover wins.

        Parameters
        ----------
        own, opp : int
            Banked scores, 0 <= own, opp < goal, multiples of the unit. With a last turn opp may
            have the goal, or more: then the mover has that turn, wins by passing opp, and throws
            until he does, or has as many points if that is worth more.
        points : int
            The points of the turn so far.
        mode : optional
            What is in hand, a value or a word; left out, what a turn starts with. Where dice are
            set aside, their number (0: all of them), or the faces of the throw on the table.

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
        given = () if mode is None else (mode,)
        return self._worth(self.game.check_state(own, opp, points, *given))

    def _worth(self, state: tuple[Any, ...]) -> float:
        own, opp, points, *mode = state
        begun = not isinstance(mode[0], tuple) if mode and self._dice else True
        begun = begun and points == 0 and opp < self.game.goal
        if begun and self._place(*mode or [None]) == self._arrays.start:
            unit = self.game.unit
            return float(self.starts[own // unit, opp // unit])
        return max(self._payoffs(state).values())

    def _turn_payoffs(
        self, scores: Sequence[int], most: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What banking each score pays, (height, players), and throwing at it, (rolled, modes,
        players); of two, the mover alone.

        All scores are in units; with own units banked, those from own on tell something. Rows go
        at least to ``most`` if there is a last turn. With n dice in hand the mode is n - 1.
        """
        own, opp = scores
        tables = self._arrays
        if self.game.answered:
            tables = arrays_to_ask(self.game, (most // tables.rolled).bit_length())
        held = tables.held_against(self.other_starts, opp)
        return held[:, :1], tables.thrown_at(held, own)[:, :, :1]

    def _payoffs(self, state: tuple[Any, ...]) -> dict[Any, float]:
        return {action: float(worth[0]) for action, worth in self._worths(state).items()}

    def _worths(self, state: tuple[Any, ...]) -> dict[Any, NDArray[np.float64]]:
        """What each action is worth to all players, the mover first; of two, to him alone."""
        game, unit, dice = self.game, self.game.unit, self._dice
        (own, *others), (points, *mode) = state[: game.players], state[game.players :]
        thrown = mode[0] if dice and isinstance(mode[0], tuple) else None
        if turns_left(game, first(game, (own, *others))):
            return self._last_worths(state)
        most = points if thrown is None else points + game.turn.gains[-1]
        units = [score // unit for score in (own, *others)]
        banks, throws = self._turn_payoffs(units, (own + most) // unit)
        tables, (throw, bank) = self._arrays, self._actions

        def actions(points: int, place: int) -> dict[str, NDArray[np.float64]]:
            s, begun = (own + points) // unit, points == 0 and place == tables.start
            done, found = own + points >= game.goal, dict[str, NDArray[np.float64]]()
            if tables.exact and s > tables.goal:
                return {}
            past = done and not begun and not game.answered
            if tables.may[place] & THROWS and past and tables.banked:
                lost = banks[[tables.landing[own // unit], 0], 0]
                worth = tables.thrown_past(*lost.tolist())[place]
                rest = (1.0 - worth) / (game.players - 1)
                found[throw] = np.array([worth, *[rest] * (banks.shape[1] - 1)])
            elif tables.may[place] & THROWS and s < len(throws) and not past:
                found[throw] = throws[s, place]
            enough = (not begun or game.may_pass) and (done or points >= game.least(own))
            if enough and (tables.may[place] & BANKS or not found):
                found[bank] = banks[min(s, len(banks) - 1)]
            return found

        bust = {BUSTS: banks[tables.landing[own // unit]]}
        if thrown is None or dice is None:
            return actions(points, self._place(*mode or [None])) or bust
        choices = {}
        for aside, (gain, left) in dice.asides(dice.check_throw(thrown, len(thrown))).items():
            for action, worth in (actions(points + gain, left - 1) or bust).items():
                choices[Choice(aside, action)] = worth
        return choices or bust

    def _last_worths(self, state: tuple[Any, ...]) -> dict[Any, NDArray[np.float64]]:
        """The same in a last turn."""
        found = payoffs_of_last_turn(self.game, state, self._actions)
        return {action: np.array([worth]) for action, worth in found.items()}

    def _outlook(self, state: tuple[Any, ...], payoffs: dict[Any, float]) -> dict[Any, Outlook]:
        return outlook_of(self, state, payoffs)

    def _to_pass(self, scores: Sequence[int], need: int) -> Decisions:
        """What is done in a last turn in which so many units pass."""
        return to_pass(self.game, need)

    def _throwing(self, scores: Sequence[int], bank: Any, throw: Any) -> NDArray[np.float64]:
        """The chance that best play throws, in a turn at these scores that pays so much."""
        chance: NDArray[np.float64] = better_to_roll(bank, throw).astype(np.float64)
        return chance

    def _options(
        self, scores: Sequence[int], ahead: Sequence[tuple[int, int]], worths: Sequence[float]
    ) -> dict[int, float]:
        """Which options are taken and their chances: they lead ``ahead`` to units and modes, and
        are worth so much.
        """
        return {worths.index(max(worths)): 1.0}

    def decide(self, *state: Any) -> str:
        """The best action in double precision; in a tie the one that ends the turn.

        Warns
        -----
        DisputedWarning
            If the margin is below 1e-9: ``pigverify.check`` settles such a state.

        Raises
        ------
        StateError
            If there is no such state.
        """
        place = self.game.check_state(*state)
        payoffs = self._payoffs(place)
        ordered = sorted(payoffs.values(), reverse=True)
        if len(ordered) > 1 and ordered[0] - ordered[1] < self._disputed_below:
            warnings.warn(
                f"at {self.game.spell(place)} the two best actions differ by "
                f"{ordered[0] - ordered[1]:.1e}, too little for double precision to decide: "
                f"ask pigverify.check(game, {', '.join(map(repr, place))})",
                DisputedWarning,
                stacklevel=2,
            )
        return self._best_of(payoffs)

    def _best_of(self, payoffs: dict[str, float]) -> str:
        throw, bank = self._actions
        if bank in payoffs and throw in payoffs:
            return throw if better_to_roll(payoffs[bank], payoffs[throw]) else bank
        return max(payoffs, key=lambda action: payoffs[action])

    def margin(self, *state: Any) -> float:
        """P(win | throw) - P(win | bank), positive where throwing is better.

        Raises
        ------
        StateError
            If there is no such state, or no choice between the two in it.
        """
        place = self.game.check_state(*state)
        payoffs, (throw, bank) = self._payoffs(place), self._actions
        if set(payoffs) != {throw, bank}:
            raise StateError(
                f"at {self.game.spell(place)} one does not choose between {bank} and {throw}, so "
                "there is no margin: ask for another state"
            )
        return payoffs[throw] - payoffs[bank]

    if TYPE_CHECKING:
        # The class is known by the rules alone: where three or more play, another one has these as
        # well. The last part of a state may be a throw.
        cells: tuple[Any, ...]
        cell_counts: dict[str, int]

        def turn(self, *scores: int) -> tuple[NDArray[np.float64], ...]: ...
        def best(self, *state: int | str | Sequence[int]) -> tuple[str, ...]: ...
        def payoffs(self, *state: int | str | Sequence[int]) -> dict[str, float]: ...
        def advise(self, *state: int | str | Sequence[int]) -> dict[str, Any]: ...

    # --- all states --------------------------------------------------------------------------

    def all_payoffs(self) -> Iterator[tuple[int, NDArray[np.float64], NDArray[np.float64]]]:
        """Yield (own, bank, throw) for each own in units, the payoffs against every opp.

        Both are float64 (scores, modes, units) at [s - own, mode, opp], in the order of
        ``game.turn.modes`` (with n dice in hand n - 1), ``bank`` NaN where one may not bank,
        ``throw`` NaN where nothing is thrown.
        """
        for own, bank, throw, _ in self._rows():
            yield own, bank, throw

    def _rows(self) -> Iterator[tuple[int, Any, Any, Any]]:
        """The same, and what a bust pays, (units,)."""
        tables, held = self._arrays, self._banked
        more = (1,) * (self.game.players - 1)
        for own, throw in self._throws(held):
            back = int(tables.landing[own])
            busted = held[back] if back < tables.goal else np.ones_like(held[0])
            throw, banked, bust = map(self._by_scores, (throw, held[own : tables.rolled], busted))
            banks = np.broadcast_to(tables.may & BANKS > 0, throw.shape[:2]).copy()
            banks[: min(int(tables.least[own]), tables.goal - own)] = False
            banks[0, tables.start] = False
            bank = np.where(banks.reshape(*banks.shape, *more), banked[:, None], np.nan)
            yield own, bank, throw, bust

    @property
    def _banked(self) -> NDArray[np.float64]:
        """What banking each score pays, at [score, others' scores as one number]; columns beyond
        all numbers mean nothing.
        """
        return held_by(self.game, self._arrays, paid_by(self.game, self.other_starts))

    def _by_scores(self, rows: NDArray[Any]) -> NDArray[Any]:
        """The same with an axis for each of the others' scores."""
        others = self._shape[1:]
        return rows[..., : math.prod(others)].reshape(*rows.shape[:-1], *others)

    def _throws(self, banked: NDArray[np.float64]) -> Iterator[tuple[int, NDArray[np.float64]]]:
        """Yield (own, throw) as ``all_payoffs`` does, in whole registers: numpy is faster so."""
        tables = self._arrays
        for own in range(tables.goal):
            yield own, tables.thrown_at(banked, own)[own:]

    def _all_below(self) -> Iterator[tuple[int, NDArray[np.float64], NDArray[np.float64]]]:
        """The payoffs below the goal, NaN where no turn comes."""
        reached = self._reached()
        for own, bank, throw in self.all_payoffs():
            rows = len(throw) if self.game.answered else self.game.units - own
            if not reached.all():
                none = ~reached[:rows]
                bank[:rows][none] = throw[:rows][none] = np.nan
            yield own, bank[:rows], throw[:rows]

    def values(self) -> NDArray[np.float64]:
        """P(mover wins) of every state below the goal, float64 (units, units, units, modes).

        At [own, opp, points, mode] in units, without the last axis where there is one mode; NaN
        where there is no state.

        Raises
        ------
        SizeError
            If that does not fit in memory; ``win`` answers for single states.
        """
        values, reached = self._table(np.float64, np.nan), self._reached()
        for own, bank, throw, bust in self._rows():
            rows, best = self._arrays.goal - own, np.fmax(bank, throw)
            best = np.where(np.isnan(best), bust, best)
            best[~reached[: len(best)]] = np.nan
            values[own, ..., :rows, :] = best[:rows].transpose(self._points_last)
        values[..., 0, self._arrays.start] = self._own_starts
        return values if self._modes else values[..., 0]

    def decisions(self) -> NDArray[np.int8]:
        """1 throw, 0 bank, -1 no state or no choice but a bust: int8, at the places of ``values``.

        Raises
        ------
        SizeError
            If that does not fit in memory; ``decide`` answers for single states.
        """
        decisions = self._table(np.int8, -1)
        for own, bank, throw in self._all_below():
            rows = self._arrays.goal - own
            bank, throw = bank[:rows], throw[:rows]
            found = better_to_roll(np.fmax(bank, -1.0), np.fmax(throw, -0.5)).astype(np.int8)
            found[np.isnan(bank) & np.isnan(throw)] = -1
            decisions[own, ..., :rows, :] = found.transpose(self._points_last)
        return decisions if self._modes else decisions[..., 0]

    @property
    def _points_last(self) -> tuple[int, ...]:
        """The axes of [points, mode, others' scores] in the order of ``values``."""
        return *range(2, self.game.players + 1), 0, 1

    @property
    def _shape(self) -> tuple[int, ...]:
        """Of a table of all tuples of scores in units."""
        return (self._arrays.goal,) * self.game.players

    def _table(self, dtype: Any, fill: float) -> NDArray[Any]:
        goal = self.game.units
        shape = *self._shape, goal, len(self._arrays.may)
        require(
            np.dtype(dtype).itemsize * math.prod(shape),
            f"all states of {self.game.name} to {self.game.goal:,}",
            "ask for single states instead",
        )
        return np.full(shape, fill, dtype=dtype)

    def thresholds(self) -> NDArray[np.int64]:
        """The fewest points of a turn to bank, in each mode.

        Returns
        -------
        int64 array (units, units, modes)
            At [own, opp, mode]; without the last axis where there is one mode, and where dice are
            set aside (dice, units, units) at [dice in hand - 1, own, opp]. Points that reach the
            goal are always banked, unless somebody has a last turn then. Points that no turn can
            have in that mode are skipped, and with more points it may be best to throw again.
        """
        tables, unit = self._arrays, self.game.unit
        found = np.empty((len(tables.may), *self._shape), dtype=np.int64)
        for own, bank, throw in self._all_below():
            banks = ~better_to_roll(np.fmax(bank, -1.0), np.fmax(throw, -0.5))
            most = len(banks) if self.game.answered else tables.goal - own
            banks[most:] = True
            found[:, own] = unit * np.where(banks.any(axis=0), banks.argmax(axis=0), most)
        if self._dice:
            return found
        return np.moveaxis(found, 0, -1) if self._modes else found[0]

    def _reached(self) -> NDArray[np.bool_]:
        """Whether a turn can have so many units in a mode, (rolled, modes)."""
        tables = self._arrays
        if tables.single:
            return np.ones((tables.rolled, 1), dtype=bool)
        return turns_come_to(self.game, self.game.unit * (tables.rolled - 1))

    def margins(self) -> Iterator[tuple[int, NDArray[np.float64]]]:
        """Yield (own, throwing minus banking) for each own in units.

        At [units of the turn, mode, opp]; NaN where nothing is decided or no turn can come.
        """
        for own, bank, throw in self._all_below():
            yield own, throw - bank

    def _closest(self, count: int | None, below: float, above: float) -> list[Call]:
        tables, (throw, bank) = self._arrays, self._actions
        rows: list[NDArray[np.float64]] = []
        bound, most = below, np.inf if count is None else max(2 * count, 100_000)
        for own, margin in self.margins():
            size = np.abs(margin)
            points, mode, *others = np.nonzero((size < bound) & (size > above))
            here = np.full(points.shape, own)
            near = margin[(points, mode, *others)]
            rows.append(np.stack([near, here, *others, points, mode], axis=1))
            if sum(map(len, rows)) > most or own == tables.goal - 1:
                rows = [nearest_first(np.concatenate(rows), count)]
                if count is not None and 0 < count == len(rows[0]):
                    bound = float(np.abs(rows[0][-1, 0]))
        return [
            Call(
                self._state(*state),
                *((throw, bank) if margin > 0 else (bank, throw)),
                abs(float(margin)),
            )
            for margin, *state in (rows[0] if rows else [])
        ]

    @property
    def policy(self) -> RacePolicy:
        """The optimal policy: a callable of the state, or of a throw, that returns an action."""
        return RacePolicy(self)

    def _columns(self) -> dict[str, Any]:
        tables, unit = self._arrays, self.game.unit
        throw_word, bank_word = self._actions
        require(
            100 * tables.goal**self.game.players * tables.rolled * len(tables.may),
            f"a data frame of {self.game.name} to {self.game.goal:,}",
            "ask for single states instead",
        )
        own_name, *others_names = self.game.state_names[: self.game.players]
        points_name, *mode_name = self.game.state_names[self.game.players :]
        modes = self._modes if self._dice else [mode.word for mode in self.game.turn.modes]
        columns: dict[str, list[Any]] = {}
        for own, bank, throw in self._all_below():
            bank, throw = (np.moveaxis(each, (0, 1), (-2, -1)) for each in (bank, throw))
            at = np.nonzero(~(np.isnan(bank) & np.isnan(throw)))
            *others, points, mode = at
            banked, thrown = bank[at], throw[at]
            rows = {
                own_name: np.full(points.shape, unit * own),
                **{name: unit * score for name, score in zip(others_names, others)},
                points_name: unit * points,
                **{name: np.asarray(modes)[mode] for name in mode_name},
                "value": np.fmax(banked, thrown),
                f"payoff_{throw_word}": thrown,
                f"payoff_{bank_word}": banked,
                "best": np.where(
                    better_to_roll(np.fmax(banked, -1.0), np.fmax(thrown, -0.5)),
                    throw_word,
                    bank_word,
                ),
            }
            for name, entries in rows.items():
                columns.setdefault(name, []).append(entries)
        return {name: np.concatenate(entries) for name, entries in columns.items()}

    # --- the whole ---------------------------------------------------------------------------

    @cached_property
    def worst_miss(self) -> tuple[float, tuple[int, ...]]:
        """How far the turn starts are from their equations at most, and at which scores."""
        game, low = self.game, self.game.floor or 0
        worst, scores, kind = Ranks(game).worst_miss(self._by_kind)
        first = (game.seat - 1 - kind) % game.players * (game.players == 2 and not game.alike)
        return worst, tuple(low + game.unit * score for score in scores[first:] + scores[:first])

    @property
    def _by_kind(self) -> list[NDArray[np.float64]]:
        """The turn starts of all kinds, as ``Ranks`` has them."""
        if self.game.alike:
            return [self.starts]
        both = [self.starts, self.other_starts]
        return both if self.game.seat == 1 else both[::-1]

    @property
    def residual(self) -> float:
        """The largest ``|V - TV|`` over the turn starts: how far they are from their equations."""
        return self.worst_miss[0]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a file of this solution holds."""
        found = {"starts": self.starts}
        return found if self.game.alike else found | {"other_starts": self.other_starts}

    def info(self) -> dict[str, Any]:
        """How the method performed."""
        return {
            "method": self.method,
            "history": list(self.history),
            **super().info(),
        }

    def _facts(self) -> dict[str, Any]:
        return {
            "method": self.method,
            "converged": self.converged,
            "tolerance": self.tolerance,
            "iterations": len(self.history),
            "residual": self.residual,
        }

    def _line(self) -> str:
        return (
            f"the {self.game.worth} with {number(self.value)}; {self.method}, "
            f"{counted(len(self.history), 'iteration')}{self._stopped}"
        )

    @property
    def _stopped(self) -> str:
        """What a line says of a solve that stopped early, as far as it is known."""
        known = "worst_miss" in self.__dict__
        return ", stopped before its tolerance" if known and not self.converged else ""


def better_to_roll(hold: Any, roll: Any) -> Any:
    """Where to roll, by the payoffs: where it is better, and no tie but for roundings."""
    return roll > hold + np.minimum(TIED, ALIKE * hold)


class RacePolicy(SolvedPolicy):
    """The decisions of a solved race, one turn's recursion away each."""

    solution: RaceSolution

    def __call__(self, own: int, opp: int, points: int = 0, mode: Any = None) -> str:
        """What to do with so many points and what is in hand; of a throw, the :class:`Choice`."""
        payoffs = self.solution.payoffs(own, opp, points, *([] if mode is None else [mode]))
        return self.solution._best_of(payoffs)
