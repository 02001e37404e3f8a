import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

class DoubledRace:
    def __init__(
        self, gains: Indices, chances: Floats, bust: Floats, wipe: Floats, exact: bool,
        landing: Indices, dead: NDArray[np.uint8], guess: Floats,
    ) -> None: ...
    def solve(self, column: Floats, starts: Floats) -> None: ...
    def bounds(self, errors: Floats, wiped: float) -> None: ...
