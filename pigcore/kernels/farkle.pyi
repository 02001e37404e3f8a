from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

_Floats = NDArray[np.float64]
_Indices = NDArray[np.intp]

@disjoint_base
class Farkle:
    def __init__(
        self, rolled: int, must_roll: bool, least: _Indices, chances: _Floats, dice: _Indices,
        first: _Indices, gains: _Indices, left: _Indices,
    ) -> None: ...
    @property
    def height(self) -> int: ...
    def newton(
        self, starts: _Floats, held: _Floats, history: _Floats, tolerance: float,
        progress: Callable[[int, int], object] | None = None,
    ) -> tuple[int, int]: ...
    def rolls(self, held: _Floats, own: int, out: _Floats) -> None: ...
    def turns(
        self, held: _Floats, x: _Floats, total: int, chances: _Floats, excess: _Floats, leave: _Floats,
    ) -> None: ...
