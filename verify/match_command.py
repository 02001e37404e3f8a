"""What ``pigverify match`` takes, and how it answers."""

from __future__ import annotations

import click

from pigcore.console.arguments import (
    Name,
    Whole,
    as_json,
    game_and_rest,
)
from pigcore.console.output import progress_bar, say, say_json
from pigcore.console.process import DONE, STATUSES

__all__ = ["match"]


@click.command(
    "pigverify",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=STATUSES,
)
@click.argument("verb", metavar="match", type=Name("match"), expose_value=False)
@click.argument("game")
@click.argument("first")
@click.argument("second")
@click.option("--goal", type=Whole(), help="Points to win, if not the game's own.")
@click.option("--start", nargs=2, type=Whole(), help="Scores to begin with: FIRST's, SECOND's.")
@click.option("--digits", type=Whole(), default=30, help="Digits of the chances; 30 by default.")
@click.option("--plain", "alone", is_flag=True, help="Prove with Python alone, nothing compiled.")
@as_json
def match(
    game: str,
    first: str,
    second: str,
    goal: int | None,
    start: tuple[int, int] | None,
    digits: int,
    alone: bool,
    as_json: bool,
) -> int:
    """Prove bounds for how often the policy FIRST wins against SECOND in GAME.

    \b
    pigverify match pig optimal hold:20
    pigverify match pig keep-pace optimal --digits 50
    pigverify match hog:fa24 always:5 mine.py:strategy
    pigverify match pig optimal optimal --start 30 0 --json

    GAME is a race for two or a game of Hog. A policy is optimal, which is proved first; in a race
    hold:TOTAL, hold:goal, race:TOTAL:SCORE or keep-pace[:BASE:SLOPE:END]; in Hog always:DICE; or
    FILE.py:function, a function of a state (`pigcore policy --help`; without a function:
    final_strategy). Of the options of a throw, all but optimal take that of most points.
    """  # noqa: D301
    from .entry import match as prove
    from .kernels import plain

    rules, _ = game_and_rest(game, (), goal=goal)
    with plain(alone), progress_bar("proving") as progress:
        found = prove(
            rules,  # type: ignore[arg-type]  # other games are refused in a sentence
            first,
            second,
            start=start or (0, 0),
            digits=digits,
            progress=progress,
        )
    if as_json:
        say_json(found.as_dict())
    else:
        say(str(found))
    return DONE
