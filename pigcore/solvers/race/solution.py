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

from ...games.checks import between
from ...games.dice import set_aside
from ...games.errors import SizeError, StateError
from ...games.race import Race
from ...games.spelling import counted, listed, number
from ...games.starts import Mover, Start, first, start_of
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
from .arrays import reached_by, tables_of
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

    @classmethod
    def _of(cls, game: Race, kinds: Sequence[Floats], **known: Any) -> RaceSolution:
        """The solution whose turn starts of each kind are these, in the order of ``Ranks``."""
        if game.shared:
            return cls(
                game, np.concatenate([each.reshape(-1, game.players) for each in kinds]), **known
            )
        if game.penalty:
            return cls(game, np.stack(kinds, axis=-1), **known)
        return cls(game, kinds[0], other_starts=kinds[1] if game.seats > 1 else None, **known)

    # --- turn starts ------------------------------------------------------------------------------

    @property
    def other_starts(self) -> Floats:
        """The turn starts of two players' second seat, float64, read-only; ``starts`` if they are
        the same.
        """
        return self.starts if self._other_starts is None else self._other_starts

    def starts_of(self, seat: int) -> Floats:
        """The turn starts of who moves in a seat, his own score first."""
        if not self.game.shared:
            return self.starts if seat == 1 else self.other_starts
        found: Floats = self.starts[seat - 1] if self.game.seats > 1 else self.starts
        return found

    @cached_property
    def _by_kind(self) -> list[Floats]:
        """The turn starts of all kinds, as ``Ranks`` has them."""
        if self.game.penalty:
            return [self.starts[:, :, a, b] for a, b in np.ndindex(*self.starts.shape[2:])]
        return [self.starts_of(seat) for seat in range(1, self.game.seats + 1)]

    @cached_property
    def _ranks(self) -> Ranks:
        return Ranks(self.game)

    def _started(self, start: Start) -> Floats:
        """Each player's chance at a turn start, the mover's first."""
        scores = tuple(map(self.game.in_units, start.scores))
        found = self._by_kind[self._ranks.kind_of(start)][scores]
        return found if self.game.shared else np.array((found, 1.0 - found))

    @property
    def _at_first(self) -> Floats:
        """Each player's chance where nobody has a point."""
        return self._started(first(self.game))

    @property
    def value(self) -> float:
        """The chance that the player who moves first wins."""
        return float(self._at_first[0])

    @property
    def _told(self) -> list[tuple[int, ...]]:
        """What may stand at the end of a state: busts in a row of both, or a seat, or nothing."""
        game = self.game
        if game.penalty:
            return [*np.ndindex(self.starts.shape[2:])]
        return [(seat,) for seat in range(1, game.seats + 1)] if game.seats > 1 else [()]

    @cached_property
    def _worths(self) -> Worths:
        """What the turn starts are worth, whatever follows them."""
        return Worths(self._ranks, self._ranks.filled(self._by_kind))

    def _turn(self, start: Start, most: int = 0) -> OneTurn:
        """The turn at a start; so many units are asked about."""
        mix = UNMIXED if turns_left(self.game, start) else self._mix(start)
        return turn_at(self._worths, start, mix, most * (most > self.game.units))

    def _seen(self, state: tuple[Any, ...]) -> tuple[OneTurn, int, Any]:
        """The turn of a state that was checked, its units, and the place of the mode or the faces
        of a throw.
        """
        game, start = self.game, start_of(self.game, state)
        mover = Mover(game, start.seat)
        part = dict(zip(game.state_names, state))
        mode = part.get("dice", part.get("mode"))
        units = state[game.players] // game.unit
        hand = mode if mover.set_aside and isinstance(mode, tuple) else mover.place(mode)
        most = units + tables_of(mover).most * isinstance(hand, tuple)
        return self._turn(start, most), units, hand

    # --- one state --------------------------------------------------------------------------------

    def _state(self, told: tuple[int, ...], *parts: float) -> tuple[Any, ...]:
        """A state from scores and points in units, the place of its mode, and its end."""
        *scores, units, mode = map(int, parts)
        game = self.game
        turn = self._mover(told).turn
        hand = (turn.values[mode],) * (len(game.state_names) - len(told) > len(parts) - 1)
        return *map(game.in_points, scores), game.unit * units, *hand, *told

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
        names = self.game.state_names
        called = {"points": names[self.game.players], "mode": "dice" if "dice" in names else "mode"}
        given = {called.get(name, name): part for name, part in named.items()}
        state = self.game.check_state(own, opp, *rest, **given)
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
            return tuple(self._started(turn.start).tolist())
        return tuple(turn.shares(units, hand).tolist())

    def _mix(self, start: Start) -> Mix:
        """How the mover mixes at a start."""
        if not self._mixing:
            return UNMIXED
        scores = tuple(map(self.game.in_units, start.scores))
        place = int(np.ravel_multi_index(scores, self._shape))
        return self._mixing.get((start.seat - 1) * math.prod(self._shape) + place, UNMIXED)

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
        payoffs = self._payoffs(place)
        throw, bank = Mover(self.game, start_of(self.game, place).seat).words
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
        if not turn.mover.set_aside:
            chance = {"chance_to_roll": answers.get(turn.mover.words[0], 0.0)}
        elif len(answers) > 1:
            chance = {"mixture": dict(sorted(answers.items(), key=lambda one: -one[1]))}
        return {"win": list(self._shares(state)), **chance}

    if TYPE_CHECKING:  # the last part of a state may be a throw

        def best(self, *state: int | str | Sequence[int]) -> tuple[str, ...]: ...
        def payoffs(self, *state: int | str | Sequence[int]) -> dict[str, float]: ...
        def advise(self, *state: int | str | Sequence[int]) -> dict[str, Any]: ...

    # --- all states -------------------------------------------------------------------------------

    def all_payoffs(self, *told: int) -> Iterator[tuple[int, Floats, Floats]]:
        """Yield (own, bank, throw) for each own in units, the payoffs against every opp.

        Both are float64 (points, modes, units) at [points in units, mode, opp], in the order of
        ``game.turn.modes`` (with n dice in hand n - 1), ``bank`` NaN where one may not bank,
        ``throw`` NaN where nothing is thrown, both where no turn comes. Where busts in a row cost
        points, with so many of both, and scores are in units above the floor; where states have a
        seat, in that one, 1 unless it is given.

        Raises
        ------
        StateError
            If these are not given, or there are none.
        """
        told = told or (1,) * (self.game.seats > 1)
        if told not in self._told:
            name, most = self.game.name, self.game.busts_in_a_row - 1
            raise StateError(
                f"in {name} payoffs differ by the busts in a row: give those of both, each between "
                f"0 and {most}"
                if self.game.penalty
                else f"in {name} payoffs differ by seat: give one between 1 and {self.game.seats}"
                if self.game.seats > 1
                else f"busts in a row cost nothing in {name}: leave them out"
            )
        for own in range(self.game.units):
            bank, throw, _ = self._payoffs_from(own, told)
            yield own, bank, throw

    def _mover(self, told: tuple[int, ...]) -> Mover:
        return Mover(self.game, told[0] if told and self.game.seats > 1 else 1)

    def _payoffs_from(self, own: int, told: tuple[int, ...]) -> tuple[Floats, Floats, Floats]:
        """The same with ``own`` units, and what a bust pays, (units,)."""
        mover, shape = self._mover(told), self._shape[1:]
        busts = told if self.game.penalty else ()
        reached = reached_by(mover)
        bank, throw, bust = self._worths.payoffs(mover.seat, own, busts)
        rows = len(throw) if mover.chasers else self.game.units - own
        bank, throw = (each[:rows].reshape(rows, -1, *shape) for each in (bank, throw))
        if not reached.all():
            bank[~reached[:rows]] = throw[~reached[:rows]] = np.nan
        return bank, throw, bust.reshape(shape)

    def _all(
        self, seat: int, dtype: Any, fill: float, points: bool, of: Callable[..., Any]
    ) -> NDArray[Any]:
        """A table of all states of a seat, each row of which ``of`` finds by own score and what
        stands at the end of a state.

        Counts of busts in a row are two more axes at the end; there is an axis for the mode where
        there are several.
        """
        game, seat = self.game, between(seat, "seat", 1, self.game.seats)
        tables = tables_of(Mover(game, seat))
        counts = self.starts.shape[2:] if game.penalty else ()
        every = self._told if game.seats == 1 else [(seat,)]
        shape = (*self._shape, *[tables.goal] * points, len(tables.may))
        require(
            np.dtype(dtype).itemsize * math.prod((*shape, *counts)),
            f"all states of {self.game.name} to {self.game.goal:,}",
            "ask for single states instead",
        )
        found = np.full((len(every), *shape), fill, dtype=dtype)
        for table, told in zip(found, every):
            for own in range(tables.goal):
                row = of(own, told)
                if points:
                    row = row[: tables.goal - own].transpose(*range(2, row.ndim), 0, 1)
                    table[own, ..., : row.shape[-2], :] = row
                else:
                    table[own] = np.moveaxis(row, 0, -1)
        found = found[..., 0] if game.turn_of(seat).roll is not None else found
        return np.moveaxis(found, 0, -1).reshape(*found.shape[1:], *counts) if counts else found[0]

    def values(self, seat: int = 1) -> Floats:
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

        def of(own: int, told: tuple[int, ...]) -> Floats:
            bank, throw, bust = self._payoffs_from(own, told)
            best = np.fmax(bank, throw)
            best = np.where(np.isnan(best), bust, best)
            best[~reached_by(Mover(self.game, seat))[: len(best)]] = np.nan
            starts = self.starts_of(seat)
            place: Any = (own, ..., *told) if self.game.penalty else own
            start = self.game.turn_of(seat).start
            best[0, start] = starts[own, ..., 0] if self.game.shared else starts[place]
            return best

        return self._all(seat, np.float64, np.nan, True, of)

    def decisions(self, seat: int = 1) -> NDArray[np.int8]:
        """1 throw, 0 bank, -1 no state or no choice but a bust: int8, at the places of ``values``.

        Raises
        ------
        SizeError
            If that does not fit in memory; ``decide`` answers for single states.
        """

        def of(own: int, told: tuple[int, ...]) -> NDArray[np.int8]:
            bank, throw, _ = self._payoffs_from(own, told)
            none = np.isnan(bank) & np.isnan(throw)
            return np.where(none, -1, _throws(bank, throw))

        return self._all(seat, np.int8, -1, True, of)

    @property
    def _shape(self) -> tuple[int, ...]:
        """Of a table of all tuples of scores in units."""
        return (self.game.units,) * self.game.players

    def thresholds(self, seat: int = 1) -> NDArray[np.int64]:
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

        def of(own: int, told: tuple[int, ...]) -> NDArray[np.int64]:
            bank, throw, _ = self._payoffs_from(own, told)
            banks = ~_throws(bank, throw)
            return self.game.unit * np.where(banks.any(axis=0), banks.argmax(axis=0), len(banks))

        found = self._all(seat, np.int64, 0, False, of)
        dice = set_aside(self.game.turn_of(seat))
        return np.moveaxis(found, self.game.players, 0) if dice else found

    def margins(self, *told: int) -> Iterator[tuple[int, Floats]]:
        """Yield (own, throwing minus banking) for each own in units.

        At [units of the turn, mode, opp]; NaN where nothing is decided or no turn can come.
        Refused as :meth:`all_payoffs` are.
        """
        for own, bank, throw in self.all_payoffs(*told):
            yield own, throw - bank

    def _closest(self, count: int | None, below: float, above: float) -> list[Call]:
        found = [call for told in self._told for call in self._near(told, count, below, above)]
        return sorted(found, key=lambda call: (call.margin, call.state))[:count]

    def _near(
        self, told: tuple[int, ...], count: int | None, below: float, above: float
    ) -> Iterator[Call]:
        """The same of states with such an end."""
        goal, (throw, bank) = self.game.units, self._mover(told).words
        rows: list[Floats] = []
        bound, most = below, np.inf if count is None else max(2 * count, 100_000)
        for own, margin in self.margins(*told):
            size = np.abs(margin)
            points, mode, *others = np.nonzero((size < bound) & (size > above))
            here = np.full(points.shape, own)
            near = margin[(points, mode, *others)]
            rows.append(np.stack([near, here, *others, points, mode], axis=1))
            if sum(map(len, rows)) > most or own == goal - 1:
                rows = [nearest_first(np.concatenate(rows), count)]
                if count is not None and 0 < count == len(rows[0]):
                    bound = float(np.abs(rows[0][-1, 0]))
        for margin, *state in rows[0] if rows else []:
            words = (throw, bank) if margin > 0 else (bank, throw)
            yield Call(self._state(told, *state), *words, abs(float(margin)))

    @property
    def policy(self) -> RacePolicy:
        """The optimal policy, or that of the equilibrium: a callable of the state, or of a throw,
        that returns an action, or the chances of all where the mover mixes.
        """
        return RacePolicy(self)

    def _columns(self) -> dict[str, Any]:
        game, tables = self.game, tables_of(Mover(self.game))
        throw_word, bank_word = game.words
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
        n, names = game.players, game.state_names
        columns: dict[str, list[Any]] = {}
        for told in self._told:
            turn = self._mover(told).turn
            modes = np.asarray(
                turn.values if set_aside(turn) else [mode.word for mode in turn.modes]
            )
            for own, bank, throw in self.all_payoffs(*told):
                bank, throw = (np.moveaxis(each, (0, 1), (-2, -1)) for each in (bank, throw))
                at = np.nonzero(~(np.isnan(bank) & np.isnan(throw)))
                *others, points, mode = at
                banked, thrown = bank[at], throw[at]
                best = _throws(banked, thrown)
                scores = np.full(points.shape, own), *others
                rows = {
                    **{name: game.in_points(one) for name, one in zip(names, scores)},
                    names[n]: game.unit * points,
                    **{name: modes[mode] for name in names if name in ("dice", "mode")},
                    **{
                        name: np.full(points.shape, one)
                        for name, one in zip(names[len(names) - len(told) :], told)
                    },
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
