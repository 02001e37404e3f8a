"""Decisions that doubles cannot tell, settled by exact arithmetic.

Where the payoffs of two actions are closer than the errors of the doubles allow, the state is
*open*: it has a row for each action that may be best. Take one of them everywhere, solve the
equations, and look at the margin of each other action, an unknown like any other: its sign is
exact. If none is positive, then no open decision that play can come to, by whichever of them, can
be bettered; what is not open is best by the error bound of the solution. So the values solve the
optimality equations of all states that play can come to, and these have one solution. Otherwise
take the better actions and repeat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from fractions import Fraction
from typing import Protocol

from ...games.errors import RuleError
from .equations import Row, State, equations
from .residues import Progress, signed, whole_numbers

__all__ = ["Rules", "difference", "worth"]

_MOST_ROUNDS = 30
_WHOLE = 10_000
"""All work, where it is not one count of primes."""


class Rules(Protocol):
    """A game as equations."""

    def rows(self, state: State) -> tuple[Row, ...]:
        """What the state is worth by each action that may be best, the likeliest first."""

    def rank(self, state: State) -> object:
        """States of lower rank are eliminated first where they hang on each other."""


def worth(
    rules: Rules, state: State, executor: Executor | None, progress: Progress | None
) -> tuple[int, int]:
    """Numerator and denominator, in any terms, of what a state is worth.

    Raises
    ------
    SizeError
        If the numbers are too long, or too many values hang on each other in circles.
    RuleError
        If the values of the game are not unique.
    """
    used, rounds = _settled(rules, [state], executor, progress)
    told = _part(progress, rounds / (rounds + 1), 1) if rounds else progress
    below, (above,) = whole_numbers(equations(used, rules.rank, [state]), executor, told)
    return (above, below) if below > 0 else (-above, -below)


def difference(rules: Rules, first: Row, second: Row, executor: Executor | None = None) -> Fraction:
    """How much more the second action in a state is worth than the first: exactly 0 at a tie.

    Both are rows of their own, whatever is best in the state itself, to which play may come back
    later.

    Parameters
    ----------
    rules : Rules
    first, second : Row
        What the state is worth by the two actions.
    executor : concurrent.futures.Executor, optional

    Raises
    ------
    SizeError, RuleError
        As ``worth``.
    """
    following = [other for row in (first, second) for other, _ in row.terms]
    mine, apart = (-1, 0, 0), (-1, 0, 1)
    used, _ = _settled(rules, following, executor)
    rows = used | {mine: first, apart: second.less(mine)}
    below, (above,) = whole_numbers(equations(rows, rules.rank, [apart]), executor)
    return Fraction(above, below)


def _settled(
    rules: Rules,
    states: Iterable[State],
    executor: Executor | None,
    progress: Progress | None = None,
) -> tuple[dict[State, Row], int]:
    """The rows of the best actions in all states that best play can come to from ``states``.

    Returned as well is how many rounds that took.
    """
    actions = _reached(rules, states)
    chosen = {at: rows[0] for at, rows in actions.items()}
    opened = {at: rows for at, rows in actions.items() if len(rows) > 1}
    for rounds in range(_MOST_ROUNDS):
        # Nobody knows how many rounds there will be: one more is expected, whatever is done.
        told = _part(progress, rounds / (rounds + 1), (rounds + 1) / (rounds + 2))
        better = _better(rules, chosen, opened, executor, told)
        if not better:
            break
        chosen |= better
    else:
        raise RuleError(
            f"the {len(opened)} decisions that double precision cannot tell were not settled in "
            f"{_MOST_ROUNDS} rounds: choose a smaller goal"
        )
    used = {at: rows[0] for at, rows in _reached(_Fixed(chosen), states).items()}
    return used, rounds + 1 if opened else 0


def _part(progress: Progress | None, before: float, after: float) -> Progress | None:
    """The progress of work that is the part of all work between ``before`` and ``after``."""
    if progress is None:
        return None
    all_told = progress

    def told(done: int, of: int) -> None:
        all_told(round(_WHOLE * (before + (after - before) * done / of)), _WHOLE)

    return told


class _Fixed:
    """The rules, all decisions taken."""

    def __init__(self, chosen: Mapping[State, Row]) -> None:
        self._chosen = chosen

    def rows(self, state: State) -> tuple[Row, ...]:
        return (self._chosen[state],)


def _reached(rules: Rules | _Fixed, states: Iterable[State]) -> dict[State, tuple[Row, ...]]:
    """The rows of all states that play can come to."""
    found: dict[State, tuple[Row, ...]] = {}
    waiting = list(states)
    while waiting:
        at = waiting.pop()
        if at not in found:
            found[at] = rules.rows(at)
            waiting += (other for row in found[at] for other, _ in row.terms if other not in found)
    return found


def _better(
    rules: Rules,
    chosen: Mapping[State, Row],
    opened: Mapping[State, tuple[Row, ...]],
    executor: Executor | None,
    progress: Progress | None,
) -> dict[State, Row]:
    """For the open states with a better action that action's row, the best one's."""
    margins = {
        (*state, -1, n): (state, row, row.less(state))
        for state, rows in opened.items()
        for n, row in enumerate(rows)
        if row != chosen[state]
    }
    if not margins:
        return {}
    rows = {**chosen, **{name: margin for name, (_, _, margin) in margins.items()}}
    gains = signed(equations(rows, rules.rank, margins), executor, progress)
    most: dict[State, int] = {}
    better = {}
    for (state, row, _), gain in zip(margins.values(), gains):
        if gain > most.get(state, 0):
            most[state], better[state] = gain, row
    return better
