"""Policies of races in which busts in a row cost points: those of any race.

What has a name does the same whatever the busts in a row; a function may have parameters ``busts``
and ``opp_busts`` besides those of any race.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.asking import anew
from ...games.dice import BUSTS
from ...games.errors import RuleError
from ...games.race import COUNTS, Race
from ...games.spelling import shown
from ...games.starts import Start
from ...solvers.race import RaceSolution
from ...solvers.race.decided import Decisions
from . import race
from .answers import Policy, as_played
from .holds import Holding
from .named import Mix, Optimal, RandomPlay
from .own import OwnFunction
from .race import ACTION, NAMES, alike
from .race.plans import BestPlan, Opponents, Plan, RulePlan, best_play, best_turn, paid_by

__all__ = ["ACTION", "NAMES", "FallsPlan", "actions", "alike", "answer", "check", "plan_of"]


def actions(game: Race) -> tuple[Any, ...]:
    """Everything that can be answered where there is a choice."""
    return race.actions(game.from_floor)


class FallsPlan:
    """What a policy does, by the busts in a row of both players.

    Attributes
    ----------
    game : Race
    counts : bool
        Whether it looks at the busts in a row.
    """

    game: Race
    counts: bool
    asker: None = None

    def __init__(self, game: Race, make: Callable[[int, int, int], Plan], counts: bool) -> None:
        self.game, self.counts, self._make = game, counts, make
        self.edge: int = game.sure_from // game.unit + game.below
        self._plans: dict[tuple[int, int, int], Plan] = {}

    def plan(self, busts: int, opp_busts: int, late: int = 0) -> Plan:
        """The plan of the race from the floor up with so many busts of both.

        ``late``: of a player with so many units more than the first score from which every bank
        wins; his turns are those from there.
        """
        key = (busts, opp_busts, late) if self.counts else (0, 0, 0)
        if key not in self._plans:
            self._plans[key] = self._make(*key)
        return self._plans[key]

    def turn(self, own: int, opp: Opponents, busts: int = 0, opp_busts: int = 0) -> Decisions:
        """The decisions with ``own`` units above the floor against each of the opponents."""
        late = max(own - self.edge, 0)
        return self.plan(busts, opp_busts, late).turn(own - late, opp)

    def holds_first(self, scores: tuple[int, ...]) -> bool:
        """Whether it would hold before the first throw: scores in units above the floor, and both
        counts of busts.
        """
        own, opp, busts, opp_busts = scores
        late = max(own - self.edge, 0)
        return self.plan(busts, opp_busts, late).holds_first((own - late, opp))

    @property
    def passes(self) -> bool:
        """Whether it would hold before the first throw anywhere, as far as it was asked."""
        return any(plan.passes is not None for plan in self._plans.values())

    def answer(self, state: tuple[Any, ...], options: Any = None, throws: int | None = None) -> Any:
        """The action, or {action: chance}, in a state that was checked."""
        own, opp, *rest, busts, opp_busts = state
        low, late = self.game.floor or 0, max(own - self.game.sure_from, 0)
        plan = self.plan(busts, opp_busts, late // self.game.unit)
        return plan.answer((own - late - low, opp - low, *rest), options)


class BestFalls(BestPlan):
    """Best play with so many busts in a row, by a solution's view."""

    solution: RaceSolution

    def turn(self, own: int, opp: Opponents) -> Decisions:
        """The decisions with ``own`` units above the floor against each of the opponents."""
        paid = np.ascontiguousarray(paid_by(self.solution, opp))
        assert self.solution.busts is not None  # as of every view
        paid[own] = self.solution.busts[own, opp]
        return best_turn(self.game, own, opp, paid)


class Moved(Holding):
    """A rule that is given scores from the floor up."""

    def __init__(self, rule: Holding, low: int) -> None:
        self._set(rule=rule, low=low, choose=rule.choose, alike=rule.alike)

    def by_mode(self, own: int, opp: NDArray[np.int64]) -> NDArray[np.int64]:
        """As the rule says of the scores that there are."""
        rule: Holding = self.__dict__["rule"]
        low: int = self.__dict__["low"]
        return rule.by_mode(own + low, opp + low)


def plan_of(game: Race, policy: Policy) -> FallsPlan:
    """What ``policy`` does in ``game``, checked.

    A policy has a name; is the game's Solution or its policy; or a function as in any race, which
    may have parameters ``busts`` and ``opp_busts``, too.
    """
    if isinstance(policy, FallsPlan):
        return policy
    given = policy if isinstance(policy, Optimal) else as_played(game, policy)
    solution = getattr(given, "solution", None)
    if isinstance(given, Optimal):
        solution = best_play(game)
    if isinstance(solution, RaceSolution) and solution.game == game:
        return FallsPlan(game, lambda *key: BestFalls(solution.view(*key)), True)
    base, low = game.from_floor, game.floor or 0
    if isinstance(given, Holding) and given.choose != "optimal":
        return FallsPlan(game, lambda *key: RulePlan(base, Moved(given, low)), False)
    if isinstance(given, (Mix, RandomPlay)):
        return FallsPlan(game, lambda *key: race.plan_of(base, given), False)
    named = solution is not None or (hasattr(given, "spec") and not isinstance(given, OwnFunction))
    if callable(given) and not named:
        counts = [name for name in COUNTS if name in signature(given).parameters]
        return FallsPlan(game, lambda *key: _asked(game, given, counts, *key), bool(counts))
    raise RuleError(
        f"the policy is {shown(policy)}, but in {game.name}, where busts in a row cost points, it "
        "must be a rule that looks at the scores and the turn alone, a function of the state, or "
        "the game's solution: give hold_at(…), for example"
    )


def _asked(
    game: Race, policy: Callable[..., Any], counts: list[str], busts: int, opp_busts: int, late: int
) -> Plan:
    """A function, asked about the race from the floor up with so many busts in a row."""
    low, known = game.floor or 0, dict(zip(COUNTS, (busts, opp_busts)))
    own = signature(policy).parameters
    named = {name: known[name] for name in counts if own[name].kind is Parameter.KEYWORD_ONLY}
    placed = [(n, known[name]) for n, name in enumerate(own) if name in known and name not in named]

    def made(policy: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(policy)
        def asked(own: int, opp: int, *rest: Any) -> Any:
            given = [own + low + late * game.unit, opp + low, *rest]
            for place, count in placed:
                given.insert(place, count)
            return policy(*given, **named)

        asked.__signature__ = Signature(  # type: ignore[attr-defined]
            [one for name, one in own.items() if name not in counts]
        )
        return asked

    return race.plan_of(game.from_floor, anew(policy, made))


def answer(game: Race, policy: Policy, *state: Any, options: Any = None) -> Any:
    """What ``policy`` does in one state, as in any race; its last parts count busts in a row."""
    place = game.check_state(*state)
    points, mode = place[2], place[3:-2]
    if mode and isinstance(mode[0], tuple) and game.turn.place(mode[0]) is None:
        thrown = game.dice.check_throw(mode[0], len(mode[0]))
        return plan_of(game, policy).answer(place) if game.dice.scoring.choices(thrown) else BUSTS
    if options is None:
        start = Start(place[:2], busts=place[-2:])
        if sole := race.only(game, start, points, *mode):
            return sole
    return plan_of(game, policy).answer(place, options)


def check(game: Race, policy: Policy) -> int:
    """In how many states a policy decides something, if all its answers are valid."""
    plan, found = plan_of(game, policy), 0
    for counts in np.ndindex((game.busts_in_a_row,) * 2):
        found += race.check(game.from_floor, plan.plan(*counts))
    return found
