# A bag of three-faced dice: the counts of the faces seen, and the best guess of the next one.
#
# Mathematics
#     Die i shows face x, y or z with the chances x_i, y_i, z_i. The generating function
#
#         F = prod_i (1 + x_i X + y_i Y + z_i Z)
#
#     counts draws without order: its coefficient at X^a Y^b Z^c, divided by C(n,k) with
#     k = a + b + c, is the chance f(a,b,c) that the first k of n dice drawn at random show these
#     counts. Dividing on the way keeps every number a probability. With die m the recursion is
#
#         f'(a,b,c) = (1 - k/m) f(a,b,c)
#                     + (k/m) (x_m f(a-1,b,c) + y_m f(a,b-1,c) + z_m f(a,b,c-1)):
#
#     of k dice drawn from m, the new one is among them with chance k/m.
#
#     What a guess needs is the chance of the counts together with the next face, and for that a
#     die must be marked as the next one: sum_i x_i prod_{l != i} (1 + x_l X + y_l Y + z_l Z). That
#     sum is dF/dX, so the marked coefficients are multiples of F's own and need no arrays:
#
#         P(counts (a,b,c), then x) = (a+1)/(k+1) f(a+1,b,c),    likewise y and z.
#
#     (Random order makes the throws exchangeable: any of the a + 1 was as likely the last.) The
#     score is the sum over all counts of max_g sum_face pay[g,face] P(counts, then face).
#
# Arrays (C-contiguous)
#     seen     (size,)        float64  f, packed: row (a,b) holds c = 0 … n - a - b and then at
#                                      least one zero, padded to a multiple of PADDING. PADDING zeros lead
#     start    (n + 1, n + 1) intp     where row (a,b) begins in `seen`; a + b <= n
#     dice     (n, 3)         float64  x_i, y_i, z_i; probabilities
#     pay      (3, 3)         float64  what guess g is paid when a face shows, at [g, face]; >= 0
#     scratch  (3, n + 1 + 2 PADDING)  of the kernel's own: factors by k or c, and a row of zeros
#
# Accuracy
#     No term is negative, so relative errors add up and never cancel into larger ones. With each
#     die a coefficient passes at most 7 roundings (of the chance, its product, two sums, k/m, its
#     product, the last sum); the payoffs take 7 more, the sum of a row n/8 + 9, and the rows are
#     added with Neumaier's compensation, 2. Together less than 8 n + 20 units in the last place.
#
# What limits it
#     n^4/24 coefficient updates of 5 products and 3 sums, in place, in whole vectors. Up to some
#     100 dice (1.6 MB) the array stays in the second-level cache; beyond, the n/4 passes over
#     8 n^3/6 bytes are bound by memory bandwidth.
#
# Source: TopCoder SRM 579 (2013), "RockPaperScissors"; the published solution excludes the next
# die instead of marking it: O(n^5) time, O(n^4) memory.

from threading import Lock

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free

from .simd cimport LANES, MOST_LANES, add, greatest, lanes, load, madd, store, times

cdef enum:
    PADDED = MOST_LANES  # whatever the instruction set, so that the table is the same

PADDING = PADDED  # for those who make the table


cdef void update_row(
    double* row, const double* less_a, const double* less_b, const double* die,
    const double* keep, const double* take, Py_ssize_t cells, const double* zeros,
) noexcept nogil:
    """Add one die to row (a,b), in place from its end; less_a is row (a-1,b), less_b (a,b-1)."""
    cdef Py_ssize_t c = (cells - 1) // LANES * LANES
    cdef lanes drawn
    while c >= 0:
        drawn = madd(load(zeros), die[0], load(less_a + c))
        drawn = madd(drawn, die[1], load(less_b + c))
        drawn = madd(drawn, die[2], load(row + c - 1))
        store(
            row + c,
            add(times(load(keep + c), load(row + c)), times(load(take + c), drawn)),
        )
        c -= LANES


cdef inline lanes paid(
    const double* pay, lanes x, lanes y, lanes z, const double* zeros
) noexcept nogil:
    """What one guess is paid."""
    return madd(madd(madd(load(zeros), pay[0], x), pay[1], y), pay[2], z)


cdef void row_score(
    double a, double b, const double* more_a, const double* more_b, const double* row,
    const double* counts, const double* each, const double* pay, Py_ssize_t cells,
    const double* zeros, double* total,
) noexcept nogil:
    """The best guesses' payoffs summed over row (a,b); more_a is row (a+1,b), more_b (a,b+1)."""
    cdef Py_ssize_t c = 0, l
    cdef lanes x, y, z, first, second, third
    # Eight sums whatever the instruction set, so that all add in the same order.
    cdef double[MOST_LANES] part
    for l in range(MOST_LANES):
        part[l] = 0.0
    while c < cells:
        for l in range(MOST_LANES // LANES):
            # each = 1/(k+1), and 0 once no die is left: that also blanks what lies past the row.
            x = times(load(each + c), madd(load(zeros), a + 1.0, load(more_a + c)))
            y = times(load(each + c), madd(load(zeros), b + 1.0, load(more_b + c)))
            z = times(load(each + c), times(load(counts + c), load(row + c + 1)))
            first = paid(pay, x, y, z, zeros)
            second = paid(pay + 3, x, y, z, zeros)
            third = paid(pay + 6, x, y, z, zeros)
            first = greatest(second, first)
            first = greatest(third, first)
            store(part + l * LANES, add(load(part + l * LANES), first))
            c += LANES
    total[0] = 0.0
    for l in range(MOST_LANES):
        total[0] += part[l]


cdef class Draws:
    """The distribution of the counts of one bag's dice, in `seen`; made once, from checked arrays.

    `seen` is zero but for f(0,0,0) = 1 at start[0, 0] until `draw` has filled it. One call at a
    time works on it; others wait.
    """
    cdef double[::1] seen
    cdef const Py_ssize_t[:, ::1] start
    cdef const double[:, ::1] dice
    cdef double* scratch      # (3, width)
    cdef Py_ssize_t width
    cdef object lock

    def __cinit__(
        self, double[::1] seen not None, const Py_ssize_t[:, ::1] start not None,
        const double[:, ::1] dice not None,
    ):
        cdef Py_ssize_t n = dice.shape[0]
        cdef Py_ssize_t a, b, i, padded
        if start.shape[0] != n + 1 or start.shape[1] != n + 1 or dice.shape[1] != 3:
            raise ValueError(
                f"start is ({start.shape[0]}, {start.shape[1]}) and dice ({n}, {dice.shape[1]}), "
                f"but must be ({n + 1}, {n + 1}) and ({n}, 3)"
            )
        for a in range(n + 1):
            for b in range(n + 1 - a):
                padded = ((n + 1 - a - b) // PADDED + 1) * PADDED
                if not PADDED <= start[a, b] <= seen.shape[0] - padded:
                    raise ValueError(f"row ({a}, {b}) at {start[a, b]} leaves the table")
        for i in range(n):
            for a in range(3):
                if not 0.0 <= dice[i, a] <= 1.0:
                    raise ValueError(f"a chance is {dice[i, a]}, but must be between 0 and 1")
        self.seen, self.start, self.dice = seen, start, dice
        self.lock = Lock()
        self.width = n + 1 + 2 * PADDED
        self.scratch = <double*> calloc(3 * self.width, sizeof(double))
        if self.scratch == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.scratch)

    def draw(self, progress=None):
        """Fill `seen` with the distribution of the counts of all dice."""
        cdef Py_ssize_t n = self.dice.shape[0]
        cdef Py_ssize_t m, a, b, k
        cdef double* f = &self.seen[0]
        cdef double* keep = self.scratch
        cdef double* take = keep + self.width
        cdef const double* zeros = take + self.width
        with self.lock, nogil:
            for m in range(1, n + 1):
                for k in range(m + 1):
                    keep[k] = (m - k) / <double>m
                    take[k] = k / <double>m
                for a in range(m, -1, -1):
                    for b in range(m - a, -1, -1):
                        update_row(
                            f + self.start[a, b],
                            f + self.start[a - 1, b] if a else zeros,
                            f + self.start[a, b - 1] if b else zeros,
                            &self.dice[m - 1, 0], keep + a + b, take + a + b, m - a - b + 1, zeros,
                        )
                with gil:
                    PyErr_CheckSignals()
                    if progress is not None:
                        progress(m, n)

    def score(self, const double[:, ::1] pay not None):
        """The best expected total, once `draw` has filled `seen`."""
        cdef Py_ssize_t n = self.dice.shape[0]
        cdef Py_ssize_t a, b, k
        cdef const double* f = &self.seen[0]
        cdef double* each = self.scratch
        cdef double* counts = each + self.width
        cdef const double* zeros = counts + self.width
        cdef double total = 0.0, lost = 0.0, row = 0.0, summed
        if pay.shape[0] != 3 or pay.shape[1] != 3:
            raise ValueError(f"pay is ({pay.shape[0]}, {pay.shape[1]}), but must be (3, 3)")
        with self.lock, nogil:
            for k in range(n):
                each[k] = 1.0 / (k + 1)
                counts[k] = k + 1
            for k in range(n, self.width):
                each[k] = counts[k] = 0.0
            for a in range(n):
                for b in range(n - a):
                    row_score(
                        a, b, f + self.start[a + 1, b], f + self.start[a, b + 1],
                        f + self.start[a, b], counts, each + a + b, &pay[0, 0], n - a - b, zeros,
                        &row,
                    )
                    # Neumaier: what the sum drops is collected and added at the end.
                    summed = total + row
                    if total >= row:
                        lost += (total - summed) + row
                    else:
                        lost += (row - summed) + total
                    total = summed
        return total + lost
