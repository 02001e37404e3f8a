"""Policies of races by name: best play as it is proved, and rules of thumb as exact functions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from pigcore.games.checks import between, written
from pigcore.games.errors import RuleError
from pigcore.games.race import Race
from pigcore.games.spelling import shown

from ..options import Progress
from .prove import Proved
from .tables import Tables
from .tables import of_two as serves
from .turn import Frame, Plan

__all__ = ["Best", "best_play", "keep_pace", "named", "serves"]

MOST = 1_000_000
"""The largest constant of a rule."""


def named(
    game: Race, progress: Progress | None = None
) -> dict[str, tuple[str, Callable[..., Any]]]:
    """The policies by name: how each is written, and what makes it of its constants."""

    def hold(total: str) -> Callable[..., int]:
        return rule(game, None if total == "goal" else _whole(total, "the total to hold at", 1))

    def race(total: str, end: str) -> Callable[..., int]:
        return rule(
            game,
            _whole(total, "the total to hold at", 1),
            end=_whole(end, "the score to race from", 0),
        )

    return {
        "optimal": ("optimal", partial(best_play, game, progress)),
        "hold": ("hold:TOTAL or hold:goal", hold),
        "race": ("race:TOTAL:SCORE", race),
        "keep-pace": ("keep-pace[:BASE:SLOPE:END]", partial(keep_pace, game)),
    }


def _whole(text: str, what: str, least: int) -> int:
    return between(written(text, what), what, least, MOST)


# --- best play ------------------------------------------------------------------------------------


def best_play(game: Race, progress: Progress | None = None) -> Best:
    """Best play, every decision proved.

    Raises
    ------
    RuleError
        If a decision cannot be proved.
    """
    found = Proved(game, progress=progress).run()
    if not found.check or found.undecided:
        raise RuleError(
            f"not every decision of {game.name} can be proved, so that nothing is known to be "
            "optimal play: name another policy"
        )
    return Best(found)


class Best:
    """Best play by bounds that decide everything.

    What is not proved to be worse is exactly as good: of that it banks, and takes the option of
    the fewest points, as pigcore does.
    """

    def __init__(self, found: Proved) -> None:
        self._found = found

    def plan(self, tables: Tables, place: int, frame: Frame) -> Plan:
        """What it does in a turn."""
        _, _, engine = self._found.bounds(place)
        letters, marks = engine.letters()
        throws = bytes(letter == ord("t") for letter in letters)
        return Plan(throws, [(mark & -mark).bit_length() - 1 for mark in marks])


# --- rules of thumb -------------------------------------------------------------------------------


def rule(
    game: Race,
    base: int | Fraction | None,
    slope: Fraction | None = None,
    end: int | None = None,
) -> Callable[..., int]:
    """Bank once there are base + (opp - own) / slope points, and only at the goal if anybody has
    ``end``.

    Of several options it takes that of most points, and of these the last mode; one that reaches
    the goal goes before all others, and one past an exact goal behind them.
    """
    goal, exact, rise = game.goal, game.target == "exact", 1 / slope if slope else Fraction(0)
    race = goal if end is None else end

    def answer(own: int, opp: int, points: int, mode: Any = None, options: Any = None) -> int:
        def rank(n: int) -> tuple[int, int]:
            past = own + points + options[n][0] - goal
            return -1 if exact and past > 0 else int(past >= 0), n

        if options is not None:
            return max(range(len(options)), key=rank)
        if own + points >= goal:  # with a last turn
            return 0
        return int(base is None or max(own, opp) >= race or points < base + (opp - own) * rise)

    return answer


def keep_pace(
    game: Race, base: str = "21", slope: str = "8", end: str = "71"
) -> Callable[..., int]:
    """Hold at base + (opp - own) / slope, a real quotient; from ``end`` on throw for the goal.

    Source: T. Neller and C. Presser, "Practical Play of the Dice Game Pig", The UMAP Journal 31(1),
    2010.
    """
    try:
        exact = Fraction(base), Fraction(slope)
    except (ValueError, ZeroDivisionError):
        exact = Fraction(0), Fraction(0)
    if not (0 <= exact[0] <= MOST and 0 < exact[1] <= MOST):
        raise RuleError(
            f"base and slope are {shown(base)} and {shown(slope)}, but must be numbers above 0 "
            f"and at most {MOST}, such as 21 and 17/2"
        )
    return rule(game, *exact, end=_whole(end, "the score to race from", 0))
