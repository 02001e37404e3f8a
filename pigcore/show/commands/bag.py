"""``pigcore bag``: a bag of dice, as a whole or after some throws."""

from __future__ import annotations

import click

from ...console.arguments import NUMBERS, numbers
from .. import options
from ..examples import WithExamples
from ..solved import solved
from .advise import print_advice
from .solve import print_summary

__all__ = ["bag"]


@click.command(
    cls=WithExamples,
    examples=["pigcore bag dice.csv", "pigcore bag dice.csv 2 0 1"],
    context_settings=NUMBERS,
    short_help="The best play with a bag of dice.",
)
@options.state_or_none
@options.as_json
def bag(words: tuple[str, ...], as_json: bool) -> None:
    """The best expected score of the dice in FILE, or the best gesture after some throws.

    FILE is a CSV of three columns (rock, paper, scissors; a die a line) or the contest's three
    arrays; chances sum to 1, or are whole numbers that sum to 300. A FILE of - is standard input;
    without FILE the bag holds one die of each kind that always shows it. STATE is how many rocks,
    papers and scissors have been seen.
    """
    solution, rest = solved("bag", words)
    if rest:
        print_advice(solution, numbers(rest, solution.game), as_json)
    else:
        print_summary(solution, {}, as_json)
