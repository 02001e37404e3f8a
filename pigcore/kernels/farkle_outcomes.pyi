import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

_Floats = NDArray[np.float64]
_Indices = NDArray[np.intp]
_Marks = NDArray[np.uint8]

@disjoint_base
class FarkleOutcomes:
    def __init__(
        self, chances: _Floats, dice: _Indices, first: _Indices, gains: _Indices, left: _Indices,
        busts: _Floats,
    ) -> None: ...
    def decide(self, bank: _Marks, held: _Floats, x: _Floats, worth: _Floats) -> None: ...
    def follow(
        self, bank: _Marks, worth: _Floats, ends: _Floats, lost: _Floats, reach: _Floats
    ) -> None: ...
