from array import array
from collections.abc import Callable
from typing import Any

from typing_extensions import disjoint_base

@disjoint_base
class Pass:
    def __init__(
        self,
        twins: list[list[Any]],
        arrays: dict[str, array[Any]],
        claimed: bytearray,
        marks: bytearray,
        masks: list[bytes],
        after: Callable[[int, Any, Any, int], int],
        claims: dict[int, tuple[int, int]] | None,
        *,
        players: int,
        stride: int,
        goal: int,
        per_seat: int,
        main: int,
        tied: int,
        limit: int,
        alike: float,
        disputed: float,
    ) -> None: ...
    def totals(self) -> tuple[Any, int]: ...
    def run(self, starts: array[int], begin: int, end: int) -> int: ...

@disjoint_base
class Twin:
    frame: Any
    plan: tuple[bytes, list[int]]
    def __init__(
        self, modes: int, start: int, most: int, arrays: dict[str, array[Any]]
    ) -> None: ...
    def load(self, frame: Any) -> None: ...
    def turn(self, side: int, values: Any) -> Any: ...
    def follow(self, side: int, values: Any) -> Any: ...
    def chance(self, place: int) -> float: ...
    def decide(self, side: int, tied: float = 0) -> None: ...
    def judge(self, counted: bytes, limit: int, tied: float, disputed: float) -> Any: ...
    def doubles_at(self, place: int) -> float: ...
    def bounds(self, place: int) -> tuple[tuple[int, int], tuple[int, int]]: ...
    def letters(self) -> tuple[bytes, list[int]]: ...
