"""Duels: a linear program, and its solution proved in fractions."""

from .exact import Equilibrium
from .solution import Solution
from .solver import from_arrays, solve
from .turns import Rule

__all__ = ["Equilibrium", "Rule", "Solution", "from_arrays", "solve"]
