"""Rules of thumb: ``thumb``."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import click

from ...console.arguments import Whole, given, nothing_left, only_without
from ...console.output import print_facts, print_rows, progress_bar, say
from ...games.errors import RuleError
from ..options import (
    Asked,
    answer,
    as_csv,
    as_json,
    asking,
    exclude,
    in_digits,
    output,
    printed,
    sharing,
    verb,
    workers,
)

__all__ = ["thumb"]


@verb(
    "Find rules of thumb for GAME, and what they lose.",
    "pigcore thumb pig",
    "pigcore thumb pig keep-pace linear-race --workers 2 -o rules.csv",
    "pigcore thumb pass-the-pigs --regression",
    "pigcore thumb farkle:minimal bank/best-turn --goal 1000",
    "pigcore thumb hog:fa24 always free lead",
)
@asking()
@click.argument("names", metavar="[FAMILY...]", nargs=-1)
@click.option("--descents", type=Whole(), help="Searches of each large family; 12 by default.")
@click.option("--seed", type=Whole(), help="Seed of the searches; 0 by default.")
@workers
@output("Write rules to this CSV file as they are found, and resume from it.")
@as_csv("Print the table as CSV.")
@click.option("--regression", is_flag=True, help="Fit a regression to best play instead.")
@in_digits
@as_json
def thumb(
    asked: Asked,
    names: tuple[str, ...],
    descents: int | None,
    seed: int | None,
    workers: int | None,
    output: str | None,
    as_csv: bool,
    regression: bool,
    as_json: bool,
) -> None:
    """Find rules of thumb for GAME, a race of two or Hog, that lose as little as possible to best
    play.

    FAMILY is hold (hold at n), race (hold at n, but roll for the goal once somebody has so many
    points), pace (keep pace with the opponent), keep-pace (both), linear, linear-race, bands-2 or
    bands-3 (a table by score bands); the default is hold, race, pace and keep-pace. "constants" is
    how many numbers one has to remember; "loss" is one half minus the rule's average win chance
    against best play; "exploitability" is how much more than one half the best reply to it wins. A
    star marks the rules that no simpler rule beats.

    Where dice are set aside FAMILY is bank/ASIDE (bank at n), race/ASIDE (bank at n, but only at
    the goal once the opponent has so many points) or dice/ASIDE (by the dice left), where ASIDE is
    most-points, most-dice or best-turn: what to set aside. In other turns of more than a single
    roll it is bank, race or modes (by what is in hand), with /most-points or /best-turn where
    throws leave a choice.

    In Hog FAMILY is always (n dice), free (n dice, but 0 where that gains at least k points on the
    opponent), lead (n dice, but 0 once one leads by so much), zones (n dice, others when so far
    behind or ahead) or free-zones (free, but other dice when so far behind).

    With --regression the decisions of best play are regressed on own score, opponent's score and
    hand (the turn total), as in the literature; this needs statsmodels.
    """
    rules = asked.rules
    chosen = given(descents=descents, seed=seed)
    if regression:
        others = given(workers=workers, output=output, csv=as_csv or None)
        only_without("a regression searches nothing", **chosen, **others)
        nothing_left(names, "a regression searches no families")
        _regress(rules, as_json)
        return
    from ...study.thumb import rules_of_thumb

    exclude(csv=as_csv, json=as_json)
    if names:
        chosen["names"] = names
    alone = workers is None
    shared: Any = nullcontext() if alone else sharing(workers)
    with progress_bar(f"searching {rules.name}") as progress, shared as executor:
        found = rules_of_thumb(rules, executor=executor, path=output, progress=progress, **chosen)
    if not printed(found, as_json, as_csv):
        _print_rules(found)


def _print_rules(found: Any) -> None:
    kept = found.frontier
    print_facts({"game": str(found.game)})
    say("")
    print_rows(
        [
            {
                "family": rule.family,
                "constants": rule.simplicity,
                "loss": rule.loss,
                "exploitability": rule.exploitability,
                "": "*" if rule in kept else "",
                "rule": rule.words,
            }
            for rule in found.rules
        ]
    )
    best = found.best
    say(f"\nremember: {best.words}")
    if best.spec is not None:
        say(f"as a policy: {best.spec}")


def _regress(rules: Any, as_json: bool) -> None:
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
    if as_json:
        fitted = [fit.as_dict() for fit in fits.values()]
        failed = [{"reading": name, "error": str(error)} for name, error in refused.items()]
        answer(rules, {"regressions": fitted, "refused": failed}, as_json)
        return
    print_facts({"game": str(rules)})
    for reading, what in READINGS.items():
        say(f"\n{reading}: {what}")
        if reading in refused:
            say(str(refused[reading]))
        else:
            _print_fit(fits[reading])


def _print_fit(fit: Any) -> None:
    print_rows(
        [
            {
                "": coefficient.name,
                "coefficient": coefficient.value,
                "error": coefficient.error,
                "z": coefficient.z,
            }
            for coefficient in fit.coefficients
        ]
    )
    (hold_hold, hold_roll), (roll_hold, roll_roll) = fit.confusion
    print_facts(
        {
            "states": fit.states,
            "rolls": fit.mean,
            "McFadden's R²": fit.mcfadden,
            "right": fit.right,
            "holds, predicted hold, roll": [hold_hold, hold_roll],
            "rolls, predicted hold, roll": [roll_hold, roll_roll],
        }
        | (
            {
                "as a rule": fit.rule.spec,
                "loss": fit.rule.loss,
                "exploitability": fit.rule.exploitability,
            }
            if fit.rule is not None
            else {"as a rule": "it would roll with more rather than with less"}
        )
    )
