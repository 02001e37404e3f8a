"""Turn rules into arrays, call one kernel, hand back a Solution.

Each family has a module or a folder of its name with ``solve(game, **options)``; :func:`solve` and
:func:`load` find it by ``game.family``. What is loaded is solved again and compared.

What all families share:

``solution``  the base class: what every solution answers, saved and shown as plain data
``files``     saved solutions, and what they hold against ``game.arrays``
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, overload

from ..games.errors import FileError, RuleError
from ..games.game import Game
from ..games.rules import check_kind, serving
from ..games.spelling import nearest, shown
from ..games.texts import spelled
from . import files
from .solution import Call, ConvergenceWarning, DisputedWarning, Solution

if TYPE_CHECKING:
    from ..games.bag import Bag
    from ..games.duel import Duel
    from ..games.hog import Hog
    from ..games.race import Race
    from .bag import BagSolution
    from .duel import DuelSolution
    from .hog import HogSolution
    from .race import RaceSolution

    Progress = Callable[[int, int], object] | None

__all__ = ["Call", "ConvergenceWarning", "DisputedWarning", "Solution", "load", "solve"]


@overload
def solve(
    game: Race,
    method: str = ...,
    *,
    tolerance: float = ...,
    max_iterations: int | None = ...,
    start: float = ...,
    progress: Progress = ...,
) -> RaceSolution: ...
@overload
def solve(game: Hog, *, progress: Progress = ...) -> HogSolution: ...
@overload
def solve(game: Duel, *, progress: Progress = ...) -> DuelSolution: ...
@overload
def solve(game: Bag, *, progress: Progress = ...) -> BagSolution: ...
@overload
def solve(game: Game, *, progress: Progress = ...) -> Solution[Any, Any]: ...
def solve(game: Any, *given: Any, **options: Any) -> Any:
    """Solve ``game`` with the solver of its family.

    Parameters
    ----------
    game : Race, Hog, …
        Any game of :mod:`pigcore.games`; ``pigcore.game("pig")`` makes one by its name.
    method : str, optional
        The method, if the family has several: see :func:`pigcore.solvers.race.solve`.
    **options
        Options of the family, by name. A race takes ``tolerance``, ``max_iterations`` and
        ``start``. All families take ``progress``, which is called with (done, of) during the work.

    Returns
    -------
    Solution
        In every family with ``value``, ``best``, ``payoffs``, ``closest``, ``disputed``,
        ``advise``, ``summary``, ``policy``, ``to_dataframe`` and ``save``; a race adds ``win``,
        ``decide``, ``margin``, ``starts``, ``values``, ``decisions`` and ``thresholds``.

    Raises
    ------
    RuleError, SizeError
        If ``game`` is not a game, an option is out of range, or the answer would not fit in memory.

    Examples
    --------
    >>> import pigcore
    >>> round(pigcore.solve(pigcore.Piglet(2)).win(0, 0), 6)
    0.571429
    """
    solver = _solver(game).solve
    known = _options(solver)
    for name in options:
        if name not in known:
            others = [other for other in known if other != "progress"]
            remedy = nearest(name, others) if others else "leave it out"
            raise RuleError(f"{game.name} is solved without a {shown(name)}: {remedy}")
    if len(given) > known.count("method"):
        raise RuleError(
            f"{shown(given[-1])} stands after the game, but the options of {game.name} are given "
            "by name: write progress=…, for example"
        )
    return solver(game, *given, **options)


@overload
def load(path: str | os.PathLike[str]) -> Solution[Any, Any]: ...
@overload
def load(path: str | os.PathLike[str], kind: type[Race]) -> RaceSolution: ...
@overload
def load(path: str | os.PathLike[str], kind: type[Hog]) -> HogSolution: ...
@overload
def load(path: str | os.PathLike[str], kind: type[Duel]) -> DuelSolution: ...
@overload
def load(path: str | os.PathLike[str], kind: type[Bag]) -> BagSolution: ...
def load(path: str | os.PathLike[str], kind: type[Any] = Game) -> Any:
    """Read the Solution that ``Solution.save`` wrote to ``path``: its rules are solved again.

    Parameters
    ----------
    path : path
    kind : class, optional
        The class that the game must have, such as ``pigcore.Race``; type checkers then know what
        kind of solution comes back.

    Raises
    ------
    FileError
        If the file is missing, truncated or of another format, or its numbers are not those that
        its rules lead to.
    RuleError
        If the game is of another class.

    Examples
    --------
    >>> import pigcore, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     pigcore.solve(pigcore.Pig()).save(os.path.join(folder, "pig.npz"))
    ...     pigcore.load(os.path.join(folder, "pig.npz"), pigcore.Race).decide(41, 49, 27)
    'roll'
    """
    game, arrays, info = files.read(path)
    where = spelled(path)
    check_kind(game, kind, f"{where} holds", "load it without that")
    solver = _solver(game).solve
    given = {"method", "tolerance", "weights"} & info.keys() & {*_options(solver)}
    try:
        solution = solver(game, **{name: info[name] for name in given})
        files.compare(solution.arrays(), arrays)
        return solution
    except (FileError, RuleError) as error:
        raise FileError(f"{where}: {error}") from None


@lru_cache
def _options(solver: Callable[..., object]) -> tuple[str, ...]:
    # Kept, because looking at a signature takes longer than solving a small game.
    return tuple(inspect.signature(solver).parameters)[1:]


def _solver(game: Game) -> ModuleType:
    try:
        return serving(__package__, game)  # type: ignore[return-value]
    except ImportError as error:
        if "pigcore.kernels" not in str(error):
            raise
        raise ImportError(
            f"the compiled kernels are not beside {__file__}: leave the source tree, or compile "
            "them there with 'pip install -e .'"
        ) from error
