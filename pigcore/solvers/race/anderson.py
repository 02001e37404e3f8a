"""Anderson's mixing for a fixed point."""

from __future__ import annotations

import math

import numpy as np

from ...kernels import Floats


class Anderson:
    """Anderson's mixing for a fixed point x = F(x).

    The next point is the affine combination of the last F(x) whose residuals F(x) - x cancel
    best in the least-squares sense. Near the solution F is affine (no decision changes any
    more), where this is GMRES; a residual that grew empties the memory, and the plain iteration,
    which contracts, starts anew.

    Source: H. Walker and P. Ni, "Anderson Acceleration for Fixed-Point Iterations", SIAM Journal
    on Numerical Analysis 49(4), 2011.
    """

    DEPTH = 8

    def __init__(self, start: Floats) -> None:
        self._point = self._image = self._residual = start
        # By how much the last residuals and images differ from those before them, oldest first.
        self._changes = np.empty((self.DEPTH - 1, start.size))
        self._moves = np.empty((self.DEPTH - 1, start.size))
        self._known = -1
        self._size = math.inf

    def __call__(self, image: Floats) -> Floats:
        """The next point to try, given F of the last one."""
        residual = image - self._point
        size = float(np.abs(residual).max())
        if size > self._size:
            self._known = -1
        if self._known == len(self._changes):
            self._changes[:-1] = self._changes[1:]
            self._moves[:-1] = self._moves[1:]
            self._known -= 1
        if self._known >= 0:
            np.subtract(residual, self._residual, out=self._changes[self._known])
            np.subtract(image, self._image, out=self._moves[self._known])
        self._known += 1
        self._size, self._image, self._residual = size, image, residual
        following = image
        if self._known > 0:
            changes = self._changes[: self._known]
            weights, *_ = np.linalg.lstsq(changes.T, residual, rcond=None)
            following = image - weights @ self._moves[: self._known]
        self._point = np.clip(following, 0.0, 1.0)
        return self._point
