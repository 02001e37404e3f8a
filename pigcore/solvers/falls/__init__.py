"""Races for two in which busts in a row cost points, so that scores can fall.

``blocks``    passes over all pairs of scores
``solver``    ``solve`` and ``from_arrays``
``solution``  what such a solution answers
"""

from .solution import FallsPolicy, FallsSolution
from .solver import from_arrays, solve

__all__ = ["FallsPolicy", "FallsSolution", "from_arrays", "solve"]
