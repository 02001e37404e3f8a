"""Races of any turn, proved: every turn start, when to bank, and which option of a throw to take.

``prove`` asks ``enclosure`` for bounds of every turn, which ``turns`` evaluates; ``decisions``
counts what they prove, ties included, and ``own`` compares the decisions that follow from a
table; ``verdict`` is what comes out. All read the ``rules``. ``newton`` and ``wipes`` only find
where an enclosure may be looked for; they need not be believed.
"""

from .prove import TOLERANCE, certify, check

__all__ = ["TOLERANCE", "certify", "check"]
