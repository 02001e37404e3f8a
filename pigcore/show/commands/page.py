"""``pigcore page``: a game in one HTML file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...console.arguments import NUMBERS, nothing_left
from ...console.output import say
from ...games.errors import RuleError
from ...games.spelling import shown
from .. import options
from ..examples import WithExamples
from ..solved import solved

if TYPE_CHECKING:
    from ...games.game import Game

__all__ = ["page"]


@click.command(
    cls=WithExamples,
    examples=[
        "pigcore page pig -o pig.html",
        "pigcore page pig --rival hold:20 -o pig.html",
        "pigcore page farkle:kcd --rival bank:300 -o farkle.html",
        "pigcore page pig --players 3 --goal 60 --rival hold:20 --rival hold:25",
    ],
    context_settings=NUMBERS,
    short_help="Write a page to play GAME and to ask for advice.",
)
@options.game
@options.file
@options.goal
@options.players
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False), help="The file; GAME.html by default."
)
@click.option(
    "--rival",
    "rivals",
    type=options.PolicyText(),
    multiple=True,
    help="A further opponent, besides best play; may be given several times.",
)
def page(
    game: str,
    words: tuple[str, ...],
    goal: int | None,
    players: int | None,
    output: str | None,
    rivals: tuple[str, ...],
) -> None:
    """Write GAME into one HTML file, to play, to ask for advice, and to see the map.

    The file needs no other file and no network. GAME is a race or a game of Hog with a goal up to
    400, a game of Farkle with a goal up to 400 units, or a race for three players with a goal up to
    100.
    """
    from ...play.policies import parse
    from ...writing import write_atomically
    from ..page import check
    from ..page import page as page_of

    if output and Path(output).suffix.lower() not in (".html", ".htm"):
        raise RuleError(f"{shown(output)} is not a name for a page: end it in .html")

    def read(rules: Game, rest: tuple[str, ...]) -> list[Any]:
        nothing_left(rest, "-o names the file, advise answers for a state")
        check(rules)  # before a game is solved that is too large for a page
        return [parse(rules, rival) for rival in dict.fromkeys(rivals)]

    solution, policies = solved(game, words, goal=goal, players=players, read=read)
    rules = solution.game
    text = page_of(solution, *policies).encode()
    plain = "-".join(re.findall(r"\w+", rules.name.lower())) or "game"
    path = output or f"{plain}.html"
    write_atomically(path, lambda file: file.write(text))
    say(f"{path}: {rules.name} in {len(text) / 1000:,.0f} kB")
