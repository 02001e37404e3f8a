"""Figures about races, with two players or one.

``two_players`` asks the proofs of races for values, decisions and matches; ``one_player`` asks
``alone`` and ``euler``, which compute what those proofs have no room for. ``forward`` is where
second computations come from, ``readings`` what else a source may have computed.
"""

from . import one_player, two_players

__all__ = ["QUESTIONS", "SECONDS"]

QUESTIONS = one_player.QUESTIONS | two_players.QUESTIONS
SECONDS = one_player.SECONDS | two_players.SECONDS
