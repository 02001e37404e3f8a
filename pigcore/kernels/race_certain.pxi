# An error bound of a race's turn starts that costs next to nothing, where all decisions are certain.
#
# Mathematics
#     Newton's last evaluation of a pair tells all that is needed (names as in race_bound.pxi). At
#     the bust payoff x0 the turn has the excess e and the leave r, and no decision changes while
#     payoffs move by less than half its least gap n. If no error is as large as that, the decisions
#     found are best in truth as well, and the true turn is linear: P(s) being the chance to bank s,
#
#         f*(x*) = x1 + e - r (x1 - x0) + (1 - r) (x* - x1) + sum_s P(s) (h*(s) - h(s)),
#
#     where the P(s) are r in all. Let E be the largest error of V(j,s,0) from the least s on that the
#     turn may bank. Then the values written down, with x1 = 1 - b, are off by
#
#         |a - a*| <= k_a + (1 - r_f) |b - b*|,    k_a = |a - x1 - e + r (x1 - x0)| + r E + roundings,
#
#     and b likewise, so
#
#         |a - a*| <= (k_a + (1 - r_f) k_b) / (r_f + r_g - r_f r_g).
#
#     A pair of one unknown has |a - a*| <= k / (2 - r), for its two errors have opposite signs. The
#     box of all values within these bounds is mapped into itself, so it holds a solution (Brouwer),
#     of which there is one.
#
# Roundings
#     Without wipes, and if all busts lead back, every e and r is a sum of positive terms. A roll
#     rounds e by n + 2 units for n gains: those of the chance, of the product and of n additions. A
#     turn rolls (1 - r) / p_bust times in the mean, as every roll busts with that chance, and no e is
#     larger than 1 - x. But the mean of e over the turns that still go on never exceeds e at the
#     start: no roll counts for more than that, and there are at most as many rolls as smallest gains
#     to the goal. The smaller of the two is taken. The same holds for r; and a hold rounds e by one
#     unit. That sums of positive terms are off by a relative `sums` at most makes good the rest.
#
# Where it says nothing
#     Where a decision is not certain, or the bound would be larger than SURE; for rolls that wipe,
#     busts that lead elsewhere, and exact races. There race_bound.pxi bounds what wrong decisions
#     may cost, and takes several times as long as the solve.

cdef double SURE = 1e-13  # more is not near the errors of a mild game


cdef inline void begin_certainty(Rules* rules, double* errors, double* banks) noexcept nogil:
    """Forget all errors. `errors`: zeros, (goal, goal + 1), or NULL to bound none."""
    cdef Certainty* certainty = &rules.certainty
    certainty.errors = errors if rules.bare and not rules.exact else NULL
    certainty.banks = banks
    certainty.bound = 0.0
    certainty.roll = (rules.count + 2) * UNIT
    certainty.sums = 4.0 * (rules.goal + 2) * (rules.count + 8) * UNIT
    certainty.per_least = 1.0 / rules.least if rules.bare else 1.0
    certainty.per_bust = 1.0 / rules.bust if rules.bust > 1e-300 else 1e300


cdef inline double certain_bound(const Rules* rules) noexcept nogil:
    """The largest error of all; 1 where nothing is known."""
    return 1.0 if rules.certainty.errors == NULL else rules.certainty.bound


cdef inline double missed(
    const Rules* rules, const Side* side, Py_ssize_t own, Py_ssize_t opp, double x0, double x1
) noexcept nogil:
    """k of a turn start; 1 where its decisions are not certain."""
    cdef const Certainty* sure = &rules.certainty
    cdef double e = side.excess[opp]
    cdef double r = side.leave[opp]
    cdef double dx = x1 - x0
    cdef double d = side.value[opp] - x1
    cdef double most = (rules.goal - own) * sure.per_least + 1.0
    cdef double rolled = min(most * e, (1.0 - r + sure.sums) * sure.per_bust * (1.0 - x0))
    cdef double later
    # An error of SURE moves a gap by twice as much.
    if not side.steady[opp] - fabs(dx) > 4 * SURE + sure.sums:
        return 1.0
    later = sure.errors[opp * (rules.goal + 1) + <Py_ssize_t> sure.banks[opp]]
    return fabs(d - e + r * dx) + r * later + sure.roll * (rolled + most * r * fabs(dx)) \
        + (fabs(d) + e + fabs(dx)) * 5 * UNIT + COMPLEMENT


cdef inline void judged(
    Rules* rules, const Pairs* now, const Side* p, const Side* q, Py_ssize_t m, double x, double y
) noexcept nogil:
    """Bound the errors of the pair (m, n), which was evaluated last at the bust payoffs x and y."""
    cdef Py_ssize_t n = now.total - m
    cdef Py_ssize_t wide = rules.goal + 1
    cdef Certainty* sure = &rules.certainty
    cdef double r, t, k, l, a, b, more
    if sure.errors == NULL:
        return
    r, t = p.leave[m], q.leave[n]
    more = 1.0 + 8 * sure.sums
    k = missed(rules, p, n, m, x, 1.0 - q.value[n])
    if m == n:
        a = b = k * more / (2.0 - r)
    else:
        l = missed(rules, q, m, n, y, 1.0 - p.value[m])
        a = more / (r + t - r * t)
        b = (l + (more - t) * k) * a
        a = (k + (more - r) * l) * a
    if not (a <= SURE and b <= SURE):  # or no numbers, where turns never end
        sure.errors = NULL
        return
    sure.bound = max(sure.bound, max(a, b))
    sure.errors[n * wide + m] = max(a, sure.errors[n * wide + m + 1])
    sure.errors[m * wide + n] = max(b, sure.errors[m * wide + n + 1])
