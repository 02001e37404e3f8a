"""What can a person remember that plays almost optimally? By exact win chances.

``families``  families of rules: what constants each has, and which values they take
``rules``     what a rule loses; the best constants of a family, in chunks that any executor runs;
              simplicity against loss: the best rule of each of several families
``logit``     the statistical way: logistic regression of the decision
"""

from .families import Family, families
from .logit import READINGS, Regression, decision_regression
from .rules import Frontier, Rule, judged, rules_of_thumb

__all__ = [
    "READINGS", "Family", "Frontier", "Regression", "Rule", "decision_regression", "families",
    "judged", "rules_of_thumb",
]  # fmt: skip
