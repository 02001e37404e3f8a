"""Hog between policies: exact matches, best replies, solitaire, and the hijinks question."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from ..games.checks import whole
from ..games.errors import RuleError
from ..games.hog import Hog
from ..games.spelling import shown
from ..solvers.hog import HogPolicy, solve
from ..solvers.hog.arrays import HogArrays, by_parity, by_score, ways
from ..solvers.solution import TIED, immutable
from .policies import Policy, answers
from .results import Match, Response, Solitaire

__all__ = [
    "Blind",
    "answer_the_exchange",
    "best_response",
    "blind",
    "match",
    "policy_of",
    "solitaire",
]


def policy_of(game: Hog, policy: Policy) -> HogPolicy:
    """The answers of ``policy`` in every state of ``game``, checked.

    Raises
    ------
    RuleError
        If it is no policy, of another shape, or answers what it must not.
    """
    return HogPolicy(game, by_score(_table(game, policy)))


def _table(game: Hog, policy: Policy) -> NDArray[np.int16]:
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


def match(game: Hog, first: Policy, second: Policy) -> Match:
    """Play ``first`` against ``second``, from both seats.

    Parameters
    ----------
    game : Hog
    first, second : callable, array or Solution

    Raises
    ------
    RuleError
        If a policy answers what it must not.

    Examples
    --------
    >>> import pigcore
    >>> five = pigcore.always_roll(5)
    >>> match(pigcore.Hog.fa13(), five, five).average
    0.5
    """
    arrays = HogArrays.of(game)
    policies = np.stack([_table(game, first), _table(game, second)])
    value = arrays.induct(policies)[0]
    turns = arrays.induct(policies, counting=True)[0]
    moving_first, moving_second = float(value[0, 0, 0, 0]), 1.0 - float(value[1, 0, 0, 0])
    return Match(
        first=moving_first,
        second=moving_second,
        average=(moving_first + moving_second) / 2,
        turns=float(turns[0, 0, 0, 0]),
    )


def best_response(game: Hog, policy: Policy) -> Response:
    """The best reply to a policy, by a player who sees the whole state.

    Its ``policy`` takes the least of its best choices.

    Raises
    ------
    RuleError
        If the policy answers what it must not.

    Examples
    --------
    >>> import pigcore
    >>> round(best_response(pigcore.Hog.fa13(), pigcore.always_roll(4)).average, 6)
    0.85876
    """
    arrays = HogArrays.of(game)
    value, ended, _, _ = arrays.induct(np.stack([arrays.maximizing(), _table(game, policy)]))
    worths = arrays.worths_of(ended[0])
    least = (worths >= worths.max(axis=0) - TIED).argmax(axis=0)
    first, second = float(value[0, 0, 0, 0]), 1.0 - float(value[1, 0, 0, 0])
    return Response(
        policy=HogPolicy(game, by_score(np.array(game.choices, dtype=np.int16)[least])),
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


def blind(strategy: Policy, goal: int = 100) -> Blind:
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
    seen = HogPolicy(game, by_score(table))
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
    policy = solve(Hog.fa13(goal)).least_best().copy()
    policy[:, 1:2] = -1
    return policy


# --- alone --------------------------------------------------------------------------------------


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
    return Solitaire(float(expected[0]), immutable(expected[:goal]), immutable(policy))
