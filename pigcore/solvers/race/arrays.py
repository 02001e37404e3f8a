"""The rules of a race as the arrays that the kernels read, and one turn read off turn starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from operator import itemgetter
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ...games.dice import Dice
from ...games.errors import RuleError
from ...games.race import MOST_BEYOND, come_to
from ...games.starts import Mover
from ...games.turn import Option, Outcome, Turn, finished, no_garbage
from ...kernels import LANES, Bytes, Floats, Indices
from ...kernels import cells as kernel
from ...kernels.value_iteration import ValueIteration

Pairs = tuple[tuple[int, int], ...]
Set = Sequence[tuple[Any, ...]]

MOST = 10**18
"""No gain is larger."""

LEAST = 1e-40
"""A chance of so many points that is smaller is none."""

NEGLIGIBLE = 1e-19
"""A turn that comes so far with a smaller chance than this need not be followed."""

FURTHER = 256
"""So many units beyond the goal are tried as aims of a turn."""

_GAIN, _MODE = itemgetter(0), itemgetter(1)
BANKS, THROWS = kernel.BANKS, kernel.THROWS


@dataclass(frozen=True, eq=False)
class RaceArrays:
    """A race as typed arrays, in units; ``pigcore/kernels/cells.pyx`` says what each means."""

    unit: int
    goal: int
    """How many scores there are, from the floor up."""
    need: Indices
    """How many units of a turn reach the goal from each score; where fewer than the least to bank
    do not win, no fewer than these."""
    exact: bool
    start: int
    least: Indices
    landing: Indices
    may: Bytes
    thrown: Floats
    sets: Indices
    chances: Floats
    first: Indices
    gains: Indices
    after: Indices
    order: Indices
    excess: Floats = field(default_factory=lambda: np.zeros(1))
    """The points of each option beyond its units, which are cut where more change nothing."""
    further: int = 0
    """So many units beyond the goal a turn is followed: 0 without a last turn."""
    single: bool = False
    """Whether a turn is a single roll, again and again, without rules of banking."""
    banked: bool = False
    """Whether who has the goal must bank it, which wins at once."""
    finish: Floats | None = None
    """What becomes of who has the goal in a mode that may oblige to throw; None: he has won."""

    @classmethod
    @no_garbage()
    def of(cls, mover: Mover, *, whole: bool = False, every: bool = False) -> Self:
        """The arrays of what a mover throws; ``whole`` follows a turn through every state there is.

        Turn starts need no more than the scores at which somebody throws. ``every`` keeps options,
        too, that best play never takes. Where dice are set aside, n in hand are mode n - 1, whether
        or not a turn comes to them.

        More points in the same mode are never worse where one need not hit the goal exactly: who
        has them may do all that he would do with fewer. Only one who must bank what he would
        rather lose for a consolation might regret them.
        """
        game, turn = mover.game, mover.turn
        exact, unit, goal, modes = game.target == "exact", game.unit, game.units, turn.modes
        scores = np.arange(goal, dtype=np.intp)
        answered, need = (
            game.end != "goal",
            goal - np.minimum(scores, game.in_units(game.sure_from)),
        )
        # What reaches the goal may always be banked, so larger limits are as the goal.
        least = np.full(goal, min(game.minimum_bank // unit, goal), dtype=np.intp)
        least[: game.in_units(0) + 1] = max(least[0], min(game.opening // unit, goal))
        banked = game.win == "bank" and not answered
        obliges = banked and any(mode.throw and not mode.may_bank for mode in modes)
        must_bank = any(mode.throw is None for mode in modes)
        regrets = must_bank and game.consolation > 0 and least[0] > 0
        keep_all = every or exact or regrets or answered or obliges
        # A larger gain does what this one does: win, or overshoot. Not so with a last turn.
        dice = isinstance(turn.source, Dice)
        most = MOST if answered or dice or (banked and every) else goal + exact
        # Of equals the one with the fewest dice left comes first, and none is all of them again.
        around = len(modes) if dice else MOST
        outcomes = [mode.throw.outcomes if mode.throw else () for mode in modes]
        options: list[Set] = [options for some in outcomes for _, options in some]
        if all(map((1).__eq__, map(len, options))):
            sets = _ends(map(len, outcomes))
            chances = [p.numerator / p.denominator for some in outcomes for p, _ in some]
        else:
            capped = _Capped(MOST if every else unit * most)
            found = [list(_sets(some, capped, keep_all, around)) for some in outcomes]
            sets = _ends(map(len, found))
            options = [each for some in found for each, _ in some]
            chances = [chance for some in found for _, chance in some]
        flat = list(chain.from_iterable(options))
        gains = np.fromiter(map(_GAIN, flat), np.int64, len(flat)) // unit
        after = np.fromiter(map(_MODE, flat), np.intp, len(flat))
        first = _ends(map(len, options))
        consoled = scores + game.consolation // unit
        tables = cls(
            unit=unit,
            goal=goal,
            need=need,
            exact=exact,
            start=turn.start,
            least=np.minimum(least, need),
            landing=np.where(consoled <= goal, consoled, scores if exact else goal),
            may=np.array(
                [BANKS * mode.may_bank + THROWS * (mode.throw is not None) for mode in modes],
                dtype=np.uint8,
            ),
            thrown=np.array(
                [
                    (float(mode.throw.bust), float(mode.throw.wipe)) if mode.throw else (0.0, 0.0)
                    for mode in modes
                ]
            ),
            sets=sets,
            chances=np.array(chances),
            first=first,
            gains=np.minimum(gains, most).astype(np.intp),
            after=after,
            order=_order(np.flatnonzero(gains == 0), after, first, sets),
            excess=unit * np.maximum(gains - most, 0).astype(np.float64) * (not exact),
            single=turn.roll is not None
            and not (game.opening or game.minimum_bank or answered or game.other)
            and not (whole and (banked or game.may_pass)),
            banked=banked,
            finish=np.array(finished(modes), dtype=np.float64) if obliges else None,
        )
        return replace(tables, further=tables._to_follow(mover, whole))

    def _to_follow(self, mover: Mover, whole: bool) -> int:
        """How many units beyond the goal a turn is followed."""
        game = mover.game
        if game.end == "goal":  # where the goal must be banked, a policy may throw on from there
            return self._far() if whole and self.banked else 0
        further = self._beyond(game.tie == "first", game.players - 1)
        if game.players > 2:
            return max(further, 1)  # else banking the goal wins there
        if whole:
            further = max(further, self.goal + self.most, self._far() if mover.far else 0)
        return further

    def _far(self) -> int:
        """So many units beyond the goal hardly any turn makes of who must bank it: by throwing on
        where a mode obliges him, or else wherever he likes.
        """
        tables = replace(self, finish=None)
        if self.finish is not None:  # who may bank does
            banks = np.where(self.may & BANKS, BANKS, self.may).astype(np.uint8)
            tables = replace(tables, may=banks)
        length = 2 * (self.goal + self.most)
        while length <= MOST_BEYOND:
            chances = chances_to_pass(tables, length)
            if found := int(np.argmax(chances.max(axis=1) < NEGLIGIBLE)):
                return found + self.most  # from just short of the goal
            length *= 2
        raise RuleError(
            "who must bank the goal may throw on, and turns that hardly ever bust may be too long "
            "to follow: give win='reach'"
        )

    def _beyond(self, passes: bool, others: int) -> int:
        """How many units beyond the goal a turn is followed if there is a last turn.

        One banks from there on, or comes there with a negligible chance.
        """
        bust = float(self.thrown[self.may & THROWS > 0, 0].min())
        length = 2 * (self.goal + self.most)
        while length <= MOST_BEYOND:
            chase = chances_to_pass(self, length)[:, self.start]
            found = [int(np.argmax(chase < NEGLIGIBLE)) or length]
            if (self.may & BANKS).all():  # who must throw at any score comes to any score
                found.append(bank_from(chase, self.goal, bust, passes, others))
            if self.goal + min(found) < length:
                return min(found)
            length *= 2
        raise RuleError(
            "with a last turn, turns that hardly ever bust may be too long to follow: "
            "leave a combination or the last turn out"
        )

    @property
    def rolled(self) -> int:
        """From this score on one banks."""
        return self.goal + self.further

    @property
    def height(self) -> int:
        """The rows that payoffs of banking need."""
        if self.exact or self.single:
            return self.goal + 1
        return self.rolled + self.most

    @cached_property
    def owner(self) -> Indices:
        """The mode of each set."""
        return np.repeat(np.arange(len(self.may)), np.diff(self.sets))

    @property
    def wipes(self) -> bool:
        """Whether some throw can wipe."""
        return bool(self.thrown[:, 1].any())

    @property
    def mild(self) -> bool:
        """Whether Newton's method leaves nothing but rounding errors, if somebody plays best.

        Errors grow by one over the chance that a turn ends otherwise than by a bust, in exact races
        near the goal by the square of that; and by one over the chance that nobody is wiped before
        the goal. Outcomes that are rarer change little where as much again is likely.
        """
        least = 1e-2 if self.exact else 1e-6
        rare = np.where(self.chances < least, self.chances, 0.0)
        rare, whole = (np.bincount(self.owner, some) for some in (rare, self.chances))
        return (
            bool((rare <= (0.0 if self.single or self.exact else 0.5) * whole).all())
            and not ((self.thrown[:, 0] > 0) & (self.thrown[:, 0] < least)).any()
            and ((self.thrown[:, 1].max() <= 0.05 and self.goal <= 200) or not self.wipes)
        )

    def value_iteration(self, dead: Bytes) -> ValueIteration:
        """The literature's methods for a game of single rolls."""
        bust, wipe = self.thrown[0].tolist()
        return ValueIteration(self.gains, self.chances, bust, wipe, self.exact, self.landing, dead)

    @cached_property
    def most(self) -> int:
        """The most that a throw gains."""
        return int(self.gains.max(initial=0))

    @cached_property
    def cells(self) -> Indices:
        """The points and the mode of all cells that a turn may come to, (cells, 2); points rise."""
        found = self.turn_to(2, self.rolled, self.single).cells_below(self.rolled)
        return np.array(found, dtype=np.intp)

    def throws(
        self, held: Floats, least: Any, limit: Any, bust: Floats, wipe: Floats, *,
        every: bool = False, begun: bool = False, told: Floats | None = None, nothing: float = 0.0,
    ) -> Floats:  # fmt: skip
        """What throwing pays to all players but the last, turns side by side.

        ``held`` is what banking so many units pays, (players - 1, rows, width), bust and wipe are
        (players - 1, width); ``least`` and ``limit`` say what may be banked, and from where on
        nobody throws, for all or for each; ``told``, (rows, modes, width), where one throws in any
        case, above 0, and banks, below. With ``every`` any units are a state in the mode of the
        start; where a turn has ``begun`` only that mode is told of.

        Returns
        -------
        float64 (units below the largest limit, modes or 1, players - 1, width)
            ``nothing`` where no turn comes, or nothing is thrown.
        """
        rows, (n, _, width) = int(np.max(limit)), held.shape
        turn = self.turn_to(n + 1, rows + self.most, every or self.single)
        fewest, most = np.ones((2, -(-width // LANES) * LANES))
        fewest[:width], most[:width] = least, limit
        found = np.full((rows, 1 if begun else len(self.may), n, len(most)), nothing)
        turn.rolls(
            _padded(held), fewest, most, self.exact, _padded(bust), _padded(wipe), found,
            None if told is None else _padded(told[:rows]),
        )  # fmt: skip
        return found[..., :width]

    def turn_to(self, players: int, points: int, every: bool = False) -> kernel.Turn:
        """The kernel's object of a turn of so many units at least, for so many players; with
        ``every`` any units may be had in the mode of the start.
        """
        rows = self.rolled + self.most
        while rows < points:
            rows *= 2
        key = players, rows, every
        if key not in self._longer:
            self._longer[key] = kernel.Turn(
                players, rows + 1, self.start, self.may, self.thrown, self.sets, self.chances,
                self.first, self.gains, self.after, self.order, every, self.finish,
            )  # fmt: skip
        return self._longer[key]

    @cached_property
    def _longer(self) -> dict[tuple[int, int, bool], kernel.Turn]:
        return {}

    def sure(self, live: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Those of the scores that are not dead from which one reaches the goal for sure, if the
        opponent never does.

        Let another of them be worth 1, to stay where one is nothing, and to leave them so much less
        than nothing that the smallest chance of it outweighs all else. Then a turn is worth more
        than nothing if it cannot leave them and need not stay.
        """
        sure = live
        while True:
            kept = sure.copy()
            for own in np.flatnonzero(sure):
                held = np.ones(self.height)
                held[: self.goal] = np.where(sure, 1.0, -1e250)
                held[own] = 0.0
                bounds = int(self.least[own]), self.rolled - own
                bust, wipe = (held[at].reshape(1, 1) for at in (self.landing[own], 0))
                found = self.throws(held[None, own:, None], *bounds, bust, wipe, begun=True)
                kept[own] = found[0].item() > 0.0
            if (kept == sure).all():
                return kept
            sure = kept


def tables_of(mover: Mover) -> RaceArrays:
    """The arrays with every option, and every state of a turn as far as games come."""
    return _tables_of(mover if mover.game.other else mover._replace(seat=1))


@lru_cache(maxsize=16)
def _tables_of(mover: Mover) -> RaceArrays:
    return RaceArrays.of(mover, whole=True, every=True)


@lru_cache(maxsize=8)
def reached_by(mover: Mover) -> NDArray[np.bool_]:
    """Whether a turn comes to so many units in a mode, (rolled, modes); where one thing is thrown
    one may ask about totals that no throws add up to, too.
    """
    tables = tables_of(mover)
    if tables.single:
        return np.ones((tables.rolled, 1), dtype=bool)
    return turns_come_to(mover.turn, mover.game.unit, tables.rolled - 1)


def turns_come_to(turn: Turn, unit: int, most: int) -> NDArray[np.bool_]:
    """Whether a turn can have so many units in a mode, at [units, mode]; to ``most``."""
    modes = len(turn.modes)
    size = -(-modes // 8)
    had = [bits.to_bytes(size, "little") for bits in come_to(turn, unit, most)]
    packed = np.frombuffer(b"".join(had), np.uint8).reshape(-1, size)
    return np.unpackbits(packed, axis=1, count=modes, bitorder="little").astype(bool)


def bank_from(chase: Floats, goal: int, bust: float, passes: bool = True, others: int = 1) -> int:
    """How many units beyond the goal one banks, at every larger score and with any dice.

    Who needs d to reach the goal passes a score of b beyond it with chance ``chase[d + b + 1]``.
    Banking loses no more than that; throwing loses ``bust`` V, at least, where V is that player's
    chance of winning at his turn's start. He may go for A beyond the goal, and then wins unless
    that is passed in turn by somebody who has one unit less than the goal, or nothing more:

        V >= max over A of chase[d + A] (1 - chase[A + 2]).

    So banking is best where chase[d + b + 1] <= bust V, and chase falls with b. Where equal scores
    are worth something, they are no more than passing, which is as if the score were one less. With
    equal turns the second player wins with A = 0 already, so that V is no less.

    Of several ``others`` each may pass, of whom the nearest needs no more than one unit to the
    goal; and what the next player wins at least, all of them must fail to pass.
    """
    need, more = np.arange(1, goal + 1), int(passes)
    further = np.arange(min(FURTHER, len(chase) - goal - 2))
    passed = others * chase[further + 1 + more]
    least = (chase[need[:, None] + further] * (1.0 - passed)).max(axis=1)
    if others > 1:
        need, least = need[:1], least.min(keepdims=True) / others
    # A thousandth more than roundings could make of it.
    return int(max(np.searchsorted(-chase, -0.999 * bust * least) - need - more, default=0))


def _padded(rows: Floats) -> Floats:
    """The same with columns in whole vectors."""
    width = rows.shape[-1]
    if width % LANES == 0:
        return np.ascontiguousarray(rows)
    found = np.zeros((*rows.shape[:-1], -(-width // LANES) * LANES))
    found[..., :width] = rows
    return found


def chances_to_pass(tables: RaceArrays, most: int, tie: float = 0.0) -> Floats:
    """What it is worth that 0, 1, …, ``most`` units more pass in a last turn, at [., mode].

    Who has one unit less than passes may also bank what is worth a ``tie``. Without ties it is the
    best chance of so many units. Nothing but a bust ends such a turn, so one turn in which any
    units may be had tells what all are worth.
    """
    _, firsts = np.unique(tables.cells[:, 1], return_index=True)
    passed = most + int(tables.cells[firsts, 0].max())  # with so many all modes have come up
    held = np.zeros((1, passed + tables.most + 1, 1))
    held[0, passed - 1], held[0, passed:] = tie, 1.0
    nothing = np.zeros((1, 1))
    found = tables.throws(held, passed - (tie > 0), passed, nothing, nothing, every=True)
    chances = np.ones((passed + 1, len(tables.may)))
    chances[1:] = found[::-1, :, 0, 0]
    if tie:  # is banked where it is worth more
        banks = tables.may & BANKS > 0
        chances[1, banks] = np.fmax(chances[1, banks], tie)
    return chances[: most + 1]


def _order(none: Indices, after: Indices, first: Indices, sets: Indices) -> Indices:
    """The modes, each after all that its options of no gain, ``none``, lead to without a cycle."""
    if not len(none):
        return np.arange(len(sets) - 1)
    return np.argsort(_depths(none, after, first, sets), kind="stable")


def _depths(none: Indices, after: Indices, first: Indices, sets: Indices) -> Indices:
    """How many options of no gain follow each other at most from each mode."""
    depth = np.zeros(len(sets) - 1, dtype=np.intp)
    if not len(none):
        return depth
    owner = np.searchsorted(first[sets], none, side="right") - 1
    while True:
        deeper = depth.copy()
        np.maximum.at(deeper, owner, depth[after[none]] + 1)
        if (deeper == depth).all():
            return depth
        depth = deeper


class _Capped(dict[Option, tuple[int, int]]):
    """Options as (gain, mode), larger gains than ``most`` as that."""

    def __init__(self, most: int) -> None:
        self.most = most

    def __missing__(self, option: Option) -> tuple[int, int]:
        found = self[option] = min(option.gain, self.most), option.mode
        return found


def _sets(
    outcomes: Sequence[Outcome], capped: _Capped, keep_all: bool, around: int
) -> Iterator[tuple[Set, float]]:
    """The options of each outcome, with its chance; those of one option first."""
    found: dict[Pairs, Fraction] = {}
    for chance, options in outcomes:
        kept = tuple(map(capped.__getitem__, options))
        alone = keep_all or len({*map(_MODE, kept)}) == len(kept)
        if not (alone and kept[-1][0] < capped.most and around == MOST):
            kept = _kept(kept, keep_all, around)
        before = found.get(kept)
        found[kept] = before + chance if before else chance
    for each in sorted(sorted(found), key=len):
        yield each, found[each].numerator / found[each].denominator


def _kept(options: Pairs, keep_all: bool, around: int) -> Pairs:
    # Gains rise, so that the largest one of a mode is the last.
    kept = {*(options if keep_all else dict(zip(map(_MODE, options), options)).values())}
    if around == MOST:
        return tuple(sorted(kept))
    return tuple(sorted(kept, key=lambda option: (option[0], (option[1] + 1) % around)))


def _ends(lengths: Iterator[int]) -> Indices:
    """Where each of some runs begins, and the last one ends."""
    return np.fromiter(accumulate(lengths, initial=0), dtype=np.intp)
