# The compiled twin of pigverify.race.turn.Plain: one turn, and the comparison of its bounds.
#
# Mathematics, names and integers are those of the plain Python: 62 bits after the point, or 124
# where this file is compiled with two limbs of 64 bits for a number. The turn itself is in turn.inc.
# A Pass goes through starts as pigverify.race.find and check do; what is out of the ordinary, such
# as a box that has to be made wider, it leaves to them.
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

from cpython.bytearray cimport PyByteArray_AsString, PyByteArray_FromStringAndSize
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.math cimport fabs
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memchr, memcpy

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
    const int BEST, FOLLOW, NOTE
    const number_t ONE "PIGVERIFY_ONE"
    const int LIMBS "PIGVERIFY_LIMBS"
    divisor_t divisor_of(uint64_t below) noexcept nogil
    uint64_t upper_of(number_t a) noexcept nogil
    number_t joined(uint64_t high, uint64_t low) noexcept nogil
    bint may_choose(const rules_t* r, int64_t t, int64_t n) noexcept nogil
    number_t middle_of(double guess) noexcept nogil
    double rest_of(number_t low, number_t high, number_t middle) noexcept nogil
    double width_of(number_t low, number_t high) noexcept nogil
    number_t moved(number_t middle, double step) noexcept nogil
    void turn_in_numbers(
        const rules_t* r, const number_t* hold, number_t bust, number_t wipe, number_t one, bint up,
        number_t* best, number_t* thrown, number_t* worth, int64_t* known,
        int how, unsigned char* plan, int64_t* picks
    ) noexcept nogil
    void turn_in_doubles(
        const rules_t* r, const double* hold, double bust, double wipe, double one, bint up,
        double* best, double* thrown, double* worth, int64_t* known,
        int how, unsigned char* plan, int64_t* picks
    ) noexcept nogil

cdef enum:
    HEAD = 8                 # numbers of a turn before its pieces
    SIDES = 3                # rounded down, rounded up, by a plan
    MOST = 6                 # players, and starts of a cell
    SUMS = 10                # of what judging counts

cdef object as_int(number_t number):
    return <uint64_t>number | <object>upper_of(number) << 64 if LIMBS > 1 else <uint64_t>number

cdef number_t number_of(object number) except? 0:
    return joined(number >> 64, number & 0xFFFFFFFFFFFFFFFF)

ctypedef fused worth_t:
    number_t
    double

ctypedef fused item_t:
    int64_t
    uint64_t
    double


cdef void* room(list held, int64_t size) except NULL:
    """So many bytes, for as long as the list lives."""
    cdef bytearray found = PyByteArray_FromStringAndSize(NULL, size + 1)
    held.append(found)
    return PyByteArray_AsString(found)


cdef item_t* take(list held, item_t[::1] numbers, int64_t length) except NULL:
    """The numbers of an array, for as long as the list lives."""
    if numbers.shape[0] != length:
        raise ValueError("an array is of another length")
    held.append(numbers)
    return &numbers[0] if length else <item_t*>room(held, 0)


cdef void gather(
    worth_t* hold, const worth_t* numbers, const int64_t* pieces, int64_t count
) noexcept nogil:
    """What banking pays, from the numbers of all places: pieces are (count, first place, step)."""
    cdef int64_t k, m, at
    for k in range(count):
        at = pieces[3 * k + 1]
        for m in range(pieces[3 * k]):
            hold[0] = numbers[at]
            hold += 1
            at += pieces[3 * k + 2]


cdef tuple judged(const int64_t* sums, list left, list close):
    return (
        sums[0], sums[1], sums[2], sums[3], sums[4], left, close,
        (sums[5], sums[6], sums[7], sums[8]),
    )


cdef class Twin:
    """Turns of one player in whole numbers with 62 or 124 bits after the point, one at a time."""
    cdef list held, made
    cdef rules_t rules
    cdef int64_t* pieces
    cdef int64_t bust, wipe, count, furthest, pieces_held, places_held
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
        cdef list held = []
        cdef int64_t n
        self.held, self.made = held, []
        r.modes, r.start, r.most = modes, start, most
        r.sets = len(arrays["option_ends"]) - 1
        r.order = take[int64_t](held, arrays["order"], modes)
        r.may = take[int64_t](held, arrays["may"], modes)
        r.single_ends = take[int64_t](held, arrays["single_ends"], modes + 1)
        r.single_places = take[int64_t](
            held, arrays["single_places"], len(arrays["single_weights"])
        )
        r.set_ends = take[int64_t](held, arrays["set_ends"], modes + 1)
        r.set_numbers = take[int64_t](held, arrays["set_numbers"], len(arrays["set_weights"]))
        r.option_ends = take[int64_t](held, arrays["option_ends"], r.sets + 1)
        r.options = take[int64_t](held, arrays["options"], len(arrays["options"]))
        r.below = take[uint64_t](held, arrays["below"], modes)
        r.by = <divisor_t*>room(held, modes * sizeof(divisor_t))
        self.worth = <number_t*>room(held, r.sets * sizeof(number_t))
        self.worth_double = <double*>room(held, r.sets * sizeof(double))
        self.known = <int64_t*>room(held, r.sets * sizeof(int64_t))
        for n in range(modes):
            r.by[n] = divisor_of(r.below[n] if r.below[n] else 1)
        self.weigh(arrays["busts"], NULL, &r.busts, &r.bust_chances)
        self.weigh(arrays["wipes"], NULL, &r.wipes, &r.wipe_chances)
        self.weigh(arrays["single_weights"], r.single_ends, &r.single_weights, &r.single_chances)
        self.weigh(arrays["set_weights"], r.set_ends, &r.set_weights, &r.set_chances)

    cdef int weigh(
        self, uint64_t[::1] given, const int64_t* ends, uint64_t** weights, double** chances
    ) except -1:
        """Weights shifted as the denominator of their mode is, and as chances."""
        cdef int64_t n, e, count = given.shape[0]
        if count != (ends[self.rules.modes] if ends else self.rules.modes):
            raise ValueError("the weights of a turn are not as many as its sets")
        weights[0] = <uint64_t*>room(self.held, 8 * count)
        chances[0] = <double*>room(self.held, 8 * count)
        for n in range(self.rules.modes):
            for e in range(ends[n] if ends else n, ends[n + 1] if ends else n + 1):
                weights[0][e] = given[e] << self.rules.by[n].shift
                chances[0][e] = <double>given[e] / <double>max(self.rules.below[n], 1)
        return 0

    def load(self, frame):
        """The turn that is looked at."""
        cdef const int64_t[::1] numbers = frame.numbers()
        self.place(&numbers[0], 0, 0)
        self.frame = frame

    cdef int place(self, const int64_t* given, int64_t shift, int64_t main) except -1:
        """The numbers of a turn; whatever place comes before ``main`` is so much further on."""
        cdef rules_t* r = &self.rules
        cdef int64_t k, places, states, first, last, length = 0
        cdef int64_t* piece
        cdef list made = []
        r.T, r.first, r.still, self.bust, self.wipe = given[0], given[1], given[2], given[3], given[4]
        r.capped, r.throws, self.count = given[5], given[6], given[7]
        self.bust += shift if self.bust < main else 0
        self.wipe += shift if self.wipe < main else 0
        self.furthest = max(self.bust, self.wipe)
        places = r.T + r.most + 1
        if self.count > self.pieces_held:
            self.pieces = <int64_t*>room(self.held, 24 * self.count)
            self.pieces_held = self.count
        memcpy(self.pieces, given + HEAD, 24 * self.count)
        for k in range(self.count):
            piece = self.pieces + 3 * k
            piece[1] += shift if piece[1] < main else 0
            length += piece[0]
            first, last = piece[1], piece[1] + (piece[0] - 1) * piece[2]
            self.furthest = max(self.furthest, first, last)
            if first < 0 or last < 0:
                raise ValueError("a turn leads to no place")
        if length != places or self.bust < 0 or self.wipe < 0:
            raise ValueError("the places of a turn are not as many as its units")
        self.frame, self.doubles = None, False
        if places <= self.places_held:
            return 0
        states = places * r.modes
        for k in range(SIDES):
            self.best[k] = <number_t*>room(made, states * sizeof(number_t))
            self.thrown[k] = <number_t*>room(made, states * sizeof(number_t))
            self.hold[k] = <number_t*>room(made, places * sizeof(number_t))
        for k in range(2):
            self.best_double[k] = <double*>room(made, 8 * states)
            self.thrown_double[k] = <double*>room(made, 8 * states)
            self.hold_double[k] = <double*>room(made, 8 * places)
        self.throws = <unsigned char*>room(made, states)
        self.picks = <int64_t*>room(made, 8 * places * r.sets)
        self.made = made
        self.places_held = places
        return 0

    cdef object run(self, int side, int to, object values, int how):
        cdef double[::1] doubles
        cdef uint64_t[::1] words
        if side == 2:
            doubles = values.numbers
            if doubles.shape[0] > self.furthest:
                return self.turn_of_doubles(&doubles[0])
        else:
            words = values.numbers
            if words.shape[0] >= (self.furthest + 1) * LIMBS:
                return as_int(self.turn_of(side, to, <const number_t*>&words[0], how))
        raise ValueError("the values are not of all places")

    cdef number_t turn_of(self, int side, int to, const number_t* numbers, int how) noexcept:
        """What the turn is worth, from the numbers of all places."""
        gather(self.hold[to], numbers, self.pieces, self.count)
        turn_in_numbers(
            &self.rules, self.hold[to], numbers[self.bust], numbers[self.wipe], ONE, side, self.best[to],
            self.thrown[to], self.worth, self.known, how, self.throws, self.picks
        )
        return self.best[to][self.rules.start]

    cdef double turn_of_doubles(self, const double* numbers) noexcept:
        gather(self.hold_double[0], numbers, self.pieces, self.count)
        turn_in_doubles(
            &self.rules, self.hold_double[0], numbers[self.bust], numbers[self.wipe], 1.0, False,
            self.best_double[0], self.thrown_double[0], self.worth_double, self.known, BEST,
            NULL, NULL
        )
        self.doubles = True
        return self.best_double[0][self.rules.start]

    def turn(self, int side, values):
        """What the turn is worth: rounded down (side 0), up (1), or in doubles (2)."""
        return self.run(side, side, values, BEST)

    def follow(self, int side, values):
        """What the turn is worth by the plan."""
        return self.run(side, 2, values, FOLLOW)

    def chance(self, int64_t place):
        """How likely the turn leads to a place by the plan."""
        return self.chance_of(place)

    cdef double chance_of(self, int64_t place) noexcept:
        cdef int64_t k, m, t = 0
        cdef double* hold = self.hold_double[1]
        for k in range(self.count):
            for m in range(self.pieces[3 * k]):
                hold[t] = self.pieces[3 * k + 1] + m * self.pieces[3 * k + 2] == place
                t += 1
        turn_in_doubles(
            &self.rules, hold, self.bust == place, self.wipe == place, 1.0, False,
            self.best_double[1], self.thrown_double[1], self.worth_double, self.known, FOLLOW,
            self.throws, self.picks
        )
        return self.best_double[1][self.rules.start]

    def decide(self, int side, tied=0):
        """Make a plan of what looks best: of what is ``tied`` to bank, and the first option."""
        self.choose(side, number_of(tied))

    cdef void choose(self, int side, number_t tied) noexcept:
        cdef rules_t* r = &self.rules
        cdef int64_t t, n, k, o, M = r.modes
        cdef const int64_t* options
        cdef number_t most
        for t in range(r.T):
            for n in range(M):
                self.throws[t * M + n] = self.thrown[side][t * M + n] > self.hold[side][t] + tied
            for k in range(r.sets):
                options, self.picks[t * r.sets + k] = r.options + r.option_ends[k], 0
                most = self.best[side][t * M + options[0]]
                for o in range(1, r.option_ends[k + 1] - r.option_ends[k]):
                    if self.best[side][t * M + options[o]] > most + tied:
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
        cdef int64_t[SUMS] sums
        cdef list left = [], close = []
        if counted.shape[0] < self.rules.T * self.rules.modes:
            raise ValueError("it is not known which states are counted")
        self.compare(
            &counted[0] if counted.shape[0] else NULL, number_of(max(0, min(limit, as_int(ONE)))),
            tied, disputed, sums, left, close
        )
        return judged(sums, left, close)

    cdef int compare(
        self, const unsigned char* counted, number_t most, double tied, double disputed,
        int64_t* sums, list left, list close
    ) except -1:
        cdef rules_t* r = &self.rules
        cdef int64_t t, n, k, e, o, M = r.modes, at, fewest
        cdef int64_t throws = 0, banks = 0, same = 0, asides = 0, asides_same = 0, visited = 0
        cdef int64_t* own = sums + 5
        cdef number_t low, high, h_low, h_high, near, far, least
        cdef double margin, hold
        cdef bint on, alike, single
        own[0] = own[1] = own[2] = own[3] = 0
        for t in range(r.T):
            h_low, h_high, hold = self.hold[0][t], self.hold[1][t], self.hold_double[0][t]
            for n in range(M):
                at = t * M + n
                visited += counted[at]
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
                        fewest += self.best[1][t * M + r.options[o]] >= least
                    for o in range(r.option_ends[k], r.option_ends[k + 1] if fewest > 1 else 0):
                        low, high = self.best[0][t * M + r.options[o]], self.best[1][t * M + r.options[o]]
                        single = single and (high < least or low == high == least)
                    if fewest > 1 and not single:
                        left.append((t * M + n, k))
                    else:
                        asides, asides_same = asides + 1, asides_same + (fewest > 1)
        sums[0], sums[1], sums[2], sums[3], sums[4] = throws, banks, same, asides, asides_same
        sums[9] = visited
        return 0

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


cdef struct start_t:
    int64_t place            # of a start
    int64_t to               # the start of the cell that a bust leads to, -1 for none
    double chance            # that a turn leads there
    number_t middle[MOST]
    number_t low[MOST]
    number_t high[MOST]
    double rest[MOST]
    double width[MOST]


cdef class Pass:
    """Many starts, one after the other: what pigverify.race.find does with a start whose plan is
    not mixed, pigverify.race.check with what that found, and a loop around both.

    ``where[place // stride]`` is where the numbers of a turn begin, -1 for none; with a stride
    above 1 all places before the ends are ``goal`` further on from one place to the next.
    ``marks`` say of a start whether it is counted (0), left to ``after`` (1), not counted (2), or
    left to Python altogether (3).
    """
    cdef list held, twins
    cdef object after, claims
    cdef int players, kinds
    cdef int64_t stride, goal, per_seat, main, length, size
    cdef number_t* low[MOST]
    cdef number_t* high[MOST]
    cdef const double* guess[MOST]
    cdef const double* doubles
    cdef const int64_t* where
    cdef const int64_t* numbers
    cdef unsigned char[::1] claimed
    cdef const unsigned char[::1] marks
    cdef list masks
    cdef number_t tied, limit
    cdef double alike, disputed
    cdef int64_t[SUMS] sums
    cdef start_t[MOST] cell
    cdef int count

    def __init__(
        self, list twins not None, dict arrays not None, unsigned char[::1] claimed,
        const unsigned char[::1] marks, list masks, after, claims, *, int players, int64_t stride,
        int64_t goal, int64_t per_seat, int64_t main, tied, limit, double alike, double disputed
    ):
        cdef list held = []
        cdef int64_t size = claimed.shape[0], rows = len(arrays["where"])
        cdef int c
        self.held, self.twins, self.kinds, self.claims = held, twins, len(twins), claims
        self.claimed, self.marks, self.masks, self.after = claimed, marks, masks, after
        self.players, self.stride, self.goal, self.per_seat = players, stride, goal, per_seat
        self.main, self.size = main, size
        if marks.shape[0] < main or rows * stride < main or not 2 <= players <= MOST:
            raise ValueError("the arrays of a pass do not match its starts")
        self.where = take[int64_t](held, arrays["where"], rows)
        self.length = len(arrays["numbers"])
        self.numbers = take[int64_t](held, arrays["numbers"], self.length)
        for c in range(players):
            self.low[c] = <number_t*>take[uint64_t](held, arrays[f"low{c}"], size * LIMBS)
            self.high[c] = <number_t*>take[uint64_t](held, arrays[f"high{c}"], size * LIMBS)
            self.guess[c] = take[double](held, arrays[f"guess{c}"], size)
        if "doubles" in arrays:
            self.doubles = take[double](held, arrays["doubles"], size)
        self.tied, self.alike, self.disputed = number_of(tied), alike, disputed
        self.limit = number_of(max(0, min(limit, as_int(ONE))))
        for c in range(SUMS):
            self.sums[c] = 0

    def totals(self):
        """What was counted, and how many states were looked at."""
        return judged(self.sums, [], []), self.sums[9]

    def run(self, const int64_t[::1] starts, int64_t begin, int64_t end):
        """Prove starts; where that is left to Python, or fails, is what is returned, or the end."""
        cdef int64_t at
        if not 0 <= begin <= end <= starts.shape[0]:
            raise ValueError("there are not so many starts")
        for at in range(begin, end):
            if not 0 <= starts[at] < self.main:
                return at
            if self.claimed[starts[at]] != 2 and not self.prove(starts[at]):
                return at
        return end

    cdef Twin twin(self, int k):
        return self.twins[self.cell[k].place // self.per_seat % self.kinds][k]

    cdef bint load(self, int k, int64_t place) except -1:
        """Have a turn looked at as one of the cell; False where that is for Python."""
        cdef int64_t where = self.where[place // self.stride], shift = 0
        cdef Twin twin
        if where < 0 or self.marks[place] == 3:
            return False
        if where + HEAD > self.length or where + HEAD + 3 * self.numbers[where + 7] > self.length:
            raise ValueError("the numbers of a turn are not all there")
        if self.stride > 1:
            shift = place % self.stride * self.goal
        self.cell[k].place, self.cell[k].to, self.cell[k].chance = place, -1, 0.0
        self.count = k + 1
        twin = self.twin(k)
        twin.place(self.numbers + where, shift, self.main if self.stride > 1 else 0)
        if twin.furthest >= self.size:
            raise ValueError("a turn leads to no place")
        return True

    cdef bint prove(self, int64_t place) except -1:
        cdef int k
        cdef bint known = self.claimed[place]
        if not self.load(0, place):
            return False
        if known:
            if self.players > 2:
                return False
        elif not self.gather() or not self.solve():
            return False
        if not self.record():
            for k in range(0 if known else self.count):
                self.claimed[self.cell[k].place] = 0
            return False
        for k in range(self.count):
            self.judge(k)
        return True

    # --- find ---------------------------------------------------------------------------------

    cdef bint gather(self) except -1:
        """The starts without a box that a start leads to; False where they lead on to several."""
        cdef int k = 0, n, j
        cdef int64_t to
        cdef int64_t[2] both
        cdef Twin twin
        while k < self.count:
            twin = self.twin(k)
            both[0], both[1] = twin.bust, twin.pieces[1]
            for j in range(2):
                to = both[j]
                if self.claimed[to] or (to < self.main and self.where[to // self.stride] < 0):
                    continue
                for n in range(self.count):
                    if self.cell[n].place == to:
                        break
                else:
                    n = self.count
                    if n == self.players or to >= self.main or not self.load(n, to):
                        return False
                if self.cell[k].to >= 0 and self.cell[k].to != n:
                    return False
                self.cell[k].to = n
            k += 1
        return True

    cdef bint solve(self) except -1:
        """The boxes of a cell: a step of Newton's method from guesses in doubles, or two of them
        where numbers take two words; False without guesses, or where radii are no numbers.
        """
        cdef int k, c, step, players = 1 if self.players == 2 else self.players
        cdef double most, slack, shift
        cdef start_t* one
        cdef number_t low, high
        for k in range(self.count):
            one = &self.cell[k]
            for c in range(players):
                if self.guess[c][one.place] < 0:
                    return False
                one.middle[c] = middle_of(self.guess[c][one.place])
        for step in range(LIMBS):
            for k in range(self.count):
                self.keep(self.cell[k].place, self.cell[k].middle, self.cell[k].middle)
            for k in range(self.count):
                one = &self.cell[k]
                self.image(self.twin(k), one, True)
                for c in range(players):
                    one.rest[c] = rest_of(one.low[c], one.high[c], one.middle[c])
                    one.width[c] = width_of(one.low[c], one.high[c])
                if one.to >= 0:
                    one.chance = self.twin(k).chance_of(self.cell[one.to].place)
            most = 0.0
            for k in range(self.count):
                for c in range(players):
                    shift = self.solved(k, c, -1 if self.players == 2 else 1, False, 0.0)
                    most = max(most, fabs(shift))
                    self.cell[k].middle[c] = moved(self.cell[k].middle[c], shift)
        slack = most * 2.0**-24
        for k in range(self.count):
            one = &self.cell[k]
            for c in range(players):
                shift = self.solved(k, c, 1, True, slack)
                if not shift < <double>(<int64_t>1 << 60):
                    return False
                low = <int64_t>shift + 2 + (<int64_t>shift >> 40)
                high = one.middle[c]
                one.low[c] = high - low if high > low else 0
                one.high[c] = high + low if high + low < ONE else ONE
        for k in range(self.count):
            one = &self.cell[k]
            self.keep(one.place, one.low, one.high)
            self.claimed[one.place] = 1
            if self.claims is not None:
                self.claims[one.place] = as_int(one.low[0]), as_int(one.high[0])
        return True

    cdef double solved(self, int k, int c, int sign, bint widths, double slack) noexcept:
        """x[k][c] = rest[k][c] + chance[k] x[to of k][c - 1]; of two -x[to of k][0]."""
        cdef double total = 0.0, factor = 1.0
        cdef int step, players = 1 if self.players == 2 else self.players
        cdef start_t* one
        for step in range(self.players):
            one = &self.cell[k]
            total += factor * (one.width[c] + slack if widths else one.rest[c])
            if one.to < 0:
                factor = 0.0
                break
            factor *= sign * one.chance
            k, c = one.to, (c + players - 1) % players
        return total / (1.0 - factor if factor < 1.0 else 2.0**-60)

    # --- check --------------------------------------------------------------------------------

    cdef void keep(self, int64_t place, const number_t* low, const number_t* high) noexcept:
        """The box of a start."""
        cdef int c
        for c in range(1 if self.players == 2 else self.players):
            self.low[c][place], self.high[c][place] = low[c], high[c]
        if self.players == 2:
            self.low[1][place], self.high[1][place] = ONE - high[0], ONE - low[0]

    cdef void image(self, Twin twin, start_t* one, bint decides) noexcept:
        """What the turn is worth to each player, by the bounds of all starts."""
        cdef int c, n = self.players
        one.low[0] = twin.turn_of(0, 0, self.low[n - 1], NOTE if decides else BEST)
        one.high[0] = twin.turn_of(1, 1, self.high[n - 1], BEST)
        if decides and n > 2:
            twin.choose(0, self.tied)
        if n > 2:
            for c in range(n):
                one.low[c] = twin.turn_of(0, 2, self.low[(c + n - 1) % n], FOLLOW)
                if c:
                    one.high[c] = twin.turn_of(1, 2, self.high[c - 1], FOLLOW)

    cdef bint record(self) except -1:
        """Whether the boxes of the cell are taken into their insides; then what they are taken to
        is kept.
        """
        cdef int k, c
        cdef number_t least, most
        cdef start_t* one
        for k in range(self.count):
            one = &self.cell[k]
            if not self.claimed[one.place] or not self.leads_on(self.twin(k)):
                return False
            self.image(self.twin(k), one, False)
            for c in range(1 if self.players == 2 else self.players):
                least, most = self.low[c][one.place], self.high[c][one.place]
                if not ((least < one.low[c] or least == 0) and (one.high[c] < most or most == ONE)):
                    return False
        for k in range(self.count):
            one = &self.cell[k]
            self.keep(one.place, one.low, one.high)
            self.claimed[one.place] = 2
        return True

    cdef bint leads_on(self, Twin twin) noexcept:
        """Whether all that follows has a box."""
        cdef int64_t k, m
        cdef const int64_t* piece
        if not self.claimed[twin.bust] or not self.claimed[twin.wipe]:
            return False
        for k in range(twin.count):
            piece = twin.pieces + 3 * k
            if not piece[0]:
                continue
            if piece[2] == 1:
                if memchr(&self.claimed[piece[1]], 0, piece[0]) != NULL:
                    return False
                continue
            for m in range(piece[0] if piece[2] else 1):
                if not self.claimed[piece[1] + m * piece[2]]:
                    return False
        return True

    cdef int judge(self, int k) except -1:
        """Count what the bounds of a start decide."""
        cdef int64_t place = self.cell[k].place
        cdef int64_t[SUMS] sums
        cdef list left = [], close = []
        cdef Twin twin = self.twin(k)
        cdef const unsigned char[::1] mask
        cdef int j
        if self.marks[place] == 2:
            return 0
        if self.marks[place] == 1:
            limit = self.after(place, twin, None, 0)
        else:
            mask = self.masks[place // self.per_seat % self.kinds]
            if mask.shape[0] < twin.rules.T * twin.rules.modes:
                raise ValueError("it is not known which states are counted")
            if self.doubles:
                twin.turn_of_doubles(self.doubles)
            twin.compare(&mask[0], self.limit, self.alike, self.disputed, sums, left, close)
            if not left and not close:
                for j in range(SUMS):
                    self.sums[j] += sums[j]
                return 0
            limit = self.after(place, twin, judged(sums, left, close), sums[9])
        self.limit = number_of(max(0, min(limit, as_int(ONE))))
        return 0
