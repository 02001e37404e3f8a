# Farkle: Newton's method on pairs of turn starts; a turn's state is its points and the dice in hand.
#
# Mathematics
#     V(i,j) is the mover's chance of winning with i units banked against j, all dice in hand. With
#     s = i + the units of the turn, and n dice in hand:
#
#         bank    h(s) = 1 - V(j, s)                          given above the goal
#         throw   c(s,n) = p_bust(n) x + sum over sets of p max over (g, m) in the set of u(s+g, m)
#         value   u(s,n) = max(h(s), c(s,n)),                 V(i,j) = c(i, N)
#
#     A set is what a throw lets one choose from: to set dice aside for g units, which leaves m. Where
#     none is left (m = 0) all N are in hand again, and where hot dice must be thrown u(s,0) =
#     c(s,N). A bust pays x = 1 - V(j,i): V(i,j) and V(j,i) need each other, and otherwise only pairs
#     of a larger total. pairs.pxi solves the pairs; farkle_turn.pxi carries each turn's excess and
#     leave along s, as sums of terms that do not cancel.
#
#     Below a least number of units one may not bank: then u = c. From `rolled` on one banks; where
#     the first to bank the goal wins, that is the goal, and where there is a last turn it lies so
#     far above the goal that banking is better at every larger score, or so nearly as to make no
#     difference in double precision.
#
# Arrays (all probabilities, no units; C-contiguous float64 unless said otherwise)
#     starts   (goal, goal)         V(own, opp) at [own, opp], scores in units
#     held     (height, stride)     h(s) against opp at [s, opp]; the rows from goal on are given,
#                                   those below it are found; height = rolled + the largest g
#     least    (goal,)     intp     the fewest units that one may bank at [own]
#     chances  (sets,)              of the sets, those of one die first
#     dice     (sets,)     intp     the dice that are thrown for it, rising
#     first    (sets + 1,) intp     where the choices of each set begin
#     gains    (choices,)  intp     the units that a choice sets aside for, at least 1
#     left     (choices,)  intp     the dice that it leaves in hand
#
# What limits it
#     A score takes all choices of all sets once: a load of e and r each, a comparison and two
#     blends, then two products and two sums a set. Sets do not wait for each other, so one chain of
#     turns keeps the processor busy; rows of the largest g and all n lie in the second-level cache.
#
# Source: T. Neller and M. Busche, "Optimal Play of the Farkle Dice Game", Advances in Computer Games,
# 2017, for the equations of the game; the method is that of race.pyx.

from threading import Lock

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport fabs
from libc.stdlib cimport calloc, free

from .simd cimport (
    LANES, MOST_LANES, add, aligned, all_lanes, greatest, lanes, load, store, subtract, times,
    where_greater,
)

include "farkle_turn.pxi"
include "pairs.pxi"


cdef inline void judged(
    Rules* rules, const Pairs* now, const Side* p, const Side* q, Py_ssize_t m, double x, double y
) noexcept nogil:
    pass

cdef enum:
    SCRATCH_ROWS = 2 * SIDE_ROWS + PAIRS_ROWS
    MOST_DICE = 16


cdef class Farkle:
    """The rules of one game of Farkle, checked once, and the room that its turns need.

    One call at a time works in that room; others wait for it.
    """
    cdef Rules rules
    cdef void* room
    cdef double* rows         # (SCRATCH_ROWS, rows_stride)
    cdef Py_ssize_t rows_stride
    cdef object lock
    cdef object keep          # the buffers behind the pointers

    def __init__(
        self, Py_ssize_t rolled, bint must_roll, const Py_ssize_t[::1] least,
        const double[::1] chances, const Py_ssize_t[::1] dice, const Py_ssize_t[::1] first,
        const Py_ssize_t[::1] gains, const Py_ssize_t[::1] left,
    ):
        cdef Py_ssize_t goal = least.shape[0]
        cdef Py_ssize_t sets = chances.shape[0], choices = gains.shape[0]
        cdef Py_ssize_t k, cells
        cdef double* room
        cdef Py_ssize_t* ahead
        if self.room != NULL:
            raise ValueError("a Farkle is made once: make another one for other rules")
        check_farkle(rolled, least, chances, dice, first, gains, left)
        self.lock = Lock()
        self.keep = (least, chances, first)
        self.rules.goal, self.rules.rolled, self.rules.must_roll = goal, rolled, must_roll
        self.rules.least, self.rules.chances, self.rules.first = &least[0], &chances[0], &first[0]
        self.rules.most = max(gains)
        self.rules.dice = max(dice)
        for k in range(goal):
            self.rules.bars = self.rules.bars or least[k] > 1
        self.rules.row = (self.rules.dice + 1) * CELL
        self.rules.height = rolled + self.rules.most
        cells = self.rules.height * self.rules.row
        self.rows_stride = (goal + MOST_LANES - 1) // MOST_LANES * MOST_LANES
        self.room = calloc(
            cells + goal * CELL + SCRATCH_ROWS * self.rows_stride + choices + MOST_DICE + 16,
            sizeof(double),
        )
        if self.room == NULL:
            raise MemoryError
        room = aligned(self.room)
        self.rules.cells = room
        self.rules.found = room + cells
        self.rows = self.rules.found + goal * CELL
        ahead = <Py_ssize_t*> (self.rows + SCRATCH_ROWS * self.rows_stride)
        self.rules.ahead = ahead
        self.rules.sets = ahead + choices
        for k in range(choices):
            ahead[k] = sizeof(double) * (gains[k] * self.rules.row + left[k] * CELL)
        for k in range(sets):
            ahead[choices + dice[k] + 1] = k + 1
        for k in range(1, self.rules.dice + 2):  # no set is of so many dice: as the one before
            ahead[choices + k] = max(ahead[choices + k], ahead[choices + k - 1])

    def __dealloc__(self):
        free(self.room)

    @property
    def height(self):
        """The rows that payoffs of banking need."""
        return self.rules.height

    def newton(
        self, double[:, ::1] starts not None, double[:, ::1] held not None,
        double[::1] history not None, double tolerance, progress=None,
    ):
        """Find the turn starts of best play; (iterations used, pairs left above the tolerance).

        The rows of `held` from the goal on are given, those below it are written. `history`
        receives the largest residual of each iteration; its length bounds their number.
        `progress(done, total)` is called after each total unless it is None.
        """
        cdef Pairs now
        cdef Side side
        self._fit(starts, held)
        with self.lock:
            self.rules.stride = held.shape[1]
            self.rules.worked = 0
            side_rows(&side, self.rows, self.rows_stride)
            side.starts, side.held = &starts[0, 0], &held[0, 0]
            side.strategy.held = &held[0, 0]
            pairs_rows(&now, self.rows + 2 * SIDE_ROWS * self.rows_stride, self.rows_stride)
            now.alike, now.never = True, 0.5
            return walk(
                &self.rules, &side, &side, &now, held.shape[1], history, tolerance, False, progress
            )

    def rolls(self, const double[:, ::1] held not None, Py_ssize_t own, double[:, :, ::1] out not None):
        """c(s,n) against opp = 0, 1, … for a mover with own, where held has the payoffs of banking.

        `out`: (rolled, dice, width) with width a multiple of LANES, at most held's; [s, n - 1] gets
        c(s,n) and the rows below own are left alone.
        """
        cdef Chain chain
        cdef Py_ssize_t l, opp = 0, width = out.shape[2]
        cdef const Rules* rules = &self.rules
        if shape(held) != (rules.height, held.shape[1]) or held.shape[1] % LANES:
            raise ValueError(f"held is {shape(held)}, but must have {rules.height} whole rows")
        if shape(out) != (rules.rolled, rules.dice, width) or width % LANES \
                or width > held.shape[1] or not 0 <= own < rules.goal:
            raise ValueError(f"out is {shape(out)} and own {own}, which does not fit")
        with self.lock, nogil:
            self.rules.stride = held.shape[1]
            while opp < width:
                chain.first, chain.opp = own, opp
                for l in range(LANES):
                    chain.x[l] = held[own, opp + l]
                    chain.banks[l] = min(own + rules.least[own], rules.goal)
                descend(rules, &chain, &held[0, 0], own, True, &out[0, 0, 0], width)
                opp += LANES

    def turns(
        self, const double[:, ::1] held not None, const double[::1] x not None, Py_ssize_t total,
        const double[::1] chances not None, double[::1] excess not None,
        double[::1] leave not None,
    ):
        """e and r of the best turns of all pairs of one total, at opp, where a bust pays x[opp].

        `chances` stand in for those of the sets; they need not sum to one.
        """
        cdef Chain chain
        cdef Rules rules
        cdef Py_ssize_t goal = self.rules.goal, l, own, opp, start
        cdef Py_ssize_t lo = max(0, total - goal + 1), hi = min(total, goal - 1)
        cdef Py_ssize_t stride = held.shape[1]
        if shape(held) != (self.rules.height, stride) or stride % LANES or stride < goal \
                or not 0 <= total <= 2 * goal - 2:
            raise ValueError(f"held is {shape(held)} and total {total}, which does not fit {goal}")
        if not x.shape[0] == excess.shape[0] == leave.shape[0] == stride:
            raise ValueError(f"x, excess and leave must have {stride} entries each")
        if chances.shape[0] != self.rules.sets[self.rules.dice + 1]:
            raise ValueError(f"{chances.shape[0]} chances do not fit the sets")
        with self.lock, nogil:
            self.rules.stride = stride
            rules = self.rules
            rules.chances = &chances[0]
            start = lo - lo % LANES
            while start <= hi:
                chain.first, chain.opp = total - start, start
                for l in range(LANES):
                    own, opp = total - start - l, start + l
                    if lo <= opp <= hi:
                        set_lane(&rules, &chain, l, own, x[opp])
                    else:
                        blank(&chain, l)
                descend(&rules, &chain, &held[0, 0], lowest(&chain), False, NULL, 0)
                collect(&rules, &chain, &excess[0], &leave[0])
                start += LANES

    cdef int _fit(self, double[:, ::1] starts, double[:, ::1] held) except -1:
        cdef Py_ssize_t goal = self.rules.goal
        if shape(starts) != (goal, goal):
            raise ValueError(f"starts is {shape(starts)}, but must be ({goal}, {goal})")
        if held.shape[0] != self.rules.height or held.shape[1] % LANES or held.shape[1] < goal:
            raise ValueError(
                f"held is {shape(held)}, but must be ({self.rules.height}, >= {goal}), its rows of "
                f"a multiple of {LANES}"
            )
        return 0


cdef int check_farkle(
    Py_ssize_t rolled, const Py_ssize_t[::1] least, const double[::1] chances,
    const Py_ssize_t[::1] dice, const Py_ssize_t[::1] first, const Py_ssize_t[::1] gains,
    const Py_ssize_t[::1] left,
) except -1:
    """Raise ValueError unless no index that follows from the rules leaves an array."""
    cdef Py_ssize_t goal = least.shape[0]
    cdef Py_ssize_t sets = chances.shape[0], choices = gains.shape[0]
    cdef Py_ssize_t k
    if not 1 <= goal <= 100_000 or not goal <= rolled <= 1_000_000:
        raise ValueError(f"the goal is {goal} and one rolls up to {rolled}, which does not fit")
    if sets < 1 or dice.shape[0] != sets or first.shape[0] != sets + 1 or choices < 1 \
            or left.shape[0] != choices:
        raise ValueError(f"{sets} sets of {choices} choices do not fit the other arrays")
    if first[0] != 0 or first[sets] != choices:
        raise ValueError(f"the choices are {first[0]} to {first[sets]}, but there are {choices}")
    for k in range(sets):
        if not 0.0 <= chances[k] <= 1.0 or first[k] >= first[k + 1]:
            raise ValueError(f"set {k} has the chance {chances[k]} or no choice")
        if not 1 <= dice[k] < MOST_DICE or (k and dice[k] < dice[k - 1]):
            raise ValueError(f"set {k} is of {dice[k]} dice: sort the sets by 1 … {MOST_DICE - 1}")
    for k in range(choices):
        if not 1 <= gains[k] <= 1_000_000 or not 0 <= left[k] <= dice[sets - 1]:
            raise ValueError(f"choice {k} gains {gains[k]} and leaves {left[k]} dice")
    for k in range(goal):
        if not 0 <= least[k] <= 1_000_000:
            raise ValueError(f"the least to bank at {k} is {least[k]}")
    return 0


cdef tuple shape(array):
    return tuple(memoryview(array).shape)
