# Numbers of twice the precision: a pair of doubles whose sum they are, hi being that sum rounded.
#
# A sum or product of two is off by less than 2**-102 of the result's operands (sums: of the larger
# one). No fused multiply-add is needed, so that all processors give the same bits.
#
# Source: T. Dekker, "A Floating-Point Technique for Extending the Available Precision", Numerische
# Mathematik 18, 1971.

cdef struct Pair:
    double hi
    double lo


cdef inline Pair pair(double hi) noexcept nogil:
    cdef Pair sum
    sum.hi, sum.lo = hi, 0.0
    return sum


cdef inline Pair exact_sum(double a, double b) noexcept nogil:
    cdef Pair sum
    cdef double part
    sum.hi = a + b
    part = sum.hi - a
    sum.lo = (a - (sum.hi - part)) + (b - part)
    return sum


cdef inline Pair plus(Pair a, Pair b) noexcept nogil:
    cdef Pair high = exact_sum(a.hi, b.hi)
    cdef Pair low = exact_sum(a.lo, b.lo)
    high = exact_sum(high.hi, high.lo + low.hi)
    return exact_sum(high.hi, high.lo + low.lo)


cdef inline Pair minus(Pair a, Pair b) noexcept nogil:
    b.hi, b.lo = -b.hi, -b.lo
    return plus(a, b)


cdef inline Pair exact_product(double a, double b) noexcept nogil:
    # Halves of 26 bits multiply without rounding; |a|, |b| <= 1, so nothing overflows.
    cdef Pair product
    cdef double a1 = 134217729.0 * a
    cdef double b1 = 134217729.0 * b
    a1, b1 = a1 - (a1 - a), b1 - (b1 - b)
    product.hi = a * b
    product.lo = ((a1 * b1 - product.hi) + a1 * (b - b1) + (a - a1) * b1) + (a - a1) * (b - b1)
    return product


cdef inline Pair product(Pair a, Pair b) noexcept nogil:
    cdef Pair high = exact_product(a.hi, b.hi)
    return exact_sum(high.hi, high.lo + (a.hi * b.lo + a.lo * b.hi))
