"""Policies: whatever answers with an action in a state.

``answers``   how a policy is asked, whatever it is
``named``     the policies that have a name, in any family; one unless a condition holds
``holds``     those of races: bank from some points on, which may be computed
``texts``     policies by name, as the command line has them, saved and loaded

Each family has a module of its name that checks the answers and gives them the form in which the
family plays them.
"""

from .answers import Policy
from .holds import hold_at, hold_or_race, keep_pace, linear, roll_times
from .named import (
    Condition,
    Named,
    Unless,
    always_pick,
    always_roll,
    free_roll,
    mix,
    random_play,
)
from .texts import load_policy, module_of, parse, save_policy, usages

__all__ = [
    "Condition", "Named", "Policy", "Unless", "always_pick", "always_roll", "free_roll", "hold_at",
    "hold_or_race", "keep_pace", "linear", "load_policy", "mix", "module_of", "parse",
    "random_play", "roll_times", "save_policy", "usages",
]  # fmt: skip
