import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

_Floats = NDArray[np.float64]
_Indices = NDArray[np.intp]
_Bytes = NDArray[np.uint8]

@disjoint_base
class Party:
    def __init__(
        self, players: int, exact: bool, start: int, least: _Indices, landing: _Indices,
        may: _Bytes, thrown: _Floats, sets: _Indices, chances: _Floats, first: _Indices,
        gains: _Indices, after: _Indices, order: _Indices, dead: _Bytes, begin: _Indices,
        points_of: _Indices, mode_of: _Indices, single: bool,
    ) -> None: ...
    def total(self, starts: _Floats, errors: _Floats, total: int, stuck: _Indices) -> int: ...
    def check(self, starts: _Floats, errors: _Floats | None) -> None: ...
    def enclosure(self, starts: _Floats, index: int, low: _Floats, high: _Floats) -> bool: ...
    def plan(
        self, starts: _Floats, errors: _Floats | None, index: int, x: float, row: _Floats,
        margins: _Floats | None = None,
    ) -> tuple[float, float]: ...
    def calls(
        self, starts: _Floats, first: int, last: int, below: float, above: float, out: _Floats,
    ) -> tuple[int, int]: ...
