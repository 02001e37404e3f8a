import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from . import Floats, Indices

_Wholes = NDArray[np.int64]

def shares(primes: _Wholes, others: _Wholes) -> list[int]: ...

@disjoint_base
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
    def solve(self, primes: _Wholes, wanted: Indices, found: _Wholes) -> None: ...
