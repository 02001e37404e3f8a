/* Eight doubles at a time, on several instruction sets, in one portable binary.
 *
 * A Cython function whose return type is `clones` (a void) is compiled by GCC once per
 * instruction set named here, and the loader picks the best at run time. The variants give
 * the same bits because the build turns fused multiply-add off. Elsewhere the name is a
 * plain void and the compiler's baseline is what runs.
 *
 * A `lanes` is a row of LANES doubles: one 512-bit, two 256-bit or four 128-bit registers where
 * the compiler knows vectors (GCC, clang), an array and a loop where it does not.
 */
#ifndef PIGCORE_SIMD_H
#define PIGCORE_SIMD_H

#include <string.h>

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) && \
    __GNUC__ >= 12
#define PIGCORE_CLONES \
    __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default"))) void
#else
#define PIGCORE_CLONES void
#endif

#define PIGCORE_LANES 8

#if defined(__GNUC__) && !defined(PIGCORE_PLAIN)
#pragma GCC diagnostic ignored "-Wpsabi" /* every function here is inlined: no ABI to keep */
#define PIGCORE_INLINE static inline __attribute__((always_inline))
typedef double lanes __attribute__((vector_size(8 * PIGCORE_LANES)));
typedef long long lanes_mask __attribute__((vector_size(8 * PIGCORE_LANES)));

PIGCORE_INLINE lanes lanes_madd(lanes a, double p, lanes b) { return a + p * b; }
PIGCORE_INLINE lanes lanes_mul(lanes a, lanes b) { return a * b; }
PIGCORE_INLINE lanes lanes_add(lanes a, lanes b) { return a + b; }
/* The lanes of `yes` where a > b, of `no` elsewhere. */
PIGCORE_INLINE lanes lanes_where_greater(lanes a, lanes b, lanes yes, lanes no) {
    lanes_mask m = (lanes_mask)(a > b);
    return (lanes)((m & (lanes_mask)yes) | (~m & (lanes_mask)no));
}
#else /* MSVC, or -DPIGCORE_PLAIN to try this half elsewhere */
#define PIGCORE_INLINE static inline
typedef struct { double lane[PIGCORE_LANES]; } lanes;

PIGCORE_INLINE lanes lanes_madd(lanes a, double p, lanes b) {
    for (int l = 0; l < PIGCORE_LANES; l++) a.lane[l] += p * b.lane[l];
    return a;
}
PIGCORE_INLINE lanes lanes_mul(lanes a, lanes b) {
    for (int l = 0; l < PIGCORE_LANES; l++) a.lane[l] *= b.lane[l];
    return a;
}
PIGCORE_INLINE lanes lanes_add(lanes a, lanes b) {
    for (int l = 0; l < PIGCORE_LANES; l++) a.lane[l] += b.lane[l];
    return a;
}
PIGCORE_INLINE lanes lanes_where_greater(lanes a, lanes b, lanes yes, lanes no) {
    for (int l = 0; l < PIGCORE_LANES; l++)
        if (a.lane[l] > b.lane[l]) no.lane[l] = yes.lane[l];
    return no;
}
#endif

PIGCORE_INLINE lanes lanes_load(const double *from) {
    lanes row;
    memcpy(&row, from, sizeof row);
    return row;
}
PIGCORE_INLINE void lanes_store(double *to, lanes row) { memcpy(to, &row, sizeof row); }

#endif
