"""What goes wrong on purpose. Every refusal is one sentence: the value, the limit, the remedy.

::

    ValueError
    └── PigcoreError       whatever pigcore and pigverify refuse
        ├── RuleError      the rules describe no game, or an option is out of range
        ├── StateError     the state asked about does not exist in this game
        ├── SizeError      the answer would not fit in memory
        └── FileError      a file is missing, damaged, altered or of another format
            └── MissingFileError   it is missing; also a FileNotFoundError

The command line prints the sentence as it stands and leaves with exit status 2.
"""

from __future__ import annotations

from errno import ENOENT
from typing import Self


class PigcoreError(ValueError):
    """The base of all errors that pigcore and pigverify raise on purpose."""


class RuleError(PigcoreError):
    """The rules do not describe a game: the chances do not add up, nobody can reach the goal, …"""


class StateError(PigcoreError):
    """The state asked about does not exist in this game."""


class SizeError(PigcoreError):
    """The answer would not fit in memory."""


class FileError(PigcoreError):
    """The file is missing, damaged, altered or of another format."""


class MissingFileError(FileError, FileNotFoundError):
    """The file, or its folder, does not exist."""

    # What else would be that of ValueError, which makes no OSError.
    def __new__(cls, *parts: object) -> Self:
        """As that of a missing file."""
        return FileNotFoundError.__new__(cls, *parts)

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.errno: int | None = ENOENT
