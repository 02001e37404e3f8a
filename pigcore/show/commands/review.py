"""``pigcore review``: a game already played."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from ...console.arguments import Whole
from ...console.output import say_json, say_wrapped
from ...games.errors import FileError, PigcoreError
from ...games.spelling import counted, short, spell
from ...games.texts import read_text
from .. import options
from ..examples import WithExamples
from ..solved import solved

if TYPE_CHECKING:
    from ...play.ledger import Entry, Ledger

__all__ = ["review"]

_REMEDY = "give a file of `pigcore play --record` or `pigcore simulate --transcripts 1 --json`"


@click.command(
    cls=WithExamples,
    examples=[
        "pigcore review pig game.json --moves",
        "pigcore review pig games.json --number 3 --player second --json",
        "pigcore review pig --players 3 --goal 50 three.json",
    ],
    short_help="Separate luck from mistakes in a game that was played.",
)
@options.game
@click.argument("file")
@options.goal
@options.players
@click.option(
    "--number", type=Whole(), default=1, help="Which of several games in FILE; 1 by default."
)
@click.option(
    "--player",
    type=click.Choice(["first", "second", "third", "fourth", "fifth", "sixth"]),
    default="first",
    help="Whose account to print: the first-named player's, the second's, …",
)
@click.option("--moves", is_flag=True, help="List every decision and every throw, too.")
@options.as_json
def review(
    game: str,
    file: str,
    goal: int | None,
    players: int | None,
    number: int,
    player: str,
    moves: bool,
    as_json: bool,
) -> None:
    """Separate luck from mistakes in the game of GAME that is recorded in FILE.

    FILE is what `pigcore play --record`, the page's download or `pigcore simulate --transcripts 1
    --json` writes; - is standard input.
    """
    from ...play import review as account
    from ...play.boards import PLAYERS
    from ...play.ledger import reviewable

    where, told = _game_in(file, number)
    solution, _ = solved(game, goal=goal, players=players, read=lambda rules, _: reviewable(rules))
    _check_game(where, told, solution.game)
    names = told.get("players", PLAYERS)
    if not (isinstance(names, list) and len(names) == solution.game.players):
        names = PLAYERS
    names = [short(str(name)) for name in names]
    try:
        found = account(solution, told, PLAYERS.index(player), names=names)
    except PigcoreError as wrong:
        raise FileError(f"{where}: {wrong}") from None
    if as_json:
        from ...version import VERSION

        say_json({"game": solution.game.as_dict(), **found.as_dict(), "version": VERSION})
    else:
        say_wrapped("\n".join([f"{solution.game.name} to {solution.game.goal}", *found.lines()]))
        if moves:
            say_wrapped("\n".join(["every move:", *(_in_short(found, it) for it in found.entries)]))


def _in_short(ledger: Ledger, entry: Entry) -> str:
    """A move as a line: what the mover gave away, and what the throw changed of his chance."""
    done = " ".join(ledger.game.done(entry.chosen)).rstrip()
    thrown = "" if entry.fell is None else f": {spell(entry.fell)}"
    said = [f"{ledger.names[entry.player]}, {ledger.game.spell(entry.state)}: {done}{thrown}"]
    if entry.wrong:
        said.append(f"gives away {entry.cost:.6f}")
    if thrown:
        said.append(f"luck {entry.luck:+.6f}")
    return "; ".join(said)


def _game_in(file: str, number: int) -> tuple[str, dict[str, Any]]:
    """What a file is called, and the game of that number in it, with what is said of it."""
    where, text = read_text(file, _REMEDY)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise FileError(f"{where} is not JSON: {_REMEDY}") from None
    several = data.get("transcripts") if isinstance(data, dict) else data
    games = several if isinstance(several, list) else [data]
    if not 1 <= number <= len(games):
        there = counted(len(games), "game")
        raise FileError(f"--number is {number}, but {where} holds {there}: choose another")
    told = games[number - 1]
    if not isinstance(told, dict) or not isinstance(told.get("turns"), list):
        raise FileError(f"{where} does not hold a game, which has 'winner' and 'turns': {_REMEDY}")
    known = data.get("game") if isinstance(data, dict) else None
    return where, {"game": known} | told


def _check_game(where: str, told: dict[str, Any], rules: Any) -> None:
    """Refuse a game of other rules, if the file says which it is of."""
    known = told["game"]
    if isinstance(known, dict) and known.get("rules") != rules.as_dict()["rules"]:
        raise FileError(
            f"{where} holds a game whose rules are not those of {rules.name} to {rules.goal}: "
            "name its game, with --goal if that is not the game's own"
        )
