"""Policies: whatever answers with an action in a state.

``answers``  a callable, an array or a Solution as a table of its answers
``named``    the policies that have a name

Each family has a module of its name that checks the answers and gives them the form in which the
family plays them.
"""

from .answers import Policy
from .named import AlwaysRoll, always_roll

__all__ = ["AlwaysRoll", "Policy", "always_roll"]
