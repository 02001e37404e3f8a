/* Numbers of the verifier's turns, and the turn: once for whole numbers and once for doubles. */

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef unsigned __int128 wide_t;

/* What division by one number takes: that number shifted to its full length, by how much, and its
   reciprocal 2^128 / d - 2^64, rounded down. */
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
    const uint64_t over = -(uint64_t)(rest > (uint64_t)near);  /* no branch: it is as good as random */
    quotient += over;
    rest += over & it->below;
    if (rest >= it->below) { quotient++; rest -= it->below; }
    *left = rest;
    return quotient;
}

#ifndef PIGVERIFY_LIMBS
#define PIGVERIFY_LIMBS 1
#endif
#define PIGVERIFY_ONE ((number_t)1 << 62 * PIGVERIFY_LIMBS)

/* Sums of numbers times weights of 64 bits, and a sum over a divisor, rounded down. */
#if PIGVERIFY_LIMBS == 1
typedef uint64_t number_t;
typedef wide_t sum_t;

static inline void add(sum_t *sum, uint64_t weight, number_t value) {
    *sum += (wide_t)weight * value;
}

static inline number_t over(sum_t sum, const divisor_t *it) {
    uint64_t rest;
    return limb_of(sum, it, &rest);
}

static inline uint64_t upper_of(number_t a) { return 0; }
static inline number_t joined(uint64_t high, uint64_t low) { return low; }
#else
typedef wide_t number_t;
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

static inline uint64_t upper_of(number_t a) { return (uint64_t)(a >> 64); }
static inline number_t joined(uint64_t high, uint64_t low) { return (wide_t)high << 64 | low; }
#endif

/* What a finder does with numbers of double precision, nearest each: a guess as a number, how far
   the mean of two is from a third, half their distance and something, and a number moved. */
static inline number_t middle_of(double guess) {
    if (!(guess > 0)) return 0;
    return guess >= 1 ? PIGVERIFY_ONE : (number_t)(guess * (double)PIGVERIFY_ONE);
}

static inline double rest_of(number_t low, number_t high, number_t middle) {
    return (double)((__int128)((low + high) >> 1) - (__int128)middle);
}

static inline double width_of(number_t low, number_t high) {
    return (double)((high > low ? high - low : low - high) / 2 + 3);
}

static inline number_t moved(number_t middle, double step) {
    const __int128 one = PIGVERIFY_ONE;
    if (!(step < (double)one)) return PIGVERIFY_ONE;
    if (step <= -(double)one) return 0;
    const __int128 found = (__int128)middle + (__int128)rint(step);
    return found < 0 ? 0 : found > one ? PIGVERIFY_ONE : (number_t)found;
}

static inline void add_double(double *sum, double weight, double value) { *sum += weight * value; }

/* A player's rules; weights are shifted to the left as the denominator of their mode is. */
typedef struct {
    int64_t modes, start, most, sets;
    const int64_t *order, *may, *single_ends, *single_places, *set_ends, *set_numbers;
    const int64_t *option_ends, *options;
    const uint64_t *below;
    divisor_t *by;
    uint64_t *busts, *wipes, *single_weights, *set_weights;
    double *bust_chances, *wipe_chances, *single_chances, *set_chances;
    /* The turn that is looked at. */
    int64_t T, first, still;
    int capped, throws;
} rules_t;

static inline int may_choose(const rules_t *r, int64_t t, int64_t n) {
    return t == 0 && n == r->start ? !r->throws : r->may[n] && t >= r->first;
}

/* At best, by a plan, or at best with the plan noted. */
enum { BEST, FOLLOW, NOTE };

#define NUMBER number_t
#define WEIGHT uint64_t
#define TOTAL sum_t
#define ADD add
#define OF(name) name##s
#define EACH(name) name##_weights
#define MEAN(sum) ((up ? add(&(sum), r->by[n].below - 1, 1) : (void)0), over(sum, r->by + n))
#define TURN turn_in_numbers
#include "turn.inc"
#undef NUMBER
#undef WEIGHT
#undef TOTAL
#undef ADD
#undef OF
#undef EACH
#undef MEAN
#undef TURN

#define NUMBER double
#define WEIGHT double
#define TOTAL double
#define ADD add_double
#define OF(name) name##_chances
#define EACH(name) name##_chances
#define MEAN(sum) (sum)
#define TURN turn_in_doubles
#include "turn.inc"
