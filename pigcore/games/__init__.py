"""The rules of the games: frozen data in exact fractions; no solving and no numpy."""

from .bag import Bag
from .duel import Duel
from .errors import FileError, PigcoreError, RuleError, SizeError, StateError
from .farkle import Farkle
from .game import Game
from .hog import Hog
from .pig import (
    BigPig,
    ConsolationPig,
    DoubleTrouble,
    GrowingPig,
    HoldOrContinue,
    PassThePigs,
    Pig,
    Piglet,
    TwoDicePig,
)
from .race import Race
from .roll import BUST, WIPE, Roll
from .rules import game, named_games
from .turn import Turn, gain
from .zombie import ZombieDice, ZombieDiceBox

__all__ = [
    "BUST",
    "WIPE",
    "Bag",
    "BigPig",
    "ConsolationPig",
    "DoubleTrouble",
    "Duel",
    "Farkle",
    "FileError",
    "Game",
    "GrowingPig",
    "Hog",
    "HoldOrContinue",
    "PassThePigs",
    "Pig",
    "PigcoreError",
    "Piglet",
    "Race",
    "Roll",
    "RuleError",
    "SizeError",
    "StateError",
    "Turn",
    "TwoDicePig",
    "ZombieDice",
    "ZombieDiceBox",
    "gain",
    "game",
    "named_games",
]
