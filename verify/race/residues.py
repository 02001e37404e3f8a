"""The value of a turn start modulo primes, for a fraction that is claimed to be it.

The enclosure proves the decisions (ties settled by :mod:`ties`); what these decisions lead to is
one system of linear equations, which any prime solves.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from pigcore.games.race import Race

from ..algebra.modular import Modular
from ..fraction import DIGITS, Modulo
from ..options import Progress
from .evaluation import exact_values
from .prove import ONE, ZERO, Proved, check, prove, proved_rolls, verdict
from .rules import BITS, Rules
from .ties import Rolls

__all__ = ["value_modulo"]


def value_modulo(game: Race, state: tuple[int, ...], progress: Progress | None = None) -> Modulo:
    """The value of a turn start: enclosed, and modulo any prime.

    Parameters
    ----------
    game : Race
    state : tuple of int
        own, opp and total.
    progress : callable, optional
        Called as ``progress(done, total)`` while the decisions are proved.

    Notes
    -----
    One enclosure serves both. The n states make n equations in whole numbers whose coefficients sum
    to at most 2 D, so that numerator and denominator have at most n log2(2 D) bits; see
    :mod:`ties`.
    """
    own, opp, total = state
    if total:
        said = check(game, *state, digits=DIGITS)
        return Modulo(said.value, said.proof, "only values of the starts of turns are judged")
    rules = Rules(game, own, opp)
    proved: Proved[Any] = prove(rules, progress=progress, bits=BITS)
    if proved.proof.method == "none":
        return Modulo((ZERO, ONE), proved.proof, proved.proof.reason)
    said = verdict(game, state, DIGITS, proved.found)
    if proved.undecided:
        return Modulo(said.value, said.proof, "not every decision could be proved")
    rolls = proved_rolls(proved.found)
    length = sum(map(len, rolls.values())) * math.log2(2 * rules.denominator)
    i, j = own - rules.offset, opp - rules.offset
    proof = said.proof if said.proof.method == "fractions" else proved.proof
    return Modulo(said.value, proof, "", partial(_value, rules, rolls, i, j), math.ceil(length))


def _value(rules: Rules, rolls: Rolls, i: int, j: int, prime: int) -> int:
    arithmetic = Modular(prime, rules.denominator)
    values, _ = exact_values(rules, rolls, arithmetic)
    value: int = arithmetic.normal(values[i][j])
    return value
