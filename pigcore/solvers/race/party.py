"""What a solved party knows: every state's values and decisions from its turn starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.dice import BUSTS
from ...games.errors import SizeError, StateError
from ...games.race import Race
from ...games.spelling import counted, listed, number
from ...games.starts import first
from ...games.starts import left as turns_left
from ...kernels import Floats
from ..solution import Solution, SolvedPolicy, immutable
from .arrays import RaceArrays
from .decided import WIDTH, Decisions
from .last_turns import last_turn_of, worths_of_last_turn
from .outlook import rows_to_pass
from .party_arrays import PartyArrays
from .party_turn import UNMIXED, Mix, Played, held_at, play, shared
from .solution import RaceSolution

MOST_ROWS = 2_000_000
"""Rows of a data frame."""


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


class PartySolution(RaceSolution):
    """A solved race of three players or more.

    Only the turn starts are stored; any other state is one turn's recursion away: O(places n),
    where a place is what a turn may have, points and a mode.

    Attributes
    ----------
    game : Race
    starts : float64 array (units, …, units, players), read-only
        Each player's chance to win at [own, next, …], the mover's first. Where it counts who began,
        at [seat - 1, own, next, …], for each place in the round that the mover may have.
    cells : tuple of Cell
        The cells in which somebody mixes, or of which no equilibrium was found.
    """

    cells: tuple[Cell, ...]
    _mixing: Mapping[int, Mix]

    def __init__(
        self,
        game: Race,
        starts: Floats,
        mixing: Mapping[int, Mix],
        *,
        cells: tuple[Cell, ...],
        tolerance: float,
    ) -> None:
        shape = (*[game.seats] * (game.seats > 1), *[game.units] * game.players, game.players)
        self._set(
            game=game,
            starts=immutable(starts).reshape(shape),
            cells=cells,
            method="newton",
            history=(),
            tolerance=tolerance,
            _mixing=dict(mixing),
        )

    @cached_property
    def _places(self) -> PartyArrays:
        return PartyArrays(self.game)

    @cached_property
    def _arrays(self) -> RaceArrays:
        answered = self.game.answered == self._places.first.answered
        return self._places.turn if answered else RaceArrays.of(self.game, every=True)

    @property
    def _flat(self) -> Floats:
        return self.starts.reshape(-1, self.game.players)

    @property
    def seen_starts(self) -> Floats:
        """``starts`` as the mover sees them, whose seat is the game's, (units, ..., players)."""
        return self.starts[self.game.seat - 1] if self.game.seats > 1 else self.starts

    @property
    def other_starts(self) -> Floats:
        """The same of the next player."""
        return self.swapped.seen_starts

    @cached_property
    def swapped(self) -> PartySolution:
        """The same solution as the next player sees it."""
        return self if self.game.seats == 1 else self._seen_from(self.game.swapped)

    def _seen_from(self, game: Race) -> PartySolution:
        """The same solution with the mover in the seat of ``game``."""
        return PartySolution(
            game,
            self.starts,
            self._mixing,
            cells=self.cells,
            tolerance=self.tolerance,
        )

    @property
    def _own_starts(self) -> Floats:
        return self.seen_starts[..., 0]

    def _number(self, scores: Sequence[int]) -> int:
        """The number of a tuple of scores, in units."""
        return self._places.number(tuple(scores), self.game.seat)

    # --- one state ----------------------------------------------------------------------------

    @property
    def value(self) -> float:
        """The chance that the player who moves first wins."""
        return float(self._own_starts.flat[0])

    @property
    def cell_counts(self) -> dict[str, int]:  # type: ignore[override]
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

    def win(self, *state: Any) -> Any:
        """Each player's chance to win, the mover's first.

        Parameters
        ----------
        *state
            own, next, … and, if the turn has begun, its points and the mode or a throw.

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
        return self._shares(self.game.check_state(*state))

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
        checked = self.game.check_state(*scores)[: self.game.players]
        hold, roll, chance, _ = self._turn([score // self.game.unit for score in checked])
        return (hold, roll[:, 0], chance[:, 0]) if not self._modes else (hold, roll, chance)

    def _mix(self, scores: Sequence[int]) -> Mix:
        return self._mixing.get(self._number(scores), UNMIXED)

    def _turn(self, scores: Sequence[int]) -> Played:
        held = held_at(self._places, self._flat, tuple(scores))
        return play(self._places, held, scores[0], self._mix(scores))

    def _turn_payoffs(self, scores: Sequence[int], most: int) -> tuple[Floats, Floats]:
        own, roll, tables = scores[0], self._turn(scores).roll, self._arrays
        held = held_at(self._places, self._flat, tuple(scores))
        if self.game.answered and most >= tables.height:
            raise StateError(
                f"{most * self.game.unit:,} points are asked about, but nobody who plays well "
                f"throws again with {tables.rolled * self.game.unit:,}: give another state"
            )
        banks = np.tile(np.eye(self.game.players)[0], (tables.height, 1))
        throws = np.zeros((tables.rolled, *roll.shape[1:]))
        banks[: len(held)], throws[own:] = held, roll
        return banks, throws

    def _throwing(self, scores: Sequence[int], bank: Any, throw: Any) -> Floats:
        chance = super()._throwing(scores, bank, throw)
        mine = self._turn(scores).chance
        chance[: len(mine)] = np.where(np.isnan(mine), chance[: len(mine)], mine)
        return chance

    def _worth(self, state: tuple[Any, ...]) -> float:
        return float(self._shares(state)[0])

    def _shares(self, state: tuple[Any, ...], action: Any = None) -> tuple[float, ...]:
        n, unit = self.game.players, self.game.unit
        if action is not None:
            return tuple(self._worths(state)[action].tolist())
        points, *mode = state[n:]
        faces = self._dice and mode and isinstance(mode[0], tuple)
        begun = points == 0 and not faces and not turns_left(self.game, first(self.game, state[:n]))
        if begun and self._place(*mode or [None]) == self._arrays.start:
            number = self._number([score // unit for score in state[:n]])
            return tuple(self._flat[number].tolist())
        worths, answers = self._worths(state), self._answers(state)
        found: Floats = np.sum([p * worths[one] for one, p in answers.items()], axis=0)
        return tuple(found.tolist())

    def _last_worths(self, state: tuple[Any, ...]) -> dict[Any, Floats]:
        return worths_of_last_turn(self.game, state, self._actions)

    def _to_pass(self, scores: Sequence[int], need: int) -> Decisions:
        units = tuple([score // self.game.unit for score in scores])
        rows = rows_to_pass(self._places.first, need)
        found = last_turn_of(self.game, units).decisions(rows)
        return Decisions(*(np.repeat(part[..., None], WIDTH, axis=2) for part in found))

    def _advice(self, state: tuple[Any, ...]) -> dict[str, Any]:
        chance: dict[str, Any] = {}
        if not self._dice:
            chance = {"chance_to_roll": self._chance(state)}
        elif len(answers := self._answers(state)) > 1:
            chance = {"mixture": dict(sorted(answers.items(), key=lambda one: -one[1]))}
        return {"win": list(self._shares(state)), **chance}

    def _options(
        self, scores: Sequence[int], ahead: Sequence[tuple[int, int]], worths: Sequence[float]
    ) -> dict[int, float]:
        mix = self._mix(scores)
        mixed = tuple(self._places.places[abs(mix.place)].tolist())
        return shared(worths, [*ahead].index(mixed) if mix.place and mixed in ahead else None, mix)

    def _answers(self, state: tuple[Any, ...]) -> dict[Any, float]:
        """What is done in a state, and with what chances."""
        game, n, payoffs = self.game, self.game.players, self._payoffs(state)
        throw, bank = self._actions
        scores, (points, *mode) = [score // game.unit for score in state[:n]], state[n:]
        if turns_left(game, first(game, state[:n])) or (self._dice and set(payoffs) == {BUSTS}):
            return {self._best_of(payoffs): 1.0}
        if not (self._dice and isinstance(mode[0], tuple)):
            if set(payoffs) != {throw, bank}:
                return {next(iter(payoffs)): 1.0}
            chance = self._chance(state)
            return {one: p for one, p in ((bank, 1.0 - chance), (throw, chance)) if p}
        dice, ahead = game.dice, dict[tuple[int, int], dict[Any, tuple[Any, float]]]()
        asides = dice.asides(dice.check_throw(mode[0], len(mode[0])))
        for one, worth in payoffs.items():
            gain, left = asides[one.aside]
            at = (points + gain) // game.unit, left - 1
            ahead.setdefault(at, {}).setdefault(one.then, (one, worth))
        worths = [max(worth for _, worth in ways.values()) for ways in ahead.values()]
        found: dict[Any, float] = {}
        for k, part in self._options(scores, [*ahead], worths).items():
            at, ways = [*ahead.items()][k]
            mix, then = self._mix(scores), self._best_of({a: w for a, (_, w) in ways.items()})
            chance = float(then == throw)
            if len(ways) > 1 and mix.place > 0 and at == tuple(self._places.places[mix.place]):
                chance = mix.weight
            for word, p in ((bank, 1.0 - chance), (throw, chance)):
                if p:
                    found[ways[word][0]] = part * p
        return found

    def _chance(self, state: tuple[Any, ...]) -> float:
        n, unit = self.game.players, self.game.unit
        scores, (points, *mode) = [score // unit for score in state[:n]], state[n:]
        if turns_left(self.game, first(self.game, state[:n])):
            last = last_turn_of(self.game, tuple(scores))
            t, place = points // unit, self._place(*mode or [None])
            return float(last.may(t, place)[1] and not last.banks(t, place))
        if scores[0] + points // unit >= self._arrays.rolled:
            return 0.0
        return float(self._turn(scores).chance[points // unit, self._place(*mode or [None])])

    def decide(self, *state: Any) -> Any:
        """The best action; where the mover mixes, the likelier one.

        Raises
        ------
        StateError
            If there is no such state.
        """
        answers = self._answers(self.game.check_state(*state))
        return max(answers, key=answers.__getitem__)

    # --- all states ---------------------------------------------------------------------------

    @property
    def policy(self) -> PartyPolicy:  # type: ignore[override]
        """The policy of the equilibrium: a callable of the state."""
        return PartyPolicy(self)

    def _columns(self) -> dict[str, Any]:
        goal = self._arrays.goal
        rows = self._places.tuples * (goal + 1) // 2 * len(self._arrays.may)
        if rows > MOST_ROWS:
            raise SizeError(
                f"a data frame of {self.game.name} to {self.game.goal} would have {rows:,} rows, "
                f"but at most {MOST_ROWS:,} are made: ask for single states instead"
            )
        return super()._columns()

    # --- the whole ----------------------------------------------------------------------------

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a file of this solution holds."""
        shape = self.starts.shape[:-1]
        mixed, weights = np.zeros(shape, dtype=np.int64), np.zeros(shape)
        for tuple_, (place, weight) in self._mixing.items():
            mixed.flat[tuple_], weights.flat[tuple_] = place, weight
        return {"starts": self.starts, "mixed": mixed, "weights": weights}

    def info(self) -> dict[str, Any]:
        """How far the values can be trusted."""
        return Solution.info(self)

    @property
    def _by_kind(self) -> list[Floats]:
        return [*self.starts] if self.game.seats > 1 else [self.starts]

    @property
    def _shares_at_first(self) -> Floats:
        """Each player's chance where nobody has a point."""
        found: Floats = self.seen_starts.reshape(-1, self.game.players)[0]
        return found

    def _facts(self) -> dict[str, Any]:
        return {
            "win": self._shares_at_first.tolist(),
            **self.info(),
            "cells": self.cell_counts,
        }

    def _line(self) -> str:
        chances = listed([number(chance) for chance in self._shares_at_first.tolist()])
        cells = counted(sum(self.cell_counts.values()), "cell")
        return f"the players win with {chances}; {cells}"


class PartyPolicy(SolvedPolicy):
    """The decisions of a solved party, one turn's recursion away each."""

    solution: PartySolution

    def __call__(self, *state: Any) -> Any:
        """An action, or the chances of all where the mover mixes."""
        answers = self.solution._answers(self.solution.game.check_state(*state))
        return answers if len(answers) > 1 else next(iter(answers))

    def __repr__(self) -> str:
        return f"<equilibrium policy of {self.solution.game.name}>"
