# How far the values of Hog may be from the truth.
#
# Mathematics
#     Write F for the right-hand side of the recursion in hog.pyx. If |u - V| <= e for every u that
#     the truth may be, a choice c is worth, in exact arithmetic and with the exact chances,
#
#         Q_c + d_c - s_c  ...  Q_c + d_c + s_c,     s_c = sum p_c e + 2 U Q_c + FLOOR,
#
#     where Q_c is the computed sum, d_c all that its additions have lost (the error of an addition
#     of doubles is itself a double, which Knuth's TwoSum finds), and 2 U Q_c bounds what rounding
#     each chance and each product has cost, U = 2^-53. FLOOR is far above all that this very
#     computation rounds, which is of the order of (n U)^2 for n outcomes. So F maps the box
#     |u - V| <= e into the box of
#
#         e'(state) = max(max_c (Q_c + d_c + s_c) - V, V - max_c (Q_c + d_c - s_c)).
#
#     In a block of one total e stands for larger totals only, and e' is the error of V. In a block
#     that can be stayed in, e' <= e for all its states proves that F has a fixed point within e'
#     (Brouwer), and it has one only, as play must end. Such an e is found by repeating e -> e'
#     from 0, and widening it by WIDER every few times: as soon as e hardly grows any more, e' is
#     smaller than a widened e by the part that is not carried on, FLOOR at least. A few repetitions
#     more take back what was widened, which would grow exponentially from block to block.
#
# Arrays
#     error  (Q, G, G)  float64   e at [parity, own, opp]
#     doubt  (Q, R, S)  float64   the error of E, laid out as `ended`: that of V, and U / 2 more
#                                 where 1 - V was rounded
#
# Source: the box is that of interval Newton methods, R. Moore, "Interval Analysis", 1966; TwoSum is
# in D. Knuth, "The Art of Computer Programming", vol. 2, section 4.2.2.

cdef enum:
    REPEATS = 1000     # of e -> e': what needs more is left to another method
    NOW_AND_THEN = 8

cdef double U = 2.0 ** -53
cdef double FLOOR = 2.0 ** -55
cdef double WIDER = 1.0 + 2.0 ** -10


cdef struct Worth:
    double computed            # Q
    double lost                # d
    double doubt               # s


cdef Worth enclosed_roll(
    const Dice* dice, Py_ssize_t n, const double* ended, const double* doubt, Py_ssize_t total,
    Py_ssize_t opp,
) noexcept nogil:
    """`rolled_once` with what it has lost and may be off by."""
    cdef Py_ssize_t r, k, place
    cdef const Py_ssize_t* run
    cdef double chance, term, more, part
    cdef Worth worth = Worth(0.0, 0.0, 0.0)
    for r in range(dice.begin[n], dice.begin[n + 1]):
        run = dice.runs + 4 * r
        place = (total + run[0] + run[1]) * dice.stride + opp + run[0]
        for k in range(run[2]):
            chance = dice.chances[run[3] + k]
            term = chance * ended[place + k * dice.stride]
            more = worth.computed + term
            part = more - worth.computed
            worth.lost += (worth.computed - (more - part)) + (term - part)
            worth.doubt += chance * doubt[place + k * dice.stride]
            worth.computed = more
    worth.doubt += 2.0 * U * worth.computed + FLOOR
    return worth


cdef double image(
    const Choices* game, double value, const double* ended, const double* other,
    const double* doubt, const double* doubt_other, Py_ssize_t own, Py_ssize_t opp,
    Py_ssize_t parity,
) noexcept nogil:
    """e' of one state: how far F of the box can be from its value."""
    cdef Py_ssize_t n
    cdef double above = -2.0, below = -2.0
    cdef const Dice* dice = &game.dice[game.kind[own * game.goal + opp] ^ parity]
    cdef Worth worth
    for n in range(-1, dice.most + 1):
        if n > 0:
            worth = enclosed_roll(dice, n, ended, doubt, own + opp, opp)
        else:
            worth.computed = special(game, ended, other, own, opp, n)
            if worth.computed < 0.0:
                continue
            worth.lost = 0.0
            worth.doubt = special(game, doubt, doubt_other, own, opp, n) + FLOOR
        above = max(above, (worth.computed - value) + (worth.lost + worth.doubt))
        below = max(below, (worth.computed - value) + (worth.lost - worth.doubt))
    return max(above, -below)


cdef void doubted(
    double* doubt, const double* error, const Py_ssize_t[:, ::1] settle, Py_ssize_t first,
    Py_ssize_t last,
) noexcept nogil:
    """The errors of E of every way into a block from those of V in it."""
    cdef Py_ssize_t n
    for n in range(first, last):
        doubt[settle[n, 0]] = error[settle[n, 1]] + (0.0 if settle[n, 2] else 0.5 * U)
