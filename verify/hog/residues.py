"""The value of a state of Hog modulo primes, for a fraction that is claimed to be it.

Needed where turns may make no progress, so that values are enclosed and not computed exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from pigcore.games.hog import Hog

from ..options import Progress
from ..verdict import Proof
from .enclosure import Unproved, enclose
from .rules import Rules
from .ties import by_primes, residues

__all__ = ["value_modulo"]


def value_modulo(
    game: Hog, state: tuple[int, ...], progress: Progress | None = None
) -> tuple[Callable[[int], int] | None, int, Proof]:
    """The value of a state modulo any prime, the bits of its fraction, and what proves it.

    Parameters
    ----------
    game : Hog
    state : tuple of int
        own, opp and, where dice are exchanged, the parity.
    progress : callable, optional
        Called as ``progress(done, total)`` while the choices are proved.

    Returns
    -------
    tuple
        None instead of the function where the choices are not proved.
    """
    own, opp, *parity = state
    rules = Rules(game)
    try:
        judged, bits, *_ = enclose(rules, progress)
    except Unproved as why:
        return None, 0, Proof("none", reason=str(why))
    proof = Proof("enclosure", bits)
    if not all(found.settled for found in judged.values()):
        reason = "the best choices cannot be told apart with as many bits as are allowed"
        return None, 0, Proof("none", reason=reason)
    if any(found.tied for found in judged.values()):
        proof = by_primes(rules, proof)
    policy = {at: found.best[0] for at, found in judged.items()}
    denominator = math.lcm(*(sides**game.max_dice for sides in rules.rolls))

    def value(prime: int) -> int:
        return residues(rules, policy, prime)[own, opp, sum(parity)]

    return value, rules.size * (2 * denominator).bit_length(), proof
