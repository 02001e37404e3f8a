"""``pigcore tournament``: several policies, each against every other."""

from __future__ import annotations

import click

from ...console.arguments import NUMBERS, game_and_rest
from ...console.output import print_rows, progress_bar, say, say_json
from .. import options

__all__ = ["tournament"]


@click.command(
    context_settings=NUMBERS,
    short_help="Several policies, each against every other.",
    epilog="Example: pigcore tournament pig optimal keep-pace hold:20 hold:25 --csv",
)
@options.game
@click.argument("policies", type=options.PolicyText(), nargs=-1, required=True)
@options.goal
@click.option("--csv", "as_csv", is_flag=True, help="Print a line of CSV for each pair.")
@options.as_json
def tournament(
    game: str, policies: tuple[str, ...], goal: int | None, as_csv: bool, as_json: bool
) -> None:
    """Play each of the POLICIES against every other in GAME, exactly, from both seats.

    Ranks are by the others beaten, then by the mean of what is won against them.
    """
    from ...play import tournament as play
    from ...play.policies import parse

    rules, _ = game_and_rest(game, (), goal=goal)
    players = [(text, parse(rules, text)) for text in dict.fromkeys(policies)]
    with progress_bar("matches") as progress:
        found = play(rules, dict(players), progress=progress)
    if as_json:
        from ...version import VERSION

        say_json({"game": rules.as_dict(), **found.as_dict(), "version": VERSION})
    elif as_csv:
        say(found.to_csv().rstrip("\n"))
    else:
        print_rows(
            [
                {name: f"{it:.6f}" if isinstance(it, float) else it for name, it in row.items()}
                for row in found.rows()
            ]
        )
