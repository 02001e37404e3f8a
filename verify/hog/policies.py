"""Policies of Hog by name: best play as it is proved, and always the same number of dice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pigcore.games.checks import written
from pigcore.games.hog import Hog

from ..options import Progress
from .prove import best_choices
from .rules import Rules

__all__ = ["best_play", "named"]


def named(
    game: Hog, progress: Progress | None = None
) -> dict[str, tuple[str, Callable[..., Callable[..., int]]]]:
    """The policies by name: how each is written, and what makes it of its constants."""

    def always(dice: str) -> Callable[..., int]:
        number = written(dice, "the number of dice")
        return lambda *_: number

    return {
        "optimal": ("optimal", partial(best_play, game, progress)),
        "always": ("always:DICE", always),
    }


def best_play(game: Hog, progress: Progress | None = None) -> Callable[..., int]:
    """Best play, every choice proved; of those that are equally good the first.

    Raises
    ------
    RuleError
        If a choice cannot be proved.
    """
    best = best_choices(Rules(game), progress)
    return lambda own, opp, parity=0: best[own, opp, parity][0]
