"""What a policy answers in every state of a game.

A policy is a callable that takes what the family calls a state (the named ones are such), an array
of answers, or a Solution. What a callable has beyond the parameters of the state must have defaults
and is left alone. It is given as many parts of a state as it has parameters for, whatever their
names and defaults: ``def strategy(score, opponent_score, turn=0)`` is given the turn total of a
race. What Hog remembers alone must be asked for, by parameters without defaults or of those names:
``def strategy(score, opponent_score, margin=8)`` is an ordinary policy of Hog.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError, SizeError
from ...games.functions import Asking, differs
from ...games.game import Game
from ...games.spelling import shown
from .texts import for_game

Policy = Any
"""A callable, named or not, the text of a named one, an array of answers, or a Solution."""

MOST_STATES = 5_000_000
"""The most states that a function is asked in."""


def as_played(game: Game, policy: Policy) -> Policy:
    """``policy`` as it is played in ``game``: as :func:`for_game`, but a Solution's is taken."""
    policy = for_game(game, policy)
    return getattr(policy, "policy", policy)


def read(answer: object, means: Callable[[Any], Any]) -> dict[Any, float] | None:
    """What an answer does, one action or {action: chance}, with the chances; None if it is none.

    What an action ``means`` is None if there is no such one. Chances are numbers of 0 to 1 whose
    sum is 1 up to rounding.
    """
    parts = [*answer.items()] if isinstance(answer, Mapping) else [(answer, 1.0)]
    numbers = (int, float, Fraction, np.integer, np.floating)
    if not all(isinstance(chance, numbers) and 0 <= chance <= 1 for _, chance in parts):
        return None
    found: dict[Any, float] = {}
    for action, chance in parts:
        if (meant := means(action)) is None:
            return None
        found[meant] = found.get(meant, 0.0) + float(chance)
    return found if abs(sum(found.values()) - 1.0) < 1e-9 else None


def mixture(chances: dict[Any, float]) -> Any:
    """The one action that is certain, or those that are not with their chances."""
    sure = [action for action, chance in chances.items() if chance == 1.0]
    return sure[0] if sure else {one: chance for one, chance in chances.items() if chance}


def asking(
    game: Game,
    policy: Callable[..., Any],
    read: Callable[[Any, Any], Any] = lambda answer, state: answer,
    states: int = 0,
) -> Asking:
    """``policy`` as it is asked: refused if it gives different answers when it is asked again.

    ``read`` makes of (answer, state) what is returned; ``states`` is in how many it will be asked,
    if that is known.
    """
    name = getattr(getattr(policy, "func", policy), "__name__", "")
    called = f" {name}" if name else ""

    def refuse(state: tuple[Any, ...], first: Any, again: Any) -> RuleError:
        place = state[: len(game.state_names)]
        where = f" ({game.asked_at(place)})" if place else ""
        drawn = "draw with a seed what is drawn once, " if hasattr(policy, "again") else ""
        return RuleError(
            f"the policy{called} {differs(shown(first), shown(again), where)}: answer "
            f"{{action: chance}} for chance, {drawn}and remember nothing"
        )

    found = Asking(policy, refuse, read)
    found.states = states
    return found


def check_size(game: Game, states: int, more: str = "") -> None:
    """Refuse to ask a function in too many states; ``more`` says what else can be done."""
    if states > MOST_STATES:
        raise SizeError(
            f"a function would be asked in {states:,} states of {game.name}, but is asked in "
            f"{MOST_STATES:,} at most: give an array, a solution or a named policy, or choose a "
            f"smaller goal{more}"
        )


def as_array(policy: Any) -> NDArray[Any]:
    """A policy as an array; one of no axes where it is none, or has rows of different lengths."""
    try:
        return np.asarray(policy)
    except ValueError:
        return np.empty(())
