"""What a policy of Farkle gives away throw by throw, within a turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.dice import BANK as BANKS
from ...games.dice import THROW as THROWS
from ...games.dice import Choice
from ...games.race import Race
from ...games.scoring import Counts, faces_of
from ...solvers.farkle.decided import BANK, THROW, WIDTH, best_play, codes, ends_of
from ..policies.race.dice import Followed, RandomPlan, throws_of
from ..policies.race.plans import Plan
from .results import Mistake

__all__ = ["mistakes_in_turn"]

Floats = NDArray[np.float64]


class _Throws(NamedTuple):
    """Every throw that scores, with its choices by (points, dice left) as the kernel orders them.

    ``first`` is the first choice of each throw; the others have an entry for each choice.
    """

    throws: list[Counts]
    dice: NDArray[np.intp]
    chances: Floats
    first: NDArray[np.intp]
    gains: NDArray[np.intp]
    after: NDArray[np.intp]
    """The place, dice - 1, of the dice then in hand."""
    asides: list[tuple[int, ...]]


@lru_cache(maxsize=4)
def _throws(game: Race) -> _Throws:
    throws: list[tuple[Counts, int, float]] = []
    first: list[int] = []
    rows: list[tuple[int, int, tuple[int, ...]]] = []
    for n, counts, p in throws_of(game):
        choices = sorted(
            (gain // game.unit, n - sum(aside), faces_of(aside))
            for aside, gain in game.dice.scoring.choices(counts).items()
        )
        if choices:
            throws.append((counts, n, p))
            first.append(len(rows))
            rows += choices
    return _Throws(
        [counts for counts, _, _ in throws],
        np.array([n for _, n, _ in throws]),
        np.array([p for *_, p in throws]),
        np.array(first),
        np.array([gain for gain, _, _ in rows]),
        np.array([game.dice.hand(left) - 1 for _, left, _ in rows]),
        [aside for *_, aside in rows],
    )


class _Paid(NamedTuple):
    """What one turn pays who plays best from then on, at [units of the turn, dice - 1]."""

    bank: Floats
    throw: Floats
    code: NDArray[np.uint8]
    """What the rules leave to decide."""

    @classmethod
    def of(cls, game: Race, own: int, opp: int) -> _Paid:
        code = codes(game, own, 1)[:, :, 0]
        banks, throws = best_play(game).turn_payoffs(own, opp)
        bank = np.repeat(banks[own:, None], game.dice.count, axis=1)
        throw = np.zeros_like(bank)  # beyond these rows one banks
        throw[: len(throws) - own] = throws[own:]
        return cls(bank, throw, code)

    @property
    def banks(self) -> NDArray[np.bool_]:
        """Where banking is best."""
        banks: NDArray[np.bool_] = (self.bank >= self.throw) & (self.code != THROW)
        banks |= self.code == BANK
        return banks

    @property
    def best(self) -> Floats:
        """What the better of the two pays."""
        return np.where(self.banks, self.bank, self.throw)


def mistakes_in_turn(game: Race, plan: Plan, own: int, opp: int, count: int) -> Iterator[Mistake]:
    """At least the ``count`` throws of a turn at these scores, in units, that cost most.

    Visits are counted for one turn.
    """
    paid = _Paid.of(game, own, opp)
    if isinstance(plan, RandomPlan):
        found = _random(game, plan, own, paid)
    elif isinstance(plan, Followed):
        yield from _asked(game, plan, own, opp, paid)
        return
    else:
        found = _decided(game, plan, own, opp, paid)
    known = _throws(game)
    at = found.at
    best = _first_of_most(paid.best[at], known.first)
    rows = np.arange(len(found.units))[:, None]
    lost = np.maximum(paid.best[at][rows, best] - found.worth, 0.0)
    visits = found.thrown * known.chances

    def named(row: int, choice: int, banks: NDArray[np.bool_]) -> Choice:
        then = BANKS if banks[at[0][row, choice], known.after[choice]] else THROWS
        return Choice(known.asides[choice], then)

    cost = lost * visits
    for each in np.argsort(-cost, axis=None, kind="stable")[:count].tolist():
        row, place = divmod(each, cost.shape[1])
        if cost[row, place] <= 0:
            return
        state = own * game.unit, opp * game.unit, int(found.units[row]) * game.unit
        yield Mistake(
            (*state, faces_of(known.throws[place])),
            named(row, found.takes[row, place], found.banks),
            named(row, best[row, place], paid.banks),
            float(lost[row, place]),
            float(visits[row, place]),
        )


class _Chosen(NamedTuple):
    """What a policy does with each throw of a turn, at [row, throw]."""

    units: NDArray[np.intp]
    """The units of the turn in each row."""
    at: tuple[NDArray[np.intp], NDArray[np.intp]]
    """The state, (units, dice - 1), that each choice leads to, at [row, choice]."""
    thrown: Floats
    """The chance that these dice are thrown."""
    takes: NDArray[np.intp]
    """The choice that is taken, of several the costliest."""
    banks: NDArray[np.bool_]
    """Whether one banks then, at [units, dice - 1]."""
    worth: Floats
    """What that pays, on average."""


def _rows(game: Race, thrown: Floats) -> tuple[NDArray[np.intp], tuple[Any, Any], Floats]:
    """The units with which one throws, where choices lead, and the chances to throw."""
    known = _throws(game)
    units = np.flatnonzero(thrown.any(axis=1))
    at = np.minimum(units[:, None] + known.gains, len(thrown) - 1), known.after
    return units, at, thrown[units][:, known.dice - 1]


def _decided(game: Race, plan: Plan, own: int, opp: int, paid: _Paid) -> _Chosen:
    decisions: Any = plan.turn(own, np.full(WIDTH, opp))
    banks, worth = decisions.bank[:, :, 0] == 1, decisions.worth[:, :, 0]
    reach = ends_of(game, decisions).reach[:, :, 0]
    units, at, thrown = _rows(game, np.where(banks, 0.0, reach))
    takes = _first_of_most(worth[at], _throws(game).first)
    pays = np.where(banks, paid.bank, paid.throw)[at]
    return _Chosen(units, at, thrown, takes, banks, np.take_along_axis(pays, takes, axis=1))


def _random(game: Race, plan: RandomPlan, own: int, paid: _Paid) -> _Chosen:
    units, at, thrown = _rows(game, plan.thrown(own))
    may_throw, may_bank = paid.code != BANK, paid.code != THROW
    first = _throws(game).first
    sums = np.where(may_throw, paid.throw, 0.0) + np.where(may_bank, paid.bank, 0.0)
    ways = may_throw.astype(np.float64) + may_bank
    mean = np.add.reduceat(sums[at], first, axis=1) / np.add.reduceat(ways[at], first, axis=1)
    banks = ~may_throw | (may_bank & (paid.bank < paid.throw))
    worst = np.where(banks, paid.bank, paid.throw)[at]
    return _Chosen(units, at, thrown, _first_of_most(-worst, first), banks, mean)


def _first_of_most(worth: Floats, first: NDArray[np.intp]) -> NDArray[np.intp]:
    """Of each throw, the first choice that is worth most, at [row, throw]."""
    count = worth.shape[1]
    most = np.repeat(np.maximum.reduceat(worth, first, axis=1), np.diff([*first, count]), axis=1)
    return np.minimum.reduceat(np.where(worth >= most, np.arange(count), count), first, axis=1)


def _asked(game: Race, plan: Followed, own: int, opp: int, paid: _Paid) -> Iterator[Mistake]:
    unit = game.unit
    for points, dice, come, stop in plan.states(own * unit, opp * unit):
        if come <= stop:
            continue
        for n, counts, p in throws_of(game):
            choices = game.dice.scoring.choices(counts) if n == dice else {}
            pays = {}
            for aside, gain in choices.items():
                place = (points + gain) // unit, game.dice.hand(n - sum(aside)) - 1
                if paid.code[place] != BANK:
                    pays[Choice(faces_of(aside), THROWS)] = float(paid.throw[place])
                if paid.code[place] != THROW:
                    pays[Choice(faces_of(aside), BANKS)] = float(paid.bank[place])
            if not pays:
                continue
            best = max(pays, key=lambda choice: pays[choice])
            answer = plan.choices(own * unit, opp * unit, points, counts)
            lost = pays[best] - sum(share * pays[choice] for choice, share in answer.items())
            if lost > 0:
                worst = min(answer, key=lambda choice: pays[choice])
                yield Mistake(
                    (own * unit, opp * unit, points, faces_of(counts)), worst, best, lost,
                    (come - stop) * p,
                )  # fmt: skip
