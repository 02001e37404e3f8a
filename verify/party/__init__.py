"""Parties, proved: what their players' decisions are worth, and what any other could gain.

``prove`` goes through the cells: ``strategy`` says what the players do, from a table or by itself;
``enclosure`` encloses what that is worth, and the best reply of each player to the others: this
has to be believed, with ``rules`` and ``turns``. ``unique`` proves of most cells that they have no
other equilibrium. ``verdict`` is what comes out.
"""

from .prove import TOLERANCE, certify, check

__all__ = ["TOLERANCE", "certify", "check"]
