"""Numbers as text that the page reads."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

__all__ = ["encoded", "in_runs"]

_LONGEST = 2**16 - 1
"""A run takes two bytes."""


def encoded(array: Any, dtype: str) -> str:
    """Numbers as base64 of little-endian ``dtype``.

    Examples
    --------
    >>> encoded([1.0], "<f8")
    'AAAAAAAA8D8='
    """
    return base64.b64encode(np.ascontiguousarray(array, dtype=dtype).tobytes()).decode("ascii")


def in_runs(array: Any) -> dict[str, str]:
    """Whole numbers as the runs of equal ones: how long each is, and its value.

    Values have two bytes, as lengths do, or four if any needs them.

    Examples
    --------
    >>> in_runs([4, 4, 4, 1]), in_runs([2**16])
    ({'lengths': 'AwABAA==', 'values': 'BAABAA=='}, {'lengths': 'AQA=', 'values': 'AAABAA=='})
    """
    flat = np.ravel(array).astype(np.int64)
    first = np.flatnonzero(np.diff(flat, prepend=flat[0] - 1))
    lengths = np.diff(first, append=len(flat))
    parts = -(-lengths // _LONGEST)
    whole = np.full(int(parts.sum()), _LONGEST)
    whole[np.cumsum(parts) - 1] = lengths - (parts - 1) * _LONGEST
    return {
        "lengths": encoded(whole, "<u2"),
        "values": encoded(np.repeat(flat[first], parts), "<u4" if flat.max() > _LONGEST else "<u2"),
    }
