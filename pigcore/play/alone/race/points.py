"""The most points in a number of turns. No goal limits them, so what is finite here is proved.

V_t(b) is the most that b banked points are expected to become in t turns:

    V_0(b) = b,    V_t(b) = turn(b),  the turn paying V_{t-1}(s), V_{t-1}(b + c), V_{t-1}(0),

with c the consolation. Let m be the mean gain of a throw, with a bust or wipe as none.

*Growth.* For y >= x, 0 <= V_t(y) - V_t(x) <= a_t (y - x), where a_t = (1 - p_wipe)^t, or 1 if one
may decline to throw: each of the two can copy the other's decisions throw by throw, which keeps the
difference until a wipe removes it, and a wipe has its chance in every turn in which one throws.

*Where to hold.* One more throw at s, then holding, changes V_{t-1}(s) by at most

    a_{t-1} (m + p_bust c) - p_wipe (V_{t-1}(s) - V_{t-1}(0)),

which only falls as s grows. Once it is negative, every throw loses on average, and so does any
number of them (optional stopping of a positive supermartingale): one holds at all s >= n_t.

*The tail.* From b >= n_t one therefore throws once and holds, or declines: V_t is a line of slope
a_t there, and n_t is read off the line of V_{t-1}. A finite table and a line are the whole of V_t.

After many turns a_t is tiny, so what is kept is V_t(0) and R_t(b) = (V_t(b) - V_t(0)) / a_t, whose
line is b + rest. A turn asks for differences only: with r_t = turn(R_{t-1}), where R_{t-1}(0) = 0,

    V_t(0) = V_{t-1}(0) + a_{t-1} r_t(0),    R_t(b) = (r_t(b) - r_t(0)) a_{t-1} / a_t.

Without wipes V_t(b) = b + t V_1(0): there is one turn, and one holds where p_bust (k - c) >= m.
"""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ....games.errors import RuleError, SizeError
from ....games.race import Race
from ....games.spelling import counted
from ....memory import require
from ....solvers.race.arrays import Floats
from ...policies.answers import MOST_STATES
from .turn import Turn

__all__ = ["Asked", "best_points", "most_per_turn", "points_of"]

MOST_SCORES = 1_000_000

NEGLIGIBLE = 1e-100
"""What is rarer than this changes no digit of the result: who never holds comes to an end."""

Asked = Callable[[int, int, int], float]
"""The chance of rolling with so many points, such a turn total and so many turns left."""


@dataclass(frozen=True)
class _Worth:
    """R_t: a table of the smaller scores, and the line b + rest for the others."""

    table: Floats
    rest: float

    def __call__(self, scores: NDArray[np.intp]) -> Floats:
        found = scores.astype(np.float64) + self.rest
        small = scores < len(self.table)
        found[small] = self.table[scores[small]]
        return found


def best_points(game: Race, turns: int, decline: bool) -> tuple[Floats, NDArray[np.bool_]]:
    """The most expected points, and where one rolls for them.

    Returns
    -------
    expected : array (turns + 1, scores)
        At [turns left, own].
    rolls : bool array (turns + 1, scores, totals)
        At [turns left, own, total]; the last score stands for all larger ones, and larger
        totals are held.

    Raises
    ------
    RuleError
        If no throw ever ends a turn.
    SizeError
        If the tables do not fit.
    """
    if not game.roll.wipe:
        per_turn, rolls = most_per_turn(game)
        expected = np.arange(rolls.shape[1]) + per_turn * np.arange(turns + 1.0)[:, None]
        layers = [rolls] * turns
    else:
        expected, layers = _with_wipes(game, turns, decline)
    return expected, _stacked(layers)


def _with_wipes(game: Race, turns: int, decline: bool) -> tuple[Floats, list[NDArray[np.bool_]]]:
    wipe, step = float(game.roll.wipe), float(_step(game))
    most = _followed(game, _step(game) / game.roll.wipe)
    kept = 1.0 if decline else 1.0 - wipe
    worths, from_0, slopes = [_Worth(np.zeros(0), 0.0)], [0.0], [1.0]
    layers = []
    for _ in range(turns):
        last = worths[-1]
        turn = Turn.unbounded(game, max(len(last.table), most + math.ceil(-last.rest)))
        scores = np.arange(turn.height)
        value, rolls = turn.play(
            last(scores), _over(turn, last), last(scores + game.consolation), 0.0, decline=decline
        )
        line = last.rest if decline else kept * last.rest + step
        worths.append(_Worth((value - value[0]) / kept, (line - value[0]) / kept))
        from_0.append(from_0[-1] + slopes[-1] * value[0])
        slopes.append(slopes[-1] * kept)
        beyond = np.arange(turn.height) < (0 if decline else 1)
        layers.append(_trimmed(np.vstack([rolls, beyond])))
        require(2 * turns * layers[-1].size, *_TOO_MANY)
    scores = np.arange(len(worths[-1].table))
    relative = np.array([worth(scores) for worth in worths])
    return np.array(from_0)[:, None] + np.array(slopes)[:, None] * relative, layers


def most_per_turn(game: Race) -> tuple[float, NDArray[np.bool_]]:
    """The most expected points of one turn without wipes, and the totals (1, totals) to roll at.

    Raises
    ------
    RuleError
        If no throw ever ends a turn.
    """
    if not game.roll.bust:
        raise RuleError(
            f"no throw of {game.name} busts or wipes, so one throws for ever and the points have "
            "no limit: give the roll a chance of a bust"
        )
    banked = _Worth(np.zeros(0), 0.0)
    turn = Turn.unbounded(game, _followed(game, _step(game) / game.roll.bust))
    scores = np.arange(turn.height)
    value, rolls = turn.play(
        banked(scores), _over(turn, banked), np.array([float(game.consolation)]), 0.0
    )
    return float(value[0]), _trimmed(rolls)


def points_of(game: Race, asked: Asked, turns: int, *, decline: bool, steady: bool) -> Floats:
    """The points expected after 0, 1, …, ``turns`` turns from 0 points, if one rolls as ``asked``.

    All that can happen is followed forward, so the policy is asked only what may come up.
    ``steady`` says that its answers do not depend on the turns left.

    Raises
    ------
    SizeError
        If more than 5 million states may come up.
    """
    gains = [(gain, float(chance)) for gain, chance in game.roll.gains]
    bust, wipe = float(game.roll.bust), float(game.roll.wipe)
    seen = 0

    def turn(own: int, left: int) -> dict[int, float]:
        """The chances of the banked scores that the turn may end with."""
        nonlocal seen
        ends: dict[int, float] = defaultdict(float)
        reach: dict[int, float] = {0: 1.0}
        totals = [0]
        while totals:
            total = heapq.heappop(totals)
            chance = reach.pop(total)
            seen += 1
            if seen > MOST_STATES:
                raise SizeError(
                    f"more than {MOST_STATES:,} states may come up in {counted(turns, 'turn')} of "
                    f"{game.name} under this policy: ask for fewer turns or let it hold earlier"
                )
            roll = asked(own, total, left) if total or decline else 1.0
            if roll < 1:
                ends[own + total] += chance * (1 - roll)
            chance *= roll
            if chance < NEGLIGIBLE:
                continue
            ends[own + game.consolation] += bust * chance
            ends[0] += wipe * chance
            for gain, part in gains:
                if total + gain not in reach:
                    heapq.heappush(totals, total + gain)
                    reach[total + gain] = 0.0
                reach[total + gain] += part * chance
        return ends

    known: dict[tuple[int, int], dict[int, float]] = {}
    banked, expected = {0: 1.0}, [0.0]
    for left in range(turns, 0, -1):
        after: dict[int, float] = defaultdict(float)
        for own, chance in banked.items():
            which = own, 0 if steady else left
            if which not in known:
                known[which] = turn(own, left)
            for score, part in known[which].items():
                after[score] += chance * part
        banked = after
        expected.append(sum(score * chance for score, chance in sorted(banked.items())))
    return np.array(expected)


_TOO_MANY = "the decisions of so many turns", "ask for fewer turns"


def _step(game: Race) -> Fraction:
    """What a throw gains on average where there is nothing to lose: m + p_bust c."""
    mean = sum((gain * chance for gain, chance in game.roll.gains), Fraction(0))
    return mean + game.roll.bust * game.consolation


def _over(turn: Turn, worth: _Worth) -> Floats:
    """What the throws at each score pay that lead to the height or further."""
    reached = np.arange(turn.height)[:, None] + turn.gains
    return np.where(reached >= turn.height, worth(reached), 0.0) @ turn.chances


def _followed(game: Race, least: Fraction) -> int:
    """The scores to follow where one holds from ``least`` on; one more, for rounding elsewhere.

    Raises
    ------
    SizeError
        If they are more than a million.
    """
    if least > MOST_SCORES:
        raise SizeError(
            f"in {game.name} it pays to roll on beyond {MOST_SCORES:,} points, which is as far as "
            "scores are followed: choose smaller gains or a larger chance of a bust or a wipe"
        )
    return math.ceil(least) + 1


def _trimmed(rolls: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Without the totals that are held at every score."""
    return rolls[:, : np.flatnonzero(rolls.any(axis=0)).max(initial=0) + 1]


def _stacked(layers: list[NDArray[np.bool_]]) -> NDArray[np.bool_]:
    """The decisions of 0, 1, 2, … turns left as one array."""
    height, width = (max(layer.shape[axis] for layer in layers) for axis in (0, 1))
    require((len(layers) + 1) * height * width, *_TOO_MANY)
    stack = np.zeros((len(layers) + 1, height, width), dtype=bool)
    for left, layer in enumerate(layers, 1):
        stack[left, : len(layer), : layer.shape[1]] = layer
        stack[left, len(layer) :, : layer.shape[1]] = layer[-1]
    return stack
