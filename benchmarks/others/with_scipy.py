"""The equilibrium of a duel with scipy's linear programming, of the matrix in the file named last.

Maximize v such that the mixture wins at least v against every column.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np
from answers import answer, asked
from scipy.optimize import linprog


def mixture(matrix: np.ndarray) -> list[float]:
    """The weights of an optimal mixture of the rows."""
    rows = len(matrix)
    found = linprog(
        np.r_[np.zeros(rows), -1.0],
        A_ub=np.c_[-matrix.T, np.ones(rows)],
        b_ub=np.zeros(rows),
        A_eq=np.r_[np.ones(rows), 0.0][None],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    return found.x[:-1].tolist()


asked()
matrix = np.array(json.loads(Path(sys.argv[3]).read_text()))
mixture(np.array([[0.0, 1.0], [-1.0, 0.0]]))  # what is loaded when it is first used
begin = time.process_time()
weights = mixture(matrix)
answer(time.process_time() - begin, "scipy", weights)
