import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

_Floats = NDArray[np.float64]
_Indices = NDArray[np.intp]

@disjoint_base
class Player:
    def __init__(self, ends: _Floats, squares: _Floats, landing: _Indices) -> None: ...

@disjoint_base
class Chain:
    def __init__(self, *players: Player) -> None: ...
    def expect(
        self, xs: tuple[_Floats, ...], ys: tuple[_Floats, ...], wins: tuple[float, ...],
        never: float,
    ) -> None: ...
    def visit(
        self, vs: tuple[_Floats, ...], zs: tuple[_Floats, ...]
    ) -> tuple[float, ...]: ...
    def step(self, player: int, now: _Floats, then: _Floats, column: _Floats) -> float: ...
