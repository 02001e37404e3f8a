from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Bytes = NDArray[np.uint8]

class Player:
    def __init__(
        self, starts: Floats, held: Floats, column: Floats,
        table: Bytes | None = None, implied: Floats | None = None,
        limits: Indices | None = None, slopes: Floats | None = None,
    ) -> None: ...

class Race:
    def __init__(
        self, gains: Indices, chances: Floats, bust: float, wipe: float, exact: bool,
        landing: Indices, dead: Bytes,
    ) -> None: ...
    def newton(
        self, first: Player, second: Player, history: Floats, tolerance: float,
        warm: bool = False, along: bool = False, never: float = 0.5,
        progress: Callable[[int, int], object] | None = None,
    ) -> tuple[int, int]: ...
    def rolls(self, held: Floats, own: int, out: Floats) -> None: ...
    def errors(
        self, starts: Floats, held: Floats, above: Floats, below: Floats, wiped: float
    ) -> None: ...
