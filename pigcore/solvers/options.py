"""What may be asked of a method that iterates."""

from __future__ import annotations

from ..games.checks import real, whole
from ..games.errors import RuleError
from ..games.spelling import shown

FINEST = 1e-15
"""Doubles near 1 are 1.1e-16 apart, and a sum of a few of them may be off by some such steps."""

_MOST = 1_000_000


def tolerance_of(value: object) -> float:
    """``value`` as a tolerance that doubles can reach."""
    tolerance = real(value, "tolerance", 0.0, 1.0)
    if tolerance < FINEST:
        raise RuleError(
            f"tolerance is {shown(value)}, but double precision reaches no more than {FINEST}: "
            "ask for that, or prove what matters with pigverify"
        )
    return tolerance


def iterations_of(value: object) -> int:
    """``value`` as a number of iterations, 1 … 1,000,000."""
    number = whole(value, "max_iterations")
    if not 1 <= number <= _MOST:
        raise RuleError(
            f"max_iterations is {shown(number)}, but must be between 1 and {_MOST:,}: "
            "choose another"
        )
    return number
