"""A party of several players: cells of turn starts, closed in by intervals or searched.

``solver``    ``solve`` and ``from_arrays``
``arrays``    the rules as the arrays that the kernel reads
``search``    all equilibria of a cell that may have several, or none in pure decisions
``turn``      one turn by any table of turn starts, and what a mover can mix
``solution``  what a solved party answers
"""

from .solution import Cell, PartyPolicy, PartySolution
from .solver import from_arrays, solve

__all__ = ["Cell", "PartyPolicy", "PartySolution", "from_arrays", "solve"]
