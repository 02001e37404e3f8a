# A bound of the errors of all pairs of one total, from what race_bound.pxi finds of their turns. The
# mathematics stands there.

cdef inline void solve_pair(
    const Turns* turns, Py_ssize_t m, Py_ssize_t n, double d, double off, double* rise,
    double* fall,
) noexcept nogil:
    """U of the turn start with its turn at m, and L of its partner's at n.

    `off` bounds the roundings of x and y, and d's but for units of itself. Both results are at
    least `off`, so that dx has the sign that it is taken to have; which raises the other.
    """
    cdef double e = turns.e[m]
    cdef double g = turns.e[n]
    cdef double r = turns.leave[m]
    cdef double t = turns.leave_below[n]
    cdef double a = turns.above[m]
    cdef double b = turns.below[n]
    cdef double det = r + t - r * t
    cdef double rounding = 4 * UNIT * (
        fabs(e - g) + (r + t) * (fabs(d) + fabs(e) + fabs(g)) + a + b
    ) + 2 * (r + t) * off
    cdef double free_rise, free_fall
    if not det > 1e-280:
        rise[0] = fall[0] = 1.0
        return
    free_rise = ((e - g) + r * (d + g) + a + (1.0 - r) * b + rounding) / det
    free_fall = ((e - g) - t * (d + e) + b + (1.0 - t) * a + rounding) / det
    rounding = 8 * UNIT * (fabs(free_rise) + fabs(free_fall))
    rise[0] = max(off, free_rise + (1.0 - r) * max(0.0, off - free_fall)) + rounding
    fall[0] = max(off, free_fall + (1.0 - t) * (rise[0] - free_rise)) + rounding


cdef inline double within(double error, double most) noexcept nogil:
    """An error that is no larger than it can be, and a number."""
    error = max(error, 0.0)
    return error if error < most else most


cdef bint bounded(
    const Rules* rules, const double* starts, const Errors* errors, Turns* turns, Py_ssize_t own,
    Py_ssize_t opp, int attempt,
) noexcept nogil:
    """Bound the errors of a pair, and write them down as those of what banking pays.

    False if one was assumed to be smaller than it is, and is now assumed to be larger; before the
    last attempt, as large as it can be.
    """
    cdef Py_ssize_t goal = rules.goal
    cdef double a = starts[own * goal + opp]
    cdef double b = starts[opp * goal + own]
    cdef double d = (0.5 - a) + (0.5 - b)
    cdef double off = rounded(a) + rounded(b)
    cdef double x_off = turns.x[opp] - a + turns.e[opp]
    cdef double y_off = turns.x[own] - b + turns.e[own]
    cdef double x_round = 4 * UNIT * (fabs(turns.x[opp] - a) + fabs(turns.e[opp])) + off
    cdef double y_round = 4 * UNIT * (fabs(turns.x[own] - b) + fabs(turns.e[own])) + off
    cdef double rise, fall, other_rise, other_fall, value
    # Small steps first: what is assumed too large makes chords too long, and adds up.
    cdef double wider = 1.0 if attempt < 2 else 4.0
    cdef double more = 16 * UNIT * (1 << 2 * attempt)
    cdef bint back = coupled(rules, own), forth = coupled(rules, opp)
    if settled(rules, own, opp, &value):
        rise, fall = value - a, a - value
        settled(rules, opp, own, &value)
        other_rise, other_fall = value - b, b - value
    elif back and forth and own != opp:
        solve_pair(turns, opp, own, d, off, &rise, &other_fall)
        solve_pair(turns, own, opp, d, off, &other_rise, &fall)
    else:
        # At most one of the two needs the other; or both are one, and a = f(1 - a), where the
        # right side falls with a: then a is off by no more than f(1 - a).
        rise = x_off + turns.above[opp] + x_round
        fall = turns.below[opp] - x_off + x_round
        other_rise = y_off + turns.above[own] + y_round
        other_fall = turns.below[own] - y_off + y_round
        if own == opp:
            pass
        elif back:
            rise += (1.0 - turns.leave[opp]) * within(other_fall, b)
            fall += (1.0 - turns.leave_below[opp]) * within(other_rise, 1.0 - b + off)
        elif forth:
            other_rise += (1.0 - turns.leave[own]) * within(fall, a)
            other_fall += (1.0 - turns.leave_below[own]) * within(rise, 1.0 - a + off)
    rise, fall = within(rise, 1.0 - a + off), within(fall, a)
    other_rise, other_fall = within(other_rise, 1.0 - b + off), within(other_fall, b)
    errors.above[opp * rules.stride + own] = fall + rounded(a)
    errors.below[opp * rules.stride + own] = rise + rounded(a)
    errors.above[own * rules.stride + opp] = other_fall + rounded(b)
    errors.below[own * rules.stride + opp] = other_rise + rounded(b)
    turns.rise[opp], turns.rise[own] = rise, other_rise
    if fall <= turns.fall[opp] and other_fall <= turns.fall[own]:
        turns.left[opp] = turns.left[own] = 0.0
        return True
    if attempt == ATTEMPTS - 2:
        turns.fall[opp], turns.fall[own] = a, b
        return False
    if fall > turns.fall[opp]:
        turns.fall[opp] = min(wider * fall + more, a)
    if other_fall > turns.fall[own]:
        turns.fall[own] = min(wider * other_fall + more, b)
    return False


cdef inline double larger(const Errors* errors, Py_ssize_t at) noexcept nogil:
    return max(errors.above[at], errors.below[at])


cdef void assume(
    const Rules* rules, const double* starts, const Errors* errors, Turns* turns,
    Py_ssize_t total, Py_ssize_t opp,
) noexcept nogil:
    """Assume an error of a turn start as large as those around it.

    It is no larger where a player is as good as lost, but for roundings: all that either of them
    can lose there he loses by coming to a later turn start, or to this one once more.
    """
    cdef Py_ssize_t own = total - opp
    cdef Py_ssize_t at = opp * rules.stride + own
    cdef Py_ssize_t across = own * rules.stride + opp
    cdef double most = larger(errors, at + rules.stride)
    if own + 1 < rules.goal:
        most = max(most, max(larger(errors, at + 1), larger(errors, across + rules.stride)))
    if opp + 1 < rules.goal:
        most = max(most, larger(errors, across + 1))
    most += 4 * UNIT
    turns.fall[opp] = min(most, starts[own * rules.goal + opp])
    turns.rise[opp] = most
    turns.left[opp] = 1.0


cdef int bound_total(
    Rules* rules, const double* starts, const double* held, const Errors* errors, Turns* turns,
    Py_ssize_t total,
) except -1 nogil:
    """Bound the errors of all turn starts of one total, those of larger totals being known."""
    cdef Py_ssize_t goal = rules.goal
    cdef Py_ssize_t lo = total - goal + 1 if total >= goal else 0
    cdef Py_ssize_t hi = total if total < goal else goal - 1
    cdef Py_ssize_t opp, start, attempt, left = 1
    cdef double waits
    for opp in range(lo, hi + 1):
        assume(rules, starts, errors, turns, total, opp)
    for attempt in range(ATTEMPTS):
        if left == 0:
            break
        start = lo - lo % LANES
        while start <= hi:
            waits = 0.0
            for opp in range(max(start, lo), min(start + LANES - 1, hi) + 1):
                waits += turns.left[opp]
            if waits > 0.0:
                bound_block(rules, starts, held, errors, turns, total, start)
                rules.worked += goal - (total - start) + LANES
            start += LANES
        if rules.worked > 1_000_000:
            rules.worked = 0
            with gil:
                PyErr_CheckSignals()
        left = 0
        for opp in range(lo, total // 2 + 1):
            if turns.left[opp] > 0.0:
                left += not bounded(
                    rules, starts, errors, turns, total - opp, opp, attempt
                )
    for opp in range(lo, hi + 1):
        start = rules.landing[total - opp] * rules.stride + opp
        turns.asked[total & 1][opp] = turns.x[opp] - errors.below[start] - 2 * UNIT
    return 0
