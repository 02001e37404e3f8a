"""Whole games, and games already played, played once more: whoever recorded it is believed nothing.

Every turn is made again on a board, move by move, and must come out as it was recorded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from ...games.errors import PigcoreError, RuleError
from ...games.game import Game, plain
from ...games.spelling import listed, shown
from ...solvers.race.turns import check_states
from ..policies.race import once_each
from ..served import module_of
from .board import PLAYERS, Bits, Board, Move, Turn


@dataclass(frozen=True)
class Transcript:
    """One game, turn by turn."""

    turns: tuple[Turn, ...]
    winner: int | None
    """0 the first-named player, 1 the second-named one, …, None if the game was stopped."""

    def __str__(self) -> str:
        won = "the game was stopped" if self.winner is None else f"{PLAYERS[self.winner]} wins"
        return "\n".join([*map(str, self.turns), won])

    def as_dict(self) -> dict[str, Any]:
        """The game as plain data."""
        winner = None if self.winner is None else PLAYERS[self.winner]
        return {"winner": winner, "turns": [turn.as_dict() for turn in self.turns]}

    @classmethod
    def from_dict(cls, data: Any, game: Game) -> Transcript:
        """The game that ``as_dict`` wrote, played once more by the rules.

        Parameters
        ----------
        data : dict
            With ``winner`` and ``turns``; what else it holds is left alone.
        game : Race or Hog

        Raises
        ------
        RuleError
            If the family has no boards, or the data break the rules; names the first such turn.
        """
        if not isinstance(data, dict) or not isinstance(data.get("turns"), list):
            raise RuleError(
                f"the game is {shown(data)}, but must be an object with 'winner' and 'turns': give "
                "what a transcript's as_dict() says"
            )
        return transcript_of(replayed(game, data["turns"], data.get("winner")).board)


class Replay(NamedTuple):
    """How a game began and every move of it."""

    board: Board
    """Where the game was made again, at its end."""
    mover: int
    """Who moved first."""
    start: tuple[int, ...]
    """The points of player 0, of player 1, … before."""
    moves: tuple[Move, ...]


def seats_of(game: Any, policies: Sequence[Any]) -> tuple[Any, ...]:
    """Policies in their seats; equal ones are asked once where all play the same game."""
    seat_of = module_of("boards", game, "is no board").seat_of
    if getattr(game, "other", None) is not None:
        return tuple(seat_of(game, policy, place) for place, policy in enumerate(policies, 1))
    if game.players > 2:
        check_states(game)  # before a game is solved for best play
    return tuple(once_each(policies, partial(seat_of, game)))


def played(
    board: Board, bits: Bits, mover: int, start: tuple[int, ...], longest: int
) -> Transcript:
    """The game that ``bits`` make of the policies at ``board``; stopped after ``longest`` turns."""
    board.begin(mover, start)
    while not board.over and len(board.turns) < longest:
        board.act(board.answer(bits), bits)
    return Transcript(tuple(board.turns), board.winner)


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
    """The game that its turns describe, each a :class:`Turn` or plain data.

    Raises
    ------
    RuleError
        If the family has no boards, or the game breaks the rules; names the first such turn.
    """
    board: Board = module_of("boards", game, "is no board").board_of(game)
    moves: list[Move] = []
    players = len(board.score)
    mover, start = 0, (0,) * players
    for number, given in enumerate(turns, 1):
        try:
            data = given.as_dict() if isinstance(given, Turn) else given
            turn = Turn.from_dict(data, players)
            if number == 1:
                mover = turn.player
                start = turn.before[players - mover :] + turn.before[: players - mover]
                game.check_state(*turn.before)
                board.begin(mover, start)
            moves += _made(board, turn, last=number == len(turns))
        except PigcoreError as wrong:
            raise RuleError(
                f"turn {number} breaks the rules of {game.name}: {wrong}; correct the transcript"
            ) from None
    if winner != (None if board.winner is None else PLAYERS[board.winner]):
        won = "nobody has won" if board.winner is None else f"the {PLAYERS[board.winner]} has won"
        raise RuleError(
            f"the winner is {shown(winner)}, but in these turns of {game.name} {won}: correct the "
            "transcript"
        )
    return Replay(board, mover, start, tuple(moves))


def _made(board: Board, given: Turn, last: bool) -> list[Move]:
    """The moves of one turn, made at ``board``."""
    mover, count = board.mover, len(board.turns)
    here = (*board.score[mover:], *board.score[:mover])
    if board.over:
        raise RuleError("the game was over before it")
    if given.player != mover:
        raise RuleError(
            f"it is the turn of the {PLAYERS[mover]}, not of the {PLAYERS[given.player]}"
        )
    if given.before != here:
        raise RuleError(f"it begins at {_scores(*given.before)}, not at {_scores(*here)}")
    moves = board.moves(given.play)
    for move in moves:
        if len(board.turns) > count:
            raise RuleError("it continues after its end")
        if not board.legal()[move.action]:
            raise RuleError(f"the player cannot {board.actions[move.action]} there")
        board.land(move)
    made = board.turns[-1] if len(board.turns) > count else board.pending()
    if made is None or (len(board.turns) == count and not last):
        raise RuleError("it has no end")
    if given.after != made.after:
        raise RuleError(f"it ends at {_scores(*made.after)}, not at {_scores(*given.after)}")
    if given.play != plain(made.play):
        raise RuleError(f"it was {made.text}, which is not what the transcript says")
    return moves


def _scores(own: int, *others: int) -> str:
    return f"{shown(own)} to {listed(map(shown, others))}"
