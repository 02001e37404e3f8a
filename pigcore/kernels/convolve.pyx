# Dice: the number of ways in which n dice show a sum.
#
# Mathematics
#     With the faces first, first + 1, ..., sides the ways w(n, k) that n dice sum to k are
#
#         w(0, 0) = 1,      w(n, k) = sum_f w(n - 1, k - f).
#
#     With first = 2 they are the rolls without a 1. Divided by sides^n they are chances.
#
# Arrays
#     table   (dice + 1, dice * sides + 1)   w(n, k) at [n, k]; every row is written
#
# Accuracy
#     The entries are whole numbers and the sums have no cancellation, so each is exact as long as
#     it is below 2^53 (20 six-sided dice and 26 four-sided ones, for certain). Beyond, each of the
#     n additions per entry is rounded: a relative error of at most n * sides * 2^-53.
#
# What limits it
#     Nothing worth mentioning: dice^2 * sides^2 additions, a few microseconds.


def ways(double[:, ::1] table, Py_ssize_t first, Py_ssize_t sides):
    """Fill `table` with the ways of 0, 1, 2, ... dice with the faces first ... sides."""
    cdef Py_ssize_t n, k, face
    with nogil:
        table[:, :] = 0.0
        table[0, 0] = 1.0
        for n in range(1, table.shape[0]):
            for k in range((n - 1) * first, (n - 1) * sides + 1):
                for face in range(first, sides + 1):
                    table[n, k + face] += table[n - 1, k]
