"""What a game came down to: luck and mistakes, in numbers and in words.

``accounts``  luck and mistakes of a game, move by move, from its solution
``results``   the ledger: every move, the sums, and the costliest mistakes
"""

from .accounts import ledger_of, review, reviewable
from .results import Entry, Ledger

__all__ = ["Entry", "Ledger", "ledger_of", "review", "reviewable"]
