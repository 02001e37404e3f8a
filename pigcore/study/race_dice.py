"""Which dice to choose against an opponent who chooses his: every set against every other."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..games.errors import RuleError
from ..games.race import Race
from ..games.rules import text_of
from ..games.spelling import counted, shown
from ..solvers import solve
from ..solvers.duel.solver import mixture
from ..solvers.solution import immutable
from ..version import VERSION
from ..writing import DICE, write_members

__all__ = ["FORMAT", "DiceChoice", "dice_choice"]

FORMAT = "pigcore dice 1"

MOST = 100
"""Sets that are compared at most, 4,950 pairs."""

_WEIGHT = 1e-9
"""A smaller weight is a rounding of the linear program."""


@dataclass(frozen=True, eq=False)
class DiceChoice:
    """Sets of dice against each other, if both players play best with those that they have."""

    names: tuple[str, ...]
    first: NDArray[np.float64]
    """P(who has set i wins) against set j, moving first, at [i, j]."""
    wins: NDArray[np.float64]
    """The same where a fair coin says who moves first."""
    mix: NDArray[np.float64]
    """An optimal mixture of the sets, for both players."""
    gain: float
    """No set wins more than 1/2 + gain against the mixture; all errors are counted in."""
    error_bound: float
    """No chance is further from the truth."""
    games: tuple[Race, ...] = field(repr=False)
    """Of each set, the race between two players who both have it."""

    @property
    def replies(self) -> tuple[str, ...]:
        """The best set against each."""
        return tuple([self.names[n] for n in self.wins.argmax(axis=0)])

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "sets": list(self.names),
            "first": self.first.tolist(),
            "wins": self.wins.tolist(),
            "replies": list(self.replies),
            "mix": dict(zip(self.names, self.mix.tolist())),
            "gain": self.gain,
            "error_bound": self.error_bound,
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the sets' rules, the matrix and the mixture as JSON, for ``pigverify`` to prove.

        Raises
        ------
        FileError
            If it cannot be written, or is there and is something else, such as a file of rules.
        """
        members = {
            "format": FORMAT,
            "version": VERSION,
            "sets": {name: text_of(game) for name, game in zip(self.names, self.games)},
            "first": self.first.tolist(),
            "error_bound": self.error_bound,
            "mix": self.mix.tolist(),
            "gain": self.gain,
        }
        digest = hashlib.sha256(json.dumps(members, indent=1).encode()).hexdigest()
        write_members(path, members | {"sha256": digest}, DICE)


def dice_choice(
    games: Mapping[str, Race], progress: Callable[[int, int], object] | None = None
) -> DiceChoice:
    """Compare turns, such as sets of dice, each against each, and find how to choose among them.

    Both choose unseen, and a fair coin says who moves first: a matrix game whose value is 1/2.

    Parameters
    ----------
    games : mapping of str to Race
        The races between two players who both have a set, by its name, alike but for the turn.
    progress : callable, optional
        Called with (done, of).

    Raises
    ------
    RuleError
        If there are fewer than 2 sets or more than 100, or the races differ in more than the turn.

    Notes
    -----
    A solve for each pair. The linear program says which sets are mixed; their weights solve the
    linear equations, and ``gain`` is what any set wins against them, so that nothing of it has to
    be believed.

    Examples
    --------
    >>> import pigcore
    >>> dice = {f"d{n}": pigcore.Race(pigcore.Roll.die(n), 20) for n in (4, 6, 8)}
    >>> found = dice_choice(dice)
    >>> found.replies, [round(float(weight), 6) for weight in found.mix]
    (('d8', 'd8', 'd8'), [0.0, 0.0, 1.0])
    """
    names, races = tuple(games), list(games.values())
    n = len(names)
    if not 2 <= n <= MOST:
        raise RuleError(f"{counted(n, 'set')} of dice cannot be compared: give 2 to {MOST}")
    for name, race in games.items():
        if not isinstance(race, Race) or not race.alike:
            raise RuleError(f"the set {shown(name)} is {shown(race)}, not a race with one turn")
    first, worst, done = np.zeros((n, n)), 0.0, 0
    for i, mine in enumerate(races):
        for j, theirs in enumerate(races[: i + 1]):
            found = solve(mine.against(theirs))
            first[i, j], first[j, i] = found.value, found.swapped.value
            worst, done = max(worst, found.residual), done + 1
            if progress is not None:
                progress(done, n * (n + 1) // 2)
    wins = 0.5 + (first - first.T) / 2.0
    mix = _optimal(wins - 0.5)
    gain = float((wins @ mix).max()) - 0.5 + worst + 1e-15 * n
    arrays = immutable(first), immutable(wins), immutable(mix)
    return DiceChoice(names, *arrays, gain, worst, tuple(races))


def _optimal(payoffs: NDArray[np.float64]) -> NDArray[np.float64]:
    """An optimal mixture of an antisymmetric matrix game."""
    proposed = mixture(payoffs)
    support = np.flatnonzero(proposed > _WEIGHT)
    mix = proposed / proposed.sum() if len(support) else np.full(len(payoffs), 1 / len(payoffs))
    # On its support an optimal mixture loses nothing: linear equations, to the last bits.
    rows = np.vstack([payoffs[np.ix_(support, support)], np.ones(len(support))])
    weights, *_ = np.linalg.lstsq(rows, np.append(np.zeros(len(support)), 1.0), rcond=None)
    finer = np.zeros(len(payoffs))
    finer[support] = weights
    better = (payoffs @ finer).max() <= (payoffs @ mix).max()
    return finer if len(support) and weights.min() >= 0.0 and better else mix
