"""Simulation: games played with random dice, as a witness of what is computed exactly.

``simulate``     blocks of games, each from a seed of its own, and what they come to
``results``      counts, means and their intervals
``transcripts``  whole games, throw by throw
``urns``         drawing outcomes with exact chances

Each family that can be simulated has a module of its name with ``tables(game, first, second)``.
"""

from .results import Simulation
from .simulate import simulate
from .transcripts import Transcript

__all__ = ["Simulation", "Transcript", "simulate"]
