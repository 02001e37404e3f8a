"""Hog between strategies: exact matches, best responses, solitaire, and the hijinks question.

A strategy is whatever answers with a number of dice: a function of (own, opp), or of
(own, opp, parity) where dice are exchanged; an array of such answers; or a Solution. One that
does not look at the parity is a strategy that sees the two scores only.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..games.checks import whole
from ..games.errors import RuleError
from ..games.hog import Hog
from ..solvers.hog.arrays import Tables, ways
from ..solvers.hog.solution import TIED, Solution, inner, outer
from ..solvers.hog.solver import solve

__all__ = [
    "Blind",
    "Match",
    "Response",
    "Solitaire",
    "always_roll",
    "answer_the_exchange",
    "best_response",
    "blind",
    "match",
    "policy_of",
    "solitaire",
]

Strategy = Callable[..., int] | NDArray[Any] | Solution


def always_roll(dice: int) -> Callable[..., int]:
    """The strategy of the literature's benchmark: always the same number of dice.

    Examples
    --------
    >>> always_roll(5)(31, 80)
    5
    """
    number = whole(dice, "the number of dice")

    def roll(own: int, opp: int) -> int:
        return number

    roll.__name__ = f"always_roll({number})"
    return roll


def policy_of(game: Hog, strategy: Strategy) -> NDArray[np.int16]:
    """The answers of ``strategy`` in every state of ``game``.

    Parameters
    ----------
    game : Hog
    strategy : callable, array or Solution
        An array is (goal, goal), or (goal, goal, 2) with exchange.

    Returns
    -------
    int16 array (goal, goal), or (goal, goal, 2) with exchange

    Raises
    ------
    RuleError
        If it is no strategy, of another shape, or answers what it must not.
    """
    return outer(_table(game, strategy))


def _table(game: Hog, strategy: Strategy) -> NDArray[np.int16]:
    """Answers at [parity, own, opp]."""
    goal = game.goal
    if isinstance(strategy, Solution):
        strategy = strategy.policy
    if callable(strategy):
        states = [(own, opp) for own in range(goal) for opp in range(goal)]
        parities = range(game.parities) if _looks_at_parity(strategy) else (None,)
        answers = [
            [strategy(*state) if parity is None else strategy(*state, parity) for state in states]
            for parity in parities
        ]
        table = np.array(answers, dtype=object).reshape(-1, goal, goal)
    else:
        table = np.asarray(strategy)
        if table.shape not in ((goal, goal), (goal, goal, game.parities)):
            raise RuleError(
                f"the strategy has the shape {table.shape}, but must be a function or an array "
                f"({goal}, {goal}){f' or ({goal}, {goal}, 2)' if game.exchange else ''}"
            )
        table = inner(table)
    found = np.empty((game.parities, goal, goal), dtype=np.int16)
    wrong = ~np.isin(table, list(game.choices))
    if wrong.any():
        parity, own, opp = np.argwhere(wrong)[0].tolist()
        low, high = game.choices[0], game.choices[-1]
        raise RuleError(
            f"the strategy answers {table[parity, own, opp]!r} at own {own}, opponent {opp}, but "
            f"must choose a whole number from {low} to {high}"
            + ("" if 0 in game.choices else " other than 0" if low < 0 else "")
        )
    found[:] = table.astype(np.int16)
    return found


def _looks_at_parity(strategy: Callable[..., int]) -> bool:
    try:
        inspect.signature(strategy).bind(0, 0, 0)
    except TypeError:
        return False
    except ValueError:  # a builtin without a signature
        return False
    return True


@dataclass(frozen=True)
class Match:
    """What two strategies make of a game, exactly up to rounding."""

    first: float
    """P(the first strategy wins) when it moves first."""
    second: float
    """P(the second strategy wins) in that same game, 1 - ``first``."""
    moving_second: float
    """P(the first strategy wins) when it moves second."""
    average: float
    """P(the first strategy wins) when a fair coin says who moves first."""
    turns: float
    """The expected number of turns of both together when the first moves first."""


def match(game: Hog, first: Strategy, second: Strategy) -> Match:
    """Play ``first`` against ``second``, from both seats.

    Parameters
    ----------
    game : Hog
    first, second : callable, array or Solution

    Raises
    ------
    RuleError
        If a strategy answers what it must not.

    Examples
    --------
    >>> import pigcore
    >>> match(pigcore.Hog.fa13(), always_roll(5), always_roll(5)).average
    0.5
    """
    tables = Tables.of(game)
    policies = np.stack([_table(game, first), _table(game, second)])
    value = tables.induct(policies)[0]
    turns = tables.induct(policies, counting=True)[0]
    moving_first, moving_second = float(value[0, 0, 0, 0]), 1.0 - float(value[1, 0, 0, 0])
    return Match(
        first=moving_first,
        second=1.0 - moving_first,
        moving_second=moving_second,
        average=(moving_first + moving_second) / 2,
        turns=float(turns[0, 0, 0, 0]),
    )


@dataclass(frozen=True)
class Response:
    """A best reply and what it wins."""

    policy: NDArray[np.int16]
    """The least of its best choices: (goal, goal), or (goal, goal, 2) with exchange."""
    first: float
    """P(it wins) when it moves first."""
    second: float
    """P(it wins) when it moves second."""
    average: float
    """P(it wins) when a fair coin says who moves first."""


def best_response(game: Hog, policy: Strategy) -> Response:
    """The best reply to a strategy, by a player who sees the whole state.

    Raises
    ------
    RuleError
        If the strategy answers what it must not.

    Examples
    --------
    >>> import pigcore
    >>> round(best_response(pigcore.Hog.fa13(), always_roll(4)).average, 6)
    0.85876
    """
    tables = Tables.of(game)
    value, ended, _, _ = tables.induct(np.stack([tables.maximizing(), _table(game, policy)]))
    worths = tables.worths_of(ended[0])
    least = (worths >= worths.max(axis=0) - TIED).argmax(axis=0)
    first, second = float(value[0, 0, 0, 0]), 1.0 - float(value[1, 0, 0, 0])
    return Response(
        policy=outer(np.array(game.choices, dtype=np.int16)[least]),
        first=first,
        second=second,
        average=(first + second) / 2,
    )


# --- Ham Hijinks with only the scores to go by ------------------------------------------------


@dataclass(frozen=True)
class Blind:
    """How well a strategy that sees only the two scores does where dice are exchanged."""

    against_best_reply: Match
    """Against the best reply to it, by an opponent who sees everything: the worst there is."""
    against_optimum: Match
    """Against optimal play by an opponent who sees everything but not this strategy."""
    against_fa13: Match
    """Against the optimum of the game without exchange, which never exchanges."""


def blind(strategy: Strategy, goal: int = 100) -> Blind:
    """What a strategy of the two scores wins in fa13 with Ham Hijinks.

    Parameters
    ----------
    strategy : callable (own, opp), array (goal, goal) or Solution of fa13
    goal : int

    Raises
    ------
    RuleError
        If the strategy looks at more than the scores or answers what it must not.
    """
    game = Hog.fa13_hijinks(goal)
    table = _table(game, strategy)
    if (table[0] != table[1]).any():
        own, opp = np.argwhere(table[0] != table[1])[0].tolist()
        raise RuleError(
            f"the strategy answers differently at own {own}, opponent {opp} when the dice are "
            "exchanged, but must look at the two scores only"
        )
    seen = outer(table)
    return Blind(
        against_best_reply=match(game, seen, best_response(game, seen).policy),
        against_optimum=match(game, seen, solve(game)),
        against_fa13=match(game, seen, solve(Hog.fa13(goal))),
    )


def answer_the_exchange(goal: int = 100) -> NDArray[np.int16]:
    """The contest winner's own rule for Ham Hijinks, as an array (goal, goal).

    Play the optimum of fa13 as if nothing were ever exchanged, but answer -1 whenever the
    opponent has exactly 1 point, which is likely to be the 1 of an exchange. Where fa13 has
    several best choices this takes the fewest dice.
    """
    policy = solve(Hog.fa13(goal)).policy.copy()
    policy[:, 1:2] = -1
    return policy


# --- alone --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Solitaire:
    """The fewest expected turns to the goal, for a player alone."""

    turns: float
    """From 0 points."""
    expected: NDArray[np.float64]
    """Expected turns from each score, (goal,)."""
    policy: NDArray[np.int16]
    """The number of dice to roll at each score, (goal,); the fewest where several are best."""


def solitaire(game: Hog, *, pig_out: int = 0) -> Solitaire:
    """The fewest expected turns to reach the goal without an opponent.

    Only the goal, the usual dice and the largest number of them are taken from ``game``: every
    other rule of Hog looks at an opponent. With E(s) the expected number of turns from s,

        E(s) = min_n 1 + P_n(any 1) E(s + pig_out) + sum_k P_n(k) E(s + k),   E(goal …) = 0.

    Parameters
    ----------
    game : Hog
    pig_out : int
        What a turn with any 1 scores: 0 as in the literature, or 1 as in most terms.

    Examples
    --------
    >>> import pigcore
    >>> alone = solitaire(pigcore.Hog.fa13())
    >>> round(alone.turns, 6), int(alone.policy[0])
    (13.038906, 5)
    """
    goal, most, sides = game.goal, game.max_dice, game.dice[0]
    consolation = whole(pig_out, "pig_out")
    if not 0 <= consolation <= goal:
        raise RuleError(f"pig_out is {consolation}, but must be between 0 and the goal, {goal}")
    count = np.arange(1, most + 1)
    chances = ways(most, sides, first=2)[1:] / float(sides) ** count[:, None]
    ones = 1.0 - ((sides - 1) / sides) ** count
    expected = np.zeros(goal + chances.shape[1])
    policy = np.empty(goal, dtype=np.int16)
    for own in range(goal - 1, -1, -1):
        turns = 1.0 + chances @ expected[own : own + chances.shape[1]]
        if consolation:
            turns += ones * expected[own + consolation]
        else:  # E(s) stands on both sides of its equation
            turns /= 1.0 - ones
        expected[own] = turns.min()
        policy[own] = count[(turns <= turns.min() * (1 + TIED)).argmax()]
    return Solitaire(float(expected[0]), expected[:goal].copy(), policy)
