"""Boards: games under way with random dice, one decision at a time.

``board``        what every family's board can do, and games played on it to their end
``transcripts``  whole games, in words and as plain data
``urns``         drawing outcomes with exact chances

Each family that has boards has a module of its name with ``rules_of(game)``,
``seat_of(game, policy)`` and ``board_of(game, seats)``.
"""

from .board import Board, module_of, played
from .transcripts import PLAYERS, Transcript, Turn
from .urns import Urn, urn

__all__ = ["PLAYERS", "Board", "Transcript", "Turn", "Urn", "module_of", "played", "urn"]
