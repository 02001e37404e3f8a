"""A race in which every decision is fixed: linear equations, exact in fractions or modulo primes.

With D the common denominator of the chances, the n states of the race satisfy n equations in whole
numbers whose coefficients sum to at most 2 D in absolute value. So the determinant is at most
(2 D)^n, and so is the numerator of a value, which lies between 0 and 1: either has at most
n log2(2 D) bits. (Values 1/2 of a game that never ends cost one factor 2.)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..algebra.arithmetic import Arithmetic
from ..algebra.modular import Modular
from ..algebra.rational import Rational
from .evaluation import Pair, Table, exact_values
from .rules import Rules

__all__ = ["Decided"]

_SHORT = 5000
"""Bits of a determinant up to which fractions are short enough."""


@dataclass(frozen=True)
class Decided:
    """The race ``rules`` in which one throws again wherever ``rolls`` says so."""

    rules: Rules
    rolls: Mapping[Pair, Sequence[bool]]
    """For every pair of scores, at which s = own + total."""

    @property
    def bits(self) -> int:
        """The most bits of the numerator and of the denominator of a value."""
        states = sum(map(len, self.rolls.values()))
        return math.ceil(states * math.log2(2 * self.rules.denominator))

    @property
    def short(self) -> bool:
        """Whether fractions are short enough to compute with."""
        return self.bits <= _SHORT

    @property
    def fractions(self) -> Arithmetic:
        """The fractions themselves."""
        return Rational(self.rules.denominator)

    def modulo(self, prime: int) -> Arithmetic:
        """Fractions modulo a prime."""
        return Modular(prime, self.rules.denominator)

    def values(self, arithmetic: Arithmetic) -> tuple[Table, list[Any]]:
        """V(i, j) of all turn starts, and the column V(j, 0) if throws wipe (else zeros)."""
        return exact_values(self.rules, self.rolls, arithmetic)

    def value_modulo(self, pair: Pair, prime: int) -> int:
        """V(i, j) of one turn start modulo a prime."""
        arithmetic = self.modulo(prime)
        values, _ = self.values(arithmetic)
        value: int = arithmetic.normal(values[pair[0]][pair[1]])
        return value
