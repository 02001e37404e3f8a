import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from . import Floats

@disjoint_base
class Pairs:
    def __init__(
        self, goal: int, most: int, gains: NDArray[np.int64], chances: Floats, bust: float
    ) -> None: ...
    def solve(self, values: Floats, holds: Floats, own: int, opp: int) -> int: ...
    def replies(self, holds: Floats, values: Floats, rolls: Floats, down: bool) -> None: ...
    def matches(
        self, first: Floats, second: Floats, values: Floats, rounds: Floats
    ) -> None: ...
    def payoffs(
        self, holds: Floats, values: Floats, own: int, opp: int, held: Floats, rolled: Floats
    ) -> None: ...
