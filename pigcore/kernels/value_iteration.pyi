from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Progress = Callable[[int, int], object] | None

class ValueIteration:
    def __init__(
        self, gains: Indices, chances: Floats, bust: float, wipe: float, exact: bool,
        landing: Indices, dead: NDArray[np.uint8],
    ) -> None: ...
    def sweep(
        self, starts: Floats, tolerance: float, limit: int, progress: Progress = None
    ) -> list[float]: ...
    def rounds(
        self, starts: Floats, tolerance: float, limit: int, progress: Progress = None
    ) -> list[float]: ...
    def pairs(
        self, starts: Floats, tolerance: float, limit: int, progress: Progress = None
    ) -> list[float]: ...
