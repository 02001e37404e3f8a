from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

PADDING: int

def draw(
    seen: Floats, start: Indices, dice: Floats, scratch: Floats,
    progress: Callable[[int, int], object] | None,
) -> None: ...
def score(seen: Floats, start: Indices, pay: Floats, scratch: Floats) -> float: ...
