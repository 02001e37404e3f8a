"""What a match, a best reply come to.

In every result ``first`` is what the first-named policy (or the reply) is worth when it moves
first, ``second`` when it moves second, and ``average`` when a fair coin says who does.
"""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field, fields
from functools import cached_property
from math import inf, isnan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..frame import Framed, columns_of_rows
from ..games.errors import PigcoreError
from ..games.spelling import listed, number

if TYPE_CHECKING:
    from collections.abc import Callable

    from .matches.lengths import Lengths

__all__ = [
    "DuelMatch", "Match", "PartyMatch", "PartyResponse", "Response", "Result",
    "checked", "doubted", "least_of",
]  # fmt: skip

_ROUNDING = 1e-15
"""A deviation that gains no more is a tie that doubles tell apart."""

SURE = 1e-9
"""What an identity between results may miss by rounding; beyond it they are refused."""

NEVER = 1e-12
"""A chance that nobody ever wins, which is found as a difference, is 0 below this."""


def doubted(why: str) -> PigcoreError:
    """The refusal of a result that rounding may have made wrong."""
    return PigcoreError(
        f"double precision does not suffice for this game, {why}: make its smallest chances larger "
        "or its goal smaller"
    )


def checked(name: str, value: float, low: float = 0.0, high: float = 1.0) -> float:
    """``value``, which must be between two others up to rounding, as it would be without.

    Raises
    ------
    PigcoreError
        If it is not, or no number.
    """
    if not low - SURE <= value <= high + SURE:
        raise doubted(
            f"in which {name} comes to {number(value)} but must be "
            + (number(low) if low == high else f"between {number(low)} and {number(high)}")
        )
    return min(max(value, low), high)


class Deviation(NamedTuple):
    """A state in which a best reply does something else than best play."""

    state: str
    """The state in words."""
    reply: str
    """What the reply does, in words."""
    optimal: str
    """What best play does."""
    gain: float
    """What that gains in this state against the policy replied to."""
    visits: float
    """How often the state occurs in a game of best play against it."""

    def __str__(self) -> str:
        return (
            f"{self.state}: {self.reply} (best play: {self.optimal}), worth "
            f"{number(self.gain)} there, {number(self.visits)} times a game"
        )


class Result:
    """Plain data behind ``--json``: every field that is a number."""

    def as_dict(self) -> dict[str, Any]:
        """The numbers of the result by name."""
        found = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        return {name: value for name, value in found.items() if isinstance(value, float)}


class Played(Result):
    """How the games of a match go, which is computed when it is first asked for.

    It tells of the first policy moving first. ``course`` is the family's own: it has a function of
    each of the names below.
    """

    never: float
    course: Any

    @property
    def turns(self) -> float:
        """The expected number of turns of all; infinite if the game may go on for ever."""
        return inf if self.never else self.turns_if_ended

    @cached_property
    def turns_if_ended(self) -> float:
        """The expected number of turns of all in games that end; NaN if none does."""
        found: float = self.course.turns_if_ended()
        return found

    @cached_property
    def lengths(self) -> Lengths:
        """``lengths[t]``: P(the game ends with turn t), the turns of all counted."""
        found: Lengths = self.course.lengths()
        return found

    @cached_property
    def visits(self) -> NDArray[np.float64]:
        """How often each turn start is expected to occur, at [player, own, opp] or, among several,
        [player, own, next, …].

        Player 0 is the first policy, ``own`` the points of the player to move; float64, read-only.
        Infinite where the players stay for ever.
        """
        found: NDArray[np.float64] = self.course.visits()
        return found

    @cached_property
    def scores(self) -> tuple[float, ...]:
        """The expected final scores, the first policy's first, in games that end."""
        found: tuple[float, ...] = self.course.scores()
        return found

    def _wins(self) -> dict[str, Any]:
        return Result.as_dict(self)

    def as_dict(self) -> dict[str, Any]:
        """The numbers of the match; ``turns`` is None if the game may go on for ever, and what is
        said of games that end is None if none does.
        """
        return self._wins() | {
            "turns": None if self.never else self.turns,
            "turns_if_ended": None if isnan(self.turns_if_ended) else self.turns_if_ended,
            "scores": [None if isnan(score) else score for score in self.scores],
        }


@dataclass(frozen=True)
class Match(Played, Framed):
    """What two policies make of a game, exactly up to rounding.

    The win chances are there at once; how the games go is computed when it is first asked for,
    and tells of the first policy moving first (``match(game, second, first)`` has the others).
    """

    first: float
    """P(the first policy wins) when it moves first."""
    second: float
    """P(the first policy wins) when it moves second."""
    average: float = field(init=False)
    """P(the first policy wins) when a fair coin says who moves first."""
    never: float
    """P(nobody ever wins) when a fair coin says who moves first."""
    course: Any = field(repr=False, compare=False)
    """Where the rest comes from."""

    def __post_init__(self) -> None:
        for name in ("first", "second", "never"):
            checked("a chance", getattr(self, name))
        object.__setattr__(self, "average", (self.first + self.second) / 2)

    @cached_property
    def losses(self) -> tuple[float, float]:
        """What each gives away in a game against perfect play: the sum of its mistakes.

        ``first`` is what perfect play of both would win less the first loss plus the second,
        where a game that never ends counts one half.
        """
        found: tuple[float, float] = self.course.losses()
        return found

    def _wins(self) -> dict[str, Any]:
        return Result.as_dict(self)

    def as_dict(self) -> dict[str, Any]:
        """The numbers of the match; ``turns`` is None if the game may go on for ever."""
        return super().as_dict() | {"losses": list(self.losses)}

    def columns(self) -> dict[str, Any]:
        """Plain columns of one row, so that those of several matches can be concatenated.

        All columns are float64: ``first``, ``second``, ``average``, ``never``, ``turns`` (infinite
        if the game may go on for ever), ``turns_if_ended``, ``score_first``, ``score_second``,
        ``loss_first``, ``loss_second``.
        """
        scores, losses = self.scores, self.losses
        return columns_of_rows(
            [
                {
                    **Result.as_dict(self),
                    "turns": self.turns,
                    "turns_if_ended": self.turns_if_ended,
                    "score_first": scores[0],
                    "score_second": scores[1],
                    "loss_first": losses[0],
                    "loss_second": losses[1],
                }
            ]
        )

    def __str__(self) -> str:
        if self.never:
            last = f"{number(self.never)} of the games never end"
        else:
            last = f"{number(self.turns)} turns expected"
        return (
            f"the first wins with {number(self.average)}: moving first {number(self.first)}, "
            f"moving second {number(self.second)}; {last}"
        )


def least_of(best: Match, alike: bool = True) -> float:
    """What the first policy wins at least if it plays best, a fair coin saying who begins.

    ``alike`` says that both have the same turns.
    """
    return max(best.average, 0.5 - best.never / 2) if alike else best.average


@dataclass(frozen=True)
class DuelMatch(Result):
    """What two holds or mixtures make of a duel, exactly up to rounding."""

    win: float
    """P(the first scores more)."""
    draw: float
    """P(both score the same)."""
    lose: float
    """P(the second scores more)."""

    def __post_init__(self) -> None:
        checked("the sum of all chances", self.win + self.draw + self.lose, 1.0)

    @property
    def payoff(self) -> float:
        """P(win) − P(lose)."""
        return self.win - self.lose

    def __str__(self) -> str:
        return (
            f"the first wins with {number(self.win)}, draws with {number(self.draw)} and loses "
            f"with {number(self.lose)}"
        )


@dataclass(frozen=True)
class PartyMatch(Played):
    """What several policies make of a party, exactly up to rounding.

    The policies keep their order round the table; what changes is who begins. ``first``,
    ``second`` and ``average`` tell of the first-named policy, as in a match of two.
    """

    wins: tuple[tuple[float, ...], ...]
    """At [k][p], the chance that policy p wins if policy k begins."""
    never: float = field(init=False)
    """P(nobody ever wins), each policy beginning as often as the others."""
    course: Any = field(repr=False, compare=False)
    """Where the rest comes from; of games that the first-named policy begins."""

    def __post_init__(self) -> None:
        for row in self.wins:
            checked("the sum of all chances to win", sum(row))
        never = 1.0 - sum(self.shares)
        object.__setattr__(self, "never", never if never > NEVER else 0.0)

    @property
    def win(self) -> tuple[float, ...]:
        """What each policy wins if the first-named one begins and the others follow in order."""
        return self.wins[0]

    @property
    def seats(self) -> tuple[float, ...]:
        """P(the first-named policy wins) when it moves first, second, third, …."""
        begun, *later = (row[0] for row in self.wins)
        return (begun, *later[::-1])  # who moves second sits before the last to begin

    @property
    def shares(self) -> tuple[float, ...]:
        """What each policy wins, each one beginning as often as the others."""
        return tuple(sum(column) / len(self.wins) for column in zip(*self.wins))

    @property
    def first(self) -> float:
        """P(the first-named policy wins) when it moves first."""
        return self.seats[0]

    @property
    def second(self) -> float:
        """P(the first-named policy wins) when it moves second."""
        return self.seats[1]

    @property
    def average(self) -> float:
        """P(the first-named policy wins), all seats being as likely."""
        return self.shares[0]

    def _wins(self) -> dict[str, Any]:
        facts = {name: list(getattr(self, name)) for name in ("win", "seats", "shares")}
        return facts | {"average": self.average, "never": self.never}

    def __str__(self) -> str:
        never = f"; {number(self.never)} of the games never end" if self.never else ""
        return (
            f"the first wins with {number(self.average)}: by seat "
            f"{listed([number(chance) for chance in self.seats])}{never}"
        )


@dataclass(frozen=True, eq=False)
class Response(Result):
    """A best reply and what it wins; in a duel, which nobody moves first in, its payoff."""

    policy: Any
    """The reply: a callable of the state, as a solution's ``policy`` is."""
    first: float
    """What it is worth when it moves first."""
    second: float
    """What it is worth when it moves second."""
    average: float
    """What it is worth when a fair coin says who moves first."""
    found: Callable[[], list[Deviation]] = field(repr=False)
    known: InitVar[float]
    """What some reply is known to be worth when a fair coin says who moves first."""

    def __post_init__(self, known: float) -> None:
        for name, least in (("first", 0.0), ("second", 0.0), ("average", known)):
            wins = checked("what a best reply wins", getattr(self, name), least)
            object.__setattr__(self, name, wins)

    @cached_property
    def _deviations(self) -> list[Deviation]:
        return [option for option in self.found() if option.gain > _ROUNDING]

    def deviations(self, count: int = 10) -> list[Deviation]:
        """Where the reply deviates most from best play, by what that gains in a game.

        The gains of all deviations, times the visits of their states, sum to what the reply wins
        more than best play does. Printed, each tells it in words.
        """
        return self._deviations[:count]

    def __str__(self) -> str:
        return (
            f"the reply is worth {number(self.average)}: moving first {number(self.first)}, "
            f"moving second {number(self.second)}"
        )


@dataclass(frozen=True, eq=False)
class PartyResponse(Response):
    """A best reply to the others of a party; ``policy`` is a table of its decisions."""

    seats: tuple[float, ...]
    """What it wins when it moves first, second, third, …; ``average`` is their mean."""

    def as_dict(self) -> dict[str, Any]:
        """What it wins, by seat and on average."""
        return {"seats": list(self.seats), "average": self.average}

    def __str__(self) -> str:
        return (
            f"the reply is worth {number(self.average)}: by seat "
            f"{listed([number(chance) for chance in self.seats])}"
        )
