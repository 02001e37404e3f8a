"""Small games of Farkle as equations: what a turn start is worth by where the turn ends.

With the decisions taken, a turn from (i, j) ends by banking s or in a farkle, all scores in units:

    V(i,j) = 1 - Σ t_s V(j,s) - q V(j,i).

Where the opponent has a last turn, V(j,s) for s at the goal or above is the best chance
C(s - j + 1) of so many units in one turn, which is computed in whole numbers first. Every choice of
a throw scores, so that t units take t throws at most: with D the common denominator of a die's
chances and n all dice, the chance to come to t units is a whole multiple of D to the power -n t.

Decisions that doubles cannot tell apart are states of their own: whether to bank s or to throw d
dice is (i, j, s, d), what to set aside of a throw with the k-th set of choices is (i, j, s, -k).
Choices that lead to the same are one: those that win at once, and those after which one banks the
same score, whatever dice are left.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ...games.errors import RuleError, SizeError, StateError
from ...games.race import Race
from ...solvers.farkle import FarkleSolution, solve
from ...solvers.farkle.arrays import choices_worth_keeping
from .equations import Row, State

__all__ = ["FarkleRules", "rules"]

MOST_UNITS = 40
"""A game of six dice to 40 units takes 20 seconds and 700 MB."""

MOST_LAST = 20
"""With a last turn one to 20 units takes 10 seconds and 320 MB: turns go on past the goal."""

_BANK, _THROW, _OPEN = range(3)


class Then(NamedTuple):
    """What follows once dice are set aside: a score is banked, or so many dice are thrown."""

    kind: int
    score: int
    dice: int = 0


class Choices(NamedTuple):
    """What may be set aside in some of the throws of so many dice."""

    number: int
    """From 1 on, in the order of all."""
    ways: int
    """The chance of these throws, a multiple of D to the power of minus the dice."""
    options: tuple[tuple[int, int], ...]
    """(units, dice in hand afterwards)"""


def rules(game: Race, place: tuple[Any, ...]) -> tuple[FarkleRules, State]:
    """The game as equations, and the turn start asked about.

    Raises
    ------
    StateError
        If ``place`` is no start of a turn.
    SizeError
        If the goal is above 40 units, or 20 with a last turn.
    RuleError
        If with a last turn no number of points can be large enough to bank.
    """
    own, opp, points, dice = place
    if points or dice != game.dice.count:
        raise StateError(
            "only starts of turns have exact values: leave the points of the turn and the dice out"
        )
    most = MOST_LAST if game.last_turn else MOST_UNITS
    if game.units > most:
        raise SizeError(
            f"the goal is {game.goal:,}, but exact values of {game.name} are computed for goals "
            f"of at most {most * game.unit:,}: choose a smaller goal"
        )
    if game.last_turn and (
        game.dice.must_roll or not all(map(game.dice.bust, range(1, game.dice.count + 1)))
    ):
        raise RuleError(
            "with a last turn, exact values need that every throw may bust and that hot dice may "
            "be banked, or a turn has no end: change the rules, or ask pigverify for an enclosure"
        )
    if opp >= game.goal:  # nothing but the score to pass matters in a last turn
        return FarkleRules(game), ((opp - own) // game.unit + 1,)
    return FarkleRules(game), (own // game.unit, opp // game.unit)


class FarkleRules:
    """A game of Farkle as equations, with the decisions of doubles where they can be trusted.

    Parameters
    ----------
    game : Race
    """

    game: Race
    goal: int
    dice: int

    def __init__(self, game: Race) -> None:
        self.game, self.goal, self.dice = game, game.units, game.dice.count
        self.below: int = math.lcm(*(chance.denominator for chance in game.dice.chances))
        self.sets: list[list[Choices]] = [[] for _ in range(game.dice.count + 1)]
        """By the number of dice thrown."""
        self.options: dict[int, tuple[tuple[int, int], ...]] = {}
        self.busts: list[int] = []
        for dice in range(game.dice.count + 1):
            self._add(dice)
        self._solution = solve(game)
        self._turns: dict[tuple[int, int], Turn] = {}
        self._chase: list[list[int]] = [[1] * (game.dice.count + 1)]

    def _add(self, dice: int) -> None:
        """The choices of the throws of so many dice; options that are never best are left out."""
        merged: dict[tuple[tuple[int, int], ...], int] = {}
        total = self.below**dice
        for options, chance in self.game.dice.options(dice).items() if dice else ():
            kept = choices_worth_keeping(options, self.game.unit, self.game.last_turn)
            key = tuple((units, self.game.dice.hand(left)) for units, left in kept)
            merged[key] = merged.get(key, 0) + int(chance * total)
        self.busts.append(merged.pop((), 0))
        for key, ways in merged.items():
            number = len(self.options) + 1
            self.options[number] = key
            self.sets[dice].append(Choices(number, ways, key))

    def rank(self, state: State) -> tuple[bool, int, int]:
        """Late scores first, what to set aside before what to do then, turn starts last."""
        return (False, -state[2], state[3]) if len(state) > 2 else (True, 0, 0)

    def rows(self, state: State) -> tuple[Row, ...]:
        """What a turn start, an open decision or a last turn is worth."""
        if len(state) == 1:
            (need,) = state
            return (Row(self._made(need), (), self.below ** (self.dice * need)),)
        own, opp, *at = state
        if not at:
            return (self._row(own, opp, own, self.dice),)
        score, what = at
        turn = self._turn(own, opp)
        if what > 0:
            follow: Iterable[Then] = (Then(_BANK, score), Then(_THROW, score, what))
        else:
            follow = turn.best(score, self.options[-what])
        return tuple(dict.fromkeys(self._after(own, opp, then) for then in follow))

    def _after(self, own: int, opp: int, then: Then) -> Row:
        if then.kind == _THROW:
            return self._row(own, opp, then.score, then.dice)
        if then.kind == _OPEN:
            return Row(0, (((own, opp, then.score, then.dice), 1),))
        banked = self._banked(opp, then.score)
        return Row(1, ((banked, -1),) if banked else ())

    def _banked(self, opp: int, score: int) -> State:
        """The state of the opponent once a score is banked; empty if the game is won then."""
        if score < self.goal:
            return opp, score
        return (score - opp + 1,) if self.game.last_turn else ()

    def _turn(self, own: int, opp: int) -> Turn:
        if (own, opp) not in self._turns:
            self._turns[own, opp] = Turn(self._solution, own, opp)
        return self._turns[own, opp]

    def _row(self, own: int, opp: int, score: int, dice: int) -> Row:
        """What throwing so many dice is worth, by all that the turn can come to from there."""
        turn = self._turn(own, opp)
        # After u units from here on, a chance times D to the power n u.
        reach: dict[tuple[int, int], int] = {(score, dice): 1}
        ends: list[tuple[State, int, int, int]] = []
        while reach:
            s, d = at = min(reach)
            chance, power = reach.pop(at), self.dice * (s - score) + d
            if self.busts[d]:
                ends.append(((opp, own), -1, self.busts[d] * chance, power))
            for number, ways, options in self.sets[d]:
                follow = turn.best(s, options)
                then, more = follow[0], ways * chance
                if len(follow) > 1:
                    ends.append(((own, opp, s, -number), 1, more, power))
                elif then.kind == _BANK:
                    ends.append((self._banked(opp, then.score), -1, more, power))
                elif then.kind == _OPEN:
                    ends.append(((own, opp, then.score, then.dice), 1, more, power))
                else:
                    further = self.below ** (self.dice * (then.score - score) - power)
                    key = then.score, then.dice
                    reach[key] = reach.get(key, 0) + more * further
        return self._summed(ends)

    def _summed(self, ends: Sequence[tuple[State, int, int, int]]) -> Row:
        """Σ chance · (1 - x) where the opponent is to move, chance · x where the mover still is."""
        most = max(power for *_, power in ends)
        over, constant = self.below**most, 0
        terms: dict[State, int] = {}
        for state, sign, chance, power in ends:
            weight = chance * self.below ** (most - power)
            constant += weight if sign < 0 else 0
            if state:
                terms[state] = terms.get(state, 0) + sign * weight
        divisor = math.gcd(over, constant, *terms.values())
        shorter = tuple((state, weight // divisor) for state, weight in terms.items())
        return Row(constant // divisor, shorter, over // divisor)

    def _made(self, need: int) -> int:
        """The best chance of so many units in one turn, times D to the power n need."""
        below, dice = self.below, self.dice
        for short in range(len(self._chase), need + 1):
            row = [0]
            for d in range(1, dice + 1):
                total = 0
                for _, ways, options in self.sets[d]:
                    # As a multiple of D to the power -n (short - 1), whatever is still missing.
                    rest = max(
                        self._chase[short - units][left] * below ** (dice * (units - 1))
                        if units < short
                        else below ** (dice * (short - 1))
                        for units, left in options
                    )
                    total += ways * rest * below ** (dice - d)
                row.append(total)
            self._chase.append(row)
        return self._chase[need][dice]


class Turn:
    """The decisions in the turn of who has ``own`` against ``opp``, as far as doubles tell."""

    def __init__(self, solution: FarkleSolution, own: int, opp: int) -> None:
        game = solution.game
        self._last = game.last_turn
        self._must = game.dice.count if game.dice.must_roll else 0
        self._goal = game.units
        least = max(game.minimum_bank, 0 if own else game.opening) // game.unit
        self._first = min(own + max(least, 1), game.units)
        banks, throws = solution.turn_payoffs(own, opp)
        self._banks: list[float] = banks.tolist()
        self._throws: list[list[float]] = throws.tolist()
        self._open = solution._disputed_below
        self._known: dict[tuple[int, tuple[tuple[int, int], ...]], tuple[Then, ...]] = {}

    def best(self, score: int, options: tuple[tuple[int, int], ...]) -> tuple[Then, ...]:
        """What may be the best of some choices, the likeliest first."""
        key = score, options
        if key not in self._known:
            self._known[key] = self._best(score, options)
        return self._known[key]

    def _best(self, score: int, options: Iterable[tuple[int, int]]) -> tuple[Then, ...]:
        found = [self._then(score + units, dice) for units, dice in options]
        if not self._last and any(then.score >= self._goal for _, then in found):
            return (Then(_BANK, self._goal),)
        most = max(worth for worth, _ in found)
        rivals = sorted((it for it in found if it[0] >= most - self._open), reverse=True)
        return tuple(dict.fromkeys(then for _, then in rivals))

    def _then(self, score: int, dice: int) -> tuple[float, Then]:
        """What is done with a score and so many dice in hand, and what it is worth."""
        if score >= len(self._throws):
            return self._banks[min(score, len(self._banks) - 1)], Then(_BANK, score)
        throw = self._throws[score][dice - 1]
        if score < self._first or dice == self._must:
            return throw, Then(_THROW, score, dice)
        bank = self._banks[score]
        if abs(throw - bank) < self._open:
            return max(throw, bank), Then(_OPEN, score, dice)
        if throw > bank:
            return throw, Then(_THROW, score, dice)
        return bank, Then(_BANK, score)
