"""``pigcore contest``: strategies of Hog in files of other people."""

from __future__ import annotations

import click

from ...console.arguments import GameName, Real, Whole, game_and_rest
from ...console.output import print_facts, print_rows, progress_bar, say, say_json
from ...games.errors import RuleError
from .. import options
from ..examples import WithExamples

__all__ = ["contest"]


@click.command(
    cls=WithExamples,
    examples=[
        "pigcore contest strategies --game hog:fa24",
        "pigcore contest mine.py:cautious mine.py:bold --game hog:fa24 --csv",
    ],
    short_help="Compare strategies of Hog in files.",
)
@click.argument("strategies", nargs=-1, required=True, type=click.Path())
@click.option(
    "--game", type=GameName(), help="Rules of Hog that the strategies are for; to be given."
)
@options.goal
@click.option(
    "--seconds", type=Real(), default=10.0, help="Time limit for each strategy; 10 by default."
)
@click.option("--workers", type=Whole(), help="Files at once; one per processor by default.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a line of CSV for each strategy.")
@options.as_json
def contest(
    strategies: tuple[str, ...],
    game: str | None,
    goal: int | None,
    seconds: float,
    workers: int | None,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Compare the STRATEGIES with each other in Hog, exactly and from both seats.

    STRATEGIES are folders of Python files, FILE.py, or FILE.py:FUNCTION; the function is
    final_strategy by default. Each is asked in every state, in a process of its own with 1 GB. One
    that raises an error, gives an invalid answer or is too slow is disqualified. This guards
    against mistakes, not against malice.

    A win is an average above 1/2 by more than 1e-9. Strategies are ranked by wins, then by their
    mean rate.
    """
    from ...study.hog_contest import contest as play

    if as_csv and as_json:
        raise RuleError("--csv and --json exclude each other: leave one out")
    if game is None:
        raise RuleError(
            "the game is not given, and terms of Hog have different rules: add --game, such as "
            "--game hog:fa24 (pigcore games lists them)"
        )
    rules, _ = game_and_rest(game, (), goal=goal)
    with progress_bar("contest") as progress:
        found = play(rules, strategies, seconds=seconds, workers=workers, progress=progress)  # type: ignore[arg-type]
    if as_json:
        from ...version import VERSION

        say_json({**found.as_dict(), "version": VERSION})
        return
    if as_csv:
        say(found.to_csv().rstrip("\n"))
        return
    print_facts({"game": str(rules)})
    if found.tables:
        say("")
        print_rows(found.rows())
    if found.disqualified:
        say("")
        print_rows([{"disqualified": name, "why": why} for name, why in found.disqualified.items()])
