"""The solution that the words after a verb mean: solved now, or read from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from ..console.arguments import game_and_rest, nothing_left, only_without
from ..console.output import progress_bar
from ..games.rules import names_a_solution

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..solvers import Solution

__all__ = ["nothing_but", "solved"]

T = TypeVar("T")


def solved(
    name: str,
    words: tuple[str, ...] = (),
    *,
    read: Callable[[Any, tuple[str, ...]], T],
    goal: int | None = None,
    players: int | None = None,
    **options: Any,
) -> tuple[Solution[Any, Any], T]:
    """The solution of the game that ``name`` and its file mean, or the one saved in ``name``.

    ``read`` is given the game and the words that are left, and may refuse either, before anything
    is solved.

    Returns
    -------
    tuple
        The solution, and what ``read`` returns.

    Raises
    ------
    PigcoreError
        If there is no such game or file, or an option does not fit.
    """
    if names_a_solution(name):
        only_without(f"{name} is solved already", goal=goal, players=players, **options)
        from ..solvers import load

        solution = load(name)
        return solution, read(solution.game, words)
    game, rest = game_and_rest(name, words, goal=goal, players=players)
    found = read(game, rest)
    from ..solvers import solve

    given = {name: value for name, value in options.items() if value is not None}
    with progress_bar(f"solving {game.name}") as progress:
        return solve(game, progress=progress, **given), found


def nothing_but(remedy: str) -> Callable[[Any, tuple[str, ...]], None]:
    """What refuses every word after a game, as :func:`nothing_left` does."""
    return lambda _, rest: nothing_left(rest, remedy)
