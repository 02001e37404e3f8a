"""Farkle: a race whose turn is a state of points and dice in hand.

``solver``    ``solve`` and ``from_arrays``
``arrays``    the rules as the arrays that the kernel reads
``bound``     how far turn starts can be from the truth, whatever found them
``solution``  what a solved game of Farkle answers
"""

from .solution import FarklePolicy, FarkleSolution
from .solver import from_arrays, solve

__all__ = ["FarklePolicy", "FarkleSolution", "from_arrays", "solve"]
