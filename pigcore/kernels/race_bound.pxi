# A bound of the error of a race's turn starts, whatever found them: one turn for each of them.
#
# Mathematics
#     Given turn starts V, let a = V(i,j,0) and b = V(j,i,0) be a pair, x = 1 - b and y = 1 - a
#     its bust payoffs, e and g the excess of its turns f and g there (race.pyx) and d = 1 - a - b.
#     The true a + da, b + db solve a = f(1 - b), b = g(1 - a) with payoffs of banking that are
#     known to within the bounds of the larger totals. Along a turn is carried, beside e and the
#     chance r to leave it, what everything but the bust of the slope can add to its error:
#
#         doubt   A(s) = p_wipe E_w + sum_g p_g A(s + g)   at a roll, the bound of h(s) at a hold,
#
#     each with the roundings of e(s). Then f(x + dx) = x + e + alpha + (1 - r) dx, |alpha| <= A(i),
#     as long as no decision changes. Decisions do not where hold and roll differ by more than
#     their errors, A and |dx|; for that |dx| is first assumed to be small, and compared afterwards.
#     Where they are nearer than that, the true maximum moves by something between what hold and
#     what roll move by: A is the larger of both, and r lies between roll's and 1. So with dx = -db
#
#         da = (e - g + r (d + g) + alpha - (1 - r) beta) / (r + t - r t),      db likewise,
#
#     with r and t, the leaves of the two, anywhere between what is carried and 1. All terms are
#     small where r and t are: nothing is lost where nearly every turn busts. Where all such
#     (da, db) lie inside the box that was assumed, the box holds a solution of the two equations
#     (A. Neumaier, "Interval Methods for Systems of Equations", 1990, section 5.1), and they have
#     one only: where e = 0 and r = 0 the turns never end, which two live players prevent.
#
#     Where one player is as good as sure to win, no decision tells, and nothing that r may be
#     from there to 1 bounds anything. Then it is enough that 1 - a and b stay as small as they
#     are. From below the leader's turn is bounded by what he decides here, with that leave r; from
#     above the other's value by its excess: db <= d + g + beta - da. So with db in the first line
#
#         r db <= g - e + alpha + beta,     -da <= alpha - (d + e) + (1 - r) db,
#
#     and the box of 0 … b + db, a + da … 1 is mapped into itself: Brouwer's theorem.
#
# Roundings
#     With n gains a sum c(s) is off by at most (n + 3) units of roundoff of each |p e| in it: one of
#     the chance, one of the product and n + 1 additions, the wipe being the first term. A hold's e
#     is off by one unit of itself. So A(s) is given n + 4 units of |e(s)| when it is stored: `share`.
#     A and r, sums of positive terms, are themselves off by a relative `slack`: a turn of at most
#     goal + 1 scores multiplies at most (goal + 2)(n + 4) factors of 1 + unit into each term; four
#     times that is made good at the end of a turn.
#
# Constants
#     UNIT        2**-53, the roundoff of a double
#     COMPLEMENT  2**-54: 1 - v, with v between 0 and 1, is off by half a unit of what is below 1
#     RESIDUAL    8 COMPLEMENT: d + g is 0 but for the roundings of its terms, so this is what a
#                 decision that is near may multiply. What exceeds it is counted apart: see `bounded`
#     SURE        8 UNIT: so little is left to who is as good as lost that no rounding is below it
#     UNDERFLOW   more than the sum of all products of a turn that are too small for a double

cdef double UNIT = 1.1102230246251565e-16
cdef double COMPLEMENT = 5.551115123125783e-17
cdef double RESIDUAL = 4.440892098500626e-16
cdef double SURE = 8.881784197001252e-16
cdef double UNDERFLOW = 1e-300

cdef enum:
    ATTEMPTS = 7  # to assume errors that are large enough; the last assumes nothing
    DOUBT_ROWS = 5  # of double that a total needs

cdef struct Doubt:
    # What a turn's bound of its error is made of, beside its Chain.
    double[MOST_LANES] thrown   # what a throw that ends the turn adds
    double[MOST_LANES] past     # past the goal of an exact race
    double[MOST_LANES] apart    # the error of the bust payoff, as it is assumed to be
    double[MOST_LANES] open     # 1, or 0 where a leader's decisions are taken as they are
    double share                # of |e| that may be rounded off
    double slack                # relative error of sums of positive terms along a turn


cdef inline void put_doubt(
    const Rules* rules, const Doubt* doubt, double* row, lanes e, lanes r, lanes a
) noexcept nogil:
    """Write e, r and A of one score, with e's roundings, once for each chance."""
    cdef Py_ssize_t d
    cdef lanes p
    a = add(a, times(all_lanes(doubt.share), greatest(e, subtract(all_lanes(0.0), e))))
    for d in range(rules.kinds):
        p = all_lanes(rules.chance[d])
        store(row, times(p, e))
        store(row + LANES, times(p, r))
        store(row + 2 * LANES, times(p, a))
        row += ALL


cdef void doubt_turns(
    const Rules* rules, const Chain* chain, const Doubt* doubt, const double* held,
    const double* doubts,
) noexcept nogil:
    """e, r and A of a roll at all scores, one chain of turns, in `found`."""
    cdef Py_ssize_t s, n
    cdef double* row = rules.cells + rules.goal * rules.row
    cdef double* found
    cdef const double* reached
    cdef lanes one = all_lanes(1.0)
    cdef lanes zero = all_lanes(0.0)
    cdef lanes apart = load(doubt.apart)
    cdef lanes open_ = load(doubt.open)
    cdef lanes residual = all_lanes(RESIDUAL)
    cdef lanes x = load(chain.x)
    cdef lanes wiped = load(chain.wiped)
    cdef lanes leaves = load(chain.leaves)
    cdef lanes thrown = load(doubt.thrown)
    cdef lanes c, q, a, r, p, kept, hold, gap, near, above, below
    put_doubt(rules, doubt, row, subtract(one, x), one, zero)
    for s in range(rules.most):
        row += rules.row
        if rules.exact:
            put_doubt(rules, doubt, row, zero, load(chain.past), load(doubt.past))
        else:
            put_doubt(rules, doubt, row, subtract(one, x), one, zero)
    for s in range(rules.goal - 1, max(chain.first - LANES, -1), -1):
        row = rules.cells + s * rules.row
        c, q, a = wiped, leaves, thrown
        # The row stored last is added last: nothing waits for it.
        for n in range(rules.count - 1, -1, -1):
            reached = <const double*> (<const char*> row + rules.ahead[n])
            if rules.late:
                p = all_lanes(rules.factor[n])
                c = add(c, times(p, load(reached)))
                q = add(q, times(p, load(reached + LANES)))
                a = add(a, times(p, load(reached + 2 * LANES)))
                continue
            c = add(c, load(reached))
            q = add(q, load(reached + LANES))
            a = add(a, load(reached + 2 * LANES))
        if s <= chain.first:
            found = rules.found + s * ALL
            store(found, c)
            store(found + LANES, q)
            store(found + 2 * LANES, a)
        hold = subtract(load(held + s * rules.stride + chain.opp), x)
        kept = load(doubts + s * rules.stride + chain.opp)
        # A waits for the row stored last, so all that does not need it is computed first.
        gap = subtract(c, hold)
        near = where_greater(open_, zero, add(kept, apart), zero)
        below, above = subtract(subtract(zero, gap), near), subtract(gap, near)
        near = where_greater(open_, zero, a, zero)
        r = where_greater(near, below, q, one)
        a = where_greater(
            near, below,
            where_greater(near, above, add(residual, greatest(a, kept)), a),
            kept,
        )
        put_doubt(rules, doubt, row, greatest(c, hold), r, a)


cdef inline double bounded(
    double e, double g, double r, double t, double d, double mine, double others
) noexcept nogil:
    """|da| at most, given both turns' excesses, leaves and doubts.

    d is off by 2 COMPLEMENT at most and x, y by one. Where a decision is near, r may be larger
    by the chance to come there, which then multiplies d + g and roundings of x and y: A contains
    RESIDUAL times that chance, and what is larger is multiplied by all that r leaves.
    """
    cdef double off = fabs(d + g) + 4 * COMPLEMENT
    cdef double det = r + t - r * t
    cdef double above = fabs(e - g + r * (d + g)) + 4 * UNIT * (fabs(e - g) + r * off)
    if not det > 1e-280:
        return 1.0
    above += 4 * COMPLEMENT * (r + t) + mine + (1.0 - r) * others
    if off > RESIDUAL:
        above += (1.0 - r) * off
    return above / det


cdef inline void trailing(
    double e, double g, double r, double a, double b, double d, double mine, double others,
    double* da, double* db,
) noexcept nogil:
    """|da| and |db| at most, where a is 1 and b is 0 as near as makes no difference."""
    cdef double least = (fabs(g - e) * (1 + 4 * UNIT) + mine + others) / r if r > 1e-280 else 1.0
    least = max(least, fabs(d + g) + others) + 4 * COMPLEMENT
    da[0] = max(1.0 - a, mine + fabs(d + e) + least + 4 * COMPLEMENT)
    db[0] = max(b, least)


cdef inline bint sure(double a, double b) noexcept nogil:
    return a >= 1.0 - SURE and b <= SURE


cdef bint doubted(
    const Rules* rules, const double* starts, const Doubt* doubt, double* doubts,
    Py_ssize_t own, Py_ssize_t opp, double* told, Py_ssize_t width, bint last,
) noexcept nogil:
    """Bound the errors of a pair, and write them down as those of what banking pays.

    `told`: e, r, A, x and the error assumed of the turn start, by opp; rows of `width`. False if
    that was assumed to be smaller than it is, and is now assumed to be larger; `last`: to be 1.
    """
    cdef Py_ssize_t goal = rules.goal
    cdef double a = starts[own * goal + opp]
    cdef double b = starts[opp * goal + own]
    cdef double e = told[opp]
    cdef double g = told[own]
    cdef double r = told[width + opp] * (1.0 - doubt.slack)
    cdef double t = told[width + own] * (1.0 - doubt.slack)
    cdef double mine = told[2 * width + opp] * (1.0 + doubt.slack) + UNDERFLOW
    cdef double others = told[2 * width + own] * (1.0 + doubt.slack) + UNDERFLOW
    cdef double x = told[3 * width + opp]
    cdef double y = told[3 * width + own]
    cdef double* assumed = told + 4 * width
    cdef double da, db, value
    if settled(rules, own, opp, &value):
        settled(rules, opp, own, &db)
        da, db = fabs(a - value), fabs(b - db)
    elif own == opp:
        # One unknown, and r at most 1: the determinant 2 - r is at least 1.
        da = db = fabs(x - a + e) + 4 * COMPLEMENT + mine
    elif coupled(rules, own) and coupled(rules, opp) and sure(a, b):
        trailing(e, g, r, a, b, (0.5 - a) + (0.5 - b), mine, others, &da, &db)
    elif coupled(rules, own) and coupled(rules, opp) and sure(b, a):
        trailing(g, e, t, b, a, (0.5 - a) + (0.5 - b), others, mine, &db, &da)
    elif coupled(rules, own) and coupled(rules, opp):
        da = bounded(e, g, r, t, (0.5 - a) + (0.5 - b), mine, others)
        db = bounded(g, e, t, r, (0.5 - a) + (0.5 - b), others, mine)
    else:
        # At most one of the two needs the other.
        da = fabs(x - a + e) + 4 * COMPLEMENT + mine
        db = fabs(y - b + g) + 4 * COMPLEMENT + others
        if coupled(rules, own):
            da += (1.0 - r) * db
        elif coupled(rules, opp):
            db += (1.0 - t) * da
    # Not a number is no bound either.
    da = da * (1.0 + doubt.slack) if da < 1.0 else 1.0
    db = db * (1.0 + doubt.slack) if db < 1.0 else 1.0
    doubts[opp * rules.stride + own] = da + COMPLEMENT
    doubts[own * rules.stride + opp] = db + COMPLEMENT
    if da <= assumed[opp] and db <= assumed[own]:
        return True
    assumed[opp] = 2.0 if last else 4 * max(da, assumed[opp])
    assumed[own] = 2.0 if last else 4 * max(db, assumed[own])
    return False


cdef void doubt_block(
    const Rules* rules, const double* starts, const double* held, Doubt* doubt,
    const double* doubts, double wiped, Py_ssize_t total, Py_ssize_t start, double* told,
    Py_ssize_t width,
) noexcept nogil:
    """e, r, A and x of the turns of one total against opp = start, start + 1, …"""
    cdef Chain chain
    cdef Py_ssize_t l, own, opp
    cdef const double* at
    cdef bint back, same
    chain.first, chain.opp = total - start, start
    for l in range(LANES):
        own, opp = total - start - l, start + l
        doubt.thrown[l] = doubt.past[l] = doubt.apart[l] = 0.0
        doubt.open[l] = 1.0
        if not (0 <= own < rules.goal and opp < rules.goal):
            blank(&chain, l)
            continue
        back = coupled(rules, own)
        same = back and own == 0
        told[3 * width + opp] = held[rules.landing[own] * rules.stride + opp]
        paid(&chain, l, rules, told[3 * width + opp], back, held[opp], same)
        if back:
            doubt.apart[l] = told[4 * width + own]
            if coupled(rules, opp) and sure(
                starts[own * rules.goal + opp], starts[opp * rules.goal + own]
            ):
                doubt.open[l] = 0.0
        else:
            doubt.past[l] = doubts[rules.landing[own] * rules.stride + opp]
        doubt.apart[l] = 1.001 * doubt.apart[l] + 2 * UNIT
        doubt.thrown[l] = rules.bust * doubt.past[l] \
            + (0.0 if same else rules.wipe * (wiped + COMPLEMENT)) \
            + doubt.share * fabs(chain.wiped[l]) + UNDERFLOW
    doubt_turns(rules, &chain, doubt, held, doubts)
    for l in range(LANES):
        own, opp = total - start - l, start + l
        if 0 <= own < rules.goal and opp < rules.goal:
            at = rules.found + own * ALL + l
            told[opp], told[width + opp], told[2 * width + opp] = at[0], at[LANES], at[2 * LANES]


cdef int doubt_total(
    Rules* rules, const double* starts, const double* held, Doubt* doubt, double* doubts,
    double wiped, Py_ssize_t total, double* told, Py_ssize_t width,
) except -1 nogil:
    """Bound the errors of all turn starts of one total, those of larger totals being known."""
    cdef Py_ssize_t goal = rules.goal
    cdef Py_ssize_t lo = total - goal + 1 if total >= goal else 0
    cdef Py_ssize_t hi = total if total < goal else goal - 1
    cdef Py_ssize_t opp, own, start, attempt, left = 1
    cdef double* assumed = told + 4 * width
    for opp in range(lo, hi + 1):
        own = total - opp
        assumed[opp] = doubts[(opp + 1) * rules.stride + own]
        if own + 1 < goal:
            assumed[opp] = max(assumed[opp], doubts[opp * rules.stride + own + 1])
        assumed[opp] = 2 * assumed[opp] + 4 * UNIT
    for attempt in range(ATTEMPTS):
        if left == 0:
            break
        start = lo - lo % LANES
        while start <= hi:
            doubt_block(rules, starts, held, doubt, doubts, wiped, total, start, told, width)
            rules.worked += goal - (total - start) + LANES
            start += LANES
        if rules.worked > 1_000_000:
            rules.worked = 0
            with gil:
                PyErr_CheckSignals()
        left = 0
        for opp in range(lo, total // 2 + 1):
            left += not doubted(
                rules, starts, doubt, doubts, total - opp, opp, told, width,
                attempt == ATTEMPTS - 2,
            )
    return 0
