"""What is taken along: ``table``, ``plot`` and ``page``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...console.arguments import Whole, given, nothing_left, only_without
from ...console.output import print_facts, say, width
from ...games.errors import RuleError
from ...games.spelling import meant, shown
from ...result import Fact
from ...writing import write_text
from ..options import Asked, as_csv, nothing_but, output, verb

if TYPE_CHECKING:
    from ...games.game import Game

__all__ = ["page", "plot", "table"]


# --- tables ---------------------------------------------------------------------------------------

_WRITTEN: dict[str, Callable[[Any, int], str]] = {
    ".csv": lambda table, _: table.to_csv().rstrip("\n"),
    ".json": lambda table, _: json.dumps(table.as_dict()),
    ".txt": lambda table, columns: table.as_text(columns),
}
"""A table in each of its forms, by what the name of a file ends in."""


@verb(
    "Print what to do at every score.",
    "pigcore table pig --step 10",
    "pigcore table pig -o pig.csv",
    "pigcore table hog:fa13 --csv > hog.csv",
    "pigcore table pig --goal 50 --players 3 --step 10",
    words="[FILE]",
    digits=False,
)
@click.option("--step", type=Whole(), help="Show only the scores 0, STEP, 2 STEP, …")
@as_csv("Print a line of CSV for each cell.")
@output("Write it here instead.")
def table(asked: Asked) -> None:
    """Print what to do at every pair of scores of GAME.

    The table has the smallest turn totals to hold at for a race, and the best numbers of dice for
    Hog. A file that ends in .csv or .json is written in that format.
    """
    from ..tables import table_of

    output = asked.output
    suffix = Path(output or "").suffix.lower() or ".txt"
    form = ".csv" if asked.as_csv else ".json" if asked.as_json else suffix
    if form not in _WRITTEN:
        raise RuleError(f"{shown(output)} is not a name for a table: end it in .csv, .json or .txt")
    solution, _ = asked.solved(nothing_but("-o names the file, advise answers for a state"))
    text = _WRITTEN[form](table_of(solution, asked.step), width() if output is None else 80)
    if output is None:
        say(text)
    else:
        write_text(output, text)
        print_facts({"game": str(solution.game), "saved": output})


# --- pictures -------------------------------------------------------------------------------------

KINDS = (
    "thresholds", "boundary", "win", "section", "replies", "dice", "closeness",
)  # fmt: skip
"""Words that are kinds, not files that a game may be followed by."""


@verb(
    "Draw a picture of GAME.",
    "pigcore plot pig -o pig.png",
    "pigcore plot hog:fa13 dice -o dice.svg",
    "pigcore plot pig section --opp 30 -o section.pdf",
    "pigcore plot farkle:kcd --mode 2 -o farkle.png",
    "pigcore plot pig --goal 50 --players 3 --opp 20 -o three.png",
    words="[FILE] [KIND]",
    digits=False,
)
@output("The picture: a .png, .svg or .pdf file.", required=True)
@click.option("--dpi", type=Whole(), default=150, help="Dots per inch of a .png; 150 by default.")
@click.option(
    "--opp", type=Whole(), help="Score of the player not on an axis; 30% of the goal by default."
)
@click.option(
    "--mode", metavar="WORD", help="What is in hand: in Farkle the dice left; half by default."
)
@click.option("--parity", type=Whole(), help="dice, win: 1 after an odd number of exchanges.")
def plot(asked: Asked) -> None:
    """Draw a picture of GAME; this needs matplotlib.

    For a race KIND is thresholds (when to hold), boundary (where to roll, in space), win (the
    chance to win), section (a cut at one score of the opponent) or closeness (how close the
    decisions are). With three players or more it is thresholds or win, by the scores of two. For
    Hog it is dice, win or closeness; for a duel replies or closeness; for a bag closeness. The
    default is the first kind of the family.
    """
    from .. import plots
    from ..plots import kind_of
    from ..plots.canvas import check_file, needs_matplotlib, save

    check_file(asked.output, asked.dpi)
    needs_matplotlib()
    words = asked.words
    kind = meant(words[-1], KINDS) if words else None

    asked.words = words[:-1] if kind else words

    def read(rules: Game, rest: tuple[str, ...]) -> str:
        named, *more = (kind, *rest) if kind else rest or (None,)
        nothing_left(tuple(more), "there is one kind of picture at a time")
        return kind_of(rules, named)  # refused with what there is instead

    solution, drawn = asked.solved(read)
    options = given(opp=asked.opp, mode=asked.mode, parity=asked.parity)
    save(plots.draw(solution, drawn, on_screen=False, **options), asked.output, asked.dpi)
    asked.tell(solution.game, None, Fact("plot", drawn), Fact("saved", asked.output))


# --- the page -------------------------------------------------------------------------------------


@verb(
    "Write a page to play, to ask for advice and to change rules.",
    "pigcore page -o workshop.html",
    "pigcore page --site public",
    "pigcore page pig -o pig.html",
    "pigcore page farkle:kcd -o farkle.html",
    "pigcore page pig --players 3 --goal 60",
    game="[GAME]",
    words="[FILE]",
    digits=False,
    json=False,
)
@output("The file; GAME.html by default, or workshop.html.")
@click.option(
    "--site",
    metavar="FOLDER",
    type=click.Path(),
    help="Write the workshop as a folder that any web host serves and a phone can install.",
)
def page(asked: Asked) -> None:
    """Write GAME into one HTML file, to play, to ask for advice, and to see the map.

    The file needs no other file and no network. GAME is a race or a game of Hog with a goal up to
    400, a game of Farkle with a goal up to 400 units, or a race for three players with a goal up to
    100.

    Without GAME the file is the workshop: it has all ready-made races and games of Hog, and a form
    to change their rules, and it solves what it is given by itself. With --site it is a folder for
    any web host, from which a phone can install it.
    """
    from ..page import check, workshop
    from ..page import page as page_of

    output, site = asked.output, asked.site
    if site is not None:
        if asked.game or output:
            raise RuleError("--site writes the workshop into a folder: give no GAME and no -o")
        only_without("--site writes the workshop", goal=asked.goal, players=asked.players)
        from ..page.site import write_site

        sizes = write_site(site)
        say(f"{site}: the workshop in {len(sizes)} files of {sum(sizes.values()) / 1000:,.0f} kB")
        return
    if output and Path(output).suffix.lower() not in (".html", ".htm"):
        raise RuleError(f"{shown(output)} is not a name for a page: end it in .html")
    if not asked.game:
        why = "without GAME the page is the workshop"
        only_without(why, goal=asked.goal, players=asked.players)
        _write(output or "workshop.html", "the workshop", workshop())
        return

    def read(rules: Game, rest: tuple[str, ...]) -> None:
        nothing_left(rest, "-o names the file, advise answers for a state")
        check(rules)  # before a game is solved that is too large for a page

    solution, _ = asked.solved(read)
    rules = solution.game
    plain = "-".join(re.findall(r"\w+", rules.name.lower())) or "game"
    _write(output or f"{plain}.html", rules.name, page_of(solution))


def _write(path: str, what: str, text: str) -> None:
    """Write a page, and say how large it is."""
    say(f"{path}: {what} in {write_text(path, text, end='') / 1000:,.0f} kB")
