"""What a match, a best reply and a loss come to; how long the games last.

In every result ``first`` is what the first-named policy (or the reply) is worth when it moves
first, ``second`` when it moves second, and ``average`` when a fair coin says who begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import InitVar, dataclass, field, replace
from functools import cached_property
from math import inf, isnan
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..games.checks import one_of, real
from ..games.errors import PigcoreError, SizeError
from ..games.game import Game
from ..games.spelling import brief, listed, number
from ..result import Fact, Result
from ..solvers.solution import immutable
from .boards.board import PLAYERS

SURE = 1e-9
"""What an identity between results may miss by rounding; beyond it they are refused."""


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


# --- matches --------------------------------------------------------------------------------------

REST = 1e-12
"""The chance of a longer game that is left out."""

MOST_TURNS = 100_000
"""Turns that are followed one by one."""


class Lengths(Result):
    """The number of turns of a game, those of both players counted.

    ``lengths[t]`` is the chance that the game ends with turn t, ``len(lengths) - 1`` the longest
    game that is listed: a longer one has a chance below 1e-12. Games that never end have no length,
    so the chances then sum to less than 1; ``mean``, ``median`` and ``quantile`` are of those
    that end.

    Attributes
    ----------
    chances : float64 array (turns + 1,), read-only
    """

    chances: NDArray[np.float64]

    def __init__(self, chances: NDArray[np.float64]) -> None:
        self.chances = immutable(chances)

    @classmethod
    def of(cls, ends: Iterable[tuple[float, float]]) -> Lengths:
        """From, turn by turn, the chances that the game ends with it and that it goes on.

        Examples
        --------
        >>> coin = Lengths.of((0.5**turn, 0.5**turn) for turn in range(1, 99))
        >>> coin[1], coin.median, round(coin.mean, 9), coin.quantile(0.95)
        (0.5, 1, 2.0, 5)
        """
        chances = [0.0]
        for turn, (ended, rest) in enumerate(ends, 1):
            chances.append(ended)
            if rest < REST:
                break
            if turn == MOST_TURNS:
                raise SizeError(
                    f"after {MOST_TURNS:,} turns the game still goes on with chance {rest:.1e}, "
                    "too long to follow turn by turn: ask for turns_if_ended instead"
                )
        return cls(np.array(chances))

    @property
    def mean(self) -> float:
        """The expected number of turns, but for the longer games."""
        return float(self.chances @ np.arange(len(self.chances)) / self.chances.sum())

    @property
    def median(self) -> int:
        """The smallest number of turns that half of the games do not exceed."""
        return self.quantile(0.5)

    def quantile(self, share: float) -> int:
        """The smallest number of turns that this share of the games, 0 to 1, do not exceed."""
        reached = np.cumsum(self.chances)
        wanted = real(share, "share", 0.0, 1.0) * reached[-1]
        return int(np.searchsorted(reached, min(wanted, reached[-1])))

    def __getitem__(self, turn: int) -> float:
        return float(self.chances[turn])

    def __len__(self) -> int:
        return len(self.chances)

    def __iter__(self) -> Iterator[float]:
        return iter(self.chances.tolist())

    def facts(self) -> Iterable[Fact]:
        """The mean, the median and some quantiles."""
        quantiles = {str(share): self.quantile(share) for share in (0.05, 0.25, 0.75, 0.95)}
        yield from (Fact("mean", self.mean), Fact("median", self.median))
        yield Fact("quantiles", quantiles)

    def rows(self, count: int | None = None) -> list[dict[str, Any]]:
        """How likely the game ends with each turn."""
        chances = enumerate(self.chances.tolist()[1:], 1)
        return [{"turn": turn, "chance": chance} for turn, chance in chances][:count]

    def in_words(self) -> str:
        """Within how many turns half of the games end, and nine in ten."""
        spread = f"{self.quantile(0.05)} to {self.quantile(0.95)}"
        return f"{self.median} turns; nine in ten take {spread}"

    def __str__(self) -> str:
        return f"<lengths of games: half of them end within {self.median} turns>"


class Seated(Result):
    """A result of what somebody wins who moves first, second, …."""

    seats: tuple[float, ...]
    """What is won moving first, second, third, …."""

    @property
    def first(self) -> float:
        """What is won moving first."""
        return self.seats[0]

    @property
    def second(self) -> float:
        """What is won moving second."""
        return self.seats[1]

    @cached_property
    def average(self) -> float:
        """What is won where every seat is as likely."""
        return sum(self.seats) / len(self.seats)

    def facts(self) -> Iterable[Fact]:
        """What is won in each seat, and on average."""
        for name, chance in zip(PLAYERS, self.seats):
            yield Fact(name, chance, f"wins moving {name}")
        yield Fact("average", self.average, "wins on average")
        yield Fact("seats", self.seats, None)

    def _by_seat(self) -> str:
        average, seats = number(self.average), [number(one) for one in self.seats]
        if len(seats) > 2:
            return f"{average}: by seat {listed(seats)}"
        return f"{average}: moving first {seats[0]}, moving second {seats[1]}"


STALEMATES = ("loss", "half", "again")
"""What a game may count that nobody wins."""


@dataclass(frozen=True, repr=False)
class Match(Seated):
    """What policies make of a game, exactly up to rounding.

    The policies keep their order round the table; what changes is who begins. The win chances are
    there at once; how the games go is computed by the family's ``course`` when it is first asked
    for, and tells of games that the first-named policy begins.
    """

    wins: tuple[tuple[float, ...], ...]
    """At [k][p], the chance that policy p wins if policy k begins."""
    nobody: tuple[float, ...]
    """At [k], the chance that nobody ever wins if policy k begins."""
    course: Any = field(compare=False)

    @classmethod
    def of_two(cls, first: float, second: float, course: Any, never: Any = (0.0, 0.0)) -> Match:
        """From what the first policy wins moving first and second, and how often nobody does."""
        wins = (first, 1.0 - first - never[0]), (second, 1.0 - second - never[1])
        return cls(wins, tuple(never), course)

    def __post_init__(self) -> None:
        for row, never in zip(self.wins, self.nobody):
            for chance in (*row, never):
                checked("a chance", chance)
            checked("the sum of all chances", sum(row) + never, 1.0)

    @property
    def seats(self) -> tuple[float, ...]:  # type: ignore[override]
        """P(the first-named policy wins) when it moves first, second, third, …."""
        begun, *later = (row[0] for row in self.wins)
        return (begun, *later[::-1])  # who moves second sits before the last to begin

    @property
    def win(self) -> tuple[float, ...]:
        """What each policy wins if the first-named one begins and the others follow in order."""
        return self.wins[0]

    @property
    def shares(self) -> tuple[float, ...]:
        """What each policy wins, each one beginning as often as the others."""
        return tuple(sum(column) / len(self.wins) for column in zip(*self.wins))

    @property
    def never(self) -> float:
        """P(nobody ever wins), each policy beginning as often as the others."""
        return sum(self.nobody) / len(self.nobody)

    def counting(self, never: str) -> Match:
        """The same where games that nobody wins are a ``"loss"`` for all, are shared by all
        (``"half"``), or are played ``"again"`` until somebody wins; turns are of those that end.

        Examples
        --------
        >>> import pigcore
        >>> stuck = pigcore.match(pigcore.HoldOrContinue(), "hold:74", "hold:74")
        >>> [round(stuck.counting(how).average, 6) for how in STALEMATES], round(stuck.never, 6)
        ([0.369303, 0.5, 0.5], 0.261393)
        """
        one_of(never, "never", STALEMATES)
        if never == "loss" or not self.never:
            return self
        share = 1.0 / len(self.wins)
        wins = tuple(
            tuple(
                one + share * lost if never == "half" else one / (1 - lost) if lost < 1 else share
                for one in row
            )
            for row, lost in zip(self.wins, self.nobody)
        )
        return replace(self, wins=wins, nobody=(0.0,) * len(wins))

    # --- how the games go -------------------------------------------------------------------------

    @property
    def turns(self) -> float:
        """The expected number of turns of all; infinite if the game may go on for ever."""
        return inf if self.never else self.turns_if_ended

    @cached_property
    def turns_if_ended(self) -> float:
        """The expected number of turns of all in games that end; NaN if none does."""
        return float(self.course.turns_if_ended())

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

    @cached_property
    def losses(self) -> tuple[float, ...]:
        """What each of two gives away in a game against perfect play: the sum of its mistakes.

        Nothing is said of more than two.
        """
        found: tuple[float, ...] = self.course.losses() if len(self.wins) == 2 else ()
        return found

    # --- as others show it ------------------------------------------------------------------------

    def facts(self) -> Iterable[Fact]:
        """All but the visits; of games that end, NaN where none does."""
        yield from super().facts()
        yield Fact("win", self.win, None)
        yield Fact("shares", self.shares, None)
        yield Fact("never", self.never, "never ends" if self.never else None)
        turns, ends = self.turns_if_ended, not isnan(self.turns_if_ended)
        yield Fact("turns", self.turns, None if self.never else "turns")
        yield Fact("turns_if_ended", turns, "turns if it ends" if self.never and ends else None)
        yield self._length(ends)
        scores, losses = (listed(map(number, pair)) for pair in (self.scores, self.losses or (0,)))
        yield Fact("scores", self.scores, "final scores" if ends else None, scores)
        if self.losses:
            yield Fact("losses", self.losses, "cost of mistakes", losses)
        past = {name: at for name, at in zip(PLAYERS, getattr(self.course, "past", [])) if at}
        said = "; ".join(f"the {name} would throw on at {state}" for name, state in past.items())
        said = f"{said}, and is played as having won"
        yield Fact("past_the_goal", past, "past the goal" if past else None, said)

    def _length(self, ends: bool) -> Fact:
        found, said = None, "too long to follow turn by turn"
        with suppress(SizeError):  # all else is known
            found = self.lengths if ends else None
        said = found.in_words() if found else said
        return Fact("length", found, "half end within" if ends else None, said)

    def records(self) -> list[dict[str, Any]]:
        """One row, so that those of several matches can be concatenated: ``first``, …, ``average``,
        ``never``, ``turns``, ``turns_if_ended``, ``score_first``, …, and of two ``loss_first``, ….
        """
        more = ("average", "never", "turns", "turns_if_ended")
        row = dict(zip(PLAYERS, self.seats)) | {name: getattr(self, name) for name in more}
        for what, each in (("score", self.scores), ("loss", self.losses)):
            row |= {f"{what}_{name}": one for name, one in zip(PLAYERS, each)}
        return [row]

    def __str__(self) -> str:
        if self.never:
            last = f"; {number(self.never)} of the games never end"
        else:
            last = f"; {number(self.turns)} turns expected" if len(self.wins) == 2 else ""
        return f"the first wins with {self._by_seat()}{last}"


def least_of(best: Match, alike: bool = True) -> float:
    """What the first policy wins at least if it plays best, a fair coin saying who begins.

    ``alike`` says that both have the same turns.
    """
    return max(best.average, 0.5 - best.never / 2) if alike else best.average


@dataclass(frozen=True, repr=False)
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
    def wins(self) -> tuple[tuple[float, ...], ...]:
        """At [k][p], what policy p wins if policy k is named first; a draw is shared."""
        return ((self.win + self.draw / 2, self.lose + self.draw / 2),) * 2

    def counting(self, never: str) -> DuelMatch:
        """The same: somebody always wins, or both do."""
        return self

    @property
    def payoff(self) -> float:
        """P(win) − P(lose)."""
        return self.win - self.lose

    def facts(self) -> Iterable[Fact]:
        """How often the first wins, draws and loses."""
        return [Fact(name, getattr(self, name)) for name in ("win", "draw", "lose")]

    def __str__(self) -> str:
        return (
            f"the first wins with {number(self.win)}, draws with {number(self.draw)} and loses "
            f"with {number(self.lose)}"
        )


# --- replies and losses ---------------------------------------------------------------------------


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
        states = [tuple(row["state"].values()) for row in self.rows(count)]
        said = (self.game.spell(state) if state else "the turn" for state in states)
        return [row | {"state": state} for row, state in zip(super().listed(count), said)]


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
        that best play makes against this policy. They sum to what the reply wins more.
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
    """What a policy gives away, in all and by its mistakes.

    In a duel all of it is in units of the payoff, P(win) - P(lose).
    """

    game: Game
    average: float
    """One half less what it wins against best play, a fair coin saying who moves first; the sum of
    ``visits`` times ``loss`` over all states. Among n players an nth stands for one half."""
    exploitability: float
    """What its best reply wins beyond one half, a fair coin saying who moves first."""
    costly: Callable[[int], list[Mistake]]
    summed: InitVar[float]
    """The sum of ``visits`` times ``loss``, which ``average`` must be."""

    def __post_init__(self, summed: float) -> None:
        checked("the sum of all mistakes", summed, self.average, self.average)
        for name in ("average", "exploitability"):
            object.__setattr__(self, name, checked("what a policy loses", getattr(self, name)))

    def mistakes(self, count: int = 10) -> list[Mistake]:
        """The mistakes that cost most in a game against best play, the costliest first."""
        return self.costly(count)

    def facts(self) -> Iterable[Fact]:
        """What it gives away, against best play and against its best reply."""
        return [Fact(name, getattr(self, name)) for name in ("average", "exploitability")]

    def __str__(self) -> str:
        return (
            f"the policy gives away {number(self.average)} against best play and "
            f"{number(self.exploitability)} against its best reply"
        )
