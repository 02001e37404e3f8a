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
#                                      so neighbours in y are independent states of one total;
#                                      best aligned to 64 bytes. The caller has filled in the ended games, 1, 0 or (counting) 0
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
#     One load, one product and one addition for each gain of each choice in each state, 2.4 million
#     of them for ten six-sided dice to 100: four fifths of the time. A register holds as many states
#     of one total as it has lanes, and four registers share the chances. The rest is by state: the
#     choice of no dice, and what the ends of turns lead to. The 61 rows of `ended` that a total needs
#     lie in the second-level cache.
#     The sums of n dice could be had from those of n - 1 with a fifth of the additions, but only where
#     no rule changes points, and where turns that end beyond the goal end the game.
#
# Source: backward induction is as old as games; as value iteration with blocks see D. Bertsekas,
# "Dynamic Programming and Optimal Control", vol. II. The rules are those of the course CS 61A.

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport fabs
from libc.stdlib cimport calloc, free

from .simd cimport LANES, MOST_LANES, all_lanes, greatest, lanes, load, madd, store, unfolded

cdef enum:
    BEST = -2

MAXIMIZE = BEST  # fills the policy of a player who chooses the best

include "hog_turn.pxi"


cdef double settled(
    double* ended, const double* mine, const double* theirs, const Py_ssize_t[:, ::1] settle,
    Py_ssize_t first, Py_ssize_t last, bint counting, bint watched,
) noexcept nogil:
    """E of every way into a block from V in it; if `watched`, the largest change (relative above 1)."""
    cdef Py_ssize_t n
    cdef double e, change = 0.0
    for n in range(first, last):
        if settle[n, 2]:
            e = mine[settle[n, 1]]
        else:
            e = theirs[settle[n, 1]]
            if not counting:
                e = 1.0 - e
        if watched:
            change = max(change, fabs(e - ended[settle[n, 0]]) / max(1.0, e))
        ended[settle[n, 0]] = e
    return change


cdef struct Effort:
    # What the iteration of a block may take, and what the blocks so far have taken.
    double tolerance           # stop when nothing changes by more
    Py_ssize_t most            # iterations
    Py_ssize_t iterations      # of the block that needed most
    Py_ssize_t worked          # since signals were last looked for
    double change              # the last one of the last block


cdef inline int check_signals(Effort* effort, Py_ssize_t work) except -1 nogil:
    effort.worked += work
    if effort.worked > 20_000:
        effort.worked = 0
        with gil:
            PyErr_CheckSignals()
    return 0


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
        if self.game.kinds != NULL:
            raise ValueError("an Induction is made once: make another one for another game")
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
        self.game.kinds = <unsigned char*> calloc(2 * self.game.goal - 1, 1)
        if self.game.kinds == NULL:
            raise MemoryError
        find_kinds(&self.game)

    def __dealloc__(self):
        free(self.game.kinds)

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

    cdef int check_players(
        self, const double[:, :, :, ::1] value, const double[:, :, :, ::1] ended,
        const short[:, :, :, ::1] policy,
    ) except -1:
        cdef Py_ssize_t p, q, own, opp, goal = self.game.goal
        cdef Py_ssize_t players = value.shape[0], parities = value.shape[1]
        cdef tuple states = (players, parities, goal, goal)
        if not (1 <= players <= 2 and 1 <= parities <= 2):
            raise ValueError(f"there are {players} players and {parities} parities, not 1 or 2")
        self.check_states("value", value, states)
        self.check_states("policy", policy, states)
        self.check_states("ended", ended, (players, parities, self.rows, self.stride))
        for p in range(players):
            for q in range(parities):
                if policy[p, q, 0, 0] == BEST:  # the rest is not read
                    continue
                for own in range(goal):
                    for opp in range(goal):
                        if not BEST <= policy[p, q, own, opp] <= self.game.dice[0].most:
                            raise ValueError(f"a choice is {policy[p, q, own, opp]}, which is none")
        return 0

    cdef int iterate(
        self, Py_ssize_t b, double[:, :, :, ::1] value, double[:, :, :, ::1] ended,
        const short[:, :, :, ::1] policy, bint counting, Effort* effort,
    ) except -1 nogil:
        """V and E of one block, iterated until nothing changes by more than the tolerance."""
        cdef const Choices* game = &self.game
        cdef Py_ssize_t players = value.shape[0]
        cdef Py_ssize_t parities = value.shape[1]
        cdef Py_ssize_t p, q, total, other, used = 0
        while True:
            for total in range(self.blocks[b, 0], self.blocks[b + 1, 0], -1):
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
                                &ended[p, other, 0, 0], &policy[p, q, 0, 0], q, total, counting,
                            )
                check_signals(effort, game.goal * game.dice[0].most)
            effort.change = 0.0
            for p in range(players):
                for q in range(parities):
                    effort.change = max(effort.change, settled(
                        &ended[p, q, 0, 0], &value[p, q, 0, 0],
                        &value[players - 1 - p, q, 0, 0], self.settle,
                        self.blocks[b, 2], self.blocks[b + 1, 2], counting, self.blocks[b, 1],
                    ))
            used += 1
            if not self.blocks[b, 1]:
                break
            if effort.change <= effort.tolerance or used >= effort.most:
                break
        effort.iterations = max(effort.iterations, used)
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
        cdef Effort effort = Effort(tolerance, most, 1, 0, 0.0)
        cdef Py_ssize_t b
        cdef double residual = 0.0
        self.check_players(value, ended, policy)
        with nogil:
            for b in range(self.blocks.shape[0] - 1):
                self.iterate(b, value, ended, policy, counting, &effort)
                residual = max(residual, effort.change)
        return effort.iterations, residual

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
