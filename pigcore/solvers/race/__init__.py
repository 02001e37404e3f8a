"""Races: turn starts rank by rank, by Newton's method and best replies to each other.

``solver``    ``solve`` and its methods (Newton, and those of the literature)
``ranks``     which turn start follows which, as the kernel takes them
``arrays``    the rules of a turn as the kernels read them
``search``    an equilibrium of a cell in which best replies do not settle
``late``      last turns, and ties that are played on: starts that are solved before all others
``one_turn``  what one turn pays, and how it goes on under best play, or where somebody mixes
``solution``  what a solved race answers
``decided``   turns that are played by given decisions; ``best`` the decisions of best play
``turns``     how the turns of such players end, ``chain`` their games, ``replies`` best replies
"""

from .solution import Cell, RacePolicy, RaceSolution
from .solver import METHODS, solve

__all__ = ["METHODS", "Cell", "RacePolicy", "RaceSolution", "solve"]
