"""Exact settlement of margins that look like zero.

Let some states be *open*: their margins are too small to tell. Fix the decisions, the certified one
wherever there is one and "hold" in the open states, and compute in exact arithmetic what they are
worth, a linear system. If throwing and holding are then worth exactly the same in every open
state, the open decisions do not matter: the same numbers solve the system of every policy that
differs in open states only. One of these is optimal, and its system has one solution; so the
numbers are the true values, and every open state is a tie. If they differ somewhere, the
question goes back for more bits.

Exact arithmetic means fractions where the system is small. Where it is large, it means residues
modulo random primes (:mod:`pigverify.algebra.primes`). With D the common denominator of the
chances, the n states of the race satisfy n equations in integers whose coefficients sum to at most
2 D in absolute value, so the determinant is at most (2 D)^n, and a margin times D times the
determinant is an integer no larger than D (2 D)^n. (Values 1/2 of a game that never ends cost one
factor 2.) It has at most (n + 2) log2(2 D) bits.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..algebra.arithmetic import Arithmetic
from ..algebra.modular import Modular
from ..algebra.primes import PRIMES, error_chance, true_modulo_primes
from ..algebra.rational import Rational
from ..verdict import Proof
from .evaluation import Pair, exact_values, turn_ends
from .rules import Rules

__all__ = ["Open", "Rolls", "settle"]

Open = tuple[int, int, int]
"""Banked scores own, opp and s = own + total."""
Rolls = Mapping[Pair, Sequence[bool]]
"""For every pair of scores, at which s one throws again."""

_SMALL = 5000
_MOST_WIPED = 300
"""The largest goal for which ties are settled if throws wipe: half a minute, and goal⁴ beyond."""


def settle(rules: Rules, rolls: Rolls, opened: Sequence[Open], proof: Proof) -> Proof | None:
    """``proof`` with how it was settled that every open state is a tie; None if it is not."""
    if rules.wipe and rules.goal > _MOST_WIPED:
        return None
    denominator = rules.denominator
    states = sum(map(len, rolls.values()))
    bits = (states + 2) * math.log2(2 * denominator)
    if bits <= _SMALL:
        equal = _equal(rules, rolls, opened, Rational(denominator))
        return replace(proof, ties="fractions") if equal else None
    if not true_modulo_primes(
        lambda prime: _equal(rules, rolls, opened, Modular(prime, denominator))
    ):
        return None
    chance = error_chance(math.ceil(bits) + 1)
    return replace(proof, ties="primes", primes=PRIMES, error_chance=chance)


def _equal(rules: Rules, rolls: Rolls, opened: Sequence[Open], arithmetic: Arithmetic) -> bool:
    value, column = exact_values(rules, rolls, arithmetic)
    for i, j, s in opened:
        # The margin c(s) - h(s), where c(s) = 1 - (what the opponent gets) and h(s) = 1 - V(j,s).
        q, wipe, banked = turn_ends(rules, i, rolls[i, j], arithmetic, s)
        opponent = q * value[j][i] + wipe * column[j] + sum([t * value[j][r] for r, t in banked])
        if arithmetic.normal(value[j][s] - arithmetic.scale(opponent)):
            return False
    return True
