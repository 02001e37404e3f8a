"""How much hangs on the chances of the roll: the doors, which find the study of a game's family."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..games.errors import RuleError
from ..games.rules import family_of, serving

if TYPE_CHECKING:
    from .race_posterior_result import Posterior
    from .race_sensitivity import Sensitivity

__all__ = ["posterior", "sensitivity"]


def sensitivity(game: Any) -> Sensitivity:
    """Compute the derivatives of the value of a game with respect to the chances of its roll.

    Parameters
    ----------
    game : Race or its solution

    Returns
    -------
    Sensitivity
        For each outcome o of the roll, the derivative of the first player's chance as the chances p
        move along p + h (e_o - p), with best play on both sides. It is exact up to rounding, and
        two-sided where a tie in play makes a kink.

    Raises
    ------
    RuleError
        If the family has no such derivatives.
    SizeError
        If some 17 goal**3 bytes do not fit in memory.

    Examples
    --------
    >>> import pigcore
    >>> pig = pigcore.sensitivity(pigcore.Pig())
    >>> round(pig["bust"].above, 9), pig["bust"].kink
    (-0.101298394, False)
    """
    found: Sensitivity = _door(getattr(game, "game", game), "sensitivity")(game)
    return found


def posterior(game: Any, record: Any = None, **options: Any) -> Posterior:
    """Study the values and decisions of a game whose chances were estimated from recorded throws.

    Parameters
    ----------
    game : Race
    record : mapping or pairs of outcome and count, optional
        By default the throws that come with the game, as with ``PassThePigs.kern()``.
    **options
        ``draws`` (1000), ``seed`` (0), ``executor``, ``path`` (a file to keep the result in and to
        resume from), ``progress``.

    Returns
    -------
    Posterior
        With, for each state, the share of draws whose decision is that of the posterior mean.

    Raises
    ------
    RuleError
        If the family has no such study, no throws are recorded, or a parameter is out of range.
    FileError
        If ``path`` holds anything else.
    SizeError
        If some 8 goal**3 bytes do not fit in memory.

    Examples
    --------
    >>> import pigcore
    >>> seen = {2: 10, 3: 8, 4: 11, 5: 13, 6: 8, "bust": 9}
    >>> found = pigcore.posterior(pigcore.Pig(20), seen, draws=9)
    >>> found.game.roll.bust
    Fraction(19, 124)
    """
    found: Posterior = _door(game, "posterior")(game, record, **options)
    return found


def _door(game: Any, name: str) -> Any:
    found = serving(__package__, game, f"{{}}_{name}")
    if found is None:
        raise RuleError(
            f"there is no study of the chances of a roll for {game.name} ({family_of(game)}): give "
            "a race of two players in which one roll is thrown again and again"
        )
    return getattr(found, name)
