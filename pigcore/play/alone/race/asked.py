"""A policy that a user gives: how its turns end.

It is asked as in a match, with opp 0 throughout, and answers in the same ways. If a function has a
parameter named ``turns``, it is given the turns left, the present one included, where their number
is limited. What can be asked at any score is followed throw by throw, and asked only what may come
up; of tables, best play and all policies of dice the turns below the goal are known at once.
"""

from __future__ import annotations

import heapq
import inspect
from collections import defaultdict
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np

from ....games.asking import Asking, anew
from ....games.errors import RuleError, SizeError
from ....games.game import Frozen
from ....games.race import Race
from ....games.spelling import counted
from ....solvers.race import RacePolicy
from ....solvers.race.arrays import Floats
from ....solvers.race.decided import WIDTH, ends_of
from ...policies.answers import MOST_STATES, Policy, as_played, asking, check_size
from ...policies.holds import HoldAt, Holding, HoldTable
from ...policies.named import Named, Unless
from ...policies.race import plan_of
from ...policies.race.asked import chance_of, choices_in, parts_of
from ...policies.race.plans import Plan
from ...policies.roll_times import RollTimes
from ...policies.tables import Table
from .cells import Ends
from .goal import ToGoal
from .points import MOST_UNITS
from .policy import SolitairePolicy

__all__ = ["Given"]

NEGLIGIBLE = 1e-100
"""What is rarer than this changes no digit of the result: who never holds comes to an end."""


class _Turn(NamedTuple):
    """How one turn ends, as chances."""

    banked: dict[int, float]
    """By score, in units; without busts and wipes."""
    bust: float
    wiped: float


class Given:
    """``policy`` as it is played in ``game``, for so many turns (0: without a limit)."""

    game: Race
    policy: Policy
    turns: int
    followed: bool
    counts_turns: bool
    words: str

    def __init__(self, game: Race, policy: Policy, turns: int) -> None:
        self.game, self.policy, self.turns = game, as_played(game, policy), turns
        self.followed = _may_be_asked(game, self.policy)
        called = inspect.signature(self.policy).parameters if self.followed else ()
        timed = isinstance(self.policy, SolitairePolicy) and self.policy.timed
        self.counts_turns = bool(turns) and ("turns" in called or timed)
        if not self.followed and not timed:
            _ = self._plan
        self.words = str(self.policy) if isinstance(self.policy, Frozen) else (
            f"as {getattr(self.policy, '__name__', 'the policy')} says"
        )  # fmt: skip
        self._states = 0

    # --- what it comes to -------------------------------------------------------------------------

    def ends(self, goal: ToGoal, decline: bool) -> list[Ends]:
        """How turns to the goal end: with 1, 2, … turns left, or once for all."""
        layers = range(1, self.turns + 1) if self.counts_turns else range(1)
        if self.followed and callable(self.policy):
            check_size(self.game, len(layers) * goal.goal * (goal.goal + 1) // 2)
        found = []
        for left in layers:
            onto, (bust, wiped) = np.zeros((goal.goal, goal.goal + 1)), np.zeros((2, goal.goal))
            for own in range(goal.goal):
                banked, bust[own], wiped[own] = self._turn(own, left, decline, to_goal=True)
                for score, chance in banked.items():
                    onto[own, min(score, goal.goal)] += chance
            np.add.at(onto, (np.arange(goal.goal), goal.landing), bust)
            found.append(Ends(onto, bust, wiped))
        return found if self.counts_turns else found * max(self.turns, 1)

    def without_goal(self, decline: bool) -> Floats:
        """The points expected after 0, 1, … turns from 0 points."""
        game, bonus = self.game, self.game.consolation // self.game.unit
        if game.penalty or game.set_aside:
            return self._all_alike()
        known: dict[tuple[int, int], _Turn] = {}
        banked, expected = {0: 1.0}, [0.0]
        for left in range(self.turns, 0, -1):
            after: dict[int, float] = defaultdict(float)
            for own, chance in banked.items():
                which = own, left if self.counts_turns else 0
                if which not in known:
                    known[which] = self._turn(own, left, decline, to_goal=False)
                ends, bust, wiped = known[which]
                for score, part in ((own + bonus, bust), (0, wiped), *ends.items()):
                    after[score] += chance * part
            banked = after
            expected.append(sum(score * chance for score, chance in sorted(banked.items())))
        return game.unit * np.array(expected)

    def _all_alike(self) -> Floats:
        """The same of turns that are each played as with no score."""
        points, bust = self._one_turn
        worth = np.zeros((self.turns + 1, 3))
        for left in range(1, self.turns + 1):
            before = worth[left - 1]
            after = np.append(before[1:], before[0] - self.game.penalty)
            worth[left] = (1.0 - bust) * before[0] + points + bust * after
        return worth[:, 0].copy()

    def per_turn(self) -> float:
        """The points of a turn in the long run."""
        points, bust = self._one_turn
        # Every third bust in a row: states have the chances 1, q and q^2, over their sum.
        return points - self.game.penalty * bust**3 / (1 + bust + bust**2)

    @cached_property
    def _one_turn(self) -> tuple[float, float]:
        """The points that a turn gains with no score, and its chance of a bust."""
        banked, bust, _ = self._turn(0, 1, decline=False, to_goal=False)
        points = self.game.unit * sum(score * chance for score, chance in sorted(banked.items()))
        return points + self.game.consolation * bust, bust

    # --- one turn ---------------------------------------------------------------------------------

    def _turn(self, own: int, left: int, decline: bool, *, to_goal: bool) -> _Turn:
        """How the turn ends, with ``own`` units."""
        if self.followed and not (to_goal and isinstance(self.policy, Holding)):
            return self._follow(own, left, decline, to_goal)
        if not to_goal and self._ends_anywhere:
            banked, bust, wiped = self._anywhere
            return _Turn({own + units: chance for units, chance in banked.items()}, bust, wiped)
        game = self.game
        if own < game.units:
            none = np.zeros(WIDTH, dtype=np.int64)
            plan = (
                self.policy.plan(left) if isinstance(self.policy, SolitairePolicy) else self._plan
            )
            found = ends_of(game, plan.turn(own, none), own)
            banked = {
                own + int(t): float(found.ends[t, 0]) for t in np.flatnonzero(found.ends[:, 0])
            }
        if own >= game.units or (
            not to_goal and not game.set_aside and max(banked, default=0) >= game.units
        ):
            raise RuleError(
                f"the policy answers only at scores below the goal, {game.goal}, but larger ones "
                "may come up: give a function that remembers nothing, or choose a larger goal"
            )
        return _Turn(banked, float(found.lost[0]), float(found.wiped[0]))

    @cached_property
    def _plan(self) -> Plan:
        return plan_of(self.game, self.policy)

    @property
    def _ends_anywhere(self) -> bool:
        """Whether turns bank the same points at every score, and need no goal to end."""
        policy = self.policy
        return isinstance(policy, RollTimes) or (
            isinstance(policy, HoldAt) and "goal" not in policy.points
        )

    @cached_property
    def _anywhere(self) -> _Turn:
        """How turns end that bank the same points at every score, where no goal cuts them short."""
        game, goal, far = self.game, self.game.goal, max(getattr(self.policy, "points", (1,)))
        goal *= -(-far // goal)
        while goal // game.unit <= MOST_UNITS:
            larger = game._like(goal=goal, target="at_least")
            plan = plan_of(larger, self.policy)
            found = ends_of(larger, plan.turn(0, np.zeros(WIDTH, dtype=np.int64)), 0)
            units = np.flatnonzero(found.ends[:, 0])
            if units.max(initial=0) < larger.units:
                reached = (larger.unit // game.unit * units).tolist()
                banked = dict(zip(reached, found.ends[units, 0].tolist()))
                return _Turn(banked, float(found.lost[0]), float(found.wiped[0]))
            goal *= 2
        raise SizeError(
            f"turns of {self.game.name} under the policy '{self.policy}' are too long to follow: "
            "let it bank earlier"
        )

    def _follow(self, own: int, left: int, decline: bool, to_goal: bool) -> _Turn:
        """How the turn ends, throw by throw."""
        game, modes, rank = self.game, self.game.turn.modes, self._rank
        most = game.units - own
        least = game.least(own) if to_goal else game.minimum_bank
        ends: dict[int, float] = defaultdict(float)
        begun = 0, rank[game.turn.start], game.turn.start
        reach, queue, bust, wiped = {begun: 1.0}, [begun], 0.0, 0.0
        while queue:
            at = heapq.heappop(queue)
            chance, units, place = reach.pop(at), at[0], at[2]
            mode, points = modes[place], units * game.unit
            if to_goal and units >= most:
                if units > most and game.target == "exact":
                    bust += chance
                else:
                    ends[game.units] += chance
                continue
            self._states += 1
            if self._states > MOST_STATES:
                raise SizeError(
                    f"more than {MOST_STATES:,} states may come up in "
                    f"{counted(self.turns, 'turn')} of {game.name} under this policy: ask for "
                    "fewer turns or let it hold earlier"
                )
            may = decline if at == begun else mode.may_bank and points >= least
            throws = float(mode.throw is not None)
            if may and throws:
                throws = self._ask.one(own, points, place, None, left)
            if throws < 1:
                stays = chance * (1 - throws)
                ends[own + units] += stays if may else 0.0
                bust += 0.0 if may else stays
            chance *= throws
            if chance < NEGLIGIBLE or mode.throw is None:
                continue
            busts, wipes, outcomes = self._throws[place]
            bust += busts * chance
            wiped += wipes * chance
            for part, options in outcomes:
                taken = {0: 1.0}
                if len(options) > 1:
                    ways = tuple((option.gain, modes[option.mode].word) for option in options)
                    taken = self._ask.one(own, points, place, ways, left)
                for n, share in taken.items():
                    gain, after, _ = options[n]
                    then = units + gain // game.unit, rank[after], after
                    if then not in reach:
                        heapq.heappush(queue, then)
                        reach[then] = 0.0
                    reach[then] += part * share * chance
        return _Turn(ends, bust, wiped)

    @cached_property
    def _rank(self) -> dict[int, int]:
        """The order in which modes are followed with the same points."""
        return {mode: -n for n, mode in enumerate(self.game.turn.order)}

    @cached_property
    def _throws(self) -> list[Any]:
        """By mode, the chances to bust and to wipe and the outcomes, in doubles."""
        return [
            (float(throw.bust), float(throw.wipe), [(float(p), one) for p, one in throw.outcomes])
            if throw
            else None
            for _, _, throw in self.game.turn.modes
        ]

    @cached_property
    def _ask(self) -> Asking:
        """What is answered with so many units banked, points and mode, options and turns left."""
        game, policy = self.game, self.policy
        parts = parts_of(game, partial(policy, turns=1) if self.counts_turns else policy)
        several, chooses = game.turn.roll is None, game.chooses

        def state(own: int, points: int, place: int) -> tuple[Any, ...]:
            mode = (game.turn.values[place],) if several else ()
            return (own * game.unit, 0, points, *mode)

        def with_turns(policy: Any) -> Any:
            def answer(own: int, points: int, place: int, options: Any, left: int) -> Any:
                given = {"turns": left} if self.counts_turns else {}
                asked = (*state(own, points, place), *([options] if chooses else []))
                return policy(*asked[:parts], **given)

            return answer

        def read(said: Any, at: tuple[Any, ...]) -> Any:
            if at[3] is not None:
                return choices_in(said, game, state(*at[:3]), at[3])
            return chance_of(said, game, state(*at[:3])[:parts])

        return asking(game, anew(policy, with_turns), read)


def _may_be_asked(game: Race, policy: Any) -> bool:
    """Whether a policy can be asked at any score, also beyond the goal."""
    if isinstance(policy, Unless):
        return all(_may_be_asked(game, getattr(part, "policy", part)) for part in policy.parts)
    if game.set_aside or not callable(policy):
        return False
    if isinstance(policy, (HoldTable, RacePolicy, RollTimes, Table)):
        return False
    return game.turn.roll is not None or not isinstance(policy, Named)
