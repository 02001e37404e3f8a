"""A race without an opponent: the fewest turns to the goal, and the most points of one turn.

With E(b) the expected number of turns from b banked points, which a bust leaves at c(b) >= b,

    E(b) = 1 + turn(b),  the turn paying E(s) for banking s, E(c(b)) for a bust, E(0) for a wipe,

and least over the decisions. Banked scores fall by wipes alone. So scores are solved from the goal
down, each an equation x = f(x) with f concave and piecewise linear: the decisions at some x are
followed to the ends of the turn, which give x by sums of positive terms, and so on (Newton). With
wipes E(0) is one more such number: every E(b) carries its slope, the chance of a wipe on the way.

For the points of one turn no goal limits the total t, so what is computed must be proved to be
enough. Let a bust and a wipe lose what is on the table, and a(m) be the greatest chance to bank it
from mode m. From some t on the greatest a(m) counts before all gains: one banks where a throw may
lose something, and throws on elsewhere, so that in each mode the rest of the turn is worth a line
a(m) t + b(m). Every other choice is a line, too, that lies below from where the two cross; t only
grows; so beyond the last crossing the lines are the values of best play, and from there down the
turn's recursion is exact.

All is in units.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..games.checks import whole
from ..games.errors import RuleError, SizeError, StateError
from ..games.margins import TIED
from ..games.race import Race
from ..games.spelling import nearest, number, shown
from ..result import Fact, Result
from ..solvers.race.arrays import BANKS, THROWS, RaceArrays
from ..solvers.race.decided import (
    BANK,
    OPEN,
    WIDTH,
    Decisions,
    codes,
    decided,
    ends_of,
    tables_of,
)
from ..solvers.solution import immutable
from .policies.answers import Policy, as_played
from .policies.named import Optimal, Unless
from .policies.race import plan_of
from .policies.race.plans import Plan

__all__ = ["Alone", "alone", "quick"]

Floats = NDArray[np.float64]
Paid = tuple[Floats, Floats, NDArray[np.uint8]]
"""What banking pays, (units, 1), and throwing, (units, modes); and which of them one may do."""

NEVER, LONG, NONE = 1e300, 1e150, 1e-300
"""What a score costs from which the goal cannot be made sure; a guess at which one goes any way; in
place of a chance that is 0."""

CLOSE, SAME = 1e-13, 1e-12
"""Turns, and chances, that differ by less are equal as far as rounding can tell."""

STEPS, SWEEPS = 100, 10_000
MOST_UNITS, MOST_ROWS, NEGLIGIBLE = 1_000_000, 1 << 14, 1e-18
"""A best turn is followed no further, nor a policy's, or when it is rarer than this."""

QUICK = 3e7
"""So many steps of a turn's recursion take about a second."""


@dataclass(frozen=True, eq=False, repr=False)
class Alone(Result):
    """What a player alone comes to in a race, with best play or a given policy.

    ``aim="turns"`` is for the fewest turns to the goal, ``aim="points"`` for the most points of one
    turn, where no goal limits them. Everything is computed when it is first asked for.
    """

    game: Race
    """The race; rules that need an opponent do not count."""
    policy: Policy = None
    """The policy that was given; None for best play."""
    _given: Plan | None = None

    @cached_property
    def expected(self) -> Floats:
        """The expected turns to the goal from each score in units, float64 (goal,), read-only.

        Infinite where the goal may never be reached.
        """
        expected = self._solved[:-1]
        found: Floats = immutable(np.where(expected < LONG, expected, inf))
        return found

    @property
    def turns(self) -> float:
        """The expected turns to the goal from 0 points: the fewest, or those of the policy."""
        return float(self.expected[0])

    @cached_property
    def points(self) -> float:
        """The expected points of one turn that begins with 0 points.

        The most that there can be, where no goal limits them; or those of the policy. The goal ends
        its turn only where what it does is made for that goal: best play, arrays.

        Raises
        ------
        SizeError
            If turns may go on for ever, or too long to be followed.
        """
        game, plan, policy = self.game, self._given, self.policy
        if plan is None:
            return float(self._one_turn[1][0, tables_of(game).start])
        while isinstance(policy, Unless):
            policy = policy.part(0, 0)
        bound = isinstance(policy, Optimal) or hasattr(policy, "solution")
        while True:
            ends = ends_of(game, plan.turn(0, np.zeros(WIDTH, dtype=np.int64)), 0)
            banked = ends.ends[:, 0]
            if bound or not callable(policy) or banked[game.units :].sum() <= NEGLIGIBLE:
                break
            if 2 * game.units > MOST_ROWS:
                raise SizeError(
                    f"turns of {self.game.name} under this policy are too long to follow: let it "
                    f"{game.words[1]} earlier"
                )
            game = game._like(goal=2 * game.goal, target="at_least")
            plan = plan_of(game, policy, alone=True)
        points = game.unit * float(np.arange(len(banked)) @ banked)
        return points + float(ends.beyond[0]) + game.consolation * float(ends.lost[0])

    # --- decisions of best play -------------------------------------------------------------------

    def payoffs(
        self, own: int, points: int = 0, mode: Any = None, *, aim: str = "turns"
    ) -> dict[str, float]:
        """What each action is worth, the best first: the expected turns from this one on to the
        goal, or the expected points of the turn, for which ``own`` plays no part.

        The mode may be left out with 0 points, or where there is but one. An option of a throw is
        worth what the best action is in the state that it leads to.

        Raises
        ------
        StateError
            If there is no such state.
        RuleError
            If a policy was given.
        """
        game, given = self.game, () if mode is None else (mode,)
        if aim == "points":
            own, points = 0, whole(points, game.state_names[2], StateError)
            if points < 0 or points % game.unit:
                raise StateError(f"points are {points}, but multiples of {game.unit}: give one")
            place = game.turn.place(mode) if given else tables_of(game).start
            if place is None:
                raise StateError(f"there is no mode {shown(mode)} in {game.name}: give another")
        else:
            own, _, points, *rest = game.check_state(own, 0, points, *given)
            place = game.mode_place(*rest or [None])
        hold, thrown, may = self._paid(aim, own // game.unit, points // game.unit)
        at = points // game.unit, place
        throw, bank = game.words
        paid = {bank: float(hold[at[0], 0])} if may[at] & BANKS else {}
        if may[at] & THROWS:
            more = {throw: float(thrown[at])}
            paid = more | paid if self._better(aim, thrown[at], hold[at[0], 0]) else paid | more
        return {action: worth if worth < LONG else inf for action, worth in paid.items()}

    def decide(self, own: int, points: int = 0, mode: Any = None, *, aim: str = "turns") -> str:
        """The best action in a state, of equal ones the one that banks; see :meth:`payoffs`."""
        return next(iter(self.payoffs(own, points, mode, aim=aim)), "bust")

    def thresholds(self, aim: str = "turns") -> NDArray[np.int64]:
        """The fewest points that best play banks, with the modes in the last axis if there are
        several; -1 where it never banks. With more it may throw again, as near the goal.

        For turns at each own score in units, (goal,) or (goal, modes); for points () or (modes,).

        Examples
        --------
        >>> import pigcore
        >>> alone(pigcore.Pig()).thresholds()[[0, 50, 90]]
        array([19, 24, 10])
        >>> int(alone(pigcore.PassThePigs()).thresholds("points"))
        23
        """
        every = range(1 if aim == "points" else self.game.units)
        found = np.stack([self._banks_from(*self._paid(aim, own), aim) for own in every])
        found = found[0] if aim == "points" else found
        thresholds: NDArray[np.int64] = immutable(found[..., 0] if found.shape[-1] == 1 else found)
        return thresholds

    def _banks_from(self, hold: Floats, thrown: Floats, may: Any, aim: str) -> NDArray[np.int64]:
        banks = (may & BANKS > 0) & ~((may & THROWS > 0) & self._better(aim, thrown, hold))
        return np.where(banks.any(axis=0), self.game.unit * banks.argmax(axis=0), -1)

    @staticmethod
    def _better(aim: str, thrown: Any, hold: Any) -> Any:
        """Whether throwing is better than banking, beyond rounding."""
        more = thrown - hold if aim == "points" else hold - thrown
        return more > TIED * abs(hold)

    def _paid(self, aim: str, own: int, least: int = 0) -> Paid:
        if self._given is not None:
            raise RuleError("a policy was given, which decides for itself: leave it out")
        if aim == "points":
            return self._one_turn if least < len(self._one_turn[0]) else self._no_goal(least + 1)
        if aim != "turns":
            raise RuleError(f"aim is {shown(aim)}: {nearest(str(aim), ('turns', 'points'))}")
        game, tables, known = self.game, tables_of(self.game), self._solved
        code = codes(game, own, 1)[:, :, 0]
        held, bust, wipe = self._payments(own, known, float(known[own]), float(known[0]))
        worth = self._best(own, held, bust, wipe).worth[:, :, 0]
        units = np.arange(game.units - own + 1)
        worths = worth[np.minimum(units[:, None] + tables.gains, len(worth) - 1), tables.after]
        sets = np.maximum.reduceat(worths, tables.first[:-1], axis=1) * tables.chances
        thrown = np.zeros(code.shape[::-1])[:, : len(units)]
        np.add.at(thrown, tables.owner, sets.T)
        thrown = thrown.T + tables.thrown @ (bust, wipe)
        may = np.where(code == OPEN, BANKS | THROWS, np.where(code == BANK, BANKS, THROWS))
        none = (tables.may & THROWS == 0) & (np.arange(len(code))[:, None] < tables.least[own])
        may[none & (np.arange(len(code)) < game.units - own)[:, None]] = 0
        return 1.0 - held[: len(units), None], 1.0 - thrown, may[: len(units)].astype(np.uint8)

    # --- to the goal ------------------------------------------------------------------------------

    @cached_property
    def _solved(self) -> Floats:
        """The expected turns from each score, that of the goal last."""
        wipes, from_0 = tables_of(self.game).wipes, LONG
        for _ in range(STEPS):
            with np.errstate(over="ignore"):  # what is beyond doubles never ends
                expected = self._expected(from_0)
            if not wipes or from_0 == NEVER or abs(expected[0] - from_0) <= CLOSE * from_0:
                break
            from_0 = min(float(expected[0]), NEVER)
        return expected

    def _expected(self, from_0: float) -> Floats:
        """The same of the decisions that are best where a wipe costs so much."""
        goal, tables = self.game.units, tables_of(self.game)
        until, wiped, reached = np.zeros((3, goal + 1))  # turns; the chances of a wipe, of the goal
        reached[goal], guess, expected = 1.0, LONG, np.zeros(goal + 1)
        for own in range(goal - 1, -1, -1):
            for _ in range(STEPS):
                found = self._decisions(own, expected, guess, from_0)
                if expected[own] == guess and self._given is None:
                    value = 1.0 - found.worth[0, tables.start, 0]
                    if abs(value - guess) <= CLOSE * guess:
                        break
                ends = ends_of(self.game, found, own)
                onto, banked = np.zeros(goal + 1), ends.ends[:, 0]
                onto[own:goal], onto[goal] = banked[: goal - own], banked[goal - own :].sum()
                onto[int(tables.landing[own])] += ends.lost[0]
                further = own + 1 + np.flatnonzero(onto[own + 1 :])
                chances, wipe = onto[further], float(ends.wiped[0]) * (own > 0)
                leaves = float(chances.sum()) + wipe or NONE
                until[own] = min(float((1.0 + chances @ until[further]) / leaves), NEVER)
                wiped[own] = (wipe + chances @ wiped[further]) / leaves
                reached[own] = chances @ reached[further] / leaves
                expected[own] = min(float(until[own] + wiped[own] * from_0), NEVER)
                if self._given is not None or (expected[own] == NEVER and guess == LONG):
                    break
                guess = min(float(expected[own]), LONG)
            guess = min(float(2.0 * expected[own] - expected[own + 1]), LONG)
        back = min(float(until[0] / reached[0]), NEVER) if reached[0] else NEVER
        return np.minimum(until + wiped * back, NEVER)

    def _decisions(self, own: int, expected: Floats, stay: float, from_0: float) -> Decisions:
        if self._given is not None:
            return self._given.turn(own, np.zeros(WIDTH, dtype=np.int64))
        return self._best(own, *self._payments(own, expected, stay, from_0))

    def _payments(
        self, own: int, expected: Floats, stay: float, from_0: float
    ) -> tuple[Floats, float, float]:
        """What banking 0, 1, … units pays, a bust and a wipe: less the turns to come."""
        tables, costs = tables_of(self.game), expected.copy()
        costs[own] = stay
        bust, wipe = -float(costs[tables.landing[own]]), -(from_0 if own else stay)
        scores = np.arange(own, tables.rolled + int(tables.gains.max()))
        held = -costs[np.minimum(scores, tables.goal)]
        return np.where(tables.exact & (scores > tables.goal), bust, held), bust, wipe

    def _best(self, own: int, held: Floats, bust: float, wipe: float) -> Decisions:
        bank = codes(self.game, own, WIDTH)
        paid = np.full(WIDTH, bust), np.full(WIDTH, wipe)
        return decided(self.game, bank, np.repeat(held[:, None], WIDTH, axis=1), *paid)

    # --- the points of one turn -------------------------------------------------------------------

    @cached_property
    def _one_turn(self) -> Paid:
        return self._no_goal(0)

    def _no_goal(self, least: int) -> Paid:
        """What a turn pays without a goal, for so many units at least."""
        game, unit = self.game, self.game.unit
        tables = RaceArrays.of_turn(
            game.turn, game.goal, consolation=game.consolation, opening=game.opening,
            opens_to=game.opens_to, minimum_bank=game.minimum_bank, unit=unit,
            last_turn=not game.set_aside,
        )  # fmt: skip
        after, gains, lowest = tables.after, tables.gains, int(tables.least[0])
        bust = game.consolation // unit * tables.thrown[:, 0]
        banks, throws = tables.may & BANKS > 0, tables.may & THROWS > 0

        def best(options: Floats) -> tuple[Floats, Floats]:
            """The best of each set, for each of its options, and the mean of a throw."""
            found = np.maximum.reduceat(options, tables.first[:-1])
            means = np.bincount(tables.owner, found * tables.chances, len(banks))
            return np.repeat(found, np.diff(tables.first)), means.astype(np.float64)

        kept, rest = banks.astype(np.float64), np.where(banks, 0.0, game.consolation // unit)
        for _ in range(SWEEPS):
            most, means = best(kept[after])
            before, kept = kept, np.where(banks | ~throws, kept, means)
            if (kept == before).all():
                break
        sure = kept[after] >= most - SAME
        on = throws & (~banks | (means >= 1.0 - SAME))
        for _ in range(SWEEPS):
            lines = kept[after] * gains + rest[after]
            first, further = best(np.where(sure, lines, -inf))
            before, rest = rest, np.where(on, further + bust, rest)
            if abs(rest - before).max() <= CLOSE * rest.max():
                break
        else:
            raise self._endless()
        crossings = ((lines - first) / np.where(sure, inf, most - kept[after])).max()
        stops = ((further + bust) / np.where(throws & ~on, 1.0 - means, inf)).max()
        top = max(ceil(max(crossings, stops, lowest)) + 1, least)
        if top + int(gains.max()) > MOST_UNITS:
            raise self._endless()
        # From there on each mode comes to so many points as a line says.
        lines = np.stack([kept, 0.0 * kept, rest], axis=1)
        endless = replace(tables, thrown=tables.thrown * (1.0, 0.0), finish=lines)
        held = np.arange(float(top + int(gains.max()) + 1))[None, :, None]
        lost = np.full((1, 1), float(game.consolation // unit))
        found, states = endless.throws(held, lowest, top, lost, np.ones((1, 1)))
        thrown = np.full((top, len(banks)), inf)  # where no turn comes nobody banks
        thrown[tuple(states.T)] = found[:, 0, 0]
        may = np.tile(tables.may, (top, 1))
        may[:lowest] &= THROWS
        may[0, tables.start] &= THROWS
        return unit * np.arange(float(top))[:, None], unit * thrown, may

    def _endless(self) -> SizeError:
        return SizeError(
            f"a turn of {self.game.name} hardly ever busts, so that its points have no limit "
            "within reach: give its throws a larger chance of a bust"
        )

    # --- as others show it ------------------------------------------------------------------------

    def facts(self) -> list[Fact]:
        """The turns and the points."""
        return [Fact("turns", self.turns), Fact("points", self.points)]

    def __str__(self) -> str:
        turns = "the goal may never be reached"
        if self.turns < inf:
            turns = f"{number(self.turns)} turns expected"
        return f"{turns}, {number(self.points)} points a turn"


def alone(game: Race, policy: Policy = None) -> Alone:
    """Find the best play of a race without an opponent, or what a policy does there, exactly.

    Parameters
    ----------
    game : Race
        For two, with the same turns for both; rules that need an opponent do not count.
    policy : policy, optional
        As in :func:`match`; it is always asked with opp 0. By default best play is found.

    Returns
    -------
    Alone
        With ``turns``, the fewest expected turns to the goal, and ``points``, the most expected
        points of one turn, where no goal limits them; or those of the policy. Of best play also
        ``decide``, ``payoffs`` and ``thresholds`` for either aim.

    Raises
    ------
    RuleError
        If the game is no such race, or the policy gives an invalid answer.
    SizeError
        If the policy would be asked in more than 5 million states.

    Examples
    --------
    >>> import pigcore
    >>> alone(pigcore.Pig())
    12.545232352 turns expected, 8.14179489373 points a turn
    >>> alone(pigcore.Pig(), "hold:20").turns
    12.6367...
    """
    if not isinstance(game, Race) or game.players > 2 or game.other or game.penalty:
        raise RuleError(
            f"{game.name} has no play without an opponent: give a race for two in which both have "
            "the same turns, and no busts cost points"
        )
    race = game if game.end == "goal" else game._like(end="goal", tie="first", seat=1)
    if policy is None:
        return Alone(race)
    played = as_played(race, policy)
    return Alone(race, played, plan_of(race, played, alone=True))


def quick(game: Race) -> bool:
    """Whether the fewest turns take less than about a second."""
    tables = tables_of(game)
    wide: int = len(tables.gains) * game.units * tables.rolled
    return wide * (1 + 3 * tables.wipes) <= QUICK
