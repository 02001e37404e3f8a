"""Rules of thumb: ``thumb``."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import click

from ...console.arguments import Whole, given, nothing_left, only_without
from ...console.output import print_facts, print_rows, progress_bar, say
from ...games.errors import RuleError
from ...result import Fact
from ...writing import write_text
from ..options import Asked, as_csv, output, sharing, verb, workers

__all__ = ["thumb"]


@verb(
    "Find rules of thumb for GAME, and what they lose.",
    "pigcore thumb pig",
    "pigcore thumb pig keep-pace linear-race --workers 2 -o rules.csv",
    "pigcore thumb pass-the-pigs --regression",
    "pigcore thumb farkle:minimal bank/best-turn --goal 1000",
    "pigcore thumb hog:fa24 always free lead",
)
@click.argument("names", metavar="[FAMILY...]", nargs=-1)
@click.option("--descents", type=Whole(), help="Searches of each large family; 12 by default.")
@workers
@output("Write the table to this CSV file.")
@as_csv("Print the table as CSV.")
@click.option("--regression", is_flag=True, help="Fit a regression to best play instead.")
def thumb(asked: Asked) -> None:
    """Find rules of thumb for GAME, a race of two or Hog, that lose as little as possible to best
    play.

    FAMILY is hold (hold at n), race (hold at n, but roll for the goal once somebody has so many
    points), pace (keep pace with the opponent), keep-pace (both), linear or linear-race; the
    default is hold, race, pace and keep-pace. "constants" is how many numbers one has to remember;
    "loss" is one half minus the rule's average win chance against best play; "exploitability" is
    how much more than one half the best reply to it wins. A star marks the rules that no simpler
    rule beats.

    Where dice are set aside FAMILY is bank/ASIDE (bank at n), race/ASIDE (bank at n, but only at
    the goal once the opponent has so many points) or dice/ASIDE (by the dice left), where ASIDE is
    most-points or best-turn: what to set aside. In other turns of more than a single
    roll it is bank, race or modes (by what is in hand), with /most-points or /best-turn where
    throws leave a choice.

    In Hog FAMILY is always (n dice), free (n dice, but 0 where that gains at least k points on the
    opponent), lead (n dice, but 0 once one leads by so much), zones (n dice, others when so far
    behind or ahead) or free-zones (free, but other dice when so far behind).

    With --regression the decisions of best play are regressed on own score, opponent's score and
    hand (the turn total), as in the literature; this needs statsmodels.
    """
    rules, workers, output = asked.rules, asked.workers, asked.output
    chosen = given(descents=asked.descents, names=asked.names or None)
    if asked.regression:
        others = given(workers=workers, output=output, csv=asked.as_csv or None)
        only_without("a regression searches nothing", descents=asked.descents, **others)
        nothing_left(asked.names, "a regression searches no families")
        _regress(asked, rules)
        return
    from ...study.thumb import rules_of_thumb

    shared: Any = nullcontext() if workers is None else sharing(workers)
    with progress_bar(f"searching {rules.name}") as progress, shared as executor:
        found = rules_of_thumb(rules, executor=executor, progress=progress, **chosen)
    if output is not None:
        write_text(output, found.to_csv(), end="")
    if asked.as_json or asked.as_csv:
        asked.tell(rules, found)
        return
    print_facts({"game": str(rules)})
    say("")
    print_rows(found.listed())
    say("")
    for name, value in found.told().items():
        say(f"{name}: {value}")


def _regress(asked: Asked, rules: Any) -> None:
    from ...study.thumb import READINGS, decision_regression

    fits: dict[str, Any] = {}
    refused: dict[str, RuleError] = {}
    for reading in READINGS:
        try:
            fits[reading] = decision_regression(rules, reading)
        except RuleError as error:
            refused[reading] = error
    if not fits:
        raise refused["cube"]
    if asked.as_json:
        failed = [{"reading": name, "error": str(error)} for name, error in refused.items()]
        facts = Fact("regressions", [*fits.values()]), Fact("refused", failed)
        asked.tell(rules, None, *facts)
        return
    print_facts({"game": str(rules)})
    for reading, what in READINGS.items():
        say(f"\n{reading}: {what}")
        if reading in refused:
            say(str(refused[reading]))
        else:
            print_rows(fits[reading].listed())
            print_facts(fits[reading].told())
