"""Turn rules into arrays, call one kernel, hand back a Solution.

Each family of games has a module of its name here with ``solve(game, **options)`` and
``from_arrays(game, arrays, info)``.
"""

from __future__ import annotations

import inspect
import os
from importlib import import_module
from types import ModuleType
from typing import Any

from ..games.errors import RuleError
from ..games.rules import family_of
from ..games.spelling import nearest, shown
from . import files

__all__ = ["ConvergenceWarning", "DisputedWarning", "load", "solve"]


class DisputedWarning(UserWarning):
    """Double precision cannot decide this state; the verifier can."""


class ConvergenceWarning(UserWarning):
    """The method stopped before it reached its tolerance."""


def solve(game: Any, **options: Any) -> Any:
    """Solve ``game`` with the solver of its family.

    Parameters
    ----------
    game : Race, …
        Any game of :mod:`pigcore.games`.
    **options
        The family's own, by name. A race takes ``method``, ``tolerance``, ``max_iterations``,
        ``start``; see :func:`pigcore.solvers.race.solve` and its likes. All take ``progress``,
        called with (done, of) as the work goes on.

    Returns
    -------
    Solution
        For a race :class:`pigcore.solvers.race.Solution` with ``win``, ``decide``, ``margin``,
        ``starts``, ``values``, ``decisions``, ``thresholds``, ``disputed``; see likewise ``hog``,
        ``duel`` and ``bag`` in :mod:`pigcore.solvers`. All have ``save``, ``summary``,
        ``advise`` and ``game``.

    Raises
    ------
    RuleError, SizeError
        If ``game`` is no game, an option is out of range, or the answer would not fit in memory.

    Examples
    --------
    >>> import pigcore
    >>> round(pigcore.solve(pigcore.Piglet(2)).win(0, 0), 6)
    0.571429
    """
    solver = _solver(family_of(game)).solve
    known = list(inspect.signature(solver).parameters)[1:]
    for name in options:
        if name not in known:
            others = [other for other in known if other != "progress"]
            remedy = nearest(name, others) if others else "leave it out"
            raise RuleError(f"{game.name} is solved without a {shown(name)}: {remedy}")
    return solver(game, **options)


def load(path: str | os.PathLike[str]) -> Any:
    """The Solution that ``Solution.save`` wrote to ``path``, everything in it checked.

    Raises
    ------
    FileError
        If the file is missing, truncated, of another format, or its numbers do not solve the
        rules beside them.

    Examples
    --------
    >>> import pigcore, os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     pigcore.solve(pigcore.Pig()).save(os.path.join(folder, "pig.npz"))
    ...     pigcore.load(os.path.join(folder, "pig.npz")).decide(41, 49, 27)
    'roll'
    """
    game, arrays, info = files.read(path)
    return _solver(game.family).from_arrays(game, arrays, info)


def _solver(family: str) -> ModuleType:
    try:
        return import_module(f".{family}", __package__)
    except ImportError as error:
        if "pigcore.kernels" not in str(error):
            raise
        raise ImportError(
            f"the compiled kernels are not beside {__file__}: leave the source tree, or compile "
            "them there with 'pip install -e .'"
        ) from error
