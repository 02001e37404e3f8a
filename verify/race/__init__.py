"""Races of any turn, proved: every turn start, when to bank, and which option of a throw to take.

``tables`` reads the rules; ``turn`` is one turn over any kind of number; ``check`` says what boxes
prove, in one pass, and is believed; ``find`` makes the boxes, and is not. ``exactly`` settles ties,
``prove`` decides with how many bits that is tried and says what came back (``verdict``). ``walk``
computes long fractions, ``match`` plays two strategies against each other, and ``second``
recomputes one state by another route, with nothing of these.
"""

from .prove import TOLERANCE, certify, check

__all__ = ["TOLERANCE", "certify", "check"]
