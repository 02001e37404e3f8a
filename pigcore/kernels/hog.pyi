from typing import Self

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from . import Bytes, Floats, Indices

MAXIMIZE: int

@disjoint_base
class Induction:
    def __new__(
        cls, kind: Bytes, begin: Indices, runs: Indices, chances: Floats,
        certain: Indices, settle: Indices, blocks: Indices,
        stride: int,
    ) -> Self: ...
    def induct(
        self, value: Floats, ended: Floats, policy: NDArray[np.int16],
        counting: bool, tolerance: float, most: int,
    ) -> tuple[int, float]: ...
    def worths(self, ended: Floats, choices: Indices, out: Floats) -> None: ...
