"""A second opinion on one state of Hog, in mpmath's interval arithmetic.

Where every turn raises the total of the scores, the value of a state follows from those of larger
totals:

    V(own, opp) = max over choices of (sum over rolls of W(scores after the turn)) / (rolls),

W being 1 for a win, V if the same player moves again, and 1 - V of the other player otherwise. The
largest of several intervals reaches from the largest lower end to the largest upper end. Rolls are
counted one die after the other, with the ones among them, and what they gain is asked of the game
itself, so that nothing is shared with :mod:`.tables` and the checker.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from pigcore.games.errors import RuleError
from pigcore.games.hog import Hog

from ..algebra.intervals import Interval, largest
from ..opinion import Real, SecondOpinion, enclosed, ends, opinion, refuse_if_far
from ..options import Progress, digits_of
from .report import check

__all__ = ["second"]

_SPARE = (20, 80)
"""Digits lost to rounding, at most."""

State = tuple[int, int, int]


def second(
    game: Hog, *state: object, digits: int = 50, progress: Progress | None = None
) -> SecondOpinion:
    """Recompute one state by another route than :func:`~.report.check`, and compare the two.

    Some milliseconds for every state of a larger total: half a minute for a whole term to 100.
    """
    own, opp, *rest = place = game.check_state(*state)
    digits = digits_of(digits)
    refuse_if_far(game.goal - (own + opp) // 2)
    wanted = own, opp, sum(rest)
    worths, bits = enclosed(
        lambda context: _Hog(game, context).worths_at(wanted, progress), digits, _SPARE
    )
    return opinion(check(game, *place, digits=digits), dict(worths), bits, digits)


@cache
def _counts(dice: int, sides: int) -> dict[tuple[int, int], int]:
    """How many rolls show which sum with how many ones: (sum, ones) to a number of rolls."""
    if not dice:
        return {(0, 0): 1}
    counts: dict[tuple[int, int], int] = {}
    for (total, ones), number in _counts(dice - 1, sides).items():
        for face in range(1, sides + 1):
            shown = total + face, ones + (face == 1)
            counts[shown] = counts.get(shown, 0) + number
    return counts


class _Hog:
    """The values of all states from some total on, as intervals of mpmath."""

    def __init__(self, game: Hog, context: Any) -> None:
        self.game, self.number = game, context.mpf
        self.zero, self.one = context.mpf(0), context.mpf(1)
        self.value: dict[State, Real] = {}
        self.gained: dict[tuple[int, int], dict[tuple[int, int], Real]] = {}
        self.landed: dict[tuple[int, int], tuple[int, int, int | None, bool]] = {}

    def worths_at(self, place: State, progress: Progress | None) -> dict[int, Interval]:
        """What every choice is worth in one state."""
        goal, lowest = self.game.goal, place[0] + place[1]
        for total in range(2 * goal - 2, lowest, -1):
            for own in range(max(0, total - goal + 1), min(total, goal - 1) + 1):
                for parity in range(self.game.parities):
                    state = own, total - own, parity
                    self.value[state] = self._largest(self._worths(state))
            if progress is not None:
                progress(2 * goal - 1 - total, 2 * goal - 1 - lowest)
        return {choice: ends(worth) for choice, worth in self._worths(place).items()}

    def _largest(self, worths: dict[int, Real]) -> Real:
        low, high = largest({choice: ends(worth) for choice, worth in worths.items()})
        return self.number([self._end(low), self._end(high)])

    def _end(self, value: Fraction) -> Real:
        return self.number(value.numerator) / self.number(value.denominator)

    def _worths(self, state: State) -> dict[int, Real]:
        own, opp, parity = state
        worths = {}
        for choice in self.game.choices:
            if choice <= 0:  # free points, or an exchange of the dice
                points, after = (1, 1 - parity) if choice else (None, parity)
                bacon = self.game.bacon_points(own, opp) if points is None else points
                gain, gift = self.game.gain(bacon, 0)
                worths[choice] = self._after(own + gain, opp + gift, after, state)
                continue
            total, rolls = self.zero, self.zero
            for (gain, gift), number in self._gains(choice, state).items():
                total += number * self._after(own + gain, opp + gift, parity, state)
                rolls += number
            worths[choice] = total / rolls
        return worths

    def _gains(self, dice: int, state: State) -> dict[tuple[int, int], Real]:
        """How many rolls gain what: (mover's gain, opponent's gift) to a number of rolls."""
        game, sides = self.game, self.game.sides(*state)
        if (dice, sides) not in self.gained:
            numbers: dict[tuple[int, int], int] = {}
            for (total, ones), number in _counts(dice, sides).items():
                out = ones and game.pig_out is not None
                points = game.pig_out_points(dice, ones) if out else total
                gained = game.gain(points, dice)
                numbers[gained] = numbers.get(gained, 0) + number
            self.gained[dice, sides] = {one: self.number(n) for one, n in numbers.items()}
        return self.gained[dice, sides]

    def _after(self, x: int, y: int, parity: int, state: State) -> Real:
        """What a turn is worth to its mover that ends at these scores."""
        own, opp, winner, again = self._land(x, y)
        if winner is not None:
            return self.one if winner else self.zero
        if own + opp <= state[0] + state[1]:
            raise RuleError(
                f"a second opinion takes games of Hog in which every turn raises the total of the "
                f"scores, but a turn of {self.game.name} at {state[0]} to {state[1]} can end at "
                f"{own} to {opp}: ask pigverify without --second"
            )
        if again:
            return self.value[own, opp, parity]
        return self.one - self.value[opp, own, parity]

    def _land(self, x: int, y: int) -> tuple[int, int, int | None, bool]:
        """The scores after the rules that end a turn, who has won, and who moves next."""
        if (x, y) not in self.landed:
            own, opp = self.game.finish(x, y)
            winner = self.game.winner(own, opp)
            again = winner is None and self.game.moves_again(own, opp)
            self.landed[x, y] = own, opp, winner, again
        return self.landed[x, y]
