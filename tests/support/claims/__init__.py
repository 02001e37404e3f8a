"""Whether what a certificate says is so, if its checker takes it.

``CLAIMS[family](game, data)`` is made from a right certificate, and ``false(data)`` says in words
what is false in another one that was taken, or None. ``race`` compares with enclosures far narrower
than the boxes, and for other rules with value iteration; ``hog``, ``duel`` and ``bag`` with the
exact values of whatever game the tables of the certificate describe, by brute force in fractions.
"""

from .bag import BagClaims
from .duel import DuelClaims
from .hog import HogClaims
from .race import RaceClaims

__all__ = ["CLAIMS", "BagClaims", "DuelClaims", "HogClaims", "RaceClaims"]

CLAIMS = {
    "race": RaceClaims,
    "hog": HogClaims,
    "duel": DuelClaims,
    "bag": BagClaims,
}
