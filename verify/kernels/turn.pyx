# The compiled twin of pigverify.race.turn.Plain: one turn, and the comparison of its bounds.
#
# Mathematics, names and integers are those of the plain Python: 62 bits after the point, or 124
# where this file is compiled with two limbs of 64 bits for a number. The turn itself is in turn.inc.
#
# Nothing overflows
#     All weights of a mode sum to its denominator D < 2^63, and are shifted to the left so that D
#     has 64 bits. A sum of products is then below 2^64 ONE, with what rounds it up below 2^65 ONE =
#     2^127 or 2^189, which 64 (L + 1) bits hold, and its quotient at most ONE.
#
# Who calls this has made the tables (pigverify.race.tables); places are checked when a turn is
# loaded, and lengths when values are read.
#
# Sources: N. Moller, T. Granlund, "Improved division by invariant integers", IEEE Transactions on
# Computers 60(2), 2011.

from cpython.buffer cimport PyBUF_FORMAT, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.math cimport fabs
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

cimport cython

include "buffers.pxi"

cdef extern from "turn.h":
    ctypedef unsigned long long number_t
    ctypedef struct divisor_t:
        uint64_t below
        int shift
    ctypedef struct rules_t:
        int64_t modes, start, most, sets
        const int64_t *order
        const int64_t *may
        const int64_t *single_ends
        const int64_t *single_places
        const int64_t *set_ends
        const int64_t *set_numbers
        const int64_t *option_ends
        const int64_t *options
        const uint64_t *below
        divisor_t *by
        uint64_t *busts
        uint64_t *wipes
        uint64_t *single_weights
        uint64_t *set_weights
        double *bust_chances
        double *wipe_chances
        double *single_chances
        double *set_chances
        int64_t T, first, still
        bint capped, throws
    const number_t ONE "PIGVERIFY_ONE"
    const int LIMBS "PIGVERIFY_LIMBS"
    divisor_t divisor_of(uint64_t below) noexcept nogil
    uint64_t upper_of(number_t a) noexcept nogil
    number_t joined(uint64_t high, uint64_t low) noexcept nogil
    bint may_choose(const rules_t* r, int64_t t, int64_t n) noexcept nogil
    void turn_in_numbers(
        const rules_t* r, const number_t* hold, number_t bust, number_t wipe, number_t one, bint up,
        number_t* best, number_t* thrown, number_t* worth, int64_t* known,
        const unsigned char* plan, const int64_t* picks
    ) noexcept nogil
    void turn_in_doubles(
        const rules_t* r, const double* hold, double bust, double wipe, double one, bint up,
        double* best, double* thrown, double* worth, int64_t* known,
        const unsigned char* plan, const int64_t* picks
    ) noexcept nogil

cdef enum:
    HEAD = 8                 # numbers of a turn before its pieces
    SIDES = 3                # rounded down, rounded up, by a plan

cdef object as_int(number_t number):
    return <uint64_t>number | <object>upper_of(number) << 64 if LIMBS > 1 else <uint64_t>number

cdef number_t number_of(object number) except? 0:
    return joined(number >> 64, number & 0xFFFFFFFFFFFFFFFF)

cdef void* room(void* before, int64_t size) except NULL:
    cdef void* found = realloc(before, max(size, 1))
    if found == NULL:
        raise MemoryError("there is too little memory for a turn")
    return found


cdef class Twin:
    """Turns of one player in whole numbers with 62 or 124 bits after the point, one at a time."""
    cdef Buffers held
    cdef rules_t rules
    cdef int64_t* pieces
    cdef int64_t bust, wipe, count, furthest
    cdef number_t* best[SIDES]
    cdef number_t* thrown[SIDES]
    cdef number_t* hold[SIDES]
    cdef double* best_double[2]
    cdef double* thrown_double[2]
    cdef double* hold_double[2]
    cdef number_t* worth
    cdef double* worth_double
    cdef int64_t* known
    cdef unsigned char* throws
    cdef int64_t* picks
    cdef bint doubles        # whether the decisions of doubles are compared
    cdef readonly object frame

    def __init__(self, int64_t modes, int64_t start, int64_t most, dict arrays not None):
        cdef rules_t* r = &self.rules
        cdef Buffers held = Buffers(arrays)
        cdef int64_t n, e, singles = len(arrays["single_places"]), sets = len(arrays["set_numbers"])
        cdef const uint64_t* given
        self.held = held
        r.modes, r.start, r.most = modes, start, most
        r.sets = len(arrays["option_ends"]) - 1
        r.order = <const int64_t*>held.take("order", b"q", modes)
        r.may = <const int64_t*>held.take("may", b"q", modes)
        r.single_ends = <const int64_t*>held.take("single_ends", b"q", modes + 1)
        r.single_places = <const int64_t*>held.take("single_places", b"q", singles)
        r.set_ends = <const int64_t*>held.take("set_ends", b"q", modes + 1)
        r.set_numbers = <const int64_t*>held.take("set_numbers", b"q", sets)
        r.option_ends = <const int64_t*>held.take("option_ends", b"q", r.sets + 1)
        r.options = <const int64_t*>held.take("options", b"q", len(arrays["options"]))
        r.below = <const uint64_t*>held.take("below", b"Q", modes)
        r.by = <divisor_t*>room(NULL, modes * sizeof(divisor_t))
        self.worth = <number_t*>room(NULL, r.sets * sizeof(number_t))
        self.worth_double = <double*>room(NULL, r.sets * sizeof(double))
        self.known = <int64_t*>room(NULL, r.sets * sizeof(int64_t))
        for n in range(modes):
            r.by[n] = divisor_of(r.below[n] if r.below[n] else 1)
        self.weigh("busts", NULL, modes, &r.busts, &r.bust_chances)
        self.weigh("wipes", NULL, modes, &r.wipes, &r.wipe_chances)
        self.weigh("single_weights", r.single_ends, singles, &r.single_weights, &r.single_chances)
        self.weigh("set_weights", r.set_ends, sets, &r.set_weights, &r.set_chances)

    cdef int weigh(
        self, str name, const int64_t* ends, int64_t count, uint64_t** weights, double** chances
    ) except -1:
        cdef const uint64_t* given = <const uint64_t*>self.held.take(name, b"Q", count)
        cdef int64_t n, e
        weights[0] = <uint64_t*>room(NULL, count * sizeof(uint64_t))
        chances[0] = <double*>room(NULL, count * sizeof(double))
        for n in range(self.rules.modes):
            for e in range(ends[n] if ends else n, ends[n + 1] if ends else n + 1):
                weights[0][e] = given[e] << self.rules.by[n].shift
                chances[0][e] = <double>given[e] / <double>max(self.rules.below[n], 1)
        return 0

    def __dealloc__(self):
        cdef int side
        for side in range(SIDES):
            free(self.best[side])
            free(self.thrown[side])
            free(self.hold[side])
        for side in range(2):
            free(self.best_double[side])
            free(self.thrown_double[side])
            free(self.hold_double[side])
        free(self.rules.by)
        free(self.rules.busts)
        free(self.rules.wipes)
        free(self.rules.single_weights)
        free(self.rules.set_weights)
        free(self.rules.bust_chances)
        free(self.rules.wipe_chances)
        free(self.rules.single_chances)
        free(self.rules.set_chances)
        free(self.worth)
        free(self.worth_double)
        free(self.known)
        free(self.throws)
        free(self.picks)
        free(self.pieces)

    def load(self, frame):
        """The turn that is looked at."""
        cdef Py_buffer view
        cdef const int64_t* given
        cdef rules_t* r = &self.rules
        cdef int64_t k, length, places, states, last
        numbers = frame.numbers()
        PyObject_GetBuffer(numbers, &view, PyBUF_FORMAT)
        try:
            given, length = <const int64_t*>view.buf, view.len // 8
            r.T, r.first, r.still, self.bust, self.wipe = given[0], given[1], given[2], given[3], given[4]
            r.capped, r.throws, self.count = given[5], given[6], given[7]
            self.pieces = <int64_t*>room(self.pieces, 24 * self.count)
            memcpy(self.pieces, given + HEAD, 24 * self.count)
        finally:
            PyBuffer_Release(&view)
        self.furthest, length = max(self.bust, self.wipe), 0
        for k in range(self.count):
            length += self.pieces[3 * k]
            last = self.pieces[3 * k + 1] + (self.pieces[3 * k] - 1) * self.pieces[3 * k + 2]
            self.furthest = max(self.furthest, last, self.pieces[3 * k + 1])
        places = r.T + r.most + 1
        if length != places or self.bust < 0 or self.wipe < 0:
            raise ValueError("the places of a turn are not as many as its units")
        states = places * r.modes
        for k in range(SIDES):
            self.best[k] = <number_t*>room(self.best[k], states * sizeof(number_t))
            self.thrown[k] = <number_t*>room(self.thrown[k], states * sizeof(number_t))
            self.hold[k] = <number_t*>room(self.hold[k], places * sizeof(number_t))
        for k in range(2):
            self.best_double[k] = <double*>room(self.best_double[k], states * sizeof(double))
            self.thrown_double[k] = <double*>room(self.thrown_double[k], states * sizeof(double))
            self.hold_double[k] = <double*>room(self.hold_double[k], places * sizeof(double))
        self.throws = <unsigned char*>room(self.throws, states)
        self.picks = <int64_t*>room(self.picks, places * r.sets * sizeof(int64_t))
        self.frame, self.doubles = frame, False

    cdef int read(
        self, object values, number_t* hold, double* doubles, number_t* x, number_t* w,
        double* x_double, double* w_double
    ) except -1:
        """What banking leads to, a bust and a wipe, from the numbers of all places."""
        cdef Py_buffer view
        cdef const number_t* numbers
        cdef const double* given
        cdef int64_t k, m, at, t = 0
        PyObject_GetBuffer(values.numbers, &view, PyBUF_FORMAT)
        try:
            if view.format != (b"Q" if hold else b"d") or view.len <= self.furthest * (
                <int64_t>sizeof(number_t) if hold else 8
            ):
                raise ValueError("the values are of another type or length")
            numbers, given = <const number_t*>view.buf, <const double*>view.buf
            for k in range(self.count):
                at = self.pieces[3 * k + 1]
                for m in range(self.pieces[3 * k]):
                    if hold:
                        hold[t] = numbers[at]
                    else:
                        doubles[t] = given[at]
                    at += self.pieces[3 * k + 2]
                    t += 1
            if hold:
                x[0], w[0] = numbers[self.bust], numbers[self.wipe]
            else:
                x_double[0], w_double[0] = given[self.bust], given[self.wipe]
        finally:
            PyBuffer_Release(&view)
        return 0

    cdef object run(self, int side, int to, object values, const unsigned char* plan):
        cdef number_t x, w
        cdef double x_double, w_double
        if side == 2:
            to = 0 if to != 2 else 1
            self.read(values, NULL, self.hold_double[to], &x, &w, &x_double, &w_double)
            turn_in_doubles(
                &self.rules, self.hold_double[to], x_double, w_double, 1.0, False,
                self.best_double[to], self.thrown_double[to], self.worth_double, self.known, plan,
                self.picks
            )
            return self.best_double[to][self.rules.start]
        self.read(values, self.hold[to], NULL, &x, &w, &x_double, &w_double)
        turn_in_numbers(
            &self.rules, self.hold[to], x, w, ONE, side, self.best[to], self.thrown[to],
            self.worth, self.known, plan, self.picks
        )
        return as_int(self.best[to][self.rules.start])

    def turn(self, int side, values):
        """What the turn is worth: rounded down (side 0), up (1), or in doubles (2)."""
        self.doubles |= side == 2
        return self.run(side, side if side < 2 else 3, values, NULL)

    def follow(self, int side, values):
        """What the turn is worth by the plan."""
        return self.run(side, 2, values, self.throws)

    def chance(self, int64_t place):
        """How likely the turn leads to a place by the plan."""
        cdef int64_t k, m, t = 0
        cdef double* hold = self.hold_double[1]
        for k in range(self.count):
            for m in range(self.pieces[3 * k]):
                hold[t] = self.pieces[3 * k + 1] + m * self.pieces[3 * k + 2] == place
                t += 1
        turn_in_doubles(
            &self.rules, hold, self.bust == place, self.wipe == place, 1.0, False,
            self.best_double[1], self.thrown_double[1], self.worth_double, self.known, self.throws,
            self.picks
        )
        return self.best_double[1][self.rules.start]

    def decide(self, int side, tied=0):
        """Make a plan of what looks best: of what is tied to bank, and the first option.

        To throw has to be worth more than banking by more than ``tied``, which may be below 0.
        """
        cdef rules_t* r = &self.rules
        cdef int64_t t, n, k, o, M = r.modes
        cdef const int64_t* options
        cdef number_t most
        cdef double top, apart = tied
        cdef number_t up = number_of(max(tied, 0)) if side < 2 else 0
        cdef number_t down = number_of(max(-tied, 0)) if side < 2 else 0
        for t in range(r.T):
            for n in range(M):
                if side == 2:
                    self.throws[t * M + n] = (
                        self.thrown_double[0][t * M + n] > self.hold_double[0][t] + apart
                    )
                else:
                    self.throws[t * M + n] = (
                        self.thrown[side][t * M + n] + down > self.hold[side][t] + up
                    )
            for k in range(r.sets):
                options, most, top = r.options + r.option_ends[k], 0, -1
                if side == 2:
                    for o in range(r.option_ends[k + 1] - r.option_ends[k]):
                        top = max(top, self.best_double[0][t * M + options[o]])
                    for o in range(r.option_ends[k + 1] - r.option_ends[k]):
                        if self.best_double[0][t * M + options[o]] >= top - apart:
                            self.picks[t * r.sets + k] = o
                            break
                else:
                    self.picks[t * r.sets + k] = 0
                    most = self.best[side][t * M + options[0]]
                    for o in range(1, r.option_ends[k + 1] - r.option_ends[k]):
                        if self.best[side][t * M + options[o]] > most + up:
                            most = self.best[side][t * M + options[o]]
                            self.picks[t * r.sets + k] = o

    @property
    def plan(self):
        """The plan, as (throws, picks)."""
        cdef int64_t k
        throws = PyBytes_FromStringAndSize(<char*>self.throws, self.rules.T * self.rules.modes)
        return throws, [self.picks[k] for k in range(self.rules.T * self.rules.sets)]

    @plan.setter
    def plan(self, given):
        cdef int64_t k
        throws, picks = given
        cdef bytes text = bytes(throws)
        if len(text) != self.rules.T * self.rules.modes or len(picks) != self.rules.T * self.rules.sets:
            raise ValueError("the plan is of another turn")
        memcpy(self.throws, <const char*>text, len(text))
        for k in range(len(picks)):
            n = k % self.rules.sets
            if not 0 <= picks[k] < self.rules.option_ends[n + 1] - self.rules.option_ends[n]:
                raise ValueError("the plan takes an option that there is not")
            self.picks[k] = picks[k]

    def judge(self, const unsigned char[::1] counted, limit, double tied, double disputed):
        """Compare the bounds of banking and throwing, and of options."""
        cdef rules_t* r = &self.rules
        cdef int64_t t, n, k, e, o, M = r.modes, at, fewest
        cdef int64_t throws = 0, banks = 0, same = 0, asides = 0, asides_same = 0
        cdef int64_t own[4]
        cdef number_t low, high, h_low, h_high, near, most = number_of(max(0, min(limit, as_int(ONE))))
        cdef number_t least, first
        cdef double margin, hold
        cdef bint on, alike, single
        cdef list left = [], close = []
        own[0] = own[1] = own[2] = own[3] = 0
        if counted.shape[0] < r.T * M:
            raise ValueError("it is not known which states are counted")
        for t in range(r.T):
            h_low, h_high, hold = self.hold[0][t], self.hold[1][t], self.hold_double[0][t]
            for n in range(M):
                at = t * M + n
                if not counted[at] or not r.below[n] or not may_choose(r, t, n):
                    continue
                low, high = self.thrown[0][at], self.thrown[1][at]
                on = low > h_high
                if on or high < h_low:
                    near = low - h_high if on else h_low - high
                    throws, banks = throws + on, banks + (not on)
                    if near <= most:
                        far = high - h_low if on else h_high - low
                        close.append((at, on, as_int(near), as_int(far)))
                    if self.doubles:
                        margin = self.thrown_double[0][at] - hold
                        alike = margin > 0 and not margin <= min(tied, ALIKE * hold)
                        own[2 * (fabs(margin) < disputed) + (alike != on)] += 1
                elif low == h_high and high == h_low:
                    same += 1
                else:
                    left.append((at, -1))
        for t in range(r.T if r.sets else 0):
            for n in range(M):
                if not counted[t * M + n]:
                    continue
                for e in range(r.set_ends[n], r.set_ends[n + 1]):
                    k = r.set_numbers[e]
                    least = 0
                    for o in range(r.option_ends[k], r.option_ends[k + 1]):
                        least = max(least, self.best[0][t * M + r.options[o]])
                    fewest, single = 0, True
                    for o in range(r.option_ends[k], r.option_ends[k + 1]):
                        low, high = self.best[0][t * M + r.options[o]], self.best[1][t * M + r.options[o]]
                        if high >= least:
                            fewest += 1
                            single = single and low == high == least
                    if fewest > 1 and not single:
                        left.append((t * M + n, k))
                    else:
                        asides, asides_same = asides + 1, asides_same + (fewest > 1)
        return throws, banks, same, asides, asides_same, left, close, (own[0], own[1], own[2], own[3])

    def doubles_at(self, int64_t place):
        """What a state is worth in doubles."""
        if not 0 <= place < (self.rules.T + self.rules.most + 1) * self.rules.modes:
            raise IndexError(place)
        return self.best_double[0][place]

    def bounds(self, int64_t place):
        """Bounds of throwing in a state, and of what the state is worth."""
        cdef number_t low = 0, high = 0
        if not 0 <= place < (self.rules.T + self.rules.most + 1) * self.rules.modes:
            raise IndexError(place)
        if place < self.rules.T * self.rules.modes:
            low, high = self.thrown[0][place], self.thrown[1][place]
        return (as_int(low), as_int(high)), (as_int(self.best[0][place]), as_int(self.best[1][place]))

    def letters(self):
        """t, b or e at [t * modes + mode], and of sets which options may be the best, as bits."""
        cdef rules_t* r = &self.rules
        cdef int64_t t, n, k, o, M = r.modes, mask
        cdef number_t least
        cdef list marks = []
        cdef bytearray said = bytearray(b"t" * (r.T * M))
        for t in range(r.T):
            for n in range(M):
                if r.below[n] and self.thrown[0][t * M + n] <= self.hold[1][t]:
                    said[t * M + n] = b"b" if self.hold[0][t] > self.thrown[1][t * M + n] else b"e"
            for k in range(r.sets):
                least, mask = 0, 0
                for o in range(r.option_ends[k], r.option_ends[k + 1]):
                    least = max(least, self.best[0][t * M + r.options[o]])
                for o in range(r.option_ends[k], r.option_ends[k + 1]):
                    if self.best[1][t * M + r.options[o]] >= least:
                        mask |= <int64_t>1 << (o - r.option_ends[k])
                marks.append(mask)
        return bytes(said), marks

cdef double ALIKE = 1e-6         # pigcore.games.margins
