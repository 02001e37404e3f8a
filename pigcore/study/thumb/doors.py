"""Rules of thumb: the door, which finds the search of the game's family."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...games.errors import RuleError
from ...games.game import Game
from ...games.rules import serving
from ...games.spelling import shown

if TYPE_CHECKING:
    from .frontier import Frontier

__all__ = ["rules_of_thumb"]


def rules_of_thumb(game: Any, *given: Any, **options: Any) -> Frontier:
    """Find rules that a person can remember and that play almost optimally.

    Parameters
    ----------
    game : Race, Farkle
    names : iterable of str, optional
        The families of rules to search; each family of games has its own.
    **options
        ``progress``, and in a race ``descents``, ``seed``, ``executor`` and ``path``.

    Returns
    -------
    Frontier

    Raises
    ------
    RuleError
        If the game's family has no rules of thumb, or an option is out of range.

    Examples
    --------
    >>> import pigcore
    >>> print(rules_of_thumb(pigcore.Pig(), ["hold"]).best)
    hold at 25: loses 0.021069279405 against best play
    """
    module = serving(__package__, game, "{}_frontier") if isinstance(game, Game) else None
    if module is None:
        called = game.name if isinstance(game, Game) else shown(game)
        raise RuleError(
            f"{called} is not a race of one roll, nor Farkle: give a race such as pigcore.Pig()"
        )
    found: Frontier = module.rules_of_thumb(game, *given, **options)
    return found
