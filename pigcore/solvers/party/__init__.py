"""A party of several players: what best replies to each other leave open is searched.

``solver``    ``solve`` and ``from_arrays``
``arrays``    a turn's places, and tuples of scores by number
``search``    an equilibrium of a cell in which best replies do not settle
``turn``      one turn by any table of turn starts, and what a mover can mix
``solution``  what a solved party answers
"""

from .solution import Cell, PartyPolicy, PartySolution
from .solver import from_arrays, solve

__all__ = ["Cell", "PartyPolicy", "PartySolution", "from_arrays", "solve"]
