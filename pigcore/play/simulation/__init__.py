"""Simulation: games played with random dice, as a witness of what is computed exactly.

``simulate``  many games from a seed, in blocks
``results``   counts, means and their intervals

Each family that can be simulated has a module of its name with ``tables(game, first, second)``;
where nobody is played against, ``second`` is None by default. What it makes can be sent anywhere,
and has ``play()``, which returns what plays some games and adds to the counts, of the ``shape``;
``result``, which makes the result of them; and ``board()`` with the policies in their seats where
points are banked.
"""

from .results import Simulation
from .simulate import simulate

__all__ = ["Simulation", "simulate"]
