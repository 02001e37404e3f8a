"""What the solutions of every family have in common.

A solution answers for every state: its best actions, what each action is worth, and how close the
call is. It is saved and shown as plain data. Whoever serves all families needs nothing else.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..games.checks import real, whole
from ..games.errors import RuleError
from ..games.game import Frozen, Game
from ..games.margins import TIED
from ..games.spelling import number, shown
from ..result import Fact, Result
from ..version import VERSION
from . import files

DISPUTED = 1e-9
"""A call is disputed, and the verifier's to judge, where its margin is below this."""

FINEST = 1e-15
"""Doubles near 1 are 1.1e-16 apart, and a sum of a few of them may be off by some such steps."""

_MOST = 1_000_000

G = TypeVar("G", bound=Game)
A = TypeVar("A", str, int)


def tolerance_of(value: object) -> float:
    """``value`` as a tolerance that doubles can reach."""
    tolerance = real(value, "tolerance", 0.0, 1.0)
    if tolerance < FINEST:
        raise RuleError(
            f"tolerance is {shown(value)}, but double precision reaches no more than {FINEST}: "
            "ask for that, or prove what matters with pigverify"
        )
    return tolerance


def iterations_of(value: object) -> int:
    """``value`` as a number of iterations, 1 … 1,000,000."""
    number = whole(value, "max_iterations")
    if not 1 <= number <= _MOST:
        raise RuleError(
            f"max_iterations is {shown(number)}, but must be between 1 and {_MOST:,}: "
            "choose another"
        )
    return number


class DisputedWarning(UserWarning):
    """Double precision cannot decide this state; the verifier can."""


class ConvergenceWarning(UserWarning):
    """The method stopped before it reached its tolerance."""


class Call(NamedTuple):
    """A decision: the best action, the best of the others, and how much worse that is."""

    state: tuple[int, ...]
    best: str | int
    other: str | int
    margin: float
    """The best payoff less the payoff of ``other``; 0 where both are best."""

    def as_dict(self, game: Game) -> dict[str, Any]:
        """Plain data, the state by name."""
        return {**self._asdict(), "state": game.named(self.state)}

    def in_words(self, game: Game) -> str:
        """The decision as people read it."""
        where = f"{game.spell(self.state)}: " if self.state else ""
        return f"{where}{self.best} before {self.other} by {number(self.margin)}"


def immutable(array: NDArray[Any]) -> NDArray[Any]:
    """A copy of ``array`` that nothing can write to, not even after ``setflags``.

    Examples
    --------
    >>> immutable(np.zeros(2)).setflags(write=True)
    Traceback (most recent call last):
        ...
    ValueError: cannot set WRITEABLE flag to True of this array
    """
    return np.frombuffer(array.tobytes(), dtype=array.dtype).reshape(array.shape)


def calls_of(
    apart: NDArray[np.float64],
    chosen: NDArray[np.intp],
    actions: Sequence[Any],
    count: int | None,
    below: float,
    state_at: Callable[[tuple[int, ...]], tuple[int, ...]] = tuple,
) -> list[Call]:
    """The ``count`` closest calls with a margin ``below`` some number, closest first.

    ``apart`` has how much worse than the best each action is, at [action, …], infinite where it is
    not to be named; ``chosen`` the place of the best action, which is set against the nearest.
    """
    np.put_along_axis(apart, chosen[None], np.inf, axis=0)
    margin, found = apart.min(axis=0), []
    for flat in np.argsort(margin, axis=None, kind="stable")[:count].tolist():
        place = tuple(int(part) for part in np.unravel_index(flat, margin.shape))
        if margin[place] >= below:
            break
        there: Any = (slice(None), *place)
        best, other = (actions[int(n)] for n in (chosen[place], apart[there].argmin()))
        found.append(Call(state_at(place), best, other, float(margin[place])))
    return found


def nearest_first(calls: NDArray[np.float64], count: int | None) -> NDArray[np.float64]:
    """The ``count`` rows (margin, state …) of smallest |margin|, in order; then by state."""
    margin, *state = calls.T
    return calls[np.lexsort((*state[::-1], np.abs(margin)))[:count]]


class Outlook(NamedTuple):
    """How a turn is likely to go on after an action, with best play from there."""

    bust: float
    """The chance that the points of the turn are lost, by a bust or by a wipe."""
    points: float
    """The expected points that the turn banks, those it has included; none where they are lost,
    whatever consolation there is."""
    at_once: float = 0.0
    """The chance that already the next throw loses the points of the turn."""


def payoff_rows(
    payoffs: dict[Any, float], outlook: dict[Any, Outlook] | None = None
) -> list[dict[str, Any]]:
    """Payoffs as plain data: a row for each action, the best first."""
    ordered = sorted(payoffs.items(), key=lambda item: -item[1])
    return [
        {"action": action, "worth": worth} | (outlook[action]._asdict() if outlook else {})
        for action, worth in ordered
    ]


class Solution(Frozen, Result, ABC, Generic[G, A]):
    """A solved game of any family.

    Attributes
    ----------
    game : Game
        The game that was solved.
    """

    game: G
    tolerance: float
    """The residual that was aimed at."""

    @property
    @abstractmethod
    def residual(self) -> float:
        """How far the values are from their equations at most: the largest change that evaluating
        them once more makes.
        """

    @property
    def converged(self) -> bool:
        """Whether the residual is within the tolerance."""
        return self.residual <= self.tolerance

    # --- one state ---------------------------------------------------------------------------

    @property
    @abstractmethod
    def value(self) -> float:
        """What the game is worth to the player who moves first: a chance, a payoff or points."""

    @abstractmethod
    def _payoffs(self, state: tuple[int, ...]) -> dict[A, float]:
        """The payoffs in a state that was checked."""

    def payoffs(self, *state: int) -> dict[A, float]:
        """What each action is worth in one state, with best play afterwards.

        Raises
        ------
        StateError
            If there is no such state.
        """
        return self._payoffs(self.game.check_state(*state))

    def outlook(self, *state: int) -> dict[A, Outlook]:
        """How the turn is likely to go on after each action of :meth:`payoffs`.

        Empty in games in which the points of a turn are not at risk throw by throw.

        Raises
        ------
        StateError
            If there is no such state.
        """
        place = self.game.check_state(*state)
        return self._outlook(place, self._payoffs(place))

    def _outlook(self, state: tuple[int, ...], payoffs: dict[A, float]) -> dict[A, Outlook]:
        """The same of a state that was checked, where these actions can be taken."""
        return {}

    def best(self, *state: int) -> tuple[A, ...]:
        """All best actions in one state.

        Actions that are equally good in double precision (to 1e-13 in a race and in Hog) all count
        as best; ``pigverify.check`` proves or refutes each such tie.

        Raises
        ------
        StateError
            If there is no such state.
        """
        payoffs = self.payoffs(*state)
        most = max(payoffs.values())
        least = most - self._tied(most)
        return tuple(action for action, worth in payoffs.items() if worth >= least)

    def _tied(self, most: float) -> float:
        """How far below the best, worth ``most``, an action still counts as best."""
        return TIED

    def _worth(self, state: tuple[int, ...]) -> float:
        """What one state is worth."""
        return max(self._payoffs(state).values())

    def _shares(self, state: tuple[int, ...], action: A | None = None) -> tuple[float, ...]:
        """Every player's chance to win, the mover's first, once an action is chosen if one is."""
        worth = self._worth(state) if action is None else self._payoffs(state)[action]
        return worth, 1.0 - worth

    # --- all states --------------------------------------------------------------------------

    @abstractmethod
    def _closest(self, count: int | None, below: float, above: float) -> list[Call]:
        """The calls with ``above`` < margin < ``below``, closest first; all if count is None."""

    def closest(self, count: int = 10, *, ties: bool = False) -> list[Call]:
        """The closest calls of the whole game, smallest margin first.

        Parameters
        ----------
        count : int
            How many, 0 or more.
        ties : bool
            Whether to include calls that are ties in double precision (margins of at most 1e-13).

        Raises
        ------
        RuleError
            If ``count`` is negative.
        """
        count = whole(count, "count")
        if count < 0:
            raise RuleError(f"count is {count}, but must not be negative: ask for some calls")
        return self._closest(count, np.inf, -1.0 if ties else TIED)

    def disputed(self) -> list[Call]:
        """Every call for which double precision cannot be trusted, closest first, including ties.

        These are the calls whose margin is below 1e-9 (in a bag: of the largest difference between
        payoffs); ``pigverify.check`` settles each of them.
        """
        return self._closest(None, self._disputed_below, -1.0)

    @property
    def _disputed_below(self) -> float:
        """The margin from which on a decision can be trusted."""
        return DISPUTED

    @property
    @abstractmethod
    def policy(self) -> Any:
        """The optimal policy: a callable that answers with an action."""

    @abstractmethod
    def _columns(self) -> dict[str, Any]:
        """A column for each part of a state and for what is known of it; all states."""

    def columns(self) -> dict[str, Any]:
        """Plain columns with one row for each state.

        Its columns are the parts of the state (int64), the values of the state and of each action
        (float64), and the best action (the smallest of several). ``docs/reference/dataframes.md``
        lists them all.
        """
        return {  # its own, as who has them may alter them
            name: column.copy() if isinstance(column, np.ndarray) else column
            for name, column in self._columns().items()
        }

    # --- the whole ---------------------------------------------------------------------------

    @abstractmethod
    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays that a file of this solution holds, as ``game.arrays`` declares them."""

    def info(self) -> dict[str, Any]:
        """How it was solved, as plain data that a file holds beside the arrays."""
        return {
            "converged": self.converged,
            "tolerance": self.tolerance,
            "residual": self.residual,
        }

    @abstractmethod
    def _facts(self) -> dict[str, Any]:
        """What the family adds to the summary."""

    def _advice(self, state: tuple[int, ...]) -> dict[str, Any]:
        """What the family adds to the advice."""
        return {}

    def advise(self, *state: int) -> dict[str, Any]:
        """Everything about one state as plain data: best actions, payoffs, margin, …

        Raises
        ------
        StateError
            If there is no such state.
        """
        place = self.game.check_state(*state)
        payoffs = self.payoffs(*place)
        best = self.best(*place)
        worths = sorted(payoffs.values(), reverse=True)
        margin = worths[0] - worths[1] if len(worths) > 1 else None
        return {
            "game": self.game.as_dict(),
            "state": self.game.named(place),
            "best": list(best),
            "value": self._worth(place),
            "payoffs": payoff_rows(payoffs, self._outlook(place, payoffs)),
            "margin": margin,
            "disputed": margin is not None and margin < self._disputed_below,
            **self._advice(place),
            "version": VERSION,
        }

    def facts(self) -> Iterator[Fact]:
        """The rules, the value, how it was solved, and the closest call, for which every state is
        examined.
        """
        yield Fact("game", self.game.as_dict(), said=str(self.game))
        yield Fact("value", self.value, self.game.worth)
        yield from (Fact(name, value) for name, value in self._facts().items())
        call, said = None, None
        if calls := self.closest(1):
            call, said = calls[0].as_dict(self.game), calls[0].in_words(self.game)
        yield Fact("closest_call", call, said=said)
        yield Fact("version", VERSION, None)

    def summary(self) -> dict[str, Any]:
        """The :meth:`facts` as plain data."""
        return Result.as_dict(self)

    as_dict = summary

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a small ``.npz`` (rules as text, arrays, version) to exactly ``path``.

        ``pigcore.load`` reads it back and ``pigverify`` certifies it.

        Raises
        ------
        FileError
            If the file cannot be written; an existing file is then left unchanged.
        RuleError
            If the game cannot be saved because one of its rules has no name.
        """
        files.write(path, self.game, self.arrays(), self.info())

    # --- copies are as immutable as the original --------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        return {
            name: entry
            for name, entry in self.__dict__.items()
            if not isinstance(getattr(type(self), name, None), cached_property)
        }

    def __setstate__(self, entries: dict[str, Any]) -> None:
        self._set(
            **{
                name: immutable(entry) if isinstance(entry, np.ndarray) else entry
                for name, entry in entries.items()
            }
        )

    # --- as text -------------------------------------------------------------------------------

    @abstractmethod
    def _line(self) -> str:
        """What the solution says in a line after the name of its game; cheap at any size."""

    def __repr__(self) -> str:
        goal = getattr(self.game, "goal", None)
        aim = "" if goal is None else f" to {goal}"
        return f"<Solution of {self.game.name}{aim}: {self._line()}>"

    def _repr_html_(self) -> None:
        """Nothing more than the line: a notebook examines no state that nobody asks about."""


class SolvedPolicy(Frozen):
    """The decisions of a solution, found when they are asked for."""

    solution: Any

    def __init__(self, solution: Solution[Any, Any]) -> None:
        self._set(solution=solution)

    def __repr__(self) -> str:
        return f"<optimal policy of {self.solution.game.name}>"
