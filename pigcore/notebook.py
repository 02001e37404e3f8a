"""What notebooks show: results as small tables, solutions with a small map.

Everything is made of plain Python, whatever the size of the game: a picture has at most
``ACROSS`` cells a side, and is a PNG in the colours of the palette inside an SVG, whose lines and
words have the colour of the notebook's text and so can be read in dark ones too.
"""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from .games.spelling import spell
from .palette import between, colour

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "ACROSS", "InNotebooks", "bars", "facts_as_html", "png", "rows_as_html", "score_map", "thinned",
]  # fmt: skip

ACROSS = 100
"""The largest number of cells along a side of a map, and of bars in a picture."""

_ROWS = 60
"""Rows that are shown of a longer table."""

_LONG = 200
"""Characters that are shown of a longer entry."""


class InNotebooks:
    """A result that a notebook shows as a table of what ``_facts_shown`` names."""

    def _facts_shown(self) -> Mapping[str, Any] | Sequence[Mapping[str, Any]]:
        """What to show: facts by name, or rows of the same entries; quick to find."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{self}>"

    def _repr_html_(self) -> str:
        shown = self._facts_shown()
        title = type(self).__name__
        if isinstance(shown, Mapping):
            return facts_as_html(title, shown)
        return rows_as_html(title, shown)


def facts_as_html(title: str, facts: Mapping[str, Any]) -> str:
    """Names and values as a table of two columns.

    Examples
    --------
    >>> facts_as_html("Match", {"first": 0.5}).split("</caption>")[1]
    '<tbody><tr><th scope="row">first</th><td>0.5</td></tr></tbody></table>'
    """
    lines = "".join(
        f'<tr><th scope="row">{_text(name)}</th><td>{_text(fact)}</td></tr>'
        for name, fact in facts.items()
    )
    return f"<table><caption>{_text(title)}</caption><tbody>{lines}</tbody></table>"


def rows_as_html(title: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows of the same entries as a table with a heading; the first sixty."""
    if len(rows) > _ROWS:
        title = f"{title}: the first {_ROWS} of {len(rows):,} rows"
    heads = "".join(f'<th scope="col">{_text(name)}</th>' for name in (rows[0] if rows else ()))
    lines = "".join(
        "<tr>" + "".join(f"<td>{_text(entry)}</td>" for entry in row.values()) + "</tr>"
        for row in rows[:_ROWS]
    )
    return (
        f"<table><caption>{_text(title)}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{lines}</tbody></table>"
    )


def _text(entry: Any) -> str:
    text = entry.replace("_", " ") if isinstance(entry, str) else spell(entry)
    return escape(text if len(text) <= _LONG else f"{text[: _LONG - 3]}...")


# --- pictures -----------------------------------------------------------------------------------


def thinned(count: int) -> range:
    """At most a hundred of the numbers 0 … count - 1, evenly from 0 on; fifty of more than 200.

    Examples
    --------
    >>> thinned(100), thinned(1000)
    (range(0, 100), range(0, 1000, 20))
    """
    most = ACROSS if count <= 2 * ACROSS else ACROSS // 2
    return range(0, count, -(-count // most))


BEYOND = 255
"""In a map: more than all that is on the scale."""


def score_map(
    shares: NDArray[np.uint8], goal: int, title: str, description: str, down: str = "your score"
) -> str:
    """A picture of a cell for each pair of scores, the opponent's across, by rows from the top.

    0 is the light end of the scale, 254 the dark one, and ``BEYOND`` is nearly black.
    """
    image = b64encode(_png([row.tobytes() for row in shares])).decode()
    last = goal - 1
    words = [
        (22, 9, "start", "0"), (220, 9, "end", str(last)), (121, 9, "middle", "opponent's score"),
        (18, 22, "end", "0"), (18, 212, "end", str(last)),
    ]  # fmt: skip
    texts = "".join(
        f'<text x="{x}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'
        for x, y, anchor, text in words
    )
    return (
        f'{_opened(236, 222, title, description)}<g fill="currentColor" font-size="9" '
        f'font-family="sans-serif">{texts}<text transform="translate(12 113) rotate(-90)" '
        f'text-anchor="middle">{escape(down)}</text></g>'
        f'<image href="data:image/png;base64,{image}" x="22" y="14" width="198" height="198" '
        'preserveAspectRatio="none" style="image-rendering:pixelated"/>'
        '<rect x="21.5" y="13.5" width="199" height="199" fill="none" stroke="currentColor"/></svg>'
        f"<br><small>{escape(description)}</small>"
    )


def bars(heights: Mapping[int, float], title: str, description: str) -> str:
    """A picture of a bar for each number, its height and the number written to it.

    Only the hundred highest are drawn where there are more.
    """
    highest = sorted(heights, key=lambda height: -heights[height])[:ACROSS]
    top = heights[highest[0]]
    step = 18
    drawn = "".join(
        f'<rect x="{place * step + 4}" y="{62 - 50 * heights[one] / top:.1f}" width="{step - 4}" '
        f'height="{50 * heights[one] / top:.1f}"/>'
        f'<text x="{place * step + 2 + step / 2:g}" y="72" text-anchor="middle">{one}</text>'
        for place, one in enumerate(sorted(highest))
    )
    return (
        f"{_opened(len(highest) * step + 4, 76, title, description)}"
        f'<g fill="currentColor" font-size="9" font-family="sans-serif">{drawn}</g></svg>'
    )


def _opened(width: int, height: int, title: str, description: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><title>{escape(title)}</title>'
        f"<desc>{escape(description)}</desc>"
    )


def _png(rows: Sequence[bytes]) -> bytes:
    """A PNG of these shares of the scale."""
    colours = b"".join(bytes(between(share / 254)) for share in range(255))
    return png(rows, len(rows[0]), colours + bytes.fromhex(colour("extreme")[1:]))


def png(rows: Sequence[bytes], width: int, colours: bytes = b"") -> bytes:
    """A PNG (ISO/IEC 15948): signature, header, 256 colours, one stream of rows, end.

    Without a table of colours a row has red, green and blue.
    """
    header = struct.pack(">IIBBBBB", width, len(rows), 8, 3 if colours else 2, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    table = ((b"PLTE", colours),) if colours else ()
    chunks = ((b"IHDR", header), *table, (b"IDAT", data), (b"IEND", b""))
    parts = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)
