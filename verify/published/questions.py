"""What a figure asks: an expression of Python, in the names of pigcore's games and those below."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

import pigcore
from pigcore import games
from pigcore.games.duel import Duel
from pigcore.games.race import Race

from .. import entry
from ..algebra.intervals import Interval
from ..hog.tables import ways

__all__ = ["Answer", "answer", "ways"]

check: Any = lru_cache(maxsize=64)(entry.check)
match: Any = lru_cache(maxsize=64)(entry.match)
certify: Any = lru_cache(maxsize=1)(entry.certify)
exact: Any = entry.exact
solve: Any = lru_cache(maxsize=8)(pigcore.solve)
alone: Any = pigcore.alone
reply: Any = pigcore.best_response


@dataclass(frozen=True)
class Answer:
    """What was recomputed: numbers, or words where the source makes a statement."""

    numbers: tuple[Interval, ...] = ()
    """Each between two fractions, in the order in which the source prints them."""
    words: tuple[str, ...] = ()
    certified: bool = True
    """Whether the numbers are proved; double precision otherwise."""


def answer(ask: str) -> Answer:
    """Recompute what is asked: one thing, or a list of several.

    Examples
    --------
    >>> answer("ways(4, 1, 6)").numbers
    ((Fraction(1, 1), Fraction(1, 1)),)
    """
    names = {name: getattr(games, name) for name in games.__all__}
    found = eval(ask, {**names, **globals()})  # it stands in figures.toml, beside this file
    parts = found if isinstance(found, list) else [found]
    if isinstance(parts[0], str):
        return Answer(words=tuple(parts))
    ends = (part if isinstance(part, tuple) else (Fraction(part), Fraction(part)) for part in parts)
    return Answer(tuple(ends), certified=not any(isinstance(part, float) for part in parts))


# --- races ----------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def proved(game: Race) -> tuple[Any, Any]:
    """A race solved, and what is proved of all of it."""
    solution: Any = solve(game)
    report = entry.certify(solution)
    if not report.ok:
        raise ArithmeticError(f"{game.name} is not proved")
    return solution, report


def value(game: Race, *state: int) -> Interval:
    """P(mover wins)."""
    found: Interval = check(game, *state).value if any(state) else proved(game)[1].value
    return found


def start(game: Race, own: int, opp: int) -> Interval:
    """The same at the start of a turn, in long games: of a solution, and how far off it is."""
    solution, report = proved(game)
    if not own and not opp:
        return report.value  # type: ignore[no-any-return]
    worth, error = Fraction(solution.win(own, opp)), Fraction(report.error)
    return worth - error, worth + error


@lru_cache(maxsize=8)
def _decided(game: Race) -> tuple[Any, set[Any]]:
    solution, _ = proved(game)
    return solution.decisions(), {call.state for call in solution.disputed()}


def decision(game: Race, *state: int) -> str:
    """Roll or hold; hold where both are proved to be equally good."""
    decisions, disputed = _decided(game)
    if state in disputed:
        return "roll" if check(game, *state).best == ("roll",) else "hold"
    return "roll" if decisions[state] == 1 else "hold"


def hold(game: Race, own: int, opp: int) -> int:
    """The smallest total held at; that which reaches the goal if there is no other."""
    most = game.goal - own
    return next((k for k in range(1, most) if decision(game, own, opp, k) == "hold"), most)


def exceptions(game: Race, own: int, opp: int, least: int) -> list[str]:
    """The totals from ``least`` on at which rolling is better, and which play gets to."""
    met, thrown = {0}, []
    for k in range(game.goal - own):
        if k in met and (not k or decision(game, own, opp, k) == "roll"):
            met |= {k + g for g, _ in game.roll.gains}
            thrown.append(str(k))
    return [k for k in thrown if int(k) >= least]


def disadvantage(policy: str) -> Interval:
    """Twice what optimal play of Pig wins on average against a policy, less 1."""
    low, high = match(pigcore.Pig(), "optimal", policy).average
    return 2 * low - 1, 2 * high - 1


def regression(game: Race, *, first_throw: bool = True) -> list[float]:
    """The logistic regression of "roll" on a constant, opp, total and own; share right; mean.

    At total 0, where one must throw, that counts as "roll" if ``first_throw``. Newton's method for
    sum (r - p) u = 0, u = (1, opp, total, own), p = 1 / (1 + exp(-u b)).
    """
    decided = proved(game)[0].decisions() == 1
    decided[:, :, 0] = first_throw
    own, opp, total = np.indices(decided.shape).reshape(3, -1)
    seen = np.stack([np.ones(own.shape), opp, total, own])
    r, b = decided.ravel(), np.zeros(4)
    for _ in range(50):
        p = 1 / (1 + np.exp(-(b @ seen)))
        step = np.linalg.solve((seen * (p * (1 - p))) @ seen.T, seen @ (r - p))
        b += step
        if abs(step).max() < 1e-9:
            return [*b, ((b @ seen > 0) == r).mean(), r.mean()]
    raise ArithmeticError("the regression does not settle")


def busts(game: Race, dice: int) -> int:
    """How many of all throws of so many dice bust."""
    thrown = game.turn.modes[dice - 1].throw
    assert thrown is not None
    return int(thrown.bust * game.dice.sides**dice)


def states_before_a_throw(game: Race) -> int:
    """How many pairs of scores, counts of busts, points that do not win yet, and dice there are."""
    low, goal, unit = game.floor, game.goal, game.unit
    scores, every = range(low, goal, unit), range(0, goal - low + game.minimum_bank, unit)
    points = sum(not game.reached(own, points) for own in scores for points in every)
    return len(scores) * game.busts_in_a_row**2 * points * game.dice.count


# --- duels, Hog -----------------------------------------------------------------------------------


def beaten(hold: int, first: int, last: int) -> str:
    """Which holds from ``first`` to ``last`` lose against ``hold``, as runs "10-19"."""
    gains, runs = check(Duel(holds=range(2, last + 1)), hold).payoffs, [[0, 0]]
    for h in range(first, last + 1):
        if gains[h][1] < 0:
            runs = [*runs[:-1], [runs[-1][0], h]] if runs[-1][1] == h - 1 else [*runs, [h, h]]
    return " ".join(f"{a}-{b}" for a, b in runs[1:])


def in_common(some: Iterable[int], others: Iterable[int]) -> str:
    """Whether two sets of best choices have one in common."""
    return "in common" if {*some} & {*others} else "nothing in common"
