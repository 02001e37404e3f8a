"""Exact settlement of what looks equal.

Bounds leave *open* what overlaps. Fix the decisions that look best everywhere: those that are
proved where one is, any of those that may be best where it is open. What they are worth is a linear
system. If all that is open is worth the same by its solution, the open decisions do not matter: the
same numbers solve the system of every policy that differs in open decisions only. They lie in the
intervals, so that they are a fixed point of all that is proved there; if there is but one, they are
the true values, and everything open is a tie.

**One solution.** All solutions lie in the intervals. Suppose that there are two, whose largest
difference is d. Where a turn start differs by d, take decisions that are best by the solution in
which it is worth more: they never win in this turn, and hand it over only to turn starts that
differ by d, too, as what is left of a difference is an average. So if from every set of turn starts
all decisions that may be best lead out with some chance, there is one solution. (Without wipes that
concerns pairs whose players both bust or bank nothing for sure, so that their values a and b sum to
1.)

**Fractions** are computed with where they are short. What comes out is believed because it solves
the equations of every turn, which is checked.

**Residues** modulo three random primes serve where they are long; what is the same modulo these is
believed to be the same, up to a chance that :meth:`.decisions.Decisions.by_primes` bounds: with D
the common denominator of all chances, the n payoffs of throws satisfy n equations in integers whose
coefficients sum to at most 2 D in absolute value; so the difference of two payoffs, times the
determinant and D, is an integer of at most (n + 2) log2(2 D) bits. (Values 1/2 of a game that never
ends cost one factor 2.)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from copy import copy
from fractions import Fraction
from typing import Any

from ..algebra.arithmetic import Arithmetic, Modular, Rational
from ..options import Progress
from .carried import Residues
from .enclosure import Bounds, Enclosure, decide_all, settle_all
from .evaluation import Table, exact_values
from .rules import Pair, Rules, turns_of

__all__ = ["Exactly", "has_one_solution", "in_fractions", "shown_exactly", "with_residues"]

SHORT = 5000
"""Bits of a determinant up to which fractions are short enough."""
_MOST_WIPED = 300
"""The largest goal for which ties are settled if throws wipe: half a minute, and goal⁴ beyond."""


def has_one_solution(found: Enclosure) -> bool:
    """Whether the equations have no other solution than that in the intervals."""
    rules, one, kept = found.rules, found.one, []
    for i, j in turns_of(rules.pairs()):
        # 1 - a and 1 - b, between which and 1 the sum of a and b lies, too.
        low, high = found.low[i][j] + found.low[j][i], found.high[i][j] + found.high[j][i]
        alone = not rules.wipe and not (low <= one <= high and rules.stays(i) and rules.stays(j))
        if not alone and not rules.settled(i, j):
            kept.append((i, j))
    if kept and rules.last_turn:
        return False
    turns, before = {pair: found.bounds(*pair) for pair in kept}, len(kept) + 1
    while len(turns) < before:
        before = len(turns)
        for i, j in kept:
            if (i, j) in turns and not _can_stay(rules, turns[i, j], turns):
                del turns[i, j]
    return not turns


def _can_stay(rules: Rules, turn: Bounds, among: Collection[Pair]) -> bool:
    """Whether a turn can be handed over for sure to those among which it is."""
    i, j = turn.own, turn.opp
    stay = [(j, s) in among for s in range(rules.goal)] + [False]
    back = stay[rules.returns[i]]
    found = rules.can(i, all, stay, bust=back, wipe=stay[0], won=False, among=turn)
    return found[rules.start_of(i)]


def shown_exactly(
    found: Enclosure,
    witness: Callable[[Enclosure], Any],
    progress: Progress | None = None,
) -> tuple[Enclosure, Any] | None:
    """What a witness says who sees all turns with exact numbers; None if there are none.

    ``found`` has to be finished. The enclosure that the witness saw is returned, too.
    """
    if not has_one_solution(found):
        return None
    exact: Enclosure | None = in_fractions(found)
    if exact is not None:
        looking = witness(exact)
        decide_all(exact, [looking])
        return exact, looking
    exact = with_residues(found)
    if exact is None:
        return None
    looking = witness(exact)
    show = decide_all if found.rules.wipe else settle_all
    show(exact, [looking], progress)
    return exact, looking


# --- fractions ------------------------------------------------------------------------------------


class Exactly(Enclosure):
    """All turn starts as fractions, which are both ends of their intervals."""

    high: list[list[int]]
    wipe_low: list[int]
    wipe_high: list[int]

    one: Any
    low: list[list[Any]]

    def __init__(self, found: Enclosure, values: Table) -> None:
        self.__dict__ |= found.__dict__
        self.one = Fraction(1)
        self.low = self.high = [[1 - value for value in row] for row in values]
        self.wipe_low = self.wipe_high = [row[0] for row in self.low]

    @property
    def finish(self) -> Any:
        """Lower and upper bounds are the quotients themselves."""
        below = self.turns.denominators
        return (lambda total, n: Fraction(total) / below[n],) * 2

    def solves(self, turn: Bounds) -> bool:
        """Whether the start of a turn is worth what it leads to."""
        i, j = turn.own, turn.opp
        by_convention = self.rules.settled(i, j) == (1, 1)
        return by_convention or turn.low.payoffs[self.rules.start] == 1 - self.low[i][j]


def size(found: Enclosure) -> int:
    """The most bits of the numerator and of the denominator of a turn start."""
    rules = found.rules
    turns = 2 * rules.pair_count - sum(i == j for i, j in rules.pairs())
    states = turns * rules.goal * rules.modes
    return math.ceil(states * math.log2(2 * max(rules.denominators)))


def in_fractions(found: Enclosure) -> Exactly | None:
    """All turn starts as fractions, if these are short; the equations must have one solution."""
    if found.rules.last_turn or not found.rules.alike or size(found) > SHORT:
        return None
    try:
        exact = Exactly(found, _values(found, Rational()))
    except ZeroDivisionError:
        return None
    solved = all(exact.solves(exact.bounds(i, j)) for i, j in turns_of(found.rules.pairs()))
    return exact if solved else None


def _values(found: Enclosure, arithmetic: Arithmetic) -> Table:
    """V(i, j) by the decisions that look best."""
    ends = {}
    for i, j in turns_of(found.rules.pairs()):
        turn = found.bounds(i, j)
        ends[i, j] = found.turns.ends(turn.low, turn.bank_low, arithmetic)
    return exact_values(found.rules, ends, arithmetic)


# --- residues -------------------------------------------------------------------------------------


def with_residues(found: Enclosure) -> Enclosure | None:
    """The same intervals with residues, those of all turn starts where throws wipe."""
    rules, exact = found.rules, copy(found)
    if (rules.wipe and rules.goal > _MOST_WIPED) or not found.known_tie:
        return None
    for known in ("tie", "chase", "banked_low", "banked_high"):  # without residues
        exact.__dict__.pop(known, None)
    exact.residue = [[0] * rules.goal for _ in range(rules.goal)]
    try:
        exact.residues = Residues(rules.denominators)
        if rules.wipe:
            modulus = exact.residues.modulus
            values = _values(found, Modular(modulus))
            exact.residue = [[(1 - value) % modulus for value in row] for row in values]
    except ValueError:  # a denominator is 0 modulo a prime
        return None
    return exact
