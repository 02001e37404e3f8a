# The turn of a race: what happens between two banks. The recursion stands in race.pyx.

cdef enum:
    # Registers of turns that descend side by side. One step waits for the one before it (five
    # additions in a row for a die); a second chain fills that time.
    CHAINS = 2

cdef enum:
    MAXIMISE  # decide as is best
    TABLE     # decide as a table says
    IMPLIED   # decide as is best where turn starts are worth what others' are
    LIMITS    # hold from a turn total on

cdef enum:
    # What a descent is made for.
    BARE      # e, r and n of the best decisions, in a game where sums over gains begin with 0
    BEST      # e, r and n of the best decisions
    GIVEN     # e and r of the decisions noted
    NOTE      # to note the best decisions
    ROLLED    # the payoff of rolling at every s

cdef double ANY = 1e300  # more than any bust payoff can move

cdef struct Rules:
    Py_ssize_t goal
    bint exact
    double bust
    double wipe
    const Py_ssize_t* landing
    const unsigned char* dead
    Py_ssize_t count          # of gains
    Py_ssize_t most           # the largest gain
    bint bare                 # no wipes and all busts lead back: a roll's sums begin with 0
    const Py_ssize_t* ahead   # per gain, gains of one chance together: bytes from row s to s + g
    Py_ssize_t kinds          # of different chances
    const double* chance      # per kind
    const Py_ssize_t* ends    # per kind, where its gains end in `ahead`
    double* cells             # (goal + most + 1, CHAINS, 2, LANES): e and r
    double* found             # (goal, CHAINS, 3, LANES): e and r of a roll, n of all above
    double* noted             # (goal, CHAINS, LANES): 1 where one rolls, 0 where one holds
    Py_ssize_t stride         # of the arrays of payoffs of banking
    Py_ssize_t worked         # steps since Ctrl-C was last looked for

cdef struct Strategy:
    int kind
    const double* held           # (goal + 1, stride): payoffs of banking s against opp
    const double* column         # (stride,): V(opp, 0, 0) of the opponent, as wipes are paid by it
    const unsigned char* table   # (goal, goal, goal): whether one rolls at [own, s, opp]
    const double* implied        # (goal + 1, stride): held, where the others' turn starts hold
    const Py_ssize_t* limits     # (goal, goal): the least turn total held at, at [own, opp]

cdef struct Chain:
    # LANES turns, lane l against opp + l with own = first - l (own = first for ROLLED).
    Py_ssize_t first
    Py_ssize_t opp
    double[MOST_LANES] x        # the bust payoff
    double[MOST_LANES] wiped    # p_wipe (w - x)
    double[MOST_LANES] leaves   # what a throw that ends the turn adds to r
    double[MOST_LANES] past     # r past the goal of an exact race
    double[MOST_LANES] near     # n so far

cdef enum:
    ALL = CHAINS * 2 * LANES    # doubles of `cells` to a score
    FOUND = CHAINS * 3 * LANES  # doubles of `found` to a score
    DIE = 5                     # gains of a die whose sixth face busts


cdef inline bint coupled(const Rules* rules, Py_ssize_t own) noexcept nogil:
    """Whether a bust leaves the mover where he is, so that the pair's two values need each other."""
    return rules.landing[own] == own


cdef inline bint settled(
    const Rules* rules, Py_ssize_t own, Py_ssize_t opp, double* value
) noexcept nogil:
    """Two dead players never finish; a dead one who stays where he is loses to a live one."""
    if rules.dead[own] and rules.dead[opp]:
        value[0] = 0.5
        return True
    if (rules.dead[own] or rules.dead[opp]) and coupled(rules, own) and coupled(rules, opp):
        value[0] = 0.0 if rules.dead[own] else 1.0
        return True
    return False


cdef inline double known_bust(
    const Rules* rules, const Strategy* strategy, Py_ssize_t own, Py_ssize_t opp
) noexcept nogil:
    return strategy.held[rules.landing[own] * rules.stride + opp]


cdef inline void paid(
    Chain* chain, Py_ssize_t l, const Rules* rules, double x, bint back, double w, bint same
) noexcept nogil:
    """Set what lane l is paid. `back`: the bust is that of the slope. `same`: so is the wipe."""
    chain.x[l] = x
    chain.wiped[l] = 0.0 if same else rules.wipe * (w - x)
    chain.past[l] = 0.0 if back else 1.0
    chain.leaves[l] = 0.0 if same else rules.wipe if back else rules.wipe + rules.bust


cdef inline void blank(Chain* chain, Py_ssize_t l) noexcept nogil:
    chain.x[l] = chain.wiped[l] = chain.leaves[l] = 0.0
    chain.past[l] = 1.0


cdef inline void pay(
    const Rules* rules, const Strategy* strategy, Chain* chain, Py_ssize_t low, Py_ssize_t high,
    const double* bust,
) noexcept nogil:
    cdef Py_ssize_t l, own, opp
    cdef bint back
    cdef lanes zero = all_lanes(0.0)
    if rules.bare:
        store(chain.x, load(bust + chain.opp))
        store(chain.wiped, zero)
        store(chain.leaves, zero)
        store(chain.past, zero)
        return
    for l in range(LANES):
        if not low <= l < high:
            blank(chain, l)
            continue
        own, opp = chain.first - l, chain.opp + l
        back = coupled(rules, own)
        paid(chain, l, rules, bust[opp], back, 1.0 - strategy.column[opp], back and own == 0)


cdef inline void put(
    double* row, lanes e0, lanes r0, lanes e1, lanes r1, bint slope
) noexcept nogil:
    """Write both chains' e and r of one score."""
    store(row, e0)
    store(row + 2 * LANES, e1)
    if slope:
        store(row + LANES, r0)
        store(row + 3 * LANES, r1)


cdef inline void past_the_goal(const Rules* rules, Chain* chains, bint slope) noexcept nogil:
    """Fill the rows from the goal on: won, or bust where an exact race is overshot."""
    cdef Py_ssize_t s
    cdef double* row = rules.cells + rules.goal * ALL
    cdef lanes one = all_lanes(1.0)
    cdef lanes zero = all_lanes(0.0)
    cdef lanes e0 = subtract(one, load(chains[0].x))
    cdef lanes e1 = subtract(one, load(chains[1].x))
    store(chains[0].near, all_lanes(ANY))
    store(chains[1].near, all_lanes(ANY))
    put(row, e0, one, e1, one, slope)
    for s in range(rules.most):
        row += ALL
        if rules.exact:
            put(row, zero, load(chains[0].past), zero, load(chains[1].past), slope)
        else:
            put(row, e0, one, e1, one, slope)


cdef inline unfolded descend(
    const Rules* rules, Chain* chains, const double* held, Py_ssize_t top,
    Py_ssize_t bottom, int what, bint arrived, bint slope, Py_ssize_t count, Py_ssize_t kinds,
    double* rolled, Py_ssize_t width,
) noexcept nogil:
    """One pass over s from top to bottom; `what`, `arrived` and `slope`, without which all r and n
    are left out, are constants to the compiler, `count` and `kinds` where they can be.

    `arrived`: some lanes' turns start at these s, and e, r and n of a roll are kept in `found`.
    For ROLLED, the payoffs go to `rolled`, (goal, width). The chains are written out one by one so
    that all stays in registers.
    """
    cdef Py_ssize_t s, d, n, begin, end
    cdef const Py_ssize_t* ahead = rules.ahead
    cdef double* row = rules.cells + top * ALL
    cdef double* found = rules.found + top * FOUND
    cdef double* noted = rules.noted + top * CHAINS * LANES
    cdef const double* h0 = held + top * rules.stride + chains[0].opp
    cdef const double* h1 = held + top * rules.stride + chains[1].opp
    cdef const double* reached
    cdef lanes x0 = load(chains[0].x)
    cdef lanes x1 = load(chains[1].x)
    cdef lanes wiped0 = load(chains[0].wiped)
    cdef lanes wiped1 = load(chains[1].wiped)
    cdef lanes leaves0 = load(chains[0].leaves)
    cdef lanes leaves1 = load(chains[1].leaves)
    cdef lanes one = all_lanes(1.0)
    cdef lanes zero = all_lanes(0.0)
    cdef lanes near0 = load(chains[0].near)
    cdef lanes near1 = load(chains[1].near)
    cdef lanes c0, q0, c1, q1, hold0, hold1, e0, r0, e1, r1, p
    r0 = r1 = one
    for s in range(top, bottom - 1, -1):
        c0, q0, c1, q1 = wiped0, leaves0, wiped1, leaves1
        begin = 0
        for d in range(kinds):
            end = count if kinds == 1 else rules.ends[d]
            reached = <const double*> (<const char*> row + ahead[begin])
            e0, e1 = load(reached), load(reached + 2 * LANES)
            if slope:
                r0, r1 = load(reached + LANES), load(reached + 3 * LANES)
            for n in range(begin + 1, end):
                reached = <const double*> (<const char*> row + ahead[n])
                e0, e1 = add(e0, load(reached)), add(e1, load(reached + 2 * LANES))
                if slope:
                    r0, r1 = add(r0, load(reached + LANES)), add(r1, load(reached + 3 * LANES))
            begin = end
            p = all_lanes(rules.chance[d])
            e0, r0, e1, r1 = times(p, e0), times(p, r0), times(p, e1), times(p, r1)
            if what == BARE and d == 0:  # 0 + x is x
                c0, q0, c1, q1 = e0, r0, e1, r1
            else:
                c0, q0, c1, q1 = add(c0, e0), add(q0, r0), add(c1, e1), add(q1, r1)
        hold0, hold1 = subtract(load(h0), x0), subtract(load(h1), x1)
        if arrived:
            store(found, c0)
            store(found + LANES, q0)
            store(found + 2 * LANES, near0)
            store(found + 3 * LANES, c1)
            store(found + 4 * LANES, q1)
            store(found + 5 * LANES, near1)
        if what == ROLLED:
            store(rolled + s * width + chains[0].opp, add(c0, x0))
            store(rolled + s * width + chains[1].opp, add(c1, x1))
        if what == NOTE:
            store(noted, where_greater(c0, hold0, one, zero))
            store(noted + LANES, where_greater(c1, hold1, one, zero))
        if what == GIVEN:
            e0 = where_greater(load(noted), zero, c0, hold0)
            e1 = where_greater(load(noted + LANES), zero, c1, hold1)
            if slope:
                r0 = where_greater(load(noted), zero, q0, one)
                r1 = where_greater(load(noted + LANES), zero, q1, one)
        else:
            e0 = greatest(c0, hold0)
            e1 = greatest(c1, hold1)
            if slope:
                r0 = where_greater(c0, hold0, q0, one)
                r1 = where_greater(c1, hold1, q1, one)
        if what <= BEST and slope:
            near0 = least(near0, subtract(e0, least(c0, hold0)))
            near1 = least(near1, subtract(e1, least(c1, hold1)))
        put(row, e0, r0, e1, r1, slope)
        row -= ALL
        found -= FOUND
        noted -= CHAINS * LANES
        h0 -= rules.stride
        h1 -= rules.stride
    store(chains[0].near, near0)
    store(chains[1].near, near1)


cdef inline void collect(
    const Rules* rules, const Chain* chains, double* excess, double* leave, double* steady,
    bint slope,
) noexcept nogil:
    """Read each turn's e off `found` at the score where it starts, with `slope` its r and n, too."""
    cdef Py_ssize_t k, l
    cdef const double* at
    for k in range(CHAINS):
        at = rules.found + chains[k].first * FOUND + 3 * k * LANES
        for l in range(max(chains[k].first - rules.goal + 1, 0), min(LANES, chains[k].first + 1)):
            excess[chains[k].opp + l] = at[l * (1 - FOUND)]
            if slope:
                leave[chains[k].opp + l] = at[l * (1 - FOUND) + LANES]
                steady[chains[k].opp + l] = at[l * (1 - FOUND) + 2 * LANES]


cdef inline Py_ssize_t highest(const Chain* chains) noexcept nogil:
    """The largest own score."""
    cdef Py_ssize_t k, first = chains[0].first
    for k in range(1, CHAINS):
        first = max(first, chains[k].first)
    return first


cdef inline Py_ssize_t lowest(const Chain* chains) noexcept nogil:
    """The smallest own score."""
    cdef Py_ssize_t k, first = chains[0].first
    for k in range(1, CHAINS):
        first = min(first, chains[k].first)
    return max(first - LANES + 1, 0)


cdef inline unfolded best_of(
    const Rules* rules, Chain* chains, const double* held, int what, bint slope,
    Py_ssize_t count, Py_ssize_t kinds,
) noexcept nogil:
    cdef Py_ssize_t first = min(highest(chains), rules.goal - 1)
    descend(
        rules, chains, held, rules.goal - 1, first + 1, what, False, slope, count, kinds, NULL, 0
    )
    descend(rules, chains, held, first, lowest(chains), what, True, slope, count, kinds, NULL, 0)


cdef void best(const Rules* rules, Chain* chains, const double* held, bint slope) noexcept nogil:
    past_the_goal(rules, chains, slope)
    if not slope:
        best_of(rules, chains, held, BEST, False, rules.count, rules.kinds)
    elif rules.bare and rules.count == DIE and rules.kinds == 1:
        best_of(rules, chains, held, BARE, True, DIE, 1)
    elif rules.bare:
        best_of(rules, chains, held, BARE, True, rules.count, rules.kinds)
    else:
        best_of(rules, chains, held, BEST, True, rules.count, rules.kinds)


cdef void given(
    const Rules* rules, Chain* chains, const double* held, Py_ssize_t top
) noexcept nogil:
    """The decisions noted, from s = top down: what lies above is not rolled to, or past the goal."""
    past_the_goal(rules, chains, True)
    descend(
        rules, chains, held, top, lowest(chains), GIVEN, True, True, rules.count, rules.kinds, NULL,
        0,
    )


cdef void imply(
    const Rules* rules, const Chain* chains, const double* held
) noexcept nogil:
    """Note the decisions that are best where banking pays `held`."""
    cdef Chain[CHAINS] other
    cdef Py_ssize_t k, l, own, opp
    for k in range(CHAINS):
        other[k].first, other[k].opp = chains[k].first, chains[k].opp
        for l in range(LANES):
            own, opp = chains[k].first - l, chains[k].opp + l
            blank(&other[k], l)
            if 0 <= own < rules.goal:
                paid(
                    &other[k], l, rules, held[rules.landing[own] * rules.stride + opp],
                    coupled(rules, own), held[opp], coupled(rules, own) and own == 0,
                )
    past_the_goal(rules, other, False)
    descend(
        rules, other, held, rules.goal - 1, lowest(chains), NOTE, False, False, rules.count,
        rules.kinds, NULL, 0,
    )


cdef void look_up(
    const Rules* rules, const Chain* chains, const unsigned char* table
) noexcept nogil:
    """Note the decisions of a table."""
    cdef Py_ssize_t goal = rules.goal
    cdef Py_ssize_t s, k, l, own, opp
    for s in range(lowest(chains), goal):
        for k in range(CHAINS):
            for l in range(LANES):
                own, opp = chains[k].first - l, chains[k].opp + l
                rules.noted[(s * CHAINS + k) * LANES + l] = \
                    0 <= own <= s and opp < goal and table[(own * goal + s) * goal + opp]


cdef Py_ssize_t limit(
    const Rules* rules, const Chain* chains, const Py_ssize_t* limits
) noexcept nogil:
    """Note the decisions of who holds from a turn total on; the largest s that he rolls to.

    At turn total 0 one must roll. The rows above that s are left as the turn before left them:
    no lane that rolls reads them.
    """
    cdef double[CHAINS * MOST_LANES] ends  # the s that each lane holds from
    cdef Py_ssize_t goal = rules.goal
    cdef Py_ssize_t s, k, l, own, opp, end, top = 0
    cdef lanes one = all_lanes(1.0)
    cdef lanes zero = all_lanes(0.0)
    for k in range(CHAINS):
        for l in range(LANES):
            own, opp = chains[k].first - l, chains[k].opp + l
            end = 0
            if 0 <= own < goal and opp < goal:
                end = own + min(max(limits[own * goal + opp], 1), goal - own)
            ends[k * MOST_LANES + l] = end
            top = max(top, end)
    top = min(top - 1 + rules.most, goal - 1)
    for s in range(lowest(chains), top + 1):
        for k in range(CHAINS):
            store(
                rules.noted + (s * CHAINS + k) * LANES,
                where_greater(load(ends + k * MOST_LANES), all_lanes(s), one, zero),
            )
    return top


cdef void turn(
    const Rules* rules, const Strategy* strategy, Chain* chains, double* excess,
    double* leave, double* steady, bint slope,
) noexcept nogil:
    """The excess of every lane's turn start, at its opp; with `slope` its leave and steady, too."""
    cdef Py_ssize_t top = rules.goal - 1
    if strategy.kind == MAXIMISE:
        best(rules, chains, strategy.held, slope)
    else:
        if strategy.kind == TABLE:
            look_up(rules, chains, strategy.table)
        elif strategy.kind == LIMITS:
            top = limit(rules, chains, strategy.limits)
        else:
            imply(rules, chains, strategy.implied)
        given(rules, chains, strategy.held, top)
    collect(rules, chains, excess, leave, steady, slope)


cdef void roll_payoffs(
    const Rules* rules, Chain* chains, const double* held, double* rolled, Py_ssize_t width
) noexcept nogil:
    """c(s) of every s from own up in `rolled`, one row a score, for lanes that share own."""
    past_the_goal(rules, chains, False)
    descend(
        rules, chains, held, rules.goal - 1, chains[0].first, ROLLED, False, False,
        rules.count, rules.kinds, rolled, width,
    )
