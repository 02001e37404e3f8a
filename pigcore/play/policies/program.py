"""A policy of Hog as a Python file that needs nothing else: one documented function.

What the function looks up stands in the file as lines of text.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from textwrap import fill
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError, SizeError
from ...games.hog import Hog
from ...games.spelling import listed
from ...version import VERSION
from ...writing import PROGRAM

_MOST_BYTES = 100_000


def program_of(game: Hog, policy: Any, plan: NDArray[np.int16]) -> str:
    """The text of a file whose function ``final_strategy`` answers as ``plan`` has it.

    Raises
    ------
    SizeError
        If it would be larger than 100 kB.
    """
    if game.memory.keys() - {"parity"}:
        raise RuleError(
            f"{game.name} remembers {listed(game.memory)}, of which a program is not told: "
            "save the policy as an array"
        )
    lines = "\n".join(_runs(row.tolist()) for part in plan for row in part)
    text = _written(game, policy, lines)
    if (size := len(text.encode())) > _MOST_BYTES:
        raise SizeError(
            f"a program of the policy {str(policy)!r} of {game.name} would have {size:,} bytes, "
            f"but may have {_MOST_BYTES:,}: choose a smaller goal, or a rule of thumb in its place"
        )
    return text


def _runs(entries: Iterable[int]) -> str:
    """Entries with blanks between them, those that are repeated as ``entry*times``."""
    found = []
    for entry, same in groupby(entries):
        times = sum(1 for _ in same)
        found.append(f"{entry}*{times}" if times > 1 else f"{entry}")
    return " ".join(found)


def _written(game: Hog, policy: Any, lines: str) -> str:
    words, last, two = str(policy), game.goal - 1, game.exchange
    about = [words[:1].upper() + words[1:] + ".", *str(game).splitlines()]
    said = "\n\n".join(fill(text, 96) for text in about if text.strip())
    quoted = said.replace("\\", "\\\\").replace('"""', "'''")
    parity = "\n    parity: 1 if dice have been exchanged an odd number of times, else 0" * two
    return f'''{PROGRAM.begin.decode()} {VERSION}: it needs Python 3 alone, and no other file.
"""{quoted}
"""

from functools import lru_cache

DICE = r"""
{lines}
"""[1:-1].split("\\n")


@lru_cache(maxsize=None)
def _row(score):
    """The numbers of dice by the opponent's score, which DICE has as ``dice*times``."""
    dice = []
    for run in DICE[score].split():
        each, _, times = run.partition("*")
        dice += [int(each)] * int(times or 1)
    return dice


def final_strategy(score, opponent_score{", parity=0" * two}):
    """Say how many dice to roll, a number{"; -1 exchanges them" * two}.

    score, opponent_score: of the player to move and of the other, 0 to {last}{parity}
    """
    for each in (score, opponent_score):
        if not 0 <= each <= {last}:
            raise ValueError(f"a score is {{each}}, but must be from 0 to {last}")
    return _row(score{f" + {game.goal} * parity" * two})[opponent_score]
'''
