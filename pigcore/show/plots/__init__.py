"""Pictures of games: a function for each kind takes a solution and returns matplotlib's Axes.

``doors``   the functions, for all families; ``kinds`` says what a family has
``canvas``  axes, titles, colours, files: what all pictures have in common; ``save``
``charts``  pictures that more than one family has
``race/``, ``hog``, ``duel``, ``bag``  what a family has: its ``KINDS``

Matplotlib (the extra ``plot``) is loaded when something is drawn.

>>> import pigcore
>>> ax = pigcore.plots.thresholds(pigcore.solve(pigcore.Pig(30)))
>>> ax.get_title()
'Pig to 30: when to hold'
"""

from .canvas import save
from .doors import (
    boundary,
    closeness,
    dice,
    difference,
    draw,
    frontier,
    kinds,
    reachable,
    replies,
    residuals,
    section,
    thresholds,
    win,
)

__all__ = [
    "boundary", "closeness", "dice", "difference", "draw", "frontier", "kinds", "reachable",
    "replies", "residuals", "save", "section", "thresholds", "win",
]  # fmt: skip
