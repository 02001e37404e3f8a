"""``pigcore table``: what a player takes to the table."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...console.arguments import NUMBERS, Whole
from ...console.output import print_facts, say, width
from ...games.errors import RuleError
from ...games.spelling import shown
from .. import options
from ..examples import WithExamples
from ..solved import nothing_but, solved

if TYPE_CHECKING:
    from ..tables.parts import Booklet

__all__ = ["table"]

_SUFFIXES = {
    ".csv": "csv", ".html": "html", ".htm": "html", ".json": "json", ".txt": "text", "": "text",
}  # fmt: skip
"""What the name of a file ends in, and the form that means."""


@click.command(
    cls=WithExamples,
    examples=[
        "pigcore table pig --step 10",
        "pigcore table pig -o pig.html",
        "pigcore table hog:fa13 --csv > hog.csv",
        "pigcore table pig --goal 50 --players 3 --step 10",
    ],
    context_settings=NUMBERS,
    short_help="Print what to do at every score.",
)
@options.game
@options.file
@options.goal
@options.players
@click.option("--step", type=Whole(), help="Show only the scores 0, STEP, 2 STEP, …")
@click.option("--csv", "as_csv", is_flag=True, help="Print a line of CSV for each cell.")
@click.option("--html", "as_html", is_flag=True, help="Print HTML for sheets of A4.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write it here instead.")
@options.as_json
def table(
    game: str,
    words: tuple[str, ...],
    goal: int | None,
    players: int | None,
    step: int | None,
    as_csv: bool,
    as_html: bool,
    output: str | None,
    as_json: bool,
) -> None:
    """Print what to do at every pair of scores of GAME, as a booklet to take along.

    The table has the smallest turn totals to hold at for a race or a party, the best numbers of
    dice for Hog, the mixture and the replies for a duel, and the first picks for a bag. A file that
    ends in .html, .csv or .json is written in that format.
    """
    from ..tables import booklet_of

    form = _form(output, csv=as_csv, html=as_html, json=as_json)
    read = nothing_but("-o names the file, advise answers for a state")
    solution, _ = solved(game, words, goal=goal, players=players, read=read)
    booklet = booklet_of(solution, step)
    text = _written(booklet, form, width(sys.stdout) if output is None else 80)
    if output is None:
        say(text.rstrip("\n"))
    else:
        from ...writing import write_atomically

        write_atomically(output, lambda file: file.write(text.encode()))
        print_facts({"game": str(solution.game), "saved": output})


def _form(output: str | None, **asked: bool) -> str:
    forms = [form for form, wanted in asked.items() if wanted]
    if len(forms) > 1:
        raise RuleError(f"--{forms[0]} and --{forms[1]} exclude each other: leave one out")
    suffix = Path(output).suffix.lower() if output else ""
    if not forms and suffix not in _SUFFIXES:
        raise RuleError(
            f"{shown(output)} is not a name for a table: end it in .html (which a browser prints, "
            "or saves as a PDF), .csv, .json or .txt"
        )
    return forms[0] if forms else _SUFFIXES[suffix]


def _written(booklet: Booklet, form: str, columns: int) -> str:
    if form == "csv":
        return booklet.to_csv()
    if form == "json":
        return json.dumps(booklet.as_dict()) + "\n"
    if form == "html":
        from ..tables.page import as_page

        return as_page(booklet)
    from ..tables.text import as_text

    return as_text(booklet, columns) + "\n"
