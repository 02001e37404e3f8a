"""What the rules of a race leave to decide in a turn, and decisions that are worth most."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.dice import Dice
from ...games.race import Race
from ..farkle.decided import BANK, OPEN, THROW, WIDTH
from ..farkle.decided import decided as decided_by_dice
from .arrays import BANKS, THROWS, RaceArrays

__all__ = [
    "BANK", "OPEN", "THROW", "WIDTH", "Decisions", "best_play", "codes", "decided", "tables_of",
]  # fmt: skip

Floats = NDArray[np.float64]


class Decisions(NamedTuple):
    """What a player with ``own`` units does against each of some opponents.

    Attributes
    ----------
    bank : array (rows, modes, width)
        At [units of the turn, mode, opponent]: uint8 with 1 where he banks, or float64 with the
        chance that he banks.
    worth : float64 array of the same shape, or None where no throw offers a choice
        Of a set of options he takes the one whose state has the greatest number here, and of
        several the first.
    shares : float64 array (rows, options, width), or None where he does not mix options
        At [units of the turn, option, opponent]: the chance that he takes it from its set.
    """

    bank: NDArray[Any]
    worth: Floats | None = None
    shares: Floats | None = None


@lru_cache(maxsize=8)
def tables_of(game: Race) -> RaceArrays:
    """The rules as arrays, with every option and every state of a turn."""
    tables = RaceArrays.of(game, whole=True, every=True)
    if game.last_turn or isinstance(game.turn.source, Dice):  # whose gains are as they are
        return tables
    whole = RaceArrays.of_turn(
        game.turn, game.goal, game.target, consolation=game.consolation, opening=game.opening,
        minimum_bank=game.minimum_bank, every=True, last_turn=True, unit=game.unit,
    )  # fmt: skip
    return replace(whole, gains=np.minimum(whole.gains, tables.goal + tables.exact))


@lru_cache(maxsize=4)
def best_play(game: Race) -> Any:
    """The solution of a game, solved once."""
    from .. import solve

    return solve(game)


def codes(game: Race, own: int, width: int) -> NDArray[np.uint8]:
    """What the rules leave to decide with ``own`` units banked, (rows, modes, width).

    A mode in which nothing is thrown banks; with fewer points than one may bank, that is a bust,
    and so is everything past an exact goal.
    """
    tables = tables_of(game)
    rows = tables.rolled + int(tables.gains.max()) - own
    found = np.full((rows, len(tables.may), width), OPEN, dtype=np.uint8)
    found[:, tables.may & BANKS == 0] = THROW
    found[: min(int(tables.least[own]), tables.goal - own)] = THROW
    found[0, tables.start] = THROW
    found[:, tables.may & THROWS == 0] = BANK
    found[tables.rolled - own :] = BANK
    return found


def decided(
    game: Race, bank: NDArray[np.uint8], held: Floats, bust: Floats, wipe: Floats
) -> Decisions:
    """The options that are worth most, and banking or throwing where ``bank`` leaves it open.

    ``bank`` is taken over; ``held`` is what banking pays, (rows, width), ``bust`` and ``wipe`` what
    these pay, (width,).
    """
    tables = tables_of(game)
    if isinstance(game.turn.source, Dice):
        found = decided_by_dice(game, bank, held, bust)
        return Decisions(found.bank, found.worth)
    worth, most = np.empty(bank.shape), int(tables.gains.max())
    worth[-most:] = held[-most:, None]
    bank[-most:] = BANK
    for t in range(len(bank) - most - 1, -1, -1):
        for modes, options, first, sets in _levels(game):
            go = tables.thrown[modes, :1] * bust + tables.thrown[modes, 1:] * wipe
            if len(sets):
                taken = np.maximum.reduceat(
                    worth[t + tables.gains[options], tables.after[options]], first
                )
                np.add.at(
                    go,
                    np.searchsorted(modes, tables.owner[sets]),
                    taken * tables.chances[sets, None],
                )
            code = bank[t, modes]
            code = np.where(code == OPEN, held[t] >= go, code)
            bank[t, modes] = code
            worth[t, modes] = np.where(code == BANK, held[t], go)
    return Decisions(bank, worth)


@lru_cache(maxsize=8)
def _levels(game: Race) -> list[tuple[Any, Any, Any, Any]]:
    """Modes whose options of no gain lead to modes before them: with options, firsts and sets."""
    tables = tables_of(game)
    owner = np.repeat(tables.owner, np.diff(tables.first))
    free = tables.gains == 0
    depth = np.zeros(len(tables.may), dtype=np.intp)
    for _ in depth:
        deeper = depth.copy()
        np.maximum.at(deeper, owner[free], depth[tables.after[free]] + 1)
        if (deeper == depth).all():
            break
        depth = deeper
    found = []
    for level in range(int(depth.max()) + 1):
        sets = np.flatnonzero(depth[tables.owner] == level)
        lengths = np.diff(tables.first)[sets]
        first = np.cumsum(lengths) - lengths
        options = np.flatnonzero(depth[owner] == level)
        found.append((np.flatnonzero(depth == level), options, first, sets))
    return found
