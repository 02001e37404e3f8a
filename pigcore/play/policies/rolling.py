"""Answers where one rolls or holds: what they may be, and what a policy there may be called.

A policy answers ``"roll"`` or ``"hold"``; True or False; a number of 0 to 1, which is the chance
that it rolls, so that 1 rolls and 0 holds; or {action: chance}.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isnan
from typing import Any

import numpy as np

from ...games.asking import Asking
from ...games.errors import RuleError
from ...games.game import Game
from ...games.spelling import shown
from .answers import asking, shares
from .bands import bands
from .holds import HoldAt, hold_or_race, scoring_turns
from .linear import keep_pace, linear

__all__ = [
    "ACTION", "ACTIONS", "NAMES", "actions", "asking_to_roll", "chance_in", "chance_of_rolling",
]  # fmt: skip

ACTION = "ACTION"
_USAGES: dict[str, Callable[..., Any]] = {
    "hold:TOTAL or hold:goal": HoldAt,
    "race:TOTAL:SCORE": hold_or_race,
    "keep-pace[:BASE:SLOPE:END[:ROUNDING]]": keep_pace,
    "scoring-turns:TURNS": scoring_turns,
    "linear:A:B:C": linear,
    "bands:SCORE,…:TOTAL,…/TOTAL,…": bands,
}
NAMES = {re.split(r"[:\[]", usage)[0]: (usage, make) for usage, make in _USAGES.items()}
"""The policies by name: how each is written, and what makes it of its constants."""

ACTIONS = "'roll', 'hold', the chance of rolling or {action: chance}"
"""What must be answered, in words."""

NO_ANSWER = float("nan")
_ROLLS = {"roll": 1.0, "hold": 0.0}
_NUMBERS = (int, np.integer)


def actions(game: Game) -> tuple[str, ...]:
    """What can be answered where there is a choice."""
    return ("roll", "hold")


def asking_to_roll(game: Game, policy: Callable[..., Any], *remedy: str) -> Asking:
    """As :func:`asking`; what it returns is the chance of rolling."""
    return asking(game, policy, lambda answer, at: chance_of_rolling(answer, game, at), *remedy)


def chance_of_rolling(answer: object, game: Game, state: tuple[int, ...]) -> float:
    """The chance that an answer rolls.

    Raises
    ------
    RuleError
        If it is no answer; the state is named.

    Examples
    --------
    >>> import pigcore
    >>> chance_of_rolling({"roll": 0.25, "hold": 0.75}, pigcore.Pig(), (41, 49, 27))
    0.25
    """
    chance = chance_in(answer)
    if isnan(chance):
        raise RuleError(
            f"the policy answers {shown(answer)} at {game.spell(state)}, but must answer {ACTIONS}"
            + (": write hold_at(…) for totals to hold at" if isinstance(answer, _NUMBERS) else "")
        )
    return chance


def chance_in(answer: object) -> float:
    """The chance that an answer rolls; NaN if it is no answer."""
    if isinstance(answer, str):
        return _ROLLS.get(answer, NO_ANSWER)
    if isinstance(answer, (bool, int, float, np.bool_, np.integer, np.floating)):
        return float(answer) if 0 <= answer <= 1 else NO_ANSWER
    mixed = shares(answer)
    if mixed is None:
        return NO_ANSWER
    return sum(_ROLLS.get(action, NO_ANSWER) * chance for action, chance in mixed.items())
