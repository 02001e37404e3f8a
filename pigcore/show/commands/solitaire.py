"""``pigcore solitaire``: a player alone."""

from __future__ import annotations

from typing import Any

import click

from ...console.arguments import NUMBERS, Whole, game_and_rest, nothing_left
from ...console.output import print_facts, say_json
from .. import options
from ..examples import WithExamples

__all__ = ["solitaire"]


@click.command(
    cls=WithExamples,
    examples=[
        "pigcore solitaire pig --policy hold:20",
        "pigcore solitaire pass-the-pigs --objective chance --turns 7",
        "pigcore solitaire two-dice-pig --objective points --turns 5 --may-decline",
        "pigcore solitaire farkle:zilch --objective points_per_turn --penalty 500",
    ],
    context_settings=NUMBERS,
    short_help="Find the best play in GAME without an opponent.",
)
@options.game
@options.file
@options.goal
@click.option("--objective", help="turns (default), points, chance or points_per_turn.")
@click.option("--turns", type=Whole(), help="The number of turns, for points and chance.")
@click.option("--policy", help="A policy to use instead of best play.")
@click.option("--may-decline", is_flag=True, help="In a race: allow a turn without a throw.")
@click.option(
    "--pig-out", type=Whole(), help="In Hog: what a turn with any 1 scores, instead of its rule."
)
@click.option("--penalty", type=Whole(), help="In Zilch: what every third farkle in a row costs.")
@options.as_json
def solitaire(
    game: str,
    words: tuple[str, ...],
    goal: int | None,
    objective: str | None,
    turns: int | None,
    policy: str | None,
    may_decline: bool,
    pig_out: int | None,
    penalty: int | None,
    as_json: bool,
) -> None:
    """Find the best play in GAME without an opponent, or compute what a policy does.

    The objectives are the fewest expected turns to the goal; the most expected points in a number
    of turns, without a goal; the highest chance to reach the goal within a number of turns; and the
    most points per turn in the long run, without a goal. JSON has the results from every score.
    """
    from ...play import solitaire as alone
    from ...play.policies import parse

    rules, rest = game_and_rest(game, words, goal=goal, penalty=penalty)
    nothing_left(rest, "a player alone begins with 0 points")
    given: dict[str, Any] = {"may_decline": may_decline or None, "pig_out": pig_out}
    result = alone(
        rules,
        objective or "turns",
        turns,
        None if policy is None else parse(rules, policy),
        **{name: value for name, value in given.items() if value is not None},
    )
    if as_json:
        from ...version import VERSION

        facts = result.as_dict()
        say_json({"game": rules.as_dict(), **facts, "policy": policy, "version": VERSION})
    else:
        asked = {} if policy is None else {"policy": policy}
        print_facts({"game": rules.name, **asked, "result": str(result), "plan": result.plan})
