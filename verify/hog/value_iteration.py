"""Approximate values and weights of a block of Hog. Nothing here is trusted or need be right.

Value iteration in floating point finds the choices; the equations of these choices in fixed point
then give the digits that floats do not have. :mod:`enclosure` proves how far off that may be.
"""

from __future__ import annotations

from ..algebra.elimination import eliminate
from ..algebra.fixed_point import FixedPoint
from .choices import BITS, ONE, Block, Choice
from .rules import State

__all__ = ["approximate", "longer"]

_ENOUGH = 1e-15
_CLOSE = 1 << 20
"""In units of 2^-BITS: values that change by less do not change a choice, but by an odd chance."""


def approximate(block: Block) -> dict[State, int]:
    """Values close to the fixed point, in units of 2^-BITS."""
    rough = dict.fromkeys(block, 0.5)
    flat = {
        state: [
            (choice.const / ONE, [(n / choice.rolls, s, same) for n, s, same in choice.inside])
            for choice in choices.values()
        ]
        for state, choices in block.items()
    }
    for _ in range(10_000):
        change = 0.0
        for state, choices in flat.items():
            value = max(
                const + sum(p * (rough[s] if same else 1 - rough[s]) for p, s, same in inside)
                for const, inside in choices
            )
            change = max(change, abs(value - rough[state]))
            rough[state] = value
        if change < _ENOUGH:
            break
    values = {state: int(value * ONE) for state, value in rough.items()}
    for _ in range(20):
        before = values
        values = _evaluate(
            {
                state: max(choices.values(), key=lambda choice: choice.worth(before))
                for state, choices in block.items()
            }
        )
        if max(abs(values[state] - before[state]) for state in block) < _CLOSE:
            break
    return values


def _evaluate(policy: dict[State, Choice]) -> dict[State, int]:
    """The values of fixed choices."""
    rows: dict[State, dict[State, int]] = {}
    right = {}
    for state, choice in policy.items():
        right[state] = choice.const
        row = rows[state] = {state: ONE}
        for number, target, same in choice.inside:
            p = number * ONE // choice.rolls
            right[state] += 0 if same else p
            row[target] = row.get(target, 0) + (-p if same else p)
    return eliminate(rows, right, FixedPoint(BITS))


def longer(block: Block, rough: dict[State, float]) -> dict[State, float]:
    """Fifty more sweeps towards how long play can be expected to stay in the block at most."""
    stays = {
        state: [[(n / c.rolls, s) for n, s, _ in c.inside] for c in choices.values() if c.inside]
        for state, choices in block.items()
    }
    for _ in range(50):
        for state, several in stays.items():
            rough[state] = 1 + max(
                (sum(p * rough[s] for p, s in inside) for inside in several), default=0.0
            )
    return rough
