"""How the value of a race of two changes with the chances of its throws: exact derivatives.

With q(o) the payoff of outcome o of a throw in a mode and λ the weight of a throw there (how often
the first player makes it, less how often the second does, from their own states), moving the
chances p of that mode along p + h (e_o - p) changes the value of the game by

    D_o = Σ over states  λ(state) · (q(o) - Σ_o' p(o') q(o')).

The decisions are kept: as both are best, a change of them is worth nothing to first order. That
fails only where a decision that occurs in play is an exact tie, which a small change settles one
way or the other; the value then has a kink, and a derivative on each side of it. (With a last turn
the chances move what the opponent can still come to as well, which is not in this sum.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..frame import Framed, columns_of_rows
from ..games.checks import same_turns
from ..games.errors import RuleError, SizeError
from ..games.race import Race
from ..games.rules import family_of
from ..games.spelling import counted, number
from ..memory import require
from ..notebook import InNotebooks
from ..solvers.race import RaceSolution, solve
from ..solvers.race.arrays import DEAD, Floats, RaceArrays
from ..solvers.race.chain import Chain
from ..solvers.race.decided import Decisions, Opponents, tables_of
from ..solvers.race.newton import newton
from ..solvers.race.turns import Turns
from ..solvers.solution import TIED
from ..version import VERSION

__all__ = ["Derivative", "Play", "Sensitivity", "Throws", "Visits", "sensitivity", "throws_of"]

MOST_OUTCOMES = 2_000

_ALIKE = 1e-9
"""One-sided derivatives that differ by no more are one derivative."""

_STEP = 1e-8
_ITERATIONS = 100

_NEAR = 1e-4
"""Options whose worth differs by less than this much of what a step changes are settled by it."""


class Derivative(NamedTuple):
    """What it does to the value of the game to move a throw towards one of its outcomes."""

    outcome: int | str
    """Points gained, or ``"bust"`` or ``"wipe"``; where a turn has several modes, ``"MODE: bust"``
    and ``"MODE: GAIN to MODE"``, modes being their words, and with a choice ``"MODE: GAIN to MODE
    or GAIN to MODE"``."""
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
class Sensitivity(InNotebooks, Framed):
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

    def columns(self) -> dict[str, Any]:
        """Plain columns with a row for each outcome of a throw.

        ``outcome`` is text; ``chance``, ``below`` and ``above`` are float64, ``kink`` bool.
        """
        return columns_of_rows(self._facts_shown())

    def _facts_shown(self) -> list[dict[str, Any]]:
        return [row.as_dict() | {"outcome": str(row.outcome)} for row in self.derivatives]

    def __str__(self) -> str:
        rows = ", ".join(f"{row.outcome} {number(row.above)}" for row in self.derivatives)
        ties = f"; {counted(len(self.ties), 'tied decision')} in play" if self.ties else ""
        return f"the first player wins with {number(self.value)}; towards {rows}{ties}"


def sensitivity(game: Any) -> Sensitivity:
    """Compute the derivatives of the value of a race with respect to the chances of its throws.

    Parameters
    ----------
    game : Race or its solution
        Of two players, without a last turn.

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
        If some 4 goal**3 bytes do not fit in memory, or there are more than 2,000 outcomes.

    Notes
    -----
    O(goal**3 x modes x outcomes) time in all. A decision whose payoffs differ by less than 1e-13
    and that occurs in play counts as a tie, and so do options of which it makes a difference which
    is taken; each side of each derivative then takes one solve more, which tells how the tie is
    broken there: exactly tied payoffs that move apart at a rate m differ by 1e-8 m in the game 1e-8
    away (or half the chance of the outcome, if that is less), so that a wrong choice, for which m
    must be below about 1e-6, changes a derivative by about as little.

    Examples
    --------
    >>> import pigcore
    >>> pig = pigcore.sensitivity(pigcore.Pig())
    >>> round(pig["bust"].above, 9), pig["bust"].kink
    (-0.101298394, False)
    """
    rules = getattr(game, "game", game)
    family = family_of(rules)
    apart = rules.last_turn or rules.falls or rules.simultaneous if family == "race" else True
    if not isinstance(rules, Race) or rules.players > 2 or apart:
        raise RuleError(
            f"there is no study of the chances of a throw for {rules.name} ({family}): give a race "
            "of two players by turns, without a last one or points that busts in a row cost"
        )
    same_turns(rules, "a study of the chances of a throw")
    size = 4 * rules.units**3  # of how turns end, which is reported after a solve
    require(size, f"the visits of a race to {rules.goal}", "choose a smaller goal")
    solution = game if isinstance(game, RaceSolution) else solve(rules)
    throws = throws_of(rules)
    if len(throws) > MOST_OUTCOMES:
        raise SizeError(
            f"throws of {rules.name} have {len(throws):,} outcomes, but derivatives are computed "
            f"for at most {MOST_OUTCOMES:,}: describe what is in hand by less"
        )
    play = Play(rules, solution.starts)
    visits = Visits(play)
    above = below = _derivatives(play, visits, throws)
    ties = tuple(
        solution._state(own, opp, points, mode) for own, opp, points, mode in visits.meets_ties()
    )
    if ties or _options_tie(play, throws):
        below, above = (
            [
                _derivatives(play, Visits(replace(play, near=play.moved(outcome, step))), throws)[n]
                # No chance may become negative.
                for n, outcome in enumerate(throws)
                for step in [max(side, -outcome.chance / 2)]
            ]
            for side in (-_STEP, _STEP)
        )
    rows = (Derivative(o.name, o.chance, low, high) for o, low, high in zip(throws, below, above))
    return Sensitivity(rules, solution.value, tuple(rows), ties)


# --- outcomes of throws ---------------------------------------------------------------------------

_BUST, _WIPE = -1, -2


class Throws(NamedTuple):
    """An outcome of the throws in a mode."""

    name: int | str
    mode: int
    set: int
    """Which set of options of the arrays, or ``_BUST`` or ``_WIPE``."""
    chance: float

    def add(self, chances: Floats, thrown: Floats, more: float) -> None:
        """Make the outcome so much likelier in arrays of chances."""
        if self.set >= 0:
            chances[self.set] += more
        else:
            thrown[self.mode, 0 if self.set == _BUST else 1] += more


def throws_of(game: Race) -> list[Throws]:
    """What throws may come to, by mode."""
    tables = _arrays(game)
    most, found = tables.goal + tables.exact, []
    sets: dict[Any, int] = {}
    for k, mode in enumerate(tables.owner.tolist()):
        options = slice(tables.first[k], tables.first[k + 1])
        gains, after = tables.gains[options].tolist(), tables.after[options].tolist()
        # Gains that reach the goal from anywhere are one there.
        sets[mode, frozenset((min(gain, most), m) for gain, m in zip(gains, after))] = k
    # Where dice are set aside, n in hand are mode n - 1.
    places = [game.mode_place(mode) for mode in game.turn.values]
    words = [mode.word for mode in game.turn.modes]
    for place, word, (_, _, throw) in zip(places, words, game.turn.modes):
        if throw is None:
            continue
        before = "" if len(words) == 1 else f"{word}: "
        for outcome in throw.outcomes:
            ways = [(gain, places[after], words[after]) for gain, after, _ in outcome.options]
            name = f"{before}{' or '.join(f'{gain} to {then}' for gain, _, then in ways)}"
            at = sets[place, frozenset((min(gain // game.unit, most), m) for gain, m, _ in ways)]
            found.append(Throws(name if before else ways[0][0], place, at, float(outcome.chance)))
        for name, at, chance in (("bust", _BUST, throw.bust), ("wipe", _WIPE, throw.wipe)):
            if chance:
                found.append(Throws(before + name, place, at, float(chance)))
    return found


def _arrays(game: Race) -> RaceArrays:
    return RaceArrays.of(game, every=True)


# --- decisions, and what play comes to ------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Play:
    """Best play where turn starts are worth ``starts``."""

    game: Race
    starts: Floats
    near: Play | None = None
    """A game nearby that settles ties; without one, one banks and throws as often."""
    apart: float = 0.0
    """So much more options are thought to be worth at most, each by a part of its own."""

    @cached_property
    def tables(self) -> RaceArrays:
        """The rules as arrays."""
        return _arrays(self.game)

    @cached_property
    def held(self) -> Floats:
        """What banking pays."""
        return self.tables.held(self.starts)

    def payoffs(self, own: int) -> tuple[Floats, Floats]:
        """What banking and throwing pay, (rows, modes, goal)."""
        return self.tables.payoffs(self.held, own, self.tables.goal)

    def worth(self, own: int, bank: Floats, throw: Floats) -> Floats:
        """What the states of a turn are worth, also those past the goal."""
        tables = self.tables
        bust = self.held[tables.landing[own], : tables.goal]
        worth = np.ones((tables.rolled + int(tables.gains.max()) - own, *bank.shape[1:]))
        best = np.fmax(bank, throw)
        worth[: len(bank)] = np.where(np.isnan(best), bust, best)
        if tables.exact:
            worth[tables.goal - own + 1 :] = bust
        return worth

    def ties(self, own: int) -> NDArray[np.bool_]:
        """Where banking and throwing are as good."""
        bank, throw = self.payoffs(own)
        found: NDArray[np.bool_] = np.abs(throw - bank) <= TIED
        return found

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        bank, throw = self.payoffs(own)
        chance = np.where(np.isnan(throw) | (bank >= throw), 1.0, 0.0)
        near = self.near.payoffs(own) if self.near else None
        settled = 0.5 if near is None else near[0] >= near[1]
        chance = np.where(np.abs(throw - bank) <= TIED, settled, chance)
        worth = None
        if self.game.turn.chooses:
            worth = self.worth(own, bank, throw)
            if self.near and near:
                worth += _NEAR * (self.near.worth(own, *near) - worth)
            parts = np.random.default_rng(0).random(worth.shape[:2])
            worth += self.apart * parts[:, :, None]
            worth = self._rows(own, worth).take(opp, axis=2)
        return Decisions(chance.take(opp, axis=2), worth)

    def _rows(self, own: int, worth: Floats) -> Floats:
        """The same in as many rows as the kernel has, which may cut other gains."""
        tables = tables_of(self.game)
        rows = np.arange(tables.rolled + int(tables.gains.max()) - own)
        found: Floats = worth[np.minimum(rows, len(worth) - 1)]
        return found

    def moved(self, outcome: Throws, step: float) -> Play:
        """Play with the chances p + step (e - p), where e is sure of ``outcome``."""
        tables = self.tables
        chances, thrown = tables.chances.copy(), tables.thrown.copy()
        chances[tables.owner == outcome.mode] *= 1.0 - step
        thrown[outcome.mode] *= 1.0 - step
        outcome.add(chances, thrown, step)
        near = replace(tables, chances=chances, thrown=thrown)
        (starts,), *_ = newton(near, [None], 1e-15, _ITERATIONS)
        play = Play(self.game, starts)
        vars(play)["tables"] = near
        return play


class Visits:
    """Expected visits of a game from (0, 0) between two players of the same decisions.

    Attributes
    ----------
    starts : float64 array (2, goal, goal)
        At [player, own, opp]: the expected number of turns that the player who moves first (0) or
        second (1) begins there. 0 where both scores are dead: nothing changes their value, 1/2.
    """

    starts: Floats

    def __init__(self, play: Play) -> None:
        self._play = play
        self._turns = Turns.of(play.game, [play.turn])
        dead = RaceArrays.of(play.game).dead == DEAD
        found = np.stack([each[0, 0] for each in Chain(self._turns, self._turns).visits(0, 0, 0)])
        self.starts = np.where(np.outer(dead, dead) | np.isinf(found), 0.0, found)

    def sweeps(self) -> Iterator[tuple[int, Floats, Floats]]:
        """Yield (own, thrown, reached): float64 (rows, modes, goal) at [units, mode, opp].

        The chances that a turn from there throws in a state, and that it comes there.
        """
        for own in range(self.starts.shape[1]):
            bank, reached = self._turns.visits(own)
            yield own, (1.0 - bank) * reached, reached

    def meets_ties(self) -> Iterator[tuple[int, int, int, int]]:
        """The (own, opp, units, mode) of the ties that a game comes to, whoever moves."""
        for own, _, reached in self.sweeps():
            often = self._play.ties(own) & (reached * self.starts[:, own].sum(axis=0) > 0)
            for opp, units, mode in np.argwhere(np.moveaxis(often, 2, 0)).tolist():
                yield own, opp, units, mode


def _options_tie(play: Play, throws: list[Throws]) -> bool:
    """Whether it makes a difference which of equal options are taken."""
    if not play.game.turn.chooses:
        return False
    first, second = (
        _derivatives(play, Visits(replace(play, apart=apart)), throws) for apart in (-TIED, TIED)
    )
    return not np.allclose(first, second, rtol=0.0, atol=_ALIKE)


def _derivatives(play: Play, visits: Visits, throws: list[Throws]) -> list[float]:
    """D_o for every outcome, under the decisions of ``visits``."""
    tables = play.tables
    weights = visits.starts[0] - visits.starts[1]
    sums = np.zeros(len(throws))
    for own, thrown, _ in visits.sweeps():
        weight, worth = thrown * weights[own], play.worth(own, *play.payoffs(own))
        rows, bust = len(weight), play.held[tables.landing[own], : tables.goal]
        for n, outcome in enumerate(throws):
            if outcome.set >= 0:
                options = range(tables.first[outcome.set], tables.first[outcome.set + 1])
                paid = np.maximum.reduce(
                    [
                        worth[tables.gains[o] : tables.gains[o] + rows, tables.after[o]]
                        for o in options
                    ]
                )
            else:
                paid = bust if outcome.set == _BUST else play.held[0, : tables.goal]
            sums[n] += (weight[:, outcome.mode] * paid).sum()
    means = np.zeros(len(tables.may))
    for outcome, total in zip(throws, sums):
        means[outcome.mode] += outcome.chance * total
    return [float(total - means[outcome.mode]) for outcome, total in zip(throws, sums)]
