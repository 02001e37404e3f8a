# One pass over the scores that a turn of a race may reach, from the goal down, for as many turns as
# a register is wide. The recursion stands in race.pyx.

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

cdef enum:
    # How the gains share their chances; of the common rolls the compiler knows how many there are.
    OTHERWISE
    DIE       # five gains of one chance

cdef double TIED = 1e-13  # a roll that is better by no more than this, and by no more than
cdef double ALIKE = 1e-6  # this share of what holding pays, is a tie, which is held
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
    bint stays                # all busts lead back
    bint bare                 # no wipes and all busts lead back: a roll's sums begin with 0
    const Py_ssize_t* ahead   # per gain, gains of one chance together: bytes from row s to s + g
    int pattern               # DIE or OTHERWISE
    Py_ssize_t kinds          # of different chances
    const double* chance      # per kind
    const Py_ssize_t* ends    # per kind, where its gains end in `ahead`
    const double* depths      # (goal + most,): goal + most, …, 2, 1 as doubles, of the scores 0, 1, …
    double* runs              # (goal + most,): P(the goal is reached by rolling on), by score
    double* cells             # (goal + most + 1, 2, LANES): e and r
    double* found             # (goal, 4, LANES): e and r of a roll, n and `wall` above
    double* noted             # (goal, LANES): 1 where one rolls, 0 where one holds
    Py_ssize_t stride         # of the arrays of payoffs of banking
    Py_ssize_t worked         # steps since Ctrl-C was last looked for

ctypedef double* doubles

cdef struct Strategy:
    int kind
    const double* held           # (goal + 1, stride): payoffs of banking s against opp
    const double* column         # (stride,): V(opp, 0, 0) of the opponent, as wipes are paid by it
    const unsigned char* table   # (goal, goal, goal): whether one rolls at [own, s, opp]
    const double* implied        # (goal + 1, stride): held, where the others' turn starts hold
    const Py_ssize_t* limits     # (goal, columns): the least turn total held at, at [own, opp]
    Py_ssize_t columns           # goal, or 1: the same against all
    # Who maximizes, by opp, at even and at odd totals: a bust payoff, and the score from which on he
    # then holds at so many that no throw leads past them; or -1.
    doubles[2] asked
    doubles[2] wall
    const double* bust           # by opp: the bust payoffs of the total
    const double* active         # by opp: 0 once the pair is done, of which nothing is read then

cdef struct Chain:
    # LANES turns, lane l against opp + l with own = first - l.
    Py_ssize_t first
    Py_ssize_t opp
    double[MOST_LANES] x        # the bust payoff
    double[MOST_LANES] wiped    # p_wipe (w - x)
    double[MOST_LANES] leaves   # what a throw that ends the turn adds to r
    double[MOST_LANES] past     # r past the goal of an exact race
    double[MOST_LANES] near     # n so far
    # Depths: by how much a score lies below goal + most. The largest so far of a score that is
    double[MOST_LANES] rolled   # rolled at,
    double[MOST_LANES] wall     # and of one from which on so many are held that no throw leads past

cdef enum:
    ALL = 2 * LANES    # doubles of `cells` to a score
    FOUND = 4 * LANES  # doubles of `found` to a score


cdef inline bint coupled(const Rules* rules, Py_ssize_t own) noexcept nogil:
    """Whether a bust leaves the mover where he is, so that the pair's two values need each other."""
    return rules.landing[own] == own


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
    cdef lanes x, w
    if rules.stays:  # as below, all lanes at once; what is harmless there is so here
        x = load(bust + chain.opp)
        w = subtract(all_lanes(1.0), load(strategy.column + chain.opp))
        store(chain.x, x)
        store(chain.wiped, zero if rules.bare else times(all_lanes(rules.wipe), subtract(w, x)))
        store(chain.leaves, all_lanes(rules.wipe))
        store(chain.past, zero)
        if chain.first < LANES:  # the lane of who has nothing banked
            chain.wiped[chain.first] = chain.leaves[chain.first] = 0.0
        return
    for l in range(LANES):
        if not low <= l < high:
            blank(chain, l)
            continue
        own, opp = chain.first - l, chain.opp + l
        back = coupled(rules, own)
        paid(chain, l, rules, bust[opp], back, 1.0 - strategy.column[opp], back and own == 0)


cdef inline void put(double* row, lanes e, lanes r, bint slope) noexcept nogil:
    """Write e and r of one score."""
    store(row, e)
    if slope:
        store(row + LANES, r)


cdef inline void held_above(
    const Rules* rules, Chain* chain, const double* held, Py_ssize_t top, bint slope
) noexcept nogil:
    """Fill the rows above `top` that a throw leads to: held; won; or past the goal of an exact race."""
    cdef Py_ssize_t s
    cdef double* row = rules.cells + top * ALL
    cdef lanes one = all_lanes(1.0)
    cdef lanes zero = all_lanes(0.0)
    cdef lanes x = load(chain.x)
    cdef Py_ssize_t end = top + rules.most + 1
    for s in range(top + 1, min(end, rules.goal)):
        row += ALL
        put(row, subtract(load(held + s * rules.stride + chain.opp), x), one, slope)
    for s in range(max(top + 1, rules.goal), end):
        row += ALL
        if rules.exact and s > rules.goal:
            put(row, zero, load(chain.past), slope)
        else:
            put(row, subtract(one, x), one, slope)
    store(chain.near, all_lanes(ANY))
    store(chain.rolled, all_lanes(rules.goal - top - 1))
    store(chain.wall, all_lanes(rules.goal + rules.most - top - 1))


cdef inline lanes of_a_die(const lanes* p, const double* row) noexcept nogil:
    """What the gains 2, 3, … 6 of one chance lead to."""
    cdef lanes more = add(load(row + 6 * ALL), load(row + 5 * ALL))
    more = add(add(add(more, load(row + 4 * ALL)), load(row + 3 * ALL)), load(row + 2 * ALL))
    return times(p[0], more)


cdef inline unfolded descend(
    const Rules* rules, Chain* chain, const double* held, Py_ssize_t top,
    Py_ssize_t bottom, int what, bint arrived, bint slope, int pattern,
) noexcept nogil:
    """One pass over s from top to bottom; `what`, `arrived` and `slope`, without which all r and n
    are left out, are constants to the compiler, and `pattern` where the time goes.

    `arrived`: some lanes' turns start at these s, and e, r and n of a roll are kept in `found`.
    """
    cdef Py_ssize_t s, d, n, begin, end
    cdef const Py_ssize_t* ahead = rules.ahead
    cdef double* row = rules.cells + top * ALL
    cdef double* found = rules.found + top * FOUND
    cdef double* noted = rules.noted + top * LANES
    cdef const double* h = held + top * rules.stride + chain.opp
    cdef const double* reached
    cdef lanes x = load(chain.x)
    cdef lanes wiped = load(chain.wiped)
    cdef lanes leaves = load(chain.leaves)
    cdef lanes tie
    cdef lanes near = load(chain.near)
    cdef lanes at_roll = load(chain.rolled)
    cdef lanes wall = load(chain.wall)
    cdef lanes one = all_lanes(1.0)
    cdef lanes zero = all_lanes(0.0)
    cdef lanes c, q, hold, e, r, p, depth
    cdef lanes[1] chances
    e, r = load(row + ALL), load(row + ALL + LANES)
    chances[0] = all_lanes(rules.chance[0] if pattern == DIE else 0.0)
    for s in range(top, bottom - 1, -1):
        if pattern == DIE:
            c = of_a_die(chances, row)
            if what != BARE:  # 0 + x is x
                c = add(wiped, c)
            if slope:
                q = of_a_die(chances, row + LANES)
        else:
            c, q = wiped, leaves
            begin = 0
            for d in range(rules.kinds):
                end = rules.ends[d]
                reached = <const double*> (<const char*> row + ahead[begin])
                e = load(reached)
                if slope:
                    r = load(reached + LANES)
                for n in range(begin + 1, end):
                    reached = <const double*> (<const char*> row + ahead[n])
                    e = add(e, load(reached))
                    if slope:
                        r = add(r, load(reached + LANES))
                begin = end
                p = all_lanes(rules.chance[d])
                e, r = times(p, e), times(p, r)
                if what == BARE and d == 0:
                    c, q = e, r
                else:
                    c, q = add(c, e), add(q, r)
        hold = subtract(load(h), x)
        if arrived:
            store(found, c)
            store(found + LANES, q)
            store(found + 2 * LANES, near)
            if what <= BEST or what == NOTE:
                store(found + 3 * LANES, wall)
        if what == NOTE:
            tie = add(hold, least(all_lanes(TIED), times(all_lanes(ALIKE), add(hold, x))))
            depth = all_lanes(rules.depths[s])
            store(noted, where_greater(c, tie, one, zero))
            at_roll = greatest(at_roll, where_greater(c, tie, depth, zero))
            wall = greatest(wall, where_greater(
                all_lanes(rules.depths[s + rules.most - 1]), at_roll, depth, zero
            ))
        if what == GIVEN:
            e = where_greater(load(noted), zero, c, hold)
            r = where_greater(load(noted), zero, q, one)
        else:
            e = greatest(c, hold)
            if slope:
                r = where_greater(c, hold, q, one)
        if what <= BEST and slope:
            near = least(near, subtract(e, least(c, hold)))
        if what <= BEST:
            depth = all_lanes(rules.depths[s])
            at_roll = greatest(at_roll, where_greater(c, hold, depth, zero))
            wall = greatest(wall, where_greater(
                all_lanes(rules.depths[s + rules.most - 1]), at_roll, depth, zero
            ))
        put(row, e, r, slope)
        row -= ALL
        found -= FOUND
        noted -= LANES
        h -= rules.stride
    store(chain.near, near)
    store(chain.rolled, at_roll)
    store(chain.wall, wall)
