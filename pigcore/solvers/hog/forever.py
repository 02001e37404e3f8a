"""Choices that get on, of those that are equally good, in games of Hog that need never end.

Who is ahead, V > 1/2, may be able to wait at no cost: the other one would wait, too, and so may he
again. If he always waits he gets one half. So of his best choices he takes one that leads to a
state nearer to where both are level or nobody can stay, whatever the other one does of what costs
that one nothing. Distances are found from there: a state is next if one of the best choices there
(of who is ahead), or each of them (of who is behind), may lead to a state found before.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..solution import TIED
from .arrays import HogArrays

__all__ = ["leading_out"]


def leading_out(
    arrays: HogArrays,
    tied: NDArray[np.bool_],
    value: NDArray[np.float64],
    least: NDArray[np.intp],
) -> NDArray[np.intp]:
    """The places of the choices taken, (parities, goal, goal), like ``least`` where all end.

    ``tied``, (choices, parities, goal, goal), are those that are best.
    """
    level = np.abs(value - 0.5) <= TIED
    found = ~arrays.endless | level
    taken = least.copy()
    choices = arrays.choices.tolist()
    leads = {
        state: _leads(arrays, choices, state, tied[:, state[0], state[1], state[2]])
        for state in map(tuple, np.argwhere(~found).tolist())
    }
    while leads:
        nearer = {}
        for state, several in leads.items():
            out = [
                place for place, onto in several if any(one is None or found[one] for one in onto)
            ]
            if out and (value[state] > 0.5 or len(out) == len(several)):
                nearer[state] = out[0]
        if not nearer:
            break
        for state, place in nearer.items():
            found[state], taken[state] = True, place
            del leads[state]
    return taken


def _leads(
    arrays: HogArrays, choices: list[int], state: tuple[int, ...], tied: NDArray[np.bool_]
) -> list[tuple[int, list[Any]]]:
    """The best choices by their places, and the states that each leads to, None where it ends."""
    parity, own, opp = state
    found = []
    for place in np.flatnonzero(tied).tolist():
        _, outcomes = arrays.turns.outcomes(choices[place], parity, own, opp)
        onto: list[Any] = []
        for gain, gift in outcomes:
            target = int(arrays.target[own + gain, opp + gift])
            after = parity ^ (choices[place] == -1)
            onto.append(None if target < 0 else (after, *divmod(target, arrays.goal)))
        found.append((place, onto))
    return found
