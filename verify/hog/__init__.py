"""Hog, proved: whole numbers without rounding; enclosures where turns make no progress.

``prove`` takes a ``judgement`` of every state from ``exact``, or, where a turn may make no
progress, from ``enclosure``, which bounds the ``choices`` of one block after the other and leaves
to ``ties`` what it cannot tell apart; ``verdict`` is what comes out. All read the ``rules``.
``own`` compares the choices that follow from a table; ``match`` plays two strategies against each
other, and ``second`` recomputes one state by another route, with nothing of these. ``stays`` only
finds where the values of a block may be looked for, and need not be believed.
"""

from .prove import TOLERANCE, certify, check

__all__ = ["TOLERANCE", "certify", "check"]
