from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

def newton(
    starts: Floats, held: Floats, column: Floats,
    gains: Indices, chances: Floats, bust: float, wipe: float, exact: bool,
    landing: Indices, dead: NDArray[np.uint8],
    scratch: Floats, rows: Floats, history: Floats,
    tolerance: float, warm: bool, width: int, progress: Callable[[int, int], object] | None,
) -> tuple[int, int]: ...
def throws(
    held: Floats, gains: Indices, chances: Floats, bust: float, wipe: float, exact: bool,
    landing: Indices, scratch: Floats, own: int, count: int, thrown: Floats,
) -> None: ...
