"""``pigcore judge``: the contest's own input and output."""

from __future__ import annotations

import click

from ...console.output import hint, say, say_json
from ...games.texts import read_text
from .. import options
from ..examples import WithExamples
from ..judge import answers

__all__ = ["judge"]


@click.command(
    cls=WithExamples,
    examples=["pigcore judge < queries.txt"],
    short_help="Answer a contest's queries about Hold or Continue.",
)
@options.as_json
def judge(as_json: bool) -> None:
    """Answer the contest's queries (Hold or Continue, ICPC Latin America 2019).

    The game is always that of the problem, hold-or-continue: Pig to exactly 75 points.

    Standard input has Q, then Q lines C H X: the scores of the player to move and of the opponent,
    and the points of the turn so far. Standard output has one line for each, H (hold) or C
    (continue).
    """
    hint("pigcore", "Q, then Q lines C H X")
    _, text = read_text("-", "give Q, then Q lines C H X")
    found = answers(text)
    if as_json:
        say_json(found)
    elif found:
        say("\n".join(found))
