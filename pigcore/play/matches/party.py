"""Matches of a party: several policies against each other, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.race import Race
from ...games.spelling import counted, shown
from ...solvers.party.arrays import PartyArrays
from ...solvers.party.chain import Chain
from ...solvers.party.turns import Rolls
from ..policies.answers import Policy
from ..policies.race import plans_of
from ..results import PartyMatch
from .starts import all_scores

__all__ = ["PartyGames", "match", "others_of", "turns_of"]


def match(
    game: Race, first: Policy, second: Policy, *, start: Sequence[int] = (0, 0)
) -> PartyMatch:
    """Play ``first`` against the others, from every seat.

    Parameters
    ----------
    game : Race
    first : policy
    second : policy, or tuple or list of policies
        The others, in the order in which they move after the first; one policy for all of them.
    start : sequence of int
        The points that the policies begin with, as they are named; (0, 0): none.

    Returns
    -------
    PartyMatch

    Raises
    ------
    RuleError
        If there are not as many policies as players, or one gives an invalid answer.
    StateError
        If the game is over at ``start``.
    SizeError
        If there are more than 200 million states, or they do not fit in memory.

    Notes
    -----
    O(n goal**(n + 1) (gains + n)) time for n players, in numpy, and 8 n**2 goal**n bytes.

    Examples
    --------
    >>> import pigcore
    >>> party = pigcore.Pig(goal=30, players=3)
    >>> best = pigcore.solve(party)
    >>> found = match(party, pigcore.hold_at(20), best)
    >>> [round(chance, 9) for chance in found.seats], round(found.average, 9)
    ([0.274220812, 0.208634783, 0.158735117], 0.213863571)
    """
    plans = plans_of(game, [first, *others_of(game, second)])
    scores = all_scores(game, start, game.players)
    games = PartyGames(game, Chain(game, plans), scores)
    wins = [games.chain.wins[k, place].tolist() for k, place in enumerate(games.places)]
    return PartyMatch(wins=tuple(map(tuple, wins)), course=games)


def turns_of(game: Race, policy: Policy) -> Rolls:
    """How ``policy`` decides; a match takes that in its place, at no cost.

    Raises
    ------
    RuleError, SizeError
        As :func:`pigcore.play.policies.race.plan_of`.
    """
    (plan,) = plans_of(game, [policy])
    return plan


def others_of(game: Race, others: Policy) -> list[Policy]:
    """The other players' policies, in the order in which they move.

    Raises
    ------
    RuleError
        If they are too few or too many.
    """
    if not isinstance(others, (tuple, list)):
        return [others] * (game.players - 1)
    if len(others) != game.players - 1:
        raise RuleError(
            f"{counted(len(others), 'policy is', 'policies are')} given for the others, but "
            f"{game.name} has {shown(game.players)} players: give {game.players - 1}, or one for "
            "all of them"
        )
    return list(others)


class PartyGames:
    """How the games of a match go; see :class:`~pigcore.play.results.PartyCourse`."""

    game: Race
    chain: Chain
    places: list[int]
    """The numbers of the scores at the start, as each of the players counts them."""

    def __init__(self, game: Race, chain: Chain, scores: tuple[int, ...]) -> None:
        self.game, self.chain = game, chain
        self.places = PartyArrays(game).circle(PartyArrays(game).number(scores))

    @cached_property
    def _visits(self) -> NDArray[np.float64]:
        begun = np.zeros(self.chain.wins.shape[:2])
        begun[0, self.places[0]] = 1.0
        return self.chain.visits(begun)

    def turns_if_ended(self) -> float:
        """The expected number of turns in games that end."""
        ended = self.chain.wins.sum(axis=-1)
        visits = np.where(ended > 0, self._visits, 0.0)
        return float((visits * ended).sum() / ended[0, self.places[0]])

    def visits(self) -> NDArray[np.float64]:
        """Expected turn starts at [player, own, next, …]."""
        return self._visits.reshape(self.game.players, *(self.game.goal,) * self.game.players)
