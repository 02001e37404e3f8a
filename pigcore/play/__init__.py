"""Use solutions: policies, exact matches, best replies, solitaire, simulation.

``policies/``  what a policy may be, and its answers in every state
``matches/``   two policies against each other
``replies/``   the best reply to a policy
``alone/``     a player without an opponent
``simulation/``  games with random dice, as a witness of the exact results
``results``    what these come to

In each folder a family has a module of its name, which the doors below find.
"""

from __future__ import annotations

from importlib import import_module, util
from typing import TYPE_CHECKING, Any, overload

from ..games.errors import RuleError
from ..games.rules import family_of
from .policies import (
    always_roll,
    hold_at,
    hold_or_race,
    keep_pace,
    linear,
    load_policy,
    mix,
    random_play,
    save_policy,
    scoring_turns,
)
from .policies import parse as parse_policy
from .simulation import simulate

if TYPE_CHECKING:
    from ..games.duel import Duel
    from ..games.game import Game
    from ..games.hog import Hog
    from .results import DuelMatch, Match, Response, Solitaire

__all__ = [
    "always_roll",
    "best_response",
    "hold_at",
    "hold_or_race",
    "keep_pace",
    "linear",
    "load_policy",
    "match",
    "mix",
    "parse_policy",
    "random_play",
    "save_policy",
    "scoring_turns",
    "simulate",
    "solitaire",
]


@overload
def match(game: Duel, first: Any, second: Any) -> DuelMatch: ...
@overload
def match(game: Hog, first: Any, second: Any) -> Match: ...
@overload
def match(game: Game, first: Any, second: Any) -> Any: ...
def match(game: Any, first: Any, second: Any) -> Any:
    """Play two policies against each other, exactly; the result speaks of the first-named one.

    Parameters
    ----------
    game : Hog, Duel
    first, second : policy
        A callable that takes a state and answers with an action, an array of answers, a Solution,
        or a named policy such as :func:`always_roll`; in a duel a hold or a mixture.

    Returns
    -------
    Match, DuelMatch

    Raises
    ------
    RuleError
        If the family has no matches, or a policy answers what it must not.

    Examples
    --------
    >>> import pigcore
    >>> game = pigcore.Hog.fa13()
    >>> round(match(game, pigcore.solve(game), always_roll(6)).average, 6)
    0.703587
    """
    return _door(game, "matches", "match", "are no matches")(game, first, second)


def best_response(game: Any, policy: Any) -> Response:
    """The best reply to a policy, and what it wins.

    Parameters
    ----------
    game : Hog, Duel
    policy : policy
        As in :func:`match`.

    Raises
    ------
    RuleError
        If the family has no best replies, or the policy answers what it must not.

    Examples
    --------
    >>> import pigcore
    >>> reply = best_response(pigcore.Duel(), 20)
    >>> reply.policy(), round(reply.average, 9)
    ({2: 1.0}, 0.144991529)
    """
    return _door(game, "replies", "best_response", "are no best replies")(game, policy)  # type: ignore[no-any-return]


def solitaire(game: Any, **options: Any) -> Solitaire:
    """The fewest expected turns to the goal for a player alone; see the game's family.

    Raises
    ------
    RuleError
        If the family has no solitaire.
    """
    return _door(game, "alone", "solitaire", "is no solitaire")(game, **options)  # type: ignore[no-any-return]


def _door(game: Any, folder: str, name: str, what: str) -> Any:
    family = family_of(game)
    module = f"{__name__}.{folder}.{family}"
    found = util.find_spec(module) and getattr(import_module(module), name, None)
    if not found:
        raise RuleError(f"there {what} in {game.name} ({family}): give another game")
    return found
