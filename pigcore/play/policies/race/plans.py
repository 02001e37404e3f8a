"""Policies of races as decisions: where they bank, and which option of a throw they take.

A plan says at once what is done in all states of the turns that begin with some score, against many
scores of the opponent side by side. With three players or more the others' scores stand in the
opponent's place, and rules made for two look at the greatest of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....games.dice import BANK as BANKING
from ....games.dice import BUSTS, Choice
from ....games.dice import THROW as THROWING
from ....games.race import Race
from ....games.starts import Mover, Start, may, start_of
from ....kernels import Floats
from ....solvers import solve
from ....solvers.race.arrays import BANKS, reached_by, tables_of
from ....solvers.race.best import Best
from ....solvers.race.decided import (
    BANK,
    OPEN,
    WIDTH,
    Decisions,
    beaten_in,
    codes,
    decided,
    with_shares,
)
from ....solvers.race.one_turn import late_turn
from ....solvers.race.solution import RaceSolution
from ..answers import mixture
from ..holds import HoldAt, Holding
from ..named import Unless
from .throws import Places, merged, taken, throws_of

Opponents = NDArray[np.int64]
"""The opponents' scores in units, a multiple of ``WIDTH`` of them; or (width, others)."""

Busts = tuple[int, ...]
"""The busts in a row of both players; nothing where they do not count, or are not looked at."""

WINS = 1e15
"""An option that reaches the goal is worth more than any that does not."""


@lru_cache(maxsize=8)
def best_play(game: Race) -> RaceSolution:
    """The solution of a game, solved once."""
    return solve(game)


# --- what a game lets one decide ------------------------------------------------------------------


def open_states(mover: Mover, own: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where a turn comes and one may choose to bank or throw, and where one may throw.

    Both at [units of the turn, mode], with ``own`` units banked.
    """
    code, tables = codes(mover, own, 1)[:, :, 0], tables_of(mover)
    rows = int(tables.need[own]) + tables.further
    there = np.zeros(code.shape, dtype=bool)
    there[:rows] = reached_by(mover)[:rows]
    return there & (code == OPEN), there & (code != BANK)


def offered(
    game: Race, start: Start, points: int, place: int, asked: bool = False
) -> tuple[bool, bool]:
    """Whether one may bank, and throw, in the mode at a place.

    Who is so far ahead that everybody banks there banks. Who is ``asked`` in a last turn may bank
    too little, or throw on though he is ahead.
    """
    mover = Mover(game, start.seat)
    mode = mover.turn.modes[place]
    throws = mode.throw is not None
    if asked and (points or place != mover.turn.start):
        enough = points >= game.least(start.scores[0]) or game.reached(start.scores[0], points)
        return bool(enough and (mode.may_bank or not throws)), throws
    banks, throws = may(game, start, points, place)
    if throws and game.end != "goal":
        own = game.goal - game.unit if start.play_off else start.scores[0]
        ahead = start.scores[0] + points > max(start.scores[1:])
        if ahead and own + points >= tables_of(mover).rolled * game.unit:
            return True, False
    return banks, throws


def best_in_last_turn(game: Race, start: Start, points: int, hand: Any, options: Any = None) -> Any:
    """What is best where somebody has the goal, as policies answer, with a mode in hand or the
    faces of a throw.

    Of choices that are as good it is the one of the fewest points, then of the fewest dice left.
    """
    units, unit, mover = points // game.unit, game.unit, Mover(game, start.seat)
    if options is not None:
        ahead = [(units + gain // unit, mover.place(word)) for gain, word in options]
        turn = late_turn(game, start, max(t for t, _ in ahead))
        found = [float(turn.shares(*end)[0]) for end in ahead]
        return found.index(max(found))
    if not isinstance(hand, tuple):
        turn = late_turn(game, start, units)
        return turn.best(turn.worths(units, mover.place(hand)))
    turn = late_turn(game, start, units + mover.turn.gains[-1] // unit)
    worths, ends = turn.worths(units, hand), turn.after(units, hand)
    return min(
        worths,
        key=lambda one: (-worths[one][0], ends[one][0], -len(one.aside), one.aside) if ends else (),
    )


def hand_in(game: Race, state: tuple[Any, ...]) -> Any:
    """What is in hand in a state, or the faces of a throw; None where there is one mode."""
    part = dict(zip(game.state_names, state))
    return part.get("dice", part.get("mode"))


def rival(opp: Opponents) -> Opponents:
    """The opponents' scores, of several others the greatest."""
    return opp if opp.ndim == 1 else opp.max(axis=1)


# --- plans ----------------------------------------------------------------------------------------


class Plan(ABC):
    """What a policy does in every state of a mover: its turns, of which all else follows.

    Attributes
    ----------
    mover : Mover
    alike : bool
        Whether it does the same against every score of the opponent.
    counts : int
        How far it counts the throws of a turn; 0 if it does not.
    looks : bool
        Whether it looks at busts in a row.
    """

    mover: Mover
    alike: bool = False
    counts: int = 0
    looks: bool = False
    by_throw: bool = False
    """Whether it answers throws that leave the same options differently, or is not asked before
    games come there: then what it does is not all in the decisions of its turns."""
    asks: bool = False
    """Whether somebody is asked in last turns and play-offs, which else are played best."""
    passes: NDArray[np.bool_] | None = None
    """At [own, opp, …] in units, where it would hold before the first throw, which it may not."""
    past: str | None = None
    """A state past the goal in which it would throw on, though it has won."""
    _asked_last: tuple[Any, Any] = None, None

    @property
    def game(self) -> Race:
        """What is played."""
        return self.mover.game

    @abstractmethod
    def turn(
        self, own: int, opp: Opponents, busts: Busts = (), throws: int | None = None
    ) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents, and so many busts
        in a row of both, after so many throws of the turn; left out, the shares over all numbers of
        throws.
        """

    def shares(self, scores: tuple[int, ...], units: Places, found: Decisions) -> Floats:
        """The chance that each choice of a throw is taken, and that one then throws or banks, at
        [units of the turn, choice, 2], at these scores in units, where the turn is ``found``.
        """
        known = throws_of(self.mover)
        at = np.minimum(units[:, None] + known.gains, len(found.bank) - 1), known.after
        bank = found.bank[:, :, 0][at].astype(np.float64)
        then: Floats = np.stack([1.0 - bank, bank], axis=-1)
        return taken(self.mover, found, units)[..., None] * then

    def holds_first(self, start: Start) -> bool:
        """Whether it would hold before the first throw of a turn."""
        if self.passes is None:
            return False
        place = *map(self.game.in_units, start.scores), *(start.busts if self.looks else (0, 0))
        return bool(self.passes[place[: self.passes.ndim]])

    def last_turns(self, wanted: NDArray[np.bool_]) -> Floats:
        """What its last turns are worth where that is wanted, at [units that the other has beyond
        the goal, own].
        """
        chased = Mover(self.game, far=True)
        found: Floats = beaten_in(chased)[0][: len(wanted), : wanted.shape[1]]
        return found

    def answer_last(self, start: Start, state: tuple[Any, ...], options: Any = None) -> Any:
        """As ``answer``, in a last turn or a play-off that starts so."""
        return best_in_last_turn(
            self.game, start, state[self.game.players], hand_in(self.game, state), options
        )

    def answer(self, state: tuple[Any, ...], options: Any = None, throws: int | None = None) -> Any:
        """The action, or {action: chance}, in a state that was checked, after so many throws.

        Of the faces of a throw in place of the mode it is a choice; of ``options``, (points, mode)
        each, the place of one of them.
        """
        game, mover, n = self.game, self.mover, self.game.players
        start = start_of(game, state)._replace(seat=mover.seat)
        scores = tuple(map(game.in_units, start.scores))
        points, hand = state[n] // game.unit, hand_in(game, state)
        found = self._kept(scores, start.busts, throws)
        faces = hand if isinstance(hand, tuple) and mover.set_aside else None
        if faces is None and options is None:
            at = min(points, len(found.bank) - 1), mover.place(hand), 0
            bank = float(found.bank[at])
            return mixture(dict(zip(mover.words, (round(1.0 - bank, 15), bank))))
        known = throws_of(mover)
        key = (len(faces) - 1, tuple(sorted(faces))) if faces else (
            mover.place(hand), frozenset(options))  # fmt: skip
        if key not in known.places:
            return BUSTS
        some = known.each[known.places[key]].choices
        share = self.shares(scores, np.array([points]), found)[0][some.start : some.stop]
        if options is not None:
            leaves = known.each[known.places[key]].leaves
            return mixture({
                options.index(one): float(part) for one, part in zip(leaves, share.sum(axis=1))
            })  # fmt: skip
        answers = dict[Any, float]()
        for choice, parts in zip(some, share.tolist()):
            after = state[n] + int(known.gains[choice]) * game.unit
            stuck = not any(offered(game, start, after, int(known.after[choice])))
            thens = THROWING, BUSTS if stuck else BANKING
            answers |= {Choice(known.words[choice], then): p for then, p in zip(thens, parts)}
        return mixture(answers)

    def _kept(self, scores: tuple[int, ...], busts: Busts, throws: int | None) -> Decisions:
        """The decisions of one turn, of which those that were asked for last are kept."""
        if self._asked_last[0] != (scores, busts, throws):
            own, *others = scores
            opp = np.repeat(np.array([others]), WIDTH, axis=0)
            opp = opp[:, 0] if len(others) == 1 else opp
            self._asked_last = (scores, busts, throws), self.turn(own, opp, busts, throws)
        decisions: Decisions = self._asked_last[1]
        return decisions


class RulePlan(Plan):
    """Bank from so many points on, and take options by a rule that has a name."""

    mover: Mover
    rule: Holding
    alike: bool

    def __init__(self, mover: Mover, policy: Holding) -> None:
        self.mover, self.rule = mover, policy
        optimal = policy.choose == "optimal" and mover.chooses
        self.alike = policy.alike and not optimal
        self.looks: bool = optimal and mover.game.penalty > 0

    def turn(
        self, own: int, opp: Opponents, busts: Busts = (), throws: int | None = None
    ) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        mover, game, choose = self.mover, self.game, self.rule.choose
        tables, need = tables_of(mover), int(tables_of(mover).need[own])
        bank = codes(mover, own, len(opp))
        rows, modes, width = bank.shape
        units = np.arange(rows)[:, None, None]
        limits = self.rule.limits(game.in_points(own), game.in_points(rival(opp)))
        banks = (units * game.unit >= limits) | (units >= need)
        np.copyto(bank, banks, where=bank == OPEN)
        if not mover.chooses:
            return Decisions(bank)
        if choose == "optimal":
            found = Best.of(best_play(game), mover.seat, None).turn(own, opp, busts, bank)
        elif choose == "best_turn":
            points = np.repeat(np.arange(float(rows))[:, None], width, axis=1)
            lost = np.full(width, float(tables.landing[own] - own))
            found = decided(mover, own, bank, points, lost, np.full(width, -float(own)))
        else:
            by = (units * modes + np.arange(modes)[:, None]).astype(np.float64)
            found = Decisions(bank, np.repeat(by, width, axis=2))
        if found.worth is not None and not (mover.chasers and choose == "optimal"):
            wins = np.full(modes, True)
            if tables.banked:  # who is obliged to throw has not won yet
                wins = tables.may & BANKS > 0
            found.worth[need:, wins] = WINS + units[need:]
            if game.target == "exact":
                found.worth[need + 1 :] = -WINS
        return found


class BestPlan(Plan):
    """Best play, by the solution of the same game."""

    mover: Mover
    looks: bool
    solution: RaceSolution

    def __init__(self, solution: RaceSolution, seat: int = 1) -> None:
        self.solution, self._best = solution, Best.of(solution, seat, None)
        self.mover, self.looks = self._best.mover, solution.game.penalty > 0

    @property
    def starts(self) -> Floats:
        """The turn starts by which it plays."""
        return self.solution.starts_of(self.mover.next.seat)

    def turn(
        self, own: int, opp: Opponents, busts: Busts = (), throws: int | None = None
    ) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        return self._best.turn(own, opp, busts)


class BothPlans(Plan):
    """One plan, unless a condition on the two scores holds, and then the other."""

    mover: Mover
    looks: bool
    rule: Unless
    usual: Plan
    other: Plan
    counts: int
    passes: NDArray[np.bool_] | None = None
    past: str | None = None

    def __init__(self, policy: Unless, usual: Plan, other: Plan) -> None:
        self.rule, self.mover, self.usual, self.other = policy, usual.mover, usual, other
        self.counts, self.looks = max(usual.counts, other.counts), usual.looks or other.looks
        self.by_throw: bool = usual.by_throw or other.by_throw
        self.asks: bool = usual.asks or other.asks
        self.past = usual.past or other.past
        if usual.passes is not None or other.passes is not None:
            own, *others = np.indices((self.game.units,) * self.game.players)
            never = np.zeros((1,) * own.ndim, dtype=bool)
            first = [never if part.passes is None else part.passes for part in (other, usual)]
            holds = self._where(own, np.max(others, axis=0))
            more = (1,) * (max(one.ndim for one in first) - own.ndim)
            first = [one.reshape(*one.shape, *more[one.ndim - own.ndim :]) for one in first]
            self.passes = np.where(holds.reshape(*holds.shape, *more), *first)

    def _where(self, own: Any, rival: Any) -> NDArray[np.bool_]:
        """Whether the condition holds, at arrays of units."""
        scores = self.game.in_points(own), self.game.in_points(rival)
        return np.asarray(self.rule.condition(*scores))

    def _part(self, state: tuple[Any, ...]) -> Plan:
        """The one that decides in a state, by the scores in points."""
        own, *others = state[: self.game.players]
        return self.other if self.rule.condition(own, max(others)) else self.usual

    def turn(
        self, own: int, opp: Opponents, busts: Busts = (), throws: int | None = None
    ) -> Decisions:
        """As :class:`Plan` says: where the condition holds the second one's, else the first's."""
        parts = [part.turn(own, opp, busts, throws) for part in (self.usual, self.other)]
        if any(part.worth is None for part in parts):
            parts = [with_shares(tables_of(self.mover), part) for part in parts]
        holds = self._where(own, rival(opp))
        both: Any = [
            None if usual is None else np.ascontiguousarray(np.where(holds, other, usual))
            for usual, other in zip(*parts)
        ]
        return Decisions(*both)

    def shares(self, scores: tuple[int, ...], units: Places, found: Decisions) -> Floats:
        """As :class:`Plan` says."""
        part = self._part(tuple(map(self.game.in_points, scores)))
        return part.shares(scores, units, found)

    def last_turns(self, wanted: NDArray[np.bool_]) -> Floats:
        """As :class:`Plan` says."""
        more, own = np.ogrid[: len(wanted), : wanted.shape[1]]
        holds = self._where(own, self.game.units + more)
        usual = self.usual.last_turns(wanted & ~holds)
        return np.where(holds, self.other.last_turns(wanted & holds), usual)

    def answer_last(self, start: Start, state: tuple[Any, ...], options: Any = None) -> Any:
        """As :class:`Plan` says."""
        return self._part(state).answer_last(start, state, options)

    def answer(self, state: tuple[Any, ...], options: Any = None, throws: int | None = None) -> Any:
        """As :class:`Plan` says."""
        return self._part(state).answer(state, options, throws)


class EvenPlan(Plan):
    """Throw with the same chance everywhere, and take all options alike; where dice are set aside,
    give every legal answer to a throw with the same chance.
    """

    mover: Mover
    chance: float
    alike = True

    def __init__(self, mover: Mover, chance: float = 0.5) -> None:
        self.mover, self.chance = mover, chance
        self.by_throw: bool = mover.set_aside is not None

    def turn(
        self, own: int, opp: Opponents, busts: Busts = (), throws: int | None = None
    ) -> Decisions:
        """The decisions with ``own`` units banked against each of the opponents."""
        bank = codes(self.mover, own, len(opp))
        if self.chance in (0.0, 1.0):
            bank[bank == OPEN] = int(1 - self.chance)
        else:
            bank = np.where(bank == OPEN, 1.0 - self.chance, bank)
        if not self.mover.chooses:
            return Decisions(bank)
        if self.by_throw:
            every = self.shares((own,), np.arange(len(bank)), Decisions(bank))
            share = merged(self.mover, every.sum(axis=2))
        else:
            lengths = np.diff(tables_of(self.mover).first)
            share = np.tile(1.0 / np.repeat(lengths, lengths), (len(bank), 1))
        return Decisions(bank, None, np.repeat(share[..., None], len(opp), axis=2))

    def shares(self, scores: tuple[int, ...], units: Places, found: Decisions) -> Floats:
        """As :class:`Plan` says."""
        if not self.by_throw:
            return super().shares(scores, units, found)
        known = throws_of(self.mover)
        at = np.minimum(units[:, None] + known.gains, len(found.bank) - 1), known.after
        bank = found.bank[:, :, 0][at]
        may = np.stack([bank < 1.0, bank > 0.0], axis=-1).astype(np.float64)
        ways = np.add.reduceat(may.sum(axis=2), known.begin, axis=1)
        lengths = np.diff([*known.begin, len(known.gains)])
        share: Floats = may / np.repeat(ways, lengths, axis=1)[..., None]
        return share


class CountingPlan(Plan):
    """So many throws in a turn.

    With r_c(s) the chance that a turn comes to the state s of its points and mode after c throws,
    and b_c(s) that of banking then, a policy that does not count and banks with the chance

        sum of r_c(s) b_c(s) / sum of r_c(s)

    comes to every state, and ends in each, equally often: both satisfy the same equations, throw by
    throw (C. Derman, "Finite State Markovian Decision Processes", 1970, section 7.1). So ``turn``
    hands this one to whatever follows turns, and nothing is lost but the order of the throws in a
    single game, which boards play by the throws that there were.
    """

    mover: Mover
    alike = True
    counts: int

    def __init__(self, mover: Mover, throws: int) -> None:
        self.mover, self.counts = mover, throws
        self._on, self._stop = (RulePlan(mover, HoldAt(points=(at,))) for at in ("goal", 0))

    def turn(
        self, own: int, opp: Opponents, busts: Busts = (), throws: int | None = None
    ) -> Decisions:
        """As :class:`Plan` says, the same against everybody."""
        if throws is not None:
            return (self._on if throws < self.counts else self._stop).turn(own, opp)
        tables = tables_of(self.mover)
        on, stop = (plan.turn(own, opp[:WIDTH]) for plan in (self._on, self._stop))
        lengths = np.diff(tables.first)
        owner, chances = (np.repeat(one, lengths) for one in (tables.owner, tables.chances))
        if (shares := with_shares(tables, on).shares) is not None:
            chances = chances * shares[:, :, 0]
        rows, modes, _ = on.bank.shape
        onto = (np.arange(rows)[:, None] + tables.gains) * modes + tables.after
        reach = np.zeros((rows, modes))
        reach[0, tables.start] = 1.0
        seen, banked, count = np.zeros_like(reach), np.zeros_like(reach), 0
        while reach.any():
            bank = (on if count < self.counts else stop).bank[:, :, 0]
            seen += reach
            banked += reach * bank
            each = (reach * (1.0 - bank))[:, owner] * chances
            there: Any = np.bincount(onto.ravel(), each.ravel(), reach.size)[: reach.size]
            reach, count = there.reshape(reach.shape), count + 1
        share = stop.bank[:, :, 0].astype(np.float64)
        np.divide(banked, seen, out=share, where=seen > 0)
        parts = (None if one is None else one[..., :1] for one in (share[..., None], on.worth))
        every = (None if one is None else np.repeat(one, len(opp), axis=2) for one in parts)
        return Decisions(*every)  # type: ignore[arg-type]
