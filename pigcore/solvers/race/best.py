"""Who plays best, against all others side by side."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from ...games.margins import TIED
from ...games.race import Race
from ...games.starts import Mover
from ...kernels import Floats
from .arrays import tables_of
from .decided import (
    Decisions,
    Marks,
    Opponents,
    codes,
    columns_of,
    decided,
    with_shares,
)
from .one_turn import Worths

_LESS = 2.0**-24
"""Far above a rounding, far below what matters to who is sure to win."""

_NUDGE = 4 * TIED
"""Above what a tie may be off by, and the margin below which nobody throws."""

Mixed = tuple[int, int, float, bool]


class Best:
    """Who plays best.

    Parameters
    ----------
    mover : Mover
    worths : Worths
    margin : float, float64 array or None
        He throws where that is better by more, a number or one for each [score, opp]; None where
        it is no tie but for roundings.
    mixing : dict
        {number of the scores: (units, mode, chance, whether options)} where he mixes: the chance to
        throw, or to take an option that leads there where another one is as good.
    """

    alike = False

    def __init__(
        self,
        mover: Mover,
        worths: Worths,
        margin: Any = 0.0,
        mixing: Mapping[int, Mixed] = MappingProxyType({}),
    ) -> None:
        self.mover: Mover = mover
        self.margin: Any = margin
        self.mixing: Mapping[int, Mixed] = dict(mixing)
        self._worths = worths

    @classmethod
    def of(cls, solution: Any, seat: int = 1, margin: Any = 0.0) -> Best:
        """Who plays in a seat as the solution of a game does."""
        mover, game = Mover(solution.game, seat), solution.game
        if game.players == 2:
            return cls(mover, solution._worths, margin)
        places, tuples = solution._ranks.tables[0].cells.tolist(), game.units**game.players
        mine = range((seat - 1) * tuples, seat * tuples)
        mixing = {
            n - mine.start: (*places[abs(place)], p, place < 0)
            for n, (place, p) in solution._mixing.items()
            if n in mine
        }
        return cls(mover, solution._worths, TIED, mixing)

    def paid(
        self, own: int, opp: Opponents, rows: int, busts: tuple[int, ...]
    ) -> tuple[Floats, Floats, Floats]:
        """What so many rows of banking, a bust and a wipe pay with ``own`` units against each of
        the opponents.
        """
        game, columns = self.mover.game, columns_of(self.mover.game, opp)
        bank, bust, wipe, _ = self._worths.against(self.mover.seat, own, rows, busts)
        bank, bust, wipe = bank.take(columns, axis=1), bust[columns], wipe[columns]
        if any(game.dead):
            stays = hurry(game, own, opp, bank[0])
            bust -= stays * (tables_of(self.mover).landing[own] == own)
            bank[0] -= stays
        return bank, bust, wipe

    def turn(
        self, own: int, opp: Opponents, busts: tuple[int, ...] = (), code: Marks | None = None
    ) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents, and so many busts
        in a row of both.

        Where ``code`` is given it says where one banks, and options alone are taken at best.
        """
        mover, columns, margin = self.mover, columns_of(self.mover.game, opp), self.margin
        given, code = code is not None, codes(mover, own, len(opp)) if code is None else code
        bank, bust, wipe = self.paid(own, opp, len(code), busts)
        if isinstance(margin, np.ndarray):
            more, margin = margin[own:, columns], np.zeros(bank.shape)
            margin[: len(more)] = more
        found = decided(mover, own, code, bank, bust, wipe, margin)
        found = found if mover.chooses else Decisions(code)
        return found if given else self._mixed(own, columns, found)

    def _mixed(self, own: int, columns: Opponents, found: Decisions) -> Decisions:
        """The same where the player mixes."""
        others = self.mover.game.units ** (self.mover.game.players - 1)
        mixed = {n % others: one for n, one in self.mixing.items() if n // others == own}
        shared = any(one[-1] for one in self.mixing.values())
        tables = tables_of(self.mover)
        if not mixed:
            return with_shares(tables, found) if shared else found
        bank, chances = found.bank.astype(np.float64), np.zeros(len(columns))
        worths = [None if found.worth is None else found.worth.copy() for _ in range(2)]
        for other, (units, mode, chance, options) in mixed.items():
            at = units, mode, columns == other
            chances[at[-1]] = chance
            if not options:
                bank[at] = 1.0 - chance
            for taken, worth in enumerate(worths):
                if worth is not None:  # what is as good is taken, or is not
                    worth[at] += _NUDGE if taken or not options else -_NUDGE
        without, always = (found._replace(bank=bank, worth=worth) for worth in worths)
        if not shared:
            return without
        first, second = (with_shares(tables, part).shares for part in (without, always))
        return Decisions(bank, None, first + chances * (second - first))


def hurry(game: Race, own: int, opp: Opponents, paid: Floats) -> Floats:
    """By how much less than it ``paid`` to hand over as one was is to count, by the opponents.

    Who cannot lose any more, as all others are dead, is worth 1 whatever he decides, so that play
    that never ends is as good as any other: then what leads on is taken.
    """
    dead = np.array(game.dead)
    late = dead[opp] if opp.ndim == 1 else dead[opp].all(axis=1)
    found: Floats = _LESS * (late & (paid == 1.0) & (not dead[own]))
    return found
