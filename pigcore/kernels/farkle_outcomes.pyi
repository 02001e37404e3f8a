import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
Marks = NDArray[np.uint8]

class FarkleOutcomes:
    def __init__(
        self, chances: Floats, dice: Indices, first: Indices, gains: Indices, left: Indices,
        busts: Floats,
    ) -> None: ...
    def decide(self, bank: Marks, held: Floats, x: Floats, worth: Floats) -> None: ...
    def follow(
        self, bank: Marks, worth: Floats, ends: Floats, lost: Floats, reach: Floats
    ) -> None: ...
