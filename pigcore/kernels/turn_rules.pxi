# The checks that the rules of a turn pass before a kernel takes pointers into them.

cdef enum:
    # What one may do in a mode, for `may`.
    BANKS = 1
    THROWS = 2


cdef int check_turn(
    Py_ssize_t start, const unsigned char[::1] may, const double[:, ::1] thrown,
    const Py_ssize_t[::1] sets, const double[::1] chances, const Py_ssize_t[::1] first,
    const Py_ssize_t[::1] gains, const Py_ssize_t[::1] after, const Py_ssize_t[::1] order,
) except -1:
    """Raise ValueError unless no index that follows from the rules leaves an array."""
    cdef Py_ssize_t modes = may.shape[0], count = chances.shape[0], options = gains.shape[0]
    cdef Py_ssize_t n, m, k
    if not 1 <= modes <= 1_000_000 or shape(thrown) != (modes, 2) \
            or sets.shape[0] != modes + 1 or order.shape[0] != modes:
        raise ValueError(f"{modes} modes do not fit the other arrays")
    if first.shape[0] != count + 1 or after.shape[0] != options:
        raise ValueError(f"{count} sets of {options} options do not fit the other arrays")
    if sets[0] != 0 or sets[modes] != count or first[0] != 0 or first[count] != options:
        raise ValueError(
            f"the sets are {sets[0]} to {sets[modes]} of {count}, their options {first[0]} to "
            f"{first[count]} of {options}"
        )
    for n in range(count):
        if not 0.0 <= chances[n] <= 1.0 or first[n] >= first[n + 1]:
            raise ValueError(f"set {n} has the chance {chances[n]} or no option")
    for n in range(options):
        if not 0 <= gains[n] <= 1_000_000 or not 0 <= after[n] < modes:
            raise ValueError(f"option {n} gains {gains[n]} and leads to mode {after[n]}")
    for m in range(modes):
        if not 1 <= may[m] <= BANKS + THROWS or sets[m] > sets[m + 1] \
                or (not may[m] & THROWS and sets[m] < sets[m + 1]):
            raise ValueError(f"mode {m} may {may[m]} and has the sets {sets[m]} to {sets[m + 1]}")
        if not (0.0 <= thrown[m, 0] <= 1.0 and 0.0 <= thrown[m, 1] <= 1.0):
            raise ValueError(f"mode {m} ends with chances {thrown[m, 0]} and {thrown[m, 1]}")
    if not 0 <= start < modes or not may[start] & THROWS:
        raise ValueError(f"nothing is thrown in mode {start}, in which turns start")
    done = bytearray(modes)
    for n in range(modes):
        m = order[n]
        if not 0 <= m < modes or done[m]:
            raise ValueError(f"the order has mode {m} twice, or there is none")
        for k in range(first[sets[m]], first[sets[m + 1]]):
            if gains[k] == 0 and not done[after[k]]:
                raise ValueError(f"mode {m} comes before mode {after[k]}, to which it leads")
        done[m] = 1
    return 0


cdef int check_scores(
    Py_ssize_t rolled, Py_ssize_t height, bint exact, const Py_ssize_t[::1] least,
    const Py_ssize_t[::1] landing, const Py_ssize_t[::1] gains,
) except -1:
    """The same of a race with such turns, in which one throws up to a score."""
    cdef Py_ssize_t goal = least.shape[0], n, most = 1
    if not 1 <= goal <= 100_000 or not goal <= rolled <= 1_000_000:
        raise ValueError(f"the goal is {goal} and one rolls up to {rolled}, which does not fit")
    if landing.shape[0] != goal:
        raise ValueError(f"{landing.shape[0]} landings do not fit the goal, {goal}")
    for n in range(goal):
        if not n <= landing[n] <= goal:
            raise ValueError(f"a bust at {n} lands on {landing[n]}")
        if not 0 <= least[n] <= 1_000_000:
            raise ValueError(f"the least to bank at {n} is {least[n]}")
    for n in range(gains.shape[0]):
        most = max(most, gains[n])
    if not goal < height <= rolled + most or (exact and not goal == rolled == height - 1):
        raise ValueError(f"{height} rows of payoffs do not fit one who rolls up to {rolled}")
    return 0


cdef tuple shape(array):
    return tuple(memoryview(array).shape)
