from collections.abc import Callable, Sequence

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray
from typing_extensions import disjoint_base

_Floats = NDArray[np.float64]
_Indices = NDArray[np.intp]
_Shares = NDArray[np.uint64]

@disjoint_base
class Player:
    def __init__(
        self, bank: NDArray[np.uint8], chances: _Floats, worth: _Floats, after: _Indices,
    ) -> None: ...

@disjoint_base
class Races:
    def __init__(
        self, shares: _Shares, outcomes: _Indices, urns: _Indices, first: _Indices, gains: _Indices,
        after: _Indices, start: int, exact: bool, least: _Indices, landing: _Indices,
        dead: NDArray[np.uint8], chase: _Floats, seats: Sequence[Player],
    ) -> None: ...
    def play(
        self, bit_generator: BitGenerator, start: Sequence[int], games: int, longest: int,
        counts: NDArray[np.int64], heard: Callable[[], object] | None = None,
    ) -> None: ...

@disjoint_base
class Chooser:
    def __init__(self, table: NDArray[np.int16], chances: _Floats, choices: _Indices) -> None: ...

@disjoint_base
class Rolls:
    def __init__(
        self, shares: _Shares, outcomes: _Indices, urns: _Indices, kind: NDArray[np.uint8],
        free: _Indices, exchange: int, target: _Indices, same: NDArray[np.uint8],
        final: NDArray[np.int32], first: Chooser, second: Chooser,
    ) -> None: ...
    def play(
        self, bit_generator: BitGenerator, start: Sequence[int], games: int, longest: int,
        counts: NDArray[np.int64], heard: Callable[[], object] | None = None,
    ) -> None: ...
