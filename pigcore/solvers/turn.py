"""Races of two of any other turn than one roll or dice set aside: what solves Farkle serves."""

from .farkle import from_arrays, solve

__all__ = ["from_arrays", "solve"]
