import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

_Floats = NDArray[np.float64]
_Indices = NDArray[np.intp]
_Wholes = NDArray[np.int64]

def shares(primes: _Wholes, others: _Wholes) -> list[int]: ...

@disjoint_base
class System:
    def __init__(
        self,
        digits: _Floats,
        over: _Indices,
        scales: _Floats,
        multiple: _Floats,
        pivots: _Indices,
        known: _Indices,
        constant: _Indices,
        begin: _Indices,
        terms: _Indices,
        block: _Indices,
        inner: _Indices,
        entries: _Indices,
    ) -> None: ...
    def solve(self, primes: _Wholes, wanted: _Indices, found: _Wholes) -> None: ...
