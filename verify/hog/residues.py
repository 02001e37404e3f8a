"""The value of a state of Hog modulo primes, for a fraction that is claimed to be it.

Needed where turns may make no progress, so that values are enclosed and not computed exactly.
"""

from __future__ import annotations

import math
from fractions import Fraction

from pigcore.games.hog import Hog

from ..fraction import DIGITS, Modulo
from ..options import Progress
from ..verdict import Proof
from .enclosure import Unproved, enclose
from .prove import check
from .rules import Rules
from .ties import by_primes, residues

__all__ = ["value_modulo"]


def value_modulo(game: Hog, state: tuple[int, ...], progress: Progress | None = None) -> Modulo:
    """The value of a state: exactly, or enclosed and modulo any prime.

    Parameters
    ----------
    game : Hog
    state : tuple of int
        own, opp and, where dice are exchanged, the parity.
    progress : callable, optional
        Called as ``progress(done, total)`` while the choices are proved.
    """
    own, opp, *parity = state
    if not Rules(game, lowest=own + opp).falls:
        said = check(game, *state, digits=DIGITS)
        return Modulo(said.value, said.proof, "")
    rules = Rules(game)
    try:
        judged, bits, *_ = enclose(rules, progress)
    except Unproved as why:
        nothing = Fraction(0), Fraction(1)
        return Modulo(nothing, Proof("none", reason=str(why)), str(why))
    proof = Proof("enclosure", bits)
    here = judged[own, opp, sum(parity)]
    interval = here.fractions(here.value)
    if not all(found.settled for found in judged.values()):
        reason = "the best choices cannot be distinguished with as many bits as are allowed"
        return Modulo(interval, proof, reason)
    if any(found.tied for found in judged.values()):
        proof = by_primes(rules, proof)
    policy = {at: found.best[0] for at, found in judged.items()}
    denominator = math.lcm(*(sides**game.max_dice for sides in rules.rolls))

    def value(prime: int) -> int:
        return residues(rules, policy, prime)[own, opp, sum(parity)]

    bits = rules.size * (2 * denominator).bit_length()
    return Modulo(interval, proof, "", value, bits)
