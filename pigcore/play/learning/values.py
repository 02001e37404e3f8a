"""The policy that a table of values means."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.game import Game
from ..boards import module_of as boards_of
from ..policies import module_of

__all__ = ["greedy"]


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
        At [state …], as :func:`pigcore.match` and :func:`pigcore.loss` take them.

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
    >>> round(pigcore.match(pig, greedy(pig, values), pigcore.hold_at(20)).average, 12)
    0.5
    """
    board = boards_of(game).board_of(game)
    shape = (*board.sizes, len(board.actions))
    if np.shape(values) != shape:
        raise RuleError(f"the values are an array {np.shape(values)}, but must be one {shape}")
    best = np.asarray(values).argmax(axis=-1)
    states: tuple[int, ...] = module_of(game).shape(game)
    answers: NDArray[Any] = np.array(board.actions)[best[tuple(map(slice, states))]]
    return answers
