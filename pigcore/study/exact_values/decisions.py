"""Decisions that doubles cannot tell, settled by exact arithmetic.

Where the payoffs of two actions are closer than the errors of the doubles allow, the state is
*open*: it has a row for each action that may be best. Take one of them everywhere, solve the
equations, and look at the margin of each other action, an unknown like any other: its sign is
exact. If none is positive, then no open decision that play can come to, by whichever of them, can
be bettered; what is not open is best by the error bound of the solution. So the values solve the
optimality equations of all states that play can come to, and these have one solution (with three
players or more, an equilibrium). Otherwise take the better actions and repeat.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from fractions import Fraction
from heapq import heapify, heappop, heappush

from ...games.errors import RuleError
from .equations import Row, State, equations
from .residues import Progress, signed, whole_numbers

__all__ = ["Rules", "difference", "worth"]

_MOST_ROUNDS = 30
_WHOLE = 10_000
"""All work, where it is not one count of primes."""


class Rules(ABC):
    """A game as equations."""

    shared: bool = False
    """Whether values hang on which of equal actions is taken: then it is the first of them."""

    @abstractmethod
    def rows(self, state: State) -> tuple[Row, ...]:
        """What the state is worth by each action that may be best."""

    @abstractmethod
    def rank(self, state: State) -> object:
        """States of lower rank are eliminated first where they hang on each other."""

    @property
    def share(self) -> float:
        """About which part of all time it takes to find the rows of all states."""
        return 0.3

    def before(self, state: State) -> float:
        """About which part of that work rows of states of smaller totals are."""
        own, opp, *_ = state
        return ((own + opp) / (2 * self.goal)) ** 2

    goal: int

    def likely(self, state: State) -> int:
        """Which of several rows is likely to be that of the best action."""
        return 0

    def decided_by(self, state: State) -> State:
        """The state by whose worth one of the rows is chosen, a row of the same number in both."""
        return state

    def check_other(self, state: State) -> None:
        """Refuse that another row than the likely one is chosen, where that cannot be."""
        return


def worth(
    rules: Rules, state: State, executor: Executor | None, progress: Progress | None
) -> tuple[int, int]:
    """Numerator and denominator, in any terms, of what a state is worth.

    Raises
    ------
    SizeError
        If the numbers are too long, or too many values hang on each other in cycles.
    RuleError
        If the values of the game are not unique.
    """
    used, rounds = _settled(rules, [state], executor, progress)
    report = _part(progress, _solving(rules), 1)
    report = _part(report, rounds / (rounds + 1), 1) if rounds else report
    below, (above,) = whole_numbers(equations(used, rules.rank, [state]), executor, report)
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
    actions = _reached(rules, states, _part(progress, 0, rules.share))
    solving = _part(progress, _solving(rules), 1)
    likely = {at: rules.likely(at) for at, rows in actions.items() if len(rows) > 1}
    opened = {at: actions[at] for at in likely if rules.decided_by(at) == at}
    choice = {at: likely[at] for at in opened}
    for rounds in range(_MOST_ROUNDS):
        # Nobody knows how many rounds there will be: one more is expected, whatever is done.
        report = _part(solving, rounds / (rounds + 1), (rounds + 1) / (rounds + 2))
        rows = {
            at: some[choice[rules.decided_by(at)] if len(some) > 1 else 0]
            for at, some in actions.items()
        }
        better = _better(rules, rows, opened, choice, executor, report)
        if not better:
            break
        choice |= better
    else:
        raise RuleError(
            f"the {len(opened)} decisions that double precision cannot tell were not settled in "
            f"{_MOST_ROUNDS} rounds: choose a smaller goal"
        )
    for at in opened:
        if choice[at] != likely[at]:
            rules.check_other(at)
    used: dict[State, Row] = {}
    waiting = list(states)
    while waiting:
        at = waiting.pop()
        if at not in used:
            used[at] = rows[at]
            waiting += (other for other, _ in rows[at].terms if other not in used)
    return used, rounds + 1 if opened else 0


def _solving(rules: Rules) -> float:
    """The part of all time in which equations are made of the rows, and these are found."""
    return (1 + rules.share) / 2


def _part(progress: Progress | None, before: float, after: float) -> Progress | None:
    """The progress of work that is the part of all work between ``before`` and ``after``."""
    if progress is None:
        return None
    whole = progress

    def report(done: int, of: int) -> None:
        whole(round(_WHOLE * (before + (after - before) * done / of)), _WHOLE)

    return report


def _reached(
    rules: Rules, states: Iterable[State], progress: Progress | None = None
) -> dict[State, tuple[Row, ...]]:
    """The rows of all states that play can come to, and of those by which they are decided.

    Small totals come first, so that a total says how much is done.
    """
    found: dict[State, tuple[Row, ...]] = {}
    waiting = [(rules.before(at), at) for at in states]
    heapify(waiting)
    began, furthest = waiting[0][0], 0.0
    while waiting:
        done, at = heappop(waiting)
        if at in found:
            continue
        if progress and done > furthest:
            furthest = done
            progress(round(_WHOLE * (done - began) / (1 - began)), _WHOLE)
        found[at] = rules.rows(at)
        others = [other for row in found[at] for other, _ in row.terms if other not in found]
        if len(found[at]) > 1:
            others.append(rules.decided_by(at))
        for other in others:
            heappush(waiting, (rules.before(other), other))
    return found


def _better(
    rules: Rules,
    chosen: Mapping[State, Row],
    opened: Mapping[State, tuple[Row, ...]],
    choice: Mapping[State, int],
    executor: Executor | None,
    progress: Progress | None,
) -> dict[State, int]:
    """For the open states with a better action that action's number, the best one's."""
    margins = {
        (*state, -1, n): (state, n, row.less(state))
        for state, rows in opened.items()
        for n, row in enumerate(rows)
        if row != chosen[state]
    }
    if not margins:
        return {}
    rows = {**chosen, **{name: margin for name, (_, _, margin) in margins.items()}}
    gains = signed(equations(rows, rules.rank, margins), executor, progress)
    most: dict[State, int] = {}
    better: dict[State, int] = {}
    for (state, n, _), gain in zip(margins.values(), gains):
        first = rules.shared and gain == most.get(state, 0) and n < better.get(state, choice[state])
        if gain > most.get(state, 0) or first:
            most[state], better[state] = gain, n
    return better
