# The turn of Farkle: what happens between two banks. The recursion stands in farkle.pyx.

cdef enum:
    CHAINS = 1  # sets of choices do not wait for each other: one turn fills the time
    CELL = 2 * LANES  # doubles to a score and a number of dice: e, then r

cdef struct Rules:
    Py_ssize_t goal
    Py_ssize_t rolled          # from this score on one banks
    Py_ssize_t height          # scores that a turn can come to
    Py_ssize_t most            # the largest gain
    Py_ssize_t dice            # there are
    bint must_roll             # hot dice
    bint bars                  # somebody may not bank a unit
    const Py_ssize_t* least    # (goal,): the fewest units that one may bank
    const double* chances      # per set
    const Py_ssize_t* first    # per set, its first choice
    const Py_ssize_t* ahead    # per choice, the bytes from score s on to the cell it leads to
    const Py_ssize_t* sets     # per number of dice, the first set of it; one more at the end
    Py_ssize_t row             # doubles of `cells` to a score
    double* cells              # (height, dice + 1, 2, LANES): e and r with so many dice in hand
    double* found              # (goal, 2, LANES): e and r of throwing all dice
    Py_ssize_t stride          # of the arrays of payoffs of banking
    Py_ssize_t worked          # steps since Ctrl-C was last looked for

cdef struct Strategy:
    const double* held         # (height, stride): payoffs of banking s against opp

cdef struct Chain:
    # LANES turns, lane l against opp + l with own = first - l (own = first for payoffs).
    Py_ssize_t first
    Py_ssize_t opp
    double[MOST_LANES] x       # the bust payoff
    double[MOST_LANES] banks   # the score from which on one may bank


cdef inline bint coupled(const Rules* rules, Py_ssize_t own) noexcept nogil:
    return True  # a bust always leads back into the pair


cdef inline bint settled(
    const Rules* rules, Py_ssize_t own, Py_ssize_t opp, double* value
) noexcept nogil:
    return False


cdef inline double known_bust(
    const Rules* rules, const Strategy* strategy, Py_ssize_t own, Py_ssize_t opp
) noexcept nogil:
    return 0.0


cdef inline void set_lane(
    const Rules* rules, Chain* chain, Py_ssize_t l, Py_ssize_t own, double x
) noexcept nogil:
    chain.x[l] = x
    chain.banks[l] = min(own + rules.least[own], rules.goal)


cdef inline void blank(Chain* chain, Py_ssize_t l) noexcept nogil:
    chain.x[l] = chain.banks[l] = 0.0


cdef inline void pay(
    const Rules* rules, const Strategy* strategy, Chain* chain, Py_ssize_t low, Py_ssize_t high,
    const double* bust,
) noexcept nogil:
    cdef Py_ssize_t l
    for l in range(LANES):
        if low <= l < high:
            set_lane(rules, chain, l, chain.first - l, bust[chain.opp + l])
        else:
            blank(chain, l)


cdef inline Py_ssize_t lowest(const Chain* chain) noexcept nogil:
    """The smallest own score."""
    return max(chain.first - LANES + 1, 0)


cdef void descend(
    const Rules* rules, const Chain* chain, const double* held, Py_ssize_t bottom, bint payoffs,
    double* out, Py_ssize_t width,
) noexcept nogil:
    """One pass over s down to `bottom`; e and r of throwing all dice are kept in `found`.

    With `payoffs`, which is a constant to the compiler, c(s,n) goes to `out`, (rolled, dice, width),
    and r is left out.
    """
    cdef Py_ssize_t s, n, k, m
    cdef Py_ssize_t all_dice = rules.dice
    cdef double* row = rules.cells + (rules.height - 1) * rules.row
    cdef double* found = rules.found
    cdef const double* h = held + (rules.height - 1) * rules.stride + chain.opp
    cdef const double* cell
    cdef lanes x = load(chain.x)
    cdef lanes banks = load(chain.banks)
    cdef lanes one = all_lanes(1.0)
    cdef lanes never = all_lanes(-4.0)
    cdef lanes hold, c, q, e, r, p, other
    for s in range(rules.height - 1, rules.rolled - 1, -1):
        hold = subtract(load(h), x)
        for n in range(all_dice + 1):
            store(row + n * CELL, hold)
            store(row + n * CELL + LANES, one)
        row -= rules.row
        h -= rules.stride
    for s in range(rules.rolled - 1, bottom - 1, -1):
        hold = subtract(load(h), x)
        if rules.bars and s < rules.goal:
            hold = where_greater(banks, all_lanes(<double> s), never, hold)
        c = q = all_lanes(0.0)
        for n in range(1, all_dice + 1):
            c = q = all_lanes(0.0)
            for k in range(rules.sets[n], rules.sets[n + 1]):
                cell = <const double*> (<const char*> row + rules.ahead[rules.first[k]])
                e = load(cell)
                if not payoffs:
                    r = load(cell + LANES)
                for m in range(rules.first[k] + 1, rules.first[k + 1]):
                    cell = <const double*> (<const char*> row + rules.ahead[m])
                    other = load(cell)
                    if not payoffs:
                        r = where_greater(other, e, load(cell + LANES), r)
                    e = greatest(other, e)
                p = all_lanes(rules.chances[k])
                c = add(c, times(p, e))
                if not payoffs:
                    q = add(q, times(p, r))
            store(row + n * CELL, greatest(c, hold))
            if payoffs:
                store(out + (s * all_dice + n - 1) * width + chain.opp, add(c, x))
            else:
                store(row + n * CELL + LANES, where_greater(c, hold, q, one))
        if rules.must_roll:
            store(row, c)
            store(row + LANES, q)
        else:
            store(row, load(row + all_dice * CELL))
            store(row + LANES, load(row + all_dice * CELL + LANES))
        if s <= chain.first and s < rules.goal:
            store(found + s * CELL, c)
            store(found + s * CELL + LANES, q)
        row -= rules.row
        h -= rules.stride


cdef inline void collect(
    const Rules* rules, const Chain* chain, double* excess, double* leave
) noexcept nogil:
    """Read each turn's e and r off `found` at the score where it starts."""
    cdef Py_ssize_t l
    cdef const double* at
    for l in range(max(chain.first - rules.goal + 1, 0), min(LANES, chain.first + 1)):
        at = rules.found + (chain.first - l) * CELL + l
        excess[chain.opp + l] = at[0]
        leave[chain.opp + l] = at[LANES]


cdef void turn(
    const Rules* rules, const Strategy* strategy, const Chain* chains, double* excess,
    double* leave, double* steady, bint slope,
) noexcept nogil:
    """The excess and the leave of every lane's turn start, at its opp; nothing is said of steady."""
    descend(rules, chains, strategy.held, lowest(chains), False, NULL, 0)
    collect(rules, chains, excess, leave)
