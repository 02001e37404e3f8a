"""Turns that are played by given decisions: what they are worth, and how they end."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.margins import ALIKE, TIED
from ...games.race import Race
from ...games.starts import Mover
from ...kernels import Floats
from .arrays import BANKS, THROWS, RaceArrays, tables_of
from .late import late_of

Marks = NDArray[np.uint8]

Opponents = NDArray[np.int64]
"""The opponents' scores in units, a multiple of ``WIDTH`` of them; or (width, others)."""

THROW, BANK, OPEN = 0, 1, 2
"""What is decided in a state: ``OPEN`` is to be found."""

_TOLD = np.array([1.0, -1.0, 0.0])
"""The same as the kernel takes it."""

WAITS = 1e-13
"""Who banks nothing must gain so much by it: else two players might wait for each other for ever.
"""

WIDTH = 8
"""The kernel takes so many opponents side by side."""


class Decisions(NamedTuple):
    """What a player with ``own`` units does against each of some opponents."""

    bank: NDArray[Any]
    """uint8 or float64 (rows, modes, width) at [units of the turn, mode, opponent]: 1 where he
    banks, or the chance that he does."""
    worth: Any = None
    """float64, as ``bank``: of a set of options he takes the one whose state has the greatest
    number, of several the one with the fewest points. None without choices, or with ``shares``."""
    shares: Any = None
    """float64 (rows, options, width): the chance that he takes each option of its set."""


class Ends(NamedTuple):
    """How the turns of a player with ``own`` units end against each of some opponents."""

    ends: Floats
    """(rows, width): the chance that the turn banks so many units."""
    lost: Floats
    """(width,): the chance that it busts."""
    reach: Floats
    """(rows, modes, width): the chance that it comes to so many units in each mode."""
    wiped: Floats
    """(width,): the chance that it wipes."""
    beyond: Floats
    """(width,): the points that it is expected to bank beyond its units, which are cut."""


@lru_cache(maxsize=8)
def beaten_in(mover: Mover) -> Floats:
    """The chances of those who have a last turn once the mover banks the goal, a unit more, ….

    (players, rows, others): the next player's, then that of the one after him. All play best then.
    """
    others = mover.game.units ** (mover.game.players - 1)
    if not mover.chasers:
        return np.zeros((0, 0, others))
    tables = tables_of(mover)
    banked = late_of(mover.game).banked(mover.seat, tables.height - tables.goal)
    after = np.moveaxis(banked.reshape(len(banked), others, -1), -1, 0)[1 : 1 + mover.chasers]
    return np.ascontiguousarray(after)


def better_to_roll(hold: Any, roll: Any) -> Any:
    """Where to roll, by the payoffs: where it is better, and no tie but for roundings."""
    return roll > hold + np.minimum(TIED, ALIKE * hold)


def codes(mover: Mover, own: int, width: int) -> Marks:
    """What the rules leave to decide with ``own`` units banked, (rows, modes, width).

    A mode in which nothing is thrown banks; with fewer points than one may bank, that is a bust,
    and so is everything past an exact goal.
    """
    tables = tables_of(mover)
    need = int(tables.need[own])
    rows = need + tables.further + tables.most
    found = np.full((rows, len(tables.may), width), OPEN, dtype=np.uint8)
    found[: tables.least[own]] = THROW
    found[:, tables.may & BANKS == 0] = THROW
    found[:, tables.may & THROWS == 0] = BANK
    found[0, tables.start] = OPEN if mover.game.may_pass else THROW
    ends = mover.game.end != "goal" and not mover.chasers  # who reaches the goal has won
    found[need + tables.further * (not ends) :] = BANK
    return found


def decided(
    mover: Mover, own: int, code: Marks, bank: Floats, bust: Floats, wipe: Floats,
    margin: Any = 0.0,
) -> Decisions:  # fmt: skip
    """The options that are worth most, and banking or throwing where ``code`` leaves it open.

    ``code``, uint8 (rows, modes, width), is written to where it is ``OPEN``. Banking so many units
    pays ``bank``, (rows, width), and a bust and a wipe what they say, (width,). One throws where
    that is better by more than ``margin``, a number or (rows, width); if it is None, where it is no
    tie but for roundings.
    """
    tables = tables_of(mover)
    limit, least = len(code) - tables.most, int(tables.least[own])
    throw = tables.throws(bank[None], least, limit, bust[None], wipe[None], told=_TOLD[code])
    throw = throw[:, :, 0]
    held, open_ = bank[:limit, None], code[:limit] == OPEN
    if margin is None:
        better = better_to_roll(held, throw)
    else:
        least_gain = np.zeros(bank.shape) + margin
        least_gain[0] -= WAITS
        better = throw - held > least_gain[:limit, None]
    np.copyto(code[:limit], ~better, where=open_)
    worth = np.repeat(bank[:, None], code.shape[1], axis=1)
    worth[:least] = bust  # where nothing is thrown
    if tables.exact:
        worth[limit + 1 :] = bust
    np.copyto(worth[:limit], throw, where=code[:limit] != BANK)
    return Decisions(code, worth)


def ends_of(mover: Mover, decisions: Decisions, own: int, reaching: bool = True) -> Ends:
    """How turns with ``own`` units banked end that are played by ``decisions``.

    Which states they come to is told only if asked for.
    """
    tables = tables_of(mover)
    need, width = int(tables.need[own]), decisions.bank.shape[2]
    last = need + tables.further
    ends, lost = np.empty((last + tables.most, width)), np.empty((3, width))
    reach = np.empty((len(ends), len(tables.may), width)) if reaching else None
    tables.turn_to(2, tables.rolled).ends(
        int(tables.least[own]), need, last, tables.exact, mover.game.may_pass, *decisions,
        tables.excess, ends, lost, reach,
    )  # fmt: skip
    return Ends(ends, lost[0], np.zeros(0) if reach is None else reach, *lost[1:])


def with_shares(tables: RaceArrays, found: Decisions) -> Decisions:
    """The same decisions with the chances of options in place of what they are worth."""
    if found.shares is not None or found.worth is None:
        return found._replace(worth=None)
    rows = len(found.bank)
    units = np.arange(rows)[:, None]
    at = found.worth[np.minimum(units + tables.gains, rows - 1), tables.after]
    most = np.repeat(
        np.maximum.reduceat(at, tables.first[:-1], axis=1), np.diff(tables.first), axis=1
    )
    numbers = np.where(at >= most, np.arange(len(tables.gains))[:, None], len(tables.gains))
    first = np.minimum.reduceat(numbers, tables.first[:-1], axis=1)
    first = np.repeat(first, np.diff(tables.first), axis=1)
    shares = (first == np.arange(len(tables.gains))[:, None]).astype(np.float64)
    return Decisions(found.bank, None, shares)


# --- who decides ----------------------------------------------------------------------------------

Rolls = NDArray[Any]
"""Decisions where there is but a single roll: uint8 or floats (goal, goal, goal), the chance that
he rolls at [own, own + total, opp]. What it holds at total 0, where one must roll, and where there
is no state is not looked at."""


class Rolling:
    """Who decides by a table where there is but a single roll."""

    alike = False

    def __init__(self, rolls: Rolls) -> None:
        self.rolls = rolls

    def turn(self, own: int, opp: Opponents, busts: tuple[int, ...] = ()) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        bank = 1 - self.rolls[own, own:].take(opp, axis=1)
        return Decisions((bank if bank.dtype == np.uint8 else bank.astype(np.float64))[:, None])


class Holding:
    """Who banks from some units of a turn on, (goal, goal) at [own, opp], or (goal, 1)."""

    limits: NDArray[np.int64]
    alike: Any

    def __init__(self, limits: NDArray[np.int64]) -> None:
        self.limits, self.alike = limits, limits.shape[1] == 1

    def turn(self, own: int, opp: Opponents, busts: tuple[int, ...] = ()) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        limits = self.limits[own, 0 if self.alike else opp]
        units = np.arange(len(self.limits) - own)[:, None, None]
        return Decisions((units >= limits + np.zeros_like(opp)).view(np.uint8))


def columns_of(game: Race, opp: Opponents) -> Opponents:
    """The numbers of the opponents: one's score, or those of several to the base of the goal."""
    if opp.ndim == 1:
        return opp
    found: Opponents = opp @ game.units ** np.arange(opp.shape[1] - 1, -1, -1)
    return found


def paid_by(game: Race, starts: Floats) -> Floats:
    """What banking each score pays by the turn starts of :class:`Best`, (goal, others)."""
    if game.players == 2:
        return 1.0 - starts.swapaxes(0, 1)
    others = game.units ** (game.players - 1)
    paid: Floats = starts.reshape(others, game.units, -1)[..., -1].T
    return paid
