"""The compiled integer passes of the verifier; nothing here comes from pigcore's own kernels.

Plain Python comes to the same integers, where no compiled module loads or none is wanted.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

__all__ = ["FIRST_BITS", "PLAIN", "WIDE_BITS", "compiled", "plain"]

FIRST_BITS = 62
"""Of the integers that a proof of a whole race begins with; their products have 128."""
WIDE_BITS = 2 * FIRST_BITS
"""Of those that it may go on with."""

PLAIN = "PIGVERIFY_PLAIN"
"""The environment variable that asks for Python alone, if it is not empty."""


def compiled(name: str) -> Any:
    """A compiled module; None where plain Python is to do its work."""
    if os.environ.get(PLAIN):
        return None
    try:
        # The same C with two limbs goes by the name of that with one, too, unless that is taken.
        import_module(f".{name.rpartition('.')[2]}", __name__)
        return import_module(f".{name}", __name__)
    except ImportError:
        return None


@contextmanager
def plain(wanted: bool) -> Iterator[None]:
    """Prove with Python alone meanwhile, if that is wanted, here and in processes begun here."""
    before = os.environ.get(PLAIN)
    if wanted:
        os.environ[PLAIN] = "1"
    try:
        yield
    finally:
        if wanted:
            os.environ.pop(PLAIN)
            os.environ |= {} if before is None else {PLAIN: before}
