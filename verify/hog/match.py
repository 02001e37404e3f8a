"""Two fixed strategies of Hog against each other, as exact fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pigcore.games.errors import RuleError
from pigcore.games.hog import Hog

from .exact import Exact
from .rules import Rules, State

__all__ = ["match"]

Strategy = Callable[..., int]
"""The parts of a state to a number of dice, or -1."""


def match(game: Hog, first: Strategy, second: Strategy) -> tuple[Fraction, Fraction]:
    """The chance that ``first`` wins: moving first, and moving second.

    Parameters
    ----------
    game : Hog
    first, second : callable
        Each takes what the game calls a state and answers with one of its choices.

    Raises
    ------
    RuleError
        If a turn need not raise the total of the scores: such games have no common unit.

    Examples
    --------
    >>> match(Hog.fa13(goal=2), lambda *_: 1, lambda *_: 1)
    (Fraction(119, 144), Fraction(25, 144))
    """
    rules = Rules(game)
    if rules.falls:
        raise RuleError(
            f"in {game.name} a turn need not raise the total of the scores, which exact matches "
            "need: choose rules that always score"
        )
    exact, parts = Exact(rules), len(game.state_names)
    strategies = (first, second)
    ended = [exact.ended(exact.unit) for _ in strategies]
    values: list[dict[State, int]] = []
    for total in rules.layers:
        values = [
            {
                state: exact.worth(strategy(*state[:parts]), state, ended[player])
                for state in rules.layer(total)
            }
            for player, strategy in enumerate(strategies)
        ]
        for x, y, landing in exact.arrivals[total]:
            for parity in range(game.parities):
                state = (*landing.state, parity)
                for player in (0, 1):
                    ended[player][parity][y][x] = (
                        values[player][state]
                        if landing.same
                        else exact.unit - values[1 - player][state]
                    )
    moving_first, moving_second = (Fraction(value[0, 0, 0], exact.unit) for value in values)
    return moving_first, 1 - moving_second
