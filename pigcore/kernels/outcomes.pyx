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
#     Best play has
#
#         w(t,m) = h(t) where it banks,
#                  p_bust x + p_wipe y + sum over sets of p max over (g, n) of w(t+g, n)  elsewhere,
#
#     or the larger of the two where that is left open. Any other w does as well: a rule such as
#     "set aside what scores most" is a w that grows with t and then with m.
#
# Arrays (C-contiguous float64 unless said otherwise; opponents side by side in the last axis)
#     bank     (rows, modes, width)    uint8 or float64: d at [t, m, opponent]. From the t on at
#                                      which a turn is over, one banks, whatever stands here; so
#                                      rows need not go beyond. `decide` writes down what is better
#                                      where it finds 2 (uint8)
#     worth    (rows, modes, width)    w, in all rows that a gain leads to
#     shares   (rows, options, width)  the chance to take each option of its set
#     held     (rows, width)           h
#     x, y     (width,)                what a bust pays, and a wipe
#     reach    (rows, modes, width)    r
#     stops    (rows, width)           the chance to bank t units
#     lost     (3, width)              the chances to bust and to wipe; E[points beyond the units banked]
#     ends     (size,)                 P(the turn ends with s banked), s = own ... goal - 1, packed: at
#                                      start(own) + opp (goal - own) + s - own, or, for one who does the
#                                      same against all opponents, as if there were but one. At
#                                      s = own are busts and wipes, too, that change nothing
#     squares  (6, goal, others)       at [., own, opp]; among more than two players opp stands for
#                                      the scores of all others, as a number:
#         WON      P(the turn wins)
#         PASSED   P(it banks the goal or more and is passed in the last turn), by the next player
#         WIPED    P(wipe), 0 where own = 0
#         BONUS    P(bust) where it banks a consolation and does not win
#         LEAVE    the chance to end elsewhere than at s = own
#         FINAL    E[final score in points; the turn banks the goal or more]
#                                      and if more than one player has a last turn then, PASSED of the
#                                      second one, the third, ... in further rows
#     excess   (options,)              the points of an option beyond its units, which are cut
#     beaten   (after, extra, others)  P(the k-th player after the mover, who banks goal + n, wins) at
#                                      [k - 1, n, opp], of all who have a last turn then, if any
#     consoled (goal,)                 the final score of who wins by the consolation for a bust
#     rules                            as in cells.pyx
#
# What limits it
#     Of one mode without choices, n additions and products for every t, SIDE opponents side by side,
#     whose rows lie in the first-level cache, and the rows after the last that a turn comes to are left
#     out. Otherwise a load and a comparison for each option of each set that a turn can come to, twice,
#     WIDTH opponents side by side; states that no turn comes to are left out.

from threading import Lock

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free
from libc.string cimport memset

include "squares.pxi"

cdef enum:
    WIDTH = 8  # opponents side by side
    SIDE = 16  # the same where there are neither modes nor choices
    BANK = 1
    OPEN = 2
    # What one may do in a mode, for `may`.
    BANKS = 1
    THROWS = 2

ctypedef fused chance_t:
    unsigned char
    double

# Who banks nothing must gain so much by it: else two players might wait for each other for ever.
cdef double WAITS = 1e-13

cdef struct Block:
    # Turns against some opponents that stand side by side, and how they end.
    Py_ssize_t own
    Py_ssize_t need            # units to the goal
    Py_ssize_t least           # the fewest that one may bank
    Py_ssize_t last            # from so many units on one banks
    Py_ssize_t first, mode     # the units and the mode that turns begin with, where one must throw
    Py_ssize_t top             # no turn banks so many units or more, short of the goal
    Py_ssize_t opp             # the first opponent's place in the arrays of decisions
    Py_ssize_t width           # how many opponents those have
    Py_ssize_t count           # how many of them are taken
    Py_ssize_t wide            # a row of stops and reach
    double* stops
    double* reach              # of one mode without choices: go
    double[SIDE] bust, wipe, won, final


cdef class Outcomes:
    """The rules of one race, and the memory for one turn.

    One call at a time works in that memory; others wait for it.
    """
    cdef Py_ssize_t goal, rolled, modes, begin, most, options
    cdef bint exact, single, passes
    cdef const Py_ssize_t[::1] least, landing, sets, first, gains, after, order
    cdef const unsigned char[::1] may
    cdef const double[::1] chances, excess, consoled
    cdef const double[:, ::1] thrown
    cdef const double[:, :, ::1] beaten
    cdef double unit
    cdef double* memory
    cdef double* reaching      # (goal,): P(a throw reaches the goal), of one mode without choices
    cdef double* past          # (goal,): P(it goes past the goal of an exact race)
    cdef double* points        # (goal,): E[final score; it reaches the goal]
    cdef object lock

    def __init__(
        self, Py_ssize_t rolled, Py_ssize_t height, bint exact, Py_ssize_t start,
        const Py_ssize_t[::1] least not None, const Py_ssize_t[::1] landing not None,
        const unsigned char[::1] may not None, const double[:, ::1] thrown not None,
        const Py_ssize_t[::1] sets not None, const double[::1] chances not None,
        const Py_ssize_t[::1] first not None, const Py_ssize_t[::1] gains not None,
        const Py_ssize_t[::1] after not None, const Py_ssize_t[::1] order not None,
        const double[::1] excess not None, const double[:, :, ::1] beaten not None,
        const double[::1] consoled not None, double unit,
        bint passes=False,
    ):
        cdef Py_ssize_t goal = least.shape[0], n
        self.lock = Lock()
        self.goal, self.rolled, self.modes, self.begin = goal, rolled, may.shape[0], start
        self.exact, self.options, self.unit = exact, gains.shape[0], unit
        self.passes = passes
        self.least, self.landing, self.may, self.thrown = least, landing, may, thrown
        self.sets, self.chances, self.first, self.gains = sets, chances, first, gains
        self.after, self.order = after, order
        self.excess, self.beaten, self.consoled = excess, beaten, consoled
        for n in range(self.options):
            self.most = max(self.most, gains[n])
        self.single = self.modes == 1 and self.options == chances.shape[0] and rolled == goal \
            and not (beaten.shape[0] or passes)
        self.memory = <double*> calloc(
            goal * (2 * SIDE + 3) if self.single
            else (rolled + self.most) * (self.modes + 1) * WIDTH,
            sizeof(double),
        )
        if self.memory == NULL:
            raise MemoryError
        if self.single:
            self._sum_up()

    def __dealloc__(self):
        free(self.memory)

    cdef void _sum_up(self) noexcept:
        """What a single throw comes to with s units in sight."""
        cdef Py_ssize_t n, s, goal = self.goal
        self.reaching = self.memory + 2 * SIDE * goal
        self.past = self.reaching + goal
        self.points = self.past + goal
        for n in range(self.options):
            for s in range(max(goal - self.gains[n], 0), goal):
                if self.exact and s + self.gains[n] > goal:
                    self.past[s] += self.chances[n]
                else:
                    self.reaching[s] += self.chances[n]
                    self.points[s] += self.chances[n] * (
                        self.unit * (s + self.gains[n]) + self.excess[n]
                    )

    # --- one mode without choices -----------------------------------------------------------------

    cdef void sweep_alone(self, Block* block, const chance_t* bank) noexcept nogil:
        """go and the chances to bank, from no units up."""
        cdef Py_ssize_t t, n, l, last = 0, own = block.own
        cdef double p, thrown
        cdef double* go
        cdef double* stop
        cdef const double* before
        cdef double[SIDE] chance, sums
        for l in range(SIDE):
            chance[l] = 1.0
            block.reach[l], block.stops[l] = 1.0, 0.0
        block.top = block.need
        for t in range(1, block.need):
            go, stop = block.reach + t * SIDE, block.stops + t * SIDE
            for l in range(SIDE):
                sums[l] = 0.0
            for n in range(self.options):
                if t >= self.gains[n]:
                    p = self.chances[n]
                    before = block.reach + (t - self.gains[n]) * SIDE
                    for l in range(SIDE):
                        sums[l] += p * before[l]
            for l in range(block.count):
                chance[l] = bank[t * block.width + block.opp + l]
            thrown = 0.0
            for l in range(SIDE):
                stop[l] = sums[l] * chance[l]
                go[l] = sums[l] * (1.0 - chance[l])
                thrown += go[l]
            if thrown > 0:
                last = t
            elif t - last >= self.most:
                block.top = t + 1
                break
        for l in range(SIDE):
            block.bust[l] = block.wipe[l] = block.won[l] = block.final[l] = 0.0
        for t in range(block.top):
            go = block.reach + t * SIDE
            for l in range(SIDE):
                block.won[l] += self.reaching[own + t] * go[l]
                block.bust[l] += (self.thrown[0, 0] + self.past[own + t]) * go[l]
                block.wipe[l] += self.thrown[0, 1] * go[l]
                block.final[l] += self.points[own + t] * go[l]

    # --- modes and choices ------------------------------------------------------------------------

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
        block.top = block.need
        for l in range(SIDE):
            block.bust[l] = block.wipe[l] = block.won[l] = block.final[l] = 0.0
        for l in range(WIDTH):
            block.reach[(block.first * self.modes + block.mode) * block.wide + l] = 1.0
        for t in range(block.first, block.last + self.most):
            stop = block.stops + t * block.wide
            for i in range(self.modes - 1, -1, -1):  # steps of no gain lead to modes before
                m = self.order[i]
                r = block.reach + (t * self.modes + m) * block.wide
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
                if t != block.first or m != block.mode or (
                    self.passes and t == 0 and m == self.begin
                ):
                    d = bank + (t * self.modes + m) * block.width + block.opp
                    for l in range(block.count):
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
        cdef double* r = block.reach + ((t + self.gains[n]) * self.modes + self.after[n]) * block.wide
        cdef Py_ssize_t l
        for l in range(WIDTH):
            r[l] += takes[l]
        if self.excess[n] > 0.0 and t + self.gains[n] >= block.need:
            for l in range(WIDTH):
                block.final[l] += takes[l] * self.excess[n]

    # --- how turns end ----------------------------------------------------------------------------

    def fill(
        self, Py_ssize_t own, const chance_t[:, :, ::1] bank not None,
        const double[:, :, ::1] worth, const double[:, :, ::1] shares, double[::1] ends not None,
        double[:, :, ::1] squares not None,
    ):
        """How all turns with `own` units end; what of `ends` and `squares` is theirs must be 0.

        The decisions are against 0, 1, ..., others - 1, or, where `ends` are those of one who does the
        same against all, against anybody.
        """
        cdef Block block
        cdef const double* w = NULL
        cdef const double* chosen = NULL
        cdef bint alike
        cdef Py_ssize_t others = squares.shape[2], most
        alike = self.goal > 1 and ends.shape[0] == start(self.goal, self.goal)
        if worth is not None:
            w = &worth[0, 0, 0]
        if shares is not None:
            chosen = &shares[0, 0, 0]
        most = 1 if alike else others
        with self.lock, nogil:
            self._begin(&block, own, bank.shape[2])
            while block.opp < most:
                block.count = min(SIDE if self.single else WIDTH, bank.shape[2] - block.opp)
                if self.single:
                    self.sweep_alone(&block, &bank[0, 0, 0])
                else:
                    memset(
                        self.memory, 0,
                        (block.last + self.most) * (self.modes + 1) * WIDTH * sizeof(double),
                    )
                    self.sweep(&block, &bank[0, 0, 0], w, chosen)
                self.conclude(&block, min(block.count, most - block.opp), alike, ends, squares)
                block.opp += block.count
        PyErr_CheckSignals()

    cdef void _begin(self, Block* block, Py_ssize_t own, Py_ssize_t width) noexcept nogil:
        block.own, block.need, block.last = own, self.goal - own, self.rolled - own
        block.least = self.least[max(own, 0)]
        block.opp, block.width = 0, width
        block.first, block.mode = 0, self.begin
        block.wide = SIDE if self.single else WIDTH
        block.stops = self.memory
        block.reach = self.memory + (
            self.goal * SIDE if self.single else (block.last + self.most) * WIDTH
        )

    cdef void conclude(
        self, Block* block, Py_ssize_t count, bint alike, double[::1] ends,
        double[:, :, ::1] squares,
    ) noexcept nogil:
        """Write down how the turns of a block end."""
        cdef Py_ssize_t goal = self.goal, length = block.need, t, l
        cdef double* place = &ends[
            start(goal, block.own) * (1 if alike else squares.shape[2]) + block.opp * length
        ]
        cdef double[SIDE] stop
        cdef const double* row
        for l in range(SIDE):
            stop[l] = 0.0
        for t in range(1, min(block.top, length)):
            row = block.stops + t * block.wide
            for l in range(count):
                place[l * length + t] = row[l]
                stop[l] += row[l]
        for l in range(count):
            place[l * length] = block.stops[l]
            if alike:
                for t in range(squares.shape[2]):
                    self.note(block, l, t, stop[l], squares)
            else:
                self.note(block, l, block.opp + l, stop[l], squares)
            if self.landing[block.own] == block.own:
                place[l * length] += block.bust[l]
            if block.own == 0:
                place[l * length] += block.wipe[l]

    cdef void note(
        self, Block* block, Py_ssize_t l, Py_ssize_t opp, double stop, double[:, :, ::1] squares
    ) noexcept nogil:
        """Write down how one turn ends, other than short of the goal."""
        cdef Py_ssize_t own = block.own, back = self.landing[own], n
        cdef double bust = block.bust[l], final = block.final[l], won = block.won[l], over = won
        cdef double banked
        if not self.single:
            won = over = 0.0
            for n in range(self.rolled - self.goal + self.most):
                banked = block.stops[(block.need + n) * block.wide + l]
                final += banked * self.unit * (self.goal + n)
                won += self.reached(own, opp, n, banked, squares)
                over += banked
        if back == self.goal:
            won += self.reached(own, opp, 0, bust, squares)
            over += bust
            final += bust * self.consoled[own]
        elif back != own:
            squares[BONUS, own, opp] = bust
            stop += bust
        if own:
            squares[WIPED, own, opp] = block.wipe[l]
            stop += block.wipe[l]
        squares[WON, own, opp], squares[LEAVE, own, opp] = won, stop + over
        squares[FINAL, own, opp] = final

    cdef inline double reached(
        self, Py_ssize_t own, Py_ssize_t opp, Py_ssize_t n, double chance, double[:, :, ::1] squares
    ) noexcept nogil:
        """What the mover wins who banks goal + n with a chance; add what the others do."""
        cdef Py_ssize_t k
        cdef double passed, left = 1.0
        for k in range(self.beaten.shape[0]):
            passed = self.beaten[k, n, opp]
            squares[passed_by(k + 1), own, opp] += chance * passed
            left -= passed
        return chance * left

    # --- one turn, step by step -------------------------------------------------------------------

    def follow(
        self, Py_ssize_t own, const chance_t[:, :, ::1] bank not None,
        const double[:, :, ::1] worth, const double[:, :, ::1] shares,
        double[:, ::1] stops not None, double[:, ::1] lost not None,
        double[:, :, ::1] reach not None, Py_ssize_t units=0, mode=None,
    ):
        """Find the chances to bank so many units, to bust and to wipe, and to come to each state.

        `own` may be negative: the goal is so much further away. Turns begin with a throw with so many
        `units` in a `mode`.
        """
        cdef Block block
        cdef const double* w = NULL
        cdef const double* chosen = NULL
        cdef Py_ssize_t l, width = bank.shape[2]
        cdef Py_ssize_t begun = self.begin if mode is None else mode
        stops[...] = 0.0
        reach[...] = 0.0
        if worth is not None:
            w = &worth[0, 0, 0]
        if shares is not None:
            chosen = &shares[0, 0, 0]
        with nogil:
            self._begin(&block, own, width)
            block.first, block.mode = units, begun
            block.count, block.wide = WIDTH, width
            while block.opp < width:
                block.stops, block.reach = &stops[0, block.opp], &reach[0, 0, block.opp]
                self.sweep(&block, &bank[0, 0, 0], w, chosen)
                for l in range(WIDTH):
                    lost[0, block.opp + l], lost[1, block.opp + l] = block.bust[l], block.wipe[l]
                    lost[2, block.opp + l] = block.final[l]
                block.opp += WIDTH
        PyErr_CheckSignals()

    def decide(
        self, Py_ssize_t own, unsigned char[:, :, ::1] bank not None,
        const double[:, ::1] held not None, const double[::1] x not None,
        const double[::1] y not None, double[:, :, ::1] worth not None,
    ):
        """Find w, and what is better where `bank` leaves it open: banking, if both are alike and
        there is something to bank.

        `own` may be negative: the goal is so much further away.
        """
        cdef Py_ssize_t width = bank.shape[2], rows = self.rolled - own + self.most
        cdef Py_ssize_t t, i, opp
        cdef bint banks, stuck
        for t in range(rows - 1, -1, -1):
            if t % 64 == 0:
                PyErr_CheckSignals()
            with nogil:
                for i in range(self.modes):
                    opp = 0
                    while opp < width:
                        self.settle(own, t, self.order[i], opp, bank, held, x, y, worth)
                        opp += WIDTH

    cdef void settle(
        self, Py_ssize_t own, Py_ssize_t t, Py_ssize_t m, Py_ssize_t opp,
        unsigned char[:, :, ::1] bank, const double[:, ::1] held, const double[::1] x,
        const double[::1] y, double[:, :, ::1] worth,
    ) noexcept nogil:
        """Decide in one state against opp, opp + 1, ..."""
        cdef Py_ssize_t l, need = self.goal - own
        cdef double[WIDTH] c
        cdef double h
        cdef bint over = t >= self.rolled - own or not self.may[m] & THROWS
        cdef bint busts = over and (t > need if self.exact and t >= need else
                                    t < need and t < self.least[max(own, 0)])
        cdef bint banks = over
        if not over:
            banks = True
            for l in range(WIDTH):
                if bank[t, m, opp + l] != BANK:
                    banks = False
        if banks:
            for l in range(WIDTH):
                bank[t, m, opp + l] = BANK
                worth[t, m, opp + l] = x[opp + l] if busts else held[t, opp + l]
            return
        self.open_state(worth, t, m, opp, &x[opp], &y[opp], c)
        for l in range(WIDTH):
            h = held[t, opp + l]
            if bank[t, m, opp + l] == OPEN:
                bank[t, m, opp + l] = h >= c[l] if t else h > c[l] + WAITS
            worth[t, m, opp + l] = h if bank[t, m, opp + l] else c[l]

    cdef void open_state(
        self, const double[:, :, ::1] worth, Py_ssize_t t, Py_ssize_t m, Py_ssize_t opp,
        const double* x, const double* y, double* c,
    ) noexcept nogil:
        """What throwing pays against opp, opp + 1, ..."""
        cdef Py_ssize_t k, n, l
        cdef double p
        cdef double[WIDTH] best
        cdef const double* w
        for l in range(WIDTH):
            c[l] = self.thrown[m, 0] * x[l] + self.thrown[m, 1] * y[l]
        for k in range(self.sets[m], self.sets[m + 1]):
            n = self.first[k]
            w = &worth[t + self.gains[n], self.after[n], opp]
            for l in range(WIDTH):
                best[l] = w[l]
            for n in range(self.first[k] + 1, self.first[k + 1]):
                w = &worth[t + self.gains[n], self.after[n], opp]
                for l in range(WIDTH):
                    best[l] = w[l] if w[l] > best[l] else best[l]
            p = self.chances[k]
            for l in range(WIDTH):
                c[l] += p * best[l]
