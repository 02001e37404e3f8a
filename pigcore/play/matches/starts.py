"""The scores that a match begins with."""

from __future__ import annotations

from collections.abc import Sequence

from ...games.errors import StateError
from ...games.game import Game
from ...games.spelling import shown

__all__ = ["scores_of"]


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
