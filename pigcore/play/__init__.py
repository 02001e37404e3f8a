"""Use solutions: policies, exact matches, best replies, a player alone, simulation.

``policies/``  what a policy may be, and its answers in every state
``matches``    policies against each other, the best reply to one, and what it gives away
``models/``    how each family is matched
``alone``      a race without an opponent
``boards/``    games under way with random dice, one decision at a time
``simulation`` many games with random dice, as a witness of the exact results
``ledger``     what a game came down to: luck and mistakes, in numbers and in words
``learning``   the boards as environments for learners
``results``    what these come to
``tournaments``  every policy of several against every other
``served``     which families have what
``workers``    work of many parts, in any executor
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .alone import alone
from .ledger import Ledger, review
from .matches import best_response, loss, match
from .policies import (
    always_roll,
    free_roll,
    hold_at,
    hold_or_race,
    keep_pace,
    linear,
    load_policy,
    mix,
    random_play,
    roll_times,
    save_policy,
)
from .policies import parse as parse_policy
from .tournaments import tournament

if TYPE_CHECKING:
    from .simulation import simulate
else:

    def __getattr__(name: str) -> Any:
        if name != "simulate":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from .simulation import simulate  # random numbers and threads are long to load

        globals()[name] = simulate
        return simulate


__all__ = [
    "Ledger", "alone", "always_roll", "best_response", "free_roll", "hold_at", "hold_or_race",
    "keep_pace", "linear", "load_policy", "loss", "match", "mix", "parse_policy", "random_play",
    "review", "roll_times", "save_policy", "simulate", "tournament",
]  # fmt: skip
