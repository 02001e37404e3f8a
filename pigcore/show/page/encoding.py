"""Numbers as text that the page reads."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

__all__ = ["encoded"]


def encoded(array: Any, dtype: str) -> str:
    """Numbers as base64 of little-endian ``dtype``.

    Examples
    --------
    >>> encoded([1.0], "<f8")
    'AAAAAAAA8D8='
    """
    return base64.b64encode(np.ascontiguousarray(array, dtype=dtype).tobytes()).decode("ascii")
