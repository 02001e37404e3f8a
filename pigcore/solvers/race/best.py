"""Who plays best, against all others side by side."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from ...games.margins import TIED
from ...games.race import Race
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
from .one_turn import Worths, worths_of

_LESS = 2.0**-24
"""Far above a rounding, far below what matters to who is sure to win."""

_NUDGE = 4 * TIED
"""Above what a tie may be off by, and the margin below which nobody throws."""

Mixed = tuple[int, int, float, bool]


class Best:
    """Who plays best where turn starts are worth ``starts``, as :func:`worths_of` has them.

    Parameters
    ----------
    game : Race
    starts : float64 array, or a list of them
    margin : float, float64 array or None
        He throws where that is better by more, a number or one for each [score, opp]; None where
        it is no tie but for roundings.
    mixing : dict
        {number of the scores: (units, mode, chance, whether options)} where he mixes: the chance to
        throw, or to take an option that leads there where another one is as good.
    busts : tuple of int
        The busts in a row of both, where they cost points; and how many units more than a score
        from which every bank wins he has. The plan is one of the race from the floor up.
    """

    alike = False

    def __init__(
        self,
        game: Race,
        starts: Any,
        margin: Any = 0.0,
        mixing: Mapping[int, Mixed] = MappingProxyType({}),
        busts: tuple[int, ...] = (),
    ) -> None:
        self._given = game, starts, margin, dict(mixing), busts
        self.game: Race = game.from_floor if game.falls else game
        self.margin: Any = margin
        self.mixing: Mapping[int, Mixed] = mixing
        self._busts = busts

    @classmethod
    def of(cls, solution: Any, margin: Any = 0.0, busts: tuple[int, ...] = ()) -> Best:
        """Who plays as the solution of a game does."""
        game = solution.game
        if game.players == 2:
            starts = solution._by_kind if game.falls else solution.other_starts
            return cls(game, starts, margin, busts=busts)
        places, tuples = solution._ranks.tables[0].cells.tolist(), game.units**game.players
        mine = range((game.seat - 1) * tuples, game.seat * tuples)
        mixing = {
            n - mine.start: (*places[abs(place)], p, place < 0)
            for n, (place, p) in solution._mixing.items()
            if n in mine
        }
        return cls(game, solution.other_starts, TIED, mixing)

    def __reduce__(self) -> tuple[Any, ...]:
        return Best, self._given

    @cached_property
    def _worths(self) -> Worths:
        return worths_of(*self._given[:2])

    def paid(self, own: int, opp: Opponents, rows: int) -> tuple[Floats, Floats, Floats]:
        """What so many rows of banking, a bust and a wipe pay with ``own`` units against each of
        the opponents.
        """
        game, columns = self.game, columns_of(self.game, opp)
        *busts, late = self._busts or (0,)
        bank, bust, wipe, _ = self._worths.against(own + late, rows, tuple(busts))
        bank, bust, wipe = bank.take(columns, axis=1), bust[columns], wipe[columns]
        if any(game.dead):
            stays = hurry(game, own, opp, bank[0])
            bust -= stays * (tables_of(game).landing[own] == own)
            bank[0] -= stays
        return bank, bust, wipe

    def turn(self, own: int, opp: Opponents, code: Marks | None = None) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents.

        Where ``code`` is given it says where one banks, and options alone are taken at best.
        """
        game, columns, margin = self.game, columns_of(self.game, opp), self.margin
        given, code = code is not None, codes(game, own, len(opp)) if code is None else code
        bank, bust, wipe = self.paid(own, opp, len(code))
        if isinstance(margin, np.ndarray):
            more, margin = margin[own:, columns], np.zeros(bank.shape)
            margin[: len(more)] = more
        found = decided(game, code, bank, bust, wipe, margin)
        found = found if game.chooses else Decisions(code)
        return found if given else self._mixed(own, columns, found)

    def _mixed(self, own: int, columns: Opponents, found: Decisions) -> Decisions:
        """The same where the player mixes."""
        others = self.game.units ** (self.game.players - 1)
        mixed = {n % others: one for n, one in self.mixing.items() if n // others == own}
        shared = any(one[-1] for one in self.mixing.values())
        if not mixed:
            return with_shares(self.game, found) if shared else found
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
        first, second = (with_shares(self.game, part).shares for part in (without, always))
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
