"""Farkle, proved: every turn start, when to bank, and what to set aside of every throw.

``prove`` asks ``enclosure`` for bounds of every turn, which ``turns`` evaluates; ``decisions``
counts what they prove, ties included, and ``own`` compares the decisions that follow from a
table; ``verdict`` is what comes out. All read the ``rules``, which enumerate throws and choices on
their own. ``newton`` only finds where an enclosure may be looked for; it need not be believed.
"""

from .prove import TOLERANCE, certify, check

__all__ = ["TOLERANCE", "certify", "check"]
