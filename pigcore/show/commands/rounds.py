"""Policies against each other, many at once: ``simulate``, ``tournament``, ``contest``."""

from __future__ import annotations

import os

import click

from ...console.arguments import Real, Whole, only_without
from ...console.output import print_facts, print_rows, progress_bar, say, width
from ...console.process import DONE, FAILED
from ...games.errors import RuleError
from ...games.spelling import fixed
from ..options import Asked, as_csv, opponents, sharing, start, verb, workers

__all__ = ["contest", "simulate", "tournament"]


# --- random dice ----------------------------------------------------------------------------------


@verb(
    "Play policies against each other with random dice.",
    "pigcore simulate pig optimal hold:20 --games 10000000 --workers 2",
    "pigcore simulate hog:fa24 always:5 random --transcripts 1",
    "pigcore simulate pig --players 3 --goal 30 optimal hold:20 hold:25",
    settings={},
)
@click.argument("first")
@click.argument("second")
@click.argument("others", nargs=-1)
@click.option(
    "--games", type=Whole(), default=1_000_000, help="How many games; 1,000,000 by default."
)
@click.option(
    "--seed", type=Whole(), default=1, help="The same seed gives the same games; 1 by default."
)
@start
@click.option(
    "--transcripts", type=Whole(), default=0, help="How many games to show throw by throw."
)
@workers
def simulate(asked: Asked) -> None:
    """Play the policy FIRST against SECOND in GAME with random dice.

    FIRST moves first in every other game; turns and scores are those of these games. With three or
    more players OTHERS follow, or all others use SECOND, and each player begins in turn. `pigcore
    policy --help` lists the policies.
    """
    from ...play import simulate as play
    from ...play.policies import parse

    rules, facts = asked.rules, asked.between()
    seated = parse(rules, asked.first), opponents(rules, facts[0].value[1:])
    options = {name: getattr(asked, name) for name in ("games", "seed", "transcripts")}
    with sharing(asked.workers) as executor, progress_bar(f"playing {rules.name}") as progress:
        found = play(
            rules, *seated, start=facts[1].value, **options, executor=executor, progress=progress
        )
    if asked.tell(rules, found, *facts):
        for transcript in found.transcripts:
            say(f"\n{transcript}")


# --- each against every other ---------------------------------------------------------------------


@verb(
    "Compare several policies, each with every other.",
    "pigcore tournament pig optimal keep-pace hold:20 hold:25",
    "pigcore tournament hog:fa13 strategies --csv",
    "pigcore tournament pig --players 3 --goal 30 optimal hold:20 hold:25",
)
@click.argument("policies", nargs=-1, required=True)
@workers
@as_csv("Print a line of CSV for each pair.")
def tournament(asked: Asked) -> int:
    """Compare each of the POLICIES with every other in GAME, exactly and from all seats.

    Policies are ranked by the number of others that they beat, then by their mean win rate. Three
    or more players sit at every table that the policies can fill, in every order; one policy beats
    another if it wins more at the tables where both sit. A folder stands for the strategies of Hog
    in its files, as in `pigcore contest`.
    """
    if any(map(os.path.isdir, asked.policies)):
        only_without("strategies in files are of games for two", players=asked.players)
        return _contest(asked, asked.policies, 10.0)
    from ...play import tournament as play
    from ...play.policies import parse

    rules = asked.rules
    named = {text: parse(rules, text) for text in dict.fromkeys(asked.policies)}
    with progress_bar("tournament") as progress, sharing(asked.workers) as executor:
        found = play(rules, named, executor=executor, progress=progress)
    if asked.as_json or asked.as_csv:
        asked.tell(rules, found)
        return DONE
    rows = found.listed()
    needed = sum(2 + max(len(name), *(len(row[name]) for row in rows)) for name in rows[0]) - 2
    if needed <= width():
        print_rows(rows)
        return DONE
    print_rows([{name: row[name] for name in ("rank", "policy", "wins", "rate")} for row in rows])
    say("\nevery pair: --csv or --json")
    return DONE


@verb(
    "Compare strategies of Hog in files.",
    "pigcore contest strategies --game hog:fa24",
    "pigcore contest mine.py:cautious mine.py:bold --game hog:fa24 --csv",
    game="",
    settings={},
)
@click.argument("strategies", nargs=-1, required=True, type=click.Path())
@click.option(
    "--game", metavar="GAME", help="Rules of Hog that the strategies are for; to be given."
)
@click.option("--goal", type=Whole(), help="Points to win, if not the game's own.")
@click.option(
    "--seconds", type=Real(), default=10.0, help="Time limit for each strategy; 10 by default."
)
@click.option("--workers", type=Whole(), help="Files at once; one per processor by default.")
@as_csv("Print a line of CSV for each strategy.")
def contest(asked: Asked) -> int:
    """Compare the STRATEGIES with each other in Hog, exactly and from both seats.

    STRATEGIES are folders of Python files, FILE.py, or FILE.py:FUNCTION; the function is
    final_strategy by default. Files of a folder that do not name it are helpers, for others to
    import. Each is asked in every state, in a process of its own with 1 GB. One
    that raises an error, gives an invalid answer or is too slow is disqualified; if all are, the
    exit status is 1. This guards against mistakes, not against malice.

    A win is an average above 1/2 by more than 1e-9. Strategies are ranked by wins, then by their
    mean rate. Of each the three mistakes are named that cost most in a game against best play.
    """
    if asked.game is None:
        raise RuleError(
            "the game is not given, and terms of Hog have different rules: add --game, such as "
            "--game hog:fa24 (pigcore games lists them)"
        )
    return _contest(asked, asked.strategies, asked.seconds)


def _contest(asked: Asked, files: tuple[str, ...], seconds: float) -> int:
    from ...study.hog_contest import contest as play

    rules = asked.rules
    with progress_bar("contest") as progress:
        found = play(rules, files, seconds=seconds, workers=asked.workers, progress=progress)
    status = DONE if found.tables else FAILED
    if asked.as_json or asked.as_csv:
        asked.tell(rules, found)
        return status
    print_facts({"game": str(rules)})
    if found.tables:
        say("")
        print_rows(found.rows())
        say("")
        rows = [{**row, "cost": fixed(row["cost"])} for row in found.mistake_rows()]
        print_rows(rows, "no mistakes: each plays as well as can be")
    if found.disqualified:
        say("")
        print_rows([{"disqualified": name, "why": why} for name, why in found.disqualified.items()])
    if found.helpers:
        say(f"\nhelpers, which have no final_strategy: {', '.join(found.helpers)}")
    return status
