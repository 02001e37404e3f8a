"""The value of a turn start modulo primes, for a fraction that is claimed to be it.

The enclosure proves the decisions (ties settled by :mod:`ties`); what these decisions lead to is
one system of linear equations, which any prime solves.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from pigcore.games.race import Race

from ..fraction import DIGITS, Modulo
from ..options import Progress
from .prove import Proved, check, prove, verdict
from .rules import BITS, Rules

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
    One enclosure serves both.
    """
    own, opp, total = state
    if total:
        said = check(game, *state, digits=DIGITS)
        return Modulo(said.value, said.proof, "only values of the starts of turns are judged")
    rules = Rules(game, own, opp)
    proved: Proved[Any] = prove(rules, progress=progress, bits=BITS)
    if proved.proof.method == "none":
        anything = Fraction(0), Fraction(1)
        return Modulo(anything, proved.proof, proved.proof.reason)
    said = verdict(game, state, DIGITS, proved.found)
    if proved.undecided:
        return Modulo(said.value, said.proof, "not every decision could be proved")
    decided = proved.found.decided()
    pair = own - rules.offset, opp - rules.offset
    proof = said.proof if said.proof.method == "fractions" else proved.proof
    return Modulo(said.value, proof, "", partial(decided.value_modulo, pair), decided.bits)
