"""How the value of a race of two changes with the chances of its throws: exact derivatives.

With q(o) the payoff of outcome o of a throw in a mode and λ the weight of a throw there (how often
the first player makes it, less how often the second does, from their own states), moving the
chances p of that mode along p + h (e_o - p) changes the value of the game by

    D_o = Σ over states  λ(state) · (q(o) - Σ_o' p(o') q(o')).

The decisions are kept: as both are best, a change of them is worth nothing to first order. That
fails only where a decision that occurs in play is an exact tie, which a small change settles one
way or the other; the value then has a kink, and a derivative on each side of it.

**Last turns** are states like others: who has one turn to make d units wins C(d), and λ is how
often somebody must. A tie that is played on is worth 1 - P to who moves second, P = F(P) with F the
worth of one more turn each. A unit of weight on P leads to some weight on that tie again, κ, so
that with weight μ on ties from elsewhere, P has the weight W = -μ - κ W.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..frame import Framed, Told, columns_of_rows
from ..games.errors import RuleError, SizeError
from ..games.race import Race
from ..games.rules import family_of
from ..games.spelling import counted, number
from ..memory import require
from ..solvers.race import RaceSolution, solve
from ..solvers.race.arrays import BANKS, DEAD, MOST, Floats, RaceArrays, chances_of_a_turn
from ..solvers.race.chain import Chain
from ..solvers.race.decided import WIDTH, Decisions, Opponents, ends_of, tables_of
from ..solvers.race.last_turn import throwing_at_a_tie
from ..solvers.race.newton import newton
from ..solvers.race.turns import Turns, opponents
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
    or GAIN to MODE"``; where the players have different turns, after ``"first: "`` or ``"second:
    "``."""
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
class Sensitivity(Told, Framed):
    """Derivatives of the value of a race with respect to every chance of its throws."""

    game: Race
    value: float
    """The chance that the first player wins."""
    derivatives: tuple[Derivative, ...]
    """One for each outcome of a throw: by mode the gains, rising, then bust and wipe."""
    ties: tuple[tuple[Any, ...], ...]
    """The states that occur in play, before last turns, and where both decisions are as good as far
    as double precision can tell, to 1e-13. The mover's score comes first, whoever he is."""

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
        Of two players by turns, in which no busts cost points.

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
    apart = rules.falls if family == "race" else True
    if not isinstance(rules, Race) or rules.players > 2 or apart:
        raise RuleError(
            f"there is no study of the chances of a throw for {rules.name} ({family}): give a race "
            "of two players by turns, without points that busts in a row cost"
        )
    size = 4 * rules.units**3  # of how turns end, which is reported after a solve
    require(size, f"the visits of a race to {rules.goal}", "choose a smaller goal")
    solution = game if isinstance(game, RaceSolution) else solve(rules)
    throws = throws_of(rules)
    if len(throws) > MOST_OUTCOMES:
        raise SizeError(
            f"throws of {rules.name} have {len(throws):,} outcomes, but derivatives are computed "
            f"for at most {MOST_OUTCOMES:,}: describe what is in hand by less"
        )
    plays = [Play(rules, solution.other_starts)]
    if not rules.alike:
        plays.append(Play(rules.swapped, solution.starts))
    visits = Visits(*plays)
    above = below = _derivatives(visits, throws)
    ties = tuple(
        solution._state(own, opp, points, mode) for own, opp, points, mode in visits.meets_ties()
    )
    if ties or _others_tie(plays, throws):
        below, above = (
            [
                _derivatives(_moved(plays, outcome, step), throws)[n]
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
    turn: int = 0
    """1 of a second player who has another turn."""

    def add(self, chances: Floats, thrown: Floats, more: float) -> None:
        """Make the outcome so much likelier in arrays of chances."""
        if self.set >= 0:
            chances[self.set] += more
        else:
            thrown[self.mode, 0 if self.set == _BUST else 1] += more


def throws_of(game: Race) -> list[Throws]:
    """What throws may come to, by mode; where the players' turns differ those of both."""
    if game.other is None:
        return _throws_of(game)
    both = zip(("first: ", "second: "), (0, 1), (game, game.swapped))
    return [
        each._replace(name=f"{word}{each.name}", turn=turn)
        for word, turn, side in both
        for each in _throws_of(side)
    ]


def _throws_of(game: Race) -> list[Throws]:
    tables = _arrays(game)
    most, found = MOST if game.end != "goal" else tables.goal + tables.exact, []
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
    """The rules as arrays, with the same options for all who have the same turn."""
    tables = RaceArrays.of(game.seen_from(1), whole=True, every=True)
    if tables.further and not game.answered:
        return replace(tables, further=0, tie=0.0, chase=np.zeros(0))
    return tables


# --- decisions, and what play comes to ------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Play:
    """Best play where the opponent's turn starts are worth ``starts``."""

    game: Race
    starts: Floats
    near: Play | None = None
    """A game nearby that settles ties; without one, one banks and throws as often."""
    apart: float = 0.0
    """So much more options are thought to be worth at most, each by a part of its own, and a tie in
    a last turn by so much more than nothing."""

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
        if tables.further:
            worth[len(bank) :] = self.held[tables.rolled :, None, : tables.goal]
        return worth

    def ties(self, own: int) -> NDArray[np.bool_]:
        """Where banking and throwing are as good."""
        bank, throw = self.payoffs(own)
        found: NDArray[np.bool_] = np.abs(throw - bank) <= TIED
        return found

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        bank, throw = self.payoffs(own)
        near = self.near.payoffs(own) if self.near else None
        settled = 0.5 if near is None else near[0] >= near[1]
        chance = np.where(np.isnan(throw) | (bank >= throw), 1.0, 0.0)
        chance = np.where(np.abs(throw - bank) <= TIED, settled, chance)
        worth = None
        if self.game.turn.chooses:
            worth = self._settled(
                self.worth(own, bank, throw),
                self.near.worth(own, *near) if self.near and near else None,
            )
            worth = self._rows(own, worth).take(opp, axis=2)
        return Decisions(chance.take(opp, axis=2), worth)

    def _settled(self, worth: Floats, near: Floats | None) -> Floats:
        """What states are worth, so that ties are settled."""
        if near is not None:
            worth = worth + _NEAR * (near - worth)
        parts = np.random.default_rng(0).random(worth.shape[:2])
        return worth + self.apart * parts[:, :, None]

    def _rows(self, own: int, worth: Floats) -> Floats:
        """The same in as many rows as the kernel has, which may cut other gains."""
        tables = tables_of(self.game)
        rows = np.arange(tables.rolled + int(tables.gains.max()) - own)
        found: Floats = worth[np.minimum(rows, len(worth) - 1)]
        return found

    # --- last turns -------------------------------------------------------------------------------

    def passing(self, needs: Opponents, tie: float) -> Floats:
        """C(need - t, m) at [t, m, need], where ``needs`` pass and one less is a ``tie``."""
        tables = self.tables
        best = chances_of_a_turn(replace(tables, tie=tie), int(needs.max()))
        left = needs - np.arange(tables.height + int(tables.gains.max()))[:, None]
        return np.ascontiguousarray(np.moveaxis(best[np.maximum(left, 0)], 2, 1))

    def at_a_tie(self, tie: float) -> Floats:
        """By how much banking a tie is better than throwing, in each mode."""
        chances = chances_of_a_turn(replace(self.tables, tie=tie), 1)
        return tie - throwing_at_a_tie(self.tables, chances)

    def chase(self, needs: Opponents, tied: bool) -> tuple[Floats, Floats, Floats]:
        """Last turns: how often one throws in each state, and what it is worth, at [t, m, need].

        And the chance to bank a tie, if that is worth something.
        """
        tables, near = self.tables, self.near
        tie, tie_near = ((each or self).tables.tie * tied for each in (self, near))
        worth = self.passing(needs, tie)
        left = needs - np.arange(len(worth))[:, None, None]
        bank = np.where(left > 0, 0.0, np.ones(worth.shape))
        if tie:
            more = self.at_a_tie(tie)
            settled: Any = 0.5 + 0.5 * np.sign(self.apart)
            if near:
                settled = near.at_a_tie(tie_near) >= 0.0
            more = np.where(np.abs(more) <= TIED, settled, more > 0.0) * (tables.may & BANKS > 0)
            bank = np.where(left == 1, more[:, None], bank)
        chosen = None
        if self.game.turn.chooses:
            chosen = self._settled(worth, near.passing(needs, tie_near) if near else None)
        # As far as what is passed may be: from a score below 0.
        reach = ends_of(self.game, Decisions(bank, chosen), -int(tables.gains.max())).reach
        bank[0, tables.start] = 0.0
        thrown = ((1.0 - bank) * reach)[: tables.height]
        return thrown, worth, (reach * bank * (left == 1)).sum(axis=(0, 1))

    @property
    def play_off(self) -> tuple[Play, float]:
        """The first of two turns that follow a tie, as one with a unit less than the goal.

        And the chance of the second one not to make a unit.
        """
        tables = self.tables
        own = tables.goal - 1
        missed = 1.0 - float(chances_of_a_turn(replace(tables, tie=0.0), 1)[1, tables.start])
        held = np.zeros((tables.height, tables.stride))
        held[own:] = 1.0 - tables.chase[1 : tables.height - own + 1, None]
        held[own] = missed * (1.0 - tables.tie)
        play = replace(self, near=self.near and self.near.play_off[0])
        vars(play).update(tables=tables, held=held)
        return play, missed


def _moved(plays: Sequence[Play], outcome: Throws, step: float) -> Visits:
    """Visits where the chances p + step (e - p) settle ties, e being sure of ``outcome``."""
    moved = []
    for turn, play in enumerate(plays):
        tables = play.tables
        if play.game.other is None or outcome.turn == turn:
            chances, thrown = tables.chances.copy(), tables.thrown.copy()
            chances[tables.owner == outcome.mode] *= 1.0 - step
            thrown[outcome.mode] *= 1.0 - step
            outcome.add(chances, thrown, step)
            tables = replace(tables, chances=chances, thrown=thrown)
            if play.game.answered:
                tables = tables.tied(play.game.tie)
        moved.append(tables)
    starts, *_ = newton(
        moved[0], [None] * len(moved), 1e-15, _ITERATIONS,
        others=moved[1] if len(moved) == 2 else None,
    )  # fmt: skip
    found = []
    for play, tables, others in zip(plays, moved, starts[::-1]):
        near = Play(play.game, others)
        vars(near)["tables"] = tables
        found.append(replace(play, near=near))
    return Visits(*found)


class Sweep(NamedTuple):
    """Turns side by side: how often one throws, and what that leads to."""

    turn: int
    thrown: Floats
    """(rows, modes, width): how often the first player throws there, less the second."""
    worth: Floats
    """What states are worth, in all rows that a gain leads to."""
    bust: Any
    wipe: Any


class Visits:
    """Expected visits of a game from (0, 0) between two players.

    Parameters
    ----------
    *plays : Play
        How the players play; one of both, if they play alike.

    Attributes
    ----------
    starts : float64 array (2, goal, goal)
        At [player, own, opp]: the expected number of turns that the player who moves first (0) or
        second (1) begins there. 0 where both scores are dead: nothing changes their value, 1/2.
    """

    starts: Floats

    def __init__(self, *plays: Play) -> None:
        self._plays = plays
        turns = [Turns.of(play.game, play.turn) for play in plays]
        dead = RaceArrays.of(plays[0].game).dead == DEAD
        found = np.stack(Chain(turns[0], turns[-1]).visits(0, 0, 0))
        self.starts = np.where(np.outer(dead, dead) | np.isinf(found), 0.0, found)

    def _weighted(self) -> Iterator[tuple[Play, Floats, Floats]]:
        """How each player plays, and how often his turns begin: with signs, and without."""
        first, second = self.starts
        if len(self._plays) == 1:
            yield self._plays[0], first - second, first + second
        else:
            yield from zip(self._plays, (first, -second), (first, second))

    def often(self) -> Iterator[tuple[Play, int, Floats]]:
        """How often a game comes to the states of each player's turns from 0, 1, … units.

        At [units, mode, opp]; of both players, if they play alike.
        """
        for play, _, begun in self._weighted():
            for own, starts in enumerate(begun):
                reached = _followed(play, own, opponents(play.game))[2]
                yield play, own, reached[..., : len(starts)] * starts

    def meets_ties(self) -> Iterator[tuple[int, int, int, int]]:
        """The (own, opp, units, mode) of the ties that a game comes to, whoever moves."""
        met: dict[tuple[int, int, int, int], None] = {}
        for play, own, often in self.often():
            tied = play.ties(own) & (often > 0)
            for opp, units, mode in np.argwhere(np.moveaxis(tied, 2, 0)).tolist():
                met[own, opp, units, mode] = None
        return iter(met)

    def sweeps(self) -> Iterator[Sweep]:
        """All turns of a game, last ones and those of ties that are played on among them."""
        for place, (play, weights, _) in enumerate(self._weighted()):
            game, tables = play.game, play.tables
            goal, turn = tables.goal, place * (game.other is not None)
            passed = np.zeros(tables.height + 1)
            """How often somebody has so many units to make in a last turn."""
            for own in range(goal):
                thrown, ends, _ = _followed(play, own, opponents(game))
                worth, bust = play.worth(own, *play.payoffs(own)), play.held[tables.landing[own]]
                yield Sweep(
                    turn, thrown[..., :goal] * weights[own], worth, bust[:goal], play.held[0, :goal]
                )
                if game.answered:
                    banked = ends[goal - own :, :goal] * weights[own]
                    np.subtract.at(passed, tables.needs()[: len(banked)], banked)
            if game.answered:
                yield from _last_turns(play, passed)


def _followed(play: Play, own: int, opp: Opponents) -> tuple[Floats, Floats, Floats]:
    """The chances to throw in each state of turns, to bank so many units, and to come there."""
    decisions, rows = play.turn(own, opp), play.tables.rolled - own
    found = ends_of(play.game, decisions, own)
    bank = decisions.bank[:rows].astype(np.float64)
    bank[0, play.tables.start] = 0.0
    return (1.0 - bank) * found.reach[:rows], found.ends, found.reach[:rows]


def _last_turns(play: Play, passed: Floats) -> Iterator[Sweep]:
    """Last turns that occur so often by the units to make, and what follows from their ties."""
    tables, needs = play.tables, np.arange(1, len(passed))
    needs = np.pad(needs, (0, -len(needs) % WIDTH), constant_values=1)
    thrown, worth, tied = play.chase(needs, True)
    often = np.pad(passed[1:], (0, len(needs) - len(passed) + 1))
    if play.game.tie == "play_on":
        first, missed = play.play_off
        own, alone = tables.goal - 1, np.zeros(WIDTH, dtype=np.int64)
        begun, ends, _ = _followed(first, own, alone)
        banked, none = np.zeros_like(often), 1.0 - float(ends[1:, 0].sum())
        banked[1 : len(ends)] = ends[1:, 0]
        weight = -(often @ tied) / (1.0 - banked @ tied - none * missed)
        often = often - weight * banked
        bust = first.held[own, :1]
        ahead = first.worth(own, *first.payoffs(own))[..., :1]
        yield Sweep(0, begun[..., :1] * weight, ahead, bust, 0.0)
        tried, made, _ = play.chase(np.ones(WIDTH, dtype=np.int64), False)
        part = -weight * none * (1.0 - tables.tie)
        yield Sweep(0, tried[..., :1] * part, made[..., :1], 0.0, 0.0)
    yield Sweep(0, thrown * often, worth, 0.0, 0.0)


def _others_tie(plays: Sequence[Play], throws: list[Throws]) -> bool:
    """Whether it makes a difference which of equal options are taken, or what is done at a tie."""
    game = plays[0].game
    if not game.turn.chooses and not (game.other and game.other.chooses) and game.tie == "first":
        return False
    first, second = (
        _derivatives(Visits(*[replace(play, apart=apart) for play in plays]), throws)
        for apart in (-TIED, TIED)
    )
    return not np.allclose(first, second, rtol=0.0, atol=_ALIKE)


def _derivatives(visits: Visits, throws: list[Throws]) -> list[float]:
    """D_o for every outcome, under the decisions of ``visits``."""
    rules = [play.tables for play in visits._plays]
    sums = np.zeros(len(throws))
    for turn, thrown, worth, bust, wipe in visits.sweeps():
        tables, rows = rules[turn], len(thrown)
        for n, outcome in enumerate(throws):
            if outcome.turn != turn:
                continue
            if outcome.set >= 0:
                options = range(tables.first[outcome.set], tables.first[outcome.set + 1])
                paid = np.maximum.reduce(
                    [
                        worth[tables.gains[o] : tables.gains[o] + rows, tables.after[o]]
                        for o in options
                    ]
                )
            else:
                paid = bust if outcome.set == _BUST else wipe
            sums[n] += (thrown[:, outcome.mode] * paid).sum()
    means: dict[tuple[int, int], float] = {}
    for outcome, total in zip(throws, sums):
        where = outcome.turn, outcome.mode
        means[where] = means.get(where, 0.0) + outcome.chance * total
    return [
        float(total - means[outcome.turn, outcome.mode]) for outcome, total in zip(throws, sums)
    ]
