"""Turns that are played by given decisions: what they are worth, and how they end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.margins import TIED
from ...games.race import Race
from ...kernels import LANES, Floats
from ...kernels.outcomes import Outcomes
from .arrays import BANKS, THROWS, RaceArrays, arrays_to_ask
from .late import late_of

Marks = NDArray[np.uint8]

Opponents = NDArray[np.int64]
"""The opponents' scores in units, a multiple of ``WIDTH`` of them; or (width, others)."""

THROW, BANK, OPEN = 0, 1, 2
"""What is decided in a state: ``OPEN`` is to be found."""

_LESS = 2.0**-24
"""Far above a rounding, far below what matters to who is sure to win."""

_NUDGE = 4 * TIED
"""Above what a tie may be off by, and the margin below which nobody throws."""

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


TurnOf = Callable[[int, Opponents], Decisions]
"""A player's decisions with ``own`` units against each of some opponents."""


@lru_cache(maxsize=8)
def _tables(game: Race) -> tuple[RaceArrays, Floats]:
    """The rules as arrays, and the points of each option beyond its units, which are cut."""
    tables = RaceArrays.of(game, whole=True, every=True)
    if game.answered or tables.banked or game.set_aside:  # whose gains are as they are
        return tables, np.zeros(len(tables.gains))
    whole = RaceArrays.of_turn(
        game.turn, game.goal, game.target, consolation=game.consolation, opening=game.opening,
        opens_to=game.opens_to, minimum_bank=game.minimum_bank, every=True, last_turn=True,
        unit=game.unit,
    )  # fmt: skip
    gains = np.minimum(whole.gains, tables.goal + tables.exact)
    beyond = (game.unit * (whole.gains - gains)).astype(np.float64)
    return replace(whole, gains=gains), beyond * (not tables.exact)


def tables_of(game: Race) -> RaceArrays:
    """The rules as arrays, with every option and every state of a turn."""
    return _tables(game)[0]


@lru_cache(maxsize=8)
def outcomes_of(game: Race) -> Outcomes:
    """The kernel's object of a game."""
    tables, excess = _tables(game)
    return Outcomes(*tables.turn_rules, excess=excess, passes=game.may_pass)


@lru_cache(maxsize=8)
def beaten_in(game: Race) -> Floats:
    """The chances of those who have a last turn once the mover banks the goal, a unit more, ….

    (players, rows, others): the next player's, then that of the one after him. All play best then.
    """
    others = game.units ** (game.players - 1)
    if not game.answered:
        return np.zeros((0, 0, others))
    tables = tables_of(game)
    banked = late_of(game).banked(game.seat, tables.height - tables.goal)
    after = np.moveaxis(banked.reshape(len(banked), others, -1), -1, 0)[1 : 1 + game.followers]
    return np.ascontiguousarray(after)


def codes(game: Race, own: int, width: int) -> Marks:
    """What the rules leave to decide with ``own`` units banked, (rows, modes, width).

    A mode in which nothing is thrown banks; with fewer points than one may bank, that is a bust,
    and so is everything past an exact goal.
    """
    tables = tables_of(game)
    rows = tables.rolled + int(tables.gains.max()) - own
    found = np.full((rows, len(tables.may), width), OPEN, dtype=np.uint8)
    found[: min(int(tables.least[own]), tables.goal - own)] = THROW
    found[:, tables.may & BANKS == 0] = THROW
    found[:, tables.may & THROWS == 0] = BANK
    found[0, tables.start] = OPEN if game.may_pass else THROW
    found[tables.rolled - own :] = BANK
    return found


def decided(
    game: Race, bank: Marks, held: Floats, x: Floats, wiped: Floats | None = None
) -> Decisions:
    """The options that are worth most, and banking or throwing where ``bank`` leaves it open.

    ``bank``, uint8 (rows, modes, width), is written to where it is ``OPEN``. Banking pays ``held``,
    (rows, width), a bust ``x`` and a wipe ``wiped``, (width,).
    """
    paid = np.zeros_like(x) if wiped is None else wiped
    width = bank.shape[2]
    if width % WIDTH:
        every = np.arange(-(-width // WIDTH) * WIDTH) % width
        found = decided(game, bank.take(every, 2), held.take(every, 1), x[every], paid[every])
        return Decisions(*(np.ascontiguousarray(part[..., :width]) for part in found[:2]))
    worth = np.empty(bank.shape)
    held, x, paid = (np.ascontiguousarray(part, dtype=np.float64) for part in (held, x, paid))
    outcomes_of(game).decide(_own(game, len(bank)), bank, held, x, paid, worth)
    return Decisions(bank, worth)


def ends_of(
    game: Race,
    decisions: Decisions,
    own: int | None = None,
    units: int = 0,
    mode: int | None = None,
    reaching: bool = True,
) -> Ends:
    """How turns end that are played by ``decisions``, from a throw with ``units`` in a mode on.

    How many units are banked is given by the rows of the decisions unless ``own`` is given. Which
    states they come to is told only if asked for.
    """
    tables = tables_of(game)
    own = _own(game, len(decisions.bank)) if own is None else own
    rows, width = tables.rolled + int(tables.gains.max()) - own, decisions.bank.shape[2]
    ends, lost = np.empty((rows, width)), np.empty((3, width))
    reach = np.empty((rows, len(tables.may), width)) if reaching else None
    outcomes_of(game).follow(own, *decisions, ends, lost, reach, units, mode)
    return Ends(ends, lost[0], np.zeros(0) if reach is None else reach, *lost[1:])


def _own(game: Race, rows: int) -> int:
    tables = tables_of(game)
    return tables.rolled + int(tables.gains.max()) - rows


def with_shares(game: Race, found: Decisions) -> Decisions:
    """The same decisions with the chances of options in place of what they are worth."""
    if found.shares is not None or found.worth is None:
        return found._replace(worth=None)
    tables, rows = tables_of(game), len(found.bank)
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

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        bank = 1 - self.rolls[own, own:].take(opp, axis=1)
        return Decisions((bank if bank.dtype == np.uint8 else bank.astype(np.float64))[:, None])


class Holding:
    """Who banks from some units of a turn on, (goal, goal) at [own, opp], or (goal, 1)."""

    limits: NDArray[np.int64]
    alike: Any

    def __init__(self, limits: NDArray[np.int64]) -> None:
        self.limits, self.alike = limits, limits.shape[1] == 1

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        limits = self.limits[own, 0 if self.alike else opp]
        units = np.arange(len(self.limits) - own)[:, None, None]
        return Decisions((units >= limits + np.zeros_like(opp)).view(np.uint8))


Mixed = tuple[int, int, float, bool]


class Best:
    """Who plays best where the next player's turn starts are worth ``starts``.

    That is at [own, opp] to that player himself; among three or more at the tuple of all scores,
    his own first, either to the mover or to each player, the mover being the last.

    He throws where that is better by more than ``margin``, a number or one for each [score, opp],
    and mixes at ``mixing``: {number of the scores: (units, mode, chance, whether options)}. That is
    the chance to throw, or to take an option that leads there where another one is as good.
    """

    game: Race
    starts: Floats
    margin: Floats | float
    mixing: Mapping[int, Mixed]

    alike = False

    def __init__(
        self,
        game: Race,
        starts: Floats,
        margin: Floats | float = 0.0,
        mixing: Mapping[int, Mixed] = MappingProxyType({}),
    ) -> None:
        self.game, self.starts, self.margin, self.mixing = game, starts, margin, mixing

    @classmethod
    def of(cls, solution: Any) -> Best:
        """Who plays as the solution of a game does."""
        game = solution.game
        if game.players == 2:
            return cls(game, solution.other_starts)
        places, tuples = solution._ranks.tables[0].cells.tolist(), game.units**game.players
        mine = range((game.seat - 1) * tuples, game.seat * tuples)
        mixing = {
            n - mine.start: (*places[abs(place)], p, place < 0)
            for n, (place, p) in solution._mixing.items()
            if n in mine
        }
        return cls(game, solution.other_starts, TIED, mixing)

    def __reduce__(self) -> tuple[Any, ...]:
        return Best, (self.game, self.starts, self.margin, dict(self.mixing))

    @cached_property
    def _tables(self) -> RaceArrays:
        known = arrays_to_ask(self.game)
        return known if known.single else tables_of(self.game)

    @cached_property
    def _held(self) -> Floats:
        return held_by(self.game, self._tables, paid_by(self.game, self.starts))

    def turn(self, own: int, opp: Opponents, bank: Marks | None = None) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents.

        Where ``bank`` is given it says where one banks, and options alone are taken at best.
        """
        tables, columns, given = self._tables, columns_of(self.game, opp), bank is not None
        others = self.game.units ** (self.game.players - 1)
        margin = np.broadcast_to(self.margin, (tables.goal, others))[own:]
        if tables.single and len(columns) < others:
            held = self._held.take(np.resize(columns, -(-len(columns) // LANES) * LANES), axis=1)
            roll = tables.thrown_at(held, own)[own:, 0, : len(columns)]
            banks = roll - held[own : tables.goal, : len(columns)] <= margin[:, columns]
            found = Decisions(banks.view(np.uint8)[:, None])
        elif tables.single:
            roll = tables.thrown_at(self._held, own)[own:, 0, :others]
            banks = roll - self._held[own : tables.goal, :others] <= margin
            found = Decisions(banks.view(np.uint8).take(columns, axis=1)[:, None])
        else:
            bank = codes(self.game, own, len(opp)) if bank is None else bank
            held = np.ones((len(bank), len(opp)))
            below = self._held[own : own + len(bank), columns]
            held[: len(below)] = below
            held[: len(margin)] += margin[:, columns]
            bust = self._held[tables.landing[own], columns]
            stays = hurry(self.game, own, opp, self._held[own, columns])
            held[0] -= stays
            bust -= stays * (tables.landing[own] == own)
            found = decided(self.game, bank, held, bust, self._held[0, columns])
        mixed = {n % others: one for n, one in self.mixing.items() if n // others == own}
        shared = any(one[-1] for one in self.mixing.values())
        if not mixed or given:
            return with_shares(self.game, found) if shared else found
        share, chances = found.bank.astype(np.float64), np.zeros(len(columns))
        worths = [None if found.worth is None else found.worth.copy() for _ in range(2)]
        for other, (units, mode, chance, options) in mixed.items():
            at = units, mode, columns == other
            chances[at[-1]] = chance
            if not options:
                share[at] = 1.0 - chance
            for taken, worth in enumerate(worths):
                if worth is not None:  # what is as good is taken, or is not
                    worth[at] += _NUDGE if taken or not options else -_NUDGE
        without, always = (found._replace(bank=share, worth=worth) for worth in worths)
        if not shared:
            return without
        first, second = (with_shares(self.game, part).shares for part in (without, always))
        return Decisions(share, None, first + chances * (second - first))


def hurry(game: Race, own: int, opp: Opponents, paid: Floats) -> Floats:
    """By how much less than it ``paid`` to hand over as one was is to count, by the opponents.

    Who cannot lose any more, as all others are dead, is worth 1 whatever he decides, so that play
    that never ends is as good as any other: then what leads on is taken.
    """
    dead = np.array(game.dead)
    late = dead[opp] if opp.ndim == 1 else dead[opp].all(axis=1)
    found: Floats = _LESS * (late & (paid == 1.0) & (not dead[own]))
    return found


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


def held_by(game: Race, tables: RaceArrays, paid: Floats) -> Floats:
    """The same as the kernels take it, with the scores from the goal on."""
    width = paid.shape[1]
    held = np.ones((tables.height, -(-width // LANES) * LANES))
    held[: tables.goal, :width] = paid
    if game.answered:
        beaten = beaten_in(game).sum(axis=0)[: tables.height - tables.goal]
        held[tables.goal :, :width] -= beaten
    return held
