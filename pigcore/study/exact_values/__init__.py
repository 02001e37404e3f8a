"""Exact values: what a game is worth as a fraction, of twenty thousand digits if need be.

``doors``      ``exact``: finds the family's module, of its name, which says what has to be solved
``value``      ``ExactValue``: the fraction, printed, saved and loaded
``equations``  rows in whole numbers, ordered for the kernel ``residue``
``residues``   their solution modulo many primes, and the integers that have these residues
``decisions``  what doubles cannot decide, settled by the same arithmetic

A race, whatever its turn and its players, or a game of Hog becomes equations; a duel and a bag have
their fraction at once.
"""

from .doors import exact
from .value import ExactValue

__all__ = ["ExactValue", "exact"]
