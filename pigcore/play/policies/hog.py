"""Policies of Hog as tables of whole numbers of dice."""

from __future__ import annotations

from numbers import Real

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.hog import Hog
from ...games.spelling import shown
from ...solvers.hog import HogPolicy
from ...solvers.hog.arrays import by_parity, by_score
from .answers import Policy, answers

__all__ = ["policy_of", "table_of"]


def policy_of(game: Hog, policy: Policy) -> HogPolicy:
    """The answers of ``policy`` in every state of ``game``, checked.

    Raises
    ------
    RuleError
        If it is no policy, of another shape, or answers what it must not.
    """
    return HogPolicy(game, by_score(table_of(game, policy)))


def table_of(game: Hog, policy: Policy) -> NDArray[np.int16]:
    """Answers at [parity, own, opp]."""
    shape = (game.goal, game.goal, 2)[: len(game.state_names)]
    given = by_parity(answers(game, policy, shape))
    table = given if given.dtype.kind in "iuf" else np.frompyfunc(_number, 1, 1)(given)
    wrong = ~np.isin(table, list(game.choices))
    if wrong.any():
        parity, own, opp = np.argwhere(wrong)[0].tolist()
        low, high = game.choices[0], game.choices[-1]
        state = (own, opp, parity)[: len(game.state_names)]
        raise RuleError(
            f"the policy answers {shown(given.item(parity, own, opp))} at {game.spell(state)}, but "
            f"must choose a whole number from {low} to {high}"
            + ("" if 0 in game.choices else " other than 0" if low < 0 else "")
        )
    return table.astype(np.int16)


def _number(answer: object) -> object:
    """``answer``, which may be anything, or None if it is no number."""
    return answer if isinstance(answer, Real) and not isinstance(answer, bool) else None
