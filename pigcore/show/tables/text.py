"""A booklet on a terminal: as many columns of a grid side by side as fit into a line."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from .parts import Booklet, Cell, Grid, Note

__all__ = ["as_text"]

_ROUND = 5
"""Blocks of a grid end before a score that is a multiple of so many columns, where they can."""


def as_text(booklet: Booklet, width: int = 80) -> str:
    """The booklet in lines of at most ``width`` characters, 40 or more."""
    parts = [
        "\n".join(_wrapped(str(booklet.game).splitlines(), width)),
        "\n".join(_wrapped(booklet.reading, width)),
        *(block for grid in booklet.grids for block in _blocks(grid, width)),
        *("\n".join(_note(note, width)) for note in booklet.notes),
    ]
    return "\n\n".join(parts)


def _wrapped(lines: Sequence[str], width: int, indent: str = "") -> Iterator[str]:
    for line in lines:
        yield from textwrap.wrap(line, width, subsequent_indent=indent)


def _blocks(grid: Grid, width: int) -> Iterator[str]:
    label = max(len("you"), *(len(str(score)) for score in grid.scores))
    marks = max(len(cell.mark) for row in grid.cells for cell in row)
    column = marks + max(
        *(len(cell.text) for row in grid.cells for cell in row),
        *(len(str(score)) for score in grid.scores),
    )
    fitting = max(1, (width - label) // (column + 1))
    if fitting < len(grid.scores):
        fitting -= fitting % _ROUND if fitting > _ROUND else 0
    for first in range(0, len(grid.scores), fitting):
        block = slice(first, first + fitting)
        # Marks hang to the right of the digits, which stay in line.
        rows = [
            ("you", [Cell(str(score)) for score in grid.scores[block]]),
            *((str(score), row[block]) for score, row in zip(grid.scores, grid.cells)),
        ]
        lines = [
            *_wrapped([f"{grid.title}: your score down, {grid.other}'s across"], width),
            *(
                name.rjust(label)
                + "".join((cell.text + cell.mark.ljust(marks)).rjust(column + 1) for cell in row)
                for name, row in rows
            ),
        ]
        yield "\n".join(line.rstrip() for line in lines)


def _note(note: Note, width: int) -> Iterator[str]:
    yield from _wrapped([note.title], width)
    yield from _wrapped(note.entries, width, indent="  ")
