"""What a game came down to: luck and mistakes, in numbers and in words.

With W_p the chance of player p if all play by the solution from there on, and P_p that chance once
the mover has chosen and nothing has fallen yet, a move changes W_p by

    (P_p - W_p)  +  (W_p after what fell - P_p),

what the decision gave him and what luck gave him. For the mover the first is the cost of the
decision with the sign reversed; among more than two the decision may take from one what it gives to
another, even where it costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any, NamedTuple

from ..games.checks import between
from ..games.game import Game, frozen, plain
from ..games.margins import TIED, action_in_words, margin_in_words
from ..games.spelling import listed, spell
from ..result import Fact, Result
from ..solvers import Solution, solve
from .boards import PLAYERS, Board, Replay, Transcript, replayed
from .served import module_of

_SHOWN = 10_000
"""A printed chance is a whole number of these parts: hundredths of a percent."""


class Entry(NamedTuple):
    """One move: a decision with what it gave away, and a throw with what it changed."""

    player: int
    """Who moved: 0 the first-named player, 1 the second-named one, …"""
    state: tuple[int, ...]
    """The state as the mover saw it."""
    chosen: str | int
    best: tuple[str | int, ...]
    """All best actions."""
    cost: float
    """The best payoff less that of ``chosen``, 0 or more: what the mover gave away."""
    fell: Any
    """What was thrown, as plain data, or None."""
    luck: float
    """What the throw changed of the mover's chance: the chance after it less the payoff of
    ``chosen``; 0 where nothing was thrown."""
    given: tuple[float, ...]
    """What the decision gave each player, less what it took: the mover ``-cost``."""
    fallen: tuple[float, ...]
    """What the throw changed of each player's chance."""

    @property
    def wrong(self) -> bool:
        """Whether something better could have been done; ties of doubles are none."""
        return self.cost > TIED

    def in_words(self, game: Game) -> str:
        """What was done and what would have been right."""
        right = margin_in_words(game, self.best[0], self.chosen, self.cost)
        return f"{game.spell(self.state)}: {action_in_words(game, self.chosen)}. {right}"

    def as_dict(self, game: Game) -> dict[str, Any]:
        """Plain data, the state and the player by name."""
        known = {"player": PLAYERS[self.player], "state": game.named(self.state)}
        entry = {**self._asdict(), **known, "best": list(self.best)}
        entry["fell"] = plain(self.fell)
        if len(self.given) == 2:  # the same as cost and luck
            del entry["given"], entry["fallen"]
        return entry


def _cell(part: Any) -> Any:
    """A part of a state as a column of a table has it: the faces of a throw are text."""
    return " ".join(map(str, part)) if isinstance(part, tuple) else part


@dataclass(frozen=True, eq=False, repr=False)
class Ledger(Result):
    """A game as luck and mistakes, from the side of one of its players.

    With W the player's chance to win if both play perfectly from there on,

        result - start = luck - mistakes + gifts

    up to the last bits of the solution, as nothing else changes W. With three or more players the
    gifts are what the others' decisions gave the player, minus what they took.
    """

    game: Game
    player: int
    """Whose side is taken: 0 the first-named player, 1 the second-named one, …"""
    names: tuple[str, ...]
    """What the players are called."""
    start: float
    """W before the first move."""
    result: float
    """W after the last move: 1 if the player has won, 0 if the other has."""
    entries: tuple[Entry, ...]
    """Every move of all, in order."""

    @property
    def luck(self) -> float:
        """What all throws changed."""
        return fsum(entry.fallen[self.player] for entry in self.entries)

    @property
    def mistakes(self) -> float:
        """What the player's own decisions gave away."""
        return fsum(entry.cost for entry in self.entries if entry.player == self.player)

    @property
    def gifts(self) -> float:
        """What the others' decisions gave the player, minus what they took."""
        return fsum(
            entry.given[self.player] for entry in self.entries if entry.player != self.player
        )

    def costliest(self, count: int = 3) -> list[Entry]:
        """The player's costliest mistakes, worst first; ties in double precision are not
        mistakes.
        """
        own = [one for one in self.entries if one.player == self.player and one.wrong]
        return sorted(own, key=lambda entry: -entry.cost)[:count]

    def facts(self) -> Iterable[Fact]:
        """The sums, which add up as printed: the luck takes what rounding leaves, 0.03% at most;
        the costliest mistakes, and every move.
        """
        start, own, given, result = (
            round(part * _SHOWN) for part in (self.start, self.mistakes, self.gifts, self.result)
        )
        others = "the other's mistakes" if len(self.names) == 2 else "the others' choices"
        luck = (result - start + own - given) / _SHOWN
        costliest = [entry.as_dict(self.game) for entry in self.costliest()]
        return [
            Fact("player", PLAYERS[self.player], None),
            Fact("names", self.names, None),
            Fact("start", self.start, "chance at the start", f"{start / _SHOWN:8.2%}"),
            Fact("luck", self.luck, "luck", f"{luck:+8.2%}"),
            Fact("mistakes", self.mistakes, "own mistakes", f"{-own / _SHOWN:+8.2%}"),
            Fact("gifts", self.gifts, others, f"{given / _SHOWN:+8.2%}"),
            Fact("result", self.result, "chance at the end", f"{result / _SHOWN:8.2%}"),
            Fact("costliest", costliest, None),
            Fact("entries", [entry.as_dict(self.game) for entry in self.entries], None),
        ]

    def rows(self, count: int | None = None) -> list[dict[str, Any]]:
        """A row for each move of all, in order: the player, the parts of the state as he saw it,
        what he chose and the first of the best actions, what that cost, what fell and its luck.
        """
        return [
            {
                "player": PLAYERS[entry.player],
                **dict(zip(self.game.state_names, map(_cell, entry.state))),
                "chosen": entry.chosen, "best": entry.best[0],
                "cost": entry.cost, "wrong": entry.wrong,
                "fell": None if entry.fell is None else spell(entry.fell), "luck": entry.luck,
            }
            for entry in self.entries[:count]
        ]  # fmt: skip

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """The sums, which add up as printed, and the costliest mistakes in sentences."""
        others = self.names[self.player + 1 :] + self.names[: self.player]
        lines = [f"{self.names[self.player]} against {listed(others)}"]
        lines += [f"{name:<22}{value}" for name, value in self.told().items()]
        worst = self.costliest()
        lines.append("costliest mistakes:" if worst else "no mistakes")
        return lines + [entry.in_words(self.game) for entry in worst]


# --- a game, move by move -------------------------------------------------------------------------


def review(
    game: Any, transcript: Any, player: int = 0, *, names: Sequence[str] = PLAYERS
) -> Ledger:
    """Separate luck from the mistakes of all players in a game that was played.

    Parameters
    ----------
    game : Race, Hog, or the Solution of one
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

    Raises
    ------
    RuleError
        If the family is not played move by move, or the transcript breaks the rules of the game;
        the message names the first turn that does.

    Notes
    -----
    W is the player's chance to win if all play perfectly from there on. A mistake is the best
    payoff minus the payoff of the chosen action, 0 or more; the luck of a throw is W after it minus
    the payoff of throwing. If a game ended because nobody can win any more, its result is 1/2, or
    1/n among n players.

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
    module_of("boards", rules, "are no games to play move by move")
    between(player, "player", 0, rules.players - 1)
    if not isinstance(transcript, Transcript):
        transcript = Transcript.from_dict(transcript, rules)
    winner = None if transcript.winner is None else PLAYERS[transcript.winner]
    replay = replayed(rules, transcript.turns, winner)
    return ledger_of(solution or solve(rules), replay, player, [*map(str, names)][: rules.players])


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
        held = _by_player(board.shares(solution, chosen), mover)
        board.land(move)
        before, shares = shares, _shares(solution, board)
        cost = max(payoffs.values()) - payoffs[chosen]
        given = tuple(one - was for was, one in zip(before, held))
        fallen = tuple((one - was) * (fell is not None) for was, one in zip(held, shares))
        entries.append(Entry(mover, state, chosen, best, cost, fell, fallen[mover], given, fallen))
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
