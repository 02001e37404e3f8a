"""Simulation: games played with random dice, as a witness of what is computed exactly.

``simulate``  many games from a seed, in blocks, on a board of any kind
``loops``     the compiled loop, for policies that it can read
``results``   counts, means and their intervals
"""

from .results import Simulation
from .simulate import simulate

__all__ = ["Simulation", "simulate"]
