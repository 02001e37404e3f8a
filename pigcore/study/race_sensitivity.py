"""How the value of a race of two changes with the chances of its throws: exact derivatives.

With q(o) the payoff of outcome o of a throw in a mode and λ the weight of a throw there (how often
the first player makes it, less how often the second does, from their own states), moving the
chances p of that mode along p + h (e_o - p) changes the value of the game by

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
from ..games.dice import Dice
from ..games.errors import RuleError, SizeError
from ..games.race import Race
from ..games.rules import family_of
from ..games.spelling import counted, number
from ..memory import require
from ..notebook import InNotebooks
from ..solvers.race import RaceSolution, solve
from ..solvers.race.arrays import BANKS, DEAD, Floats, RaceArrays, arrays_to_ask
from ..solvers.race.chain import Chain
from ..solvers.race.decided import Decisions, Opponents
from ..solvers.race.newton import newton
from ..solvers.race.turns import Turns
from ..solvers.solution import TIED
from ..version import VERSION

__all__ = ["Derivative", "Sensitivity", "Visits", "decisions", "payoffs", "sensitivity"]

MOST_OUTCOMES = 2_000

_ALIKE = 1e-9
"""One-sided derivatives that differ by no more are one derivative."""

_STEP = 1e-8
_ITERATIONS = 100

Rolls = list[NDArray[np.float32]]
"""The chance to throw, by own units: (rows, modes, goal) at [units of the turn, mode, opp]."""

Ties = list[NDArray[np.bool_]]


class Derivative(NamedTuple):
    """What it does to the value of the game to move a throw towards one of its outcomes."""

    outcome: int | str
    """Points gained, or ``"bust"`` or ``"wipe"``; where a turn has several modes, ``"MODE: bust"``
    and ``"MODE: GAIN to MODE"``, modes being their words."""
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
    """Derivatives of the value of a race with respect to every chance of its throws."""

    game: Race
    value: float
    """The chance that the first player wins."""
    derivatives: tuple[Derivative, ...]
    """One for each outcome of a throw: by mode the gains, rising, then bust and wipe."""
    ties: tuple[tuple[Any, ...], ...]
    """The states that occur in play and where both decisions are as good as far as double precision
    can tell, to 1e-13."""

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
        """A pandas DataFrame with a row for each outcome of a throw.

        ``outcome`` is text; ``chance``, ``below`` and ``above`` are float64, ``kink`` bool.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        return frame_of_rows(self._facts_shown())

    def _facts_shown(self) -> list[dict[str, Any]]:
        return [row.as_dict() | {"outcome": str(row.outcome)} for row in self.derivatives]

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        rows = ", ".join(f"{row.outcome} {number(row.above)}" for row in self.derivatives)
        ties = f"; {counted(len(self.ties), 'tied decision')} in play" if self.ties else ""
        return f"the first player wins with {number(self.value)}; towards {rows}{ties}"


def sensitivity(game: Any) -> Sensitivity:
    """Compute the derivatives of the value of a race with respect to the chances of its throws.

    Parameters
    ----------
    game : Race or its solution
        Of two players, whose throws leave no choice, without a last turn.

    Returns
    -------
    Sensitivity
        For each outcome o of a throw the derivative D_o of V(0, 0) along p + h (e_o - p), which
        makes o likelier at the expense of all others in proportion; where a turn has several modes,
        of the throws in one of them. The derivative along any change δ of the chances (that sums to
        0) is Σ δ_o D_o; Σ p_o D_o = 0. It is exact up to rounding, and two-sided where a tie in
        play makes a kink.

    Raises
    ------
    RuleError
        If the game is no such race.
    SizeError
        If some 17 goal**3 bytes for each mode do not fit in memory, or there are more than 2,000
        outcomes.

    Notes
    -----
    O(goal**3 x outcomes) time in all. A decision whose payoffs differ by less than 1e-13 and that
    occurs in play counts as a tie; each side of each derivative then takes one solve more, which
    tells how the tie is broken there: exactly tied payoffs that move apart at a rate m differ by
    1e-8 m in the game 1e-8 away (or half the chance of the outcome, if that is less), so that a
    wrong choice, for which m must be below about 1e-6, changes a derivative by about as little.

    Examples
    --------
    >>> import pigcore
    >>> pig = pigcore.sensitivity(pigcore.Pig())
    >>> round(pig["bust"].above, 9), pig["bust"].kink
    (-0.101298394, False)
    """
    rules = getattr(game, "game", game)
    family = family_of(rules)
    if not isinstance(rules, Race) or rules.players > 2 or not _is_plain(rules):
        raise RuleError(
            f"there is no study of the chances of a throw for {rules.name} ({family}): give a race "
            "of two players without a last turn whose throws leave no choice"
        )
    goal, modes = rules.units, len(rules.turn.modes)
    require(17 * goal**3 * modes, f"the visits of a race to {rules.goal}", "choose a smaller goal")
    solution = game if isinstance(game, RaceSolution) else solve(rules)
    tables = arrays_to_ask(rules)
    outcomes = _outcomes(rules, tables)
    if len(outcomes) > MOST_OUTCOMES:
        raise SizeError(
            f"throws of {rules.name} have {len(outcomes):,} outcomes, but derivatives are computed "
            f"for at most {MOST_OUTCOMES:,}: describe what is in hand by less"
        )
    rolls, tied = decisions(tables, solution.starts)
    visits = Visits(rules, rolls)
    ties = tuple(
        solution._state(own, opp, points, mode) for own, opp, points, mode in visits.meets(tied)
    )
    above = below = _derivatives(solution.starts, tables, visits, outcomes)
    if ties:
        below, above = (
            [
                _derivatives(
                    solution.starts,
                    tables,
                    Visits(rules, _settled(rolls, tied, _moved(tables, outcome, step))),
                    outcomes,
                )[n]
                # No chance may become negative.
                for n, outcome in enumerate(outcomes)
                for step in [max(side, -outcome.chance / 2)]
            ]
            for side in (-_STEP, _STEP)
        )
    rows = (Derivative(o.name, o.chance, low, high) for o, low, high in zip(outcomes, below, above))
    return Sensitivity(rules, solution.value, tuple(rows), ties)


def _is_plain(game: Race) -> bool:
    return not (game.turn.chooses or isinstance(game.turn.source, Dice) or game.last_turn)


# --- outcomes of throws ---------------------------------------------------------------------------

_BUST, _WIPE = -1, -2


class _Outcome(NamedTuple):
    name: int | str
    mode: int
    set: int
    """Which set of options, or ``_BUST`` or ``_WIPE``."""
    chance: float


def _outcomes(game: Race, tables: RaceArrays) -> list[_Outcome]:
    """What throws may come to, by mode."""
    found = []
    for place, mode in enumerate(game.turn.modes):
        if mode.throw is None:
            continue
        before = "" if len(game.turn.modes) == 1 else f"{mode.word}: "
        for n, outcome in enumerate(mode.throw.outcomes):
            ((gain, after, _),) = outcome.options
            name = f"{before}{gain} to {game.turn.modes[after].word}" if before else gain
            at = int(tables.sets[place]) + n
            if tables.single:  # gains that reach the goal from anywhere are one there
                clamped = min(gain, tables.goal + tables.exact)
                at = int(np.flatnonzero(tables.gains == clamped)[0])
            found.append(_Outcome(name, place, at, float(outcome.chance)))
        for name, at, chance in (
            ("bust", _BUST, mode.throw.bust),
            ("wipe", _WIPE, mode.throw.wipe),
        ):
            if chance:
                found.append(_Outcome(before + name, place, at, float(chance)))
    return found


def _moved(tables: RaceArrays, outcome: _Outcome, step: float) -> RaceArrays:
    """The game with the chances p + step (e - p), where e is sure of ``outcome``."""
    chances, thrown = tables.chances.copy(), tables.thrown.copy()
    chances[tables.owner == outcome.mode] *= 1.0 - step
    thrown[outcome.mode] *= 1.0 - step
    if outcome.set >= 0:
        chances[outcome.set] += step
    else:
        thrown[outcome.mode, 0 if outcome.set == _BUST else 1] += step
    return replace(tables, chances=chances, thrown=thrown)


# --- decisions, and what play comes to ------------------------------------------------------------


def payoffs(tables: RaceArrays, starts: Floats) -> Iterator[tuple[int, Floats, Floats]]:
    """Yield (own, bank, throw) as ``RaceSolution.all_payoffs`` does, of any chances."""
    held = tables.held(starts)
    for own in range(tables.goal):
        throw = tables.thrown_at(held, own)[own:, :, : tables.goal]
        bank = np.repeat(held[own : tables.rolled, None, : tables.goal], throw.shape[1], axis=1)
        bank[: min(int(tables.least[own]), tables.goal - own)] = np.nan
        bank[:, tables.may & BANKS == 0] = np.nan
        bank[0, tables.start] = np.nan
        yield own, bank, throw


def decisions(tables: RaceArrays, starts: Floats) -> tuple[Rolls, Ties]:
    """The chance to throw, 1/2 at ties, and where the ties are."""
    rolls, tied = [], []
    for _, bank, throw in payoffs(tables, starts):
        margin = throw - bank
        tied.append(np.abs(margin) <= TIED)
        chance = np.where(tied[-1], 0.5, (margin > 0) | np.isnan(bank))
        rolls.append(np.where(np.isnan(throw), 0.0, chance).astype(np.float32))
    return rolls, tied


def _settled(rolls: Rolls, tied: Ties, near: RaceArrays) -> Rolls:
    """The decisions, at ties those of a game nearby."""
    (starts,), *_ = newton(near, [None], 1e-15, _ITERATIONS)
    return [
        np.where(ties, throw > bank, chances).astype(np.float32)
        for chances, ties, (_, bank, throw) in zip(rolls, tied, payoffs(near, starts))
    ]


class Visits:
    """Expected visits of a game from (0, 0) between two players of the same decisions.

    Parameters
    ----------
    game : Race
    rolls : list
        As :func:`decisions` returns it.

    Attributes
    ----------
    starts : float64 array (2, goal, goal)
        At [player, own, opp]: the expected number of turns that the player who moves first (0) or
        second (1) begins there. 0 where both scores are dead: nothing changes their value, 1/2.
    """

    starts: Floats

    def __init__(self, game: Race, rolls: Rolls) -> None:
        def turn(own: int, opp: Opponents) -> Decisions:
            return Decisions((1.0 - rolls[own]).take(opp, axis=2).astype(np.float64))

        self._turns = Turns.of(game, [turn])
        dead = RaceArrays.of(game).dead == DEAD
        found = np.stack([each[0, 0] for each in Chain(self._turns, self._turns).visits(0, 0, 0)])
        self.starts = np.where(np.outer(dead, dead) | np.isinf(found), 0.0, found)

    def walks(self) -> Iterator[tuple[int, Floats, Floats]]:
        """Yield (own, thrown, reached): float64 (rows, modes, goal) at [units, mode, opp].

        The chances that a turn from there throws in a state, and that it comes there.
        """
        for own in range(self.starts.shape[1]):
            bank, reached = self._turns.walk(own)
            yield own, (1.0 - bank) * reached, reached

    def meets(self, states: Ties) -> Iterator[tuple[int, int, int, int]]:
        """The (own, opp, units, mode) among some states that a game comes to, whoever moves."""
        for own, _, reached in self.walks():
            often = states[own] & (reached * self.starts[:, own].sum(axis=0) > 0)
            for opp, units, mode in np.argwhere(np.moveaxis(often, 2, 0)).tolist():
                yield own, opp, units, mode


def _derivatives(
    starts: Floats, tables: RaceArrays, visits: Visits, outcomes: list[_Outcome]
) -> list[float]:
    """D_o for every outcome, under the decisions of ``visits``."""
    goal, held = tables.goal, tables.held(starts)
    most = int(tables.gains.max(initial=0))
    weights = visits.starts[0] - visits.starts[1]
    sums = np.zeros(len(outcomes))
    walks = zip(visits.walks(), payoffs(tables, starts))
    for (own, thrown, _), (_, bank, throw) in walks:
        weight, rows, left = thrown * weights[own], len(bank), goal - own
        bust = held[tables.landing[own], :goal]
        worth = np.ones((rows + most, *bank.shape[1:]))
        worth[:rows] = np.fmax(bank, throw)
        worth[:rows] = np.where(np.isnan(worth[:rows]), bust, worth[:rows])
        if tables.exact:
            worth[left + 1 :] = bust
        for n, outcome in enumerate(outcomes):
            throws = weight[:, outcome.mode]
            if outcome.set >= 0:
                option = tables.first[outcome.set]
                gain, after = int(tables.gains[option]), int(tables.after[option])
                paid = worth[gain : gain + rows, after]
            else:
                paid = bust if outcome.set == _BUST else held[0, :goal]
            sums[n] += (throws * paid).sum()
    means = np.zeros(len(tables.may))
    for outcome, total in zip(outcomes, sums):
        means[outcome.mode] += outcome.chance * total
    return [float(total - means[outcome.mode]) for outcome, total in zip(outcomes, sums)]
