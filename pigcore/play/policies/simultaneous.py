"""Policies of simultaneous turns: the chance to hold at every state (own, opp, total).

Rules that have a name hold at the goal, as they do where reaching it wins; functions and tables are
asked beyond it as well, up to ``game.furthest``, from which on everybody holds.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ...games.errors import RuleError
from ...games.functions import parts_asked_for
from ...games.race import Race
from ...games.spelling import shown
from ...kernels import Floats
from ...solvers.simultaneous import SimultaneousSolution, solve
from ...solvers.solution import Solution
from . import race
from .answers import Policy, as_array, as_played, asking, check_size
from .holds import Holding
from .named import Mix, Optimal, RandomPlay, Unless
from .race.asked import chance_in, chance_of, chances_in
from .tables import Table

__all__ = [
    "ACTION",
    "NAMES",
    "actions",
    "answer",
    "best_play",
    "check",
    "holds_of",
    "shape",
    "tabulated",
]

ACTION = "ACTION"
NAMES = {
    name: race.NAMES[name]
    for name in ("hold", "race", "keep-pace", "scoring-turns", "linear", "bands")
}
"""The policies by name: how each is written, and what makes it of its constants."""


@lru_cache(maxsize=2)
def best_play(game: Race) -> SimultaneousSolution:
    """The solution, kept while a match, a reply and a loss ask for it."""
    return solve(game)


def actions(game: Race) -> tuple[str, ...]:
    """The two words."""
    return game.words


def shape(game: Race) -> tuple[int, ...]:
    """The axes of a table: both banked scores, and the total of one's own turn."""
    return game.goal, game.goal, game.furthest


def holds_of(game: Race, policy: Policy) -> Floats:
    """The chance that ``policy`` holds at [own, opp, total], float64 as :func:`shape` has it.

    A policy has a name; is a Solution or its policy; a function of (own, opp, total), of which the
    last may be left out; an array of answers; or a table.
    """
    given = policy if isinstance(policy, Optimal) else as_played(game, policy)
    if isinstance(given, Optimal):
        return best_play(game).holds
    solution = getattr(given, "solution", None)
    if isinstance(solution, Solution):
        if solution.game != game:
            raise RuleError(f"the policy is one of {solution.game!r}, but the game is {game!r}")
        return solution.holds  # type: ignore[attr-defined, no-any-return]
    own, opp, total = np.ogrid[: game.goal, : game.goal, : game.furthest]
    if isinstance(given, Holding):
        limits = np.asarray(given.limits(own[..., 0], opp[..., 0]))[..., None]
        found: Any = (total >= limits) | (own + total >= game.goal)
    elif isinstance(given, Unless):
        found = given.choose(*(holds_of(game, part) for part in given.parts))
    elif isinstance(given, RandomPlay):
        found = np.full(shape(game), 0.5)
    elif isinstance(given, Mix):
        found = np.full(shape(game), 1.0 - chance_in(given.chances))
    elif isinstance(given, Table):
        found = np.nan_to_num(1.0 - given.share(0), nan=1.0)
    elif callable(given):
        found = _asked(game, given)
    else:
        found = _of_array(game, given)
    every: Floats = np.ascontiguousarray(np.broadcast_to(found, shape(game)), np.float64)
    if np.isnan(every).any():
        raise RuleError(f"the policy answers {shown(given)}, but must answer 'roll' or 'hold'")
    return every


def _sums(game: Race) -> list[int]:
    """The totals that throws add up to, without 0, where one must roll."""
    bits = game.can_have(game.furthest - 1)
    return [total for total, can in enumerate(bits) if can and total]


def _asked(game: Race, policy: Any) -> Floats:
    parts, totals = parts_asked_for(game, policy), _sums(game)
    check_size(game, game.goal**2 * (len(totals) if parts > 2 else 1))
    ask = asking(game, policy, lambda answer, at: chance_of(answer, game, (*at, 0)[:3]))
    found = np.ones(shape(game))
    for own in range(game.goal):
        below = [total for total in totals if own + total < game.furthest]
        for opp in range(game.goal):
            if parts == 2:
                found[own, opp] = 1.0 - ask([(own, opp)])[0]
            else:
                states = [(own, opp, total) for total in below]
                found[own, opp, below] = 1.0 - np.array(ask(states))
    return found


def _of_array(game: Race, policy: Any) -> Floats:
    wide = shape(game)
    given = as_array(policy)
    if given.shape not in (wide, wide[:2]):
        what = shown(policy) if given.ndim == 0 else f"an array {given.shape}"
        raise RuleError(
            f"the policy is {what}, but must be a function of own opp [total], an array {wide} of "
            "answers or a solution"
        )
    chances = chances_in(given)
    chances[~((chances >= 0) & (chances <= 1))] = np.nan
    return 1.0 - (chances if given.ndim == 3 else chances[..., None])


def check(game: Race, policy: Policy) -> int:
    """In how many states a policy decides something, if all its answers are valid."""
    holds_of(game, policy)
    totals = np.array(_sums(game))
    return sum(int((totals < game.furthest - own).sum()) for own in range(game.goal)) * game.goal


def answer(game: Race, policy: Policy, *state: Any) -> Any:
    """What ``policy`` does in one state: a word, or {action: chance}."""
    own, opp, total = game.check_state(*state)
    roll, hold = game.words
    if total == 0:
        return roll
    chance = 1.0 if own + total >= game.furthest else holds_of(game, policy)[own, opp, total]
    return {roll: 1.0 - chance, hold: chance} if 0 < chance < 1 else hold if chance else roll


def tabulated(game: Race, policy: Policy) -> Table:
    """The policy as the chances of both answers in every state, or as its answers."""
    chances = holds_of(game, policy)
    nothing = np.ones(shape(game), dtype=bool)
    nothing[:, :, _sums(game)] = False
    if np.isin(chances, (0, 1)).all():
        entries = chances.astype(np.int16)
        entries[nothing] = -1
        return Table(game, actions(game), entries)
    both = np.stack([1.0 - chances, chances], axis=-1)
    both[nothing] = 0.0
    return Table(game, actions(game), both)
