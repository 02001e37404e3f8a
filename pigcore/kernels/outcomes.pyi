import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Bytes = NDArray[np.uint8]

class Outcomes:
    def __init__(
        self, gains: Indices, chances: Floats, bust: float, wipe: float, exact: bool,
        landing: Indices, dead: Bytes, points: Floats, consoled: Floats,
    ) -> None: ...
    def fill(
        self, first: int, rolls: Floats | Bytes, ends: Floats, wiped: Floats, bonus: Floats,
        leave: Floats, final: Floats,
    ) -> None: ...
    def reached(self, own: int, rolls: Floats | Bytes, out: Floats) -> None: ...
