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

Doubles guess the decisions; a wrong guess costs time, never truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any, NamedTuple

from pigcore.games.errors import RuleError, SizeError
from pigcore.games.race import Race
from pigcore.games.spelling import counted

from ..algebra.intervals import Interval, is_narrow
from ..opinion import Real, SecondOpinion, ends, finite, interval_context, opinion, proved_signs
from ..options import Progress, digits_of
from .prove import check

__all__ = ["second"]

_LARGEST = 200
"""Points missing to the goal: some minutes."""
_SPARE = (20, 80, 240)
"""Digits lost to rounding, at most."""
_MOST_ROUNDS = 40

Pair = tuple[int, int]


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

    Parameters
    ----------
    game : Race
        One in which no throw wipes.
    *state : int
        The mover's and the opponent's banked scores, and the turn total unless it is 0.
    digits : int
        Significant digits of the payoffs, 1 … 10,000.
    progress : callable, optional
        Called as ``progress(done, total)`` now and then.

    Raises
    ------
    RuleError
        If a throw can wipe, or ``digits`` is out of range.
    SizeError
        If more than 200 points are missing to the goal.
    StateError
        If there is no such state.

    Notes
    -----
    Some 60 µs a state of each turn that can still come: Pig to 100 from 0 to 0 takes 15 s.

    Examples
    --------
    >>> from pigcore.games import Piglet
    >>> second(Piglet(3), 0, 0, digits=20)
    Piglet, own 0, opp 0, total 0: roll (mpmath's intervals of 136 bits)
      roll   0.54545454545454545455
      first  agrees: roll (enclosed with 200 bits)
    """
    place = own, opp, total = game.check_state(*state)
    digits = digits_of(digits)
    if game.roll.wipe:
        raise RuleError(
            f"a second opinion takes races in which no throw wipes, but {game.name} has wipes, "
            "which make all pairs of scores depend on one another: ask pigverify without --second"
        )
    missing = game.goal - min(own, opp)
    if missing > _LARGEST:
        raise SizeError(
            f"{counted(missing, 'point')} are missing to the goal, but a second opinion takes at "
            f"most {_LARGEST}: choose a smaller goal or a later state"
        )
    first = check(game, *place, digits=digits)
    if game.reached(own, total):
        return opinion(first, dict(first.payoffs), 0, digits)
    payoffs: dict[str, Interval] = {}
    bits = 0
    for spare in _SPARE:
        context = interval_context(digits + spare)
        bits = context.prec
        payoffs = _Race(game, context).payoffs(place, progress or _quietly)
        if all(is_narrow(worth, digits) for worth in payoffs.values()):
            break
    return opinion(first, payoffs, bits, digits)


def _quietly(done: int, total: int) -> None:
    """Tell nobody."""


class _Turns:
    """Turns in one arithmetic: floats to guess, intervals of mpmath to prove."""

    def __init__(self, game: Race, number: Callable[[int], Any]) -> None:
        self.goal, self.exact = game.goal, game.target == "exact"
        below = number(game.roll.denominator)
        self.zero, self.one = number(0), number(1)
        self.bust = number(int(game.roll.bust * game.roll.denominator)) / below
        # Gains of the same chance are added up before they are multiplied by it.
        self.alike: list[tuple[Any, list[int]]] = []
        for chance in sorted({chance for _, chance in game.roll.gains}):
            gains = [gain for gain, other in game.roll.gains if other == chance]
            self.alike.append((number(int(chance * game.roll.denominator)) / below, gains))

    def play(self, i: int, hold: list[Any], bust: Line, rolls: Callable[[int, Line], bool]) -> Turn:
        """The lines of a turn from ``i``, decided by ``rolls`` from the goal down."""
        goal, zero = self.goal, self.zero
        won = Line(self.one, zero)
        past = bust if self.exact else won
        lost = Line(self.bust * bust.at_zero, self.bust * bust.slope)
        throw, rolled = [won] * goal, [True] * goal
        best = [won] * (goal + 1)
        for s in range(goal - 1, i - 1, -1):
            at_zero, slope = lost
            for chance, gains in self.alike:
                ahead = [best[s + g] if s + g <= goal else past for g in gains]
                at_zero += chance * reduce(add, [line.at_zero for line in ahead])
                slopes = [line.slope for line in ahead if line.slope is not zero]
                if slopes:  # few, as one mostly holds: that saves half of the time
                    slope += chance * reduce(add, slopes)
            throw[s] = best[s] = Line(at_zero, slope)
            rolled[s] = s == i or rolls(s, throw[s])
            if not rolled[s]:
                best[s] = Line(hold[s], zero)
        return Turn(throw, rolled)

    def solve(self, one: Line, other: Line) -> tuple[Any, Any]:
        """The unknowns of a = A + B (1 - b), b = A' + B' (1 - a)."""
        unit = self.one
        a = one.at_zero + one.slope * (unit - other.at_zero - other.slope)
        a = a / (unit - one.slope * other.slope)
        return a, other.at_zero + other.slope * (unit - a)


class _Race:
    """The values V(i,j) of all pairs above a state, as intervals, with floats beside them."""

    def __init__(self, game: Race, context: Any) -> None:
        self.game, self.goal, self.context = game, game.goal, context
        self.turns, self.guesses = _Turns(game, context.mpf), _Turns(game, float)
        self.value: dict[Pair, Real] = {}
        self.near: dict[Pair, float] = {}
        self.finishes = [False] * game.goal + [True]
        for i in reversed(range(game.goal)):
            sums = [min(i + g, game.goal + 1) for g, _ in game.roll.gains]
            past = game.target != "exact"
            self.finishes[i] = any(past if s > game.goal else self.finishes[s] for s in sums)

    def payoffs(self, place: tuple[int, ...], progress: Progress) -> dict[str, Interval]:
        """What throwing and holding are worth in one state."""
        own, opp, total = place
        pairs = list(self._pairs(own, opp))
        for done, (i, j) in enumerate(pairs):
            turn, bust, doubt = self._solve(i, j)
            if done % 16 == 0:
                progress(done, len(pairs))
        progress(len(pairs), len(pairs))
        roll = turn.throw[own + total](bust) + doubt
        if not total:
            return {"roll": ends(roll)}
        return {"roll": ends(roll), "hold": ends(self.turns.one - self.value[opp, own + total])}

    def _pairs(self, own: int, opp: int) -> Iterator[Pair]:
        """The pairs of scores, the largest sums first and the state's own last."""
        seen = set()
        for total in range(2 * self.goal - 2, own + opp - 1, -1):
            for i in range(max(own, total - self.goal + 1), min(self.goal - 1, total - opp) + 1):
                if (total - i, i) not in seen:
                    seen.add((i, total - i))
                    yield i, total - i

    def _solve(self, i: int, j: int) -> tuple[Turn, Real, Real]:
        """Find V(i,j) and V(j,i); the turn of (i,j), its bust payoff, and how far both may be off.

        The last is an interval around 0.
        """
        one, zero = self.turns.one, self.turns.zero
        sides = [(i, j)] if i == j else [(i, j), (j, i)]
        holds = [self._hold(a, b, self.value, one) for a, b in sides]
        busts = [self._bust(a, b, self.value, self.turns) for a, b in sides]
        decided, known = self._guess(sides), self._known(i, j)
        anything = self.context.mpf([0, 1])  # the values are chances, after all
        for _ in range(_MOST_ROUNDS):
            turns = [
                self.turns.play(a, hold, bust, _as_decided(rolls))
                for (a, _), hold, bust, rolls in zip(sides, holds, busts, decided)
            ]
            found = self.turns.solve(turns[0].throw[i], turns[-1].throw[j])
            values = known or tuple(value if finite(value) else anything for value in found)
            paid = [one - values[1], one - values[0]]
            changed, doubt = False, Fraction(0)
            for (a, _), turn, hold, bust in zip(sides, turns, holds, paid):
                for s in range(a + 1, self.goal):
                    more = turn.throw[s](bust) - hold[s]
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
        for n, pair in enumerate(((i, j), (j, i))):
            self.value[pair] = values[n] if known else values[n] + off
            self.near[pair] = float(ends(self.value[pair])[0])
        return turns[0], paid[0], off

    def _known(self, i: int, j: int) -> tuple[Real, Real] | None:
        """V(i,j) and V(j,i) where one who stays at a score cannot finish from it."""
        stay = self.game.after_bust(i) == i and self.game.after_bust(j) == j
        if not stay or (self.finishes[i] and self.finishes[j]):
            return None
        one, zero = self.turns.one, self.turns.zero
        if not self.finishes[i] and not self.finishes[j]:
            return one / 2, one / 2
        return (one, zero) if self.finishes[i] else (zero, one)

    def _hold(self, i: int, j: int, value: dict[Pair, Any], one: Any) -> list[Any]:
        """What holding is worth at each s of the turn (i,j)."""
        return [one] * (i + 1) + [one - value[j, s] for s in range(i + 1, self.goal)]

    def _bust(self, i: int, j: int, value: dict[Pair, Any], turns: _Turns) -> Line:
        """What a bust is worth in the turn (i,j): x, or a payoff that is known."""
        back = self.game.after_bust(i)
        if back == i:
            return Line(turns.zero, turns.one)
        known = turns.one if back >= self.goal else turns.one - value[j, back]
        return Line(known, turns.zero)

    def _guess(self, sides: list[Pair]) -> list[list[bool]]:
        """Decisions of a pair in doubles: decide by the values, evaluate, until nothing changes."""
        holds = [self._hold(a, b, self.near, 1.0) for a, b in sides]
        lines = [self._bust(a, b, self.near, self.guesses) for a, b in sides]
        busts, before = [0.5, 0.5], None
        decided: list[list[bool]] = []
        for _ in range(_MOST_ROUNDS):
            turns = [
                self.guesses.play(a, hold, bust, _by_the_values(hold, x))
                for (a, _), hold, bust, x in zip(sides, holds, lines, busts)
            ]
            before, decided = decided, [turn.rolls for turn in turns]
            if decided == before:
                break
            try:
                first, other = turns[0].throw[sides[0][0]], turns[-1].throw[sides[-1][0]]
                a, b = self.guesses.solve(first, other)
            except ZeroDivisionError:  # in doubles, neither can finish
                break
            busts = [1 - b, 1 - a]
        return decided


def _as_decided(rolls: list[bool]) -> Callable[[int, Line], bool]:
    return lambda s, line: rolls[s]


def _by_the_values(hold: list[float], bust: float) -> Callable[[int, Line], bool]:
    return lambda s, line: bool(line(bust) > hold[s])
