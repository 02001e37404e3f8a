"""Every question that a figure can ask, by its name, answered by the package and the verifier."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

import pigcore
from pigcore.games.race import Race, from_rules
from pigcore.games.rules import game as named

from .. import entry
from ..algebra.intervals import Interval
from ..hog.tables import ways as ways_to_score

__all__ = ["QUESTIONS", "Answer", "answer"]

QUESTIONS: dict[str, Callable[..., Answer]] = {}
"""Each takes what ``ask`` in the list of figures says."""


@dataclass(frozen=True)
class Answer:
    """What was recomputed: numbers, or words where the source makes a statement."""

    numbers: tuple[Interval, ...] = ()
    """Each between two fractions, in the order in which the source prints them."""
    words: tuple[str, ...] = ()
    certified: bool = True
    """Whether the numbers are proved; double precision otherwise."""


def answer(ask: Mapping[str, Any]) -> Answer:
    """Recompute what ``ask`` names.

    Examples
    --------
    >>> answer({"question": "ways", "rolls": [[4, 1, 6]]}).numbers
    ((Fraction(1, 1), Fraction(1, 1)),)
    """
    given = dict(ask)
    return QUESTIONS[given.pop("question")](**given)


def question(function: Callable[..., Answer]) -> Callable[..., Answer]:
    """Enter a question: ``best_reply`` is asked as "best reply"."""
    QUESTIONS[function.__name__.replace("_", " ")] = function
    return function


def exact(*numbers: Any) -> Answer:
    """Numbers that are known exactly."""
    return Answer(tuple((Fraction(number), Fraction(number)) for number in numbers))


def doubles(*numbers: Any) -> Answer:
    """Numbers in double precision, which nobody certifies."""
    return Answer(exact(*map(float, numbers)).numbers, certified=False)


def words(*found: Any) -> Answer:
    """Words, as a source would print them."""
    return Answer(words=tuple(map(str, found)))


# --- races ----------------------------------------------------------------------------------------


def race(name: str, goal: int | None = None, rules: Mapping[str, Any] | None = None) -> Race:
    """The race of that name; ``rules`` are those that differ."""
    game = named(name, Race) if goal is None else named(name, Race, goal=goal)
    return from_rules(game.rules() | dict(rules)) if rules else game


@lru_cache(maxsize=8)
def proved(game: Race) -> tuple[Any, Any]:
    """A race solved, and what is proved of all of it."""
    solution: Any = pigcore.solve(game)
    report = entry.certify(solution)
    if not report.ok:
        raise ArithmeticError(f"{game.name} is not proved")
    return solution, report


@lru_cache(maxsize=8)
def _decided(game: Race) -> tuple[Any, set[Any]]:
    """The decisions of a solution that is proved, and those that it calls disputed."""
    solution, _ = proved(game)
    return solution.decisions(), {call.state for call in solution.disputed()}


def rolls(game: Race, own: int, opp: int, total: int) -> bool:
    """Whether optimal play throws; where both are proved to be equally good it holds."""
    decisions, disputed = _decided(game)
    if (own, opp, total) in disputed:
        return entry.check(game, own, opp, total).best == ("roll",)
    return bool(decisions[own, opp, total] == 1)


def least_hold(game: Race, own: int, opp: int) -> int:
    """The smallest total held at; that which reaches the goal if there is no other."""
    most = game.goal - own
    return next((k for k in range(1, most) if not rolls(game, own, opp, k)), most)


@question
def value(game: str, states: list[list[int]], goal: int | None = None) -> Answer:
    """P(mover wins) in each state."""
    wanted = race(game, goal)
    return Answer(tuple(
        proved(wanted)[1].value if not any(state) else entry.check(wanted, *state).value
        for state in states
    ))  # fmt: skip


@question
def fractions(game: str, states: list[list[int]], goal: int | None = None) -> Answer:
    """The same as fractions, which small goals have."""
    return exact(*(entry.exact(race(game, goal), *state) for state in states))


@question
def start_of_a_turn(game: str, state: list[int], rules: Mapping[str, Any] | None = None) -> Answer:
    """P(mover wins) at the start of a turn with these points: a solution, and how far off it is."""
    solution, report = proved(race(game, None, rules))
    if not any(state):
        return Answer((report.value,))
    worth, error = Fraction(solution.win(*state)), Fraction(report.error)
    return Answer(((worth - error, worth + error),))


@question
def first_player_where_busts_cost(game: str, rules: Mapping[str, Any] | None = None) -> Answer:
    """P(first player wins) where busts in a row cost points, and scores stop at the floor."""
    return Answer((entry.check(race(game, None, rules), 0, 0, digits=12).value,))


@question
def decisions(game: str, own: int, opp: int, totals: list[int]) -> Answer:
    """Roll or hold at several totals, as "hold at 98"."""
    said = {total: rolls(race(game), own, opp, total) for total in totals}
    return words(*(f"{'roll' if throws else 'hold'} at {k}" for k, throws in said.items()))


@question
def decision(game: str, state: list[int]) -> Answer:
    """Roll or hold."""
    own, opp, total = state
    return words("roll" if rolls(race(game), own, opp, total) else "hold")


@question
def threshold(game: str, own: int, opp: int) -> Answer:
    """The smallest total held at."""
    return exact(least_hold(race(game), own, opp))


@question
def lowest_threshold(game: str, own: int) -> Answer:
    """The smallest total held at against any score of the opponent."""
    wanted = race(game)
    return exact(min(least_hold(wanted, own, opp) for opp in range(wanted.goal)))


@question
def thresholds(game: str, goal: int) -> Answer:
    """The smallest totals held at, by rows of own score."""
    wanted = race(game, goal)
    return exact(*(least_hold(wanted, i, j) for i in range(goal) for j in range(goal)))


@question
def exceptions(game: str, own: int, opp: int, least: int) -> Answer:
    """The totals from ``least`` on at which rolling is better, and which play gets to."""
    wanted = race(game)
    met, thrown, most = {0}, [], wanted.goal - own
    for k in range(most):
        if k in met and (k == 0 or rolls(wanted, own, opp, k)):
            met |= {k + g for g, _ in wanted.roll.gains}
            thrown.append(k)
    return words(*(k for k in thrown if k >= least))


@lru_cache(maxsize=64)
def _matched(game: str, first: str, second: str) -> Any:
    return entry.match(race(game), first, second)


@question
def won(game: str, first: str, second: str, seat: str) -> Answer:
    """What ``first`` wins against ``second``: moving first or second, on average, or twice what the
    average is above 1/2.
    """
    found = _matched(game, first, second)
    low, high = found.average
    return Answer((getattr(found, seat, (2 * low - 1, 2 * high - 1)),))


@question
def best_reply(game: str, to: str, seat: str) -> Answer:
    """What the best reply to a strategy wins."""
    found = pigcore.best_response(race(game), to)
    return doubles(getattr(found, seat, 1 - found.second))  # or the strategy's own, moving first


@question
def recorded(game: str, outcomes: list[int | str]) -> Answer:
    """How often each outcome is in the record of throws that a game's chances are taken from."""
    record = pigcore.PassThePigs.record if game == "pass-the-pigs:kern" else []
    return exact(*(sum(n for seen, n in record if seen == outcome) for outcome in outcomes))


@question
def regression(game: str, *, first_throw: bool = True) -> Answer:
    """The logistic regression of "roll" on a constant, opp, total and own; share right; mean.

    At total 0, where one must throw, that counts as "roll" if ``first_throw``. Newton's method for
    sum (r - p) u = 0, u = (1, opp, total, own), p = 1 / (1 + exp(-u b)).
    """
    decided = proved(race(game))[0].decisions() == 1
    decided[:, :, 0] = first_throw
    own, opp, total = np.indices(decided.shape).reshape(3, -1)
    seen = np.stack([np.ones(own.shape), opp, total, own])
    r, b = decided.ravel(), np.zeros(4)
    for _ in range(50):
        p = 1 / (1 + np.exp(-(b @ seen)))
        step = np.linalg.solve((seen * (p * (1 - p))) @ seen.T, seen @ (r - p))
        b += step
        if abs(step).max() < 1e-9:
            return doubles(*b, ((b @ seen > 0) == r).mean(), r.mean())
    raise ArithmeticError("the regression does not settle")


# --- Farkle, and a player alone -------------------------------------------------------------------


@question
def points_of_a_turn(game: str) -> Answer:
    """The most points of a turn, on average."""
    return doubles(pigcore.alone(race(game)).points)


@question
def banks_from(game: str) -> Answer:
    """The fewest points that are then banked with 1, 2, … dice left, but for all of them."""
    return exact(*pigcore.alone(race(game)).thresholds("points")[:-1].tolist())


@question
def turns_alone(hold: int) -> Answer:
    """The turns that a player alone takes to 100 in Pig, holding at a total or at the goal."""
    return doubles(pigcore.alone(pigcore.Pig(100), f"hold:{hold}").turns)


def _busts(game: Race, dice: int) -> int:
    """How many of all throws of so many dice bust."""
    thrown = game.turn.modes[dice - 1].throw
    assert thrown is not None
    return int(thrown.bust * game.dice.sides**dice)


@question
def busting_throws(game: str, dice: list[int]) -> Answer:
    """How many of all throws of so many fair dice bust, for each number of dice."""
    return exact(*(_busts(race(game), n) for n in dice))


@question
def scoring_throws(game: str, dice: list[int]) -> Answer:
    """How many score."""
    wanted = race(game)
    return exact(*(wanted.dice.sides**n - _busts(wanted, n) for n in dice))


@question
def states_before_a_throw(game: str, rules: Mapping[str, Any] | None = None) -> Answer:
    """How many pairs of scores, counts of busts, points that do not win yet, and dice there are."""
    wanted = race(game, None, rules)
    low, goal, unit = wanted.floor or 0, wanted.goal, wanted.unit
    scores, every = range(low, goal, unit), range(0, goal - low + wanted.minimum_bank, unit)
    points = sum(not wanted.reached(own, points) for own in scores for points in every)
    return exact(len(scores) * wanted.busts_in_a_row**2 * points * wanted.dice.count)


# --- duels with one die, Hog, bags ----------------------------------------------------------------


@lru_cache(maxsize=1)
def _equilibrium() -> Any:
    """The duel of the holds from 2 to 40, proved once."""
    return entry.certify(pigcore.Duel())


@lru_cache(maxsize=64)
def _replies(hold: int, most: int = 40) -> Any:
    """What every hold up to ``most`` gains against one of them."""
    return entry.check(pigcore.Duel(holds=range(2, most + 1)), hold)


@question
def turn(hold: int, scores: list[int]) -> Answer:
    """The chances of some scores of a turn."""
    return exact(*(_replies(hold).scores[score] for score in scores))


@question
def weight(hold: int) -> Answer:
    """How often the optimal mixture holds there."""
    return exact(_equilibrium().mixture.get(hold, 0))


@question
def safest(rules: str) -> Answer:
    """The smallest gain of the best reply to a hold, among "holds" or "all" rules of stopping."""
    if rules == "holds":
        return exact(_equilibrium().safest.gain)
    return exact(min(_replies(hold).any_rule.gain for hold in pigcore.Duel().holds))


@question
def best_reply_to(hold: int) -> Answer:
    """What the best reply gains: P(win) - P(lose)."""
    return exact(_replies(hold).any_rule.gain)


@question
def beaten(hold: int, first: int, last: int) -> Answer:
    """Which holds from ``first`` to ``last`` lose against ``hold``, as runs "10-19"."""
    gains, runs = _replies(hold, last).payoffs, [[0, 0]]
    for h in range(first, last + 1):
        if gains[h][1] < 0:
            runs = [*runs[:-1], [runs[-1][0], h]] if runs[-1][1] == h - 1 else [*runs, [h, h]]
    return words(" ".join(f"{a}-{b}" for a, b in runs[1:]))


@question
def ways(rolls: list[list[int]]) -> Answer:
    """The ways to score k with n s-sided dice of which none shows a 1, for each (k, n, s)."""
    return exact(*(ways_to_score(*roll) for roll in rolls))


@question
def parity(game: str, own: int, opp: int) -> Answer:
    """Whether the best choices of dice depend on how often the dice were exchanged."""
    even, odd = (set(entry.check(named(game), own, opp, parity).best) for parity in (0, 1))
    return words("in common" if even & odd else "nothing in common")


@question
def score(rock: list[int], paper: list[int], scissors: list[int]) -> Answer:
    """The best expected score."""
    return Answer((entry.certify(pigcore.Bag(rock, paper, scissors)).value,))
