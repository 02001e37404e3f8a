"""A second opinion on one state of a race: decisions first, then what they are worth, in mpmath.

Write s = i + k for banked score plus turn total, h(s) = 1 - V(j, s) for holding, c(s) for throwing
and x for the bust payoff. Scores only grow here (no throw wipes), so all pairs of scores are
solved from the largest sum down to the state asked about.

**Fixed decisions are lines.** Once it is decided where the mover throws again, his turn is worth
c(i) = A(i) + B(i) x, by a recursion from the goal down:

    throw at s   A = sum_g p_g A(s+g),   B = p_bust + sum_g p_g B(s+g)
    hold at s    A = h(s), B = 0
    beyond       A = 1, B = 0 at the goal and past it; past the goal of an exact race A = 0, B = 1

If a bust moves the mover on, to a score whose payoff is known, that payoff takes the place of x
and B = 0. The pair a = V(i,j), b = V(j,i) is therefore two equations in two unknowns,

    a = A + B (1 - b),  b = A' + B' (1 - a)    =>    a = (A + B (1 - A' - B')) / (1 - B B').

**No decision can be bettered.** With a and b known, c(s) and h(s) are compared in every state of
both turns. Where an interval shows that the other decision is better, that is taken and the pair
solved again. What is left are decisions that are proved best, and *open* states in which the
intervals of c and h overlap: there one throws, and holding may be better by d at most. In the game
whose payoffs of holding are lower by d in the open states alone, the decisions are optimal, since
no single change gains (and every play ends: :meth:`.rules.Rules.ends_whatever_is_decided`). Its
values are no further than d from the true ones, because a payoff is collected once. So the
intervals are widened by d, and ties need no proof.

A player who stays at a score that no sum of gains leads on to the goal from has lost (0 against 1)
if the other one can still finish; two of them never end, which is worth 1/2 by convention.

Decisions begin as they are with one point more; a wrong guess costs time, never truth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any, NamedTuple

from mpmath.ctx_iv import MPIntervalContext
from mpmath.libmp import mpf_sign, to_rational

from pigcore.games.errors import RuleError, SizeError
from pigcore.games.race import Race
from pigcore.games.spelling import counted
from pigcore.games.starts import Start, may

from ..algebra.intervals import Interval, best_of, is_narrow
from ..options import Progress, digits_of
from ..results import SecondOpinion
from ..verdict import Proof
from .prove import check

__all__ = ["second", "serves"]

_SPARE = (20, 80, 240)
"""Digits lost to rounding, at most."""
_MOST_ROUNDS = 40
_LARGEST = 200
"""Points missing to the goal: some minutes."""

Pair = tuple[int, int]
Real = Any
"""An interval of mpmath: it adds, multiplies and divides, always rounded outward."""


class Line(NamedTuple):
    """A + B x, a payoff as a function of what a bust is worth."""

    at_zero: Any
    slope: Any

    def __call__(self, bust: Any) -> Any:
        """The payoff if a bust is worth ``bust``."""
        return self.at_zero + self.slope * bust


class Turn(NamedTuple):
    """One turn with fixed decisions."""

    throw: list[Line]
    """What throwing at s is worth, by s = own + total."""
    rolls: list[bool]
    """Whether one throws again at s."""


def serves(game: Race) -> bool:
    """Whether two play by the same turns, and scores never fall."""
    return game.players == 2 and game.other is None and not game.penalty


def second(
    game: Race, *state: object, digits: int = 50, progress: Progress | None = None
) -> SecondOpinion:
    """Recompute one state by another route than :func:`~.prove.check`, and compare the two.

    Some 60 µs a state of each turn that can still come: Pig to 100 from 0 to 0 takes 15 s.
    """
    place, digits = game.check_state(*state), digits_of(digits)
    _refuse(game, *place[:2])
    own, opp, total = place
    first = check(game, *place, digits=digits)
    payoffs, proof = dict(first.payoffs), first.proof
    for more in _SPARE if not game.reached(own, total) else ():  # else the rules say so
        context = MPIntervalContext()  # of its own: whoever else uses mpmath is left alone
        context.dps = digits + more
        found = _Race(game, context).payoffs(own, opp, total, progress)
        payoffs = {
            action: (max(low, Fraction(0)), min(high, Fraction(1)))
            for action, (low, high) in found.items()
        }
        proof = Proof("intervals", bits=context.prec)
        if all(is_narrow(worth, digits) for worth in found.values()):
            break
    return SecondOpinion(game, place, best_of(payoffs), payoffs, proof, first, digits=digits)


def _refuse(game: Race, own: int, opp: int) -> None:
    """Refuse what there is no second opinion on."""
    banks = game.target == "at_least" or not (game.opening or game.minimum_bank)
    if not (game.turn.roll and banks and game.end == "goal") or game.roll.wipe:
        raise RuleError(
            "a second opinion takes races of one roll that end at the goal, in which no throw "
            "wipes and what is missing to an exact goal may be banked, but "
            f"{game.name} is none: ask pigverify without --second"
        )
    if (missing := game.goal - min(own, opp)) > _LARGEST:
        raise SizeError(
            f"{counted(missing, 'point')} are missing from the goal, but a second opinion takes at "
            f"most {_LARGEST}: choose a smaller goal or a later state"
        )


class _Race:
    """The values V(i,j) of all pairs above a state, as intervals."""

    def __init__(self, game: Race, context: Any) -> None:
        self.game, self.goal, self.exact = game, game.goal, game.target == "exact"
        self.context, number = context, context.mpf
        self.zero, self.one, below = number(0), number(1), number(game.roll.denominator)
        self.bust = number(int(game.roll.bust * game.roll.denominator)) / below
        # Gains of the same chance are added up before they are multiplied by it.
        self.alike: list[tuple[Any, list[int]]] = []
        for chance in sorted({chance for _, chance in game.roll.gains}):
            gains = [gain for gain, other in game.roll.gains if other == chance]
            self.alike.append((number(int(chance * game.roll.denominator)) / below, gains))
        self.furthest = max((gain for gain, _ in game.roll.gains), default=0)
        self.hold = [[self.one] * game.goal for _ in range(game.goal)]
        """What it is worth to bank s against an opponent with j, at [j][s]: 1 - V(j, s)."""
        self.sums: dict[Pair, Any] = {}
        """What the gains of a throw at s are worth against j if one holds after each of them."""
        self.decided: dict[Pair, list[bool]] = {}
        """Where one throws again, turn by turn."""
        self.finishes = [False] * game.goal + [True]
        for i in reversed(range(game.goal)):
            sums = [min(i + g, game.goal + 1) for g, _ in game.roll.gains]
            self.finishes[i] = any(
                not self.exact if s > game.goal else self.finishes[s] for s in sums
            )

    def payoffs(
        self, own: int, opp: int, total: int, progress: Progress | None
    ) -> dict[str, Interval]:
        """What throwing and holding are worth; at a total of 0 one must throw."""
        pairs = list(self._pairs(own, opp))
        for done, (i, j) in enumerate(pairs):
            turn, bust, doubt = self._solve(i, j)
            if progress and done % 16 == 0:
                progress(done, len(pairs))
        if progress:
            progress(len(pairs), len(pairs))
        banks, _ = may(self.game, Start((own, opp)), total, 0)
        held = {"hold": ends(self.hold[opp][own + total])} if banks else {}
        return {"roll": ends(turn.throw[own + total](bust) + doubt)} | held

    def _pairs(self, own: int, opp: int) -> Iterator[Pair]:
        """The pairs of scores, the largest sums first and the state's own last."""
        goal = self.goal
        for total in range(2 * goal - 2, own + opp - 1, -1):
            for i in range(max(own, total - goal + 1), min(goal - 1, total - opp) + 1):
                if not (own <= total - i < i and opp <= i):  # the same two came before
                    yield i, total - i

    def _solve(self, i: int, j: int) -> tuple[Turn, Real, Real]:
        """Find V(i,j) and V(j,i); the turn of (i,j), its bust payoff, and how far both may be off.

        The last is an interval around 0.
        """
        sides = [(i, j), (j, i)][: 1 + (i != j)]
        decided, known = self._guess(sides), self._known(i, j)
        for _ in range(_MOST_ROUNDS):
            turns = [self._play(*side, at) for side, at in zip(sides, decided)]
            values = known or self._pair(turns[0].throw[i], turns[-1].throw[j])
            paid = [self.one - values[1], self.one - values[0]]
            changed, doubt = False, Fraction(0)
            for (a, b), turn, bust in zip(sides, turns, paid):
                for s in range(a + max(self.game.least(a), 1), self.goal):
                    more = turn.throw[s](bust) - self.hold[b][s]
                    worse, better = proved_signs(more)
                    # Open states throw: see above.
                    if turn.rolls[s] == worse:
                        turn.rolls[s], changed = not worse, True
                    elif not worse and not better:
                        doubt = max(doubt, -ends(more)[0])
            decided = [turn.rolls for turn in turns]
            if not changed:
                break
        else:
            doubt = Fraction(1)  # the decisions were never proved best: nothing is known
        off = self.zero
        if doubt:
            off = self.context.mpf([-1, 1]) * doubt.numerator / doubt.denominator
        for (a, b), value in zip(((i, j), (j, i)), values):
            self.hold[a][b] = self.one - (value if known else value + off)
        self.decided |= zip(sides, decided)
        return turns[0], paid[0], off

    def _play(self, i: int, j: int, decided: Sequence[bool]) -> Turn:
        """The lines of the turn (i, j) in which one throws again at s if that is ``decided``."""
        goal, zero = self.goal, self.zero
        least, back = min(i + self.game.least(i), goal), self.game.after_bust(i)
        bust = Line(zero, self.one)
        if back != i:  # to a score whose payoff is known
            bust = Line(self.one if back >= goal else self.hold[j][back], zero)
        past = bust if self.exact else Line(self.one, zero)
        lost = Line(self.bust * bust.at_zero, self.bust * bust.slope)
        throw, rolled = [lost] * goal, [True] * goal
        at_zeros, slopes = [self.one] * (goal + 1), [zero] * (goal + 1)
        lowest = 2 * goal + self.furthest  # at which one throws again, so far
        for s in range(goal - 1, i - 1, -1):
            if s + self.furthest < lowest and not self.exact:
                # Most states are these; the sum is the same for all turns against j.
                if (j, s) not in self.sums:
                    self.sums[j, s] = self._sum(at_zeros, s, past.at_zero)
                throw[s] = Line(lost.at_zero + self.sums[j, s], lost.slope)
            else:
                at_zero = self._sum(at_zeros, s, past.at_zero)
                slope = self._sum(slopes, s, past.slope)
                throw[s] = Line(lost.at_zero + at_zero, lost.slope + slope)
            rolled[s] = s == i or s < least or decided[s]
            if rolled[s]:
                lowest = s
            at_zeros[s], slopes[s] = throw[s] if rolled[s] else (self.hold[j][s], zero)
        return Turn(throw, rolled)

    def _sum(self, ahead: list[Any], s: int, past: Any) -> Any:
        """The sum over g of p_g times what is ``ahead`` at s + g, ``past`` beyond its end."""
        total, zero = self.zero, self.zero
        for chance, gains in self.alike:
            terms = [ahead[s + g] if s + g < len(ahead) else past for g in gains]
            terms = [term for term in terms if term is not zero]
            if terms:
                total += chance * reduce(add, terms)
        return total

    def _pair(self, one: Line, other: Line) -> tuple[Real, Real]:
        """The unknowns of a = A + B (1 - b), b = A' + B' (1 - a)."""
        once = self.one - one.slope * other.slope
        if not proved_signs(once)[1]:
            return (self.context.mpf([0, 1]),) * 2  # they are chances, after all
        a = (one.at_zero + one.slope * (self.one - other.at_zero - other.slope)) / once
        return a, other.at_zero + other.slope * (self.one - a)

    def _known(self, i: int, j: int) -> tuple[Real, Real] | None:
        """V(i,j) and V(j,i) where one who stays at a score cannot finish from it."""
        stay = self.game.after_bust(i) == i and self.game.after_bust(j) == j
        if not stay or (self.finishes[i] and self.finishes[j]):
            return None
        if not self.finishes[i] and not self.finishes[j]:
            return self.one / 2, self.one / 2
        return (self.one, self.zero) if self.finishes[i] else (self.zero, self.one)

    def _guess(self, sides: list[Pair]) -> list[list[bool]]:
        """The decisions of the same players with one point more banked, or to throw again."""
        return [self.decided.get((a + 1, b), [True] * self.goal) for a, b in sides]


def ends(number: Real) -> Interval:
    """The ends of an interval of mpmath, exactly."""
    low, high = number._mpi_
    return Fraction(*to_rational(low)), Fraction(*to_rational(high))


def proved_signs(number: Real) -> tuple[bool, bool]:
    """Whether an interval of mpmath is below 0, and whether it is above."""
    low, high = number._mpi_
    return mpf_sign(high) < 0, mpf_sign(low) > 0
