# The turn starts of one tuple of scores, whoever moves: enclosed, and solved once their decisions
# are known. party.pyx has the mathematics.


cdef void leave_to_others(Rules* rules) noexcept nogil:
    """Bound what each player wins by what all others win at least: together no more than 1."""
    cdef Py_ssize_t m, c, n = rules.players
    cdef double least
    for m in range(n):
        least = 0.0
        for c in range(n):
            least += rules.low[m * n + c]
        for c in range(n):
            rules.high[m * n + c] = min(
                rules.high[m * n + c], 1.0 - (least - rules.low[m * n + c]) + ROUNDED
            )


cdef Py_ssize_t by_parts(
    Rules* rules, Py_ssize_t m, const double* down, const double* up, Py_ssize_t parts
) noexcept nogil:
    """Enclose a mover's turn by so many parts of what a bust is worth to him; what is open.

    Each choice takes the best and the worst of its options: that they depend on one x is lost. In
    small parts of its range little is.
    """
    cdef double[MOST_PLAYERS] first
    cdef double[MOST_PLAYERS] last
    cdef double[MOST_PLAYERS] low
    cdef double[MOST_PLAYERS] high
    cdef Py_ssize_t k, c, n = rules.players, above = rules.movers[m].above, open_ones = 0
    for c in range(n):
        first[c], last[c] = down[c], up[c]
    for k in range(parts):
        if k > 0:
            first[0] = last[0]
        if parts > 1:
            last[0] = up[0] if k == parts - 1 else down[0] + (up[0] - down[0]) * (k + 1) / parts
            rules.movers[m].above = above
        open_ones += enclose(rules, &rules.movers[m], first, last, low, high)
        for c in range(n):
            rules.low[m * n + c] = low[c] if k == 0 else min(rules.low[m * n + c], low[c])
            rules.high[m * n + c] = high[c] if k == 0 else max(rules.high[m * n + c], high[c])
    if parts > 1:
        rules.movers[m].above = above
    return open_ones


cdef bint close_in(Rules* rules) noexcept nogil:
    """Shrink the enclosures of the cell that the movers sit in; whether no decision is open but
    for ties.

    `low` and `high` receive the movers' values, by player from the mover on. A turn in which one
    plan is right for all x that are left is affine from then on.
    """
    cdef Py_ssize_t m, c, k, n = rules.players, w = n + 1, left, open_ones, parts = 1
    cdef double wide, before = 2.0 * n * n
    cdef bint[MOST_PLAYERS] decided
    cdef double[MOST_PLAYERS] down
    cdef double[MOST_PLAYERS] up
    cdef const double* row
    for c in range(n * n):
        rules.low[c], rules.high[c] = 0.0, 1.0
    for m in range(n):
        decided[m] = False
    for k in range(MOST_ROUNDS):
        open_ones = 0
        for m in range(n - 1, -1, -1):
            # The next mover's values, this one first: he is the last of theirs.
            for c in range(n):
                down[c] = rules.low[(m + 1) % n * n + (c + n - 1) % n]
                up[c] = rules.high[(m + 1) % n * n + (c + n - 1) % n]
            if not decided[m] and (up[0] - down[0] < NEAR or parts > 1):
                decided[m] = decide(rules, m, down[0], up[0])
            if not decided[m]:
                left = by_parts(rules, m, down, up, parts)
                if left > 0 or parts > 1:
                    open_ones += 1
                    continue
                decide(rules, m, down[0], up[0])
                decided[m] = True
            row = &rules.found[m * w]
            for c in range(n):
                rules.low[m * n + c] = row[c] + (1.0 - row[n]) * down[c]
                rules.high[m * n + c] = row[c] + (1.0 - row[n]) * up[c]
        leave_to_others(rules)
        wide = 0.0
        for c in range(n * n):
            wide += rules.high[c] - rules.low[c]
        if open_ones == 0:
            return True
        if wide < TIED:  # what is open is tied
            for m in range(n):
                c = (m + 1) % n * n + n - 1
                decide(rules, m, rules.low[c] - TIED, rules.high[c] + TIED)
            return True
        if wide > 0.98 * before:
            if parts == MOST_PARTS:
                break
            parts *= 4
        before = wide
    return False


cdef bint decide(Rules* rules, Py_ssize_t m, double x, double last) noexcept nogil:
    """Play a mover's turn by the plan at x and keep its row; whether that is right up to `last`."""
    cdef Py_ssize_t c, w = rules.players + 1
    cdef const double* row
    rules.since[m], rules.until[m] = x, last
    row = play(rules, &rules.movers[m], x, &rules.until[m])
    for c in range(w):
        rules.found[m * w + c] = row[c]
    return rules.until[m] >= last


cdef bint settle(Rules* rules) noexcept nogil:
    """Solve the cell by the rows of its movers; whether these are right for what comes out.

    `found` receives for each mover the values of all, and leave. What no
    turn comes to may be decided otherwise there: then rows are taken once more.
    """
    cdef Py_ssize_t m, k, n = rules.players, w = n + 1
    cdef double x
    cdef bint right
    for k in range(n):
        solve_cell(rules.found, n)
        right = True
        for m in range(n):
            x = rules.found[(m + 1) % n * w + n - 1]
            right = right and rules.since[m] <= x <= rules.until[m]
            rules.since[m] = x
        if right:
            return True
        for m in range(n):
            decide(rules, m, rules.since[m] - TIED, rules.since[m] + TIED)
    return False


cdef void write_cell(
    Rules* rules, double* starts, Py_ssize_t index
) noexcept nogil:
    cdef Py_ssize_t m, c, n = rules.players, w = n + 1
    for m in range(n):
        for c in range(n):
            starts[index * n + c] = min(max(rules.found[m * w + c], 0.0), 1.0)
        index = rotated(rules, index)


cdef void together(
    Rules* rules, Py_ssize_t index, const double* starts
) noexcept nogil:
    """Seat all movers of a cell."""
    cdef Py_ssize_t m
    for m in range(rules.players):
        sit(rules, &rules.movers[m], index, starts)
        index = rotated(rules, index)


cdef bint leads(Rules* rules, Py_ssize_t index) noexcept nogil:
    """Whether no rotation of the tuple has a smaller number: it stands for its cell."""
    cdef Py_ssize_t m, other = index
    for m in range(1, rules.players):
        other = rotated(rules, other)
        if other < index:
            return False
    return True


cdef bint foregone(Rules* rules, Py_ssize_t index) noexcept nogil:
    """Whether the cell's worth is known beforehand, and then write it to `found`.

    If nobody can win any more, all are worth 1/n by convention. If one alone can, and need not risk
    it, he wins: he has as much as he can have whatever he decides, so decisions say nothing there.
    """
    cdef Py_ssize_t m, c, n = rules.players, w = n + 1, winner = -1
    cdef unsigned char fate
    for m in range(n - 1, -1, -1):
        fate = rules.dead[index % rules.goal]
        index //= rules.goal
        if fate != DEAD:
            if winner >= 0 or fate != SURE:
                return False
            winner = m
    for m in range(n):
        for c in range(w):
            rules.found[m * w + c] = 1.0 / n if winner < 0 and c < n else 0.0
        if winner >= 0:
            rules.found[m * w + (winner - m + n) % n] = 1.0
    return True


cdef void solve_cell(double* found, Py_ssize_t n) noexcept nogil:
    """From what n turns in a row are worth without their busts to what they are worth with them.

    Each row is A and leave, by player from its own mover on. With q = 1 - leave,
    W_0 = A_0 + q_0 A_1 + q_0 q_1 A_2 + … over leave_0 + q_0 leave_1 + …, all terms positive.
    """
    cdef double[MOST_PLAYERS * (MOST_PLAYERS + 1)] turns
    cdef Py_ssize_t m, k, c, w = n + 1
    cdef double through, leave
    cdef const double* row
    for c in range(n * w):
        turns[c] = found[c]
    for m in range(n):
        for c in range(w):
            found[m * w + c] = 0.0
        through, leave = 1.0, 0.0
        for k in range(n):
            row = &turns[(m + k) % n * w]
            for c in range(n):  # the player c from m on is c - k from m + k on
                found[m * w + c] += through * row[(c - k + n) % n]
            leave += through * row[n]
            through *= 1.0 - row[n]
        for c in range(w):
            found[m * w + c] = found[m * w + c] / leave if leave > 0 else 1.0 / n
        found[m * w + n] = 1.0
