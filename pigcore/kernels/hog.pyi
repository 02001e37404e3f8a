import numpy as np
from numpy.typing import NDArray

MAXIMIZE: int

class Work:
    def __init__(
        self,
        kind: NDArray[np.uint8],
        begin: NDArray[np.intp],
        runs: NDArray[np.intp],
        chances: NDArray[np.float64],
        bacon: NDArray[np.intp],
        stride: int,
        gain: int,
        gift: int,
    ) -> None: ...

def induct(
    work: Work,
    value: NDArray[np.float64],
    ended: NDArray[np.float64],
    policy: NDArray[np.int16],
    settle: NDArray[np.intp],
    blocks: NDArray[np.intp],
    counting: bool,
    tolerance: float,
    most: int,
) -> tuple[int, float]: ...
def worths(
    work: Work,
    ended: NDArray[np.float64],
    choices: NDArray[np.intp],
    out: NDArray[np.float64],
) -> None: ...
