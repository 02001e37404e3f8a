"""Policies: whatever answers with an action in a state.

``answers``   a callable, an array or a Solution as a table of its answers
``named``     the policies that have a name, in any family
``holds``     those that hold from some turn total on; ``linear`` those that compute it
``composed``  one policy unless a condition holds, and then another

Each family has a module of its name that checks the answers and gives them the form in which the
family plays them.
"""

from .answers import Policy
from .composed import Condition, Unless
from .holds import hold_at, hold_or_race, scoring_turns
from .linear import keep_pace, linear
from .named import AlwaysRoll, Named, always_roll, mix, random_play

__all__ = [
    "AlwaysRoll", "Condition", "Named", "Policy", "Unless", "always_roll", "hold_at",
    "hold_or_race", "keep_pace", "linear", "mix", "random_play", "scoring_turns",
]  # fmt: skip
