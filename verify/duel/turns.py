"""Turns of a duel without rounding: what they score, and the best stopping rule against scores.

A turn that is never held gets to the total k with the chance a(k) = Σ_g p_g a(k − g), a(0) = 1. One
that holds at h throws at every k < h it gets to, so that it scores x >= h with the chance

    Σ_{k < h} a(k) p_{x−k},

and the rest of the time 0. All this is computed in whole numbers: with D the denominator of a throw
and m its smallest gain there are at most k // m throws before the total k, whose chance is a whole
multiple of D^−(k // m).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import accumulate
from math import lcm

from pigcore.games.errors import SizeError
from pigcore.games.roll import Roll
from pigcore.games.spelling import counted

from .verdict import Reply

__all__ = ["MOST_BITS", "Scored", "Scores", "Turns", "best_reply", "mix", "payoff"]

MOST_BITS = 60_000
"""Of the numbers computed with; longer ones take minutes."""
MOST_STEPS = 1_000_000_000
"""Ways (hold, last total, last throw) for turns to end, times the bits of each."""
MOST_TOTALS = 1_000_000
"""Turn totals that the best stopping rule is looked for at."""

Scores = Mapping[int, Fraction]
"""The chance of each score of a turn."""

ZERO, ONE = Fraction(0), Fraction(1)


class Scored:
    """What a turn scores, and how it compares with another.

    Examples
    --------
    >>> one, other = Scored({2: ONE}), Scored({0: Fraction(3, 4), 2: Fraction(1, 4)})
    >>> payoff(one, other), payoff(one, one)
    (Fraction(3, 4), Fraction(0, 1))
    """

    def __init__(self, scores: Scores) -> None:
        self.scores: dict[int, Fraction] = dict(sorted(scores.items()))
        self.below: int = lcm(*(chance.denominator for chance in self.scores.values()))
        """The common denominator."""
        self.numbers: dict[int, int] = {
            score: chance.numerator * (self.below // chance.denominator)
            for score, chance in self.scores.items()
        }
        self._points = list(self.numbers)
        self._up_to = [0, *accumulate(self.numbers.values())]

    def worth(self, score: int) -> int:
        """P(this is lower than ``score``) − P(it is higher), times ``below``."""
        lower = self._up_to[bisect_left(self._points, score)]
        not_higher = self._up_to[bisect_right(self._points, score)]
        return lower + not_higher - self._up_to[-1]  # weights of a table may add up to 0.999…


def payoff(first: Scored, second: Scored) -> Fraction:
    """P(first is higher) − P(second is higher)."""
    paid = sum(number * second.worth(score) for score, number in first.numbers.items())
    return Fraction(paid, first.below * second.below)


class Turns:
    """The turns of one roll that hold at a total up to ``most``.

    Raises
    ------
    SizeError
        If their chances are too long, or the holds together too much work.
    """

    most: int
    roll: Roll

    def __init__(self, roll: Roll, most: int, holds: int = 1) -> None:
        self.roll, self.most = roll, most
        self.below: int = roll.denominator
        self.gains: list[tuple[int, int]] = [(g, int(p * self.below)) for g, p in roll.gains]
        self._least = min((g for g, _ in self.gains), default=most)
        widest = max((g for g, _ in self.gains), default=0)
        bits = self.below.bit_length() * self._throws(most)
        if bits > MOST_BITS:
            raise SizeError(
                f"the exact chances of hold at {most} are fractions of up to {bits:,} bits, but at "
                f"most {MOST_BITS:,} are computed with: take smaller holds or chances of fewer "
                "digits"
            )
        steps = len(self.gains) * (most + holds * min(most, widest)) * max(64, bits)
        if steps > MOST_STEPS:
            raise SizeError(
                f"the turns of {counted(holds, 'hold')} up to {most} can end in too many ways, "
                f"with {counted(len(self.gains), 'gain')} of a throw: take fewer or smaller holds, "
                "or a roll of fewer gains"
            )
        self._reached = [1]
        for k in range(1, most):
            self._reached.append(
                sum(
                    weight * self._reached[k - g] * self.below ** (self._spare(k, k - g) - 1)
                    for g, weight in self.gains
                    if g <= k
                )
            )

    def _throws(self, hold: int) -> int:
        """Throws after which a turn that holds at ``hold`` is over."""
        return (hold - 1) // self._least + 1

    def _spare(self, k: int, earlier: int) -> int:
        return k // self._least - earlier // self._least

    def play(self, hold: int) -> Scored:
        """What a turn scores that holds at ``hold``: throw while the total is less.

        Examples
        --------
        >>> Turns(Roll.coin(), 2).play(2).scores
        {0: Fraction(3, 4), 2: Fraction(1, 4)}
        """
        throws = self._throws(hold)
        widest = max((g for g, _ in self.gains), default=0)
        powers = [self.below**n for n in range(throws + 1)]
        scored: dict[int, int] = {}
        for k in range(max(0, hold - widest), hold):
            here = self._reached[k] * powers[throws - 1 - k // self._least]
            for gain, weight in self.gains:
                if here and k + gain >= hold:
                    scored[k + gain] = scored.get(k + gain, 0) + here * weight
        lost = powers[throws] - sum(scored.values())
        parts = {0: lost, **scored} if lost else scored
        return Scored({score: Fraction(n, powers[throws]) for score, n in parts.items()})


def mix(turns: Mapping[int, Scored], mixture: Mapping[int, Fraction]) -> Scored:
    """What a mixture of turns scores."""
    scores: dict[int, Fraction] = {}
    for hold, weight in mixture.items():
        for score, chance in turns[hold].scores.items():
            scores[score] = scores.get(score, ZERO) + weight * chance
    return Scored(scores)


def best_reply(roll: Roll, opponent: Scored) -> Reply:
    """The best reply over all stopping rules, by the turn recursion; equal payoffs are held.

    Raises
    ------
    SizeError
        If there are too many totals to look at, or the payoffs of the rule are too long.

    Notes
    -----
    With w the payoff of a score, a turn total k > 0 is worth u(k) = max(w(k), c(k)), where throwing
    pays c(k) = p_bust w(0) + Σ_g p_g u(k + g); the first throw is forced. Above every score of the
    opponent w = 1, and one holds. Every u(k) is a whole multiple of 1 / (N D^e), N the denominator
    of the opponent's chances, and e the throws that may follow. No throw pays more than
    p_bust w(0) + (1 − p_bust): what follows a total worth that much held is not looked at.
    """
    below, own = roll.denominator, opponent.below
    lost = int((roll.bust + roll.wipe) * below) * opponent.worth(0)
    gains = [(g, int(p * below)) for g, p in roll.gains]
    most = max(0, MOST_BITS - own.bit_length()) // below.bit_length() + 1
    worth: dict[int, tuple[int, int]] = {}
    throws = set()
    highest = lost + own * sum(weight for _, weight in gains)  # over N D

    def thrown_at(total: int) -> bool:
        return opponent.worth(total) * below < highest

    for total in reversed(_totals(roll, max(opponent.scores), thrown_at)):
        after = [(weight, *worth.get(total + g, (own, 0))) for g, weight in gains]
        power = max((e for _, _, e in after), default=0)
        if power > most:
            raise SizeError(
                f"the best stopping rule is paid fractions of more than {MOST_BITS:,} bits: take "
                "smaller holds or chances of fewer digits"
            )
        thrown = lost * below**power + sum(w * n * below ** (power - e) for w, n, e in after)
        held = opponent.worth(total)
        if total == 0 or thrown > held * below ** (power + 1):
            worth[total] = thrown, power + 1
            throws.add(total)
        else:
            worth[total] = held, 0
    met = {0}
    for total in sorted(throws):
        if total in met:
            met |= {total + g for g, _ in gains}
    paid, power = worth[0]
    gain = Fraction(paid, own * below**power)
    return Reply(gain, tuple(sorted(met & throws)), tuple(sorted(met - throws)))


def _totals(roll: Roll, top: int, thrown_at: Callable[[int], bool]) -> list[int]:
    """The totals up to ``top`` that throws at 0 and at some totals can add up to, rising."""
    found, last = {0}, [0]
    while last:
        reached = {k + g for k in last for g, _ in roll.gains if k + g <= top} - found
        found |= reached
        last = [*filter(thrown_at, reached)]
        if len(found) > MOST_TOTALS:
            raise SizeError(
                f"the best stopping rule would look at more than {MOST_TOTALS:,} turn totals: "
                "take a roll with gains of a like size"
            )
    return sorted(found)
