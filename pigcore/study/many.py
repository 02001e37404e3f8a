"""Many games solved at once: ``solve_many``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from typing import Any, Literal, overload

from ..games.checks import items
from ..games.errors import RuleError
from ..games.game import Game
from ..games.spelling import nearest, shown
from ..solvers import Solution, solve
from . import chunks

__all__ = ["solve_many"]

_LIKE = "games such as [Pig(50), Pig(100)]"
_MOST = 1_000_000
_ERRORS: dict[str, tuple[type[Exception], ...]] = {"raise": (), "return": (Exception,)}


@overload
def solve_many(
    games: Iterable[Game],
    executor: Executor | None = ...,
    progress: Callable[[int, int], object] | None = ...,
    *,
    errors: Literal["raise"] = ...,
) -> Iterator[Solution[Any, Any]]: ...
@overload
def solve_many(
    games: Iterable[Any],
    executor: Executor | None = ...,
    progress: Callable[[int, int], object] | None = ...,
    *,
    errors: Literal["return"],
) -> Iterator[Solution[Any, Any] | Exception]: ...
def solve_many(
    games: Iterable[Any],
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
    *,
    errors: str = "raise",
) -> Iterator[Any]:
    """Solve many games, and yield their solutions in order as soon as they are ready.

    Parameters
    ----------
    games : iterable of Game
        Of any families.
    executor : concurrent.futures.Executor, optional
        Where to solve, one game per task; by default on threads of this process, one per processor.
    progress : callable, optional
        Called as ``progress(done, of)`` before each solution is yielded.
    errors : {"raise", "return"}
        What becomes of the exception of a game that cannot be solved: it is raised, which ends the
        others as well, or takes the place of the game's solution.

    Returns
    -------
    iterator of Solution
        With the same bits as from :func:`pigcore.solve`, wherever they were computed: one game is
        always solved by one thread. At most 64 solutions wait in memory.

    Raises
    ------
    RuleError
        If something among ``games`` is not a game, ``executor`` is not an executor, or a game
        cannot be sent to another process. It is raised at once, or when the solution is requested.
    SizeError
        If a solution would not fit in memory.
    PigcoreError
        If a worker ended before its task, and the executor does not give the task to another one.

    Notes
    -----
    If you leave the loop early, games that have not begun are cancelled. From processes and
    clusters, solutions come through a pipe or a network (8 goal**2 bytes for a race), so threads
    are faster for small games.

    Examples
    --------
    >>> import pigcore
    >>> games = [pigcore.Pig(goal) for goal in (25, 50, 100)]
    >>> for pig in pigcore.solve_many(games):
    ...     print(pig.game.goal, round(pig.win(0, 0), 6))
    25 0.588109
    50 0.546151
    100 0.530593
    """
    if errors not in _ERRORS:
        raise RuleError(f"errors is {shown(errors)}: {nearest(errors, _ERRORS)}")
    given = items(games, "games", _LIKE, _MOST + 1)
    if len(given) > _MOST:
        raise RuleError(f"there are more than {_MOST:,} games: solve them in several parts")
    for game in given if errors == "raise" else ():
        if not isinstance(game, Game):
            raise RuleError(f"{shown(game)} is not a game: give {_LIKE}")
    return _solutions(given, executor, progress, _ERRORS[errors])


def _solutions(
    games: list[Any], executor: Executor | None, progress: Any, kept: tuple[type[Exception], ...]
) -> Iterator[Any]:
    tasks = ((game,) for game in games)
    for done, solution in enumerate(chunks.in_order(solve, tasks, executor, kept=kept), 1):
        if progress is not None:
            progress(done, len(games))
        yield solution
