from array import array
from typing import Any

from typing_extensions import disjoint_base

def arithmetic(
    arrays: dict[str, array[Any]], weight: int, below: int, stretch: int
) -> None: ...
@disjoint_base
class Race:
    left: list[tuple[int, ...]]
    close: list[tuple[bool, float, float]]
    @property
    def found(self) -> tuple[int, ...]: ...
    @property
    def judged(self) -> tuple[int, int]: ...
    @property
    def written(self) -> bytes: ...
    @property
    def closest(self) -> list[tuple[int, tuple[int, ...], bool, int]]: ...
    def __init__(
        self, goal: int, modes: int, most: int, start: int, *, exact: bool, eager: bool,
        rounding: int, calls: int, arrays: dict[str, array[Any]], tight: bool = False,
        recorded: bool = False, players: int = 2, far: int = 0, span: int = 0,
    ) -> None: ...
    def prove(self, pairs: array[int], begin: int, end: int, *, near: bool = False) -> bool: ...
    def starts(
        self, arrays: dict[str, array[Any]], *, judged: bool = False, near: bool = False
    ) -> None: ...

@disjoint_base
class Cells(Race):
    unjudged: list[int]
    def __init__(self, *args: Any, tied: float = 0, **kwargs: Any) -> None: ...
    def prove(  # type: ignore[override]
        self, scores: array[int], begin: int, end: int
    ) -> int: ...
