"""The equilibrium of a duel with nashpy, of the matrix in the file that is named last."""

import json
import sys
import time
from pathlib import Path

import nashpy
import numpy as np
from answers import answer, asked

task, _ = asked()
matrix = np.array(json.loads(Path(sys.argv[3]).read_text()))
nashpy.Game(np.eye(2)).linear_program()  # what is loaded when it is first used
begin = time.process_time()
game = nashpy.Game(matrix)
if "Lemke" in task:
    mixture = game.lemke_howson(initial_dropped_label=0)[0]
else:
    mixture = game.linear_program()[0]
answer(time.process_time() - begin, "nashpy", list(map(float, mixture)))
