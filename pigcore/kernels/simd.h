/* Rows of doubles, as wide as one register of the instruction set that a module is compiled for.
 *
 * A `lanes` is a row of PIGCORE_LANES doubles: 8 with AVX-512, 4 with AVX2, 2 elsewhere (SSE2,
 * NEON, no vectors at all). It is never wider than a register: GCC splits wider ones badly. setup.py
 * compiles the kernel of turns once per instruction set and says how wide they are; the
 * package picks one at import. All give the same bits, because no lane looks at another and the
 * build turns fused multiply-add off.
 */
#ifndef PIGCORE_SIMD_H
#define PIGCORE_SIMD_H

#include <stdint.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#ifndef PIGCORE_LANES
#define PIGCORE_LANES 2
#endif

#if defined(__GNUC__) && !defined(PIGCORE_PLAIN)
#pragma GCC diagnostic ignored "-Wpsabi" /* every function here is inlined: no ABI to keep */
#define PIGCORE_INLINE static inline __attribute__((always_inline))
#define PIGCORE_UNFOLDED __attribute__((always_inline)) void
typedef double lanes __attribute__((vector_size(8 * PIGCORE_LANES)));
typedef double lanes_anywhere __attribute__((vector_size(8 * PIGCORE_LANES), aligned(8)));
typedef long long lanes_mask __attribute__((vector_size(8 * PIGCORE_LANES)));

PIGCORE_INLINE lanes lanes_load(const double *from) { return *(const lanes_anywhere *)from; }
PIGCORE_INLINE void lanes_store(double *to, lanes row) { *(lanes_anywhere *)to = row; }
PIGCORE_INLINE lanes lanes_all(double x) {
    const lanes zero = {0};
    return x - zero;
}
PIGCORE_INLINE lanes lanes_mul(lanes a, lanes b) { return a * b; }
PIGCORE_INLINE lanes lanes_add(lanes a, lanes b) { return a + b; }
PIGCORE_INLINE lanes lanes_sub(lanes a, lanes b) { return a - b; }
/* The lanes of `yes` where a > b, of `no` elsewhere. */
PIGCORE_INLINE lanes lanes_where_greater(lanes a, lanes b, lanes yes, lanes no) {
    lanes_mask m = (lanes_mask)(a > b);
    return (lanes)((m & (lanes_mask)yes) | (~m & (lanes_mask)no));
}
/* where_greater(a, b, a, b) as one instruction, which is defined as just that, zeros included. */
PIGCORE_INLINE lanes lanes_greatest(lanes a, lanes b) {
#if defined(__AVX512F__) && PIGCORE_LANES == 8
    return (lanes)_mm512_max_pd((__m512d)a, (__m512d)b);
#elif defined(__AVX__) && PIGCORE_LANES == 4
    return (lanes)_mm256_max_pd((__m256d)a, (__m256d)b);
#elif defined(__SSE2__) && PIGCORE_LANES == 2
    return (lanes)_mm_max_pd((__m128d)a, (__m128d)b);
#else
    return lanes_where_greater(a, b, a, b);
#endif
}
/* where_greater(b, a, a, b), likewise. */
PIGCORE_INLINE lanes lanes_least(lanes a, lanes b) {
#if defined(__AVX512F__) && PIGCORE_LANES == 8
    return (lanes)_mm512_min_pd((__m512d)a, (__m512d)b);
#elif defined(__AVX__) && PIGCORE_LANES == 4
    return (lanes)_mm256_min_pd((__m256d)a, (__m256d)b);
#elif defined(__SSE2__) && PIGCORE_LANES == 2
    return (lanes)_mm_min_pd((__m128d)a, (__m128d)b);
#else
    return lanes_where_greater(b, a, a, b);
#endif
}
/* Whether a > b in any lane. */
PIGCORE_INLINE int lanes_any_greater(lanes a, lanes b) {
#if defined(__AVX512F__) && PIGCORE_LANES == 8
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_GT_OQ) != 0;
#elif defined(__AVX__) && PIGCORE_LANES == 4
    return _mm256_movemask_pd(_mm256_cmp_pd((__m256d)a, (__m256d)b, _CMP_GT_OQ)) != 0;
#elif defined(__SSE2__) && PIGCORE_LANES == 2
    return _mm_movemask_pd(_mm_cmpgt_pd((__m128d)a, (__m128d)b)) != 0;
#else
    const lanes_mask m = (lanes_mask)(a > b);
    int any = 0;
    for (int l = 0; l < PIGCORE_LANES; l++) any |= m[l] != 0;
    return any;
#endif
}
#else /* MSVC, or -DPIGCORE_PLAIN to try this half elsewhere */
#define PIGCORE_INLINE static inline
#define PIGCORE_UNFOLDED void
typedef struct { double lane[PIGCORE_LANES]; } lanes;
#define PIGCORE_EACH for (int l = 0; l < PIGCORE_LANES; l++)

PIGCORE_INLINE lanes lanes_load(const double *from) {
    lanes row;
    PIGCORE_EACH row.lane[l] = from[l];
    return row;
}
PIGCORE_INLINE void lanes_store(double *to, lanes row) { PIGCORE_EACH to[l] = row.lane[l]; }
PIGCORE_INLINE lanes lanes_all(double x) {
    lanes row;
    PIGCORE_EACH row.lane[l] = x;
    return row;
}
PIGCORE_INLINE lanes lanes_mul(lanes a, lanes b) {
    PIGCORE_EACH a.lane[l] *= b.lane[l];
    return a;
}
PIGCORE_INLINE lanes lanes_add(lanes a, lanes b) {
    PIGCORE_EACH a.lane[l] += b.lane[l];
    return a;
}
PIGCORE_INLINE lanes lanes_sub(lanes a, lanes b) {
    PIGCORE_EACH a.lane[l] -= b.lane[l];
    return a;
}
PIGCORE_INLINE lanes lanes_where_greater(lanes a, lanes b, lanes yes, lanes no) {
    PIGCORE_EACH if (a.lane[l] > b.lane[l]) no.lane[l] = yes.lane[l];
    return no;
}
PIGCORE_INLINE int lanes_any_greater(lanes a, lanes b) {
    int any = 0;
    PIGCORE_EACH any |= a.lane[l] > b.lane[l];
    return any;
}
PIGCORE_INLINE lanes lanes_greatest(lanes a, lanes b) { return lanes_where_greater(a, b, a, b); }
PIGCORE_INLINE lanes lanes_least(lanes a, lanes b) { return lanes_where_greater(b, a, a, b); }
#endif

/* a + p b, rounded twice. */
PIGCORE_INLINE lanes lanes_madd(lanes a, double p, lanes b) {
    return lanes_add(a, lanes_mul(lanes_all(p), b));
}
/* The first address from `memory` on where the widest row is aligned: up to 63 bytes further. */
PIGCORE_INLINE double *lanes_aligned(void *memory) {
    return (double *)(((uintptr_t)memory + 63) & ~(uintptr_t)63);
}

#endif
