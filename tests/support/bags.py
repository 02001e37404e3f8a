"""Bags of dice by other routes, all in fractions: what both solver and verifier must agree with."""

import itertools
import math
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from pigcore.games import Bag


def face_scores(game, joint):
    """What each gesture is paid, from the chances of rock, paper and scissors."""
    return [sum(game.payoff(g, face) * joint[face] for face in range(3)) for g in range(3)]


def joint_by_orders(game):
    """P(counts, then each face), over all orders of the dice and all they show."""
    n = len(game)
    joint = {}
    for order in itertools.permutations(game.dice):
        for shown in itertools.product(range(3), repeat=n):
            chance = Fraction(1, math.factorial(n))
            for die, face in zip(order, shown):
                chance *= die[face]
            for k in range(n if chance else 0):
                counts = tuple(shown[:k].count(face) for face in range(3))
                joint.setdefault(counts, [Fraction(0)] * 3)[shown[k]] += chance
    return joint


def by_orders(game):
    """The best score over all orders of the dice and all they show; the player sees counts."""
    joint = joint_by_orders(game)
    return sum(max(face_scores(game, chances)) for chances in joint.values())


def times(polynomial, die):
    """The polynomial {(a, b, c): coefficient} times 1 + xX + yY + zZ."""
    product = dict(polynomial)
    for powers, value in polynomial.items():
        for face, chance in enumerate(die):
            key = tuple(power + (face == n) for n, power in enumerate(powers))
            product[key] = product.get(key, 0) + chance * value
    return product


def marks_of(game):
    """Of a marked die for each face the sums over all others, O(n⁴)."""
    seen, marked = {(0, 0, 0): Fraction(1)}, [{}, {}, {}]
    for die in game.dice:
        marked = [times(mark, die) for mark in marked]
        for mark, chance in zip(marked, die):
            for powers, value in seen.items():
                mark[powers] = mark.get(powers, 0) + chance * value
        seen = times(seen, die)
    return marked


def by_marks(game):
    """The best score by :func:`marks_of`."""
    n, marked = len(game), marks_of(game)
    total = Fraction(0)
    for powers in set().union(*marked):
        k = sum(powers)
        ways = math.comb(n, k) * (n - k)
        total += max(face_scores(game, [m.get(powers, 0) for m in marked])) / ways
    return total


def contest_bag(n, seed, chances=(1, 1, 1)):
    random = np.random.default_rng(seed)
    rows = [random.multinomial(300, p) for p in random.dirichlet(chances, n)]
    return Bag(*np.array(rows).T)


dice = st.tuples(*[st.integers(0, 6)] * 3).filter(any)
payoffs = st.fixed_dictionaries(
    {key: st.fractions(-3, 4, max_denominator=3) for key in ("win", "draw", "lose")}
)


def bag_of(rows, options):
    return Bag(*zip(*([Fraction(p, sum(row)) for p in row] for row in rows)), **options)
