"""Duels: an exact equilibrium found and proved from the rules, in fractions.

The turns are played out (:mod:`turns`), and the matrix of their payoffs goes into the simplex
method (:mod:`pigverify.algebra.simplex`), which need not be believed: the mixture that it finds
is checked by itself. It is paid at least 0 by every hold, which is the value of a symmetric game.
That it is the only optimal one rests on the end of the second linear program.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pigcore.games.duel import Duel
from pigcore.games.errors import SizeError
from pigcore.games.spelling import counted
from pigcore.memory import require

from ..algebra.intervals import Interval, best_of, quotient_up
from ..algebra.simplex import Simplex, TooMuch, likely_support
from ..arrays import checked
from ..options import Progress, digits_of, tolerance_of
from ..own import TIED, OwnCount, pick
from ..verdict import CLOSEST, Call, Proof
from .turns import ONE, ZERO, Scored, Turns, best_reply, mix, payoff
from .verdict import DuelReport, DuelVerdict, Safest

__all__ = ["TOLERANCE", "certify", "check"]

TOLERANCE = 1e-9
"""The largest error of a payoff, and gain against a mixture, that is not refuted."""

MOST_WORK = 4e13
"""Products of the payoffs times the square of their bits: half a minute."""

Matrix = list[list[Fraction]]
Mixture = dict[int, Fraction]


def check(
    game: Duel,
    *state: object,
    digits: int = 30,
    progress: Progress | None = None,
) -> DuelVerdict:
    """Prove which holds answer a hold, or the optimal mixture, best, and what each pays.

    A payoff is the sum of all pairs of scores of two turns: exact, and quick for holds up to 100.
    """
    place = game.check_state(*state)
    digits = digits_of(digits)
    turns = _played(game)
    opponent = turns[place[0]]
    gains = {name: _point(payoff(turns[name], opponent)) for name in game.holds}
    best = best_of(gains)
    proof = Proof("fractions", ties="equality" if len(best) > 1 else None)
    reply = best_reply(game.roll, opponent)
    return DuelVerdict(game, place, best, gains, proof, opponent.scores, reply, digits=digits)


def _point(value: Fraction) -> Interval:
    return value, value


def certify(
    game: Duel,
    table: Mapping[str, Any] | None = None,
    *,
    tolerance: float | None = None,
    progress: Progress | None = None,
    closest: int | None = None,
) -> DuelReport:
    """Prove an optimal mixture, whether it is the only one, and judge a solution's.

    The payoffs of n holds are n² / 2 sums over pairs of scores, the linear program some n pivots
    of n² fractions; the published duel of 39 holds takes 0.2 s.
    """
    tolerance = tolerance_of(tolerance, TOLERANCE)
    _require(game)
    arrays = None if table is None else checked(game, table)
    tell = progress or (lambda done, of: None)
    steps = len(game.holds) + 2
    turns = _played(game)
    alike = _alike(turns)
    names = list(alike)  # of holds that are one and the same turn only the first
    matrix: Matrix = [[ZERO] * len(names) for _ in names]
    for a, first in enumerate(names):
        for b, second in enumerate(names[:a]):
            matrix[a][b] = payoff(turns[first], turns[second])
            matrix[b][a] = -matrix[a][b]
        tell(a + 1, steps)
    try:
        program = Simplex(matrix, likely_support(matrix))
        mixture = _checked(names, matrix, program.optimum())
        tell(steps - 1, steps)
        found = program.another()
    except TooMuch:
        raise SizeError(
            f"the equilibrium of {counted(len(names), 'hold')} takes too long to find in exact "
            "fractions: take fewer or smaller holds, or chances of fewer digits"
        ) from None
    other = None if found is None else _checked(names, matrix, found)
    paid = {name: _paid(matrix, names, mixture, n) for n, name in enumerate(names)}
    gains = {name: max(row[n] for row in matrix) for n, name in enumerate(names)}
    safest = min(names, key=lambda name: gains[name])
    replies = [
        [hold for m, name in enumerate(names) for hold in alike[name] if matrix[m][n] == gains[own]]
        for n, own in enumerate(names)
    ]
    tied = sum(len(alike[name]) for name, best in zip(names, replies) if len(best) > 1)
    error, worst, own = None, None, None
    if arrays is not None:
        error, worst = _error(game, turns, arrays["payoffs"])
        count = OwnCount()
        for name, best in zip(names, replies):
            for hold in alike[name]:
                reply, margin = pick(_column(game, arrays["payoffs"], hold), TIED)
                count.judge(reply, best, margin)
        own = count.own()
    tell(steps, steps)
    return DuelReport(
        game,
        value=_point(ZERO),
        states=len(game.holds),
        ties=tied,
        undecided=0,
        closest=_closest(mixture, paid, closest or CLOSEST),
        proof=Proof("fractions", ties="equality" if tied else None),
        tolerance=None if arrays is None else tolerance,
        error=error,
        worst=worst,
        own=own,
        distinct=len(names),
        mixture=mixture,
        other=other,
        tight=sum(gain == 0 for gain in paid.values()),
        replies={
            hold: tuple(sorted(best)) for name, best in zip(names, replies) for hold in alike[name]
        },
        safest=Safest(safest, replies[names.index(safest)][0], gains[safest]),
        any_rule=best_reply(game.roll, mix(turns, mixture)),
        exploit=None if arrays is None else _exploit(game, turns, arrays["mix"]),
    )


def _played(game: Duel) -> dict[int, Scored]:
    """The turn of every hold."""
    turns = Turns(game.roll, game.holds[-1], len(game.holds))
    return {hold: turns.play(hold) for hold in game.holds}


def _require(game: Duel) -> None:
    """Refuse a duel whose linear program would not fit in memory."""
    # The denominator of a payoff is that of a throw to the power of both turns' throws; pivots
    # make numbers some times as long.
    gains = [gain for gain, _ in game.roll.gains]
    throws = 2 * (game.holds[-1] // min(gains, default=1) + 1)
    bits = throws * game.roll.denominator.bit_length()
    holds = len(game.holds)
    require(8 * 2 * holds**2 * (bits // 4 + 100), f"a proof of {holds} holds", "take fewer holds")
    scores = min(max(gains, default=1), game.holds[-1]) * min(len(gains), 10)
    if holds**2 * (scores + 10) * bits**2 > MOST_WORK:
        raise SizeError(
            f"the payoffs of {counted(holds, 'hold')} with chances of up to {bits // 2:,} bits "
            "take too long exactly: take fewer or smaller holds, or chances of fewer digits"
        )


def _alike(turns: Mapping[int, Scored]) -> dict[int, list[int]]:
    """The holds that are the same turn, by the first of them."""
    alike: dict[int, list[int]] = {}
    for hold, turn in turns.items():
        name = next((name for name in alike if turns[name].scores == turn.scores), hold)
        alike.setdefault(name, []).append(hold)
    return alike


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


def _closest(mixture: Mixture, paid: Mapping[int, Fraction], most: int) -> tuple[Call, ...]:
    """The holds that lose least against the mixture, of those that lose anything."""
    losses = sorted((loss, hold) for hold, loss in paid.items() if loss)
    return tuple(Call((), min(mixture), hold, _point(loss)) for loss, hold in losses[:most])


def _error(
    game: Duel, turns: Mapping[int, Scored], payoffs: list[list[float]]
) -> tuple[float, tuple[int]]:
    """The largest error of a payoff, rounded up, and the hold that is answered there."""
    error, worst = max(
        (abs(Fraction(payoffs[a][b]) - payoff(turns[first], turns[second])), -second)
        for a, first in enumerate(game.holds)
        for b, second in enumerate(game.holds)
    )
    return quotient_up(*error.as_integer_ratio()), (-worst,)


def _column(game: Duel, payoffs: list[list[float]], hold: int) -> dict[int, float]:
    """What the table says that each hold gains against ``hold``."""
    place = game.holds.index(hold)
    return {name: row[place] for name, row in zip(game.holds, payoffs)}


def _exploit(game: Duel, turns: Mapping[int, Scored], weights: list[float]) -> float:
    """How much the best hold gains against the table's weights, or how far they are from any."""
    mixture = {h: Fraction(w) for h, w in zip(game.holds, weights, strict=True)}
    opponent = mix(turns, mixture)
    gain = max(payoff(turns[hold], opponent) for hold in game.holds)
    worst = max(gain, abs(sum(mixture.values(), -ONE)), -min(mixture.values()))
    return quotient_up(*worst.as_integer_ratio())
