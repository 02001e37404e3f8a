"""Races in which busts in a row cost points, certified."""

from .prove import TOLERANCE, certify, check
from .verdict import FallsReport

__all__ = ["TOLERANCE", "FallsReport", "certify", "check"]
