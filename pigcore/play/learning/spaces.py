"""What both environments ask of a board: spaces, masks, actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete, MultiDiscrete
from numpy.typing import NDArray

from ...games.checks import between
from ...games.errors import RuleError
from ...games.spelling import listed, shown
from ..boards import Board

__all__ = ["action_of", "checked", "mask_of", "rendered", "spaces_of"]

MOST_TURNS = 1_000_000


def checked(longest: int, render_mode: str | None) -> tuple[int, str | None]:
    """Both parameters, if they are in range."""
    if render_mode not in (None, "ansi"):
        raise RuleError(f"render_mode is {shown(render_mode)}, but must be 'ansi' or None")
    return between(longest, "longest", 1, MOST_TURNS), render_mode


def spaces_of(board: Board) -> tuple[MultiDiscrete, Discrete]:
    """What a player sees, and what he can do."""
    return MultiDiscrete([*board.sizes]), Discrete(len(board.actions))


def mask_of(board: Board, player: int) -> NDArray[np.int8]:
    """1 for the actions there are; zeros for who has nothing to decide."""
    if board.over or board.mover != player:
        return np.zeros(len(board.actions), dtype=np.int8)
    return np.array(board.legal(), dtype=np.int8)


def action_of(board: Board, action: Any) -> int:
    """``action`` as a place in ``board.actions``.

    Raises
    ------
    RuleError
        If it is none.
    """
    try:
        number = int(action)
        if number == action and 0 <= number < len(board.actions):
            return number
    except (TypeError, ValueError):
        pass
    means = [f"{place} ({name})" for place, name in enumerate(board.actions)]
    raise RuleError(f"the action is {shown(action)}, but must be {listed(means, 'or')}")


def rendered(board: Board, names: Sequence[str]) -> str:
    """The turns so far, and what is seen now, in words."""
    seen = ", ".join(map(str, board.seen_by(board.mover)))
    lines = [turn.in_words(names) for turn in board.turns]
    return "\n".join([*lines, f"{names[board.mover]} sees {seen}"])
