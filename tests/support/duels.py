"""Duels in fractions, throw by throw: what solver, play and verifier must agree with."""

import math
from fractions import Fraction
from functools import lru_cache

from hypothesis import strategies as st

from pigcore.games import PassThePigs, Roll

ROLLS = [
    Roll.die(6), Roll.die(4), Roll.coin(), Roll.dice(2), Roll.dice(2, 3),
    Roll.dice(2, 4, wipe_all=True), Roll({2: "1/4", 3: "1/4"}, bust="1/2"),
    Roll({1: "2/5", 3: "1/5"}, bust="2/5"), Roll({1: "9/10"}, wipe="1/10"),
    Roll({3: "1/2", 7: "1/2"}), Roll({}, bust=1), PassThePigs().roll,
]  # fmt: skip
rolls = st.sampled_from(ROLLS)


def turn(roll, stops):
    """The scores of a turn that ends at the totals for which ``stops`` is true, in fractions."""
    scores, table = {0: Fraction(0)}, {0: Fraction(1)}
    while table:
        total, chance = min(table), table.pop(min(table))
        scores[0] += chance * (roll.bust + roll.wipe)
        for gain, p in roll.gains:
            to = scores if stops(total + gain) else table
            to[total + gain] = to.get(total + gain, 0) + chance * p
    return scores


@lru_cache
def hold(roll, h):
    return turn(roll, lambda total: total >= h)


def payoff(first, second):
    # Whole numbers over one denominator: large fractions are slow to add.
    below = [math.lcm(*(p.denominator for p in scores.values())) for scores in (first, second)]
    mine, yours = (
        [(x, int(p * unit)) for x, p in scores.items()]
        for scores, unit in zip((first, second), below)
    )
    paid = sum(p * q * ((x > y) - (x < y)) for x, p in mine for y, q in yours)
    return Fraction(paid, below[0] * below[1])
