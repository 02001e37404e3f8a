"""Two players of Farkle with known decisions: chances, visits and lengths of their games.

With i units against j, the first player wins with A(i,j) where the turn is his and with B(i,j)
where it is the other's:

    A(i,j) = won + sum over s > i of ends1[i,s,j] B(s,j) + lost1 B(i,j)
    B(i,j) = passed + sum over s > j of ends2[j,s,i] A(i,s) + lost2 A(i,j)

Rows of larger i are known, so that for one i all j are a triangular system, with the diagonal
1 - lost1 lost2, found as r1 + r2 - r1 r2 from the chances r to leave otherwise: no digit is lost.
Where that is 0 the two go on for ever, and nobody wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.linalg import solve_triangular

from ...games.race import Race
from ...memory import require
from .arrays import FarkleArrays, Floats
from .decided import tables_of

__all__ = ["Chain", "FarkleTurns", "best_reply"]

STEPS = 60
"""Newton's method takes half a dozen steps for a pair, each at least as good as the one before."""


@dataclass(frozen=True)
class FarkleTurns:
    """How one player's turns end, at [own, ..., opp] in units; the last axis may be 1 long."""

    game: Race
    ends: Floats
    """(goal, goal, width): the chance to bank s at [own, s, opp]."""
    won: Floats
    """(goal, goal): to bank the goal or more, and to win."""
    passed: Floats
    """(goal, goal): to bank the goal or more, and to be passed in the last turn."""
    lost: Floats
    """(goal, goal): to bust."""
    final: Floats
    """(goal, goal): the final score in units where the goal is banked; 0 elsewhere."""

    @classmethod
    def of(
        cls, game: Race, ends_of: Callable[[int], tuple[Floats, Floats]], alike: bool
    ) -> FarkleTurns:
        """From the chances (rows, width) of what each own score's turn banks, and of a bust.

        Raises
        ------
        SizeError
            If the tables would not fit in memory.
        """
        tables = tables_of(game)
        goal = tables.goal
        width = 1 if alike else goal
        require(
            8 * goal * goal * (width + 8),
            f"how the turns of {game.name} to {game.goal:,} end",
            "choose a smaller goal",
        )
        ends = np.zeros((goal, goal, width))
        won, passed, lost, final = (np.zeros((goal, goal)) for _ in range(4))
        payoff = np.ones((len(tables.needs()), goal))
        if len(tables.chase):
            payoff -= tables.chase[tables.needs()]
        scores = np.arange(goal, goal + len(payoff))
        for own in range(goal):
            found, bust = ends_of(own)
            found = found[:, :width]
            ends[own, own:] = found[: goal - own]
            beyond = found[goal - own :]
            won[own] = (beyond * payoff).sum(axis=0)
            passed[own] = (beyond * (1.0 - payoff)).sum(axis=0)
            final[own] = scores @ beyond
            lost[own] = bust[:width]
        return cls(game, ends, won, passed, lost, final)

    @property
    def leave(self) -> Floats:
        """The chance that a turn ends otherwise than by a bust, (goal, goal)."""
        leave: Floats = self.ends.sum(axis=1) + self.won + self.passed
        return leave

    def against(self, own: int) -> Floats:
        """``ends`` against one score: P(this player, who has j, banks s) at [j, s]."""
        return np.ascontiguousarray(self.ends[:, :, own if self.ends.shape[2] > 1 else 0])

    def worth(self, banked: Floats, bust: Floats) -> Floats:
        """What turns are worth where banking s against opp pays ``banked[s, opp]``."""
        found = self.won + self.lost * bust
        for own in range(len(found)):
            found[own] += (self.ends[own] * banked).sum(axis=0)
        return found


class Chain:
    """The Markov chain of a match; all arrays are at [first's units, second's units]."""

    first: FarkleTurns
    second: FarkleTurns

    def __init__(self, first: FarkleTurns, second: FarkleTurns) -> None:
        self.first, self.second = first, second
        one, two = first.leave, second.leave.T
        self.leave: Floats = one + two - one * two
        """The chance that play leaves a pair of scores within a turn of each."""

    @property
    def endless(self) -> bool:
        """Whether there are scores at which the two go on for ever."""
        return bool((self.leave == 0).any())

    def swapped(self) -> Chain:
        """The same match, told of the other player."""
        return Chain(self.second, self.first)

    def wins(self) -> tuple[Floats, Floats]:
        """A and B: the first player's chance to win, where he and where the other is to move."""
        first, second, goal = self.first, self.second, len(self.leave)
        mine, theirs = np.zeros((goal, goal)), np.zeros((goal, goal))
        for own in range(goal - 1, -1, -1):
            known = first.won[own] + (first.ends[own] * theirs).sum(axis=0)
            lost, back = first.lost[own], second.lost[:, own]
            moves, passed = second.against(own), second.passed[:, own]
            right = known + lost * passed
            mine[own] = self._solved(own, lost[:, None] * moves, right, lower=False)
            theirs[own] = passed + moves @ mine[own] + back * mine[own]
        return mine, theirs

    def visits(self, own: int, opp: int) -> tuple[Floats, Floats]:
        """Expected turn starts of both from these scores on, the first player to move.

        Where they go on for ever they are infinite.
        """
        first, second, goal = self.first, self.second, len(self.leave)
        mine, theirs = np.zeros((goal, goal)), np.zeros((goal, goal))
        began = np.zeros((goal, goal))
        began[own, opp] = 1.0
        for i in range(own, goal):
            lost, back = first.lost[i], second.lost[:, i]
            moves = second.against(i)
            right = theirs[i] + lost * began[i]
            found = self._solved(i, lost[:, None] * moves.T, right, lower=True)
            come = began[i] + moves.T @ found
            theirs[i], mine[i] = found, come + back * found
            stay = (self.leave[i] == 0) & (mine[i] + theirs[i] > 0)
            theirs += first.ends[i] * mine[i]
            theirs[i] = found
            mine[i, stay] = theirs[i, stay] = np.inf
        return mine, theirs

    def _solved(self, own: int, moves: Floats, right: Floats, *, lower: bool) -> Floats:
        """X where leave x = moves x + right; where play never leaves, what comes there."""
        leave = self.leave[own]
        found: Floats = solve_triangular(
            np.diag(np.where(leave > 0, leave, 1.0)) - moves, right, lower=lower, check_finite=False
        )
        return found if lower else np.where(leave > 0, found, 0.0)

    def ends(self, own: int, opp: int) -> Iterator[tuple[float, float]]:
        """Turn by turn the chances that the game ends with it and that it goes on."""
        goal = len(self.leave)
        now = np.zeros((goal, goal))  # at [who is to move, the other]
        now[own, opp] = 1.0
        mover, other = self.first, self.second
        last_turn, due = self.first.game.last_turn, 0.0
        while True:
            over = float((now * (mover.won + mover.passed)).sum())
            then = mover.lost * now
            for i in np.flatnonzero(now.any(axis=1)):
                then += mover.ends[i] * now[i]
            now, mover, other = np.ascontiguousarray(then.T), other, mover
            rest = float(now.sum())
            if last_turn:
                yield due, rest + over
                due = over
            else:
                yield over, rest


def best_reply(player: FarkleTurns) -> tuple[Floats, Floats]:
    """The best chance of winning against a player whose turns are known.

    Returns
    -------
    mine, theirs : float64 arrays (goal, goal)
        At [own, the player's] in units, where oneself and where the player is to move.

    Notes
    -----
    One's own turn is worth f(x), convex and piecewise linear, where a bust pays
    x = k + lost a, and a = f(x) is the unknown. Newton's method from 0 rises to the smallest
    solution: whoever goes on for ever does not win.
    """
    tables = FarkleArrays.of(player.game)
    goal, stride = tables.goal, tables.stride
    held = tables.nothing_held()
    mine, theirs = np.zeros((goal, goal)), np.zeros((goal, goal))
    x = np.zeros(stride)
    wide = player.ends.shape[2] > 1
    theirs_leave = player.leave
    for total in range(2 * goal - 2, -1, -1):
        opp = np.arange(max(0, total - goal + 1), min(total, goal - 1) + 1)
        own = total - opp
        moves = player.ends[opp, :, own if wide else 0]
        known = player.passed[opp, own] + (moves * mine[own]).sum(axis=1)
        back, away = player.lost[opp, own], theirs_leave[opp, own]
        value = np.zeros(len(opp))
        for _ in range(STEPS):
            x[opp] = known + back * value
            excess, leave = tables.excess(held, x, total)
            missed = (x + excess)[opp] - value
            stays = leave[opp] + away - leave[opp] * away
            step = np.divide(missed, stays, out=np.zeros(len(opp)), where=stays > 0)
            value += step
            if not (np.abs(step) > 4e-16).any():
                break
        mine[own, opp] = value
        theirs[own, opp] = held[own, opp] = known + back * value
    return mine, theirs
