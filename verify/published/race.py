"""Figures about races: values, decisions and matches, from one proof of each game.

Of the second computations (``again_…``), matches play the same decisions forward
(:mod:`.forward`); values are second opinions, which share nothing with the proof.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from pigcore.games.race import Race
from pigcore.games.rules import game as named

from ..algebra.arithmetic import Rational
from ..algebra.intervals import Interval, largest
from ..policies import policy_of
from ..race.carried import Nothing
from ..race.enclosure import Bounds, Enclosure, enclose
from ..race.evaluation import exact_values
from ..race.match import match
from ..race.rules import BITS, Rules
from ..race.second import turn_payoffs
from . import forward
from .forward import Player, ends_of, wins
from .questions import Answer, doubles, exact, words
from .regression import logistic

__all__ = [
    "again_value", "again_won", "best_reply", "decision", "decisions", "exceptions", "fractions",
    "lowest_threshold", "recorded", "regression", "swapped", "threshold", "thresholds", "value",
    "won", "won_late",
]  # fmt: skip

Rolls = Callable[[int, int, int], bool]
_DIGITS = 30
"""Of second opinions: more than any source prints."""


class Solved:
    """A race with every value enclosed, and whatever the bounds of its turns decide."""

    def __init__(self, game: Race) -> None:
        self.game = game
        self.found: Enclosure = Enclosure(Rules(game), BITS, residues=Nothing())
        self.turns: dict[tuple[int, int], Bounds] = {
            (turn.own, turn.opp): turn for turn in enclose(self.found)
        }

    def worth(self, own: int, opp: int, total: int = 0) -> Interval:
        """P(mover wins)."""
        turn, s, one = self.turns[own, opp], own + total, self.found.one
        roll = turn.low.payoffs[total], turn.high.payoffs[total]
        hold = turn.bank_low[s], turn.bank_high[s]
        low, high = largest({"roll": roll, "hold": hold}) if total else roll
        return Fraction(low, one), Fraction(high, one)

    def rolls(self, own: int, opp: int, total: int) -> bool:
        """Whether optimal play throws; where both are proved to be equally good it holds."""
        turn, s = self.turns[own, opp], own + total
        if turn.low.payoffs[total] > turn.bank_high[s]:
            return True
        if turn.high.payoffs[total] > turn.bank_low[s]:
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


def strategy(name: str, goal: int | None, text: str) -> Rolls:
    """``optimal`` by the proof that answers all questions about a race, or a rule of thumb."""
    if text == "optimal":
        return solved(name, goal).rolls
    throws = policy_of(race(name, goal), text).throws
    return lambda own, opp, k: bool(throws(own, opp, k, 0))


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
    """The same as fractions: the proved decisions evaluated without rounding. For small goals."""
    found = solved(game, goal)
    rules, turns = found.found.rules, found.found.turns
    ends = {
        pair: turns.ends(turn.low, turn.bank_low, Rational()) for pair, turn in found.turns.items()
    }
    table = exact_values(rules, ends, Rational())

    def worth(own: int, opp: int, k: int) -> Fraction:
        row = [1 - value for value in table[opp]]
        bust = row[own]
        turn = turns.evaluate(
            own,
            rules.goal,
            [*row, *[Fraction(1)] * (rules.most + 1)],
            bust,
            lambda total, n: Fraction(total) / rules.denominators[n],
        )
        return Fraction(turn.best[k] if k else turn.payoffs[0])

    return exact(*(worth(*state) for state in states))


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


def exceptions(game: str, own: int, opp: int, least: int, *, reached: bool = True) -> Answer:
    """The totals from ``least`` on at which rolling is better, and which play gets to."""
    found = solved(game)
    goal = found.game.goal
    met = {0}
    for k in range(goal - own):
        if k in met and (k == 0 or found.rolls(own, opp, k)):
            met |= {k + g for g, _ in found.game.roll.gains}
    better = (k for k in range(least, goal - own) if found.rolls(own, opp, k))
    return words(*(k for k in better if k in met or not reached))


def won(
    game: str, first: str, second: str, seat: str, goal: int | None = None, against: str = ""
) -> Answer:
    """What ``first`` wins against ``second`` in a seat.

    With ``against``, another game, the optimal decisions are those of that game.
    """
    return Answer((seated(*_matched(game, goal, against or game, first, second), seat),))


@lru_cache(maxsize=64)
def _matched(
    game: str, goal: int | None, against: str, first: str, second: str
) -> tuple[Interval, Interval]:
    mine, his = (strategy(against, goal, text) for text in (first, second))
    return match(race(game, goal), mine, his)


def won_late(game: str, first: str, second: str, seat: str) -> Answer:
    """The same where ``second`` does not stop at the goal: he wins when he holds there."""
    return _forward(game, None, game, first, second, seat, at_once=False)


def best_reply(game: str, to: str, seat: str) -> Answer:
    """What the best reply to a strategy wins."""
    first, second = _replied(game, to)
    if seat == "against":  # the strategy's own chance, moving first
        return doubles(1 - second)
    return doubles(seated(_point(first), _point(second), seat)[0])


@lru_cache(maxsize=8)
def _replied(game: str, to: str) -> tuple[float, float]:
    pig, player = race(game), Player(strategy(game, None, to))
    return forward.best_reply(pig, lambda own, opp: ends_of(pig, player, own, opp))


def swapped(game: str, states: list[list[int]], swaps: int) -> Answer:
    """The values of states after so many swaps of each pair's values, from 1/2."""
    starts = _swapped(game, swaps)
    rules = race(game)
    return doubles(*(forward.worth(rules, starts, own, opp, sum(k)) for own, opp, *k in states))


@lru_cache(maxsize=1)
def _swapped(game: str, swaps: int) -> list[list[float]]:
    return forward.swapped(race(game), swaps)


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


# --- second computations --------------------------------------------------------------------------


def _forward(
    game: str,
    goal: int | None,
    against: str,
    first: str,
    second: str,
    seat: str,
    *,
    at_once: bool = True,
) -> Answer:
    given = game, goal, against, first, second, at_once
    # A seat that is not asked for is not played.
    moving_first = _point(0.0 if seat == "second" else _won_forward(*given, False))
    moving_second = _point(0.0 if seat == "first" else _won_forward(*given, True))
    return doubles(seated(moving_first, moving_second, seat)[0])


@lru_cache(maxsize=64)
def _won_forward(
    game: str, goal: int | None, against: str, first: str, second: str, at_once: bool, swap: bool
) -> float:
    """What ``first`` wins, who moves second if ``swap``."""
    mine = Player(strategy(against, goal, first))
    his = Player(strategy(against, goal, second), at_once)
    rules = race(game, goal)
    return wins(rules, his, mine)[1] if swap else wins(rules, mine, his)[0]


def _point(number: float) -> Interval:
    return Fraction(number), Fraction(number)


def again_won(
    game: str, first: str, second: str, seat: str, goal: int | None = None, against: str = ""
) -> Answer:
    """A match, played forward."""
    return _forward(game, goal, against or game, first, second, seat)


def again_value(game: str, states: list[list[int]], goal: int | None = None) -> Answer:
    """The values of states: a second opinion on each, if no throw wipes.

    Where throws wipe they are played forward by two optimal players.
    """
    rules = race(game, goal)
    if not rules.roll.wipe:
        return _opinions(rules, [(own, opp, sum(k)) for own, opp, *k in states])
    best = Player(strategy(game, goal, "optimal"))
    return doubles(*(wins(rules, best, best, (own, opp, sum(k)))[0] for own, opp, *k in states))


def _opinions(rules: Race, states: list[tuple[int, int, int]]) -> Answer:
    """What mpmath encloses each state with, which must be none that is won already."""
    found: dict[tuple[int, int, int], Interval] = {}
    for own, opp in {state[:2] for state in states}:
        totals = [k for i, j, k in states if (i, j) == (own, opp)]
        payoffs, _ = turn_payoffs(rules, own, opp, totals, _DIGITS)
        found |= {(own, opp, k): largest(payoff) for k, payoff in zip(totals, payoffs)}
    return Answer(tuple(found[state] for state in states), arithmetic="mpmath's intervals")
