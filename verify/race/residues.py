"""The value of a turn start modulo primes, for a fraction that is claimed to be it.

The enclosure proves the decisions (ties settled by :mod:`ties`); what these decisions lead to is
one system of linear equations, which any prime solves.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from pigcore.games.race import Race

from ..algebra.modular import Modular
from ..options import Progress
from ..verdict import Proof
from .decisions import Decisions
from .enclosure import Enclosure, Unproved, enclose_all
from .evaluation import solve_pairs, turn_ends, wipe_column
from .prove import _precisions, _rolls, _why_not
from .rules import BITS, Rules
from .ties import Rolls, settle

__all__ = ["value_modulo"]


def value_modulo(
    game: Race, state: tuple[int, ...], progress: Progress | None = None
) -> tuple[Callable[[int], int] | None, int, Proof]:
    """The value of a turn start modulo any prime, the bits of its fraction, and what proves it.

    Parameters
    ----------
    game : Race
    state : tuple of int
        own, opp and total.
    progress : callable, optional
        Called as ``progress(done, total)`` while the decisions are proved.

    Returns
    -------
    tuple
        None instead of the function where the decisions are not proved.

    Notes
    -----
    The n states make n equations in whole numbers whose coefficients sum to at most 2 D, so that
    numerator and denominator have at most n log2(2 D) bits; see :mod:`ties`.
    """
    own, opp, total = state
    if total:
        return None, 0, Proof("none", reason="only values of the starts of turns are judged")
    rules = Rules(game, own, opp)
    i, j = own - rules.offset, opp - rules.offset
    for bits in _precisions(BITS):
        found, decisions = Enclosure(rules, bits), Decisions(rules)
        try:
            enclose_all(found, [decisions], progress=progress)
        except Unproved:
            continue
        proof = Proof("enclosure", bits=bits, ties="equality" if decisions.ties else None)
        rolls = _rolls(found)
        if decisions.opened:
            settled = settle(rules, rolls, decisions.opened, proof)
            if settled is None:
                continue
            proof = settled
        length = sum(map(len, rolls.values())) * math.log2(2 * rules.denominator)
        return partial(_value, rules, rolls, i, j), math.ceil(length), proof
    return None, 0, _why_not(rules)


def _value(rules: Rules, rolls: Rolls, i: int, j: int, prime: int) -> int:
    arithmetic = Modular(prime, rules.denominator)
    ends = {pair: turn_ends(rules, pair[0], row, arithmetic) for pair, row in rolls.items()}
    column = wipe_column(rules, ends, arithmetic) if rules.wipe else [0] * rules.goal
    values = solve_pairs(
        rules,
        rules.pairs(),
        ends,
        arithmetic,
        sign=-1,
        base=arithmetic.one,
        column=[-w for w in column],
    )
    value: int = arithmetic.normal(values[i][j])
    return value
