"""The rules of the games: frozen data in exact fractions; no solving and no numpy."""

from .bag import Bag
from .duel import Duel
from .errors import FileError, PigcoreError, RuleError, SizeError, StateError
from .farkle import Farkle
from .game import Game
from .hog import Hog
from .party import Party
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
from .rules import game, named_games

__all__ = [
    "Bag",
    "ConsolationPig",
    "Duel",
    "Farkle",
    "FileError",
    "Game",
    "Hog",
    "HoldOrContinue",
    "Party",
    "PassThePigs",
    "Pig",
    "PigcoreError",
    "Piglet",
    "Race",
    "Roll",
    "RuleError",
    "SizeError",
    "StateError",
    "TwoDicePig",
    "game",
    "named_games",
]
