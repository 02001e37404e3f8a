"""Arrays for the verifier's compiled files: altered, framed by other numbers, cut short."""

from array import array
from contextlib import suppress

import numpy as np


def altered(arrays, bounds):
    """(name, place, arrays with one number altered): by one, or to one of the ``bounds``."""
    for name, numbers in arrays.items():
        for place, number in enumerate(numbers):
            for value in sorted({number - 1, number + 1, *bounds} - {number}):
                changed = numbers[:]
                with suppress(OverflowError):  # no number of the array's type
                    changed[place] = value
                    yield name, place, arrays | {name: changed}


def framed(arrays, around):
    """The same arrays as pieces of longer ones, but for those written to: ``around`` is no part."""
    found = {}
    for name, numbers in arrays.items():
        kind = numbers.typecode
        frame = array(kind, [max(around, 0) if kind == "Q" else around] * 3)
        found[name] = np.array(frame + numbers + frame, kind)[3:-3]
    return found | {name: arrays[name] for name in ("low", "high")}


def shortened(length):
    """An array of zeros in whose memory more of them follow: no crash if these are read."""
    zeros = array("q", bytes(8 * length + 64))
    del zeros[length:]
    return zeros
