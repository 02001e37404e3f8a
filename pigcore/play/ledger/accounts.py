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

__all__ = ["ledger_of", "review"]


def review(
    game: Any, transcript: Any, player: int = 0, *, names: Sequence[str] = PLAYERS
) -> Ledger:
    """What a game that was played came down to: luck, and the mistakes of both players.

    Parameters
    ----------
    game : Race, Hog, or the Solution of one
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
    module_of("boards", rules, "is no review of single games")
    between(player, "player", 0, 1)
    first, second = map(str, names)
    if not isinstance(transcript, Transcript):
        transcript = Transcript.from_dict(transcript, rules)
    winner = None if transcript.winner is None else PLAYERS[transcript.winner]
    replay = replayed(rules, transcript.turns, winner)
    return ledger_of(solution or solve(rules), replay, player, (first, second))


def ledger_of(
    solution: Solution[Any, Any], replay: Replay, player: int, names: tuple[str, str]
) -> Ledger:
    """The ledger of a game that keeps the rules, from the side of ``player``."""
    board, mover, start, moves = replay
    board.begin(mover, start)
    entries = []
    before = worth = _worth(solution, board, player)
    for move in moves:
        mover, state = board.mover, board.seen_by(board.mover)
        payoffs, best = solution.payoffs(*state), solution.best(*state)
        chosen = board.actions[move.action]
        fell = board.fell(move)
        board.land(move)
        worth = _worth(solution, board, player)
        luck = 0.0
        if fell is not None:
            luck = (worth if mover == player else 1.0 - worth) - payoffs[chosen]
        cost = max(payoffs.values()) - payoffs[chosen]
        entries.append(Entry(mover, state, chosen, best, cost, fell, luck))
    return Ledger(solution.game, player, names, before, worth, tuple(entries))


def _worth(solution: Solution[Any, Any], board: Board, player: int) -> float:
    """The chance of ``player`` if both play perfectly from here on."""
    if board.over:
        return 0.5 if board.winner is None else float(board.winner == player)
    worth = max(solution.payoffs(*board.seen_by(board.mover)).values())
    return worth if board.mover == player else 1.0 - worth
