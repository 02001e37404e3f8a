import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

MAXIMIZE: int

_Floats = NDArray[np.float64]
_Indices = NDArray[np.intp]

@disjoint_base
class Induction:
    def __init__(
        self, kind: NDArray[np.uint8], begin: _Indices, runs: _Indices, chances: _Floats,
        certain: _Indices, settle: _Indices, blocks: _Indices,
        rows: int, stride: int, gain: int, gift: int,
    ) -> None: ...
    def induct(
        self, value: _Floats, ended: _Floats, policy: NDArray[np.int16],
        counting: bool, tolerance: float, most: int,
    ) -> tuple[int, float]: ...
    def optimize(
        self, value: _Floats, ended: _Floats, policy: NDArray[np.int16], error: _Floats,
        doubt: _Floats, first: int, last: int, tolerance: float, most: int, growth: float,
    ) -> tuple[int, int]: ...
    def worths(self, ended: _Floats, choices: _Indices, out: _Floats) -> None: ...
