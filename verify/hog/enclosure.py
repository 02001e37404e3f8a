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
weighted by w. Where the numbers v and w come from (:mod:`stays`) does not matter: r is computed
from them, and the inequality of w is checked in whole numbers. Where play need never end there is
no such w, and the game is refused.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from pigcore.games.errors import RuleError
from pigcore.games.spelling import counted

from ..algebra.elimination import TooLong
from ..options import Progress
from .choices import Block, blocks, choices_in, states_in, staying
from .judgement import Judgement
from .rules import Rules, State
from .stays import approximate, longest_stays
from .ties import all_tied

__all__ = ["BITS", "MOST_BITS", "Enclosure", "Unproved", "enclose"]

BITS = 256
MOST_BITS = 2048

WEIGHT = 1 << 32
"""The unit of the weights w."""
_MARGIN = 10
"""The weights are the longest stays and 2^-10 of them more, so that rounding does no harm."""

Judgements = dict[State, Judgement]


class Unproved(Exception):  # noqa: N818  (no error: nothing is found, and why)
    """No enclosure was found."""


class _StaysTooLong(Unproved):
    """No enclosure was found with these bits; there may be one with more."""


class Enclosure(NamedTuple):
    """Every state with enclosures of the worths of its choices, in units of 2^-bits."""

    judged: Judgements
    bits: int
    values: dict[State, int]
    errors: dict[State, int]
    """Each value is off by at most so much; the equations take these boxes into themselves."""


def enclose(rules: Rules, progress: Progress | None = None, bits: int | None = None) -> Enclosure:
    """Every state with enclosures of the worths of its choices, from so many bits on.

    Choices that cannot be distinguished are ties, or else there are more bits, up to ``MOST_BITS``.

    Raises
    ------
    RuleError
        If play need never end.
    Unproved
        If the equations of a block are too many, or no enclosure is found.
    """
    bits = bits or BITS
    while True:
        try:
            found = _enclosed(rules, bits, progress)
        except _StaysTooLong:
            if bits >= MOST_BITS:
                raise
            bits *= 2
            continue
        judged = found.judged
        policy = {state: judgement.best[0] for state, judgement in judged.items()}
        opened = {state: one.best for state, one in judged.items() if not one.settled}
        try:
            tied = bool(opened) and all_tied(rules, policy, opened)
        except TooLong:
            tied = False
        if tied or not opened or bits >= MOST_BITS:
            judged |= {state: replace(judged[state], tied=tied) for state in opened}
            return found
        bits *= 2


def _enclosed(rules: Rules, bits: int, progress: Progress | None) -> Enclosure:
    """The judgements of all states, block after block."""
    one = 1 << bits
    values: dict[State, int] = {}
    errors: dict[State, int] = {}
    judged: Judgements = {}
    for top, low in blocks(rules):
        states = states_in(rules, top, low)
        block = {state: choices_in(rules, state, values, errors, low, one) for state in states}
        if left := staying(block):
            own, opp, *_ = min(left)
            raise RuleError(
                f"from {own} against {opp} the players can go on for ever without anybody reaching "
                f"{rules.game.goal:,}: let every choice have a chance of progress"
            )
        try:
            values |= approximate(block, bits)
            errors |= _bound(block, values, bits)
        except TooLong:
            raise Unproved(
                f"{len(block):,} states lead to one another, too many for a proof"
            ) from None
        except ZeroDivisionError:
            raise _stays_too_long(block) from None
        for state, choices in block.items():
            worths = {}
            for answer, choice in choices.items():
                worth, doubt = choice.worth(values), choice.doubt(errors)
                worths[answer] = (worth - doubt, worth + doubt)
            judged[state] = Judgement(worths, one)
        if progress is not None:
            progress(len(rules.layers) - low, len(rules.layers))
    return Enclosure(judged, bits, values, errors)


def _bound(block: Block, values: dict[State, int], bits: int) -> dict[State, int]:
    """How far the values may be off, state by state: d + r w, as proved above."""
    weights = _weights(block, bits)
    d = r = 0
    for state, choices in block.items():
        best = max(choice.worth(values) for choice in choices.values())
        rounding = max(choice.rounded + bool(choice.inside) for choice in choices.values())
        r = max(r, abs(best - values[state]) + rounding)
        d = max(d, *(choice.outside for choice in choices.values()))
    return {state: d - (-r * weight // WEIGHT) for state, weight in weights.items()}


def _weights(block: Block, bits: int) -> dict[State, int]:
    """The weights w in units of 1 / WEIGHT, their inequality checked in whole numbers."""
    stays = longest_stays(block, bits)
    weights = {
        state: (long + (long >> _MARGIN)) * WEIGHT >> bits
        if any(choice.inside for choice in block[state].values())
        else WEIGHT
        for state, long in stays.items()
    }
    proved = all(
        (weights[state] - WEIGHT) * choice.rolls
        >= sum(number * weights[target] for number, target, _ in choice.inside)
        for state, choices in block.items()
        for choice in choices.values()
    )
    if not proved:
        raise _stays_too_long(block)
    return weights


def _stays_too_long(block: Block) -> Unproved:
    return _StaysTooLong(
        f"play can be expected to stay among the same {counted(len(block), 'state')} for longer "
        "than can be proved"
    )
