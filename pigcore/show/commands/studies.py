"""Studies of a game and of many: ``fair``, ``sensitivity``, ``thumb``, ``atlas``."""

from __future__ import annotations

import re
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from ...console.arguments import ParamType, Whole, given, nothing_left, only_without
from ...console.output import print_facts, print_rows, progress_bar, say
from ...games.errors import RuleError
from ...games.rules import game_from_rules, names_a_solution, rules_from_text
from ...games.spelling import at_most, counted, fixed, listed, number, shown
from ...games.texts import read_text
from ...writing import DICE
from ..options import (
    Asked,
    answer,
    as_csv,
    as_json,
    asking,
    exclude,
    in_digits,
    nothing_but,
    output,
    printed,
    sharing,
    verb,
    workers,
)

__all__ = ["atlas", "dice", "fair", "sensitivity", "thumb"]


# --- who is favoured ------------------------------------------------------------------------------


class _Range(ParamType):
    """FIRST:LAST or FIRST:LAST:STEP, the last one included, or a single number."""

    name = "first:last[:step]"

    def convert(self, value: Any, param: Any, ctx: Any) -> range:
        """The numbers that ``value`` spells."""
        found = re.fullmatch(r"([0-9]{1,9})(?::([0-9]{1,9})(?::([0-9]{1,9}))?)?", value)
        if found:
            first, last, step = (int(part) if part else None for part in found.groups())
            if first is not None and step != 0:
                numbers = range(first, (first if last is None else last) + 1, step or 1)
                if numbers:
                    return numbers
        raise RuleError(
            f"{param.opts[-1]} is {shown(value)}, but must be FIRST:LAST or FIRST:LAST:STEP, "
            "such as 20:200:20, with FIRST no larger than LAST"
        )


@verb(
    "Say who is favoured in GAME, and by how much.",
    "pigcore fair pig",
    "pigcore fair pig --goals 20:200:20 --sides 4:8",
    "pigcore fair pig --players 3 --goal 50",
)
@asking("[FILE]")
@click.option("--step", type=Whole(), default=1, help="Head starts are multiples of this.")
@click.option("--goals", type=_Range(), help="Compare games to these goals.")
@click.option("--sides", type=_Range(), help="Compare games with dice of these numbers of sides.")
@workers
@as_csv("Print the comparison as CSV.")
@in_digits
@as_json
def fair(
    asked: Asked,
    step: int,
    goals: range | None,
    sides: range | None,
    workers: int | None,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Say who is favoured in GAME if both play best, and what makes up for it.

    The output has the first player's chance to win, and the head start for the second player (or,
    if negative, for the first) that brings it closest to 1/2. With three or more players it has
    everybody's chance, and the head starts that bring them closest to each other. With --goals,
    --sides or both it is a table of games, and names the fairest.
    """
    from ...study.fair import fairest, fairness

    exclude(csv=as_csv, json=as_json)
    exclude(goal=asked.goal is not None, goals=goals is not None)
    if goals is None and sides is None:
        if as_csv or workers is not None:
            raise RuleError(
                "--csv and --workers are for a comparison of games: give --goals or --sides, too"
            )
        solution, _ = asked.solved(nothing_but("fair looks at the start of the game"))
        found = fairness(solution, step=step)
        if not printed(found, as_json):
            print_facts(_favour(found))
        return
    if names_a_solution(asked.game):
        raise RuleError(f"{asked.game} is solved already: leave --goals and --sides out")
    rules, rest = asked.rules_and_rest()
    nothing_left(rest, "fair looks at the start of the game")
    with progress_bar(f"solving {rules.name}") as progress, sharing(workers) as executor:
        table = fairest(
            rules, goals=goals, sides=sides, step=step, executor=executor, progress=progress
        )
    if not printed(table, as_json, as_csv):
        print_rows(_short(table.rows) if rules.shared else table.rows)
        best = table.fairest
        say(f"\nfairest: {best.game.name} to {best.game.as_dict()['goal']}")
        if table.left_out:
            say(f"left out, as the rules do not fit them: goals {listed(table.left_out)}")


def _short(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of more chances than fit into a line with all their digits."""
    return [
        {name: fixed(one) if isinstance(one, float) else one for name, one in row.items()}
        for row in rows
    ]


def _favour(found: Any) -> dict[str, Any]:
    if found.game.shared:
        return {
            "game": str(found.game),
            "players win": ", ".join(map(number, found.win)),
            "fairest head start": found.start,
            "players then win": ", ".join(map(number, found.with_points)),
        }
    whom = "second" if found.points >= 0 else "first"
    return {
        "game": str(found.game),
        "first player wins": found.first,
        "second player wins": found.second,
        "advantage": found.advantage,
        "fairest head start": f"{counted(abs(found.points), 'point')} for the {whom} player",
        "first then wins": found.with_points,
    }


# --- which dice to choose -------------------------------------------------------------------------


@verb(
    "Say which of several sets of dice to choose, given the opponent's.",
    "pigcore dice tavern.toml",
    "pigcore dice tavern.toml -o tavern.json",
)
@click.argument("file")
@output("Save the matrix and the choice to this file, which pigverify proves.", DICE)
@in_digits
@as_json
def dice(file: str, output: str | None, as_json: bool) -> None:
    """Compare the sets of dice that FILE lists, each against each, if both players play best.

    FILE is a file of rules in TOML with one table more, [sets]: each entry has a name and lists the
    kinds of its dice, as the entry dice does. The output has for each set how often it wins against
    each (a fair coin says who moves first), the best set against it, and how often to choose it
    where nobody knows what the other takes.
    """
    from ...study.race_dice import dice_choice

    games = _sets(file)
    with progress_bar("comparing dice") as progress:
        found = dice_choice(games, progress)
    if output is not None:
        found.save(output)
    if printed(found, as_json):
        return
    rows = []
    for n, name in enumerate(found.names):
        against = {other: float(found.wins[n, m]) for m, other in enumerate(found.names)}
        best = {"best reply": found.replies[n], "choose": float(found.mix[n])}
        rows.append({"set": name, **against, **best})
    print_rows(rows)
    say(
        f"\nagainst this choice no set wins more than 1/2 + {at_most(max(found.gain, 0.0))}; every "
        f"chance is right to {at_most(found.error_bound)}"
    )


def _sets(file: str) -> dict[str, Any]:
    """The games of a file of rules with a table of sets of dice, by the names of these."""
    where, text = read_text(file, "give a TOML file of rules")
    rules = rules_from_text(text, where)
    sets = rules.pop("sets", None)
    if not isinstance(sets, dict) or not all(isinstance(one, list) for one in sets.values()):
        raise RuleError(
            f"{where} has no table [sets] of lists of dice, such as odd = ['odd', 'odd', 'fair']: "
            "add it"
        )
    return {name: game_from_rules(rules | {"dice": one}, where) for name, one in sets.items()}


# --- the chances of the roll ----------------------------------------------------------------------


@verb(
    "Compute how much the chances of the roll matter.",
    "pigcore sensitivity pig",
    "pigcore sensitivity pass-the-pigs:kern --posterior --draws 100 -o pigs.npz",
)
@asking("[FILE]")
@click.option("--posterior", is_flag=True, help="Draw the chances, given recorded throws.")
@click.option("--draws", type=Whole(), help="How many draws; 1000 by default.")
@click.option("--seed", type=Whole(), help="Seed of the draws; 0 by default.")
@workers
@output("Save the draws to this file, and resume from it.")
@in_digits
@as_json
def sensitivity(
    asked: Asked,
    posterior: bool,
    draws: int | None,
    seed: int | None,
    workers: int | None,
    output: str | None,
    as_json: bool,
) -> None:
    """Compute how much the value of GAME, and its decisions, depend on the chances of the roll.

    For each outcome of a throw this prints the derivative of the first player's chance to win, as
    the chances move towards that outcome at the expense of all others in proportion. If a tie makes
    the derivative differ for chances that move the other way, it is printed as "below".

    With --posterior the chances are drawn at random, given the recorded throws, and each game is
    solved, to see how much the value and the decisions vary. With -o the draws are saved as they
    come, and an interrupted study is resumed.
    """
    chosen = given(draws=draws, seed=seed)
    if not posterior:
        others = given(workers=workers, output=output)
        only_without("without --posterior nothing is drawn", **chosen, **others)
        _print_derivatives(asked, as_json)
        return
    from ...study.race_posterior import posterior as study

    rules, rest = asked.rules_and_rest()
    nothing_left(rest, "sensitivity looks at the start of the game")
    with progress_bar(f"drawing {rules.name}") as progress, sharing(workers) as executor:
        found = study(rules, executor=executor, path=output, progress=progress, **chosen)
    if not printed(found, as_json):
        _print_posterior(found)


def _print_derivatives(asked: Asked, as_json: bool) -> None:
    from ...study.race_sensitivity import sensitivity as study

    solution, _ = asked.solved(nothing_but("sensitivity looks at the start of the game"))
    found = study(solution)
    if printed(found, as_json):
        return
    print_facts({"game": str(found.game), found.game.worth: found.value})
    say("")
    kinks = any(row.kink for row in found.derivatives)
    print_rows(
        [
            {"outcome": row.outcome, "chance": row.chance, "derivative": row.above}
            | ({"below": row.below} if kinks else {})
            for row in found.derivatives
        ]
    )
    if found.ties:
        ties = counted(len(found.ties), "decision", "decisions")
        say(f"\ntied as far as double precision can tell: {ties} in play")


def _print_posterior(found: Any) -> None:
    low, high = found.interval
    print_facts(
        {
            "game": str(found.game),
            "throws recorded": f"{sum(count for _, count in found.record):,}",
            "draws": f"{found.draws:,}",
            found.game.worth: found.value,
            "in 95% of draws": [low, high],
            "stable decisions": f"{found.stable_states:,} of {found.states:,}",
            "stable in play": found.stable_in_play,
            "stable thresholds": f"{found.stable_thresholds:,} of {found.same_thresholds.size:,}",
        }
    )
    doubts = found.doubts()
    if doubts:
        say("\nnot stable, the most frequent in play first:")
        print_rows(
            [
                found.game.named(doubt.state)
                | {"decision": doubt.decision, "share": doubt.share, "visits": doubt.visits}
                for doubt in doubts
            ]
        )


# --- rules of thumb -------------------------------------------------------------------------------


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


# --- close calls ----------------------------------------------------------------------------------

_DPI = 100


class _Several(ParamType):
    """Whole numbers with commas between them, or FIRST:LAST for all from the first to the last."""

    name = "numbers"

    def convert(self, value: Any, param: Any, ctx: Any) -> list[int]:
        """The numbers that ``value`` spells."""
        numbers: list[int] = []
        for part in value.split(",") if isinstance(value, str) else ():
            found = re.fullmatch(r"([0-9]{1,6})(?::([0-9]{1,6}))?", part)
            first, last = (found[1], found[2] or found[1]) if found else ("1", "0")
            between = range(int(first), int(last) + 1)
            if not between:
                raise RuleError(
                    f"{param.opts[-1]} is {shown(value)}, but must be numbers such as 4,6,8 or "
                    "FIRST:LAST such as 2:200"
                )
            numbers += between
        return numbers


@verb(
    "Find the closest calls of Pig for many goals and dice.",
    "pigcore atlas --goals 2:50 --dice 6",
    "pigcore atlas -o atlas.csv --picture atlas.png --workers 2",
)
@click.option("--goals", type=_Several(), help="Goals; 2:200 by default.")
@click.option("--dice", type=_Several(), help="Sides of a die; 4,6,8,10,12,20 by default.")
@workers
@output("Write results to this CSV file as they are found, and resume from it.")
@click.option(
    "--parquet", type=click.Path(dir_okay=False), help="Write all results to this file, too."
)
@click.option(
    "--picture", type=click.Path(dir_okay=False), help="Draw the results: .png, .svg or .pdf."
)
@as_csv("Print all results as CSV.")
@in_digits
@as_json
def atlas(
    goals: list[int] | None,
    dice: list[int] | None,
    workers: int | None,
    output: str | None,
    parquet: str | None,
    picture: str | None,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Find the closest calls of Pig to many goals, with dice of many sizes, and all exact ties.

    A die of n sides gains 2 ... n, or busts with 1. "closest" is the state in which rolling and
    holding differ least, "met" is the closest of the states that an optimal player can come to, and
    in a "tie" both are exactly as good. Margins are computed as fractions. For each die this prints
    the closest calls and the first goal that has them; --csv prints those of all games.
    """
    from ...study.race_close_calls import atlas as study
    from ...study.race_close_calls import needs_pyarrow

    exclude(csv=as_csv, json=as_json)
    for path, suffix in ((output, ".csv"), (parquet, ".parquet")):
        if path is not None and Path(path).suffix.lower() != suffix:
            raise RuleError(f"{shown(path)} is not a name for such a file: end it in {suffix}")
    if parquet is not None:
        needs_pyarrow()
    if picture is not None:
        from ..plots.canvas import check_file, needs_matplotlib

        check_file(picture, _DPI)
        needs_matplotlib()
    asked = given(goals=goals, sides=dice)
    with progress_bar("looking for close calls") as progress, sharing(workers) as executor:
        found = study(**asked, path=output, executor=executor, progress=progress)
    if parquet is not None:
        found.to_parquet(parquet)
    if picture is not None:
        from ..plots.canvas import save
        from ..plots.close_calls import draw_atlas

        save(draw_atlas(found, on_screen=False), picture, _DPI)
    if not printed(found, as_json, as_csv):
        print_rows([row | {"margin": number(float(row["margin"]))} for row in found.rows])
        say(f"\n{_ties(len(found.of('tie')), len(found.of('closest')))}")


def _ties(ties: int, games: int) -> str:
    where = counted(games, "game")
    return f"{counted(ties, 'exact tie')} in {where}" if ties else f"no exact tie in {where}"
