"""Single turns: what "hold at h" scores, and the best stopping rule against given scores.

Everything here works alike on floats and on fractions: the chances that go in decide.

    a(0) = 1,   a(k) = Σ_g p_g a(k − g)                    the turn total k is ever reached
    P(score = x | hold at h) = Σ_{k < h <= x} a(k) p_{x−k}     and the rest scores 0

for how often k < h is reached does not depend on where the turn would have been held.

Fractions are reduced at the end alone. With D the common denominator of a throw and m its smallest
gain, at most e(k) = ⌊k / m⌋ throws come before the total k, so that a(k) D^e(k) is a whole number.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import accumulate
from operator import truediv
from typing import Any, NamedTuple

from ...games.duel import Duel
from ...games.errors import SizeError

MOST_TOTALS = 1_000_000

Scores = dict[int, Any]
"""Turn scores and their chances, scores rising; chances are all floats or all fractions."""


class Rule(NamedTuple):
    """The best of all stopping rules against an opponent, and how "hold at h" compares."""

    gain: Any
    """P(win) − P(lose) of the rule."""
    throws_at: tuple[int, ...]
    """The turn totals it can get to and throws at; at all others it holds."""
    hold_at: int | None
    """The smallest hold of the game that is this rule, a total that is none of them where only
    such a one is, or None if the rule is no "hold at h"."""
    best_hold: int
    """The best "hold at h" of the game's holds, the smallest where several are."""
    best_hold_gain: Any


class Turns:
    """The turns of one duel, in floats or (``exact``) in fractions."""

    def __init__(self, game: Duel, *, exact: bool = False) -> None:
        number: Any = Fraction if exact else float
        self.holds: tuple[int, ...] = game.holds
        self.gains: list[tuple[int, Any]] = [(g, number(p)) for g, p in game.roll.gains]
        self.bust: Any = number(game.roll.bust + game.roll.wipe)
        self._tie = number(0 if exact else 1e-13)
        self._below = game.roll.denominator if exact else 1
        self._weights = [(g, int(p * self._below) if exact else p) for g, p in self.gains]
        self._least = self.gains[0][0] if self.gains else game.holds[-1]
        self._over: Callable[[Any, int], Any] = Fraction if exact else truediv
        self._reached: list[Any] = [1 if exact else 1.0]
        self._scores: dict[int, Scores] = {}

    def _before(self, total: int) -> int:
        """e(k), the most throws that come before a total."""
        return total // self._least

    def _chance(self, total: int) -> Any:
        """a(k) D^e(k): how often a turn that is never held gets to ``total``, times a power of D.

        In floats D counts as 1.
        """
        known, below, before = self._reached, self._below, self._before
        for k in range(len(known), total + 1):
            known.append(
                sum(
                    weight * known[k - g] * below ** (before(k) - before(k - g) - 1)
                    for g, weight in self._weights
                    if g <= k
                )
            )
        return known[total]

    def scores(self, hold: int) -> Scores:
        """What "hold at ``hold``" scores."""
        if hold not in self._scores:
            scores: Scores = {}
            largest = self.gains[-1][0] if self.gains else 0
            most = self._before(hold - 1)
            for k in range(max(0, hold - largest), hold):
                here = self._chance(k) * self._below ** (most - self._before(k))
                for g, weight in self._weights:
                    if k + g >= hold and here:
                        scores[k + g] = scores.get(k + g, 0) + here * weight
            whole = self._below ** (most + 1)
            lost = whole - sum(scores.values())
            parts = {0: max(lost, 0 * lost)} | dict(sorted(scores.items()))
            self._scores[hold] = {x: self._over(part, whole) for x, part in parts.items()}
        return self._scores[hold]

    def payoff(self, first: Scores, second: Scores) -> Any:
        """P(first is higher) − P(second is higher)."""
        worth = _Worth(second)
        return sum(p * worth(x) for x, p in first.items())

    def best_rule(self, opponent: Scores) -> Rule:
        """The best reply to ``opponent`` over all stopping rules, by the turn recursion.

        With w(k) the payoff of a score k, the value of a turn total k > 0 is
        u(k) = max(w(k), c(k)), where throwing pays c(k) = p_bust w(0) + Σ_g p_g u(k + g); the
        first throw is forced. Above the opponent's largest score w = 1 and one holds. Payoffs that
        agree (to 1e-13 in floats) are held, and of holds the smallest is taken.

        No throw pays more than p_bust w(0) + (1 − p_bust): what follows a total that is worth that
        much held is not looked at.
        """
        worth, top = _Worth(opponent), max(opponent)
        lost = worth(0)
        value: dict[int, Any] = {}
        throws = set()
        most = self.bust * lost + (1 - self.bust)
        for k in reversed(self._totals(top, lambda k: worth(k) + self._tie < most)):
            held = worth(k)
            thrown = self.bust * lost + sum(p * value.get(k + g, 1) for g, p in self.gains)
            value[k] = held
            if k == 0 or thrown > held + self._tie:
                value[k] = thrown
                throws.add(k)
        met = {0}
        for k in sorted(throws):
            if k in met:
                met |= {k + g for g, _ in self.gains}
        last = max(met & throws)
        threshold = min(met - throws, default=last + 1)
        named = (hold for hold in self.holds if last < hold <= threshold)
        best_hold, best = self.best_hold(opponent)
        return Rule(
            gain=value[0],
            throws_at=tuple(sorted(met & throws)),
            hold_at=next(named, threshold) if last < threshold else None,
            best_hold=best_hold,
            best_hold_gain=best,
        )

    def _totals(self, top: int, thrown_at: Callable[[int], bool]) -> list[int]:
        """The totals up to ``top`` that throws at 0 and at some totals can add up to, rising.

        Raises
        ------
        SizeError
            If there are too many, as where one gain is 1 and another a billion.
        """
        found, last = {0}, [0]
        while last:
            reached = {k + g for k in last for g, _ in self.gains if k + g <= top} - found
            found |= reached
            last = [*filter(thrown_at, reached)]
            if len(found) > MOST_TOTALS:
                raise SizeError(
                    f"the best stopping rule would look at more than {MOST_TOTALS:,} turn totals: "
                    "take a roll with gains of a like size"
                )
        return sorted(found)

    def best_hold(self, opponent: Scores) -> tuple[int, Any]:
        """The hold of the game that does best against ``opponent``, and what it is paid.

        Of holds that do equally well (to 1e-13 in floats) the smallest.
        """
        paid = {hold: self.payoff(self.scores(hold), opponent) for hold in self.holds}
        most = max(paid.values())
        return next((hold, worth) for hold, worth in paid.items() if worth >= most - self._tie)


class _Worth:
    """w(x) = P(opponent < x) − P(opponent > x)."""

    def __init__(self, opponent: Scores) -> None:
        self._scores = sorted(opponent)
        self._up_to = [0, *accumulate(opponent[x] for x in self._scores)]

    def __call__(self, x: int) -> Any:
        below = self._up_to[bisect_left(self._scores, x)]
        not_above = self._up_to[bisect_right(self._scores, x)]
        return below + not_above - self._up_to[-1]


def mixed(turns: Turns, mixture: Mapping[int, Any]) -> Scores:
    """What the mixture {hold: weight} scores."""
    scores: Scores = {}
    for hold, weight in mixture.items():
        for x, p in turns.scores(hold).items():
            scores[x] = scores.get(x, 0) + weight * p
    return scores
