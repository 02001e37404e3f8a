"""The colours of everything that pigcore shows, which stand in ``palette.css`` and nowhere else."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

SCALE = ("scale-0", "scale-1", "scale-2", "scale-3")
"""The colours from little to much, evenly apart: more is darker."""

SIGNED = ("less-2", "less-1", "zero", "more-1", "more-2")
"""The colours from far below zero to far above."""

Colour = tuple[int, int, int]
"""Red, green and blue, up to 255."""


@cache
def css() -> str:
    """The style that defines the colours, as properties by their names."""
    return resources.files(__package__).joinpath("palette.css").read_text(encoding="utf-8")


@cache
def colour(name: str) -> str:
    """A colour on paper.

    Examples
    --------
    >>> colour("zero")
    '#ffffff'
    """
    found = re.search(rf"--{name}: (#[0-9a-f]{{6}});", css())
    if found is None:
        raise KeyError(name)
    return found[1]


def between(share: float, names: tuple[str, ...] = SCALE) -> Colour:
    """The colour at a share of the way along a scale, from 0 to 1.

    Examples
    --------
    >>> between(0.5, SIGNED), between(1 / 6)
    ((255, 255, 255), (198, 204, 144))
    """
    place = min(max(share, 0.0), 1.0) * (len(names) - 1)
    first = min(int(place), len(names) - 2)
    low, high = (bytes.fromhex(colour(name)[1:]) for name in names[first : first + 2])
    red, green, blue = (round(a + (place - first) * (b - a)) for a, b in zip(low, high))
    return red, green, blue
