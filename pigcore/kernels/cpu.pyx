# Which of the compiled instruction sets this processor has.
#
# The levels of x86-64 are sets of features: "System V Application Binary Interface, AMD64
# Architecture Processor Supplement", table 3.1. A feature is there if the processor has it (CPUID)
# and the system keeps its registers (XGETBV). __builtin_cpu_supports would say the same, were it not
# that the library of some compilers, Zig's among them, answers no to every question.

cdef extern from *:
    """
    #ifdef PIGCORE_VARIANTS
    #include <cpuid.h>
    static int pigcore_has(int level) {
        /* SSE3 SSSE3 FMA CMPXCHG16B SSE4.1 SSE4.2 MOVBE POPCNT OSXSAVE AVX F16C */
        const unsigned first = 1u << 0 | 1u << 9 | 1u << 12 | 1u << 13 | 1u << 19 | 1u << 20
                             | 1u << 22 | 1u << 23 | 1u << 27 | 1u << 28 | 1u << 29;
        const unsigned longer = 1u << 0 | 1u << 5; /* LAHF LZCNT */
        unsigned seventh = 1u << 3 | 1u << 5 | 1u << 8; /* BMI1 AVX2 BMI2 */
        unsigned kept = 1u << 1 | 1u << 2; /* registers of SSE and AVX */
        unsigned a, b, c, d;
        if (level == 4) { /* AVX512F, DQ, CD, BW and VL, and their masks and registers */
            seventh |= 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31;
            kept |= 1u << 5 | 1u << 6 | 1u << 7;
        }
        if (!__get_cpuid(1, &a, &b, &c, &d) || (c & first) != first) return 0;
        if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || (c & longer) != longer) return 0;
        if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & seventh) != seventh) return 0;
        __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
        return (a & kept) == kept;
    }
    #else
    static int pigcore_has(int level) { return level < 0; }
    #endif
    """
    bint has "pigcore_has"(int level)


def variants():
    """The instruction sets that are compiled in and run here, best first; the last always is v2."""
    return tuple([f"v{level}" for level in (4, 3) if has(level)] + ["v2"])
