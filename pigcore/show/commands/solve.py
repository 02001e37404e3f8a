"""``pigcore solve``: a whole game."""

from __future__ import annotations

from typing import Any

import click

from ...console.arguments import NUMBERS, Real, Whole
from ...console.output import print_facts, say_json
from ...console.process import DONE, FAILED
from .. import options
from ..examples import WithExamples
from ..solved import nothing_but, solved
from ..words import summary_in_words

__all__ = ["print_summary", "solve"]


@click.command(
    cls=WithExamples,
    examples=[
        "pigcore solve pig --goal 50 -o pig.npz",
        "pigcore solve pig --goal 30 --players 3",
        "pigcore solve mine.toml --json",
    ],
    context_settings=NUMBERS,
    short_help="Solve GAME and print the results.",
)
@options.game
@options.file
@options.goal
@options.players
@click.option("--method", help="newton (default), sweep, pairs or rounds; for a race.")
@click.option("--tolerance", type=Real(), help="Largest error allowed; 1e-12 by default.")
@click.option("--max-iterations", type=Whole(), help="Largest number of iterations.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Save the solution here.")
@options.as_json
def solve(
    game: str,
    words: tuple[str, ...],
    goal: int | None,
    output: str | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Solve GAME and print the results; the status is 1 if the tolerance is not reached.

    After the game `bag` you may name the file of its dice: pigcore solve bag dice.csv
    """
    read = nothing_but("advise answers for a state")
    solution, _ = solved(game, words, goal=goal, read=read, **given)
    if output is not None:
        solution.save(output)
    print_summary(solution, {"saved": output} if output else {}, as_json)
    return DONE if solution.converged else FAILED


def print_summary(solution: Any, more: dict[str, Any], as_json: bool) -> None:
    """Print the facts of ``solution`` and some more."""
    summary = solution.summary()
    if as_json:
        say_json(summary | more)
    else:
        print_facts(summary_in_words(solution.game, summary) | more)
