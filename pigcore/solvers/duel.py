"""Duels: what a turn scores, a linear program, and its solution proved in whole numbers.

The turn total k is ever reached with the chance a(k), and where the turn would have been held makes
no difference to how often it comes to k before:

    a(0) = 1,   a(k) = Σ_g p_g a(k − g)
    P(score = x | hold at h) = Σ_{k < h <= x} a(k) p_{x−k}     and the rest scores 0

With D the common denominator of a throw and n the most throws of a turn, all of these are whole
numbers over D^n, as at most k / (the smallest gain) throws come before the total k.

Both players choose from the same holds, so the payoff matrix A is antisymmetric and the value
is 0. A mixture x is optimal for both if and only if no hold gains against it: A x <= 0.

The floating-point linear program only proposes a few holds. Their game is solved by the simplex
method in whole numbers, and the hold that gains most is added until none gains: that is the proof.

Uniqueness. What the simplex method finds is a vertex x. Let S be its support, T the holds that
lose nothing against it, (A x)_h = 0; S is a subset of T. Against any other optimal y, x pays 0, so
y lives on T. If T = S, A_SS (y − x) = 0, and x would lie between two optimal mixtures, which no
vertex does. If T is larger, x is not unique: by A. Goldman and A. Tucker, "Theory of Linear
Programming" (1956), two optimal mixtures x, y exist with x_h > 0 or (A y)_h < 0 for each h, and
were there only one, then S = T.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..games.duel import Duel
from ..games.errors import RuleError, SizeError
from ..games.game import Frozen, FrozenDict
from ..games.spelling import shown
from ..memory import require
from .solution import Call, Solution, immutable

TOLERANCE = 1e-12
"""What a hold may gain against the mixture, as the payoffs and weights are rounded."""

TIE = 1e-13
"""Payoffs of floats that differ by no more agree."""

MOST_BITS = 60_000
"""Of the fractions that are chances of turn scores; with more, exact sums take minutes."""

MOST_STEPS = 20_000_000
"""Ways (hold, last total, last throw) for turns to end; exact chances of more take minutes."""

MOST_TOTALS = 1_000_000

Floats = NDArray[np.float64]

Scores = Mapping[int, Any]
"""Turn scores, rising, and their chances; these are all floats, all fractions, or whole parts."""

Strategy = int | Mapping[int, float | Fraction]
"""A total to hold at, or a mixture {hold: weight} whose weights sum to 1."""


# --- turns ----------------------------------------------------------------------------------------


class TurnScores:
    """What the holds of a duel score, exactly.

    Raises
    ------
    SizeError
        If exact chances would take minutes.
    """

    whole: int
    """What all scores of a hold are parts of."""

    def __init__(self, game: Duel) -> None:
        below, top = game.roll.denominator, game.holds[-1]
        self._gains = [(g, int(p * below)) for g, p in game.roll.gains]
        gains = [g for g, _ in self._gains] or [top]
        throws = (top - 1) // gains[0] + 1
        steps = len(self._gains) * max(len(game.holds) * min(gains[-1], top), top + gains[-1])
        if steps > MOST_STEPS:
            raise SizeError(
                f"the turns of {len(game.holds)} holds take {steps:,} steps, but at most "
                f"{MOST_STEPS:,} are made: take fewer holds or a roll of fewer gains"
            )
        bits = below.bit_length() * (top // gains[0] + 1)
        if self._gains and bits > MOST_BITS:
            raise SizeError(
                f"the exact chances of hold at {top} are fractions of up to {bits:,} "
                f"bits, but at most {MOST_BITS:,} are computed with: take smaller holds or chances "
                "of fewer digits"
            )
        self.whole = below**throws
        # a(k) in parts of the whole; what is divided by the denominator of a throw is a multiple.
        self._reached = [self.whole]
        for k in range(1, top):
            ways = (weight * self._reached[k - g] for g, weight in self._gains if g <= k)
            self._reached.append(sum(ways) // below)
        self._below = below
        self._scores: dict[int, Scores] = {}

    def scores(self, hold: int) -> Scores:
        """What "hold at ``hold``" scores, in parts of the whole."""
        if hold not in self._scores:
            found: dict[int, int] = {}
            most = self._gains[-1][0] if self._gains else 0
            for k in range(max(0, hold - most), hold):
                for g, weight in self._gains:
                    if k + g >= hold and self._reached[k]:
                        found[k + g] = found.get(k + g, 0) + self._reached[k] * weight
            rising = {x: found[x] // self._below for x in sorted(found)}
            self._scores[hold] = {0: self.whole - sum(rising.values())} | rising
        return self._scores[hold]

    def chances(self, hold: int) -> dict[int, float]:
        """The same as chances."""
        return {x: part / self.whole for x, part in self.scores(hold).items()}

    def payoff(self, first: Scores, second: Scores) -> Any:
        """P(first is higher) − P(second is higher), in parts of the wholes' product."""
        worth = worth_against(second)
        return sum(p * worth(x) for x, p in first.items())


def mixed(scores: Callable[[int], Scores], mixture: Mapping[int, Any]) -> Scores:
    """What the mixture {hold: weight} scores."""
    found: dict[int, Any] = {}
    for hold, weight in mixture.items():
        for x, p in scores(hold).items():
            found[x] = found.get(x, 0) + weight * p
    return dict(sorted(found.items()))


def worth_against(opponent: Scores) -> Callable[[int], Any]:
    """w(x) = P(opponent < x) − P(opponent > x)."""
    scores = sorted(opponent)
    up_to = [0, *accumulate(opponent[x] for x in scores)]
    return lambda x: up_to[bisect_left(scores, x)] + up_to[bisect_right(scores, x)] - up_to[-1]


def mixture_of(game: Duel, strategy: Strategy) -> dict[int, float]:
    """A hold or a mixture, checked, with weights that sum to 1."""
    if not isinstance(strategy, Mapping):
        return {game.check_state(strategy)[0]: 1.0}
    weights: dict[int, float] = {}
    for hold, weight in strategy.items():
        total = game.check_state(hold)[0]
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


class Rule(NamedTuple):
    """The best of all stopping rules against an opponent."""

    gain: float
    """P(win) − P(lose) of the rule."""
    throws_at: tuple[int, ...]
    """The turn totals it can get to and throws at; at all others it holds."""


# --- the equilibrium ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Equilibrium:
    """An optimal mixture in fractions, with what proves it."""

    weights: dict[int, Fraction]
    """The mixture: {hold: weight}, all weights positive, their sum 1."""
    value: Fraction
    """The value of the duel; 0, since the game is symmetric."""
    slack: dict[int, Fraction]
    """What each hold loses against the mixture; none is negative."""
    unique: bool
    """Whether no other mixture of different turns is optimal."""


def equilibrium(turns: Any, holds: Sequence[int], support: Iterable[int] = ()) -> Equilibrium:
    """The equilibrium over ``holds``, no two of them alike, from a proposed ``support``."""
    chosen = {*support} or {holds[0]}
    while True:
        parts = _simplex(turns, sorted(chosen))
        opponent = mixed(turns.scores, parts)
        lost = {h: -turns.payoff(turns.scores(h), opponent) for h in holds}
        worst = min(holds, key=lost.__getitem__)
        if lost[worst] >= 0:
            break
        chosen.add(worst)
    unique = [hold for hold in holds if lost[hold] == 0] == [*parts]
    whole = sum(parts.values())
    weights = {hold: Fraction(part, whole) for hold, part in parts.items()}
    slack = {hold: Fraction(one, whole * turns.whole**2) for hold, one in lost.items()}
    return Equilibrium(FrozenDict(weights), Fraction(0), FrozenDict(slack), unique)


def _simplex(turns: Any, holds: Sequence[int]) -> dict[int, int]:
    """A vertex of the optimal mixtures of a few holds, in parts: the u >= 0 with A u <= 0 and
    Σu <= 1 of largest Σu.

    G. Dantzig's simplex method from the vertex u = 0 with R. Bland's rule (1977), the smallest
    index in and out, which cannot cycle. In whole numbers, all over the last pivot: each is a minor
    of the matrix, as in E. Bareiss's elimination (1968).
    """
    n = len(holds)
    rows = [[turns.payoff(turns.scores(a), turns.scores(b)) for b in holds] for a in holds]
    common = math.gcd(*(one for row in rows for one in row)) or 1
    rows = [[*(one // common for one in row), 0] for row in rows] + [[1] * (n + 1)]
    cost = [*[-1] * n, 0]
    outside = list(range(n))  # the variable of each column: 0 there; u are 0 … n − 1
    inside = list(range(n, 2 * n + 1))  # the variable of each row
    last = 1
    while min(cost[:-1]) < 0:
        _, c = min((v, c) for c, v in enumerate(outside) if cost[c] < 0)
        _, _, r = min(
            (Fraction(row[-1], row[c]), v, r)
            for r, (row, v) in enumerate(zip(rows, inside, strict=True))
            if row[c] > 0
        )
        inside[r], outside[c] = outside[c], inside[r]
        pivots, pivot = rows[r], rows[r][c]
        for row in (*rows[:r], *rows[r + 1 :], cost):
            factor = row[c]
            row[:] = [(x * pivot - factor * y) // last for x, y in zip(row, pivots)]
            row[c] = -factor
        pivots[c], last = last, pivot
    found = {v: row[-1] for v, row in zip(inside, rows, strict=True)}
    return {hold: found[k] for k, hold in enumerate(holds) if found.get(k)}


# --- the solver ---------------------------------------------------------------------------------


def solve(
    game: Duel,
    *,
    weights: Mapping[str, object] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> DuelSolution:
    """Solve a duel: a linear program, proved in whole numbers.

    O(holds² x scores) for the matrix; then scipy's HiGHS, and the simplex method for its support.
    ``weights`` of a saved mixture, whose holds are tried first, take the place of the program.

    Examples
    --------
    >>> import pigcore
    >>> duel = pigcore.solve(pigcore.Duel(holds=range(2, 41)))
    >>> duel.value, duel.exact.unique, round(duel.mix[21], 6)
    (0.0, True, 0.346729)
    >>> duel.best(20), duel.payoffs(20)[2]
    ((2,), 0.14499...)
    """
    if not isinstance(game, Duel):
        raise RuleError(f"{shown(game)} is not a duel: make one with pigcore.Duel(roll, holds)")
    tell = progress or (lambda done, of: None)
    turns = TurnScores(game)
    payoffs = _payoffs(game, turns)
    # Holds of the same turn follow one another.
    alike = [tuple(several) for _, several in groupby(game.holds, turns.scores)]
    holds = [group[0] for group in alike]
    tell(1, 3)
    known = weights if isinstance(weights, Mapping) else {}
    support = [hold for hold in holds if str(hold) in known]
    if not support:
        rows = [game.holds.index(hold) for hold in holds]
        mix = mixture(payoffs[np.ix_(rows, rows)])
        support = [hold for hold, weight in zip(holds, mix) if weight > 1e-9]
    tell(2, 3)
    exact = equilibrium(turns, holds, support)
    tell(3, 3)
    return DuelSolution(game, matrix=payoffs, exact=exact, turns=turns, alike=tuple(alike))


def _payoffs(game: Duel, turns: TurnScores) -> Floats:
    """The payoff matrix."""
    scores = [turns.chances(hold) for hold in game.holds]
    points = sorted(set().union(*scores))
    require(
        24 * len(scores) * (len(points) + len(scores)),
        f"the payoffs of {len(scores)} holds",
        "take fewer holds",
    )
    column = {x: n for n, x in enumerate(points)}
    chances = np.zeros((len(scores), len(points)))
    for row, score in zip(chances, scores, strict=True):
        row[[column[x] for x in score]] = list(score.values())
    up_to = chances.cumsum(axis=1)
    payoffs = chances @ (2 * up_to - chances - 1).T
    half: Floats = (payoffs - payoffs.T) / 2
    return half


def mixture(payoffs: Floats) -> Floats:
    """An optimal mixture by linear programming: max v, x A >= v, x >= 0, Σx = 1."""
    from scipy.optimize import linprog

    n = len(payoffs)
    found = linprog(
        c=np.append(np.zeros(n), -1.0),
        A_ub=np.hstack([-payoffs.T, np.ones((n, 1))]),
        b_ub=np.zeros(n),
        A_eq=np.append(np.ones(n), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
        method="highs-ds",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    # The exact layer needs no more than a proposal; without one it starts from the first hold.
    return np.zeros(n) if found.x is None else np.asarray(found.x[:n])


# --- the solution -------------------------------------------------------------------------------


class DuelSolution(Solution[Duel, int]):
    """A solved duel; a state is a hold to answer, an action the hold that answers it.

    Attributes
    ----------
    game : Duel
    matrix : float64 array (holds, holds), read-only
        P(win) − P(lose) of ``game.holds[row]`` against ``game.holds[column]``.
    exact : Equilibrium
        The optimal mixture and the value in fractions, whether it is unique, and what each hold
        loses against it.
    tolerance : float
        1e-12.
    alike : tuple of tuple of int
        The holds in groups that no throw distinguishes; a mixture uses the first of each group, and
        ``exact.unique`` counts a group as one strategy.
    """

    matrix: Floats
    exact: Equilibrium
    tolerance: float
    alike: tuple[tuple[int, ...], ...]
    _turns: TurnScores

    def __init__(
        self,
        game: Duel,
        *,
        matrix: Floats,
        exact: Equilibrium,
        turns: TurnScores,
        alike: tuple[tuple[int, ...], ...],
    ) -> None:
        self._set(
            game=game,
            matrix=immutable(matrix),
            exact=exact,
            tolerance=TOLERANCE,
            alike=alike,
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
        return max(float((self.matrix @ self._weights(self.mix)).max()), 0.0)

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
        return dict(mixed(self._turns.chances, mixture_of(self.game, strategy)))

    def payoff(self, first: Strategy, second: Strategy) -> float:
        """P(first wins) − P(second wins)."""
        return float(self._weights(first) @ self.matrix @ self._weights(second))

    def best_hold(self, strategy: Strategy) -> tuple[int, float]:
        """The hold of the game that does best against ``strategy``, and its P(win) − P(lose).

        Holds that do equally well, to 1e-13, are taken smallest first.
        """
        gains = self.matrix @ self._weights(strategy)
        best = int((gains >= gains.max() - TIE).argmax())
        return self.game.holds[best], float(gains[best])

    def best_rule(self, strategy: Strategy | None = None) -> Rule:
        """The best reply over all stopping rules, not only "hold at h", by the turn recursion.

        By default against the optimal mixture.

        With w(k) the payoff of a score k, the value of a turn total k > 0 is
        u(k) = max(w(k), c(k)), where throwing pays c(k) = p_bust w(0) + Σ_g p_g u(k + g); the
        first throw is forced. Above the opponent's largest score w = 1 and one holds. Payoffs that
        agree to 1e-13 are held.

        Examples
        --------
        >>> import pigcore
        >>> pigcore.solve(pigcore.Duel()).best_rule().gain
        0.000249...
        """
        strategy = self.mix if strategy is None else strategy
        opponent, roll = self.scores(strategy), self.game.roll
        gains, bust = [(g, float(p)) for g, p in roll.gains], float(roll.bust + roll.wipe)
        worth = worth_against(opponent)
        # No throw pays more than this: what follows a total that is worth as much held is not
        # looked at.
        most = bust * worth(0) + 1 - bust
        value: dict[int, float] = {}
        throws = set()
        for k in reversed(_totals(gains, max(opponent), lambda k: worth(k) + TIE < most)):
            held = worth(k)
            thrown = bust * worth(0) + sum(p * value.get(k + g, 1.0) for g, p in gains)
            value[k] = held
            if k == 0 or thrown > held + TIE:
                value[k] = thrown
                throws.add(k)
        met = {0}
        for k in sorted(throws):
            if k in met:
                met |= {k + g for g, _ in gains}
        return Rule(value[0], tuple(sorted(met & throws)))

    def _weights(self, strategy: Strategy) -> Floats:
        """The weight of each hold of the game."""
        mixture = mixture_of(self.game, strategy)
        return np.array([mixture.get(hold, 0.0) for hold in self.game.holds])

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
            "weight": self._weights(self.mix).tolist(),
            "best": [self.game.holds[row] for row in best],
            "value": self.matrix.max(axis=0),
            "against_the_mixture": (self.matrix @ self._weights(self.mix)).tolist(),
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
        return {"payoffs": self.matrix, "mix": self._weights(self.mix)}

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


def _totals(
    gains: list[tuple[int, float]], top: int, thrown_at: Callable[[int], bool]
) -> list[int]:
    """The totals up to ``top`` that throws at 0 and at some totals can add up to, rising.

    Raises
    ------
    SizeError
        If there are too many, as where one gain is 1 and another a billion.
    """
    found, last = {0}, [0]
    while last:
        reached = {k + g for k in last for g, _ in gains if k + g <= top} - found
        found |= reached
        last = [*filter(thrown_at, reached)]
        if len(found) > MOST_TOTALS:
            raise SizeError(
                f"the best stopping rule would look at more than {MOST_TOTALS:,} turn totals: "
                "take a roll with gains of a like size"
            )
    return sorted(found)


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
