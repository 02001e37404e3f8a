"""What a solved race knows: every state's value and best actions, from its turn starts."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.dice import Dice
from ...games.errors import SizeError, StateError
from ...games.race import COUNTS, Race
from ...games.spelling import counted, listed, number
from ...games.starts import Start
from ...games.starts import left as turns_left
from ...kernels import Floats
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
from .arrays import RaceArrays, tables_of, turns_come_to
from .decided import better_to_roll
from .one_turn import UNMIXED, Mix, OneTurn, Worths, turn_at
from .ranks import Ranks

MOST_ROWS = 2_000_000
"""Rows of a data frame of several players."""


class Cell(NamedTuple):
    """The turn starts of one tuple of scores, whoever moves, and their equilibria."""

    scores: tuple[int, ...]
    """The rotation of the scores with the smallest number."""
    kind: str
    """``"mixed"`` where no pure equilibrium was found, or ``"none"`` where none was."""
    weights: tuple[tuple[Any, ...], ...]
    """Of all who mix throwing and banking: the scores from the mover on, the points of the turn,
    the mode if there are several, and his chance of throwing."""
    options: tuple[tuple[Any, ...], ...] = ()
    """Of all who mix what they take of a throw: the scores from the mover on, points and mode that
    one option leads to, and the chance that he takes it where another one is worth as much."""


class RaceSolution(Solution[Race, str]):
    """A solved race.

    Only the turn starts are stored. The value of any other state follows from them by the recursion
    over one turn: O(units x options), a tenth of a millisecond in Pig and in Farkle.

    A state (own, opp, points, mode) has the actions ``"bank"`` and ``"throw"``, or ``"hold"`` and
    ``"roll"`` where throws leave no choice; a mode is given as its value or its word. Where dice
    are set aside, the mode is their number, and you can give the faces of a throw in place of it,
    as in ``best(own, opp, 300, (1, 1, 5, 3))``. Then an action is a
    :class:`~pigcore.games.dice.Choice`, such as ``"1 1, then throw"``, with attributes ``aside``
    (the dice set aside) and ``then``; if nothing scores it is ``"bust"``. Among several players the
    scores of all come first. Where busts in a row cost points, a state has ``busts`` and
    ``opp_busts`` at its end: how many turns in a row the mover has lost, and the opponent.

    Attributes
    ----------
    game : Race
    starts : float64 array (units, units), read-only
        ``starts[own / unit, opp / unit]``: the chance that the mover wins. Where busts in a row
        cost points, at [own, opp, busts, opp_busts], scores in units above the floor. Of several
        players each one's chance, (units, ..., units, players) at [own, next, ...], the mover's
        first; where it counts who began, at [seat - 1, own, next, ...], for each place in the round
        that the mover may have.
    method : str
    tolerance : float
        How large the residual may be.
    history : tuple of float
        The largest change in each iteration. The last one of Newton's method is not an error: a
        step that changes no decision is exact.
    cells : tuple of Cell
        Of several players: the cells in which somebody mixes, or of which no equilibrium was found.
    """

    starts: Floats
    method: str
    tolerance: float
    history: tuple[float, ...]
    cells: tuple[Cell, ...]
    _other_starts: Floats | None
    _mixing: Mapping[int, Mix]

    def __init__(
        self,
        game: Race,
        starts: Floats,
        *,
        tolerance: float,
        method: str = "newton",
        history: Sequence[float] = (),
        other_starts: Floats | None = None,
        cells: tuple[Cell, ...] = (),
        mixing: Mapping[int, Mix] = MappingProxyType({}),
    ) -> None:
        self._set(
            game=game,
            starts=immutable(starts).reshape(game.arrays[0].shape),
            _other_starts=None if other_starts is None else immutable(other_starts),
            method=method,
            tolerance=tolerance,
            history=tuple(history),
            cells=cells,
            _mixing=dict(mixing),
        )

    # --- turn starts ------------------------------------------------------------------------------

    @property
    def other_starts(self) -> Floats:
        """The turn starts of the next player, by his own score and then the others'.

        float64, read-only; ``starts`` unless the players' turns differ or it counts who began.
        """
        if self._other_starts is not None:
            return self._other_starts
        return self.starts if self.swapped is self else self.swapped.seen_starts

    @property
    def seen_starts(self) -> Floats:
        """``starts`` as the mover sees them: of several players, where it counts who began, those
        of his seat.
        """
        game = self.game
        return self.starts[game.seat - 1] if game.shared and game.seats > 1 else self.starts

    @property
    def _own_starts(self) -> Floats:
        """The mover's chance at the start of a turn."""
        return self.seen_starts[..., 0] if self.game.shared else self.starts

    @cached_property
    def swapped(self) -> RaceSolution:
        """The same solution as the next player sees it, of :attr:`.Race.swapped`.

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
        starts, others = self.starts, self._other_starts
        if others is not None:
            starts, others = others, starts
        return RaceSolution(
            self.game.swapped, starts, other_starts=others, method=self.method,
            tolerance=self.tolerance, history=self.history, cells=self.cells, mixing=self._mixing,
        )  # fmt: skip

    @cached_property
    def _by_kind(self) -> list[Floats]:
        """The turn starts of all kinds, as ``Ranks`` has them."""
        game = self.game
        if game.falls:
            return [self.starts[:, :, a, b] for a, b in np.ndindex(*self.starts.shape[2:])]
        if game.shared:
            return [*self.starts] if game.seats > 1 else [self.starts]
        both = [self.starts, self.other_starts][: 2 - game.alike]
        return both if game.seat == 1 else both[::-1]

    @cached_property
    def _ranks(self) -> Ranks:
        return Ranks(self.game)

    @cached_property
    def _arrays(self) -> RaceArrays:
        return tables_of(self.game)

    def _started(self, scores: Sequence[int], counts: Sequence[int] = ()) -> Floats:
        """Each player's chance at a turn start, the mover's first; scores in units from the floor
        up.
        """
        kind = self.game.seat - 1 if self.game.seats > 1 or self.game.other else 0
        for count in counts:
            kind = kind * self.game.busts_in_a_row + count
        kind %= len(self._by_kind)
        found = self._by_kind[kind][tuple(scores)]
        return found if self.game.shared else np.array((found, 1.0 - found))

    @property
    def _at_first(self) -> Floats:
        """Each player's chance where nobody has a point."""
        game = self.game
        return self._started([game.below] * game.players, (0, 0) if game.falls else ())

    @property
    def value(self) -> float:
        """The chance that the player who moves first wins."""
        return float(self._at_first[0])

    # --- busts in a row ---------------------------------------------------------------------------

    @property
    def _counts(self) -> list[tuple[int, ...]]:
        """The busts in a row of both, all there are; nothing where none count."""
        return [*np.ndindex(self.starts.shape[2:])] if self.game.falls else [()]

    @cached_property
    def _worths(self) -> Worths:
        """What the turn starts are worth, whatever follows them."""
        return Worths(self._ranks, self._ranks.filled(self._by_kind))

    def _turn(self, start: Start, most: int = 0) -> OneTurn:
        """The turn at a start, which the game's mover has; so many units are asked about."""
        scores = [(score - (self.game.floor or 0)) // self.game.unit for score in start.scores]
        mix = UNMIXED if turns_left(self.game, start) else self._mix(scores)
        return turn_at(self._worths, start, mix, most * (most > self.game.units))

    def _seen(self, state: tuple[Any, ...]) -> tuple[OneTurn, int, Any]:
        """The turn of a state that was checked, its units, and the place of the mode or the faces
        of a throw.
        """
        game, n, end = self.game, self.game.players, len(state) - 2 * self.game.falls
        points, *mode = state[n:end]
        units, hand = points // game.unit, None
        if self._dice and mode and isinstance(mode[0], tuple):
            hand = mode[0]
        most = units if hand is None else units + self._arrays.most
        turn = self._turn(Start(state[:n], game.seat, state[end:]), most)
        return turn, units, self._place(*mode or [None]) if hand is None else hand

    # --- one state --------------------------------------------------------------------------------

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
        return () if self.game.turn.roll is not None else self.game.modes

    def _state(self, *parts: float) -> tuple[Any, ...]:
        """A state from scores and points in units and the place of its mode."""
        *scores, mode = map(int, parts)
        low, n = self.game.floor or 0, self.game.players
        units = [self.game.unit * part + low * (k < n) for k, part in enumerate(scores)]
        return *units, *([self._modes[mode]] if self._modes else [])

    def _place(self, mode: Any) -> int:
        """The place of the last part of a state."""
        return self.game.mode_place(mode)

    def win(self, own: int, opp: int, *rest: Any, **named: Any) -> float:
        """The chance that the mover wins; of several players each one's chance, the mover's first.

        Parameters
        ----------
        own, opp : int
            Banked scores, 0 <= own, opp < goal, multiples of the unit; among several those of all
            others follow. With a last turn opp may have the goal, or more: then the mover has that
            turn, wins by passing opp, and throws until he does, or has as many points if that is
            worth more.
        *rest
            The other parts of a state, all of which may be left out: the points of the turn so far;
            what is in hand, a value or a word (where dice are set aside, their number, 0 for all of
            them, or the faces of the throw on the table); and both counts of busts in a row where
            they cost points.
        **named
            The same by their names: ``points``, ``mode``, ``busts``, ``opp_busts``.

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
        >>> s = pigcore.solve(pigcore.Farkle.three_farkles(1000, floor=-500))
        >>> s.win(500, 0) > s.win(500, 0, busts=2)
        True
        >>> three = pigcore.solve(pigcore.Piglet(goal=3, players=3))
        >>> [round(chance, 6) for chance in three.win(2, 0, 0)]
        [0.810127, 0.101266, 0.088608]
        """
        state = self.game.check_state(own, opp, *rest)
        if named:
            names = self.game.state_names
            called = dict(zip(("points", "mode"), names[self.game.players :]))
            parts = dict(zip(names, state)) | {called.get(n, n): part for n, part in named.items()}
            state = self.game.check_state(*parts.values())
        found: Any = self._shares(state)
        return found if self.game.shared else found[0]  # type: ignore[no-any-return]

    def _worth(self, state: tuple[Any, ...]) -> float:
        return self._shares(state)[0]

    def _shares(self, state: tuple[Any, ...], action: Any = None) -> tuple[float, ...]:
        turn, units, hand = self._seen(state)
        if action is not None:
            return tuple(turn.worths(units, hand)[action].tolist())
        begun = units == 0 and hand == turn.tables.start
        if begun and not turns_left(self.game, turn.start):
            scores = [(one - (self.game.floor or 0)) // self.game.unit for one in turn.start.scores]
            return tuple(self._started(scores, turn.start.busts).tolist())
        return tuple(turn.shares(units, hand).tolist())

    def _mix(self, scores: Sequence[int]) -> Mix:
        """How the mover mixes at these scores, in units."""
        if not self._mixing:
            return UNMIXED
        place = int(np.ravel_multi_index(tuple(scores), self._shape))
        seat = self.game.seat - 1 if self.game.seats > 1 else 0
        return self._mixing.get(seat * math.prod(self._shape) + place, UNMIXED)

    def _payoffs(self, state: tuple[Any, ...]) -> dict[Any, float]:
        turn, units, hand = self._seen(state)
        return {action: float(row[0]) for action, row in turn.worths(units, hand).items()}

    def _outlook(self, state: tuple[Any, ...], payoffs: dict[Any, float]) -> dict[Any, Outlook]:
        turn, units, hand = self._seen(state)
        return {action: turn.outlook(units, hand, action) for action in payoffs}

    def decide(self, *state: Any) -> str:
        """The best action in double precision; in a tie the one that ends the turn; where the mover
        mixes, the likelier one.

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
        turn, units, hand = self._seen(place)
        ordered = sorted(self._payoffs(place).values(), reverse=True)
        if len(ordered) > 1 and ordered[0] - ordered[1] < self._disputed_below * (
            not self.game.shared
        ):
            warnings.warn(
                f"at {self.game.spell(place)} the two best actions differ by "
                f"{ordered[0] - ordered[1]:.1e}, too little for double precision to decide: "
                f"ask pigverify.check(game, {', '.join(map(repr, place))})",
                DisputedWarning,
                stacklevel=2,
            )
        answers = turn.answers(units, hand)
        return max(answers, key=answers.__getitem__)  # type: ignore[no-any-return]

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

    def _advice(self, state: tuple[Any, ...]) -> dict[str, Any]:
        if not self.game.shared:
            return {}
        turn, units, hand = self._seen(state)
        answers = turn.answers(units, hand)
        chance: dict[str, Any] = {}
        if not self._dice:
            chance = {"chance_to_roll": answers.get(self._actions[0], 0.0)}
        elif len(answers) > 1:
            chance = {"mixture": dict(sorted(answers.items(), key=lambda one: -one[1]))}
        return {"win": list(self._shares(state)), **chance}

    if TYPE_CHECKING:  # the last part of a state may be a throw

        def best(self, *state: int | str | Sequence[int]) -> tuple[str, ...]: ...
        def payoffs(self, *state: int | str | Sequence[int]) -> dict[str, float]: ...
        def advise(self, *state: int | str | Sequence[int]) -> dict[str, Any]: ...

    # --- all states -------------------------------------------------------------------------------

    def all_payoffs(self, *busts: int) -> Iterator[tuple[int, Floats, Floats]]:
        """Yield (own, bank, throw) for each own in units, the payoffs against every opp.

        Both are float64 (points, modes, units) at [points in units, mode, opp], in the order of
        ``game.turn.modes`` (with n dice in hand n - 1), ``bank`` NaN where one may not bank,
        ``throw`` NaN where nothing is thrown, both where no turn comes. Where busts in a row cost
        points, with so many of both; scores are in units above the floor.

        Raises
        ------
        StateError
            If these counts are not given, or there are none.
        """
        if busts not in self._counts:
            name, most = self.game.name, self.game.busts_in_a_row - 1
            raise StateError(
                f"in {name} payoffs differ by the busts in a row: give those of both, each between "
                f"0 and {most}"
                if self.game.falls
                else f"busts in a row cost nothing in {name}: leave them out"
            )
        for own in range(self._arrays.goal):
            bank, throw, _ = self._payoffs_from(own, busts)
            yield own, bank, throw

    def _payoffs_from(self, own: int, busts: tuple[int, ...]) -> tuple[Floats, Floats, Floats]:
        """The same with ``own`` units, and what a bust pays, (units,)."""
        shape, reached = self._shape[1:], self._reached
        bank, throw, bust = self._worths.payoffs(own, busts)
        rows = len(throw) if self.game.answered else self._arrays.goal - own
        bank, throw = (each[:rows].reshape(rows, -1, *shape) for each in (bank, throw))
        if not reached.all():
            bank[~reached[:rows]] = throw[~reached[:rows]] = np.nan
        return bank, throw, bust.reshape(shape)

    def _all(self, dtype: Any, fill: float, points: bool, of: Callable[..., Any]) -> NDArray[Any]:
        """A table of all states, each row of which ``of`` finds by own score and busts in a row.

        Counts of busts in a row are two more axes at the end; there is an axis for the mode where
        there are several.
        """
        tables, counts = self._arrays, self.starts.shape[2:] if self.game.falls else ()
        shape = (*self._shape, *[tables.goal] * points, len(tables.may))
        require(
            np.dtype(dtype).itemsize * math.prod((*shape, *counts)),
            f"all states of {self.game.name} to {self.game.goal:,}",
            "ask for single states instead",
        )
        found = np.full((len(self._counts), *shape), fill, dtype=dtype)
        for table, busts in zip(found, self._counts):
            for own in range(tables.goal):
                row = of(own, busts)
                if points:
                    row = row[: tables.goal - own].transpose(*range(2, row.ndim), 0, 1)
                    table[own, ..., : row.shape[-2], :] = row
                else:
                    table[own] = np.moveaxis(row, 0, -1)
        found = found if self._modes else found[..., 0]
        return np.moveaxis(found, 0, -1).reshape(*found.shape[1:], *counts) if counts else found[0]

    def values(self) -> Floats:
        """P(mover wins) of every state below the goal, float64 (units, units, units, modes).

        At [own, opp, points, mode] in units, without the last axis where there is one mode; NaN
        where there is no state. Where busts in a row cost points, their counts are two more axes at
        the end, scores are in units above the floor, and where fewer points than the minimum do not
        win, turns that have passed the goal have no place in the table.

        Raises
        ------
        SizeError
            If that does not fit in memory; ``win`` answers for single states.
        """

        def of(own: int, busts: tuple[int, ...]) -> Floats:
            bank, throw, bust = self._payoffs_from(own, busts)
            best = np.fmax(bank, throw)
            best = np.where(np.isnan(best), bust, best)
            best[~self._reached[: len(best)]] = np.nan
            place: Any = (own, ..., *busts)
            best[0, self._arrays.start] = self._own_starts[place]
            return best

        return self._all(np.float64, np.nan, True, of)

    def decisions(self) -> NDArray[np.int8]:
        """1 throw, 0 bank, -1 no state or no choice but a bust: int8, at the places of ``values``.

        Raises
        ------
        SizeError
            If that does not fit in memory; ``decide`` answers for single states.
        """

        def of(own: int, busts: tuple[int, ...]) -> NDArray[np.int8]:
            bank, throw, _ = self._payoffs_from(own, busts)
            none = np.isnan(bank) & np.isnan(throw)
            return np.where(none, -1, _throws(bank, throw))

        return self._all(np.int8, -1, True, of)

    @property
    def _shape(self) -> tuple[int, ...]:
        """Of a table of all tuples of scores in units."""
        return (self.game.units + self.game.below,) * self.game.players

    def thresholds(self) -> NDArray[np.int64]:
        """The fewest points of a turn to bank, in each mode.

        Returns
        -------
        int64 array (units, units, modes)
            At [own, opp, mode]; without the last axis where there is one mode, and where dice are
            set aside (dice, units, units) at [dice in hand - 1, own, opp]; counts of busts in a row
            are two more axes at the end. Points that reach the goal are always banked, unless
            somebody has a last turn then. Points that no turn can have in that mode are skipped,
            and with more points it may be best to throw again.
        """

        def of(own: int, busts: tuple[int, ...]) -> NDArray[np.int64]:
            bank, throw, _ = self._payoffs_from(own, busts)
            banks = ~_throws(bank, throw)
            return self.game.unit * np.where(banks.any(axis=0), banks.argmax(axis=0), len(banks))

        found = self._all(np.int64, 0, False, of)
        return np.moveaxis(found, self.game.players, 0) if self._dice else found

    @cached_property
    def _reached(self) -> NDArray[np.bool_]:
        """Whether a turn can have so many units in a mode, (rolled, modes)."""
        tables = self._arrays
        if tables.single:
            return np.ones((tables.rolled, 1), dtype=bool)
        return turns_come_to(self.game, self.game.unit * (tables.rolled - 1))

    def margins(self, *busts: int) -> Iterator[tuple[int, Floats]]:
        """Yield (own, throwing minus banking) for each own in units.

        At [units of the turn, mode, opp]; NaN where nothing is decided or no turn can come.
        Refused as :meth:`all_payoffs` are.
        """
        for own, bank, throw in self.all_payoffs(*busts):
            yield own, throw - bank

    def _closest(self, count: int | None, below: float, above: float) -> list[Call]:
        found = [call for busts in self._counts for call in self._near(busts, count, below, above)]
        return sorted(found, key=lambda call: (call.margin, call.state))[:count]

    def _near(
        self, busts: tuple[int, ...], count: int | None, below: float, above: float
    ) -> Iterator[Call]:
        """The same with so many busts in a row of both."""
        tables, (throw, bank) = self._arrays, self._actions
        rows: list[Floats] = []
        bound, most = below, np.inf if count is None else max(2 * count, 100_000)
        for own, margin in self.margins(*busts):
            size = np.abs(margin)
            points, mode, *others = np.nonzero((size < bound) & (size > above))
            here = np.full(points.shape, own)
            near = margin[(points, mode, *others)]
            rows.append(np.stack([near, here, *others, points, mode], axis=1))
            if sum(map(len, rows)) > most or own == tables.goal - 1:
                rows = [nearest_first(np.concatenate(rows), count)]
                if count is not None and 0 < count == len(rows[0]):
                    bound = float(np.abs(rows[0][-1, 0]))
        for margin, *state in rows[0] if rows else []:
            words = (throw, bank) if margin > 0 else (bank, throw)
            yield Call((*self._state(*state), *busts), *words, abs(float(margin)))

    @property
    def policy(self) -> RacePolicy:
        """The optimal policy, or that of the equilibrium: a callable of the state, or of a throw,
        that returns an action, or the chances of all where the mover mixes.
        """
        return RacePolicy(self)

    def _columns(self) -> dict[str, Any]:
        game, tables = self.game, self._arrays
        throw_word, bank_word = self._actions
        tuples, places = math.prod(self._shape), tables.rolled * len(tables.may)
        require(
            100 * tuples * places, f"a data frame of {game.name} to {game.goal:,}",
            "ask for single states instead",
        )  # fmt: skip
        rows_ = tuples * (tables.goal + 1) // 2 * len(tables.may)
        if game.shared and rows_ > MOST_ROWS:
            raise SizeError(
                f"a data frame of {game.name} to {game.goal} would have {rows_:,} rows, "
                f"but at most {MOST_ROWS:,} are made: ask for single states instead"
            )
        n, unit, low = game.players, game.unit, game.floor or 0
        mode_name = [name for name in game.state_names[n + 1 :] if name not in COUNTS]
        modes = self._modes if self._dice else [mode.word for mode in game.turn.modes]
        columns: dict[str, list[Any]] = {}
        for counts in self._counts:
            for own, bank, throw in self.all_payoffs(*counts):
                bank, throw = (np.moveaxis(each, (0, 1), (-2, -1)) for each in (bank, throw))
                at = np.nonzero(~(np.isnan(bank) & np.isnan(throw)))
                *others, points, mode = at
                banked, thrown = bank[at], throw[at]
                best = _throws(banked, thrown)
                scores = np.full(points.shape, own), *others
                rows = {
                    **{name: unit * one + low for name, one in zip(game.state_names, scores)},
                    game.state_names[n]: unit * points,
                    **{name: np.asarray(modes)[mode] for name in mode_name},
                    **{name: np.full(points.shape, n) for name, n in zip(COUNTS, counts)},
                    "value": np.fmax(banked, thrown),
                    f"payoff_{throw_word}": thrown,
                    f"payoff_{bank_word}": banked,
                    "best": np.where(best, throw_word, bank_word),
                }
                for name, entries in rows.items():
                    columns.setdefault(name, []).append(entries)
        return {name: np.concatenate(entries) for name, entries in columns.items()}

    # --- the whole --------------------------------------------------------------------------------

    @cached_property
    def residual(self) -> float:
        """The largest ``|V - TV|`` over the turn starts: how far they are from their equations."""
        return self._ranks.residual(self._by_kind)

    @property
    def cell_counts(self) -> dict[str, int]:
        """How many cells have pure decisions, in how many somebody mixes, and of how many no
        equilibrium was found.
        """
        n, goal = self.game.players, self.game.units
        # Burnside's lemma: a rotation by k leaves goal^gcd(k, n) tuples as they are, and none if it
        # counts who began.
        all_cells = sum(goal ** int(np.gcd(k, n)) for k in range(n)) // n
        all_cells = goal**n if self.game.seats > 1 else all_cells
        kinds = [cell.kind for cell in self.cells]
        special = {kind: kinds.count(kind) for kind in ("mixed", "none")}
        counts = {"pure": all_cells - len(kinds), **special}
        return {kind: count for kind, count in counts.items() if count or kind != "none"}

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a file of this solution holds."""
        found: dict[str, NDArray[Any]] = {"starts": self.starts}
        names = {array.name for array in self.game.arrays}
        if "other_starts" in names:
            found["other_starts"] = self.other_starts
        if "mixed" in names:
            shape = self.starts.shape[:-1]
            mixed, weights = np.zeros(shape, dtype=np.int64), np.zeros(shape)
            for tuple_, (place, weight) in self._mixing.items():
                mixed.flat[tuple_], weights.flat[tuple_] = place, weight
            found |= {"mixed": mixed, "weights": weights}
        return found

    def info(self) -> dict[str, Any]:
        """How the method performed."""
        known = super().info()
        if self.game.shared:
            return known
        return {"method": self.method, "history": list(self.history), **known}

    def _facts(self) -> dict[str, Any]:
        if self.game.shared:
            return {"win": self._at_first.tolist(), **self.info(), "cells": self.cell_counts}
        return {
            "method": self.method,
            "converged": self.converged,
            "tolerance": self.tolerance,
            "iterations": len(self.history),
            "residual": self.residual,
        }

    def _line(self) -> str:
        if self.game.shared:
            chances = listed([number(chance) for chance in self._at_first.tolist()])
            cells = counted(sum(self.cell_counts.values()), "cell")
            return f"the players win with {chances}; {cells}"
        known = "residual" in self.__dict__
        return (
            f"the {self.game.worth} with {number(self.value)}; {self.method}, "
            f"{counted(len(self.history), 'iteration')}"
            + ", stopped before its tolerance"
            * (known and not self.converged)
        )


def _throws(bank: Floats, throw: Floats) -> NDArray[np.bool_]:
    """Where one throws, by the payoffs; NaN is what one may not do."""
    found: NDArray[np.bool_] = better_to_roll(np.fmax(bank, -1.0), np.fmax(throw, -0.5))
    return found


class RacePolicy(SolvedPolicy):
    """The decisions of a solved race, one turn's recursion away each."""

    solution: RaceSolution

    def __call__(self, *state: Any) -> Any:
        """What to do in a state, of which parts at the end may be left out; of a throw, the
        :class:`Choice`; where the mover mixes, the chances of all.
        """
        place = self.solution.game.check_state(*state)
        turn, units, hand = self.solution._seen(place)
        answers = turn.answers(units, hand)
        return answers if len(answers) > 1 else next(iter(answers))

    def __repr__(self) -> str:
        if self.solution.game.shared:
            return f"<equilibrium policy of {self.solution.game.name}>"
        return super().__repr__()
