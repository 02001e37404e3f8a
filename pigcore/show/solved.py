"""The solution that the words after a verb mean: solved now, or read from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..console.arguments import game_and_rest, only_without
from ..console.output import progress_bar
from ..games.rules import names_a_solution

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..solvers import Solution

__all__ = ["solved", "under_a_bar"]


def solved(
    name: str,
    words: tuple[str, ...] = (),
    *,
    goal: int | None = None,
    players: int | None = None,
    able: Callable[[Any], object] | None = None,
    **options: Any,
) -> tuple[Solution[Any, Any], tuple[str, ...]]:
    """The solution of the game that ``name`` and its file mean, or the one saved in ``name``.

    ``able`` may refuse the game before it is solved.

    Returns
    -------
    tuple
        The solution, and the words that are left for a state.

    Raises
    ------
    PigcoreError
        If there is no such game or file, or an option does not fit.
    """
    if names_a_solution(name):
        only_without(f"{name} is solved already", goal=goal, players=players, **options)
        from ..solvers import load

        solution = load(name)
        if able is not None:
            able(solution.game)
        return solution, words
    game, rest = game_and_rest(name, words, goal=goal, players=players)
    if able is not None:
        able(game)
    return under_a_bar(game, **options), rest


def under_a_bar(game: Any, **options: Any) -> Solution[Any, Any]:
    """The solution of ``game``, under a progress bar; options that are None are not given."""
    from ..solvers import solve

    given = {name: value for name, value in options.items() if value is not None}
    with progress_bar(f"solving {game.name}") as progress:
        solution: Solution[Any, Any] = solve(game, progress=progress, **given)
    return solution
