"""Simulation: games played with random dice, as a witness of what is computed exactly.

``simulate``  the door: many games from a seed
``blocks``    blocks of games, each from a seed of its own, and who plays them
``results``   counts, means and their intervals

Each family that can be simulated has a module of its name with ``tables(game, first, second)``;
where nobody is played against, ``second`` is None by default.
"""

from .results import Simulation
from .simulate import simulate

__all__ = ["Simulation", "simulate"]
