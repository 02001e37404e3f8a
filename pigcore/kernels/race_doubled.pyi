from typing import Self

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

_Floats = NDArray[np.float64]
_Indices = NDArray[np.intp]

@disjoint_base
class DoubledRace:
    def __new__(
        cls, gains: _Indices, chances: _Floats, bust: _Floats, wipe: _Floats, exact: bool,
        landing: _Indices, dead: NDArray[np.uint8], guess: _Floats,
    ) -> Self: ...
    def solve(self, column: _Floats, starts: _Floats) -> None: ...
    def bounds(self, errors: _Floats, wiped: _Floats) -> None: ...
