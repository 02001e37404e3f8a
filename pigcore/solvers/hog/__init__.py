"""Hog: one backward pass over the totals of the scores.

``solver``    ``solve``
``arrays``    what a turn can gain, and the rule functions, called once for every pair of scores
``solution``  what a solved game of Hog answers
"""

from .solution import HogPolicy, HogSolution
from .solver import solve

__all__ = ["HogPolicy", "HogSolution", "solve"]
