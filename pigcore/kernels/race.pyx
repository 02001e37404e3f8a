# Race games: Newton's method on pairs of turn starts, for the best play and for any two players'.
#
# Mathematics
#     V(i,j,k) is the mover's chance of winning with i points banked, the opponent's j banked
#     and a turn total of k. With s = i + k, what the mover would have banked:
#
#         hold    h(s) = 1 - V(j, s, 0),                       h(goal) = 1
#         roll    c(s) = p_bust x + p_wipe w + sum_g p_g u(s + g)
#         value   u(s) = max(h(s), c(s)) for s > i,            V(i,j,0) = c(i)
#
#     or u(s) = c(s) where a player who follows given decisions rolls, h(s) where he holds. Past
#     the goal u = 1, or u = x where the race is exact. The wipe pays w = 1 - V(j, 0, 0).
#     A bust pays x = h(after_bust(i)). Without a consolation that is 1 - V(j, i, 0): V(i,j,0)
#     and V(j,i,0) need each other, and otherwise only pairs of a larger total i + j.
#
#     pairs.pxi solves the pairs. For that a turn tells its excess f(x) - x, where f is its value
#     as a function of x, and the chance r to leave it otherwise than by that bust; race_descent.pxi
#     carries them along s, e and r as sums of terms that do not cancel:
#
#         excess  e(s) = max(h(s), c(s)) - x     e at a roll = p_wipe (w - x) + sum_g p_g e(s + g)
#         leave   r(s)                           r at a roll = p_wipe + sum_g p_g r(s + g)
#         steady  n(s) = the least |h - c| above s: no decision changes if x moves by less, as c
#                 gains on h by no more than x does
#
#     with r = 1 at a hold, and e = r = 0 past the goal of an exact race.
#
# Arrays (all probabilities, no units; C-contiguous float64 unless said otherwise)
#     starts   (goal, goal)         V(own, opp, 0) at [own, opp]
#     held     (goal + 1, stride)   h(s) against opp at [s, opp] = 1 - starts[opp, s], starts being
#                                   the opponent's; the last row is 1. stride is a multiple of
#                                   LANES, so a row is whole vectors; best aligned to 64 bytes
#     column   (stride,)            the guess of the opponent's V(opp, 0, 0) that wipes are paid by
#     kept     (2 goal - 1, goal)   the turn start's r by total and opp, for the passes that follow
#     landing  (goal,)   intp       the banked score after a bust; landing[i] == i couples a pair
#     dead     (goal,)   uint8      1 where no sequence of throws reaches the goal
#     gains    (n,)      intp       points, clamped to at most goal (+ 1 in an exact race)
#     chances  (n,)                 their probabilities
#     table    (goal, goal, goal)   uint8: 1 where one rolls, at [own, s, opp], s = own + total
#     limits   (goal, goal)         intp: the least turn total that one holds at, at [own, opp];
#                                   what is below 1 does what 1 does; or (goal, 1), against all
#
# What limits it
#     A step adds n rows of e and n of r that lie in the first-level cache. Gains of one chance are
#     added before they are multiplied: for a die that is 4 additions and one product of e and of r
#     each. With the hold, the choice, the least gap (n, see pairs.pxi) and the wall (see below) a step
#     is some 25 operations for as many turns as a register is wide. The gains of a die and of two dice, or that there are eight, are known to the
#     compiler (DIE, TWO_DICE, EIGHT); otherwise loops over chances take as long as the additions.
#     Gains are added from the largest to the smallest of a chance, so that a step waits for few
#     additions after the row that was stored last.
#     Above a wall, so many scores in a row at which one holds that no throw leads past them, nothing
#     need be known. What one gains by a roll rather than by holding grows with x, and who has a point
#     less has a smaller x: so where a turn at the total before had a wall, there is one still, and
#     the turn begins below it (begin_best in race_turn.pxi). That leaves 29 of 53 scores on average
#     in Pig to 100, 34 of 198 to 400: there are O(goal**2) turns, and they hardly grow with the goal.
#     Most pairs need one evaluation: 1.4 for each register of eight pairs in Pig to 100, 1.25 to
#     200. Measured for Pig to 100 with AVX-512: half of the time is these steps, the rest is by
#     pair (first values, Newton's divisions, writing down), which no wider register makes faster.
#     Where throws wipe, the whole is done once for each guess of the column.
#
# Source: T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25(1),
# 2004, for the equations; F. Crocce and E. Mordecki, "A non-iterative algorithm for generalized
# Pig games", Journal of Dynamics and Games 5(4), 2018, for pairs of piecewise linear equations.

from threading import Lock

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport fabs
from libc.stdlib cimport calloc, free

from .simd cimport (
    LANES, MOST_LANES, add, aligned, all_lanes, greatest, lanes, least, load, store, subtract,
    times, unfolded, where_greater,
)

include "race_rules.pxi"
include "race_descent.pxi"
include "race_turn.pxi"
include "pairs.pxi"

cdef enum:
    KNOWN_ROWS = 4  # of `asked` and `wall`
    SCRATCH_ROWS = 2 * (SIDE_ROWS + KNOWN_ROWS) + PAIRS_ROWS


cdef class Race:
    """The rules of one race, checked once, and the memory that its turns need.

    One call at a time works in that memory; others wait for it.
    """
    cdef Rules rules
    cdef void* memory
    cdef double* rows         # (SCRATCH_ROWS, rows_stride)
    cdef Py_ssize_t rows_stride
    cdef object lock
    cdef object keep          # the buffers behind the pointers

    def __init__(
        self, const Py_ssize_t[::1] gains, const double[::1] chances, double bust, double wipe,
        bint exact, const Py_ssize_t[::1] landing, const unsigned char[::1] dead,
    ):
        cdef Py_ssize_t goal = landing.shape[0]
        cdef Py_ssize_t count = gains.shape[0]
        cdef Py_ssize_t n, cells
        cdef double* memory
        cdef Py_ssize_t* ahead
        cdef Py_ssize_t* ends
        cdef double* depths
        cdef double* chance
        if self.memory != NULL:
            raise ValueError("a Race is made once: make another one for other rules")
        check_rules(gains, chances, bust, wipe, landing, dead)
        self.lock = Lock()
        self.keep = (landing, dead)
        self.rules.goal, self.rules.exact = goal, exact
        self.rules.bust, self.rules.wipe = bust, wipe
        self.rules.landing, self.rules.dead = &landing[0], &dead[0]
        self.rules.count = count
        for n in range(count):
            self.rules.most = max(self.rules.most, gains[n])
        self.rules.stays = True
        for n in range(goal):
            self.rules.stays = self.rules.stays and coupled(&self.rules, n)
        self.rules.bare = self.rules.stays and count > 0 and wipe == 0
        cells = (goal + self.rules.most + 1) * ALL
        self.rows_stride = (goal + MOST_LANES - 1) // MOST_LANES * MOST_LANES
        self.memory = calloc(
            cells + goal * (LANES + FOUND) + SCRATCH_ROWS * self.rows_stride
            + 3 * count + 2 * goal + 2 * self.rules.most + 8,
            sizeof(double),
        )
        if self.memory == NULL:
            raise MemoryError
        memory = aligned(self.memory)
        self.rules.cells = memory
        self.rules.found = memory + cells
        self.rules.noted = self.rules.found + goal * FOUND
        self.rows = self.rules.noted + goal * LANES
        chance = self.rows + SCRATCH_ROWS * self.rows_stride
        ahead = <Py_ssize_t*> (chance + count)
        ends = ahead + count
        depths = <double*> (ends + count)
        for n in range(goal + self.rules.most):
            depths[n] = goal + self.rules.most - n
        self.rules.depths = depths
        self.rules.runs = depths + goal + self.rules.most
        self.rules.chance, self.rules.ahead, self.rules.ends = chance, ahead, ends
        least = {p: min(g for g, same in zip(gains, chances) if same == p) for p in chances}
        # Hardly any gains of one chance are not worth a loop for each chance.
        single = 4 * len(least) > 3 * count
        # The row stored last is added last, so that a step waits for few additions.
        for n, (p, g) in enumerate(
            sorted(zip(chances, gains), key=lambda each: (-least[each[0]], each[0], -each[1]))
        ):
            ahead[n] = sizeof(double) * g * ALL
            if n == 0 or single or chance[self.rules.kinds - 1] != p:
                chance[self.rules.kinds] = p
                self.rules.kinds += 1
            ends[self.rules.kinds - 1] = n + 1
        met = tuple([ends[n] for n in range(self.rules.kinds)])
        thrown = tuple([ahead[n] // (<Py_ssize_t> sizeof(double) * ALL) for n in range(count)])
        # A roll of rules whose busts all lead back is worth that much more than the bust.
        for n in range(goal + self.rules.most - 1, -1, -1):
            self.rules.runs[n] = 1.0 if n == goal or (n > goal and not exact) else 0.0
            if n < goal:
                for p, g in zip(chances, gains):
                    self.rules.runs[n] += p * self.rules.runs[n + g]
        self.rules.pattern = DIE if (met, thrown) == ((5,), (6, 5, 4, 3, 2)) else OTHERWISE

    def __dealloc__(self):
        free(self.memory)

    def newton(
        self, Player first not None, Player second not None, double[::1] history not None,
        double tolerance, bint warm=False, double never=0.5,
    ):
        """Find both players' turn starts; (iterations used, pairs left above the tolerance).

        `warm`: starts holds a guess. `history` receives the largest residual of each iteration; its
        length bounds their number. `never`: what it is worth to the first player that neither ever
        wins.
        """
        cdef Pairs now
        cdef Side p, q
        cdef Py_ssize_t stride = first.held.shape[1]
        cdef Player player
        for player in (first, second):
            player.check(self, stride)
        with self.lock:
            self.rules.stride = stride
            self.rules.worked = 0
            first.sit(&p, self.rows, self.rows_stride)
            second.sit(
                &q, self.rows + (SIDE_ROWS + KNOWN_ROWS) * self.rows_stride, self.rows_stride
            )
            # What a player has found is what banking pays the other.
            p.held, q.held = &second.held[0, 0], &first.held[0, 0]
            p.rules = q.rules = &self.rules
            pairs_rows(
                &now, self.rows + 2 * (SIDE_ROWS + KNOWN_ROWS) * self.rows_stride, self.rows_stride
            )
            now.never = never
            now.known = first.kind != MAXIMISE and second.kind != MAXIMISE
            return sweep(&p, &q, &now, stride, history, tolerance, warm)


cdef class Player:
    """How one player decides, and the arrays of what he is worth.

    `starts` receives his turn starts and the other player's `held` what they make of banking. He
    maximizes, or rolls where `table` is 1, or holds from `limits` on, or decides as one who takes
    `implied` for `held`. These are read, and must not change, as long as the player lives.
    """
    cdef double[:, ::1] starts
    cdef double[:, ::1] held
    cdef const double[::1] column
    cdef const unsigned char[:, :, ::1] table
    cdef const double[:, ::1] implied
    cdef const Py_ssize_t[:, ::1] limits
    cdef Py_ssize_t columns
    cdef int kind

    def __init__(
        self, double[:, ::1] starts not None, double[:, ::1] held not None,
        const double[::1] column not None, const unsigned char[:, :, ::1] table=None,
        const double[:, ::1] implied=None, const Py_ssize_t[:, ::1] limits=None,
    ):
        self.starts, self.held, self.column = starts, held, column
        self.table, self.implied, self.limits = table, implied, limits
        self.kind = TABLE if table is not None else IMPLIED if implied is not None \
            else LIMITS if limits is not None else MAXIMISE

    cdef int check(self, Race race, Py_ssize_t stride) except -1:
        """Raise unless all arrays fit the race and have rows as long as the other player's."""
        cdef Py_ssize_t goal = race.rules.goal
        cdef tuple wide = (goal + 1, stride)
        if self.kind == LIMITS:
            self.columns = 1 if self.limits.shape[1] == 1 else goal
        if stride % LANES or stride < goal:
            raise ValueError(f"rows have {stride} payoffs, but must have a multiple of {LANES}")
        for name, array, fitting in (
            ("starts", self.starts, (goal, goal)),
            ("held", self.held, wide),
            ("column", self.column, (stride,)),
            ("table", self.table if self.kind == TABLE else None, (goal, goal, goal)),
            ("implied", self.implied if self.kind == IMPLIED else None, wide),
            ("limits", self.limits if self.kind == LIMITS else None, (goal, self.columns)),
        ):
            if array is not None and shape(array) != fitting:
                raise ValueError(f"{name} is {shape(array)}, but must be {fitting}")
        return 0

    cdef void sit(self, Side* side, double* rows, Py_ssize_t stride) noexcept:
        """Set one side of the pairs to this player."""
        cdef Py_ssize_t n, opp
        side_rows(side, rows, stride)
        side.starts = &self.starts[0, 0]
        rows += SIDE_ROWS * stride
        for n in range(2):
            side.strategy.asked[n], side.strategy.wall[n] = rows, rows + stride
            rows += 2 * stride
            for opp in range(stride):
                side.strategy.asked[n][opp] = side.strategy.wall[n][opp] = -1.0
        side.strategy.bust, side.strategy.active = side.bust, side.active
        side.strategy.kind = self.kind
        side.strategy.held = &self.held[0, 0]
        side.strategy.column = &self.column[0]
        side.strategy.table = &self.table[0, 0, 0] if self.kind == TABLE else NULL
        side.strategy.implied = &self.implied[0, 0] if self.kind == IMPLIED else NULL
        side.strategy.limits = &self.limits[0, 0] if self.kind == LIMITS else NULL
        side.strategy.columns = self.columns


cdef tuple shape(array):
    return tuple(memoryview(array).shape)
