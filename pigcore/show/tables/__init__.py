"""Tables to play by: what to do at every pair of scores, as text or CSV.

``booklet``  what a booklet consists of: grids, notes, records, rows of numbers

A module with the name of each family says in sentences who is favoured and what to do at the start,
and makes the booklet of games with scores; :func:`booklet_of` and :func:`sentences_of` find it.
"""

from __future__ import annotations

from typing import Any

from ...games.errors import RuleError
from ...games.rules import serving
from .booklet import Booklet

__all__ = ["booklet_of", "sentences_of"]


def booklet_of(solution: Any, step: int | None = None) -> Booklet:
    """What a player takes to the table, for a solution of any family.

    Parameters
    ----------
    solution : Solution
    step : int, optional
        1 or more: show the scores 0, step, 2 step, … only; every score by default.

    Raises
    ------
    RuleError
        If ``step`` is not positive, or the family has no tables.

    Examples
    --------
    >>> import pigcore
    >>> booklet = booklet_of(pigcore.solve(pigcore.Piglet(goal=4)))
    >>> [cell.text for cell in booklet.grids[0].cells[0]]  # with no points of one's own
    ['2', '2', '2', '4']
    """
    game, home = solution.game, serving(__name__, solution.game)
    # Tables for each pair of counts of busts in a row would fill a book.
    if not hasattr(home, "booklet") or getattr(game, "falls", False):
        raise RuleError(f"there is no table of {game.name} ({game.family}): ask advise for a state")
    found: Booklet = home.booklet(solution, step)  # type: ignore[union-attr]
    return found


def sentences_of(solution: Any) -> list[str]:
    """Who is favoured, and what to do at the start of a game, each in a sentence.

    Examples
    --------
    >>> import pigcore
    >>> sentences_of(pigcore.solve(pigcore.Pig()))[1]
    'At the start: roll until the turn total is 21 or more, then hold.'
    """
    home = serving(__name__, solution.game)
    return [] if home is None else [*home.sentences(solution)]
