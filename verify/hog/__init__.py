"""Hog, proved: whole numbers without rounding; enclosures where turns make no progress."""

from .prove import certify, check

__all__ = ["certify", "check"]
