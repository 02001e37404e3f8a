"""What the players of a party do by a table of turn starts.

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

__all__ = ["Strategy"]

Scores = tuple[int, ...]


class Strategy:
    """Decisions from a table in double precision."""

    def __init__(self, rules: Rules, table: Mapping[str, Any]) -> None:
        self.rules: Rules = rules
        self.starts: dict[Scores, Sequence[float]] = {}
        self.mixing: dict[Scores, tuple[int, Fraction]] = {}
        self._gains = [(g, a / rules.below) for g, a in rules.gains]
        self._read(table["starts"], table["mixed"], table["weights"], ())

    def _read(self, starts: Any, mixed: Any, weights: Any, scores: Scores) -> None:
        if len(scores) == self.rules.players:
            self.starts[scores] = starts
            if mixed:
                self.mixing[scores] = mixed, Fraction(weights)
            return
        for score, rows in enumerate(zip(starts, mixed, weights)):
            self._read(*rows, (*scores, score))

    def margins(self, scores: Scores) -> list[float]:
        """What rolling is better by at own, own + 1, …"""
        rules, own, others = self.rules, scores[0], scores[1:]
        land = rules.landing[own]
        x = 1.0 if land >= rules.goal else self.starts[*others, land][-1]
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
