import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Kinds = NDArray[np.intc]

class Turns:
    def __init__(
        self, ends: Floats, wiped: Floats, bonus: Floats, leave: Floats, landing: Indices,
    ) -> None: ...

def wins(
    first: Turns, first_kinds: Kinds, second: Turns, second_kinds: Kinds, u: Floats, v: Floats,
    never: float, a: Floats, b: Floats,
) -> None: ...
