# Sparse systems of linear equations modulo many primes at once: several primes to a row of doubles.
#
# Mathematics
#     Unknowns x_0 … x_(n-1) satisfy x_k = b_k + sum_l a_kl x_l with rational a and b. They are
#     ordered in blocks such that a row refers to earlier blocks and to its own. What is known of
#     earlier blocks is one sum of products; within a block the rows are eliminated from the first
#     to the last, each becoming
#
#         x_k = b'_k + sum_(u > k) c_ku x_u        (the same block),
#
#     and are then known from the last to the first. Row k is divided by its pivot, one less the
#     coefficient of x_k that the elimination left there; it needs no pivoting, because a prime by
#     which a pivot is divisible is given up. Pivots that are known beforehand, 1 - a b … for blocks
#     whose rows refer to one row each, are inverted together: of the products of the first one, two, …
#     only the last is inverted, and three products a pivot give all inverses back.
#
#     What is found is a number that all wanted unknowns are whole multiples of the inverse of: the
#     caller's `multiple` times all pivots not known beforehand.
#
#     The arithmetic is that of residue_field.pxi.
#
# Arrays (n rows, m coefficients, s scales; C-contiguous)
#     digits     (m, width) float64  numerators, most significant first, base 2^24, all digits of
#                                    one with its sign
#     over       (m,)       intp     the scale that each numerator is over
#     scales     (s, width) float64  whole numbers in the same way
#     multiple   (1, width) float64  one more
#     pivots     (v, w)     intp     the coefficients a, b, … of pivots known beforehand, and -1 for
#                                    each that is not there
#     known      (n,)       intp     which of them row k is divided by; -1 for another or none
#     constant   (n,)       intp     the coefficient b_k
#     begin      (n + 1,)   intp     terms begin[k] … begin[k+1] - 1 of row k are of earlier blocks:
#     terms      (t, 2)     intp     the unknown and its coefficient
#     block      (n,)       intp     the first row of the block of row k
#     inner      (n + 1,)   intp     where the entries of row k within its block stand in
#     entries    (f, 2)     intp     the unknown, rising within a row, and its coefficient, or -1 for
#                                    one that elimination brings in
#     primes     (P,)       int64    between 2^25 and 2^26
#
# What limits it
#     A term is one product and one sum for as many primes as a register has lanes, a pivot three
#     products and an inverse that is not known beforehand 50, each waiting for the last;
#     coefficients and unknowns of a game to 100 fit into the second-level cache.
#
# Source: chinese remaindering of solutions modulo primes is as old as computer algebra: J. von zur
# Gathen, J. Gerhard, "Modern Computer Algebra", chapter 5; residues in doubles: S. Rump's and
# others' error-free transformations, here with nothing left to correct.

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc

from .simd cimport (
    LANES, MOST_LANES, add, aligned, all_lanes, lanes, load, store, subtract, times, where_greater,
)

cdef double BASE = 16777216.0  # of the digits, 2^24

include "residue_field.pxi"


cdef struct Rows:
    # What is known modulo the primes of a field, in rows of LANES doubles.
    double* coefficient
    double* scale
    double* inverse      # of the scales
    double* pivot        # those known beforehand
    double* divided      # one divided by them
    double* x
    double* kept         # the c of all entries
    double* work         # a row of a block


cdef int check_digits(const double[:, ::1] digits) except -1:
    cdef Py_ssize_t i, j
    for i in range(digits.shape[0]):
        for j in range(digits.shape[1]):
            if not -BASE < digits[i, j] < BASE:
                raise ValueError(f"a digit is {digits[i, j]}, but must be below 2^24")
    return 0


def shares(const int64_t[::1] primes not None, const int64_t[::1] others not None):
    """What the chinese remainder theorem weighs each of `primes` with, among all `others`.

    For each p the inverse modulo p of the product of all others; as a list of integers.
    """
    cdef Py_ssize_t first, i, l
    cdef Field field
    cdef lanes p, r, found, apart
    cdef lanes one = all_lanes(1.0)
    cdef double[MOST_LANES] out
    cdef list result = []
    check_primes(primes)
    check_primes(others)
    first = 0
    while first < primes.shape[0]:
        with nogil:
            take(&field, primes, first)
            p, r = load(field.prime), load(field.reciprocal)
            found = one
            for i in range(others.shape[0]):
                # All primes are between 2^25 and 2^26, so the difference is a residue nearly.
                apart = subtract(all_lanes(<double>others[i]), p)
                apart = where_greater(times(apart, apart), all_lanes(0.5), apart, one)
                found = product(found, apart, p, r)
            found = power(found, field.exponent, p, r)
            store(out, found)
        PyErr_CheckSignals()
        for l in range(min(LANES, primes.shape[0] - first)):
            result.append(whole(out[l], primes[first + l]))
        first += LANES
    return result


cdef class System:
    """The equations of one system, checked once so that no index leaves an array."""
    cdef const double[:, ::1] digits
    cdef const double[:, ::1] scales
    cdef const double[:, ::1] multiple
    cdef const Py_ssize_t[::1] over
    cdef const Py_ssize_t[:, ::1] pivots
    cdef const Py_ssize_t[::1] known
    cdef const Py_ssize_t[::1] constant
    cdef const Py_ssize_t[::1] begin
    cdef const Py_ssize_t[:, ::1] terms
    cdef const Py_ssize_t[::1] block
    cdef const Py_ssize_t[::1] inner
    cdef const Py_ssize_t[:, ::1] entries

    def __init__(
        self, const double[:, ::1] digits not None, const Py_ssize_t[::1] over not None,
        const double[:, ::1] scales not None, const double[:, ::1] multiple not None,
        const Py_ssize_t[:, ::1] pivots not None, const Py_ssize_t[::1] known not None,
        const Py_ssize_t[::1] constant not None, const Py_ssize_t[::1] begin not None,
        const Py_ssize_t[:, ::1] terms not None, const Py_ssize_t[::1] block not None,
        const Py_ssize_t[::1] inner not None, const Py_ssize_t[:, ::1] entries not None,
    ):
        self.digits, self.over, self.scales, self.multiple = digits, over, scales, multiple
        self.pivots, self.known = pivots, known
        self.constant, self.begin, self.terms = constant, begin, terms
        self.block, self.inner, self.entries = block, inner, entries
        self.check_shapes()
        self.check_numbers()
        self.check_rows()

    cdef int check_shapes(self) except -1:
        cdef Py_ssize_t n = self.constant.shape[0]
        for name, array, fitting in (
            ("over", self.over, (self.digits.shape[0],)), ("known", self.known, (n,)),
            ("multiple", self.multiple, (1, self.multiple.shape[1])),
            ("pivots", self.pivots, (self.pivots.shape[0], max(self.pivots.shape[1], 1))),
            ("begin", self.begin, (n + 1,)), ("terms", self.terms, (self.terms.shape[0], 2)),
            ("block", self.block, (n,)), ("inner", self.inner, (n + 1,)),
            ("entries", self.entries, (self.entries.shape[0], 2)),
        ):
            if tuple(memoryview(array).shape) != fitting:
                raise ValueError(f"{name} is {memoryview(array).shape}, but must be {fitting}")
        if n < 1:
            raise ValueError("a system needs a row")
        return 0

    cdef int check_numbers(self) except -1:
        cdef Py_ssize_t i, j
        check_digits(self.digits)
        check_digits(self.scales)
        check_digits(self.multiple)
        for i in range(self.over.shape[0]):
            if not 0 <= self.over[i] < self.scales.shape[0]:
                raise ValueError(f"coefficient {i} is over scale {self.over[i]}, which is none")
        for i in range(self.pivots.shape[0]):
            for j in range(self.pivots.shape[1]):
                if not -(j > 0) <= self.pivots[i, j] < self.digits.shape[0]:
                    raise ValueError(f"pivot {i} is of a coefficient that is none")
        return 0

    cdef int check_rows(self) except -1:
        cdef Py_ssize_t n = self.constant.shape[0], m = self.digits.shape[0]
        cdef Py_ssize_t k, i, last
        if self.begin[0] or self.inner[0]:
            raise ValueError("the first row's terms must be the first")
        for k in range(n):
            if not (-1 <= self.known[k] < self.pivots.shape[0] and 0 <= self.constant[k] < m):
                raise ValueError(f"row {k} has a pivot or constant that is none")
            if not (
                self.begin[k] <= self.begin[k + 1] <= self.terms.shape[0]
                and self.inner[k] <= self.inner[k + 1] <= self.entries.shape[0]
                and (self.block[k] == k or k and self.block[k] == self.block[k - 1])
            ):
                raise ValueError(f"row {k} leaves the tables")
            for i in range(self.begin[k], self.begin[k + 1]):
                if not (0 <= self.terms[i, 0] < self.block[k] and 0 <= self.terms[i, 1] < m):
                    raise ValueError(f"term {i} of row {k} is of no earlier block")
            last = self.block[k] - 1
            for i in range(self.inner[k], self.inner[k + 1]):
                if not (last < self.entries[i, 0] < n and -1 <= self.entries[i, 1] < m):
                    raise ValueError(f"entry {i} of row {k} is not in its place")
                last = self.entries[i, 0]
                if self.block[last] != self.block[k]:
                    raise ValueError(f"entry {i} of row {k} is of another block")
        return 0

    cdef Py_ssize_t widest(self) noexcept:
        """The rows of the largest block."""
        cdef Py_ssize_t k, most = 0
        for k in range(self.block.shape[0]):
            most = max(most, k - self.block[k] + 1)
        return most

    cdef void read(
        self, const double[:, ::1] digits, double* into, lanes p, lanes r
    ) noexcept nogil:
        """The residues of whole numbers by Horner's rule."""
        cdef Py_ssize_t i, j
        cdef lanes found
        for i in range(digits.shape[0]):
            found = all_lanes(0.0)
            for j in range(digits.shape[1]):
                found = add(times(found, all_lanes(BASE)), all_lanes(digits[i, j]))
                found = residue(found, p, r)
            store(into + i * LANES, found)

    cdef lanes outside(
        self, Py_ssize_t k, const double* coefficient, const double* x, lanes p, lanes r
    ) noexcept nogil:
        """What row k is worth by its constant and the unknowns of earlier blocks."""
        cdef Py_ssize_t i = self.begin[k], end = self.begin[k + 1], stop
        cdef lanes sum = load(coefficient + self.constant[k] * LANES)
        while i < end:
            stop = min(i + TERMS, end)
            while i < stop:
                sum = add(sum, times(
                    load(coefficient + self.terms[i, 1] * LANES),
                    load(x + self.terms[i, 0] * LANES),
                ))
                i += 1
            sum = residue(sum, p, r)
        return sum

    cdef lanes eliminate(
        self, Py_ssize_t k, const Rows* rows, const Field* field, lanes p, lanes r
    ) noexcept nogil:
        """Express x_k by later unknowns of its block; returns what it does to the multiple."""
        cdef Py_ssize_t first = self.block[k], i, j, l, column
        cdef double* x = rows.x
        cdef double* kept = rows.kept
        cdef double* work = rows.work
        cdef lanes f, found = load(x + k * LANES)
        cdef lanes pivot = all_lanes(1.0)
        cdef lanes effect = pivot
        cdef bint divides = False
        for i in range(self.inner[k], self.inner[k + 1]):
            j = self.entries[i, 1]
            store(
                work + (self.entries[i, 0] - first) * LANES,
                all_lanes(0.0) if j < 0 else load(rows.coefficient + j * LANES),
            )
        for i in range(self.inner[k], self.inner[k + 1]):
            l = self.entries[i, 0]
            f = load(work + (l - first) * LANES)
            if l < k:
                found = residue(add(found, times(f, load(x + l * LANES))), p, r)
                for j in range(self.inner[l], self.inner[l + 1]):
                    column = self.entries[j, 0]
                    if column > l:
                        store(work + (column - first) * LANES, residue(add(
                            load(work + (column - first) * LANES),
                            times(f, load(kept + j * LANES)),
                        ), p, r))
            elif l == k:
                pivot = residue(subtract(pivot, f), p, r)
                divides = True
        if divides:
            if self.known[k] >= 0:
                f = load(rows.divided + self.known[k] * LANES)
            else:
                f = power(pivot, field.exponent, p, r)
                effect = product(product(pivot, f, p, r), pivot, p, r)  # 0 if it is 0
            found = product(found, f, p, r)
        for i in range(self.inner[k], self.inner[k + 1]):
            l = self.entries[i, 0]
            if l > k:
                store(kept + i * LANES, load(work + (l - first) * LANES))
                if divides:
                    store(kept + i * LANES, product(load(kept + i * LANES), f, p, r))
        store(x + k * LANES, found)
        return effect

    cdef void substitute(
        self, Py_ssize_t first, Py_ssize_t last, double* x, const double* kept, lanes p, lanes r
    ) noexcept nogil:
        """The unknowns of a block, from the last to the first."""
        cdef Py_ssize_t k, i, l
        cdef lanes found
        for k in range(last, first - 1, -1):
            found = load(x + k * LANES)
            for i in range(self.inner[k], self.inner[k + 1]):
                l = self.entries[i, 0]
                if l > k:
                    found = residue(
                        add(found, times(load(kept + i * LANES), load(x + l * LANES))), p, r
                    )
            store(x + k * LANES, found)

    cdef lanes solved(self, const Rows* rows, const Field* field) noexcept nogil:
        """Fill x; returns the multiple, or 0 if something is divided by 0."""
        cdef Py_ssize_t k, j, n = self.constant.shape[0]
        cdef lanes p = load(field.prime)
        cdef lanes r = load(field.reciprocal)
        cdef lanes one = all_lanes(1.0)
        cdef lanes found, multiple
        cdef double* coefficient = rows.coefficient
        self.read(self.multiple, rows.x, p, r)
        multiple = load(rows.x)
        self.read(self.scales, rows.scale, p, r)
        found = invert(rows.scale, rows.inverse, self.scales.shape[0], field, p, r)
        multiple = product(multiple, found, p, r)
        self.read(self.digits, coefficient, p, r)
        for k in range(self.over.shape[0]):
            store(coefficient + k * LANES, product(
                load(coefficient + k * LANES), load(rows.inverse + self.over[k] * LANES), p, r
            ))
        for k in range(self.pivots.shape[0]):
            found = load(coefficient + self.pivots[k, 0] * LANES)
            for j in range(1, self.pivots.shape[1]):
                if self.pivots[k, j] >= 0:
                    found = product(found, load(coefficient + self.pivots[k, j] * LANES), p, r)
            store(rows.pivot + k * LANES, residue(subtract(one, found), p, r))
        found = invert(rows.pivot, rows.divided, self.pivots.shape[0], field, p, r)
        multiple = product(multiple, found, p, r)
        for k in range(n):
            store(rows.x + k * LANES, self.outside(k, coefficient, rows.x, p, r))
            if self.inner[k] < self.inner[k + 1]:
                multiple = product(multiple, self.eliminate(k, rows, field, p, r), p, r)
            if self.block[k] < k and (k == n - 1 or self.block[k + 1] == k + 1):
                self.substitute(self.block[k], k, rows.x, rows.kept, p, r)
        return multiple

    def solve(
        self, const int64_t[::1] primes not None, const Py_ssize_t[::1] wanted not None,
        int64_t[:, ::1] found not None,
    ):
        """Fill `found`, (P, 1 + wanted), modulo each prime.

        The multiple, then the `wanted` unknowns times that; all zeros for a prime by which a pivot
        or a scale is divisible.
        """
        cdef Py_ssize_t n = self.constant.shape[0]
        cdef Py_ssize_t m = self.digits.shape[0], s = self.scales.shape[0]
        cdef Py_ssize_t v = self.pivots.shape[0], f = self.entries.shape[0]
        cdef Py_ssize_t height = m + 2 * (s + v) + n + f + self.widest()
        cdef Py_ssize_t l, w, first = 0
        cdef Field field
        cdef Rows rows
        cdef lanes multiple
        cdef double* memory
        cdef double[MOST_LANES] out
        check_primes(primes)
        if found.shape[0] != primes.shape[0] or found.shape[1] != 1 + wanted.shape[0]:
            raise ValueError(f"found is ({found.shape[0]}, {found.shape[1]}), which does not fit")
        for w in range(wanted.shape[0]):
            if not 0 <= wanted[w] < n:
                raise ValueError(f"unknown {wanted[w]} is wanted, but there are {n}")
        memory = <double*> malloc((height * LANES + 8) * sizeof(double))
        if memory == NULL:
            raise MemoryError
        try:
            rows.coefficient = aligned(memory)
            rows.scale = rows.coefficient + m * LANES
            rows.inverse = rows.scale + s * LANES
            rows.pivot = rows.inverse + s * LANES
            rows.divided = rows.pivot + v * LANES
            rows.x = rows.divided + v * LANES
            rows.kept = rows.x + n * LANES
            rows.work = rows.kept + f * LANES
            with nogil:
                while first < primes.shape[0]:
                    take(&field, primes, first)
                    multiple = self.solved(&rows, &field)
                    store(out, multiple)
                    for l in range(min(LANES, primes.shape[0] - first)):
                        found[first + l, 0] = whole(out[l], primes[first + l])
                    for w in range(wanted.shape[0]):
                        store(out, product(
                            multiple, load(rows.x + wanted[w] * LANES), load(field.prime),
                            load(field.reciprocal),
                        ))
                        for l in range(min(LANES, primes.shape[0] - first)):
                            found[first + l, 1 + w] = whole(out[l], primes[first + l])
                    first += LANES
                    with gil:
                        PyErr_CheckSignals()
        finally:
            free(memory)

