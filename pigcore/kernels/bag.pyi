from collections.abc import Callable
from typing import Self

from typing_extensions import disjoint_base

from . import Floats, Indices

PADDING: int

@disjoint_base
class Draws:
    def __new__(cls, seen: Floats, start: Indices, dice: Floats) -> Self: ...
    def draw(self, progress: Callable[[int, int], object] | None = None) -> None: ...
    def score(self, pay: Floats) -> float: ...
