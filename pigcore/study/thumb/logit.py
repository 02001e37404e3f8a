"""The statistical way of the literature: logistic regression of the decision on what one sees.

    log(P(roll) / P(hold)) = const + opp · c_opp + hand · c_hand + own · c_own

Fitted to the decisions of best play, it is a linear rule: roll where the right side is positive,
which with c_hand < 0 is to hold from hand >= (const + opp c_opp + own c_own) / -c_hand on. What
that rule really wins is another matter than how many states it classifies as best play does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.linalg import LinAlgError
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.game import Game
from ...games.race import Race
from ...games.spelling import nearest, number, shown
from ...memory import require
from ...play.policies import linear
from ...result import Fact, Result
from ...solvers.race import solve
from .rules import Rule, wins

Floats = NDArray[np.float64]

READINGS = {
    "cube": "all (own, opp, hand) of 0 … goal − 1, not rolling where own + hand reaches the goal",
    "cube-0": "the same, and at hand 0 one does not roll",
    "states": "the states where there is a choice: hand > 0 and own + hand short of the goal",
}
"""Which states are looked at, and how the decision is coded in those that are none."""

_NAMES = ("const", "opp", "hand", "own")
_DIGITS = 6
_STEPS = 35
_CLOSE = 1e-8
"""Newton's method has settled when no coefficient moves by more."""


class Coefficient(NamedTuple):
    """A coefficient of the regression."""

    name: str
    value: float
    error: float
    """Its standard error."""
    z: float
    """The value divided by its error."""


@dataclass(frozen=True, repr=False)
class Regression(Result):
    """A logistic regression of the decision to roll."""

    game: Race
    reading: str
    """Which states: a name in ``READINGS``."""
    states: int
    mean: float
    """The share that rolls."""
    coefficients: tuple[Coefficient, ...]
    mcfadden: float
    """McFadden's R²: 1 − log-likelihood / that of the mean alone."""
    confusion: tuple[tuple[float, float], tuple[float, float]]
    """Shares at [best play rolls: no, yes][the fitted rule rolls: no, yes]."""
    rule: Rule | None
    """The fitted rule as a policy, with what it wins; None where it does not hold large hands."""

    _HEADS: ClassVar[Mapping[str, str]] = {
        "name": "", "value": "coefficient", "error": "error", "z": "z",
    }  # fmt: skip

    @property
    def right(self) -> float:
        """The share that is classified as best play decides."""
        return self.confusion[0][0] + self.confusion[1][1]

    def rows(self, count: int | None = None) -> list[dict[str, Any]]:
        """The coefficients."""
        return [coefficient._asdict() for coefficient in self.coefficients[:count]]

    def facts(self) -> Iterable[Fact]:
        """How well it fits, and what the fitted rule wins."""
        each = {row.pop("name"): row for row in self.rows()}
        fitted = self.rule
        yield Fact("reading", self.reading, None)
        yield Fact("states", self.states)
        yield Fact("mean", self.mean, "rolls")
        yield Fact("coefficients", each, None)
        yield Fact("mcfadden", self.mcfadden, "McFadden's R²")
        yield Fact("right", self.right)
        holds, rolls = ", ".join(map(number, self.confusion[0])), self.confusion[1]
        yield Fact("confusion", self.confusion, "holds, predicted hold, roll", holds)
        yield Fact("rolls", rolls, "rolls, predicted hold, roll")
        none = "it would roll with more rather than with less"
        yield Fact("rule", fitted, "as a rule", fitted.spec if fitted else none)
        if fitted:
            yield Fact("loss", fitted.loss)
            yield Fact("exploitability", fitted.exploitability)

    def __str__(self) -> str:
        values = ", ".join(f"{one.name} {one.value:.6g}" for one in self.coefficients)
        return f"{values}; {100 * self.right:.1f}% right"


def decision_regression(game: Race, reading: str = "cube") -> Regression:
    """Regress the decisions of best play on own score, opponent's score and hand (turn total).

    Parameters
    ----------
    game : Race
    reading : str
        ``"cube"``: all goal**3 combinations; those that are not states count as holding, as in the
        literature's million rows. ``"cube-0"``: the same, and hand 0 counts as holding.
        ``"states"``: the states with a choice.

    Returns
    -------
    Regression

    Raises
    ------
    RuleError
        If the game is not a race, there is no such reading, or a linear rule makes all decisions.
    SizeError
        If it would not fit in memory.

    Notes
    -----
    O(goal**3) rows. Standard errors are those of the model, as if decisions were drawn at random.
    Best play is not a sample, so they describe how sharp the likelihood is, not how certain the
    result is. Source of the question: D. Batten, "Optimal Pass the Pigs Strategy (Part Two)", table
    of a reader.

    Examples
    --------
    >>> import pigcore
    >>> print(decision_regression(pigcore.HoldOrContinue(20), "states"))
    const 3.0013, opp -0.0190467, hand -0.157717, own -0.000251953; 81.4% right
    """
    if not isinstance(game, Race) or game.players > 2 or not game.single:
        called = game.name if isinstance(game, Game) else shown(game)
        raise RuleError(
            f"no regression fits {called}, which is not a race of two with single rolls: give one "
            "such as pigcore.Pig(), or ask for rules of thumb"
        )
    if not isinstance(reading, str) or reading not in READINGS:
        raise RuleError(f"there is no reading {shown(reading)}: {nearest(str(reading), READINGS)}")
    require(200 * game.goal**3, f"a regression of {game.goal}³ rows", "choose a smaller goal")
    columns, rolls = _rows(game, reading)
    if not 0 < rolls.sum() < len(rolls):
        raise RuleError(
            f"in {game.name} to {game.goal} best play {'always' if rolls.all() else 'never'} rolls"
            ", so there is nothing to regress: choose a larger goal"
        )
    values, errors, mcfadden = _fit(columns, rolls)
    says, each = columns @ values > 0, zip(_NAMES, values.tolist(), errors.tolist())
    coefficients = tuple(Coefficient(name, one, off, one / off) for name, one, off in each)
    confusion: Any = tuple(
        tuple(float(((rolls == was) & (says == said)).mean()) for said in (False, True))
        for was in (False, True)
    )
    return Regression(
        game, reading, len(rolls), float(rolls.mean()), coefficients, mcfadden, confusion,
        _rule(game, values),
    )  # fmt: skip


def _rows(game: Race, reading: str) -> tuple[Floats, Floats]:
    """1, opponent's score, hand and own score of every row; and 1 where best play rolls."""
    decisions = solve(game).decisions()
    places: NDArray[np.int64] = np.indices(decisions.shape)
    own, opp, hand = places
    kept = (decisions >= 0) & (hand > 0) | (reading != "states")
    rolls = (decisions == 1) & ((hand > 0) | (reading != "cube-0"))
    columns = [np.ones_like(own), opp, hand, own]
    seen: Floats = np.stack([column[kept] for column in columns], axis=1).astype(np.float64)
    return seen, rolls[kept].astype(np.float64)


def _fit(columns: Floats, rolls: Floats) -> tuple[Floats, Floats, float]:
    """The likeliest coefficients by Newton's method, their standard errors, and McFadden's R²."""
    values: Floats = np.zeros(columns.shape[1])
    step: Any = np.ones(1)
    with np.errstate(all="ignore"):
        for _ in range(_STEPS):
            chance = 1.0 / (1.0 + np.exp(-columns @ values))
            bend = columns.T @ (columns * (chance * (1.0 - chance))[:, None])
            if abs(step).max() <= _CLOSE:
                break
            try:
                step = np.linalg.solve(bend, columns.T @ (rolls - chance))
            except LinAlgError:
                step = np.full(1, np.inf)
                break
            values = values + step
    if not abs(step).max() <= _CLOSE:
        raise RuleError(
            "a linear rule makes every decision as best play does, or nearly so, and no "
            "coefficients are the likeliest: choose a larger goal"
        )
    likely = -np.logaddexp(0.0, (1.0 - 2.0 * rolls) * (columns @ values)).sum()
    mean = rolls.mean()
    alone = len(rolls) * (mean * np.log(mean) + (1.0 - mean) * np.log(1.0 - mean))
    return values, np.sqrt(np.diag(np.linalg.inv(bend))), float(1.0 - likely / alone)


def _rule(game: Race, values: Floats) -> Rule | None:
    """The linear rule that a regression means."""
    const, opp, hand, own = (float(value) for value in values)
    if hand >= 0:
        return None
    constants = tuple(round(one / -hand, _DIGITS) for one in (const, own, opp))
    policy = linear(*constants)
    return Rule(game, "regression", ("a", "b", "c"), constants, policy, *wins(game, policy))
