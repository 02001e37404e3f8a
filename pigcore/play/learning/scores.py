"""How far from perfect a policy is, exactly."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.game import Game
from ...games.spelling import number
from ...solvers import solve
from ..policies import module_of
from ..policies.answers import Policy

__all__ = ["Score", "greedy", "score"]


@dataclass(frozen=True)
class Score:
    """What a policy is worth, by exact matches; 0 is perfect play."""

    loss: float
    """One half, less its chance to win against optimal play when a coin says who moves first; games
    that never end count one half."""
    first: float
    """Its chance to win against optimal play when it moves first."""
    second: float
    """Its chance to win against optimal play when it moves second."""
    game: Game = field(repr=False, compare=False)
    policy: Policy = field(repr=False, compare=False)

    @cached_property
    def exploitability(self) -> float:
        """The best reply's chance to win against it, less one half; never less than ``loss``."""
        from .. import best_response

        return best_response(self.game, self.policy).average - 0.5

    def as_dict(self) -> dict[str, float]:
        """The numbers by name."""
        names = ("loss", "exploitability", "first", "second")
        return {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        return f"gives away {number(self.loss)} against optimal play"


def score(game: Game, policy: Policy) -> Score:
    """How far ``policy`` is from perfect play of ``game``, exactly.

    Parameters
    ----------
    game : Race, Hog
    policy : policy
        Whatever :func:`pigcore.match` takes: for a trained agent a function of a state, an array
        of answers, or what :func:`greedy` makes of its values.

    Raises
    ------
    RuleError
        If the family has no matches, or the policy answers what it must not.

    Notes
    -----
    A solve and a match: some milliseconds for Pig to 100. The best reply is looked for when
    ``exploitability`` is first asked for.

    Examples
    --------
    >>> import pigcore
    >>> found = score(pigcore.Hog.fa13(), pigcore.always_roll(4))
    >>> round(found.loss, 6), round(found.exploitability, 6)
    (0.226692, 0.35876)
    """
    from .. import match

    played = match(game, policy, solve(game))
    lost = 0.5 - (played.average + played.never / 2)
    return Score(lost, played.first, played.second, game, policy)


def greedy(game: Game, values: NDArray[Any]) -> NDArray[Any]:
    """The policy that takes the action of the largest value, as an array of answers.

    Parameters
    ----------
    game : Race, Hog
    values : array
        At [what is seen …, action], as an agent fills it that counts what the environments show
        it: (goal + 1, goal + 1, goal + 1, 2) in a race. Of equal values the first action is taken.

    Returns
    -------
    array of actions
        At [state …], for :func:`score` and :func:`pigcore.match`.

    Raises
    ------
    RuleError
        If the values have another shape.

    Examples
    --------
    >>> import numpy as np, pigcore
    >>> pig = pigcore.Pig(30)
    >>> values = np.zeros((31, 31, 31, 2))
    >>> values[:, :, :20, 1] = 1.0
    >>> pigcore.match(pig, greedy(pig, values), pigcore.hold_at(20)).average
    0.5
    """
    from ..boards import module_of as boards_of

    board = boards_of(game).board_of(game)
    shape = (*board.sizes, len(board.actions))
    if np.shape(values) != shape:
        raise RuleError(f"the values are an array {np.shape(values)}, but must be one {shape}")
    best = np.asarray(values).argmax(axis=-1)
    states: tuple[int, ...] = module_of(game).shape(game)
    answers: NDArray[Any] = np.array(board.actions)[best[tuple(map(slice, states))]]
    return answers
