"""The value of a turn start modulo primes, for a fraction that is claimed to be it.

:mod:`ties` says what the decisions that look best are worth modulo random primes that are drawn for
it, or in fractions where these are short, and that this is what the true values are.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from pigcore.games.race import Race

from ..algebra.intervals import Interval
from ..fraction import DIGITS, Modulo
from ..options import Progress
from ..verdict import Proof
from .decisions import Decisions
from .enclosure import Enclosure
from .prove import Proved, check, modes_of, precisions, prove, why_not
from .rules import BITS, Rules
from .ties import Exactly, shown_exactly

__all__ = ["serves", "value_modulo"]

_NO_TIE = (
    "ties are played on, and may follow each other for sure, so that its value is only enclosed"
)


def serves(game: Race) -> bool:
    """Whether two play."""
    return game.players == 2


def value_modulo(game: Race, state: tuple[int, ...], progress: Progress | None = None) -> Modulo:
    """The value of a turn start: enclosed, and modulo random primes.

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
    rules = Rules(game, own // game.unit, opp // game.unit)
    i, j = rules.scores_of(own // game.unit, opp // game.unit)
    proved: Proved[Any] | None = prove(rules, progress=progress, bits=BITS)
    if proved is None:
        anything = Fraction(0), Fraction(1)
        return Modulo(anything, why_not(None), why_not(None).reason)
    found = proved.found
    interval = found.value(i, j)
    if not found.known_tie:
        return Modulo(interval, proved.proof, _NO_TIE)
    if not found.ends:
        reason = "a last turn has no end by these rules, so that its value is only enclosed"
        return Modulo(interval, proved.proof, reason)
    if proved.decisions.undecided:
        return Modulo(interval, why_not(found), "not every decision could be proved")
    known = shown_exactly(found, Decisions)
    if known is None:
        return Modulo(interval, proved.proof, "its equations may have several solutions")
    exact, decisions = known
    if decisions.undecided:
        return Modulo(interval, why_not(found), "not every decision after a tie could be proved")
    if isinstance(exact, Exactly):
        return Modulo(exact.value(i, j), Proof("fractions"), "")
    residue = (1 - exact.residue[i][j]) % exact.residues.modulus
    return _modulo(interval, decisions, residue, proved.proof)


def _is_thrown(game: Race, mode: list[Any]) -> bool:
    """Whether a mode is another one than that in which turns start, or dice lie on the table."""
    return tuple(mode) not in modes_of(game) or (
        modes_of(game).index(tuple(mode)) != Rules(game).start
    )


def _last_turn_modulo(rules: Rules, need: int) -> Modulo:
    """The same for the chance to make so many units in a last turn."""
    for bits in precisions(rules, BITS):
        found = Enclosure(rules, bits)
        decisions, turn = Decisions(found), found.chase
        place = (turn.top - need) * rules.modes + rules.start
        packed, high = (one.payoffs[place] for one in (turn.low, turn.high))
        ends = packed >> found.residues.shift, high
        interval = Fraction(ends[0], found.one), Fraction(ends[1], found.one)
        if not decisions.undecided:
            if not found.known_tie:
                return Modulo(interval, decisions.proof(), _NO_TIE)
            residue = found.residues.at(packed, 0)
            return _modulo(interval, decisions, residue, decisions.proof())
    return Modulo(interval, why_not(None), "not every decision could be proved")


def _modulo(interval: Interval, decisions: Decisions, residue: int, proof: Proof) -> Modulo:
    found = decisions.found
    size = (decisions.throws + 2) * math.log2(2 * max(found.turns.denominators))
    known = residue, found.residues.modulus
    return Modulo(interval, proof, "", bits=math.ceil(size) + 1, residue=known)
