"""The closest calls of Pig with any die, and its exact ties.

Doubles find the candidates and exact arithmetic settles them. In doubles a margin is off by at most

    s = 2 E + goal · (gains + 5) · 2^-52,

where E bounds the errors of the turn starts: each payoff is off by E, and by the roundings of a
turn of at most ``goal`` throws, each of which averages what follows, so that earlier errors do not
grow. A state whose margin is larger than s is no tie; if u is the smallest such margin, the closest
call is among the states below u + 2 s, and so is every tie. There are few of these, and the margin
of each is computed as a fraction. What can be met is found with the decisions of doubles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.errors import SizeError
from ...games.race import Race
from ...games.roll import Roll
from ...games.spelling import counted
from ...play.reach.race import reachable
from ...solvers.race import RaceSolution, solve
from ..exact_values.decisions import difference
from ..exact_values.race import RaceRules

__all__ = ["DIGITS", "KINDS", "CloseCall", "close_calls", "settled"]

DIGITS = 20
"""Significant digits of a margin, correctly rounded."""

KINDS = ("closest", "met", "tie")

_MOST_CANDIDATES = 1000

State = tuple[int, int, int]


@dataclass(frozen=True)
class CloseCall:
    """A state of Pig to ``goal`` with a die of so many ``sides`` in which two actions are close."""

    sides: int
    goal: int
    kind: str
    """``"closest"`` of all states that are no tie, ``"met"``: closest of those among them that a
    player who plays optimally can have before him, or ``"tie"``: exactly as good."""
    own: int
    opp: int
    total: int
    best: str
    """``"roll"``, ``"hold"``, or ``"either"`` at a tie."""
    margin: str
    """The better payoff less the other, a decimal number of 20 significant digits."""

    @property
    def state(self) -> State:
        """Own score, opponent's score, turn total."""
        return self.own, self.opp, self.total

    def as_dict(self) -> dict[str, Any]:
        """Plain data; the margin is a string."""
        return asdict(self)


def close_calls(sides: int, goal: int) -> tuple[CloseCall, ...]:
    """The closest call of a game, the closest that can be met if there is one, and all ties.

    Parameters
    ----------
    sides : int
        Of the die, of which a 1 busts.
    goal : int

    Raises
    ------
    SizeError
        If double precision leaves more than 1000 states to be settled.

    Notes
    -----
    O(goal**3 x sides) time: about a second at goal 200.

    Examples
    --------
    >>> for call in close_calls(6, 40):
    ...     print(call.kind, call.state, call.best, call.margin)
    closest (0, 3, 19) hold 0.00013050173581484275793
    met (0, 3, 19) hold 0.00013050173581484275793
    """
    found = settled(Race(Roll.die(sides), goal))
    return tuple(
        CloseCall(sides, goal, kind, *state, _best(margin), _decimal(abs(margin)))
        for kind, margins in found.items()
        for state, margin in margins.items()
    )


def settled(game: Race) -> dict[str, dict[State, Fraction]]:
    """For each of ``KINDS`` the states of that kind, and by how much rolling is better there.

    Several states may be as close; the first is taken.

    Raises
    ------
    SizeError
        As ``close_calls``.
    """
    candidates = _candidates(solve(game))
    rules = RaceRules(game)
    margins = {
        state: difference(rules, *rules.choices(state[:2], state[2]))
        for near in candidates.values()
        for state in sorted(near)
    }
    found: dict[str, dict[State, Fraction]] = {}
    for kind, near in candidates.items():
        apart = [(abs(margins[state]), state) for state in near if margins[state]]
        found[kind] = {state: margins[state] for _, state in sorted(apart)[:1]}
    return found | {"tie": {state: gain for state, gain in sorted(margins.items()) if not gain}}


class _Near(NamedTuple):
    size: float
    state: State


def _best(margin: Fraction) -> str:
    return "either" if not margin else "roll" if margin > 0 else "hold"


def _candidates(solution: RaceSolution) -> dict[str, list[State]]:
    """For each kind the states among which its closest call is; ties are among "closest"."""
    game = solution.game
    slack = 2 * solution.error_bound + game.goal * (len(game.roll.gains) + 5) * 2.0**-52
    met = reachable(solution)
    found: dict[str, list[_Near]] = {"closest": [], "met": []}
    bounds = dict.fromkeys(found, np.inf)
    for own, hold, roll in solution.all_payoffs():
        hold, roll = hold[:, 0], roll[:, 0]
        sizes = np.abs(roll - hold)[1:]
        meeting = np.where(met[own].T[1 : len(hold)], sizes, np.inf)
        for (kind, near), here in zip(found.items(), (sizes, meeting)):
            sure = here[here > slack].min(initial=np.inf)
            bounds[kind] = min(bounds[kind], float(sure) + 2 * slack)
            near += _below(here, bounds[kind], own)
    kept = {
        kind: [state for size, state in near if size <= bounds[kind]]
        for kind, near in found.items()
    }
    most = max(map(len, kept.values()))
    if most > _MOST_CANDIDATES:
        raise SizeError(
            f"in Pig to {game.goal} with {len(game.roll.gains) + 1} sides double precision cannot "
            f"tell {counted(most, 'call')} apart, but at most {_MOST_CANDIDATES} are settled: "
            "choose a smaller goal or a die of more sides"
        )
    return kept


def _below(sizes: NDArray[np.float64], bound: float, own: int) -> Iterator[_Near]:
    """The states of a score that may be as close as ``bound``; ``sizes`` at [total - 1, opp]."""
    for total, opp in np.argwhere((sizes <= bound) & (sizes < np.inf)).tolist():
        yield _Near(float(sizes[total, opp]), (own, opp, total + 1))


def _decimal(value: Fraction) -> str:
    context = Context(prec=DIGITS, Emin=MIN_EMIN, Emax=MAX_EMAX)
    return str(context.divide(Decimal(value.numerator), Decimal(value.denominator))).lower()
