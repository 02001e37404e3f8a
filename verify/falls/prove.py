"""Races in which busts in a row cost points, certified: one state, or all of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from pigcore.games.race import Race

from ..algebra.intervals import best_of
from ..arrays import checked
from ..kernels import FIRST_BITS, WIDE_BITS
from ..options import Progress, digits_of, tolerance_of
from ..race.prove import _actions, _payoffs, _thrown, bits_of, modes_of
from ..race.rules import BITS
from ..race.verdict import RaceVerdict
from ..verdict import CLOSEST, Call, Proof
from .passes import Passes
from .verdict import FallsReport

__all__ = ["TOLERANCE", "certify", "check"]

TOLERANCE = 5e-13
"""Well above the rounding of a good table, well below the 1e-12 that must not go unnoticed."""

NEAR = 1e-7
"""How near it is to be known what the game is worth without a floor, if it can be."""

MOST_SCORES = 30
"""With more scores than this, one state is proved with 62 bits first."""

ONE = Fraction(1)


class _Found(NamedTuple):
    """What a payoff is read by."""

    rules: Any
    one: int
    bits: int


def check(
    game: Race,
    *state: object,
    digits: int = 30,
    progress: Progress | None = None,
) -> RaceVerdict:
    """Prove what is best in one state, and enclose the payoffs of every choice.

    As somebody may fall to any score, all turn starts are enclosed, with as many bits as the state
    needs: 62 first, then 124, then so many that there are the digits asked for, if there are at
    most 30 scores.
    """
    place, digits = game.check_state(*state), digits_of(digits)
    own, points = place[0], place[game.players]
    if game.reached(own, points) and not _thrown(game, place[:-2]):
        won, (_, bank) = Proof("rules", reason="the goal is reached"), game.words
        return RaceVerdict(game, place, (bank,), {bank: (ONE, ONE)}, won, digits=digits)
    small = game.units + game.below <= MOST_SCORES
    wanted = [max(BITS, bits_of(digits) + 60)] if small else [FIRST_BITS, WIDE_BITS]
    for bits in wanted:
        passes = Passes(game, bits)
        passes.begin()
        for enough in passes.one >> bits_of(digits) + 8, 0:
            passes.narrow(progress, enough)
            said = verdict(game, place, passes, digits)
            if said.ok:
                return said
    return said


def verdict(game: Race, place: tuple[Any, ...], passes: Passes, digits: int) -> RaceVerdict:
    """What intervals of all turn starts say of a state."""
    low, unit = game.floor or 0, game.unit
    own, opp, *rest, a, b = place
    base, late = game.from_floor, max(own - game.sure_from, 0)
    turn = passes.bounds((own - low) // unit, (opp - low) // unit, a, b)
    there = (own - late - low, opp - low, *rest)
    found: Any = _Found(passes.rules, passes.one, passes.bits)
    worths = _payoffs(found, turn, _actions(base, passes.rules, there))
    best, proof = best_of(worths), Proof("enclosure", bits=passes.bits)
    if len(best) > 1:
        points = {end for action in best for end in worths[action]}
        proof = Proof("enclosure", bits=passes.bits, ties="equality")
        if len(points) > 1:
            proof = Proof("none", reason="two actions cannot be distinguished with as many bits")
    return RaceVerdict(game, place, best, worths, proof, digits=digits)


def certify(
    game: Race,
    table: Mapping[str, Any] | None = None,
    *,
    tolerance: float | None = None,
    progress: Progress | None = None,
    closest: int | None = None,
) -> FallsReport:
    """Prove every decision of the game, and how far a table of its values is from the truth.

    Passes with 62 bits over all pairs of scores and counts of busts: a few around a table, else
    some twenty; then a few for the game without a floor. What they leave open stays so.
    """
    starts = None if table is None else checked(game, table)["starts"]
    tolerance = None if starts is None else tolerance_of(tolerance, TOLERANCE)
    first = None if progress is None else lambda done, of: progress(done, 2 * of)
    then = None if progress is None else lambda done, of: progress(of + done, 2 * of)
    passes = Passes(game, FIRST_BITS, calls=closest or CLOSEST)
    rows = None if starts is None else _rows(passes, starts)
    passes.begin(rows)
    passes.judge(first)
    free = Passes(game, FIRST_BITS, floor=False)
    free.narrow(then, int(NEAR * free.one), first=free.beside(passes))
    value, without = (
        (Fraction(low, passes.one), Fraction(high, passes.one))
        for low, high in (passes.first(), free.first())
    )
    decided, ties, asides, aside_ties = map(sum, zip(*(counts for _, counts, _ in passes.seen())))
    error = where = None
    # Where intervals stay wide, how far a table is from the truth is not known.
    if rows is not None and tolerance is not None and passes.width() <= passes.one * tolerance:
        error, where = _error(game, passes, rows)
    return FallsReport(
        game, value, decided + ties, ties, passes.left, _closest(game, passes, closest or CLOSEST),
        Proof("enclosure", bits=FIRST_BITS), tolerance, error, where,
        asides=asides, aside_ties=aside_ties, without_floor=without,
    )  # fmt: skip


def _rows(passes: Passes, starts: Any) -> list[list[float]]:
    n = range(passes.size)
    counts = range(passes.counts)
    return [[starts[i][j][a][b] for i in n for j in n] for a in counts for b in counts]


def _error(game: Race, passes: Passes, rows: list[list[float]]) -> tuple[float, tuple[Any, ...]]:
    """The largest error of a table, rounded up, and where it is."""
    worst, where = -1, (0, 0)
    for place, (values, lows, highs) in enumerate(zip(rows, passes.low, passes.high)):
        for cell, (value, low, high) in enumerate(zip(values, lows, highs)):
            number = int(value * 2**53) << passes.bits >> 53
            off = max(number + (1 << passes.bits - 53) - low, high - number)
            if off > worst:
                worst, where = off, (place, cell)
    (a, b), (own, opp) = divmod(where[0], passes.counts), divmod(where[1], passes.size)
    low, unit = game.floor or 0, game.unit
    state = game.check_state(
        low + unit * own, low + unit * opp, 0, *modes_of(game)[passes.rules.start], a, b
    )
    return float(Fraction(worst, passes.one)) * (1 + 2**-50), state


def _closest(game: Race, passes: Passes, most: int) -> tuple[Call, ...]:
    """The closest calls of all counts."""
    low, unit, found = game.floor or 0, game.unit, []
    (throw, bank), modes = game.words, modes_of(game)
    for counts, _, calls in passes.seen():
        for (own, opp, points, mode), throws, margin in calls:
            state = (low + unit * own, low + unit * opp, unit * points, *modes[mode], *counts)
            found.append(Call(state, *((throw, bank) if throws else (bank, throw)), margin))
    return tuple(sorted(found, key=lambda call: (call.margin, call.state))[:most])
