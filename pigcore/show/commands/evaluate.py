"""``pigcore evaluate``: what a policy is worth in a game against nobody."""

from __future__ import annotations

from typing import Any

import click

from ...console.arguments import NUMBERS, Whole, game_and_rest
from ...console.output import print_facts, print_rows, say_json
from .. import options
from ..examples import WithExamples

__all__ = ["evaluate"]


@click.command(
    cls=WithExamples,
    examples=["pigcore evaluate bag always:rock --count 3"],
    context_settings=NUMBERS,
    short_help="Compute what a policy for a bag is worth.",
)
@options.game
@options.policy
@click.option("--count", type=Whole(), default=10, help="Mistakes to tell; 10 by default.")
@options.as_json
def evaluate(game: str, policy: str, count: int, as_json: bool) -> None:
    """Say what POLICY is paid on average in GAME, and what it gives away against best play.

    GAME is bag, or the CSV file of a bag. The mistakes listed are those that cost most in a game. A
    mistake's cost is its loss in its state, times the chance of that state. `pigcore policy --help`
    lists the policies.
    """
    from ...play import evaluate as play
    from ...play.policies import parse

    rules: Any = game_and_rest(game, ())[0]
    found = play(rules, parse(rules, policy))
    mistakes: list[dict[str, Any]] = [
        mistake._asdict() | {"cost": mistake.cost} for mistake in found.mistakes(max(count, 0))
    ]
    facts = {"policy": policy, **found.as_dict()}
    if as_json:
        from ...version import VERSION

        for mistake in mistakes:
            mistake["state"] = rules.named(mistake["state"])
        say_json({"game": rules.as_dict(), **facts, "mistakes": mistakes, "version": VERSION})
        return
    print_facts({"game": rules.name, **facts})
    if mistakes:
        print_rows(
            [
                {name: f"{it:.4g}" if isinstance(it, float) else it for name, it in row.items()}
                | {"state": rules.spell(row["state"])}
                for row in mistakes
            ]
        )
