"""pigverify recomputes what pigcore computes, in exact arithmetic, and says what is proved.

Nothing compiled is behind it and it shares no solving code with :mod:`pigcore`, only the rules.

>>> import pigverify
>>> from pigcore.games import Pig
>>> pigverify.check(Pig(100), 81, 89, 17).decision
'roll'
"""

from __future__ import annotations

import os
from typing import Any

from pigcore.games import FileError, RuleError

from .families import family_of
from .files import read_solution
from .report import Report, Verdict

__all__ = ["Report", "Verdict", "certify", "check"]


def check(game: Any, *state: object, digits: int = 30) -> Any:
    """Prove what is best in one state.

    Parameters
    ----------
    game : a pigcore game, or a solution of one
        The rules.
    *state : int
        What the family calls a state; in a race own, opp and, if not 0, total.
    digits : int
        Significant digits wanted of the payoffs.

    Returns
    -------
    Verdict
        With ``decision`` and the payoffs, each between two fractions.

    Raises
    ------
    StateError
        If there is no such state.
    RuleError
        If the game is none, or ``digits`` is not between 1 and 10,000.

    Examples
    --------
    >>> from pigcore.games import HoldOrContinue
    >>> check(HoldOrContinue(), 70, 74, 2).decision
    'tie'
    """
    rules = game.game if hasattr(game, "arrays") else game
    return family_of(rules).check(rules, *state, digits=digits)


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
    RuleError
        If it is none of these, or the tolerance not above 0 and at most 1.

    Examples
    --------
    >>> from pigcore.games import Piglet
    >>> certify(Piglet(5)).ok
    True
    """
    table: dict[str, Any] | None = None
    if isinstance(what, (str, os.PathLike)):
        game, table = read_solution(what)
    elif isinstance(what, type) or not (hasattr(what, "family") or hasattr(what, "arrays")):
        raise RuleError(
            f"what to certify is {what!r:.80}, but must be a game, a solution or the path of a "
            "saved solution"
        )
    elif hasattr(what, "arrays"):
        game = what.game
        table = {name: array.tolist() for name, array in what.arrays().items()}
    else:
        game = what
    options = {} if tolerance is None else {"tolerance": tolerance}
    try:
        return family_of(game).certify(game, table, progress=progress, **options)
    except FileError as error:
        if isinstance(what, (str, os.PathLike)):
            raise FileError(f"{os.fspath(what)}: {error}") from None
        raise
