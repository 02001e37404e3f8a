"""Second computations, forward in time: where play is after each turn, in double precision.

The proofs go backward, from the end of a game to its beginning. Here the chance of every position
is followed from the first turn on until hardly any game is left, and what was won is added up. Only
the decisions are shared with the proofs, neither equations nor arithmetic. Sums of positive terms
lose little: twelve digits or more are right. What else a source may have computed is computed in
double precision, too: these are attempts to find where a printed figure comes from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from pigcore.games.race import Race

__all__ = [
    "Player", "Spread", "best_reply", "ends_of", "swapped", "turns_taken", "wins", "worth",
]  # fmt: skip

LEFT = 1e-15
"""The chance that a game is still going on, below which it is left alone."""
_MOST_TURNS = 100_000

_Scores = dict[int, float]


class Player(NamedTuple):
    """Who decides, and when he has won."""

    rolls: Callable[[int, int, int], bool]
    """Whether he throws with own, opp and a turn total above 0."""
    at_once: bool = True
    """Whether he wins as soon as the total reaches the goal; if not, when he holds there."""


class Spread(NamedTuple):
    """What an outcome is on average, and how far single outcomes are from that."""

    mean: float
    deviation: float


def wins(
    game: Race, first: Player, second: Player, state: tuple[int, int, int] = (0, 0, 0)
) -> tuple[float, float]:
    """The chances that the mover in ``state``, who is ``first``, wins, and that ``second`` does.

    Raises
    ------
    ArithmeticError
        If some games never end.

    Examples
    --------
    >>> from pigcore.games import Piglet
    >>> timid = Player(lambda own, opp, total: False)
    >>> print(*(round(chance, 12) for chance in wins(Piglet(1), timid, timid)))
    0.666666666667 0.333333333333
    """
    own, opp, total = state
    won = [0.0, 0.0]
    known: list[dict[tuple[int, int], _Scores]] = [{}, {}]
    going = {(own, opp): 1.0}
    for turns in range(_MOST_TURNS):
        if sum(going.values()) <= LEFT:
            return won[0], won[1]
        turn = turns % 2
        player = (first, second)[turn]
        after: dict[tuple[int, int], float] = {}
        for (i, j), chance in going.items():
            if total:  # only the first turn may have been begun
                ends = ends_of(game, player, i, j, total)
            elif (i, j) in known[turn]:
                ends = known[turn][i, j]
            else:
                ends = known[turn][i, j] = ends_of(game, player, i, j)
            for score, share in ends.items():
                if score >= game.goal:
                    won[turn] += chance * share
                else:
                    after[j, score] = after.get((j, score), 0.0) + chance * share
        going, total = after, 0
    raise ArithmeticError(f"some games are still going on after {_MOST_TURNS} turns")


def ends_of(game: Race, player: Player, own: int, opp: int, total: int = 0) -> _Scores:
    """The scores that a turn ends at; those from the goal on have won."""
    gains = [(g, float(p)) for g, p in game.roll.gains]
    bust, wipe, goal = float(game.roll.bust), float(game.roll.wipe), game.goal
    back = game.after_bust(own)
    ends: _Scores = {}
    reach = {total: 1.0}
    while reach:
        k = min(reach)
        chance = reach.pop(k)
        past = own + k > goal and game.target == "exact"
        if past:
            ends[back] = ends.get(back, 0.0) + chance
        elif (own + k >= goal and player.at_once) or (k and not player.rolls(own, opp, k)):
            ends[own + k] = ends.get(own + k, 0.0) + chance
        else:
            ends[back] = ends.get(back, 0.0) + chance * bust
            if wipe:
                ends[0] = ends.get(0, 0.0) + chance * wipe
            for g, p in gains:
                reach[k + g] = reach.get(k + g, 0.0) + chance * p
    return ends


def turns_taken(game: Race, player: Player) -> Spread:
    """The turns that a player alone takes to the goal: P(more than t turns), added up over t.

    With T turns, E T = sum_t P(T > t) and E T² = sum_t (2t + 1) P(T > t).
    """
    going, known = {0: 1.0}, {}
    mean = square = 0.0
    for t in range(_MOST_TURNS):
        left = sum(going.values())
        if left <= LEFT:
            return Spread(mean, sqrt(square - mean**2))
        mean, square = mean + left, square + (2 * t + 1) * left
        after: _Scores = {}
        for i, chance in going.items():
            if i not in known:
                known[i] = ends_of(game, player, i, 0)
            for score, share in known[i].items():
                if score < game.goal:
                    after[score] = after.get(score, 0.0) + chance * share
        going = after
    raise ArithmeticError(f"some games are still going on after {_MOST_TURNS} turns")


# --- other readings -------------------------------------------------------------------------------

_SMALL = 1e-14
_STEPS = 50

Table = list[list[float]]


class _Throw:
    """A throw in doubles, in a race without wipes or consolation."""

    def __init__(self, game: Race) -> None:
        self.goal, self.exact = game.goal, game.target == "exact"
        self.bust = float(game.roll.bust)
        self.gains = [(g, float(p)) for g, p in game.roll.gains]
        self.reach = max(g for g, _ in self.gains)

    def turn(self, start: int, hold: Sequence[float], bust: float) -> tuple[float, float]:
        """The payoff of a throw at s = ``start`` and its slope, the chance that a bust follows.

        ``hold[s]`` is what banking up to s is worth, ``bust`` what a bust is.
        """
        goal = self.goal
        past = (bust, 1.0) if self.exact else (1.0, 0.0)
        best = [0.0] * goal + [1.0] + [past[0]] * self.reach
        slope = [0.0] * goal + [0.0] + [past[1]] * self.reach
        value = chance = 0.0
        for s in range(goal - 1, start - 1, -1):
            value = self.bust * bust + sum([p * best[s + g] for g, p in self.gains])
            chance = self.bust + sum([p * slope[s + g] for g, p in self.gains])
            if value > hold[s]:
                best[s], slope[s] = value, chance
            else:
                best[s] = hold[s]
        return value, chance


def swapped(game: Race, swaps: int, start: float = 0.5) -> Table:
    """P(mover wins) at [own][opp] if each pair's equations are used so many times, in turns.

    With a the value of the player who is behind and b that of the other, a <- f(1 - b), then
    b <- g(1 - a) and so on, beginning at a = b = ``start``.
    """
    throw, goal = _Throw(game), game.goal
    hold = [[0.0] * goal for _ in range(goal)]  # 1 - V(j, i) at [i][j]: what banking is worth
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), total // 2 + 1):
            pair = [(i, total - i), (total - i, i)]
            value = [start, start]
            for n in range(swaps):
                turn = n % 2
                own, opp = pair[turn]
                value[turn], _ = throw.turn(own, hold[opp], 1 - value[1 - turn])
            for (own, opp), found in zip(pair, value):
                hold[own][opp] = 1 - found
    return [[1 - h for h in row] for row in hold]


def worth(game: Race, starts: Table, own: int, opp: int, total: int) -> float:
    """P(mover wins) with ``total`` on the table, from the values at the starts of turns."""
    if not total:
        return starts[own][opp]
    hold = [1 - value for value in starts[opp]]
    thrown, _ = _Throw(game).turn(own + total, hold, hold[own])
    return max(thrown, hold[own + total])


def best_reply(game: Race, turn_of: Callable[[int, int], dict[int, float]]) -> tuple[float, float]:
    """What the best reply to a strategy wins: moving first, and moving second.

    ``turn_of(own, opp)`` are the chances of the scores that the strategy's turns end at.

    With A(i, j) what the reply is worth with i against j before its turn and B(i, j) before the
    other's, B = e + q A, where q is the chance that the other's turn leaves j as it is, and
    A = f(B) for the turn's value f. Newton's method solves A = f(e + q A).
    """
    throw, goal = _Throw(game), game.goal
    before = [[0.0] * goal for _ in range(goal)]  # A at [i][j]
    after = [[0.0] * goal for _ in range(goal)]  # B at [j][i]: what banking i is worth against j
    for total in range(2 * goal - 2, -1, -1):
        for i in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
            j = total - i
            ends = turn_of(j, i)
            q = ends.get(j, 0.0)
            e = sum(p * before[i][s] for s, p in ends.items() if j < s < goal)
            a = 0.5
            for _ in range(_STEPS):
                value, slope = throw.turn(i, after[j], e + q * a)
                step = (value - a) / (1 - q * slope)
                a += step
                if abs(step) <= _SMALL:
                    break
            before[i][j], after[j][i] = a, e + q * a
    return before[0][0], after[0][0]
