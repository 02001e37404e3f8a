"""``pigcore simulate``: policies with random dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ...console.arguments import Real, Whole, game_and_rest
from ...console.output import print_facts, progress_bar, say, say_json
from ...games.spelling import listed, number
from .. import options
from ..workers import sharing

if TYPE_CHECKING:
    from ...play.simulation.results import Simulated

__all__ = ["simulate"]


@click.command(
    cls=options.WithScores,
    examples=[
        "pigcore simulate pig optimal hold:20 --games 10000000 --workers 2",
        "pigcore simulate hog always:5 random --transcripts 1",
        "pigcore simulate bag optimal --transcripts 1",
        "pigcore simulate pig --players 3 --goal 30 optimal hold:20 hold:25",
    ],
    short_help="Play policies against each other with random dice.",
)
@options.game
@click.argument("first", type=options.PolicyText())
@click.argument("second", type=options.PolicyText(), required=False)
@options.others
@options.goal
@options.players
@click.option(
    "--games", type=Whole(), default=1_000_000, help="How many games; 1,000,000 by default."
)
@click.option(
    "--seed", type=Whole(), default=1, help="The same seed gives the same games; 1 by default."
)
@options.start
@click.option(
    "--longest",
    type=Whole(),
    default=10_000,
    help="Turns after which a game stops; 10,000 by default.",
)
@click.option(
    "--confidence", type=Real(), default=0.99, help="Confidence of each interval; 0.99 by default."
)
@click.option(
    "--transcripts", type=Whole(), default=0, help="How many games to show throw by throw."
)
@options.workers
@options.as_json
def simulate(
    game: str,
    first: str,
    second: str | None,
    others: tuple[str, ...],
    goal: int | None,
    players: int | None,
    workers: int | None,
    dask: str | None,
    start: tuple[int, ...] | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Play the policy FIRST against SECOND in GAME with random dice.

    FIRST moves first in every other game; turns and scores are those of these games. A bag has no
    opponent and no SECOND. With three or more players OTHERS follow, or all others use SECOND, and
    each player begins in turn. `pigcore policy --help` lists the policies.
    """
    from ...play import simulate as play
    from ...play.policies import parse

    rules, _ = game_and_rest(game, (), goal=goal, players=players)
    rivals = [second, *others] if second is not None else []
    policies = [first, *rivals]
    seated = [parse(rules, first), *([options.opponents(rules, rivals)] if rivals else [])]
    start = start or (0,) * rules.players
    with (
        sharing(workers, dask) as executor,
        progress_bar(f"playing {rules.name}") as progress,
    ):
        found = play(rules, *seated, start=start, **given, executor=executor, progress=progress)
    if as_json:
        from ...version import VERSION

        named = {"policies": policies, "start": list(start)}
        say_json({"game": rules.as_dict(), **named, **found.as_dict(), "version": VERSION})
    else:
        print_facts({"game": rules.name, "policies": " against ".join(policies)} | in_words(found))
        for told in found.transcripts:
            say(f"\n{told}")


def in_words(found: Simulated) -> dict[str, Any]:
    """What came out, each with its interval."""
    facts: dict[str, Any] = {"games": f"{found.games:,}, seed {found.seed}"}
    for name, words in found.WORDS.items():
        low, high = found.intervals[name]
        facts[words] = f"{getattr(found, name):.6g} ({low:.6g} to {high:.6g})"
    if hasattr(found, "scores"):
        facts["final scores"] = listed(f"{score:.6g}" for score in found.scores)
    if getattr(found, "never", 0):
        facts["won by nobody"] = number(found.never)  # type: ignore[attr-defined]
    facts["intervals"] = f"{100 * found.confidence:g}% each"
    return facts
