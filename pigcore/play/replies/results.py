"""What a best reply wins, where it deviates from best play, and what a policy gives away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import InitVar, dataclass
from functools import cached_property
from heapq import nlargest
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.game import Game
from ...games.margins import TIED
from ...games.spelling import brief, number
from ...result import Fact, Result
from ..results import SURE, Seated, checked, doubted


def costliest(
    lost: NDArray[np.float64], visits: NDArray[np.float64], count: int | None = None
) -> Iterator[tuple[tuple[int, ...], float, float]]:
    """The places at which something is lost, the costliest in a game first; and at each what is
    lost, and how often play comes there.
    """
    cost = lost * visits
    for flat in np.argsort(-cost, axis=None, kind="stable")[:count].tolist():
        place = tuple(int(part) for part in np.unravel_index(flat, cost.shape))
        if cost[place] <= 0:
            return
        yield place, float(lost[place]), float(visits[place])


def costliest_in_turns(
    lost: NDArray[np.float64],
    visits: NDArray[np.float64],
    count: int,
    mistakes: Callable[[tuple[int, ...]], Iterable[Mistake]],
) -> list[Mistake]:
    """The mistakes that cost most, from those in each turn, by what these lose in all and how often
    they begin.
    """
    found: list[Mistake] = []
    for place, given, times in costliest(lost, visits):
        if len(found) == count and found[-1].cost >= given * times:
            break
        found += [one._replace(visits=one.visits * times) for one in mistakes(place)]
        found = nlargest(count, found, key=lambda mistake: mistake.cost)
    return found


def refuse_doubts(least: float, doubt: float) -> None:
    """Refuse a best reply if decisions that doubles cannot tell may matter, by ``doubt``.

    ``least`` is the smallest chance of a gain: by so little rolling may be better.

    Raises
    ------
    PigcoreError
    """
    if least < TIED:
        raise doubted(f"in which a gain has the chance {number(least)}")
    if doubt > SURE:
        raise doubted(
            f"in which decisions of a best reply that it cannot tell are worth {number(doubt)}"
        )


class Mistake(NamedTuple):
    """A state in which a policy gives something away against best play."""

    state: tuple[Any, ...]
    """Where throws leave a choice its last part is the throw that lies on the table: in Farkle its
    faces, else its options in words."""
    chosen: Any
    """The action, or of those that the policy mixes the costliest one."""
    best: Any
    loss: float
    """What that costs where it is done: the best payoff less the payoff of the answer."""
    visits: float
    """How often the state occurs in a game against best play, a fair coin saying who begins."""

    @property
    def cost(self) -> float:
        """What it costs in a game: ``visits`` times ``loss``."""
        return self.loss * self.visits


class Judged(Result):
    """What is said of a policy with its mistakes, which are the rows."""

    game: Any
    _FORM: ClassVar[Callable[[float], str]] = brief

    def mistakes(self, count: int = 10) -> list[Mistake]:
        """The mistakes that cost most in a game, the costliest first."""
        raise NotImplementedError

    def rows(self, count: int | None = None) -> list[dict[str, Any]]:
        """The mistakes, ten unless told otherwise; a duel is a single turn, which has no states."""
        game, found = self.game, self.mistakes(10 if count is None else count)
        return [
            {**one._asdict(), "state": game.named(one.state) if one.state else {}, "cost": one.cost}
            for one in found
        ]

    def listed(self, count: int | None = None) -> list[dict[str, str]]:
        """The same in words."""
        rows = zip(super().listed(count), self.rows(count))
        return [
            row | {"state": self.game.spell(tuple(state.values())) if state else "the turn"}
            for row, state in ((row, plain["state"]) for row, plain in rows)
        ]


_ROUNDING = 1e-15
"""A deviation that gains no more is a tie that doubles tell apart."""


@dataclass(frozen=True, eq=False, repr=False)
class Response(Seated, Judged):
    """A best reply and what it wins; in a duel, which nobody moves first in, its payoff."""

    game: Game
    policy: Any
    """The reply: a callable of the state, as a solution's ``policy`` is, or a table."""
    seats: tuple[float, ...]
    costly: Callable[[int], list[Mistake]]
    known: InitVar[float]
    """What some reply is known to be worth on average."""

    _HEADS: ClassVar[Mapping[str, str]] = {
        "state": "state", "reply": "reply", "optimal": "best play", "gain": "gain",
        "visits": "visits",
    }  # fmt: skip

    def __post_init__(self, known: float) -> None:
        seats = tuple(checked("what a best reply wins", one) for one in self.seats)
        object.__setattr__(self, "seats", seats)
        vars(self)["average"] = checked("what a best reply wins", self.average, known)

    def deviations(self, count: int = 10) -> list[Mistake]:
        """Where the reply deviates most from best play, by what that gains in a game: the mistakes
        that best play makes against this policy, ``chosen`` being what it does and ``best`` what
        the reply does there.

        What all of them cost sums to what the reply wins more than best play does.
        """
        return [one for one in self.costly(count) if one.loss > _ROUNDING]

    mistakes = deviations

    def rows(self, count: int | None = None) -> list[dict[str, Any]]:
        """The deviations."""
        names = {"state": "state", "reply": "best", "optimal": "chosen", "gain": "loss",
                 "visits": "visits"}  # fmt: skip
        return [{name: row[key] for name, key in names.items()} for row in super().rows(count)]

    def facts(self) -> Iterable[Fact]:
        """What it is worth in each seat, and on average."""
        return [fact._replace(words=fact.words and fact.name) for fact in super().facts()]

    def __str__(self) -> str:
        return f"the reply is worth {self._by_seat()}"


@dataclass(frozen=True, eq=False, repr=False)
class Loss(Judged):
    """What a policy gives away, in all and state by state.

    In a duel all of it is in units of the payoff, P(win) - P(lose).
    """

    game: Game
    average: float
    """One half less what it wins against best play, a fair coin saying who moves first; the sum of
    ``visits`` times ``loss`` over all states. Among n players an nth stands for one half."""
    exploitability: float
    """What its best reply wins beyond one half, a fair coin saying who moves first."""
    found: Callable[[], NDArray[np.float64]]
    costly: Callable[[int], list[Mistake]]
    summed: InitVar[float]
    """The sum of ``visits`` times ``loss``, which ``average`` must be."""

    def __post_init__(self, summed: float) -> None:
        checked("the sum of all mistakes", summed, self.average, self.average)
        for name in ("average", "exploitability"):
            object.__setattr__(self, name, checked("what a policy loses", getattr(self, name)))

    @cached_property
    def states(self) -> NDArray[np.float64]:
        """The best payoff less that of the answer in every state; read-only. Where it counts who
        began, in the seat that the game has: ``game.swapped`` has the next one.

        float64 at [own, opp, total] in a race, or [own, next, …, total] in a party, NaN where there
        is no state, with an axis more where turns have several modes; where throws leave a choice
        of the whole turn that begins at [own, opp], in units; where busts in a row cost points at
        [own, opp, busts, opp_busts], scores from the floor up; at [own, opp] or [own, opp, parity]
        in Hog; in a duel for each hold, times its weight.

        Raises
        ------
        SizeError
            If it would not fit in memory.
        """
        return self.found()

    def mistakes(self, count: int = 10) -> list[Mistake]:
        """The mistakes that cost most in a game against best play, the costliest first; those of
        the seat that the game has, as ``states``.
        """
        return self.costly(count)

    def facts(self) -> Iterable[Fact]:
        """What it gives away, against best play and against its best reply."""
        return [Fact(name, getattr(self, name)) for name in ("average", "exploitability")]

    def __str__(self) -> str:
        return (
            f"the policy gives away {number(self.average)} against best play and "
            f"{number(self.exploitability)} against its best reply"
        )
