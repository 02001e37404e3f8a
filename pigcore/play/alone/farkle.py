"""Farkle without an opponent.

There is no last turn then. Without a goal every turn is like every other, but for the busts that
came before it, if every third in a row costs points: then a turn begins in one of three states.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.race import Race, from_rules
from ...games.spelling import counted, listed
from ...solvers.farkle import refuse_penalty
from ...solvers.race.decided import (
    BANK,
    OPEN,
    THROW,
    WIDTH,
    Decisions,
    codes,
    decided,
    ends_of,
    tables_of,
)
from ...solvers.solution import immutable
from ..matches.race import turns_of
from ..policies.answers import Policy
from ..policies.race import plan_of
from ..policies.race.dice import Followed
from ..results import Solitaire
from .objectives import checked
from .results import Chance, Points, PointsPerTurn, Turns

__all__ = ["solitaire"]

Floats = NDArray[np.float64]
Limits = NDArray[np.int64]

STEPS = 100
"""Policies improve some five times."""

CLOSE = 1e-11
"""A turn is followed until what may lie beyond is worth less than this share of a point."""

MOST_ROWS = 1 << 17


def solitaire(
    game: Race,
    objective: str = "turns",
    turns: int | None = None,
    policy: Policy | None = None,
) -> Solitaire:
    """Farkle without an opponent: see :func:`pigcore.solitaire`.

    Parameters
    ----------
    game : Race
    objective, turns, policy
        As in :func:`pigcore.solitaire`. The result's ``policy`` is the policy given, or the fewest
        points to bank with 1, 2, … dice left, int64 with the dice in the last axis (-1: one never
        banks): at [own in units] for ``"turns"``, [turns left, own in units] for ``"chance"``,
        [busts in a row] for ``"points_per_turn"`` and [turns left, busts in a row] for
        ``"points"``. What is set aside makes the objective greatest.

    Raises
    ------
    RuleError
        If a penalty makes scores fall and there is a goal, or an opening is asked of a player who
        has no goal.

    Notes
    -----
    With a penalty of P a turn after z busts is worth f(x), where a bust pays x, so that the
    average r and the worths w of the three states satisfy r = f(w_1), w_1 = f(w_2) - r and
    w_2 = f(-P) - r: one equation in r, by Newton's method.

    Examples
    --------
    >>> import pigcore
    >>> alone = solitaire(pigcore.Farkle.minimal(), "points_per_turn")
    >>> alone, alone.policy[0, :5].tolist()
    (446.571440344 points a turn expected, [250, 250, 400, 1000, 2900])
    >>> solitaire(pigcore.Farkle.minimal(), "turns")
    23.0039899963 turns expected
    """
    left = checked(objective, turns)
    if objective in ("points", "points_per_turn"):
        found = _WithoutGoal(game)
        if objective == "points_per_turn":
            return found.per_turn(policy)
        return found.points(left, policy)
    refuse_penalty(game)
    alone = from_rules({**game.rules(), "last_turn": False}) if game.last_turn else game
    to_goal = _ToGoal(alone, policy)
    result = to_goal.chance(left) if objective == "chance" else to_goal.turns()
    return replace(result, left_out=("last turn",) * game.last_turn)


# --- to the goal ---------------------------------------------------------------------------------


class _ToGoal:
    """All own scores side by side, in the last axis."""

    def __init__(self, game: Race, policy: Policy | None) -> None:
        self.game, self.policy = game, policy
        self.units = game.units
        self.width = -(-self.units // WIDTH) * WIDTH
        self.own = np.minimum(np.arange(self.width), self.units - 1)

    @cached_property
    def _codes(self) -> NDArray[np.uint8]:
        tables = tables_of(self.game)
        rows = tables.rolled + int(tables.gains.max())
        found = np.full((rows, tables.dice, self.width), BANK, dtype=np.uint8)
        for place, own in enumerate(self.own.tolist()):
            code = codes(self.game, own, 1)[:, :, 0]
            found[: len(code), :, place] = code
        return found

    def _best(self, banked: Floats, bust: Floats) -> tuple[Decisions, Floats, Floats]:
        """The best turns where s banked pay ``banked[s]``: decisions, ends at [own, s], busts."""
        code = self._codes.copy()
        at = np.minimum(np.arange(len(code))[:, None] + self.own, self.units)
        found = decided(self.game, code, banked[at], bust[self.own])
        how = ends_of(self.game, found)
        ends = np.zeros((self.units, self.units + 1))
        for own in range(self.units):
            np.add.at(ends[own], at[:, own], how.ends[:, own])
        return found, ends, how.lost[: self.units]

    @cached_property
    def _given(self) -> tuple[Floats, Floats]:
        """How the turns of the policy end against an opponent without a point."""
        turns = turns_of(self.game, self.policy)
        ends = np.zeros((self.units, self.units + 1))
        for own in range(self.units):
            ends[own, own:-1] = turns.ends_from(own)[0, 0]
        lost = ends.diagonal().copy()
        np.fill_diagonal(ends, 0.0)
        ends[:, -1] = (turns.won + turns.passed)[0, :, 0]
        return ends, lost

    def turns(self) -> Turns:
        """E(s) = 1 + lost E(s) + sum over s' of ends E(s'), by policy iteration."""
        if self.policy is not None:
            expected = _expected(*self._given)
            return Turns(
                float(expected[0]), immutable(expected[:-1]), self.policy, str(self.policy)
            )
        expected = np.append(np.arange(self.units, 0.0, -1.0), 0.0)
        for _ in range(STEPS):
            found, ends, lost = self._best(-expected, -expected)
            before, expected = expected, _expected(ends, lost)
            if np.abs(expected - before).max() < 1e-13 * expected.max():
                break
        limits = self._limits(found)
        value = float(expected[0])
        return Turns(value, immutable(expected[:-1]), immutable(limits), _plan(limits[0]))

    def chance(self, turns: int) -> Chance:
        """C_t(s) = lost C_{t-1}(s) + sum over s' of ends C_{t-1}(s'), 1 at the goal."""
        chances = np.zeros((turns + 1, self.units + 1))
        chances[:, -1] = 1.0
        kept: Any = np.full((turns + 1, self.units, self.game.dice.count), -1, dtype=np.int64)
        for left in range(1, turns + 1):
            before = chances[left - 1]
            if self.policy is not None:
                ends, lost = self._given
            else:
                found, ends, lost = self._best(before, before)
                kept[left] = self._limits(found)
            chances[left, :-1] = ends @ before + lost * before[:-1]
        given = self.policy is not None
        return Chance(
            float(chances[-1, 0]),
            immutable(chances[:, :-1]),
            self.policy if given else immutable(kept),
            str(self.policy) if given else _plan(kept[-1, 0]),
            turns,
        )

    def _limits(self, found: Decisions) -> Limits:
        limits = _limits(self.game, found.bank)
        most = (self.game.goal - self.game.unit * np.arange(self.units))[:, None]
        return np.where(limits[: self.units] < 0, most, np.minimum(limits[: self.units], most))


def _expected(ends: Floats, lost: Floats) -> Floats:
    """Expected turns from each score; the last entry is the goal."""
    found = np.zeros(len(ends) + 1)
    for own in range(len(ends) - 1, -1, -1):
        leave = float(ends[own].sum())
        moving = ends[own] > 0
        found[own] = (1.0 + ends[own][moving] @ found[moving]) / leave if leave else np.inf
    return found


# --- without a goal ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Best:
    """The best turn where a bust pays x: its worth, its chance of a bust, and when it banks."""

    worth: float
    bust: float
    limits: Limits


class _WithoutGoal:
    """Turns that bank points, whatever they come to."""

    def __init__(self, game: Race) -> None:
        if game.opening > max(game.minimum_bank, game.unit):
            raise RuleError(
                f"opening is {game.opening}, but without a goal every turn is like every other: "
                "give a game without an opening, or ask for turns or chance"
            )
        self.game = game

    def best(self, x: float) -> _Best:
        """The best turn where a bust pays x points."""
        length = 4 * self.game.most_of_a_throw // self.game.unit + 64
        while length <= MOST_ROWS:
            found, low = self._turn(x, length, 0.0)
            _, high = self._turn(x, length, self._further)
            if high - low <= CLOSE * max(1.0, abs(low)):
                lost = float(ends_of(self.game, found).lost[0])
                return _Best(low, lost, _limits(self.game, found.bank)[0])
            length *= 2
        raise RuleError(
            f"turns of {self.game.name} hardly ever bust and are too long to follow: "
            "leave a combination out"
        )

    @cached_property
    def _further(self) -> float:
        """The most points that a turn can still expect, if a bust costs nothing."""
        tables = tables_of(self.game)
        after = np.where(tables.left, tables.left, tables.dice)
        worth = np.zeros(tables.dice + 1)
        for _ in range(1_000_000):
            before = worth.copy()
            sets = np.maximum.reduceat(tables.gains + worth[after], tables.first[:-1])
            worth[:] = np.bincount(tables.dealt, sets * tables.chances, len(worth))
            if (worth - before).max() <= 1e-12 * worth.max():
                break
        return 1.01 * self.game.unit * float(worth.max())

    def _turn(self, x: float, length: int, beyond: float) -> tuple[Decisions, float]:
        """The best turn if whoever comes to so many units gets ``beyond`` points more."""
        game, tables = self.game, tables_of(self.game)
        most = int(tables.gains.max())
        code = np.full((length + most, tables.dice, WIDTH), OPEN, dtype=np.uint8)
        if game.dice.must_roll:
            code[:, -1] = THROW
        code[: max(int(tables.least[-1]), game.minimum_bank // game.unit, 1)] = THROW
        held = game.unit * np.arange(float(length + most))
        held[length:] += beyond
        paid = np.repeat(held[:, None], WIDTH, axis=1)
        found = decided(game, code, paid, np.full(WIDTH, x))
        return found, float(found.worth[0, -1, 0])

    def given(self, policy: Policy) -> tuple[float, float]:
        """The points that a turn of the policy banks, and its chance of a bust, with no score."""
        plan, game = plan_of(self.game, policy), self.game
        none = np.zeros(WIDTH, dtype=np.int64)
        if isinstance(plan, Followed):
            ends, lost = plan.turn_ends(0, none[:1])
        else:
            decisions: Any = plan.turn(0, none)
            ends, lost = ends_of(game, decisions)[:2]
        return game.unit * float(ends[:, 0] @ np.arange(len(ends))), float(lost[0])

    def per_turn(self, policy: Policy | None) -> PointsPerTurn:
        """The most points of a turn in the long run."""
        penalty = float(self.game.penalty)
        if policy is not None:
            points, bust = self.given(policy)
            # Every third bust in a row: states have the chances 1, q and q^2, over their sum.
            average = points - penalty * bust**3 / (1 + bust + bust**2)
            return PointsPerTurn(average, immutable(np.array([average])), policy, str(policy))
        last = self.best(-penalty)
        turns, average = [last], last.worth
        if penalty:
            for _ in range(STEPS):
                third = last
                second = self.best(third.worth - average)
                first = self.best(second.worth - average)
                step = (first.worth - average) / (1 + first.bust * (1 + second.bust))
                average, turns = average + step, [first, second, third]
                if abs(step) < 1e-12 * max(1.0, abs(average)):
                    break
        limits = np.stack([turn.limits for turn in turns])
        return PointsPerTurn(
            average, immutable(np.array([average])), immutable(limits), _plan(limits[0])
        )

    def points(self, turns: int, policy: Policy | None) -> Points:
        """The most points in so many turns: W_t(z) = W_{t-1}(0) + f(W_{t-1}(z+1) - W_{t-1}(0))."""
        penalty = float(self.game.penalty)
        states = 3 if penalty else 1
        worth = np.zeros((turns + 1, states))
        kept = np.full((turns + 1, states, self.game.dice.count), -1, dtype=np.int64)
        points, bust = (0.0, 0.0) if policy is None else self.given(policy)
        for left in range(1, turns + 1):
            before = worth[left - 1]
            after = np.append(before[1:], before[0] - penalty) - before[0]
            for state, x in enumerate(after.tolist()):
                if policy is None:
                    best = self.best(x)
                    worth[left, state], kept[left, state] = before[0] + best.worth, best.limits
                else:
                    worth[left, state] = before[0] + points + bust * x
        value = float(worth[-1, 0])
        if policy is not None:
            return Points(value, immutable(worth[:, 0].copy()), policy, str(policy), turns)
        own = self.game.unit * np.arange(float(self.game.units))
        return Points(
            value, immutable(own + worth[:, :1]), immutable(kept), _plan(kept[-1, 0]), turns
        )


# --- in words ------------------------------------------------------------------------------------


def _limits(game: Race, bank: NDArray[np.uint8]) -> Limits:
    """The fewest points banked with 1, 2, … dice left, (width, dice); -1 where one never banks.

    Points that no turn has with so many dice in hand are passed over.
    """
    rows, dice = len(bank), game.dice.count
    bits = np.array(game.hands(game.unit * (rows - 1)))
    there = (bits[:, None] >> np.arange(1, dice + 1) & 1).astype(bool)
    most = game.most_of_a_throw // game.unit
    banks = (bank == BANK) & there[:, :, None]
    banks[rows - most :] = False
    limits = np.where(banks.any(axis=0), game.unit * banks.argmax(axis=0), -1)
    return np.ascontiguousarray(limits.T.astype(np.int64))


def _plan(limits: Limits) -> str:
    """What is banked in the first turn, in words."""
    said = [
        f"{points:,} with {counted(n, 'die', 'dice')} left"
        for n, points in enumerate(limits.tolist(), 1)
        if points >= 0
    ]
    return f"bank at {listed(said)}" if said else "never bank"
