"""Where two policies of a race decide otherwise, and how often play comes there.

In a turn two policies d and e (the chances that they roll) are alike up to the total k with chance
c(k), and part there with chance |d - e| (k):

    c(0) = 1,    c(k) = sum_g p_g c(k - g) min(d, e)(k - g),    parted = sum_k c(k) |d(k) - e(k)|,

and so it is in the states of a turn of several modes.

That is the same whoever of the two is to move, so the turns in which they part are counted by the
visits of both players in a match between them.
"""

from __future__ import annotations

import numpy as np

from ...games.race import Race
from ...solvers.race.arrays import Floats
from ...solvers.race.decided import Decisions, ends_of
from ...solvers.race.turns import Turns, opponents
from ..matches.race import between, turns_of
from ..policies.answers import Policy

__all__ = ["differences", "serves"]


def serves(game: Race) -> bool:
    """Whether there is a map of where policies differ: throws that leave choices have none."""
    return game.players == 2 and game.alike and not game.turn.chooses


def differences(game: Race, first: Policy, second: Policy) -> Floats:
    """How many turns of a game between two policies come to a state that they part in.

    At [own, opp], the scores at the start of the turn; a fair coin says who moves first. Where play
    stays for ever nothing is counted. O(goal**3 x gains) time.
    """
    one, other = turns_of(game, first), turns_of(game, second)
    seen = between(one, other).visits + between(other, one).visits
    visits: Floats = np.nan_to_num(seen, posinf=0.0).sum(axis=0) / 2
    return visits * _parted(one, other)


def _parted(one: Turns, other: Turns) -> Floats:
    """The chance of each turn that the two part in it, at [own, opp]."""
    game, opp = one.game, opponents(one.game)
    parted = np.zeros((game.units,) * 2)
    for own in range(game.units):
        d, e = (turns.visits(own)[0] for turns in (one, other))
        # Who banks wherever either of them does is with both as far as they go together.
        both = np.zeros((*d.shape[:2], len(opp)))
        both[..., : game.units] = np.maximum(d, e)
        alike = ends_of(game, Decisions(both), own).reach[: len(d), :, : game.units]
        parted[own] = (alike * np.abs(d - e)).sum(axis=(0, 1))
    return parted
