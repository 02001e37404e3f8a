"""The rules of the games: frozen data in exact fractions; no solving and no numpy."""

from .bag import Bag
from .duel import Duel
from .errors import FileError, RuleError, SizeError, StateError
from .hog import Hog
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
    "Bag",
    "ConsolationPig",
    "Duel",
    "FileError",
    "Hog",
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
