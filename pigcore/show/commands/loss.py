"""``pigcore loss``: what a policy gives away."""

from __future__ import annotations

from typing import Any

import click

from ...console.arguments import NUMBERS, Whole, game_and_rest
from ...console.output import print_facts, print_rows, say_json
from .. import options
from ..examples import WithExamples

__all__ = ["loss"]


@click.command(
    cls=WithExamples,
    examples=[
        "pigcore loss pig hold:20 --count 5",
        "pigcore loss pig --players 3 --goal 30 hold:20 --count 5",
    ],
    context_settings=NUMBERS,
    short_help="Compute what a policy gives away.",
)
@options.game
@options.policy
@options.goal
@options.players
@click.option("--count", type=Whole(), default=10, help="Mistakes to tell; 10 by default.")
@options.as_json
def loss(
    game: str, policy: str, goal: int | None, players: int | None, count: int, as_json: bool
) -> None:
    """Say what POLICY gives away in GAME against best play and against its best reply.

    With three or more players, one player uses POLICY, and all others play best.

    The mistakes listed are those that cost most in a game. A mistake's cost is its loss in its
    state, times how often that state comes up against best play.
    """
    from ...play import loss as play
    from ...play.policies import parse

    rules, _ = game_and_rest(game, (), goal=goal, players=players)
    found = play(rules, parse(rules, policy))
    mistakes: list[dict[str, Any]] = [
        mistake._asdict() | {"cost": mistake.cost} for mistake in found.mistakes(max(count, 0))
    ]
    facts = {"policy": policy, **found.as_dict()}
    if as_json:
        from ...version import VERSION

        for mistake in mistakes:
            mistake["state"] = rules.named(mistake["state"]) if mistake["state"] else {}
        facts["mistakes"] = mistakes
        say_json({"game": rules.as_dict(), **facts, "version": VERSION})
        return
    print_facts({"game": rules.name, **facts})
    if mistakes:
        print_rows(
            [
                {name: f"{it:.4g}" if isinstance(it, float) else it for name, it in row.items()}
                | {"state": _spelled(rules, row["state"])}
                for row in mistakes
            ]
        )


def _spelled(rules: Any, state: tuple[int, ...]) -> str:
    return str(rules.spell(state)) if state else "the turn"
