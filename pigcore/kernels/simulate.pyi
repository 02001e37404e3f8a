from collections.abc import Callable, Sequence

import numpy as np
from numpy.random import BitGenerator
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from . import Bytes, Floats, Indices

_Shares = NDArray[np.uint64]

@disjoint_base
class Player:
    def __init__(self, bank: Bytes, chances: Floats, worth: Floats) -> None: ...

@disjoint_base
class Races:
    def __init__(
        self, shares: _Shares, outcomes: Indices, urns: Indices, first: Indices, gains: Indices,
        after: Indices, start: int, exact: bool, least: Indices, landing: Indices,
        dead: Bytes, chase: Floats, seats: Sequence[Player],
    ) -> None: ...
    def play(
        self, bit_generator: BitGenerator, start: Sequence[int], games: int, longest: int,
        counts: NDArray[np.int64], polled: Callable[[], object] | None = None,
    ) -> None: ...

@disjoint_base
class Chooser:
    def __init__(self, table: NDArray[np.int16], chances: Floats, choices: Indices) -> None: ...

@disjoint_base
class Rolls:
    def __init__(
        self, shares: _Shares, outcomes: Indices, urns: Indices, kind: Bytes,
        free: Indices, exchange: int, target: Indices, same: Bytes,
        final: NDArray[np.int32], first: Chooser, second: Chooser,
    ) -> None: ...
    def play(
        self, bit_generator: BitGenerator, start: Sequence[int], games: int, longest: int,
        counts: NDArray[np.int64], polled: Callable[[], object] | None = None,
    ) -> None: ...
