"""``pigcore reply``: the best reply to a policy."""

from __future__ import annotations

import click

from ...console.arguments import NUMBERS, Whole, game_and_rest
from ...console.output import print_facts, print_rows, say_json
from ...games.spelling import number
from .. import options
from ..examples import WithExamples

__all__ = ["reply"]


@click.command(
    cls=WithExamples,
    examples=[
        "pigcore reply pig hold:20 --count 5",
        "pigcore reply pig --players 3 --goal 30 hold:20 optimal --count 5",
    ],
    context_settings=NUMBERS,
    short_help="Find the best reply to a policy.",
)
@options.game
@options.policy
@options.others
@options.goal
@options.players
@click.option("--count", type=Whole(), default=10, help="Deviations to list; 10 by default.")
@options.as_json
def reply(
    game: str,
    policy: str,
    others: tuple[str, ...],
    goal: int | None,
    players: int | None,
    count: int,
    as_json: bool,
) -> None:
    """Say how often the best reply to POLICY wins in GAME, and where it deviates most from best
    play.

    With three or more players it replies to POLICY and OTHERS, who move after it in that order; if
    only POLICY is given, all others use it.
    """
    from ...play import best_response

    rules, _ = game_and_rest(game, (), goal=goal, players=players)
    texts = [policy, *others]
    found = best_response(rules, options.opponents(rules, texts))
    policy = " and ".join(texts)
    deviations = found.deviations(max(count, 0))
    if as_json:
        from ...version import VERSION

        told = [deviation._asdict() for deviation in deviations]
        facts = {"policy": policy, **found.as_dict(), "deviations": told}
        say_json({"game": rules.as_dict(), **facts, "version": VERSION})
        return
    facts = found.as_dict()
    if "seats" in facts:
        facts["seats"] = ", ".join(map(number, facts["seats"]))
    print_facts({"game": rules.name, "policy": policy, **facts})
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
