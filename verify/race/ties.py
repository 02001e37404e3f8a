"""Exact settlement of margins that look like zero.

Let some states be *open*: their margins are too small to tell. Fix the decisions, the certified one
wherever there is one and "hold" in the open states, and compute in exact arithmetic what they are
worth, a linear system. If throwing and holding are then worth exactly the same in every open
state, the open decisions do not matter: the same numbers solve the system of every policy that
differs in open states only. One of these is optimal, and its system has one solution; so the
numbers are the true values, and every open state is a tie. If they differ somewhere, the
question goes back for more bits.

Exact arithmetic means fractions where the system is small. Where it is large, it means residues
modulo random primes. With D the common denominator of the chances, the n states of the race
satisfy n equations in integers whose coefficients sum to at most 2 D in absolute value, so
the determinant is at most (2 D)^n, and a margin times D times the determinant is an integer no
larger than D (2 D)^n. (Values 1/2 of a game that never ends cost one factor 2.) If it is not 0,
at most (n + 2) log2(2 D) / 126 primes beyond 2^126 divide it, of the more than 2^119 there are
up to 2^127.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ..algebra.fields import PRIME_BITS, PRIMES, Field, Modular, Rational, true_modulo_primes
from .board import Board
from .policy import column_of, spread

__all__ = ["Open", "Rolls", "settle"]

Open = tuple[int, int, int]
"""Banked scores own, opp and s = own + total."""
Rolls = Mapping[tuple[int, int], Sequence[bool]]
"""For every pair of scores, at which s one throws again."""

_SMALL = 5000


def settle(board: Board, rolls: Rolls, opened: Sequence[Open]) -> str | None:
    """How it was proved that every open state is a tie; None if some is not."""
    states = sum(map(len, rolls.values()))
    size = (states + 2) * math.log2(2 * board.denominator)
    if size <= _SMALL:
        equal = _equal(board, rolls, opened, Rational(board.denominator))
        return "exact fractions" if equal else None
    if not true_modulo_primes(
        lambda prime: _equal(board, rolls, opened, Modular(prime, board.denominator))
    ):
        return None
    one_prime = 119 - math.log2(size / (PRIME_BITS - 1))
    return (
        f"{PRIMES} random primes of {PRIME_BITS} bits, "
        f"wrong with chance below 2^-{math.floor(PRIMES * one_prime)}"
    )


def _equal(board: Board, rolls: Rolls, opened: Sequence[Open], field: Field) -> bool:
    turns = {pair: board.turn(pair[0], row, field) for pair, row in rolls.items()}
    column = column_of(board, turns, field) if board.wipe else [0] * board.goal
    value = spread(
        board, board.pairs(), turns, field, sign=-1, base=field.one, column=[-w for w in column]
    )
    for i, j, s in opened:
        # The margin c(s) - h(s), where c(s) = 1 - (what the opponent gets) and h(s) = 1 - V(j,s).
        q, wipe, banked = board.turn(i, rolls[i, j], field, s)
        opponent = q * value[j][i] + wipe * column[j] + sum([t * value[j][r] for r, t in banked])
        if field.normal(value[j][s] - field.scale(opponent)):
            return False
    return True
