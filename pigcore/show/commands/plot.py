"""``pigcore plot``: pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ...console.arguments import NUMBERS, Whole, nothing_left, only_without
from ...console.output import print_facts, progress_bar, say_json
from ...games.errors import RuleError
from .. import options
from ..examples import WithExamples
from ..solved import solved

if TYPE_CHECKING:
    from ...games.game import Game

__all__ = ["plot"]

KINDS = (
    "thresholds", "boundary", "reachable", "win", "section", "residuals", "replies", "dice",
    "frontier", "closeness", "difference",
)  # fmt: skip
"""Words that are kinds, not files that a game may be followed by."""

_MOST_POLICIES = 2


@click.command(
    cls=WithExamples,
    examples=[
        "pigcore plot pig -o pig.png",
        "pigcore plot hog:fa13 dice -o dice.svg",
        "pigcore plot pig difference --policy keep-pace -o pace.pdf",
        "pigcore plot farkle:kcd --mode 2 -o farkle.png",
        "pigcore plot pig --goal 50 --players 3 --opp 20 -o three.png",
    ],
    context_settings=NUMBERS,
    short_help="Draw a picture of GAME.",
)
@options.game
@click.argument("words", metavar="[FILE] [KIND]", nargs=-1)
@options.goal
@options.players
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    required=True,
    help="The picture: a .png, .svg or .pdf file.",
)
@click.option("--dpi", type=Whole(), help="Dots per inch of a .png; 150 by default.")
@click.option(
    "--opp", type=Whole(), help="Score of the player not on an axis; 30% of the goal by default."
)
@click.option(
    "--mode", metavar="WORD", help="What is in hand: in Farkle the dice left; half by default."
)
@click.option("--parity", type=Whole(), help="dice, win: 1 after an odd number of exchanges.")
@click.option(
    "--policy",
    "policies",
    type=options.PolicyText(),
    multiple=True,
    help="difference: one policy, against best play, or two.",
)
@click.option(
    "--descents", type=Whole(), help="frontier: searches of each large family; 12 by default."
)
@options.as_json
def plot(
    game: str,
    words: tuple[str, ...],
    goal: int | None,
    players: int | None,
    output: str,
    dpi: int | None,
    opp: int | None,
    mode: str | None,
    parity: int | None,
    policies: tuple[str, ...],
    descents: int | None,
    as_json: bool,
) -> None:
    """Draw a picture of GAME; this needs matplotlib.

    For a race KIND is thresholds (when to hold), boundary (where to roll, in space), win (the
    chance to win), section (a cut at one score of the opponent) or closeness (how close the
    decisions are); where a turn is one roll also reachable (the states that an optimal player can
    come to), residuals (how the methods converge), frontier (what rules of thumb lose) or
    difference (where two policies differ). With three players or more it is thresholds or win, by
    the scores of two. For Hog it is dice, win, closeness or difference; for a duel replies or
    closeness; for a bag closeness. The default is the first kind of the family.
    """
    from .. import plots
    from ..plots.canvas import check_file, needs_matplotlib, save
    from ..plots.doors import kind_of

    check_file(output, 150 if dpi is None else dpi)
    needs_matplotlib()
    kind = words[-1] if words and words[-1] in KINDS else None

    def read(rules: Game, rest: tuple[str, ...]) -> str:
        asked, *more = (kind, *rest) if kind else rest or (None,)
        nothing_left(tuple(more), "there is one kind of picture at a time")
        return kind_of(rules, asked)  # refused with what there is instead

    solution, drawn = solved(
        game, words[:-1] if kind else words, goal=goal, players=players, read=read
    )
    given: dict[str, Any] = {"opp": opp, "mode": mode, "parity": parity, "descents": descents}
    given = {name: value for name, value in given.items() if value is not None}
    if drawn == "difference":
        given |= _named(solution.game, policies)
    else:
        only_without("only difference compares policies", policy=policies or None)
    if drawn == "frontier":
        with progress_bar(f"searching {solution.game.name}") as progress:
            ax = plots.draw(solution, drawn, on_screen=False, progress=progress, **given)
    else:
        ax = plots.draw(solution, drawn, on_screen=False, **given)
    save(ax, output, 150 if dpi is None else dpi)
    facts = {"plot": drawn, "saved": output}
    if as_json:
        from ...version import VERSION

        say_json({"game": solution.game.as_dict(), **facts, "version": VERSION})
    else:
        print_facts({"game": solution.game.name, **facts})


def _named(rules: Any, policies: tuple[str, ...]) -> dict[str, Any]:
    """The policies as ``difference`` takes them."""
    from ...play.policies import parse

    if not policies:
        raise RuleError("difference compares policies: name one or two with --policy")
    if len(policies) > _MOST_POLICIES:
        raise RuleError(f"--policy is given {len(policies)} times: name one policy or two")
    return dict(zip(("first", "second"), (parse(rules, text) for text in policies)))
