# All states of a game of Hog whose turns raise the total, between two integers: total by total.
#
# Mathematics
#     That of verify/hog/rounded.py, and the same integers as its plain Python. With u the score of
#     the mover, v the other one's, E(x, y) what it is worth to end a turn at x against y, and n(g,
#     h) of the s^d rolls of d dice gaining g and giving h away,
#
#         W(d) = sum over (g, h) n(g, h) E(u + g, v + h) / s^d,      V(u, v) = max over d of W(d),
#
#     rounded down with the lower bounds of E, and rounded up with its upper bounds. No dice at all
#     and the exchange of the dice lead to one place. E is 0 or 1 where the game is over, V or 1 - V
#     of the state that follows elsewhere, and anything from 0 to 1 as long as that is not settled:
#     whatever order the arrays ask for, every bound holds of what they describe.
#
# Numbers
#     The integer n stands for n / 2^126: chances are 0 ... ONE = 2^126 in unsigned 128 bits, and
#     0 <= low <= high <= ONE everywhere. In a product n is top 2^63 + rest, 0 <= rest < 2^63.
#
# Nothing overflows
#     The numbers of rolls sum to s^d < 2^63 (this is checked), top <= 2^63 and rest < 2^63: a sum of
#     products of either is at most 2^126, that of the rests with what rounds it up below 2^127. A
#     remainder of the tops is below 2^63; shifted by 63 bits and with the rests below 2^128. The
#     quotient of the whole is a weighted average of chances, at most ONE.
#
# Arrays (64 bits each; `signed` are of the type 'q', `numbers` of 'Q')
#     winners   (height, width) signed   of a turn that ends at [y, x]: 1 the mover, 0 the opponent,
#                                        -1 nobody yet
#     layers    (2 goal,) signed         where the arrivals of the totals 2 goal - 2 ... 0 begin, and
#                                        where the last ones end
#     arrivals  (…, 3) signed            y width + x of a turn's end, the score of whoever moves next
#                                        at this total, and 1 if that is the same player, or else 0
#     kinds     (goal, goal, parities) signed   which of the kinds of dice is rolled at [u, v, parity]
#     rolls     (kinds most + 1,) signed where the runs of a kind and a number of dice begin
#     offsets   signed                   h width + g of the first number of a run
#     runs      signed                   where its numbers begin, and where the last ones end
#     weights   numbers                  of rolls, for g, g + 1, ...
#     divisors  (kinds, most) numbers    s^d
#     free      (goal, goal) signed      y width + x for no dice; empty where one cannot roll none
#     near      (goal, goal, parities) numbers   out: by how much the best choice is the best at
#                                        least, in units of 2^-64 rounded down; 0 where several may be
#
# What limits it
#     Four products of 64 by 64 bits for every sum of every roll.
#
# Source: R. Moore, "Interval Analysis", 1966.

from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

include "buffers.pxi"


cdef extern from *:
    """
    #include <stdint.h>
    typedef unsigned __int128 wide_t;
    #define PIGVERIFY_ONE ((wide_t)1 << 126)

    static inline wide_t times(uint64_t a, uint64_t b) { return (wide_t)a * b; }
    static inline uint64_t top_of(wide_t n) { return (uint64_t)(n >> 63); }
    static inline uint64_t rest_of(wide_t n) { return (uint64_t)n & (((uint64_t)1 << 63) - 1); }

    /* (tops 2^63 + rests) / below, rounded down. */
    static inline wide_t over(wide_t tops, wide_t rests, uint64_t below) {
        return (tops / below << 63) + ((tops % below << 63) + rests) / below;
    }

    /* A margin in units of 2^-64, and no more than fit. */
    static inline uint64_t rough(wide_t margin) {
        return margin >= PIGVERIFY_ONE ? ~(uint64_t)0 : (uint64_t)(margin >> 62);
    }
    """
    ctypedef unsigned long long wide_t
    const wide_t ONE "PIGVERIFY_ONE"
    wide_t times(uint64_t a, uint64_t b) noexcept nogil
    uint64_t top_of(wide_t n) noexcept nogil
    uint64_t rest_of(wide_t n) noexcept nogil
    wide_t over(wide_t tops, wide_t rests, uint64_t below) noexcept nogil
    uint64_t rough(wide_t margin) noexcept nogil

ctypedef const int64_t* integers
ctypedef const uint64_t* numbers

cdef struct Bounds:
    wide_t low, high

cdef struct Place:
    # Bounds of what a turn that ends there is worth, in two parts.
    uint64_t low_top, low_rest, high_top, high_rest

cdef inline Place place_of(wide_t low, wide_t high) noexcept nogil:
    """The parts of two bounds."""
    cdef Place place
    place.low_top, place.low_rest = top_of(low), rest_of(low)
    place.high_top, place.high_rest = top_of(high), rest_of(high)
    return place

cdef class Hog:
    """The states of a game of Hog: see the head of this file."""
    cdef int64_t goal, parities, most, width, size, exchange, choices, layer
    cdef Buffers arrays
    cdef integers winners, layers, arrivals, kinds, rolls, offsets, runs, free
    cdef numbers weights, divisors
    cdef uint64_t* near
    cdef Place* ended            # at [parity, y, x]
    cdef Bounds* values          # of the layer's states, at [u, parity]
    cdef Bounds* worths          # of the choices of one state

    def __init__(
        self, int64_t goal, int64_t parities, int64_t most, int64_t width, int64_t height, *,
        int64_t exchange, dict arrays not None,
    ):
        cdef int64_t kinds, runs, k, parity
        cdef wide_t low, high
        if self.arrays is not None:
            raise ValueError("a game is made once")
        if not (0 < goal <= 1 << 16 and 1 <= parities <= 2 and 0 < most <= 1 << 16
                and goal <= width <= 1 << 24 and goal <= height <= 1 << 24):
            raise ValueError("a size is out of range")
        self.arrays = Buffers(arrays)
        self.goal, self.parities, self.most, self.width = goal, parities, most, width
        self.size, self.exchange = width * height, exchange
        kinds, runs = len(arrays["divisors"]) // most, len(arrays["offsets"])
        self.winners = <integers>self.arrays.take("winners", b"q", self.size)
        self.layers = <integers>self.arrays.take("layers", b"q", 2 * goal)
        self.arrivals = <integers>self.arrays.take("arrivals", b"q", len(arrays["arrivals"]))
        self.kinds = <integers>self.arrays.take("kinds", b"q", goal * goal * parities)
        self.rolls = <integers>self.arrays.take("rolls", b"q", kinds * most + 1)
        self.offsets = <integers>self.arrays.take("offsets", b"q", runs)
        self.runs = <integers>self.arrays.take("runs", b"q", runs + 1)
        self.weights = <numbers>self.arrays.take("weights", b"Q", len(arrays["weights"]))
        self.divisors = <numbers>self.arrays.take("divisors", b"Q", kinds * most)
        if len(arrays["free"]):
            self.free = <integers>self.arrays.take("free", b"q", goal * goal)
        self.near = <uint64_t*>self.arrays.take("near", b"Q", goal * goal * parities, True)
        self.check(kinds, runs, len(arrays["arrivals"]), len(arrays["weights"]))
        self.choices = (exchange >= 0) + (self.free != NULL) + most
        self.values = <Bounds*>calloc(goal * parities, sizeof(Bounds))
        self.worths = <Bounds*>calloc(self.choices, sizeof(Bounds))
        self.ended = <Place*>calloc(parities * self.size, sizeof(Place))
        if not (self.values and self.worths and self.ended):
            raise MemoryError
        for k in range(self.size):
            low, high = 0, ONE
            if self.winners[k] >= 0:
                low = high = ONE if self.winners[k] else 0
            for parity in range(parities):
                self.ended[parity * self.size + k] = place_of(low, high)

    def __dealloc__(self):
        free(self.values)
        free(self.worths)
        free(self.ended)

    cdef int check(self, int64_t kinds, int64_t runs, int64_t arrivals, int64_t weights) except -1:
        """Refuse numbers that would lead out of an array, or beyond 128 bits."""
        cdef int64_t k, n, total, own, last = (self.goal - 1) * (self.width + 1), ahead
        cdef wide_t sum
        cdef bint right = self.rolls[0] == 0 and self.rolls[kinds * self.most] == runs
        ahead = self.size - last       # places from the furthest one on that a turn begins at
        right = right and self.runs[0] == 0 and self.runs[runs] == weights
        right = right and self.layers[0] == 0 and -1 <= self.exchange < ahead
        right = right and arrivals % 3 == 0 and self.layers[2 * self.goal - 1] == arrivals // 3
        for k in range(2 * self.goal - 1):
            right = right and 0 <= self.layers[k] <= self.layers[k + 1]
        for k in range(2 * self.goal - 1 if right else 0):
            total = 2 * self.goal - 2 - k
            for n in range(self.layers[k], self.layers[k + 1]):
                own = self.arrivals[3 * n + 1]
                right = right and 0 <= self.arrivals[3 * n] < self.size
                right = right and max(0, total - self.goal + 1) <= own < min(total + 1, self.goal)
        for k in range(self.goal * self.goal * self.parities):
            right = right and 0 <= self.kinds[k] < kinds
        for k in range(self.goal * self.goal if self.free else 0):
            right = right and 0 <= self.free[k] < self.size
        for k in range(runs):
            right = right and 0 <= self.runs[k] <= self.runs[k + 1] and 0 <= self.offsets[k] < ahead
            right = right and self.runs[k + 1] - self.runs[k] <= ahead - self.offsets[k]
        for k in range(kinds * self.most if right else 0):
            right = right and 0 <= self.rolls[k] <= self.rolls[k + 1] <= runs
            sum = 0
            if right:
                for n in range(self.runs[self.rolls[k]], self.runs[self.rolls[k + 1]]):
                    sum += times(self.weights[n], 1)
            right = right and sum == self.divisors[k] and 0 < sum < <uint64_t>1 << 63
        if not right:
            raise ValueError("a number in an array is out of range")
        return 0

    cdef void alone(self, int64_t parity, int64_t at, Bounds* worth) noexcept nogil:
        """What a choice is worth that leads to one place."""
        cdef const Place* place = self.ended + parity * self.size + at
        worth.low = (times(place.low_top, 1) << 63) + place.low_rest
        worth.high = (times(place.high_top, 1) << 63) + place.high_rest

    cdef void roll(self, int64_t at, const Place* start, Bounds* worth) noexcept nogil:
        """What a roll of a kind and a number of dice is worth."""
        cdef int64_t k, n
        cdef uint64_t weight, below = self.divisors[at]
        cdef wide_t low_tops = 0, low_rests = 0, high_tops = 0, high_rests = below - 1
        cdef const Place* place
        for k in range(self.rolls[at], self.rolls[at + 1]):
            place = start + self.offsets[k]
            for n in range(self.runs[k], self.runs[k + 1]):
                weight = self.weights[n]
                low_tops += times(weight, place.low_top)
                low_rests += times(weight, place.low_rest)
                high_tops += times(weight, place.high_top)
                high_rests += times(weight, place.high_rest)
                place += 1
        worth.low = over(low_tops, low_rests, below)
        worth.high = over(high_tops, high_rests, below)

    cdef void evaluate(self, int64_t own, int64_t opp, int64_t parity) noexcept nogil:
        """What every choice is worth in a state."""
        cdef int64_t at = opp * self.width + own, pair = own * self.goal + opp, n
        cdef Bounds* worth = self.worths
        if self.exchange >= 0:
            self.alone(self.parities - 1 - parity, at + self.exchange, worth)
            worth += 1
        if self.free:
            self.alone(parity, self.free[pair], worth)
            worth += 1
        for n in range(self.most):
            self.roll(
                self.kinds[pair * self.parities + parity] * self.most + n,
                self.ended + parity * self.size + at, worth + n,
            )

    cdef void judge(self, int64_t own, int64_t opp, int64_t parity) noexcept nogil:
        """Keep the value of a state, and how far its best choice is from all others."""
        cdef int64_t k, rivals = 0
        cdef wide_t low = 0, high = 0, other = 0
        self.evaluate(own, opp, parity)
        for k in range(self.choices):
            low, high = max(low, self.worths[k].low), max(high, self.worths[k].high)
        for k in range(self.choices):
            if self.worths[k].high >= low:
                rivals += 1
            else:
                other = max(other, self.worths[k].high)
        self.values[own * self.parities + parity].low = low
        self.values[own * self.parities + parity].high = high
        k = (own * self.goal + opp) * self.parities + parity
        self.near[k] = rough(low - other) if rivals == 1 else 0

    def settle(self):
        """Enclose the states of the next total, from the largest down."""
        cdef int64_t total = 2 * self.goal - 2 - self.layer, own, parity, n
        cdef const Bounds* value
        cdef Place* place
        if total < 0:
            raise ValueError("every total is settled")
        with nogil:
            for own in range(max(0, total - self.goal + 1), min(total + 1, self.goal)):
                for parity in range(self.parities):
                    self.judge(own, total - own, parity)
            for n in range(self.layers[self.layer], self.layers[self.layer + 1]):
                for parity in range(self.parities):
                    value = self.values + self.arrivals[3 * n + 1] * self.parities + parity
                    place = self.ended + parity * self.size + self.arrivals[3 * n]
                    if self.arrivals[3 * n + 2]:
                        place[0] = place_of(value.low, value.high)
                    else:
                        place[0] = place_of(ONE - value.high, ONE - value.low)
        self.layer += 1

    def payoffs(self, int64_t own, int64_t opp, int64_t parity):
        """What every choice is worth in a state: at least and at most."""
        cdef int64_t k
        if not (0 <= own < self.goal and 0 <= opp < self.goal and 0 <= parity < self.parities):
            raise ValueError("this is no state of the game")
        self.evaluate(own, opp, parity)
        return [
            (
                (int(top_of(self.worths[k].low)) << 63) + rest_of(self.worths[k].low),
                (int(top_of(self.worths[k].high)) << 63) + rest_of(self.worths[k].high),
            )
            for k in range(self.choices)
        ]
