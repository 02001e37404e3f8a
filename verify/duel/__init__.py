"""Duels, proved: an equilibrium in fractions, every inequality, and uniqueness."""

from .prove import certify, check

__all__ = ["certify", "check"]
