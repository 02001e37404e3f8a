"""``pigcore atlas``: close calls, game after game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...console.arguments import NUMBERS
from ...console.output import print_rows, progress_bar, say, say_json
from ...games.errors import RuleError
from ...games.spelling import counted, shown
from .. import options
from ..examples import WithExamples
from ..workers import sharing

__all__ = ["atlas"]

_SHOWN = 10
"""Significant digits of a margin that are printed; all are in the file."""

_DPI = 100


@click.command(
    cls=WithExamples,
    examples=[
        "pigcore atlas --goals 2:50 --dice 6",
        "pigcore atlas -o atlas.csv --picture atlas.png --workers 2",
    ],
    context_settings=NUMBERS,
    short_help="Find the closest calls of Pig for many goals and dice.",
)
@click.option("--goals", type=options.Several(), help="Goals; 2:200 by default.")
@click.option("--dice", type=options.Several(), help="Sides of a die; 4,6,8,10,12,20 by default.")
@options.workers
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    help="Write results to this CSV file as they are found, and resume from it.",
)
@click.option(
    "--parquet", type=click.Path(dir_okay=False), help="Write all results to this file, too."
)
@click.option(
    "--picture", type=click.Path(dir_okay=False), help="Draw the results: .png, .svg or .pdf."
)
@click.option("--csv", "as_csv", is_flag=True, help="Print all results as CSV.")
@options.as_json
def atlas(
    goals: list[int] | None,
    dice: list[int] | None,
    workers: int | None,
    dask: str | None,
    output: str | None,
    parquet: str | None,
    picture: str | None,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Find the closest calls of Pig to many goals, with dice of many sizes, and all exact ties.

    A die of n sides gains 2 ... n, or busts with 1. "closest" is the state in which rolling and
    holding differ least, "met" is the closest of the states that an optimal player can come to, and
    in a "tie" both are exactly as good. Margins are computed as fractions. For each die this prints
    the closest calls and the first goal that has them; --csv prints those of all games.
    """
    from ...study.close_calls import atlas as study
    from ...study.close_calls import needs_pyarrow

    if as_csv and as_json:
        raise RuleError("--csv and --json exclude each other: leave one out")
    for path, suffix in ((output, ".csv"), (parquet, ".parquet")):
        if path is not None and Path(path).suffix.lower() != suffix:
            raise RuleError(f"{shown(path)} is not a name for such a file: end it in {suffix}")
    if parquet is not None:
        needs_pyarrow()
    if picture is not None:
        from ..plots.canvas import check_file, needs_matplotlib

        check_file(picture, _DPI)
        needs_matplotlib()
    asked: dict[str, Any] = {"goals": goals, "sides": dice}
    asked = {name: numbers for name, numbers in asked.items() if numbers is not None}
    with progress_bar("looking for close calls") as progress, sharing(workers, dask) as executor:
        found = study(**asked, path=output, executor=executor, progress=progress)
    if parquet is not None:
        found.to_parquet(parquet)
    if picture is not None:
        from ..plots.canvas import save
        from ..plots.close_calls import draw_atlas

        save(draw_atlas(found, on_screen=False), picture, _DPI)
    if as_json:
        say_json(found.as_dict())
    elif as_csv:
        say(found.to_csv().rstrip("\n"))
    else:
        print_rows([row | {"margin": f"{float(row['margin']):.{_SHOWN}g}"} for row in found.rows])
        say(f"\n{_ties(len(found.of('tie')), len(found.of('closest')))}")


def _ties(ties: int, games: int) -> str:
    where = counted(games, "game")
    return f"{counted(ties, 'exact tie')} in {where}" if ties else f"no exact tie in {where}"
