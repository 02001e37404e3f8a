"""Figures about races: values, decisions and matches, from one proof of each game."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from pigcore import best_response
from pigcore.games.race import Race
from pigcore.games.rules import game as named

from ..algebra.intervals import Interval, largest
from ..policies import policy_of
from ..race.match import match
from ..race.policies import Best
from ..race.prove import Proved, check
from .questions import Answer, doubles, exact, words
from .regression import logistic

__all__ = [
    "best_reply", "decision", "decisions", "exceptions", "fractions", "lowest_threshold",
    "recorded", "regression", "threshold", "thresholds", "value", "won",
]  # fmt: skip


@lru_cache(maxsize=8)
def enclosed(game: Race) -> Proved:
    """Every turn start between two numbers."""
    return Proved(game).enclose()


class Solved:
    """A race with every value enclosed, and whatever the bounds of its turns decide."""

    def __init__(self, game: Race) -> None:
        self.game: Race = game
        self.found: Proved = enclosed(game)
        self.turn: Callable[[int, int], tuple[Any, ...]] = cache(self._turn)

    def _turn(self, own: int, opp: int) -> tuple[Any, ...]:
        """Bounds of throwing and of banking, for each total."""
        unit = self.game.unit
        place = self.found.tables.place((own // unit, opp // unit))
        check, frame, engine = self.found.bounds(place)
        banks, one = frame.banks(), Fraction(1, check.one)
        throws = [engine.bounds(t)[0] for t in range(frame.T)]
        low, high = check.seen_low[0], check.seen_high[0]
        return throws, [(low[to], high[to]) for to in banks], one

    def worth(self, own: int, opp: int, total: int = 0) -> Interval:
        """P(mover wins)."""
        throws, banks, one = self.turn(own, opp)
        ends = {"roll": throws[total]} if total < len(throws) else {}
        if total:
            ends["hold"] = banks[total]
        low, high = largest(ends)
        return low * one, high * one

    def rolls(self, own: int, opp: int, total: int) -> bool:
        """Whether optimal play throws; where both are proved to be equally good it holds."""
        throws, banks, _ = self.turn(own, opp)
        if throws[total][0] > banks[total][1]:
            return True
        if throws[total][1] > banks[total][0]:
            raise ArithmeticError(f"{self.game.spell((own, opp, total))} is too close to tell")
        return False

    def least_hold(self, own: int, opp: int) -> int:
        """The smallest total held at; that which reaches the goal if there is no other."""
        most = self.game.goal - own
        return next((k for k in range(1, most) if not self.rolls(own, opp, k)), most)


@lru_cache(maxsize=8)
def solved(name: str, goal: int | None = None) -> Solved:
    """The race of that name, proved once."""
    return Solved(race(name, goal))


def race(name: str, goal: int | None = None) -> Race:
    """The race of that name."""
    return named(name, Race) if goal is None else named(name, Race, goal=goal)


def strategy(name: str, text: str) -> Any:
    """``optimal`` by the proof that answers all questions about a race, or a rule of thumb."""
    return Best(solved(name).found) if text == "optimal" else policy_of(race(name), text)


def seated(first: Interval, second: Interval, seat: str) -> Interval:
    """What is asked of a match: a seat, the average, or twice what the average is above 1/2."""
    if seat in ("first", "second"):
        return first if seat == "first" else second
    low, high = (first[0] + second[0]) / 2, (first[1] + second[1]) / 2
    return (low, high) if seat == "average" else (2 * low - 1, 2 * high - 1)


# --- questions ------------------------------------------------------------------------------------


def value(game: str, states: list[list[int]], goal: int | None = None) -> Answer:
    """P(mover wins) in each state."""
    found = solved(game, goal)
    return Answer(tuple(found.worth(*state) for state in states))


def fractions(game: str, states: list[list[int]], goal: int | None = None) -> Answer:
    """The same as fractions, which small goals have."""
    return Answer(tuple(check(race(game, goal), *state).value for state in states))


def decision(game: str, state: list[int], goal: int | None = None) -> Answer:
    """Roll or hold."""
    own, opp, total = state
    return words(_named(solved(game, goal).rolls(own, opp, total)))


def decisions(game: str, own: int, opp: int, totals: list[int]) -> Answer:
    """Roll or hold at several totals, as "hold at 98"."""
    found = solved(game)
    return words(*(f"{_named(found.rolls(own, opp, k))} at {k}" for k in totals))


def _named(rolls: bool) -> str:
    return "roll" if rolls else "hold"


def threshold(game: str, own: int, opp: int) -> Answer:
    """The smallest total held at."""
    return exact(solved(game).least_hold(own, opp))


def lowest_threshold(game: str, own: int) -> Answer:
    """The smallest total held at against any score of the opponent."""
    found = solved(game)
    return exact(min(found.least_hold(own, opp) for opp in range(found.game.goal)))


def thresholds(game: str, goal: int) -> Answer:
    """The smallest totals held at, by rows of own score."""
    found = solved(game, goal)
    return exact(*(found.least_hold(i, j) for i in range(goal) for j in range(goal)))


def exceptions(game: str, own: int, opp: int, least: int) -> Answer:
    """The totals from ``least`` on at which rolling is better, and which play gets to."""
    found = solved(game)
    goal = found.game.goal
    met = {0}
    for k in range(goal - own):
        if k in met and (k == 0 or found.rolls(own, opp, k)):
            met |= {k + g for g, _ in found.game.roll.gains}
    return words(*(k for k in range(least, goal - own) if k in met and found.rolls(own, opp, k)))


def won(game: str, first: str, second: str, seat: str) -> Answer:
    """What ``first`` wins against ``second`` in a seat."""
    return Answer((seated(*_matched(game, first, second), seat),))


@lru_cache(maxsize=64)
def _matched(game: str, first: str, second: str) -> tuple[Interval, Interval]:
    mine, his = (strategy(game, text) for text in (first, second))
    return match(race(game), mine, his)


def best_reply(game: str, to: str, seat: str) -> Answer:
    """What the best reply to a strategy wins."""
    found = best_response(race(game), to)
    chances = {"first": found.first, "second": found.second, "average": found.average}
    return doubles(chances.get(seat, 1 - found.second))  # or the strategy's own, moving first


def recorded(game: str, outcomes: list[int | str]) -> Answer:
    """How often each outcome is in the record of throws that a game's chances are taken from."""
    record = race(game).record
    return exact(*(sum(n for seen, n in record if seen == outcome) for outcome in outcomes))


def regression(game: str, *, first_throw: bool = True) -> Answer:
    """The logistic regression of "roll" on a constant, opp, total and own; share right; mean.

    At total 0, where one must throw, that counts as "roll" if ``first_throw``.
    """
    found = solved(game)
    goal = found.game.goal

    def rolls(own: int, opp: int, k: int) -> bool:
        return found.rolls(own, opp, k) if k and own + k < goal else first_throw and not k

    scores = range(goal)
    return doubles(
        *logistic([[[rolls(own, opp, k) for own in scores] for k in scores] for opp in scores])
    )
