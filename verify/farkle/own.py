"""The decisions that follow from a table of Farkle, as whoever plays by it computes them.

They are those of banking and throwing; a table within 5e-13 of the truth cannot err in which option
to take by more than that. Payoffs are computed in double precision (:mod:`turns`): sums of positive
terms, whose roundings stay below 1e-12 in every game that a proof is made for.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy

from ..blocks import part_of
from ..own import OwnCount
from .enclosure import Bounds, Enclosure
from .wipes import banks_of

__all__ = ["OwnDecisions"]


class OwnDecisions:
    """Counts the decisions of the table ``starts``, turn after turn."""

    def __init__(
        self, found: Enclosure, starts: Sequence[Sequence[float]], claimed: float | None
    ) -> None:
        self.count: OwnCount = OwnCount(claimed)
        self._found, self._shift = found, found.residues.shift
        self._hold: list[list[float]] = [[1.0 - value for value in row] for row in starts]

    def add(self, turn: Bounds) -> None:
        """Compare the table's decisions in one turn with those that are proved."""
        rules, own = self._found.rules, turn.own
        low, high, shift = turn.low.throws, turn.high.throws, self._shift
        banks, bust = self._banks(turn)
        mine = self._found.turns.evaluate(
            own, turn.top, banks, bust, lambda total, n: total,
            wipe=self._hold[turn.opp][0], floats=True,
        ).throws  # fmt: skip
        for s in range(own, min(turn.top, own + len(rules.reached))):
            bank_low, bank_high = turn.bank_low[s] >> shift, turn.bank_high[s]
            for mode in rules.reached[s - own]:
                if not rules.may_choose(own, s, mode):
                    continue
                throw = (low[s - own][mode] >> shift) > bank_high
                if throw or high[s - own][mode] < bank_low:
                    margin = mine[s - own][mode] - banks[s]
                    self.count.add((margin > 0) == throw, abs(margin))

    def _banks(self, turn: Bounds) -> tuple[list[float], float]:
        rules, row = self._found.rules, self._hold[turn.opp]
        if not rules.last_turn:
            return banks_of(row, rules, turn.own, 1.0)
        beyond = turn.bank_high[rules.goal :]
        return [*row, *(high / self._found.one for high in beyond)], row[turn.own]

    # --- in blocks ----------------------------------------------------------------------------

    def part(self, found: Enclosure, rows: Collection[int]) -> OwnDecisions:
        """One that has seen nothing yet, and the table's rows that ``found`` has."""
        mine = copy(self)
        mine.count, mine._found = OwnCount(self.count.claimed), found
        mine._hold = part_of(self._hold, rows)
        return mine

    def outcome(self) -> OwnCount:
        """What was counted."""
        return self.count

    def take(self, outcome: OwnCount) -> None:
        """Count what a part counted."""
        self.count.take(outcome)
