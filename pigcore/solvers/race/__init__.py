"""Races: Newton's method pair by pair, and the methods of the literature under their names."""

from .solution import Call, Solution
from .solver import METHODS, from_arrays, solve

__all__ = ["METHODS", "Call", "Solution", "from_arrays", "solve"]
