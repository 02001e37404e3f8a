"""Policies of a duel: a hold, or a mixture of holds.

Both players choose unseen, so a function is asked without a state.
"""

from __future__ import annotations

import inspect
from typing import Any

from ...games.duel import Duel
from ...games.errors import RuleError
from ...games.spelling import shown
from ...solvers.duel import DuelPolicy, Strategy, mixture_of
from .answers import Policy, as_played, asking
from .holds import HoldAt
from .named import Everywhere, Named


def strategy_of(game: Duel, policy: Policy) -> Strategy:
    """The hold or mixture that ``policy`` plays in ``game``.

    A policy is a hold, a mixture {hold: weight}, a solution or its policy, one with a name such as
    ``hold_at(20)``, or a function without parameters that answers with a hold or a mixture.
    """
    given = as_played(game, policy)
    if isinstance(given, HoldAt) and given.points != ("goal",):
        return given.points[0]  # type: ignore[return-value]
    if isinstance(given, Everywhere):
        return given.chances
    if isinstance(given, DuelPolicy):
        return given.mix
    if callable(given):
        try:
            inspect.signature(given).bind()
        except (TypeError, ValueError):
            what = str(given) if isinstance(given, Named) else shown(given)
            raise RuleError(
                f"the policy '{what}' asks for scores, but a duel has none: write hold_at(20) or "
                "mix({15: '1/2', 20: '1/2'})"
            ) from None
        return asking(game, given).one()  # type: ignore[no-any-return]
    return given  # type: ignore[no-any-return]


def check(game: Duel, policy: Policy) -> int:
    """In how many states a policy is asked, if all its answers are valid."""
    mixture_of(game, strategy_of(game, policy))
    return 1


def answer(game: Duel, policy: Policy, *state: int) -> Any:
    """The hold or the mixture; the state, a hold that it may meet, changes nothing."""
    game.check_state(*state)
    check(game, policy)
    return strategy_of(game, policy)
