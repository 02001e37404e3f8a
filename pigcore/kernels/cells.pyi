from collections.abc import Callable, Sequence
from typing import Any

from typing_extensions import disjoint_base

from . import Bytes, Floats, Indices

BANKS: int
THROWS: int
COUPLED: int
STAYS: int
WINS: int
EXACT: int
PASSES: int
BACK: int
ALONE: int
FIRST: int
AGAIN: int
ALONG: int
STEP: int
COUNT: int
START: int
BUST: int
WIPE: int

@disjoint_base
class Turn:
    def __init__(
        self, players: int, rows: int, start: int, may: Bytes, thrown: Floats, sets: Indices,
        chances: Floats, first: Indices, gains: Indices, after: Indices, order: Indices,
        every: bool = False, finish: Floats | None = None,
    ) -> None: ...
    def cells_below(self, rows: int) -> list[tuple[int, int]]: ...
    def rolls(
        self, held: Floats, least: Floats, limit: Floats, exact: bool, bust: Floats,
        wiped: Floats, out: Floats, told: Floats | None = None,
    ) -> None: ...
    def ends(
        self, least: int, need: int, last: int, exact: bool, passes: bool, bank: Floats | Bytes,
        worth: Floats | None, shares: Floats | None, excess: Floats, stops: Floats,
        lost: Floats, reach: Floats | None,
    ) -> None: ...

@disjoint_base
class Sweep:
    stuck: list[int]
    def __init__(
        self, turn: Turn, other: Turn, H: Floats, segments: Indices, columns: int, goal: int,
        guess: Floats, known: Bytes | None = None, kept: Floats | None = None,
        rounding: float = 4e-15, plans: Sequence[Any] = (), never: float = -1.0,
    ) -> None: ...
    def run(
        self, way: int, history: Floats, progress: Callable[[int, int], object] | None = None,
        search: Callable[[int], object] | None = None,
    ) -> float: ...
    def missed(self, out: Floats) -> None: ...
    def expect(
        self, worth: Floats, back: Floats, wins: tuple[float, ...], never: float
    ) -> None: ...
    def visit(self, visits: Floats, behind: Floats) -> tuple[float, float]: ...
    def step(self, now: Floats, then: Floats) -> float: ...
    def turns_pay(self, worth: Floats, wins: tuple[float, ...], out: Floats) -> None: ...
    def row(self, segment: int, m: int, x: float, out: Floats) -> None: ...
