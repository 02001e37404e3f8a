"""Use solutions: policies, exact matches, best replies, a player alone, simulation.

``policies/``  what a policy may be, and its answers in every state
``matches/``   policies against each other
``replies/``   the best reply to a policy
``alone``      a race without an opponent
``boards/``    games under way with random dice, one decision at a time
``simulation/``  many games with random dice, as a witness of the exact results
``ledger/``    what a game came down to: luck and mistakes, in numbers and in words
``learning/``  the boards as environments for learners
``results``    what these come to
``contest``    every policy of several against every other
``served``     which families have what
``workers``    work of many parts, in any executor

In each folder a family has a module of its name, which the functions below find.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from .alone import alone
from .ledger import Ledger, review
from .policies import (
    always_roll,
    free_roll,
    hold_at,
    hold_or_race,
    keep_pace,
    linear,
    load_policy,
    mix,
    random_play,
    roll_times,
    save_policy,
)
from .policies import parse as parse_policy
from .served import module_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..games.duel import Duel
    from ..games.game import Game
    from ..games.hog import Hog
    from ..games.race import Race
    from .contest_results import Tournament
    from .replies.results import Loss, Response
    from .results import DuelMatch, Match
    from .simulation.results import Simulation

    def simulate(
        game: Any, first: Any, second: Any = ..., games: int = ..., seed: int = ..., **options: Any
    ) -> Simulation: ...

    def tournament(game: Game, policies: Any, **options: Any) -> Tournament: ...

else:  # which type of result a family has, only type checkers need to know
    from .contest import tournament

    def __getattr__(name: str) -> Any:
        if name != "simulate":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from .simulation import simulate  # random numbers and threads are long to load

        globals()[name] = simulate
        return simulate


__all__ = [
    "Ledger", "alone", "always_roll", "best_response", "free_roll", "hold_at", "hold_or_race",
    "keep_pace", "linear", "load_policy", "loss", "match", "mix", "parse_policy", "random_play",
    "review", "roll_times", "save_policy", "simulate", "tournament",
]  # fmt: skip


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
        A race of any kind: at least or exactly to the goal, with consolations or wipes.
    first, second : policy
        A callable that takes a state and returns an action or {action: chance}, an array of
        answers, a Solution, a named policy such as :func:`hold_at`, or the text of one such as
        ``"hold:20"``, as :func:`parse_policy` reads it. A callable is asked again in some states,
        and refused if it then answers differently. Actions are ``"roll"`` and ``"hold"`` in a race,
        and numbers of dice in Hog. In a duel a policy is a hold or a mixture. In Farkle it answers
        throws, as :func:`hold_at` does. In a party ``second`` is a tuple of the others' policies,
        in the order in which they move after the first, or one policy for all.
    start : (own, opp)
        The points with which the first and the second policy begin; in a party those of each
        policy. A duel has none. With equal turns matches and simulated games begin in the seat
        that the game has, replies with a round.
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
    >>> found = match(pig, pigcore.solve(pig), hold_at(20))
    >>> print(found)
    the first wins with 0.539920247412: moving first 0.571498430277, moving second 0.508342064547; \
19.5295871798 turns expected
    >>> found.lengths.quantile(0.9), [round(score, 3) for score in found.scores]
    (28, [77.67, 76.654])
    """
    family = module_of("matches", game, "are no matches")
    found = family.match(game, first, second, start=start)
    return found.counting(never) if hasattr(found, "counting") else found


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
    found: Response = module_of("replies", game, "are no best replies").best_response(game, policy)
    return found


def loss(game: Any, policy: Any) -> Loss:
    """Compute what a policy gives away against best play, against its best reply, and in each
    state.

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
    >>> found = loss(pigcore.Pig(), hold_at(20))
    >>> print(found)
    the policy gives away 0.039920247412 against best play and 0.054874796814 against its best reply
    >>> found.mistakes(1)[0].state, round(found.mistakes(1)[0].cost, 6)
    ((66, 74, 20), 9.5e-05)
    """
    found: Loss = module_of("replies", game, "are no best replies").loss(game, policy)
    return found
