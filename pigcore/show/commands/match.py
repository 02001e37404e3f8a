"""``pigcore match``: policies against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from ...console.arguments import NUMBERS, game_and_rest
from ...console.output import print_facts, print_rows, say_json
from ...games.errors import SizeError
from ...games.spelling import number
from .. import options

__all__ = ["match"]


@click.command(
    cls=options.WithScores,
    examples=[
        "pigcore match pig optimal hold:20",
        "pigcore match pig optimal hold:20 --start 30 0 --json",
        "pigcore match pig --players 3 --goal 30 optimal hold:20 hold:25",
        "pigcore match pig --players 3 --goal 30 hold:20 optimal --start 20 0 5",
    ],
    context_settings=NUMBERS,
    short_help="Compute how often policies beat each other.",
)
@options.game
@click.argument("first", type=options.PolicyText())
@click.argument("second", type=options.PolicyText())
@options.others
@options.goal
@options.players
@options.start
@click.option("--lengths", is_flag=True, help="Print how likely the game ends with each turn.")
@options.as_json
def match(
    game: str,
    first: str,
    second: str,
    others: tuple[str, ...],
    goal: int | None,
    players: int | None,
    start: tuple[int, ...] | None,
    lengths: bool,
    as_json: bool,
) -> None:
    """Compute exactly how often the policy FIRST beats SECOND in GAME.

    Turns, scores and losses are those of games in which FIRST moves first. With three or more
    players OTHERS follow; if only SECOND is given, all others use it. `pigcore policy --help` lists
    the policies.
    """
    from ...play import match as play
    from ...play.policies import parse

    rules, _ = game_and_rest(game, (), goal=goal, players=players)
    texts = [first, second, *others]
    rivals = options.opponents(rules, texts[1:])
    start = start or (0,) * rules.players
    found = play(rules, parse(rules, first), rivals, start=start)
    facts: dict[str, Any] = found.as_dict()
    told = None
    try:
        told = getattr(found, "lengths", None)
    except SizeError:  # all else is known
        if lengths:
            raise
        facts["length"] = None
    if told is not None:
        facts["length"] = {
            "mean": told.mean, "median": told.median,
            "quantiles": {str(q): told.quantile(q) for q in (0.05, 0.25, 0.75, 0.95)},
        }  # fmt: skip
        if lengths:
            facts["length"]["chances"] = told.chances.tolist()
    if as_json:
        from ...version import VERSION

        names = {"policies": texts, "start": list(start)}
        say_json({"game": rules.as_dict(), **names, **facts, "version": VERSION})
        return
    if "length" in facts:
        facts = _in_words(facts, told)
    elif hasattr(found, "seats"):
        facts = _by_seat(facts, texts)
    print_facts({"game": rules.name, "policies": " against ".join(texts)} | facts)
    if lengths and told is not None:
        print_rows([{"turn": turn, "chance": told[turn]} for turn in range(1, len(told))])


def _by_seat(facts: dict[str, Any], texts: Sequence[str]) -> dict[str, Any]:
    """What each wins if the first begins, and what the first wins in each seat."""
    sitting = [*texts, *[texts[-1]] * (len(facts["win"]) - len(texts))]
    of_all = [f"{text} {number(win)}" for text, win in zip(sitting, facts["win"])]
    return {
        "first begins": ", ".join(of_all),
        "first wins by seat": ", ".join(map(number, facts["seats"])),
        "first wins on average": facts["average"],
        **({"never ends": facts["never"]} if facts["never"] else {}),
        "turns" if facts["turns"] is not None else "turns if it ends": facts["turns_if_ended"],
    }


def _in_words(facts: dict[str, Any], lengths: Any) -> dict[str, Any]:
    """Pairs as `a and b`, and what is 0 or told otherwise left out."""
    pairs = {"scores": "final scores", "losses": "cost of mistakes"}
    if lengths is None:
        ends = "too long to follow turn by turn"
    else:
        spread = f"{lengths.quantile(0.05)} to {lengths.quantile(0.95)}"
        ends = f"{lengths.median} turns; nine in ten take {spread}"
    return {
        "wins moving first": facts["first"],
        "wins moving second": facts["second"],
        "wins on average": facts["average"],
        **({"never ends": facts["never"]} if facts["never"] else {}),
        "turns" if facts["turns"] is not None else "turns if it ends": facts["turns_if_ended"],
        "half end within": ends,
        **{name: f"{facts[key][0]:.6f} and {facts[key][1]:.6f}" for key, name in pairs.items()},
    }
