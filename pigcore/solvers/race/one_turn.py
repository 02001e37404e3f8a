"""One turn of a race: what banking and throwing pay to all, and how it goes on under best play.

Where a mover is indifferent at one x, what a bust is worth to him, he is so between two things that
his turn may lead to: to bank and to throw in one state, or two states that options of the same
throws lead to. As points and modes of a turn never come back, no turn meets such a choice twice. So
what a turn is worth to all is affine in the chance that he takes one of the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from ...games import starts
from ...games.dice import BUSTS, Choice
from ...games.errors import StateError
from ...games.margins import TIED
from ...games.race import Race
from ...games.starts import End, Mover, Start
from ...kernels import LANES, Floats
from ..solution import Outlook
from .arrays import BANKS, THROWS, RaceArrays, tables_of
from .decided import BANK, OPEN, THROW, better_to_roll
from .late import late_of
from .ranks import Ranks, ranks_of


class Worths:
    """What turn starts are worth to all.

    Parameters
    ----------
    ranks : Ranks
        The starts by number.
    H : float64 array
        What they are worth, as the kernel has them.
    """

    def __init__(self, ranks: Ranks, H: Floats) -> None:
        self.ranks: Ranks = ranks
        self.game: Race = ranks.game
        self._H = H
        self._handed_over: dict[int, Floats] = {}

    def of(self, start: Start) -> Floats:
        """What a start is worth, the mover first."""
        if starts.left(self.game, start):
            return late_of(self.game).at(start)
        return np.roll(self.ranks.row(self._H, self.ranks.number_of(start)), -1)

    def after(self, then: Start | End) -> Floats:
        """What follows a turn is worth, to who had it first."""
        if isinstance(then, Start):
            return np.roll(self.of(then), 1)
        return np.array([float(share) for share in then])

    def banked(self, start: Start, rows: int) -> Floats:
        """What banking 0, 1, … units is worth, (rows, players)."""
        game, unit, ranks = self.game, self.game.unit, self.ranks
        known = 0
        if not starts.left(game, start):
            first = ranks.number_of(starts.next_start(game, start, start.scores[0]))
            own = game.in_units(start.scores[0])
            known = min(rows, max(ranks.height + ranks.most - own, 0))
            found = ranks.row(self._H, first + np.arange(known) * ranks.stride)
        more = [self.after(starts.bank(game, start, unit * t)) for t in range(known, rows)]
        return (
            np.concatenate([found, more]) if known and more else found if known else np.array(more)
        )

    def _paid(self, seat: int, kind: int) -> Floats:
        """What the mover in a seat has who hands over with 0, 1, … units, to starts of a kind:
        (units, others in whole rows of lanes).
        """
        if kind not in self._handed_over:
            mover = Mover(self.game, seat)
            game, ranks, tables = self.game, self.ranks, tables_of(mover)
            known, rows = ranks.height + ranks.most, tables.rolled + tables.most + ranks.late
            others = ranks.scores ** (game.players - 1)
            found = np.ones((max(rows, known), -(-others // LANES) * LANES))
            plane = np.moveaxis(ranks.plane(self._H[0], kind, known), -1, 0)
            found[:known, :others] = plane.reshape(known, others)
            if mover.chasers and known < rows:
                banked = late_of(game).banked(seat, rows - ranks.scores)[..., 0]
                found[known:, :others] = banked[known - rows :].reshape(rows - known, others)
            self._handed_over[kind] = found
        return self._handed_over[kind]

    def against(
        self, seat: int, own: int, rows: int, busts: tuple[int, ...] = ()
    ) -> tuple[Floats, Floats, Floats, int]:
        """What the mover in a seat has who banks 0, 1, … units, (rows, others); of a bust and of a
        wipe, (others,); and the fewest units that he may bank.

        With ``own`` units banked, and so many busts in a row of both.
        """
        game, low = self.game, self.game.floor
        busts = busts or (0, 0) * (game.penalty > 0)
        start = Start((game.in_points(own), *[low] * (game.players - 1)), seat, busts)
        then, bust = starts.next_start(game, start, low), starts.after_bust(game, start)
        paid = self._paid(seat, self.ranks.kind_of(then))
        busted = self._paid(seat, self.ranks.kind_of(bust))
        lost = busted[min(game.in_units(bust.scores[-1]), len(busted) - 1)]  # it may have won
        bank = paid[own : own + rows]
        if game.target == "exact":
            bank = bank.copy()
            bank[game.units + 1 - own :] = lost
        return bank, lost, paid[0], starts.limits(game, start)[0] // game.unit

    def payoffs(
        self, seat: int, own: int, busts: tuple[int, ...] = ()
    ) -> tuple[Floats, Floats, Floats]:
        """What banking and throwing pay the mover in a seat, (rows, modes, others) at [units, mode,
        others]; and a bust, (others,).

        NaN where one may not bank, and where nothing is thrown; 0 where no turn comes.
        """
        mover = Mover(self.game, seat)
        tables, others = tables_of(mover), self.ranks.scores ** (self.game.players - 1)
        ends = self.game.end != "goal" and not mover.chasers
        limit = int(tables.need[own]) + tables.further * (not ends)
        held, bust, wipe, least = self.against(seat, own, limit + tables.most, busts)
        throw = tables.throws(held[None], least, limit, bust[None], wipe[None])[:, :, 0, :others]
        throw[:, tables.may & THROWS == 0] = np.nan
        bank = np.repeat(held[:limit, None, :others], len(tables.may), axis=1)
        bank[:least] = bank[:, tables.may & BANKS == 0] = bank[0, tables.start] = np.nan
        return bank, throw, bust[:others]


def worths_of(game: Race, starts: Any) -> Worths:
    """The same of an array of the next player's turn starts.

    It is at [own, opp] and what they are worth to that player; among three or more at the tuple of
    all scores, his own first, what they are worth to the mover, or to each player, the mover being
    the last.
    """
    ranks, n = ranks_of(game, 1), game.players
    H = ranks.filled([])
    shape = (ranks.scores,) * n
    paid = 1.0 - starts if n == 2 else starts.reshape(*shape, -1)[..., -1]
    for kind in range(ranks.kinds):  # whichever is the next player's
        ranks.plane(H[0], kind)[...] = paid
    return Worths(ranks, H)


# --- turns in which somebody may mix --------------------------------------------------------------

NEAR = 1e-9
"""Two things that differ by less are compared more closely."""


class Mix(NamedTuple):
    """Where the mover of a turn start mixes, and how."""

    place: int
    """Among ``RaceArrays.cells``: there he throws with a chance. Below 0 it is that place but for
    the sign: of options that are worth as much to him, he takes that which leads there."""
    weight: float
    """The chance that he does."""


UNMIXED = Mix(0, 0.0)


class Played(NamedTuple):
    """One turn, by units of it: what throwing is worth, and where the mover could mix."""

    roll: Floats
    """(limit, modes, n), NaN where no turn comes or nothing is thrown."""
    near: dict[int, float]
    """Where he could mix, as in ``Mix.place``, if x were another one that is near."""


def pick(worths: Sequence[float]) -> int:
    """Which option is best, the first of those that are so but for TIED."""
    taken = 0
    for k, worth in enumerate(worths):
        taken = k if worth > worths[taken] + TIED else taken
    return taken


def shared(worths: Sequence[float], mixed: int | None, mix: Mix) -> dict[int, float]:
    """The options that are taken and their chances; ``mixed`` leads to where the mover mixes."""
    taken = pick(worths)
    if mixed is None or len(worths) == 1 or worths[mixed] < worths[taken] - TIED:
        return {taken: 1.0}
    if mix.place > 0:
        return {mixed: 1.0}
    other = pick([-1.0 if k == mixed else worth for k, worth in enumerate(worths)])
    if worths[other] < worths[mixed] - TIED:
        return {mixed: 1.0}
    return {mixed: mix.weight, other: 1.0 - mix.weight}


def play(
    turn: RaceArrays, bank: Floats, bust: Floats, wipe: Floats, least: int, limit: int,
    mix: Mix = UNMIXED, x: float | None = None,
) -> Played:  # fmt: skip
    """Play a turn where banking so many units is worth ``bank`` to all, (rows, n), a bust and a
    wipe what they say; of at least so many, and of ``limit`` in any case.

    With x rows have one part more, the chance that the turn is handed over at its own score, which
    is worth x to the mover.
    """
    place_of: dict[tuple[int, int], int] = {}
    if x is not None or mix.place:
        place_of = {(t, mode): k for k, (t, mode) in enumerate(turn.cells.tolist())}
    at, near = abs(mix.place), dict[int, float]()
    worth = np.repeat(bank[:, None], len(turn.may), axis=1)
    roll = np.full((limit, *worth.shape[1:]), np.nan)
    sets, first = turn.sets.tolist(), turn.first.tolist()
    gains, after, chances = turn.gains.tolist(), turn.after.tolist(), turn.chances.tolist()

    def mine(row: Floats) -> float:
        return float(row[0] if x is None else row[0] + x * row[-1])

    def meet(one: Floats, other: Floats, *places: int) -> None:
        if x is None or one[-1] == other[-1]:
            return
        off, slope = mine(one) - mine(other), one[-1] - other[-1]
        if abs(off) < NEAR:
            near.update((place, float(x - off / slope)) for place in places if place)

    def thrown(t: int, options: range) -> Any:
        ends = [(t + gains[o], after[o]) for o in options]
        found: list[Any] = [worth[end] for end in ends]
        if len(found) == 1:
            return found[0]
        ahead = [place_of.get(end, 0) if end[0] < limit else 0 for end in ends]
        worths = [mine(row) for row in found]
        best = pick(worths)
        for k, row in enumerate(found):
            meet(row, found[best], -ahead[k], -ahead[best])
        mixed = ahead.index(at) if at and at in ahead else None
        shares = shared(worths, mixed, mix)
        parts = [found[k] if p == 1.0 else p * found[k] for k, p in shares.items()]
        return parts[0] if len(parts) == 1 else parts[0] + parts[1]

    points, which = turn.cells[turn.cells[:, 0] < limit].T
    order = np.lexsort((np.arange(len(points)), -points))
    for t, mode in zip(points[order].tolist(), which[order].tolist()):
        begun = t == 0 and mode == turn.start
        banks = t >= least and bool(turn.may[mode] & BANKS) and not begun
        if not turn.may[mode] & THROWS:
            worth[t, mode] = bank[t] if t >= least else bust
            continue
        found = turn.thrown[mode, 0] * bust + turn.thrown[mode, 1] * wipe
        for k in range(sets[mode], sets[mode + 1]):
            found = found + chances[k] * thrown(t, range(first[k], first[k + 1]))
        roll[t, mode], part = found, 1.0
        if banks:
            meet(found, bank[t], place_of.get((t, mode), 0))
            part = float(mine(found) > mine(bank[t]) + TIED)
        if mix.place > 0 and place_of[t, mode] == at:
            part = mix.weight
        worth[t, mode] = part * found + (1.0 - part) * bank[t] if part < 1 else found
    return Played(roll, near)


# --- turns under best play ------------------------------------------------------------------------


class Paid(NamedTuple):
    """What a turn pays its mover, at [units of the turn, mode]."""

    bank: Floats
    throw: Floats
    code: Any
    """What the rules leave to decide: see :mod:`.decided`."""
    banks: Any
    """Where banking is best."""
    best: Floats
    """What the better of the two pays."""


class OneTurn:
    """One turn at a start, in which the mover plays best.

    Parameters
    ----------
    worths : Worths
        What the starts that follow are worth.
    start : Start
        Of who has the turn of ``worths.game``.
    mix : Mix
        How the mover mixes.
    most : int
        So many units are asked about.

    Attributes
    ----------
    limit : int
        From so many units on nobody throws.
    bank : float64 array (rows, players)
        What banking 0, 1, … units pays to all, the mover first.
    bust, wipe : float64 arrays (players,)
    """

    def __init__(self, worths: Worths, start: Start, mix: Mix = UNMIXED, most: int = 0) -> None:
        self.game: Race = worths.game
        self.start: Start = start
        self.mix: Mix = mix
        self._worths = worths
        game, unit, last = self.game, self.game.unit, starts.left(self.game, start)
        self.mover: Mover = Mover(game, start.seat)
        self.tables: RaceArrays = late_of(game).tables if last else tables_of(self.mover)
        own = game.goal - unit if start.play_off else start.scores[0]
        least, won = starts.limits(game, start)
        self.least: int = least // unit
        goal = (game.goal - own) // unit
        self.limit: int = goal + self.tables.further
        if won is not None:
            self.limit = won // unit
        elif last:
            self.limit = max(self.limit, self.least + 1)
        if game.players == 2 and won is None:
            self.limit = max(self.limit, most + 1)  # as far as it is asked for
        rows = self.limit + self.tables.most
        self.bank: Floats = worths.banked(start, rows)
        self.bust: Floats = worths.after(starts.bust(game, start))
        self.wipe: Floats = worths.after(starts.wipe(game, start))
        self.past: int = goal + 1 if game.target == "exact" else rows
        """From so many units on one has bust."""
        self.bank[self.past :] = self.bust

    @cached_property
    def throw(self) -> Floats:
        """What throwing pays to all, (limit, modes, players); NaN where no turn comes, or nothing
        is thrown.
        """
        return self._through(self.bank, self.bust, self.wipe)

    @cached_property
    def _likely(self) -> Floats:
        """The chance that a throw loses the points of the turn, and the points that are banked
        then, on average: (limit, modes, 2).
        """
        rows = np.arange(len(self.bank)) * float(self.game.unit)
        bank = np.stack([self.bank[:, 0], 0.0 * rows, rows], axis=1)
        bust, wipe = (np.array([worth[0], 1.0, 0.0]) for worth in (self.bust, self.wipe))
        return self._through(bank, bust, wipe, last=True)[..., 1:]

    def _through(self, bank: Floats, bust: Floats, wipe: Floats, last: bool = False) -> Floats:
        """What throwing comes to, where banking, a bust and a wipe do; the mover's payoff is first,
        and what is last follows from the others unless it is asked for.
        """
        tables, limit = self.tables, self.limit
        if self.mix.place:
            return play(tables, bank, bust, wipe, self.least, limit, self.mix).roll
        count = bank.shape[1]
        some = slice(count - (not last))
        thrown = tables.throws(
            np.ascontiguousarray(bank[:, some].T)[..., None], self.least, limit,
            bust[some, None], wipe[some, None], nothing=np.nan,
        )[..., 0]  # fmt: skip
        if last:
            return thrown
        rest = np.maximum(1.0 - thrown.sum(axis=-1, keepdims=True), 0.0)
        return np.concatenate([thrown, rest], axis=-1)

    # --- what may be done -------------------------------------------------------------------------

    def actions(self, units: int, mode: int) -> dict[str, Floats]:
        """What each action is worth to all with so many units in a mode; none if that is a bust."""
        game, (throw, bank) = self.game, self.mover.words
        banks, throws = starts.may(game, self.start, units * game.unit, mode)
        found = {}
        if throws and units < self.limit:
            found[throw] = self.throw[units, mode]
        elif throws and units >= len(self.bank):
            raise StateError(
                f"{units * game.unit:,} points are asked about, but nobody who plays well throws "
                f"again with {self.limit * game.unit:,}: give another state"
            )
        if banks or (throws and not found):
            row = units < len(self.bank)
            then = starts.bank(game, self.start, units * game.unit)
            found[bank] = self.bank[units] if row else self._worths.after(then)
        return found

    def after(self, units: int, dice: Sequence[int]) -> dict[Choice, tuple[int, int]]:
        """The units and the mode that choices of a throw of dice lead to."""
        game, asides = self.game, self.mover.set_aside.asides(dice, len(dice))
        ends = {
            aside: (units + gain // game.unit, left - 1) for aside, (gain, left) in asides.items()
        }
        return {
            Choice(aside, action): end
            for aside, end in ends.items()
            for action in self.actions(*end) or {BUSTS: self.bust}
        }

    def worths(self, units: int, hand: Any) -> dict[Any, Floats]:
        """What each action is worth to all, in a mode that is given by its place, with the faces
        of a throw, or with options of which the list has the units and the mode they lead to.
        """
        if isinstance(hand, list):
            return {number: self.shares(*end) for number, end in enumerate(hand)}
        bust = {BUSTS: self.bust}
        if not isinstance(hand, tuple):
            return self.actions(units, hand) or bust
        found = {}
        for choice, end in self.after(units, hand).items():
            found[choice] = (self.actions(*end) or bust)[choice.then]
        return found or bust

    def shares(self, units: int, hand: Any) -> Floats:
        """Everybody's chance in a state."""
        worths = self.worths(units, hand)
        answers = self.answers(units, hand).items()
        found: Floats = np.sum([chance * worths[one] for one, chance in answers], axis=0)
        return found

    def outlook(self, units: int, hand: Any, action: Any) -> Outlook:
        """How the turn is likely to go on after an action."""
        then = action
        if isinstance(hand, list):
            units, hand = hand[action]
            then = self.best(self.worths(units, hand))
        elif isinstance(action, Choice):
            (units, hand), then = self.after(units, hand)[action], action.then
        if then != self.mover.words[0]:
            lost = then == BUSTS
            return Outlook(float(lost), 0.0 if lost else float(units * self.game.unit))
        tables = self.tables
        past = np.minimum.reduceat(tables.gains, tables.first[:-1]) + units >= self.past
        next_ = tables.chances[past & (tables.owner == hand)].sum() + tables.thrown[hand].sum()
        busts, points = self._likely[units, hand].tolist()
        return Outlook(busts, points, float(next_))

    def paid(self, rows: int) -> Paid:
        """What so many rows of units pay the mover, who may mix."""
        tables, shape = self.tables, (rows, len(self.tables.may))
        code = np.full(shape, OPEN, dtype=np.uint8)
        code[: self.least] = code[:, tables.may & BANKS == 0] = THROW
        code[:, tables.may & THROWS == 0] = code[self.limit :] = BANK
        code[0, tables.start] = OPEN if self.game.may_pass else THROW
        bank = np.repeat(
            self.bank[np.minimum(np.arange(rows), len(self.bank) - 1), :1], shape[1], 1
        )
        bank[: self.least] = self.bust[0]  # where nothing is thrown
        throw = np.zeros(shape)  # beyond these rows one banks
        throw[: self.limit] = np.nan_to_num(self.throw[:rows, :, 0])
        banks = np.where(code == OPEN, ~better_to_roll(bank, throw), code == BANK)
        if self.mix.place > 0:
            banks[self.mixed()] = self.mix.weight < 0.5
        return Paid(bank, throw, code, banks, np.where(banks, bank, throw))

    # --- what is done -----------------------------------------------------------------------------

    def best(self, worths: dict[Any, Floats]) -> Any:
        """The best of some actions: of throwing and banking the latter if they are as good."""
        throw, bank = self.mover.words
        if throw in worths and bank in worths:
            return throw if better_to_roll(worths[bank][0], worths[throw][0]) else bank
        return max(worths, key=lambda action: float(worths[action][0]))

    def mixed(self) -> tuple[int, int] | None:
        """The units and the mode where the mover mixes, or that options lead to where he does."""
        if not self.mix.place:
            return None
        units, mode = self.tables.cells[abs(self.mix.place)].tolist()
        return units, mode

    def then(self, at: tuple[int, int], worths: dict[Any, Floats]) -> dict[Any, float]:
        """Whether one throws or banks with so many units in a mode, by chance."""
        throw, bank = self.mover.words
        if self.mix.place > 0 and at == self.mixed() and len(worths) > 1:
            return {bank: 1.0 - self.mix.weight, throw: self.mix.weight}
        return {self.best(worths): 1.0}

    def options(
        self, ahead: Sequence[tuple[int, int]], worths: Sequence[float]
    ) -> dict[int, float]:
        """Which options are taken, and their chances: they lead to units and modes, and are worth
        so much.
        """
        mixed: Any = self.mixed()
        return shared(worths, [*ahead].index(mixed) if mixed in ahead else None, self.mix)

    def answers(self, units: int, hand: Any) -> dict[Any, float]:
        """What is done in a state, and with what chances."""
        worths = self.worths(units, hand)
        if len(worths) == 1 or starts.left(self.game, self.start):
            return {self.best(worths): 1.0}
        if isinstance(hand, list):
            return self.options(hand, [float(one[0]) for one in worths.values()])
        if not isinstance(hand, tuple):
            return self.then((units, hand), worths)
        ahead = dict[tuple[int, int], dict[Any, Choice]]()
        for choice, end in self.after(units, hand).items():
            ahead.setdefault(end, {}).setdefault(choice.then, choice)
        most = [max(float(worths[one][0]) for one in ways.values()) for ways in ahead.values()]
        found = dict[Any, float]()
        for k, part in self.options([*ahead], most).items():
            end, ways = [*ahead.items()][k]
            chances = self.then(end, {word: worths[one] for word, one in ways.items()})
            found |= {ways[word]: part * chance for word, chance in chances.items()}
        return found


@lru_cache(maxsize=64)
def turn_at(worths: Worths, start: Start, mix: Mix = UNMIXED, most: int = 0) -> OneTurn:
    """The turn at a start; several states of it may be asked about."""
    return OneTurn(worths, start, mix, most)


@lru_cache(maxsize=8)
def _ended(game: Race) -> Worths:
    """The same where the game is about to end, and no start that others lead to counts."""
    return Worths(Ranks(game), np.zeros((0, 0)))


def late_turn(game: Race, start: Start, most: int = 0) -> OneTurn:
    """A last turn, or one of a tie that is played on: any solution plays it like this."""
    return turn_at(_ended(game), start, UNMIXED, most)
