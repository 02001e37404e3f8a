"""A booklet on a terminal: as many columns of a grid side by side as fit into a line."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from .parts import Booklet, Cell, Grid, Listing, Note

__all__ = ["as_text"]

_ROUND = 5
"""Blocks of a grid end before a score that is a multiple of so many columns, where they can."""


def as_text(booklet: Booklet, width: int = 80) -> str:
    """The booklet in lines of at most ``width`` characters, 40 or more."""
    parts = [
        "\n".join(_wrapped(str(booklet.game).splitlines(), width)),
        "\n".join(_wrapped(booklet.reading, width)),
        *(block for grid in booklet.grids for block in _blocks(grid, width)),
        *(_listing(listing, width) for listing in booklet.listings),
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


def _listing(listing: Listing, width: int) -> str:
    rows = [list(listing.names), *map(list, listing.rows)]
    widths = [max(map(len, column)) for column in zip(*rows)]
    spare = width - sum(widths) - 2 * (len(widths) - 1)
    if spare < 0:  # headings break before cells do
        widths = [
            max(*map(len, column), *map(len, name.split()))
            for name, column in zip(listing.names, zip(*listing.rows))
        ]
    heads = [textwrap.wrap(name, size) for name, size in zip(listing.names, widths)]
    height = max(map(len, heads))
    lines = [
        [head[place - height] if place - height >= -len(head) else "" for head in heads]
        for place in range(height)
    ]
    lines += rows[1:]
    return "\n".join(
        [
            listing.title,
            *(
                "  ".join(cell.rjust(size) for cell, size in zip(line, widths)).rstrip()
                for line in lines
            ),
        ]
    )


def _note(note: Note, width: int) -> Iterator[str]:
    yield from _wrapped([note.title], width)
    yield from _wrapped(note.entries, width, indent="  ")
