"""What a solved duel knows: payoffs, the optimal mixture, best replies and their gains."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.duel import Duel
from ...games.errors import StateError
from ..solution import Solved
from .exact import Equilibrium
from .turns import Rule, Turns, mixed

__all__ = ["Floats", "Solution", "Strategy"]

Floats = NDArray[np.float64]

Strategy = int | Mapping[int, float | Fraction]
"""A total to hold at, or a mixture {hold: weight} whose weights sum to 1."""


class Solution(Solved):
    """A solved duel.

    Attributes
    ----------
    game : Duel
    payoffs : float64 array (holds, holds)
        P(win) − P(lose) of ``game.holds[row]`` against ``game.holds[column]``.
    floating : float64 array (holds,)
        The optimal mixture as the linear program found it.
    exact : Equilibrium
        The optimal mixture and the value in fractions, whether it is unique (and another one if
        not), and what each hold loses against it.
    alike : list of list of int
        The holds in groups that no throw tells apart; a mixture uses the first of a group, and
        ``exact.unique`` counts a group as one strategy.
    """

    def __init__(
        self,
        game: Duel,
        *,
        payoffs: Floats,
        floating: Floats,
        exact: Equilibrium,
        turns: Turns,
        alike: list[list[int]],
    ) -> None:
        self.game = game
        self.payoffs = payoffs
        self.floating = floating
        self.exact = exact
        self.alike = alike
        self._turns = turns

    @property
    def value(self) -> float:
        """P(win) − P(lose) when both play the optimal mixture: 0, since the game is symmetric."""
        return float(self.exact.value)

    @property
    def mix(self) -> dict[int, float]:
        """An optimal mixture {hold: weight}, the exact one rounded; positive weights only."""
        return {hold: float(weight) for hold, weight in self.exact.weights.items()}

    @property
    def unique(self) -> bool:
        """Whether the optimal mixture is the only one; proved, see ``exact``."""
        return self.exact.unique

    # --- strategies ---------------------------------------------------------------------------

    def scores(self, strategy: Strategy) -> dict[int, float]:
        """The distribution of the turn score, {score: chance}, of a hold or a mixture.

        Examples
        --------
        >>> import pigcore
        >>> round(pigcore.solve(pigcore.Duel()).scores(20)[0], 9)
        0.624540834
        """
        return dict(sorted(mixed(self._turns, self._mixture(strategy)).items()))

    def payoff(self, first: Strategy, second: Strategy) -> float:
        """P(first wins) − P(second wins)."""
        return float(self._turns.payoff(self.scores(first), self.scores(second)))

    def best_response(self, strategy: Strategy) -> tuple[int, float]:
        """The hold of the game that does best against ``strategy``, and its P(win) − P(lose).

        Holds that do equally well, to 1e-13, are taken smallest first.

        Parameters
        ----------
        strategy : int or mapping
            Any total to hold at, or a mixture {hold: weight}.

        Raises
        ------
        StateError
            If a hold is out of range or the weights are no mixture.
        """
        opponent = self.scores(strategy)
        gains = [self._turns.payoff(self._turns.scores(h), opponent) for h in self.game.holds]
        best = max(gains)
        return next(
            (hold, float(gain))
            for hold, gain in zip(self.game.holds, gains, strict=True)
            if gain >= best - 1e-13
        )

    def best_rule(self, strategy: Strategy | None = None) -> Rule:
        """The best reply over all stopping rules, not only "hold at h", by the turn recursion.

        Against the optimal mixture if ``strategy`` is left out. A rule that throws at some total
        and holds at a smaller one has ``hold_at`` None.

        Examples
        --------
        >>> import pigcore
        >>> rule = pigcore.solve(pigcore.Duel()).best_rule()
        >>> rule.hold_at is None, rule.gain
        (True, 0.000249...)
        """
        return self._turns.best_rule(self.scores(self.mix if strategy is None else strategy))

    def _mixture(self, strategy: Strategy) -> dict[int, float]:
        if not isinstance(strategy, Mapping):
            return {self.game.check_state(strategy)[0]: 1.0}
        weights: dict[int, float] = {}
        for hold, weight in strategy.items():
            total = self.game.check_state(hold)[0]
            number = float(weight) if isinstance(weight, (int, float, Fraction)) else math.nan
            if not 0 <= number <= 1 + 1e-9:
                raise StateError(
                    f"the weight of hold at {total} is {weight!r}, but must be between 0 and 1"
                )
            weights[total] = number
        found = math.fsum(weights.values())
        if not abs(found - 1) <= 1e-9:
            raise StateError(f"the weights sum to {found}, but must sum to 1: scale them")
        return {hold: weight / found for hold, weight in weights.items()}

    def advise(self, hold: int) -> dict[str, Any]:
        """The best replies to "hold at ``hold``", as plain data."""
        total = self.game.check_state(hold)[0]
        reply, gain = self.best_response(total)
        rule = self.best_rule(total)
        return {
            "game": self.game.name,
            "hold": total,
            "scores": {str(score): chance for score, chance in self.scores(total).items()},
            "reply": reply,
            "gain": gain,
            "any_rule_gain": rule.gain,
            "any_rule_throws_at": list(rule.throws_at),
            "against_the_mixture": self.payoff(total, self.mix),
        }

    # --- the whole ----------------------------------------------------------------------------

    @property
    def safest(self) -> tuple[int, int, float]:
        """The hold against which the best reply gains least: (hold, reply, gain).

        Examples
        --------
        >>> import pigcore
        >>> pigcore.solve(pigcore.Duel()).safest
        (17, 20, 0.07959...)
        """
        hold = self.game.holds[int(self.payoffs.max(axis=0).argmin())]
        return hold, *self.best_response(hold)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a file of this solution holds; the exact weights stand beside them as text."""
        return {"payoffs": self.payoffs, "mix": self.floating}

    def info(self) -> dict[str, Any]:
        """The exact weights of the mixture, as text."""
        return {"weights": {str(hold): str(weight) for hold, weight in self.exact.weights.items()}}

    def summary(self) -> dict[str, Any]:
        """The facts of the solution, as plain data."""
        hold, reply, gain = self.safest
        rule = self.best_rule()
        return {
            "game": str(self.game),
            "value": self.value,
            "mix": {str(hold): weight for hold, weight in self.mix.items()},
            "unique": self.unique,
            "safest_hold": hold,
            "reply_to_it": reply,
            "gain_of_the_reply": gain,
            "any_rule_gain": rule.gain,
            "any_rule_throws_at": list(rule.throws_at),
        }

    def __repr__(self) -> str:
        kind = "the only" if self.unique else "an"
        return f"<Solution of {self.game.name}: {kind} optimal mixture is {_spell(self.mix)}>"


def _spell(mix: dict[int, float]) -> str:
    return "{" + ", ".join(f"{hold}: {weight:.4f}" for hold, weight in mix.items()) + "}"
