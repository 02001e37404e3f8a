"""Random primes, and the chance that they mislead."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from pigverify.algebra import primes as algebra
from pigverify.algebra.primes import error_chance, random_prime


def test_primes_are_prime():
    assert all(algebra._is_prime(p) for p in (10_007, 2**61 - 1, 2**89 - 1, 2**127 - 1))
    # Carmichael numbers, a strong pseudoprime to the bases 2, 3, 5 and 7, and a product of primes.
    composites = (561, 41_041, 825_265, 3_215_031_751, (2**61 - 1) * (2**89 - 1), 2**127 - 3)
    assert not any(map(algebra._is_prime, composites))
    primes = {random_prime() for _ in range(5)}
    assert len(primes) == 5
    assert all(p.bit_length() == 127 for p in primes)


@pytest.mark.parametrize("bits", [1, 125, 126, 127, 1000, 10**6, 10**12, 10**40])
def test_the_error_chance_is_never_rounded_down(bits):
    one = Fraction(bits // 126 + 1, 2**119)
    exact = min(1, math.comb(10, 3) * one**3)
    found = Fraction(error_chance(bits))
    assert exact <= found < 2 * exact or found == exact == 1
    assert found.numerator == 1


def test_other_primes_are_drawn_where_one_divides_a_denominator():
    drawn = []

    def work(modulus):
        drawn.append(modulus)
        if len(drawn) < least:
            raise ValueError
        return modulus

    least = 3
    assert algebra.modulo_primes(work) == drawn[2] > 2**378
    least = 99
    assert algebra.modulo_primes(work) is None
    assert len({*drawn}) == 13
