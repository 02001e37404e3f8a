"""A game already played, played once more: whoever told it is believed nothing.

Every turn is made again on a board, move by move, and must come out as it was told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...games.errors import PigcoreError, RuleError
from ...games.game import Game, plain
from ...games.spelling import listed, shown
from .board import Board, Move, module_of
from .transcripts import PLAYERS, Transcript, Turn

__all__ = ["Replay", "begun", "replayed", "transcript_of"]


class Replay(NamedTuple):
    """How a game began and every move of it."""

    board: Board
    """Where the game was made again, at its end."""
    mover: int
    """Who moved first."""
    start: tuple[int, ...]
    """The points of player 0, of player 1, … before."""
    moves: tuple[Move, ...]


def begun(board: Board, mover: int, start: tuple[int, ...], moves: Sequence[Move]) -> None:
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
    players = len(board.score)
    mover, start = 0, (0,) * players
    for number, told in enumerate(turns, 1):
        try:
            turn = Turn.from_dict(told.as_dict() if isinstance(told, Turn) else told)
            if number == 1:
                if len(turn.before) != players:
                    raise RuleError(f"it has {len(turn.before)} scores, not {players}")
                mover = turn.player
                start = turn.before[players - mover :] + turn.before[: players - mover]
                game.check_state(*turn.before)
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
    here = (*board.score[mover:], *board.score[:mover])
    if board.over:
        raise RuleError("the game was over before it")
    if told.player != mover:
        raise RuleError(
            f"it is the turn of the {PLAYERS[mover]}, not of the {PLAYERS[told.player]}"
        )
    if told.before != here:
        raise RuleError(f"it begins at {_scores(*told.before)}, not at {_scores(*here)}")
    moves = board.moves(told.play)
    for move in moves:
        if len(board.turns) > count:
            raise RuleError("it continues after its end")
        if not board.legal()[move.action]:
            raise RuleError(f"the player cannot {board.actions[move.action]} there")
        if not board.can_fall(*move):
            raise RuleError(f"{shown(board.fell(move))} cannot happen there")
        board.land(move)
    made = board.turns[-1] if len(board.turns) > count else board.pending()
    if made is None or (len(board.turns) == count and not last):
        raise RuleError("it has no end")
    if told.after != made.after:
        raise RuleError(f"it ends at {_scores(*made.after)}, not at {_scores(*told.after)}")
    if told.play != plain(made.play):
        raise RuleError(f"it was {made.told}, which is not what the transcript says")
    return moves


def _name(player: int | None) -> str | None:
    return None if player is None else PLAYERS[player]


def _scores(own: int, *others: int) -> str:
    return f"{shown(own)} to {listed(map(shown, others))}"


def _broken(game: Game, number: int, why: str) -> RuleError:
    return RuleError(
        f"turn {number} breaks the rules of {game.name}: {why}; correct the transcript"
    )
