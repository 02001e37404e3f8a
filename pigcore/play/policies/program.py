"""A policy as a Python file that needs nothing else: one documented function, at most 100 kB.

What the function looks up stands in the file as lines of text: readable if that fits, else packed
(zlib, base 85). A family writes the rest: the function, and how it reads the lines.
"""

from __future__ import annotations

import zlib
from base64 import b85encode
from collections.abc import Iterable, Sequence
from itertools import groupby
from textwrap import fill
from typing import Any

from ...games.errors import RuleError, SizeError
from ...games.game import Game
from ...version import VERSION
from ...writing import PROGRAM

__all__ = [
    "MOST_BYTES", "function", "packed_size", "program_of", "refuse_chance", "runs",
    "too_large",
]  # fmt: skip

MOST_BYTES = 100_000
"""The largest file."""


def runs(entries: Iterable[Any]) -> str:
    """Entries with blanks between them, those that are repeated as ``entry*times``.

    Examples
    --------
    >>> runs([5, 5, 5, 6])
    '5*3 6'
    """
    found = []
    for entry, same in groupby(entries):
        times = sum(1 for _ in same)
        found.append(f"{entry}*{times}" if times > 1 else f"{entry}")
    return " ".join(found)


def _packed(lines: Sequence[str]) -> str:
    return b85encode(zlib.compress("\n".join(lines).encode(), 9)).decode()


def packed_size(lines: Sequence[str]) -> int:
    """How many bytes lines take that are packed."""
    return len(_packed(lines))


def refuse_chance(game: Game, policy: Any) -> RuleError:
    """The refusal of a policy that plays at random."""
    return RuleError(
        f"the policy {str(policy)!r} leaves some decisions of {game.name} to chance, but a program "
        "answers each with one action: save it as a table, in a .npz file"
    )


def too_large(game: Game, policy: Any, size: int) -> SizeError:
    """The refusal of a program of at least so many bytes."""
    return SizeError(
        f"a program of the policy {str(policy)!r} of {game.name} would have {size:,} bytes or "
        f"more, but may have {MOST_BYTES:,}: choose a smaller goal, or a rule of thumb in its place"
    )


def function(signature: str, says: Sequence[str], body: Sequence[str]) -> list[str]:
    """The lines of ``final_strategy``, with what it says in its docstring."""
    described = [f'"""{_quoted(says[0])}', *map(_quoted, says[1:]), '"""']
    lines = [f"    {line}" if line else "" for line in (*described, *body)]
    return ["", "", f"def final_strategy({signature}):", *lines]


def program_of(game: Game, policy: Any, lines: dict[str, Sequence[str]], code: str) -> str:
    """The text of the file: ``lines``, constants that are lists of lines, and the ``code``.

    Raises
    ------
    SizeError
        If it would be larger than 100 kB.
    """
    text = ""
    for pack in (False, True):
        text = _written(game, policy, lines, code, pack)
        if len(text.encode()) <= MOST_BYTES:
            return text
    raise too_large(game, policy, len(text.encode()))


def _written(
    game: Game, policy: Any, lines: dict[str, Sequence[str]], code: str, pack: bool
) -> str:
    known = []
    for name, each in lines.items():
        if pack:
            data = _packed(each)
            rows = "\n".join(data[n : n + 98] for n in range(0, len(data), 98))
            known.append(f'{name} = _unpacked(r"""\n{rows}\n""")\n')
        else:
            text = "\n".join(each)
            known.append(f'{name} = r"""\n{text}\n"""[1:-1].split("\\n")\n')
    words = str(policy)
    about = [words[:1].upper() + words[1:] + ".", *str(game).splitlines()]
    said = "\n\n".join(fill(text, 96) for text in about if text.strip())
    parts = [
        f"{PROGRAM.begin.decode()} {VERSION}: it needs Python 3 alone, and no other file.",
        f'"""{_quoted(said)}\n"""\n',
        "\n".join(line for line in _IMPORTS if line.split()[-1] in code) + "\n" + _UNPACK * pack,
        *known,
        code,
    ]
    return "\n".join(parts).rstrip() + "\n"


def _quoted(text: str) -> str:
    """Text as it may stand in a docstring."""
    return text.replace("\\", "\\\\").replace('"""', "'''")


_IMPORTS = (
    "from ast import literal_eval", "from bisect import bisect_right",
    "from functools import lru_cache",
)  # fmt: skip

_UNPACK = '''from base64 import b85decode
from zlib import decompress


def _unpacked(text):
    """The lines of a text that is packed."""
    return decompress(b85decode("".join(text.split()))).decode().split("\\n")

'''
