import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

_Floats = NDArray[np.float64]
_Indices = NDArray[np.intp]
_Bytes = NDArray[np.uint8]

@disjoint_base
class Outcomes:
    def __init__(
        self, gains: _Indices, chances: _Floats, bust: float, wipe: float, exact: bool,
        landing: _Indices, dead: _Bytes, points: _Floats, consoled: _Floats,
    ) -> None: ...
    def fill(
        self, first: int, rolls: _Floats | _Bytes, ends: _Floats, wiped: _Floats, bonus: _Floats,
        leave: _Floats, final: _Floats,
    ) -> None: ...
    def reached(self, own: int, rolls: _Floats | _Bytes, out: _Floats) -> None: ...
