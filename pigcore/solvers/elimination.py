"""Absorbing Markov chains, eliminated state by state."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Absorbing:
    """An absorbing Markov chain, eliminated state by state without a subtraction.

    So every chance is right to a few units in its own last place, however long the chain goes on.
    ``steps`` (…, n, n), the chances to go from one state to another, are eliminated in place;
    ``ends`` (…, n) are those to end there. Several chains are solved at once along the axes before;
    what is asked of them is broadcast. O(n**3) time.

    Source: W. Grassmann, M. Taksar, D. Heyman, "Regenerative analysis and steady state
    distributions for Markov chains", Operations Research 33(5), 1985.
    """

    def __init__(self, steps: Floats, ends: Floats) -> None:
        self._steps = steps
        self._leave = np.empty(ends.shape)
        self.closed: NDArray[np.bool_] = np.zeros(ends.shape, dtype=bool)
        """The states from which it never ends."""
        ends = ends.copy()
        for n in range(ends.shape[-1] - 1, -1, -1):
            leave = ends[..., n] + steps[..., n, :n].sum(axis=-1)
            # Who can never leave ends here.
            self.closed[..., n] = leave == 0.0
            ends[..., n] = np.where(leave == 0.0, 1.0, ends[..., n])
            self._leave[..., n] = np.where(leave == 0.0, 1.0, leave)
            comes = steps[..., :n, n] / self._leave[..., n, None]
            steps[..., :n, :n] += comes[..., None] * steps[..., n, None, :n]
            ends[..., :n] += comes * ends[..., n, None]

    def expected(self, rewards: Floats, closed: float = 0.0) -> Floats:
        """X = rewards + steps x, (..., n), where to go on for ever is worth ``closed``."""
        steps, leave, x = self._steps, self._leave, np.where(self.closed, closed, rewards)
        for n in range(x.shape[-1] - 1, -1, -1):
            x[..., :n] += steps[..., :n, n] * (x[..., n] / leave[..., n])[..., None]
        for n in range(x.shape[-1]):
            known = (steps[..., n, :n] * x[..., :n]).sum(axis=-1)
            x[..., n] = (x[..., n] + known) / leave[..., n]
        return x

    def visits(self, begun: Floats) -> Floats:
        """V = begun + v steps, (..., n)."""
        steps, leave, v = self._steps, self._leave, begun.copy()
        for n in range(v.shape[-1] - 1, -1, -1):
            v[..., :n] += steps[..., n, :n] * (v[..., n] / leave[..., n])[..., None]
        for n in range(v.shape[-1]):
            known = (v[..., :n] * steps[..., :n, n]).sum(axis=-1)
            v[..., n] = (v[..., n] + known) / leave[..., n]
        return v
