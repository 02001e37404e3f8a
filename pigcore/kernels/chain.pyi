import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

_Floats = NDArray[np.float64]
_Indices = NDArray[np.intp]

@disjoint_base
class Player:
    @property
    def memories(self) -> int: ...
    @property
    def tables(self) -> int: ...
    def __init__(
        self, ends: _Floats, squares: _Floats, after: _Indices, landing: _Indices
    ) -> None: ...

@disjoint_base
class Chain:
    def __init__(self, first: Player, second: Player) -> None: ...
    def expect(
        self, x0: _Floats, x1: _Floats, y0: _Floats, y1: _Floats, win0: float, win1: float,
        never: float,
    ) -> None: ...
    def visit(self, v0: _Floats, v1: _Floats, z0: _Floats, z1: _Floats) -> tuple[float, ...]: ...
    def step(self, player: int, now: _Floats, then: _Floats, column: _Floats) -> float: ...
