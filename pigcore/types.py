"""The types of results, for annotations and ``isinstance``; nobody makes one by hand.

Everything that a public function returns is here, or in ``pigcore`` itself, by a name that stays
the same wherever it is defined.

>>> import pigcore
>>> from pigcore.types import Match
>>> isinstance(pigcore.match(pigcore.Piglet(), "hold:2", "hold:3"), Match)
True
"""

from .games.dice import Choice
from .play.alone import Alone
from .play.boards import Transcript
from .play.ledger import Entry, Ledger
from .play.results import DuelMatch, Lengths, Loss, Match, Mistake, Response
from .play.simulation import Simulation
from .play.tournaments import Seating, Tournament
from .result import Fact, Result
from .solvers import Call, Solution
from .solvers.bag import BagSolution
from .solvers.duel import DuelSolution
from .solvers.hog import HogSolution
from .solvers.race import Cell, RaceSolution
from .solvers.solution import Outlook
from .study.coach import Advice, Coaching, Edit, Part
from .study.coach.bag import Paid
from .study.hog_contest import Contest
from .study.thumb import Family, Frontier, Regression, Rule
from .study.thumb.logit import Coefficient

__all__ = [
    "Advice", "Alone", "BagSolution", "Call", "Cell", "Choice", "Coaching", "Coefficient",
    "Contest", "DuelMatch", "DuelSolution", "Edit", "Entry",
    "Fact", "Family", "Frontier", "HogSolution", "Ledger", "Lengths", "Loss", "Match",
    "Mistake", "Outlook", "Paid", "Part", "RaceSolution", "Regression",
    "Response", "Result",
    "Rule", "Seating", "Simulation", "Solution", "Tournament",
    "Transcript",
]  # fmt: skip
