# Which of the compiled instruction sets this processor has.

cdef extern from *:
    """
    #ifdef PIGCORE_VARIANTS
    static int pigcore_has(int level) {
        __builtin_cpu_init();
        return level == 4 ? __builtin_cpu_supports("x86-64-v4") != 0
                          : __builtin_cpu_supports("x86-64-v3") != 0;
    }
    #else
    static int pigcore_has(int level) { return level < 0; }
    #endif
    """
    bint has "pigcore_has"(int level)


def variants():
    """The instruction sets that are compiled in and run here, best first; the last always is v2."""
    return tuple([f"v{level}" for level in (4, 3) if has(level)] + ["v2"])
