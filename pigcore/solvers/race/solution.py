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

from ...games.dice import BUSTS, Choice, Dice
from ...games.errors import SizeError, StateError
from ...games.margins import ALIKE, TIED
from ...games.race import COUNTS, Race
from ...games.spelling import counted, listed, number
from ...games.starts import first
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
from .arrays import BANKS, THROWS, RaceArrays, arrays_to_ask, turns_come_to
from .decided import held_by, paid_by
from .last_turns import last_turns_of, worths_of_last_turn
from .outlook import outlook_of
from .party_turn import UNMIXED, Mix, Played, play, shared
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
    busts: Floats | None
    """What a bust pays at [own, opp], in a :meth:`view`."""
    _other_starts: Floats | None
    _mixing: Mapping[int, Mix]
    _edge: int

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
        busts: Floats | None = None,
        edge: int = 0,
    ) -> None:
        self._set(
            game=game,
            starts=immutable(starts).reshape(game.arrays[0].shape),
            _other_starts=None if other_starts is None else immutable(other_starts),
            method=method,
            tolerance=tolerance,
            history=tuple(history),
            cells=cells,
            busts=None if busts is None else immutable(busts),
            _mixing=dict(mixing),
            _edge=edge or game.units + game.below,
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
        game = self.game
        if not game.shared:
            return RaceArrays.of(game.from_floor) if game.falls else arrays_to_ask(game)
        first_seat = game.seen_from(1)
        alike = game.answered == first_seat.answered
        return self._ranks.tables[0] if alike else RaceArrays.of(game, every=True)

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

    @cached_property
    def _views(self) -> dict[tuple[int, int, int], RaceSolution]:
        return {}

    def view(self, busts: int, opp_busts: int, late: int = 0) -> RaceSolution:
        """The solution with so many busts in a row, as that of a race from the floor up.

        Its ``starts`` are those of the mover, and ``other_starts`` those of the opponent after the
        mover has banked; ``busts`` are what his busts pay. With ``late`` units more than a score
        from which every bank wins.

        Raises
        ------
        StateError
            If busts in a row cost nothing, or there are not so many.
        """
        key = a, b, _ = busts, opp_busts, late
        if (
            not 0 <= min(a, b) <= max(a, b) < max(self.game.busts_in_a_row, 1)
            or not self.game.falls
        ):
            most = (
                f"between 0 and {self.game.busts_in_a_row - 1}" if self.game.falls else "left out"
            )
            raise StateError(
                f"busts in a row are {a} and {b}, but in {self.game.name} they must be {most}"
            )
        if key not in self._views:
            game, starts = self.game, self.starts
            edge = game.sure_from // game.unit + game.below
            if a + 1 < game.busts_in_a_row:
                paid = 1.0 - starts[:, :, b, a + 1].T
            else:
                fallen = np.maximum(np.arange(len(starts)) - game.penalty // game.unit, 0)
                paid = 1.0 - starts[:, fallen, b, 0].T
            if late:
                paid[edge] = paid[edge + late]
            self._views[key] = RaceSolution(
                game.from_floor, starts[:, :, a, b], other_starts=starts[:, :, b, 0], busts=paid,
                edge=edge, method=self.method, tolerance=self.tolerance, history=self.history,
            )  # fmt: skip
        return self._views[key]

    @cached_property
    def _each(self) -> list[tuple[tuple[int, ...], RaceSolution]]:
        """The busts in a row of both, and the solution with these; itself where none count."""
        if not self.game.falls:
            return [((), self)]
        return [((a, b), self.view(a, b)) for a, b in np.ndindex(*self.starts.shape[2:])]

    def _seen(self, state: tuple[Any, ...]) -> tuple[RaceSolution, tuple[Any, ...]]:
        """What knows a state, and the state from the floor up."""
        if not self.game.falls:
            return self, state
        game, (own, opp, *rest, a, b) = self.game, state
        low, late = game.floor or 0, max(own - game.sure_from, 0)
        return self.view(a, b, late // game.unit), (own - late - low, opp - low, *rest)

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
        units = [self.game.unit * part for part in scores]
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
        if action is not None:
            return tuple(self._worths(state)[action].tolist())
        game, n = self.game, self.game.players
        counts = state[len(state) - 2 :] if game.falls else ()
        points, *mode = state[n : len(state) - len(counts)]
        faces = self._dice and mode and isinstance(mode[0], tuple)
        begun = points == 0 and not faces and not turns_left(game, first(game, state[:n]))
        if begun and self._place(*mode or [None]) == self._arrays.start:
            units = [(score - (game.floor or 0)) // game.unit for score in state[:n]]
            return tuple(self._started(units, counts).tolist())
        worths = self._worths(state)
        answers = self._answers(state, worths)
        found: Floats = np.sum([p * worths[one] for one, p in answers.items()], axis=0)
        return tuple(found.tolist())

    def _mix(self, scores: Sequence[int]) -> Mix:
        """How the mover mixes at these scores, in units."""
        if not self._mixing:
            return UNMIXED
        place = int(np.ravel_multi_index(tuple(scores), self._shape))
        seat = self.game.seat - 1 if self.game.seats > 1 else 0
        return self._mixing.get(seat * math.prod(self._shape) + place, UNMIXED)

    def _held(self, scores: Sequence[int]) -> Floats:
        """What banking each score is worth to all, the mover first, from 0 on, (scores, players).

        Up to the goal, or with last turns of others up to where no throw leads any more.
        """
        game, (own, *others) = self.game, scores
        if not game.shared:
            tables = self._arrays
            held = tables.held_against(self.other_starts, others[0])[:, 0]
            if self.busts is not None:  # banking nothing stands for a bust
                held[own] = self.busts[own, others[0]]
            return np.stack((held, 1.0 - held), axis=-1)
        # By player from the mover on: in the next player's rows the mover is the last.
        banked: Floats = np.roll(self.other_starts[tuple(others)], 1, axis=1)
        if not game.answered:
            return banked
        last: Any = last_turns_of(game.seen_from(1)).banked(game.seat)
        return np.concatenate([banked, last[(slice(None), *others)]])

    def _played(self, scores: Sequence[int]) -> Played:
        tables = self._ranks.tables[0] if self.game.shared else self._arrays
        return play(tables, self._held(scores), scores[0], self._mix(scores))

    def turn(self, *scores: int) -> tuple[Floats, Floats, Floats]:
        """One turn: what holding and rolling are worth to all, and how likely the mover rolls.

        Parameters
        ----------
        *scores : int
            own, next, …

        Returns
        -------
        hold : float64 array (units to the goal, players)
            At [points of the turn in units, player from the mover on]; with last turns there are
            more rows, up to where one always holds.
        roll : float64 array (units to the goal, modes, players)
            NaN where no turn comes; without the second axis where there is one mode.
        chance : float64 array (units to the goal, modes)
            1 where the mover rolls, 0 where he holds, between them where he mixes; without the
            second axis where there is one mode.
        """
        view, state = self._seen(self.game.check_state(*scores))
        units = [score // self.game.unit for score in state[: self.game.players]]
        hold, roll, chance, _ = view._played(units)
        return (hold, roll[:, 0], chance[:, 0]) if not self._modes else (hold, roll, chance)

    def _turn_payoffs(self, scores: Sequence[int], most: int) -> tuple[Floats, Floats]:
        """What banking each score is worth to all, (height, players), and throwing at it, (rolled,
        modes, players); the mover first, who is the only one if there are two.

        All scores are in units; with own units banked, those from own on tell something. Rows go
        at least to ``most`` if there is a last turn. With n dice in hand the mode is n - 1.
        """
        (own, *others), tables, game = scores, self._arrays, self.game
        if not game.shared:
            if game.answered:
                tables = arrays_to_ask(game, (most // tables.rolled).bit_length())
            held = tables.held_against(self.other_starts, others[0])
            if self.busts is not None:
                held[own] = self.busts[own, others[0]]
            return held[:, :1], tables.thrown_at(held, own)[:, :, :1]
        if game.answered and most >= tables.height:
            raise StateError(
                f"{most * game.unit:,} points are asked about, but nobody who plays well "
                f"throws again with {tables.rolled * game.unit:,}: give another state"
            )
        held, roll = self._held(scores), self._played(scores).roll
        banks = np.tile(np.eye(game.players)[0], (tables.height, 1))
        throws = np.zeros((tables.rolled, *roll.shape[1:]))
        banks[: len(held)], throws[own:] = held, roll
        return banks, throws

    def _payoffs(self, state: tuple[Any, ...]) -> dict[Any, float]:
        return {action: float(worth[0]) for action, worth in self._worths(state).items()}

    def _worths(self, state: tuple[Any, ...]) -> dict[Any, Floats]:
        """What each action is worth to all players, the mover first."""
        view, place = self._seen(state)
        worths = view._worths_here(place)
        if self.game.shared:
            return worths
        return {action: np.array((worth[0], 1.0 - worth[0])) for action, worth in worths.items()}

    def _worths_here(self, state: tuple[Any, ...]) -> dict[Any, Floats]:
        """The same where no busts in a row count, of two players to the mover alone."""
        game, unit, dice = self.game, self.game.unit, self._dice
        (own, *others), (points, *mode) = state[: game.players], state[game.players :]
        thrown = mode[0] if dice and isinstance(mode[0], tuple) else None
        if turns_left(game, first(game, (own, *others))):
            return worths_of_last_turn(game, state, self._actions)
        most = points if thrown is None else points + game.turn.gains[-1]
        units = [score // unit for score in (own, *others)]
        banks, throws = self._turn_payoffs(units, (own + most) // unit)
        tables, (throw, bank) = self._arrays, self._actions

        def actions(points: int, place: int) -> dict[str, Floats]:
            s, begun = (own + points) // unit, points == 0 and place == tables.start
            done, found = own + points >= game.goal, dict[str, Floats]()
            if tables.exact and s > tables.goal:
                return {}
            past = done and not begun and not game.answered
            if tables.may[place] & THROWS and past and tables.banked:
                lost = banks[[tables.landing[own // unit], 0], 0]
                worth = tables.thrown_past(*lost.tolist())[place]
                rest = (1.0 - worth) / (game.players - 1)
                found[throw] = np.array([worth, *[rest] * (game.players - 1)])
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

    def _outlook(self, state: tuple[Any, ...], payoffs: dict[Any, float]) -> dict[Any, Outlook]:
        view, place = self._seen(state)
        return outlook_of(view, place, payoffs)

    def _throwing(self, scores: Sequence[int], bank: Any, throw: Any) -> Floats:
        """The chance that best play throws, in a turn at these scores that pays so much."""
        chance: Floats = better_to_roll(bank, throw).astype(np.float64)
        mix = self._mix(scores)
        if mix.place > 0:
            chance[tuple(self._ranks.tables[0].cells[mix.place])] = mix.weight
        return chance

    def _options(
        self, scores: Sequence[int], ahead: Sequence[tuple[int, int]], worths: Sequence[float]
    ) -> dict[int, float]:
        """Which options are taken and their chances: they lead ``ahead`` to units and modes, and
        are worth so much.
        """
        mix = self._mix(scores)
        mixed: Any = None
        if mix.place:
            mixed = tuple(self._ranks.tables[0].cells[abs(mix.place)].tolist())
        return shared(worths, [*ahead].index(mixed) if mixed in ahead else None, mix)

    def _answers(self, state: tuple[Any, ...], worths: dict[Any, Floats]) -> dict[Any, float]:
        """What is done in a state where actions are worth so much, and with what chances."""
        (_, state), game, n = self._seen(state), self.game, self.game.players
        payoffs = {action: float(worth[0]) for action, worth in worths.items()}
        scores, (points, *mode) = [score // game.unit for score in state[:n]], state[n:]
        if len(payoffs) == 1 or turns_left(game, first(game, state[:n])):
            return {self._best_of(payoffs): 1.0}
        if not self._dice or not isinstance(mode[0], tuple):
            at = points // game.unit, self._place(*mode or [None])
            return self._then(scores, at, payoffs)
        dice, ahead = game.dice, dict[tuple[int, int], dict[Any, tuple[Any, float]]]()
        asides = dice.asides(dice.check_throw(mode[0], len(mode[0])))
        for one, worth in payoffs.items():
            gain, left = asides[one.aside]
            at = (points + gain) // game.unit, left - 1
            ahead.setdefault(at, {}).setdefault(one.then, (one, worth))
        most = [max(worth for _, worth in ways.values()) for ways in ahead.values()]
        found = dict[Any, float]()
        for k, part in self._options(scores, [*ahead], most).items():
            at, ways = [*ahead.items()][k]
            then = self._then(scores, at, {word: worth for word, (_, worth) in ways.items()})
            found |= {ways[word][0]: part * p for word, p in then.items()}
        return found

    def _then(
        self, scores: Sequence[int], at: tuple[int, int], payoffs: dict[Any, float]
    ) -> dict[Any, float]:
        """Whether one throws or banks with so many units in a mode, by chance."""
        mix, (throw, bank) = self._mix(scores), self._actions
        mixes = mix.place > 0 and at == tuple(self._ranks.tables[0].cells[mix.place].tolist())
        if mixes and len(payoffs) > 1:
            return {bank: 1.0 - mix.weight, throw: mix.weight}
        return {self._best_of(payoffs): 1.0}

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
        worths = self._worths(place)
        ordered = sorted([float(worth[0]) for worth in worths.values()], reverse=True)
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
        answers = self._answers(place, worths)
        return max(answers, key=answers.__getitem__)  # type: ignore[no-any-return]

    def _best_of(self, payoffs: dict[Any, float]) -> Any:
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

    def _advice(self, state: tuple[Any, ...]) -> dict[str, Any]:
        if not self.game.shared:
            return {}
        answers = self._answers(state, self._worths(state))
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

    def all_payoffs(self) -> Iterator[tuple[int, Floats, Floats]]:
        """Yield (own, bank, throw) for each own in units, the payoffs against every opp.

        Both are float64 (scores, modes, units) at [s - own, mode, opp], in the order of
        ``game.turn.modes`` (with n dice in hand n - 1), ``bank`` NaN where one may not bank,
        ``throw`` NaN where nothing is thrown.

        Raises
        ------
        StateError
            If they differ by the busts in a row: ``view(busts, opp_busts)`` has those of both.
        """
        self._must_not_fall()
        for own, bank, throw, _ in self._rows():
            yield own, bank, throw

    def _must_not_fall(self) -> None:
        if self.game.falls:
            raise StateError(
                f"in {self.game.name} payoffs differ by the busts in a row: ask "
                "view(busts, opp_busts) for those of both counts"
            )

    def _rows(self) -> Iterator[tuple[int, Any, Any, Any]]:
        """The same where no busts in a row count, and what a bust pays, (units,)."""
        # Columns beyond all numbers of the others' scores mean nothing: numpy is faster so.
        tables, others = self._arrays, math.prod(self._shape[1:])
        held = held_by(self.game, tables, paid_by(self.game, self.other_starts))
        more = (1,) * (self.game.players - 1)
        for own in range(tables.goal):
            row, back = min(own, self._edge), int(tables.landing[own])
            kept = held[row].copy()
            if self.busts is not None:  # banking nothing stands for a bust
                held[row, :others] = self.busts[own]
            throw = tables.thrown_at(held, row)[row:][: tables.rolled - own]
            held[row] = kept
            busted = held[back] if back < tables.goal else np.ones_like(held[0])
            throw, banked, bust = (
                rows[..., :others].reshape(*rows.shape[:-1], *self._shape[1:])
                for rows in (throw, held[own : tables.rolled], busted)
            )
            banks = np.broadcast_to(tables.may & BANKS > 0, throw.shape[:2]).copy()
            banks[: min(int(tables.least[own]), tables.goal - own)] = False
            banks[0, tables.start] = False
            bank = np.where(banks.reshape(*banks.shape, *more), banked[:, None], np.nan)
            yield own, bank, throw, bust

    def _all_below(self) -> Iterator[tuple[int, Floats, Floats]]:
        """The payoffs below the goal, NaN where no turn comes."""
        reached = self._reached()
        for own, bank, throw, _ in self._rows():
            rows = len(throw) if self.game.answered else self.game.units - own
            if not reached.all():
                none = ~reached[:rows]
                bank[:rows][none] = throw[:rows][none] = np.nan
            yield own, bank[:rows], throw[:rows]

    def _stacked(self, itemsize: int, axes: Sequence[int], of: Callable[..., Any]) -> Any:
        """What there is with each count of busts in a row, on two more axes at the end if any."""
        counts = self.starts.shape[2:] if self.game.falls else ()
        require(
            itemsize * math.prod([*self._shape, *axes, *counts]),
            f"all states of {self.game.name} to {self.game.goal:,}",
            "ask for single states instead",
        )
        found = [of(view) for _, view in self._each]
        return np.stack(found, axis=-1).reshape(*found[0].shape, *counts) if counts else found[0]

    def _whole(self, dtype: Any, fill: float) -> NDArray[Any]:
        """An empty table of all states."""
        goal = self._arrays.goal
        return np.full((*self._shape, goal, len(self._arrays.may)), fill, dtype=dtype)

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
        axes = self._arrays.goal, len(self._arrays.may)
        return self._stacked(8, axes, RaceSolution._values)  # type: ignore[no-any-return]

    def _values(self) -> Floats:
        values, reached = self._whole(np.float64, np.nan), self._reached()
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
        axes = self._arrays.goal, len(self._arrays.may)
        return self._stacked(1, axes, RaceSolution._decisions)  # type: ignore[no-any-return]

    def _decisions(self) -> NDArray[np.int8]:
        decisions = self._whole(np.int8, -1)
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
        axes = (len(self._arrays.may),)
        return self._stacked(8, axes, RaceSolution._thresholds)  # type: ignore[no-any-return]

    def _thresholds(self) -> NDArray[np.int64]:
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

    def margins(self) -> Iterator[tuple[int, Floats]]:
        """Yield (own, throwing minus banking) for each own in units.

        At [units of the turn, mode, opp]; NaN where nothing is decided or no turn can come.
        Refused as :meth:`all_payoffs` are.
        """
        self._must_not_fall()
        for own, bank, throw in self._all_below():
            yield own, throw - bank

    def _closest(self, count: int | None, below: float, above: float) -> list[Call]:
        if not self.game.falls:
            return self._closest_here(count, below, above)
        low, calls = self.game.floor or 0, list[Call]()
        for counts, view in self._each:
            for call in view._closest_here(count, below, above):
                own, opp, *rest = call.state
                calls.append(call._replace(state=(own + low, opp + low, *rest, *counts)))
        return sorted(calls, key=lambda call: (call.margin, call.state))[:count]

    def _closest_here(self, count: int | None, below: float, above: float) -> list[Call]:
        """The same where no busts in a row count."""
        tables, (throw, bank) = self._arrays, self._actions
        rows: list[Floats] = []
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
        for counts, view in self._each:
            for own, bank, throw in view._all_below():
                bank, throw = (np.moveaxis(each, (0, 1), (-2, -1)) for each in (bank, throw))
                at = np.nonzero(~(np.isnan(bank) & np.isnan(throw)))
                *others, points, mode = at
                banked, thrown = bank[at], throw[at]
                best = better_to_roll(np.fmax(banked, -1.0), np.fmax(thrown, -0.5))
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
    def worst_miss(self) -> tuple[float, tuple[int, ...]]:
        """How far the turn starts are from their equations at most, and at which scores."""
        game, low = self.game, self.game.floor or 0
        worst, scores, kind = self._ranks.worst_miss(self._by_kind)
        first = (game.seat - 1 - kind) % game.players * (game.players == 2 and not game.alike)
        return worst, tuple(low + game.unit * score for score in scores[first:] + scores[:first])

    @property
    def residual(self) -> float:
        """The largest ``|V - TV|`` over the turn starts: how far they are from their equations."""
        return self.worst_miss[0]

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
        known = "worst_miss" in self.__dict__
        return (
            f"the {self.game.worth} with {number(self.value)}; {self.method}, "
            f"{counted(len(self.history), 'iteration')}"
            + ", stopped before its tolerance"
            * (known and not self.converged)
        )


def better_to_roll(hold: Any, roll: Any) -> Any:
    """Where to roll, by the payoffs: where it is better, and no tie but for roundings."""
    return roll > hold + np.minimum(TIED, ALIKE * hold)


class RacePolicy(SolvedPolicy):
    """The decisions of a solved race, one turn's recursion away each."""

    solution: RaceSolution

    def __call__(self, *state: Any) -> Any:
        """What to do in a state, of which parts at the end may be left out; of a throw, the
        :class:`Choice`; where the mover mixes, the chances of all.
        """
        place = self.solution.game.check_state(*state)
        answers = self.solution._answers(place, self.solution._worths(place))
        return answers if len(answers) > 1 else next(iter(answers))

    def __repr__(self) -> str:
        if self.solution.game.shared:
            return f"<equilibrium policy of {self.solution.game.name}>"
        return super().__repr__()
