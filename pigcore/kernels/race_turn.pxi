# A player's turn in a race: whose decisions the pass of race_descent.pxi takes, and what it starts with.

cdef double APART = 1e-9  # bust payoffs nearer than this may be the same but for their errors


cdef inline void collect(
    const Rules* rules, const Strategy* strategy, const Chain* chain, double* excess,
    double* leave, double* steady,
) noexcept nogil:
    """Read each turn's e, r and n off `found` at the score where it starts."""
    cdef Py_ssize_t l, own, opp
    cdef double deepest = rules.goal + rules.most
    cdef const double* at
    for l in range(max(chain.first - rules.goal + 1, 0), min(LANES, chain.first + 1)):
        own, opp = chain.first - l, chain.opp + l
        if strategy.active[opp] == 0.0:
            continue  # what is kept must not depend on the width of a register
        at = rules.found + own * FOUND + l
        excess[opp] = at[0]
        leave[opp] = at[LANES]
        steady[opp] = at[2 * LANES]
        if strategy.kind == MAXIMISE:
            strategy.asked[(own + opp) & 1][opp] = strategy.bust[opp]
            strategy.wall[(own + opp) & 1][opp] = deepest - at[3 * LANES]


cdef inline Py_ssize_t lowest(const Chain* chain) noexcept nogil:
    """The smallest own score."""
    return max(chain.first - LANES + 1, 0)


cdef inline Py_ssize_t begin_best(
    const Rules* rules, const Strategy* strategy, Chain* chain
) noexcept nogil:
    """Fill the rows above the scores that these turns must look at; the largest of those.

    A roll gains on holding as the bust payoff x grows. So a wall that stood for one point more (at
    the total before) and a larger x stands now, and until x has grown as far. Of several turns the
    highest wall counts. What lies above a lower one, and is not always held, is taken for less
    than it is worth, which leaves that wall held and all below it right.
    """
    cdef Py_ssize_t goal = rules.goal
    cdef Py_ssize_t total = chain.first + chain.opp
    cdef Py_ssize_t before = (total + 1) & 1
    cdef Py_ssize_t least = chain.opp - chain.opp % MOST_LANES  # whatever the width of a register
    cdef Py_ssize_t opp, top = min(total - least, goal - 1)
    for opp in range(max(least, total - goal + 1), min(least + MOST_LANES, goal, total + 1)):
        if strategy.active[opp] > 0.0:
            if strategy.bust[opp] + APART > strategy.asked[before][opp] \
                    or (opp == total and rules.wipe > 0):  # where a wipe is a bust
                top = goal - 1
                break
            top = max(top, <Py_ssize_t> strategy.wall[before][opp] - 1)
    held_above(rules, chain, strategy.held, top, True)
    if top < goal - 1:
        store(chain.near, subtract(load(strategy.asked[before] + chain.opp), load(chain.x)))
    return top


cdef inline unfolded best_of(
    const Rules* rules, Chain* chain, const double* held, Py_ssize_t top, int what, bint slope,
    int pattern,
) noexcept nogil:
    cdef Py_ssize_t first = min(chain.first, rules.goal - 1)
    descend(rules, chain, held, top, first + 1, what, False, slope, pattern)
    descend(rules, chain, held, first, lowest(chain), what, True, slope, pattern)


cdef void best(const Rules* rules, const Strategy* strategy, Chain* chain) noexcept nogil:
    cdef const double* held = strategy.held
    cdef Py_ssize_t top = begin_best(rules, strategy, chain)
    if rules.bare and rules.pattern == DIE:
        best_of(rules, chain, held, top, BARE, True, DIE)
    elif rules.bare:
        best_of(rules, chain, held, top, BARE, True, OTHERWISE)
    else:
        best_of(rules, chain, held, top, BEST, True, OTHERWISE)


cdef void given(
    const Rules* rules, Chain* chain, const double* held, Py_ssize_t top
) noexcept nogil:
    """The decisions noted, from s = top down: what lies above is held, or not rolled to."""
    held_above(rules, chain, held, top, True)
    if rules.bare and rules.pattern == DIE:  # whose r has no sums to begin with
        descend(rules, chain, held, top, lowest(chain), GIVEN, True, True, DIE)
    else:
        descend(rules, chain, held, top, lowest(chain), GIVEN, True, True, OTHERWISE)


cdef Py_ssize_t imply(
    const Rules* rules, const Strategy* strategy, const Chain* chain
) noexcept nogil:
    """Note the decisions that are best where banking pays `implied`; the largest s that matters.

    Walls stand as in begin_best: the bust payoffs are known.
    """
    cdef Chain other
    cdef Py_ssize_t l, own, opp, wall, top = min(chain.first, rules.goal - 1)
    cdef Py_ssize_t total = chain.first + chain.opp
    cdef const double* held = strategy.implied
    cdef double x
    cdef double deepest = rules.goal + rules.most
    other.first, other.opp = chain.first, chain.opp
    for l in range(LANES):
        own, opp = chain.first - l, chain.opp + l
        blank(&other, l)
        if not 0 <= own < rules.goal or opp >= rules.goal:
            continue
        x = held[rules.landing[own] * rules.stride + opp]
        paid(
            &other, l, rules, x, coupled(rules, own), held[opp], coupled(rules, own) and own == 0
        )
        wall = <Py_ssize_t> strategy.wall[(total + 1) & 1][opp]
        if own == rules.goal - 1 or wall < 0 or (own == 0 and rules.wipe > 0) \
                or x > held[rules.landing[own + 1] * rules.stride + opp]:
            wall = rules.goal
        top = max(top, wall - 1)
    held_above(rules, &other, held, top, False)
    if rules.pattern == DIE:
        best_of(rules, &other, held, top, NOTE, False, DIE)
    else:
        best_of(rules, &other, held, top, NOTE, False, OTHERWISE)
    for l in range(max(chain.first - rules.goal + 1, 0), min(LANES, chain.first + 1)):
        strategy.wall[total & 1][chain.opp + l] = \
            deepest - rules.found[(chain.first - l) * FOUND + 3 * LANES + l]
    return top


cdef void look_up(
    const Rules* rules, const Chain* chain, const unsigned char* table
) noexcept nogil:
    """Note the decisions of a table."""
    cdef Py_ssize_t goal = rules.goal
    cdef Py_ssize_t s, l, own, opp
    for s in range(lowest(chain), goal):
        for l in range(LANES):
            own, opp = chain.first - l, chain.opp + l
            rules.noted[s * LANES + l] = \
                0 <= own <= s and opp < goal and table[(own * goal + s) * goal + opp]


cdef inline Py_ssize_t limit_of(
    const Rules* rules, const Strategy* strategy, Py_ssize_t own, Py_ssize_t opp
) noexcept nogil:
    """The score that one holds from; at turn total 0 one must roll."""
    cdef Py_ssize_t found = strategy.limits[
        own * strategy.columns + (opp if strategy.columns > 1 else 0)
    ]
    return own + min(max(found, 1), rules.goal - own)


cdef bint run(const Rules* rules, const Strategy* strategy, const Chain* chain) noexcept nogil:
    """Note what turns that roll on to the goal are worth; whether all lanes do."""
    cdef Py_ssize_t l, own
    cdef double* found
    cdef bint all_run = True
    for l in range(
        max(chain.first - rules.goal + 1, 0),
        min(min(LANES, chain.first + 1), rules.goal - chain.opp),
    ):
        own = chain.first - l
        if limit_of(rules, strategy, own, chain.opp + l) < rules.goal:
            all_run = False
            continue
        found = rules.found + own * FOUND + l
        found[0] = rules.runs[own] * (1.0 - chain.x[l])
        found[LANES] = rules.runs[own]
        found[2 * LANES] = ANY
        found[3 * LANES] = 0.0
    return all_run


cdef Py_ssize_t limit(
    const Rules* rules, const Strategy* strategy, const Chain* chain
) noexcept nogil:
    """Note the decisions of who holds from a turn total on; the largest s that he rolls to.

    The rows above that s do not matter: no lane that rolls reads them.
    """
    cdef double[MOST_LANES] ends  # the s that each lane holds from
    cdef Py_ssize_t goal = rules.goal
    cdef Py_ssize_t s, l, own, opp, end, top = 0
    cdef lanes one = all_lanes(1.0)
    cdef lanes zero = all_lanes(0.0)
    for l in range(LANES):
        own, opp = chain.first - l, chain.opp + l
        end = 0
        if 0 <= own < goal and opp < goal:
            end = limit_of(rules, strategy, own, opp)
        ends[l] = end
        top = max(top, end)
    top = min(top - 1 + rules.most, goal - 1)
    for s in range(lowest(chain), top + 1):
        store(rules.noted + s * LANES, where_greater(load(ends), all_lanes(s), one, zero))
    return top


cdef void turn(
    const Rules* rules, const Strategy* strategy, Chain* chain, double* excess,
    double* leave, double* steady,
) noexcept nogil:
    """The excess of every lane's turn start, at its opp, its leave and steady."""
    cdef Py_ssize_t top = rules.goal - 1
    cdef bint runs = rules.bare and strategy.kind == LIMITS
    if strategy.kind == MAXIMISE:
        best(rules, strategy, chain)
    elif not runs or not run(rules, strategy, chain):
        if strategy.kind == TABLE:
            look_up(rules, chain, strategy.table)
        elif strategy.kind == LIMITS:
            top = limit(rules, strategy, chain)
        else:
            top = imply(rules, strategy, chain)
        given(rules, chain, strategy.held, top)
        if runs:  # what a turn is worth must not depend on the others beside it
            run(rules, strategy, chain)
    collect(rules, strategy, chain, excess, leave, steady)
