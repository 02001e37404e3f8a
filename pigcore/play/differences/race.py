"""Where two policies of a race decide otherwise, and how often play comes there.

In a turn two policies d and e (the chances that they roll) are alike up to the total k with chance
c(k), and part there with chance |d - e| (k):

    c(0) = 1,    c(k) = sum_g p_g c(k - g) min(d, e)(k - g),    parted = sum_k c(k) |d(k) - e(k)|.

That is the same whoever of the two is to move, so the turns in which they part are counted by the
visits of both players in a match between them.
"""

from __future__ import annotations

import numpy as np

from ...games.errors import RuleError
from ...games.race import Race
from ...solvers.race.arrays import Floats, RaceArrays
from ...solvers.race.turns import Turns
from ..matches.race import between, turns_of
from ..policies.answers import Policy

__all__ = ["differences"]


def differences(game: Race, first: Policy, second: Policy) -> Floats:
    """How many turns of a game between two policies come to a state that they part in.

    Parameters
    ----------
    game : Race
    first, second : policy
        None that remembers anything.

    Returns
    -------
    float64 array (goal, goal)
        At [own, opp], the scores at the start of the turn; a fair coin says who moves first. Where
        play stays for ever nothing is counted.

    Raises
    ------
    RuleError
        If a policy gives an invalid answer, or remembers.
    SizeError
        If the goal is too large.

    Notes
    -----
    O(goal**3 x gains) time.
    """
    one, other = turns_of(game, first), turns_of(game, second)
    if one.memories > 1 or other.memories > 1:
        raise RuleError(
            "a policy that remembers decides by more than the state, so there is no map of where "
            "it differs: compare policies of the state alone"
        )
    seen = between(one, other).visits + between(other, one).visits
    visits: Floats = np.nan_to_num(seen, posinf=0.0).sum(axis=0) / 2
    return visits * _parted(one, other)


def _parted(one: Turns, other: Turns) -> Floats:
    """The chance of each turn that the two part in it, at [own, opp]."""
    tables = RaceArrays.of(one.game)
    goal = tables.goal
    parted = np.zeros((goal, goal))
    reach = int(tables.gains.max(initial=0))
    for own, (d, e) in enumerate(zip(one.rolls(), other.rolls())):
        rolls, others = (it[own:].astype(np.float64) for it in (d, e))
        rolls[0] = others[0] = 1.0
        alike = np.zeros((goal - own + reach, goal))
        alike[0] = 1.0
        for total, row in enumerate(np.minimum(rolls, others)):
            alike[total + tables.gains] += tables.chances[:, None] * (alike[total] * row)
        parted[own] = (alike[: goal - own] * np.abs(rolls - others)).sum(axis=0)
    return parted
