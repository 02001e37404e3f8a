"""Policies of parties: with what chance the mover throws, at many tuples of scores at once.

:mod:`~pigcore.play.policies.rolling` says what a policy may answer. A rule made for two
players, such as ``keep_pace()`` or a condition on both scores, sees the score of whoever is ahead
among the others; a function is given all scores.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import isnan, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...games.errors import RuleError
from ...games.race import Race
from ...games.spelling import shown
from ...memory import require
from ...solvers.party import PartyPolicy, PartySolution
from ...solvers.party.turns import Places, Rolls, check_states, own_turns
from .answers import Policy, as_played, check_size, parts_asked_for
from .holds import Holding
from .named import Mix, Named, RandomPlay, Unless
from .rolling import ACTION, ACTIONS, actions, asking_to_roll, chance_in, chance_of_rolling
from .rolling import NAMES as ROLLING
from .tables import Table

__all__ = [
    "ACTION", "NAMES", "actions", "all_tuples", "answer", "check", "plan_of", "plans_of", "shape",
    "table_of", "tabulated",
]  # fmt: skip

NAMES: dict[str, tuple[str, Callable[..., Any]]] = {
    name: made for name, made in ROLLING.items() if name != "scoring-turns"
}
"""The policies that remember nothing, by name."""

Floats = NDArray[np.float64]

CHUNK = 1 << 13
"""Tuples that are looked at together where all are."""


def shape(game: Race) -> tuple[int, ...]:
    """An axis for each part of a state."""
    return (game.goal,) * (game.players + 1)


def plan_of(game: Race, policy: Policy) -> Rolls:
    """How ``policy`` decides, as :class:`pigcore.solvers.party.chain.Chain` takes it.

    Parameters
    ----------
    game : Race
    policy : policy
        A named policy; a Solution or its policy; a function of (own, next, …, total), or of the
        scores alone; an array of answers at [own, next, …, total], or (goal, …, goal) without the
        last axis for the same answer at every total; or what this function made of one before.

    Raises
    ------
    RuleError
        If it is no policy, of another shape, remembers what it did, or an answer is no action; the
        state is named.
    SizeError
        If a function would be asked in more than 5 million states, or a table would not fit in
        memory.

    Examples
    --------
    >>> import numpy as np, pigcore
    >>> plan = plan_of(pigcore.Pig(10, players=3), pigcore.hold_at(3))
    >>> plan(np.array([[5, 0, 0]]))[0].tolist()  # at each score that could be banked
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0]
    """
    if isinstance(policy, Plan):
        return policy
    played = as_played(game, policy)
    if getattr(played, "memories", 1) > 1:
        raise RuleError(
            f"{played!r} remembers what it did, which no policy of {game.name} may: give one that "
            "looks at the scores and the turn total"
        )
    if isinstance(played, PartyPolicy):
        if played.solution.game != game:
            raise RuleError(
                f"the policy is one of {played.solution.game!r}, but the game is {game!r}: solve "
                "that, or tabulate the policy"
            )
        return Equilibrium(played.solution)
    if isinstance(played, Holding):
        return Held(game.goal, played)
    if isinstance(played, (Mix, RandomPlay)):
        chance = chance_in(played.chances)
        if isnan(chance):
            raise RuleError(
                f"the policy answers {shown(played.chances)}, but must answer {ACTIONS}"
            )
        return Even(game.goal, chance)
    if isinstance(played, Unless):
        usual, other = (plan_of(game, part) for part in played.parts)
        return Either(played, usual, other)
    if isinstance(played, Table):
        return Rows(_checked(game, played.share(actions(game).index("roll"))))
    if callable(played):
        return Rows(_asked(game, played))
    return Rows(_checked(game, played))


def plans_of(game: Race, policies: Iterable[Policy]) -> list[Rolls]:
    """The plans of several players; equal policies have the same one, so that it is made once.

    Raises
    ------
    RuleError, SizeError
        As :func:`plan_of`; or if there are more than 200 million states.
    """
    check_states(game)  # before a game is solved for best play
    found: list[tuple[Policy, Rolls]] = []
    for policy in policies:
        same = [plan for it, plan in found if it is policy or _equal(it, policy)]
        found.append((policy, same[0] if same else plan_of(game, policy)))
    return [plan for _, plan in found]


def _equal(one: Policy, other: Policy) -> bool:
    return isinstance(one, Named) and isinstance(other, Named) and one == other


# --- how they decide ------------------------------------------------------------------------------


class Plan(ABC):
    """How a player decides, as :data:`Rolls`."""

    @abstractmethod
    def __call__(self, scores: Places) -> Floats:
        """As :data:`Rolls` says."""


@dataclass(frozen=True, eq=False)
class Equilibrium(Plan):
    """Who plays by a solution of the game."""

    solution: PartySolution

    def __call__(self, scores: Places) -> Floats:
        """As :data:`Rolls` says, here and below."""
        return own_turns(self.solution, scores)[2]


@dataclass(frozen=True, eq=False)
class Held(Plan):
    """Who holds from some total on, which may depend on his score and the best of the others'."""

    goal: int
    policy: Holding

    def __call__(self, scores: Places) -> Floats:
        """1 below the limit, 0 from there on."""
        own, opp = scores[:, 0], scores[:, 1:].max(axis=1)
        limits = np.asarray(self.policy.limits(own, opp), dtype=np.int64)
        return (np.arange(self.goal) < (own + np.maximum(limits, 1))[:, None]).astype(np.float64)


@dataclass(frozen=True, eq=False)
class Even(Plan):
    """Who rolls with the same chance everywhere."""

    goal: int
    chance: float

    def __call__(self, scores: Places) -> Floats:
        """The chance."""
        return np.full((len(scores), self.goal), self.chance)


@dataclass(frozen=True, eq=False)
class Either(Plan):
    """Who decides in one of two ways, by his score and the best of the others'."""

    policy: Unless
    usual: Rolls
    other: Rolls

    def __call__(self, scores: Places) -> Floats:
        """What the part says whose turn it is."""
        holds = self.policy.holds(scores[:, 0], scores[:, 1:].max(axis=1))
        return np.where(holds[:, None], self.other(scores), self.usual(scores))


@dataclass(frozen=True, eq=False)
class Rows(Plan):
    """Who decides by a table of chances at [own, next, …, total]."""

    table: Floats

    def __call__(self, scores: Places) -> Floats:
        """The row of the scores, moved from turn totals to scores that could be banked."""
        rows = self.table[tuple(scores.T)]
        places = np.maximum(np.arange(self.table.shape[-1]) - scores[:, :1], 0)
        return np.take_along_axis(rows, places, axis=1)


def _asked(game: Race, policy: Any) -> Floats:
    """The chance of rolling in every state, by asking a function in each."""
    goal, n = game.goal, game.players
    parts_asked_for(game, policy)
    check_size(game, goal ** (n - 1) * goal * (goal - 1) // 2)
    table = np.zeros(shape(game))
    ask = asking_to_roll(game, policy)
    for scores in product(range(goal - 1), *[range(goal)] * (n - 1)):
        states = [(*scores, total) for total in range(1, goal - scores[0])]
        table[scores][1 : goal - scores[0]] = ask(states)
    return table


def _checked(game: Race, policy: Any) -> Floats:
    """The chance of rolling in every state, from an array of answers."""
    wide = shape(game)
    try:
        given = np.asarray(policy)
    except ValueError:  # rows of different lengths
        given = np.empty(())
    if given.ndim and given.shape == wide[:-1]:
        given = np.broadcast_to(given[..., None], wide)
    if given.shape != wide:
        what = shown(policy) if given.ndim == 0 else f"an array {given.shape}"
        raise RuleError(
            f"the policy is {what}, but must be a function of {' '.join(game.state_names)}, an "
            f"array {wide} of answers or a solution"
        )
    require(16 * prod(wide), f"a table of the decisions of {game.name}", "choose a smaller goal")
    if given.dtype.kind in "biuf":
        table = given.astype(np.float64)
    else:
        table = np.frompyfunc(chance_in, 1, 1)(given).astype(np.float64)
    wrong = np.argwhere(~((table >= 0) & (table <= 1)) & _choices(game))
    if len(wrong):
        state = tuple(wrong[0].tolist())
        chance_of_rolling(given.item(*state), game, state)
    table[~np.broadcast_to(_choices(game), wide)] = 0.0
    return table


def _choices(game: Race) -> NDArray[np.bool_]:
    """Where there is a choice: points at stake, and the goal not reached."""
    own, total = np.ogrid[: game.goal, : game.goal]
    there = (total > 0) & (own + total < game.goal)
    return there.reshape(game.goal, *[1] * (game.players - 1), game.goal)


# --- what other rooms ask -------------------------------------------------------------------------


def check(game: Race, policy: Policy) -> int:
    """Refuse a policy that gives an invalid answer.

    Returns
    -------
    int
        In how many states it decides: those with points at stake and the goal not reached.

    Raises
    ------
    RuleError, SizeError
        As :func:`plan_of`.
    """
    plan_of(game, policy)
    return int(game.goal ** (game.players - 1) * (game.goal * (game.goal - 1) // 2))


def answer(game: Race, policy: Policy, *state: int) -> Any:
    """``"roll"``, ``"hold"`` or {action: chance} in one state.

    At turn total 0 one must roll, and where the total reaches the goal the game is won by holding.

    Raises
    ------
    StateError
        If there is no such state.
    RuleError
        If the policy gives an invalid answer.
    """
    *scores, total = game.check_state(*state)
    if total == 0 or scores[0] + total >= game.goal:
        return "hold" if total else "roll"
    given = as_played(game, policy)
    plain = (Named, PartyPolicy, Table)
    if callable(given) and not isinstance(given, plain):
        parts_asked_for(game, given)
        chance = chance_of_rolling(given(*scores, total), game, (*scores, total))
    else:
        chance = float(plan_of(game, given)(np.array([scores]))[0, scores[0] + total])
    sure = {1.0: "roll", 0.0: "hold"}
    return sure.get(chance, {"roll": chance, "hold": 1.0 - chance})


def tabulated(game: Race, policy: Policy) -> Table:
    """The policy as the place of its action in every state, or as the chances of both.

    Raises
    ------
    RuleError, SizeError
        As :func:`plan_of`; or if the table would not fit in memory.
    """
    return table_of(game, plan_of(game, policy))


def table_of(game: Race, plan: Rolls) -> Table:
    """The table of a plan.

    Raises
    ------
    SizeError
        If it would not fit in memory.
    """
    goal, wide = game.goal, shape(game)
    what, remedy = f"a table of the decisions of {game.name}", "choose a smaller goal"
    require(2 * prod(wide), what, remedy)
    taken = np.full((prod(wide[:-1]), goal), -1, dtype=np.int16)
    mixed = False
    for numbers, rolls, there in _by_total(game, plan):
        mixed |= bool((there & (rolls > 0) & (rolls < 1)).any())
        taken[numbers] = np.where(there, rolls == 0, -1)
    if not mixed:
        return Table(game, actions(game), taken.reshape(wide))
    require(16 * prod(wide), what, remedy)
    chances = np.zeros((prod(wide[:-1]), goal, 2))
    for numbers, rolls, there in _by_total(game, plan):
        chances[numbers] = np.where(there[..., None], np.stack([rolls, 1 - rolls], axis=-1), 0)
    return Table(game, actions(game), chances.reshape(*wide, 2))


def _by_total(game: Race, plan: Rolls) -> Iterator[tuple[Places, Floats, NDArray[np.bool_]]]:
    """Some tuples at a time: numbers, chances to roll at [total], and where there is a choice."""
    totals = np.arange(game.goal)
    for numbers, scores in all_tuples(game):
        places = scores[:, :1] + totals
        rolls = np.take_along_axis(plan(scores), np.minimum(places, game.goal - 1), axis=1)
        yield numbers, rolls, (totals > 0) & (places < game.goal)


def all_tuples(game: Race) -> Iterator[tuple[Places, Places]]:
    """All tuples of the scores, some at a time: their numbers, (k,), and themselves, (k, n)."""
    tuples = game.goal**game.players
    for first in range(0, tuples, CHUNK):
        numbers = np.arange(first, min(first + CHUNK, tuples))
        scores = np.unravel_index(numbers, (game.goal,) * game.players)
        yield numbers, np.stack(scores, axis=1)
