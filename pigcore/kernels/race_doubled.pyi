import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

class DoubledRace:
    def __init__(
        self, gains: Indices, chances: Floats, bust: float, exact: bool, landing: Indices,
        dead: NDArray[np.uint8],
    ) -> None: ...
    def solve(self, starts: Floats, errors: Floats) -> None: ...
