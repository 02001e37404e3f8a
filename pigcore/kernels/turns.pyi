from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

_Floats = NDArray[np.float64]
_Indices = NDArray[np.intp]
_Bytes = NDArray[np.uint8]

BANKS: int
THROWS: int
DEAD: int
SURE: int

@disjoint_base
class Turns:
    def __init__(
        self, rolled: int, height: int, exact: bool, start: int, least: _Indices,
        landing: _Indices, may: _Bytes, thrown: _Floats, sets: _Indices,
        chances: _Floats, first: _Indices, gains: _Indices, after: _Indices, order: _Indices,
        every: bool = False,
    ) -> None: ...
    @property
    def count(self) -> int: ...
    def cells(self, out: _Indices) -> None: ...
    def newton(
        self, starts: _Floats, held: _Floats, column: _Floats, dead: _Bytes,
        history: _Floats, tolerance: float, warm: bool = False, along: bool = False,
        progress: Callable[[int, int], object] | None = None, kept: _Floats | None = None,
    ) -> tuple[int, int]: ...
    def rolls(self, held: _Floats, own: int, out: _Floats) -> None: ...
    def alone(
        self, held: _Floats, own: _Indices, bust: _Floats, wiped: _Floats, out: _Floats
    ) -> None: ...
    def turns(
        self, held: _Floats, column: _Floats, x: _Floats, total: int, chances: _Floats,
        thrown: _Floats, excess: _Floats, leave: _Floats | None = None,
    ) -> None: ...
