# A bag of three-faced dice: the chances of the faces' counts, with one die more.
#
# Mathematics
#     f(a, b, c) is the chance that the first k = a + b + c of m - 1 dice drawn at random show these
#     counts (pigcore/solvers/bag.py). With die m, whose faces have the chances x, y and z,
#
#         f'(a, b, c) = (1 - k/m) f(a, b, c)
#                       + (k/m) (x f(a-1, b, c) + y f(a, b-1, c) + z f(a, b, c-1)).
#
# Arrays (C-contiguous)
#     seen        (n + 1, n + 1, n + 1)  float64  f at [a, b, c], zero where a + b + c >= m
#     keep, take  (n + 1,)               float64  1 - k/m and k/m at [k]
#     old         (n + 2,)               float64  of the kernel's own: a zero, and a row as it was
#
# What limits it
#     m^3/6 updates of 5 products and 3 sums, in place, from the last row to the first, so that what
#     a row reads has not been written yet. Beyond some 60 dice the passes are bound by memory.

from libc.string cimport memcpy


def add_die(
    double[:, :, ::1] seen, const double[::1] keep, const double[::1] take, double[::1] old,
    Py_ssize_t m, double x, double y, double z,
):
    """Add die m, of m - 1 before it, to ``seen``."""
    cdef Py_ssize_t a, b, c, k
    cdef double more
    cdef double *row
    cdef double *before = &old[0]
    old[0] = 0.0
    with nogil:
        for a in range(m, -1, -1):
            for b in range(m - a, -1, -1):
                row = &seen[a, b, 0]
                k = a + b
                memcpy(before + 1, row, (m - k + 1) * sizeof(double))
                for c in range(m - k + 1):
                    more = x * seen[a - 1, b, c] if a else 0.0
                    if b:
                        more = more + y * seen[a, b - 1, c]
                    more = more + z * before[c]
                    row[c] = keep[k + c] * before[c + 1] + take[k + c] * more
