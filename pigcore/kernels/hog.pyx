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
#     What is remembered between turns, such as the parity of exchanges, is a third coordinate q of
#     V, and how a turn ends (what is remembered then, and who moves) is one of E: each outcome of a
#     choice leads to an E(e, x, y), and each E(e, x, y) is the V of one state.
#
#     With two players the same recursion holds, V_p with 1 - V_(1-p). Each maximizes or follows
#     a policy. With `counting` V is instead the expected number of turns still to be taken: a turn
#     is worth 1 and E is V of whoever moves, 0 after the end.
#
# Arrays (P players, Q memories, E endings, G goal, C choices, K kinds of states)
#     value    (P, Q, G, G)  float64   V at [player, memory, own, opp]
#     ended    (P, E, R, S)  float64   E at [player, ending, x + y, y]: along a row x + y = const,
#                                      so neighbours in y are independent states of one total.
#                                      The caller has filled in the ended games, 1, 0 or (counting) 0.
#                                      S is at least the largest y and 8: so far past a row is read
#     policy   (P, Q, G, G)  int16     the choice to follow, or MAXIMIZE
#     kind     (G, G)        uint8     which dice are rolled at [own, opp], and how many at most
#     begin    (Q, K, dice + 2) intp   the runs of n dice are begin[memory, kind, n] … [n + 1] - 1;
#                                      in place of no dice stands the choice -1, or nothing
#     runs     (n, 3)        intp      how far the first gain leads in `ended`, from the place of
#                                      (own + opp, opp); number of gains; where their chances start
#     chances  (m,)          float64   p of consecutive gains
#     certain  (Q, G, G)     intp      where the choice of no dice leads, whose outcome is certain:
#                                      flat position in `ended` of one player, or -1 without it
#     settle   (k, 3)        intp      per reachable end: flat position in ended, flat state
#                                      (q' G + own') G + opp' of the next mover, 1 if the same player
#     blocks   (b + 1, 3)    intp      from the largest totals down: the largest total of the block,
#                                      whether it can be stayed in, where its part of settle starts
#
#     A chance that rounding has left above 1 is cut to 1.
#
# What limits it
#     One load, one product and one addition for each gain of each choice in each state, 2.4 million
#     of them for ten six-sided dice to 100: four fifths of the time. A register holds as many states
#     of one total as it has lanes, and four registers share the chances. The 61 rows of `ended` that
#     a total needs lie in the second-level cache.
#
# Source: D. Bertsekas, "Dynamic Programming and Optimal Control", vol. II (blocks).

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport fabs

from .simd cimport LANES, MOST_LANES, all_lanes, greatest, lanes, load, madd, store

cdef enum:
    BEST = -2

MAXIMIZE = BEST  # fills the policy of a player who chooses the best


cdef enum:
    # Registers of states worked on side by side: they share the chances, and hide the time of sums.
    ABREAST = 4


cdef struct Choices:
    # What each choice leads to, in each state.
    const Py_ssize_t* begin
    const Py_ssize_t* runs
    const double* chances
    const unsigned char* kind
    const Py_ssize_t* certain
    Py_ssize_t goal
    Py_ssize_t kinds
    Py_ssize_t most            # dice at once
    Py_ssize_t stride


cdef inline const Py_ssize_t* runs_of(
    const Choices* game, Py_ssize_t memory, Py_ssize_t kind,
) noexcept nogil:
    """Where the runs of each number of dice begin."""
    return game.begin + (memory * game.kinds + kind) * (game.most + 2)


cdef void best_rolls(
    const Choices* game, const Py_ssize_t* begin, const double* ended, double* best,
) noexcept nogil:
    """The largest worth of any choice but that of no dice, lane by lane.

    In the states of ABREAST registers from one on, whose place in `ended` is given; of those that
    are none, too.
    """
    cdef Py_ssize_t n, r, k
    cdef int j
    cdef const Py_ssize_t* run
    cdef const double* row
    cdef lanes[ABREAST] most
    cdef lanes[ABREAST] worth
    for j in range(ABREAST):
        most[j] = all_lanes(0.0)
    for n in range(game.most + 1):
        for j in range(ABREAST):
            worth[j] = all_lanes(0.0)
        for r in range(begin[n], begin[n + 1]):
            run = game.runs + 3 * r
            row = ended + run[0]
            for k in range(run[2], run[2] + run[1]):
                for j in range(ABREAST):
                    worth[j] = madd(worth[j], game.chances[k], load(row + j * LANES))
                row += game.stride
        for j in range(ABREAST):
            most[j] = greatest(worth[j], most[j])
    for j in range(ABREAST):
        store(best + j * LANES, most[j])


cdef inline double no_dice(
    const Choices* game, const double* ended, Py_ssize_t memory, Py_ssize_t own, Py_ssize_t opp,
) noexcept nogil:
    """What 0 dice are worth; below 0 where there is no such choice."""
    cdef Py_ssize_t place = game.certain[(memory * game.goal + own) * game.goal + opp]
    return -1.0 if place < 0 else ended[place]


cdef inline double chosen(
    const Choices* game, const double* ended, Py_ssize_t memory, Py_ssize_t own, Py_ssize_t opp,
    Py_ssize_t choice,
) noexcept nogil:
    """What one choice is worth in one state; additions in the order of `best_rolls`: bits agree."""
    cdef const Py_ssize_t* begin = runs_of(game, memory, game.kind[own * game.goal + opp])
    cdef const Py_ssize_t* run
    cdef const double* row
    cdef Py_ssize_t r, k, n = max(choice, 0)
    cdef double worth = 0.0
    if choice == 0:
        return no_dice(game, ended, memory, own, opp)
    for r in range(begin[n], begin[n + 1]):
        run = game.runs + 3 * r
        row = ended + (own + opp) * game.stride + opp + run[0]
        for k in range(run[1]):
            worth = worth + game.chances[run[2] + k] * row[k * game.stride]
    return worth


cdef void maximize(
    const Choices* game, double* value, const double* ended, Py_ssize_t memory, Py_ssize_t total,
) noexcept nogil:
    """V of every state of one total for a player who chooses the best."""
    cdef Py_ssize_t goal = game.goal
    cdef Py_ssize_t opp = total - goal + 1 if total >= goal else 0
    cdef Py_ssize_t last = total if total < goal else goal - 1
    # A register begins where rows are aligned; lanes of who has the goal already mean nothing.
    cdef Py_ssize_t begin = opp - opp % LANES
    cdef Py_ssize_t end, k, state, kind
    cdef bint met
    cdef double[ABREAST * MOST_LANES] best
    cdef double most
    while opp <= last:
        end = min(begin + ABREAST * LANES, last + 1)
        for kind in range(game.kinds):
            met = False
            for k in range(opp, end):
                met = met or game.kind[(total - k) * goal + k] == kind
            if not met:
                continue
            best_rolls(
                game, runs_of(game, memory, kind), ended + total * game.stride + begin, best
            )
            for k in range(opp, end):
                state = (total - k) * goal + k
                if game.kind[state] == kind:
                    most = no_dice(game, ended, memory, total - k, k)
                    value[state] = min(max(best[k - begin], most), 1.0)
        begin = opp = end


cdef void follow(
    const Choices* game, double* value, const double* ended, const short* policy,
    Py_ssize_t memory, Py_ssize_t total, bint counting,
) noexcept nogil:
    """V of every state of one total for a player with a policy."""
    cdef Py_ssize_t goal = game.goal
    cdef Py_ssize_t own, opp
    cdef double worth
    for opp in range(total - goal + 1 if total >= goal else 0, min(total, goal - 1) + 1):
        own = total - opp
        worth = chosen(game, ended, memory, own, opp, policy[own * goal + opp])
        value[own * goal + opp] = 1.0 + worth if counting else min(worth, 1.0)


cdef double settled(
    double* ended, const double* mine, const double* theirs, const Py_ssize_t* settle,
    Py_ssize_t first, Py_ssize_t last, bint counting, bint watched,
) noexcept nogil:
    """E of every way into a block from V in it; if `watched`, the largest change (relative above 1)."""
    cdef Py_ssize_t n
    cdef double e, change = 0.0
    for n in range(3 * first, 3 * last, 3):
        if settle[n + 2]:
            e = mine[settle[n + 1]]
        else:
            e = theirs[settle[n + 1]] if counting else 1.0 - theirs[settle[n + 1]]
        if watched:
            change = max(change, fabs(e - ended[settle[n]]) / max(1.0, e))
        ended[settle[n]] = e
    return change


cdef class Induction:
    """The tables of one game, which are not checked: an index that is none leads out of an array.

    `stride`: the S of `ended`.
    """
    cdef Choices game
    cdef const Py_ssize_t[:, ::1] settle
    cdef const Py_ssize_t[:, ::1] blocks
    cdef object keep           # the buffers behind the pointers
    cdef Py_ssize_t worked     # since signals were last looked for

    def __cinit__(
        self, const unsigned char[:, ::1] kind not None, const Py_ssize_t[:, :, ::1] begin not None,
        const Py_ssize_t[:, ::1] runs not None, const double[::1] chances not None,
        const Py_ssize_t[:, :, ::1] certain not None, const Py_ssize_t[:, ::1] settle not None,
        const Py_ssize_t[:, ::1] blocks not None, Py_ssize_t stride,
    ):
        self.settle, self.blocks = settle, blocks
        self.keep = (kind, begin, runs, chances, certain)
        self.game = Choices(
            &begin[0, 0, 0], &runs[0, 0], &chances[0], &kind[0, 0], &certain[0, 0, 0],
            kind.shape[0], begin.shape[1], begin.shape[2] - 2, stride,
        )

    cdef double pass_over(
        self, Py_ssize_t b, double[:, :, :, ::1] value, double[:, :, :, ::1] ended,
        const short[:, :, :, ::1] policy, bint counting,
    ) except -1.0 nogil:
        """V and E of one block anew; the largest change of E, relative above 1, if it can be stayed in."""
        cdef const Choices* game = &self.game
        cdef Py_ssize_t players = value.shape[0]
        cdef Py_ssize_t p, q, total
        cdef double change = 0.0
        for total in range(self.blocks[b, 0], self.blocks[b + 1, 0], -1):
            for p in range(players):
                for q in range(value.shape[1]):
                    if policy[p, q, 0, 0] == BEST:
                        maximize(game, &value[p, q, 0, 0], &ended[p, 0, 0, 0], q, total)
                    else:
                        follow(
                            game, &value[p, q, 0, 0], &ended[p, 0, 0, 0], &policy[p, q, 0, 0], q,
                            total, counting,
                        )
                    self.worked += game.goal * game.most
                    if self.worked > 20_000:
                        self.worked = 0
                        with gil:
                            PyErr_CheckSignals()
        for p in range(players):
            change = max(change, settled(
                &ended[p, 0, 0, 0], &value[p, 0, 0, 0], &value[players - 1 - p, 0, 0, 0],
                &self.settle[0, 0], self.blocks[b, 2], self.blocks[b + 1, 2], counting,
                self.blocks[b, 1],
            ))
        return change

    def induct(
        self, double[:, :, :, ::1] value not None, double[:, :, :, ::1] ended not None,
        const short[:, :, :, ::1] policy not None, bint counting, double tolerance,
        Py_ssize_t most,
    ):
        """Fill value and ended; (most iterations of a block, largest change of a last iteration).

        A block that can be stayed in is iterated until nothing changes by more than `tolerance`,
        `most` times at most.
        """
        cdef Py_ssize_t b, used, iterations = 1
        cdef double change, residual = 0.0
        with nogil:
            for b in range(self.blocks.shape[0] - 1):
                change = self.pass_over(b, value, ended, policy, counting)
                if not self.blocks[b, 1]:
                    continue
                used = 1
                while change > tolerance and used < most:
                    change = self.pass_over(b, value, ended, policy, counting)
                    used += 1
                iterations, residual = max(iterations, used), max(residual, change)
        return iterations, residual

    def worths(
        self, const double[:, :, ::1] ended not None, const Py_ssize_t[::1] choices not None,
        double[:, :, :, ::1] out not None,
    ):
        """What each choice is worth in each state, at out[choice, memory, own, opp]."""
        cdef Py_ssize_t c, q, own, opp
        for c in range(choices.shape[0]):
            for q in range(out.shape[1]):
                with nogil:
                    for own in range(self.game.goal):
                        for opp in range(self.game.goal):
                            out[c, q, own, opp] = min(1.0, chosen(
                                &self.game, &ended[0, 0, 0], q, own, opp, choices[c]
                            ))
                PyErr_CheckSignals()
