"""``pigcore policy``: what a policy says, in words, in a state and in a file."""

from __future__ import annotations

from typing import Any

import click

from ...console.arguments import NUMBERS, game_and_rest, numbers, refuse_options
from ...console.output import print_facts, say_json
from .. import options
from ..examples import WithExamples

__all__ = ["policy"]


class _WithPolicies(WithExamples):
    """A command whose help lists the policies of each family, as they say it themselves."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, and a line for each family."""
        from ...games.rules import games_made_at_once
        from ...play.policies import usages

        super().format_epilog(ctx, formatter)
        kinds: dict[tuple[str, ...], str] = {}
        for name, make in games_made_at_once().items():
            if found := usages(make()):
                kinds.setdefault(tuple(found), name)
        with formatter.section("A policy is"):
            rows = [
                (f"in {name}" if place == 0 else "", usage)  # a line each: none is ever broken
                for found, name in kinds.items()
                for place, usage in enumerate(found)
            ]
            formatter.write_dl(
                [
                    *rows,
                    ("everywhere", "FILE.py:FUNCTION, or a saved policy: FILE.json, FILE.npz"),
                    ("composed", "POLICY unless CONDITION then POLICY"),
                ]
            )


@click.command(
    cls=_WithPolicies,
    examples=[
        "pigcore policy pig keep-pace 30 50 23",
        "pigcore policy pig 'hold:25 unless own>=60 then hold:goal'",
        "pigcore policy pig --players 3 keep-pace 30 50 40 23",
        "pigcore policy hog strategy.py:mine -o mine.npz",
        "pigcore policy farkle:kcd bank:300/most-points 0 0 100 --throw 1,5,5,3",
    ],
    context_settings=NUMBERS,
    short_help="Show what a policy does.",
)
@options.game
@options.policy
@options.state_or_no_state
@options.throw
@options.goal
@options.players
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Save the policy here.")
@options.as_json
def policy(
    game: str,
    policy: str,
    words: tuple[str, ...],
    throw: str | None,
    goal: int | None,
    players: int | None,
    output: str | None,
    as_json: bool,
) -> None:
    """Say in words what POLICY does in GAME, and what it answers in a state.

    Without a state, the policy is asked in every state, and an answer that is not an action is
    refused. A file that ends in .json holds the text of the policy, and one that ends in .npz holds
    its table.
    """
    from ...play.policies import module_of, parse, save_policy

    refuse_options((policy, *words))
    rules, _ = game_and_rest(game, (), goal=goal, players=players)
    module = module_of(rules)
    found = parse(rules, policy)
    facts: dict[str, Any] = {"policy": policy, "words": str(found)}
    if words or throw is not None:
        state = numbers(words, rules, throw)
        facts["state"] = rules.named(state)
        facts["answer"] = plain(module.answer(rules, found, *state))
    else:
        facts["states"] = module.check(rules, found)
    if output is not None:
        save_policy(output, rules, found)
        facts["saved"] = output
    if as_json:
        from ...version import VERSION

        say_json({"game": rules.as_dict(), **facts, "version": VERSION})
    else:
        if "state" in facts:
            facts["state"] = rules.spell(state)
        print_facts({"game": rules.name, **facts})


def plain(answer: Any) -> Any:
    """An answer as JSON has it: an action, or {action: chance} with chances as floats."""
    if isinstance(answer, dict):
        return {str(action): float(chance) for action, chance in answer.items()}
    return answer
