"""What a solved duel knows: payoffs, the optimal mixture, best replies and what they gain."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.duel import Duel
from ...games.errors import RuleError, SizeError
from ...games.game import Frozen, FrozenDict
from ...games.spelling import shown
from ..solution import Call, Solution, immutable
from .exact import Equilibrium
from .turns import Rule, Turns, mixed

TOLERANCE = 1e-12
"""What a hold may gain against the mixture, as the payoffs and weights are rounded."""

Floats = NDArray[np.float64]

Strategy = int | Mapping[int, float | Fraction]
"""A total to hold at, or a mixture {hold: weight} whose weights sum to 1."""


class DuelSolution(Solution[Duel, int]):
    """A solved duel; a state is a hold to answer, an action the hold that answers it.

    Attributes
    ----------
    game : Duel
    matrix : float64 array (holds, holds), read-only
        P(win) − P(lose) of ``game.holds[row]`` against ``game.holds[column]``.
    floating : float64 array (holds,), read-only
        The optimal mixture as the linear program found it.
    exact : Equilibrium
        The optimal mixture and the value in fractions, whether it is unique (and another one if
        not), and what each hold loses against it.
    tolerance : float
        1e-12.
    alike : tuple of tuple of int
        The holds in groups that no throw distinguishes; a mixture uses the first of each group, and
        ``exact.unique`` counts a group as one strategy.
    """

    matrix: Floats
    floating: Floats
    exact: Equilibrium
    tolerance: float
    alike: tuple[tuple[int, ...], ...]
    _turns: Turns

    def __init__(
        self,
        game: Duel,
        *,
        matrix: Floats,
        floating: Floats,
        exact: Equilibrium,
        turns: Turns,
        alike: list[list[int]],
    ) -> None:
        self._set(
            game=game,
            matrix=immutable(matrix),
            floating=immutable(floating),
            exact=exact,
            tolerance=TOLERANCE,
            alike=tuple(map(tuple, alike)),
            _turns=turns,
        )

    @property
    def value(self) -> float:
        """P(win) − P(lose) when both play the optimal mixture: 0, since the game is symmetric."""
        return float(self.exact.value)

    @property
    def mix(self) -> dict[int, float]:
        """An optimal mixture {hold: weight}, the exact one rounded; positive weights only."""
        return {hold: float(weight) for hold, weight in self.exact.weights.items()}

    @property
    def residual(self) -> float:
        """What a hold gains at most against ``mix``, by the payoffs of ``matrix``."""
        weights = [self.mix.get(hold, 0.0) for hold in self.game.holds]
        return max(float((self.matrix @ weights).max()), 0.0)

    @property
    def policy(self) -> DuelPolicy:
        """The optimal mixture: a callable that answers with {hold: weight}."""
        return DuelPolicy(self.game, self.mix)

    @property
    def unique(self) -> bool:
        """Whether the optimal mixture is the only one; proved, see ``exact``."""
        return self.exact.unique

    # --- one hold -----------------------------------------------------------------------------

    def _payoffs(self, state: tuple[int, ...]) -> dict[int, float]:
        column = self.matrix[:, self.game.holds.index(state[0])]
        return dict(zip(self.game.holds, column.tolist()))

    # --- strategies ---------------------------------------------------------------------------

    def scores(self, strategy: Strategy) -> dict[int, float]:
        """The distribution of the turn score, {score: chance}, of a hold or a mixture.

        Raises
        ------
        StateError
            If a hold is not one of the game's.
        RuleError
            If the weights are not a mixture.

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

    def best_hold(self, strategy: Strategy) -> tuple[int, float]:
        """The hold of the game that does best against ``strategy``, and its P(win) − P(lose).

        Holds that do equally well, to 1e-13, are taken smallest first.
        """
        hold, gain = self._turns.best_hold(self.scores(strategy))
        return hold, float(gain)

    def best_rule(self, strategy: Strategy | None = None) -> Rule:
        """The best reply over all stopping rules, not only "hold at h", by the turn recursion.

        By default against the optimal mixture. A rule that throws at some total and holds at a
        smaller one has ``hold_at`` None.

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
                raise RuleError(
                    f"the weight of hold at {total} is {shown(weight)}, but must be between 0 and 1"
                )
            weights[total] = number
        found = math.fsum(weights.values())
        if not abs(found - 1) <= 1e-9:
            raise RuleError(f"the weights sum to {found}, but must sum to 1: scale them")
        return {hold: weight / found for hold, weight in weights.items()}

    def _advice(self, state: tuple[int, ...]) -> dict[str, Any]:
        return {
            "scores": {str(score): chance for score, chance in self.scores(state[0]).items()},
            **self._any_rule(state[0]),
            "against_the_mixture": self.payoff(state[0], self.mix),
        }

    # --- all holds ----------------------------------------------------------------------------

    def _closest(self, count: int | None, below: float, above: float) -> list[Call]:
        # Both answer the optimal mixture, which is no hold: a state without parts.
        first = min(self.exact.weights)
        calls = [
            Call((), first, hold, float(slack))
            for hold, slack in sorted(self.exact.slack.items(), key=lambda item: item[1])
            if hold != first and above < slack < below
        ]
        return calls[:count]

    def _columns(self) -> dict[str, Any]:
        best = self.matrix.argmax(axis=0)
        return {
            "hold": list(self.game.holds),
            "weight": [self.mix.get(hold, 0.0) for hold in self.game.holds],
            "best": [self.game.holds[row] for row in best],
            "value": self.matrix.max(axis=0),
            "against_the_mixture": [self.payoff(hold, self.mix) for hold in self.game.holds],
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
        hold = self.game.holds[int(self.matrix.max(axis=0).argmin())]
        return hold, *self.best_hold(hold)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What a file of this solution holds; the exact weights stand beside them as text."""
        return {"payoffs": self.matrix, "mix": self.floating}

    def info(self) -> dict[str, Any]:
        """The exact weights of the mixture, as text, and what a hold gains against it."""
        weights = {str(hold): str(weight) for hold, weight in self.exact.weights.items()}
        return {"weights": weights, **super().info()}

    def _facts(self) -> dict[str, Any]:
        hold, reply, gain = self.safest
        return {
            "mix": {str(hold): weight for hold, weight in self.mix.items()},
            "unique": self.unique,
            **super().info(),
            "safest_hold": hold,
            "reply_to_it": reply,
            "gain_of_the_reply": gain,
            **self._any_rule(self.mix),
        }

    def _any_rule(self, strategy: Strategy) -> dict[str, Any]:
        """The best stopping rule against ``strategy``; None where too many totals are met."""
        try:
            rule = self.best_rule(strategy)
        except SizeError:
            return {"any_rule_gain": None, "any_rule_throws_at": None}
        return {"any_rule_gain": rule.gain, "any_rule_throws_at": list(rule.throws_at)}

    def _line(self) -> str:
        kind = "the only" if self.unique else "an"
        return f"{kind} optimal mixture is {_spell(self.mix)}"


class DuelPolicy(Frozen):
    """A mixture of holds.

    Attributes
    ----------
    game : Duel
    mix : dict of int to float
        The weight of each hold that is ever chosen.
    """

    game: Duel
    mix: dict[int, float]

    def __init__(self, game: Duel, mix: Mapping[int, float]) -> None:
        self._set(game=game, mix=FrozenDict(mix))

    def __call__(self) -> dict[int, float]:
        """The holds and their chances; both players choose unseen, so there is no state to see."""
        return dict(self.mix)

    def __repr__(self) -> str:
        return f"<policy for {self.game.name}: {_spell(self.mix)}>"


def _spell(mix: dict[int, float]) -> str:
    return "{" + ", ".join(f"{hold}: {weight:.4f}" for hold, weight in mix.items()) + "}"
