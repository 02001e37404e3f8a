"""The compiled loops: typed arrays in, typed arrays out; no kernel knows a game by name.

They trust their arrays, which the solvers and policies make of checked rules and answers; built
with PIGCORE_BUILD=checked they look at every index.

``cells`` and ``hog`` work on rows of doubles as wide as a register.
``cells`` is compiled once per instruction set: for any processor here, for AVX2 in ``v3/`` and for
AVX-512 in ``v4/``. The best one that the processor has is chosen at import, or the one that the
environment variable PIGCORE_SIMD names; a folder chosen is searched before this one. All give the
same bits. On aarch64 there is one set, NEON, with two doubles to a row.

Attributes
----------
AVAILABLE : tuple of str
    The instruction sets that are compiled in and run here, best first: x86-64's levels ``"v4"``
    and ``"v3"``, and ``"v2"``, which stands for the compiler's own choice on any processor.
VARIANT : str
    The one that runs.
LANES : int
    Its doubles to a row, a multiple of those of all other kernels: what callers pad arrays to.
MOST_LANES : int
    Those of the widest.
Floats, Indices, Bytes
    The arrays that kernels take.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..games.errors import RuleError
from . import cpu

__all__ = ["AVAILABLE", "LANES", "MOST_LANES", "VARIANT", "Bytes", "Floats", "Indices"]

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Bytes = NDArray[np.uint8]

_LANES = {"v4": 8, "v3": 4, "v2": 2}

AVAILABLE = cpu.variants()
VARIANT = os.environ.get("PIGCORE_SIMD") or AVAILABLE[0]
if VARIANT not in AVAILABLE:
    raise RuleError(
        f"PIGCORE_SIMD is {VARIANT!r:.60}, but the instruction sets that run here are "
        f"{', '.join(AVAILABLE)}: choose one of them or unset the variable"
    )
LANES = _LANES[VARIANT]
MOST_LANES = max(_LANES.values())
__path__.insert(0, str(Path(__file__).with_name(VARIANT)))
