# How the turns of a player end, packed: what outcomes.pyx writes down and matches read.

cdef enum:
    WON, PASSED, WIPED, BONUS, LEAVE, FINAL, SQUARES


cdef inline Py_ssize_t passed_by(Py_ssize_t k) noexcept nogil:
    """Where it stands how likely a turn ends the game in favour of the k-th player after the mover.

    Each of them has a last turn; what the second one, the third … wins follows all others.
    """
    return PASSED if k == 1 else SQUARES + k - 2


cdef inline Py_ssize_t start(Py_ssize_t goal, Py_ssize_t own) noexcept nogil:
    """Where the ends of the turns from `own` start, against one opponent."""
    return own * goal - own * (own - 1) // 2
