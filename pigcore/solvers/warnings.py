"""What a solution warns of."""

from __future__ import annotations

__all__ = ["ConvergenceWarning", "DisputedWarning"]


class DisputedWarning(UserWarning):
    """Double precision cannot decide this state; the verifier can."""


class ConvergenceWarning(UserWarning):
    """The method stopped before it reached its tolerance."""
