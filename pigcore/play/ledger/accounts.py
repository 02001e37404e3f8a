"""Luck and mistakes of a game, move by move, from its solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...games.checks import between
from ...games.game import Game
from ...solvers import Solution, solve
from ..boards import PLAYERS, Board, Replay, Transcript, replayed
from ..doors import module_of
from .results import Entry, Ledger

__all__ = ["ledger_of", "review", "reviewable"]


def review(
    game: Any, transcript: Any, player: int = 0, *, names: Sequence[str] = PLAYERS
) -> Ledger:
    """What a game that was played came down to: luck, and the mistakes of both players.

    Parameters
    ----------
    game : Race, Hog, Farkle, or the Solution of one
        A game is solved first.
    transcript : Transcript or dict
        The game, as :func:`pigcore.simulate` hands it back, or as its ``as_dict`` says it.
    player : int
        Whose side is taken: 0 the first-named player, 1 the second-named one.
    names : pair of str
        What the two are called in the ledger.

    Returns
    -------
    Ledger
        With ``start``, ``luck``, ``mistakes``, ``gifts`` and ``result``, which satisfy result −
        start = luck − mistakes + gifts, and an entry for every move.

    Raises
    ------
    RuleError
        If the family is not played move by move, or the transcript breaks the rules of the game;
        names the first turn that does.

    Notes
    -----
    W is the player's chance if both play perfectly from there on. A mistake is the best payoff
    less that of what was done, 0 or more; the luck of a throw is W after it less the payoff of
    throwing. So W changes by luck and mistakes alone, and their sum telescopes. A game that ended
    undecided, as nobody can win any more, has the result 1/2.

    Examples
    --------
    >>> import pigcore
    >>> pig = pigcore.solve(pigcore.Pig(20))
    >>> played = pigcore.simulate(pig.game, pigcore.hold_at(8), pig, 1, seed=3, transcripts=1)
    >>> found = review(pig, played.transcripts[0])
    >>> abs(found.result - found.start - (found.luck - found.mistakes + found.gifts)) < 1e-14
    True
    """
    solution = game if isinstance(game, Solution) else None
    rules: Game = game if solution is None else solution.game
    reviewable(rules)
    between(player, "player", 0, 1)
    first, second = map(str, names)
    if not isinstance(transcript, Transcript):
        transcript = Transcript.from_dict(transcript, rules)
    winner = None if transcript.winner is None else PLAYERS[transcript.winner]
    replay = replayed(rules, transcript.turns, winner)
    return ledger_of(solution or solve(rules), replay, player, (first, second))


def reviewable(game: Game) -> None:
    """Refuse a game that is not played move by move.

    Raises
    ------
    RuleError
        If its family has no boards.
    """
    module_of("boards", game, "is no review of single games")


def ledger_of(
    solution: Solution[Any, Any], replay: Replay, player: int, names: tuple[str, str]
) -> Ledger:
    """The ledger of a game that keeps the rules, from the side of ``player``."""
    board, mover, start, moves = replay
    board.begin(mover, start)
    payoffs = _payoffs(solution, board)
    first = worth = _worth(payoffs, board, player)
    entries = []
    for move in moves:
        mover, state, before = board.mover, board.seen_by(board.mover), payoffs
        best, chosen = solution.best(*state), board.actions[move.action]
        fell = board.fell(move)
        board.land(move)
        payoffs = _payoffs(solution, board)
        worth = _worth(payoffs, board, player)
        luck = 0.0
        if fell is not None:
            luck = (worth if mover == player else 1.0 - worth) - before[chosen]
        cost = max(before.values()) - before[chosen]
        entries.append(Entry(mover, state, chosen, best, cost, fell, luck))
    return Ledger(solution.game, player, names, first, worth, tuple(entries))


def _payoffs(solution: Solution[Any, Any], board: Board) -> dict[Any, float]:
    """What each action of the mover is worth; nothing where the game is over."""
    return {} if board.over else solution.payoffs(*board.seen_by(board.mover))


def _worth(payoffs: dict[Any, float], board: Board, player: int) -> float:
    """The chance of ``player`` if both play perfectly from here on."""
    if board.over:
        return 0.5 if board.winner is None else float(board.winner == player)
    worth = max(payoffs.values())
    return worth if board.mover == player else 1.0 - worth
