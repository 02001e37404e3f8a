"""pigverify recomputes what pigcore computes, in exact arithmetic, and says what is proved.

Nothing compiled is behind it and it shares no solving code with :mod:`pigcore`, only the rules.

>>> import pigverify
>>> from pigcore.games import Pig
>>> pigverify.check(Pig(100), 81, 89, 17).decision
'roll'
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

from pigcore.games import RuleError

from .files import read_solution
from .report import Report, Verdict

__all__ = ["Report", "Verdict", "certify", "check"]


def _family(game: Any) -> Any:
    # A family of games is the module of its name here: verify/race.py and its likes.
    if not hasattr(game, "family"):
        raise RuleError(f"the game is {game!r}, but must be one such as pigcore.Pig()")
    return import_module(f".{game.family}", __package__)


def check(game: Any, *state: object, digits: int = 30) -> Any:
    """Prove what is best in one state.

    Parameters
    ----------
    game : a pigcore game, or a solution of one
        The rules.
    *state : int
        What the family calls a state; in a race own, opp and, if not 0, total.
    digits : int
        Decimal digits wanted of the payoffs.

    Returns
    -------
    Verdict
        With ``decision`` and the payoffs, each between two fractions.

    Raises
    ------
    StateError
        If there is no such state.

    Examples
    --------
    >>> from pigcore.games import HoldOrContinue
    >>> check(HoldOrContinue(), 70, 74, 2).decision
    'tie'
    """
    rules = game.game if hasattr(game, "arrays") else game
    return _family(rules).check(rules, *state, digits=digits)


def certify(what: Any, *, tolerance: float | None = None, progress: Any = None) -> Any:
    """Prove every decision of a game, and how far a solution is from the truth.

    Parameters
    ----------
    what : game, solution, or path of a saved solution
        A solution has ``game`` and ``arrays()``.
    tolerance : float, optional
        The largest error of a solution that is not refuted; the family's default, 5e-13 in a
        race, if left out.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then.

    Returns
    -------
    Report
        ``ok`` if everything is proved and the solution within the tolerance.

    Raises
    ------
    FileError
        If the file or an array is damaged.

    Examples
    --------
    >>> from pigcore.games import Piglet
    >>> certify(Piglet(5)).ok
    True
    """
    table: dict[str, Any] | None = None
    if isinstance(what, (str, os.PathLike)):
        game, table = read_solution(what)
    elif hasattr(what, "family"):
        game = what
    elif hasattr(what, "game") and hasattr(what, "arrays"):
        game = what.game
        table = {name: array.tolist() for name, array in what.arrays().items()}
    else:
        raise RuleError(
            f"what to certify is {what!r}, but must be a game, a solution or the path of a "
            "saved solution"
        )
    options = {} if tolerance is None else {"tolerance": tolerance}
    return _family(game).certify(game, table, progress=progress, **options)
