"""The rules of the games: frozen data in exact fractions; no solving and no numpy."""

from .errors import FileError, RuleError, SizeError, StateError
from .race import (
    ConsolationPig,
    HoldOrContinue,
    PassThePigs,
    Pig,
    Piglet,
    Race,
    TwoDicePig,
)
from .roll import Roll
from .rules import find_game, named_games, read_game

__all__ = [
    "ConsolationPig",
    "FileError",
    "HoldOrContinue",
    "PassThePigs",
    "Pig",
    "Piglet",
    "Race",
    "Roll",
    "RuleError",
    "SizeError",
    "StateError",
    "TwoDicePig",
    "find_game",
    "named_games",
    "read_game",
]
