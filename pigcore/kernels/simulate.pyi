from collections.abc import Callable

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray

COUNTS: tuple[str, ...]

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Shares = NDArray[np.uint64]

class Player:
    def __init__(self, table: NDArray[np.uint8], chances: Floats, after: Indices) -> None: ...

class Throws:
    def __init__(
        self, shares: Shares, outcomes: Indices, power: int, exact: bool, landing: Indices,
        dead: NDArray[np.uint8], first: Player, second: Player,
    ) -> None: ...
    def play(
        self, bit_generator: BitGenerator, own: int, opp: int, games: int, longest: int,
        counts: NDArray[np.int64], heard: Callable[[], object] | None = None,
    ) -> None: ...

class Chooser:
    def __init__(self, table: NDArray[np.int16], chances: Floats, choices: Indices) -> None: ...

class Rolls:
    def __init__(
        self, shares: Shares, outcomes: Indices, urns: Indices, kind: NDArray[np.uint8],
        free: Indices, exchange: int, target: Indices, same: NDArray[np.uint8],
        final: NDArray[np.int32], first: Chooser, second: Chooser,
    ) -> None: ...
    def play(
        self, bit_generator: BitGenerator, own: int, opp: int, games: int, longest: int,
        counts: NDArray[np.int64], heard: Callable[[], object] | None = None,
    ) -> None: ...

class Setter:
    def __init__(self, bank: NDArray[np.uint8], worth: Floats) -> None: ...

class Asides:
    def __init__(
        self, shares: Shares, outcomes: Indices, urns: Indices, first: Indices, gains: Indices,
        hands: Indices, chase: Floats, one: Setter, other: Setter,
    ) -> None: ...
    def play(
        self, bit_generator: BitGenerator, own: int, opp: int, games: int, longest: int,
        counts: NDArray[np.int64], heard: Callable[[], object] | None = None,
    ) -> None: ...
