"""How far a race's table is from the truth, and the decisions that whoever plays by it takes.

The decisions are those of banking and throwing; a table within 5e-13 of the truth cannot err in
which option to take by more than that. Payoffs are computed in double precision (:mod:`turns`). A
sum of n + 2 positive terms, whatever its order, is off by at most (n + 2) 2^-53 or so of itself,
and a turn adds up at most as many of these as it has throws: less than 1e-9 in every race that a
proof is made for.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from operator import sub
from typing import Any

from pigcore.games.margins import ALIKE, TIED

from ..algebra.intervals import quotient_up
from ..own import DISPUTED, OwnCount
from .enclosure import Bounds, Enclosure
from .rules import banks_of
from .turns import as_is
from .verdict import RaceReport

__all__ = ["OwnDecisions", "compared", "is_sharp", "largest_error"]

_NARROW = 2.0**-56
"""Intervals of this width, 1.4e-17, are as good as the truth to a table of doubles."""
_SHARE = 32
"""So much narrower than the tolerance they are good enough, too."""


class OwnDecisions:
    """Counts the decisions of the table ``starts``, turn after turn."""

    undecided = 0
    """No decision of a table is open where those of the race are proved."""

    def __init__(self, found: Enclosure, starts: Sequence[Sequence[float]]) -> None:
        self.count: OwnCount = OwnCount()
        self._found = found
        self._hold: list[list[float]] = [[1.0 - value for value in row] for row in starts]

    def add(self, turn: Bounds) -> None:
        """Compare the table's decisions in one turn with those that are proved."""
        rules, own, most, clear = self._found.rules, turn.own, DISPUTED, 0
        low, high, bank_low, bank_high = (
            turn.lows, turn.high.payoffs, turn.bank_lows, turn.bank_high
        )  # fmt: skip
        banks, bust, wipe = self._banks(turn)
        mine = self._found.turns.evaluate(
            own, turn.top, banks, bust, as_is, wipe=wipe, floats=True
        ).payoffs
        for place, s, _ in turn.choosing(rules):
            throw = low[place] > bank_high[s]
            if throw or high[place] < bank_low[s]:
                bank = banks[s]
                margin = mine[place] - bank
                if (margin > most) if throw else (margin < -most):
                    clear += 1
                else:
                    self.judge(throw, margin, bank)
        self.count.clear(clear)

    def judge(self, throw: bool, margin: float, bank: float) -> None:
        """Count the table's decision where banking pays so much, and throwing more by a margin.

        ``throw`` is whether that is proved to be better.
        """
        if 0 < margin <= min(TIED, ALIKE * bank):  # a tie but for roundings: one banks
            self.count.add(not throw, 0.0)
        else:
            self.count.add((margin > 0) == throw, abs(margin))

    def _banks(self, turn: Bounds) -> tuple[list[float], float, float]:
        """What banking pays, a bust and a wipe."""
        rules, row = self._found.rules, self._hold[turn.opp]
        if not rules.chased(turn.own):
            return *banks_of(row, rules, turn.own, 1.0), row[0]
        end = rules.ends[turn.own]
        beyond = turn.bank_high[end:]
        return [*row[:end], *(high / self._found.one for high in beyond)], row[turn.own], row[0]

    def exactly(self, exact: Enclosure) -> None:
        """Nobody, as exact numbers tell no more about the table."""

    # --- in the compiled module ---------------------------------------------------------------

    def arrays(self) -> dict[str, array[Any]]:
        """What the compiled module has to know."""
        none = [0.0] * self._found.rules.goal
        hold = array("d", [value for row in self._hold for value in row or none])
        return {"hold": hold, "disputed": array("d", [DISPUTED])}

    def read(self, race: Any) -> None:
        """Take over what the compiled module has seen."""
        right, wrong = race.judged
        self.count.clear(right)
        self.count.clear(wrong, right=False)
        for throws, margin, bank in race.close:
            self.judge(throws, margin, bank)

    # --- parts --------------------------------------------------------------------------------

    def part(self, found: Enclosure) -> OwnDecisions:
        """One that has seen nothing yet."""
        mine = copy(self)
        mine.count, mine._found = OwnCount(), found
        return mine

    def take(self, other: OwnDecisions) -> None:
        """Count what another one counted."""
        self.count.take(other.count)


# --- how far a table is from the truth ----------------------------------------------------------


def is_sharp(found: Enclosure, tolerance: float) -> bool:
    """Whether every interval is so narrow that its width refutes no table."""
    width: int = max(max(map(sub, high, low)) for high, low in zip(found.high, found.low))
    return width <= Fraction(max(_NARROW, tolerance / _SHARE)) * found.one


def largest_error(
    found: Enclosure, table: Sequence[Sequence[float]]
) -> tuple[float, tuple[int, int]]:
    """The largest distance from an entry to the far end of its interval, rounded up, and where."""
    worst = (-1, (0, 0))
    for i, row in enumerate(table):
        for j, value in enumerate(row):
            above, below = value.as_integer_ratio()
            loss = below * found.one - (above << found.bits)  # 1 - value, times below and one
            off = max(found.high[i][j] * below - loss, loss - found.low[i][j] * below)
            worst = max(worst, (-(-off // below), (i, j)))
    return quotient_up(worst[0], found.one), worst[1]


def compared(
    report: RaceReport,
    found: Enclosure,
    table: Sequence[Sequence[float]],
    count: OwnCount,
    tolerance: float,
) -> RaceReport:
    """``report`` with how far the table is from what is proved, and what its player gets right."""
    error, (i, j) = largest_error(found, table)
    count.tie(report.ties)
    worst = found.rules.points((i, j))
    return replace(report, tolerance=tolerance, error=error, worst=worst, own=count.own())
