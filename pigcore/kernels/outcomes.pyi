import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

_Floats = NDArray[np.float64]
_Indices = NDArray[np.intp]
_Bytes = NDArray[np.uint8]

@disjoint_base
class Outcomes:
    def __init__(
        self, rolled: int, exact: bool, start: int, least: _Indices, may: _Bytes,
        thrown: _Floats, sets: _Indices, chances: _Floats, first: _Indices, gains: _Indices,
        after: _Indices, order: _Indices, excess: _Floats, passes: bool = False,
    ) -> None: ...
    def follow(
        self, own: int, bank: _Floats | _Bytes, worth: _Floats | None, shares: _Floats | None,
        stops: _Floats, lost: _Floats, reach: _Floats | None,
    ) -> None: ...
