"""Use solutions: policies, exact matches, best replies, solitaire.

``policies/``  what a policy may be, and its answers in every state
``matches/``   two policies against each other
``replies/``   the best reply to a policy
``alone/``     a player without an opponent
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
    bands,
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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..games.duel import Duel
    from ..games.game import Game
    from ..games.hog import Hog
    from ..games.race import Race
    from .results import DuelMatch, Match, Response, Solitaire

__all__ = [
    "always_roll",
    "bands",
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
    "solitaire",
]


@overload
def match(game: Duel, first: Any, second: Any, *, start: Sequence[int] = ...) -> DuelMatch: ...
@overload
def match(game: Hog | Race, first: Any, second: Any, *, start: Sequence[int] = ...) -> Match: ...
@overload
def match(game: Game, first: Any, second: Any, *, start: Sequence[int] = ...) -> Any: ...
def match(game: Any, first: Any, second: Any, *, start: Sequence[int] = (0, 0)) -> Any:
    """Play two policies against each other, exactly; the result speaks of the first-named one.

    Parameters
    ----------
    game : Race, Hog, Duel
    first, second : policy
        A callable that takes a state and answers with an action or {action: chance}, an array of
        answers, a Solution, or a named policy such as :func:`hold_at`; in a duel a hold or a
        mixture.
    start : (own, opp)
        The points that the first and the second policy begin with; none in a duel.

    Returns
    -------
    Match, DuelMatch

    Raises
    ------
    RuleError
        If the family has no matches, or a policy answers what it must not.
    StateError
        If the game is over at ``start``.
    SizeError
        If the goal is too large for a policy or for the memory.

    Examples
    --------
    >>> import pigcore
    >>> pig = pigcore.Pig()
    >>> found = match(pig, pigcore.solve(pig), hold_at(20))
    >>> print(found)
    the first wins with 0.539920247412: moving first 0.571498430277, moving second 0.508342064547; \
19.5295871798 turns expected
    >>> found.lengths.quantile(0.9), [round(score, 3) for score in found.scores]
    (28, [77.67, 76.654])
    """
    return _door(game, "matches", "match", "are no matches")(game, first, second, start=start)


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
