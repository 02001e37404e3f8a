"""What is proved about a bag: :class:`BagVerdict` of one state, :class:`BagReport` of all."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from pigcore.games.bag import Bag
from pigcore.games.spelling import at_most, counted

from ..algebra.decimals import print_between
from ..verdict import Report, State, Verdict

__all__ = ["BagReport", "BagVerdict"]


@dataclass(frozen=True, repr=False)
class BagVerdict(Verdict[Bag, str]):
    """What is proved about the next die after some counts: all in exact fractions."""

    chance: Fraction
    """How likely these counts are."""

    extras: ClassVar[tuple[str, ...]] = ("chance",)

    def _more(self) -> list[tuple[str, str]]:
        return [("chance", print_between((self.chance, self.chance), self.digits))]


@dataclass(frozen=True, repr=False)
class BagReport(Report[Bag]):
    """What is proved about a bag, and about a table of its choices.

    The value is the best expected total, which is enclosed also where gestures cannot be told apart
    (``undecided``).
    """

    loss: float | None = None
    """Who plays the table's choices is expected to score less than the best by at most this."""
    wrong: tuple[State, ...] = ()
    """Counts after which another choice than the table's is better, by a margin that is not
    disputed: 1e-9 of the spread of payoffs."""

    extras: ClassVar[tuple[str, ...]] = ("loss", "wrong")

    @property
    def refuted(self) -> bool:
        """Whether the table's score or its choices are further off than the tolerance."""
        if self.tolerance is None or self.error is None or self.loss is None:
            return False
        largest, spread = self._scales
        limit = Fraction(self.tolerance)
        return bool(self.wrong) or self.error > limit * largest or self.loss > limit * spread

    @property
    def _scales(self) -> tuple[Fraction, Fraction]:
        """The largest payoff, and the spread of payoffs: in other units all payoffs change."""
        payoffs = self.game.win, self.game.draw, self.game.lose
        return max(map(abs, payoffs)), max(payoffs) - min(payoffs)

    def _table(self) -> str:
        assert self.error is not None
        assert self.loss is not None
        return (
            f"score within {at_most(self.error)} of the truth, choices lose at most "
            f"{at_most(self.loss)} (tolerance {self.tolerance:.12g} of the payoffs)"
        )

    def _more(self) -> list[tuple[str, str]]:
        if not self.wrong:
            return []
        wrong = counted(len(self.wrong), "choice")
        return [("wrong", f"{wrong}, the first {self.game.spell(self.wrong[0])}")]
