"""Two fixed strategies of Hog against each other, as exact fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from pigcore.games.errors import RuleError
from pigcore.games.hog import Hog
from pigcore.games.spelling import shown

from ..options import Progress
from .exact import Exact
from .rules import Rules, State

__all__ = ["match"]

Strategy = Callable[..., int]
"""The parts of a state to a number of dice, or -1."""


def match(
    game: Hog,
    first: Strategy,
    second: Strategy,
    start: tuple[int, ...] = (0, 0),
    digits: int = 30,
    progress: Progress | None = None,
) -> tuple[Fraction, Fraction]:
    """The chance that ``first`` wins: moving first, and moving second.

    Parameters
    ----------
    game : Hog
    first, second : callable
        Each takes what the game calls a state and answers with one of its choices.
    start : tuple of int
        The scores to begin with, that of ``first`` before the other's.
    digits : int
        Whatever is wanted, fractions are exact.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then.

    Raises
    ------
    RuleError
        If an answer is no choice, or a turn need not raise the total of the scores: such games
        have no common unit.

    Examples
    --------
    >>> match(Hog.fa13(goal=2), lambda *_: 1, lambda *_: 1)
    (Fraction(119, 144), Fraction(25, 144))
    """
    own, opp = start
    rules = Rules(game, lowest=own + opp)
    if rules.falls:
        raise RuleError(
            f"in {game.name} a turn need not raise the total of the scores, which exact matches "
            "need: choose rules that always score"
        )
    exact, parts = Exact(rules, own + opp), len(game.state_names)
    strategies = (first, second)

    def chosen(strategy: Strategy, state: State) -> int:
        answer = strategy(*state[:parts])
        if answer not in game.choices:
            raise RuleError(
                f"the strategy answers {shown(answer)} at {game.spell(state[:parts])}, but must "
                f"choose from {', '.join(map(str, game.choices))}"
            )
        return answer

    ended = [exact.ended(exact.unit) for _ in strategies]
    values: list[dict[State, int]] = []
    for done, total in enumerate(rules.layers):
        if progress:
            progress(done, len(rules.layers))
        values = [
            {
                state: exact.worth(chosen(strategy, state), state, ended[player])
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
    moving_first = Fraction(values[0][own, opp, 0], exact.unit)
    return moving_first, 1 - Fraction(values[1][opp, own, 0], exact.unit)
