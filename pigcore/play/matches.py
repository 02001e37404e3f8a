"""Policies against each other and against best play, exactly: what users call.

Each family of games that can be matched has a module of its name in ``models``.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, overload

from ..games.duel import Duel
from ..games.errors import RuleError, StateError
from ..games.game import Game
from ..games.hog import Hog
from ..games.race import Race
from ..games.spelling import NUMBERS, counted, shown
from .policies.answers import Policy
from .results import DuelMatch, Loss, Match, Response
from .served import module_of


@overload
def match(game: Duel, first: Any, second: Any, *, start: Sequence[int] = ...) -> DuelMatch: ...
@overload
def match(
    game: Hog | Race, first: Any, second: Any, *, start: Sequence[int] = ..., never: str = ...
) -> Match: ...
@overload
def match(
    game: Game, first: Any, second: Any, *, start: Sequence[int] = ..., never: str = ...
) -> Any: ...
def match(
    game: Any, first: Any, second: Any, *, start: Sequence[int] = (0, 0), never: str = "loss"
) -> Any:
    """Compute exactly how policies do against each other, from the first-named policy's side.

    Parameters
    ----------
    game : Race, Hog, Duel
    first, second : policy
        A callable that takes a state and returns an action or {action: chance}, an array of
        answers, a Solution, a named policy such as :func:`hold_at`, or the text of one such as
        ``"hold:20"``. A callable that answers differently when it is asked again is refused.
        Actions are ``"roll"`` and ``"hold"`` in a race, and numbers of dice in Hog; in a duel a
        policy is a hold or a mixture. In a party ``second`` is a tuple of the others' policies, in
        the order in which they move after the first, or one policy for all.
    start : (own, opp)
        The points with which each policy begins. With equal turns matches and simulated games begin
        in the seat that the game has, replies with a round.
    never : {"loss", "half", "again"}
        What a game counts that nobody wins: see ``Match.counting``.

    Returns
    -------
    Match, DuelMatch

    Raises
    ------
    RuleError
        If the family has no matches, or a policy gives an invalid answer.
    StateError
        If the game is over at ``start``.
    SizeError
        If the goal is too large for a policy or for the memory.

    Notes
    -----
    Among n players O(n u**(n + 1) x options) time for a goal of u units. Between two, where a turn
    is a single roll, the win chances of named rules and Solutions cost about a solve.

    Examples
    --------
    >>> import pigcore
    >>> pig = pigcore.Pig()
    >>> found = match(pig, pigcore.solve(pig), pigcore.hold_at(20))
    >>> print(found)
    the first wins with 0.539920247412: moving first 0.571498430277, moving second 0.508342064547; \
19.5295871798 turns expected
    >>> found.lengths.quantile(0.9), [round(score, 3) for score in found.scores]
    (28, [77.67, 76.654])
    """
    family = module_of("models", game, "are no matches")
    scores = start_of(game, start)
    return family.match(game, [first, *others_of(game, second)], scores).counting(never)


def best_response(game: Any, policy: Any) -> Response:
    """Find the best reply to a policy, and how often it wins.

    Parameters
    ----------
    game : Race, Hog, Duel
    policy : policy
        As in :func:`match`; in a party the others', as ``second`` there.

    Raises
    ------
    RuleError
        If the family has no best replies, or the policy gives an invalid answer.
    PigcoreError
        If double precision does not suffice for the game.

    Examples
    --------
    >>> import pigcore
    >>> reply = best_response(pigcore.Duel(), 20)
    >>> reply.policy(), round(reply.average, 9)
    ({2: 1.0}, 0.144991529)
    """
    family = module_of("models", game, "are no best replies")
    found: Response = family.best_response(game, others_of(game, policy))
    return found


def loss(game: Any, policy: Any) -> Loss:
    """Compute what a policy gives away against best play, its best reply, and in each state.

    Parameters
    ----------
    game : Race, Hog, Duel
    policy : policy
        As in :func:`match`. In a party it is one player's policy; the others play best.

    Raises
    ------
    RuleError, PigcoreError
        As :func:`best_response`.

    Examples
    --------
    >>> import pigcore
    >>> found = loss(pigcore.Pig(), pigcore.hold_at(20))
    >>> print(found)
    the policy gives away 0.039920247412 against best play and 0.054874796814 against its best reply
    >>> found.mistakes(1)[0].state, round(found.mistakes(1)[0].cost, 6)
    ((66, 74, 20), 9.5e-05)
    """
    found: Loss = module_of("models", game, "are no best replies").loss(game, policy)
    return found


def prepared(game: Any, policy: Policy) -> Any:
    """A policy that was asked everywhere, once; matches take it in the policy's place."""
    return module_of("models", game, "are no matches").prepared(game, policy)


def others_of(game: Game, others: Policy) -> list[Policy]:
    """The other players' policies, in the order in which they move."""
    if game.players == 2 or not isinstance(others, (tuple, list)):
        return [others] * (game.players - 1)
    if len(others) != game.players - 1:
        raise RuleError(
            f"{counted(len(others), 'policy is', 'policies are')} given for the others, but "
            f"{game.name} has {shown(game.players)} players: give {game.players - 1}, or one for "
            "all of them"
        )
    return list(others)


def start_of(game: Game, start: Sequence[int]) -> tuple[int, ...]:
    """The players' scores, checked; (0, 0) means that nobody has points.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> start_of(Pig(), (20, 0)), start_of(Pig(players=3), (0, 0))
    ((20, 0), (0, 0, 0))
    """
    n, scores = game.players, tuple[int, ...]()
    with suppress(TypeError, ValueError):  # no sequence, or one of arrays
        scores = tuple(start)
        if scores == (0, 0):
            return (0,) * n
    if "own" not in game.state_names:
        raise RuleError(
            f"start is {shown(start)}, but in {game.name} nobody banks points: leave start out"
        )
    if len(scores) != n:
        such = (20, *[0] * (n - 1))
        raise StateError(
            f"start is {shown(start)}, but must be {NUMBERS[n]} scores, those of the policies in "
            f"the order in which they move, such as {such}"
        )
    checked: tuple[int, ...] = game.check_state(*scores)[:n]
    goal = getattr(game, "goal", None)
    if goal is not None and max(checked) >= goal:
        raise StateError(
            f"start is {shown(start)}, but the goal is {goal:,}: begin before anybody has it"
        )
    return checked
