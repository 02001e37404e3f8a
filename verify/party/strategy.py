"""What the players of a party do: as a table of turn starts says, or found here without one.

Whoever plays by a table throws again if and only if that is worth more than holding by more than
``TIED``, computed in double precision, or mixes where the table says so. Nothing here need be
right: what the decisions lead to is enclosed in any case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..own import TIED
from .rules import Rules

__all__ = ["Strategy", "Unproved"]

Scores = tuple[int, ...]
_ROUNDS = 200


class Unproved(Exception):  # noqa: N818 (nothing went wrong, but nothing is proved)
    """No decisions were found, and why."""


class Strategy:
    """Decisions from a table in double precision, which is filled here if none is given."""

    def __init__(self, rules: Rules, table: Mapping[str, Any] | None) -> None:
        self.rules: Rules = rules
        self.starts: dict[Scores, Sequence[float]] = {}
        self.mixing: dict[Scores, tuple[int, Fraction]] = {}
        self._given = table is not None
        self._gains = [(g, a / rules.below) for g, a in rules.gains]
        if table is not None:
            self._read(table["starts"], table["mixed"], table["weights"], ())

    def _read(self, starts: Any, mixed: Any, weights: Any, scores: Scores) -> None:
        if len(scores) == self.rules.players:
            self.starts[scores] = starts
            if mixed:
                self.mixing[scores] = mixed, Fraction(weights)
            return
        for score, rows in enumerate(zip(starts, mixed, weights)):
            self._read(*rows, (*scores, score))

    def margins(self, scores: Scores, x: float | None = None) -> list[float]:
        """What rolling is better by at own, own + 1, …; ``x`` is what a bust is worth."""
        rules, own, others = self.rules, scores[0], scores[1:]
        land = rules.landing[own]
        if land != own:
            x = 1.0 if land >= rules.goal else self.starts[*others, land][-1]
        elif x is None:
            x = self.starts[*others, own][-1]
        hold = [0.0, *(self.starts[*others, s][-1] for s in range(own + 1, rules.goal))]
        count = rules.goal - own
        worth = [0.0] * count + [1.0] + [x if rules.exact else 1.0] * rules.most
        margins = [0.0] * count
        lost = rules.bust / rules.below * x
        for k in range(count - 1, -1, -1):
            roll = lost
            for gain, chance in self._gains:
                roll += chance * worth[k + gain]
            margins[k] = roll - hold[k]
            worth[k] = roll if margins[k] > TIED else hold[k]
        return margins

    def choices(self, scores: Scores, margins: Sequence[float]) -> list[int | Fraction]:
        """What the mover does at own, own + 1, …"""
        found: list[int | Fraction] = [int(margin > TIED) for margin in margins]
        found[0] = 1
        if scores in self.mixing:
            total, weight = self.mixing[scores]
            if 0 < total < len(found):
                found[total] = weight
        return found

    def cell(self, scores: Scores) -> tuple[list[list[int | Fraction]], list[list[float]]]:
        """The choices of the movers of a cell, and their margins."""
        circle = self.rules.circle(scores)
        if not self._given:
            self._find(circle)
        margins = [self.margins(it) for it in circle]
        return [self.choices(it, found) for it, found in zip(circle, margins)], margins

    # --- without a table ----------------------------------------------------------------------

    def _find(self, circle: list[Scores]) -> None:
        """Best replies in turn, until nobody changes his."""
        n = self.rules.players
        if all(self.rules.dead[score] for score in circle[0]):
            for it in circle:
                self.starts[it] = (1 / n,) * n
            return
        xs = [1 / n] * n
        plans: list[Any] = [None] * n
        quiet = 0
        for k in range(_ROUNDS):
            m = k % n
            plan = self.choices(circle[m], self.margins(circle[m], xs[m]))
            quiet = quiet + 1 if plan == plans[m] else 0
            plans[m] = plan
            if None in plans:
                continue
            values = self._values(circle, plans)
            xs = [values[(m + 1) % n][-1] for m in range(n)]
            if quiet >= n:
                for it, row in zip(circle, values):
                    self.starts[it] = row
                return
        raise Unproved(
            f"best replies at {circle[0]} lead in circles: solve the game and prove the solution"
        )

    def _values(self, circle: list[Scores], plans: Sequence[Any]) -> list[list[float]]:
        """What the plans of a cell are worth, as in :mod:`enclosure`."""
        n = self.rules.players
        rows = [self._affine(it, plan) for it, plan in zip(circle, plans)]
        values = []
        for m in range(n):
            above, through = [0.0] * n, 1.0
            for k in range(n):
                row, stay = rows[(m + k) % n]
                above = [it + through * row[(c - k) % n] for c, it in enumerate(above)]
                through *= stay
            values.append([it / (1 - through) for it in above])
        return values

    def _affine(self, scores: Scores, plan: Sequence[Any]) -> tuple[list[float], float]:
        """What a turn is worth to all without its busts, and how likely it ends in one."""
        rules, own, others, n = self.rules, scores[0], scores[1:], self.rules.players
        land = rules.landing[own]
        won = [1.0] + [0.0] * n
        bust = [0.0] * n + [1.0]
        if land >= rules.goal:
            bust = won
        elif land != own:
            bust = self._banked(others, land)
        count = rules.goal - own
        worth = [won] * count + [won] + [bust if rules.exact else won] * rules.most
        for k in range(count - 1, -1, -1):
            if not plan[k]:
                worth[k] = self._banked(others, own + k)
                continue
            row = [rules.bust / rules.below * it for it in bust]
            for gain, chance in self._gains:
                row = [total + chance * it for total, it in zip(row, worth[k + gain])]
            worth[k] = row
        return worth[0][:n], worth[0][n]

    def _banked(self, others: Scores, score: int) -> list[float]:
        row = self.starts[*others, score]
        return [row[-1], *row[:-1], 0.0]
