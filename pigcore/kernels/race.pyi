from typing_extensions import disjoint_base

from . import Bytes, Floats, Indices

@disjoint_base
class Player:
    def __init__(
        self, starts: Floats, held: Floats, column: Floats,
        table: Bytes | None = None, implied: Floats | None = None,
        limits: Indices | None = None,
    ) -> None: ...

@disjoint_base
class Race:
    def __init__(
        self, gains: Indices, chances: Floats, bust: float, wipe: float, exact: bool,
        landing: Indices, dead: Bytes,
    ) -> None: ...
    def newton(
        self, first: Player, second: Player, history: Floats, tolerance: float,
        warm: bool = False, never: float = 0.5,
    ) -> tuple[int, int]: ...
