from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Progress = Callable[[int, int], object] | None

def sweep(
    starts: Floats, gains: Indices, chances: Floats, bust: float, wipe: float, exact: bool,
    landing: Indices, dead: NDArray[np.uint8],
    tolerance: float, limit: int, progress: Progress,
) -> list[float]: ...
def rounds(
    starts: Floats, gains: Indices, chances: Floats, bust: float, wipe: float, exact: bool,
    landing: Indices, dead: NDArray[np.uint8],
    tolerance: float, limit: int, progress: Progress,
) -> list[float]: ...
def pairs(
    starts: Floats, gains: Indices, chances: Floats, bust: float, wipe: float, exact: bool,
    landing: Indices, dead: NDArray[np.uint8],
    tolerance: float, limit: int, progress: Progress,
) -> list[float]: ...
