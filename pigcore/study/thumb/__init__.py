"""What can a person remember that plays almost optimally? By exact win chances.

``race_families``  families of rules: what constants each has, and which values they take
``hog_families``   the same of Hog: how many dice, by the difference of the scores
``race_rules``     what a rule loses against best play, and to its best reply
``race_search``    the best constants of a family, in chunks that any executor runs, kept in a file
``race_frontier``  simplicity against loss: the best rule of each of several families
``race_logit``     the statistical way: logistic regression of the decision
"""

from .race_families import Family, families
from .race_frontier import Frontier, families_of, rules_of_thumb
from .race_logit import READINGS, Regression, decision_regression
from .race_rules import Rule, judged

__all__ = [
    "READINGS", "Family", "Frontier", "Regression", "Rule", "decision_regression", "families",
    "families_of", "judged", "rules_of_thumb",
]  # fmt: skip
