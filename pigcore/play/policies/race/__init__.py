"""Policies of races: when to bank, and which option of a throw to take.

``plans``   decisions as arrays: rules that have a name, best play, conditions
``throws``  every throw of a race, and what a plan takes of each
``asked``   functions and arrays, asked wherever their turns come

A policy answers with the words for throwing and banking; where dice are set aside with a
:class:`~pigcore.games.dice.Choice`, which says both. In other turns whose throws leave options it
is asked which one it takes, and then to bank or throw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....games.dice import BUSTS
from ....games.errors import RuleError, SizeError
from ....games.race import Race
from ....games.spelling import shown
from ....games.starts import Mover, left, start_of
from ....solvers.race.arrays import tables_of
from ....solvers.race.turns import opponents
from ....solvers.solution import Solution
from ..answers import Policy, as_array, as_played, check_size
from ..holds import Holding, RollTimes
from ..named import Everywhere, Named, Optimal, OwnFunction, Unless
from . import asked
from .asked import Asked, AskedAside, Looked, require_memory
from .plans import (
    BestPlan,
    BothPlans,
    CountingPlan,
    EvenPlan,
    Plan,
    RulePlan,
    best_play,
    hand_in,
    offered,
    open_states,
)


def plan_of(game: Race, policy: Policy, seat: int = 1, *, alone: bool = False) -> Plan:
    """What ``policy`` does in a seat of ``game``, checked: the one place where a policy is asked.

    A policy has a name; is a Solution or its policy; a function of (own, opp, points, mode), of
    which the last may be left out, and of options where throws leave any; where dice are set aside
    a function of (own, opp, points, faces); where throws leave no choice an array of answers at
    [own, opp, points, mode], of which the last axes may be left out. With three players or more all
    other scores stand where opp does. A function may have parameters ``busts``, ``opp_busts`` and
    ``seat``, too, where a state has these. One that plays ``alone`` is asked as it goes, with opp
    0.
    """
    return _plan(Mover(game, seat), policy, everywhere=not alone)


def plan_to_play(game: Race, policy: Policy, seat: int = 1) -> Plan:
    """The same in games that are played throw by throw: a function that would be asked in too many
    states is asked in those of each turn that games come to.
    """
    try:
        return plan_of(game, policy, seat)
    except SizeError:
        given = as_played(game, policy)
        known = isinstance(given, Named) and not isinstance(given, OwnFunction)
        if (
            Mover(game, seat).set_aside
            or known
            or hasattr(given, "solution")
            or not callable(given)
        ):
            raise
        return _plan(Mover(game, seat), given, everywhere=False)


def _plan(mover: Mover, policy: Policy, everywhere: bool) -> Plan:
    game = mover.game
    if isinstance(policy, Plan):
        return policy
    if isinstance(policy, Optimal):
        return BestPlan(best_play(game), mover.seat)
    given = as_played(game, policy)
    if isinstance(given, Holding):
        return RulePlan(mover, given)
    if isinstance(given, RollTimes):
        return CountingPlan(mover, given.throws)
    if isinstance(solution := getattr(given, "solution", None), Solution):
        return _of_solution(mover, solution)
    if isinstance(given, Unless):
        return _of_two(mover, given, everywhere)
    if isinstance(given, Everywhere):
        return EvenPlan(mover, _chance(mover, given) if given.given else 0.5)
    if callable(given):
        return _of_function(mover, given, everywhere)
    if mover.set_aside:
        raise RuleError(
            f"the policy is {shown(given)}, but must be a function of own, opp, points and the "
            "faces of a throw, a solution or a named policy such as hold_at(300)"
        )
    if game.end != "goal" and as_array(given).ndim:
        raise RuleError(
            f"an array says nothing of last turns, in which {game.state_names[1]} has the goal of "
            f"{game.name}: give a function"
        )
    return _asked_everywhere(Looked(mover, given))


def _of_function(mover: Mover, given: Callable[..., Any], everywhere: bool) -> Plan:
    """A function, asked in last turns as well; without these only far enough."""
    game = mover.game
    others = game.units ** (game.players - 1) if everywhere else 1
    two = game.end != "goal" and game.players == 2
    longer = mover._replace(far=two and mover.chasers > 0)
    kind = AskedAside if mover.set_aside else Asked
    states = game.units * others
    if not mover.set_aside:
        told = asked.told_by_name(game, given)
        looks = game.busts_in_a_row**2 if "busts" in told or "opp_busts" in told else 1
        states = asked.questions(longer, asked.parts_of(longer, given), others * looks)
        states *= everywhere
        check_size(game, states, ", or let it play in pigcore.simulate")
        if everywhere:
            require_memory(longer, 20)
    plan = kind(longer, given, states)
    if game.end != "goal":
        plan.last = kind(Mover(game, far=True) if two else mover, given, states)
    return _asked_everywhere(plan) if everywhere and not mover.set_aside else plan


def _asked_everywhere(plan: Asked) -> Plan:
    game = plan.game
    every = [*np.ndindex((game.busts_in_a_row,) * 2)] if plan.looks else [()]
    for own in range(game.units):
        for busts in every:
            plan.turn(own, opponents(game), busts)
    if plan.passes is not None and not plan.passes.any():
        plan.passes = None
    return plan


def _of_solution(mover: Mover, solution: Any) -> Plan:
    game, other = mover.game, solution.game
    if other == game:
        return BestPlan(solution, mover.seat)
    single = other.family == "race" and mover.turn.roll is not None is not other.turn.roll
    if single and not (game.penalty or other.penalty) and game.players == 2 == other.players:
        if other.goal == game.goal:
            return Looked(mover, solution.decisions())
        raise RuleError(
            f"the policy is one of a game to {other.goal}, but {game.name} goes to {game.goal}: "
            "give one of the same goal"
        )
    raise RuleError(
        f"the policy is one of {other!r}, but the game is {game!r}: solve that, or give a function"
    )


def _of_two(mover: Mover, policy: Unless, everywhere: bool) -> Plan:
    usual, other = (_plan(mover, part, everywhere) for part in policy.parts)
    if usual.asks or other.asks:  # whose turns are followed further
        longer = usual.mover if usual.asks else other.mover
        usual, other = (_plan(longer, part, everywhere) for part in policy.parts)
    return BothPlans(policy, usual, other)


def _chance(mover: Mover, policy: Everywhere) -> float:
    """The chance that a mixture throws."""
    if mover.chooses:
        raise RuleError(
            f"'{policy}' gives every throw the same answer, but what can be "
            f"{'set aside' if mover.set_aside else 'chosen'} of one may be "
            "missing in others: give a function of the throw"
        )
    chance = asked.chance_in(policy.chances)
    if isnan(chance):
        raise RuleError(
            f"the policy answers {shown(policy.chances)}, but must answer "
            f"{asked.must_answer(mover)}"
        )
    return chance


def once_each(policies: Iterable[Policy], make: Callable[[Policy], Any]) -> list[Any]:
    """What is made of several policies; of equal ones it is made once."""
    found: list[tuple[Policy, Any]] = []
    for policy in policies:
        same = [made for one, made in found if alike(one, policy)]
        found.append((policy, same[0] if same else make(policy)))
    return [made for _, made in found]


def alike(one: Policy, other: Policy) -> bool:
    """Whether two policies are the same one, or named alike."""
    return one is other or (isinstance(one, Named) and isinstance(other, Named) and one == other)


# --- one state ------------------------------------------------------------------------------------


def answer(game: Race, policy: Policy, *state: Any, options: Any = None) -> Any:
    """What ``policy`` does in one state, with something in hand or the faces of a throw.

    That is a word, a Choice, ``"bust"``, or the place of one of the ``options`` (points, mode) that
    a throw in the state leaves; or {action: chance}. A function that is asked with the faces of
    throws cannot be asked with dice in hand. In a last turn a policy that has a name does what is
    best: there is nothing in it but a score to pass, of several players also by those who follow.
    """
    place = game.check_state(*state)
    start, points, hand = start_of(game, place), place[game.players], hand_in(game, place)
    mover, last = Mover(game, start.seat), left(game, start) > 0
    plan = _plan(mover, policy, everywhere=False)
    thrown = mover.set_aside and isinstance(hand, tuple)
    if options is None and not thrown and (plan.asks or not last):
        may = offered(game, start, points, mover.place(hand), last)
        if not all(may):
            return dict(zip(may, mover.words[::-1])).get(True, BUSTS)
    return plan.answer_last(start, place, options) if last else plan.answer(place, options)


def check(game: Race, policy: Policy) -> int:
    """In how many states a policy decides something, if all its answers are valid."""
    decided = 0
    for seat in range(1, game.seats + 1):
        mover, plan = Mover(game, seat), plan_of(game, policy, seat)
        if plan.by_throw:  # of which nothing is asked yet
            for own in range(game.units):
                plan.turn(own, opponents(game))
        for own in range(game.units):
            open_, throws = open_states(mover, own)
            need = int(tables_of(mover).need[own])
            decided += int((throws[:need] if mover.chooses else open_).sum())
    return decided * int(game.units ** (game.players - 1)) * (game.busts_in_a_row or 1) ** 2


# --- what a race of one roll is matched by --------------------------------------------------------


def rolls_of(plan: Plan) -> NDArray[Any]:
    """A plan of a single roll for two as one array, read-only.

    It is (goal, goal, goal) at [own, own + total, opp], uint8 where it never mixes: the chance that
    it rolls, 1 at total 0, and 0 where there is no state.
    """
    goal = plan.game.goal
    require_memory(plan.mover, 1 if isinstance(plan, RulePlan) else 9)
    found = np.zeros((goal, goal, goal), dtype=np.uint8)
    for own in range(goal):
        throws = 1 - plan.turn(own, np.arange(goal)).bank[: goal - own, 0]
        if throws.dtype != np.uint8 and found.dtype == np.uint8:
            found = found.astype(np.float64)
        found[own, own:] = throws
    if found.dtype != np.uint8 and np.isin(found, (0, 1)).all():
        found = found.astype(np.uint8)
    found.setflags(write=False)
    return found


def limits_of(game: Race, policy: Holding) -> NDArray[np.int64]:
    """The turn total that ``policy`` holds from at each [own, opp], int64 (goal, goal), read-only.

    Of one that does not look at opp (goal, 1). Below 1 is as 1, because at turn total 0 one must
    roll.
    """
    limits: NDArray[np.int64] = policy.limits(*np.ogrid[: game.goal, : game.goal])[0]
    return limits[:, :1] if policy.alike else limits
