from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

_Floats = NDArray[np.float64]
_Indices = NDArray[np.intp]
_Bytes = NDArray[np.uint8]

@disjoint_base
class Player:
    def __init__(
        self, starts: _Floats, held: _Floats, column: _Floats,
        table: _Bytes | None = None, implied: _Floats | None = None,
        limits: _Indices | None = None, kept: _Floats | None = None,
    ) -> None: ...

@disjoint_base
class Race:
    def __init__(
        self, gains: _Indices, chances: _Floats, bust: float, wipe: float, exact: bool,
        landing: _Indices, dead: _Bytes,
    ) -> None: ...
    def newton(
        self, first: Player, second: Player, history: _Floats, tolerance: float,
        warm: bool = False, along: bool = False, never: float = 0.5,
        progress: Callable[[int, int], object] | None = None, errors: _Floats | None = None,
    ) -> tuple[int, int, float]: ...
    def rolls(self, held: _Floats, own: int, out: _Floats) -> None: ...
    def errors(
        self, starts: _Floats, held: _Floats, above: _Floats, below: _Floats, wiped: _Floats
    ) -> None: ...
