from array import array
from typing import Any

from typing_extensions import disjoint_base

@disjoint_base
class Hog:
    def __init__(
        self, goal: int, parities: int, most: int, width: int, height: int, *, exchange: int,
        arrays: dict[str, array[Any]],
    ) -> None: ...
    def settle(self) -> None: ...
    def payoffs(self, own: int, opp: int, parity: int) -> list[tuple[int, int]]: ...
