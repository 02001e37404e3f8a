"""``pigcore bag``: a bag of dice, as a whole or after some throws."""

from __future__ import annotations

import click

from ...console.arguments import NUMBERS, StateWord, numbers
from ...games.bag import Bag
from ...games.errors import RuleError
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
    short_help="Find the best play with a bag of dice.",
)
@click.argument("words", metavar="FILE [STATE...]", type=StateWord(), nargs=-1)
@options.as_json
def bag(words: tuple[str, ...], as_json: bool) -> None:
    """Find the best expected score of the dice in FILE, or the best gesture after some throws.

    FILE is a CSV file with three columns (rock, paper, scissors; one die per line) or the contest's
    three arrays. The chances of a die sum to 1, or are whole numbers that sum to 300. - is standard
    input. STATE is how many rocks, papers and scissors have been seen.
    """

    def read(game: Bag, rest: tuple[str, ...]) -> tuple[int, ...]:
        if len(rest) == len(words):
            raise RuleError(
                "no FILE of dice is given: name one, or ask pigcore solve bag or pigcore advise "
                "bag about the ready-made bag of three dice"
            )
        return numbers(rest, game) if rest else ()

    solution, state = solved("bag", words, read=read)
    if state:
        print_advice(solution, state, as_json)
    else:
        print_summary(solution, {}, as_json)
