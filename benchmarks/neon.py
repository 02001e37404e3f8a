"""Instructions that kernels execute on aarch64, and how many of them are on vectors.

    PIGCORE_COUNT=1 .ci/pythons WHEEL 3.13

for a wheel of .ci/cross.py runs this in QEMU, where ``neon.c`` counts. A wheel without vectors is
built with CFLAGS="-DPIGCORE_PLAIN -fno-vectorize -fno-slp-vectorize".
"""

import hashlib
import os
import sys
from contextlib import suppress

import pigcore

SMALL_FARKLE = pigcore.Farkle({"1": 1, "2 2": 3, "3 3": 5}, 60, 4, 3)
GAMES = (pigcore.Pig(), SMALL_FARKLE, pigcore.Hog.fa13(), pigcore.Pig(20, players=3))


def mark() -> None:
    """Have the plugin print what it has counted so far."""
    with suppress(OSError):
        os.getpriority(os.PRIO_PROCESS, 777777)


for game in GAMES:
    pigcore.solve(game)  # once more than is counted, for what happens at the first time only
    mark()
    found = pigcore.solve(game)
    mark()
    digest = hashlib.sha256(found.starts.tobytes()).hexdigest()
    print("game", digest[:16], game.name, file=sys.stderr, flush=True)
