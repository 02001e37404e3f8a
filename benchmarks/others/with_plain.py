"""What a sensible programmer would write for Pig: numba, numpy, C++, and C++ pair by pair.

The first three are those of alternatives.py, which run.py times by the clock; here the time is the
processor's.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from answers import answer, asked

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))
import alternatives  # noqa: E402

SAME = 1e-12


def compiled(goal: int, source: Path) -> None:
    """A C++ program: its own time and memory, and the compiler's version."""
    with tempfile.TemporaryDirectory() as folder:
        program, starts = Path(folder) / "program", Path(folder) / "starts"
        subprocess.run(["c++", "-O3", "-I", HERE, "-o", program, source], check=True)
        command = [program, str(goal), repr(SAME), starts]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        values = np.fromfile(starts).reshape(goal, goal)
    made = subprocess.run(["c++", "-dumpfullversion"], capture_output=True, text=True, check=True)
    version = f"GCC {made.stdout.strip()}"
    seconds, memory = float(said[-2]), int(said[-1]) / 1000
    answer(seconds, "numpy", values.tolist(), version=version, **{"peak MB": memory})


task, goal = asked()
name = task.removeprefix("pig by ")
if name.startswith("C++"):
    compiled(goal, HERE / "pairs.cpp" if "pair" in name else HERE.parent / "sweep.cpp")
else:
    method = getattr(alternatives, name)
    method(5, SAME)  # compiled, and loaded
    begin = time.process_time()
    found = method(goal, SAME)
    answer(time.process_time() - begin, name, found[2].tolist())
