"""Races, proved: enclosures in integers, ties in exact arithmetic.

``prove`` asks ``enclosure`` for bounds of every turn, which ``decisions`` counts; what these leave
open ``ties`` settles with what fixed decisions are worth, ``decided``, whose equations
``evaluation`` solves; ``small`` and ``residues`` ask it for exact values; ``own`` compares the
decisions that follow from a table; ``verdict`` is what comes out. ``match`` plays two strategies
against each other, ``reach`` says whether optimal play comes to a state, and ``second`` recomputes
one state by another route, with nothing of these. All read the ``rules``. ``newton`` only finds
where an enclosure may be looked for, beginning where throws wipe from ``policy_iteration`` in
``floats``; neither need be believed.
"""

from .prove import TOLERANCE, certify, check

__all__ = ["TOLERANCE", "certify", "check"]
