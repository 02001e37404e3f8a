"""A game already played, played once more: whoever told it is believed nothing.

Every turn is made again on a board, move by move, and must come out as it was told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...games.errors import PigcoreError, RuleError
from ...games.game import Game
from ...games.spelling import shown
from .board import Board, Move, module_of
from .transcripts import PLAYERS, Transcript, Turn

__all__ = ["Replay", "begun", "replayed", "transcript_of"]


class Replay(NamedTuple):
    """How a game began and every move of it."""

    board: Board
    """Where the game was made again, at its end."""
    mover: int
    """Who moved first."""
    start: tuple[int, int]
    """The points of player 0 and of player 1 before."""
    moves: tuple[Move, ...]


def begun(board: Board, mover: int, start: tuple[int, int], moves: Sequence[Move]) -> None:
    """Bring ``board`` to where these moves lead."""
    board.begin(mover, start)
    for move in moves:
        board.land(move)


def transcript_of(board: Board) -> Transcript:
    """The game at ``board`` so far, with the turn that has not ended."""
    pending = board.pending()
    return Transcript((*board.turns, *([pending] if pending else [])), board.winner)


def replayed(game: Game, turns: Sequence[Any], winner: Any) -> Replay:
    """The game that was told by its turns, each a :class:`Turn` or plain data.

    Raises
    ------
    RuleError
        If the family has no boards, or the game breaks the rules; names the first such turn.
    """
    board: Board = module_of(game).board_of(game)
    moves: list[Move] = []
    mover, start = 0, (0, 0)
    for number, told in enumerate(turns, 1):
        try:
            turn = told if isinstance(told, Turn) else Turn.from_dict(told)
            if number == 1:
                mover = turn.player
                start = (turn.opp, turn.own) if mover else (turn.own, turn.opp)
                game.check_state(turn.own, turn.opp)
                board.begin(mover, start)
            moves += _made(board, turn, last=number == len(turns))
        except PigcoreError as wrong:
            raise _broken(game, number, str(wrong)) from None
    if winner not in (None, *PLAYERS) or winner != _name(board.winner):
        won = "nobody has won" if board.winner is None else f"the {_name(board.winner)} has won"
        raise RuleError(
            f"the winner is {shown(winner)}, but in these turns of {game.name} {won}: correct the "
            "transcript"
        )
    return Replay(board, mover, start, tuple(moves))


def _made(board: Board, told: Turn, last: bool) -> list[Move]:
    """The moves of one turn, made at ``board``."""
    mover, count = board.mover, len(board.turns)
    here = Turn(mover, board.score[mover], board.score[1 - mover], {}, "", (0, 0))
    if board.over:
        raise RuleError("the game was over before it")
    if told.player != mover:
        raise RuleError(f"it is the turn of the {PLAYERS[mover]}, not of the {PLAYERS[1 - mover]}")
    if (told.own, told.opp) != (here.own, here.opp):
        raise RuleError(
            f"it begins at {_scores(told.own, told.opp)}, not at {_scores(here.own, here.opp)}"
        )
    moves = board.moves(told.play)
    for move in moves:
        if len(board.turns) > count:
            raise RuleError("it goes on after its end")
        if not board.legal()[move.action]:
            raise RuleError(f"one cannot {board.actions[move.action]} there")
        if not board.can_fall(*move):
            raise RuleError(f"{shown(board.fell(move))} cannot fall there")
        board.land(move)
    made = board.turns[-1] if len(board.turns) > count else board.pending()
    if made is None or (len(board.turns) == count and not last):
        raise RuleError("it has no end")
    if told.after != made.after:
        raise RuleError(f"it ends at {_scores(*made.after)}, not at {_scores(*told.after)}")
    if told.play != made.play:
        raise RuleError(f"it was {made.told}, not what is told of it")
    return moves


def _name(player: int | None) -> str | None:
    return None if player is None else PLAYERS[player]


def _scores(own: int, opp: int) -> str:
    return f"{shown(own)} to {shown(opp)}"


def _broken(game: Game, number: int, why: str) -> RuleError:
    return RuleError(
        f"turn {number} breaks the rules of {game.name}: {why}; correct the transcript"
    )
