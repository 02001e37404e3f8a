# One turn of a race between several players: played by decisions, or enclosed while some are open.
# The recursion stands in party.pyx.

cdef double TIED = 1e-13  # rolling that is better by no more than this is not taken
cdef double ROUNDED = 1e-14  # more than what roundings make of bounds in a turn
cdef double NEAR = 0.05  # where what a bust is worth may vary by less, a single plan is tried

cdef enum:
    MOST_PLAYERS = 6
    MOST_ROUNDS = 500
    MOST_PARTS = 64

cdef struct Mover:
    # One player's turn in a cell: his score and where his rows are.
    Py_ssize_t own
    Py_ssize_t first      # the number of the tuple that banking 0 would lead to
    Py_ssize_t least      # the fewest points that he may bank
    Py_ssize_t top        # from this score on nobody throws; the goal, unless others may pass him
    Py_ssize_t above      # from this score on he holds, whatever his bust is worth: known so far
    double* held          # (height, width): what banking each score is worth to all
    double* busted        # (width,): what a bust is worth, if it leaves the cell
    bint lost             # whether a bust leaves it

cdef struct Rules:
    # A race between several players, and the memory that one cell needs.
    Py_ssize_t goal, players, width, vectors, modes, start
    Py_ssize_t rolled, height  # from where on one banks, and where no throw leads any more
    Py_ssize_t tuples, seats, size  # of scores, places in a round that count, and both
    const double* finish  # what banking the goal or more is worth; see party.pyx
    bint exact
    const Py_ssize_t* landing
    const Py_ssize_t* least
    const unsigned char* dead  # what becomes of each score
    const unsigned char* may
    const double* thrown  # (modes, 2): the chance to bust, and to wipe, which is 0
    const Py_ssize_t* sets
    const double* chances
    const Py_ssize_t* first
    const Py_ssize_t* gains
    const Py_ssize_t* after
    const Py_ssize_t* begin    # the first place of each t, and of none
    const Py_ssize_t* mode_of  # of each place
    const Py_ssize_t* points_of
    Py_ssize_t* leads     # of each option: places from a place with the same points and mode 0
    Py_ssize_t most       # the most that a throw gains
    double* worth         # (rolled + most, modes): what a place is worth to the mover, at least
    double* later         # the same at most, or where a bust is worth more to him
    bint single           # whether a turn is a single roll again and again: then
    Py_ssize_t count
    bint even             # whether all gains are as likely
    double* weights       # the chances, those of large gains first
    Py_ssize_t* ahead     # doubles from a row to that of each gain
    double* rows          # (rolled + most + 1, modes, width): a turn, or the lower end of one
    double* highs         # the same, the upper end
    double* won           # (width,): that the mover has won
    double* margins       # (places,): what throwing is better by
    Mover[MOST_PLAYERS] movers
    double[MOST_PLAYERS * MOST_PLAYERS] low
    double[MOST_PLAYERS * MOST_PLAYERS] high
    double[MOST_PLAYERS * (MOST_PLAYERS + 1)] found  # a row of each turn, from its own mover on
    double[MOST_PLAYERS] since  # from what a bust is worth to each mover on that row is right
    double[MOST_PLAYERS] until  # and up to what


cdef inline Py_ssize_t rotated(Rules* rules, Py_ssize_t index) noexcept nogil:
    """The number of the tuple whose first score is moved to its end."""
    cdef Py_ssize_t others = rules.tuples // rules.goal, seat = 0
    if rules.seats > 1:
        seat = (index // rules.tuples + 1) % rules.seats * rules.tuples
        index %= rules.tuples
    return index % others * rules.goal + index // others + seat


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
        total = times(all_lanes(rules.weights[0]), total)
        store(row + v * LANES, madd(total, rules.thrown[0], load(busted + v * LANES)))


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
        total = times(all_lanes(rules.thrown[0]), load(busted + v * LANES))
        for n in range(rules.count):
            total = madd(total, rules.weights[n], load(row + rules.ahead[n] + v * LANES))
        store(row + v * LANES, total)


cdef inline void copy_row(Rules* rules, double* row, const double* from_row) noexcept nogil:
    cdef Py_ssize_t v
    for v in range(rules.vectors):
        store(row + v * LANES, load(from_row + v * LANES))


cdef void beyond(
    Rules* rules, Mover* mover, double* rows, const double* busted
) noexcept nogil:
    """Set the rows that a single roll can lead to from below `above`."""
    cdef Py_ssize_t s, above = mover.above
    cdef bint past
    for s in range(above, min(above + rules.most, rules.goal)):
        copy_row(rules, rows + s * rules.width, mover.held + s * rules.width)
    for s in range(rules.goal, above + rules.most + 1):
        past = rules.exact and s > rules.goal
        copy_row(rules, rows + s * rules.width, busted if past else rules.won)


cdef inline const double* past_row(
    Rules* rules, Mover* mover, Py_ssize_t t, const double* busted
) noexcept nogil:
    """What t points are worth with which nobody throws any more."""
    if mover.top > rules.goal:
        return mover.held + (mover.own + t) * rules.width
    return busted if rules.exact and mover.own + t > rules.goal else rules.won


cdef inline const double* option_row(
    Rules* rules, Mover* mover, Py_ssize_t o, Py_ssize_t t, const double* rows, const double* busted
) noexcept nogil:
    """What an option leads to from t points."""
    cdef Py_ssize_t then = t + rules.gains[o]
    if mover.own + then >= mover.top:
        return past_row(rules, mover, then, busted)
    return rows + (then * rules.modes + rules.after[o]) * rules.width


cdef inline void bank_row(
    Py_ssize_t n, double* row, const double* starts, Py_ssize_t index
) noexcept nogil:
    """Set a row to what passing the turn on to a tuple is worth, the one of n who passes first."""
    cdef Py_ssize_t c
    row[0] = starts[index * n + n - 1]
    for c in range(1, n):
        row[c] = starts[index * n + c - 1]
    row[n] = 1.0


cdef void sit_before_others(
    Rules* rules, Mover* mover, Py_ssize_t others, Py_ssize_t left
) noexcept nogil:
    """Set what banking the goal or more is worth to a mover after whom so many players move."""
    cdef Py_ssize_t s, c, n = rules.players, far = rules.height - rules.goal, size = 1
    cdef const double* found = rules.finish
    cdef double* row = mover.held + rules.goal * rules.width
    if left == 0:
        return
    mover.top = rules.rolled
    for c in range(1, left):
        size *= rules.goal
        found += size * far * n
    for c in range(left, n - 1):
        others //= rules.goal
    found += others * far * n
    for s in range(far):
        for c in range(n):
            row[c] = found[c]
        row[n] = 1.0
        found += n
        row += rules.width


cdef void sit(
    Rules* rules, Mover* mover, Py_ssize_t index, const double* starts
) noexcept nogil:
    """Make one player the mover at a tuple."""
    cdef Py_ssize_t s, c, land, n = rules.players, others = rules.tuples // rules.goal, seat = 0
    if rules.seats > 1:
        seat = index // rules.tuples
        index %= rules.tuples
    mover.own = index // others
    mover.first = index % others * rules.goal
    mover.top = rules.goal
    if rules.rolled > rules.goal:
        sit_before_others(
            rules, mover, index % others, n - 1 - seat if rules.seats > 1 else n - 1
        )
    if rules.seats > 1:
        mover.first += (seat + 1) % rules.seats * rules.tuples
    mover.above = mover.top
    if n == 3:  # known to the compiler
        for s in range(mover.own + 1, rules.goal):
            bank_row(3, mover.held + s * rules.width, starts, mover.first + s)
    else:
        for s in range(mover.own + 1, rules.goal):
            bank_row(n, mover.held + s * rules.width, starts, mover.first + s)
    # What stays in the cell is worth nothing here, and does not leave: so are banks of no points.
    for c in range(rules.width):
        mover.held[mover.own * rules.width + c] = 0.0
    land = rules.landing[mover.own]
    mover.least = min(rules.least[mover.own], rules.goal - mover.own)
    mover.lost = land != mover.own
    if not mover.lost:
        copy_row(rules, mover.busted, mover.held + mover.own * rules.width)
    elif land < rules.goal:
        bank_row(n, mover.busted, starts, mover.first + land)
    else:
        copy_row(rules, mover.busted, rules.won)


cdef inline double* begun(Rules* rules, Py_ssize_t own) noexcept nogil:
    """The row of a turn that begins."""
    return rules.rows + (own if rules.single else rules.start) * rules.width


cdef inline bint may_bank(Rules* rules, Mover* mover, Py_ssize_t t, Py_ssize_t mode) noexcept nogil:
    if not rules.may[mode] & BANKS or t < mover.least:
        return False
    return t > 0 or mode != rules.start


cdef inline bint chosen(Rules* rules, Mover* mover, Py_ssize_t k) noexcept nogil:
    """Whether one chooses between banking and throwing at a place."""
    cdef Py_ssize_t t = rules.points_of[k]
    if mover.own + t >= mover.top or not rules.may[rules.mode_of[k]] & THROWS:
        return False
    return may_bank(rules, mover, t, rules.mode_of[k])


cdef inline double better(
    const double* one, const double* other, Py_ssize_t n, double x, double* until
) noexcept nogil:
    """By how much the mover has more of `one` than of `other` at x.

    Whether that is more than TIED is the same from x to `until`, which is lowered.
    """
    cdef double slope = other[n] - one[n]
    cdef double margin = one[0] - other[0] + slope * x
    if (margin > TIED) != (margin + slope * (until[0] - x) > TIED):
        until[0] = min(until[0], (other[0] + TIED - one[0]) / slope)
    return margin


cdef inline double own_worth(const double* row, Py_ssize_t n, double x) noexcept nogil:
    """What a row is worth to the mover where a bust is worth x to him."""
    return row[0] + (1.0 - row[n]) * x


cdef void past_goal(
    Rules* rules, Mover* mover, double* worth, const double* busted, double x
) noexcept nogil:
    """Set what the mover has of the scores at which nobody throws."""
    cdef Py_ssize_t t, m, size = mover.top - mover.own
    cdef double found
    for t in range(size, size + rules.most):
        found = own_worth(past_row(rules, mover, t, busted), rules.players, x)
        for m in range(rules.modes):
            worth[t * rules.modes + m] = found


cdef inline Py_ssize_t pick(Rules* rules, Py_ssize_t k, const double* worth) noexcept nogil:
    """Which option of a set is best, the first of those that are so but for TIED."""
    cdef Py_ssize_t o, best = rules.first[k]
    cdef double most = worth[rules.leads[best]]
    for o in range(best + 1, rules.first[k + 1]):
        if worth[rules.leads[o]] > most + TIED:
            best, most = o, worth[rules.leads[o]]
    return best


cdef bint rivals(
    Rules* rules, Py_ssize_t k, Py_ssize_t best, double most, const double* worth
) noexcept nogil:
    """Whether other options of a set may be better by `worth` than the best one, worth so much."""
    cdef Py_ssize_t o
    cdef bint found = False
    for o in range(rules.first[k], best):
        found = found or most <= worth[rules.leads[o]] + TIED
    for o in range(best + 1, rules.first[k + 1]):
        found = found or worth[rules.leads[o]] > most + TIED
    return found


cdef void throw_row(
    Rules* rules, Mover* mover, Py_ssize_t t, Py_ssize_t mode, double* row, double x, double* until,
) noexcept nogil:
    """What throwing is worth in a mode with t points, where the mover takes what is best at x."""
    cdef Py_ssize_t v, k, o, best
    cdef const double* worth = rules.worth + t * rules.modes
    cdef const double* later = rules.later + t * rules.modes
    cdef const double* taken
    cdef const double* other
    cdef double aside
    for v in range(rules.vectors):
        store(row + v * LANES, times(all_lanes(rules.thrown[2 * mode]), load(mover.busted + v * LANES)))
    for k in range(rules.sets[mode], rules.sets[mode + 1]):
        best = pick(rules, k, worth)
        taken = option_row(rules, mover, best, t, rules.rows, mover.busted)
        if rivals(rules, k, best, later[rules.leads[best]], later):
            # Picked once more by what `until` comes of: where two of them are worth nearly the
            # same, other roundings may pick what is no longer right, up to `last` as it seems.
            best = rules.first[k]
            taken = option_row(rules, mover, best, t, rules.rows, mover.busted)
            for o in range(best + 1, rules.first[k + 1]):
                other = option_row(rules, mover, o, t, rules.rows, mover.busted)
                aside = x
                if better(other, taken, rules.players, x, &aside) > TIED:
                    best, taken = o, other
            for o in range(rules.first[k], rules.first[k + 1]):
                other = option_row(rules, mover, o, t, rules.rows, mover.busted)
                if o < best:
                    better(taken, other, rules.players, x, until)
                elif o > best:
                    better(other, taken, rules.players, x, until)
        for v in range(rules.vectors):
            store(row + v * LANES, madd(load(row + v * LANES), rules.chances[k], load(taken + v * LANES)))


cdef double* play(Rules* rules, Mover* mover, double x, double* until) noexcept nogil:
    """The turn with the decisions taken at x, which are the same up to `until`, which is lowered.

    What is known to be held from `above` on is not looked at again.
    """
    if rules.single:
        play_turn(rules, mover, x, until, True)
    else:
        play_turn(rules, mover, x, until, False)
    return begun(rules, mover.own)


cdef inline unfolded play_turn(
    Rules* rules, Mover* mover, double x, double* until, bint single
) noexcept nogil:
    cdef Py_ssize_t t, k, mode = 0, modes = 1 if single else rules.modes, n = rules.players
    cdef double* rows = rules.rows + (mover.own * rules.width if single else 0)
    cdef double* row = rows
    cdef double* held
    cdef double last = until[0]
    if single:
        beyond(rules, mover, rules.rows, mover.busted)
    else:
        past_goal(rules, mover, rules.worth, mover.busted, x)
        past_goal(rules, mover, rules.later, mover.busted, last)
    for t in range(mover.above - mover.own - 1, -1, -1):
        held = mover.held + (mover.own + t) * rules.width
        for k in range(t if single else rules.begin[t], t + 1 if single else rules.begin[t + 1]):
            if not single:
                mode = rules.mode_of[k]
            row = rows + (t * modes + mode) * rules.width
            if single:
                roll_row(rules, row, mover.busted)
            elif rules.may[mode] & THROWS:
                throw_row(rules, mover, t, mode, row, x, until)
            else:
                copy_row(
                    rules, row, held if may_bank(rules, mover, t, mode) else mover.busted
                )
            if single or rules.may[mode] & THROWS:
                if t > 0 if single else may_bank(rules, mover, t, mode):
                    rules.margins[k] = better(row, held, n, x, until)
                    if not rules.margins[k] > TIED:
                        copy_row(rules, row, held)
            if not single:
                rules.worth[t * modes + mode] = own_worth(row, n, x)
                rules.later[t * modes + mode] = own_worth(row, n, last)


cdef Py_ssize_t between(
    Rules* rules, Mover* mover, Py_ssize_t t, Py_ssize_t mode, double* row, double* top,
    const double* down, const double* up,
) noexcept nogil:
    """Enclose what throwing is worth in a mode with t points; the open choices.

    Of options of which none is best for sure, each may be taken that is not worse for sure.
    """
    cdef Py_ssize_t v, k, o, best, open_ones = 0
    cdef const double* worth = rules.worth + t * rules.modes
    cdef const double* later = rules.later + t * rules.modes
    cdef const double* least_row
    cdef const double* most_row
    cdef double most
    cdef double[MOST_PLAYERS + MOST_LANES] hull
    cdef double[MOST_PLAYERS + MOST_LANES] crown
    for v in range(rules.vectors):
        store(row + v * LANES, times(all_lanes(rules.thrown[2 * mode]), load(down + v * LANES)))
        store(top + v * LANES, times(all_lanes(rules.thrown[2 * mode]), load(up + v * LANES)))
    for k in range(rules.sets[mode], rules.sets[mode + 1]):
        best = pick(rules, k, worth)
        least_row = option_row(rules, mover, best, t, rules.rows, down)
        most_row = option_row(rules, mover, best, t, rules.highs, up)
        most = least_row[0]
        if not rivals(rules, k, best, most, later):
            for v in range(rules.vectors):
                o = v * LANES
                store(row + o, madd(load(row + o), rules.chances[k], load(least_row + o)))
                store(top + o, madd(load(top + o), rules.chances[k], load(most_row + o)))
        else:
            copy_row(rules, hull, least_row)
            copy_row(rules, crown, most_row)
            open_ones += 1
            for o in range(rules.first[k], rules.first[k + 1]):
                most_row = option_row(rules, mover, o, t, rules.highs, up)
                if most_row[0] < most - TIED:
                    continue
                least_row = option_row(rules, mover, o, t, rules.rows, down)
                for v in range(rules.vectors):
                    store(hull + v * LANES, least(load(hull + v * LANES), load(least_row + v * LANES)))
                    store(crown + v * LANES, greatest(load(crown + v * LANES), load(most_row + v * LANES)))
            hull[0] = most - TIED
            for v in range(rules.vectors):
                o = v * LANES
                store(row + o, madd(load(row + o), rules.chances[k], load(hull + o)))
                store(top + o, madd(load(top + o), rules.chances[k], load(crown + o)))
    return open_ones


cdef Py_ssize_t enclose(
    Rules* rules, Mover* mover, const double* low, const double* high, double* at_least, double* at_most
) noexcept nogil:
    """What the turn is worth to all where handing over as he is is worth low … high; what is open."""
    cdef Py_ssize_t open_ones = 0
    if rules.single:
        enclose_turn(rules, mover, low, high, at_least, at_most, &open_ones, True)
    else:
        enclose_turn(rules, mover, low, high, at_least, at_most, &open_ones, False)
    return open_ones


cdef inline unfolded enclose_turn(
    Rules* rules, Mover* mover, const double* low, const double* high, double* at_least,
    double* at_most, Py_ssize_t* open_ones, bint single,
) noexcept nogil:
    cdef double[MOST_PLAYERS + MOST_LANES] stays_low
    cdef double[MOST_PLAYERS + MOST_LANES] stays_high
    cdef const double* down = mover.busted if mover.lost else stays_low
    cdef const double* up = mover.busted if mover.lost else stays_high
    cdef Py_ssize_t t, k, c, v, mode = 0, modes = 1 if single else rules.modes
    cdef Py_ssize_t n = rules.players, offset = 0
    cdef double best
    cdef bint may
    cdef double* row
    cdef double* top
    cdef const double* held
    cdef const double* crown
    for c in range(rules.width):
        stays_low[c] = low[c] if c < n else 0.0
        stays_high[c] = high[c] if c < n else 0.0
    if single:
        offset = mover.own
        beyond(rules, mover, rules.rows, down)
        beyond(rules, mover, rules.highs, up)
    else:
        past_goal(rules, mover, rules.worth, down, 0.0)
        past_goal(rules, mover, rules.later, up, 0.0)
    for t in range(mover.above - mover.own - 1, -1, -1):
        for k in range(t if single else rules.begin[t], t + 1 if single else rules.begin[t + 1]):
            if not single:
                mode = rules.mode_of[k]
            row = rules.rows + ((offset + t) * modes + mode) * rules.width
            top = rules.highs + ((offset + t) * modes + mode) * rules.width
            held = crown = mover.held + (mover.own + t) * rules.width
            if t == 0:
                held, crown = stays_low, stays_high
            may = t > 0 if single else may_bank(rules, mover, t, mode)
            if single:
                roll_row(rules, row, down)
                roll_row(rules, top, up)
            elif rules.may[mode] & THROWS:
                open_ones[0] += between(rules, mover, t, mode, row, top, down, up)
            else:
                copy_row(rules, row, held if may else down)
                copy_row(rules, top, crown if may else up)
                may = False
            if may and row[0] <= crown[0] + TIED:
                if top[0] <= held[0] + TIED:
                    copy_row(rules, row, held)
                    copy_row(rules, top, crown)
                    if single and mover.above == mover.own + t + 1:
                        mover.above -= 1  # a bust never comes to be worth more, so this stays
                else:
                    open_ones[0] += 1
                    best = max(row[0], held[0])
                    for c in range(rules.vectors):
                        v = c * LANES
                        store(row + v, least(load(row + v), load(held + v)))
                        store(top + v, greatest(load(top + v), load(crown + v)))
                    row[0] = best
            if not single:
                rules.worth[t * modes + mode] = row[0]
                rules.later[t * modes + mode] = top[0]
    row = begun(rules, mover.own)
    top = row + (rules.highs - rules.rows)
    for c in range(n):
        at_least[c], at_most[c] = row[c], top[c]
