"""Three arithmetics in which one and the same linear algebra is done.

``one`` and ``half`` are the numbers 1 and 1/2; ``scale`` turns a sum of products of two numbers
back into a number; ``over`` divides; ``share`` divides by the common denominator of the throw;
``normal`` writes a number in the one way in which 0 is 0. Only :class:`Fixed` rounds, and nothing
that it computes is ever trusted.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol

__all__ = [
    "PRIMES",
    "PRIME_BITS",
    "Field",
    "Fixed",
    "Modular",
    "Rational",
    "random_prime",
    "true_modulo_primes",
]

PRIME_BITS = 127
PRIMES = 3
"""Random primes modulo which something must be true to be believed."""
_TRIED = 10
"""Primes tried; that even one divides a denominator is next to impossible."""


class Field(Protocol):
    """What the linear algebra asks of an arithmetic."""

    one: Any
    half: Any

    def scale(self, product: Any) -> Any: ...

    def over(self, above: Any, below: Any) -> Any: ...

    def share(self, number: Any) -> Any: ...

    def normal(self, number: Any) -> Any: ...


class Fixed:
    """Approximate: the integer n stands for n / 2^bits."""

    def __init__(self, bits: int, denominator: int) -> None:
        self.bits = bits
        self.one = 1 << bits
        self.half = self.one >> 1
        self._denominator = denominator

    def scale(self, product: int) -> int:
        return product >> self.bits

    def over(self, above: int, below: int) -> int:
        return (above << self.bits) // below

    def share(self, number: int) -> int:
        return number // self._denominator

    def normal(self, number: int) -> int:
        return number


class Modular:
    """Exact: fractions modulo a prime; ``over`` raises ValueError where the prime divides."""

    one = 1

    def __init__(self, prime: int, denominator: int) -> None:
        self.half = (prime + 1) // 2
        self._prime = prime
        self._inverse = pow(denominator, -1, prime)

    def scale(self, product: int) -> int:
        return product % self._prime

    def over(self, above: int, below: int) -> int:
        return above * pow(below, -1, self._prime) % self._prime

    def share(self, number: int) -> int:
        return number * self._inverse % self._prime

    def normal(self, number: int) -> int:
        return number % self._prime


class Rational:
    """Exact: the fractions themselves."""

    one = Fraction(1)
    half = Fraction(1, 2)

    def __init__(self, denominator: int) -> None:
        self._share = Fraction(1, denominator)

    def scale(self, product: Fraction) -> Fraction:
        return product

    def over(self, above: Fraction, below: Fraction) -> Fraction:
        return above / below

    def share(self, number: Fraction) -> Fraction:
        return number * self._share

    def normal(self, number: Fraction) -> Fraction:
        return number


def true_modulo_primes(claim: Callable[[int], bool]) -> bool:
    """Whether ``claim(prime)`` for ``PRIMES`` random primes.

    Primes that divide a denominator, for which it raises ValueError, are passed over; if there
    are too many of these, nothing is proved.
    """
    proved = 0
    for _ in range(_TRIED):
        try:
            if not claim(random_prime()):
                return False
        except ValueError:
            continue
        proved += 1
        if proved == PRIMES:
            return True
    return False


def random_prime() -> int:
    """A prime between 2^126 and 2^127 that nobody could foresee."""
    while True:
        candidate = 1 << PRIME_BITS - 1 | secrets.randbits(PRIME_BITS - 1) | 1
        if _is_prime(candidate):
            return candidate


def _is_prime(n: int) -> bool:
    # Miller and Rabin with 64 random bases: a composite passes with chance below 4^-64.
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    odd = n - 1 >> twos
    for _ in range(64):
        power = pow(secrets.randbelow(n - 3) + 2, odd, n)
        if power in (1, n - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % n
            if power == n - 1:
                break
        else:
            return False
    return True
