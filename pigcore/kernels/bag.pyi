from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

PADDING: int

class Draws:
    def __init__(self, seen: Floats, start: Indices, dice: Floats) -> None: ...
    def draw(self, progress: Callable[[int, int], object] | None = None) -> None: ...
    def score(self, pay: Floats) -> float: ...
