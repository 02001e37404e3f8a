"""Turns of Farkle that are played by given decisions: what they are worth, and how they end."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.race import Race
from ...kernels.farkle_outcomes import FarkleOutcomes
from . import FarkleSolution, solve
from .arrays import FarkleArrays, Floats

__all__ = [
    "BANK", "OPEN", "THROW", "WIDTH", "Decisions", "Ends", "best_play", "codes", "decided",
    "ends_of", "tables_of",
]  # fmt: skip

Marks = NDArray[np.uint8]

THROW, BANK, OPEN = 0, 1, 2
"""What is decided in a state: ``OPEN`` is to be found."""

WIDTH = 8
"""The kernel takes so many opponents side by side."""


class Decisions(NamedTuple):
    """What a player with ``own`` units does against each of some opponents.

    Attributes
    ----------
    bank : uint8 array (rows, dice, width)
        At [units of the turn, dice in hand - 1, opponent]: 1 where he banks.
    worth : float64 array of the same shape
        Of what a throw lets him set aside he takes the choice whose state has the greatest number
        here, and of several the one with the fewest points, then the fewest dice left.
    """

    bank: Marks
    worth: Floats


class Ends(NamedTuple):
    """How the turns of a player with ``own`` units end against each of some opponents.

    Attributes
    ----------
    ends : float64 array (rows, width)
        The chance that the turn banks so many units.
    lost : float64 array (width,)
        The chance that it busts.
    reach : float64 array (rows, dice, width)
        The chance that it comes to so many units with so many dice in hand.
    """

    ends: Floats
    lost: Floats
    reach: Floats


@lru_cache(maxsize=8)
def tables_of(game: Race) -> FarkleArrays:
    """The rules as arrays, with every choice and every state of a turn."""
    return FarkleArrays.of(game, whole=True, every=True)


@lru_cache(maxsize=8)
def _outcomes(game: Race) -> FarkleOutcomes:
    tables = tables_of(game)
    busts = np.array([float(game.dice.bust(n)) for n in range(1, game.dice.count + 1)])
    return FarkleOutcomes(
        tables.chances, tables.dealt, tables.first, tables.gains, tables.left, busts
    )


@lru_cache(maxsize=4)
def best_play(game: Race) -> FarkleSolution:
    """The solution of a game, solved once."""
    return solve(game)


def codes(game: Race, own: int, width: int) -> Marks:
    """What the rules leave to decide with ``own`` units banked, (rows, dice, width)."""
    tables = tables_of(game)
    rows = tables.rolled + int(tables.gains.max()) - own
    found = np.full((rows, tables.dice, width), OPEN, dtype=np.uint8)
    found[: min(max(int(tables.least[own]), 1), tables.goal - own)] = THROW
    if game.dice.must_roll:
        found[:, -1] = THROW
    found[(tables.rolled if game.last_turn else tables.goal) - own :] = BANK
    return found


def decided(game: Race, bank: Marks, held: Floats, x: Floats) -> Decisions:
    """The choices that are worth most, and banking or throwing where ``bank`` leaves it open.

    Parameters
    ----------
    game : Race
    bank : uint8 array (rows, dice, width)
        Taken over, and written to where it is ``OPEN``.
    held : float64 array (rows, width)
        What banking pays.
    x : float64 array (width,)
        What a bust pays.
    """
    worth = np.empty(bank.shape)
    _outcomes(game).decide(bank, np.ascontiguousarray(held), np.ascontiguousarray(x), worth)
    return Decisions(bank, worth)


def ends_of(game: Race, decisions: Decisions) -> Ends:
    """How turns end that are played by ``decisions``."""
    rows, _, width = decisions.bank.shape
    found = Ends(np.empty((rows, width)), np.empty(width), np.empty(decisions.bank.shape))
    _outcomes(game).follow(decisions.bank, decisions.worth, *found)
    return found
