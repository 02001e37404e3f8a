"""Rows of numbers in few words, and which scores a table shows."""

from __future__ import annotations

from collections.abc import Iterable

from ...games.checks import whole
from ...games.errors import RuleError

__all__ = ["no_step", "runs_of", "shown_scores"]


def runs_of(numbers: Iterable[int], between: str = "-", after: str = " ", unit: int = 1) -> str:
    """Rising multiples of ``unit``, neighbours as a run.

    Examples
    --------
    >>> runs_of([4, 5, 6, 9]), runs_of([4, 5, 9], "–", ", ")
    ('4-6 9', '4–5, 9')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - unit:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return after.join(str(low) if low == high else f"{low}{between}{high}" for low, high in runs)


def shown_scores(goal: int, step: int | None) -> range:
    """0, step, 2 step, … below the goal.

    Raises
    ------
    RuleError
        If ``step`` is not positive.
    """
    if step is None:
        return range(goal)
    step = whole(step, "step")
    if step < 1:
        raise RuleError(f"step is {step}, but must be 1 or more: 5 shows every fifth score")
    return range(0, goal, step)


def no_step(game: str, step: int | None) -> None:
    """Refuse a step where there are no scores.

    Raises
    ------
    RuleError
        If there is one.
    """
    if step is not None:
        raise RuleError(f"step is {step}, but a table of {game} has no scores: leave step out")
