"""A race without an opponent.

``solitaire``  the door: what is asked for, and who answers it
``goal``       the fewest turns to the goal, and the highest chance of reaching it in time
``points``     the most points in a number of turns, where no goal limits them
``turn``       one turn: what it is worth, and where it ends
``asked``      the answers of a policy that a user gives
"""

from .solitaire import solitaire

__all__ = ["solitaire"]
