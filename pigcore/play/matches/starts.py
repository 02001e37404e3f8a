"""The scores that a match begins with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ...games.errors import RuleError, StateError
from ...games.game import Game
from ...games.spelling import shown

__all__ = ["all_scores", "refuse_scores", "scores_of", "start_of"]


def scores_of(game: Game, start: Sequence[int]) -> tuple[int, int]:
    """The two scores, checked.

    Raises
    ------
    StateError
        If they are not two, or the game is over there.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> scores_of(Pig(), (20, 0))
    (20, 0)
    """
    try:
        own, opp = start
    except (TypeError, ValueError):
        raise StateError(
            f"start is {shown(start)}, but must be two scores, the first policy's and the second's"
        ) from None
    own, opp, *_ = game.check_state(own, opp)
    goal = getattr(game, "goal", None)
    if goal is not None and max(own, opp) >= goal:
        raise StateError(
            f"start is {shown(start)}, but the goal is {goal:,}: begin before anybody has it"
        )
    return own, opp


def refuse_scores(game: Game, start: object) -> None:
    """Refuse scores to begin with, other than (0, 0), where nobody banks points.

    Raises
    ------
    RuleError
        If ``start`` is anything else.
    """
    try:
        nothing = tuple(cast("Sequence[int]", start)) == (0, 0)
    except (TypeError, ValueError):  # no sequence, or one of arrays
        nothing = False
    if not nothing:
        raise RuleError(
            f"start is {shown(start)}, but in {game.name} nobody banks points: leave start out"
        )


def all_scores(game: Game, start: Sequence[int], players: int) -> tuple[int, ...]:
    """The scores of several players, checked; (0, 0) means that nobody has points.

    Raises
    ------
    StateError
        If they are not as many as there are players, or the game is over there.

    Examples
    --------
    >>> from pigcore.games import Race, Pig
    >>> all_scores(Pig(players=3), (0, 0), 3), all_scores(Pig(players=3), (20, 0, 5), 3)
    ((0, 0, 0), (20, 0, 5))
    """
    try:
        scores = tuple(start)
    except TypeError:
        scores = ()
    if scores == (0, 0):
        return (0,) * players
    if len(scores) != players:
        raise StateError(
            f"start is {shown(start)}, but must be {players} scores, those of the policies in the "
            f"order in which they move, such as {(20, *[0] * (players - 1))}"
        )
    return game.check_state(*scores)[:players]


def start_of(game: Game, start: Sequence[int]) -> tuple[int, ...]:
    """The scores of all players of a game of any family, checked; (0, 0) where nobody banks."""
    if "own" not in game.state_names:
        refuse_scores(game, start)
        return 0, 0
    return all_scores(game, start, game.players) if game.shared else scores_of(game, start)
