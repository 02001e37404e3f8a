"""``pigcore reply``: the best reply to a policy."""

from __future__ import annotations

import click

from ...console.arguments import NUMBERS, Whole, game_and_rest
from ...console.output import print_facts, print_rows, say_json
from .. import options
from ..examples import WithExamples

__all__ = ["reply"]


@click.command(
    cls=WithExamples,
    examples=["pigcore reply pig hold:20 --count 5"],
    context_settings=NUMBERS,
    short_help="The best reply to a policy.",
)
@options.game
@options.policy
@options.goal
@click.option("--count", type=Whole(), default=10, help="Deviations to tell; 10 by default.")
@options.as_json
def reply(game: str, policy: str, goal: int | None, count: int, as_json: bool) -> None:
    """Say what the best reply to POLICY wins in GAME, and where it deviates most from best play."""
    from ...play import best_response
    from ...play.policies import parse

    rules, _ = game_and_rest(game, (), goal=goal)
    found = best_response(rules, parse(rules, policy))
    deviations = found.deviations(max(count, 0))
    if as_json:
        from ...version import VERSION

        told = [deviation._asdict() for deviation in deviations]
        facts = {"policy": policy, **found.as_dict(), "deviations": told}
        say_json({"game": rules.as_dict(), **facts, "version": VERSION})
        return
    print_facts({"game": rules.name, "policy": policy, **found.as_dict()})
    if deviations:
        print_rows(
            [
                {
                    "state": deviation.state,
                    "reply": deviation.reply,
                    "best play": deviation.optimal,
                    "gain": f"{deviation.gain:.4g}",
                    "visits": f"{deviation.visits:.4g}",
                }
                for deviation in deviations
            ]
        )
