"""``pigcore sensitivity``: how much hangs on the chances of the roll."""

from __future__ import annotations

from typing import Any

import click

from ...console.arguments import NUMBERS, Whole, game_and_rest, nothing_left, only_without
from ...console.output import print_facts, print_rows, progress_bar, say, say_json
from ...games.spelling import counted
from .. import options
from ..examples import WithExamples
from ..solved import nothing_but, solved
from ..workers import sharing

__all__ = ["sensitivity"]


@click.command(
    cls=WithExamples,
    examples=[
        "pigcore sensitivity pig",
        "pigcore sensitivity pass-the-pigs:kern --posterior --draws 100 -o pigs.npz",
    ],
    context_settings=NUMBERS,
    short_help="Compute how much the chances of the roll matter.",
)
@options.game
@options.file
@options.goal
@click.option("--posterior", is_flag=True, help="Draw the chances, given recorded throws.")
@click.option("--draws", type=Whole(), help="How many draws; 1000 by default.")
@click.option("--seed", type=Whole(), help="Seed of the draws; 0 by default.")
@options.workers
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    help="Save the draws to this file, and resume from it.",
)
@options.as_json
def sensitivity(
    game: str,
    words: tuple[str, ...],
    goal: int | None,
    posterior: bool,
    draws: int | None,
    seed: int | None,
    workers: int | None,
    dask: str | None,
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
    given = {"draws": draws, "seed": seed, "workers": workers, "dask": dask, "output": output}
    if not posterior:
        only_without("without --posterior nothing is drawn", **given)
        _print_derivatives(game, words, goal, as_json)
        return
    from ...study.race_posterior import posterior as study

    rules, rest = game_and_rest(game, words, goal=goal)
    nothing_left(rest, "sensitivity looks at the start of the game")
    chosen: dict[str, Any] = {
        name: given[name] for name in ("draws", "seed") if given[name] is not None
    }
    with progress_bar(f"drawing {rules.name}") as progress, sharing(workers, dask) as executor:
        found = study(rules, executor=executor, path=output, progress=progress, **chosen)
    if as_json:
        say_json(found.as_dict())
    else:
        _print_posterior(found)


def _print_derivatives(game: str, words: tuple[str, ...], goal: int | None, as_json: bool) -> None:
    from ...study.race_sensitivity import sensitivity as study

    read = nothing_but("sensitivity looks at the start of the game")
    solution, _ = solved(game, words, goal=goal, read=read)
    found = study(solution)
    if as_json:
        say_json(found.as_dict())
        return
    print_facts({"game": str(found.game), "first player wins": found.value})
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
            "first player wins": found.value,
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
