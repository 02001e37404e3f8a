from typing import Self

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

_Floats = NDArray[np.float64]
_Indices = NDArray[np.intp]
_Kinds = NDArray[np.intc]

@disjoint_base
class Turns:
    def __new__(cls, ends: _Floats, squares: _Floats, landing: _Indices) -> Self: ...

def wins(
    first: Turns, first_kinds: _Kinds, second: Turns, second_kinds: _Kinds, u: _Floats, v: _Floats,
    never: float, a: _Floats, b: _Floats,
) -> None: ...
