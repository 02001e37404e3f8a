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
#     certain  (G, G)        intp      where the choice of no dice leads, whose outcome is certain:
#                                      flat position (x + y) S + y, or -1 where there is none
#     settle   (k, 3)        intp      per reachable (x, y): flat position in ended, flat state
#                                      own' G + opp' of the next mover, 1 if that is the same player
#     blocks   (b + 1, 3)    intp      from the largest totals down: the largest total of the block,
#                                      whether it can be stayed in, where its part of settle starts
#
#     A chance that rounding has left above 1 is cut to 1.
#
# What limits it
#     As many states of one total side by side as a register has lanes: one load, one product, one
#     addition for each gain of each choice, about 3 million of them (eight at a time with AVX-512)
#     for ten six-sided dice to 100; the 61 rows of `ended` that a total needs lie in the
#     second-level cache.
#
# Source: backward induction is as old as games; as value iteration with blocks see D. Bertsekas,
# "Dynamic Programming and Optimal Control", vol. II. The rules are those of the course CS 61A.

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport fabs

from .simd cimport LANES, MOST_LANES, all_lanes, greatest, lanes, load, madd, store

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
        most = greatest(worth, most)
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


cdef struct Choices:
    # What each choice leads to, in each state.
    Dice[2] dice               # by kind; at parity 1 the other one is rolled
    const unsigned char* kind
    const Py_ssize_t* certain
    Py_ssize_t goal
    Py_ssize_t gain            # of the choice -1, below 0 where there is none
    Py_ssize_t gift


cdef inline double special(
    const Choices* game, const double* ended, const double* other, Py_ssize_t own, Py_ssize_t opp,
    Py_ssize_t choice,
) noexcept nogil:
    """What 0 dice or (-1) exchanging is worth; below 0 where there is no such choice."""
    cdef Py_ssize_t stride = game.dice[0].stride
    if choice == 0:
        return -1.0 if game.certain[own * game.goal + opp] < 0 \
            else ended[game.certain[own * game.goal + opp]]
    if game.gain < 0:
        return -1.0
    return other[(own + opp + game.gain + game.gift) * stride + opp + game.gift]


cdef inline double chosen(
    const Choices* game, const double* ended, const double* other, Py_ssize_t own, Py_ssize_t opp,
    Py_ssize_t parity, Py_ssize_t choice,
) noexcept nogil:
    """What one choice is worth in one state."""
    if choice <= 0:
        return special(game, ended, other, own, opp, choice)
    return rolled_once(
        &game.dice[game.kind[own * game.goal + opp] ^ parity], choice, ended, own + opp, opp
    )


cdef void maximize(
    const Choices* game, double* value, const double* ended, const double* other, Py_ssize_t parity,
    Py_ssize_t total,
) noexcept nogil:
    """V of every state of one total for a player who chooses the best."""
    cdef Py_ssize_t goal = game.goal
    cdef Py_ssize_t opp = total - goal + 1 if total >= goal else 0
    cdef Py_ssize_t last = total if total < goal else goal - 1
    cdef Py_ssize_t own, l, k, count
    cdef bint[2] rolled_kind
    cdef double[2][MOST_LANES] best
    cdef double most
    while opp <= last:
        count = last - opp + 1 if last - opp + 1 < LANES else LANES
        rolled_kind[0] = rolled_kind[1] = False
        for l in range(count):
            rolled_kind[game.kind[(total - opp - l) * goal + opp + l] ^ parity] = True
        for k in range(2):
            if rolled_kind[k]:
                best_roll(&game.dice[k], ended, total, opp, best[k])
        for l in range(count):
            own = total - opp - l
            most = best[game.kind[own * goal + opp + l] ^ parity][l]
            for k in range(-1, 1):
                most = max(most, special(game, ended, other, own, opp + l, k))
            value[own * goal + opp + l] = min(most, 1.0)
        opp += count


cdef void follow(
    const Choices* game, double* value, const double* ended, const double* other, const short* policy,
    Py_ssize_t parity, Py_ssize_t total, bint counting,
) noexcept nogil:
    """V of every state of one total for a player with a policy."""
    cdef Py_ssize_t goal = game.goal
    cdef Py_ssize_t own, opp
    cdef double worth
    for opp in range(total - goal + 1 if total >= goal else 0, min(total, goal - 1) + 1):
        own = total - opp
        worth = chosen(game, ended, other, own, opp, parity, policy[own * goal + opp])
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


cdef class Induction:
    """The tables of one game, checked once so that no index that follows from them leaves an array.

    `rows`: the R of `ended`; its S is `stride`. `gain`, `gift`: of the choice -1, or -1, -1.
    """
    cdef Choices game
    cdef const Py_ssize_t[:, ::1] settle
    cdef const Py_ssize_t[:, ::1] blocks
    cdef Py_ssize_t rows, stride
    cdef object keep           # the buffers behind the pointers

    def __init__(
        self, const unsigned char[:, ::1] kind not None, const Py_ssize_t[:, ::1] begin not None,
        const Py_ssize_t[:, ::1] runs not None, const double[::1] chances not None,
        const Py_ssize_t[:, ::1] certain not None, const Py_ssize_t[:, ::1] settle not None,
        const Py_ssize_t[:, ::1] blocks not None, Py_ssize_t rows, Py_ssize_t stride,
        Py_ssize_t gain, Py_ssize_t gift,
    ):
        cdef Py_ssize_t k
        self.rows, self.stride = rows, stride
        self.settle, self.blocks = settle, blocks
        for k in range(2):
            self.game.dice[k].begin = &begin[k, 0]
            self.game.dice[k].runs = &runs[0, 0]
            self.game.dice[k].chances = &chances[0]
            self.game.dice[k].most = begin.shape[1] - 2
            self.game.dice[k].stride = stride
        self.game.kind = &kind[0, 0]
        self.game.certain = &certain[0, 0]
        self.game.goal = kind.shape[0]
        self.game.gain = gain
        self.game.gift = gift
        self.keep = (kind, begin, runs, chances, certain)
        self.check_shapes(kind, begin, runs, certain)
        self.check_rolls(kind, begin, runs, chances)
        self.check_ends(certain)

    cdef int check_shapes(self, kind, begin, runs, certain) except -1:
        cdef Py_ssize_t goal = self.game.goal
        for name, array, fitting in (
            ("kind", kind, (goal, goal)), ("certain", certain, (goal, goal)),
            ("begin", begin, (2, begin.shape[1])), ("runs", runs, (runs.shape[0], 4)),
            ("settle", self.settle, (self.settle.shape[0], 3)),
            ("blocks", self.blocks, (self.blocks.shape[0], 3)),
        ):
            if tuple(memoryview(array).shape) != fitting:
                raise ValueError(f"{name} is {memoryview(array).shape}, but must be {fitting}")
        if goal < 1 or self.game.dice[0].most < 1 or self.blocks.shape[0] < 1:
            raise ValueError("a game needs a score, a die and a block of totals")
        return 0

    cdef bint reaches(self, Py_ssize_t gain, Py_ssize_t gift) noexcept:
        """Whether (x + y, y) and a row from there on lie in `ended`, whatever the scores."""
        cdef Py_ssize_t goal = self.game.goal
        return gain >= 0 and gift >= 0 and 2 * goal - 2 + gain + gift < self.rows \
            and goal - 1 + gift + LANES <= self.stride

    cdef int check_rolls(
        self, const unsigned char[:, ::1] kind, const Py_ssize_t[:, ::1] begin,
        const Py_ssize_t[:, ::1] runs, const double[::1] chances,
    ) except -1:
        cdef Py_ssize_t i, j
        for i in range(self.game.goal):
            for j in range(self.game.goal):
                if kind[i, j] > 1:
                    raise ValueError(f"a kind of dice is {kind[i, j]}, but must be 0 or 1")
        for i in range(2):
            for j in range(begin.shape[1]):
                if not (begin[i, j - 1] if j else 0) <= begin[i, j] <= runs.shape[0]:
                    raise ValueError(f"the runs {begin[i, j]} on are none of {runs.shape[0]}")
        for i in range(runs.shape[0]):
            if not (
                runs[i, 2] >= 1 and self.reaches(runs[i, 1], runs[i, 0])
                and self.reaches(runs[i, 1] + runs[i, 2] - 1, runs[i, 0])
                and 0 <= runs[i, 3] <= chances.shape[0] - runs[i, 2]
            ):
                raise ValueError(f"the run {[runs[i, j] for j in range(4)]} leaves the tables")
        if self.game.gain >= 0 and not self.reaches(self.game.gain, self.game.gift):
            raise ValueError(f"the gain {self.game.gain} of an exchange leaves the tables")
        return 0

    cdef int check_ends(self, const Py_ssize_t[:, ::1] certain) except -1:
        cdef Py_ssize_t i, j, goal = self.game.goal, size = self.rows * self.stride
        for i in range(goal):
            for j in range(goal):
                if not -1 <= certain[i, j] < size:
                    raise ValueError(f"a turn ends at {certain[i, j]}, but there are {size} ends")
        for i in range(self.settle.shape[0]):
            if not (0 <= self.settle[i, 0] < size and 0 <= self.settle[i, 1] < goal * goal):
                raise ValueError(f"way {i} into a block leaves the tables")
        for i in range(self.blocks.shape[0]):
            if not (
                -1 <= self.blocks[i, 0] <= 2 * goal - 2
                and 0 <= self.blocks[i, 2] <= self.settle.shape[0]
            ):
                raise ValueError(f"block {i} leaves the tables")
        return 0

    cdef int check_states(self, name, array, tuple fitting) except -1:
        if tuple(memoryview(array).shape) != fitting:
            raise ValueError(f"{name} is {memoryview(array).shape}, but must be {fitting}")
        return 0

    def induct(
        self, double[:, :, :, ::1] value not None, double[:, :, :, ::1] ended not None,
        const short[:, :, :, ::1] policy not None, bint counting, double tolerance,
        Py_ssize_t most,
    ):
        """Fill value and ended; (most iterations of a block, largest change of a last iteration).

        A block that can be stayed in is iterated until nothing changes by more than `tolerance`,
        `most` times at most.
        """
        cdef const Choices* game = &self.game
        cdef const Py_ssize_t[:, ::1] settle = self.settle
        cdef const Py_ssize_t[:, ::1] blocks = self.blocks
        cdef Py_ssize_t players = value.shape[0]
        cdef Py_ssize_t parities = value.shape[1]
        cdef Py_ssize_t b, p, q, total, used, other, iterations = 1, worked = 0
        cdef double change, residual = 0.0
        cdef Py_ssize_t own, opp, goal = game.goal
        cdef tuple states = (players, parities, goal, goal)
        if not (1 <= players <= 2 and 1 <= parities <= 2):
            raise ValueError(f"there are {players} players and {parities} parities, not 1 or 2")
        self.check_states("value", value, states)
        self.check_states("policy", policy, states)
        self.check_states("ended", ended, (players, parities, self.rows, self.stride))
        for p in range(players):
            for q in range(parities):
                for own in range(goal):
                    for opp in range(goal):
                        if not BEST <= policy[p, q, own, opp] <= game.dice[0].most:
                            raise ValueError(f"a choice is {policy[p, q, own, opp]}, which is none")
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
                                        game, &value[p, q, 0, 0], &ended[p, q, 0, 0],
                                        &ended[p, other, 0, 0], q, total,
                                    )
                                else:
                                    follow(
                                        game, &value[p, q, 0, 0], &ended[p, q, 0, 0],
                                        &ended[p, other, 0, 0], &policy[p, q, 0, 0], q, total,
                                        counting,
                                    )
                        worked += game.goal * game.dice[0].most
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
        self, const double[:, :, ::1] ended not None, const Py_ssize_t[::1] choices not None,
        double[:, :, :, ::1] out not None,
    ):
        """What each choice is worth in each state, at out[choice, parity, own, opp]."""
        cdef Py_ssize_t c, q, own, opp
        cdef Py_ssize_t parities = ended.shape[0]
        cdef const Choices* game = &self.game
        if not 1 <= parities <= 2:
            raise ValueError(f"there are {parities} parities, not 1 or 2")
        self.check_states("ended", ended, (parities, self.rows, self.stride))
        self.check_states("out", out, (choices.shape[0], parities, game.goal, game.goal))
        for c in range(choices.shape[0]):
            if not BEST < choices[c] <= game.dice[0].most:
                raise ValueError(f"a choice is {choices[c]}, which is none")
        for c in range(choices.shape[0]):
            with nogil:
                for q in range(parities):
                    for own in range(game.goal):
                        for opp in range(game.goal):
                            out[c, q, own, opp] = min(1.0, chosen(
                                game, &ended[q, 0, 0], &ended[q ^ (parities - 1), 0, 0],
                                own, opp, q, choices[c],
                            ))
            PyErr_CheckSignals()
