"""Plans of races in which busts in a row cost points, by how many there were.

What has a name does the same whatever the busts in a row; a function may have parameters ``busts``
and ``opp_busts`` besides those of any race.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....games.asking import anew
from ....games.race import COUNTS, Race
from ....solvers.race.decided import Decisions
from .plans import Opponents, Plan


class FallsPlan(Plan):
    """What a policy does, by the busts in a row of both players.

    Attributes
    ----------
    game : Race
    looks : bool
        Whether it looks at the busts in a row.
    """

    game: Race
    looks: bool

    def __init__(self, game: Race, make: Callable[[int, int, int], Plan], looks: bool) -> None:
        self.game, self.looks, self._make = game, looks, make
        self.edge: int = game.sure_from // game.unit + game.below
        self._plans: dict[tuple[int, int, int], Plan] = {}

    def plan(self, busts: int, opp_busts: int, late: int = 0) -> Plan:
        """The plan of the race from the floor up with so many busts of both.

        ``late``: of a player with so many units more than the first score from which every bank
        wins; his turns are those from there.
        """
        key = (busts, opp_busts, late) if self.looks else (0, 0, 0)
        if key not in self._plans:
            self._plans[key] = self._make(*key)
        return self._plans[key]

    def turn(  # type: ignore[override]
        self, own: int, opp: Opponents, busts: int = 0, opp_busts: int = 0
    ) -> Decisions:
        """The decisions with ``own`` units above the floor against each of the opponents."""
        late = max(own - self.edge, 0)
        return self.plan(busts, opp_busts, late).turn(own - late, opp)

    def holds_first(self, scores: tuple[int, ...]) -> bool:
        """Whether it would hold before the first throw: scores in units above the floor, and both
        counts of busts.
        """
        own, opp, busts, opp_busts = scores
        late = max(own - self.edge, 0)
        return self.plan(busts, opp_busts, late).holds_first((own - late, opp))

    @property
    def passes(self) -> NDArray[np.bool_] | None:  # type: ignore[override]
        """At [own, opp, …] in units above the floor, the last for both counts of busts: as far as
        it was asked.
        """
        if all(plan.passes is None for plan in self._plans.values()):
            return None
        n, m = self.game.units + self.game.below, self.game.busts_in_a_row
        each = [self.holds_first(place) for place in np.ndindex((n, n, m, m))]
        return np.reshape(each, (n, n, m * m) if m > 1 else (n, n))

    @property
    def past(self) -> str | None:  # type: ignore[override]
        """As :class:`Plan` says; with so many points that every bank wins a policy is not asked."""
        plans = self._plans.items()
        return next((plan.past for (*_, late), plan in plans if plan.past and not late), None)

    def answer(self, state: tuple[Any, ...], options: Any = None, throws: int | None = None) -> Any:
        """The action, or {action: chance}, in a state that was checked."""
        own, opp, *rest, busts, opp_busts = state
        low, late = self.game.floor or 0, max(own - self.game.sure_from, 0)
        plan = self.plan(busts, opp_busts, late // self.game.unit)
        return plan.answer((own - late - low, opp - low, *rest), options)


def seen_by(policy: Callable[..., Any]) -> list[str]:
    """Which counts of busts in a row a function is given."""
    return [name for name in COUNTS if name in signature(policy).parameters]


def from_floor(
    game: Race, policy: Callable[..., Any], busts: int, opp_busts: int, late: int
) -> Callable[..., Any]:
    """A function, asked about the race from the floor up with so many busts in a row."""
    counts = seen_by(policy)
    low, known = game.floor or 0, dict(zip(COUNTS, (busts, opp_busts)))
    own = signature(policy).parameters
    named = {name: known[name] for name in counts if own[name].kind is Parameter.KEYWORD_ONLY}
    placed = [(n, known[name]) for n, name in enumerate(own) if name in known and name not in named]

    def made(policy: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(policy)
        def asked(own: int, opp: int, *rest: Any) -> Any:
            given = [own + low + late * game.unit, opp + low, *rest]
            for place, count in placed:
                given.insert(place, count)
            return policy(*given, **named)

        asked.__signature__ = Signature(  # type: ignore[attr-defined]
            [one for name, one in own.items() if name not in counts]
        )
        return asked

    found: Callable[..., Any] = anew(policy, made)
    return found
