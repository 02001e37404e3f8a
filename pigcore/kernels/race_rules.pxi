# The check that the rules of a race pass before a kernel takes pointers into them.


cdef int check_rules(
    const Py_ssize_t[::1] gains, const double[::1] chances, double bust, double wipe,
    const Py_ssize_t[::1] landing, const unsigned char[::1] dead,
) except -1:
    """Raise ValueError unless no index that follows from the rules leaves an array."""
    cdef Py_ssize_t goal = landing.shape[0]
    cdef Py_ssize_t n
    if not 1 <= goal <= 1_000_000:
        raise ValueError(f"the goal is {goal}, but must be between 1 and 1,000,000")
    if dead.shape[0] != goal or gains.shape[0] != chances.shape[0]:
        raise ValueError(
            f"{gains.shape[0]} gains, {chances.shape[0]} chances, {goal} landings and "
            f"{dead.shape[0]} dead scores do not fit each other"
        )
    for n in range(gains.shape[0]):
        if not 1 <= gains[n] <= goal + 1:
            raise ValueError(f"a gain is {gains[n]}, but must be between 1 and {goal + 1}")
        if not 0.0 <= chances[n] <= 1.0:
            raise ValueError(f"a chance is {chances[n]}, but must be between 0 and 1")
    if not (0.0 <= bust <= 1.0 and 0.0 <= wipe <= 1.0):
        raise ValueError(f"bust is {bust} and wipe {wipe}, but chances are between 0 and 1")
    for n in range(goal):
        if not n <= landing[n] <= goal:
            raise ValueError(
                f"a bust at {n} lands on {landing[n]}, but must be between {n} and {goal}"
            )
    return 0
