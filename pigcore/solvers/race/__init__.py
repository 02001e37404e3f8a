"""Races: turn starts rank by rank, by Newton's method and best replies to each other.

``solver``    ``solve`` and its methods (Newton, and those of the literature); ``from_arrays``
``ranks``     which turn start follows which, as the kernel takes them
``arrays``    the rules of a turn as the kernels read them, and one turn read off turn starts
``search``    an equilibrium of a cell in which best replies do not settle
``last_turn`` a score to pass, and the best chance to pass it; ``last_turns`` where several follow
``solution``  what a solved race answers; ``party_turn`` a turn in which somebody may mix
``turns``     how the turns of players end whose decisions are given, and ``chain`` their games
"""

from .solution import Cell, RacePolicy, RaceSolution
from .solver import METHODS, from_arrays, solve

__all__ = ["METHODS", "Cell", "RacePolicy", "RaceSolution", "from_arrays", "solve"]
