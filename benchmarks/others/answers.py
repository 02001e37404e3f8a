"""How a program says what it was asked and what it found: one line of JSON."""

import json
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any


def asked() -> tuple[str, int]:
    """The task and its size."""
    return sys.argv[1], int(sys.argv[2])


def answer(seconds: float, package: str, values: Any, **more: Any) -> None:
    """Print the processor's seconds, the package's version, peak memory in MB and the values."""
    said = {"seconds": seconds, "version": version(package), "peak MB": peak(), "values": values}
    print(json.dumps(said | more))


def peak() -> float | None:
    """The most memory that this process has had, in MB, where the system says so."""
    # Not ru_maxrss, which counts what the parent held when it forked.
    file = Path("/proc/self/status")
    lines = file.read_text().splitlines() if file.exists() else []
    return next((int(line.split()[1]) / 1000 for line in lines if line.startswith("VmHWM")), None)
