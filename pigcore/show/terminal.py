"""Plain data on a terminal: tables with rich, JSON, a progress bar that pipes never see."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..solvers.spelling import spell

__all__ = ["progress_bar", "show", "show_rows"]


def show(facts: dict[str, Any], as_json: bool) -> None:
    """Print ``facts``: one JSON object, or a table of two columns."""
    if as_json:
        print(json.dumps(facts))
        return
    from rich.table import Table

    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in facts.items():
        table.add_row(name.replace("_", " "), spell(value))
    _print(table)


def show_rows(rows: list[dict[str, Any]], as_json: bool) -> None:
    """Print ``rows`` of the same entries: a JSON array, or a table with a heading."""
    if as_json:
        print(json.dumps(rows))
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in rows[0]:
        table.add_column(name.replace("_", " "), overflow="fold")
    for row in rows:
        table.add_row(*map(spell, row.values()))
    _print(table)


def _print(table: Any) -> None:
    from rich.console import Console

    console = Console(markup=False, highlight=False, emoji=False)
    with console.capture() as text:
        console.print(table)
    print("\n".join(line.rstrip() for line in text.get().rstrip("\n").split("\n")))


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], object] | None]:
    """A callback (done, of) that draws a bar on a terminal; None where there is none."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
