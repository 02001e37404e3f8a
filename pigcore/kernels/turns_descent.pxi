# One pass over the cells of a turn of many modes, from the most points down, for as many turns as a
# register is wide. The recursion stands in turns.pyx.

cdef enum:
    CHAINS = 1  # outcomes do not wait for each other: one register of turns fills the time
    CELL = 2 * LANES  # doubles of a cell: e, then r

cdef enum:
    # What becomes of a score, for `dead`.
    DEAD = 1   # nothing leads from it to the goal
    SURE = 2   # who has it need not risk it, and wins against a dead opponent

cdef double NEVER = -4.0  # the excess of what is forbidden: less than any other

cdef struct Rules:
    Py_ssize_t goal
    Py_ssize_t rolled          # from this score on one banks
    Py_ssize_t height          # rows of `held`
    Py_ssize_t most            # the largest gain
    Py_ssize_t modes
    bint exact
    bint idle                  # one may bank 0 points after a throw
    bint ends                  # throws wipe, or some busts do not lead back
    Py_ssize_t bars            # below so many points somebody may not bank
    const Py_ssize_t* landing
    const Py_ssize_t* least
    const unsigned char* dead  # what becomes of each score
    const unsigned char* may   # per mode
    const double* thrown       # per mode, the chances to bust and to wipe
    const Py_ssize_t* sets     # per mode, its first set; one more at the end
    const double* chances      # per set
    const Py_ssize_t* first    # per set, its first option; one more at the end
    const Py_ssize_t* ahead    # per option, the bytes from the cell (t, 0 of no mode) to its cell
    const Py_ssize_t* when     # per t, where its cells begin in `who`; one more at the end
    const int* who             # per cell, its mode; of one t in the order in which they are found
    const Py_ssize_t* low      # per mode, the fewest points that lead to it
    const Py_ssize_t* high     # and the most
    const Py_ssize_t* into     # and the largest gain that does
    const Py_ssize_t* base     # the doubles from `cells` to where its cell of no points would be
    Py_ssize_t step            # the doubles from a mode's cell of t points to that of t + 1
    Py_ssize_t weight          # options of a mode, on average
    double* cells              # (low … high of every mode, 2, LANES): e and r
    double* paid               # (rolled + most, LANES): the excess of banking t points
    double* found              # (2, LANES): e and r of the turn
    Py_ssize_t stride          # of the arrays of payoffs of banking
    Py_ssize_t worked          # steps since Ctrl-C was last looked for

cdef struct Strategy:
    const double* held         # (height, stride): payoffs of banking s against opp
    const double* column       # (stride,): V(opp, 0) of the opponent, as wipes are paid by it
    const double* active       # by opp: 0 once the pair is done, of which nothing is read then

cdef struct Chain:
    # LANES turns, lane l against opp + l; with own = first - l from lane low to the one before high.
    Py_ssize_t first
    Py_ssize_t opp
    Py_ssize_t low
    Py_ssize_t high
    Py_ssize_t[MOST_LANES] own   # a score near by in the other lanes
    double[MOST_LANES] x         # what handing over with the score unchanged pays
    double[MOST_LANES] wiped     # what a wipe pays, less x
    double[MOST_LANES] wipes     # its r
    double[MOST_LANES] busted    # what a bust pays, less x
    double[MOST_LANES] busts     # its r
    double[MOST_LANES] banks     # the least points that one may bank
    double[MOST_LANES] edge      # the points from which on one banks
    double[MOST_LANES] past      # those to the goal


cdef inline bint coupled(const Rules* rules, Py_ssize_t own) noexcept nogil:
    """Whether a turn can leave the mover where he is, so that the pair's two values need each other."""
    return rules.landing[own] == own or (rules.idle and rules.least[own] == 0)


cdef inline bint settled(
    const Rules* rules, Py_ssize_t own, Py_ssize_t opp, double* value
) noexcept nogil:
    """Two dead players never finish; a dead one loses to one who is sure to win then."""
    cdef unsigned char mine = rules.dead[own], his = rules.dead[opp]
    value[0] = 0.5 if mine == his else 1.0 if his == DEAD else 0.0
    return (mine == DEAD and his != 0) or (his == DEAD and mine != 0)


cdef inline double known_bust(
    const Rules* rules, const Strategy* strategy, Py_ssize_t own, Py_ssize_t opp
) noexcept nogil:
    return strategy.held[rules.landing[own] * rules.stride + opp]


cdef void seat(
    const Rules* rules, Chain* chain, Py_ssize_t l, Py_ssize_t own, double x, double bust,
    double wipe,
) noexcept nogil:
    """Set lane l to a turn of who has own, and what it pays to hand over, to bust and to wipe."""
    cdef bint same = coupled(rules, own) and own == 0  # a wipe hands over
    chain.own[l], chain.x[l] = own, x
    chain.wiped[l], chain.wipes[l] = 0.0 if same else wipe - x, 0.0 if same else 1.0
    if rules.landing[own] == own:
        chain.busted[l] = chain.busts[l] = 0.0
    else:
        chain.busted[l], chain.busts[l] = bust - x, 1.0
    chain.past[l], chain.edge[l] = rules.goal - own, rules.rolled - own
    chain.banks[l] = min(rules.least[own], rules.goal - own)


cdef inline void pay(
    const Rules* rules, const Strategy* strategy, Chain* chain, Py_ssize_t low, Py_ssize_t high,
    const double* bust,
) noexcept nogil:
    cdef Py_ssize_t l, own, opp
    chain.low, chain.high = low, high
    for l in range(LANES):
        if low <= l < high:
            own, opp = chain.first - l, chain.opp + l
            seat(
                rules, chain, l, own, bust[opp], known_bust(rules, strategy, own, opp)
                if rules.landing[own] != own else bust[opp], 1.0 - strategy.column[opp],
            )
        else:
            own = chain.first - (low if l < low else high - 1)
            seat(rules, chain, l, own, 0.0, 0.0, 0.0)


cdef int look(Rules* rules) except -1 nogil:
    """Look for Ctrl-C now and then."""
    if rules.worked > 1_000_000:
        rules.worked = 0
        with gil:
            PyErr_CheckSignals()
    return 0


cdef void bank(
    const Rules* rules, const Chain* chain, const double* held, Py_ssize_t end
) noexcept nogil:
    """The excess of banking 0, 1, … points but for `end`, each lane's by its own score, in `paid`.

    Past the goal of an exact race it is that of a bust.
    """
    cdef Py_ssize_t l, t, known
    cdef const double* h
    cdef double* paid
    for l in range(LANES):
        h = held + chain.own[l] * rules.stride + chain.opp + l
        paid = rules.paid + l
        known = min(end, rules.height - chain.own[l])
        for t in range(1, known):
            paid[t * LANES] = h[t * rules.stride] - chain.x[l]
        for t in range(known, end):
            paid[t * LANES] = chain.busted[l] if rules.exact \
                else h[(known - 1) * rules.stride] - chain.x[l]
        paid[0] = 0.0


cdef inline lanes leave_at(const Rules* rules, const Chain* chain, Py_ssize_t t) noexcept nogil:
    """The r of banking t points."""
    if t == 0:
        return all_lanes(0.0)
    if rules.exact:
        return where_greater(all_lanes(t), load(chain.past), load(chain.busts), all_lanes(1.0))
    return all_lanes(1.0)


cdef inline unfolded rows(
    Rules* rules, const Chain* chain, Py_ssize_t t, bint slope, bint edge, double* out,
    Py_ssize_t width,
) noexcept nogil:
    """All cells of t points. `slope`, without which r is left out, and `edge`, where some lanes have
    won or bank whatever their mode, are constants to the compiler.

    What throwing pays goes to `out`, (cells, width), unless it is NULL.
    """
    cdef Py_ssize_t n, m, k, d
    cdef double* row = rules.cells + t * rules.step
    cdef double* cell
    cdef const double* reached
    cdef const Py_ssize_t* ahead = rules.ahead
    cdef lanes points = all_lanes(<double> t)
    cdef lanes one = all_lanes(1.0)
    cdef lanes hold, ending, left, ending_left, c, q, e, r, p, other
    hold = ending = load(rules.paid + t * LANES)
    left = ending_left = one
    c = q = all_lanes(0.0)
    if t == 0 or edge:
        left = ending_left = leave_at(rules, chain, t)
    if t < rules.bars:
        ending = where_greater(load(chain.banks), points, load(chain.busted), hold)
        ending_left = where_greater(load(chain.banks), points, load(chain.busts), left)
        hold = where_greater(load(chain.banks), points, all_lanes(NEVER), hold)
    for n in range(rules.when[t], rules.when[t + 1]):
        m = rules.who[n]
        cell = row + rules.base[m]
        if not rules.may[m] & THROWS:
            store(cell, ending)
            store(cell + LANES, ending_left)
            continue
        c = q = all_lanes(0.0)
        if rules.ends:
            e, r = all_lanes(rules.thrown[2 * m]), all_lanes(rules.thrown[2 * m + 1])
            c = add(times(e, load(chain.busted)), times(r, load(chain.wiped)))
            q = add(times(e, load(chain.busts)), times(r, load(chain.wipes)))
        for k in range(rules.sets[m], rules.sets[m + 1]):
            reached = <const double*> (<const char*> row + ahead[rules.first[k]])
            e = load(reached)
            if slope:
                r = load(reached + LANES)
            for d in range(rules.first[k] + 1, rules.first[k + 1]):
                reached = <const double*> (<const char*> row + ahead[d])
                other = load(reached)
                if slope:
                    r = where_greater(other, e, load(reached + LANES), r)
                e = greatest(other, e)
            p = all_lanes(rules.chances[k])
            c = add(c, times(p, e))
            if slope:
                q = add(q, times(p, r))
        if out != NULL:
            store(out + n * width + chain.opp, add(c, load(chain.x)))
        e, r = c, q
        if rules.may[m] & BANKS:
            e = greatest(c, hold)
            if slope:
                r = where_greater(c, hold, q, left)
        if edge:
            e = where_greater(load(chain.edge), points, e, hold)
            if slope:
                r = where_greater(load(chain.edge), points, r, left)
        store(cell, e)
        if slope:
            store(cell + LANES, r)
    if t == 0:  # the turn's start is found last
        store(rules.found, c)
        store(rules.found + LANES, q)


cdef int descend(
    Rules* rules, const Chain* chain, const double* held, bint slope, double* out, Py_ssize_t width
) except -1 nogil:
    """All cells of LANES turns; e and r of their starts are kept in `found`."""
    cdef Py_ssize_t l, m, t, least = chain.own[0], most = chain.own[0]
    cdef Py_ssize_t top, edge
    cdef double* cell
    for l in range(1, LANES):
        least, most = min(least, chain.own[l]), max(most, chain.own[l])
    top, edge = rules.rolled - least, rules.rolled - most  # from there on all bank, or some
    bank(rules, chain, held, top + rules.most)
    for m in range(rules.modes):
        for t in range(max(top, rules.low[m]), min(top - 1 + rules.into[m], rules.high[m]) + 1):
            cell = rules.cells + rules.base[m] + t * rules.step
            store(cell, load(rules.paid + t * LANES))
            store(cell + LANES, leave_at(rules, chain, t))
    for t in range(top - 1, -1, -1):
        if slope and t < edge:
            rows(rules, chain, t, True, False, out, width)
        elif slope:
            rows(rules, chain, t, True, True, out, width)
        else:
            rows(rules, chain, t, False, True, out, width)
        rules.worked += rules.weight * (rules.when[t + 1] - rules.when[t])
        look(rules)
    return 0


cdef int turn(
    Rules* rules, const Strategy* strategy, const Chain* chain, double* excess, double* leave,
    double* steady, bint slope,
) except -1 nogil:
    """The excess of every lane's turn start, at its opp; with `slope` its leave, too. Nothing is
    said of steady."""
    cdef Py_ssize_t l
    descend(rules, chain, strategy.held, slope, NULL, 0)
    for l in range(chain.low, chain.high):
        if strategy.active[chain.opp + l] > 0.0:  # what is kept must not depend on the width
            excess[chain.opp + l] = rules.found[l]
            if slope:
                leave[chain.opp + l] = rules.found[LANES + l]
    return 0


cdef inline void judged(
    Rules* rules, const Pairs* now, const Side* p, const Side* q, Py_ssize_t m, double x, double y
) noexcept nogil:
    pass
