"""Bags of dice, proved: every gesture's payoff from the coefficients of long polynomials.

``prove`` asks ``polynomials`` what the dice can show; ``verdict`` is what comes out.
"""

from .prove import TOLERANCE, certify, check

__all__ = ["TOLERANCE", "certify", "check"]
