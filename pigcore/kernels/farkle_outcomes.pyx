# What a turn of Farkle leads to when it is decided how it is played.
#
# Mathematics
#     With t units of the turn and n dice in hand the player banks or throws. Of what a throw lets
#     him set aside he takes the choice (g, m) whose state is worth most to him, and the first of
#     several, where w(t,n) is what he thinks a state is worth:
#
#         w(t,n) = h(t) where he banks,
#                  p_bust(n) x + sum over sets of p max over (g, m) in the set of w(t+g, m)  elsewhere,
#
#     or the larger of the two where that is left open. Any other w does as well: a rule such as
#     "set aside what scores most" is a w that grows with t and then with n. With r(t,n) the chance
#     that the turn comes to that state,
#
#         r(0,N) = 1,    a(t) = sum over n of r(t,n) where he banks,
#         r(t+g, m) gains p r(t,n) of every set in which he takes (g, m) where he throws,
#
#     the turn banks t with a(t) and busts with the sum of r(t,n) p_bust(n) where he throws. All are
#     sums of products of chances: nothing cancels. m = 0 dice left are all N in hand again.
#
# Arrays (C-contiguous; opponents side by side in the last axis, a multiple of WIDTH of them)
#     bank     (rows, N, width)  uint8    at [t, n - 1]: 1 he banks, 0 he throws, 2 what is better,
#                                         which `decide` writes down. From `rows` less the largest
#                                         gain on one banks, whatever stands here
#     worth    (rows, N, width)  float64  w
#     held     (rows, width)     float64  h
#     x        (width,)          float64  what a bust pays
#     ends     (rows, width)     float64  a
#     lost     (width,)          float64  the chance of a bust
#     reach    (rows, N, width)  float64  r
#     chances, dice, first, gains, left   as in FarkleArrays
#     busts    (N,)              float64  p_bust
#
# What limits it
#     A load and a comparison for each choice of each set that a turn can come to, twice in
#     `follow`, WIDTH opponents side by side; states that no turn comes to are left out.

from cpython.exc cimport PyErr_CheckSignals

cdef enum:
    WIDTH = 8  # opponents side by side
    MOST_DICE = 16
    BANK = 1
    OPEN = 2


cdef class FarkleOutcomes:
    """The sets of choices of one game of Farkle, checked once."""
    cdef Py_ssize_t dice, most, sets
    cdef const double[::1] chances, busts
    cdef const Py_ssize_t[::1] first, gains
    cdef Py_ssize_t[::1] after        # per choice, the place n - 1 of the dice then in hand
    cdef Py_ssize_t[MOST_DICE + 1] of  # per number of dice, its first set

    def __init__(
        self, const double[::1] chances not None, const Py_ssize_t[::1] dice not None,
        const Py_ssize_t[::1] first not None, const Py_ssize_t[::1] gains not None,
        Py_ssize_t[::1] left not None, const double[::1] busts not None,
    ):
        cdef Py_ssize_t k
        if self.sets:
            raise ValueError("FarkleOutcomes are made once: make others for other rules")
        check_sets(chances, dice, first, gains, left, busts)
        self.dice, self.sets, self.most = busts.shape[0], chances.shape[0], max(gains)
        self.chances, self.busts, self.first, self.gains = chances, busts, first, gains
        self.after = left.copy()
        for k in range(left.shape[0]):
            self.after[k] = (left[k] if left[k] else self.dice) - 1
        for k in range(self.sets):
            self.of[dice[k]] = k + 1
        for k in range(1, self.dice + 1):  # no set is of so many dice: as the one before
            self.of[k] = max(self.of[k], self.of[k - 1])

    cdef void open_state(
        self, const double[:, :, ::1] worth, Py_ssize_t t, Py_ssize_t n, Py_ssize_t opp,
        const double* x, double* c,
    ) noexcept nogil:
        """What throwing n + 1 dice pays against opp, opp + 1, ..."""
        cdef Py_ssize_t k, m, l
        cdef double p
        cdef double[WIDTH] best
        cdef const double* w
        for l in range(WIDTH):
            c[l] = self.busts[n] * x[l]
        for k in range(self.of[n], self.of[n + 1]):
            w = &worth[t + self.gains[self.first[k]], self.after[self.first[k]], opp]
            for l in range(WIDTH):
                best[l] = w[l]
            for m in range(self.first[k] + 1, self.first[k + 1]):
                w = &worth[t + self.gains[m], self.after[m], opp]
                for l in range(WIDTH):
                    best[l] = w[l] if w[l] > best[l] else best[l]
            p = self.chances[k]
            for l in range(WIDTH):
                c[l] += p * best[l]

    def decide(
        self, unsigned char[:, :, ::1] bank not None, const double[:, ::1] held not None,
        const double[::1] x not None, double[:, :, ::1] worth not None,
    ):
        """Find w, and what is better where `bank` leaves it open (banking, if both are alike)."""
        cdef Py_ssize_t rows = bank.shape[0], width = bank.shape[2], t, n, opp, l
        cdef double[WIDTH] c
        cdef double h
        cdef bint banks
        self.check(bank, worth)
        if held.shape[0] != rows or held.shape[1] != width or x.shape[0] != width:
            raise ValueError(f"held and x do not fit {rows} rows of {width}")
        for t in range(rows - 1, -1, -1):
            if t % 64 == 0:
                PyErr_CheckSignals()
            with nogil:
                for n in range(self.dice):
                    opp = 0
                    while opp < width:
                        banks = t + self.most >= rows
                        if not banks:
                            for l in range(WIDTH):
                                if bank[t, n, opp + l] != BANK:
                                    break
                            else:
                                banks = True
                        if banks:
                            for l in range(WIDTH):
                                bank[t, n, opp + l] = BANK
                                worth[t, n, opp + l] = held[t, opp + l]
                        else:
                            self.open_state(worth, t, n, opp, &x[opp], c)
                            for l in range(WIDTH):
                                h = held[t, opp + l]
                                if bank[t, n, opp + l] == OPEN:
                                    bank[t, n, opp + l] = h >= c[l]
                                worth[t, n, opp + l] = h if bank[t, n, opp + l] else c[l]
                        opp += WIDTH

    def follow(
        self, const unsigned char[:, :, ::1] bank not None, const double[:, :, ::1] worth not None,
        double[:, ::1] ends not None, double[::1] lost not None, double[:, :, ::1] reach not None,
    ):
        """How turns end: a, the chance of a bust, and r."""
        cdef Py_ssize_t rows = bank.shape[0], width = bank.shape[2], t, n, opp, l
        cdef double[WIDTH] go
        cdef double stop, some
        cdef bint last
        self.check(bank, worth)
        self.check(bank, reach)
        if ends.shape[0] != rows or ends.shape[1] != width or lost.shape[0] != width:
            raise ValueError(f"ends and lost do not fit {rows} rows of {width}")
        reach[...] = 0.0
        ends[...] = 0.0
        lost[...] = 0.0
        for opp in range(width):
            reach[0, self.dice - 1, opp] = 1.0
        for t in range(rows):
            if t % 64 == 0:
                PyErr_CheckSignals()
            last = t + self.most >= rows
            with nogil:
                for n in range(self.dice):
                    opp = 0
                    while opp < width:
                        some = 0.0
                        for l in range(WIDTH):
                            stop = reach[t, n, opp + l] if last or bank[t, n, opp + l] else 0.0
                            go[l] = reach[t, n, opp + l] - stop
                            ends[t, opp + l] += stop
                            lost[opp + l] += go[l] * self.busts[n]
                            some += go[l]
                        if some > 0.0:
                            self.throw(worth, t, n, opp, go, reach)
                        opp += WIDTH

    cdef void throw(
        self, const double[:, :, ::1] worth, Py_ssize_t t, Py_ssize_t n, Py_ssize_t opp,
        const double* go, double[:, :, ::1] reach,
    ) noexcept nogil:
        """Add where n + 1 dice lead from t, thrown with the chances `go`."""
        cdef Py_ssize_t k, m, l
        cdef double p, takes
        cdef double[WIDTH] best, rest
        cdef const double* w
        cdef double* r
        for k in range(self.of[n], self.of[n + 1]):
            p = self.chances[k]
            w = &worth[t + self.gains[self.first[k]], self.after[self.first[k]], opp]
            for l in range(WIDTH):
                best[l] = w[l]
                rest[l] = p * go[l]
            for m in range(self.first[k] + 1, self.first[k + 1]):
                w = &worth[t + self.gains[m], self.after[m], opp]
                for l in range(WIDTH):
                    best[l] = w[l] if w[l] > best[l] else best[l]
            for m in range(self.first[k], self.first[k + 1]):
                w = &worth[t + self.gains[m], self.after[m], opp]
                r = &reach[t + self.gains[m], self.after[m], opp]
                for l in range(WIDTH):
                    takes = rest[l] if w[l] >= best[l] else 0.0
                    r[l] += takes
                    rest[l] -= takes

    cdef int check(self, const unsigned char[:, :, ::1] bank, const double[:, :, ::1] other) except -1:
        cdef Py_ssize_t rows = bank.shape[0], width = bank.shape[2]
        if not self.sets:
            raise ValueError("FarkleOutcomes are made of sets of choices first")
        if bank.shape[1] != self.dice or width < 1 or width % WIDTH or rows < 1:
            raise ValueError(
                f"bank is {(rows, bank.shape[1], width)}, but must be (rows, {self.dice}, a "
                f"multiple of {WIDTH})"
            )
        if other.shape[0] != rows or other.shape[1] != self.dice or other.shape[2] != width:
            raise ValueError(f"an array does not fit bank, {(rows, self.dice, width)}")
        return 0


cdef int check_sets(
    const double[::1] chances, const Py_ssize_t[::1] dice, const Py_ssize_t[::1] first,
    const Py_ssize_t[::1] gains, const Py_ssize_t[::1] left, const double[::1] busts,
) except -1:
    """Raise ValueError unless no index that follows from the sets leaves an array."""
    cdef Py_ssize_t sets = chances.shape[0], choices = gains.shape[0], n = busts.shape[0], k
    if not 1 <= n < MOST_DICE:
        raise ValueError(f"{n} chances of a bust were given: give 1 … {MOST_DICE - 1}")
    if sets < 1 or dice.shape[0] != sets or first.shape[0] != sets + 1 or choices < 1 \
            or left.shape[0] != choices or first[0] != 0 or first[sets] != choices:
        raise ValueError(f"{sets} sets of {choices} choices do not fit the other arrays")
    for k in range(sets):
        if not 0.0 <= chances[k] <= 1.0 or first[k] >= first[k + 1]:
            raise ValueError(f"set {k} has the chance {chances[k]} or no choice")
        if not 1 <= dice[k] <= n or (k and dice[k] < dice[k - 1]):
            raise ValueError(f"set {k} is of {dice[k]} dice: sort the sets by 1 … {n}")
    for k in range(choices):
        if not 1 <= gains[k] <= 1_000_000 or not 0 <= left[k] <= n:
            raise ValueError(f"choice {k} gains {gains[k]} and leaves {left[k]} dice")
    return 0
