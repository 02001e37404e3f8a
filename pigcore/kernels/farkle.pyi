from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

class Farkle:
    def __init__(
        self, rolled: int, must_roll: bool, least: Indices, chances: Floats, dice: Indices,
        first: Indices, gains: Indices, left: Indices,
    ) -> None: ...
    @property
    def height(self) -> int: ...
    def newton(
        self, starts: Floats, held: Floats, history: Floats, tolerance: float,
        progress: Callable[[int, int], object] | None = None,
    ) -> tuple[int, int]: ...
    def rolls(self, held: Floats, own: int, out: Floats) -> None: ...
    def turns(
        self, held: Floats, x: Floats, total: int, chances: Floats, excess: Floats, leave: Floats,
    ) -> None: ...
