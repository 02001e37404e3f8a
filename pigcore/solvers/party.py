"""Races of three players or more: solved like any other."""

from .race import Cell, PartySolution, from_arrays, solve

__all__ = ["Cell", "PartySolution", "from_arrays", "solve"]
