# How the turns of a player end, packed: what outcomes.pyx writes down and matches read.

cdef enum:
    WON, PASSED, WIPED, BONUS, LEAVE, FINAL, SQUARES


cdef inline Py_ssize_t start(Py_ssize_t goal, Py_ssize_t own) noexcept nogil:
    """Where the ends of the turns from `own` start, against one opponent."""
    return own * goal - own * (own - 1) // 2
