"""Absorbing Markov chains, eliminated state by state."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["Absorbing"]

Floats = NDArray[np.float64]


class Absorbing:
    """An absorbing Markov chain, eliminated state by state without a subtraction.

    So every chance is right to a few units in its own last place, however long the chain goes on.

    Parameters
    ----------
    steps : float64 array (n, n)
        The chance to go from one state to another; eliminated in place.
    ends : float64 array (n,)
        The chance to end there.

    Notes
    -----
    O(n**3) time. Source: W. Grassmann, M. Taksar, D. Heyman, "Regenerative analysis and steady
    state distributions for Markov chains", Operations Research 33(5), 1985.

    Examples
    --------
    >>> import numpy as np
    >>> chain = Absorbing(np.array([[0.5, 0.25], [0.5, 0.0]]), np.array([0.25, 0.5]))
    >>> chain.expected(np.array([0.25, 0.5])), chain.visits(np.array([1.0, 0.0]))
    (array([1., 1.]), array([2.66666667, 0.66666667]))
    """

    def __init__(self, steps: Floats, ends: Floats) -> None:
        self._steps = steps
        self._leave = np.empty(len(ends))
        ends = ends.copy()
        for n in range(len(ends) - 1, -1, -1):
            self._leave[n] = ends[n] + steps[n, :n].sum()
            comes = steps[:n, n] / self._leave[n]
            steps[:n, :n] += np.outer(comes, steps[n, :n])
            ends[:n] += comes * ends[n]

    def expected(self, rewards: Floats) -> Floats:
        """X = rewards + steps x."""
        x = rewards.copy()
        for n in range(len(x) - 1, -1, -1):
            x[:n] += self._steps[:n, n] * (x[n] / self._leave[n])
        for n in range(len(x)):
            x[n] = (x[n] + self._steps[n, :n] @ x[:n]) / self._leave[n]
        return x

    def visits(self, begun: Floats) -> Floats:
        """V = begun + v steps."""
        v = begun.copy()
        for n in range(len(v) - 1, -1, -1):
            v[:n] += self._steps[n, :n] * (v[n] / self._leave[n])
        for n in range(len(v)):
            v[n] = (v[n] + self._steps[:n, n] @ v[:n]) / self._leave[n]
        return v
