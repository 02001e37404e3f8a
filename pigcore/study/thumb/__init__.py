"""What can a person remember that plays almost optimally? By exact win chances.

``doors``            the door, which finds the search of the game's family
``frontier``         simplicity against loss, over several families of rules
``farkle_frontier``  Farkle: when to bank, and what to set aside. All else is for races:

``race_families``    families of rules: what constants each has, and which values they take
``race_losses``      what a rule loses against best play, and to its best reply
``race_search``      the best constants of a family, in chunks that any executor runs
``race_record``      the rules found so far in a file, to resume from
``race_frontier``    the best rule of each of several families
``race_logit``       the statistical way: logistic regression of the decision
"""

from .doors import rules_of_thumb
from .frontier import Frontier
from .race_families import Family, families
from .race_logit import READINGS, Regression, decision_regression
from .race_losses import Rule, judged

__all__ = [
    "READINGS", "Family", "Frontier", "Regression", "Rule", "decision_regression", "families",
    "judged", "rules_of_thumb",
]  # fmt: skip
