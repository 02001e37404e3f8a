"""Races between two players: turn starts by Newton's method, pair by pair.

``solver``    ``solve`` and its methods (Newton, and those of the literature); ``from_arrays``
``arrays``    the rules as the arrays that the kernels read, and one turn read off turn starts
``last_turn`` a score to pass, and the best chance to pass it; ``last_turns`` where several follow
``solution``  what a solved race answers

``solver`` makes ``arrays``, calls a kernel and hands back a ``solution``, which reads turns
through ``arrays`` again.
"""

from .solution import RacePolicy, RaceSolution
from .solver import METHODS, from_arrays, solve

__all__ = ["METHODS", "RacePolicy", "RaceSolution", "from_arrays", "solve"]
