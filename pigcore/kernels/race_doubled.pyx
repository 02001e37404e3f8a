# Race games whose errors doubles cannot hold down: Newton's method on pairs of turn starts in pairs
# of doubles, plain and scalar, with a bound of every error.
#
# Mathematics
#     Equations, excess e and leave r are those of race.pyx and pairs.pxi.
#     What is lost in doubles is the complement of a value near 1; so each value v is kept with its
#     complement 1 - v, of which the smaller one is the number that is meant and the larger one
#     follows from it. All differences are taken between small ones,
#
#         hold    e(s) = h(s) - x = V(j,i,0) - V(j,s,0),        e(goal) = V(j,i,0),
#         wipe    w - x = V(j,i,0) - V(j,0,0),
#
#     and so e, d = 1 - a - b and Newton's step have a small relative error however small they are.
#
#     Errors are bounded as in race_bound.pxi, with another roundoff, but both ways at once: here
#     even the decisions of who is as good as lost show. A(s) is what everything but the bust of the
#     slope can add to the error of e(s). Where hold and roll differ by more than their errors, A
#     and r are those of the better one; otherwise A is the larger of both and r that of the roll.
#     Which it is depends on the errors of the pair itself, so these are first assumed, and in
#
#         |da| <= (|e - g + r (d + g)| + A_f + (1 - r) A_g) / (r + t - r t),      db likewise,
#
#     all is proved if neither comes out larger than it was assumed. A pair of players whose
#     simultaneous steps do not shrink goes on by turns, as in pairs.pxi.
#
# Arrays
#     chances   (n, 2)         each a sum of two doubles; bust and wipe (2,) likewise
#     column    (goal, 2)      the guess of V(opp, 0, 0) that wipes are paid by, likewise
#     starts    (goal, goal)   receives V(own, opp, 0), rounded
#     errors    (goal, goal)   receives the bounds of the values before rounding
#     The rest is as in race.pyx.
#
# Constants
#     With n gains a sum c(s) is off by at most (n + 4) times ROUND of each |p e| in it (a chance, a
#     product and at most n + 2 additions), and a hold's e by ROUND: `share` is the sum of both. A
#     and r are sums of positive doubles, whose n + 6 roundings a score are a relative error that
#     `slack` is twice.
#
# What limits it
#     Some 25 operations for each gain and state, five or six times: a hundred times what race.pyx
#     needs, for games that need it.

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport fabs
from libc.stdlib cimport free, malloc

include "race_rules.pxi"
include "double_double.pxi"

cdef double ROUND = 1.9721522630525295e-31  # 2**-102
cdef double UNDERFLOW = 1e-290              # products below this have lost their lower half
cdef enum:
    STEPS = 100    # of Newton's method for a pair, at most
    ATTEMPTS = 8   # to assume errors that are large enough

cdef struct Value:
    Pair v         # v
    Pair rest     # 1 - v
    double error   # bound of both

cdef struct Turn:
    # From one of its scores on.
    Pair e
    Pair r
    double a


cdef inline Value flipped(Value v) noexcept nogil:
    v.v, v.rest = v.rest, v.v
    return v


cdef inline Value moved(Value v, Pair by) noexcept nogil:
    """v + by, between 0 and 1."""
    if v.v.hi > 0.5:
        by.hi, by.lo = -by.hi, -by.lo
        return flipped(moved(flipped(v), by))
    v.v = plus(v.v, by)
    if v.v.hi < 0.0:
        v.v = pair(0.0)
    v.rest = minus(pair(1.0), v.v)
    if v.rest.hi < 0.0:
        v.v, v.rest = pair(1.0), pair(0.0)
    elif v.v.hi > 0.5:
        v.v = minus(pair(1.0), v.rest)
    return v


cdef inline Value value_of(double v) noexcept nogil:
    cdef Value zero
    zero.v, zero.rest, zero.error = pair(0.0), pair(1.0), 0.0
    return moved(zero, pair(v))


cdef inline bint alike(Value a, Value b) noexcept nogil:
    """Whether the same of v and 1 - v is meant, so that differences lose nothing."""
    return (a.v.hi > 0.5) == (b.v.hi > 0.5)


cdef inline Pair difference(Value a, Value b) noexcept nogil:
    return minus(b.rest, a.rest) if a.v.hi > 0.5 and b.v.hi > 0.5 else minus(a.v, b.v)


cdef inline double lost(Value a, Value b) noexcept nogil:
    """The absolute error of their difference that its size does not tell."""
    return 0.0 if alike(a, b) else ROUND


cdef inline double smaller(Value v) noexcept nogil:
    return min(v.v.hi, v.rest.hi)


cdef inline Pair quotient(Pair a, Pair by) noexcept nogil:
    """a / by to 30 digits: for steps that are repeated until they vanish."""
    cdef double first = a.hi / by.hi
    cdef Pair rest = minus(a, product(pair(first), by))
    return exact_sum(first, rest.hi / by.hi)


cdef inline Pair either(Pair r, Pair t) noexcept nogil:
    """r + t - r t: of two turns, whether one leaves."""
    return minus(plus(r, t), product(r, t))


cdef class DoubledRace:
    """The rules of one race, checked once, and its values. One call at a time.

    The values are those of `guess`, (goal, goal), at first.
    """
    cdef const Py_ssize_t[::1] gains
    cdef const double[:, ::1] chances
    cdef const Py_ssize_t[::1] landing
    cdef const unsigned char[::1] dead
    cdef Pair bust, wipe
    cdef double share, slack
    cdef bint exact
    cdef Py_ssize_t goal, most
    cdef Value* values   # (goal, goal)
    cdef Value* column   # (goal,): V(opp, 0, 0), as wipes are paid by it
    cdef Turn* cells     # (goal + most + 1,)

    def __cinit__(
        self, const Py_ssize_t[::1] gains, const double[:, ::1] chances, const double[::1] bust,
        const double[::1] wipe, bint exact, const Py_ssize_t[::1] landing,
        const unsigned char[::1] dead, const double[:, ::1] guess,
    ):
        cdef Py_ssize_t n, i
        if chances.shape[1] != 2 or bust.shape[0] != 2 or wipe.shape[0] != 2:
            raise ValueError(
                f"chances have {chances.shape[1]}, {bust.shape[0]} and {wipe.shape[0]} parts, but "
                "must have 2"
            )
        check_rules(gains, chances[:, 0].copy(), bust[0], wipe[0], landing, dead)
        self.gains, self.chances, self.landing, self.dead = gains, chances, landing, dead
        self.exact, self.goal = exact, landing.shape[0]
        self.bust.hi, self.bust.lo = bust[0], bust[1]
        self.wipe.hi, self.wipe.lo = wipe[0], wipe[1]
        check_shape("guess", guess, (self.goal, self.goal))
        for n in range(gains.shape[0]):
            self.most = max(self.most, gains[n])
        self.share = (gains.shape[0] + 5) * ROUND
        self.slack = 2.0 * (self.goal + 2) * (gains.shape[0] + 6) * 1.2e-16
        self.values = <Value*> malloc(self.goal * self.goal * sizeof(Value))
        self.column = <Value*> malloc(self.goal * sizeof(Value))
        self.cells = <Turn*> malloc((self.goal + self.most + 1) * sizeof(Turn))
        if self.values == NULL or self.column == NULL or self.cells == NULL:
            raise MemoryError
        for i in range(self.goal):
            for n in range(self.goal):
                self.values[i * self.goal + n] = value_of(guess[i, n])

    def __dealloc__(self):
        free(self.values)
        free(self.column)
        free(self.cells)

    cdef Turn turn(
        self, Py_ssize_t own, Py_ssize_t opp, Value b, double assumed, double residual
    ) noexcept nogil:
        """e, r and A of a turn whose bust pays 1 - b.

        `assumed` bounds b's error, and `residual` what a near decision multiplies.
        """
        cdef Py_ssize_t s, n
        cdef bint back = self.landing[own] == own
        cdef Turn* cell = self.cells
        cdef Turn reached
        cdef Turn c
        cdef Pair hold
        cdef double kept, near, gap
        cdef bint same = back and own == 0
        cdef double known = 0.0 if back else b.error
        cdef double thrown = self.bust.hi * known + UNDERFLOW
        cdef Pair wiped = pair(0.0), leaves = pair(0.0)
        if not back:
            leaves = self.bust
        if not same:
            hold = difference(b, self.column[opp])
            wiped = product(self.wipe, hold)
            leaves = plus(leaves, self.wipe)
            thrown += self.wipe.hi * (
                self.column[opp].error + lost(b, self.column[opp]) + self.share * fabs(hold.hi)
            )
        for s in range(self.goal, self.goal + self.most + 1):
            cell[s].e, cell[s].r, cell[s].a = b.v, pair(1.0), self.share * b.v.hi
            if s > self.goal and self.exact:
                cell[s].e, cell[s].r, cell[s].a = pair(0.0), pair(0.0 if back else 1.0), known
        for s in range(self.goal - 1, own - 1, -1):
            c.e, c.r, c.a = wiped, leaves, thrown
            for n in range(self.gains.shape[0]):
                reached = cell[s + self.gains[n]]
                hold.hi, hold.lo = self.chances[n, 0], self.chances[n, 1]
                c.e = plus(c.e, product(hold, reached.e))
                c.r = plus(c.r, product(hold, reached.r))
                c.a += hold.hi * reached.a
            if s == own:
                break
            hold = difference(b, self.values[opp * self.goal + s])
            kept = self.values[opp * self.goal + s].error \
                + lost(b, self.values[opp * self.goal + s]) + self.share * fabs(hold.hi)
            gap = minus(c.e, hold).hi
            near = (kept + c.a + (assumed if back else 0.0)) * 1.001
            cell[s].e = c.e if gap > 0.0 else hold
            cell[s].r = c.r if gap > -near else pair(1.0)
            if gap > near:
                cell[s].a = c.a
            elif gap < -near:
                cell[s].a = kept
            else:
                cell[s].a = max(c.a, kept) + residual
            cell[s].a += self.share * fabs(cell[s].e.hi)
        return c

    cdef Value after(self, Py_ssize_t own, Py_ssize_t opp, Value b) noexcept nogil:
        """The opponent's value after a bust; b is the pair's."""
        if self.landing[own] == own:
            return b
        if self.landing[own] == self.goal:
            return value_of(0.0)
        return self.values[opp * self.goal + self.landing[own]]

    cdef void couple(self, Py_ssize_t i, Py_ssize_t j, Value* a, Value* b) noexcept nogil:
        """Newton's method for a pair that needs each other, by turns where that cycles."""
        cdef Turn f, g
        cdef Value anchor
        cdef Pair d, da, db, base, slope, line, det
        cdef double size, before = 2.0
        cdef bint stuck, frozen = False
        cdef int step
        for step in range(STEPS):
            f = self.turn(i, j, b[0], 0.0, 0.0)
            g = f if i == j else self.turn(j, i, a[0], 0.0, 0.0)
            d = difference(flipped(a[0]), b[0])
            det = either(f.r, g.r)
            if not det.hi > UNDERFLOW:
                return
            if i == j:
                da = db = quotient(plus(d, f.e), minus(pair(2.0), f.r))
            else:
                da = quotient(plus(minus(f.e, g.e), product(f.r, plus(d, g.e))), det)
                db = quotient(plus(minus(g.e, f.e), product(g.r, plus(d, f.e))), det)
            size = max(fabs(da.hi), fabs(db.hi))
            stuck = size >= before
            if size <= 1e-29 * min(smaller(a[0]), smaller(b[0])) or (stuck and size <= 1e-28):
                return
            before = size
            if frozen:
                line = minus(f.e, plus(base, product(slope, difference(a[0], anchor))))
                det = either(f.r, slope)
                if det.hi > UNDERFLOW and fabs(line.hi) > 1e-28 * det.hi:
                    a[0] = moved(a[0], quotient(line, det))
                    line = plus(base, product(slope, difference(a[0], anchor)))
                    b[0] = moved(flipped(a[0]), line)
                    continue
            if frozen or (stuck and i != j):
                anchor, base, slope, frozen = a[0], g.e, g.r, True
            a[0] = moved(a[0], da)
            b[0] = a[0] if i == j else moved(b[0], db)

    cdef void bound(self, Py_ssize_t i, Py_ssize_t j, Value* a, Value* b) noexcept nogil:
        """Bound the errors of a pair, those of larger totals being known."""
        cdef Turn f, g
        cdef Pair d, c
        cdef double r, t, det, off, mine, others, da, db, x = 0.0, y = 0.0
        cdef double rounded = lost(flipped(a[0]), b[0]) + 8 * ROUND * (smaller(a[0]) + smaller(b[0]))
        cdef double most = 64 * rounded
        cdef bint back = self.landing[i] == i, forth = self.landing[j] == j
        cdef int attempt
        for attempt in range(ATTEMPTS):
            f = self.turn(i, j, self.after(i, j, b[0]), y, most)
            g = self.turn(j, i, self.after(j, i, a[0]), x, most)
            r, t = f.r.hi * (1.0 - self.slack), g.r.hi * (1.0 - self.slack)
            mine, others = f.a * (1.0 + self.slack), g.a * (1.0 + self.slack)
            d = plus(difference(flipped(a[0]), self.after(i, j, b[0])), f.e)
            c = plus(difference(flipped(b[0]), self.after(j, i, a[0])), g.e)
            off = max(fabs(d.hi), fabs(c.hi)) + rounded
            if back and forth and i != j:
                det = r + t - r * t
                if off > most:
                    mine, others = mine + (1.0 - r) * off, others + (1.0 - t) * off
                d = plus(minus(f.e, g.e), product(pair(r), c))
                c = plus(minus(g.e, f.e), product(pair(t), plus(minus(c, g.e), f.e)))
                off = (r + t) * (off * self.slack + rounded) \
                    + 8 * ROUND * (fabs(f.e.hi) + fabs(g.e.hi))
                if not det > UNDERFLOW:
                    det = UNDERFLOW
                da = (fabs(d.hi) + off + mine + (1.0 - r) * others) / det
                db = (fabs(c.hi) + off + others + (1.0 - t) * mine) / det
            else:
                # One unknown, or one that needs the other at most.
                da = fabs(d.hi) + 8 * ROUND + mine
                db = fabs(c.hi) + 8 * ROUND + others
                if i == j:
                    pass
                elif back:
                    da += (1.0 - r) * db
                elif forth:
                    db += (1.0 - t) * da
            da = da * (1.0 + self.slack) if da < 1.0 else 1.0
            db = db * (1.0 + self.slack) if db < 1.0 else 1.0
            if da <= x and db <= y:
                break
            x, y = max(4.0 * da, x), max(4.0 * db, y)
        else:
            da = db = 1.0
        # Of a value and its complement, one is the number that is meant and one is rounded.
        a.error, b.error = da + ROUND * smaller(a[0]), db + ROUND * smaller(b[0])

    cdef bint settled(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
        """Write down what two dead players get, or a dead one who stays where he is."""
        cdef Value* a = self.values + i * self.goal + j
        if self.dead[i] and self.dead[j]:
            a[0] = value_of(0.5)
        elif (self.dead[i] or self.dead[j]) and self.landing[i] == i and self.landing[j] == j:
            a[0] = value_of(0.0 if self.dead[i] else 1.0)
        else:
            return False
        return True

    cdef void visit(self, Py_ssize_t i, Py_ssize_t j, bint bounds) noexcept nogil:
        """Find the values of a pair, or bound their errors."""
        cdef Value* a = self.values + i * self.goal + j
        cdef Value* b = self.values + j * self.goal + i
        if self.settled(i, j):
            self.settled(j, i)
        elif bounds:
            self.bound(i, j, a, b)
        elif self.landing[i] == i and self.landing[j] == j:
            self.couple(i, j, a, b)
        else:
            self.alone(i, j, a, b)
            self.alone(j, i, b, a)
            self.alone(i, j, a, b)

    cdef void alone(self, Py_ssize_t i, Py_ssize_t j, Value* a, Value* b) noexcept nogil:
        """The value of a turn whose bust payoff is known."""
        cdef Value x = self.after(i, j, b[0])
        a[0] = moved(flipped(x), self.turn(i, j, x, 0.0, 0.0).e)

    cdef int walk(self, bint bounds) except -1:
        cdef Py_ssize_t total, j
        for total in range(2 * self.goal - 2, -1, -1):
            PyErr_CheckSignals()
            with nogil:
                for j in range(max(0, total - self.goal + 1), total // 2 + 1):
                    self.visit(total - j, j, bounds)
        return 0

    def solve(self, double[:, ::1] column not None, double[:, ::1] starts not None):
        """Find the values where wipes are paid by `column`, which receives V(opp, 0, 0)."""
        cdef Py_ssize_t i, j
        cdef Value* a
        check_shape("column", column, (self.goal, 2))
        check_shape("starts", starts, (self.goal, self.goal))
        for i in range(self.goal):
            self.column[i] = moved(value_of(column[i, 0]), pair(column[i, 1]))
        self.walk(False)
        for i in range(self.goal):
            for j in range(self.goal):
                starts[i, j] = self.values[i * self.goal + j].v.hi
            a = self.values + i * self.goal
            column[i, 0], column[i, 1] = a.v.hi, a.v.lo

    def bounds(self, double[:, ::1] errors not None, const double[::1] wiped not None):
        """Bound the errors of the values, if `wiped`, (goal,), bounds those of V(opp, 0, 0)."""
        cdef Py_ssize_t i, j
        check_shape("errors", errors, (self.goal, self.goal))
        check_shape("wiped", wiped, (self.goal,))
        for i in range(self.goal):
            self.column[i] = self.values[i * self.goal]
            self.column[i].error = wiped[i]
        self.walk(True)
        for i in range(self.goal):
            for j in range(self.goal):
                errors[i, j] = self.values[i * self.goal + j].error


cdef int check_shape(name, array, tuple fitting) except -1:
    cdef tuple found = tuple(memoryview(array).shape)
    if found != fitting:
        raise ValueError(f"{name} is {found}, but must be {fitting}")
    return 0
