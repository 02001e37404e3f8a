"""Races in which busts in a row cost points: solved like any other."""

from .race import from_arrays, solve

__all__ = ["from_arrays", "solve"]
