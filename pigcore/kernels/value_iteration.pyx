# The methods of the literature for race games, plain and scalar, to compare others against.
#
# Mathematics
#     The equations and arrays are those of cells.pyx. T V is the right-hand side for all turn
#     starts at once, T_ij V the one of the pair's mover with i against j. From a first guess,
#
#         sweep    V(i,j) <- T_ij V in place, i and j falling from the goal, again and again.
#                  The turn totals of (i,j) fall too, so each state sees its successors' values
#                  of this sweep and the turn's states need not be kept: the sweep over all
#                  states (i,j,k) of the literature is this sweep over the turn starts.
#         rounds   V_n = T V_{n-1} for all turn starts at once: the game that stops after n turns.
#         pairs    for one pair at a time, totals falling: a <- f(1 - b), b <- g(1 - a).
#
#     Each is a contraction near the solution, by the largest q_f q_g (per two turns) of a pair:
#     that is why they converge, and why slowly where a turn nearly always busts, as near the
#     goal of an exact race.
#
# What limits it
#     One multiply-add per gain and state, each waiting for the one before it; about 170 sweeps
#     of all states where cells.pyx takes three passes of eight pairs each.
#
# Sources: T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25(1),
# 2004 (value iteration); C. Vilches, "Solving the Dice Game Pig Using Approximation Methods",
# 2022 (rounds, pairs).

from array import array
from threading import Lock

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport fabs
from libc.stdlib cimport free, malloc


cdef enum:
    A_WHILE = 10_000_000    # states between two looks for Ctrl-C: some tens of milliseconds


cdef class ValueIteration:
    """The rules of one race, and the memory that a turn needs.

    One call at a time works in that memory; others wait for it.
    """
    cdef const Py_ssize_t[::1] gains
    cdef const double[::1] chances
    cdef const Py_ssize_t[::1] landing
    cdef const unsigned char[::1] dead
    cdef double bust, wipe
    cdef bint exact
    cdef Py_ssize_t goal
    cdef double* u
    cdef Py_ssize_t worked    # states since Ctrl-C was last looked for
    cdef object lock

    def __cinit__(
        self, const Py_ssize_t[::1] gains, const double[::1] chances, double bust, double wipe,
        bint exact, const Py_ssize_t[::1] landing, const unsigned char[::1] dead,
    ):
        self.lock = Lock()
        self.gains, self.chances, self.landing, self.dead = gains, chances, landing, dead
        self.bust, self.wipe, self.exact = bust, wipe, exact
        self.goal = landing.shape[0]
        self.u = <double*> malloc(self.goal * sizeof(double))
        if self.u == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.u)

    cdef double value(
        self, const double[:, ::1] starts, Py_ssize_t i, Py_ssize_t j
    ) noexcept nogil:
        """T_ij V; between players who stay where they are and one of whom is dead, what they get."""
        cdef Py_ssize_t s, n, after, bank = self.landing[i]
        cdef double x, lost, c = 0.0
        if self.dead[i] and self.dead[j]:
            return 0.5
        if (self.dead[i] or self.dead[j]) and bank == i and self.landing[j] == j:
            return 0.0 if self.dead[i] else 1.0
        x = 1.0 if bank == self.goal else 1.0 - starts[j, bank]
        lost = self.bust * x + self.wipe * (1.0 - starts[j, 0])
        for s in range(self.goal - 1, i - 1, -1):
            c = lost
            for n in range(self.gains.shape[0]):
                after = s + self.gains[n]
                if after < self.goal:
                    c += self.chances[n] * self.u[after]
                elif self.exact and after > self.goal:
                    c += self.chances[n] * x
                else:
                    c += self.chances[n]
            self.u[s] = max(c, 1.0 - starts[j, s])
        return c

    cdef list repeat(
        self, double[:, ::1] starts, double[:, ::1] following, double tolerance,
        Py_ssize_t limit, progress,
    ):
        """following <- T starts, starts <- following, until nothing changes by more than tolerance.

        The two may be one array. Returns the largest change of each time.
        """
        cdef Py_ssize_t i, j, goal = self.goal
        cdef double v, change
        history = []
        while len(history) < limit:
            change = 0.0
            for i in range(goal - 1, -1, -1):
                with nogil:
                    for j in range(goal - 1, -1, -1):
                        v = self.value(starts, i, j)
                        change = max(change, fabs(v - starts[i, j]))
                        following[i, j] = v
                PyErr_CheckSignals()
            starts[:] = following
            history.append(change)
            if progress is not None:
                progress(len(history), limit)
            if change <= tolerance:
                break
        return history

    def sweep(
        self, double[:, ::1] starts not None, double tolerance, Py_ssize_t limit, progress=None
    ):
        """Sweep starts in place until nothing changes by more than tolerance; changes per sweep."""
        with self.lock:
            return self.repeat(starts, starts, tolerance, limit, progress)

    def rounds(
        self, double[:, ::1] starts not None, double tolerance, Py_ssize_t limit, progress=None
    ):
        """Replace starts by T starts until nothing changes by more than tolerance."""
        with self.lock:
            return self.repeat(starts, starts.copy(), tolerance, limit, progress)

    def pairs(
        self, double[:, ::1] starts not None, double tolerance, Py_ssize_t limit, progress=None
    ):
        """Swap each pair's two values into each other until they change by no more than tolerance.

        Where throws wipe, no pair stands alone: the sweep over all pairs is then repeated, to the
        same tolerance and limit. The history has the largest change of any pair per swap, or of
        any turn start per sweep.
        """
        cdef double[::1] swaps = array("d", bytes(sizeof(double) * limit))
        cdef Py_ssize_t total, used = 0, goal = self.goal
        cdef double moved
        sweeps = []
        with self.lock:
            while len(sweeps) < limit:
                moved = 0.0
                for total in range(2 * goal - 2, -1, -1):
                    with nogil:
                        moved = max(moved, self.swap_total(starts, total, swaps, &used, tolerance))
                    PyErr_CheckSignals()
                    if progress is not None and not self.wipe:
                        progress(2 * goal - 1 - total, 2 * goal - 1)
                if not self.wipe:
                    return list(swaps[:used])
                sweeps.append(moved)
                if progress is not None:
                    progress(len(sweeps), limit)
                if moved <= tolerance:
                    break
        return sweeps

    cdef double swap_total(
        self, double[:, ::1] starts, Py_ssize_t total, double[::1] swaps, Py_ssize_t* used,
        double tolerance,
    ) except -1.0 nogil:
        """Swap the values of each pair of one total; the largest change, and in `swaps` that of
        each swap, of which some pair has `used` so many."""
        cdef Py_ssize_t i, j, n
        cdef double a, b, change, largest = 0.0
        for i in range(max(0, total - self.goal + 1), total // 2 + 1):
            j = total - i
            for n in range(swaps.shape[0]):
                a = self.value(starts, i, j)
                change = fabs(a - starts[i, j])
                starts[i, j] = a
                b = self.value(starts, j, i)
                change = max(change, fabs(b - starts[j, i]))
                starts[j, i] = b
                swaps[n] = max(swaps[n], change)
                used[0] = max(used[0], n + 1)
                largest = max(largest, change)
                self.worked += 2 * self.goal - total
                if self.worked > A_WHILE:
                    self.worked = 0
                    with gil:
                        PyErr_CheckSignals()
                if change <= tolerance:
                    break
        return largest
