"""``pigcore page``: a game in one HTML file."""

from __future__ import annotations

import re
from pathlib import Path

import click

from ...console.arguments import NUMBERS, game_and_rest, nothing_left
from ...console.output import say
from ...games.errors import RuleError
from ...games.rules import names_a_solution
from ...games.spelling import shown
from .. import options
from ..examples import WithExamples
from ..solved import solved, under_a_bar

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
    short_help="A page to play GAME and to ask for advice.",
)
@options.game
@options.file
@options.goal
@options.players
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="The file; GAME.html else.")
@click.option(
    "--rival",
    "rivals",
    type=options.PolicyText(),
    multiple=True,
    help="Whom to play besides the best player; may be given several times.",
)
def page(
    game: str,
    words: tuple[str, ...],
    goal: int | None,
    players: int | None,
    output: str | None,
    rivals: tuple[str, ...],
) -> None:
    """Write GAME into one HTML file: to play, to ask for advice, and as a map.

    The file needs no other and no network. GAME is a race or a game of Hog, to 400 at most, or of
    Farkle, to 400 times its unit; a race for three players to 100 at most.
    """
    from ...play.policies import parse
    from ...writing import write_atomically
    from ..page import check
    from ..page import page as page_of

    if output and Path(output).suffix.lower() not in (".html", ".htm"):
        raise RuleError(f"{shown(output)} is no name for a page: end it in .html")
    known = None
    if names_a_solution(game):
        known, rest = solved(game, words, goal=goal, players=players)
        rules = known.game
    else:
        rules, rest = game_and_rest(game, words, goal=goal, players=players)
    nothing_left(rest, "-o names the file, advise answers for a state")
    check(rules)  # before a game is solved that is too large for a page
    policies = [parse(rules, rival) for rival in dict.fromkeys(rivals)]
    text = page_of(known or under_a_bar(rules), *policies).encode()
    plain = "-".join(re.findall(r"\w+", rules.name.lower())) or "game"
    path = output or f"{plain}.html"
    write_atomically(path, lambda file: file.write(text))
    say(f"{path}: {rules.name} in {len(text) / 1000:,.0f} kB")
