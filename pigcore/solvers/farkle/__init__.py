"""Races of any turn between two players; of dice set aside, Farkle's, also what others play.

``solver``    ``solve`` and ``from_arrays``
``arrays``    the rules as the arrays that the kernel reads
``bound``     how far turn starts can be from the truth, whatever found them
``decided``   turns that are played by given decisions: what they are worth, and how they end
``last_turn`` a score to pass, and the best chance to pass it
``chain``     two players with known decisions; the best reply to one of them
``solution``  what a solved race of any turn answers
"""

from .solution import FarklePolicy, FarkleSolution
from .solver import from_arrays, refuse_penalty, solve

__all__ = ["FarklePolicy", "FarkleSolution", "from_arrays", "refuse_penalty", "solve"]
