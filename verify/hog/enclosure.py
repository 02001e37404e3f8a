"""Hog under rules that let a turn make no progress: enclosures instead of exact values.

Totals that lead to one another form a block. In a block the values are the fixed point of F,

    F(v)(s) = max_c [ const_c(s) + sum_s' p_c(s, s') v(s') ],

where v(s') stands for 1 - v(s') if the other player moves next, and const collects what leads
out of the block. Let w(s) bound the number of turns that the play can be expected to stay in the
block from s on, however both play: w >= 1 + sum p_c w for every choice. If const is off by at
most d times the chance of leaving and |F(v) - v| <= r for the numbers v at hand, the true F maps
the box |u - v| <= d + r w into itself,

    |F(u) - v| <= max_c [ d (1 - sum p_c) + sum p_c (d + r w) ] + r <= d + r w,

so a fixed point lies inside; it is the only one, as F contracts by 1 - 1 / max w in the norm
weighted by w. Where the numbers v and w come from (:mod:`value_iteration`) does not matter: r is
computed from them, and the inequality of w is checked in fractions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from ..options import Progress
from .choices import ONE, Block, blocks, choices_in, refuse_endless, states_in
from .judgement import Judgement
from .rules import Rules, State
from .ties import all_tied
from .value_iteration import approximate, longer

__all__ = ["enclose"]

WEIGHT = 1 << 32
"""The unit of the weights w."""


def enclose(rules: Rules, progress: Progress | None = None) -> Iterator[tuple[State, Judgement]]:
    """Every state with enclosures of the worths of its choices, block after block, ties last.

    Raises
    ------
    RuleError
        If play need never end.
    """
    values: dict[State, int] = {}
    errors: dict[State, int] = {}
    policy: dict[State, int] = {}
    opened: dict[State, Judgement] = {}
    for top, low in blocks(rules):
        states = states_in(rules, top, low)
        block = {state: choices_in(rules, state, values, errors, low) for state in states}
        refuse_endless(rules, block)
        values |= approximate(block)
        errors |= _bound(block, values)
        for state, choices in block.items():
            worths = {}
            for answer, choice in choices.items():
                worth, doubt = choice.worth(values), choice.doubt(errors)
                worths[answer] = (worth - doubt, worth + doubt)
            judgement = Judgement(worths, ONE)
            policy[state] = judgement.best[0]
            if judgement.settled:
                yield state, judgement
            else:
                opened[state] = judgement
        if progress is not None:
            progress(len(rules.layers) - low, len(rules.layers))
    best = {state: judgement.best for state, judgement in opened.items()}
    tied = bool(opened) and all_tied(rules, policy, best)
    for state, judgement in opened.items():
        yield state, replace(judgement, tied=tied)


def _bound(block: Block, values: dict[State, int]) -> dict[State, int]:
    """How far the values may be off, state by state: d + r w, as proved above."""
    weights = _weights(block)
    d = r = 0
    for state, choices in block.items():
        best = max(choice.worth(values) for choice in choices.values())
        rounding = max(choice.rounded + bool(choice.inside) for choice in choices.values())
        r = max(r, abs(best - values[state]) + rounding)
        d = max(d, *(choice.outside for choice in choices.values()))
    return {state: d - (-r * weight // WEIGHT) for state, weight in weights.items()}


def _weights(block: Block) -> dict[State, int]:
    """The weights w in units of 1 / WEIGHT, their inequality checked in fractions."""
    rough = dict.fromkeys(block, 1.0)
    while True:
        rough = longer(block, rough)
        weights = {
            state: int(rough[state] * 1.01 * WEIGHT)
            if any(choice.inside for choice in choices.values())
            else WEIGHT
            for state, choices in block.items()
        }
        if all(
            weights[state]
            >= WEIGHT
            + sum(Fraction(number * weights[s], choice.rolls) for number, s, _ in choice.inside)
            for state, choices in block.items()
            for choice in choices.values()
        ):
            return weights
