# Race games: the turn recursion, and Newton's method on one pair of turn starts.
#
# Mathematics
#     V(i,j,k) is the mover's chance of winning with i points banked, the opponent's j banked
#     and a turn total of k. With s = i + k, what the mover would have banked:
#
#         hold    h(s) = 1 - V(j, s, 0),                       h(goal) = 1
#         throw   c(s) = p_bust x + p_wipe w + sum_g p_g u(s + g)
#         value   u(s) = max(h(s), c(s)) for s > i,            V(i,j,0) = c(i)
#
#     Past the goal u = 1, or u = x where the race is exact. The wipe pays w = 1 - V(j, 0, 0).
#     A bust pays x = h(after_bust(i)). Without a consolation that is 1 - V(j, i, 0): V(i,j,0)
#     and V(j,i,0) need each other, and otherwise only pairs of a larger total i + j.
#
#     As a function of x a turn's value f(x) is convex, nondecreasing and piecewise linear. Its
#     slope q is the chance that the turn ends in that bust under the decisions taken at x. Where
#     nearly every turn busts, 1 - q and f(x) - x are all that matters, and subtracting would lose
#     them; so the recursion carries them themselves, sums of terms that do not cancel:
#
#         excess  e(s) = max(h(s), c(s)) - x     e at a throw = p_wipe (w - x) + sum_g p_g e(s + g)
#         stay    r(s) = 1 - q(s)                r at a throw = p_wipe + sum_g p_g r(s + g)
#
#     with r = 1 at a hold, and e = r = 0 past the goal of an exact race. The two unknowns of a
#     pair solve a = f(1 - b), b = g(1 - a). With d = 1 - a - b and both turns' e and r, Newton's
#     step is
#
#         da = (e_f - e_g + r_f (d + e_g)) / (r_f + r_g - r_f r_g),   db likewise.
#
#     It changes all decisions of both turns at once, which may cycle (it does, in exact races).
#     A pair whose step does not shrink goes on by turns instead: g is frozen as its tangent,
#     Newton finds the a with a = f(1 - b) on that line, and only then is the tangent taken anew.
#     f is convex, so the inner steps rise to their solution; the tangents lie below the convex g,
#     so the outer ones fall to theirs; there are finitely many decisions, so both end.
#
# Arrays (all probabilities, no units; C-contiguous float64 unless said otherwise)
#     starts   (goal, goal)         V(own, opp, 0) at [own, opp]
#     held     (goal + 1, stride)   h(s) against opp at [s, opp] = 1 - starts[opp, s]; the last row
#                                   is 1. stride is a multiple of LANES, so a row is whole vectors
#     column   (stride,)            the guess of V(opp, 0, 0) that wipes are paid by
#     landing  (goal,)   intp       the banked score after a bust; landing[i] == i couples a pair
#     dead     (goal,)   uint8      1 where no sequence of throws reaches the goal
#     gains    (n,)      intp       points, clamped to at most goal (+ 1 in an exact race)
#     chances  (n,)                 their probabilities
#     e, r     (goal + 2 + max gain, LANES)   excess and stay: a row a score s, a lane a pair
#
# What limits it
#     One step reads n rows of e and n of r that lie in the first-level cache and does 4 n + 6
#     vector operations; GCC turns a row of eight doubles into one 512-bit, two 256-bit
#     or four 128-bit registers. The dependence of e(s) on e(s + smallest gain) leaves at least
#     one step's latency between them, so wide rows, not more pairs, are what pays.
#
# Source: T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25(1),
# 2004, for the equations; the Newton step is policy iteration (R. Howard, 1960) of one pair.

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport fabs

from .simd cimport LANES, add, clones, lanes, load, madd, store, where_greater

cdef double[8] ONES
ONES[:] = [1.0] * 8
cdef double LAST_BITS = 4.5e-16  # two units in the last place of 1: no step helps any more
cdef double ROUNDING = 4e-15  # steps below this may be nothing but rounding errors

cdef struct Throw:
    const Py_ssize_t* gains
    const double* chances
    Py_ssize_t count
    double bust
    double wipe
    Py_ssize_t goal
    bint exact

cdef struct Block:
    # The pairs of one block of lanes against opp, opp + 1, …: lane l has own = first - l in
    # `turn`, own = first in `payoffs`.
    Py_ssize_t first
    Py_ssize_t opp
    double[8] x      # the bust payoff
    double[8] less   # -x
    double[8] wiped  # p_wipe (w - x)
    double[8] stays  # what a throw that ends the turn adds to r
    double[8] past   # r past the goal of an exact race


cdef inline lanes expect(lanes total, const double* row, const Throw* throw) noexcept nogil:
    """total + sum_g p_g row(s + g), lane by lane; `row` points at the row of s."""
    cdef Py_ssize_t n
    for n in range(throw.count):
        total = madd(total, throw.chances[n], load(row + throw.gains[n] * LANES))
    return total


cdef inline void past_the_goal(
    double* e, double* r, const Throw* throw, const Block* block
) noexcept nogil:
    """Fill the rows from the goal on: won, or bust where an exact race is overshot."""
    cdef Py_ssize_t s, l
    cdef Py_ssize_t last = throw.goal + throw.gains[throw.count - 1] if throw.count else throw.goal
    for s in range(throw.goal, last + 1):
        for l in range(LANES):
            if throw.exact and s > throw.goal:
                e[s * LANES + l] = 0.0
                r[s * LANES + l] = block.past[l]
            else:
                e[s * LANES + l] = 1.0 - block.x[l]
                r[s * LANES + l] = 1.0


cdef clones turn(
    const Throw* throw, const Block* block, const double* held, Py_ssize_t stride,
    double* e, double* r, double* excess, double* stay,
) noexcept nogil:
    """f(x) - x in `excess` and one less its slope in `stay`, for each lane's turn start."""
    cdef Py_ssize_t s
    cdef double[8] row
    cdef Py_ssize_t bottom = block.first - LANES + 1 if block.first >= LANES else 0
    cdef lanes wiped = load(block.wiped)
    cdef lanes stays = load(block.stays)
    cdef lanes less = load(block.less)
    cdef lanes one = load(ONES)
    cdef lanes c, q, h
    past_the_goal(e, r, throw, block)
    for s in range(throw.goal - 1, bottom - 1, -1):
        c = expect(wiped, e + s * LANES, throw)
        q = expect(stays, r + s * LANES, throw)
        h = add(load(held + s * stride + block.opp), less)
        store(e + s * LANES, where_greater(c, h, c, h))
        store(r + s * LANES, where_greater(c, h, q, one))
        if s <= block.first:
            store(row, c)
            excess[block.first - s] = row[block.first - s]
            store(row, q)
            stay[block.first - s] = row[block.first - s]


cdef clones payoffs(
    const Throw* throw, const Block* block, const double* held, Py_ssize_t stride,
    double* e, double* r, double* thrown, Py_ssize_t width,
) noexcept nogil:
    """c(s) of every s from own up in `thrown`, one row a score, for lanes that share own."""
    cdef Py_ssize_t s
    cdef lanes wiped = load(block.wiped)
    cdef lanes less = load(block.less)
    cdef lanes x = load(block.x)
    cdef lanes c, h
    past_the_goal(e, r, throw, block)
    for s in range(throw.goal - 1, block.first - 1, -1):
        c = expect(wiped, e + s * LANES, throw)
        h = add(load(held + s * stride + block.opp), less)
        store(thrown + s * width, add(c, x))
        store(e + s * LANES, where_greater(c, h, c, h))


cdef inline void pay(
    Block* block, Py_ssize_t l, const Throw* throw, double x, bint coupled, double w, bint same
) noexcept nogil:
    """Set what lane l is paid for a bust and for a wipe; `same`: the wipe is that bust."""
    block.x[l] = x
    block.less[l] = -x
    block.wiped[l] = 0.0 if same else throw.wipe * (w - x)
    block.past[l] = 0.0 if coupled else 1.0
    block.stays[l] = 0.0 if same else throw.wipe if coupled else throw.wipe + throw.bust


cdef class Work:
    """The arrays of one game and one call: pointers checked once, scratch allocated once."""
    cdef Throw throw
    cdef const double* held
    cdef Py_ssize_t stride
    cdef double* e
    cdef double* r
    cdef const Py_ssize_t* landing
    cdef object keep  # the buffers behind the pointers

    def __init__(
        self, const double[:, ::1] held, const Py_ssize_t[::1] gains, const double[::1] chances,
        double bust, double wipe, bint exact, const Py_ssize_t[::1] landing,
        double[:, :, ::1] scratch,
    ):
        self.throw.gains = &gains[0] if gains.shape[0] else NULL
        self.throw.chances = &chances[0] if gains.shape[0] else NULL
        self.throw.count = gains.shape[0]
        self.throw.bust = bust
        self.throw.wipe = wipe
        self.throw.goal = held.shape[0] - 1
        self.throw.exact = exact
        self.held = &held[0, 0]
        self.stride = held.shape[1]
        self.landing = &landing[0]
        self.e = &scratch[0, 0, 0]
        self.r = &scratch[1, 0, 0]
        self.keep = (held, gains, chances, landing, scratch)


cdef struct Total:
    # One total i + j: everything is indexed by opp, own = total - opp, lo <= opp <= hi.
    Py_ssize_t total, lo, hi
    double* a        # the unknowns V(own, opp, 0)
    double* x        # the bust payoffs at a
    double* excess   # f(x) - x
    double* stay     # one less the slope of f
    double* active   # 0 once the pair is done
    double* kept     # the point before
    double* size     # the step before
    double* anchor   # where the tangent of opp = total - m is frozen, at m < total - m,
    double* base     # its excess there,
    double* line     # and its stay; negative while both turns are free
    Py_ssize_t worked  # steps since Ctrl-C was last looked for


cdef int evaluate(Work work, Total* now, const double* column, Py_ssize_t width) except -1 nogil:
    """The excess and the stay at a, for all pairs of one total that are not done."""
    cdef Block block
    cdef double[8] excess
    cdef double[8] stay
    cdef Py_ssize_t opp, own, l, bank
    cdef Py_ssize_t goal = work.throw.goal
    cdef Py_ssize_t start = now.lo - now.lo % width
    cdef bint busy, coupled
    while start <= now.hi:
        busy = False
        block.first = now.total - start
        block.opp = start
        for l in range(LANES):
            opp = start + l
            own = now.total - opp
            pay(&block, l, &work.throw, 0.0, False, 0.0, True)
            if l >= width or opp < now.lo or opp > now.hi or now.active[opp] == 0:
                continue
            busy = True
            bank = work.landing[own]
            coupled = bank == own
            now.x[opp] = 1.0 - now.a[own] if coupled else work.held[bank * work.stride + opp]
            pay(
                &block, l, &work.throw, now.x[opp], coupled, 1.0 - column[opp],
                coupled and own == 0,
            )
        if busy:
            turn(&work.throw, &block, work.held, work.stride, work.e, work.r, excess, stay)
            for l in range(width):
                opp = start + l
                if now.lo <= opp <= now.hi:
                    now.excess[opp] = excess[l]
                    now.stay[opp] = stay[l]
            now.worked += goal - now.total + start + LANES
            if now.worked > 1_000_000:
                now.worked = 0
                with gil:
                    PyErr_CheckSignals()
        start += width
    return 0


cdef inline void freeze(Total* now, Py_ssize_t m, Py_ssize_t n) noexcept nogil:
    """Keep the tangent of the turn at opp = n."""
    now.anchor[m] = now.a[m]
    now.base[m] = now.excess[n]
    now.line[m] = now.stay[n]


cdef inline double tangent(Total* now, Py_ssize_t m) noexcept nogil:
    """The excess on the frozen tangent at a."""
    return now.base[m] + now.line[m] * (now.a[m] - now.anchor[m])


cdef bint advance(
    Total* now, Py_ssize_t m, bint both, double tolerance, double* worst
) noexcept nogil:
    """Judge the evaluated point of the pair (m, n) and move it; True when it is done.

    `both`: each of the two depends on the other. A pair that has reached the tolerance goes on
    while that still helps: the next step is the one that reaches the last bits.
    """
    cdef Py_ssize_t n = now.total - m
    cdef double e = now.excess[m]
    cdef double g = now.excess[n]
    cdef double r = now.stay[m]
    cdef double t = now.stay[n]
    cdef double d = now.x[m] - now.a[m]
    cdef double f = d if both else now.x[n] - now.a[n]
    cdef double det = r + t - r * t
    cdef double da, db, along, size
    cdef bint stuck
    if m == n:
        da = db = (d + e) / (2.0 - r)
    elif det > 0:
        da = ((d - f) + (e - g) + r * (f + g)) / det
        db = ((f - d) + (g - e) + t * (d + e)) / det
    else:
        da, db = d + e, f + g
    size = max(fabs(da), fabs(db))
    stuck = size >= now.size[m]
    worst[0] = max(worst[0], max(fabs(d + e), fabs(f + g)))
    if stuck and (now.size[m] <= tolerance or now.size[m] <= ROUNDING):
        now.a[m], now.a[n] = now.kept[m], now.kept[n]
        return True
    now.kept[m], now.kept[n] = now.a[m], now.a[n]
    now.size[m] = now.size[n] = size
    if size <= LAST_BITS:
        return True
    if now.line[m] >= 0:
        det = r + now.line[m] - r * now.line[m]
        along = (e - tangent(now, m)) / det if det > 0 else 0.0
        if fabs(along) > tolerance and fabs(along) > ROUNDING:
            now.a[m] += along
            now.a[n] = 1.0 - now.a[m] + tangent(now, m)
            return False
        freeze(now, m, n)
    elif stuck and both and m != n:  # of one unknown alone, f is convex: Newton cannot cycle
        freeze(now, m, n)
    now.a[m] = min(max(now.a[m] + da, 0.0), 1.0)
    if m != n:
        now.a[n] = min(max(now.a[n] + db, 0.0), 1.0)
    return False


cdef inline double guess(
    const double[:, ::1] starts, Py_ssize_t i, Py_ssize_t j, Py_ssize_t goal
) noexcept nogil:
    """V(i,j,0) continued linearly from the totals solved before."""
    cdef double v
    if i + 1 < goal and j + 1 < goal:
        v = starts[i + 1, j] + starts[i, j + 1] - starts[i + 1, j + 1]
        return 0.0 if v < 0 else 1.0 if v > 1 else v
    if i + 1 < goal:
        return starts[i + 1, j]
    return starts[i, j + 1] if j + 1 < goal else 0.5


def newton(
    double[:, ::1] starts, double[:, ::1] held, const double[::1] column,
    const Py_ssize_t[::1] gains, const double[::1] chances, double bust, double wipe, bint exact,
    const Py_ssize_t[::1] landing, const unsigned char[::1] dead,
    double[:, :, ::1] scratch, double[:, ::1] rows, double[::1] history,
    double tolerance, bint warm, Py_ssize_t width, progress,
):
    """Fill starts and held, given the column; (iterations used, pairs left above tolerance).

    `rows`: (10, stride) scratch. `history` receives the largest residual |f - a| of each
    iteration; its length bounds their number. A pair is done when its step, which is at least
    as telling, is below the tolerance.
    `warm`: starts holds a guess. `width`: pairs to a block, at most LANES; results do not
    depend on it. `progress(done, total)` is called after each total unless it is None.
    """
    cdef Work work = Work(held, gains, chances, bust, wipe, exact, landing, scratch)
    cdef Total now
    cdef Py_ssize_t goal = starts.shape[0]
    cdef Py_ssize_t total, opp, own, n, most = 0, left, unfinished = 0
    cdef double worst
    cdef bint both
    cdef bint report = progress is not None
    now.a, now.x, now.excess, now.stay = &rows[0, 0], &rows[1, 0], &rows[2, 0], &rows[3, 0]
    now.active, now.kept, now.size = &rows[4, 0], &rows[5, 0], &rows[6, 0]
    now.anchor, now.base, now.line = &rows[7, 0], &rows[8, 0], &rows[9, 0]
    now.worked = 0
    with nogil:
        for total in range(2 * goal - 2, -1, -1):
            now.total = total
            now.lo = total - goal + 1 if total >= goal else 0
            now.hi = total if total < goal else goal - 1
            left = 0
            for opp in range(now.lo, now.hi + 1):
                own = total - opp
                now.active[opp] = 0.0
                now.size[opp] = 0.0
                now.line[opp] = -1.0
                if dead[own] and dead[opp]:
                    now.a[opp] = 0.5
                elif (dead[own] or dead[opp]) and landing[own] == own and landing[opp] == opp:
                    now.a[opp] = 0.0 if dead[own] else 1.0
                else:
                    now.a[opp] = starts[own, opp] if warm else guess(starts, own, opp, goal)
                    now.active[opp] = 1.0
                    now.size[opp] = 1e300
                    left += 1
            for n in range(history.shape[0]):
                if left == 0:
                    break
                evaluate(work, &now, &column[0], width)
                worst = history[n]
                for opp in range(now.lo, total // 2 + 1):
                    own = total - opp
                    both = landing[own] == own and landing[opp] == opp
                    if now.active[opp] and advance(&now, opp, both, tolerance, &worst):
                        now.active[opp] = now.active[own] = 0.0
                        left -= 1 if own == opp else 2
                history[n] = worst
                if n >= most:
                    most = n + 1
            for opp in range(now.lo, now.hi + 1):
                unfinished += now.size[opp] > tolerance
                now.a[opp] = min(max(now.a[opp], 0.0), 1.0)
                starts[total - opp, opp] = now.a[opp]
                held[opp, total - opp] = 1.0 - now.a[opp]
            if report:
                with gil:
                    progress(2 * goal - 1 - total, 2 * goal - 1)
    return most, unfinished


def throws(
    const double[:, ::1] held, const Py_ssize_t[::1] gains, const double[::1] chances,
    double bust, double wipe, bint exact, const Py_ssize_t[::1] landing,
    double[:, :, ::1] scratch, Py_ssize_t own, Py_ssize_t count,
    double[:, ::1] thrown,
):
    """c(s) against opp = 0, 1, …, count - 1 for a mover with own, where held has V.

    `thrown`: (goal, width) with width a multiple of LANES, at least count; row s gets c(s) and
    the rows below own are left alone.
    """
    cdef Work work = Work(held, gains, chances, bust, wipe, exact, landing, scratch)
    cdef Block block
    cdef Py_ssize_t l, n = 0
    cdef Py_ssize_t width = thrown.shape[1]
    cdef Py_ssize_t bank = work.landing[own]
    with nogil:
        while n < count:
            block.first = own
            block.opp = n
            for l in range(LANES):
                pay(&block, l, &work.throw, 0.0, False, 0.0, True)
                if n + l < count:
                    pay(
                        &block, l, &work.throw, held[bank, n + l], False,
                        held[0, n + l], bank == 0,
                    )
            payoffs(
                &work.throw, &block, work.held, work.stride, work.e, work.r,
                &thrown[0, n], width,
            )
            n += LANES
