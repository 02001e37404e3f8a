"""Luck and mistakes of a game, move by move, from its solution.

With W_p the chance of player p if all play by the solution from there on, and P_p that chance once
the mover m has chosen and nothing has fallen yet, a move changes W_p by

    (P_p - W_p)  +  (W_p after what fell - P_p),

what the decision gave him and what luck gave him. For the mover the first is the cost of the
decision with the sign reversed, 0 or less. Among two the other gets what it costs; among more the
decision may take from one what it gives to another, even where it costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...games.checks import between
from ...games.game import Game, frozen
from ...solvers import Solution, solve
from ..boards import PLAYERS, Board, Replay, Transcript, replayed
from ..served import module_of
from .results import Entry, Ledger


def review(
    game: Any, transcript: Any, player: int = 0, *, names: Sequence[str] = PLAYERS
) -> Ledger:
    """Separate luck from the mistakes of all players in a game that was played.

    Parameters
    ----------
    game : Race, Hog, Farkle, Race, or the Solution of one
        A game is solved first.
    transcript : Transcript or dict
        The game, as :func:`pigcore.simulate` returns it, or as its ``as_dict`` does.
    player : int
        Whose side is taken: 0 the first-named player, 1 the second-named one, …
    names : sequence of str
        What the players are called in the ledger.

    Returns
    -------
    Ledger
        With ``start``, ``luck``, ``mistakes``, ``gifts`` and ``result``, which satisfy result −
        start = luck − mistakes + gifts, and an entry for every move. With three or more players
        ``gifts`` is what the decisions of all others gave the player, minus what they took.

    Raises
    ------
    RuleError
        If the family is not played move by move, or the transcript breaks the rules of the game;
        the message names the first turn that does.

    Notes
    -----
    W is the player's chance to win if all play perfectly from there on. A mistake is the best
    payoff minus the payoff of the chosen action, 0 or more; the luck of a throw is W after it minus
    the payoff of throwing. So only luck and mistakes change W, and their sum telescopes. If a game
    ended because nobody can win any more, its result is 1/2, or 1/n among n players.

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
    between(player, "player", 0, rules.players - 1)
    if not isinstance(transcript, Transcript):
        transcript = Transcript.from_dict(transcript, rules)
    winner = None if transcript.winner is None else PLAYERS[transcript.winner]
    replay = replayed(rules, transcript.turns, winner)
    return ledger_of(solution or solve(rules), replay, player, [*map(str, names)][: rules.players])


def reviewable(game: Game) -> None:
    """Refuse a game that is not played move by move.

    Raises
    ------
    RuleError
        If its family has no boards.
    """
    module_of("boards", game, "is no review of single games")


def ledger_of(
    solution: Solution[Any, Any], replay: Replay, player: int, names: Sequence[str]
) -> Ledger:
    """The ledger of a game that keeps the rules, from the side of ``player``."""
    board, mover, start, moves = replay
    board.begin(mover, start)
    shares = _shares(solution, board)
    first = shares[player]
    entries = []
    for move in moves:
        mover, state = board.mover, board.seen_by(board.mover)
        payoffs, chosen = board.payoffs(solution), board.action(move.action)
        best, fell = best_of(solution, payoffs), frozen(board.fell(move))
        held = shares
        if len(shares) > 2:
            held = _by_player(board.shares(solution, chosen), mover)
        board.land(move)
        before, shares = shares, _shares(solution, board)
        cost = max(payoffs.values()) - payoffs[chosen]
        luck = 0.0 if fell is None else shares[mover] - payoffs[chosen]
        if len(before) == 2:  # the same numbers seen from both sides
            given, fallen = (_two(one, mover) for one in (-cost, luck))
        else:
            given = tuple(one - was for was, one in zip(before, held))
            fallen = tuple(0.0 if fell is None else share - was for was, share in zip(held, shares))
        entries.append(Entry(mover, state, chosen, best, cost, fell, luck, given, fallen))
    return Ledger(solution.game, player, tuple(names), first, shares[player], tuple(entries))


def _shares(solution: Solution[Any, Any], board: Board) -> tuple[float, ...]:
    """Every player's chance if all play perfectly from here on."""
    if board.over:
        players = range(len(board.score))
        if board.tied:
            return board.tied
        if board.winner is None:
            return tuple(1.0 / len(players) for _ in players)
        return tuple(float(board.winner == player) for player in players)
    return _by_player(board.shares(solution), board.mover)


def best_of(solution: Solution[Any, Any], payoffs: dict[Any, float]) -> tuple[Any, ...]:
    """All best actions."""
    most = max(payoffs.values())
    least = most - solution._tied(most)
    return tuple(action for action, worth in payoffs.items() if worth >= least)


def _by_player(shares: Sequence[float], mover: int) -> tuple[float, ...]:
    """What is given from the mover on, from player 0 on."""
    n = len(shares)
    return tuple(shares[n - mover :]) + tuple(shares[: n - mover])


def _two(mine: float, mover: int) -> tuple[float, ...]:
    return (mine, -mine) if mover == 0 else (-mine, mine)
