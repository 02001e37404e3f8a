# One pass over the cells of a turn of many modes, from the most points down, for as many turns as a
# register is wide. The recursion stands in turns.pyx.

cdef enum:
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
    bint capped                # nothing is worth more than 1, as chances of winning are not
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
    const Py_ssize_t* first    # per set, where its options begin in `ahead`; one more at the end
    const Py_ssize_t* ahead    # per option, the bytes from the cell (t, 0 of no mode) to its cell;
                               # of each set that of the largest gain first, and once more where
                               # their number is even: two are looked at at a time
    const Py_ssize_t* largest  # per set, that gain
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
    double* won                # (LANES,): the excess of having won, where one does
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


cdef bint bank(
    const Rules* rules, const Chain* chain, const double* held, Py_ssize_t end
) noexcept nogil:
    """The excess of banking 0, 1, … points but for `end`, each lane's by its own score, in `paid`.

    Past the goal of an exact race it is that of a bust. True if who has the score from which one
    banks whatever the mode has won, in all lanes: nothing is better.
    """
    cdef Py_ssize_t l, t, known
    cdef bint won, all_won = True
    cdef const double* h
    cdef double* paid
    for l in range(LANES):
        h = held + chain.own[l] * rules.stride + chain.opp + l
        paid = rules.paid + l
        known = min(end, rules.height - chain.own[l])
        for t in range(1, known):
            paid[t * LANES] = h[t * rules.stride] - chain.x[l]
        won = rules.capped and not rules.exact
        for t in range(min(rules.rolled - chain.own[l], known - 1), known):
            won = won and h[t * rules.stride] == 1.0
        rules.won[l] = 1.0 - chain.x[l] if won else INFINITY
        all_won = all_won and won
        for t in range(known, end):
            paid[t * LANES] = chain.busted[l] if rules.exact \
                else h[(known - 1) * rules.stride] - chain.x[l]
        paid[0] = 0.0
    return all_won


cdef inline lanes leave_at(const Rules* rules, const Chain* chain, Py_ssize_t t) noexcept nogil:
    """The r of banking t points."""
    if t == 0:
        return all_lanes(0.0)
    if rules.exact:
        return where_greater(all_lanes(t), load(chain.past), load(chain.busts), all_lanes(1.0))
    return all_lanes(1.0)


cdef inline unfolded rows(
    Rules* rules, const Chain* chain, Py_ssize_t t, Py_ssize_t wins, bint slope, bint edge,
    double* out, Py_ssize_t width,
) noexcept nogil:
    """All cells of t points. `slope`, without which r is left out, and `edge`, where some lanes have
    won or bank whatever their mode, are constants to the compiler.

    Who gains `wins` has won in all lanes: whatever else a set offers is no better. What throwing
    pays goes to `out`, (cells, width), unless it is NULL.
    """
    cdef Py_ssize_t n, m, k, d, end
    cdef double* row = rules.cells + t * rules.step
    cdef double* cell
    cdef const double* reached
    cdef const double* further
    cdef const Py_ssize_t* ahead = rules.ahead
    cdef lanes points = all_lanes(<double> t)
    cdef lanes one = all_lanes(1.0)
    cdef lanes won = load(rules.won)
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
        k, end = rules.sets[m], rules.sets[m + 1]
        while k < end and rules.largest[k] >= wins:
            p = all_lanes(rules.chances[k])
            c = add(c, times(p, won))
            if slope:
                q = add(q, p)
            k += 1
        for k in range(k, end):
            reached = <const double*> (<const char*> row + ahead[rules.first[k]])
            e = load(reached)
            if slope:
                r = load(reached + LANES)
            for d in range(rules.first[k] + 1, rules.first[k + 1], 2):
                reached = <const double*> (<const char*> row + ahead[d])
                further = <const double*> (<const char*> row + ahead[d + 1])
                other = load(reached)
                if slope:
                    r = where_greater(other, e, load(reached + LANES), r)
                e = greatest(e, other)
                other = load(further)
                if slope:
                    r = where_greater(other, e, load(further + LANES), r)
                e = greatest(e, other)
            p = all_lanes(rules.chances[k])
            c = add(c, times(p, e))
            if slope:
                q = add(q, times(p, r))
        c = least(c, won)  # not better by roundings than what need not be looked at then
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
    cdef Py_ssize_t l, m, t, low = chain.own[0], high = chain.own[0]
    cdef Py_ssize_t top, edge, wins
    cdef double* cell
    for l in range(1, LANES):
        low, high = min(low, chain.own[l]), max(high, chain.own[l])
    top, edge = rules.rolled - low, rules.rolled - high  # from there on all bank, or some
    wins = top if bank(rules, chain, held, top + rules.most) else top + rules.most
    for m in range(rules.modes):
        for t in range(max(top, rules.low[m]), min(top - 1 + rules.into[m], rules.high[m]) + 1):
            cell = rules.cells + rules.base[m] + t * rules.step
            store(cell, load(rules.paid + t * LANES))
            store(cell + LANES, leave_at(rules, chain, t))
    for t in range(top - 1, -1, -1):
        if slope and t < edge:
            rows(rules, chain, t, wins - t, True, False, out, width)
        elif slope:
            rows(rules, chain, t, wins - t, True, True, out, width)
        else:
            rows(rules, chain, t, wins - t, False, True, out, width)
        rules.worked += rules.weight * (rules.when[t + 1] - rules.when[t])
        look(rules)
    return 0


cdef int turn(
    Rules* rules, const Strategy* strategy, const Chain* chain, double* excess, double* leave,
    double* steady, bint slope,
) except -1 nogil:
    """The excess of every lane's turn start, at its opp; with `slope` its leave, too, unless the pair
    can do with the one before. Nothing is said of steady."""
    cdef Py_ssize_t l
    cdef const double* active = strategy.active + chain.opp
    cdef bint any = False
    for l in range(chain.low, chain.high):
        any = any or active[l] == 1.0
    descend(rules, chain, strategy.held, slope and any, NULL, 0)
    for l in range(chain.low, chain.high):
        if active[l] > 0.0:  # what is kept must not depend on the width
            excess[chain.opp + l] = rules.found[l]
            if slope and active[l] == 1.0:
                leave[chain.opp + l] = rules.found[LANES + l]
    return 0
