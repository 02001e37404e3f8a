"""What a command prints: facts and rows as tables or JSON, and a progress bar on a terminal."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ..games.spelling import counted, spell
from .process import complain, drop_output, standard_output, to_standard_error, width

__all__ = [
    "hint", "print_facts", "print_rows", "progress_bar", "say", "say_json", "say_wrapped",
    "standard_output", "width",
]  # fmt: skip

PATIENCE = 0.5
"""Seconds of work before a bar is worth looking at."""

_LONG = 5.0
"""Seconds of the processor's time after which a pipe says how long the work may take."""

_ALWAYS = 1e9
"""Seconds: the time left is estimated from all that was done since the start."""


def say(text: str, end: str = "\n") -> None:
    """Print ``text``; a reader who has gone changes neither what is done nor its status."""
    for bar in _BARS:
        bar.stop()
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
        for bar in _BARS:
            bar.stop()
        complain(name, f"type {what}, then Ctrl-D")


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], object] | None]:
    """A callback (done, of) that draws a bar on a terminal, and elsewhere says one line at most.

    The bar appears after half a second of work, whether anything was reported by then or not, and
    leaves no trace; one inside another one takes its place. The line says of work of more than five
    seconds how long it will take. None if nobody can hear of it.
    """
    if sys.stderr is None:
        yield None
    elif not sys.stderr.isatty():
        yield _reported_once(what)
    elif _BARS:
        _BARS[0].begin(what)
        yield _BARS[0].advance
    else:
        _BARS.append(_Bar(what))
        try:
            yield _BARS[0].advance
        finally:
            _BARS.pop().stop()


class _Bar:
    """A bar that appears later."""

    def __init__(self, what: str) -> None:
        from threading import Lock, Timer

        self._what = what
        self._shown: list[Any] = []
        # What it is about may change while the timer's thread makes it appear.
        self._changing = Lock()
        self._timer = Timer(PATIENCE, self._show)
        self._timer.daemon = True
        self._timer.start()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress

        shown = Progress(
            console=Console(stderr=True, width=width(sys.stderr)), transient=True,
            speed_estimate_period=_ALWAYS,
        )  # fmt: skip
        with self._changing:
            shown.add_task(self._what, total=None)
            shown.start()
            self._shown.append(shown)

    def begin(self, what: str) -> None:
        """Let it be about something else."""
        with self._changing:
            self._what = what
            for shown in self._shown:
                shown.remove_task(shown.task_ids[0])
                shown.add_task(what, total=None)

    def advance(self, done: int, of: int) -> None:
        """Show how much is done."""
        for shown in self._shown:
            shown.update(shown.task_ids[0], completed=done, total=of)

    def stop(self) -> None:
        """Let it vanish, and not come again."""
        self._timer.cancel()
        self._timer.join()
        while self._shown:
            self._shown.pop().stop()


_BARS: list[_Bar] = []
"""The one that there is, if there is one."""


def _reported_once(what: str) -> Callable[[int, int], object]:
    """A callback that says one line of long work, by the processor's time: a busy machine's
    waiting makes no work long.
    """
    began, worked = time.monotonic(), time.process_time()
    first: tuple[int, float] | None = None
    reported = False

    def advance(done: int, of: int) -> None:
        nonlocal reported, first
        passed, spent = time.monotonic() - began, time.process_time() - worked
        # What was prepared before the first report says nothing about the rate.
        first = first or (done, passed)
        if reported or not first[0] < done < of or spent < _LONG:
            return
        reported = True
        more = _duration((passed - first[1]) * (of - done) / (done - first[0]))
        to_standard_error(
            f"{what}: {done / of:.0%} done after {passed:.0f} seconds, at this rate {more} more"
        )

    return advance


def _duration(seconds: float) -> str:
    """About how long, in words.

    Examples
    --------
    >>> _duration(1.2), _duration(95), _duration(8000)
    ('about 2 seconds', 'about 2 minutes', 'about 3 hours')
    """
    from math import ceil

    for size, name in ((3600, "hour"), (60, "minute")):
        if seconds > 1.5 * size:
            return f"about {counted(ceil(seconds / size), name)}"
    return f"about {counted(ceil(seconds), 'second')}"
