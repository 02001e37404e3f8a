"""What a player alone may aim at, and which of it wants a number of turns."""

from __future__ import annotations

from ...games.checks import between
from ...games.errors import RuleError
from ...games.spelling import nearest, shown

__all__ = ["MOST_TURNS", "OBJECTIVES", "checked"]

OBJECTIVES = {"turns": False, "points": True, "chance": True, "points_per_turn": False}
"""Whether the objective is for a number of turns."""

MOST_TURNS = 1000


def checked(objective: object, turns: object) -> int:
    """The number of turns asked for, 0 where the objective wants none.

    Raises
    ------
    RuleError
        If there is no such objective, or a number of turns is missing, superfluous or too large.

    Examples
    --------
    >>> checked("points", 5), checked("turns", None)
    (5, 0)
    """
    if not isinstance(objective, str) or objective not in OBJECTIVES:
        raise RuleError(f"objective is {shown(objective)}: {nearest(objective, OBJECTIVES)}")
    if OBJECTIVES[objective]:
        if turns is None:
            raise RuleError(
                f"objective {objective!r} is for a number of turns: give turns, such as turns=5"
            )
        return between(turns, "turns", 1, MOST_TURNS)
    if turns is not None:
        wanting = " or ".join(repr(name) for name, wants in OBJECTIVES.items() if wants)
        raise RuleError(
            f"turns is {shown(turns)}, but objective {objective!r} is not for a number of turns: "
            f"leave it out, or ask for {wanting}"
        )
    return 0
