"""Exact settlement of margins that look like zero.

Let some states be *open*: their margins are too small to tell. Fix the decisions, the certified one
wherever there is one and "hold" in the open states, and compute in exact arithmetic what they are
worth, a linear system. If throwing and holding are then worth exactly the same in every open
state, the open decisions do not matter: the same numbers solve the system of every policy that
differs in open states only. One of these is optimal, and its system has one solution; so the
numbers are the true values, and every open state is a tie. If they differ somewhere, the
question goes back for more bits.

Exact arithmetic means fractions where the system is small. Where it is large, it means residues
modulo random primes (:mod:`pigverify.algebra.primes`). A margin times D times the determinant of
:mod:`decided` is a whole number no larger than D (2 D)^n: it has at most 2 log2(2 D) bits more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from ..algebra.arithmetic import Arithmetic
from ..algebra.primes import PRIMES, error_chance, true_modulo_primes
from ..verdict import Proof
from .decided import Decided
from .evaluation import turn_ends

__all__ = ["Open", "settle"]

Open = tuple[int, int, int]
"""Banked scores own, opp and s = own + total."""

_MOST_WIPED = 300
"""The largest goal for which ties are settled if throws wipe: half a minute, and goal⁴ beyond."""


def settle(decided: Decided, opened: Sequence[Open], proof: Proof) -> Proof | None:
    """``proof`` with how it was settled that every open state is a tie; None if it is not."""
    rules = decided.rules
    if rules.wipe and rules.goal > _MOST_WIPED:
        return None
    if decided.short:
        equal = _equal(decided, opened, decided.fractions)
        return replace(proof, ties="fractions") if equal else None
    if not true_modulo_primes(lambda prime: _equal(decided, opened, decided.modulo(prime))):
        return None
    bits = decided.bits + math.ceil(2 * math.log2(2 * rules.denominator)) + 1
    return replace(proof, ties="primes", primes=PRIMES, error_chance=error_chance(bits))


def _equal(decided: Decided, opened: Sequence[Open], arithmetic: Arithmetic) -> bool:
    value, column = decided.values(arithmetic)
    for i, j, s in opened:
        # The margin c(s) - h(s), where c(s) = 1 - (what the opponent gets) and h(s) = 1 - V(j,s).
        q, wipe, banked = turn_ends(decided.rules, i, decided.rolls[i, j], arithmetic, s)
        opponent = q * value[j][i] + wipe * column[j] + sum([t * value[j][r] for r, t in banked])
        if arithmetic.normal(value[j][s] - arithmetic.scale(opponent)):
            return False
    return True
