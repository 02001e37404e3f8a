"""Damage to certificates: by accident, and by an author who can count, hash and compress.

A kind of damage takes a source of random numbers, the certificate in parts (``certificates.Parts``,
its own to alter) and those of another game, and returns the bytes of a file. What it says may still
be true: a wider box, or the same text packed in another way (``HARMLESS``).

``anywhere`` holds what can be done to the certificate of any family; ``race``, ``hog``, ``duel``
and ``bag`` hold what their records and rules invite. A family is damaged once it has a line here
and one in ``support/claims/__init__.py``.
"""

from . import anywhere, bag, duel, hog, race
from .anywhere import HARMLESS, JUNK, packed, parts_of

__all__ = ["ATTACKS", "HARMLESS", "JUNK", "packed", "parts_of"]

ATTACKS = {
    "race": anywhere.ATTACKS + race.ATTACKS,
    "hog": anywhere.ATTACKS + hog.ATTACKS,
    "duel": anywhere.ATTACKS + duel.ATTACKS,
    "bag": anywhere.ATTACKS + bag.ATTACKS,
}
"""What may be done to a family's certificate; what is done more often stands there twice."""
