from collections.abc import Callable
from typing import Self

from typing_extensions import disjoint_base

from . import Bytes, Floats, Indices

_Progress = Callable[[int, int], object] | None

@disjoint_base
class ValueIteration:
    def __new__(
        cls, gains: Indices, chances: Floats, bust: float, wipe: float, exact: bool,
        landing: Indices, dead: Bytes,
    ) -> Self: ...
    def sweep(
        self, starts: Floats, tolerance: float, limit: int, progress: _Progress = None
    ) -> list[float]: ...
    def rounds(
        self, starts: Floats, tolerance: float, limit: int, progress: _Progress = None
    ) -> list[float]: ...
    def pairs(
        self, starts: Floats, tolerance: float, limit: int, progress: _Progress = None
    ) -> list[float]: ...
