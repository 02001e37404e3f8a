"""How the value of a race changes with the chances of its roll: exact derivatives.

With q(o) the payoff of outcome o of a throw and λ the weight of a throw (how often the first
player makes it, less how often the second does, from their own states), moving the chances p
along p + h (e_o - p) changes the value of the game by

    D_o = Σ over states  λ(state) · (q(o) - Σ_o' p(o') q(o')).

The decisions are kept: as both are best, a change of them is worth nothing to first order. That
fails only where a decision that occurs in play is an exact tie, which a small change settles one
way or the other; the value then has a kink, and a derivative on each side of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..frame import frame_of_rows
from ..games.race import Race
from ..games.spelling import counted, number
from ..memory import require
from ..notebook import InNotebooks
from ..solvers.race import RaceSolution, solve
from ..solvers.race.arrays import Floats, RaceArrays
from ..solvers.race.newton import newton
from ..solvers.solution import TIED
from ..version import VERSION
from .race_visits import Visits

__all__ = ["Derivative", "Sensitivity", "sensitivity"]

_ALIKE = 1e-9
"""One-sided derivatives that differ by no more are one derivative."""

_STEP = 1e-8
_ITERATIONS = 100

Outcome = int | str


class Derivative(NamedTuple):
    """What it does to the value of the game to move the roll towards one of its outcomes."""

    outcome: int | str
    """Points gained, or ``"bust"`` or ``"wipe"``."""
    chance: float
    below: float
    """The derivative from below: for chances moved away from the outcome."""
    above: float
    """The derivative from above: for chances moved towards the outcome."""

    @property
    def kink(self) -> bool:
        """Whether the two differ."""
        return abs(self.above - self.below) > _ALIKE

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {**self._asdict(), "kink": self.kink}


@dataclass(frozen=True, eq=False, repr=False)
class Sensitivity(InNotebooks):
    """Derivatives of the value of a race with respect to every chance of its roll."""

    game: Race
    value: float
    """The chance that the first player wins."""
    derivatives: tuple[Derivative, ...]
    """One for each outcome of the roll: the gains, rising, then bust and wipe."""
    ties: tuple[tuple[int, int, int], ...]
    """The states (own, opp, total) that occur in play and where both decisions are as good as far
    as double precision can tell, to 1e-13."""

    def __getitem__(self, outcome: int | str) -> Derivative:
        """The derivative towards one outcome."""
        for row in self.derivatives:
            if row.outcome == outcome:
                return row
        raise KeyError(outcome)

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "game": self.game.as_dict(),
            "value": self.value,
            "derivatives": [row.as_dict() for row in self.derivatives],
            "ties": [self.game.named(state) for state in self.ties],
            "version": VERSION,
        }

    def to_dataframe(self) -> Any:
        """A pandas DataFrame with a row for each outcome of the roll.

        ``outcome`` is text: the points gained, ``"bust"`` or ``"wipe"``; ``chance``, ``below`` and
        ``above`` are float64, ``kink`` bool.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        return frame_of_rows(
            [row.as_dict() | {"outcome": str(row.outcome)} for row in self.derivatives]
        )

    def _facts_shown(self) -> list[dict[str, Any]]:
        return [row.as_dict() | {"outcome": str(row.outcome)} for row in self.derivatives]

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        rows = ", ".join(f"{row.outcome} {number(row.above)}" for row in self.derivatives)
        ties = f"; {counted(len(self.ties), 'tied decision')} in play" if self.ties else ""
        return f"the first player wins with {number(self.value)}; towards {rows}{ties}"


def sensitivity(game: Race | RaceSolution) -> Sensitivity:
    """Derivatives of the value of a race with respect to the chances of its roll.

    Parameters
    ----------
    game : Race or its solution

    Returns
    -------
    Sensitivity
        For each outcome o the derivative D_o of V(0, 0) along p + h (e_o - p), which makes o
        likelier at the expense of all others in proportion. The derivative along any change δ of
        the chances (that sums to 0) is Σ δ_o D_o; Σ p_o D_o = 0.

    Raises
    ------
    SizeError
        If some 17 goal**3 bytes do not fit in memory.

    Notes
    -----
    O(goal**3 x gains) time in all, the outcomes together. A decision whose payoffs differ by less
    than 1e-13 and that occurs in play counts as a tie; each side of each derivative then takes
    one solve more, which tells how the tie is broken there: exactly tied payoffs that move apart
    at a rate m differ by 1e-8 |m| in the game 1e-8 away (or half the chance of the outcome, if that
    is less), so that a wrong choice, for which |m| must be below about 1e-6, changes a derivative
    by about as little.

    Examples
    --------
    >>> import pigcore
    >>> pig = sensitivity(pigcore.Pig())
    >>> round(pig["bust"].above, 6), round(pig[6].above, 6)
    (-0.101298, 0.03105)
    """
    rules = game.game if isinstance(game, RaceSolution) else game
    require(17 * rules.goal**3, f"the visits of a race to {rules.goal}", "choose a smaller goal")
    solution = game if isinstance(game, RaceSolution) else solve(game)
    game = solution.game
    tables = RaceArrays.of(game)
    rolls, tied = decisions(tables, solution.starts)
    visits = Visits(game, rolls)
    ties = tuple(_ties_in_play(visits, tied))
    chances = _chances(game)
    above = below = _derivatives(solution.starts, tables, visits, chances)
    if ties:
        below, above = (
            {
                outcome: _derivatives(
                    solution.starts,
                    tables,
                    Visits(game, _settled(rolls, tied, _moved(tables, outcome, step))),
                    chances,
                )[outcome]
                # No chance may become negative.
                for outcome, step in ((o, max(side, -p / 2)) for o, p in chances.items())
            }
            for side in (-_STEP, _STEP)
        )
    rows = (Derivative(o, p, below[o], above[o]) for o, p in chances.items())
    return Sensitivity(game, solution.value, tuple(rows), ties)


def decisions(tables: RaceArrays, starts: Floats) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The chance to roll, 1/2 at ties, and where the ties are; (goal, goal, goal) each.

    At [own, own + total, opp], as in :class:`Visits`.
    """
    rolls = np.zeros((tables.goal,) * 3, dtype=np.float32)
    tied = np.zeros(rolls.shape, dtype=bool)
    for own, margin in margins(tables, starts):
        tied[own, own + 1 :] = np.abs(margin[1:]) <= TIED
        rolls[own, own:] = np.where(tied[own, own:], 0.5, margin > 0)
        rolls[own, own] = 1.0
    return rolls, tied


def margins(tables: RaceArrays, starts: Floats) -> Iterator[tuple[int, Floats]]:
    """Yield (own, margins) for each own: float64 (goal - own, goal) at [total, opp].

    P(mover wins) of a throw less that of holding; at total 0 one must throw.
    """
    held = tables.held(starts)
    for own in range(tables.goal):
        rolled = tables.rolled_at(held, own, tables.goal)[own:]
        yield own, rolled - held[own : tables.goal, : tables.goal]


def _chances(game: Race) -> dict[Outcome, float]:
    roll = game.roll
    found: dict[Outcome, float] = {gain: float(chance) for gain, chance in roll.gains}
    losses = {"bust": float(roll.bust), "wipe": float(roll.wipe)}
    return found | {name: chance for name, chance in losses.items() if chance}


def _ties_in_play(visits: Visits, tied: NDArray[np.bool_]) -> Iterator[tuple[int, int, int]]:
    # Rolling there with chance 1/2, play reaches whatever either decision leads to.
    for own, often in visits.reached():
        for opp, total in np.argwhere((tied[own, own:] & (often > 0)).T).tolist():
            yield own, opp, total


def _moved(tables: RaceArrays, outcome: Outcome, step: float) -> RaceArrays:
    """The game with the chances p + step (e - p), where e is sure of ``outcome``."""
    chances = tables.chances * (1.0 - step)
    bust, wipe = tables.bust * (1.0 - step), tables.wipe * (1.0 - step)
    if outcome == "bust":
        bust += step
    elif outcome == "wipe":
        wipe += step
    else:
        chances[tables.gains == _clamped(tables, outcome)] += step
    return replace(tables, chances=chances, thrown=np.array([[bust, wipe]]))


def _clamped(tables: RaceArrays, gain: Outcome) -> int:
    return min(int(gain), tables.goal + tables.exact)


def _settled(
    rolls: NDArray[np.float32], tied: NDArray[np.bool_], near: RaceArrays
) -> NDArray[np.float32]:
    """The decisions, at ties those of a game nearby."""
    (starts,), *_ = newton(near, [None], 1e-15, _ITERATIONS)
    settled = rolls.copy()
    for own, margin in margins(near, starts):
        settled[own, own:][tied[own, own:]] = margin[tied[own, own:]] > 0
    return settled


def _derivatives(
    starts: Floats, tables: RaceArrays, visits: Visits, chances: dict[Outcome, float]
) -> dict[Outcome, float]:
    """D_o for every outcome, under the decisions of ``visits``."""
    goal = tables.goal
    held = tables.held(starts)
    weights = visits.starts[0] - visits.starts[1]
    sums = dict.fromkeys(chances, 0.0)
    for own, thrown in visits.throws():
        left = goal - own
        weight = thrown * weights[own]
        hold = held[own:goal, :goal]
        worth = np.maximum(hold, tables.rolled_at(held, own, goal)[own:])
        bust, wipe = held[tables.landing[own], :goal], held[0, :goal]
        for outcome in chances:
            if outcome == "bust":
                sums[outcome] += float((weight @ bust).sum())
            elif outcome == "wipe":
                sums[outcome] += float((weight @ wipe).sum())
            else:
                gain = _clamped(tables, outcome)
                stays = max(left - gain, 0)
                sums[outcome] += float((weight[:stays] * worth[gain:]).sum())
                # The first total that leaves the turn reaches the goal; those above it pass it.
                past = stays + (gain <= left)
                if tables.exact:
                    sums[outcome] += float((weight[past:] @ bust).sum())
                else:
                    past = left
                sums[outcome] += float(weight[stays:past].sum())
    mean = sum(chance * sums[outcome] for outcome, chance in chances.items())
    return {outcome: total - mean for outcome, total in sums.items()}
