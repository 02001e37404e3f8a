"""Hog: one backward pass over the totals of the scores."""

from .solution import Call, Solution
from .solver import from_arrays, solve

__all__ = ["Call", "Solution", "from_arrays", "solve"]
