"""Policies of races as decisions: where they bank, and which option of a throw they take.

A plan says at once what is done in all states of the turns that begin with some score, against many
scores of the opponent side by side. With three players or more the others' scores stand in the
opponent's place, and rules made for two look at the greatest of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....games import dice
from ....games.race import Race
from ....kernels import LANES
from ....solvers import solve
from ....solvers.race.arrays import BANKS, arrays_to_ask, turns_come_to
from ....solvers.race.decided import (
    BANK,
    OPEN,
    WIDTH,
    Best,
    Decisions,
    codes,
    columns_of,
    decided,
    ends_of,
    held_by,
    hurry,
    tables_of,
    with_shares,
)
from ....solvers.race.decided import paid_by as next_paid_by
from ....solvers.race.late import late_of
from ....solvers.race.one_turn import better_to_roll
from ....solvers.race.solution import RaceSolution
from ..answers import check_size
from ..holds import Holding
from ..named import Condition, Unless

__all__ = [
    "BestPlan", "BothPlans", "Choosing", "CountingPlan", "EvenPlan", "Plan", "RulePlan",
    "best_play", "choosing", "mixture", "open_states", "sets_of", "sole_options",
]  # fmt: skip

Floats = NDArray[np.float64]

Opponents = NDArray[np.int64]
"""The opponents' scores in units, a multiple of ``WIDTH`` of them; or (width, others)."""

WINS = 1e15
"""An option that reaches the goal is worth more than any that does not."""


@lru_cache(maxsize=8)
def best_play(game: Race) -> RaceSolution:
    """The solution of a game, solved once, whatever seat it is seen from."""
    if game.seat == 1:
        return solve(game)
    found = best_play(game.seen_from(1))
    for _ in range(game.seat - 1):
        found = found.swapped
    return found


# --- what a game lets one decide ------------------------------------------------------------------


class Choosing(NamedTuple):
    """A throw that leaves several options: its mode, they, and the place of the first one."""

    mode: int
    options: tuple[tuple[int, Any], ...]
    """(points, mode) as states have it"""
    first: int

    @property
    def places(self) -> slice:
        """The places of the options in the arrays."""
        return slice(self.first, self.first + len(self.options))


@lru_cache(maxsize=8)
def choosing(game: Race) -> tuple[Choosing, ...]:
    """All throws that leave a choice, in the order of the arrays."""
    tables, turn = tables_of(game), game.turn
    if game.set_aside:
        return ()
    found, firsts = [], iter(tables.first.tolist())
    for mode, each in enumerate(turn.modes):
        outcomes = [outcome.options for outcome in each.throw.outcomes] if each.throw else []
        for options in sorted(
            outcomes, key=lambda outcome: (len(outcome), [step[:2] for step in outcome])
        ):
            first = next(firsts)
            if len(options) > 1:
                steps = tuple((option.gain, game.modes[option.mode]) for option in options)
                found.append(Choosing(mode, steps, first))
    return tuple(found)


@lru_cache(maxsize=8)
def _choosing_of(game: Race) -> dict[Any, Choosing]:
    """The same by mode and options."""
    return {(each.mode, frozenset(each.options)): each for each in choosing(game)}


@lru_cache(maxsize=8)
def _reached(game: Race) -> NDArray[np.bool_]:
    """Whether a turn can have so many units in a mode, (rolled, modes); of one roll, any."""
    tables = tables_of(game)
    rows, modes = tables.rolled, len(tables.may)
    if arrays_to_ask(game).single:  # a policy is asked about totals that no throws add up to, too
        return np.ones((rows, modes), dtype=bool)
    return turns_come_to(game, game.unit * (rows - 1))


def open_states(game: Race, own: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where a turn comes and one may choose to bank or throw, and where one may throw.

    Both at [units of the turn, mode], with ``own`` units banked.
    """
    tables, code = tables_of(game), codes(game, own, 1)[:, :, 0]
    there = np.zeros(code.shape, dtype=bool)
    there[: tables.rolled - own] = _reached(game)[: tables.rolled - own]
    return there & (code == OPEN), there & (code != BANK)


def rival(opp: Opponents) -> Opponents:
    """The opponents' scores, of several others the greatest."""
    return opp if opp.ndim == 1 else opp.max(axis=1)


# --- plans ----------------------------------------------------------------------------------------


class Plan(ABC):
    """What a policy does in every state of ``game``.

    Attributes
    ----------
    game : Race
    alike : bool
        Whether it does the same against every score of the opponent.
    counts : int
        How far it counts the throws of a turn; 0 if it does not.
    """

    game: Race
    alike: bool = False
    counts: int = 0
    asker: Plan | None = None
    """Who is asked in last turns and play-offs; None where they are played best."""
    passes: NDArray[np.bool_] | None = None
    """At [own, opp, …] in units, where it would hold before the first throw, which it may not."""
    past: str | None = None
    """A state past the goal in which it would throw on, though it has won."""
    _asked_last: tuple[Any, Any] = None, None

    @abstractmethod
    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""

    def counted(self, own: int, opp: Opponents, throws: int) -> Decisions:
        """The same after so many throws of the turn; ``turn`` has the shares over all of them."""
        return self.turn(own, opp)

    def holds_first(self, scores: tuple[int, ...]) -> bool:
        """Whether it would hold before the first throw, at scores in units."""
        return self.passes is not None and bool(self.passes[scores])

    def in_last_turns(self, own: int, opp: Opponents) -> Decisions:
        """The decisions of who is asked in last turns: against an opponent who has the goal."""
        return self.turn(own, opp)

    def last_turns(self, wanted: NDArray[np.bool_]) -> Floats:
        """What its last turns are worth where that is wanted, at [units that the other has beyond
        the goal, own].
        """
        game, found = self.game, np.zeros(wanted.shape)
        for own in range(game.units):
            if len(some := np.flatnonzero(wanted[:, own])):
                opp = game.units + np.resize(some, -(-len(some) // WIDTH) * WIDTH)
                ends = ends_of(game, self.in_last_turns(own, opp), own).ends[:, : len(some)]
                ahead = own + np.arange(len(ends))[:, None] - game.units - some
                found[some, own] = (ends * np.where(ahead == 0, late_of(game).tie, ahead > 0)).sum(
                    axis=0
                )
        return found

    def answer(self, state: tuple[Any, ...], options: Any = None, throws: int | None = None) -> Any:
        """The action, or {action: chance}, in a state that was checked, after so many throws.

        Of the faces of a throw in place of the mode it is a choice; of ``options``, (points, mode)
        each, the place of one of them.
        """
        game, unit, players = self.game, self.game.unit, self.game.players
        scores = tuple(score // unit for score in state[:players])
        points, mode = state[players] // unit, state[players + 1 :]
        found = self._kept(scores, throws)
        if mode and isinstance(mode[0], tuple) and game.set_aside:
            return self._aside(found, points, mode[0])
        place = game.mode_place(*mode or [None])
        if options is not None:
            return mixture(self._chosen(found, points, place, options))
        bank = float(found.bank[min(points, len(found.bank) - 1), place, 0])
        return mixture(dict(zip(game.words, (round(1.0 - bank, 15), bank))))

    def _kept(self, scores: tuple[int, ...], throws: int | None) -> Decisions:
        """The decisions of one turn, of which those that were asked for last are kept."""
        if self._asked_last[0] != (scores, throws):
            own, *others = scores
            opp = np.repeat(np.array([others]), WIDTH, axis=0)
            opp = opp[:, 0] if len(others) == 1 else opp
            found = self.turn(own, opp) if throws is None else self.counted(own, opp, throws)
            self._asked_last = (scores, throws), found
        decisions: Decisions = self._asked_last[1]
        return decisions

    def _aside(self, found: Decisions, points: int, faces: tuple[int, ...]) -> Any:
        """What is set aside of a throw, and what is done then."""
        game, thrown = self.game, self.game.dice.check_throw(faces, len(faces))
        rows = len(found.bank)
        ways: dict[tuple[int, int], tuple[int, ...]] = {}
        for aside, (gain, left) in sorted(
            game.dice.asides(thrown).items(), key=lambda one: (one[1][0], -len(one[0]), one[0])
        ):
            ways.setdefault((gain // game.unit, left - 1), aside)
        answers = {}
        for step, part in self._steps(found, points, len(faces) - 1, [*ways]).items():
            at = min(points + step[0], rows - 1), step[1]
            bank = float(found.bank[(*at, 0)])
            answers[dice.Choice(ways[step], dice.THROW)] = part * (1.0 - bank)
            answers[dice.Choice(ways[step], dice.BANK)] = part * bank
        return mixture(answers) if ways else dice.BUSTS

    def _chosen(self, found: Decisions, points: int, place: int, options: Any) -> dict[int, float]:
        """The options that are taken, by their places, with their chances."""
        game = self.game
        most = int(tables_of(game).gains.max())
        if found.shares is not None and len(options) > 1:
            # By their points, as several may be one place in the arrays, past the goal.
            each = _choosing_of(game)[place, frozenset(options)]
            share = dict(zip(each.options, found.shares[points, each.places, 0]))
            return {n: float(share[option]) for n, option in enumerate(options)}
        steps: Any = [(min(g // game.unit, most), game.turn.place(word)) for g, word in options]
        taken = self._steps(found, points, place, steps)
        return {steps.index(step): part for step, part in taken.items()}

    def _steps(
        self, found: Decisions, points: int, place: int, steps: Sequence[tuple[int, int]]
    ) -> dict[tuple[int, int], float]:
        """Which of some (gain, mode) are taken after a throw, with their chances."""
        if found.shares is not None and len(steps) > 1:  # of dice
            places, _ = sets_of(self.game)[place, frozenset(steps)]
            return {step: float(found.shares[points, places[step], 0]) for step in steps}
        if found.worth is None or len(steps) < 2:
            return dict.fromkeys(steps[:1], 1.0)
        worth = [float(found.worth[min(points + g, len(found.worth) - 1), m, 0]) for g, m in steps]
        order = sorted(range(len(steps)), key=lambda n: (-worth[n], steps[n]))
        return {steps[order[0]]: 1.0}


def mixture(chances: dict[Any, float]) -> Any:
    """The one action that is certain, or those that are not with their chances."""
    sure = [action for action, chance in chances.items() if chance == 1.0]
    return sure[0] if sure else {one: chance for one, chance in chances.items() if chance}


class RulePlan(Plan):
    """Bank from so many points on, and take options by a rule that has a name."""

    game: Race
    rule: Holding
    alike: bool

    def __init__(self, game: Race, policy: Holding) -> None:
        self.game, self.rule = game, policy
        self.alike = policy.alike and policy.choose != "optimal"

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        game, unit, choose = self.game, self.game.unit, self.rule.choose
        bank = codes(game, own, len(opp))
        units = np.arange(len(bank))[:, None, None]
        limits = self.rule.by_mode(own * unit, rival(opp) * unit)
        banks = (units * unit >= limits) | (own + units >= game.units)
        np.copyto(bank, banks, where=bank == OPEN)
        if not game.chooses:
            return Decisions(bank)
        if choose == "optimal":
            paid = paid_by(best_play(game), opp)
            found = decided(game, bank, *payoffs(game, own, paid, len(bank)))
        elif choose == "best_turn":
            points = np.repeat(np.arange(float(len(bank)))[:, None], len(opp), axis=1)
            lost = np.full(len(opp), float(tables_of(game).landing[own] - own))
            held = _held_where_allowed(game, own, points, lost)
            found = decided(game, bank, held, lost, np.full(len(opp), -float(own)))
        else:
            rows, modes, _ = bank.shape
            points, mode = np.ogrid[:rows, :modes]
            by = (points * modes + mode).astype(np.float64)
            worth = np.repeat(by[..., None], len(opp), axis=2)
            found = Decisions(bank, worth)
        if found.worth is not None and not (game.answered and choose == "optimal"):
            goes = game.units - own
            wins = np.full(bank.shape[1], True)
            if tables_of(game).banked:  # who is obliged to throw has not won yet
                wins = tables_of(game).may & BANKS > 0
            found.worth[goes:, wins] = WINS + units[goes:]
            if game.target == "exact":
                found.worth[goes + 1 :] = -WINS
        return found


def _held_where_allowed(game: Race, own: int, held: Floats, bust: Floats) -> Floats:
    """What banking pays: a bust, too, with too few points, and past an exact goal."""
    goal = game.units - own
    held[: min(int(tables_of(game).least[own]), goal)] = bust
    if game.target == "exact":
        held[goal + 1 :] = bust
    return held


def paid_by(solution: Any, opp: Opponents) -> Floats:
    """What banking each score pays who plays best from then on, (height, opponents)."""
    game, tables = solution.game, arrays_to_ask(solution.game)
    paid = held_by(game, tables, next_paid_by(game, solution.other_starts))
    found: Floats = paid.take(columns_of(game, opp), axis=1)
    return found


def payoffs(game: Race, own: int, paid: Floats, rows: int) -> tuple[Floats, Floats, Floats]:
    """What banking (rows, width), a bust and a wipe pay where banking a score pays ``paid``."""
    bust = paid[tables_of(game).landing[own]]
    held = np.ones((rows, len(bust)))
    held[: len(paid) - own] = paid[own:]
    return _held_where_allowed(game, own, held, bust), bust, paid[0]


def best_turn(game: Race, own: int, opp: Opponents, paid: Floats) -> Decisions:
    """Best play of a turn whose ends pay so much, ``paid`` at [score, opponent]."""
    bank = codes(game, own, len(opp))
    held, bust, wipe = payoffs(game, own, paid[:, : len(opp)], len(bank))
    if game.set_aside:
        return decided(game, bank, held, bust, wipe)
    # As the solution itself decides, to the last bit.
    thrown = arrays_to_ask(game).thrown_at(paid, own)[own:, :, : len(opp)]
    worth = np.repeat(held[:, None], bank.shape[1], axis=1)
    below, code = worth[: len(thrown)], bank[: len(thrown)]
    np.copyto(code, ~better_to_roll(below, thrown), where=code == OPEN)
    np.copyto(below, thrown, where=code != BANK)
    return Decisions(bank, worth if game.chooses else None)


class BestPlan(Plan):
    """Best play, by the solution of the same game."""

    solution: RaceSolution
    game: Race

    def __init__(self, solution: RaceSolution) -> None:
        self.solution, self.game = solution, solution.game

    @cached_property
    def _best(self) -> Best:
        return Best.of(self.solution)

    @property
    def starts(self) -> Floats:
        """The turn starts by which it plays."""
        starts: Floats = self.solution.other_starts
        return starts

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        game = self.game
        if game.players > 2:
            return self._best.turn(own, opp)
        wide = np.resize(opp, -(-len(opp) // LANES) * LANES)
        paid = paid_by(self.solution, wide)
        if self.solution.busts is None:
            paid[own] -= hurry(game, own, wide, paid[own])
        else:  # it is the view of a solution in which busts in a row cost points
            paid[own] = self.solution.busts[own, wide]
        return best_turn(game, own, opp, paid)


class BothPlans(Plan):
    """One plan, unless a condition on the two scores holds, and then the other."""

    rule: Unless
    game: Race
    usual: Plan
    other: Plan
    counts: int
    passes: NDArray[np.bool_] | None = None
    past: str | None = None

    def __init__(self, policy: Unless, usual: Plan, other: Plan) -> None:
        self.rule, self.game, self.usual, self.other = policy, usual.game, usual, other
        self.counts = max(usual.counts, other.counts)
        self._holds = None
        if not isinstance(policy.condition, Condition):  # a function is asked once
            check_size(self.game, self.game.units**2)
            scores = np.arange(0, self.game.goal, self.game.unit)
            self._holds = policy.holds(scores[:, None], scores)
        self.past = usual.past or other.past
        if usual.passes is not None or other.passes is not None:
            own, *others = np.indices((self.game.units,) * self.game.players)
            never = np.zeros(own.shape, dtype=bool)
            first = [never if part.passes is None else part.passes for part in (other, usual)]
            self.passes = np.where(self._where(own, np.max(others, axis=0)), *first)

    def _where(self, own: Any, rival: Any) -> NDArray[np.bool_]:
        """Whether the condition holds, at arrays of units."""
        if self._holds is not None:
            known: NDArray[np.bool_] = self._holds[own, rival]
            return known
        return self.rule.holds(own * self.game.unit, self.game.unit * rival)

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        return self._joined(own, opp, [part.turn(own, opp) for part in (self.usual, self.other)])

    def counted(self, own: int, opp: Opponents, throws: int) -> Decisions:
        """As :class:`Plan` says."""
        parts = [part.counted(own, opp, throws) for part in (self.usual, self.other)]
        return self._joined(own, opp, parts)

    def _joined(self, own: int, opp: Opponents, parts: list[Decisions]) -> Decisions:
        """Where the condition holds the second one's decisions, else the first one's."""
        if any(part.worth is None for part in parts):
            parts = [with_shares(self.game, part) for part in parts]
        holds = self._where(own, rival(opp))
        bank, worth, shares = (
            None if usual is None else np.ascontiguousarray(np.where(holds, other, usual))
            for usual, other in zip(*parts)
        )
        assert bank is not None
        return Decisions(bank, worth, shares)


@lru_cache(maxsize=8)
def sets_of(game: Race) -> dict[Any, tuple[dict[tuple[int, int], int], float]]:
    """By mode and options, (units, mode) each: the places of these in the arrays, and a chance."""
    tables, found = tables_of(game), {}
    for k, mode in enumerate(tables.owner.tolist()):
        some = range(tables.first[k], tables.first[k + 1])
        places = {(int(tables.gains[n]), int(tables.after[n])): n for n in some}
        found[mode, frozenset(places)] = places, float(tables.chances[k])
    return found


class EvenPlan(Plan):
    """Throw with the same chance everywhere, and take all options alike."""

    game: Race
    chance: float

    alike = True

    def __init__(self, game: Race, chance: float) -> None:
        self.game, self.chance = game, chance

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        bank = codes(self.game, own, len(opp))
        if self.chance in (0.0, 1.0):
            bank[bank == OPEN] = int(1 - self.chance)
        else:
            bank = np.where(bank == OPEN, 1.0 - self.chance, bank)
        if not choosing(self.game):
            return Decisions(bank)
        shares = sole_options(self.game)
        for each in choosing(self.game):
            shares[each.places] = 1.0 / len(each.options)
        return Decisions(bank, None, np.tile(shares[:, None], (len(bank), 1, len(opp))))


def sole_options(game: Race) -> Floats:
    """1 for each option that is the only one of its set, else 0."""
    lengths = np.diff(tables_of(game).first)
    return np.repeat(lengths == 1, lengths).astype(np.float64)


class CountingPlan(Plan):
    """A policy that counts the throws of its turn.

    ``plans[throws]`` is the one that it follows after so many throws, the last after as many or
    more. With r_c(s) the chance that a turn comes to the state s of its points and mode after c
    throws, and b_c(s) that of banking then, a policy that does not count and banks with the chance

        sum of r_c(s) b_c(s) / sum of r_c(s)

    comes to every state, and ends in each, equally often: both satisfy the same equations, throw by
    throw (C. Derman, "Finite State Markovian Decision Processes", 1970, section 7.1). So ``turn``
    hands this one to whatever follows turns, and nothing is lost but the order of the throws in a
    single game, which boards play by ``counted``.
    """

    alike: bool
    counts: int
    game: Race
    plans: Sequence[Plan]

    def __init__(self, game: Race, plans: Sequence[Plan]) -> None:
        self.game, self.plans = game, plans
        self.alike = all(plan.alike for plan in plans)
        self.counts = len(plans) - 1

    def counted(self, own: int, opp: Opponents, throws: int) -> Decisions:
        """As :class:`Plan` says."""
        return self.plans[min(throws, self.counts)].turn(own, opp)

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The shares of its decisions over all numbers of throws."""
        width = len(opp)
        several = [self.counted(own, opp, count) for count in range(self.counts + 1)]
        if self.alike:  # one opponent stands for all
            several = [_against_one(each) for each in several]
        first, last = several[0], several[-1]
        reach = np.zeros(first.bank.shape)
        reach[0, tables_of(self.game).start] = 1.0
        seen, banked, count = np.zeros_like(reach), np.zeros_like(reach), 0
        throw = _throwing(self.game, first)
        while reach.any():
            bank = several[min(count, self.counts)].bank
            seen += reach
            banked += reach * bank
            reach = throw(reach * (1.0 - bank))
            count += 1
        bank = last.bank.astype(np.float64)
        np.divide(banked, seen, out=bank, where=seen > 0)
        found = Decisions(bank, first.worth)
        if self.alike:
            every = (None if part is None else np.repeat(part, width, axis=2) for part in found)
            found = Decisions(*every)  # type: ignore[arg-type]
        return found


def _against_one(found: Decisions) -> Decisions:
    return Decisions(*(None if part is None else part[..., :1] for part in found))  # type: ignore[arg-type]


def _throwing(game: Race, found: Decisions) -> Callable[[Floats], Floats]:
    """What makes of the chances to throw in each state those to come to each by one throw.

    The options that are taken are those of ``found``. Both are (rows, modes, width).
    """
    tables, (rows, modes, width) = tables_of(game), found.bank.shape
    shares = with_shares(game, found).shares
    lengths = np.diff(tables.first)
    owner = np.repeat(tables.owner, lengths)
    chances = np.repeat(tables.chances, lengths)[:, None]
    onto = np.arange(rows)[:, None] + tables.gains
    place = (onto * modes + tables.after)[..., None] * width + np.arange(width)
    size = int(place.max(initial=0)) + 1
    place = place.ravel()

    def throw(go: Floats) -> Floats:
        each = go[:, owner] * chances
        if shares is not None:
            each *= shares
        there = np.bincount(place, each.ravel(), size)[: go.size]
        found: Floats = np.zeros(go.size)
        found[: len(there)] = there
        return found.reshape(go.shape)

    return throw
