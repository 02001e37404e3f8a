"""Turns of a duel in fractions: what they score, and the best stopping rule against given scores.

A turn is played out total by total, and a payoff is a sum over both turns' scores.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pigcore.games.roll import Roll

from .verdict import Reply

__all__ = ["Scores", "best_reply", "mix", "payoff", "play"]

Scores = dict[int, Fraction]
"""The chance of each score of a turn."""

ZERO, ONE = Fraction(0), Fraction(1)


def play(roll: Roll, hold: int) -> Scores:
    """The chance of each score of a turn that holds at ``hold``: throw while the total is less.

    Examples
    --------
    >>> play(Roll.coin(), 2)
    {0: Fraction(3, 4), 2: Fraction(1, 4)}
    """
    scores: Scores = {0: ZERO}
    on_the_table = {0: ONE}
    for total in range(hold):
        here = on_the_table.pop(total, ZERO)
        scores[0] += here * (roll.bust + roll.wipe)
        for gain, chance in roll.gains:
            table = scores if total + gain >= hold else on_the_table
            table[total + gain] = table.get(total + gain, ZERO) + here * chance
    return {score: chance for score, chance in scores.items() if chance}


def payoff(first: Scores, second: Scores) -> Fraction:
    """P(first is higher) − P(second is higher).

    Examples
    --------
    >>> payoff({2: ONE}, {0: Fraction(3, 4), 2: Fraction(1, 4)})
    Fraction(3, 4)
    """
    return sum(
        (p * q * ((x > y) - (x < y)) for x, p in first.items() for y, q in second.items()), ZERO
    )


def mix(turns: Mapping[int, Scores], mixture: Mapping[int, Fraction]) -> Scores:
    """The chance of each score of a mixture of turns."""
    scores: Scores = {}
    for hold, weight in mixture.items():
        for score, chance in turns[hold].items():
            scores[score] = scores.get(score, ZERO) + weight * chance
    return scores


def best_reply(roll: Roll, opponent: Scores) -> Reply:
    """The best reply over all stopping rules, by the turn recursion; equal payoffs are held."""
    top = max(opponent)
    held = [payoff({total: ONE}, opponent) for total in range(top + 1)]
    worth, throws = [*held], set()
    for total in range(top, -1, -1):
        thrown = (roll.bust + roll.wipe) * held[0]
        for gain, chance in roll.gains:
            # Above every score of the opponent the turn is won: hold.
            thrown += chance * (worth[total + gain] if total + gain <= top else ONE)
        if total == 0 or thrown > held[total]:
            worth[total] = thrown
            throws.add(total)
    met = {0}
    for total in range(top + 1):
        if total in met & throws:
            met |= {total + gain for gain, _ in roll.gains}
    return Reply(worth[0], tuple(sorted(met & throws)), tuple(sorted(met - throws)))
