"""Where a player alone throws: decisions that answer as a policy of races does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....games.checks import whole
from ....games.dice import BUSTS, Choice, Dice
from ....games.errors import StateError
from ....games.game import Frozen
from ....games.race import Race
from ....games.scoring import faces_of
from ....games.spelling import counted, listed, shown
from ....memory import require
from ....solvers.solution import immutable
from ..results import runs
from .cells import Bools, Cells, Decided, Layer

__all__ = ["SolitairePolicy"]

MOST_SAID = 12
"""So many modes are named in a plan."""


class SolitairePolicy(Frozen):
    """The decisions of a player alone: a policy like any other, in matches as well.

    ``policy[...]`` is a part of :meth:`thresholds`.
    """

    game: Race
    _layers: tuple[Layer | None, ...]
    """The turns with 0, 1, … turns left; one where the turns left do not matter, or, with a
    penalty, one for each number of busts in a row."""
    timed: bool
    """Whether the turns left matter."""
    bounded: bool
    """Whether there is a goal."""
    by_busts: bool
    """Whether the scores are in truth the busts in a row before the turn."""
    _known: dict[int, Any]

    def __init__(self, game: Race, layers: Sequence[Layer], *, timed: bool, bounded: bool) -> None:
        every = (None, *layers) if timed else tuple(layers)
        self._set(
            game=game, _layers=every, timed=timed, bounded=bounded,
            by_busts=bool(game.penalty) and not bounded, _known={},
        )  # fmt: skip

    # --- one state --------------------------------------------------------------------------------

    def __call__(
        self, own: int, opp: int = 0, *rest: Any, turns: int | None = None, options: Any = None
    ) -> Any:
        """What is done in a state, whatever the opponent has: as a policy of the game answers.

        Parameters
        ----------
        own, opp : int
        *rest
            The points of the turn and the mode, as in other policies of the game; of dice that lie
            on the table it says what to set aside.
        turns : int, optional
            The turns left, the present one included, where they matter.
        options : list of (points, mode), optional
            What a throw leaves to choose from; the answer is the place of one of them.

        Raises
        ------
        StateError
            If a number is negative, there is no such mode, or the turns left matter and are not
            given.
        """
        game, unit = self.game, self.game.unit
        points = whole(rest[0] if rest else 0, "points" if self._several else "total", StateError)
        given = [whole(own, "own", StateError), points]
        if self.timed:
            if turns is None:
                raise StateError(
                    "these decisions depend on the turns left, which were not given: give turns"
                )
            given.append(whole(turns, "turns", StateError))
        if min(given) < 0:
            raise StateError(f"{shown(min(given))} is negative, but scores and turns never are")
        layer = min(given[2], len(self._layers) - 1) if self.timed else 0
        score, units = 0 if self.by_busts else given[0] // unit, points // unit
        mode = rest[1] if len(rest) > 1 else game.turn.values[game.turn.start]
        if isinstance(mode, tuple) and isinstance(game.turn.source, Dice):
            return self._aside(layer, score, points, mode)
        if options is not None:
            ways = [(units + gain // unit, self._place(after)) for gain, after in options]
            worth = [(-self._worth(layer, score, *way), *way) for way in ways]
            return min(range(len(worth)), key=worth.__getitem__)
        throw, bank = self._words
        return throw if self._throws_at(layer, score, units, self._place(mode)) else bank

    def _aside(self, layer: int, score: int, points: int, faces: tuple[int, ...]) -> Any:
        dice, unit = self.game.dice, self.game.unit
        found = []
        for aside, gain in dice.scoring.choices(dice.check_throw(faces, len(faces))).items():
            left = len(faces) - sum(aside)
            at = (points + gain) // unit, dice.hand(left) - 1
            found.append((-self._worth(layer, score, *at), gain, left, faces_of(aside), at))
        if not found:
            return BUSTS
        *_, taken, at = min(found)
        return Choice(taken, "throw" if self._throws_at(layer, score, *at) else "bank")

    def _place(self, mode: Any) -> int:
        game = self.game
        place = game.turn.place(mode)
        if place is None:
            raise StateError(f"there is no mode {shown(mode)} in {game.name}: give another")
        return int(mode) - 1 if isinstance(game.turn.source, Dice) else place

    def _throws_at(self, layer: int, score: int, units: int, mode: int) -> bool:
        if (found := self._decided(layer)) is None:
            return False
        cells, decided, columns = found
        if units >= cells.top or cells.place[units, mode] < 0:
            return False
        return bool(decided.throws[cells.place[units, mode], min(score, columns - 1)])

    def _worth(self, layer: int, score: int, units: int, mode: int) -> float:
        """What a cell is worth; beyond the last one more is better."""
        if (found := self._decided(layer)) is None:
            return 0.0
        cells, decided, columns = found
        column = min(score, columns - 1)
        if units < cells.top:
            return float(decided.cells[cells.place[units, mode], column])
        layers = self._layers[layer]
        assert layers is not None
        return float(layers.pays.banked(np.array([[units]]))[0, column])

    # --- all states -------------------------------------------------------------------------------

    @property
    def _several(self) -> bool:
        return self.game.turn.roll is None

    @property
    def _words(self) -> tuple[str, str]:
        chooses = isinstance(self.game.turn.source, Dice) or self.game.turn.chooses
        return ("throw", "bank") if chooses else ("roll", "hold")

    def _decided(self, layer: int) -> tuple[Cells, Decided, int] | None:
        """The decisions with so many turns left, found again when they are asked for."""
        if layer not in self._known:
            self._known.clear()
            found = self._layers[layer]
            self._known[layer] = found and (found.cells, found.best(), found.columns)
        return self._known[layer]  # type: ignore[no-any-return]

    def __reduce__(self) -> Any:
        return _policy, (self.game, self._layers, self.timed, self.bounded)

    @cached_property
    def rolls(self) -> Bools:
        """Whether one rolls, of a single roll: at [own, total], or at [turns left, own, total].

        The last score stands for all larger ones; a total beyond the last is held.
        """
        each = [self._rolls(layer) for layer in range(len(self._layers))]
        height, width = (max(rolls.shape[axis] for rolls in each) for axis in (0, 1))
        size = len(each) * height * width
        require(size, "the decisions of so many turns", "ask for fewer turns")
        stack = np.zeros((len(each), height, width), dtype=bool)
        for kept, rolls in zip(stack, each):
            kept[: len(rolls), : rolls.shape[1]] = rolls
            kept[len(rolls) :, : rolls.shape[1]] = rolls[-1]
        found: Bools = immutable(stack if self.timed else stack[0])
        return found

    def _rolls(self, layer: int) -> Bools:
        found = self._decided(layer)
        if found is None:
            return np.zeros((1, 1), dtype=bool)
        _, decided, columns = found
        rolls = decided.throws[:, :columns].T
        width = len(rolls) if self.bounded else 1 + np.flatnonzero(rolls.any(axis=0)).max(initial=0)
        return rolls[:, :width]

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
        if not self._several:
            ever = ~self.rolls.all(axis=-1)
            totals: NDArray[Any] = np.where(ever, self.rolls.argmin(axis=-1), self.rolls.shape[-1])
            return totals
        each = [self._limits(layer) for layer in range(len(self._layers))]
        if self.by_busts and not self.timed:
            return np.concatenate(each)
        height = max(len(limits) for limits in each)
        stack = np.stack(
            [limits[np.minimum(np.arange(height), len(limits) - 1)] for limits in each]
        )
        return stack if self.timed else stack[0]

    def __getitem__(self, place: Any) -> Any:
        return self.thresholds()[place]

    def _limits(self, layer: int) -> NDArray[np.int64]:
        """The fewest points to bank, (scores, modes), of the cells that a turn can come to."""
        game, found = self.game, self._decided(layer)
        modes = len(self._modes)
        if found is None:
            return np.full((1, modes), -1, dtype=np.int64)
        cells, decided, columns = found
        limits = np.full((modes, columns), cells.top, dtype=np.int64)
        banks = cells.banks[cells.mode]
        banks[0] = False
        for at in np.flatnonzero(banks):
            mode, units = cells.mode[at], cells.points[at]
            stops = ~decided.throws[at, :columns] & (limits[mode] == cells.top)
            limits[mode, stops] = units
        limits = np.where(limits < cells.top, game.unit * limits, -1).T
        if self.bounded:
            most = (game.goal - game.unit * np.arange(columns))[:, None]
            limits = np.where(limits < 0, most, np.minimum(limits, most))
        return limits

    @property
    def _modes(self) -> tuple[str, ...]:
        """What is said of each mode, in the order of the arrays."""
        source = self.game.turn.source
        if isinstance(source, Dice):
            return tuple(
                f"with {counted(n, 'die', 'dice')} left" for n in range(1, source.count + 1)
            )
        return self.game.turn.phrases

    def __str__(self) -> str:
        """What is done in the first turn."""
        if not self._several:
            rolls = self.rolls if self.rolls.ndim == 2 else self.rolls[-1]
            ever = ~rolls.all(axis=-1)
            limits = np.where(ever, rolls.argmin(axis=-1), rolls.shape[-1]).tolist()
            text = runs(
                limits, lambda total: f"hold at {total}" if total else "do not throw", "own"
            )
            later = rolls & (np.arange(rolls.shape[1]) > np.array(limits)[:, None])
            return text + ("; at some larger totals one rolls again" if later.any() else "")
        limits = self._limits(0 if not self.timed else len(self._layers) - 1)[0].tolist()
        said = [f"{points:,} {mode}" for points, mode in zip(limits, self._modes) if points >= 0]
        if not said:
            return f"never {self._words[1]}"
        if len(said) > MOST_SAID:
            said[MOST_SAID:] = [f"so on in {counted(len(said) - MOST_SAID, 'more mode')}"]
        return f"{self._words[1]} at {listed(said)}"

    def __repr__(self) -> str:
        if not self._several:
            return f"<policy of a player alone, {' x '.join(map(str, self.rolls.shape))}>"
        return f"<policy of a player alone in {self.game.name}>"


def _policy(game: Race, layers: Any, timed: bool, bounded: bool) -> SolitairePolicy:
    return SolitairePolicy(game, layers[timed:], timed=timed, bounded=bounded)
