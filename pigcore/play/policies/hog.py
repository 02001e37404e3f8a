"""Policies of Hog as tables of whole numbers of dice, or of their chances."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.functions import parts_asked_for
from ...games.hog import Hog
from ...games.spelling import shown
from ...solvers.hog.arrays import by_memory
from .answers import Policy, answers, as_played, shares
from .named import AlwaysRoll, Unless, free_roll
from .program import program_of

ACTION = "DICE"

Plan = NDArray[np.int16] | NDArray[np.float64]
"""What a policy does in each state; :func:`plan_of` says what each form means."""


NAMES: dict[str, tuple[str, Callable[..., Any]]] = {
    "always": ("always:DICE", AlwaysRoll),
    "free": ("free:DICE:POINTS", free_roll),
}
"""The policies of Hog by name: how each is written, and what makes it of its constants."""


def actions(game: Hog) -> tuple[int, ...]:
    """The numbers of dice, and -1 where there is exchange."""
    return game.choices


def shape(game: Hog) -> tuple[int, ...]:
    """An axis for each part of a state."""
    return (game.goal, game.goal, *game.memory.values())


def plan_of(game: Hog, policy: Policy) -> Plan:
    """What ``policy`` does in every state of ``game``, checked, at [memory, own, opp].

    That is the choice, int16, of one that never mixes; else the chances as :func:`chances_of` has
    them.
    """
    given = by_memory(answers(game, policy, shape(game)))
    numbers = _numbers(given)
    sure = np.isin(numbers, game.choices)
    if sure.all():
        return numbers.astype(np.int16)
    chances = np.zeros((len(game.choices), *given.shape))
    for index, choice in enumerate(game.choices):
        chances[index] = numbers == choice
    for place in np.argwhere(~sure).tolist():
        mixed = _mixed(game, given.item(*place), game.state_at(place))
        chances[:, *place] = [mixed.get(choice, 0.0) for choice in game.choices]
    return chances


def spread(game: Hog, plan: Plan) -> NDArray[np.float64]:
    """The chances of a plan, float64 (choices, memories, goal, goal)."""
    if plan.dtype == np.float64:
        return plan.astype(np.float64, copy=False)
    chances: NDArray[np.float64] = (plan == np.reshape(game.choices, (-1, 1, 1, 1))).astype(float)
    return chances


def chances_of(game: Hog, policy: Policy) -> NDArray[np.float64]:
    """The chance of each of ``game.choices``, float64 at [choice, memory, own, opp]."""
    return spread(game, plan_of(game, policy))


def check(game: Hog, policy: Policy) -> int:
    """In how many states a policy is asked, if all its answers are valid."""
    plan_of(game, policy)
    return game.goal * game.goal * game.memories


def answer(game: Hog, policy: Policy, *state: int) -> Any:
    """The number of dice, or {dice: chance}, in one state."""
    place = game.check_state(*state)
    given = as_played(game, policy)
    if isinstance(given, Unless):
        return answer(game, given.part(*place[:2]), *place)
    if callable(given):
        said = given(*place[: parts_asked_for(game, given)])
    else:
        said = answers(game, given, shape(game))[place]
    number = _number(said)
    if number in game.choices:
        return int(number)
    return _mixed(game, said, place)


def program(game: Hog, policy: Policy) -> str:
    """The policy as a Python file, in the form that the course wants."""
    plan = plan_of(game, policy)
    if plan.dtype != np.int16:
        raise RuleError(
            f"the policy {str(policy)!r} leaves some decisions of {game.name} to chance, but a "
            "program answers each with one action"
        )
    return program_of(game, policy, plan.astype(np.int16, copy=False))


def _mixed(game: Hog, answer: object, state: tuple[int, ...]) -> dict[Any, float]:
    mixed = shares(answer)
    if mixed is None or not set(mixed) <= set(game.choices):
        raise _refusal(game, answer, state)
    return mixed


def _refusal(game: Hog, answer: object, state: tuple[int, ...]) -> RuleError:
    low, high = game.choices[0], game.choices[-1]
    return RuleError(
        f"the policy answers {shown(answer)} at {game.spell(state)}, but must choose a whole "
        f"number from {low} to {high}"
        + ("" if 0 in game.choices else " other than 0" if low < 0 else "")
    )


def _numbers(answers: NDArray[Any]) -> NDArray[Any]:
    """The answers, with None where one is no number."""
    if answers.dtype.kind in "iuf":
        return answers
    found: NDArray[Any] = np.frompyfunc(_number, 1, 1)(answers)
    return found


def _number(answer: object) -> object:
    """``answer``, which may be anything, or None if it is no number."""
    return answer if isinstance(answer, Real) and not isinstance(answer, bool) else None
