from typing_extensions import disjoint_base

from . import Bytes, Floats, Indices

@disjoint_base
class Party:
    def __init__(
        self, players: int, exact: bool, start: int, least: Indices, landing: Indices,
        may: Bytes, thrown: Floats, sets: Indices, chances: Floats, first: Indices,
        gains: Indices, after: Indices, order: Indices, dead: Bytes, begin: Indices,
        points_of: Indices, mode_of: Indices, single: bool, rolled: int, height: int, seats: int,
        finish: Floats,
    ) -> None: ...
    def total(self, starts: Floats, total: int, stuck: Indices) -> int: ...
    def check(self, starts: Floats) -> None: ...
    def enclosure(self, starts: Floats, index: int, low: Floats, high: Floats) -> bool: ...
    def plan(
        self, starts: Floats, index: int, x: float, last: float, row: Floats, margins: Floats,
    ) -> float: ...
    def calls(
        self, starts: Floats, first: int, last: int, below: float, above: float, out: Floats,
    ) -> tuple[int, int]: ...
