# What a turn of a race leads to when it is decided how it is played.
#
# Mathematics
#     A player with i points banked who has s = i + k points in sight, k > 0, rolls with a given
#     chance d(s), 0 or 1 if he never mixes; at s = i he must roll. With r(s) the chance that his
#     turn comes to s, and t(s) that he throws there,
#
#         r(i) = 1,    r(s) = sum_g p_g t(s - g),    t(i) = 1,    t(s) = d(s) r(s),
#
#     the turn banks s with r(s) (1 - d(s)), wins with sum_s t(s) P(s + g reaches the goal), busts
#     with sum_s t(s) (p_bust + P(s + g is past the goal of an exact race)) and wipes with
#     p_wipe sum_s t(s). All are sums of products of chances: nothing cancels, so each of them is
#     right to a few units in its own last place, however small it is.
#
# Arrays (float64 unless said otherwise)
#     rolls    (n, goal, goal)   uint8 or float64: d at [own - first, s, opp], for n scores own
#     ends     (size,)           P(the turn ends with s banked), s = own ... goal, s = goal being
#                                won, packed: at start(own) + opp (goal + 1 - own) + s - own.
#                                A bust is at s = own or, if it wins, at s = goal; with own = 0
#                                a wipe is at s = 0
#     bonus    (goal, goal)      P(bust) at [own, opp] where it banks a consolation and does not win
#     wiped    (goal, goal)      P(wipe) at [own, opp], 0 where own = 0
#     leave    (goal, goal)      the chance to end elsewhere than at s = own: ends[..., 1:] + wiped + bonus
#     final    (goal, goal)      E[final score; the turn wins]: a winner may be past the goal
#     points   (goal,)           the same for one throw with s points in sight
#     consoled (goal,)           the final score of who wins by the consolation for a bust
#
# What limits it
#     n additions and products for every s, WIDTH opponents side by side, whose rows lie in the
#     first-level cache; scores that no turn comes to are left out.

from threading import Lock

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free

include "race_rules.pxi"

cdef enum:
    WIDTH = 16  # opponents side by side

ctypedef fused chance_t:
    unsigned char
    double


cdef class Outcomes:
    """The rules of one race, checked once, and the room for one turn.

    One call at a time works in that room; others wait for it.
    """
    cdef Py_ssize_t goal, most
    cdef double bust, wipe
    cdef const Py_ssize_t[::1] gains, landing
    cdef const double[::1] chances, points, consoled
    cdef double* reach     # (goal, WIDTH): r
    cdef double* throw     # (goal, WIDTH): t
    cdef double* reaching  # (goal,): P(a throw from s reaches the goal)
    cdef double* past      # (goal,): P(it goes past the goal of an exact race)
    cdef object lock

    def __init__(
        self, const Py_ssize_t[::1] gains not None, const double[::1] chances not None,
        double bust, double wipe, bint exact, const Py_ssize_t[::1] landing not None,
        const unsigned char[::1] dead not None, const double[::1] points not None,
        const double[::1] consoled not None,
    ):
        cdef Py_ssize_t goal = landing.shape[0]
        cdef Py_ssize_t n, s
        if self.reach != NULL:
            raise ValueError("an Outcomes is made once: make another one for other rules")
        check_rules(gains, chances, bust, wipe, landing, dead)
        if points.shape[0] != goal or consoled.shape[0] != goal:
            raise ValueError(
                f"points are {points.shape[0]} and consoled {consoled.shape[0]}, but must be {goal}"
            )
        self.lock = Lock()
        self.goal, self.bust, self.wipe = goal, bust, wipe
        self.gains, self.chances, self.landing = gains, chances, landing
        self.points, self.consoled = points, consoled
        self.reach = <double*> calloc(2 * goal * (WIDTH + 1), sizeof(double))
        if self.reach == NULL:
            raise MemoryError
        self.throw = self.reach + goal * WIDTH
        self.reaching = self.throw + goal * WIDTH
        self.past = self.reaching + goal
        for n in range(gains.shape[0]):
            self.most = max(self.most, gains[n])
            for s in range(max(goal - gains[n], 0), goal):
                if exact and s + gains[n] > goal:
                    self.past[s] += chances[n]
                else:
                    self.reaching[s] += chances[n]

    def __dealloc__(self):
        free(self.reach)

    cdef Py_ssize_t walk(
        self, Py_ssize_t own, const chance_t* rolls, Py_ssize_t opp, Py_ssize_t count
    ) noexcept nogil:
        """r and t against opp, opp + 1, ... from own up; the first s that no turn comes to."""
        cdef Py_ssize_t s, n, l, last = own
        cdef double p, thrown
        cdef double* r
        cdef double* t
        cdef const double* before
        cdef double[WIDTH] chance, sums
        for s in range(own, self.goal):
            r, t = self.reach + s * WIDTH, self.throw + s * WIDTH
            if s == own:
                for l in range(WIDTH):
                    r[l] = t[l] = 1.0
                continue
            for l in range(WIDTH):
                sums[l] = chance[l] = 0.0
            for n in range(self.gains.shape[0]):
                if s - self.gains[n] >= own:
                    p = self.chances[n]
                    before = self.throw + (s - self.gains[n]) * WIDTH
                    for l in range(WIDTH):
                        sums[l] += p * before[l]
            for l in range(count):
                chance[l] = rolls[s * self.goal + opp + l]
            thrown = 0.0
            for l in range(WIDTH):
                r[l] = sums[l]
                t[l] = sums[l] * chance[l]
                thrown += t[l]
            if thrown > 0:
                last = s
            elif s - last >= self.most:
                return s + 1
        return self.goal

    cdef void conclude(
        self, Py_ssize_t own, const chance_t* rolls, Py_ssize_t opp, Py_ssize_t count,
        Py_ssize_t top, double* ends, double* wiped, double* bonus, double* leave, double* final,
    ) noexcept nogil:
        """How the turns against opp, opp + 1, ... end, from r and t of the scores below `top`."""
        cdef Py_ssize_t goal = self.goal, length = self.goal + 1 - own
        cdef Py_ssize_t s, l, back = self.landing[own]
        cdef double[WIDTH] won, bust, wipe, score, stop
        cdef double banked
        cdef double* row
        for l in range(WIDTH):
            won[l] = bust[l] = wipe[l] = score[l] = stop[l] = 0.0
        for s in range(own, top):
            row = self.throw + s * WIDTH
            for l in range(WIDTH):
                won[l] += self.reaching[s] * row[l]
                bust[l] += (self.bust + self.past[s]) * row[l]
                wipe[l] += self.wipe * row[l]
                score[l] += self.points[s] * row[l]
        for s in range(own + 1, top):
            row = self.reach + s * WIDTH
            for l in range(count):
                banked = row[l] * (1.0 - rolls[s * goal + opp + l])
                ends[l * length + s - own] = banked
                stop[l] += banked
        for l in range(count):
            ends[l * length + goal - own] = won[l]
            final[l] = score[l]
            leave[l] = stop[l] + won[l]
            bonus[l] = 0.0
            if back == own:
                ends[l * length] = bust[l]
            else:
                leave[l] += bust[l]
                if back < goal:
                    bonus[l] = bust[l]
                else:
                    ends[l * length + goal - own] += bust[l]
                    final[l] += bust[l] * self.consoled[own]
            if own:
                wiped[l] = wipe[l]
                leave[l] += wipe[l]
            else:
                ends[l * length] += wipe[l]
                wiped[l] = 0.0

    def fill(
        self, Py_ssize_t first, const chance_t[:, :, ::1] rolls not None,
        double[::1] ends not None, double[:, ::1] wiped not None, double[:, ::1] bonus not None,
        double[:, ::1] leave not None, double[:, ::1] final not None,
    ):
        """How all turns of the scores first, first + 1, ... end; `ends` must be 0 before."""
        cdef Py_ssize_t goal = self.goal, own, opp, count, top
        cdef const chance_t* row
        cdef double* place
        self.check(first, rolls.shape)
        for name, array in (
            ("wiped", wiped), ("bonus", bonus), ("leave", leave), ("final", final),
        ):
            self.check_square(name, array)
        if ends.shape[0] != start(goal, goal):
            raise ValueError(f"there are {ends.shape[0]} ends, but must be {start(goal, goal)}")
        for own in range(first, first + rolls.shape[0]):
            with self.lock, nogil:
                row = &rolls[own - first, 0, 0]
                opp = 0
                while opp < goal:
                    count = min(WIDTH, goal - opp)
                    top = self.walk(own, row, opp, count)
                    place = &ends[start(goal, own) + opp * (goal + 1 - own)]
                    self.conclude(
                        own, row, opp, count, top, place, &wiped[own, opp], &bonus[own, opp],
                        &leave[own, opp], &final[own, opp],
                    )
                    opp += count
            PyErr_CheckSignals()

    def reached(
        self, Py_ssize_t own, const chance_t[:, :, ::1] rolls not None, double[:, ::1] out not None
    ):
        """r(s) against opp at out[s, opp], which must be (goal, goal) and 0 before."""
        cdef Py_ssize_t goal = self.goal, opp, l, s, count, top
        self.check(own, rolls.shape)
        self.check_square("out", out)
        opp = 0
        with self.lock:
            while opp < goal:
                count = min(WIDTH, goal - opp)
                top = self.walk(own, &rolls[0, 0, 0], opp, count)
                for s in range(own, top):
                    for l in range(count):
                        out[s, opp + l] = self.reach[s * WIDTH + l]
                opp += count

    cdef int check_square(self, name, array) except -1:
        if tuple(memoryview(array).shape) != (self.goal, self.goal):
            raise ValueError(
                f"{name} is {tuple(memoryview(array).shape)}, but must be {(self.goal, self.goal)}"
            )
        return 0

    cdef int check(self, Py_ssize_t first, const Py_ssize_t* shape) except -1:
        if not (0 <= first and 1 <= shape[0] <= self.goal - first):
            raise ValueError(f"scores {first} to {first + shape[0] - 1} are none below {self.goal}")
        if shape[1] != self.goal or shape[2] != self.goal:
            raise ValueError(
                f"rolls have rows of {(shape[1], shape[2])}, but must be {(self.goal, self.goal)}"
            )
        return 0


cdef inline Py_ssize_t start(Py_ssize_t goal, Py_ssize_t own) noexcept nogil:
    """Where the ends of the turns from `own` start: goal sum_(i < own) (goal + 1 - i)."""
    return goal * (own * (goal + 1) - own * (own - 1) // 2)
