# Arithmetic modulo as many primes as a register has lanes, in doubles and without rounding.
#
# The primes p are below 2^26, and residues r lie around 0: |r| <= (p + 1) / 2. So a product has at
# most 50 bits, seven of them with one residue more have less than 53, and a double holds their sum
# exactly. With t / p rounded to a whole number q (by adding and subtracting 3 2^51), t - q p is the
# residue of t; every operation is exact, so the instruction sets agree. 1 / a = a^(p-2) by Fermat.

cdef enum:
    TERMS = 7      # products that a double can add up
    BITS = 26      # of a prime

cdef double ROUNDER = 6755399441055744.0  # 3 2^51: what is added to it keeps no fraction


cdef inline lanes residue(lanes t, lanes p, lanes reciprocal) noexcept nogil:
    """The residue of t modulo p, around 0."""
    cdef lanes q = subtract(add(times(t, reciprocal), all_lanes(ROUNDER)), all_lanes(ROUNDER))
    return subtract(t, times(q, p))


cdef inline lanes product(lanes a, lanes b, lanes p, lanes reciprocal) noexcept nogil:
    return residue(times(a, b), p, reciprocal)


cdef lanes power(lanes a, const double* exponent, lanes p, lanes reciprocal) noexcept nogil:
    """a to the power whose bits, highest first, stand in the rows of `exponent`."""
    cdef Py_ssize_t bit
    cdef lanes one = all_lanes(1.0)
    cdef lanes half = all_lanes(0.5)
    cdef lanes found = one
    for bit in range(BITS):
        found = product(found, found, p, reciprocal)
        found = product(
            found, where_greater(load(exponent + bit * LANES), half, a, one), p, reciprocal
        )
    return found


cdef struct Field:
    # As many primes as a row holds, in rows of LANES doubles.
    double[MOST_LANES] prime
    double[MOST_LANES] reciprocal
    double[BITS * MOST_LANES] exponent   # the bits of p - 2, for inverses


cdef void take(Field* field, const int64_t[::1] primes, Py_ssize_t first) noexcept nogil:
    """The field of the primes from `first` on; the last one repeated where there are no more."""
    cdef Py_ssize_t l, bit
    cdef int64_t p
    for l in range(LANES):
        p = primes[min(first + l, primes.shape[0] - 1)]
        field.prime[l] = <double>p
        field.reciprocal[l] = 1.0 / p
        for bit in range(BITS):
            field.exponent[bit * LANES + l] = (p - 2) >> (BITS - 1 - bit) & 1


cdef lanes invert(
    const double* number, double* inverse, Py_ssize_t count, const Field* field, lanes p, lanes r
) noexcept nogil:
    """All inverses from one; returns 1, or 0 if some number is 0."""
    cdef Py_ssize_t i
    cdef lanes whole = all_lanes(1.0)
    cdef lanes rest
    for i in range(count):
        store(inverse + i * LANES, whole)  # the product of those before
        whole = product(whole, load(number + i * LANES), p, r)
    rest = power(whole, field.exponent, p, r)
    whole = product(whole, rest, p, r)
    for i in range(count - 1, -1, -1):
        store(inverse + i * LANES, product(load(inverse + i * LANES), rest, p, r))
        rest = product(rest, load(number + i * LANES), p, r)
    return whole


cdef int check_primes(const int64_t[::1] primes) except -1:
    cdef Py_ssize_t i
    for i in range(primes.shape[0]):
        if not 1 << BITS - 1 < primes[i] < 1 << BITS:
            raise ValueError(f"a prime is {primes[i]}, but must be between 2^25 and 2^26")
    return 0


cdef inline int64_t whole(double r, int64_t p) noexcept nogil:
    """The residue between 0 and p - 1."""
    return <int64_t>r + (p if r < 0.0 else 0)
