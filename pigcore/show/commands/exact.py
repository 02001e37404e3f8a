"""``pigcore exact``: what a game is worth, as a fraction."""

from __future__ import annotations

import click

from ...console.arguments import NUMBERS, Whole, game_and_rest, numbers
from ...console.output import print_facts, progress_bar, say_json
from .. import options
from ..examples import WithExamples
from ..workers import sharing

__all__ = ["exact"]

_DIGITS = 30
_MOST_PRINTED = 60
"""Digits of a numerator or denominator that is printed in full."""


@click.command(
    cls=WithExamples,
    examples=[
        "pigcore exact pig --goal 10",
        "pigcore exact pig -o pig.exact --workers 2",
        "pigcore exact pig --goal 10 --players 3",
    ],
    context_settings=NUMBERS,
    short_help="Compute the value of GAME as a fraction.",
)
@options.game
@options.state_or_none
@options.goal
@options.players
@click.option("--digits", type=Whole(), help=f"Digits of the decimal number; {_DIGITS} by default.")
@options.workers
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), help="Save the fraction here, as JSON."
)
@options.as_json
def exact(
    game: str,
    words: tuple[str, ...],
    goal: int | None,
    players: int | None,
    digits: int | None,
    workers: int | None,
    dask: str | None,
    output: str | None,
    as_json: bool,
) -> None:
    """Compute exactly what GAME is worth to the first player, or what the start of a turn is worth.

    STATE is both scores at the start of a turn, the mover's first. The numerator and the
    denominator for Pig to 100 have some twenty thousand digits each; --json prints them in full,
    and -o saves them in a file that pigverify checks. For a party the value is the mover's chance.
    """
    from ...study import exact as study

    rules, rest = game_and_rest(game, words, goal=goal, players=players)
    state = numbers(rest, rules) if rest else ()
    with progress_bar(f"computing {rules.name}") as progress, sharing(workers, dask) as executor:
        value = study(rules, *state, executor=executor, progress=progress)
    decimal = value.digits(_DIGITS if digits is None else digits)
    if output is not None:
        value.save(output)
    if as_json:
        say_json(value.as_dict() | {"value": decimal} | ({"saved": output} if output else {}))
        return
    above, below = value.lengths
    facts = {"game": str(rules)}
    if value.state:
        facts["state"] = rules.spell(value.state)
    facts["worth"] = decimal
    if max(above, below) <= _MOST_PRINTED:
        facts["fraction"] = str(value)
    else:
        facts["fraction"] = f"{above:,} digits over {below:,} digits"
    print_facts(facts | ({"saved": output} if output else {}))
