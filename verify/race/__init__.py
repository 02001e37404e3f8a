"""Races of any turn, proved: every turn start, when to bank, and which option of a throw to take.

``prove`` asks ``enclosure`` for bounds of every turn, which ``turns`` evaluates; ``decisions``
counts what they prove, ``ties`` settles what they leave open with exact numbers (``evaluation``, or
the residues of ``carried``), and ``own`` compares the decisions that follow from a table;
``verdict`` is what comes out. ``match`` plays two strategies against each other, and ``second``
recomputes one state by another route, with nothing of these. Three players or more are proved by
``several``, cell by cell: ``between`` encloses those that leave nothing open, ``cells`` what given
decisions lead to and what anybody could gain, ``last_turns`` what follows once somebody has the
goal; all else is that of two. All read the ``rules``. ``compiled`` has the first pass over a whole
race done by ``kernels/race``. ``newton`` and ``wipes`` only find where an enclosure may be looked
for; they need not be believed.
"""

from .prove import TOLERANCE, certify, check

__all__ = ["TOLERANCE", "certify", "check"]
