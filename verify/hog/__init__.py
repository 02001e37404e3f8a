"""Hog, proved: whole numbers rounded outward, and without rounding what these leave open.

``prove`` takes a ``judgement`` of every state from ``rounded``, and from ``exact`` what is open
then; or, where a turn may make no progress, from ``enclosure``, which bounds one block of states
after the other and leaves to ``ties`` what it cannot tell apart; ``verdict`` is what comes out. All
read the ``rules``.
``own`` compares the choices that follow from a table; ``match`` plays two strategies against each
other, and ``second`` recomputes one state by another route, with nothing of these.
"""

from .prove import TOLERANCE, certify, check

__all__ = ["TOLERANCE", "certify", "check"]
