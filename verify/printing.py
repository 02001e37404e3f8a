"""Lines for a terminal: plain, wrapped at its width, and nothing in them that it could obey."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable

__all__ = ["Shown", "joined", "lay_out", "plain"]

_USUAL = 80
_NARROWEST = 40
"""Wrapped at fewer columns, text would be a letter a line; a terminal breaks it better."""
_GLUE = "\N{NO-BREAK SPACE}"


class Shown:
    """A result that prints itself in words, also at a prompt."""

    def __repr__(self) -> str:
        return str(self)


def plain(text: str) -> str:
    r"""``text`` on one line, with everything spelled out that a terminal might obey.

    Examples
    --------
    >>> print(plain("Pig\nPig: certified"))
    Pig\nPig: certified
    """
    return "".join(
        c if c.isprintable() or c == _GLUE else c.encode("unicode_escape").decode() for c in text
    )


def joined(text: str) -> str:
    """``text`` with its words kept on one line."""
    return text.replace(" ", _GLUE)


def lay_out(heading: str, rows: Iterable[tuple[str, str]]) -> str:
    """A heading, and under it labels and texts in two columns.

    Lines are wrapped at COLUMNS, else at the width of the terminal, else at 80.

    Examples
    --------
    >>> print(lay_out("Pig", [("value", "1/2"), ("proof", "none")]))
    Pig
      value  1/2
      proof  none
    """
    width = max(shutil.get_terminal_size((_USUAL, 24)).columns, _NARROWEST)
    rows = list(rows)
    column = max((len(plain(label)) for label, _ in rows), default=0)
    gap = " " * (column + 4)
    lines = [textwrap.fill(plain(heading), width, subsequent_indent="  ")]
    lines += [
        textwrap.fill(f"  {plain(label):<{column}}  {plain(text)}", width, subsequent_indent=gap)
        for label, text in rows
    ]
    return "\n".join(lines).replace(_GLUE, " ")
