"""What given decisions are worth to all players, and what the best replies to them would be.

For every turn start two tuples of whole numbers, in units of 2^-bits:

    low    at most what each player wins when all decide as given
    high   at least what he wins if he alone decides as is best for him, by whatever strategy

so ``high - low`` bounds what anybody could gain, and what the decisions are worth lies between.

With the decisions given, the n turns of a cell are affine in what their busts are worth. ``low`` is
the solution of the n equations whose coefficients are rounded down: as all of them are at least 0,
it is below the true one. ``high`` is guessed a little above; one evaluation of each turn, rounded
up, must not exceed the guess. The evaluation is monotone and the best reply's chances are the
limit of evaluations from 0 on, so they are below any such guess, and below its evaluation as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from .rules import Rules
from .turns import BEST, Choices, turn

__all__ = ["Enclosure", "Turn", "Unclear"]

Scores = tuple[int, ...]
_ROUNDS = 60
_KEPT = 80
"""Bits of the chance to leave a cell that have to be left, so that divided by it all is known."""


class Unclear(Exception):  # noqa: N818 (nothing went wrong, but nothing is proved)
    """Something is not proved with these bits, and why; ``final`` if more bits would not help."""

    def __init__(self, why: str, final: bool = False) -> None:
        super().__init__(why)
        self.final = final


class Turn(NamedTuple):
    """What the two actions are worth to a mover at each score he could bank, from own on."""

    hold_low: list[int]
    hold_high: list[int]
    roll_low: list[int]
    roll_high: list[int]


class Enclosure:
    """Bounds of all turn starts, filled cell by cell from the largest totals down."""

    def __init__(self, rules: Rules, bits: int) -> None:
        self.rules: Rules = rules
        self.bits: int = bits
        self.one: int = 1 << bits
        self.low: dict[Scores, tuple[int, ...]] = {}
        self.high: dict[Scores, tuple[int, ...]] = {}

    def cell(self, scores: Scores, decisions: Sequence[Choices]) -> list[Turn]:
        """Enclose a cell whose movers decide so; cells of larger totals are known.

        ``decisions`` has for each rotation of the scores the mover's choices from own on.
        """
        circle = self.rules.circle(scores)
        if all(self.rules.dead[score] for score in scores):
            share, rest = divmod(self.one, self.rules.players)
            for it in circle:
                self.low[it] = (share,) * self.rules.players
                self.high[it] = (share + (rest > 0),) * self.rules.players
        else:
            self._fill_low(circle, decisions)
            self._fill_high(circle, decisions)
            for it in circle:  # somebody wins: at least what is left by all others
                rest = self.one - sum(self.high[it])
                self.low[it] = tuple(
                    max(bottom, rest + top) for bottom, top in zip(self.low[it], self.high[it])
                )
        return [self._turn(it, choices) for it, choices in zip(circle, decisions)]

    # --- the rows that banking leads to -------------------------------------------------------

    def _held(
        self, bounds: dict[Scores, tuple[int, ...]], scores: Scores, player: int
    ) -> list[int]:
        """What banking own, own + 1, … is worth to a player, counted from the mover on."""
        others = scores[1:]
        # The mover is the last of those that the next mover counts.
        place = (player - 1) % self.rules.players
        banked = [bounds[*others, s][place] for s in range(scores[0] + 1, self.rules.goal)]
        return [0, *banked]

    def _busted(self, bounds: dict[Scores, tuple[int, ...]], scores: Scores, player: int) -> int:
        """What a bust is worth to a player, where it leaves the cell."""
        land = self.rules.landing[scores[0]]
        if land >= self.rules.goal:
            return self.one if player == 0 else 0
        return bounds[*scores[1:], land][(player - 1) % self.rules.players]

    def _stays(self, scores: Scores) -> bool:
        return self.rules.landing[scores[0]] == scores[0]

    # --- low ----------------------------------------------------------------------------------

    def _fill_low(self, circle: list[Scores], decisions: Sequence[Choices]) -> None:
        n, one = self.rules.players, self.one
        constant: list[list[int]] = []
        slope: list[int] = []
        for scores, choices in zip(circle, decisions):
            stays, nothing = self._stays(scores), [0] * (self.rules.goal - scores[0])
            rows = [
                turn(
                    self.rules, scores[0], self._held(self.low, scores, player),
                    one if player == 0 else 0,
                    0 if stays else self._busted(self.low, scores, player), choices, False,
                )
                for player in range(n)
            ]  # fmt: skip
            busts = turn(self.rules, scores[0], nothing, 0, one if stays else 0, choices, False)
            constant.append([row[0] for row in rows])
            slope.append(busts[0])
        for m, scores in enumerate(circle):
            # W_m = A_m + q_m A_(m+1) + q_m q_(m+1) A_(m+2) + … over 1 - q_m q_(m+1) …, exactly
            # that of the rounded coefficients, and then rounded down.
            above, through = [Fraction(0)] * n, Fraction(1)
            for k in range(n):
                at = (m + k) % n
                above = [
                    total + through * constant[at][(player - k) % n]
                    for player, total in enumerate(above)
                ]
                through *= Fraction(slope[at], one)
            if (1 - through) * one < 1 << _KEPT:
                where = self.rules.game.spell((*scores, 0))
                raise Unclear(f"at {where} turns nearly always end in a bust")
            self.low[scores] = tuple(int(total / (1 - through)) for total in above)

    # --- high ---------------------------------------------------------------------------------

    def _fill_high(self, circle: list[Scores], decisions: Sequence[Choices]) -> None:
        n = self.rules.players
        held = [[self._held(self.high, it, player) for player in range(n)] for it in circle]
        gap = max(
            (
                top - bottom
                for scores in circle
                for s in range(scores[0] + 1, self.rules.goal)
                for top, bottom in zip(self.high[*scores[1:], s], self.low[*scores[1:], s])
            ),
            default=0,
        )
        for power in range(12, self.bits - 8, 8):
            # Who cannot win any more wins nothing, exactly.
            guess = {
                it: tuple(
                    x if self.rules.indifferent[score] and not x else x + gap + (1 << power)
                    for x, score in zip(self.low[it], it)
                )
                for it in circle
            }
            found = self._evaluated(circle, decisions, held, guess)
            if all(
                new <= old for it in circle for new, old in zip(found[it], guess[it], strict=True)
            ):
                # Once more is still a bound, and nearer.
                found = self._evaluated(circle, decisions, held, found)
                self.high.update({it: tuple(min(x, self.one) for x in found[it]) for it in circle})
                return
        # Somebody can gain much. Nobody wins more than always, and evaluations fall from there.
        found = dict.fromkeys(circle, (self.one,) * n)
        for _ in range(_ROUNDS):
            found = self._evaluated(circle, decisions, held, found)
        self.high.update(found)

    def _evaluated(
        self,
        circle: list[Scores],
        decisions: Sequence[Choices],
        held: list[list[list[int]]],
        guess: dict[Scores, tuple[int, ...]],
    ) -> dict[Scores, tuple[int, ...]]:
        n, found = self.rules.players, {}
        for m, (scores, choices) in enumerate(zip(circle, decisions)):
            after = guess[circle[(m + 1) % n]]
            found[scores] = tuple(
                turn(
                    self.rules, scores[0], held[m][player], self.one if player == 0 else 0,
                    after[(player - 1) % n] if self._stays(scores)
                    else self._busted(self.high, scores, player),
                    BEST if player == 0 else choices, True,
                )[0]
                for player in range(n)
            )  # fmt: skip
        return found

    # --- one turn -----------------------------------------------------------------------------

    def _turn(self, scores: Scores, choices: Choices) -> Turn:
        """The mover's own payoffs in each state of his turn, between whole numbers."""
        after, stays = (*scores[1:], scores[0]), self._stays(scores)
        held = self._held(self.low, scores, 0), self._held(self.high, scores, 0)
        busts = (
            ends[after][-1] if stays else self._busted(ends, scores, 0)
            for ends in (self.low, self.high)
        )
        low, high = (
            turn(self.rules, scores[0], row, self.one, bust, plan, up)
            for row, bust, plan, up in zip(held, busts, (choices, BEST), (False, True))
        )
        return Turn(*held, low, high)
