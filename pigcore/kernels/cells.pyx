# Turn starts rank by rank: policy iteration on cells of turns that hand over to each other.
#
# Mathematics
#     A turn start is all that counts between two turns. After a turn follows another start, with the
#     next player to move: by a bank one of a later rank, by a bust perhaps one of the same. n players
#     in whose turns nothing else changes by a bust hand over to each other round a cell of n starts,
#
#         W_m = A_m + q_m W_(m+1),     m = 0 ... n - 1, round and round,
#
#     where A_m is what turn m is worth to all without that bust and q_m = 1 - r_m its chance, under
#     given decisions. So each cell is closed in closed form,
#
#         W_0 = (A_0 + q_0 A_1 + q_0 q_1 A_2 + ...) / (r_0 + q_0 r_1 + q_0 q_1 r_2 + ...),
#
#     all terms positive. Decisions depend on one number, x: what handing over so is worth to the mover.
#     As a function of x a turn of two players is convex, nondecreasing and piecewise linear, so taking
#     the best decisions at x and closing the cell anew is Newton's method, as well as policy iteration.
#     It may cycle, in exact races and among three: then the cell goes on player by player, the others
#     keeping their decisions, each until nothing changes (Hoffman and Karp; for two it must end). A step
#     that moves no x so far that a decision changes is exact: `steady` tells.
#
#     Where many modes are there nothing tells that, and slopes are dear: only the first step and those
#     that do not shrink fast find them. Others are chords; with slopes off by about the ratio of the
#     last two steps, s after S, a chord leaves some s^2 / S.
#
#     Where nobody can end the game, r = 0 all round, each has 1/n, which is a convention; or the first
#     player has what the caller says.
#
#     A player whose decisions are given, or whose turns are known by how they end, has rows that do not
#     depend on x: then cells are linear, and if all are such they are closed at once. Where the turns
#     of all are known by how they end, and A of one cell and l = 1 - q are what else is needed, the
#     same passes tell what any ends of the game are worth, one number a start; the transposed ones,
#     from the first rank on, how often play comes to each start,
#
#         V_m = C_m + q_(m-1) V_(m-1),     C_m what comes there from elsewhere.
#
#     Sums of positive terms all: no cycle is left too slowly to be solved. What turns lead back to, by
#     a wipe or a fall, is left to the caller.
#
# Arrays
#     H         (n - 1, size) float64: what a start is worth to who has just handed over, to the mover,
#               to the next one ...; the last one has what is left of 1. Starts that are known beforehand
#               (somebody has won) are in it like all others
#     segments  (segments, FIELDS) int64: turn starts side by side, whose last other score rises by 1 and
#               whose own score falls by 1 from one to the next; in the order in which they are solved.
#               Those of one step are solved together
#     kept      (size,) float64: the r of each start, for passes along the slopes of an earlier one
#
#     The rules of a turn:
#     may      (modes,)     uint8    BANKS, THROWS or both
#     thrown   (modes, 2)   float64  the chances to bust and to wipe
#     sets     (modes + 1,) intp     where the sets of each mode begin
#     chances  (sets,)      float64  of the sets
#     first    (sets + 1,)  intp     where the options of each set begin
#     gains    (options,)   intp     the units that an option gains
#     after    (options,)   intp     the mode that it leads to
#     order    (modes,)     intp     the modes, each after all that its options of no gain lead to
#
# First values continue those of larger scores: as if differences of second order in every score
# vanished, or those of first order near the goal.
#
# Source: F. Crocce and E. Mordecki, "A non-iterative algorithm for generalized Pig games", Journal of
# Dynamics and Games 5(4), 2018, for cells of two; R. Howard, "Dynamic Programming and Markov Processes",
# 1960; A. Hoffman and R. Karp, "On Nonterminating Stochastic Games", Management Science 12(5), 1966;
# W. Grassmann, M. Taksar, D. Heyman, "Regenerative analysis and steady state distributions for Markov
# chains", Operations Research 33(5), 1985, for elimination without subtractions.

from threading import Lock

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport INFINITY, fabs
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memset

from .simd cimport (
    LANES, MOST_LANES, add, aligned, all_lanes, any_greater, greatest, lanes, least, load, madd, store,
    subtract, times, unfolded, where_greater,
)

include "turn.pxi"

cdef double APART = 1e-9       # an x that is smaller by less may be the same but for its error
cdef double NEAR = 0.01        # slopes hardly change over shorter steps, nor while steps shrink so fast
cdef double ALIKE = 1e-6       # by no more than this share, and TIED, a throw is no better but a tie
cdef double SHORT = 1e-10      # a decision that changes on a shorter step changes nothing of note

cdef enum:
    # The fields of a segment. Numbers are those of the first start.
    STEP         # which are solved together
    RANK
    TURN         # whose rules it has: 0, or 1 if players have different ones
    PLAYER       # whose decisions, if some are given, and which of his turns of the same scores:
    PLACE        # how many busts in a row both have had, as one number
    OTHERS       # the others' scores as one number to the base of the goal; one more for the next one
    COUNT
    ORIGIN       # the number of its rank's first column
    START        # its number
    START_STEP   # and how much larger that of the next one is
    BASE         # where banking 0 points leads; one more for the next one
    STAY         # where x is read: where a bust leads, or BASE if that is in the cell
    STAY_STEP
    BUST
    BUST_STEP
    WIPE
    WIPE_STEP
    OWN          # the mover's score; one less for the next one
    LAST         # the last other score; one more for the next one
    PEAK         # the largest of the others
    LEAST        # the fewest points that may be banked
    LIMIT        # from so many points on one banks
    LIMIT_STEP
    FLAGS
    FIELDS

cdef enum:
    COUPLED = 1   # handing over stays in the cell
    STAYS = 2     # and a bust does so
    WINS = 4      # who has LIMIT points has won
    EXACT = 8     # and who has more has bust
    PASSES = 16   # 0 points may be banked before the first throw; that stays, too
    BACK = 32     # a bust leads to a start that is solved later

cdef enum:
    # A pass: to the end; or one step of each cell, the first, a later one, or along slopes kept.
    ALONE
    FIRST
    AGAIN
    ALONG

cdef enum:
    # What a slot waits for: nothing, all numbers of its row, E alone, or others. What a known start
    # is worth stands in H beforehand.
    IDLE
    SLOPES
    VALUE
    KEPT
    KNOWN

cdef enum:
    # How a player decides: as is best, as a table says, from limits on, as is best where turn starts
    # are worth what others are; or in ways that nobody asks for, as it is known how his turns end.
    BEST
    TABLE
    LIMITS
    IMPLIED
    ENDS

# How the turns of a player end, packed (float64):
#
#     ends     (size,)                  P(the turn ends with s banked), s = own ... goal - 1, at
#                                       start(own) + opp (goal - own) + s - own, or, for one who does
#                                       the same against all opponents, as if there were but one. At
#                                       s = own are busts and wipes, too, that change nothing
#     squares  (6 or more, goal, others) at [., own, opp]; among more than two players opp stands for
#                                       the scores of all others, as a number; where busts in a row
#                                       count, those of both follow opp:
#         WON      P(the turn wins)
#         PASSED   P(it banks the goal or more and is passed in the last turn), by the next player
#         WIPED    P(wipe), 0 where own = 0
#         BONUS    P(bust) where it leads to another score, or busts in a row count
#         LEAVE    the chance to end elsewhere than at s = own
#         FINAL    E[final score in points; the turn banks the goal or more]
#                                       and if more than one player has a last turn then, PASSED of the
#                                       second one, the third, ... in further rows

cdef enum:
    WON, PASSED, WIPED, BONUS, LEAVE, FINAL, SQUARES


cdef inline Py_ssize_t passed_by(Py_ssize_t k) noexcept nogil:
    """Where it stands how likely a turn ends the game in favour of the k-th player after the mover.

    Each of them has a last turn; what the second one, the third … wins follows all others.
    """
    return PASSED if k == 1 else SQUARES + k - 2


cdef inline Py_ssize_t start(Py_ssize_t goal, Py_ssize_t own) noexcept nogil:
    """Where the ends of the turns from `own` start, against one opponent."""
    return own * goal - own * (own - 1) // 2


cdef struct Plan:
    int kind
    const unsigned char* table   # (goal, goal, goal): whether he rolls, at [own, own + points, opp]
    const Py_ssize_t* limits     # (goal, columns): from so many points on he holds, at [own, opp]
    const double* implied        # (size,): as H has it
    const double* ends           # (size,), squares (rows, goal, others): see below
    const double* squares
    int* spans                   # (goal, others, 2): where ends begin and stop that are not 0
    Py_ssize_t columns, rows, others, places
    bint alike

cdef struct Way:
    # How one turn ends: see below. It may bank `low` to `high` - 1 points short of the goal;
    # `square` has numbers `apart`.
    const double* ends
    const double* square
    Py_ssize_t low, high, apart, rows, player, base, bust, wipe
    bint coupled, back

cdef struct Run:
    # LANES turns side by side, those from low to high - 1 being turns.
    Py_ssize_t segment, slot, low, high, column
    bint shares   # its columns with another run

cdef struct Cell:
    Py_ssize_t[MOST_PLAYERS] slot
    double size   # the last step
    Py_ssize_t one  # whose row is renewed alone, or -1

cdef struct Rank:
    # The starts that are solved together.
    Py_ssize_t n, slots, runs, cells, rank
    Run* run
    Cell* cell
    double* rows         # (n, slots): A_0 ... A_(n-2), r
    double* near         # per slot, how far x may move
    double* x            # and what it was in the row; -1 where it was not read
    unsigned char* wants # per slot
    Py_ssize_t* number   # per slot, that of its start
    Py_ssize_t* next     # per slot, that to which it hands over
    Py_ssize_t* slot_of  # per column

globals().update(
    BANKS=BANKS, THROWS=THROWS, COUPLED=COUPLED, STAYS=STAYS, WINS=WINS, EXACT=EXACT,
    PASSES=PASSES, BACK=BACK, ALONE=ALONE, FIRST=FIRST, AGAIN=AGAIN, ALONG=ALONG, STEP=STEP,
    COUNT=COUNT, START=START, BUST=BUST, WIPE=WIPE,
)  # for those who make the arrays


cdef class Turn:
    """The rules of a turn, and the memory that LANES of them need.

    One call at a time works in that memory; others wait for it.

    Parameters
    ----------
    rows : points below this may be thrown with, or are reached by a throw.
    start : the mode in which turns begin.
    may, thrown, sets, chances, first, gains, after, order : the rules, as `RaceArrays` has them.
    every : any points are a cell in the mode of the start, whether or not they can come up.
    finish : (modes, 3), what becomes of who has the goal: see turn.pxi; or None, where he has won.
    """
    cdef Rules rules
    cdef const Py_ssize_t[::1] sets, first, gains, after, order
    cdef const double[::1] chances
    cdef void* memory
    cdef void* indices
    cdef double* cells
    cdef char* flags
    cdef int* who
    cdef object lock, keep
    cdef Py_ssize_t players

    def __init__(
        self, Py_ssize_t players, Py_ssize_t rows, Py_ssize_t start, const unsigned char[::1] may,
        const double[:, ::1] thrown, const Py_ssize_t[::1] sets, const double[::1] chances,
        const Py_ssize_t[::1] first, const Py_ssize_t[::1] gains, const Py_ssize_t[::1] after,
        const Py_ssize_t[::1] order, bint every=False, const double[:, ::1] finish=None,
    ):
        cdef Rules* rules = &self.rules
        cdef Py_ssize_t modes = may.shape[0], count = chances.shape[0], options = gains.shape[0]
        cdef Py_ssize_t m, n, k, g, o, used, most = 0, packed
        cdef Py_ssize_t* low
        cdef Py_ssize_t* high
        cdef double* memory
        for n in range(options):
            most = max(most, gains[n])
        rules.modes, rules.start, rules.most, rules.rows = modes, start, most, rows
        rules.may, rules.thrown = &may[0], &thrown[0, 0]
        self.players = players
        self.sets, self.first, self.gains, self.after = sets, first, gains, after
        self.order, self.chances = order, chances
        self.keep, self.lock = (may, thrown, finish), Lock()
        if finish is not None:
            rules.finish = &finish[0, 0]
        self.indices = calloc(7 * modes + 5 * count + 2 * options + rows + 8, sizeof(Py_ssize_t))
        if self.indices == NULL:
            raise MemoryError
        rules.groups = <Py_ssize_t*> self.indices
        rules.base = rules.groups + modes + 1
        low = rules.base + modes
        high = low + modes
        rules.members = high + modes
        rules.size = rules.members + count + 1
        rules.largest = rules.size + count
        rules.first = rules.largest + count
        rules.ahead = rules.first + count + 1
        rules.when = rules.ahead + options
        self._explore(every, low, high)
        packed = 0
        for m in range(modes):
            packed += max(high[m] + 2 - low[m], 0)  # before each mode one where nobody banked
        # Rows of all modes lie closer together, unless they would be mostly empty.
        rules.step, rules.size_of_all = 1, max(packed, rows if modes == 1 else 0)
        if 2 * packed > modes * rows:
            rules.step, rules.size_of_all = modes, modes * rows
        used = 0
        for m in range(modes):
            rules.base[m] = m if rules.step > 1 else used + 1 - low[m]
            used += max(high[m] + 2 - low[m], 0)
            rules.wipes = rules.wipes or thrown[m, 1] > 0
        self.memory = calloc(
            rules.size_of_all * players * LANES + count + 8, sizeof(double)
        )
        self.flags = <char*> calloc(rules.size_of_all + 1, 1)
        if self.memory == NULL or self.flags == NULL:
            raise MemoryError
        memory = aligned(self.memory)
        self.cells = memory
        rules.chances = memory + rules.size_of_all * players * LANES
        largest = [
            max(gains[o] for o in range(first[n], first[n + 1])) for n in range(count)
        ]
        rules.single = modes == 1 and may[0] == BANKS | THROWS
        g = o = k = 0
        for m in range(modes):
            rules.groups[m] = g
            some = sorted(
                range(sets[m], sets[m + 1]),
                key=lambda one: (first[one + 1] - first[one], -largest[one]),
            )
            for n in some:
                used = first[n + 1] - first[n]
                if g == rules.groups[m] or rules.size[g - 1] != used:
                    rules.members[g], rules.size[g] = k, used
                    g += 1
                rules.chances[k], rules.largest[k], rules.first[k] = chances[n], largest[n], o
                rules.single = rules.single and used == 1
                for used in range(first[n], first[n + 1]):
                    rules.ahead[o] = (
                        gains[used] * rules.step + rules.base[after[used]] - rules.base[m]
                    )
                    o += 1
                k += 1
            rules.members[g] = k
        rules.groups[modes] = g
        rules.first[count] = o
        if rules.single and count > 0 and min(chances) == max(chances):
            rules.even = count
        rules.who = self.who

    def __dealloc__(self):
        free(self.memory)
        free(self.indices)
        free(self.flags)
        free(self.who)

    cdef int _explore(self, bint every, Py_ssize_t* low, Py_ssize_t* high) except -1:
        """Find the cells that the start of a turn leads to, and how far those of each mode reach."""
        cdef Rules* rules = &self.rules
        cdef Py_ssize_t modes = rules.modes, window = rules.most + 1
        cdef Py_ssize_t t, n, m, k, then, found = 0, capacity = 0
        cdef unsigned char* row
        cdef int* grown
        # Which modes lie ahead with t, t + 1, ... points, in turn.
        cdef unsigned char* ahead = <unsigned char*> calloc(window * modes, 1)
        if ahead == NULL:
            raise MemoryError
        try:
            for m in range(modes):
                low[m], high[m] = rules.rows, -1
            ahead[rules.start] = 1
            for t in range(rules.rows):
                rules.when[t] = found
                if found + modes > capacity:
                    capacity = 2 * capacity + modes
                    grown = <int*> realloc(self.who, capacity * sizeof(int))
                    if grown == NULL:
                        raise MemoryError
                    self.who = grown
                row = ahead + t % window * modes
                row[rules.start] = row[rules.start] or every
                for n in range(modes - 1, -1, -1):  # options of no gain lead to modes further on
                    m = self.order[n]
                    if not row[m]:
                        continue
                    row[m] = 0
                    self.who[found] = m
                    found += 1
                    low[m], high[m] = min(low[m], t), t
                    for k in range(self.first[self.sets[m]], self.first[self.sets[m + 1]]):
                        then = t + self.gains[k]
                        if then < rules.rows:
                            ahead[then % window * modes + self.after[k]] = 1
                for n in range((found - rules.when[t]) // 2):  # each after those it leads to
                    k, m = rules.when[t] + n, found - 1 - n
                    self.who[k], self.who[m] = self.who[m], self.who[k]
                PyErr_CheckSignals()
            rules.when[rules.rows] = found
        finally:
            free(ahead)
        return 0

    def cells_below(self, Py_ssize_t rows):
        """The points and the mode of all cells of fewer points than `rows`; points rise, and of one
        number of points those come first that others lead to.
        """
        cdef Py_ssize_t t, k
        return [
            (t, self.who[k]) for t in range(min(rows, self.rules.rows))
            for k in range(self.rules.when[t], self.rules.when[t + 1])
        ]

    def rolls(
        self, const double[:, :, ::1] held not None, const double[::1] least not None,
        const double[::1] limit not None, bint exact, const double[:, ::1] bust not None,
        const double[:, ::1] wiped not None, double[:, :, :, ::1] out not None,
        const double[:, :, ::1] told=None,
    ):
        """What throwing is worth in each cell to all players but the last, turns side by side.

        Who is in column c banks s for held[k, s, c] to player k, the mover being the first, loses for
        bust[k, c], and is wiped out for wiped[k, c]. He may not bank fewer than least[c] points, and
        banks from limit[c] points on, the goal if it is `exact`. `out` is at [points, mode, k, c], or
        of the mode of the start alone if it has but one; where no turn comes, or nothing is thrown,
        it is left alone. `told`, at [points, mode, c], is above 0 where one throws in any case, below
        where one banks.
        """
        cdef Batch b
        cdef (const double*)[MOST_PLAYERS] H
        cdef Py_ssize_t l, k, first, n = self.players, width = out.shape[3]
        cdef double low = 0.0, high = 0.0
        for k in range(n - 1):
            H[k] = &held[k, 0, 0]
        for l in range(width):
            low, high = max(low, least[l]), max(high, limit[l])
        memset(&b, 0, sizeof(b))
        b.stride, b.top, b.past = width, <Py_ssize_t> high - 1, <Py_ssize_t> high
        b.cap = held.shape[1] - 1
        b.exact, b.ends, b.bars, b.whole, b.held = exact, True, low > 0.0, True, self.flags
        b.only = out.shape[1] == 1
        with self.lock, nogil:
            first = -LANES
            while first + LANES < width:
                first += LANES
                b.base = first
                b.told = NULL if told is None else &told[0, 0, first]
                for l in range(LANES):
                    b.limit[l] = limit[first + l]
                    b.least[l] = min(least[first + l], b.limit[l])
                    for k in range(n - 1):
                        b.bust[k * MOST_LANES + l] = bust[k, first + l]
                        b.wipe[k * MOST_LANES + l] = wiped[k, first + l]
                if n == 2 and self.rules.single:
                    backward(
                        &self.rules, &b, H, self.cells, 2, False, False, 0, False,
                        &out[0, 0, 0, first], width,
                    )
                elif n == 2:
                    backward(
                        &self.rules, &b, H, self.cells, 2, True, False, 0, False,
                        &out[0, 0, 0, first], width,
                    )
                else:
                    play_any(&self.rules, &b, H, self.cells, n, &out[0, 0, 0, first], width)

    # --- the forward turn: how turns end that are played by decisions -----------------------------

    cdef void forward(
        self, Block* b, const chance_t* bank, const double* worth, const double* shares
    ) noexcept nogil:
        """r and the chances to bank, from no units up; reach and stops must be 0 before."""
        cdef Py_ssize_t t, i, m, l
        cdef double some
        cdef bint banks
        cdef double* r
        cdef double* stop
        cdef double[MOST_LANES] go
        cdef const chance_t* d
        memset(b.bust, 0, 3 * sizeof(b.bust))  # and what follows it
        for l in range(MOST_LANES):
            b.reach[self.rules.start * b.across + l] = 1.0
        for t in range(b.last + self.rules.most):
            stop = b.stops + t * b.width
            for i in range(self.rules.modes - 1, -1, -1):  # steps of no gain lead to modes before
                m = self.order[i]
                r = b.reach + (t * self.rules.modes + m) * b.across
                some = 0.0
                for l in range(MOST_LANES):
                    some += r[l]
                if some == 0.0:
                    continue
                if t >= b.last or not self.rules.may[m] & THROWS:
                    banks = t >= b.least and not (b.exact and t > b.need)
                    for l in range(MOST_LANES):
                        if banks:
                            stop[l] += r[l]
                        else:
                            b.bust[l] += r[l]
                    continue
                some = 0.0
                for l in range(MOST_LANES):
                    go[l] = r[l]
                if t > 0 or m != self.rules.start or b.passes:
                    d = bank + (t * self.rules.modes + m) * b.width
                    for l in range(MOST_LANES):
                        go[l] = r[l] * (1.0 - d[l])
                        stop[l] += r[l] * d[l]
                for l in range(MOST_LANES):
                    b.bust[l] += go[l] * self.rules.thrown[2 * m]
                    b.wipe[l] += go[l] * self.rules.thrown[2 * m + 1]
                    some += go[l]
                if some > 0.0:
                    self.throw(b, t, m, go, worth, shares)

    cdef void throw(
        self, Block* b, Py_ssize_t t, Py_ssize_t m, const double* go, const double* worth,
        const double* shares,
    ) noexcept nogil:
        """Add where a throw in mode m leads from t, thrown with the chances `go`."""
        cdef Py_ssize_t k, n, l
        cdef double[MOST_LANES] best, rest, takes
        cdef const double* w
        for k in range(self.sets[m], self.sets[m + 1]):
            for l in range(MOST_LANES):
                rest[l] = self.chances[k] * go[l]
                best[l] = NEVER
            if self.first[k + 1] - self.first[k] == 1:
                self.take(b, t, self.first[k], rest)
                continue
            for n in range(self.first[k], self.first[k + 1] if shares == NULL else 0):
                w = worth + self.then(t, n) * b.width
                for l in range(MOST_LANES):
                    best[l] = w[l] if w[l] > best[l] else best[l]
            for n in range(self.first[k], self.first[k + 1]):
                if shares != NULL:
                    w = shares + (t * self.gains.shape[0] + n) * b.width
                    for l in range(MOST_LANES):
                        takes[l] = rest[l] * w[l]
                else:
                    w = worth + self.then(t, n) * b.width
                    for l in range(MOST_LANES):
                        takes[l] = rest[l] if w[l] >= best[l] else 0.0
                        rest[l] -= takes[l]
                self.take(b, t, n, takes)

    cdef inline Py_ssize_t then(self, Py_ssize_t t, Py_ssize_t n) noexcept nogil:
        """The place of the state that an option leads to from t."""
        return (t + self.gains[n]) * self.rules.modes + self.after[n]

    cdef inline void take(
        self, Block* b, Py_ssize_t t, Py_ssize_t n, const double* takes
    ) noexcept nogil:
        cdef double* r = b.reach + self.then(t, n) * b.across
        cdef double more = b.excess[n] if t + self.gains[n] >= b.need else 0.0
        cdef Py_ssize_t l
        for l in range(MOST_LANES):
            r[l] += takes[l]
            b.beyond[l] += takes[l] * more

    def ends(
        self, Py_ssize_t least, Py_ssize_t need, Py_ssize_t last, bint exact, bint passes,
        const chance_t[:, :, ::1] bank not None, const double[:, :, ::1] worth,
        const double[:, :, ::1] shares, const double[::1] excess not None,
        double[:, ::1] stops not None, double[:, ::1] lost not None, double[:, :, ::1] reach,
    ):
        """Find the chances to bank so many units, to bust and to wipe, and to come to each state, if
        `reach` is given.

        `need` units reach the goal, `least` may be banked, and from `last` on one banks. Turns begin
        with a throw, unless one `passes`.
        """
        cdef Block b
        cdef Py_ssize_t l, opp = 0, size = (last + self.rules.most) * self.rules.modes * MOST_LANES
        cdef double* memory = NULL
        stops[...] = 0.0
        if reach is not None:
            reach[...] = 0.0
        else:
            memory = <double*> malloc(size * sizeof(double))
            if memory == NULL:
                raise MemoryError
        with nogil:
            b.least, b.need, b.last = min(least, need), need, last
            b.exact, b.passes = exact, passes
            b.width = b.across = bank.shape[2]
            b.excess = &excess[0]
            while opp < bank.shape[2]:
                b.stops = &stops[0, opp]
                if memory == NULL:
                    b.reach = &reach[0, 0, opp]
                else:
                    b.reach, b.across = memory, MOST_LANES
                    memset(memory, 0, size * sizeof(double))
                self.forward(
                    &b, &bank[0, 0, opp], NULL if worth is None else &worth[0, 0, opp],
                    NULL if shares is None else &shares[0, 0, opp],
                )
                for l in range(MOST_LANES):
                    lost[0, opp + l], lost[1, opp + l] = b.bust[l], b.wipe[l]
                    lost[2, opp + l] = b.beyond[l]
                opp += MOST_LANES
            free(memory)
        PyErr_CheckSignals()



cdef inline void close_cell(
    Py_ssize_t n, const double* rows, double* out
) noexcept nogil:
    """From the rows (n, n) of n turns to what their starts are worth, (n, n): by turn and player."""
    cdef double[MOST_PLAYERS * MOST_PLAYERS] A
    cdef Py_ssize_t m, k, s, p
    cdef double f, leave, r
    cdef double[MOST_PLAYERS] total
    for m in range(n):
        A[m * n + n - 1] = rows[m * n + n - 1]
        for k in range(n - 1):
            A[m * n + k] = rows[m * n + k]
            A[m * n + n - 1] -= rows[m * n + k]
    for m in range(n):
        f, leave = 1.0, 0.0
        for p in range(n):
            total[p] = 0.0
        for s in range(n):
            k = (m + s) % n
            r = rows[k * n + n - 1]
            for p in range(n):
                total[p] += f * A[k * n + (p - s + n) % n]
            leave += f * r
            f *= 1.0 - r
        for p in range(n):
            out[m * n + p] = total[p] / leave if leave > 0.0 else 1.0 / n


cdef class Sweep:
    """Passes over all turn starts of a game, from the last rank to the first.

    Parameters
    ----------
    turn, other : the turns of the players; one twice if they are the same.
    H, segments : see above; `H` is read and written.
    columns : how many starts a rank has.
    goal : first values continue those of larger scores below it.
    guess : (rows, 3) order, how far the number of a neighbour is away, and its weight.
    known : (size,), which starts are known beforehand; or None.
    rounding : what steps may be by rounding errors alone.
    plans : how each player decides: None if as is best; or, in a game of two in which a turn is a
        single roll, a table, limits, or what starts are worth by which he decides; or how his turns
        end, (ends, squares).
    never : what it is worth to the first player that nobody ever wins; below 0 it is shared.
    """
    cdef Turn turn, other
    cdef Plan[MOST_PLAYERS] plan
    cdef double* marks
    cdef double never
    cdef bint linear           # nobody plays best, and no value matters to any row
    cdef object plans
    cdef Py_ssize_t n, columns, goal, count, furthest
    cdef const Py_ssize_t[:, ::1] segments
    cdef double[:, ::1] H
    cdef const double[:, ::1] guess
    cdef double[::1] kept
    cdef double rounding
    cdef const unsigned char[::1] known
    cdef void* memory
    cdef Rank now
    cdef (double*)[2] asked
    cdef (Py_ssize_t*)[2] wall
    cdef (char*)[2] held
    cdef Py_ssize_t cells_of_one
    cdef Py_ssize_t[4] guesses
    cdef readonly list stuck

    def __init__(
        self, Turn turn, Turn other, double[:, ::1] H, const Py_ssize_t[:, ::1] segments,
        Py_ssize_t columns, Py_ssize_t goal, const double[:, ::1] guess,
        const unsigned char[::1] known=None, double[::1] kept=None, double rounding=4e-15,
        plans=(), double never=-1.0,
    ):
        cdef Py_ssize_t s, slots = 0, most = 0, runs = 0, first, groups, n = H.shape[0] + 1
        cdef Rank* now = &self.now
        cdef char* place
        self.turn, self.other, self.H, self.segments, self.kept = turn, other, H, segments, kept
        self.n, self.columns, self.goal, self.count = n, columns, goal, segments.shape[0]
        self.guess, self.known, self.rounding, self.never = guess, known, rounding, never
        self.plans = plans  # whose memory is used
        self.linear = len(plans) == n and all(plan is not None for plan in plans)
        for s in range(len(plans)):
            self.follow(s, plans[s])
        for s in range(guess.shape[0] - 1, -1, -1):
            self.furthest = max(self.furthest, <Py_ssize_t> guess[s, 1])
            self.guesses[<int> guess[s, 0]] = s
        self.guesses[3] = guess.shape[0]
        for s in range(self.count):
            if s > 0 and segments[s, STEP] != segments[s - 1, STEP]:
                slots = 0
            first = (segments[s, BASE] - segments[s, ORIGIN]) // LANES
            slots += (segments[s, BASE] - segments[s, ORIGIN] + segments[s, COUNT] - 1) // LANES
            slots += 1 - first
            most = max(most, slots)
        slots = most * LANES
        groups = columns // LANES + 2
        self.cells_of_one = max(turn.rules.size_of_all, other.rules.size_of_all)
        s = 0 if turn.rules.single and other.rules.single else groups * self.cells_of_one
        self.memory = calloc(
            slots * (n + 2) * sizeof(double) + 2 * slots * sizeof(Py_ssize_t) + slots
            + most * sizeof(Run) + slots * sizeof(Cell) + columns * sizeof(Py_ssize_t)
            + 2 * ((columns + 2 * MOST_LANES) * sizeof(double) + groups * sizeof(Py_ssize_t) + s)
            + 64, 1,
        )
        if self.memory == NULL:
            raise MemoryError
        place = <char*> self.memory
        now.n = n
        now.rows = <double*> place
        place += slots * n * sizeof(double)
        now.near = <double*> place
        place += slots * sizeof(double)
        now.x = <double*> place
        place += slots * sizeof(double)
        for first in range(2):
            self.asked[first] = <double*> place
            place += (columns + 2 * MOST_LANES) * sizeof(double)
            self.wall[first] = <Py_ssize_t*> place
            place += groups * sizeof(Py_ssize_t)
        now.cell = <Cell*> place
        place += slots * sizeof(Cell)
        now.run = <Run*> place
        place += most * sizeof(Run)
        now.number = <Py_ssize_t*> place
        place += slots * sizeof(Py_ssize_t)
        now.next = <Py_ssize_t*> place
        place += slots * sizeof(Py_ssize_t)
        now.slot_of = <Py_ssize_t*> place
        place += columns * sizeof(Py_ssize_t)
        now.wants = <unsigned char*> place
        place += slots
        self.held[0] = place
        self.held[1] = place + s
        self.stuck = []

    def __dealloc__(self):
        cdef Py_ssize_t s
        free(self.memory)
        free(self.marks)
        for s in range(MOST_PLAYERS):
            free(self.plan[s].spans)

    cdef int follow(self, Py_ssize_t player, plan) except -1:
        """Take up how a player decides."""
        cdef Plan* one = &self.plan[player]
        cdef Py_ssize_t others = self.goal, size = start(self.goal, self.goal), k
        cdef const unsigned char[:, :, ::1] table
        cdef const Py_ssize_t[:, ::1] limits
        cdef const double[::1] numbers
        cdef const double[:, :, ::1] squares
        if plan is None:
            return 0
        if isinstance(plan, tuple):
            for k in range(self.n - 2):
                others *= self.goal
            numbers, squares = plan
            one.ends, one.squares, one.kind = &numbers[0], &squares[0, 0, 0], ENDS
            one.rows, one.others = squares.shape[0], squares.shape[2]
            one.places = one.others // others
            one.alike = self.goal > 1 and numbers.shape[0] == size
            self.measure(one)
            return 0
        if plan.ndim == 3:
            table = plan
            one.table, one.kind = &table[0, 0, 0], TABLE
        elif plan.ndim == 2:
            limits = plan
            one.limits, one.columns, one.kind = &limits[0, 0], limits.shape[1], LIMITS
        else:
            numbers = plan
            one.implied, one.kind = &numbers[0], IMPLIED
        if self.marks == NULL:
            k = max(self.turn.rules.rows, self.other.rules.rows) * LANES
            self.marks = <double*> calloc(k, sizeof(double))
        if self.marks == NULL:
            raise MemoryError
        return 0

    def run(self, Py_ssize_t way, double[::1] history, progress=None, search=None):
        """One pass, ALONE, FIRST, AGAIN or ALONG; by how much it moved turn starts at most.

        `history` receives the largest step of each iteration. `search` is called with the number of
        a start of each cell that did not settle, and writes what it finds to H.
        """
        cdef Py_ssize_t s = 0, first, c
        cdef double moved = 0.0, done = 0.0, of = 0.0, said = 0.0
        self.stuck = []
        self.forget()
        for s in range(self.count):
            of += self.segments[s, COUNT] * (self.segments[s, LIMIT] + 1.0)
        s = 0
        with self.turn.lock:
            while s < self.count:
                first = s
                while s < self.count and self.segments[s, STEP] == self.segments[first, STEP]:
                    done += self.segments[s, COUNT] * (self.segments[s, LIMIT] + 1.0)
                    s += 1
                with nogil:
                    self.seat(first, s, way)
                    moved = max(moved, self.solve(way, history))
                left = [self.now.number[self.now.cell[c].slot[0]] for c in range(self.now.cells)]
                self.stuck += left
                for number in left if search is not None else ():
                    search(number)
                if done - said > 2e5 / (1 + self.turn.rules.modes):
                    said = done
                    PyErr_CheckSignals()
                    if progress is not None:
                        progress(<long> done, <long> of)
        if progress is not None:
            progress(<long> of, <long> of)
        return moved

    def row(self, Py_ssize_t segment, Py_ssize_t m, double x, double[::1] out):
        """A_0 ... A_(n-2) and r of the m-th turn of a segment, with what is best at x."""
        cdef Py_ssize_t k, l
        cdef double before
        cdef Run* run
        cdef const Py_ssize_t* field = &self.segments[segment, 0]
        cdef Py_ssize_t stay = field[STAY] + m * field[STAY_STEP]
        before, self.H[0, stay] = self.H[0, stay], x
        self.seat(segment, segment + 1, AGAIN)
        for k in range(self.now.runs):
            run = &self.now.run[k]
            l = m - (run.column - (field[BASE] - field[ORIGIN]))
            if run.low <= l < run.high:
                run.shares, run.low, run.high = True, l, l + 1
                self.evaluate(run, True)
                for k in range(self.n):
                    out[k] = self.now.rows[k * self.now.slots + run.slot + l]
                for k in range(LANES):  # what stands there now is not of these
                    self.asked[self.now.rank & 1][run.column + k] = -1.0
                break
        self.H[0, stay] = before

    def missed(self, double[::1] out not None):
        """How far each start is from its equation, by number; those known beforehand are left alone."""
        cdef Rank* now = &self.now
        cdef Py_ssize_t s = 0, first, k, l, at, number, m
        cdef const Py_ssize_t* field
        cdef Run* run
        cdef double x, worth
        self.forget()
        with self.turn.lock, nogil:
            while s < self.count:
                first = s
                while s < self.count and self.segments[s, STEP] == self.segments[first, STEP]:
                    s += 1
                self.seat(first, s, AGAIN)
                for k in range(now.runs):
                    run = &now.run[k]
                    field = &self.segments[run.segment, 0]
                    self.evaluate(run, True)
                    for l in range(run.low, run.high):
                        at, m = run.slot + l, run.column + l - (field[BASE] - field[ORIGIN])
                        number = now.number[at]
                        if now.wants[at] != KNOWN:
                            x = self.H[0, field[STAY] + m * field[STAY_STEP]]
                            worth = 1.0 - self.H[0, number] if self.n == 2 else self.H[1, number]
                            x = now.rows[at] + (1.0 - now.rows[(self.n - 1) * now.slots + at]) * x
                            out[number] = fabs(x - worth)

    cdef void forget(self) noexcept:
        """There was no rank before."""
        cdef Py_ssize_t c
        for c in range(self.columns + 2 * MOST_LANES):
            self.asked[0][c] = self.asked[1][c] = -1.0

    cdef void seat(self, Py_ssize_t first, Py_ssize_t last, Py_ssize_t way) noexcept nogil:
        """Make slots of the starts of some segments, cells of these, and first values."""
        cdef Rank* now = &self.now
        cdef Py_ssize_t s, l, k, at, number, column, chunk, m, order, top, g, by, away, slots = 0
        cdef Py_ssize_t n = self.n
        cdef Run* run
        cdef Run* before
        cdef Cell* cell
        cdef bint leads
        cdef double v
        now.runs = now.cells = 0
        now.rank = self.segments[first, RANK]
        for s in range(first, last):
            column = self.segments[s, BASE] - self.segments[s, ORIGIN]
            chunk = column - column % LANES
            while chunk < column + self.segments[s, COUNT]:
                run = &now.run[now.runs]
                run.segment, run.slot, run.column = s, slots, chunk
                run.low = max(column - chunk, 0)
                run.high = min(column + self.segments[s, COUNT] - chunk, LANES)
                run.shares = False
                for k in range(now.runs):
                    before = &now.run[k]
                    if before.column == chunk:
                        before.shares = run.shares = True
                now.runs += 1
                slots += LANES
                chunk += LANES
        now.slots = slots
        memset(now.wants, IDLE, slots)
        for k in range(now.runs):
            run = &now.run[k]
            s = run.segment
            for l in range(run.low, run.high):
                column = self.segments[s, BASE] - self.segments[s, ORIGIN]
                m = run.column + l - column  # the m-th of the segment
                at = run.slot + l
                number = self.segments[s, START] + m * self.segments[s, START_STEP]
                now.number[at] = number
                now.slot_of[number - self.segments[s, ORIGIN]] = at
                if self.known is not None and self.known[number]:
                    now.wants[at] = KNOWN
                    self.asked[now.rank & 1][run.column + l] = -1.0
                    continue
                now.wants[at], now.x[at] = VALUE if way == ALONG else SLOPES, -1.0
                if way == ALONG:
                    now.rows[(n - 1) * slots + at] = self.kept[number]
                # Later passes go on from what the one before has found.
                if self.linear or way >= AGAIN or (way == ALONE and self.kept is not None) \
                        or not self.segments[s, FLAGS] & COUPLED:
                    continue
                top = max(self.segments[s, OWN] - m, self.segments[s, LAST] + m)
                top = max(top, self.segments[s, PEAK])
                order = 2 if top + 2 < self.goal else 1 if top + 1 < self.goal else 0
                if number + self.furthest >= self.H.shape[1]:
                    order = 0
                for by in range(n - 1):
                    v = 0.0 if order else 1.0 / n
                    for g in range(self.guesses[order], self.guesses[order + 1] if order else 0):
                        away = <Py_ssize_t> self.guess[g, 1]
                        v += self.guess[g, 2] * self.H[by, number + away]
                    self.H[by, number] = min(max(v, 0.0), 1.0)
        for k in range(now.runs):
            run = &now.run[k]
            s = run.segment
            for l in range(run.low, run.high):
                now.next[run.slot + l] = now.slot_of[run.column + l] \
                    if self.segments[s, FLAGS] & COUPLED else run.slot + l
        for k in range(now.runs):
            run = &now.run[k]
            for l in range(run.low, run.high):
                if now.wants[run.slot + l] == KNOWN:
                    continue
                cell = &now.cell[now.cells]
                cell.slot[0], cell.size, cell.one, leads = run.slot + l, 1e300, -1, True
                for m in range(1, n):
                    cell.slot[m] = now.next[cell.slot[m - 1]]
                    leads = leads and cell.slot[m] >= cell.slot[0]
                if leads or now.next[cell.slot[n - 1]] != cell.slot[0]:  # once round, or a chain
                    now.cells += 1

    cdef double solve(self, Py_ssize_t way, double[::1] history) noexcept nogil:
        """Policy iteration on the cells of a rank; by how much it moved them at most."""
        cdef Rank* now = &self.now
        cdef Py_ssize_t k, l, c, iteration = 0
        cdef double moved = 0.0, size
        cdef Run* run
        cdef bint wanted, slopes
        while now.cells and iteration < history.shape[0]:
            for k in range(now.runs):
                run = &now.run[k]
                wanted = slopes = False
                for l in range(run.slot + run.low, run.slot + run.high):
                    wanted = wanted or now.wants[l] == SLOPES or now.wants[l] == VALUE
                    slopes = slopes or now.wants[l] == SLOPES
                if wanted:
                    self.evaluate(run, slopes)
            size = self.advance(way, iteration)
            history[iteration] = max(history[iteration], size)
            moved = max(moved, size)
            iteration += 1
        return moved

    cdef void evaluate(self, Run* run, bint slopes) noexcept nogil:
        """The rows of LANES turns."""
        cdef Rank* now = &self.now
        cdef Batch b
        cdef Py_ssize_t n = self.n, l, k, at, even = now.rank & 1, slots = now.slots
        cdef const Py_ssize_t* field = &self.segments[run.segment, 0]
        cdef const Plan* plan = &self.plan[field[PLAYER]]
        cdef const Rules* turn = &self.other.rules if field[TURN] else &self.turn.rules
        cdef double* cells = self.other.cells if field[TURN] else self.turn.cells
        cdef (const double*)[MOST_PLAYERS] H
        cdef double* asked = self.asked[even]
        if plan.kind == ENDS:
            self.add_up(run)
            return
        for k in range(n - 1):
            H[k] = &self.H[k, 0]
        self.prepare(run, turn, H, &b, plan.kind == BEST)
        if plan.kind:
            self.mark(run, plan, turn, cells, &b)
        play(turn, &b, H, cells, n, slopes)
        if plan.kind == BEST:
            self.wall[even][run.column // LANES] = b.wall
        for l in range(run.low, run.high):
            at = run.slot + l
            if now.wants[at] != KNOWN and plan.kind == BEST:
                asked[run.column + l] = -1.0 if run.shares else b.x[l]
            if now.wants[at] != SLOPES and now.wants[at] != VALUE:
                continue
            now.x[at] = b.x[l] if field[FLAGS] & COUPLED else -1.0
            # What is kept must not depend on the width of a register.
            now.near[at] = 1e300 if plan.kind or not field[FLAGS] & COUPLED else -1.0
            if n == 2 and turn.single and field[FLAGS] & COUPLED and plan.kind == BEST:
                now.near[at] = b.steady[l]
            for k in range(1, n if now.wants[at] == SLOPES else n - 1):
                now.rows[k * slots + at] = b.found[k * MOST_LANES + l]
            now.rows[at] = b.found[l] + now.rows[(n - 1) * slots + at] * b.x[l]

    cdef void prepare(
        self, Run* run, const Rules* turn, const double* const* H, Batch* b, bint stands
    ) noexcept nogil:
        """Set up a batch of LANES turns; if it `stands`, where the rank before had a wall, begin there."""
        cdef Rank* now = &self.now
        cdef Py_ssize_t n = self.n, l, k, m, bust, group = run.column // LANES, even = now.rank & 1
        cdef const Py_ssize_t* field = &self.segments[run.segment, 0]
        cdef double* earlier = self.asked[1 - even]
        # Which of the segment lane 0 is.
        cdef Py_ssize_t before = run.column - (field[BASE] - field[ORIGIN])
        stands = stands and not run.shares
        b.base = field[BASE] + before
        b.stride = self.columns
        b.wins, b.exact = field[FLAGS] & WINS != 0, field[FLAGS] & EXACT != 0
        b.ends = not field[FLAGS] & STAYS or turn.wipes
        b.passes, b.whole = field[FLAGS] & PASSES != 0, False
        b.bars = field[LEAST] > 0
        b.past = field[LIMIT] + (before + run.high - 1) * field[LIMIT_STEP]
        b.past = max(b.past, field[LIMIT] + (before + run.low) * field[LIMIT_STEP])
        b.high, b.top, b.cap = b.past, b.past - 1, b.past + turn.most
        b.marks = NULL
        memset(b.bust, 0, sizeof(b.bust))
        memset(b.wipe, 0, sizeof(b.wipe))
        for l in range(LANES):
            b.x[l] = b.near[l] = 0.0
            b.limit[l], b.least[l], b.bias[l] = b.past, 0.0, 0.0
            if not run.low <= l < run.high or now.wants[run.slot + l] == KNOWN:
                b.bias[l], b.near[l] = 1e300, 1e300
                continue
            m = before + l
            b.x[l] = H[0][field[STAY] + m * field[STAY_STEP]]
            b.limit[l] = field[LIMIT] + m * field[LIMIT_STEP]
            # What reaches the goal may always be banked, unless it is too little to win.
            k = self.goal - field[OWN] + m if field[LIMIT_STEP] else field[LIMIT]
            b.least[l] = min(field[LEAST], k)
            b.near[l] = 1e300
            stands = stands and b.x[l] + APART <= earlier[run.column + l]
            if not b.ends:
                continue
            if not field[FLAGS] & STAYS:
                bust = field[BUST] + m * field[BUST_STEP]
                for k in range(n - 1):
                    b.bust[k * MOST_LANES + l] = H[k][bust]
                b.bust[l] -= b.x[l]
                b.bust[(n - 1) * MOST_LANES + l] = 1.0
            # Who has nothing hands over by a wipe.
            if turn.wipes and not (field[OWN] == m and field[FLAGS] & COUPLED):
                bust = field[WIPE] + m * field[WIPE_STEP]
                for k in range(n - 1):
                    b.wipe[k * MOST_LANES + l] = H[k][bust]
                b.wipe[l] -= b.x[l]
                b.wipe[(n - 1) * MOST_LANES + l] = 1.0
            elif turn.wipes:
                stands = False
        b.held = self.held[even] + group * self.cells_of_one
        b.before = self.held[1 - even] + group * self.cells_of_one if stands else NULL
        if turn.single:
            b.held, b.before = NULL, NULL
        if stands:
            if turn.single:
                b.top = min(b.top, self.wall[1 - even][group])
            for l in range(run.low, run.high):
                b.near[l] = earlier[run.column + l] - b.x[l]

    cdef void mark(
        self, Run* run, const Plan* plan, const Rules* turn, double* cells, Batch* b
    ) noexcept nogil:
        """Mark where those throw whose decisions are given, and begin above all that they do."""
        cdef Py_ssize_t even = self.now.rank & 1, group = run.column // LANES, t, l, own, opp, top = 0
        cdef const Py_ssize_t* field = &self.segments[run.segment, 0]
        cdef Py_ssize_t before = run.column - (field[BASE] - field[ORIGIN])
        cdef Batch best
        cdef (const double*)[1] H
        cdef double* marks = self.marks
        cdef Py_ssize_t[MOST_LANES] below  # from so many points on nobody throws
        cdef double held
        cdef const unsigned char* table
        if plan.kind == IMPLIED:
            H[0] = plan.implied
            self.prepare(run, turn, H, &best, True)
            play(turn, &best, H, cells, 2, False)
            top = min(b.top, best.wall - 1)
            self.wall[even][group] = best.wall
            for l in range(run.low, run.high):
                self.asked[even][run.column + l] = -1.0 if run.shares else best.x[l]
        for l in range(run.low, run.high):
            own, opp = field[OWN] - before - l, field[LAST] + before + l
            below[l] = <Py_ssize_t> b.limit[l]
            if plan.kind == LIMITS:
                below[l] = min(below[l], plan.limits[own * plan.columns + (
                    opp if plan.columns > 1 else 0
                )])
            if plan.kind != IMPLIED:
                top = max(top, below[l] - 1)
        b.top = max(min(b.top, top), 0)
        memset(marks, 0, (b.top + 1) * LANES * sizeof(double))
        for l in range(run.low, run.high):
            own, opp = field[OWN] - before - l, field[LAST] + before + l
            if plan.kind == LIMITS:
                for t in range(below[l]):
                    marks[t * LANES + l] = 1.0
            elif plan.kind == TABLE:
                table = plan.table + own * (self.goal + 1) * self.goal + opp
                for t in range(below[l]):
                    marks[t * LANES + l] = table[t * self.goal]
            else:
                for t in range(min(below[l], b.top + 1)):
                    held = plan.implied[best.base + l + t * best.stride]
                    marks[t * LANES + l] = cells[2 * t * LANES + l] - (held - best.x[l]) \
                        - min(TIED, ALIKE * held)
        b.marks = marks

    cdef double advance(self, Py_ssize_t way, Py_ssize_t iteration) noexcept nogil:
        """Close the cells that are not done, and see which are; the largest step."""
        cdef Rank* now = &self.now
        cdef Py_ssize_t n = self.n, c, m, k, at, going = 0, slots = now.slots
        cdef double[MOST_PLAYERS * MOST_PLAYERS] rows
        cdef double[MOST_PLAYERS * MOST_PLAYERS] out
        cdef double size, move, v, leave, off, largest = 0.0
        cdef bint still, done, chord
        cdef Cell* cell
        cdef bint chords = not self.turn.rules.single
        for c in range(now.cells):
            cell = &now.cell[c]
            leave = off = 0.0
            for m in range(n):
                at = cell.slot[m]
                for k in range(n):
                    rows[m * n + k] = now.rows[k * slots + at]
                leave += rows[m * n + n - 1]
                v = self.H[0, now.number[cell.slot[(m + 1) % n]]]
                off = max(off, fabs(rows[m * n] + (1.0 - rows[m * n + n - 1]) * v - (
                    1.0 - self.H[0, now.number[at]] if n == 2 else self.H[1, now.number[at]]
                )))
            if leave == 0.0 and cell.size < 1e300 and off <= self.rounding:
                # Going on for ever is but as good as what led here.
                for m in range(n):
                    at = now.number[cell.slot[m]]
                    out[m * n + n - 1] = self.H[0, at]
                    for k in range(1, n - 1):
                        out[m * n + k - 1] = self.H[k, at]
            elif leave == 0.0 and self.never >= 0.0:
                for m in range(n):
                    k = self.segments[now.run[cell.slot[m] // LANES].segment, PLAYER]
                    for at in range(n):
                        out[m * n + at] = (1.0 - self.never) / (n - 1)
                    out[m * n + (n - k) % n] = self.never
            elif n == 2:
                close_cell(2, rows, out)
            else:
                close_cell(n, rows, out)
            size, still = 0.0, True
            for m in range(n):
                # What a start is worth to who hands over to it is the x of the one before.
                at = now.number[cell.slot[m]]
                v = min(max(out[m * n + n - 1], 0.0), 1.0)
                move = fabs(v - self.H[0, at])
                size = max(size, move)
                # One that two cells lead to may have moved with the other.
                k = cell.slot[(m + n - 1) % n]
                if now.x[k] >= 0.0 and now.wants[k] != KEPT:
                    size = max(size, fabs(v - now.x[k]))
                still = still and move <= now.near[cell.slot[(m + n - 1) % n]]
                self.H[0, at] = v
                for k in range(1, n - 1):
                    self.H[k, at] = min(max(out[m * n + k - 1], 0.0), 1.0)
            # Roundings alone do not shrink.
            done = still or size <= self.rounding or 2.5 * self.rounding >= cell.size <= size or (
                chords and size <= SHORT and cell.size < 1.0
                and 16.0 * size * size <= self.rounding * cell.size
            )
            chord = n == 2 and chords and cell.one < 0 and size <= NEAR * min(cell.size, 1.0)
            if way != ALONE:
                done = size < 1e-3 or iteration > 3
            elif cell.one >= 0:  # the next player once those before are settled
                done = False
                if size <= 2.5 * self.rounding:
                    cell.one += 1
                    done = cell.one == n
                else:
                    cell.one = 0
            elif not done and size >= cell.size:
                cell.one = 0
            for m in range(n):
                now.wants[cell.slot[m]] = IDLE if done else KEPT if cell.one >= 0 and cell.one != m \
                    else VALUE if chord else SLOPES
            cell.size = size
            largest = max(largest, size)
            if done:
                if self.kept is not None:
                    for m in range(n):
                        self.kept[now.number[cell.slot[m]]] = now.rows[(n - 1) * slots + cell.slot[m]]
            else:
                now.cell[going] = cell[0]
                going += 1
        now.cells = going
        return largest

    # --- players whose turns are known by how they end --------------------------------------------

    cdef int measure(self, Plan* plan) except -1:
        """Find which ends of each turn are not 0."""
        cdef Py_ssize_t own, other, low, high, wide = 1 if plan.alike else plan.others
        cdef const double* ends = plan.ends
        cdef int* span = <int*> calloc(2 * self.goal * wide, sizeof(int))
        if span == NULL:
            raise MemoryError
        plan.spans = span
        with nogil:
            for own in range(self.goal):
                for other in range(wide):
                    low, high = 1, self.goal - own
                    while high > low and ends[high - 1] == 0.0:
                        high -= 1
                    while low < high and ends[low] == 0.0:
                        low += 1
                    span[0], span[1] = low, high
                    span += 2
                    ends += self.goal - own
        return 0

    cdef Way way(self, Py_ssize_t segment, Py_ssize_t m) noexcept nogil:
        """How the m-th turn of a segment ends."""
        cdef const Py_ssize_t* field = &self.segments[segment, 0]
        cdef const Plan* plan = &self.plan[field[PLAYER]]
        cdef Py_ssize_t own = field[OWN] - m, other = (field[OTHERS] + m) * plan.places
        cdef Py_ssize_t length = self.goal - own
        cdef const int* span
        cdef Way way
        if plan.places > 1:
            other += field[PLACE]
        way.apart, way.ends, span = self.goal * plan.others, plan.ends, plan.spans
        if plan.alike:
            way.ends += start(self.goal, own)
            span += 2 * own
        else:
            way.ends += start(self.goal, own) * plan.others + other * length
            span += 2 * (own * plan.others + other)
        way.low, way.high = span[0], span[1]
        way.square = plan.squares + own * plan.others + other
        way.player, way.rows = field[PLAYER], plan.rows
        way.coupled, way.back = field[FLAGS] & COUPLED != 0, field[FLAGS] & BACK != 0
        way.base = field[BASE] + m
        way.bust = field[BUST] + m * field[BUST_STEP]
        way.wipe = field[WIPE] + m * field[WIPE_STEP]
        return way

    cdef double paid(
        self, const Way* way, const double* worth, const double* back, const double* wins, bint whole
    ) noexcept nogil:
        """What a turn pays where starts are worth so much, those that it leads back to `back`, and the
        players' wins; but for staying in the cell, unless `whole`."""
        cdef Py_ssize_t k, t
        cdef const double* after = worth + way.base
        cdef double v = way.square[WON * way.apart] * wins[way.player]
        for k in range(1, self.n):
            if passed_by(k) < way.rows:
                v += way.square[passed_by(k) * way.apart] * wins[(way.player + k) % self.n]
        for t in range(way.low, way.high):
            v += way.ends[t] * after[t * self.columns]
        if whole or not way.coupled:  # then by a wipe of nothing
            v += way.ends[0] * back[way.base]
        return v + way.square[BONUS * way.apart] * (back if way.back else worth)[way.bust] \
            + way.square[WIPED * way.apart] * back[way.wipe]

    cdef double hand_on(
        self, const Way* way, double chance, double* ahead, double* behind, bint whole
    ) noexcept nogil:
        """Add where a turn leads that comes up with a chance; that with which it ends the game."""
        cdef Py_ssize_t k, t
        cdef double over = way.square[WON * way.apart]
        cdef double bust = way.square[BONUS * way.apart], wipe = way.square[WIPED * way.apart]
        for t in range(way.low, way.high):
            ahead[way.base + t * self.columns] += chance * way.ends[t]
        if whole or not way.coupled:  # then by a wipe of nothing
            behind[way.base] += chance * way.ends[0]
        if bust > 0.0 and way.back:
            behind[way.bust] += chance * bust
        elif bust > 0.0:
            ahead[way.bust] += chance * bust
        if wipe > 0.0:
            behind[way.wipe] += chance * wipe
        for k in range(1, self.n):
            if passed_by(k) < way.rows:
                over += way.square[passed_by(k) * way.apart]
        return chance * over

    cdef void add_up(self, Run* run) noexcept nogil:
        """The rows of turns of which it is known how they end."""
        cdef Rank* now = &self.now
        cdef Py_ssize_t l, k, at
        cdef Way way
        cdef double[MOST_PLAYERS] wins
        for l in range(run.low, run.high):
            at = run.slot + l
            if now.wants[at] != SLOPES and now.wants[at] != VALUE:
                continue
            way = self.way(run.segment, run.column + l - (
                self.segments[run.segment, BASE] - self.segments[run.segment, ORIGIN]
            ))
            for k in range(self.n - 1):  # to who moves, and those after him
                memset(wins, 0, sizeof(wins))
                wins[(way.player + k) % self.n] = 1.0
                now.rows[k * now.slots + at] = self.paid(
                    &way, &self.H[k, 0], &self.H[k, 0], wins, False
                )
            now.rows[(self.n - 1) * now.slots + at] = \
                way.square[LEAVE * way.apart] if way.coupled else 1.0
            now.near[at] = 1e300

    def expect(
        self, double[::1] worth not None, const double[::1] back not None, tuple wins not None,
        double never,
    ):
        """Find what each start is worth if the players' wins are worth so much, `never` to go on for
        ever, and `back` what turns lead back to."""
        cdef double[MOST_PLAYERS] win
        cdef Py_ssize_t s = 0, first, p
        for p in range(self.n):
            win[p] = wins[p]
        while s < self.count:
            first = s
            while s < self.count and self.segments[s, STEP] == self.segments[first, STEP]:
                s += 1
            with self.turn.lock, nogil:
                self.seat(first, s, AGAIN)
                self.expect_rank(&worth[0], &back[0], win, never)
            PyErr_CheckSignals()

    cdef void expect_rank(
        self, double* worth, const double* back, const double* wins, double never
    ) noexcept nogil:
        cdef Rank* now = &self.now
        cdef Py_ssize_t c, m, at, n = self.n
        cdef const Cell* cell
        cdef double value, factor, leave
        self.know(worth, back, wins)
        for c in range(now.cells):
            cell, value, factor, leave = &now.cell[c], 0.0, 1.0, 0.0
            for m in range(n):  # once round
                at = cell.slot[m]
                value += factor * now.rows[at]
                leave += factor * now.rows[now.slots + at]
                factor *= now.near[at]
            worth[now.number[cell.slot[0]]] = value / leave if leave > 0.0 else never
            for m in range(n - 1, 0, -1):
                at = cell.slot[m]
                worth[now.number[at]] = now.rows[at] \
                    + now.near[at] * worth[now.number[cell.slot[(m + 1) % n]]]

    cdef void know(
        self, const double* worth, const double* back, const double* wins
    ) noexcept nogil:
        """Of each slot what its turn pays, or what is there if no wins are given; the chances to leave
        the cell, and to stay in it."""
        cdef Rank* now = &self.now
        cdef Py_ssize_t k, l, at
        cdef Run* run
        cdef Way way
        for k in range(now.runs):
            run = &now.run[k]
            for l in range(run.low, run.high):
                at = run.slot + l
                way = self.way(run.segment, run.column + l - (
                    self.segments[run.segment, BASE] - self.segments[run.segment, ORIGIN]
                ))
                now.rows[at] = worth[now.number[at]] if wins == NULL \
                    else self.paid(&way, worth, back, wins, False)
                now.rows[now.slots + at] = way.square[LEAVE * way.apart] if way.coupled else 1.0
                now.near[at] = way.ends[0] if way.coupled else 0.0

    def visit(self, double[::1] visits not None, double[::1] behind not None):
        """Turn where play begins into how often it comes to each start before it is led back.

        Adds to `behind` where turns lead back to. Returns how often play ends the game, and comes to
        where it stays for ever: infinitely often.
        """
        cdef Py_ssize_t s = self.count, last
        cdef double[2] over
        over[0] = over[1] = 0.0
        while s > 0:
            last = s
            s -= 1
            while s > 0 and self.segments[s - 1, STEP] == self.segments[last - 1, STEP]:
                s -= 1
            with self.turn.lock, nogil:
                if self.comes(s, last, &visits[0]):
                    self.seat(s, last, AGAIN)
                    self.visit_rank(&visits[0], &behind[0], over)
            PyErr_CheckSignals()
        return over[0], over[1]

    cdef bint comes(self, Py_ssize_t first, Py_ssize_t last, const double* visits) noexcept nogil:
        """Whether play comes to any start of some segments."""
        cdef Py_ssize_t s, m
        for s in range(first, last):
            for m in range(self.segments[s, COUNT]):
                if visits[self.segments[s, START] + m * self.segments[s, START_STEP]] != 0.0:
                    return True
        return False

    cdef void visit_rank(self, double* visits, double* behind, double* over) noexcept nogil:
        cdef Rank* now = &self.now
        cdef Py_ssize_t c, m, k, l, at, depth, n = self.n
        cdef const Cell* cell
        cdef Run* run
        cdef Way way
        cdef double value, factor, leave
        self.know(visits, NULL, NULL)
        for depth in range(n - 1, 0, -1):  # what is no round but a chain, from its beginning
            for c in range(now.cells):
                cell, m = &now.cell[c], 0
                while m < n - 1 and cell.slot[m + 1] != cell.slot[m]:
                    m += 1
                if m == depth and now.next[cell.slot[n - 1]] != cell.slot[0]:
                    at = cell.slot[0]
                    now.rows[cell.slot[1]] += now.near[at] * now.rows[at]
        for c in range(now.cells):
            cell, value, factor, leave = &now.cell[c], 0.0, 1.0, 0.0
            if now.next[cell.slot[n - 1]] != cell.slot[0]:
                continue
            for m in range(n):  # what comes to the first one by the time that play is back there
                at = cell.slot[m]
                leave += factor * now.rows[now.slots + at]
                factor *= now.near[at]
                if m > 0:
                    value = now.near[at] * (value + now.rows[at])
            at = cell.slot[0]
            value += now.rows[at]
            if leave > 0.0:
                now.rows[at] = value / leave
            elif value > 0.0:
                now.rows[at] = INFINITY
                over[1] += value
            for m in range(n - 1):
                if now.near[cell.slot[m]] > 0.0:
                    now.rows[cell.slot[m + 1]] += now.near[cell.slot[m]] * now.rows[cell.slot[m]]
        for k in range(now.runs):
            run = &now.run[k]
            for l in range(run.low, run.high):
                at = run.slot + l
                visits[now.number[at]] = now.rows[at]
                if now.rows[at] > 0.0 and now.rows[now.slots + at] > 0.0:
                    way = self.way(run.segment, run.column + l - (
                        self.segments[run.segment, BASE] - self.segments[run.segment, ORIGIN]
                    ))
                    over[0] += self.hand_on(&way, now.rows[at], visits, behind, False)

    def step(self, const double[::1] now not None, double[::1] then not None):
        """Add where one turn leads of who has come to starts with the chances `now`; what it ends."""
        cdef Py_ssize_t s, m, number
        cdef double over = 0.0
        cdef Way way
        with nogil:
            for s in range(self.count):
                for m in range(self.segments[s, COUNT]):
                    number = self.segments[s, START] + m * self.segments[s, START_STEP]
                    if now[number] > 0.0:
                        way = self.way(s, m)
                        over += self.hand_on(&way, now[number], &then[0], &then[0], True)
        PyErr_CheckSignals()
        return over

    def turns_pay(self, double[::1] worth not None, tuple wins not None, double[::1] out not None):
        """What each turn pays where starts are worth so much, and the players' wins."""
        cdef double[MOST_PLAYERS] win
        cdef Py_ssize_t s, m
        cdef Way way
        for s in range(self.n):
            win[s] = wins[s]
        with nogil:
            for s in range(self.count):
                for m in range(self.segments[s, COUNT]):
                    way = self.way(s, m)
                    out[self.segments[s, START] + m * self.segments[s, START_STEP]] = \
                        self.paid(&way, &worth[0], &worth[0], win, True)
