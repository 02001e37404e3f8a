# A bound of the error of a race's turn starts, whatever found them: one turn for each of them.
#
# Mathematics
#     Given turn starts V, let a = V(i,j,0) and b = V(j,i,0) be a pair, x = 1 - b and y = 1 - a
#     its bust payoffs, e and g the excess of its turns f and g there (race.pyx) and d = 1 - a - b.
#     Wanted are U and L with a - L_a <= a* <= a + U_a for the true a*, and likewise for b: where
#     one player is as good as lost no decision shows in doubles, and the worst of them, taken by
#     both players, would be that nobody ever finishes. But the truth is above V only by what the
#     mover can gain, and below V only by what his opponent can.
#
#     With dx the error of x, both turns' true excess is bounded along s by lines in dx:
#
#         e*(s) <= e(s) + A(s) - r(s) dx,          e*(s) >= e(s) - B(s) - t(s) dx.
#
#     Above: a hold has A = L of V(j,s,0), r = 1, and a roll the sums of both over its gains. What
#     is better by the gap e_c - e_h of the table may be worse in truth: A is the larger of A_c and
#     A_h, the one that the table does not choose being less by the gap; and r is that of the chord
#     of both lines' maximum, a convex function, from dx = 0 to the largest dx, which is assumed:
#     the smallest of r_c + (A - A_c) / dx and 1 + (A - A_h) / dx, of which one begins with A.
#     Below: the truth is at least what any decisions are worth; those are taken that are best if dx
#     is as negative as it is guessed to be. B and t are those of these decisions, the gap being
#     added where they are not the table's.
#
#     f increases with x, so dx = L_b counts above and dx = -U_b below. A pair's bounds solve two
#     systems of two equations, in each of which one player's decisions are given:
#
#         U_a = d + e + A_f + (1 - r_f) L_b,       L_b = -(d + g) + B_g + (1 - t_g) U_a,
#         U_a (r + t - r t) = e - g + r (d + g) + A + (1 - r) B,
#
#     and the same with a and b exchanged. All terms are small where r and t are: nothing is lost
#     where nearly every turn busts. If L_b is no larger than the dx that was assumed, the box of
#     all a - L_a … a + U_a, b - L_b … b + U_b is mapped into itself by a = f(1 - b), b = g(1 - a).
#     So it holds a solution (Brouwer), and there is one only: where e = 0 and r = 0 turns never
#     end, which two live players prevent. A box that reaches 0 or 1 ends there: 0 <= f, g <= 1.
#
#     Above a wall (race.pyx) nothing need be known either. One that is proved, at the total before, to
#     be held in truth is held in truth where x* is no larger: there A and B are those of holding, and
#     r = t = 1. It is proved by gaps that are larger than all errors, A_c + B_h + (1 - r_c) dx.
#
# Roundings
#     With n gains a sum c(s) is off by at most (n + 3) units of roundoff of each |p e| in it: one of
#     the chance, one of the product and n + 1 additions, the wipe being the first term. A hold's e
#     is off by one unit of itself. So A(s) and B(s) are given n + 5 units of |e(s)| when they are
#     stored: `share`. A, B, r and t are sums of positive terms, off by a relative `slack`: a turn of
#     at most goal + 1 scores multiplies at most (goal + 2)(n + 8) factors of 1 + unit into each
#     term. Four times that is made good at the end of a turn; of a gap, which is subtracted,
#     `slack` of it is left out.
#
# Constants
#     UNIT        2**-53, the roundoff of a double
#     COMPLEMENT  2**-54: 1 - v, with v between 0 and 1, is off by half a unit of what is below 1
#     UNDERFLOW   more than the sum of all products of a turn that are too small for a double

cdef double UNIT = 1.1102230246251565e-16
cdef double COMPLEMENT = 5.551115123125783e-17
cdef double UNDERFLOW = 1e-300

cdef enum:
    ATTEMPTS = 7           # to assume errors that are large enough; the last assumes everything
    BOUND = 5 * LANES      # doubles of a score: e, A, r, B, t
    BOUND_FOUND = 6 * LANES  # the same of a turn's start, and its wall
    BOUND_ROWS = 13        # of double that a total needs

cdef struct Errors:
    # How far the truth may lie above and below what banking pays: (goal + 1, stride), as `held`.
    double* above
    double* below
    const double* wiped  # (goal,): the same of what a wipe pays against opp, either way
    double share    # of |e| that may be rounded off
    double slack    # relative error of sums of positive terms along a turn

cdef struct Doubt:
    # What the errors of LANES turns are made of, beside their Chain.
    double[MOST_LANES] thrown_above   # what a throw that ends the turn adds to A
    double[MOST_LANES] thrown_below   # and to B
    double[MOST_LANES] past_above     # past the goal of an exact race
    double[MOST_LANES] past_below
    double[MOST_LANES] per_most       # one over the largest dx, as it is assumed to be
    double[MOST_LANES] guess          # the smallest, but for its sign
    double[MOST_LANES] doubtful       # twice the largest dx: gaps below it prove nothing

cdef struct Turns:
    # The turns of one total, by opp; own = total - opp.
    double* e
    double* above        # A
    double* leave        # r
    double* below        # B
    double* leave_below  # t
    double* x
    double* fall         # L of the turn start, as it is assumed to be
    double* rise         # U, as it is guessed to be
    double* left         # 1 until what was assumed is proved
    # By opp, at even and at odd totals: less than the true bust payoff, and the score from which on
    # so many are held in truth that no throw leads past them; or -1.
    doubles[2] asked
    doubles[2] wall


cdef inline void turns_rows(Turns* turns, double* rows, Py_ssize_t stride) noexcept nogil:
    cdef Py_ssize_t n, opp
    turns.e, turns.above, turns.leave = rows, rows + stride, rows + 2 * stride
    turns.below, turns.leave_below = rows + 3 * stride, rows + 4 * stride
    turns.x, turns.fall, turns.rise = rows + 5 * stride, rows + 6 * stride, rows + 7 * stride
    turns.left = rows + 8 * stride
    for n in range(2):
        turns.asked[n], turns.wall[n] = rows + (9 + n) * stride, rows + (11 + n) * stride
        for opp in range(stride):
            turns.asked[n][opp] = turns.wall[n][opp] = -1.0


cdef inline double rounded(double v) noexcept nogil:
    """How far 1 - v may be rounded."""
    return min(v, COMPLEMENT) if v < 0.5 else 0.0


cdef inline void put_bound(
    double share, double* row, lanes e, lanes a, lanes r, lanes b, lanes t
) noexcept nogil:
    """Write all five of one score, with e's roundings."""
    cdef lanes off = times(all_lanes(share), greatest(e, subtract(all_lanes(0.0), e)))
    store(row, e)
    store(row + LANES, add(a, off))
    store(row + 2 * LANES, r)
    store(row + 3 * LANES, add(b, off))
    store(row + 4 * LANES, t)


cdef void bound_turns(
    const Rules* rules, const Chain* chain, const Doubt* doubt, const double* held,
    const Errors* errors, Py_ssize_t top,
) noexcept nogil:
    """e, A, r, B and t of a roll at all scores where one of LANES turns starts, and its wall, in
    `found`. What lies above `top` and is looked at is held."""
    cdef Py_ssize_t s, d, n, at
    cdef double* row = rules.cells + top * BOUND
    cdef double* found
    cdef const double* reached
    cdef double share = errors.share
    cdef lanes one = all_lanes(1.0)
    cdef lanes zero = all_lanes(0.0)
    cdef lanes two = all_lanes(2.0)
    cdef lanes less = all_lanes(1.0 - errors.slack)
    cdef lanes more = all_lanes(1.0 + 4 * UNIT)
    cdef lanes x = load(chain.x)
    cdef lanes wiped = load(chain.wiped)
    cdef lanes leaves = load(chain.leaves)
    cdef lanes past = load(chain.past)
    cdef lanes thrown_above = load(doubt.thrown_above)
    cdef lanes thrown_below = load(doubt.thrown_below)
    cdef lanes per_most = load(doubt.per_most)
    cdef lanes guess = load(doubt.guess)
    cdef lanes c, a, r, b, t, p, c_sum, a_sum, r_sum, b_sum, t_sum, hold, gap, roll_less, hold_less
    cdef lanes held_above, held_below, best_above, rolls_below, depth
    cdef lanes at_roll = all_lanes(rules.goal - top - 1)
    cdef lanes wall = all_lanes(rules.goal + rules.most - top - 1)
    cdef lanes doubtful = load(doubt.doubtful)
    for s in range(top + 1, top + rules.most + 1):
        row += BOUND
        if s < rules.goal:
            at = s * rules.stride + chain.opp
            put_bound(
                share, row, subtract(load(held + at), x), load(errors.above + at), one,
                load(errors.below + at), one,
            )
        elif rules.exact and s > rules.goal:
            put_bound(
                share, row, zero, load(doubt.past_above), past, load(doubt.past_below), past
            )
        else:
            put_bound(share, row, subtract(one, x), zero, one, zero, one)
    for s in range(top, max(chain.first - LANES, -1), -1):
        row = rules.cells + s * BOUND
        c, a, r, b, t = wiped, thrown_above, leaves, thrown_below, leaves
        n = 0
        for d in range(rules.kinds):
            c_sum = a_sum = r_sum = b_sum = t_sum = zero
            while n < rules.ends[d]:
                reached = <const double*> (<const char*> row + rules.ahead[n])
                c_sum = add(c_sum, load(reached))
                a_sum = add(a_sum, load(reached + LANES))
                r_sum = add(r_sum, load(reached + 2 * LANES))
                b_sum = add(b_sum, load(reached + 3 * LANES))
                t_sum = add(t_sum, load(reached + 4 * LANES))
                n += 1
            p = all_lanes(rules.chance[d])
            c, a, r = add(c, times(p, c_sum)), add(a, times(p, a_sum)), add(r, times(p, r_sum))
            b, t = add(b, times(p, b_sum)), add(t, times(p, t_sum))
        if s <= chain.first:
            found = rules.found + s * BOUND_FOUND
            store(found, c)
            store(found + LANES, a)
            store(found + 2 * LANES, r)
            store(found + 3 * LANES, b)
            store(found + 4 * LANES, t)
            store(found + 5 * LANES, wall)
        at = s * rules.stride + chain.opp
        hold = subtract(load(held + at), x)
        gap = subtract(c, hold)
        roll_less = greatest(subtract(zero, gap), zero)
        hold_less = greatest(gap, zero)
        depth = all_lanes(rules.depths[s])
        held_below = load(errors.below + at)
        at_roll = greatest(at_roll, where_greater(
            times(less, roll_less), add(times(two, add(a, held_below)), doubtful), zero, depth
        ))
        wall = greatest(wall, where_greater(
            all_lanes(rules.depths[s + rules.most - 1]), at_roll, depth, zero
        ))

        a = subtract(a, times(less, roll_less))
        held_above = subtract(load(errors.above + at), times(less, hold_less))
        best_above = greatest(a, held_above)
        r = add(r, times(subtract(best_above, a), per_most))
        r = where_greater(one, r, r, one)
        a = best_above

        b = add(b, times(more, roll_less))
        held_below = add(held_below, times(more, hold_less))
        rolls_below = add(b, times(subtract(one, t), guess))
        t = where_greater(held_below, rolls_below, t, one)
        b = where_greater(held_below, rolls_below, b, held_below)
        put_bound(share, row, greatest(c, hold), a, r, b, t)


cdef inline double bust_at_most(
    const Rules* rules, const double* held, const Errors* errors, const double* starts,
    const Turns* turns, Py_ssize_t own, Py_ssize_t opp,
) noexcept nogil:
    """No less than the true bust payoff, if errors are as large as assumed."""
    cdef Py_ssize_t bank = rules.landing[own] * rules.stride + opp
    cdef double more = turns.fall[own] + rounded(starts[opp * rules.goal + own]) \
        if coupled(rules, own) else errors.above[bank]
    return held[bank] + more + 2 * UNIT


cdef Py_ssize_t begin_bound(
    const Rules* rules, const double* held, const Errors* errors, const double* starts,
    const Turns* turns, Py_ssize_t total, Py_ssize_t start,
) noexcept nogil:
    """The largest score to look at, as begin_best in race_turn.pxi finds it."""
    cdef Py_ssize_t goal = rules.goal
    cdef Py_ssize_t before = (total + 1) & 1
    cdef Py_ssize_t least = start - start % MOST_LANES
    cdef Py_ssize_t opp, top = min(total - least, goal - 1)
    for opp in range(max(least, total - goal + 1), min(least + MOST_LANES, goal, total + 1)):
        if bust_at_most(rules, held, errors, starts, turns, total - opp, opp) \
                > turns.asked[before][opp] or (opp == total and rules.wipe > 0):
            return goal - 1
        top = max(top, <Py_ssize_t> turns.wall[before][opp] - 1)
    return top


cdef void bound_block(
    const Rules* rules, const double* starts, const double* held, const Errors* errors,
    Turns* turns, Py_ssize_t total, Py_ssize_t start,
) noexcept nogil:
    """The turns of one total against opp = start, start + 1, …"""
    cdef Chain chain
    cdef Doubt doubt
    cdef Py_ssize_t l, own, opp, bank
    cdef Py_ssize_t top = begin_bound(rules, held, errors, starts, turns, total, start)
    cdef const double* at
    cdef bint back, same
    cdef double off, b, wall
    chain.first, chain.opp = total - start, start
    for l in range(LANES):
        own, opp = total - start - l, start + l
        doubt.past_above[l] = doubt.past_below[l] = doubt.per_most[l] = doubt.guess[l] = 0.0
        doubt.doubtful[l] = 0.0
        doubt.thrown_above[l] = doubt.thrown_below[l] = 0.0
        if not (0 <= own < rules.goal and opp < rules.goal):
            blank(&chain, l)
            continue
        back = coupled(rules, own)
        same = back and own == 0
        bank = rules.landing[own] * rules.stride + opp
        turns.x[opp] = held[bank]
        paid(&chain, l, rules, held[bank], back, held[opp], same)
        if back:
            b = starts[opp * rules.goal + own]
            doubt.per_most[l] = (1.0 - 4 * UNIT) / (turns.fall[own] + rounded(b) + 1e-280)
            doubt.guess[l] = turns.rise[own] + rounded(b)
            doubt.doubtful[l] = 2.0 * (turns.fall[own] + rounded(b))
        else:
            doubt.past_above[l] = errors.above[bank]
            doubt.past_below[l] = errors.below[bank]
        off = (0.0 if same else rules.wipe * (errors.wiped[opp] + COMPLEMENT)) \
            + errors.share * fabs(chain.wiped[l]) + UNDERFLOW
        doubt.thrown_above[l] = rules.bust * doubt.past_above[l] + off
        doubt.thrown_below[l] = rules.bust * doubt.past_below[l] + off
    bound_turns(rules, &chain, &doubt, held, errors, top)
    for l in range(LANES):
        own, opp = total - start - l, start + l
        if 0 <= own < rules.goal and opp < rules.goal:
            at = rules.found + own * BOUND_FOUND + l
            turns.e[opp] = at[0]
            turns.above[opp] = at[LANES] * (1.0 + errors.slack) + UNDERFLOW
            turns.leave[opp] = at[2 * LANES] * (1.0 - errors.slack)
            turns.below[opp] = at[3 * LANES] * (1.0 + errors.slack) + UNDERFLOW
            turns.leave_below[opp] = at[4 * LANES] * (1.0 - errors.slack)
            if turns.left[opp] > 0.0:
                wall = rules.goal + rules.most - at[5 * LANES]
                if top < rules.goal - 1:  # the wall before stands, proved once more or not
                    wall = min(wall, turns.wall[(total + 1) & 1][opp])
                turns.wall[total & 1][opp] = wall
