# Two players of a race whose turns are of few kinds: thousands of exact matches a second.
#
# Mathematics
#     Who rolls while his turn total is below a limit h has turns that depend on his own score i
#     and on h alone. So all that can happen in them is tabulated once, for every i and h, and a
#     rule that holds at h(i, j) is a table of kinds. (An opponent whose decisions are no limits has
#     a kind of his own for every pair of scores: the kind is the other's score.)
#
#     A turn of kind x from i ends with s banked with chance t(i, x, s), s = goal being the win; by a
#     bust that leaves i as it was, with chance q(i, x); by a bust that banks a consolation, or by
#     a wipe. With a(i, j) = P(I win) where it is my turn and b(j, i) where it is his, at j against
#     my i,
#
#         a(i,j) = e + q b(j,i),     e = t(goal) + sum_s t(s) b(j,s) + bonus b(j,landing_i) + wiped v(j)
#         b(j,i) = f + q' a(i,j),    f =           sum_s t'(s) a(i,s) + bonus' a(i,landing_j) + wiped' u(i)
#
#     where his chances are those with a stroke. e and f need larger scores only, so from the
#     largest down there are two lines in two unknowns to solve. With r = 1 - q, which is a sum of
#     chances itself, nothing cancels:
#
#         a = (e + q f) / d,     b = (f + q' e) / d,     d = 1 - q q' = r + q r'
#
#     d = 0: neither ever leaves his score, and a = b = never. Wipes are paid by the columns
#     u(i) = a(i, 0) and v(j) = b(j, 0), which the caller knows or guesses.
#
# Arrays (float64)
#     ends     (size,)                  outcomes.pyx says where: at own, kind, s - own; the entry of
#                                       s = own is q
#     squares  (6, goal, goal)          at [., own, kind]; LEAVE is r
#     kinds    (goal, goal)  intc       at [own, opp]: which kind of turn is taken, 0 ... goal - 1
#     landing  (goal,) intp             the banked score after a bust
#     a, b     (goal, goal)             at [own, opp] of who is to move
#     u, v     (goal,)                  at [own] of who is to move
#
# What limits it
#     A product and a sum for every s that a turn of one kind can end with: as many as there are
#     different gains, at most, twice for each pair of scores.

from libc.stdlib cimport calloc, free

include "squares.pxi"

cdef struct Kind:
    # One kind of turn from one score, all that a pair needs of it in one line of the cache.
    double back               # q
    double won                # t(goal)
    double leave              # r
    double wiped
    double bonus
    const double* ends        # of s = own + low and the scores from there on
    Py_ssize_t low
    Py_ssize_t count


cdef class Turns:
    """How a player's turns of each kind end."""
    cdef const Py_ssize_t[::1] landing
    cdef Py_ssize_t goal
    cdef Kind* kinds          # (goal, goal)
    cdef double* ends         # of all kinds, one after the other, without the zeros around them

    def __cinit__(
        self, const double[::1] ends not None, const double[:, :, ::1] squares not None,
        const Py_ssize_t[::1] landing not None,
    ):
        cdef Py_ssize_t goal = landing.shape[0], size
        self.landing, self.goal = landing, goal
        self.kinds = <Kind*> calloc(goal * goal, sizeof(Kind))
        if self.kinds != NULL:
            size = measure(self.kinds, goal, &ends[0])
            self.ends = <double*> calloc(size + 1, sizeof(double))
        if self.ends == NULL:
            raise MemoryError(f"no memory for the turns of a race to {goal}")
        pack(self.kinds, self.ends, goal, &ends[0], &squares[0, 0, 0])

    def __dealloc__(self):
        free(self.kinds)
        free(self.ends)


cdef Py_ssize_t measure(Kind* kind, Py_ssize_t goal, const double* ends) noexcept nogil:
    """Find the scores that turns end with, and how many there are in all."""
    cdef Py_ssize_t own, x, low, high, size = 0
    for own in range(goal):
        for x in range(goal):
            low, high = 1, goal - own
            while high > low and ends[high - 1] == 0.0:
                high -= 1
            while low < high and ends[low] == 0.0:
                low += 1
            kind.low, kind.count = low, high - low
            size += kind.count
            kind += 1
            ends += goal - own
    return size


cdef void pack(
    Kind* kind, double* packed, Py_ssize_t goal, const double* ends, const double* squares
) noexcept nogil:
    cdef Py_ssize_t own, x, n, m
    for own in range(goal):
        for x in range(goal):
            n = own * goal + x
            kind.back, kind.won = ends[0], squares[WON * goal * goal + n]
            kind.leave, kind.wiped = squares[LEAVE * goal * goal + n], squares[WIPED * goal * goal + n]
            kind.bonus, kind.ends = squares[BONUS * goal * goal + n], packed
            for m in range(kind.count):
                packed[m] = ends[kind.low + m]
            packed += kind.count
            kind += 1
            ends += goal - own


cdef inline double paid(
    const Kind* kind, Py_ssize_t own, Py_ssize_t landing, Py_ssize_t goal, const double* after,
    double wipe,
) noexcept nogil:
    """What a turn is paid that ends elsewhere, short of the goal; `after` by the score banked."""
    cdef double total = kind.wiped * wipe
    cdef Py_ssize_t m
    after += own
    for m in range(kind.count):
        total += kind.ends[m] * after[kind.low + m]
    if own < landing < goal:
        total += kind.bonus * after[landing - own]
    return total


def wins(
    Turns first not None, const int[:, ::1] first_kinds not None,
    Turns second not None, const int[:, ::1] second_kinds not None,
    const double[::1] u not None, const double[::1] v not None, double never,
    double[:, ::1] a not None, double[:, ::1] b not None,
):
    """Write the chances that the first player wins: in `a` on his turn, in `b` on the other's."""
    cdef Py_ssize_t goal = first.goal, i, j
    cdef const Kind* mine
    cdef const Kind* his
    cdef double e, f, d
    with nogil:
        for j in range(goal - 1, -1, -1):  # his turns lie in one row: he has the most kinds
            for i in range(goal - 1, -1, -1):
                mine = first.kinds + i * goal + first_kinds[i, j]
                his = second.kinds + j * goal + second_kinds[j, i]
                e = mine.won + paid(mine, i, first.landing[i], goal, &b[j, 0], v[j])
                f = paid(his, j, second.landing[j], goal, &a[i, 0], u[i])
                d = mine.leave + mine.back * his.leave
                if d > 0.0:
                    a[i, j] = (e + mine.back * f) / d
                    b[j, i] = (f + his.back * e) / d
                else:
                    a[i, j] = b[j, i] = never
