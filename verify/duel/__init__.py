"""Duels, proved: the equilibrium and every reply in exact fractions.

``prove`` plays the ``turns`` out, finds an equilibrium and checks it; ``verdict`` is what comes
out.
"""

from .prove import TOLERANCE, certify, check

__all__ = ["TOLERANCE", "certify", "check"]
