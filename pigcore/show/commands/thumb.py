"""``pigcore thumb``: what to remember, and what it loses."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import click

from ...console.arguments import NUMBERS, Whole, game_and_rest, nothing_left, only_without
from ...console.output import print_facts, print_rows, progress_bar, say, say_json
from ...games.errors import RuleError
from .. import options
from ..examples import WithExamples
from ..workers import sharing

__all__ = ["thumb"]


@click.command(
    cls=WithExamples,
    examples=[
        "pigcore thumb pig",
        "pigcore thumb pig keep-pace linear-race --workers 2 -o rules.csv",
        "pigcore thumb pass-the-pigs --regression",
        "pigcore thumb farkle:minimal bank/best-turn --goal 1000",
    ],
    context_settings=NUMBERS,
    short_help="Find rules of thumb for GAME, and what they lose.",
)
@options.game
@click.argument("names", metavar="[FAMILY...]", nargs=-1)
@options.goal
@click.option("--descents", type=Whole(), help="Searches of each large family; 12 by default.")
@click.option("--seed", type=Whole(), help="Seed of the searches; 0 by default.")
@options.workers
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    help="Write rules to this CSV file as they are found, and resume from it.",
)
@click.option("--csv", "as_csv", is_flag=True, help="Print the table as CSV.")
@click.option("--regression", is_flag=True, help="Fit a regression to best play instead.")
@options.as_json
def thumb(
    game: str,
    names: tuple[str, ...],
    goal: int | None,
    descents: int | None,
    seed: int | None,
    workers: int | None,
    dask: str | None,
    output: str | None,
    as_csv: bool,
    regression: bool,
    as_json: bool,
) -> None:
    """Find rules of thumb for GAME, a race of two, that lose as little as possible to best play.

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

    With --regression the decisions of best play are regressed on own score, opponent's score and
    hand (the turn total), as in the literature; this needs statsmodels.
    """
    rules: Any
    rules, rest = game_and_rest(game, (), goal=goal)
    nothing_left(rest, "thumb looks at the whole game")
    given = {"descents": descents, "seed": seed, "workers": workers, "dask": dask}
    given["output"] = output
    if regression:
        only_without("a regression searches nothing", **given, csv=as_csv or None)
        nothing_left(names, "a regression searches no families")
        _regress(rules, as_json)
        return
    from ...study.thumb import rules_of_thumb

    chosen: dict[str, Any] = {
        name: given[name] for name in ("descents", "seed") if given[name] is not None
    }
    if names:
        chosen["names"] = names
    asked = workers is not None or dask is not None
    shared: Any = sharing(workers, dask) if asked else nullcontext()
    with progress_bar(f"searching {rules.name}") as progress, shared as executor:
        found = rules_of_thumb(rules, executor=executor, path=output, progress=progress, **chosen)
    if as_json:
        from ...version import VERSION

        say_json({**found.as_dict(), "version": VERSION})
    elif as_csv:
        say(found.to_csv().rstrip("\n"))
    else:
        _print(found)


def _print(found: Any) -> None:
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
        from ...version import VERSION

        fitted = [fit.as_dict() for fit in fits.values()]
        failed = [{"reading": name, "error": str(error)} for name, error in refused.items()]
        say_json(
            {"game": rules.as_dict(), "regressions": fitted, "refused": failed, "version": VERSION}
        )
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
            {"": it.name, "coefficient": it.value, "error": it.error, "z": it.z}
            for it in fit.coefficients
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
