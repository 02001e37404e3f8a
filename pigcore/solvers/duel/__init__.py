"""Duels: a linear program, and its solution proved in fractions.

``solver``    ``solve`` and ``from_arrays``; the payoff matrix and the linear program
``turns``     what "hold at h" scores, and the best stopping rule against given scores
``exact``     the equilibrium in fractions
``solution``  what a solved duel answers
"""

from .exact import Equilibrium
from .solution import DuelPolicy, DuelSolution
from .solver import from_arrays, solve
from .turns import Rule

__all__ = ["DuelPolicy", "DuelSolution", "Equilibrium", "Rule", "from_arrays", "solve"]
