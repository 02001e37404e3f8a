"""The scores that a match begins with."""

from __future__ import annotations

from collections.abc import Sequence

from ...games.errors import RuleError, StateError
from ...games.game import Game
from ...games.spelling import shown


def start_of(game: Game, start: Sequence[int]) -> tuple[int, ...]:
    """The players' scores, checked; (0, 0) means that nobody has points.

    Examples
    --------
    >>> from pigcore.games import Pig
    >>> start_of(Pig(), (20, 0)), start_of(Pig(players=3), (0, 0))
    ((20, 0), (0, 0, 0))
    """
    n = game.players
    try:
        scores = tuple(start)
        nothing = scores == (0, 0)
    except (TypeError, ValueError):  # no sequence, or one of arrays
        scores, nothing = (), False
    if "own" not in game.state_names:
        if nothing:
            return 0, 0
        raise RuleError(
            f"start is {shown(start)}, but in {game.name} nobody banks points: leave start out"
        )
    if nothing:
        return (0,) * n
    if len(scores) != n:
        wanted = "two scores, the first policy's and the second's"
        if n > 2:
            wanted = f"{n} scores, those of the policies in the order in which they move, such as "
            wanted += str((20, *[0] * (n - 1)))
        raise StateError(f"start is {shown(start)}, but must be {wanted}")
    checked: tuple[int, ...] = game.check_state(*scores)[:n]
    goal = getattr(game, "goal", None)
    if goal is not None and max(checked) >= goal:
        raise StateError(
            f"start is {shown(start)}, but the goal is {goal:,}: begin before anybody has it"
        )
    return checked
