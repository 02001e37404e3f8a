# Dice chosen all at once: backward induction over tables.
#
# Mathematics
#     A turn from the scores (own, opp) adds a gain g to one's own and a gift h to the opponent's
#     score, where a choice c fixes the chances of (g, h). Let E(x, y) be what it is worth to have
#     ended a turn at x points against y, before the end-of-turn rules; they lead to the next
#     state, one's own again or the opponent's. Then
#
#         V(own, opp) = max_c sum_(g,h) p_c(g,h) E(own + g, opp + h),
#         E(x, y)     = 1, 0 (the game is over), V(own', opp') or 1 - V(opp', own').
#
#     Totals own + opp are grouped into blocks such that a turn leads into its own block or one of
#     larger totals. Where every turn raises the total, a block is one total and one pass over it
#     is exact; a block that can be stayed in is iterated until V stands still.
#
#     The parity q of exchanges is a third coordinate: at q = 1 the two kinds of dice trade places,
#     and the choice -1 (gain and gift as given) leads to E of the other parity.
#
#     With two players the same recursion holds, V_p with 1 - V_(1-p). Each maximizes or follows
#     a policy. With `counting` V is instead the expected number of turns still to be taken: a turn
#     is worth 1 and E is V of whoever moves, 0 after the end.
#
# Arrays (P players, Q parities, G goal, C choices)
#     value    (P, Q, G, G)  float64   V at [player, parity, own, opp]
#     ended    (P, Q, R, S)  float64   E at [player, parity, x + y, y]: along a row x + y = const,
#                                      so neighbours in y are independent states of one total.
#                                      The caller has filled in the ended games, 1, 0 or (counting) 0
#     policy   (P, Q, G, G)  int16     the choice to follow, or MAXIMIZE
#     kind     (G, G)        uint8     which kind of dice is rolled at parity 0, at [own, opp]
#     begin    (2, dice + 2) intp      the runs of n dice of a kind are begin[kind, n] … [n + 1] - 1
#     runs     (n, 4)        intp      gift, first gain, number of gains, where its chances start
#     chances  (m,)          float64   p of consecutive gains
#     bacon    (G, G)        intp      where rolling 0 dice leads: flat position (x + y) S + y, or -1
#     settle   (k, 3)        intp      per reachable (x, y): flat position in ended, flat state
#                                      own' G + opp' of the next mover, 1 if that is the same player
#     blocks   (b + 1, 3)    intp      from the largest totals down: the largest total of the block,
#                                      whether it can be stayed in, where its part of settle starts
#
#     A chance that rounding has left above 1 is cut to 1.
#
# What limits it
#     Eight states of one total side by side: one load, one multiplication, one addition for each
#     gain of each choice, about 3 million of them eight at a time for ten six-sided dice to 100;
#     the 61 rows of `ended` that a total needs lie in the second-level cache.
#
# Source: backward induction is as old as games; as value iteration with blocks see D. Bertsekas,
# "Dynamic Programming and Optimal Control", vol. II. The rules are those of the course CS 61A.

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport fabs

from .simd cimport LANES, MOST_LANES, all_lanes, lanes, load, madd, store, where_greater

cdef enum:
    BEST = -2

MAXIMIZE = BEST  # fills the policy of a player who chooses the best

cdef struct Dice:
    const Py_ssize_t* begin    # of one kind
    const Py_ssize_t* runs
    const double* chances
    Py_ssize_t most            # dice at once
    Py_ssize_t stride


cdef inline lanes rolled(
    const Dice* dice, Py_ssize_t n, const double* ended, Py_ssize_t total, Py_ssize_t opp
) noexcept nogil:
    """What rolling n dice is worth in the states (total - opp, opp), opp + 1, ... side by side."""
    cdef Py_ssize_t r, k
    cdef const Py_ssize_t* run
    cdef const double* row
    cdef lanes worth = all_lanes(0.0)
    for r in range(dice.begin[n], dice.begin[n + 1]):
        run = dice.runs + 4 * r
        row = ended + (total + run[0] + run[1]) * dice.stride + opp + run[0]
        for k in range(run[2]):
            worth = madd(worth, dice.chances[run[3] + k], load(row + k * dice.stride))
    return worth


cdef void best_roll(
    const Dice* dice, const double* ended, Py_ssize_t total, Py_ssize_t opp, double* best
) noexcept nogil:
    """The largest worth of any number of dice from 1 on, lane by lane."""
    cdef Py_ssize_t n
    cdef lanes most = rolled(dice, 1, ended, total, opp)
    cdef lanes worth
    for n in range(2, dice.most + 1):
        worth = rolled(dice, n, ended, total, opp)
        most = where_greater(worth, most, worth, most)
    store(best, most)


cdef inline double rolled_once(
    const Dice* dice, Py_ssize_t n, const double* ended, Py_ssize_t total, Py_ssize_t opp
) noexcept nogil:
    """The same for a single state; the additions come in the same order, so the bits agree."""
    cdef Py_ssize_t r, k
    cdef const Py_ssize_t* run
    cdef const double* row
    cdef double worth = 0.0
    for r in range(dice.begin[n], dice.begin[n + 1]):
        run = dice.runs + 4 * r
        row = ended + (total + run[0] + run[1]) * dice.stride + opp + run[0]
        for k in range(run[2]):
            worth = worth + dice.chances[run[3] + k] * row[k * dice.stride]
    return worth


cdef class Work:
    """The tables of one game: pointers checked once."""
    cdef Dice[2] dice          # by kind; at parity 1 the other one is rolled
    cdef const unsigned char* kind
    cdef const Py_ssize_t* bacon
    cdef Py_ssize_t goal
    cdef Py_ssize_t gain       # of the choice -1, below 0 where there is none
    cdef Py_ssize_t gift
    cdef object keep           # the buffers behind the pointers

    def __init__(
        self, const unsigned char[:, ::1] kind, const Py_ssize_t[:, ::1] begin,
        const Py_ssize_t[:, ::1] runs, const double[::1] chances,
        const Py_ssize_t[:, ::1] bacon, Py_ssize_t stride, Py_ssize_t gain, Py_ssize_t gift,
    ):
        cdef Py_ssize_t k
        for k in range(2):
            self.dice[k].begin = &begin[k, 0]
            self.dice[k].runs = &runs[0, 0]
            self.dice[k].chances = &chances[0]
            self.dice[k].most = begin.shape[1] - 2
            self.dice[k].stride = stride
        self.kind = &kind[0, 0]
        self.bacon = &bacon[0, 0]
        self.goal = kind.shape[0]
        self.gain = gain
        self.gift = gift
        self.keep = (kind, begin, runs, chances, bacon)


cdef inline double special(
    Work work, const double* ended, const double* other, Py_ssize_t own, Py_ssize_t opp,
    Py_ssize_t choice,
) noexcept nogil:
    """What 0 dice or (-1) exchanging is worth; below 0 where there is no such choice."""
    cdef Py_ssize_t stride = work.dice[0].stride
    if choice == 0:
        return -1.0 if work.bacon[own * work.goal + opp] < 0 \
            else ended[work.bacon[own * work.goal + opp]]
    if work.gain < 0:
        return -1.0
    return other[(own + opp + work.gain + work.gift) * stride + opp + work.gift]


cdef inline double chosen(
    Work work, const double* ended, const double* other, Py_ssize_t own, Py_ssize_t opp,
    Py_ssize_t parity, Py_ssize_t choice,
) noexcept nogil:
    """What one choice is worth in one state."""
    if choice <= 0:
        return special(work, ended, other, own, opp, choice)
    return rolled_once(
        &work.dice[work.kind[own * work.goal + opp] ^ parity], choice, ended, own + opp, opp
    )


cdef void maximize(
    Work work, double* value, const double* ended, const double* other, Py_ssize_t parity,
    Py_ssize_t total,
) noexcept nogil:
    """V of every state of one total for a player who chooses the best."""
    cdef Py_ssize_t goal = work.goal
    cdef Py_ssize_t opp = total - goal + 1 if total >= goal else 0
    cdef Py_ssize_t last = total if total < goal else goal - 1
    cdef Py_ssize_t own, l, k, count
    cdef bint[2] asked
    cdef double[2][MOST_LANES] best
    cdef double most
    while opp <= last:
        count = last - opp + 1 if last - opp + 1 < LANES else LANES
        asked[0] = asked[1] = False
        for l in range(count):
            asked[work.kind[(total - opp - l) * goal + opp + l] ^ parity] = True
        for k in range(2):
            if asked[k]:
                best_roll(&work.dice[k], ended, total, opp, best[k])
        for l in range(count):
            own = total - opp - l
            most = best[work.kind[own * goal + opp + l] ^ parity][l]
            for k in range(-1, 1):
                most = max(most, special(work, ended, other, own, opp + l, k))
            value[own * goal + opp + l] = min(most, 1.0)
        opp += count


cdef void follow(
    Work work, double* value, const double* ended, const double* other, const short* policy,
    Py_ssize_t parity, Py_ssize_t total, bint counting,
) noexcept nogil:
    """V of every state of one total for a player with a policy."""
    cdef Py_ssize_t goal = work.goal
    cdef Py_ssize_t own, opp
    cdef double worth
    for opp in range(total - goal + 1 if total >= goal else 0, min(total, goal - 1) + 1):
        own = total - opp
        worth = chosen(work, ended, other, own, opp, parity, policy[own * goal + opp])
        value[own * goal + opp] = 1.0 + worth if counting else min(worth, 1.0)


cdef double settled(
    double* ended, const double* mine, const double* theirs, const Py_ssize_t[:, ::1] settle,
    Py_ssize_t first, Py_ssize_t last, bint counting,
) noexcept nogil:
    """E of every way into a block from V in it; the largest change (relative above 1)."""
    cdef Py_ssize_t n
    cdef double e, change = 0.0
    for n in range(first, last):
        if settle[n, 2]:
            e = mine[settle[n, 1]]
        else:
            e = theirs[settle[n, 1]]
            if not counting:
                e = 1.0 - e
        change = max(change, fabs(e - ended[settle[n, 0]]) / max(1.0, e))
        ended[settle[n, 0]] = e
    return change


def induct(
    Work work, double[:, :, :, ::1] value, double[:, :, :, ::1] ended,
    const short[:, :, :, ::1] policy, const Py_ssize_t[:, ::1] settle,
    const Py_ssize_t[:, ::1] blocks, bint counting, double tolerance, Py_ssize_t most,
):
    """Fill value and ended; (most iterations of a block, largest change of a last iteration).

    A block that can be stayed in is iterated until nothing changes by more than `tolerance`,
    `most` times at most.
    """
    cdef Py_ssize_t players = value.shape[0]
    cdef Py_ssize_t parities = value.shape[1]
    cdef Py_ssize_t b, p, q, total, used, other, iterations = 1, worked = 0
    cdef double change, residual = 0.0
    with nogil:
        for b in range(blocks.shape[0] - 1):
            used = 0
            while True:
                for total in range(blocks[b, 0], blocks[b + 1, 0], -1):
                    for p in range(players):
                        for q in range(parities):
                            other = q ^ (parities - 1)
                            if policy[p, q, 0, 0] == BEST:
                                maximize(
                                    work, &value[p, q, 0, 0], &ended[p, q, 0, 0],
                                    &ended[p, other, 0, 0], q, total,
                                )
                            else:
                                follow(
                                    work, &value[p, q, 0, 0], &ended[p, q, 0, 0],
                                    &ended[p, other, 0, 0], &policy[p, q, 0, 0], q, total,
                                    counting,
                                )
                    worked += work.goal * work.dice[0].most
                    if worked > 20_000:
                        worked = 0
                        with gil:
                            PyErr_CheckSignals()
                change = 0.0
                for p in range(players):
                    for q in range(parities):
                        change = max(change, settled(
                            &ended[p, q, 0, 0], &value[p, q, 0, 0],
                            &value[players - 1 - p, q, 0, 0], settle,
                            blocks[b, 2], blocks[b + 1, 2], counting,
                        ))
                used += 1
                if not blocks[b, 1]:
                    break
                if change <= tolerance or used >= most:
                    residual = max(residual, change)
                    break
            iterations = max(iterations, used)
    return iterations, residual


def worths(
    Work work, const double[:, :, ::1] ended, const Py_ssize_t[::1] choices,
    double[:, :, :, ::1] out,
):
    """What each choice is worth in each state, at out[choice, parity, own, opp]."""
    cdef Py_ssize_t c, q, own, opp
    cdef Py_ssize_t parities = ended.shape[0]
    for c in range(choices.shape[0]):
        with nogil:
            for q in range(parities):
                for own in range(work.goal):
                    for opp in range(work.goal):
                        out[c, q, own, opp] = min(1.0, chosen(
                            work, &ended[q, 0, 0], &ended[q ^ (parities - 1), 0, 0],
                            own, opp, q, choices[c],
                        ))
        PyErr_CheckSignals()
