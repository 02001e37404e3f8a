import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

class Party:
    def __init__(
        self, players: int, gains: Indices, chances: Floats, bust: float, exact: bool,
        landing: Indices, dead: NDArray[np.uint8],
    ) -> None: ...
    def total(self, starts: Floats, errors: Floats, total: int, stuck: Indices) -> int: ...
    def check(self, starts: Floats, errors: Floats | None) -> None: ...
    def enclosure(self, starts: Floats, index: int, low: Floats, high: Floats) -> bool: ...
    def plan(
        self, starts: Floats, errors: Floats | None, index: int, x: float, row: Floats,
        margins: Floats | None = None,
    ) -> tuple[float, float]: ...
    def calls(
        self, starts: Floats, first: int, last: int, below: float, above: float, out: Floats,
    ) -> tuple[int, int]: ...
