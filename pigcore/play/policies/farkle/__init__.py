"""Policies of Farkle: when to bank, and what to set aside of a throw.

``plans``  decisions that never mix, as arrays: where one banks, and what a state is worth
``asked``  functions, tables and random play, asked throw by throw

A policy answers ``"bank"`` or ``"throw"`` where dice are in hand, and a
:class:`~pigcore.games.dice.Choice` where a throw lies on the table, which says both: its
text such as ``"1 1, then throw"``, ``((1, 1), "throw")`` or {choice: chance} will do. Games are
played throw by throw, so only throws in which something scores are asked for.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np

from ....games.dice import BUSTS, Choice
from ....games.errors import RuleError
from ....games.race import Race
from ....games.scoring import faces_of
from ....games.spelling import shown
from ....memory import require
from ....solvers.farkle import FarklePolicy
from ....solvers.farkle.last_turn import best_of_last_turn
from ....solvers.race.decided import best_play, tables_of
from ..answers import Policy, as_played
from ..farkle_banks import Banking, bank
from ..named import Mix, Optimal, RandomPlay, Unless
from ..tables import Table
from .asked import AskedPlan, Followed, RandomPlan, chances_of, legal, throws_of
from .plans import BestPlan, BothPlans, Plan

__all__ = [
    "ACTION", "NAMES", "actions", "answer", "check", "legal", "plan_of", "shape", "tabulated",
]  # fmt: skip

ACTION = "CHOICE"
NAMES: dict[str, tuple[str, Callable[..., Any]]] = {
    "bank": ("bank:POINTS[,POINTS…][/ASIDE]", bank),
}
"""The policies of Farkle by name: how each is written, and what makes it of its constants."""


def actions(game: Race) -> tuple[Choice, ...]:
    """Everything that can be answered to some throw."""
    asides = {
        aside for _, counts, _ in throws_of(game) for aside in game.dice.scoring.choices(counts)
    }
    return tuple(
        Choice(faces_of(aside), then)
        for aside in sorted(asides, key=lambda it: (sum(it), faces_of(it)))
        for then in ("throw", "bank")
    )


def shape(game: Race) -> tuple[int, ...]:
    """The axes of a table: own, opp and points in units, and the throws in the order of the rules.

    A turn has points below the goal before a throw that is answered, unless there is a last turn.
    """
    return (game.units, game.units, tables_of(game).rolled, len(throws_of(game)))


def plan_of(game: Race, policy: Policy) -> Plan | Followed:
    """What ``policy`` does in ``game``, as matches need it.

    Parameters
    ----------
    game : Race
    policy : policy
        A named policy; a Solution or its policy; a function of (own, opp, points, faces) that
        answers every throw; or a saved table.

    Returns
    -------
    Plan
        Of a policy that never mixes and has a rule for all throws: arrays for each own score.
    Followed
        Of any other: asked throw by throw.

    Raises
    ------
    RuleError
        If it is no policy of this game.
    SizeError
        If a function would be asked in more than 5 million states.

    Examples
    --------
    >>> import pigcore, numpy as np
    >>> plan = plan_of(pigcore.Farkle.minimal(), pigcore.bank_at(300))
    >>> decisions = plan.turn(own=0, opp=np.zeros(8, dtype=int))
    >>> decisions.bank[6, 2, 0], decisions.bank[5, 2, 0]  # 300 and 250 points, three dice in hand
    (np.uint8(1), np.uint8(0))
    """
    if isinstance(policy, Optimal):
        return BestPlan(best_play(game))
    given = as_played(game, policy)
    if isinstance(given, Banking):
        by_rule: Plan = given.plan
        return by_rule
    if isinstance(given, FarklePolicy):
        if given.solution.game != game:
            raise RuleError(
                f"the policy is one of {given.solution.game!r}, but the game is {game!r}: solve "
                "the same game"
            )
        return BestPlan(given.solution)
    if isinstance(given, RandomPlay):
        return RandomPlan(game)
    if isinstance(given, Unless):
        usual, other = (plan_of(game, part) for part in given.parts)
        if isinstance(usual, Plan) and isinstance(other, Plan):
            return BothPlans(given, usual, other)
        return AskedPlan(game, lambda *state: answer(game, given.part(*state[:2]), *state))
    if isinstance(given, Table):
        return AskedPlan(game, given, counted=False)
    if not callable(given):
        raise RuleError(
            f"the policy is {shown(given)}, but must be a function of own, opp, points and the "
            "faces of a throw, a solution or a named policy such as bank_at(300)"
        )
    _refuse_other_parameters(game, given)
    return AskedPlan(game, given)


def answer(game: Race, policy: Policy, *state: Any) -> Any:
    """What ``policy`` does in one state: with dice in hand, or the faces of a throw.

    Returns
    -------
    ``"bank"`` or ``"throw"``, a Choice, ``"bust"``, or {action: chance}

    Raises
    ------
    StateError
        If there is no such state.
    RuleError
        If the policy gives an invalid answer.

    Notes
    -----
    A function, which answers throws only, cannot be asked with dice in hand. A last turn is played
    best by every policy: there is nothing in it but a score to pass.

    Examples
    --------
    >>> import pigcore
    >>> answer(pigcore.Farkle.minimal(), pigcore.bank_at(300), 0, 0, 200, (1, 3, 4))
    '1, then bank'
    """
    own, opp, points, dice = game.check_state(*state)
    if opp >= game.goal:
        return best_of_last_turn(game, (own, opp, points, dice))
    in_hand = isinstance(dice, int)
    may = legal(game, own, points, dice) if in_hand else ()
    if len(may) == 1:
        return may[0]
    if not in_hand and not game.dice.scoring.choices(game.dice.check_throw(dice, len(dice))):
        return BUSTS
    given = policy if isinstance(policy, Optimal) else as_played(game, policy)
    if isinstance(given, Unless):
        return answer(game, given.part(own, opp), own, opp, points, dice)
    plan = plan_of(game, given) if not _is_function(given) else None
    if isinstance(plan, (Plan, RandomPlan)):
        return plan.answer((own, opp, points, dice))
    if in_hand:
        raise RuleError(
            f"the policy answers throws, but none lies on the table at {game.spell(state)}: give "
            "the faces of a throw in place of the dice"
        )
    if plan is None:
        _refuse_other_parameters(game, given)
        found = chances_of(game, given(own, opp, points, dice), (own, opp, points, dice))
    else:
        found = plan.choices(own, opp, points, game.dice.check_throw(dice, len(dice)))
    return next(iter(found)) if len(found) == 1 else found


def check(game: Race, policy: Policy) -> int:
    """Refuse a policy that gives an invalid answer.

    Returns
    -------
    int
        In how many pairs of scores, points of a turn and numbers of dice it decides.

    Raises
    ------
    RuleError, SizeError
        As :func:`plan_of`.
    """
    plan = plan_of(game, policy)
    units = range(game.units)
    if isinstance(plan, AskedPlan):
        for own, opp in product(units, units):
            for _ in plan.states(own * game.unit, opp * game.unit):
                pass
    decided = 0
    for own in units:
        decided += sum(
            bin(hands).count("1") for hands in game.hands(game.goal - game.unit * (own + 1))
        )
    return decided * len(units)


def tabulated(game: Race, policy: Policy) -> Table:
    """The policy as the place of its answer to every throw, or as the chances of all answers.

    Raises
    ------
    RuleError, SizeError
        As :func:`plan_of`, or if the table would not fit in memory.
    """
    plan = plan_of(game, policy)
    known = actions(game)
    wide = shape(game)
    mixes = isinstance(plan, (RandomPlan, AskedPlan))
    require(
        int(np.prod(wide)) * (8 * len(known) if mixes else 2),
        f"a table of the answers in {game.name} to {game.goal:,}",
        "save the text form of a named policy, in a .json file, or choose a smaller goal",
    )
    entries = np.zeros((*wide, len(known))) if mixes else np.full(wide, -1, dtype=np.int16)
    places = {choice: place for place, choice in enumerate(known)}
    for own, opp in product(range(game.units), repeat=2):
        mine, theirs = own * game.unit, opp * game.unit
        reached = game.hands(max(wide[2] - own - 1, 0) * game.unit)
        for t, hands in enumerate(reached):
            for place, (n, counts, _) in enumerate(throws_of(game)):
                if not hands >> n & 1 or not game.dice.scoring.choices(counts):
                    continue
                state = mine, theirs, t * game.unit, faces_of(counts)
                if isinstance(plan, AskedPlan):
                    found: Any = plan.choices(*state[:3], counts)
                else:
                    found = plan.answer(state)  # type: ignore[union-attr]
                for choice, chance in found.items() if isinstance(found, dict) else [(found, 1.0)]:
                    if mixes:
                        entries[own, opp, t, place, places[choice]] = chance
                    else:
                        entries[own, opp, t, place] = places[choice]
    pure = mixes and (entries.max(axis=-1) == entries.sum(axis=-1)).all()
    if pure:
        entries = np.where(entries.any(axis=-1), entries.argmax(axis=-1), -1).astype(np.int16)
    return Table(game, known, entries)


def _is_function(policy: Any) -> bool:
    kinds = (Banking, FarklePolicy, Optimal, RandomPlay, Table)
    return callable(policy) and not isinstance(policy, kinds)


def _refuse_other_parameters(game: Race, policy: Callable[..., Any]) -> None:
    """RuleError unless a function takes the four parts of a state."""
    if isinstance(policy, Mix):
        raise RuleError(
            f"'{policy}' gives every throw the same answer, but what can be set aside of one may "
            "be missing in others: give a function of the throw"
        )
    try:
        inspect.signature(policy).bind(0, 0, 0, ())
    except TypeError:
        raise RuleError(
            f"a policy of {game.name} is asked with own, opp, points and the faces of a throw, but "
            f"{getattr(policy, '__name__', None) or shown(policy)} takes something else: give "
            "what is beyond these four a default"
        ) from None
    except ValueError:  # a builtin without a signature
        return
