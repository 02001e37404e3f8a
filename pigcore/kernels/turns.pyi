from collections.abc import Callable
from concurrent.futures import Executor

from typing_extensions import disjoint_base

from . import Bytes, Floats, Indices

BANKS: int
THROWS: int
DEAD: int
SURE: int

@disjoint_base
class Turns:
    def __init__(
        self, rolled: int, height: int, exact: bool, start: int, least: Indices,
        landing: Indices, may: Bytes, thrown: Floats, sets: Indices,
        chances: Floats, first: Indices, gains: Indices, after: Indices, order: Indices,
        every: bool = False,
    ) -> None: ...
    @property
    def count(self) -> int: ...
    def cells(self, out: Indices) -> None: ...
    def newton(
        self, starts: Floats, held: Floats, column: Floats, dead: Bytes,
        history: Floats, tolerance: float, warm: bool = False, along: bool = False,
        progress: Callable[[int, int], object] | None = None, kept: Floats | None = None,
        other: Turns | None = None, other_starts: Floats | None = None,
        other_held: Floats | None = None, pool: Executor | None = None,
    ) -> tuple[int, int]: ...
    def rolls(self, held: Floats, own: int, out: Floats) -> None: ...
    def alone(
        self, held: Floats, own: Indices, bust: Floats, wiped: Floats, out: Floats
    ) -> None: ...
    def turns(
        self, held: Floats, column: Floats, x: Floats, total: int, excess: Floats,
        leave: Floats | None = None,
    ) -> None: ...
