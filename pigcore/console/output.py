"""What a command prints: facts and rows as tables or JSON, and a progress bar on a terminal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ..games.spelling import spell
from .process import complain, drop_output, standard_output, width

PATIENCE = 0.5
"""Seconds of work before a bar is worth looking at."""

_ALWAYS = 1e9
"""Seconds: the time left is estimated from all that was done since the start."""


def say(text: str, end: str = "\n") -> None:
    """Print ``text``; a reader who has gone changes neither what is done nor its status."""
    out = standard_output()
    if out is None:
        return
    try:
        print(text, end=end, file=out, flush=True)
    except BrokenPipeError:
        drop_output()


def say_wrapped(text: str) -> None:
    """Print each line of ``text``, broken between words where the terminal ends."""
    from textwrap import wrap

    columns = width()
    say(
        "\n".join(
            "\n".join(wrap(line, columns, break_on_hyphens=False)) for line in text.split("\n")
        )
    )


def say_json(data: Any) -> None:
    """Print plain data as one line of JSON."""
    say(json.dumps(data))


def print_facts(facts: Mapping[str, Any]) -> None:
    """Print names and values as a table of two columns."""
    from rich.table import Table

    table = Table(show_header=False, box=None, pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in facts.items():
        table.add_row(name.replace("_", " "), spell(value))
    _print(table)


def print_rows(rows: Sequence[Mapping[str, Any]], none: str = "nothing to list") -> None:
    """Print rows of the same entries as a table with a heading, or ``none`` if there are none."""
    from rich.table import Table

    if not rows:
        say(none)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    cells = [[*map(spell, row.values())] for row in rows]
    for number, (name, column) in enumerate(zip(rows[0], zip(*cells))):
        whole = number == 0 or not any(" " in cell for cell in column)  # no number is broken
        table.add_column(name.replace("_", " "), overflow="fold", no_wrap=whole)
    for row in cells:
        table.add_row(*row)
    _print(table)


def _print(table: Any) -> None:
    from rich.console import Console

    console = Console(
        markup=False,
        highlight=False,
        emoji=False,
        file=standard_output(),
        width=width(),
        color_system=None if os.environ.get("NO_COLOR") else "auto",
    )
    with console.capture() as text:
        console.print(table)
    say("\n".join(line.rstrip() for line in text.get().rstrip("\n").split("\n")))


def hint(name: str, what: str) -> None:
    """Tell a person at a terminal that ``what`` is expected from the keyboard."""
    if sys.stdin is not None and sys.stdin.isatty():
        complain(name, f"type {what}, then Ctrl-D")


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], object] | None]:
    """A callback (done, of) that draws a bar on a terminal; None elsewhere.

    The bar appears after half a second of work, whether anything was reported by then or not, and
    leaves no trace.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from threading import Timer

    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(
        console=Console(stderr=True, width=width(sys.stderr)), transient=True,
        speed_estimate_period=_ALWAYS,
    )  # fmt: skip
    task = bar.add_task(what, total=None)
    appearing = Timer(PATIENCE, bar.start)
    appearing.daemon = True
    appearing.start()
    try:
        yield lambda done, of: bar.update(task, completed=done, total=of)
    finally:
        appearing.cancel()
        appearing.join()
        if bar.live.is_started:
            bar.stop()
