"""What a sensible programmer would write for Pig instead, each to be run by run.py.

Every alternative takes (goal, tolerance) and returns (seconds, sweeps, turn starts): value
iteration over all states (own, opponent, turn total), in place, until no state changes by more
than the tolerance. What it takes to compile or to load is not counted.
"""

from __future__ import annotations

import functools
import math
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

Result = tuple[float, int, np.ndarray]


@functools.cache
def _compiled() -> Path:
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        raise RuntimeError("the benchmark needs a C++ compiler: install g++")
    program = Path(tempfile.mkdtemp()) / "sweep"
    source = Path(__file__).with_name("sweep.cpp")
    subprocess.run([compiler, "-O3", "-o", program, source], check=True)
    return program


def cpp(goal: int, tolerance: float) -> Result:
    """C++ -O3, compiled on the spot."""
    starts = _compiled().with_name("starts")
    printed = subprocess.run(
        [_compiled(), str(goal), repr(tolerance), starts],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    return float(printed[1]), int(printed[0]), np.fromfile(starts).reshape(goal, goal)


def numpy(goal: int, tolerance: float) -> Result:
    """Numpy, one plane of a turn total at a time."""
    # u[k] is the plane of turn total k; rows are own, columns the opponent's score.
    u = np.zeros((goal + 7, goal, goal))
    for k in range(goal + 7):
        u[k, max(0, goal - k) :] = 1.0
    begin = time.perf_counter()
    sweeps, change = 0, 1.0
    while change > tolerance:
        change = 0.0
        lost = 1.0 - u[0].T
        for k in range(goal - 1, -1, -1):
            n = goal - k
            best = (lost[:n] + u[k + 2 : k + 7, :n].sum(axis=0)) / 6
            if k:
                np.maximum(best, lost[k:], out=best)
            change = max(change, np.abs(best - u[k, :n]).max())
            u[k, :n] = best
        sweeps += 1
    return time.perf_counter() - begin, sweeps, u[0].copy()


@functools.cache
def _jitted() -> Callable[[np.ndarray, float], int] | None:
    try:
        from numba import njit
    except ImportError:
        return None

    @njit
    def sweep(v: np.ndarray, tolerance: float) -> int:
        goal = v.shape[0]
        sweeps = 0
        change = 1.0
        while change > tolerance:
            change = 0.0
            for i in range(goal - 1, -1, -1):
                for j in range(goal - 1, -1, -1):
                    for k in range(goal - i - 1, -1, -1):
                        roll = 1.0 - v[j, i, 0]
                        for g in range(2, 7):
                            roll += 1.0 if i + k + g >= goal else v[i, j, k + g]
                        best = roll / 6
                        if k > 0:
                            best = max(best, 1.0 - v[j, i + k, 0])
                        change = max(change, abs(best - v[i, j, k]))
                        v[i, j, k] = best
            sweeps += 1
        return sweeps

    sweep(np.zeros((5, 5, 5)), 1e-3)
    return sweep


def numba(goal: int, tolerance: float) -> Result | None:
    """Numba, the loops of the C++ program; None where numba is not installed."""
    sweep = _jitted()
    if sweep is None:
        return None
    v = np.zeros((goal, goal, goal))
    begin = time.perf_counter()
    sweeps = sweep(v, tolerance)
    return time.perf_counter() - begin, sweeps, v[:, :, 0].copy()


def bag(dice: np.ndarray) -> float:
    """The contest's published method for a bag: leave every die out in turn, O(n^5)."""
    n = len(dice)
    joint = np.zeros((n, n, n, 3))  # ways to see r, p, s of the others, times the next face
    for i in range(n):
        seen = np.zeros((n, n, n))
        seen[0, 0, 0] = 1.0
        for rock, paper, scissors in np.delete(dice, i, axis=0):
            before = seen.copy()
            seen[1:] += rock * before[:-1]
            seen[:, 1:] += paper * before[:, :-1]
            seen[:, :, 1:] += scissors * before[:, :, :-1]
        joint += seen[..., None] * dice[i]
    best = (3 * np.roll(joint, 1, axis=3) + joint).max(axis=3)
    shown = np.indices(best.shape).sum(axis=0)
    ways = np.array([math.comb(n, k) * (n - k) if k < n else np.inf for k in range(3 * n)])
    return float((best / ways[shown]).sum())
