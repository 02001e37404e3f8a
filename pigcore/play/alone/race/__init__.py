"""A race without an opponent, whatever its turn is.

``solitaire``  the entry point: what is asked for, and who answers it
``goal``       the fewest turns to the goal, and the highest chance of reaching it in time
``points``     the most points in a number of turns, where no goal limits them
``cells``      one turn: what it is worth, and where it ends
``policy``     decisions as a policy
``asked``      the turns of a policy that a user gives
"""

from ....games.race import Race
from .solitaire import solitaire

__all__ = ["serves", "solitaire"]


def serves(game: Race) -> bool:
    """Who plays alone plays a race for two without the other one."""
    return game.players == 2
