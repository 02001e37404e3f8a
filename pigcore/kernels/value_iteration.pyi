from collections.abc import Callable
from typing import Self

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

_Floats = NDArray[np.float64]
_Indices = NDArray[np.intp]
_Progress = Callable[[int, int], object] | None

@disjoint_base
class ValueIteration:
    def __new__(
        cls, gains: _Indices, chances: _Floats, bust: float, wipe: float, exact: bool,
        landing: _Indices, dead: NDArray[np.uint8],
    ) -> Self: ...
    def sweep(
        self, starts: _Floats, tolerance: float, limit: int, progress: _Progress = None
    ) -> list[float]: ...
    def rounds(
        self, starts: _Floats, tolerance: float, limit: int, progress: _Progress = None
    ) -> list[float]: ...
    def pairs(
        self, starts: _Floats, tolerance: float, limit: int, progress: _Progress = None
    ) -> list[float]: ...
