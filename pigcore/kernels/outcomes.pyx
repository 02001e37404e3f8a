# What the turns of a race lead to when it is decided how they are played.
#
# Mathematics
#     A player with own units banked has t units in a turn and is in mode m. He banks with a given
#     chance d(t,m), 0 or 1 if he never mixes, and throws otherwise; of a set of options (g, n) that
#     a throw leaves he takes the one whose state is worth most to him, and the first of several,
#     where w(t,m) is what he thinks a state is worth, or each with a given chance. With r(t,m) the
#     chance that the turn comes to a state, which begins in (0, start), where one must throw,
#
#         go(t,m) = r(t,m) (1 - d(t,m)),
#         r(t+g, n) = sum over sets in which he takes (g, n) of p go(t,m),
#
#     the turn banks t with the sum of r d, busts with that of go p_bust, and wipes with that of
#     go p_wipe. It busts, too, past the goal of an exact race, and in a mode in which nothing is
#     thrown if the rules do not let one bank. All are sums of products of chances: nothing cancels,
#     so each of them is right to a few units in its own last place, however small it is.
#
#     Any w does: that of best play, or a rule such as "set aside what scores most", which is a w that
#     grows with t and then with m.
#
# Arrays (C-contiguous float64 unless said otherwise; opponents side by side in the last axis)
#     bank     (rows, modes, width)    uint8 or float64: d at [t, m, opponent]. From the t on at
#                                      which a turn is over, one banks, whatever stands here; so
#                                      rows need not go beyond
#     worth    (rows, modes, width)    w, in all rows that a gain leads to
#     shares   (rows, options, width)  the chance to take each option of its set
#     reach    (rows, modes, width)    r
#     stops    (rows, width)           the chance to bank t units
#     lost     (3, width)              the chances to bust and to wipe; E[points beyond the units banked]
#     excess   (options,)              the points of an option beyond its units, which are cut
#     rules                            as in cells.pyx
#
# What limits it
#     A load and a comparison for each option of each set that a turn can come to,
#     WIDTH opponents side by side; states that no turn comes to are left out.

from threading import Lock

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free
from libc.string cimport memset

cdef enum:
    WIDTH = 8  # opponents side by side
    # What one may do in a mode, for `may`.
    BANKS = 1
    THROWS = 2

ctypedef fused chance_t:
    unsigned char
    double

cdef struct Block:
    # Turns against some opponents that stand side by side, and how they end.
    Py_ssize_t own
    Py_ssize_t need            # units to the goal
    Py_ssize_t least           # the fewest that one may bank
    Py_ssize_t last            # from so many units on one banks
    Py_ssize_t opp             # the first opponent's place in the arrays of decisions
    Py_ssize_t width           # how many opponents those have
    Py_ssize_t wide, across    # a row of stops, and of reach
    double* stops
    double* reach
    double[WIDTH] bust, wipe, final


cdef class Outcomes:
    """The rules of one race, and the memory for one turn.

    One call at a time works in that memory; others wait for it.
    """
    cdef Py_ssize_t goal, rolled, modes, begin, most, options
    cdef bint exact, passes
    cdef const Py_ssize_t[::1] least, sets, first, gains, after, order
    cdef const unsigned char[::1] may
    cdef const double[::1] chances, excess
    cdef const double[:, ::1] thrown
    cdef double* memory
    cdef object lock

    def __init__(
        self, Py_ssize_t rolled, bint exact, Py_ssize_t start,
        const Py_ssize_t[::1] least not None, const unsigned char[::1] may not None,
        const double[:, ::1] thrown not None,
        const Py_ssize_t[::1] sets not None, const double[::1] chances not None,
        const Py_ssize_t[::1] first not None, const Py_ssize_t[::1] gains not None,
        const Py_ssize_t[::1] after not None, const Py_ssize_t[::1] order not None,
        const double[::1] excess not None, bint passes=False,
    ):
        cdef Py_ssize_t goal = least.shape[0], n
        self.lock = Lock()
        self.goal, self.rolled, self.modes, self.begin = goal, rolled, may.shape[0], start
        self.exact, self.options, self.passes = exact, gains.shape[0], passes
        self.least, self.may, self.thrown = least, may, thrown
        self.sets, self.chances, self.first, self.gains = sets, chances, first, gains
        self.after, self.order = after, order
        self.excess = excess
        for n in range(self.options):
            self.most = max(self.most, gains[n])
        self.memory = <double*> calloc(
            (rolled + self.most) * self.modes * WIDTH, sizeof(double)
        )
        if self.memory == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.memory)

    # --- one turn, step by step -------------------------------------------------------------------

    cdef void sweep(
        self, Block* block, const chance_t* bank, const double* worth, const double* shares
    ) noexcept nogil:
        """r and the chances to bank, from no units up; reach and stops must be 0 before."""
        cdef Py_ssize_t t, i, m, l
        cdef double some
        cdef bint banks, throws
        cdef double* r
        cdef double* stop
        cdef double[WIDTH] go
        cdef const chance_t* d
        for l in range(WIDTH):
            block.bust[l] = block.wipe[l] = block.final[l] = 0.0
        for l in range(WIDTH):
            block.reach[self.begin * block.across + l] = 1.0
        for t in range(block.last + self.most):
            stop = block.stops + t * block.wide
            for i in range(self.modes - 1, -1, -1):  # steps of no gain lead to modes before
                m = self.order[i]
                r = block.reach + (t * self.modes + m) * block.across
                some = 0.0
                for l in range(WIDTH):
                    some += r[l]
                if some == 0.0:
                    continue
                throws = t < block.last and self.may[m] & THROWS
                if not throws:
                    banks = t >= block.need or t >= block.least
                    if self.exact and t > block.need or not banks:
                        for l in range(WIDTH):
                            block.bust[l] += r[l]
                    else:
                        for l in range(WIDTH):
                            stop[l] += r[l]
                    continue
                some = 0.0
                for l in range(WIDTH):
                    go[l] = r[l]
                if t > 0 or m != self.begin or self.passes:
                    d = bank + (t * self.modes + m) * block.width + block.opp
                    for l in range(WIDTH):
                        go[l] = r[l] * (1.0 - d[l])
                        stop[l] += r[l] * d[l]
                for l in range(WIDTH):
                    block.bust[l] += go[l] * self.thrown[m, 0]
                    block.wipe[l] += go[l] * self.thrown[m, 1]
                    some += go[l]
                if some > 0.0:
                    self.throw(block, t, m, go, worth, shares)

    cdef void throw(
        self, Block* block, Py_ssize_t t, Py_ssize_t m, const double* go, const double* worth,
        const double* shares,
    ) noexcept nogil:
        """Add where a throw in mode m leads from t, thrown with the chances `go`."""
        cdef Py_ssize_t k, n, l
        cdef double p
        cdef double[WIDTH] best, rest, takes
        cdef const double* w
        for k in range(self.sets[m], self.sets[m + 1]):
            p = self.chances[k]
            for l in range(WIDTH):
                rest[l] = p * go[l]
            if self.first[k + 1] - self.first[k] == 1:
                self.take(block, t, self.first[k], rest)
                continue
            if shares != NULL:
                for n in range(self.first[k], self.first[k + 1]):
                    w = shares + (t * self.options + n) * block.width + block.opp
                    for l in range(WIDTH):
                        takes[l] = rest[l] * w[l]
                    self.take(block, t, n, takes)
                continue
            w = self.then(worth, block, t, self.first[k])
            for l in range(WIDTH):
                best[l] = w[l]
            for n in range(self.first[k] + 1, self.first[k + 1]):
                w = self.then(worth, block, t, n)
                for l in range(WIDTH):
                    best[l] = w[l] if w[l] > best[l] else best[l]
            for n in range(self.first[k], self.first[k + 1]):
                w = self.then(worth, block, t, n)
                for l in range(WIDTH):
                    takes[l] = rest[l] if w[l] >= best[l] else 0.0
                    rest[l] -= takes[l]
                self.take(block, t, n, takes)

    cdef inline const double* then(
        self, const double* worth, const Block* block, Py_ssize_t t, Py_ssize_t n
    ) noexcept nogil:
        """w of the state that an option leads to from t."""
        return worth + ((t + self.gains[n]) * self.modes + self.after[n]) * block.width + block.opp

    cdef inline void take(
        self, Block* block, Py_ssize_t t, Py_ssize_t n, const double* takes
    ) noexcept nogil:
        cdef double* r = block.reach + ((t + self.gains[n]) * self.modes + self.after[n]) * block.across
        cdef Py_ssize_t l
        for l in range(WIDTH):
            r[l] += takes[l]
        if self.excess[n] > 0.0 and t + self.gains[n] >= block.need:
            for l in range(WIDTH):
                block.final[l] += takes[l] * self.excess[n]

    def follow(
        self, Py_ssize_t own, const chance_t[:, :, ::1] bank not None,
        const double[:, :, ::1] worth, const double[:, :, ::1] shares,
        double[:, ::1] stops not None, double[:, ::1] lost not None,
        double[:, :, ::1] reach,
    ):
        """Find the chances to bank so many units, to bust and to wipe, and to come to each state, if
        `reach` is given.

        Turns begin with a throw.
        """
        cdef Block block
        cdef const double* w = NULL
        cdef const double* chosen = NULL
        cdef Py_ssize_t l, width = bank.shape[2]
        cdef Py_ssize_t last = self.rolled - own, need = self.goal - own
        stops[...] = 0.0
        if reach is not None:
            reach[...] = 0.0
        if worth is not None:
            w = &worth[0, 0, 0]
        if shares is not None:
            chosen = &shares[0, 0, 0]
        with self.lock, nogil:
            block.own, block.need, block.last = own, need, last
            block.least, block.width = self.least[own], width
            block.opp, block.wide, block.across = 0, width, width
            while block.opp < width:
                block.stops = &stops[0, block.opp]
                if reach is None:
                    block.reach, block.across = self.memory, WIDTH
                    memset(
                        self.memory, 0, (last + self.most) * self.modes * WIDTH * sizeof(double)
                    )
                else:
                    block.reach = &reach[0, 0, block.opp]
                self.sweep(&block, &bank[0, 0, 0], w, chosen)
                for l in range(WIDTH):
                    lost[0, block.opp + l], lost[1, block.opp + l] = block.bust[l], block.wipe[l]
                    lost[2, block.opp + l] = block.final[l]
                block.opp += WIDTH
        PyErr_CheckSignals()
