"""Races, proved: enclosures in integers, ties in exact arithmetic."""

from .prove import certify, check

__all__ = ["certify", "check"]
