"""A race without an opponent: the fewest turns to the goal, and the most points of one turn.

With E(b) the expected number of turns from b banked points, which a bust leaves at c(b) >= b,

    E(b) = 1 + turn(b),  the turn paying E(s) for banking s, E(c(b)) for a bust, E(0) for a wipe,

and least over the decisions. Scores are solved from the goal down, each an equation x = f(x) with f
concave and piecewise linear: the decisions at some x are followed to the ends of the turn, which
give x by sums of positive terms, and so on (Newton). With wipes E(0) is one more such number: every
E(b) carries its slope, the chance of a wipe on the way. All is in units.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np
from numpy.typing import NDArray

from ..games.errors import RuleError, SizeError
from ..games.margins import TIED
from ..games.race import MAX_GOAL, Race
from ..games.spelling import nearest, number, shown
from ..games.starts import Mover, Start
from ..kernels import Floats
from ..result import Fact, Result
from ..solvers.race.arrays import reached_by, tables_of
from ..solvers.race.decided import BANK, WIDTH, Decisions, Ends, codes, decided, ends_of
from ..solvers.solution import immutable
from .models.race import refuse_to_pass
from .policies.answers import Policy, as_played
from .policies.named import Optimal, Unless
from .policies.race import plan_of
from .policies.race.plans import Plan

Paid = tuple[Floats, float, float]
"""What banking pays, (units,), a bust and a wipe."""

NEVER, LONG, NONE = 1e300, 1e150, 1e-300
"""What a score costs from which the goal cannot be made sure; a guess at which one goes any way; in
place of a chance that is 0."""

CLOSE, STEPS, NEGLIGIBLE, FAR = 1e-13, 100, 1e-18, 4
"""Turns that differ by less are equal as far as rounding can tell; steps of Newton's method. A turn
is followed no further when it is rarer than this, but always for so many gains."""

QUICK = 3e7
"""So many steps of a turn's recursion take about a second."""


@dataclass(frozen=True, eq=False, repr=False)
class Alone(Result):
    """What a player alone comes to in a race, with best play or a given policy.

    Best play has the fewest turns to the goal, or the most points of one turn, where no goal limits
    them. Everything is computed when it is first asked for.
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

    @property
    def points(self) -> float:
        """The expected points of one turn that begins with 0 points.

        The most that there can be, where no goal limits them; or those of the policy. The goal ends
        its turn only where what it does is made for that goal: best play, arrays.

        Raises
        ------
        SizeError
            If turns may go on for ever, or too long to be followed.
        """
        game, _, ends = self._one_turn
        points = game.unit * float(np.arange(len(ends.ends)) @ ends.ends[:, 0])
        return points + float(ends.beyond[0]) + game.consolation * float(ends.lost[0])

    def thresholds(self, aim: str = "turns") -> NDArray[np.int64]:
        """The fewest points that best play banks, with the modes in the last axis if there are
        several; -1 where it banks at no points that turns come to. With more it may throw again,
        as near the goal.

        For ``"turns"`` at each own score in units, (goal,) or (goal, modes); for the ``"points"``
        of one turn () or (modes,).

        Raises
        ------
        RuleError
            If a policy was given.

        Examples
        --------
        >>> import pigcore
        >>> alone(pigcore.Pig()).thresholds()[[0, 50, 90]]
        array([19, 24, 10])
        >>> int(alone(pigcore.PassThePigs()).thresholds("points"))
        23
        """
        if self._given is not None:
            raise RuleError("a policy was given, which decides for itself: leave it out")
        if aim not in ("turns", "points"):
            raise RuleError(f"aim is {shown(aim)}: {nearest(str(aim), ('turns', 'points'))}")
        game, known = self.game, self._solved if aim == "turns" else np.zeros(1)
        if aim == "points":
            game, turn, _ = self._one_turn
            found = _banks_from(game, 0, turn, game.units)
        else:
            paid = [self._pays(own, known, known[own], known[0]) for own in range(game.units)]
            turns = (_best_turn(game, own, *each, tied=TIED) for own, each in enumerate(paid))
            found = np.stack([_banks_from(game, own, turn, game.units - own + 1)
                              for own, turn in enumerate(turns)])  # fmt: skip
        thresholds: NDArray[np.int64] = immutable(found[..., 0] if len(game.modes) == 1 else found)
        return thresholds

    # --- to the goal ------------------------------------------------------------------------------

    @cached_property
    def _solved(self) -> Floats:
        """The expected turns from each score, that of the goal last."""
        wipes, from_0 = tables_of(Mover(self.game)).wipes, LONG
        for _ in range(STEPS):
            with np.errstate(over="ignore"):  # what is beyond doubles never ends
                expected = self._expected(from_0)
            if not wipes or from_0 == NEVER or abs(expected[0] - from_0) <= CLOSE * from_0:
                break
            from_0 = min(float(expected[0]), NEVER)
        return expected

    def _expected(self, from_0: float) -> Floats:
        """The same of the decisions that are best where a wipe costs so much."""
        goal, tables = self.game.units, tables_of(Mover(self.game))
        until, wiped, reached = np.zeros((3, goal + 1))  # turns; the chances of a wipe, of the goal
        reached[goal], guess, expected = 1.0, LONG, np.zeros(goal + 1)
        leads = np.zeros((goal, goal + 1), dtype=bool)
        for own in range(goal - 1, -1, -1):
            for _ in range(STEPS):
                if self._given is not None:
                    found = self._given.turn(own, np.zeros(WIDTH, dtype=np.int64))
                else:
                    paid = self._pays(own, expected, guess, from_0)
                    found = _best_turn(self.game, own, *paid)
                if expected[own] == guess and self._given is None:
                    value = -found.worth[0, tables.start, 0] + 1.0
                    if abs(value - guess) <= CLOSE * guess:
                        break
                ends = ends_of(Mover(self.game), found, own)
                onto, banked = np.zeros(goal + 1), ends.ends[:, 0]
                onto[own:goal], onto[goal] = banked[: goal - own], banked[goal - own :].sum()
                onto[int(tables.landing[own])] += ends.lost[0]
                leads[own] = onto > 0
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
        self._refuse_to_pass(leads)
        back = min(float(until[0] / reached[0]), NEVER) if reached[0] else NEVER
        return np.minimum(until + wiped * back, NEVER)

    def _refuse_to_pass(self, leads: NDArray[np.bool_]) -> None:
        """Refuse a policy that holds before the first throw at a score to which play comes."""
        come, plan = np.eye(1, len(leads), dtype=bool)[0], self._given
        for own in range(len(leads)):
            if plan and come[own]:
                come |= leads[own, :-1]
                if plan.holds_first(Start((self.game.in_points(own), 0))):
                    refuse_to_pass(Mover(self.game), (own, 0))

    def _pays(self, own: int, expected: Floats, stay: float, from_0: float) -> Paid:
        """What banking 0, 1, … units pays, a bust and a wipe: less the turns to come."""
        tables, costs = tables_of(Mover(self.game)), expected.copy()
        costs[own] = stay
        scores = np.arange(own, tables.rolled + int(tables.gains.max()))
        held = -costs[np.minimum(scores, tables.goal)]
        return held, -float(costs[tables.landing[own]]), -(from_0 if own else stay)

    # --- the points of one turn -------------------------------------------------------------------

    @cached_property
    def _one_turn(self) -> tuple[Race, Decisions, Ends]:
        """The first turn of a race to a goal that is far away, and how it ends."""
        game, plan, policy = self.game, self._given, self.policy
        while isinstance(policy, Unless):
            policy = policy.part(0, 0)
        bound = plan is not None and (
            isinstance(policy, Optimal) or hasattr(policy, "solution") or not callable(policy)
        )
        while True:
            if plan is None:
                tables = tables_of(Mover(game))
                units = np.arange(float(tables.rolled + tables.gains.max()))
                found = _best_turn(game, 0, units, game.consolation / game.unit, 0.0, tied=TIED)
            else:
                found = plan.turn(0, np.zeros(WIDTH, dtype=np.int64))
            ends = ends_of(Mover(game), found, 0)
            short = plan is None and game.goal < FAR * game.turn.gains[-1]
            if bound or not (short or ends.ends[game.units :, 0].sum() > NEGLIGIBLE):
                return game, found, ends
            if 2 * game.units > MAX_GOAL:
                what = "under this policy " * (plan is not None)
                remedy = (
                    f"let it {game.words[1]} earlier" if plan else "let its throws bust oftener"
                )
                raise SizeError(f"turns of {game.name} {what}are too long to follow: {remedy}")
            game = game._like(goal=2 * game.goal, target="at_least")
            plan = plan and plan_of(game, policy, alone=True)

    # --- as others show it ------------------------------------------------------------------------

    def facts(self) -> list[Fact]:
        """The turns and the points."""
        return [Fact("turns", self.turns), Fact("points", self.points)]

    def __str__(self) -> str:
        turns = "the goal may never be reached"
        if self.turns < inf:
            turns = f"{number(self.turns)} turns expected"
        return f"{turns}, {number(self.points)} points a turn"


def _best_turn(
    game: Race, own: int, held: Floats, bust: float, wipe: float, tied: float = 0.0
) -> Decisions:
    """The turn that is best where its ends pay so much; of two that are tied one banks."""
    paid = np.repeat(held[:, None], WIDTH, axis=1), np.full(WIDTH, bust), np.full(WIDTH, wipe)
    mover = Mover(game)
    return decided(mover, own, codes(mover, own, WIDTH), *paid, tied * abs(paid[0]))


def _banks_from(game: Race, own: int, found: Decisions, rows: int) -> NDArray[np.int64]:
    """The fewest points that are banked in each mode, of so many."""
    tables = tables_of(Mover(game))
    banks = found.bank[:rows, :, 0] == BANK
    banks[: min(int(tables.least[own]), game.units - own)] = False  # a bust: nothing is thrown
    if not tables.single:  # nothing is said of points that no turn comes to
        below = slice(game.units - own)
        banks[below] &= reached_by(Mover(game))[: game.units - own]
    return np.where(banks.any(axis=0), game.unit * banks.argmax(axis=0), -1)


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
        ``thresholds`` for either aim.

    Raises
    ------
    RuleError
        If the game is no such race, or the policy gives an invalid answer.

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
    race = game if game.end == "goal" else game._like(end="goal", tie="first")
    if policy is None:
        return Alone(race)
    played = as_played(race, policy)
    return Alone(race, played, plan_of(race, played, alone=True))


def quick(game: Race) -> bool:
    """Whether the fewest turns take less than about a second."""
    tables = tables_of(Mover(game))
    wide: int = len(tables.gains) * game.units * tables.rolled
    return wide * (1 + 3 * tables.wipes) <= QUICK
