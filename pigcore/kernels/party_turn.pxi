# One turn of a race between several players: played by decisions, or enclosed while some are open.
# The recursion stands in party.pyx.

cdef double TIED = 1e-13  # rolling that is better by no more than this is not taken
cdef double UNIT = 1.1102230246251565e-16  # the largest relative error of a rounding

cdef enum:
    MOST_PLAYERS = 6
    MOST_ROUNDS = 500

cdef struct Mover:
    # One player's turn in a cell: his score and where his rows are.
    Py_ssize_t own
    Py_ssize_t first      # the number of the tuple that banking 0 would lead to
    bint coupled          # whether his bust stays in the cell
    Py_ssize_t above      # from this score on he holds, whatever his bust is worth: known so far
    double* held          # (goal, width): what banking each score is worth to all
    double* busted        # (width,): what a bust is worth, if it leaves the cell

cdef struct Rules:
    # A race between several players, and the room that one cell needs.
    Py_ssize_t goal, players, width, vectors, count, most, size
    bint exact
    bint even             # whether all gains are as likely
    double bust, last_bits
    const Py_ssize_t* landing
    const unsigned char* dead
    double* chances
    Py_ssize_t* ahead     # doubles from a row to that of each gain
    double* rows          # (goal + most + 1, width): a turn, or the lower end of one
    double* highs         # the same, the upper end
    double* margins       # (goal,): what rolling is better by
    Mover[MOST_PLAYERS] movers
    double[MOST_PLAYERS * MOST_PLAYERS] low
    double[MOST_PLAYERS * MOST_PLAYERS] high
    double[MOST_PLAYERS * (MOST_PLAYERS + 3)] found


cdef inline Py_ssize_t rotated(Rules* rules, Py_ssize_t index) noexcept nogil:
    """The number of the tuple whose first score is moved to its end."""
    cdef Py_ssize_t others = rules.size // rules.goal
    return index % others * rules.goal + index // others


cdef inline void even_row(
    Rules* rules, Py_ssize_t count, double* row, const double* busted
) noexcept nogil:
    """As `roll_row` where all gains are as likely: one product instead of as many."""
    cdef Py_ssize_t v, n
    cdef lanes total
    for v in range(rules.vectors):
        total = load(row + rules.ahead[0] + v * LANES)
        for n in range(1, count):
            total = add(total, load(row + rules.ahead[n] + v * LANES))
        total = times(all_lanes(rules.chances[0]), total)
        store(row + v * LANES, madd(total, rules.bust, load(busted + v * LANES)))


cdef inline void roll_row(Rules* rules, double* row, const double* busted) noexcept nogil:
    """Write what rolling is worth into a row; those above are known."""
    cdef Py_ssize_t v, n
    cdef lanes total
    if rules.even and rules.count == 5:  # a die: known to the compiler, which unrolls it
        even_row(rules, 5, row, busted)
        return
    if rules.even:
        even_row(rules, rules.count, row, busted)
        return
    for v in range(rules.vectors):
        total = times(all_lanes(rules.bust), load(busted + v * LANES))
        for n in range(rules.count):
            total = madd(total, rules.chances[n], load(row + rules.ahead[n] + v * LANES))
        store(row + v * LANES, total)


cdef inline void copy_row(Rules* rules, double* row, const double* from_row) noexcept nogil:
    cdef Py_ssize_t v
    for v in range(rules.vectors):
        store(row + v * LANES, load(from_row + v * LANES))


cdef void beyond(
    Rules* rules, Mover* mover, double* rows, const double* busted
) noexcept nogil:
    """Set the rows that a throw can lead to from below `above`."""
    cdef Py_ssize_t s, c, above = mover.above
    for s in range(above, min(above + rules.most, rules.goal)):
        copy_row(rules, rows + s * rules.width, mover.held + s * rules.width)
    for s in range(rules.goal, above + rules.most + 1):
        if rules.exact and s > rules.goal:
            copy_row(rules, rows + s * rules.width, busted)
            continue
        for c in range(rules.width):
            rows[s * rules.width + c] = 0.0
        rows[s * rules.width] = rows[s * rules.width + rules.players] = 1.0


cdef inline void bank_row(
    Py_ssize_t n, double* row, const double* starts, const double* errors, Py_ssize_t index
) noexcept nogil:
    """Set a row to what passing the turn on to a tuple is worth, the one of n who passes first."""
    cdef Py_ssize_t c
    row[0] = starts[index * n + n - 1]
    for c in range(1, n):
        row[c] = starts[index * n + c - 1]
    row[n] = 1.0
    row[n + 1] = errors[index] if errors != NULL else 0.0
    row[n + 2] = 0.0


cdef void sit(
    Rules* rules, Mover* mover, Py_ssize_t index, const double* starts, const double* errors
) noexcept nogil:
    """Make one player the mover at a tuple."""
    cdef Py_ssize_t s, c, land, n = rules.players
    mover.above = rules.goal
    mover.own = index // (rules.size // rules.goal)
    mover.first = index % (rules.size // rules.goal) * rules.goal
    if n == 3:  # known to the compiler
        for s in range(mover.own + 1, rules.goal):
            bank_row(3, mover.held + s * rules.width, starts, errors, mover.first + s)
    else:
        for s in range(mover.own + 1, rules.goal):
            bank_row(n, mover.held + s * rules.width, starts, errors, mover.first + s)
    land = rules.landing[mover.own]
    mover.coupled = land == mover.own
    if land < rules.goal and not mover.coupled:
        bank_row(n, mover.busted, starts, errors, mover.first + land)
        return
    for c in range(rules.width):
        mover.busted[c] = 0.0
    if not mover.coupled:
        mover.busted[0] = mover.busted[rules.players] = 1.0


cdef double* play(Rules* rules, Mover* mover, double x, double* low, double* high) noexcept nogil:
    """The turn with the decisions taken at x, which are the same for low < x <= high.

    What is known to be held from `above` on is not looked at again.
    """
    cdef Py_ssize_t s, n = rules.players
    cdef double* row = rules.rows + (mover.above - 1) * rules.width
    cdef double* held = mover.held + (mover.above - 1) * rules.width
    cdef double stay, margin, at
    low[0], high[0] = -1.0, 2.0
    beyond(rules, mover, rules.rows, mover.busted)
    for s in range(mover.above - 1, mover.own - 1, -1):
        roll_row(rules, row, mover.busted)
        stay = 1.0 - row[n]
        if s == mover.own:
            row[n + 2] += 1.0
            return row
        margin = row[0] + stay * x - held[0]
        rules.margins[s] = margin
        if stay > 0:
            at = (held[0] + TIED - row[0]) / stay
            if margin > TIED:
                low[0] = max(low[0], at)
            else:
                high[0] = min(high[0], at)
        if margin > TIED:
            row[n + 2] += 1.0
        else:
            copy_row(rules, row, held)
        row -= rules.width
        held -= rules.width
    return row


cdef Py_ssize_t enclose(
    Rules* rules, Mover* mover, const double* low, const double* high, double* at_least, double* at_most
) noexcept nogil:
    """What the turn is worth to all where its bust is worth low … high; the open decisions."""
    cdef double[MOST_PLAYERS + 11] down
    cdef double[MOST_PLAYERS + 11] up
    cdef Py_ssize_t s, c, v, n = rules.players, open_ones = 0
    cdef double best
    cdef double* row
    cdef double* top
    cdef double* held
    for c in range(rules.width):
        down[c] = low[c] if mover.coupled and c < n else mover.busted[c]
        up[c] = high[c] if mover.coupled and c < n else mover.busted[c]
    beyond(rules, mover, rules.rows, down)
    beyond(rules, mover, rules.highs, up)
    for s in range(mover.above - 1, mover.own - 1, -1):
        row = rules.rows + s * rules.width
        top = rules.highs + s * rules.width
        roll_row(rules, row, down)
        roll_row(rules, top, up)
        if s == mover.own:
            break
        held = mover.held + s * rules.width
        if row[0] > held[0] + TIED:
            continue
        if top[0] <= held[0] + TIED:
            copy_row(rules, row, held)
            copy_row(rules, top, held)
            if mover.above == s + 1:  # a bust never comes to be worth more, so this stays
                mover.above = s
            continue
        open_ones += 1
        best = max(row[0], held[0])
        for c in range(rules.vectors):
            v = c * LANES
            store(row + v, least(load(row + v), load(held + v)))
            store(top + v, greatest(load(top + v), load(held + v)))
        row[0] = best
    for c in range(n):
        at_least[c], at_most[c] = row[c], top[c]
    return open_ones
