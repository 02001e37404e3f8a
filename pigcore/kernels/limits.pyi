from typing import Self

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from . import Floats, Indices

_Kinds = NDArray[np.intc]

@disjoint_base
class Turns:
    def __new__(cls, ends: Floats, squares: Floats, landing: Indices) -> Self: ...

def wins(
    first: Turns, first_kinds: _Kinds, second: Turns, second_kinds: _Kinds, u: Floats, v: Floats,
    never: float, a: Floats, b: Floats,
) -> None: ...
