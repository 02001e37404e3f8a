import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

class Player:
    @property
    def memories(self) -> int: ...
    @property
    def tables(self) -> int: ...
    def __init__(
        self, ends: Floats, wiped: Floats, bonus: Floats, leave: Floats, after: Indices,
        landing: Indices,
    ) -> None: ...

class Chain:
    def __init__(self, first: Player, second: Player) -> None: ...
    def expect(
        self, x0: Floats, x1: Floats, y0: Floats, y1: Floats, win0: float, win1: float,
        never: float,
    ) -> None: ...
    def visit(self, v0: Floats, v1: Floats, z0: Floats, z1: Floats) -> tuple[float, float]: ...
    def step(self, player: int, now: Floats, then: Floats, column: Floats) -> float: ...
