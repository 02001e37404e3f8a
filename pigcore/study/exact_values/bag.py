"""The exact score of a bag: the generating function of its dice in whole numbers.

With the chances of every die over one denominator D, the product of 1 + r X + s Y + p Z over all
dice has the coefficients F(a,b,c) / D^(a+b+c), F whole. As ``kernels/bag.pyx`` explains, the counts
(a,b,c) and then the face x have the chance

    (a + 1) F(a+1,b,c) / ((k + 1) C(n,k+1) D^(k+1)),        k = a + b + c,

and the score is the sum of what the best guess is paid after all counts.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.bag import Bag
from ...games.errors import SizeError

__all__ = ["value"]

MOST_DICE = 60


def value(game: Bag) -> Fraction:
    """The best expected score.

    Raises
    ------
    SizeError
        If the bag has more than 60 dice.
    """
    dice = len(game)
    if dice > MOST_DICE:
        raise SizeError(
            f"the bag has {dice} dice, but an exact score is computed for at most {MOST_DICE}: "
            "take some out"
        )
    below = math.lcm(*(chance.denominator for die in game.dice for chance in die))
    ways = _ways([[int(chance * below) for chance in die] for die in game.dice])
    pay = [[game.payoff(guess, face) for face in range(3)] for guess in range(3)]
    by_count = [Fraction(0)] * dice
    for a in range(dice):
        for b in range(dice - a):
            for c in range(dice - a - b):
                faces = (
                    (a + 1) * ways[a + 1, b, c],
                    (b + 1) * ways[a, b + 1, c],
                    (c + 1) * ways[a, b, c + 1],
                )
                by_count[a + b + c] += max(
                    sum(paid * number for paid, number in zip(guess, faces)) for guess in pay
                )
    return sum(
        (
            total / ((k + 1) * math.comb(dice, k + 1) * below ** (k + 1))
            for k, total in enumerate(by_count)
        ),
        Fraction(0),
    )


def _ways(dice: list[list[int]]) -> NDArray[Any]:
    """F at all counts of at most as many faces as there are dice."""
    size = len(dice) + 1
    ways = np.zeros((size,) * 3, dtype=object)
    ways[0, 0, 0] = 1
    for most, (x, y, z) in enumerate(dice, 2):
        part = ways[:most, :most, :most]  # no larger count is there yet
        before = part.copy()
        part[1:] += x * before[:-1]
        part[:, 1:] += y * before[:, :-1]
        part[:, :, 1:] += z * before[:, :, :-1]
    return ways
