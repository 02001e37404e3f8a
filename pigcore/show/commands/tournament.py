"""``pigcore tournament``: several policies, each against every other."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from ...console.arguments import NUMBERS, game_and_rest, only_without
from ...console.output import print_rows, progress_bar, say, say_json, width
from ...games.errors import RuleError
from .. import options
from ..examples import WithExamples
from ..workers import sharing

__all__ = ["tournament"]


@click.command(
    cls=WithExamples,
    examples=[
        "pigcore tournament pig optimal keep-pace hold:20 hold:25",
        "pigcore tournament hog:fa13 strategies --csv",
        "pigcore tournament pig --players 3 --goal 30 optimal hold:20 hold:25",
    ],
    context_settings=NUMBERS,
    short_help="Several policies, each against every other.",
)
@options.game
@click.argument("policies", type=options.PolicyText(), nargs=-1, required=True)
@options.goal
@options.players
@options.workers
@click.option("--csv", "as_csv", is_flag=True, help="Print a line of CSV for each pair.")
@options.as_json
def tournament(
    game: str,
    policies: tuple[str, ...],
    goal: int | None,
    players: int | None,
    workers: int | None,
    dask: str | None,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Play each of the POLICIES against every other in GAME, exactly, from all seats.

    Ranks are by the others beaten, then by the mean of what is won against them. Three and more
    players sit at every table that the policies can fill, in every order; one beats another who
    wins more at the tables where both sit. A folder stands for the strategies of Hog in its files,
    as in `pigcore contest`.
    """
    if any(map(os.path.isdir, policies)):
        from .contest import contest

        if dask is not None:
            raise RuleError("strategies in files run on this machine alone: leave --dask out")
        only_without("strategies in files are of games for two", players=players)
        click.get_current_context().invoke(
            contest,
            strategies=policies,
            game=game,
            goal=goal,
            workers=workers,
            as_csv=as_csv,
            as_json=as_json,
        )
        return
    from ...play import tournament as play
    from ...play.policies import parse

    rules, _ = game_and_rest(game, (), goal=goal, players=players)
    named = {text: parse(rules, text) for text in dict.fromkeys(policies)}
    with progress_bar("matches") as progress, sharing(workers, dask) as executor:
        found = play(rules, named, executor=executor, progress=progress)
    if as_json:
        from ...version import VERSION

        say_json({"game": rules.as_dict(), **found.as_dict(), "version": VERSION})
    elif as_csv:
        say(found.to_csv().rstrip("\n"))
    else:
        _print(found)


def _print(found: Any) -> None:
    """The averages against each where a line has room for them, else wins and rates alone."""
    rows = [
        {name: f"{it:.6f}" if isinstance(it, float) else str(it) for name, it in row.items()}
        for row in found.rows()
    ]
    needed = sum(2 + max(len(name), *(len(row[name]) for row in rows)) for name in rows[0]) - 2
    if needed <= width(sys.stdout):
        print_rows(rows)
        return
    print_rows([{name: row[name] for name in ("rank", "policy", "wins", "rate")} for row in rows])
    say("\nevery pair: --csv or --json")
