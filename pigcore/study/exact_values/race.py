"""Races as equations: what a turn start is worth by where the turn ends.

With the decisions taken, a turn from (i, j) ends by banking s, in a bust or in a wipe, or wins:

    V(i,j) = 1 - Σ t_s V(j,s) - q V(j,i') - p_w V(j,0),

where i' is the score after a bust. The chances are whole multiples of D to the power -L, D the
common denominator of a throw's and L the throws of the longest turn. A total at which doubles
cannot tell whether to throw or to hold is a state (i, j, total) of its own.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...games.errors import SizeError, StateError
from ...games.race import Race
from ...memory import require
from ...solvers.race import solve
from ...solvers.race.arrays import RaceArrays
from .equations import Row, State

__all__ = ["RaceRules", "rules"]

MOST_GOAL = 400
"""More than four minutes and a gigabyte in Pig."""

_HOLD, _ROLL, _OPEN = range(3)


class Ends(NamedTuple):
    """How a turn ends: whole numbers, each a chance times ``over``."""

    banked: tuple[tuple[int, int], ...]
    """(turn total, its chance)"""
    opened: tuple[tuple[int, int], ...]
    bust: int
    wipe: int
    over: int


def rules(game: Race, place: State) -> tuple[RaceRules, State]:
    """The race as equations, and the turn start asked about.

    Raises
    ------
    StateError
        If ``place`` is no start of a turn.
    SizeError
        If the goal is above 400, or the decisions would not fit in memory.
    """
    own, opp, total = place
    if total:
        raise StateError(
            f"total is {total}, but only starts of turns have exact values: leave the total out"
        )
    if game.goal > MOST_GOAL:
        raise SizeError(
            f"the goal is {game.goal}, but exact values are computed for goals of at most "
            f"{MOST_GOAL}: choose a smaller goal"
        )
    require(2 * game.goal**3, f"the decisions of {game.name}", "choose a smaller goal")
    return RaceRules(game), (own, opp)


class RaceRules:
    """A race as equations, with the decisions that doubles take where they can be trusted.

    Parameters
    ----------
    game : Race
    """

    game: Race
    goal: int

    def __init__(self, game: Race) -> None:
        self.game, self.goal = game, game.goal
        self._exact = game.target == "exact"
        self._below = below = game.roll.denominator
        self._bust = int(game.roll.bust * below)
        self._wipe = int(game.roll.wipe * below)
        self._gains = [(gain, int(chance * below)) for gain, chance in game.roll.gains]
        self._widest = max((gain for gain, _ in self._gains), default=1)
        solution = solve(game)
        self._dead: list[bool] = RaceArrays.of(game).dead.astype(bool).tolist()
        self._plans = np.zeros((self.goal,) * 3, dtype=np.int8)
        self._likely_rolls: set[State] = set()
        trusted = solution._disputed_below
        for own, hold, roll in solution.all_payoffs():
            hold, roll = hold[:, 0], roll[:, 0]
            margin = roll - hold
            plans = np.where(np.abs(margin) < trusted, _OPEN, margin > 0)
            plans[0] = _ROLL
            self._plans[own, :, : self.goal - own] = plans.T
            likely = np.argwhere((plans == _OPEN) & (margin > 0))
            self._likely_rolls.update((own, opp, total) for total, opp in likely.tolist())
        self._kept: dict[tuple[bytes, int, int], Ends] = {}

    def rank(self, state: State) -> tuple[bool, int]:
        """Late totals first; what wipes lead to, last."""
        return bool(self._wipe) and len(state) == 2 and state[1] == 0, -sum(state)

    def rows(self, state: State) -> tuple[Row, ...]:
        """What a turn start, or an open total, is worth."""
        own, opp, *total = state
        if not total:
            if self._lost(own, opp):
                # Nobody can win any more, which by convention is half a win; or only the other.
                return (Row(int(self._dead[opp]), (), 2),)
            if self._lost(opp, own):
                return (Row(1),)
            return (self._row(own, opp, 0),)
        hold, roll = self.choices(own, opp, total[0])
        return (roll, hold) if state in self._likely_rolls else (hold, roll)

    def choices(self, own: int, opp: int, total: int) -> tuple[Row, Row]:
        """What holding is worth, and what throwing."""
        return Row(1, (((opp, own + total), -1),)), self._row(own, opp, total)

    def _lost(self, own: int, opp: int) -> bool:
        """Whether a player cannot win, and the other not either or as surely as he likes.

        The latter is so if a bust leaves him where he is: he throws on until he wins.
        """
        return self._dead[own] and (self._dead[opp] or self.game.after_bust(opp) == opp)

    def _row(self, own: int, opp: int, start: int) -> Row:
        ends = self._ends(own, opp, start)
        constant = ends.over
        terms: dict[State, int] = {}
        for total, chance in ends.banked:
            terms[opp, own + total] = -chance
        back = self.game.after_bust(own)
        if ends.bust and back < self.goal:
            terms[opp, back] = terms.get((opp, back), 0) - ends.bust
        if ends.wipe:
            terms[opp, 0] = terms.get((opp, 0), 0) - ends.wipe
        for total, chance in ends.opened:
            # The rest of the turn, worth V(own, opp, total) and no less than 1 less that.
            constant -= chance
            terms[own, opp, total] = chance
        return Row(constant, tuple(terms.items()), ends.over)

    def _ends(self, own: int, opp: int, start: int) -> Ends:
        """How the turn ends; turns with the same decisions are looked at once."""
        left = self.goal - own
        plan = self._plans[own, opp, :left].tobytes()
        # Nothing comes past as many totals held at as the largest gain is.
        stop = plan.find(bytes(self._widest), start + 1)
        near = 0 if stop >= 0 else left
        key = plan[: stop + self._widest] if stop >= 0 else plan, start, near
        if key not in self._kept:
            self._kept[key] = self._found(key[0], start)
        return self._kept[key]

    def _found(self, plan: bytes, start: int) -> Ends:
        below, end = self._below, len(plan)
        # Chances are whole numbers over `below` to the power that stands beside them.
        reach: list[tuple[int, int]] = [(0, 0)] * end
        reach[start] = 1, 0
        banked: list[tuple[int, int, int]] = []
        opened: list[tuple[int, int, int]] = []
        lost: list[tuple[int, int, int, int]] = []
        for total in range(start, end):
            chance, power = reach[total]
            if not chance:
                continue
            if total > start and plan[total] != _ROLL:
                (opened if plan[total] == _OPEN else banked).append((total, chance, power))
                continue
            power += 1
            lost.append((self._bust, self._wipe, chance, power))
            for gain, weight in self._gains:
                if total + gain < end:
                    reach[total + gain] = _sum(below, reach[total + gain], (weight * chance, power))
                elif total + gain > end and self._exact:
                    lost.append((weight, 0, chance, power))
        most = max(power for *_, power in [*banked, *opened, *lost])
        scale = [below**n for n in range(most + 1)][::-1]
        ends = [(total, chance * scale[power]) for total, chance, power in banked]
        still = [(total, chance * scale[power]) for total, chance, power in opened]
        bust = sum(weight * chance * scale[power] for weight, _, chance, power in lost)
        wipe = sum(weight * chance * scale[power] for _, weight, chance, power in lost)
        divisor = math.gcd(scale[0], bust, wipe, *(chance for _, chance in [*ends, *still]))
        return Ends(
            tuple((total, chance // divisor) for total, chance in ends),
            tuple((total, chance // divisor) for total, chance in still),
            bust // divisor,
            wipe // divisor,
            scale[0] // divisor,
        )


def _sum(below: int, first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
    (a, m), (b, n) = first, second
    if m < n:
        return a * below ** (n - m) + b, n
    return a + b * below ** (m - n), m
