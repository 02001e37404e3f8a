"""Rows of doubles that begin where a kernel reads them fastest."""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray


def aligned(*shape: int) -> NDArray[np.float64]:
    """Zeros whose first byte lies where the widest row of a kernel does: at a multiple of 64."""
    count = prod(shape)
    memory = np.zeros(count + 7)
    skip = -memory.__array_interface__["data"][0] % 64 // memory.itemsize
    return memory[skip : skip + count].reshape(shape)
