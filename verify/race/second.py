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

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any, ClassVar, NamedTuple

from mpmath.ctx_iv import MPIntervalContext
from mpmath.libmp import mpf_sign, to_rational

from pigcore.games.errors import RuleError, SizeError
from pigcore.games.game import Game
from pigcore.games.race import Race
from pigcore.games.spelling import counted
from pigcore.games.starts import Start, may

from ..algebra.decimals import print_between
from ..algebra.intervals import Interval, best_of, is_narrow
from ..options import Progress, digits_of
from ..verdict import Proof, Verdict
from .prove import check
from .tables import of_two as serves

__all__ = ["SecondOpinion", "second", "serves"]

_SPARE = (20, 80, 240)
"""Digits lost to rounding, at most."""
_MOST_ROUNDS = 40
_LARGEST = 200
"""Points missing to the goal: some minutes."""

Pair = tuple[int, int]
Real = Any
"""An interval of mpmath: it adds, multiplies and divides, always rounded outward."""


@dataclass(frozen=True, repr=False)
class SecondOpinion(Verdict[Game, Any]):
    """One state recomputed with mpmath, compared with the first proof."""

    first: Verdict[Any, Any]
    """What :func:`pigverify.check` proves."""

    extras: ClassVar[tuple[str, ...]] = ("agrees", "first")

    @property
    def agrees(self) -> bool:
        """Whether no payoff and no best action contradicts the first proof."""
        mine, theirs = self.payoffs, self.first.payoffs
        return (
            set(mine) == set(theirs)
            and set(self.first.best) <= set(self.best)
            and all(low <= theirs[a][1] and theirs[a][0] <= high for a, (low, high) in mine.items())
        )

    @property
    def ok(self) -> bool:
        """Whether both proofs agree. Intervals cannot prove a tie, but they never contradict
        one.
        """
        alone = len(self.best) == 1 or self.best == self.first.best
        return self.proof.method != "none" and self.first.ok and self.agrees and alone

    def _more(self) -> list[tuple[str, str]]:
        if not self.agrees:
            return [("first", f"contradicts this: {self.first.decision} ({self.first.proof})")]
        said = f"agrees: {self.first.decision} ({self.first.proof})"
        if self.ok and len(self.best) > 1:
            ends_ = [self.payoffs[action] for action in self.best]
            apart = max(high for _, high in ends_) - min(low for low, _ in ends_)
            said += f"; here the payoffs differ by at most {print_between((apart, apart), 2)}"
        return [("first", said)]


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
    rolls = game.turn.roll and (game.other is None or game.other.roll)
    banks = game.target == "at_least" or not (game.opening or game.minimum_bank)
    for taken, races in (
        (rolls and banks, "of one roll, in which what is missing to an exact goal may be banked"),
        (game.end == "goal", "that end at the goal"),
        (not (rolls and game.roll.wipe), "in which no throw wipes"),
    ):
        if not taken:
            raise RuleError(
                f"a second opinion takes races {races}, but {game.name} is none: ask pigverify "
                "without --second"
            )
    if (missing := game.goal - min(own, opp)) > _LARGEST:
        raise SizeError(
            f"{counted(missing, 'point')} are missing from the goal, but a second opinion takes at "
            f"most {_LARGEST}: choose a smaller goal or a later state"
        )


class _Turns:
    """A player's turns in intervals of mpmath."""

    def __init__(self, game: Race, number: Callable[[int], Real]) -> None:
        self.game, self.goal, self.exact = game, game.goal, game.target == "exact"
        below = number(game.roll.denominator)
        self.zero, self.one = number(0), number(1)
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

    def play(self, i: int, j: int, decided: Sequence[bool]) -> Turn:
        """The lines of the turn (i, j) in which one throws again at s if that is ``decided``."""
        goal, zero = self.goal, self.zero
        least = min(i + self.game.least(i), goal)
        bust = self.bust_line(i, j)
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
            rolled[s] = s == i or s < least or (s < len(decided) and decided[s])
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

    def bust_line(self, i: int, j: int) -> Line:
        """What a bust is worth in the turn (i, j): x, or a payoff that is known."""
        back = self.game.after_bust(i)
        if back == i:
            return Line(self.zero, self.one)
        return Line(self.one if back >= self.goal else self.hold[j][back], self.zero)

    def solve(self, one: Line, other: Line) -> tuple[Any, Any] | None:
        """The unknowns of a = A + B (1 - b), b = A' + B' (1 - a), if they are known at all."""
        unit = self.one
        once = unit - one.slope * other.slope
        if not proved_signs(once)[1]:
            return None
        a = (one.at_zero + one.slope * (unit - other.at_zero - other.slope)) / once
        return a, other.at_zero + other.slope * (unit - a)


class _Race:
    """The values V(i,j) of all pairs above a state, as intervals."""

    def __init__(self, game: Race, context: Any) -> None:
        self.game, self.goal, self.context = game, game.goal, context
        games = [game] if game.alike else [game, game.swapped]
        self.turns = [_Turns(each, context.mpf) for each in games]
        """Of the mover, and of the opponent where they differ."""
        self.decided: list[dict[Pair, list[bool]]] = [{} for _ in games]
        """Where they throw again, turn by turn."""
        self.finishes = [False] * game.goal + [True]
        for i in reversed(range(game.goal)):
            sums = [min(i + g, game.goal + 1) for g, _ in game.roll.gains]
            past = game.target != "exact"
            self.finishes[i] = any(past if s > game.goal else self.finishes[s] for s in sums)

    def payoffs(
        self, own: int, opp: int, total: int, progress: Progress | None
    ) -> dict[str, Interval]:
        """What throwing and holding are worth; at a total of 0 one must throw."""
        mine, s = self.turns[0], own + total
        pairs = list(self._pairs(own, opp))
        for done, (i, j) in enumerate(pairs):
            turn, bust, doubt = self._solve(i, j)
            if progress and done % 16 == 0:
                progress(done, len(pairs))
        if progress:
            progress(len(pairs), len(pairs))
        banks, _ = may(self.game, Start((own, opp)), total, 0)
        held = {"hold": ends(mine.hold[opp][s])} if banks else {}
        return {"roll": ends(turn.throw[s](bust) + doubt)} | held

    def _pairs(self, own: int, opp: int) -> Iterator[Pair]:
        """The pairs of scores, the largest sums first and the state's own last."""
        seen = set()
        for total in range(2 * self.goal - 2, own + opp - 1, -1):
            for i in range(max(own, total - self.goal + 1), min(self.goal - 1, total - opp) + 1):
                if (total - i, i) not in seen or not self.game.alike:
                    seen.add((i, total - i))
                    yield i, total - i

    def _solve(self, i: int, j: int) -> tuple[Turn, Real, Real]:
        """Find V(i,j) and V(j,i); the turn of (i,j), its bust payoff, and how far both may be off.

        The last is an interval around 0.
        """
        mine, one, zero = self.turns[0], self.turns[0].one, self.turns[0].zero
        sides = [(0, i, j)] if i == j and self.game.alike else [(0, i, j), (-1, j, i)]
        decided, known = self._guess(sides), self._known(i, j)
        anything = self.context.mpf([0, 1])  # the values are chances, after all
        for _ in range(_MOST_ROUNDS):
            turns = [self.turns[n].play(a, b, at) for (n, a, b), at in zip(sides, decided)]
            found = mine.solve(turns[0].throw[i], turns[-1].throw[j])
            values = known or found or (anything, anything)
            paid = [one - values[1], one - values[0]]
            changed, doubt = False, Fraction(0)
            for (n, a, b), turn, bust in zip(sides, turns, paid):
                rules = self.turns[n]
                for s in range(a + max(rules.game.least(a), 1), self.goal):
                    more = turn.throw[s](bust) - rules.hold[b][s]
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
        off = self.context.mpf([-1, 1]) * doubt.numerator / doubt.denominator if doubt else zero
        for (n, a, b), value in zip(((-1, i, j), (0, j, i)), values):
            self.turns[n].hold[a][b] = one - (value if known else value + off)
        for (n, a, b), turn in zip(sides, turns):
            self.decided[n][a, b] = turn.rolls
        return turns[0], paid[0], off

    def _known(self, i: int, j: int) -> tuple[Real, Real] | None:
        """V(i,j) and V(j,i) where one who stays at a score cannot finish from it."""
        stay = self.game.after_bust(i) == i and self.game.after_bust(j) == j
        if not stay or (self.finishes[i] and self.finishes[j]):
            return None
        one, zero = self.turns[0].one, self.turns[0].zero
        if not self.finishes[i] and not self.finishes[j]:
            return one / 2, one / 2
        return (one, zero) if self.finishes[i] else (zero, one)

    def _guess(self, sides: list[tuple[int, int, int]]) -> list[list[bool]]:
        """The decisions of the same players with one point more banked, or to throw again."""
        return [self.decided[n].get((a + 1, b), [True] * self.goal) for n, a, b in sides]


def ends(number: Real) -> Interval:
    """The ends of an interval of mpmath, exactly."""
    low, high = number._mpi_
    return Fraction(*to_rational(low)), Fraction(*to_rational(high))


def proved_signs(number: Real) -> tuple[bool, bool]:
    """Whether an interval of mpmath is below 0, and whether it is above."""
    low, high = number._mpi_
    return mpf_sign(high) < 0, mpf_sign(low) > 0
