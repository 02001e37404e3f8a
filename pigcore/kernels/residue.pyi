import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Wholes = NDArray[np.int64]

def shares(primes: Wholes, others: Wholes) -> list[int]: ...

class System:
    def __init__(
        self,
        digits: Floats,
        over: Indices,
        scales: Floats,
        multiple: Floats,
        pivots: Indices,
        known: Indices,
        constant: Indices,
        begin: Indices,
        terms: Indices,
        block: Indices,
        inner: Indices,
        entries: Indices,
    ) -> None: ...
    def solve(self, primes: Wholes, wanted: Indices, found: Wholes) -> None: ...
