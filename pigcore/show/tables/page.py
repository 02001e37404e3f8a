"""A booklet as one page of HTML that needs nothing else and prints on sheets of A4.

A grid is cut into parts of as many rows and columns as fit on a sheet at a size that is read across
a table; each repeats its headings. What is small shares a sheet. The look is in ``booklet.css``:
cells have a tint of the palette, more is darker, and the digits on it are black, so that nothing is
lost where a browser prints no backgrounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from ...games.errors import RuleError
from ...palette import between, colour
from ...version import VERSION
from .parts import Booklet, Cell, Grid, Listing, Note

__all__ = ["COLUMNS", "MOST", "ROWS", "as_page"]

ROWS, COLUMNS = 50, 25
"""Of a sheet."""

_HEIGHT = 262.0
"""Millimetres of a sheet within which parts share one."""

_TINT = 0.55
"""How much white the colour of a cell has."""

MOST = 400
"""Scores in a grid: more would be a hundred sheets and more."""

_GUIDE = 5
"""A line to guide the eye after so many rows and columns."""

_PALE = "Slanted: whoever plays by this table never has these scores at the start of a turn."


def as_page(booklet: Booklet, reachable: bool = False) -> str:
    """The whole document; ``reachable`` tells scores apart that play by it never comes to.

    Raises
    ------
    RuleError
        If a grid has more than 400 scores.
    """
    for grid in booklet.grids:
        if (scores := len(grid.scores)) > MOST:
            raise RuleError(
                f"the table has {scores} scores, but a page holds at most {MOST}: give a step of "
                f"{-(-scores // MOST)} or more"
            )
    style = files(__package__).joinpath("booklet.css").read_text(encoding="utf-8")
    style = style.replace("{{tints}}", _tints())
    front, *parts = [_front(booklet, reachable), *_parts(booklet, reachable)]
    sheets, left = [[front[1]]], _HEIGHT - front[0]
    for number, (height, part) in enumerate(parts):
        if number and height > left:
            sheets.append([])
            left = _HEIGHT
        sheets[-1].append(part)
        left -= height
    body = []
    for number, sheet in enumerate(sheets, 1):
        foot = f"{booklet.title} · sheet {number} of {len(sheets)} · pigcore {VERSION}"
        lines = "\n".join(sheet)
        body.append(f"<section>\n{lines}\n<p class='foot'>{escape(foot)}</p>\n</section>\n")
    return (
        "<!DOCTYPE html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=780">\n'
        f"<title>{escape(booklet.title)}: what to do at every score</title>\n"
        f"<style>\n{style}</style>\n</head>\n<body>\n<main>\n{''.join(body)}</main>\n</body>\n</html>\n"
    )


def _front(booklet: Booklet, reachable: bool) -> tuple[float, str]:
    pale = reachable and any(
        cell.pale for grid in booklet.grids for row in grid.cells for cell in row
    )
    reading = [*booklet.reading, *([_PALE] if pale else [])]
    lines = "\n".join(f"<li>{escape(line)}</li>" for line in reading)
    height = 12 + 4.3 * sum(1 + len(line) // 110 for line in (str(booklet.game), *reading))
    return height, (
        f"<h1>{escape(booklet.title)}</h1>\n<p class='rules'>{escape(str(booklet.game))}</p>\n"
        f"<ul class='reading'>\n{lines}\n</ul>\n"
    )


def _parts(booklet: Booklet, reachable: bool) -> Iterator[tuple[float, str]]:
    """The parts, and about how many millimetres each is high."""
    for grid in booklet.grids:
        for row in range(0, len(grid.scores), ROWS):
            down = slice(row, row + ROWS)
            for column in range(0, len(grid.scores), COLUMNS):
                height = 12 + 4.4 * (1 + len(grid.scores[down]))
                across = slice(column, column + COLUMNS)
                yield height, _grid(grid, down, across, reachable)
    for listing in booklet.listings:
        yield 14 + 5.2 * len(listing.rows), _listing(listing)
    for note in booklet.notes:
        lines = sum(1 + len(entry) // 62 for entry in note.entries)
        yield 10 + 3.7 * (1 + lines // 2), _note(note)


def _tints() -> str:
    """A style for each tenth of the scale, and for what is beyond it."""
    extreme = bytes.fromhex(colour("extreme")[1:])
    inks = [(f"m{tenth}", between(tenth / 10)) for tenth in range(11)] + [("beyond", extreme)]
    lines = []
    for name, ink in inks:
        tint = " ".join(str(round(part + _TINT * (255 - part))) for part in ink)
        lines.append(f".grid td.{name} {{ background: rgb({tint}); }}")
    return "\n".join(lines)


def _grid(grid: Grid, down: slice, across: slice, reachable: bool) -> str:
    rows, columns = grid.scores[down], grid.scores[across]
    caption = f"{grid.title}: you have {_span(rows)} (down), {grid.other} {_span(columns)} (across)"
    heads = "".join(
        f"<th scope='col'{_guide(place)}>{score}</th>" for place, score in enumerate(columns)
    )
    lines = [
        f"<tr{_guide(place)}><th scope='row'>{score}</th>"
        + "".join(_cell(cell, at, reachable) for at, cell in enumerate(cells[across]))
        + "</tr>"
        for place, (score, cells) in enumerate(zip(rows, grid.cells[down]))
    ]
    return (
        f"<table class='grid'>\n<caption>{escape(caption)}</caption>\n"
        f"<thead><tr><th scope='col'>you</th>{heads}</tr></thead>\n"
        "<tbody>\n" + "\n".join(lines) + "\n</tbody>\n</table>"
    )


def _span(scores: Sequence[int]) -> str:
    return str(scores[0]) if len(scores) == 1 else f"{scores[0]} to {scores[-1]}"


def _guide(place: int, more: str = "") -> str:
    names = " ".join(filter(None, ["g" if (place + 1) % _GUIDE == 0 else "", more]))
    return f" class='{names}'" if names else ""


def _cell(cell: Cell, place: int, reachable: bool) -> str:
    mark = f"<sup>{escape(cell.mark)}</sup>" if cell.mark else ""
    tint = "beyond" if cell.much is None else f"m{round(10 * min(max(cell.much, 0.0), 1.0))}"
    names = f"{tint} p" if reachable and cell.pale else tint
    return f"<td{_guide(place, names)}>{escape(cell.text)}{mark}</td>"


def _listing(listing: Listing) -> str:
    heads = "".join(f"<th scope='col'>{escape(name)}</th>" for name in listing.names)
    lines = [
        f"<tr{_guide(place)}>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
        for place, row in enumerate(listing.rows)
    ]
    return (
        f"<table class='listing'>\n<caption>{escape(listing.title)}</caption>\n"
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n" + "\n".join(lines) + "\n</tbody>\n</table>"
    )


def _note(note: Note) -> str:
    lines = "\n".join(f"<li>{escape(entry)}</li>" for entry in note.entries)
    return f"<h2>{escape(note.title)}</h2>\n<ul class='notes'>\n{lines}\n</ul>"
