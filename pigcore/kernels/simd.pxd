# Rows of eight doubles, and functions compiled for several instruction sets: see simd.h.

cdef extern from "simd.h" nogil:
    ctypedef void clones "PIGCORE_CLONES"
    enum: LANES "PIGCORE_LANES"
    ctypedef struct lanes:
        pass
    lanes load "lanes_load"(const double*)
    void store "lanes_store"(double*, lanes)
    lanes add "lanes_add"(lanes, lanes)
    lanes times "lanes_mul"(lanes, lanes)
    lanes madd "lanes_madd"(lanes, double, lanes)
    lanes where_greater "lanes_where_greater"(lanes, lanes, lanes, lanes)
