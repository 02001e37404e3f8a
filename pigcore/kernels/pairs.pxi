# Pairs: the turn starts of two players who take turns, from the largest total down.
#
# Mathematics
#     Who has i points banked against j wins with A(i,j) where the turn is his, the opponent, who
#     has j against i, with B(j,i) at his own. What one turn is worth to whoever takes it is a
#     convex, nondecreasing, piecewise linear function of what its bust pays, and that is one less
#     the other's value: a = f(1 - b), b = g(1 - a) are two equations in the two unknowns of a
#     pair. Everything else in them belongs to larger totals i + j, so the totals are visited
#     downward, and all pairs of one total are independent: as many as a register is wide are
#     evaluated side by side.
#
#     Each player has rules of his own, which may differ in all but the goal.
#
#     Let q be the slope of f at x, the chance that the turn ends in that bust under the decisions
#     taken at x. Where nearly every turn busts, 1 - q and f(x) - x are all that matters, and
#     subtracting would lose them; so turns tell these two themselves,
#
#         excess  e = f(x) - x        leave  r = 1 - q: the chance to end otherwise than by the bust.
#
#     With d = 1 - a - b and both turns' e and r, Newton's step is
#
#         da = (e_f - e_g + r_f (d + e_g)) / (r_f + r_g - r_f r_g),   db likewise.
#
#     It changes all decisions of both turns at once, which may cycle (it does, in exact races).
#     A pair whose step does not shrink goes on by turns instead: g is frozen as its tangent,
#     Newton finds the a with a = f(1 - b) on that line, and only then is the tangent taken anew.
#     f is convex, so the inner steps rise to their solution; the tangents lie below the convex g,
#     so the outer ones fall to theirs; there are finitely many decisions, so both end.
#
#     A step that moves no bust payoff so far that a decision changes stays on the two lines, and is
#     exact: nothing has to be evaluated to see that. So a turn also tells
#
#         steady  n: how far its bust payoff can move, either way, with all decisions the same.
#
#     First values that continue those of larger totals are so close that most pairs take one step.
#
#     Where neither turn can end but by the bust, r_f = r_g = 0, the two go on for ever, and what
#     that is worth is a convention.
#
# What the including file must define before
#     struct Rules     with goal and worked, the steps since Ctrl-C was last looked for
#     struct Strategy  how one player decides
#     struct Chain     LANES turns side by side, with the fields first, opp (lane l has own =
#                      first - l against opp + l)
#     coupled(rules, own)                      whether a bust leads back into the pair
#     pay(rules, strategy, chain, low, high, bust)   set lanes low, low + 1, … < high to be paid
#                                              bust[opp] for a bust, others to harmless numbers
#     known_bust(rules, strategy, own, opp)    the bust payoff of a turn that is not coupled
#     turn(rules, strategy, chain, excess, leave, steady)   e, r and n of a chain by opp; n is 0 before,
#                      which is always true
#
# Source: Newton's step is policy iteration (R. Howard, 1960) of one pair; the alternation is that
# of A. Hoffman and R. Karp, "On Nonterminating Stochastic Games", Management Science 12(5), 1966.

cdef double ROUNDING = 4e-15  # what steps may be by rounding errors alone

cdef enum:
    SIDE_ROWS = 7  # of double, `stride` each, that a Side needs
    PAIRS_ROWS = 4  # and that Pairs need

cdef struct Side:
    # One player's half of all pairs of one total, by the opponent's score opp; own = total - opp.
    Rules* rules
    Strategy strategy
    double* starts    # (goal, goal): the values found so far
    double* held      # (goal + 1, stride): the other player's payoffs of banking
    double* value     # the unknowns V(own, opp, 0)
    double* bust      # the bust payoffs there; below 0 or above 1 nowhere
    double* excess    # f(x) - x
    double* leave     # one less the slope of f
    double* steady    # how far the bust payoff can move and no decision change
    double* kept      # the value before
    double* active    # 0 once the pair is done

cdef struct Pairs:
    # One total: lo <= opp <= hi. A pair (m, n) has m on the first side, n = total - m on the second.
    Py_ssize_t total, lo, hi
    bint known       # nobody maximizes: one step from anywhere is exact
    double rounding  # steps below this may be nothing but rounding errors
    double never     # what going on for ever is worth to the first player
    double* size     # the step before
    double* anchor   # where the tangent of the second turn is frozen, as the first one's value,
    double* base     # its excess there,
    double* line     # and its leave; negative while both turns are free


cdef inline void side_rows(Side* side, double* rows, Py_ssize_t stride) noexcept nogil:
    side.value, side.bust, side.excess = rows, rows + stride, rows + 2 * stride
    side.leave, side.kept, side.active = rows + 3 * stride, rows + 4 * stride, rows + 5 * stride
    side.steady = rows + 6 * stride


cdef inline void pairs_rows(Pairs* now, double* rows, Py_ssize_t stride) noexcept nogil:
    now.size, now.anchor = rows, rows + stride
    now.base, now.line = rows + 2 * stride, rows + 3 * stride
    now.known = False
    now.rounding = ROUNDING


cdef bint fill(
    const Side* side, const Pairs* now, Chain* chain, Py_ssize_t start
) noexcept nogil:
    """Set a chain to the pairs from opp = start on, unless all of them are done; False if so."""
    cdef Py_ssize_t opp = max(start, now.lo)
    cdef Py_ssize_t end = min(start + LANES, now.hi + 1)
    chain.first = now.total - start
    chain.opp = start
    while opp < end:
        if side.active[opp] > 0.0:
            pay(side.rules, &side.strategy, chain, max(start, now.lo) - start, end - start, side.bust)
            return True
        opp += 1
    return False


cdef int evaluate(Side* side, const Pairs* now) except -1 nogil:
    """The excess and the leave of one side's turns, for all pairs of one total that are not done."""
    cdef Rules* rules = side.rules
    cdef Chain chain
    cdef Py_ssize_t start = now.lo - now.lo % LANES - LANES
    while start + LANES <= now.hi:
        start += LANES
        if not fill(side, now, &chain, start):
            continue
        turn(rules, &side.strategy, &chain, side.excess, side.leave, side.steady)
        rules.worked += rules.goal - chain.first + LANES
        if rules.worked > 1_000_000:
            rules.worked = 0
            with gil:
                PyErr_CheckSignals()
    return 0


cdef inline void freeze(Pairs* now, const Side* p, const Side* q, Py_ssize_t m) noexcept nogil:
    """Keep the tangent of the second player's turn."""
    now.anchor[m] = p.value[m]
    now.base[m] = q.excess[now.total - m]
    now.line[m] = q.leave[now.total - m]


cdef inline double tangent(const Pairs* now, const Side* p, Py_ssize_t m) noexcept nogil:
    """The excess on the frozen tangent at the first player's value."""
    return now.base[m] + now.line[m] * (p.value[m] - now.anchor[m])


cdef inline void move(
    Side* p, Side* q, Py_ssize_t m, Py_ssize_t n, double da, double db, bint back, bint forth
) noexcept nogil:
    cdef double a = min(max(p.value[m] + da, 0.0), 1.0)
    cdef double b = min(max(q.value[n] + db, 0.0), 1.0)
    p.value[m], q.value[n] = a, b
    if back:
        p.bust[m] = 1.0 - b
    if forth:
        q.bust[n] = 1.0 - a


cdef bint advance(
    Pairs* now, Side* p, Side* q, Py_ssize_t m, bint back, bint forth, double tolerance,
    double* worst,
) noexcept nogil:
    """Judge the evaluated point of the pair (m, n) and move it; True when it is done.

    `back` and `forth`: p's turn depends on q's value, and q's on p's. A pair that has reached the tolerance goes on
    while that still helps: the next step is the one that reaches the last bits.
    """
    cdef Py_ssize_t n = now.total - m
    cdef double e = p.excess[m]
    cdef double g = q.excess[n]
    cdef double r = p.leave[m]
    cdef double t = q.leave[n]
    cdef double d = p.bust[m] - p.value[m]
    cdef double f = d if back and forth else q.bust[n] - q.value[n]
    cdef double det = r + t - r * t
    cdef double da, db, along, size
    cdef bint stuck
    if det > 0:
        da = ((d - f) + (e - g) + r * (f + g)) / det
        db = ((f - d) + (g - e) + t * (d + e)) / det
    else:
        da, db = now.never - p.value[m], (1.0 - now.never) - q.value[n]
    size = max(fabs(da), fabs(db))
    stuck = size >= now.size[m]
    worst[0] = max(worst[0], max(fabs(d + e), fabs(f + g)))
    if stuck and (now.size[m] <= tolerance or now.size[m] <= now.rounding):
        p.value[m], q.value[n] = p.kept[m], q.kept[n]
        return True
    p.kept[m], q.kept[n] = p.value[m], q.value[n]
    now.size[m] = size
    if size <= now.rounding or (
        (not back or fabs(db) <= p.steady[m]) and (not forth or fabs(da) <= q.steady[n])
    ):
        now.size[m] = 0.0
        move(p, q, m, n, da, db, back, forth)
        return True
    if now.line[m] >= 0:
        det = r + now.line[m] - r * now.line[m]
        along = (e - tangent(now, p, m)) / det if det > 0 else 0.0
        if fabs(along) > tolerance and fabs(along) > now.rounding:
            p.value[m] += along
            q.value[n] = 1.0 - p.value[m] + tangent(now, p, m)
            move(p, q, m, n, 0.0, 0.0, back, forth)
            return False
        freeze(now, p, q, m)
    elif stuck and back and forth:
        freeze(now, p, q, m)
    move(p, q, m, n, da, db, back, forth)
    return False


cdef inline double guess(
    const double* starts, Py_ssize_t i, Py_ssize_t j, Py_ssize_t goal
) noexcept nogil:
    """V(i,j,0) continued from the totals solved before: as if differences of second order in i of
    those of second order in j vanished, or those of first order near the goal."""
    cdef double v
    cdef const double* at = starts + i * goal + j  # V(i,j,0)
    if i + 1 < goal and j + 1 < goal:
        v = at[goal] + at[1] - at[goal + 1]
        if i + 2 < goal and j + 2 < goal:
            v += (at[goal] - at[2 * goal] - at[goal + 1] + at[2 * goal + 1]) \
                + (at[1] - at[goal + 1] - at[2] + at[goal + 2]) \
                - (at[goal + 1] - at[2 * goal + 1] - at[goal + 2] + at[2 * goal + 2])
        return 0.0 if v < 0 else 1.0 if v > 1 else v
    if i + 1 < goal:
        return starts[(i + 1) * goal + j]
    return starts[i * goal + j + 1] if j + 1 < goal else 0.5


cdef Py_ssize_t begin(Side* side, Pairs* now, bint warm) noexcept nogil:
    """Set one side's unknowns of a total to their first values; how many are to be found."""
    cdef const Rules* rules = side.rules
    cdef Py_ssize_t opp, own, left = 0
    for opp in range(now.lo - now.lo % LANES, now.lo):
        side.bust[opp] = 0.0
    for opp in range(now.hi + 1, now.hi + LANES - now.hi % LANES):
        side.bust[opp] = 0.0
    for opp in range(now.lo, now.hi + 1):
        own = now.total - opp
        now.size[opp] = 0.0
        now.line[opp] = -1.0
        side.steady[opp] = 0.0
        side.value[opp] = side.starts[own * rules.goal + opp] if warm else 0.5 if now.known \
            else guess(side.starts, own, opp, rules.goal)
        side.active[opp] = 1.0
        left += 1
    return left


cdef void set_busts(Side* side, const Side* other, const Pairs* now) noexcept nogil:
    """The bust payoffs at the first values."""
    cdef Py_ssize_t opp, own
    for opp in range(now.lo, now.hi + 1):
        own = now.total - opp
        side.bust[opp] = 1.0 - other.value[own] if coupled(side.rules, own) \
            else known_bust(side.rules, &side.strategy, own, opp)


cdef void finish(
    Side* side, const Side* other, const Pairs* now, Py_ssize_t goal, Py_ssize_t stride
) noexcept nogil:
    """Write one side's values of a total down, also as what banking pays the other player."""
    cdef Py_ssize_t opp, own
    for opp in range(now.lo, now.hi + 1):
        own = now.total - opp
        side.value[opp] = min(max(side.value[opp], 0.0), 1.0)
        side.starts[own * goal + opp] = side.value[opp]
        side.held[opp * stride + own] = 1.0 - side.value[opp]


cdef tuple sweep(
    Side* p, Side* q, Pairs* now, Py_ssize_t stride, double[::1] history,
    double tolerance, bint warm,
):
    """Find all turn starts; (iterations used, pairs left above the tolerance).

    `history` receives the largest residual |f - a| of each iteration; its length bounds their
    number. A pair is done when its step, which is at least as telling, is below the tolerance.
    """
    cdef Rules* rules = p.rules
    cdef Py_ssize_t goal = rules.goal
    cdef Py_ssize_t total, m, n, k, last, most = 0, left, unfinished = 0
    cdef double worst
    cdef bint back, forth
    with nogil:
        for total in range(2 * goal - 2, -1, -1):
            now.total = total
            now.lo = total - goal + 1 if total >= goal else 0
            now.hi = total if total < goal else goal - 1
            last = now.hi
            left = begin(p, now, warm) + begin(q, now, warm)
            set_busts(p, q, now)
            set_busts(q, p, now)
            for m in range(now.lo, last + 1):
                if p.active[m]:
                    now.size[m] = 1e300
            for k in range(history.shape[0]):
                if left == 0:
                    break
                evaluate(p, now)
                evaluate(q, now)
                worst = history[k]
                for m in range(now.lo, last + 1):
                    n = total - m
                    back, forth = coupled(p.rules, n), coupled(q.rules, m)
                    if p.active[m] and advance(now, p, q, m, back, forth, tolerance, &worst):
                        p.active[m] = q.active[n] = 0.0
                        left -= 2
                history[k] = worst
                if k >= most:
                    most = k + 1
            for m in range(now.lo, last + 1):
                unfinished += now.size[m] > tolerance
            finish(p, q, now, goal, stride)
            finish(q, p, now, goal, stride)
    return most, unfinished
