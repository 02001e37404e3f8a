"""What ``pigverify alone`` takes, and how it answers."""

from __future__ import annotations

from typing import Any

import click

from pigcore.console.arguments import Name, Whole, as_json, game_and_rest
from pigcore.console.output import print_facts, print_rows, progress_bar, say, say_json
from pigcore.console.process import DONE, STATUSES
from pigcore.version import VERSION

__all__ = ["alone"]


@click.command(
    "pigverify",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=STATUSES,
)
@click.argument("verb", metavar="alone", type=Name("alone"), expose_value=False)
@click.argument("game")
@click.option("--turns", type=Whole(), default=5, help="The number of turns; 5 by default.")
@click.option("--digits", type=Whole(), default=30, help="Digits of the points; 30 by default.")
@as_json
def alone(game: str, turns: int, digits: int, as_json: bool) -> int:
    """Prove the most points that a player alone can expect of some turns, and the rule for it.

    \b
    pigverify alone two-dice-pig
    pigverify alone two-dice-pig --turns 20 --json

    GAME is a race of a single roll that may wipe; its goal does not matter, and one may decline to
    throw. With two dice that is THINK, and Skunk, where a class has the same dice and each player
    for himself sits down when he has enough.
    """  # noqa: D301
    from .algebra.decimals import as_data, print_between
    from .options import digits_of
    from .published.alone import best_alone

    rules, _ = game_and_rest(game, ())
    digits = digits_of(digits)
    with progress_bar("proving"):
        found = best_alone(rules, turns)
    sits = [
        [next((k for k, throws in enumerate(row) if not throws), len(row)) for row in table]
        for table in found.plan
    ]
    facts: dict[str, Any] = {"turns": turns}
    if as_json:
        say_json({"game": rules.as_dict(), **facts, "points": as_data(found.value, digits),
                  "hold": sits, "version": VERSION})  # fmt: skip
        return DONE
    print_facts({"game": rules.name, **facts, "points": print_between(found.value, digits)})
    say("\nthe least to stop with, by the points banked and the turns to come")
    step = 10 * max(1, len(sits[-1]) // 200)
    print_rows(
        [
            {"banked": own}
            | {
                f"{left} to come": (table[own] if own < len(table) else 0)
                for left, table in reversed([*enumerate(sits, 1)])
            }
            for own in range(0, len(sits[-1]), step)
        ]
    )
    return DONE
