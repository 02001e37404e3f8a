"""Boards: games under way with random dice, one decision at a time.

``board``   what every family's board can do; turns, in words and as plain data
``race``    races of any rule, throw by throw, and policies in their seats
``hog``     Hog, a turn at a time
``replay``  whole games; games already played, checked by playing them once more
``urns``    drawing outcomes with exact chances

Each family that has boards has a module of its name with ``rules_of(game)``,
``seat_of(game, policy)`` and ``board_of(game, seats)``.
"""

from .board import PLAYERS, Board, Cast, Move, Turn
from .replay import Replay, Transcript, begun, played, replayed, seats_of, transcript_of
from .urns import Urn, urn

__all__ = [
    "PLAYERS", "Board", "Cast", "Move", "Replay", "Transcript", "Turn", "Urn", "begun", "played",
    "replayed", "seats_of", "transcript_of", "urn",
]  # fmt: skip
