from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from . import Indices

@disjoint_base
class Games:
    def __new__(
        cls, shares: NDArray[np.uint64], outcomes: Indices, urns: Indices, *others: Any
    ) -> Self: ...
    def play(
        self, bit_generator: BitGenerator, start: Sequence[int], games: int, longest: int,
        counts: NDArray[np.int64],
    ) -> None: ...

@disjoint_base
class Races(Games):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

@disjoint_base
class Hogs(Games):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
