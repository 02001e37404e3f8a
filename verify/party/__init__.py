"""Parties, proved: what their players' decisions are worth, and what any other could gain.

``prove`` goes through the cells: ``choice`` says which equilibrium is meant, ``unique`` where there
is only one; ``strategy`` says what a table's players do. ``enclosure`` encloses what that is worth,
and the best reply of each player to the others. All but ``strategy`` has to be believed, with
``rules`` and ``turns``. ``verdict`` is what comes out.
"""

from .prove import TOLERANCE, certify, check

__all__ = ["TOLERANCE", "certify", "check"]
