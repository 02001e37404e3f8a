# All turn starts of a race for two between two numbers, in integers: one pair after the other.
#
# Mathematics
#     That of verify/race/enclosure.py, and the same integers as its plain Python with as many bits:
#     62, or 124 where this file is compiled with two limbs of 64 bits for a number. With s the
#     banked score and the units of a turn, m its mode, D the common denominator of a mode,
#
#         c(s, m) = [ p_bust x + p_wipe w + sum over sets p max over (g, l) of U(s + g, l) ] / D,
#         U(s, m) = max(h(s), c(s, m))      where one may do both, else what one must do,
#
#     rounded down with the lower bounds of h, x and w, and rounded up with their upper bounds. A
#     pair of turn starts a = V(i, j), b = V(j, i) solves a = f(1 - b), b = g(1 - a). Newton's steps
#     come near it; from a box around that point both equations lead into the box, or the box is
#     made wider. Nothing but this last step has to be right, and nothing is believed of a hint.
#
# Options that are best by far
#     Turns of several pairs of one total are foreseen side by side, in single precision, with what
#     their busts pay in a step of Newton's method; and so which option of a set is worth more than
#     all others by APART. If no bound of a place is further than NEARLY from what was foreseen, a
#     quarter of that, such an option has the largest lower and the largest upper bound of its set,
#     and the bounds of all others lie below: it is the best, and nothing looks at the others again.
#     That holds place by place, from the last one back. Otherwise all are compared.
#
#     Where so many units are missing as a set can gain, it wins at once, and nothing else can be
#     better: sets stand in an order in which these are the last ones of a mode, so that their
#     weights are added beforehand.
#
# Numbers
#     The integer n stands for n / ONE. With L limbs, 1 or 2, ONE = 2^(62 L), and chances are
#     0 ... ONE in unsigned 64 L bits; 0 <= low <= high <= ONE in every array at every time.
#
# Nothing overflows
#     All weights of a mode sum to its D, and every D is below 2^63; who makes a race sees to that,
#     and to all numbers that lead into an array. Weights are shifted to the left so that D has 64
#     bits: a sum of products is then at most 2^64 ONE, with what rounds it up below 2^65 ONE = 2^127 or 2^189, which 64 (L + 1) bits hold, and its quotient
#     at most ONE. With two limbs it is found limb by limb: the upper 128 bits are below 2^125, their
#     quotient below 2^62, and the rest is below D. A sum of chances that a turn comes to a place is
#     at most ONE, as shares are rounded down. In Newton's steps |a|, |b|, |q| and |p| are at most
#     ONE, so that a product is at most ONE^2 = 2^124 or 2^248, in the middle of which stand sums of
#     two products below 2^125; 1 - q p is at most 2 ONE, and half a number is compared with it. The
#     radius of a box is at most 3 ONE, and what it is made wider to at most ONE. Differences of two
#     chances fit in signed numbers.
#
# Arrays (64 bits each; `signed` are of the type 'q', `weights` of 'Q', `numbers` of L times 'Q')
#     low, high      (goal, goal) numbers   1 - V(i, j) at [i, j], what banking j is worth to the
#                                           opponent of who has i; in and out
#     centre, radius (goal, goal) numbers   where to look for V(i, j); without them Newton finds out
#     hint           (goal, goal) float64   V(i, j), to begin Newton's steps with
#     hold           (goal, goal) float64   1 - V(i, j) by a table whose decisions are judged
#     disputed       (1,) float64           no margin of this or more is disputed
#     wipe_low, _high (goal,) numbers       w against each score
#     returns, first (goal,) signed         the score after a bust; the first that may be banked
#     ends, begins   (goal,) signed         where a turn from a score wins, and the mode that it starts
#     bases          (goal,) signed         in, and the row of `level` and `counted` that it begins
#                                           with. These are given where the players' turns differ:
#                                           the scores of the second one follow those of the first,
#                                           which end there. Left out, they are the goal, start, 0
#     lasts          (goal,) signed         0 or 1: whether who wins a turn from there has to wait for
#                                           a last turn; given with `ends`, else so in every game
#                                           that has last turns
#     dead, sure     (goal,) signed         0 or 1: nobody wins from there; or does so for sure
#     banks          (modes,) signed        0 or 1: whether one may bank, units permitting
#     denominators, busts, wipes (modes,) weights   D, and chances times D; D = 0 without a throw
#     banked_low, _high (far + most + 1,) numbers  1 - C(d) at [d], in a game with a last turn, where
#                                           C(d) is the chance of d units in one turn; far, else the
#                                           goal, is the largest score that a turn is followed to
#     level          (far, 2) signed        where the modes with t units begin and end in `order`
#     order          signed                 modes, each after those it leads to without gain
#     sets           (modes + 1,) signed    where the sets of a mode begin in `weights`
#     weights        weights                chances of sets times D
#     options        (sets + 1,) signed     where the options of a set begin in `gains` and `modes`
#     gains, after   signed                 units and mode of an option
#     counted        (far, modes) signed    0 or 1: whether states with t units are looked at
#     asked          (goal, goal) signed    0 or 1: whether the turn is counted; left out, all are
#     named          signed                 modes whose decisions are written down, if any are; and
#     named_sets     (sets + 1,) signed     where the options of sets that are written down begin in
#     named_gains, named_after signed       units and mode of their options
#
# What limits it
#     A comparison for every option that does not win at once, in each of Newton's steps; and for
#     every set L products of 64 by 64 bits, in these and in both bounds (twice where boxes are to be
#     tight). Where a turn is one roll, the L quotients of every throw.
#
# Sources: R. Moore, "Interval Analysis", 1966; N. Moller, T. Granlund, "Improved division by
# invariant integers", IEEE Transactions on Computers 60(2), 2011.

from cpython.buffer cimport PyBUF_FORMAT, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport int64_t, uint64_t
from libc.stdint cimport uint32_t
from libc.math cimport fabs
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memchr, memcpy, memset

include "buffers.pxi"

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__SSE2__)
    #include <emmintrin.h>
    #endif
    typedef unsigned __int128 wide_t;

    /* What division by one number takes: that number shifted to its full length, by how much, and
       its reciprocal 2^128 / d - 2^64, rounded down. */
    typedef struct { uint64_t below, reciprocal; int shift; } divisor_t;

    static inline divisor_t divisor_of(uint64_t below) {
        divisor_t it;
        it.shift = __builtin_clzll(below);
        it.below = below << it.shift;
        it.reciprocal = (uint64_t)(~(wide_t)0 / it.below);
        return it;
    }

    /* whole / below, rounded down, for a quotient below 2^64; whole is shifted as below is. */
    static inline uint64_t limb_of(wide_t whole, const divisor_t *it, uint64_t *left) {
        uint64_t high = (uint64_t)(whole >> 64), low = (uint64_t)whole;
        wide_t near = (wide_t)it->reciprocal * high + whole;
        uint64_t quotient = (uint64_t)(near >> 64) + 1, rest = low - quotient * it->below;
        if (rest > (uint64_t)near) { quotient--; rest += it->below; }
        if (rest >= it->below) { quotient++; rest -= it->below; }
        *left = rest;
        return quotient;
    }

    #ifndef PIGVERIFY_LIMBS
    #define PIGVERIFY_LIMBS 1
    #endif
    #define PIGVERIFY_BITS (62 * PIGVERIFY_LIMBS)
    #define PIGVERIFY_ONE ((number_t)1 << PIGVERIFY_BITS)
    #define PIGVERIFY_NEAR ((signed_t)1 << PIGVERIFY_BITS / 4)  /* hardly changes a decision */

    /* Of each width: sums of numbers times weights of 64 bits, a sum over a divisor, a b / ONE and
       a ONE / b for a < 2 b, all rounded down; exact says whether nothing was lost. */
    #if PIGVERIFY_LIMBS == 1
    typedef uint64_t number_t;
    typedef int64_t signed_t;
    typedef wide_t sum_t;

    static inline void add(sum_t *sum, uint64_t weight, number_t value) {
        *sum += (wide_t)weight * value;
    }

    static inline number_t over(sum_t sum, const divisor_t *it) {
        uint64_t rest;
        return limb_of(sum, it, &rest);
    }

    static inline number_t product(number_t a, number_t b, int *exact) {
        wide_t whole = (wide_t)a * b;
        *exact = !((number_t)whole & (PIGVERIFY_ONE - 1));
        return (number_t)(whole >> PIGVERIFY_BITS);
    }

    static inline number_t ratio(number_t a, number_t b, int *exact) {
        wide_t whole = (wide_t)a << PIGVERIFY_BITS;
        *exact = !(whole % b);
        return (number_t)(whole / b);
    }
    #else
    typedef wide_t number_t;
    typedef __int128 signed_t;
    typedef struct { wide_t high; uint64_t low; } sum_t;

    static inline void add(sum_t *sum, uint64_t weight, number_t value) {
        wide_t low = (wide_t)weight * (uint64_t)value + sum->low;
        sum->low = (uint64_t)low;
        sum->high += (wide_t)weight * (uint64_t)(value >> 64) + (low >> 64);
    }

    static inline number_t over(sum_t sum, const divisor_t *it) {
        uint64_t rest, high = limb_of(sum.high, it, &rest);
        return (wide_t)high << 64 | limb_of((wide_t)rest << 64 | sum.low, it, &rest);
    }

    static inline number_t product(number_t a, number_t b, int *exact) {
        uint64_t a0 = (uint64_t)a, a1 = (uint64_t)(a >> 64);
        uint64_t b0 = (uint64_t)b, b1 = (uint64_t)(b >> 64);
        wide_t low = (wide_t)a0 * b0, middle = (wide_t)a0 * b1 + (wide_t)a1 * b0 + (low >> 64);
        wide_t high = (wide_t)a1 * b1 + (middle >> 64);
        low = middle << 64 | (uint64_t)low;
        *exact = !(low & (PIGVERIFY_ONE - 1));
        return high << (128 - PIGVERIFY_BITS) | low >> PIGVERIFY_BITS;
    }

    static inline number_t ratio(number_t a, number_t b, int *exact) {
        number_t found = a >= b, rest = a - found * b;
        for (int k = 0; k < PIGVERIFY_BITS; k++) {
            rest <<= 1;
            found = found << 1 | (rest >= b);
            if (rest >= b) rest -= b;
        }
        *exact = !rest;
        return found;
    }
    #endif

    #define PIGVERIFY_UNFOLDED __attribute__((always_inline)) void

    /* Turns side by side, in single precision: a register of any processor. */
    #define PIGVERIFY_LANES 4
    typedef float lanes_t __attribute__((vector_size(4 * PIGVERIFY_LANES)));
    typedef int32_t marks_t __attribute__((vector_size(4 * PIGVERIFY_LANES)));

    static inline lanes_t weighed(lanes_t sum, float by, lanes_t value) { return sum + by * value; }

    static inline lanes_t all_lanes(float x) { return x - (lanes_t){0}; }

    static inline lanes_t lanes_at(const float *from) {
        lanes_t row;
        memcpy(&row, from, sizeof(lanes_t));
        return row;
    }

    static inline lanes_t where_less(lanes_t a, lanes_t b, lanes_t yes, lanes_t no) {
        marks_t less = (marks_t)(a < b);
        return (lanes_t)((less & (marks_t)yes) | (~less & (marks_t)no));
    }

    #if defined(__SSE2__)
    static inline lanes_t greatest(lanes_t a, lanes_t b) {
        return (lanes_t)_mm_max_ps((__m128)a, (__m128)b);
    }
    static inline lanes_t least(lanes_t a, lanes_t b) {
        return (lanes_t)_mm_min_ps((__m128)a, (__m128)b);
    }
    #else
    static inline lanes_t greatest(lanes_t a, lanes_t b) { return where_less(b, a, a, b); }
    static inline lanes_t least(lanes_t a, lanes_t b) { return where_less(a, b, a, b); }
    #endif

    /* What a set is worth in each lane, and which option is worth more than all others by so much:
       255 if none is. */
    static inline lanes_t foreseen(
        const lanes_t *window, const uint32_t *step, const uint32_t *end, float apart,
        uint8_t *taken, int64_t stride
    ) {
        const lanes_t one = {1, 1, 1, 1};
        lanes_t value = window[*step], second = -one, which = {0}, number = {0};
        while (++step < end) {
            lanes_t other = window[*step];
            marks_t more = (marks_t)(other > value);
            number += one;
            which = greatest(which, (lanes_t)(more & (marks_t)number));
            second = greatest(second, least(value, other));
            value = greatest(value, other);
        }
        marks_t several = (marks_t)(value - second <= apart) | (marks_t)(which > 254);
        marks_t marks = __builtin_convertvector(which, marks_t) | several;
        for (int l = 0; l < PIGVERIFY_LANES; l++) taken[l * stride] = (uint8_t)marks[l];
        return value;
    }

    static inline number_t apart(number_t a, number_t b) { return a < b ? b - a : a - b; }

    static inline number_t size_of(signed_t a) { return a < 0 ? -(number_t)a : (number_t)a; }

    static inline signed_t with_sign(number_t size, int below, int exact) {
        return below ? -(signed_t)size - !exact : (signed_t)size;
    }

    /* a b / ONE */
    static inline signed_t scaled(signed_t a, signed_t b) {
        int exact;
        number_t size = product(size_of(a), size_of(b), &exact);
        return with_sign(size, (a < 0) != (b < 0), exact);
    }

    /* excess / (1 - q p); beyond ONE where that is no step. */
    static inline signed_t step_of(signed_t excess, signed_t q, signed_t p) {
        int exact = 1;
        signed_t both = scaled(q, p);
        number_t slope = PIGVERIFY_ONE - (number_t)both, size = size_of(excess);
        if (both >= (signed_t)PIGVERIFY_ONE) return PIGVERIFY_ONE;
        size = size / 2 < slope ? ratio(size, slope, &exact) : PIGVERIFY_ONE + 1;
        return with_sign(size, excess < 0, exact);
    }

    /* radius / left, and no more than ONE. */
    static inline number_t reach_of(number_t radius, number_t left) {
        int exact;
        return radius < left ? ratio(radius, left, &exact) : PIGVERIFY_ONE;
    }

    /* A radius so much longer, and no more than ONE. */
    static inline number_t stretched(number_t radius, int64_t stretch) {
        return radius > PIGVERIFY_ONE / stretch ? PIGVERIFY_ONE : radius * stretch;
    }
    """
    # What a function returns that each caller has a copy of: its constants decide what is in it.
    ctypedef void unfolded "PIGVERIFY_UNFOLDED"
    ctypedef unsigned long long wide_t
    ctypedef unsigned long long number_t
    ctypedef long long signed_t
    ctypedef struct sum_t:
        pass
    ctypedef struct divisor_t:
        int shift
    const int LIMBS "PIGVERIFY_LIMBS"
    const int BITS "PIGVERIFY_BITS"
    const number_t ONE "PIGVERIFY_ONE"
    const signed_t NEAR "PIGVERIFY_NEAR"
    enum:
        LANES "PIGVERIFY_LANES"
    ctypedef struct lanes_t:
        pass
    lanes_t weighed(lanes_t sum, float by, lanes_t value) noexcept nogil
    lanes_t all_lanes(float x) noexcept nogil
    lanes_t lanes_at(const float* from_) noexcept nogil
    lanes_t where_less(lanes_t a, lanes_t b, lanes_t yes, lanes_t no) noexcept nogil
    lanes_t greatest(lanes_t a, lanes_t b) noexcept nogil
    lanes_t foreseen(
        const lanes_t* window, const uint32_t* step, const uint32_t* end, float apart,
        unsigned char* taken, int64_t stride
    ) noexcept nogil
    divisor_t divisor_of(uint64_t below) noexcept nogil
    void add(sum_t* sum, uint64_t weight, number_t value) noexcept nogil
    number_t over(sum_t sum, const divisor_t* it) noexcept nogil
    signed_t scaled(signed_t a, signed_t b) noexcept nogil
    signed_t step_of(signed_t excess, signed_t q, signed_t p) noexcept nogil
    number_t apart(number_t a, number_t b) noexcept nogil
    number_t reach_of(number_t radius, number_t left) noexcept nogil
    number_t stretched(number_t radius, int64_t stretch) noexcept nogil

cdef double ROUNDINGS = 1e-9     # those of a turn in double precision add up to less
cdef float APART = 2.0**-14      # further than numbers of single precision are off
cdef double NEARLY = 2.0**-16    # a bound that is no further from what was foreseen

ctypedef const int64_t* integers
ctypedef const uint64_t* naturals
ctypedef const number_t* numbers

cdef enum:
    MOST_STRETCH = 1 << 20   # so much wider a box belongs to a wrong centre
    MOST_PLAYERS = 32
    MOST_NAMED = 26          # options of a set have letters
    LONG = 1 << 30           # more units than are ever missing
    LONGEST_RUN = 64         # letters and a number, with what stands before them
    SEVERAL = 255            # options of a set may be the best

cdef struct Foreseen:
    # Turns of one player side by side, in single precision
    lanes_t* window              # U at [(s - own) modes + m]
    lanes_t* paid                # what banking pays at [s - own]
    unsigned char* taken         # (LANES, goal, sets) at [l, s - own, j] the option best by far

cdef struct Game:
    # What the arrays say, and memory for one turn.
    int64_t goal, modes, most, players
    int64_t others               # how many scores all but the mover may have together
    int64_t span                 # of several players: how many scores each of them has
    int64_t rows                 # for so many scores turns of cells have memory
    int64_t past                 # and from so many units past the goal on they bank
    int64_t far                  # no turn is followed to larger scores
    bint last                    # whether there is a last turn
    bint* beyond                 # whether one would have to be
    bint exact, eager            # whether one throws between equals
    uint64_t rounding            # ulps that a turn's value may be off by
    int64_t count                # of sets
    bint picks                   # whether it is foreseen which options are the best
    Foreseen[2] sides            # by whom the scores of pairs begin with, and by the others
    float* parts                 # chances of sets
    float* won                   # chances of sets from one on, of the same mode
    float* lost                  # of each mode the chances to bust and to wipe
    bint wiping                  # whether some throw wipes
    bint tight                   # whether boxes are to be as narrow as can be
    bint recorded                # whether who wins for sure is kept in a box, too
    int64_t names, set_names     # of how many modes and sets decisions are written down
    number_t* low
    number_t* high
    numbers centre, radius, wipe_low, wipe_high, banked_low, banked_high
    naturals denominators, busts, wipes, weights
    const double* hint
    const double* hold
    double disputed              # no margin of this or more is
    double* shares               # chances of sets
    double* mine                 # U by the table
    double* thrown               # c by the table
    integers returns, first, ends, begins, bases, lasts, dead, sure, banks, level, order, sets, options, gains, after, counted
    integers asked, named, named_sets, named_gains, named_after
    divisor_t* divisors          # of each mode
    sum_t* ending                # of each mode, twice: what busts and wipes pay, times D, shifted
    uint64_t* shifted            # weights
    uint32_t* steps              # how far an option leads in U
    int64_t* reach               # the most units of a set: it wins where no more are missing
    int64_t* second              # those of another option, if there are several; else -1
    uint64_t* behind             # weights of sets from one on, of the same mode, shifted
    int64_t* several             # how many of the sets before it have several options
    int64_t* later               # the least of `reach` from a set on, in the same mode
    int64_t* wins                # of each score, in how many states and sets several options win at
                                 # once or for sure, in its last turn; -1 until that is counted
    unsigned char* certain    # of each score, the places that won for sure in its last turn
    int64_t* ahead               # of each mode, the first of the sets at its end that do
    number_t* row                # what banking pays halfway between its bounds
    double* held                 # the same by the table
    number_t* chance             # that a turn comes to a place

cdef struct Turn:
    # Bounds of one turn: U and c at [(s - own) modes + m]
    int64_t own, opp             # with several opponents one number says what all of them have
    int64_t top                  # from this score on nobody throws
    numbers bank_low, bank_high  # what banking pays at [s]
    number_t* all_low            # memory for that as far as top + most
    number_t* all_high
    const double* hold           # the same by the table
    number_t wipe_low, wipe_high
    number_t* low
    number_t* high
    number_t* throw_low
    number_t* throw_high
    number_t* near               # U in Newton's last step
    const float* foreseen        # U in single precision, at [((s - own) modes + m) LANES]
    const unsigned char* taken   # the option that is best by far then, at [(s - own) sets + j]
    bint known                   # whether these are for this turn
    double off                   # no bound of U is further from that

cdef struct Paid:
    # What ends of a turn pay, at [s] if it is banked, and what that makes of U and c
    numbers bank
    number_t bust, wipe
    number_t* best
    number_t* throw

cdef struct Newton:
    # The bracket of V(i, j), V(i, j) and V(j, i), and the slopes of both turns, now and before.
    signed_t low, high, a, b, p, q, old_p, old_q
    bint left                    # whether more steps are to be taken

cdef struct Counts:
    int64_t decided, ties, asides, aside_ties, throws
    int64_t right, wrong         # of the table's decisions, by margins that are not disputed
    signed_t nearest             # the smallest margin

cdef struct Text:
    # The decisions of turns: a line for each.
    char* letters
    size_t length, capacity
    bint full                    # whether there was no memory for more

cdef enum:
    # Which options are the best: all are compared, or it is known, and both bounds are found.
    COMPARED = 0
    KNOWN = 1
    BOTH = 2

cdef struct Call:
    # A margin between throwing and banking.
    signed_t least, most
    int64_t own, opp, points, mode, throws

# --- one turn -------------------------------------------------------------------------------------

cdef void roll(
    const Game* g, int64_t own, numbers bank, number_t* best, number_t* throw
) noexcept nogil:
    """The same as below where a turn is one roll again and again."""
    cdef int64_t t, o, sets = g.sets[1], first = g.first[own] - own
    cdef divisor_t divisor = g.divisors[0]
    cdef sum_t total
    cdef number_t value
    bank += own
    for t in range(g.goal - own - 1, -1, -1):
        total = g.ending[0]
        for o in range(sets - 1, -1, -1):  # what is known last comes last
            add(&total, g.shifted[o], best[t + g.gains[o]])
        value = over(total, &divisor)
        throw[t] = value
        best[t] = max(bank[t], value) if t >= first else value

cdef inline int64_t to_win(const Game* g, int64_t own, int64_t s) noexcept nogil:
    """Units with which one wins at once, and nothing else can be better; else more than there are."""
    return g.ends[own] - s if not g.exact and not g.lasts[own] else LONG

cdef inline int64_t end_of(const Game* g, int64_t n, int64_t missing) noexcept nogil:
    """From this set of a mode on all win at once; it lies near where it was asked for last."""
    cdef int64_t j = g.ahead[n]
    while j < g.sets[n + 1] and g.later[j] < missing:
        j += 1
    while j > g.sets[n] and g.later[j - 1] >= missing:
        j -= 1
    g.ahead[n] = j
    return j

cdef inline number_t best_of(const Game* g, numbers window, int64_t j) noexcept nogil:
    """What a set is worth: two maxima side by side, as each has to wait for the one before."""
    cdef const uint32_t* step = g.steps + g.options[j]
    cdef const uint32_t* end = g.steps + g.options[j + 1]
    cdef number_t value = window[step[0]], other = value
    step += 1
    while step + 1 < end:
        value, other = max(value, window[step[0]]), max(other, window[step[1]])
        step += 2
    if step < end:
        value = max(value, window[step[0]])
    return max(value, other)

cdef int64_t step_to_best(const Game* g, numbers window, int64_t j) noexcept nogil:
    """Where the best option of a set leads, the first one of equals."""
    cdef int64_t o, step = g.steps[g.options[j]]
    for o in range(g.options[j] + 1, g.options[j + 1]):
        if window[g.steps[o]] > window[step]:
            step = g.steps[o]
    return step

cdef inline int64_t rivals_of(
    const Game* g, numbers window, int64_t j, number_t least
) noexcept nogil:
    """How many options of a set are worth so much at least."""
    cdef int64_t count = 0
    cdef const uint32_t* step = g.steps + g.options[j]
    cdef const uint32_t* end = g.steps + g.options[j + 1]
    while step < end:
        count += window[step[0]] >= least
        step += 1
    return count

cdef void begin(
    const Game* g, int64_t own, int64_t top, const Paid* it, bint up, sum_t* ending
) noexcept nogil:
    """U where a turn has ended, and what ends a throw adds to its sum."""
    cdef int64_t k, n, modes = g.modes
    cdef number_t past = it.bust if g.exact else ONE
    cdef int shift
    for k in range((top - own) * modes, (top + g.most - own) * modes):
        if g.lasts[own]:
            it.best[k] = it.bank[own + k // modes]
        else:
            it.best[k] = ONE if k < (g.ends[own] + 1 - own) * modes else past
    for n in range(modes):
        shift = g.divisors[n].shift
        memset(&ending[n], 0, sizeof(sum_t))
        add(&ending[n], g.busts[n] << shift, it.bust)
        add(&ending[n], g.wipes[n] << shift, it.wipe)
        if up and g.denominators[n]:
            add(&ending[n], (g.denominators[n] - 1) << shift, 1)

cdef inline unfolded decide(
    const Game* g, int64_t own, int64_t s, int64_t n, const Paid* it, sum_t total
) noexcept nogil:
    """c and U of a place by the sum of its throws."""
    cdef int64_t place = (s - own) * g.modes + n
    cdef number_t value = over(total, &g.divisors[n])
    it.throw[place] = value
    it.best[place] = max(value, it.bank[s]) if g.banks[n] and s >= g.first[own] else value

cdef inline unfolded evaluate(
    const Game* g, int64_t own, int64_t top, const Paid* it, const Paid* high, bint up, int how,
    Turn* turn,
) noexcept nogil:
    """U and c of a turn whose ends pay so much, rounded up or down; and others rounded up, if BOTH."""
    cdef const unsigned char* taken = NULL
    cdef const float* near
    cdef int64_t s, k, n, j, end, missing, step, modes = g.modes, first = g.first[own]
    cdef integers level = g.level + 2 * (g.bases[own] - own)
    cdef bint both = how == BOTH, banks
    cdef number_t* window
    cdef number_t* window_high
    cdef sum_t total, total_high
    begin(g, own, top, it, up, g.ending)
    if both:
        begin(g, own, top, high, True, g.ending + modes)
        total_high = g.ending[modes]
    elif modes == 1 and not g.eager:
        roll(g, own, it.bank, it.best, it.throw)
        return
    for s in range(top - 1, own - 1, -1):
        missing = to_win(g, own, s)
        window = it.best + (s - own) * modes
        if both:
            window_high = high.best + (s - own) * modes
        if how:
            taken = turn.taken + (s - own) * g.count
            near = turn.foreseen + (s - own) * modes * LANES
        for k in range(level[2 * s], level[2 * s + 1]):
            n = g.order[k]
            if not g.denominators[n]:
                banks = g.banks[n] and s >= first
                window[n] = it.bank[s] if banks else it.bust
                if both:
                    window_high[n] = high.bank[s] if banks else high.bust
            else:
                total, end = g.ending[n], end_of(g, n, missing)
                if both:
                    total_high = g.ending[modes + n]
                if end < g.sets[n + 1]:
                    add(&total, g.behind[end], ONE)
                    if both:
                        add(&total_high, g.behind[end], ONE)
                for j in range(g.sets[n], end):
                    if how and taken[j] != SEVERAL:
                        step = g.steps[g.options[j] + taken[j]]
                        add(&total, g.shifted[j], window[step])
                        if both:
                            add(&total_high, g.shifted[j], window_high[step])
                    else:
                        add(&total, g.shifted[j], best_of(g, window, j))
                        if both:
                            add(&total_high, g.shifted[j], best_of(g, window_high, j))
                decide(g, own, s, n, it, total)
                if both:
                    decide(g, own, s, n, high, total_high)
            if how:
                turn.off = max(turn.off, away(window[n], near[n * LANES]))
            if both:
                turn.off = max(turn.off, away(window_high[n], near[n * LANES]))

cdef inline double away(number_t value, float guess) noexcept nogil:
    """How far a number is from another one."""
    return fabs(<double>value * (1 / <double>ONE) - guess)

cdef void one_of(const Game* g, Turn* turn, const Paid* it, bint up) noexcept nogil:
    """The same where it may be known which options are the best."""
    if turn.known:
        evaluate(g, turn.own, turn.top, it, NULL, up, KNOWN, turn)
    else:
        evaluate(g, turn.own, turn.top, it, NULL, up, COMPARED, turn)

cdef inline number_t bust_of(const Game* g, int64_t own, numbers bank) noexcept nogil:
    """What a bust pays."""
    return bank[g.returns[own]] if g.returns[own] < g.ends[own] else ONE

cdef int64_t top_of(const Game* g, int64_t own, int64_t j, number_t bust) noexcept nogil:
    """A score from which on nobody throws if a bust pays no more than so much."""
    cdef int64_t n, d, won = g.ends[own] - g.ends[0] + j % g.ends[0]  # what his score is to the mover
    cdef number_t most = 0
    cdef sum_t total
    if not g.lasts[own]:
        return g.ends[own]
    for n in range(g.modes):
        if not g.denominators[n]:
            continue
        memset(&total, 0, sizeof(sum_t))
        add(&total, g.busts[n] << g.divisors[n].shift, bust)
        add(&total, (g.denominators[n] - g.busts[n]) << g.divisors[n].shift, ONE)
        add(&total, (g.denominators[n] - 1) << g.divisors[n].shift, 1)
        most = max(most, over(total, &g.divisors[n]))
    for d in range(g.far - won + 2):
        if g.banked_low[d] > most:
            return max(g.ends[own], d + won - 1)
    g.beyond[0] = True
    return g.ends[own]

cdef void reach_beyond(
    const Game* g, int64_t own, int64_t j, int64_t top, number_t* bank, numbers banked
) noexcept nogil:
    """Add what banking the goal and more pays."""
    cdef int64_t won = g.ends[own]
    memcpy(
        bank + won, banked + g.ends[0] + 1 - j % g.ends[0], (top + g.most - won) * sizeof(number_t)
    )

cdef void seat(const Game* g, Turn* turn, int64_t own, int64_t opp) noexcept nogil:
    """Let a turn of two players be that of who has so much against somebody."""
    turn.own, turn.opp, turn.top, turn.known = own, opp, g.ends[own], False
    turn.bank_low, turn.bank_high = g.low + opp * g.goal, g.high + opp * g.goal
    turn.wipe_low, turn.wipe_high = g.wipe_low[opp], g.wipe_high[opp]
    turn.hold = g.hold + opp * g.goal if g.hold else NULL

cdef void bound(const Game* g, Turn* turn, bint near=False) noexcept nogil:
    """Bounds of a turn by those of what banking pays; the lower ones alone if they are ``near``."""
    cdef Paid low, high
    cdef int64_t own = turn.own
    if g.lasts[own] and g.players == 2:
        turn.top = top_of(g, own, turn.opp, g.high[turn.opp * g.goal + own])
        memcpy(turn.all_low, g.low + turn.opp * g.goal, g.goal * sizeof(number_t))
        memcpy(turn.all_high, g.high + turn.opp * g.goal, g.goal * sizeof(number_t))
        reach_beyond(g, own, turn.opp, turn.top, turn.all_low, g.banked_low)
        reach_beyond(g, own, turn.opp, turn.top, turn.all_high, g.banked_high)
        turn.bank_low, turn.bank_high = turn.all_low, turn.all_high
    turn.off = 0
    low.bank, low.bust, low.wipe = turn.bank_low, bust_of(g, own, turn.bank_low), turn.wipe_low
    low.best, low.throw = turn.low, turn.throw_low
    high.bank, high.bust, high.wipe = turn.bank_high, bust_of(g, own, turn.bank_high), turn.wipe_high
    high.best, high.throw = turn.high, turn.throw_high
    if turn.known and not near:
        evaluate(g, own, turn.top, &low, &high, False, BOTH, turn)
    else:
        one_of(g, turn, &low, False)
        if not near:
            one_of(g, turn, &high, True)
    if turn.off > NEARLY:
        turn.known = False
        bound(g, turn, near)

# --- where to look: nothing here need be right ----------------------------------------------------

cdef number_t stays(const Game* g, int64_t own, numbers bank, const Turn* turn) noexcept nogil:
    """The chance that a turn is handed over at the score that it began with."""
    cdef int64_t t, s, k, n, j, missing, end, step, ahead, past, furthest = 0, modes = g.modes
    cdef int64_t start = g.begins[own]
    cdef integers level = g.level + 2 * g.bases[own]
    cdef integers options = g.options
    cdef naturals weights = g.weights
    cdef const uint32_t* steps = g.steps
    cdef number_t chance, share, bust = 0, again = 0
    cdef number_t* chances
    cdef const unsigned char* taken
    cdef bint may, known = turn.known
    memset(g.chance, 0, (turn.top - own) * modes * sizeof(number_t))
    g.chance[start] = ONE
    for t in range(turn.top - own):
        if t > furthest:
            break
        s, chances, taken = own + t, g.chance + t * modes, turn.taken + t * g.count
        ahead, past = (turn.top - s) * modes, (g.goal - s + 1) * modes
        missing = to_win(g, own, s)
        for k in range(level[2 * t + 1] - 1, level[2 * t] - 1, -1):
            n = g.order[k]
            chance = chances[n]
            if not chance:
                continue
            may = (t or n != start) and g.banks[n] and s >= g.first[own]
            if may and not (
                g.denominators[n] and turn.throw_low[t * modes + n] + g.eager > bank[s]
            ):
                again += chance if not t else 0
                continue
            if not g.denominators[n]:
                bust += chance
                continue
            share = chance // g.denominators[n]
            bust += g.busts[n] * share
            furthest = max(furthest, t + g.most)
            end = end_of(g, n, missing)
            for j in range(g.sets[n], end):  # the others win at once
                if known and taken[j] != SEVERAL:
                    step = steps[options[j] + taken[j]]
                else:
                    step = step_to_best(g, turn.near + t * modes, j)
                if step < ahead:
                    chances[step] += weights[j] * share
                elif g.exact and step >= past:
                    bust += weights[j] * share
    return again + (bust if g.returns[own] == own else 0)

cdef void foresee(
    const Game* g, Turn* turns, int64_t count, const number_t* busts, const Foreseen* it
) noexcept nogil:
    """Every other turn, all of one player, in single precision where their busts pay so much."""
    cdef Turn* turn
    cdef int64_t modes = g.modes, stride = g.goal * g.count, top = 0, t, k, l, n, j, end
    cdef integers level = g.level + 2 * g.bases[turns.own]
    cdef float[LANES] lost
    cdef float[LANES] wiped
    cdef float[LANES] missing
    cdef lanes_t total, value, hold, bust, wipe, ends
    cdef lanes_t* window
    cdef float* paid = <float*>it.paid
    for l in range(count):
        top = max(top, g.ends[turns[2 * l].own] - turns[2 * l].own)
    for l in range(LANES):
        turn = turns + 2 * min(l, count - 1)
        end = g.ends[turn.own] - turn.own
        missing[l] = end
        for t in range(end):
            paid[t * LANES + l] = <float>turn.bank_low[turn.own + t] / <float>ONE
        for t in range(end, top):
            paid[t * LANES + l] = 1
        paid[l] = <float>busts[min(l, count - 1)] / <float>ONE
        k = g.returns[turn.own] - turn.own
        lost[l] = paid[k * LANES + l] if k < end else 1
        wiped[l] = <float>turn.wipe_low / <float>ONE
        for t in range(min(g.first[turn.own] - turn.own, end)):
            paid[t * LANES + l] = -1  # it may not be banked
        turn.foreseen, turn.taken, turn.known = <float*>it.window + l, it.taken + l * stride, True
    bust, wipe, ends = lanes_at(lost), lanes_at(wiped), lanes_at(missing)
    for k in range(top * modes, (top + g.most) * modes):
        it.window[k] = all_lanes(1)
    for t in range(top - 1, -1, -1):
        window, hold = it.window + t * modes, it.paid[t]
        for k in range(level[2 * t], level[2 * t + 1]):
            n = g.order[k]
            if not g.denominators[n]:
                value = where_less(hold, all_lanes(0), bust, hold) if g.banks[n] else bust
                window[n] = where_less(all_lanes(t), ends, value, all_lanes(1))
                continue
            total = weighed(all_lanes(0), g.lost[2 * n], bust)
            total = weighed(total, g.lost[2 * n + 1], wipe)
            end = end_of(g, n, top - t)
            if end < g.sets[n + 1]:
                total = weighed(total, g.won[end], all_lanes(1))
            for j in range(g.sets[n], end):
                value = foreseen(
                    window, g.steps + g.options[j], g.steps + g.options[j + 1], APART,
                    it.taken + t * g.count + j, stride,
                )
                total = weighed(total, g.parts[j], value)
            if g.banks[n]:
                total = greatest(total, hold)
            window[n] = where_less(all_lanes(t), ends, total, all_lanes(1))

cdef signed_t value_of(
    const Game* g, int64_t i, int64_t j, number_t bust, Turn* turn, signed_t* slope
) noexcept nogil:
    """About what a turn is worth, and its slope, where a bust that leads nowhere pays ``bust``."""
    cdef int64_t s
    cdef Paid it
    for s in range(i, g.ends[i]):
        g.row[s] = (g.low[j * g.goal + s] + g.high[j * g.goal + s]) >> 1
    g.row[i] = bust
    # Nothing is known yet of how little the opponent wins; less than this hardly matters.
    turn.top = top_of(g, i, j, min(bust, ONE - (ONE >> 40)))
    if g.lasts[i]:
        reach_beyond(g, i, j, turn.top, g.row, g.banked_high)
    it.bank, it.bust, it.wipe = g.row, bust_of(g, i, g.row), (g.wipe_low[j] + g.wipe_high[j]) >> 1
    it.best, it.throw, turn.off = turn.near, turn.throw_low, 0
    one_of(g, turn, &it, False)
    if turn.off > NEARLY:
        turn.known = False
        one_of(g, turn, &it, False)
    slope[0] = stays(g, i, g.row, turn)
    return turn.throw_low[g.begins[i]]

cdef number_t widest_after(const Game* g, int64_t i, int64_t j) noexcept nogil:
    """No interval of what banking pays in the turn of who has i against j is wider."""
    cdef number_t widest = g.wipe_high[j] - g.wipe_low[j]
    cdef int64_t s
    for s in range(j * g.goal + i + 1, j * g.goal + g.ends[i]):
        widest = max(widest, g.high[s] - g.low[s])
    return widest

cdef number_t half_of(const Game* g, Turn* turns, int64_t k, number_t centre) noexcept nogil:
    """How far from it the image of a box without width reaches."""
    cdef int64_t start = g.begins[turns[k].own]
    cdef number_t low = turns[k].throw_low[start], high = turns[k].throw_high[start]
    return max(max(low, centre) - low, max(centre, high) - centre)

cdef inline signed_t loss(const Game* g, int64_t i, int64_t j) noexcept nogil:
    """The lower bound of 1 - V(i, j), so small that eight of them can be added."""
    return g.low[i * g.goal + j] >> 3

cdef inline signed_t rise(const Game* g, int64_t i, int64_t j) noexcept nogil:
    """What a unit more for either comes to, but for what one more for both does."""
    return loss(g, i, j) - loss(g, i, j + 1) - loss(g, i + 1, j) + loss(g, i + 1, j + 1)

cdef number_t continued(const Game* g, int64_t i, int64_t j) noexcept nogil:
    """1 - V(i, j) as larger scores continue to it: see verify/race/newton.py."""
    cdef signed_t found
    if i + 1 == g.ends[i] or j + 1 == g.ends[j]:
        return ONE >> 1
    found = loss(g, i + 1, j) + loss(g, i, j + 1) - loss(g, i + 1, j + 1)
    if i + 2 < g.ends[i] and j + 2 < g.ends[j]:
        found += rise(g, i + 1, j) + rise(g, i, j + 1) - rise(g, i + 1, j + 1)
    return <number_t>min(max(found, 0), <signed_t>(ONE >> 3)) << 3

cdef bint is_near(const Game* g, Newton* it, int64_t i, int64_t j, Turn* turns) noexcept nogil:
    """Take one step of Newton's method, with what the turn of the opponent is worth then; whether it
    was the last one.
    """
    cdef signed_t value, excess, step, a = it.a
    value = value_of(g, i, j, ONE - it.b, turns, &it.q)
    excess = a - value
    if -4 < excess < 4:  # nothing but rounding
        return True
    if excess > 0:
        it.high = a
    else:
        it.low = a
    step = step_of(excess, it.q, it.p)
    if not it.low <= a - step <= it.high:
        step = a - ((it.low + it.high) >> 1)
    it.a -= step
    it.b += scaled(it.p, step)
    if (it.old_q == it.q and it.old_p == it.p) or -NEAR <= step <= NEAR:
        return True
    it.old_q, it.old_p = it.q, it.p
    return False

cdef void approximate(
    const Game* g, Turn* turns, int64_t count, number_t* centre, number_t* radius
) noexcept nogil:
    """V(i, j) and V(j, i) of pairs side by side, and how far around them enclosures will reach:
    Newton's method.
    """
    cdef Newton[LANES] all_of
    cdef number_t[LANES] mine
    cdef number_t[LANES] other
    cdef Newton* it
    cdef int64_t l, i, j, left = count
    for l in range(count):
        it, i, j = &all_of[l], turns[2 * l].own, turns[2 * l].opp
        it.low, it.high, it.old_p, it.old_q, it.left = 0, ONE, -1, -1, True
        if g.hint:
            it.a = <signed_t>(g.hint[i * g.goal + j] * <double>ONE)
        else:
            it.a = ONE - continued(g, i, j)
    for _ in range(2 * BITS):
        for l in range(count):
            mine[l] = ONE - all_of[l].a
        if g.picks:
            foresee(g, turns + 1, count, mine, &g.sides[1])
        for l in range(count):
            it, i, j = &all_of[l], turns[2 * l].own, turns[2 * l].opp
            if it.left:
                it.b, it.p = it.a, -<signed_t>ONE  # on the diagonal b = a, as if g(x) = 1 - x
                if i != j:
                    it.b = value_of(g, j, i, ONE - it.a, turns + 2 * l + 1, &it.p)
            other[l] = ONE - it.b
        if g.picks:
            foresee(g, turns, count, other, &g.sides[0])
        for l in range(count):
            it = &all_of[l]
            if it.left and is_near(g, it, turns[2 * l].own, turns[2 * l].opp, turns + 2 * l):
                it.left = False
                left -= 1
        if not left:
            break
    for l in range(count):
        surround(g, turns + 2 * l, &all_of[l], centre + 2 * l, radius + 2 * l)

cdef void surround(
    const Game* g, Turn* turns, const Newton* it, number_t* centre, number_t* radius
) noexcept nogil:
    """How far around what was found for a pair an enclosure will reach."""
    cdef int64_t i = turns.own, j = turns.opp, k
    cdef signed_t q = it.q, p = q if i == j else it.p
    cdef number_t left, half, other, more
    left = ONE - scaled(q, p)
    if left < 64:  # two sure busts are nearly always lines that meet others: less sure ones
        left = ONE >> 20
    centre[0], centre[1] = it.a, min(max(it.b, <signed_t>0), <signed_t>ONE)
    more = reach_of(g.rounding, left)
    if g.tight:
        for k in range(2 - (i == j)):
            keep(g, turns[k].own, turns[k].opp, centre[k], centre[k])
        for k in range(2 - (i == j)):
            bound(g, &turns[k])
        half = half_of(g, turns, 0, centre[0])
        other = half if i == j else half_of(g, turns, 1, centre[1])
        half = reach_of(half + scaled(q, other), left)
        half = min(half + (half >> 4), ONE)  # as slopes may change a little within the box
        other = min(other + scaled(p, half), ONE)
    else:
        half = other = max(widest_after(g, i, j), widest_after(g, j, i)) >> 1
    radius[0], radius[1] = half + more + scaled(q, more), other + more + scaled(p, more)

# --- a pair ---------------------------------------------------------------------------------------

cdef inline void keep(
    const Game* g, int64_t i, int64_t j, number_t low, number_t high
) noexcept nogil:
    """Keep [low, high] for V(i, j)."""
    g.low[i * g.goal + j], g.high[i * g.goal + j] = ONE - high, ONE - low

cdef inline bint is_inside(const Game* g, const Turn* turn) noexcept nogil:
    """Whether the start of a turn lies in what is kept for it, away from ends but 0 and 1."""
    cdef int64_t place = turn.own * g.goal + turn.opp, start = g.begins[turn.own]
    cdef number_t low = ONE - turn.throw_high[start], high = ONE - turn.throw_low[start]
    return (g.low[place] < low or not g.low[place]) and (
        high < g.high[place] or g.high[place] == ONE
    )

cdef bint enclose(
    const Game* g, Turn* turns, int64_t count, numbers centre, numbers radius
) noexcept nogil:
    """Bounds of the turns of a pair, from boxes that are kept; whether there are any."""
    cdef int64_t stretch = 1, k
    cdef number_t reach
    while stretch <= MOST_STRETCH:
        for k in range(count):
            reach = stretched(radius[k], stretch)
            keep(
                g, turns[k].own, turns[k].opp, centre[k] - min(reach, centre[k]),
                min(centre[k] + reach, ONE),
            )
        for k in range(count):
            bound(g, &turns[k])
        if g.beyond[0]:
            return False
        if is_inside(g, turns) and is_inside(g, &turns[count - 1]):
            return True
        stretch *= 2
    return False

# --- what the bounds prove: verify/race/decisions.py ----------------------------------------------

cdef bint count_states(const Game* g, Turn* turn, Counts* counts) noexcept nogil:
    """Count the states of a turn in which banking or throwing is proved; whether all are."""
    cdef numbers low = turn.bank_low, high = turn.bank_high
    cdef integers counted = g.counted + g.bases[turn.own] * g.modes
    cdef int64_t s, n, place, own = turn.own
    cdef signed_t least, most
    for s in range(own, turn.top):
        for n in range(g.modes):
            place = (s - own) * g.modes + n
            if not counted[place]:
                continue
            counts.throws += 1
            if not may_choose(g, own, s, n):
                continue
            least = turn.throw_low[place] - high[s]
            most = turn.throw_high[place] - low[s]
            if least > 0 or most < 0:
                counts.decided += 1
                counts.nearest = min(counts.nearest, max(least, -most))
            elif least == most:
                counts.ties += 1
            else:
                return False
    return True

cdef inline bint may_choose(const Game* g, int64_t own, int64_t s, int64_t n) noexcept nogil:
    """Whether one may bank s in a mode, and throw as well."""
    return (
        (s > own or n != g.begins[own]) and g.banks[n] and s >= g.first[own] and g.denominators[n] > 0
    )

cdef bint is_alone(const Game* g, int64_t opp) noexcept nogil:
    """Whether none of the others can win any more."""
    for _ in range(g.players - 1):
        if not g.dead[opp % g.span]:  # seats differ with last turns alone, where nobody is
            return False
        opp //= g.span
    return True

cdef bint bank_alike(
    const Game* g, const Turn* turn, int64_t t, int64_t j, number_t least
) noexcept nogil:
    """Whether one does best to bank after all options of a set that may be the best, and the same
    score.
    """
    cdef int64_t o, n, s, place, banked = -1
    for o in range(g.options[j], g.options[j + 1]):
        n, s = g.after[o], turn.own + t + g.gains[o]
        place = (s - turn.own) * g.modes + n
        if turn.high[place] < least:
            continue
        if banked >= 0 and banked != s:
            return False
        banked = s
        if s < turn.top and not (
            s >= g.first[turn.own] and g.banks[n]
            and (not g.denominators[n] or turn.throw_high[place] < turn.bank_low[s])
        ):
            return False
    return True

cdef bint wins_clearly(const Game* g, const Turn* turn) noexcept nogil:
    """Whether all that may be as good as to have won is so for sure.

    If these are not the places that were so in the last turn from there, nothing is known any more
    of how many options win at once.
    """
    cdef int64_t own = turn.own, s, k, place
    cdef integers level = g.level + 2 * (g.bases[own] - own)
    cdef unsigned char* won = g.certain + own * g.far * g.modes
    cdef bint clear = True, wins
    for s in range(own, turn.top):
        for k in range(level[2 * s], level[2 * s + 1]):
            place = (s - own) * g.modes + g.order[k]
            wins = turn.high[place] >= ONE
            clear = clear and wins == (turn.low[place] >= ONE)
            if won[place] != wins:
                won[place], g.wins[own] = wins, -1
    return clear

cdef inline int64_t next_open(
    const Game* g, const Turn* turn, int64_t t, int64_t j, int64_t end
) noexcept nogil:
    """The first set from one on, before ``end``, of which no option is known to be the best."""
    cdef const unsigned char* taken = turn.taken + t * g.count
    cdef const void* found
    if not turn.known or j >= end:
        return j
    found = memchr(taken + j, SEVERAL, end - j)
    return <const unsigned char*>found - taken if found else end

cdef bint count_options(const Game* g, Turn* turn, Counts* counts) noexcept nogil:
    """Count the sets of several options of which the best is proved; whether all are."""
    cdef integers counted = g.counted + g.bases[turn.own] * g.modes
    cdef int64_t t, n, j, o, end, stop, place, missing, wins = 0
    cdef number_t least, low, high
    cdef numbers lows
    cdef numbers highs
    cdef bint clear
    if not g.several[g.count]:
        return True
    clear = wins_clearly(g, turn)
    for t in range(turn.top - turn.own):
        lows, highs = turn.low + t * g.modes, turn.high + t * g.modes
        missing = to_win(g, turn.own, turn.own + t)
        for n in range(g.modes):
            if not counted[t * g.modes + n]:
                continue
            end = end_of(g, n, missing)
            if clear and g.wins[turn.own] < 0:  # all that may be the best wins for sure
                for j in range(end, g.sets[n + 1]):
                    wins += g.second[j] >= missing or rivals_of(g, highs, j, ONE) > 1
            counts.asides += g.several[g.sets[n + 1]] - g.several[g.sets[n]]
            j, stop = g.sets[n] - 1, end if clear else g.sets[n + 1]
            while True:
                j = next_open(g, turn, t, j + 1, end)
                if j >= stop:
                    break
                least = best_of(g, lows, j)
                if rivals_of(g, highs, j, least) < 2:
                    continue
                low, high = ONE, 0
                for o in range(g.options[j], g.options[j + 1]):
                    place = g.steps[o]
                    if highs[place] >= least:
                        low, high = min(low, lows[place]), max(high, highs[place])
                # With more players all of them lead to the same.
                if low < high and g.players == 2 and not bank_alike(g, turn, t, j, least):
                    return False
                counts.aside_ties += 1
    if clear:
        g.wins[turn.own] = max(g.wins[turn.own], wins)
        counts.aside_ties += g.wins[turn.own]
    return True

cdef bint is_settled(const Game* g, Turn* turn, Counts* counts) noexcept nogil:
    """Count what the bounds of a turn prove; whether that is all."""
    # States from which nobody can win are counted in Python.
    return (
        not is_alone(g, turn.opp) and count_states(g, turn, counts)
        and count_options(g, turn, counts)
    )

# --- decisions written down: docs/reference/certificates/race.md --------------------------------------------

cdef void put_letter(Text* text, char letter) noexcept nogil:
    """Write a letter, for which there must be space."""
    text.letters[text.length] = letter
    text.length += 1

cdef void put_number(Text* text, int64_t number) noexcept nogil:
    """Write a number from 0 on."""
    cdef int64_t below = 1
    while number // below >= 10:
        below *= 10
    while below:
        put_letter(text, <char>(48 + number // below % 10))
        below //= 10

cdef void make_space(Text* text) noexcept nogil:
    """Have space for a run."""
    cdef size_t capacity = 2 * text.capacity + LONGEST_RUN
    cdef char* letters
    if text.length + LONGEST_RUN > text.capacity:
        letters = <char*>realloc(text.letters, capacity)
        if letters:
            text.letters, text.capacity = letters, capacity
        else:  # what is written is no longer of any use
            text.length, text.full = 0, True

cdef void put_run(Text* text, uint32_t letters, char first, int64_t times) noexcept nogil:
    """Write a run: bit k of ``letters`` stands for the letter k after the first one."""
    cdef int k
    make_space(text)
    if text.full or not times:
        return
    for k in range(MOST_NAMED):
        if letters >> k & 1:
            put_letter(text, <char>(first + k))
    put_number(text, times)

cdef bint write_states(const Game* g, const Turn* turn, Text* text) noexcept nogil:
    """Write down where one throws (t), banks (b), or may do either (e); whether all is proved."""
    cdef numbers low = turn.bank_low, high = turn.bank_high
    cdef int64_t own = turn.own, s, k, n, place, times
    cdef uint32_t letter, before
    for k in range(g.names):
        n, before, times = g.named[k], 0, 0
        for s in range(max(g.first[own], own + (n == g.begins[own])), g.goal):
            place = (s - own) * g.modes + n
            if turn.throw_low[place] > high[s]:
                letter = 1 << 18
            elif turn.throw_high[place] < low[s]:
                letter = 1
            elif turn.throw_low[place] == high[s] and turn.throw_high[place] == low[s]:
                letter = 1 << 3
            else:
                return False
            if letter != before:
                put_run(text, before, 98, times)
                before, times = letter, 0
            times += 1
        put_run(text, before, 98, times)
        if k + 1 < g.names and not text.full:
            put_letter(text, 44)
    return True

cdef bint write_options(const Game* g, const Turn* turn, Text* text) noexcept nogil:
    """Write down the best options of sets (a, b, ...); whether all is proved."""
    cdef int64_t k, t, o, place, times
    cdef uint32_t letters, before
    cdef number_t least, low, high
    for k in range(g.set_names):
        before, times = 0, 0
        for t in range(g.goal - turn.own):
            least = 0
            for o in range(g.named_sets[k], g.named_sets[k + 1]):
                least = max(least, turn.low[(t + g.named_gains[o]) * g.modes + g.named_after[o]])
            letters, low, high = 0, ONE, 0
            for o in range(g.named_sets[k], g.named_sets[k + 1]):
                place = (t + g.named_gains[o]) * g.modes + g.named_after[o]
                if turn.high[place] >= least:
                    letters |= <uint32_t>1 << (o - g.named_sets[k])
                    low, high = min(low, turn.low[place]), max(high, turn.high[place])
            if letters & (letters - 1) and low < high:
                return False
            if letters != before:
                put_run(text, before, 97, times)
                before, times = letters, 0
            times += 1
        put_run(text, before, 97, times)
        if k + 1 < g.set_names and not text.full:
            put_letter(text, 44)
    return True

cdef bint write_turn(const Game* g, const Turn* turn, Text* text) noexcept nogil:
    """Write a turn's line, or nothing; whether all is proved."""
    cdef size_t length = text.length
    make_space(text)
    if text.full:
        return True
    put_number(text, turn.own)
    put_letter(text, 32)
    put_number(text, turn.opp)
    put_letter(text, 32)
    if not write_states(g, turn, text):
        text.length = length
        return False
    make_space(text)
    if not text.full:
        put_letter(text, 32)
    if not write_options(g, turn, text):
        text.length = length
        return False
    make_space(text)
    if not text.full:
        put_letter(text, 10)
    return True

# --- the decisions of a table: verify/race/own.py -------------------------------------------------

cdef void hold_beyond(const Game* g, Turn* turn) noexcept nogil:
    """Add what banking the goal and more pays, in double precision."""
    cdef int64_t s
    for s in range(turn.top + g.most):
        if s < g.ends[turn.own]:
            g.held[s] = g.hold[turn.opp * g.goal + s]
        else:
            g.held[s] = <double>turn.bank_high[s] / <double>ONE
    turn.hold = g.held

cdef bint plays_alike(const Game* g, const Turn* turn, const Counts* counts) noexcept nogil:
    """Whether a table is too near the truth for any of its decisions in a turn to be another one.

    Where all that ends of a turn pay is off by less than d, throws are off by less than that and
    what roundings add up to (verify/race/own.py): a margin by less than twice as much.
    """
    cdef int64_t s
    cdef double low, high, off = 0
    if g.lasts[turn.own] or g.exact or g.wiping:
        return False
    for s in range(turn.own, g.ends[turn.own]):
        low, high = <double>turn.bank_low[s] / <double>ONE, <double>turn.bank_high[s] / <double>ONE
        off = max(off, max(turn.hold[s] - low, high - turn.hold[s]))
    return <double>counts.nearest / <double>ONE > g.disputed + 2 * (off + ROUNDINGS)

cdef void play(const Game* g, const Turn* turn) noexcept nogil:
    """U and c of a turn by the table, in double precision."""
    cdef const double* bank = turn.hold
    cdef int64_t s, k, n, j, o, modes = g.modes, own = turn.own, first = g.first[own]
    cdef integers level = g.level + 2 * (g.bases[own] - own)
    cdef double bust = bank[g.returns[own]] if g.returns[own] < g.ends[own] else 1
    cdef double value, other, below
    cdef double* window
    for k in range((turn.top - own) * modes, (turn.top + g.most - own) * modes):
        g.mine[k] = bust if g.exact and k >= (g.ends[own] + 1 - own) * modes else 1
        if g.lasts[own]:
            g.mine[k] = bank[own + k // modes]
    for s in range(turn.top - 1, own - 1, -1):
        window = g.mine + (s - own) * modes
        for k in range(level[2 * s], level[2 * s + 1]):
            n = g.order[k]
            below = <double>g.denominators[n]
            if not below:
                window[n] = bank[s] if g.banks[n] and s >= first else bust
                continue
            value = <double>g.busts[n] / below * bust + <double>g.wipes[n] / below * bank[0]
            for j in range(g.sets[n], g.sets[n + 1]):
                other = 0
                for o in range(g.options[j], g.options[j + 1]):
                    other = max(other, window[g.gains[o] * modes + g.after[o]])
                value += g.shares[j] * other
            g.thrown[(s - own) * modes + n] = value
            window[n] = max(value, bank[s]) if g.banks[n] and s >= first else value

# --- the closest calls ----------------------------------------------------------------------------

cdef inline bint is_closer(const Call* one, const Call* other) noexcept nogil:
    """Whether a margin is smaller than another; of equal ones that of the smaller state."""
    if one.least != other.least:
        return one.least < other.least
    if one.own != other.own:
        return one.own < other.own
    if one.opp != other.opp:
        return one.opp < other.opp
    return one.points < other.points if one.points != other.points else one.mode < other.mode

cdef class Race:
    """The turn starts of a race: see the head of this file."""
    cdef Game game
    cdef Turn* turns
    cdef Counts counts
    cdef Buffers arrays
    cdef void* memory
    cdef int64_t* shared         # of all scores, where all players have the same turn
    cdef Call* calls             # a heap of the closest calls, the furthest of them at its top
    cdef int64_t most, kept
    cdef Text text
    cdef readonly list left      # turns that leave something open, with the boxes of their pairs
    cdef readonly list close     # throwing is better, the table's margin, and what banking pays

    def __cinit__(self, *args, **kwargs):
        self.left, self.close = [], []

    def __init__(
        self, int64_t goal, int64_t modes, int64_t most, int64_t start, *, bint exact, bint eager,
        uint64_t rounding, int64_t calls, dict arrays not None, bint tight=False,
        bint recorded=False, int64_t players=2, int64_t far=0, int64_t span=0,
    ):
        cdef Game* g = &self.game
        cdef int64_t sets, options, levels, j, k, size, place, starts, values, reach, turns
        cdef int64_t lanes = 0, picked = 0, marks = 0
        cdef number_t* next
        if self.arrays is not None:
            raise ValueError("a race is made once")
        g.players, g.last, g.far, g.past = players, far > 0, max(goal, far), max(goal, far) - goal
        g.span = span if span else goal
        g.others = g.span
        for k in range(players - 2):
            g.others *= g.span
        starts = goal * g.others
        values = starts if players == 2 else starts * players
        self.arrays = Buffers(arrays)
        g.goal, g.modes, g.most = goal, modes, most
        g.exact, g.eager, g.tight, g.rounding, self.most = exact, eager, tight, rounding, calls
        g.recorded = recorded
        g.low = self.numbers("low", values, True)
        g.high = self.numbers("high", values, True)
        if "centre" in arrays:
            g.centre = self.numbers("centre", goal * goal)
            g.radius = self.numbers("radius", goal * goal)
        if "hint" in arrays:
            g.hint = <const double*>self.arrays.take("hint", b"d", goal * goal)
        if "hold" in arrays:
            g.hold = <const double*>self.arrays.take("hold", b"d", values)
            g.disputed = (<const double*>self.arrays.take("disputed", b"d", 1))[0]
        if far and players == 2:
            g.banked_low = self.numbers("banked_low", far + most + 1)
            g.banked_high = self.numbers("banked_high", far + most + 1)
        if "asked" in arrays:
            g.asked = <integers>self.arrays.take("asked", b"q", starts)
        g.wipe_low = self.numbers("wipe_low", goal)
        g.wipe_high = self.numbers("wipe_high", goal)
        g.returns = <integers>self.arrays.take("returns", b"q", goal)
        g.first = <integers>self.arrays.take("first", b"q", goal)
        self.share(start, arrays)
        g.dead = <integers>self.arrays.take("dead", b"q", goal)
        g.sure = <integers>self.arrays.take("sure", b"q", goal)
        g.banks = <integers>self.arrays.take("banks", b"q", modes)
        g.denominators = <naturals>self.arrays.take("denominators", b"Q", modes)
        g.busts = <naturals>self.arrays.take("busts", b"Q", modes)
        g.wipes = <naturals>self.arrays.take("wipes", b"Q", modes)
        g.level = <integers>self.arrays.take("level", b"q", 2 * g.far)
        g.counted = <integers>self.arrays.take("counted", b"q", g.far * modes)
        levels, sets, options = (len(arrays[name]) for name in ("order", "weights", "gains"))
        g.order = <integers>self.arrays.take("order", b"q", levels)
        g.sets = <integers>self.arrays.take("sets", b"q", modes + 1)
        g.weights = <naturals>self.arrays.take("weights", b"Q", sets)
        g.options = <integers>self.arrays.take("options", b"q", sets + 1)
        g.gains = <integers>self.arrays.take("gains", b"q", options)
        g.after = <integers>self.arrays.take("after", b"q", options)
        if "named" in arrays:
            self.name(arrays)
        g.count = sets
        g.picks = (
            players == 2 and not exact and not far and options > sets and sets <= (1 << 26) // goal
        )
        turns = 2 * LANES if g.picks else players
        size, place, reach = g.far * modes, (g.far + most) * modes, g.far + most
        if g.picks:
            lanes, picked = place + goal, goal * sets
        if options > sets:
            marks = goal * size
        # One piece of memory: wide numbers first, which want the strictest alignment.
        self.memory = calloc(
            modes * (2 * sizeof(sum_t) + sizeof(divisor_t)) + calls * sizeof(Call)
            + (reach + size + turns * (3 * place + 2 * size + 2 * reach)) * sizeof(number_t)
            + (8 * sets + options + 2 * modes + goal + place + size + reach + 4) * sizeof(uint64_t)
            + turns * sizeof(Turn) + marks
            + 2 * (lanes * sizeof(lanes_t) + picked * LANES), 1,
        )
        if not self.memory:
            raise MemoryError
        g.ending = <sum_t*>self.memory
        g.sides[0].window = <lanes_t*>(g.ending + 2 * modes)
        g.sides[0].paid = g.sides[0].window + place
        g.sides[1].window = g.sides[0].window + lanes
        g.sides[1].paid = g.sides[1].window + place
        self.calls = <Call*>(g.sides[0].window + 2 * lanes)
        self.turns = <Turn*>(self.calls + calls)
        g.row = <number_t*>(self.turns + turns)
        g.chance = g.row + reach
        next = g.chance + size
        for k in range(turns):
            self.turns[k].low, self.turns[k].high = next, next + place
            self.turns[k].throw_low = next + 2 * place
            self.turns[k].throw_high = next + 2 * place + size
            next += 2 * (place + size)
            self.turns[k].near = next
            next += place
            self.turns[k].all_low, self.turns[k].all_high = next, next + reach
            next += 2 * reach
        g.divisors = <divisor_t*>next
        g.shifted = <uint64_t*>(g.divisors + modes)
        g.shares = <double*>(g.shifted + sets)
        g.mine = g.shares + sets
        g.thrown = g.mine + place
        g.held = g.thrown + size
        g.reach = <int64_t*>(g.held + reach)
        g.second = g.reach + sets
        g.several = g.second + sets
        g.later = g.several + sets + 1
        g.wins = g.later + sets
        g.ahead = g.wins + goal
        g.behind = <uint64_t*>(g.ahead + modes)
        for k in range(goal):
            g.wins[k] = -1
        g.beyond = <bint*>(g.behind + sets)
        g.steps = <uint32_t*>(g.beyond + 2)
        for k in range(options):
            g.steps[k] = g.gains[k] * modes + g.after[k]
        for k in range(sets):
            g.second[k] = -1
            for j in range(g.options[k], g.options[k + 1]):
                if j > g.options[k]:
                    g.second[k] = max(g.second[k], min(g.reach[k], g.gains[j]))
                g.reach[k] = max(g.reach[k], g.gains[j])
            g.several[k + 1] = g.several[k] + (g.second[k] >= 0)
        g.parts = <float*>(g.steps + options)
        g.won = g.parts + sets
        g.lost = g.won + sets
        g.certain = <unsigned char*>(g.lost + 2 * modes)
        for k in range(2):
            g.sides[k].taken = g.certain + marks + k * picked * LANES
        for k in range(modes):
            g.wiping = g.wiping or g.wipes[k] > 0
            g.ahead[k] = g.sets[k]
            if g.denominators[k]:
                g.divisors[k] = divisor_of(g.denominators[k])
                g.lost[2 * k] = <double>g.busts[k] / <double>g.denominators[k]
                g.lost[2 * k + 1] = <double>g.wipes[k] / <double>g.denominators[k]
            for j in range(g.sets[k + 1] - 1, g.sets[k] - 1, -1):
                g.shifted[j] = g.weights[j] << g.divisors[k].shift
                g.behind[j], g.later[j] = g.shifted[j], g.reach[j]
                if j + 1 < g.sets[k + 1]:
                    g.behind[j] += g.behind[j + 1]
                    g.later[j] = min(g.reach[j], g.later[j + 1])
                g.shares[j] = <double>g.weights[j] / <double>g.denominators[k]
                g.parts[j] = g.shares[j]
                g.won[j] = g.parts[j] + (g.won[j + 1] if j + 1 < g.sets[k + 1] else 0)
        self.counts.nearest = ONE

    def __dealloc__(self):
        free(self.shared)
        free(self.memory)
        free(self.text.letters)

    cdef int share(self, int64_t start, dict arrays) except -1:
        """Take where turns end and begin, or let all of them do so where the first one does."""
        cdef Game* g = &self.game
        cdef int64_t k
        if "ends" in arrays:
            g.ends = <integers>self.arrays.take("ends", b"q", g.goal)
            g.begins = <integers>self.arrays.take("begins", b"q", g.goal)
            g.bases = <integers>self.arrays.take("bases", b"q", g.goal)
            g.lasts = <integers>self.arrays.take("lasts", b"q", g.goal)
            return 0
        self.shared = <int64_t*>calloc(4 * g.goal, sizeof(int64_t))
        if not self.shared:
            raise MemoryError
        for k in range(g.goal):
            self.shared[k], self.shared[g.goal + k] = g.goal, start
            self.shared[3 * g.goal + k] = g.last
        g.ends, g.begins, g.bases = self.shared, self.shared + g.goal, self.shared + 2 * g.goal
        g.lasts = self.shared + 3 * g.goal
        return 0

    cdef int name(self, dict arrays) except -1:
        """Take the modes and sets of which decisions are written down."""
        cdef Game* g = &self.game
        cdef int64_t options = len(arrays["named_gains"])
        g.names, g.set_names = len(arrays["named"]), len(arrays["named_sets"]) - 1
        g.named = <integers>self.arrays.take("named", b"q", g.names)
        g.named_sets = <integers>self.arrays.take("named_sets", b"q", g.set_names + 1)
        g.named_gains = <integers>self.arrays.take("named_gains", b"q", options)
        g.named_after = <integers>self.arrays.take("named_after", b"q", options)
        return 0

    cdef number_t* numbers(self, str name, int64_t length, bint write=False) except? NULL:
        """The numbers of an array, each of as many limbs as there are."""
        cdef void* found = self.arrays.take(name, b"Q", length * LIMBS, write)
        if <uint64_t>found % sizeof(number_t):
            raise ValueError(f"the array {name} does not begin where a number may")
        return <number_t*>found

    @property
    def found(self):
        """Decided, ties, sets of options proved, ties of these, and payoffs of throws."""
        cdef Counts* counts = &self.counts
        return counts.decided, counts.ties, counts.asides, counts.aside_ties, counts.throws

    @property
    def judged(self):
        """Right and wrong decisions of the table by margins that are not disputed."""
        return self.counts.right, self.counts.wrong

    @property
    def written(self):
        """A line for each turn of which all is proved: scores, and decisions in runs."""
        return self.text.letters[:self.text.length] if self.text.length else b""

    @property
    def closest(self):
        """The closest calls, in no order: margin at least, state, whether one throws, at most."""
        return [
            (
                one.least, (one.own, *self.scores(one.own, one.opp), one.points, one.mode),
                bool(one.throws), one.most,
            )
            for one in self.calls[:self.kept]
        ]

    cdef list scores(self, int64_t own, int64_t opp):
        """What the others have."""
        cdef list found = []
        cdef int64_t span = self.game.span, k
        for k in range(self.game.players - 1, 0, -1):
            found.insert(0, opp % span + (own - own % span + k * span) % self.game.goal)
            opp //= span
        return found

    def prove(self, pairs not None, int64_t begin, int64_t end, *, bint near=False):
        """Enclose pairs, larger sums first; False where that is not possible with these bits.

        Parameters
        ----------
        pairs : array of the type "q"
            i and j of every pair, one after the other.
        begin, end : int
            Which of them to prove now.
        near : bool
            Whether they are only approximated, and nothing is proved.
        """
        cdef Py_buffer view
        cdef int64_t k, count
        cdef bint proved = True
        cdef integers pair
        PyObject_GetBuffer(pairs, &view, PyBUF_FORMAT)
        try:
            pair = <integers>view.buf
            with nogil:
                k = begin
                while k < end and proved:
                    count = self.alongside(pair + 2 * k, end - k)
                    proved = self.pairs(pair + 2 * k, count, near)
                    k += count
        finally:
            PyBuffer_Release(&view)
        if self.text.full:
            raise MemoryError
        return proved

    def starts(self, dict arrays not None, *, bint judged=False, bint near=False):
        """Bounds of turn starts whose busts pay something of their own; nothing is kept.

        Parameters
        ----------
        arrays : dict
            ``scores``, own and opp of every turn; ``paid``, bounds of what its bust pays, and
            ``found``, those of what it is worth, which are written.
        judged : bool
            Whether to count what the bounds prove; turns that leave something open are in ``left``.
        near : bool
            Whether lower bounds alone are wanted, twice, as nothing is to be proved.
        """
        cdef const Game* g = &self.game
        cdef Turn* turn = self.turns
        cdef Buffers held = Buffers(arrays)
        cdef int64_t count = len(arrays["scores"]) // 2, k, place
        cdef integers scores = <integers>held.take("scores", b"q", 2 * count)
        cdef number_t* paid = <number_t*>held.take("paid", b"Q", 2 * count * LIMBS)
        cdef number_t* found = <number_t*>held.take("found", b"Q", 2 * count * LIMBS, True)
        cdef number_t low, high
        with nogil:
            for k in range(count):
                seat(g, turn, scores[2 * k], scores[2 * k + 1])
                # Banking nothing is never allowed, so that its place is free for the bust.
                place = turn.opp * g.goal + turn.own
                low, high = g.low[place], g.high[place]
                g.low[place], g.high[place] = paid[2 * k], paid[2 * k + 1]
                bound(g, turn, near)
                found[2 * k] = turn.throw_low[g.begins[turn.own]]
                found[2 * k + 1] = (turn.throw_low if near else turn.throw_high)[g.begins[turn.own]]
                if judged and not self.judge(turn):
                    with gil:
                        self.left.append((turn.own, turn.opp))
                g.low[place], g.high[place] = low, high

    cdef int64_t alongside(self, integers pair, int64_t most) noexcept nogil:
        """How many pairs from one on are approximated side by side: (i, j), (i + 1, j - 1), ..."""
        cdef const Game* g = &self.game
        cdef int64_t count = 1
        if not g.picks or self.is_settled(pair[0], pair[1]):
            return 1
        while count < min(most, LANES) and (
            pair[2 * count] == pair[0] + count and pair[2 * count + 1] == pair[1] - count
            and not self.is_settled(pair[2 * count], pair[2 * count + 1])
            and g.ends[pair[2 * count]] == g.ends[pair[0]]
            and g.ends[pair[2 * count + 1]] == g.ends[pair[1]]
        ):
            count += 1
        return count

    cdef bint pairs(self, integers pair, int64_t count, bint near) noexcept nogil:
        """Approximate pairs, and enclose them unless they are only to be near; whether that is
        possible with these bits.
        """
        cdef const Game* g = &self.game
        cdef bint settled = self.is_settled(pair[0], pair[1]), proved = True
        cdef number_t[2 * LANES] centre
        cdef number_t[2 * LANES] radius
        cdef Turn* turn
        cdef int64_t k
        for k in range(count):
            seat(g, &self.turns[2 * k], pair[2 * k], pair[2 * k + 1])
            seat(g, &self.turns[2 * k + 1], pair[2 * k + 1], pair[2 * k])
        for k in range(2 * count if g.centre and not settled else 0):
            turn = &self.turns[k]
            centre[k] = g.centre[turn.own * g.goal + turn.opp]
            radius[k] = g.radius[turn.own * g.goal + turn.opp]
        if not g.centre and not settled:
            approximate(g, self.turns, count, centre, radius)
        for k in range(count):
            turn = &self.turns[2 * k]
            if not near:
                proved = proved and self.one_pair(turn, settled, centre + 2 * k, radius + 2 * k)
            elif settled:
                self.keep_settled(turn.own, turn.opp)
                self.keep_settled(turn.opp, turn.own)
            else:
                keep(g, turn.opp, turn.own, centre[2 * k + 1], centre[2 * k + 1])
                keep(g, turn.own, turn.opp, centre[2 * k], centre[2 * k])
        return proved

    cdef bint is_settled(self, int64_t i, int64_t j) noexcept nogil:
        """Whether a pair is known beforehand."""
        cdef const Game* g = &self.game
        return (g.dead[i] and (g.dead[j] or g.sure[j])) or (g.dead[j] and g.sure[i])

    cdef bint one_pair(
        self, Turn* turns, bint settled, numbers centre, numbers radius
    ) noexcept nogil:
        """Enclose a pair and count what that proves; whether it is possible with these bits."""
        cdef const Game* g = &self.game
        cdef int64_t i = turns.own, j = turns.opp, count = 1 if i == j else 2, n
        cdef number_t[4] box
        cdef Turn* turn
        for n in range(count if settled else 0):
            turn = &turns[n]
            self.keep_settled(turn.own, turn.opp)
        for n in range(count if settled else 0):
            bound(g, &turns[n])
        if not settled and not enclose(g, turns, count, centre, radius):
            return False
        box[0], box[1] = g.low[i * g.goal + j], g.high[i * g.goal + j]
        box[2], box[3] = g.low[j * g.goal + i], g.high[j * g.goal + i]
        for n in range(count):
            turn = &turns[n]
            if self.is_asked(turn) and not self.judge(turn):
                with gil:
                    self.left.append((
                        turn.own, turn.opp, box[2 * n], box[2 * n + 1], box[2 - 2 * n],
                        box[3 - 2 * n],
                    ))
        for n in range(0 if settled else count):
            turn = &turns[n]
            keep(
                g, turn.own, turn.opp, turn.throw_low[g.begins[turn.own]],
                turn.throw_high[g.begins[turn.own]],
            )
        return True

    cdef void keep_settled(self, int64_t i, int64_t j) noexcept nogil:
        """Who cannot win has lost against who can win for sure; two of them are worth 1/2."""
        cdef const Game* g = &self.game
        cdef number_t value = 0 if g.dead[i] else ONE, by = 0
        if g.dead[i] and g.dead[j]:
            value = ONE >> 1
        elif g.recorded:  # wider than those of larger sums, which they may hang on
            by = (2 * g.goal - i - j) * <number_t>NEAR - (value == ONE)
        keep(g, i, j, value - min(by, value), min(value + by, ONE))

    cdef bint judge(self, Turn* turn) noexcept nogil:
        """Count what the bounds of a turn prove; nothing if they leave something open."""
        cdef Counts counts = self.counts
        cdef const Game* g = &self.game
        cdef int64_t before = counts.decided
        counts.nearest = ONE
        if not is_settled(g, turn, &counts):
            return False
        if g.named and not write_turn(g, turn, &self.text):
            return False
        self.counts = counts
        if g.hold:
            if plays_alike(g, turn, &counts):
                self.counts.right += self.counts.decided - before
            else:
                if g.lasts[turn.own] and g.players == 2:
                    hold_beyond(g, turn)
                play(g, turn)
                self.compare(turn)
        # Where turns differ, calls are those of the first player.
        if g.ends[turn.own] == g.ends[0] and (
            self.kept < self.most or counts.nearest <= self.calls[0].least
        ):
            self.collect(turn)
        return True

    cdef bint is_asked(self, const Turn* turn) noexcept nogil:
        """Whether the decisions of a turn are to be counted."""
        cdef const Game* g = &self.game
        return not g.asked or g.asked[turn.own * g.others + turn.opp] != 0

    cdef void compare(self, const Turn* turn) noexcept nogil:
        """Count the decisions of the table in a turn."""
        cdef const Game* g = &self.game
        cdef numbers low = turn.bank_low, high = turn.bank_high
        cdef integers counted = g.counted + g.bases[turn.own] * g.modes
        cdef int64_t place, s
        cdef double margin, bank
        cdef bint throws
        for place in range((turn.top - turn.own) * g.modes):
            s = turn.own + place // g.modes
            if not (counted[place] and may_choose(g, turn.own, s, place % g.modes)):
                continue
            throws = turn.throw_low[place] > high[s]
            if throws or turn.throw_high[place] < low[s]:
                bank = turn.hold[s]
                margin = g.thrown[place] - bank
                if -g.disputed <= margin <= g.disputed:
                    with gil:
                        self.close.append((bool(throws), margin, bank))
                elif (margin > 0) == throws:
                    self.counts.right += 1
                else:
                    self.counts.wrong += 1

    cdef void collect(self, const Turn* turn) noexcept nogil:
        """Keep the closest calls of a turn."""
        cdef const Game* g = &self.game
        cdef numbers low = turn.bank_low, high = turn.bank_high
        cdef int64_t place, s
        cdef signed_t least, most
        cdef Call call
        call.own, call.opp = turn.own, turn.opp
        for place in range((turn.top - turn.own) * g.modes):
            call.points, call.mode = place // g.modes, place % g.modes
            s = turn.own + call.points
            if not (g.counted[place] and may_choose(g, turn.own, s, call.mode)):
                continue
            least, most = turn.throw_low[place] - high[s], turn.throw_high[place] - low[s]
            if least > 0 or most < 0:  # and whatever is no tie is decided
                call.throws = least > 0
                call.least, call.most = (least, most) if call.throws else (-most, -least)
                if self.kept < self.most:
                    self.kept += 1
                    self.rise(self.kept - 1, &call)
                elif is_closer(&call, &self.calls[0]):
                    self.sink(&call)

    cdef void rise(self, int64_t place, const Call* call) noexcept nogil:
        """Put a call at a place of the heap or above."""
        while place and is_closer(&self.calls[(place - 1) // 2], call):
            self.calls[place] = self.calls[(place - 1) // 2]
            place = (place - 1) // 2
        self.calls[place] = call[0]

    cdef void sink(self, const Call* call) noexcept nogil:
        """Put a call at the top of the heap or below."""
        cdef int64_t place = 0, lower = 1
        while lower < self.kept:
            if lower + 1 < self.kept and is_closer(&self.calls[lower], &self.calls[lower + 1]):
                lower += 1
            if not is_closer(call, &self.calls[lower]):
                break
            self.calls[place] = self.calls[lower]
            place, lower = lower, 2 * lower + 1
        self.calls[place] = call[0]

def arithmetic(dict arrays not None, uint64_t weight, uint64_t below, int64_t stretch):
    """Each operation on numbers, for tests: a b / ONE, a / (1 - b c), a / b, a at such a stretch.

    They are written down with a times the weight over ``below``, of which it is at most the whole.
    """
    cdef Buffers held = Buffers(arrays)
    cdef signed_t* given = <signed_t*>held.take("given", b"Q", 3 * LIMBS)
    cdef signed_t* found = <signed_t*>held.take("found", b"Q", 5 * LIMBS, True)
    cdef signed_t a = given[0], b = given[1]
    cdef divisor_t divisor = divisor_of(below)
    cdef sum_t total
    memset(&total, 0, sizeof(sum_t))
    add(&total, weight << divisor.shift, a)
    found[0], found[1] = scaled(a, b), step_of(a, b, given[2])
    found[2], found[3] = reach_of(a, b), stretched(a, stretch)
    found[4] = over(total, &divisor)

include "cells.pxi"
