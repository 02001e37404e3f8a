"""How long the games of a match last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..games.checks import real
from ..games.errors import SizeError
from ..result import Fact, Result
from ..solvers.solution import immutable

REST = 1e-12
"""The chance of a longer game that is left out."""

MOST_TURNS = 100_000


class Lengths(Result):
    """The number of turns of a game, those of both players counted.

    ``lengths[t]`` is the chance that the game ends with turn t, ``len(lengths) - 1`` the longest
    game that is listed: a longer one has a chance below 1e-12. Games that never end have no length,
    so the chances then sum to less than 1; ``mean``, ``median`` and ``quantile`` are of those
    that end.

    Attributes
    ----------
    chances : float64 array (turns + 1,), read-only
    """

    chances: NDArray[np.float64]

    def __init__(self, chances: NDArray[np.float64]) -> None:
        self.chances = immutable(chances)

    @classmethod
    def of(cls, ends: Iterable[tuple[float, float]]) -> Lengths:
        """From, turn by turn, the chances that the game ends with it and that it goes on.

        Raises
        ------
        SizeError
            If the game is likely to take more than 100,000 turns.

        Examples
        --------
        >>> coin = Lengths.of((0.5**turn, 0.5**turn) for turn in range(1, 99))
        >>> coin[1], coin.median, round(coin.mean, 9), coin.quantile(0.95)
        (0.5, 1, 2.0, 5)
        """
        chances = [0.0]
        for turn, (ended, rest) in enumerate(ends, 1):
            chances.append(ended)
            if rest < REST:
                break
            if turn == MOST_TURNS:
                raise SizeError(
                    f"after {MOST_TURNS:,} turns the game still goes on with chance {rest:.1e}, "
                    "too long to follow turn by turn: ask for turns_if_ended instead"
                )
        return cls(np.array(chances))

    @property
    def mean(self) -> float:
        """The expected number of turns, but for the longer games that are left out."""
        return float(self.chances @ np.arange(len(self.chances)) / self.chances.sum())

    @property
    def median(self) -> int:
        """The smallest number of turns that half of the games do not exceed."""
        return self.quantile(0.5)

    def quantile(self, share: float) -> int:
        """The smallest number of turns that this share of the games do not exceed.

        Raises
        ------
        RuleError
            If ``share`` is not between 0 and 1.
        """
        reached = np.cumsum(self.chances)
        wanted = real(share, "share", 0.0, 1.0) * reached[-1]
        return int(np.searchsorted(reached, min(wanted, reached[-1])))

    def __getitem__(self, turn: int) -> float:
        return float(self.chances[turn])

    def __len__(self) -> int:
        return len(self.chances)

    def __iter__(self) -> Iterator[float]:
        return iter(self.chances.tolist())

    def facts(self) -> Iterable[Fact]:
        """The mean, the median and some quantiles."""
        quantiles = {str(share): self.quantile(share) for share in (0.05, 0.25, 0.75, 0.95)}
        each = {"mean": self.mean, "median": self.median, "quantiles": quantiles}
        return [Fact(name, value) for name, value in each.items()]

    def rows(self, count: int | None = None) -> list[dict[str, Any]]:
        """How likely the game ends with each turn."""
        chances = enumerate(self.chances.tolist()[1:], 1)
        return [{"turn": turn, "chance": chance} for turn, chance in chances][:count]

    def in_words(self) -> str:
        """Within how many turns half of the games end, and nine in ten."""
        spread = f"{self.quantile(0.05)} to {self.quantile(0.95)}"
        return f"{self.median} turns; nine in ten take {spread}"

    def __str__(self) -> str:
        return f"<lengths of games: half of them end within {self.median} turns>"
