# Rows of doubles as wide as a register: see simd.h.

cdef extern from "simd.h" nogil:
    enum: LANES "PIGCORE_LANES"
    ctypedef struct lanes:
        pass
    # What a function returns that does nothing but work on arrays, and that each caller has a copy
    # of: its constants decide what is in it.
    ctypedef void unfolded "PIGCORE_UNFOLDED"
    lanes load "lanes_load"(const double*)
    void store "lanes_store"(double*, lanes)
    lanes all_lanes "lanes_all"(double)
    lanes add "lanes_add"(lanes, lanes)
    lanes subtract "lanes_sub"(lanes, lanes)
    lanes times "lanes_mul"(lanes, lanes)
    lanes madd "lanes_madd"(lanes, double, lanes)
    lanes where_greater "lanes_where_greater"(lanes, lanes, lanes, lanes)
    bint any_greater "lanes_any_greater"(lanes, lanes)
    lanes greatest "lanes_greatest"(lanes, lanes)
    lanes least "lanes_least"(lanes, lanes)
    double* aligned "lanes_aligned"(void*)

cdef enum:
    MOST_LANES = 8  # of any instruction set: what arrays on the stack make space for
