"""Exact settlement of choices of Hog whose enclosures overlap.

A state is open where the enclosures of several choices overlap. Take the first of them in every
open state and the proved choice elsewhere, and solve the equations of these choices exactly. If
then the choices that overlap are worth the same in every open state, the same numbers solve the
equations of every policy that differs in open states only; one of these is optimal and its
equations have one solution, so every open state is a tie.

"Exactly" means modulo random primes (:mod:`pigverify.algebra.primes`): n states make n equations
in integers whose coefficients sum to at most 2 D in absolute value, D the common denominator of
the chances, so the determinant is at most (2 D)^n, and a difference of two worths times D times
the determinant is an integer of at most (n + 2) log2(2 D) bits.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from ..algebra.arithmetic import Modular
from ..algebra.elimination import eliminate
from ..algebra.primes import PRIMES, error_chance, true_modulo_primes
from ..verdict import Proof
from .rules import Rules, State

__all__ = ["all_tied", "by_primes", "residues"]

_MOST_WORK = 2_000_000
"""Products that may be taken to solve the equations of a block: some seconds."""

Row = tuple[int, dict[State, int]]
"""b and the coefficients a of an equation v = b + sum a v'."""


def all_tied(
    rules: Rules,
    policy: Mapping[State, int],
    opened: Mapping[State, tuple[int, ...]],
) -> bool:
    """Whether the choices named for every open state are worth the same, modulo random primes."""

    def claim(prime: int) -> bool:
        values = residues(rules, policy, prime)
        for state, choices in opened.items():
            worths = set()
            for choice in choices:
                b, row = _row(rules, state, choice, prime)
                total = b + sum(a * values[target] for target, a in row.items())
                worths.add(total % prime)
            if len(worths) > 1:
                return False
        return True

    return true_modulo_primes(claim)


def by_primes(rules: Rules, proof: Proof) -> Proof:
    """``proof`` with how :func:`all_tied` settled the ties of this game."""
    denominator = math.lcm(*(sides**rules.game.max_dice for sides in rules.rolls))
    bits = (rules.size + 2) * (2 * denominator).bit_length()
    return replace(proof, ties="primes", primes=PRIMES, error_chance=error_chance(bits))


def residues(rules: Rules, policy: Mapping[State, int], prime: int) -> dict[State, int]:
    """The values of a policy modulo a prime, block after block."""
    arithmetic = Modular(prime)
    values: dict[State, int] = {}
    for block in rules.blocks():
        rows: dict[State, dict[State, int]] = {}
        right = {}
        for state in block:
            b, row = _row(rules, state, policy[state], prime)
            for target in [target for target in row if target in values]:
                b += row.pop(target) * values[target]
            right[state] = b
            rows[state] = {target: -a for target, a in row.items()}
            rows[state][state] = 1 - row.get(state, 0)
        values |= eliminate(rows, right, arithmetic, _MOST_WORK)
    return values


def _row(rules: Rules, state: State, choice: int, prime: int) -> Row:
    """The equation of one choice: a constant, and the coefficients of the states it leads to."""
    rolls, parity, places = rules.outcomes(state, choice)
    each = pow(rolls, -1, prime)
    constant = 0
    row: dict[State, int] = {}
    for number, x, y in places:
        landing = rules.landings[x, y]
        if landing.winner is not None:
            constant += number * landing.winner * each
        else:
            target = (*landing.state, parity)
            constant += 0 if landing.same else number * each
            row[target] = row.get(target, 0) + (number if landing.same else -number) * each
    return constant, row
