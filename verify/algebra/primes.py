"""Proofs modulo random primes, and how likely they are to be wrong.

That an integer is 0 is believed if random primes divide it. Suppose that it is not 0 and has at
most b bits. At most b / 126 primes beyond 2^126 divide it, of the more than 2^119 that there are
up to 2^127. What is drawn as a prime is none with a chance below 2^-122 (Miller and Rabin: 64
random bases let a composite pass with chance 4^-64, and one odd number in 45 is a prime). So one
prime misleads with a chance of at most (b / 126 + 1) / 2^119. Primes that divide a denominator
are passed over, and at most ``TRIED`` are tried; three of them mislead with a chance of at most

    C(TRIED, 3) ((b / 126 + 1) / 2^119)^3.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

__all__ = [
    "PRIMES", "PRIME_BITS", "error_chance", "modulo_primes", "random_prime",
]  # fmt: skip

T = TypeVar("T")

PRIME_BITS = 127
PRIMES = 3
"""Random primes modulo which something must be true to be believed."""
TRIED = 10
"""How often primes are drawn; that even one divides a denominator is next to impossible."""
_MANY = 119
"""There are more than 2^119 primes between 2^126 and 2^127."""


def modulo_primes(work: Callable[[int], T]) -> T | None:
    """``work(modulus)`` modulo ``PRIMES`` random primes, their product.

    Others are drawn where one of them divides a denominator, for which it raises ValueError; None
    if that happens too often.
    """
    for _ in range(TRIED):
        with suppress(ValueError):
            return work(math.prod(random_prime() for _ in range(PRIMES)))
    return None


def error_chance(bits: int) -> float:
    """The chance that an integer is 0 modulo such primes that is not 0.

    Parameters
    ----------
    bits : int
        The integer has at most so many.

    Returns
    -------
    float
        A power of 1/2, rounded up.

    Examples
    --------
    >>> error_chance(1000) == 2.0**-341
    True
    """
    ways = math.comb(TRIED, PRIMES) * (bits // (PRIME_BITS - 1) + 1) ** PRIMES
    return min(1.0, math.ldexp(1.0, (ways - 1).bit_length() - _MANY * PRIMES))


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
