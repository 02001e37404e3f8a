"""Pictures of races.

``maps``         by both scores: when to hold, the chance to win, where two policies differ
``solids``       in space: where to roll, and the states that an optimal player comes to
``sections``     a cut through those at one score of the opponent
``convergence``  how fast the methods of the solver converge
``rules``        rules of thumb: what they ask one to remember, and what they lose
``margins``      how close the decisions are
"""

from ..canvas import Kind
from . import convergence, maps, margins, rules, sections, solids

__all__ = ["KINDS"]

KINDS = {
    "thresholds": Kind(maps.thresholds, (6.4, 6.4)),
    "boundary": Kind(solids.boundary, (6.4, 5.6), solid=True),
    "reachable": Kind(solids.reachable, (6.4, 5.6), solid=True),
    "win": Kind(maps.win),
    "section": Kind(sections.section, (6.4, 5.0)),
    "residuals": Kind(convergence.residuals, (6.4, 4.4)),
    "frontier": Kind(rules.frontier, (6.8, 4.8)),
    "closeness": Kind(margins.closeness, (6.4, 4.4)),
    "difference": Kind(maps.difference),
}
"""What can be drawn of a race; the first of them unless told otherwise."""
