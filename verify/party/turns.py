"""One turn of a party for one player's chances, in whole numbers rounded one way.

    roll  c(s) = (sum_g a_g u(s + g) + bust b) / below,     u(s) = h(s), c(s) or a mixture of both,

with u = won at the goal and, in an exact race, u = b past it. ``b`` is what a bust is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .rules import Rules

__all__ = ["BEST", "Choices", "turn"]

Choices = Sequence[int | Fraction]
"""For each score that could be banked: 0 holds, 1 rolls, and a fraction rolls with that chance."""

BEST = None
"""Instead of choices: whatever is worth more."""


def turn(
    rules: Rules,
    own: int,
    held: Sequence[int],
    won: int,
    bust: int,
    choices: Choices | None,
    up: bool,
) -> list[int]:
    """What rolling is worth at own, own + 1, … goal - 1, rounded up or down.

    ``held`` and ``choices`` have an entry for each of these scores; the first is not read, as one
    must throw at the beginning of a turn.
    """
    goal, below, gains, lost = rules.goal, rules.below, rules.gains, rules.bust * bust
    count = goal - own
    worth = [0] * count + [won] + [bust if rules.exact else won] * rules.most
    rolls = [0] * count
    # Rounding up is rounding down of what is below by at most one unit less.
    more = lost + (below - 1 if up else 0)
    for k in range(count - 1, -1, -1):
        total = more
        for gain, chance in gains:
            total += chance * worth[k + gain]
        roll = rolls[k] = total // below
        if choices is None:
            worth[k] = max(roll, held[k])
            continue
        choice = choices[k]
        if choice == 1:
            worth[k] = roll
        elif choice == 0:
            worth[k] = held[k]
        else:
            part, whole = Fraction(choice).as_integer_ratio()
            both = part * roll + (whole - part) * held[k]
            worth[k] = -(-both // whole) if up else both // whole
    return rolls
