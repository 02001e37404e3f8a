"""Policies: whatever answers with an action in a state.

``answers``   a callable, an array or a Solution as a table of its answers
``named``     the policies that have a name, in any family
``holds``     those that hold from some turn total on; ``linear`` those that compute it
``farkle_banks``  those of Farkle that bank from some points on
``composed``  one policy unless a condition holds, and then another
``own``       a function in a user's file
``tables``    a policy as a table of its answers
``texts``     policies by name, as the command line has them; ``files`` saves and loads them

Each family has a module of its name that checks the answers and gives them the form in which the
family plays them.
"""

from .answers import Policy
from .bands import bands
from .composed import Condition, Unless
from .farkle_banks import bank_at, bank_by_dice
from .files import load_policy, save_policy
from .holds import hold_at, hold_or_race, scoring_turns
from .linear import keep_pace, linear
from .named import AlwaysRoll, Named, always_roll, mix, random_play
from .tables import Table
from .texts import module_of, parse, usages

__all__ = [
    "AlwaysRoll", "Condition", "Named", "Policy", "Table", "Unless", "always_roll", "bands",
    "bank_at", "bank_by_dice", "hold_at", "hold_or_race", "keep_pace", "linear", "load_policy",
    "mix", "module_of", "parse", "random_play", "save_policy", "scoring_turns", "usages",
]  # fmt: skip
