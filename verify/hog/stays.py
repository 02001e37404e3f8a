"""How long play can stay in a block of Hog, and what its states are worth. Nothing to be trusted.

Both are solutions of equations with a largest choice in them, found by policy iteration (R.
Howard, 1960): solve the linear equations of one choice for each state, then take in every state
the choice that is best with these numbers, until none changes. For the longest stay that ends; for
the values of two players it nearly always does, above all from choices that value iteration in
floating point has found. :mod:`enclosure` proves what comes out, or finds that it is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..algebra.arithmetic import FixedPoint
from ..algebra.elimination import eliminate
from .choices import Block, Choice
from .rules import State

__all__ = ["MOST_WORK", "approximate", "longest_stays"]

MOST_WORK = 2_000_000
"""Products that may be taken to solve the equations of a block: some seconds."""

_ROUNDS = 40
_SWEEPS = 2_000
_ENOUGH = 1e-15

Policy = dict[State, Choice]


def approximate(block: Block, bits: int) -> dict[State, int]:
    """Values close to the fixed point, in units of 2^-bits."""
    one = 1 << bits
    rough = {
        state: (int(value * 2**60) << bits) >> 60 for state, value in _swept(block, one).items()
    }
    return _iterated(block, rough, lambda policy: _solved(policy, bits), Choice.worth)


def longest_stays(block: Block, bits: int) -> dict[State, int]:
    """The turns that play can be expected to stay in the block at most, in units of 2^-bits."""
    start = dict.fromkeys(block, 1 << bits)
    return _iterated(block, start, lambda policy: _stays(policy, bits), Choice.stay)


def _iterated(
    block: Block,
    numbers: dict[State, int],
    evaluated: Callable[[Policy], dict[State, int]],
    worth: Callable[[Choice, Mapping[State, int]], int],
) -> dict[State, int]:
    """Policy iteration from the choices that are best with ``numbers``."""
    policy: Policy = {}
    for _ in range(_ROUNDS):
        better = {
            state: max(choices.values(), key=lambda choice: worth(choice, numbers))
            for state, choices in block.items()
        }
        # Of equals the old one stays, or equals would be exchanged for ever.
        for state, choice in policy.items():
            if worth(choice, numbers) >= worth(better[state], numbers) - 1:
                better[state] = choice
        if better == policy:
            break
        policy = better
        numbers = evaluated(policy)
    return numbers


def _solved(policy: Policy, bits: int) -> dict[State, int]:
    """What the states are worth with these choices."""
    one = 1 << bits
    rows: dict[State, dict[State, int]] = {}
    right = {}
    for state, choice in policy.items():
        right[state] = choice.const
        row = rows[state] = {state: one}
        for number, target, same in choice.inside:
            p = number * one // choice.rolls
            right[state] += 0 if same else p
            row[target] = row.get(target, 0) + (-p if same else p)
    return eliminate(rows, right, FixedPoint(bits), MOST_WORK)


def _stays(policy: Policy, bits: int) -> dict[State, int]:
    """How long play stays with these choices."""
    one = 1 << bits
    rows: dict[State, dict[State, int]] = {}
    for state, choice in policy.items():
        row = rows[state] = {state: one}
        for number, target, _ in choice.inside:
            row[target] = row.get(target, 0) - number * one // choice.rolls
    return eliminate(rows, dict.fromkeys(policy, one), FixedPoint(bits), MOST_WORK)


def _swept(block: Block, one: int) -> dict[State, float]:
    """Values in floating point, by sweeps over the states; more where sweeps are short."""
    rough = dict.fromkeys(block, 0.5)
    flat = {
        state: [
            (choice.const / one, [(n / choice.rolls, s, same) for n, s, same in choice.inside])
            for choice in choices.values()
        ]
        for state, choices in block.items()
    }
    size = sum(1 + len(inside) for several in flat.values() for _, inside in several)
    for _ in range(min(_SWEEPS, max(20, MOST_WORK // size))):
        change = 0.0
        for state, several in flat.items():
            value = max(
                const + sum(p * (rough[s] if same else 1 - rough[s]) for p, s, same in inside)
                for const, inside in several
            )
            change = max(change, abs(value - rough[state]))
            rough[state] = value
        if change < _ENOUGH:
            break
    return rough
