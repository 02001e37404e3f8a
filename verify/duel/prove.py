"""Duels: an exact equilibrium found and proved from the rules, in fractions.

A turn is played out total by total, a payoff is a sum over both turns' scores, and the whole
matrix A goes into the simplex method. Payoffs lie in [-1, 1], so B = A + 2 is positive, and

    maximise Σ y  subject to  B y <= 1,  y >= 0

has the optimum 1/(v + 2), where v is the value and y (v + 2) an optimal mixture (G. Dantzig,
1951). Then the mixture is checked by itself: it is paid at least 0 by every hold, which is the
value of a symmetric game. Whether it is the only one is settled on the optimal face: the solution
is unique if and only if none of the variables outside the basis that cost nothing can be
positive, and their largest sum is one more linear program. It ends in a proof or in another
mixture, which is checked like the first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import isfinite
from typing import Any

from pigcore.games.duel import Duel
from pigcore.games.errors import FileError, StateError
from pigcore.games.roll import Roll

from ..asked import digits_asked, tolerance_asked
from .report import DuelReport, DuelVerdict, Reply

__all__ = ["DuelReport", "DuelVerdict", "Reply", "certify", "check"]

Scores = dict[int, Fraction]
Matrix = list[list[Fraction]]
Mixture = dict[int, Fraction]
Progress = Callable[[int, int], object] | None

ZERO, ONE = Fraction(0), Fraction(1)


# --- the rules ----------------------------------------------------------------------------------


def play(roll: Roll, hold: int) -> Scores:
    """The chance of each score of a turn that holds at ``hold``: throw while the total is less.

    Examples
    --------
    >>> play(Roll.coin(), 2)
    {0: Fraction(3, 4), 2: Fraction(1, 4)}
    """
    scores: Scores = {0: ZERO}
    on_the_table = {0: ONE}
    for total in range(hold):
        here = on_the_table.pop(total, ZERO)
        scores[0] += here * (roll.bust + roll.wipe)
        for gain, chance in roll.gains:
            table = scores if total + gain >= hold else on_the_table
            table[total + gain] = table.get(total + gain, ZERO) + here * chance
    return {score: chance for score, chance in scores.items() if chance}


def payoff(first: Scores, second: Scores) -> Fraction:
    """P(first is higher) − P(second is higher)."""
    return sum(
        (p * q * ((x > y) - (x < y)) for x, p in first.items() for y, q in second.items()), ZERO
    )


def mix(turns: Mapping[int, Scores], mixture: Mapping[int, Fraction]) -> Scores:
    """The chance of each score of a mixture of turns."""
    scores: Scores = {}
    for hold, weight in mixture.items():
        for score, chance in turns[hold].items():
            scores[score] = scores.get(score, ZERO) + weight * chance
    return scores


def best_reply(roll: Roll, opponent: Scores) -> Reply:
    """The best reply over all stopping rules, by the turn recursion; equal payoffs are held."""
    top = max(opponent)
    held = [payoff({total: ONE}, opponent) for total in range(top + 1)]
    worth, throws = [*held], set()
    for total in range(top, -1, -1):
        thrown = (roll.bust + roll.wipe) * held[0]
        for gain, chance in roll.gains:
            # Above every score of the opponent the turn is won: hold.
            thrown += chance * (worth[total + gain] if total + gain <= top else ONE)
        if total == 0 or thrown > held[total]:
            worth[total] = thrown
            throws.add(total)
    met = {0}
    for total in range(top + 1):
        if total in met & throws:
            met |= {total + gain for gain, _ in roll.gains}
    return Reply(worth[0], tuple(sorted(met & throws)), tuple(sorted(met - throws)))


# --- the linear program -------------------------------------------------------------------------


class _Program:
    """Maximise c · y subject to B y <= 1, y >= 0, by the simplex method with R. Bland's rule."""

    def __init__(self, matrix: Matrix) -> None:
        self.size = len(matrix)
        self.rows = [[*(a + 2 for a in row), ONE] for row in matrix]
        self.cost = [-ONE] * self.size + [ZERO]
        self.outside = list(range(self.size))
        self.inside = list(range(self.size, 2 * self.size))

    def _pivot(self, r: int, c: int, extra: list[Fraction] | None) -> None:
        self.inside[r], self.outside[c] = self.outside[c], self.inside[r]
        pivot = self.rows[r][c]
        self.rows[r][c] = ONE
        self.rows[r] = [x / pivot for x in self.rows[r]]
        for row in [*self.rows, self.cost, *([extra] if extra else [])]:
            factor = row[c]
            if row is not self.rows[r] and factor:
                row[c] = ZERO
                row[:] = [x - factor * y for x, y in zip(row, self.rows[r], strict=True)]

    def _leaving(self, c: int) -> int:
        choices = [
            (row[-1] / row[c], variable, r)
            for r, (row, variable) in enumerate(zip(self.rows, self.inside, strict=True))
            if row[c] > 0
        ]
        return min(choices)[2]

    def _mixture(self) -> list[Fraction]:
        values = dict(zip(self.inside, (row[-1] for row in self.rows), strict=True))
        y = [values.get(n, ZERO) for n in range(self.size)]
        return [x / sum(y) for x in y]

    def optimum(self) -> list[Fraction]:
        """An optimal mixture."""
        while entering := [(v, c) for c, v in enumerate(self.outside) if self.cost[c] < 0]:
            column = min(entering)[1]
            self._pivot(self._leaving(column), column, None)
        return self._mixture()

    def another(self) -> list[Fraction] | None:
        """After :meth:`optimum`: another optimal mixture, or None, which proves there is none."""
        extra = [-ONE if cost == 0 else ZERO for cost in self.cost[:-1]] + [ZERO]
        while entering := [
            (v, c) for c, v in enumerate(self.outside) if self.cost[c] == 0 and extra[c] < 0
        ]:
            column = min(entering)[1]
            self._pivot(self._leaving(column), column, extra)
            if extra[-1] > 0:
                return self._mixture()
        return None


# --- the proof ----------------------------------------------------------------------------------


def certify(
    game: Duel,
    table: Mapping[str, Any] | None = None,
    *,
    tolerance: float = 1e-9,
    progress: Progress = None,
) -> DuelReport:
    """Prove an equilibrium of a duel, and how far a table is from one.

    Parameters
    ----------
    game : Duel
    table : mapping, optional
        ``payoffs`` and ``mix`` as a solution's ``arrays()`` has them, as nested lists.
    tolerance : float
        The largest error of a payoff, and gain against the table's mixture, that is not refuted.
    progress : callable, optional
        Called with (done, of) as the work goes on.

    Raises
    ------
    FileError
        If the table has other entries or another shape.

    Examples
    --------
    >>> report = certify(Duel(Roll.die(4), holds=range(2, 12)))
    >>> report.ok, report.unique, report.mixture[10]
    (True, True, Fraction(6592, 108297))
    """
    tolerance = tolerance_asked(tolerance)
    payoffs, weights = _table(table, len(game.holds)) if table is not None else (None, None)
    tell = progress or (lambda done, of: None)
    steps = len(game.holds) + 2
    turns = {hold: play(game.roll, hold) for hold in game.holds}
    names: list[int] = []  # of holds that are one and the same turn only the first
    for hold in game.holds:
        if all(turns[hold] != turns[name] for name in names):
            names.append(hold)
    matrix: Matrix = [[ZERO] * len(names) for _ in names]
    for a, first in enumerate(names):
        for b, second in enumerate(names[:a]):
            matrix[a][b] = payoff(turns[first], turns[second])
            matrix[b][a] = -matrix[a][b]
        tell(a + 1, steps)
    program = _Program(matrix)
    mixture = _checked(names, matrix, program.optimum())
    tell(steps - 1, steps)
    found = program.another()
    other = None if found is None else _checked(names, matrix, found)
    gains = {hold: max(payoff(turns[name], turns[hold]) for name in names) for hold in names}
    safest = min(names, key=lambda hold: gains[hold])
    replies = [name for name in names if payoff(turns[name], turns[safest]) == gains[safest]]
    tell(steps, steps)
    return DuelReport(
        game=game.name,
        holds=len(game.holds),
        distinct=len(names),
        mixture=mixture,
        other=other,
        tight=sum(_paid(matrix, names, mixture, n) == 0 for n in range(len(names))),
        safest=(safest, replies[0], gains[safest]),
        any_rule=best_reply(game.roll, mix(turns, mixture)),
        tolerance=None if table is None else tolerance,
        error=None if payoffs is None else _error(game, turns, payoffs),
        exploit=None if weights is None else _exploit(game, turns, weights),
    )


def _paid(matrix: Matrix, names: list[int], mixture: Mixture, column: int) -> Fraction:
    return sum(
        (mixture[name] * row[column] for name, row in zip(names, matrix) if name in mixture), ZERO
    )


def _checked(names: list[int], matrix: Matrix, weights: list[Fraction]) -> Mixture:
    """The mixture, after every inequality of an equilibrium was looked at."""
    mixture = {name: weight for name, weight in zip(names, weights, strict=True) if weight}
    optimal = (
        sum(weights) == 1
        and min(weights) >= 0
        and all(_paid(matrix, names, mixture, n) >= 0 for n in range(len(names)))
    )
    if not optimal:
        raise AssertionError("the simplex method ended with a mixture that is not optimal")
    return mixture


def _error(game: Duel, turns: Mapping[int, Scores], payoffs: list[list[float]]) -> float:
    return max(
        float(abs(Fraction(payoffs[a][b]) - payoff(turns[first], turns[second])))
        for a, first in enumerate(game.holds)
        for b, second in enumerate(game.holds)
    )


def _exploit(game: Duel, turns: Mapping[int, Scores], weights: list[float]) -> float:
    """How much the best hold gains against the table's weights, or how far they are from any."""
    mixture = {h: Fraction(w) for h, w in zip(game.holds, weights, strict=True)}
    opponent = mix(turns, mixture)
    gain = max(payoff(turns[hold], opponent) for hold in game.holds)
    return float(max(gain, abs(sum(mixture.values(), -ONE)), -min(mixture.values())))


def check(game: Duel, *state: object, digits: int = 30) -> DuelVerdict:
    """Prove the best replies to "hold at h", among the game's holds and among all rules.

    Parameters
    ----------
    game : Duel
    *state : int
        The total h that the opponent holds at.
    digits : int
        Decimal digits to print the gains with, 1 … 10,000.

    Raises
    ------
    StateError
        If the total is out of range.

    Examples
    --------
    >>> print(check(Duel(), 20, digits=10))
    Duel, against hold 20: hold at 2 (exact)
      gain     0.1449915294
      any rule 0.1449915294, throws at 0
    """
    if len(state) != len(game.state_names):
        raise StateError(
            f"{len(state)} numbers are given, but a state of {game.name} has one: "
            f"{', '.join(game.state_names)}"
        )
    (total,) = game.check_state(*state)
    digits = digits_asked(digits)
    opponent = play(game.roll, total)
    gains = {name: payoff(play(game.roll, name), opponent) for name in game.holds}
    most = max(gains.values())
    return DuelVerdict(
        game=game.name,
        state={"hold": total},
        replies=tuple(name for name in game.holds if gains[name] == most),
        gain=most,
        scores=opponent,
        any_rule=best_reply(game.roll, opponent),
        digits=digits,
    )


def _table(table: Mapping[str, Any], size: int) -> tuple[list[list[float]], list[float]]:
    """The payoffs and the mixture of a table, refused unless they could be that."""
    again = "save the solution again"
    if set(table) != {"payoffs", "mix"}:
        raise FileError(
            f"the arrays are {sorted(table)}, but a duel has 'mix' and 'payoffs': {again}"
        )
    payoffs, weights = table["payoffs"], table["mix"]
    rows = payoffs if isinstance(payoffs, list) else []
    if len(rows) != size or any(not isinstance(row, list) or len(row) != size for row in rows):
        raise FileError(f"the payoffs are not {size} rows of {size}, one a hold: {again}")
    if not isinstance(weights, list) or len(weights) != size:
        raise FileError(f"the mix is not {size} weights, one a hold: {again}")
    for number in (number for row in (*rows, weights) for number in row):
        if not (isinstance(number, (int, float)) and isfinite(number)):
            raise FileError(f"a payoff or weight is {number!r:.80}, but must be a number: {again}")
    return rows, weights
