"""Solids in the space of own score, opponent's score and turn total.

A state is a cube of side one; of all cubes only the faces are drawn that look outward and towards
the viewer. The figure follows T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The
UMAP Journal 25(1), 2004, figure 3.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .canvas import colours, whole_numbers

__all__ = ["faces_of", "solid"]

FINEST = 100
"""Cubes along an edge at most; of a larger game every second state is drawn, or every third, …"""

_FACES = (
    (0, 1, 0.78, ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1))),
    (1, -1, 0.60, ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1))),
    (2, 1, 1.00, ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))),
)
"""The faces seen from a high own score, a low opponent's score and above: axis, side, brightness,
corners."""


def faces_of(inside: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The visible faces of all cubes inside.

    Returns
    -------
    int64 array (faces, 4, 3)
        Their corners at [own, opp, total].
    float64 array (faces,)
        How bright each is: those that look the same way are alike.
    """
    faces, bright = [], []
    for axis, side, brightness, corners in _FACES:
        place = np.argwhere(inside & ~_beside(inside, axis, side))
        faces.append(place[:, None, :] + np.array(corners)[None])
        bright.append(np.full(len(place), brightness))
    return np.concatenate(faces), np.concatenate(bright)


def solid(ax: Any, inside: NDArray[np.bool_], unit: int) -> None:
    """Draw the cubes inside, at [own, opp, total], so many points each way."""
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    goal = len(inside)
    step = -(-goal // FINEST)
    faces, bright = faces_of(inside[::step, ::step, ::step])
    height = step * faces[:, :, 2].max(axis=1) / goal
    painted = colours()(0.9 * height**0.6)  # most of it is low
    painted[:, :3] *= bright[:, None]
    ax.add_collection3d(
        Poly3DCollection(
            step * faces.astype(np.float64), facecolors=painted, edgecolors=painted, linewidths=0.3
        )
    )
    ax.set(
        xlim=(0, goal), ylim=(0, goal), zlim=(0, goal), xlabel="own score (points)",
        ylabel="opponent's score (points)", zlabel="turn total (points)",
    )  # fmt: skip
    whole_numbers(ax, "xyz", unit)
    # The layout knows nothing of words in space: a small figure needs more space for them.
    ax.set_box_aspect((1, 1, 0.9), zoom=0.95 if ax.figure.get_figwidth() > 5 else 0.72)
    ax.view_init(elev=24, azim=-52)
    ax.title.set_y(0.94)


def _beside(inside: NDArray[np.bool_], axis: int, side: int) -> NDArray[np.bool_]:
    """Whether the neighbour of each cube along an axis is inside."""
    beside = np.roll(inside, -side, axis=axis)
    edge: list[Any] = [slice(None)] * 3
    edge[axis] = -1 if side > 0 else 0
    beside[tuple(edge)] = False
    return beside
