"""Games move by move: ``play`` one at the terminal, ``review`` one that was played."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from ...console.arguments import Whole
from ...console.output import say_wrapped
from ...games.checks import between
from ...games.errors import FileError, PigcoreError, RuleError
from ...games.margins import action_in_words
from ...games.spelling import counted, short, spell
from ...games.texts import read_text
from ...writing import write_text
from ..options import Asked, verb
from ..words import cost_in_words

if TYPE_CHECKING:
    from ...play.ledger import Entry, Ledger

__all__ = ["play", "review"]

_REMEDY = "give a file of `pigcore play --record` or `pigcore simulate --transcripts 1 --json`"


@verb(
    "Play GAME at the terminal.",
    "pigcore play pig --advise",
    "pigcore play hog:fa24 --against always:5 --second",
    "pigcore play pig --against hold:20 --seed 7 --record game.json",
    "pigcore play pig --goal 50 --players 3 --against optimal --against hold:20",
    digits=False,
    json=False,
    settings={},
)
@click.option(
    "--against",
    metavar="POLICY",
    multiple=True,
    help="A policy; optimal by default. Given several times, of one opponent each.",
)
@click.option("--second", is_flag=True, help="Let the other side move first.")
@click.option("--seed", type=Whole(), help="The same seed gives the same dice.")
@click.option("--advise", is_flag=True, help="Say what is best, and what a decision gave away.")
@click.option("--record", help="Write the game to this file, for `pigcore review`.")
def play(asked: Asked) -> None:
    """Play GAME against best play or a policy, and see what luck and mistakes did.

    With three or more players all others follow the policy, or each his own. Type r to roll and h
    to hold, or in Hog a number of dice; ? asks for advice, l lists the turns, u takes the last
    decision back, q quits. Each event is one line, so a screen reader can read it, and a script can
    play through a pipe. At the end a ledger separates luck from mistakes.
    """
    from numpy.random import SFC64, SeedSequence

    from ...play.policies import parse
    from ..session import Session, typed_lines

    if asked.seed is not None:
        between(asked.seed, "--seed", 0, 2**128 - 1)
    others, record = asked.against or ("optimal",), asked.record
    solution, _ = asked.solved(lambda rules, _: _playable(rules, len(others)))
    rules = solution.game
    boards = _boards_of(rules)
    bits = SFC64(SeedSequence(asked.seed)).random_raw
    theirs = getattr(rules, "swapped", rules)
    seats = [
        boards.seat_of(theirs, solution if text == "optimal" else parse(theirs, text))
        for text in others
    ]
    board = boards.board_of(rules, (None, *(seats * (rules.players - 1))[: rules.players - 1]))
    mover = len(board.score) - 1 if asked.second else 0
    session = Session(solution, board, others, mover, bits, asked.advise)
    if record is not None:  # a file that cannot be written is refused before anybody has played
        write_text(record, json.dumps(session.record()))
    try:
        session.play(typed_lines())
    finally:
        if record is not None:
            write_text(record, json.dumps(session.record()))
    if session.moves:
        say_wrapped("\n".join(session.ledger().lines()))


def _playable(rules: Any, others: int) -> None:
    """Refuse games that are not played move by move, and too many or too few policies."""
    _boards_of(rules)
    if others not in (1, rules.players - 1):
        raise RuleError(
            f"{counted(others, 'policy is', 'policies are')} given with --against, but there "
            f"{'is' if rules.players == 2 else 'are'} {counted(rules.players - 1, 'opponent')}: "
            "give one for each, or one for all of them"
        )


def _boards_of(rules: Any) -> Any:
    from ...play.served import module_of

    return module_of("boards", rules, "are no games to play move by move")


@verb(
    "Separate luck from mistakes in a game that was played.",
    "pigcore review pig game.json --moves",
    "pigcore review pig games.json --number 3 --player second --json",
    "pigcore review pig --players 3 --goal 50 three.json",
    digits=False,
    settings={},
)
@click.argument("file")
@click.option(
    "--number", type=Whole(), default=1, help="Which of several games in FILE; 1 by default."
)
@click.option(
    "--player",
    type=click.Choice(
        ["first", "second", "third", "fourth", "fifth", "sixth"], case_sensitive=False
    ),
    default="first",
    help="Whose account to print: the first-named player's, the second's, …",
)
@click.option("--moves", is_flag=True, help="List every decision and every throw, too.")
def review(asked: Asked) -> None:
    """Separate luck from mistakes in the game of GAME that is recorded in FILE.

    FILE is what `pigcore play --record`, the page's download or `pigcore simulate --transcripts 1
    --json` writes; - is standard input.
    """
    from ...play import review as account
    from ...play.boards import PLAYERS
    from ...play.ledger import reviewable

    where, record = _game_in(asked.file, asked.number)
    solution, _ = asked.solved(lambda rules, _: reviewable(rules))
    _check_game(where, record, solution.game)
    names = record.get("players", PLAYERS)
    if not (isinstance(names, list) and len(names) == solution.game.players):
        names = PLAYERS
    names = [short(str(name)) for name in names]
    try:
        found = account(solution, record, PLAYERS.index(asked.player), names=names)
    except PigcoreError as wrong:
        raise FileError(f"{where}: {wrong}") from None
    if asked.as_json:
        asked.tell(solution.game, found)
        return
    lines = [f"{solution.game.name} to {solution.game.goal}", *found.lines()]
    if asked.moves:
        lines += ["every move:", *(_in_short(found, entry) for entry in found.entries)]
    say_wrapped("\n".join(lines))


def _in_short(ledger: Ledger, entry: Entry) -> str:
    """A move as a line: what the mover gave away, and what the throw changed of his chance."""
    done = action_in_words(ledger.game, entry.chosen)
    thrown = "" if entry.fell is None else f": {spell(entry.fell)}"
    said = [f"{ledger.names[entry.player]}, {ledger.game.spell(entry.state)}: {done}{thrown}"]
    if entry.wrong:
        said.append(f"gives away {cost_in_words(entry.cost)}")
    if thrown:
        said.append(f"luck {entry.luck:+.2%}")
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
    record = games[number - 1]
    if not isinstance(record, dict) or not isinstance(record.get("turns"), list):
        raise FileError(f"{where} does not hold a game, which has 'winner' and 'turns': {_REMEDY}")
    known = data.get("game") if isinstance(data, dict) else None
    return where, {"game": known} | record


def _check_game(where: str, record: dict[str, Any], rules: Any) -> None:
    """Refuse a game of other rules, if the file says which it is of."""
    known = record["game"]
    if isinstance(known, dict) and known.get("rules") != rules.as_dict()["rules"]:
        raise FileError(
            f"{where} holds a game whose rules are not those of {rules.name} to {rules.goal}: "
            "name its game, with --goal if that is not the game's own"
        )
