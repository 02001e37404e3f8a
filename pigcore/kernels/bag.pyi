from collections.abc import Callable
from typing import Self

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

_Floats = NDArray[np.float64]
_Indices = NDArray[np.intp]

PADDING: int

@disjoint_base
class Draws:
    def __new__(cls, seen: _Floats, start: _Indices, dice: _Floats) -> Self: ...
    def draw(self, progress: Callable[[int, int], object] | None = None) -> None: ...
    def score(self, pay: _Floats) -> float: ...
