"""The value of a turn start modulo primes, for a fraction that is claimed to be it.

The bounds of :mod:`enclosure` carry the residues of what the decisions that look best are worth,
modulo random primes that are drawn for it; :mod:`decisions` proves that these are the residues of
the true values, ties included. So one proof serves for all.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from pigcore.games.race import Race

from ..algebra.intervals import Interval
from ..fraction import DIGITS, Modulo
from ..options import Progress
from .decisions import Decisions
from .enclosure import Enclosure, Unproved, enclose_all
from .prove import BITS, NOT_FOUND, check, modes_of, precisions
from .rules import Rules

__all__ = ["value_modulo"]


def value_modulo(game: Race, state: tuple[int, ...], progress: Progress | None = None) -> Modulo:
    """The value of a turn start: enclosed, and modulo random primes.

    Parameters
    ----------
    game : Race
    state : tuple of int
        own, opp, points and the mode.
    progress : callable, optional
        Called as ``progress(done, total)`` while the decisions are proved.

    Notes
    -----
    With D the common denominator of all chances, the n payoffs of throws solve n equations in
    integers whose coefficients sum to at most 2 D, so that numerator and denominator have at most
    (n + 2) log2(2 D) bits.
    """
    own, opp, points, *mode = state
    if points or _is_thrown(game, mode):
        said = check(game, *state, digits=DIGITS)
        return Modulo(said.value, said.proof, "only values of the starts of turns are judged")
    if opp >= game.goal:
        return _last_turn_modulo(Rules(game), (opp - own) // game.unit + 1)
    i, j = own // game.unit, opp // game.unit
    rules = Rules(game, i, j)
    said_none = Modulo((Fraction(0), Fraction(1)), NOT_FOUND, NOT_FOUND.reason)
    for bits in precisions(BITS):
        found = Enclosure(rules, bits)
        decisions = Decisions(found)
        try:
            enclose_all(found, [decisions], progress)
        except Unproved:
            continue
        interval = found.value(i, j)
        if not found.carries:
            reason = "a last turn has no end by these rules, so that its value is only enclosed"
            if rules.wipe:
                reason = "throws wipe, so that a value is only enclosed"
            return Modulo(interval, decisions.proof(), reason)
        if not decisions.undecided:
            residue = (1 - found.residue[i][j]) % found.residues.modulus
            return _modulo(interval, decisions, residue)
        said_none = Modulo(interval, NOT_FOUND, "not every decision could be proved")
    return said_none


def _is_thrown(game: Race, mode: list[Any]) -> bool:
    """Whether a mode is another one than that in which turns start, or dice lie on the table."""
    return tuple(mode) not in modes_of(game) or (
        modes_of(game).index(tuple(mode)) != Rules(game).start
    )


def _last_turn_modulo(rules: Rules, need: int) -> Modulo:
    """The same for the chance to make so many units in a last turn."""
    for bits in precisions(BITS):
        found = Enclosure(rules, bits)
        decisions, turn = Decisions(found), found.chase
        packed, high = (it.throws[turn.top - need][rules.start] for it in (turn.low, turn.high))
        ends = packed >> found.residues.shift, high
        interval = Fraction(ends[0], found.one), Fraction(ends[1], found.one)
        if not decisions.undecided:
            return _modulo(interval, decisions, found.residues.at(packed, 0))
    return Modulo(interval, NOT_FOUND, "not every decision could be proved")


def _modulo(interval: Interval, decisions: Decisions, residue: int) -> Modulo:
    found = decisions.found
    size = (decisions.throws + 2) * math.log2(2 * max(found.turns.denominators))
    known = residue, found.residues.modulus
    return Modulo(interval, decisions.proof(), "", bits=math.ceil(size) + 1, residue=known)
