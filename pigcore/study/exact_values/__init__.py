"""Exact values: what a game is worth as a fraction, of twenty thousand digits if need be.

``value``      ``ExactValue``: the fraction, printed, saved and loaded
``equations``  rows in whole numbers, ordered for the kernel ``residue``
``residues``   their solution modulo many primes, and the integers that have these residues
``decisions``  what doubles cannot decide, settled by the same arithmetic

A module of each family's name says what has to be solved. A race, whatever its turn and players, or
a game of Hog becomes equations; a duel and a bag have their fraction at once.
"""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any

from ...games.errors import RuleError, StateError
from ...games.rules import family_of, serving
from ...games.spelling import counted
from .decisions import worth
from .residues import Progress
from .value import ExactValue

__all__ = ["ExactValue", "exact"]


def exact(
    game: Any, *state: int, executor: Executor | None = None, progress: Progress | None = None
) -> ExactValue:
    """Compute the value of a game, or of one of its states, as a fraction.

    Parameters
    ----------
    game : Race, Hog, Duel or Bag
    *state : int
        The scores at the start of a turn, own first (and the parity in Hog with exchange); by
        default the game's first state. A duel and a bag have only one value; with three players
        or more it is the mover's chance.
    executor : concurrent.futures.Executor, optional
        Where to solve modulo the primes, several per task; by default on all processors.
    progress : callable, optional
        Called with (done, of) as the primes come.

    Returns
    -------
    ExactValue
        A :class:`fractions.Fraction` that prints itself in one line and has ``digits``, ``save``
        and ``load``.

    Raises
    ------
    StateError
        If there is no such state, or it is not the start of a turn.
    RuleError
        If the family has no exact values, or the values of the game are not unique.
    SizeError
        If the fraction would have more than some 600,000 digits; if more than 64 values depend on
        each other in cycles, as they do if throws can wipe and the goal is above 64; if the goal
        is above 400 units, 40 where throws leave a choice, or 20 with last turns; or if three
        players or more have more than 500,000 tuples of scores, as in Pig to 80, or play can come
        to more than 20,000 of them, 1,000 where throws leave a choice.

    Notes
    -----
    Time grows roughly with the fourth power of the goal: Pig to 100 takes some tenths of a second,
    and Pig to 200 some ten times as long. See :mod:`pigcore.study.exact_values.equations` for the
    method.

    Examples
    --------
    >>> import pigcore
    >>> pigcore.exact(pigcore.Pig(10))
    <Pig, own 0, opp 0: 7776/10961>
    >>> pigcore.exact(pigcore.Pig(40)).digits(40)
    '0.5446943934816964172129642588818761935356'
    """
    module = serving(__name__, game)
    if module is None:
        raise RuleError(
            f"no exact values are computed in {game.name} ({family_of(game)}): ask pigverify"
        )
    if hasattr(module, "value"):
        if state:
            raise StateError(
                f"{counted(len(state), 'number was', 'numbers were')} given, but {game.name} has "
                "only one exact value: leave the state out"
            )
        found = module.value(game)
        return ExactValue(game, (), found.numerator, found.denominator)
    named = state or (0,) * (len(game.state_names) - game.optional)
    place = game.check_state(*named)
    rules, at = module.rules(game, place)
    return ExactValue(game, place[: len(named)], *worth(rules, at, executor, progress))
