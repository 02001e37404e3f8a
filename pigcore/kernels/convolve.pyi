import numpy as np
from numpy.typing import NDArray

def ways(table: NDArray[np.float64], first: int, sides: int) -> None: ...
