"""``pigcore play``: a game at the terminal."""

from __future__ import annotations

import json
from typing import Any

import click

from ...console.arguments import Whole
from ...console.output import say_wrapped
from ...games.checks import between
from ...games.errors import RuleError
from ...games.spelling import counted
from .. import options
from ..examples import WithExamples
from ..solved import solved

__all__ = ["play"]


@click.command(
    cls=WithExamples,
    examples=[
        "pigcore play pig --advise",
        "pigcore play hog:fa24 --against always:5 --second",
        "pigcore play pig --against hold:20 --seed 7 --record game.json",
        "pigcore play pig --goal 50 --players 3 --against optimal --against hold:20",
    ],
    short_help="Play GAME at the terminal.",
)
@options.game
@click.option(
    "--against",
    type=options.PolicyText(),
    multiple=True,
    help="A policy; optimal by default. Given several times, of one opponent each.",
)
@click.option("--second", is_flag=True, help="Let the other side move first.")
@click.option("--seed", type=Whole(), help="The same seed gives the same dice.")
@click.option("--advise", is_flag=True, help="Say what is best, and what a decision gave away.")
@options.goal
@options.players
@click.option("--record", help="Write the game to this file, for `pigcore review`.")
def play(
    game: str,
    against: tuple[str, ...],
    second: bool,
    seed: int | None,
    advise: bool,
    goal: int | None,
    players: int | None,
    record: str | None,
) -> None:
    """Play GAME against best play or a policy, and see what luck and mistakes did.

    With three or more players all others follow the policy, or each his own. Type r to roll and h
    to hold, or in Hog a number of dice; ? asks for advice, u takes the last decision back, q quits.
    Each event is one line, so a screen reader can read it, and a script can play through a pipe. At
    the end a ledger separates luck from mistakes.
    """
    from numpy.random import SFC64, SeedSequence

    from ...play.policies import parse
    from ..session import Session, typed_lines

    if seed is not None:
        between(seed, "--seed", 0, 2**128 - 1)
    others = against or ("optimal",)
    solution, _ = solved(
        game, goal=goal, players=players, read=lambda rules, _: _playable(rules, len(others))
    )
    rules = solution.game
    boards = _boards_of(rules)
    bits = SFC64(SeedSequence(seed)).random_raw
    seats = [
        boards.seat_of(rules, solution if text == "optimal" else parse(rules, text))
        for text in others
    ]
    board = boards.board_of(rules, (None, *(seats * (rules.players - 1))[: rules.players - 1]))
    mover = len(board.score) - 1 if second else 0
    session = Session(solution, board, others, mover, bits, advise)
    if record is not None:  # a file that cannot be written is refused before anybody has played
        _write(record, session)
    try:
        session.play(typed_lines())
    finally:
        if record is not None:
            _write(record, session)
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
    from ...play.doors import module_of

    return module_of("boards", rules, "are no games to play move by move")


def _write(path: str, session: Any) -> None:
    from ...writing import write_atomically

    text = json.dumps(session.record()) + "\n"
    write_atomically(path, lambda file: file.write(text.encode()))
