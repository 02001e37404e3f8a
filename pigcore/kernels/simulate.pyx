# Games played with random bits, and counted: an independent witness of what is computed exactly.
#
# Mathematics
#     An outcome is drawn from an urn of 2^m cells (A. Walker's alias method). A random number u of
#     64 bits is a cell, its upper m bits, and a rest, its lower 64 - m bits; the cell gives its
#     first outcome where the rest is below the cell's share, and its second one otherwise. The
#     shares are made from whole numbers and rounded down once, to a multiple of 2^-64 of the
#     whole, so the total variation distance from the exact chances is below 2^m 2^-64; with
#     fewer than twice as many cells as there are outcomes n (or two) that is n 2^-63 a draw.
#     A decision that is itself random compares 53 bits with its chance: off by at most 2^-53.
#
#     Throws: a player with i points banked throws; an outcome above 0 is a gain, which makes
#     s = i + total larger, 0 a bust and -1 a wipe. He goes on where his table says so.
#     Rolls: a player at the scores (own, opp) makes a choice; what is drawn is how far the turn
#     moves in the flat table of (own, opp) after a turn, which tells the next state.
#     Dice set aside: a throw of the dice in hand offers choices; a player takes the one whose state
#     is worth most to him, the first of equal ones, and banks where his table says so.
#
# Arrays
#     shares    (c,)     uint64   the rest below which a cell gives its first outcome
#     outcomes  (c, 2)   intp     its two outcomes
#     table     (M, goal, goal, goal)  uint8, of a Player: at [memory, own, opp, s] HOLD, ROLL or
#                                 MIXED, where the chance to roll stands in `chances`. One row
#                                 serves a whole turn: two lines of the first-level cache to 100
#     chances   as table, float64, or (0, 0, 0, 0) where nothing is mixed
#     after     (M, 2)   intp     the memory after a turn that was lost, or ended with holding
#     counts    (2, 7)   int64    see COUNTS; row 0 of the games in which the first player began
#
# What limits it
#     Branches that cannot be predicted: some two a turn (the bust, the decision to hold) of about
#     15 cycles each; then the chain from random bits to cell, outcome and decision of every throw.
#
# Source: A. Walker, "An efficient method for generating discrete random variables with general
# distributions", ACM TOMS 3, 1977; numpy's manual, "Extending numpy.random via Cython".

from cpython.exc cimport PyErr_CheckSignals
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int64_t, uint32_t, uint64_t

include "simulate_urn.pxi"

COUNTS = ("games", "wins", "losses", "turns", "squares", "points", "against")
"""The columns of `counts`: games; those that the first player won and lost; and of the latter two the
sums of turns, of their squares, and of both players' final scores, each at most 2^40."""

cdef Py_ssize_t MOST_GAIN = 1 << 60    # a score and this do not overflow,
cdef int64_t MOST_POINTS = 1 << 40     # nor does the sum of these over 2^20 games

cdef enum:
    HOLD, ROLL, MIXED
    WON = -1
    LOST = -2
    BUST = 0
    WIPE = -1
    MIXED_CHOICE = -2
    MOST_DICE = 100
    A_WHILE = 200_000          # turns between two looks for signals: some ten milliseconds
    MOST_TURNS = 1_000_000     # of one game, so that sums of squares of 2^20 games fit in 63 bits


cdef struct Course:
    # One game under way, and where its random bits come from.
    BitGenerator* random
    Py_ssize_t[2] score
    Py_ssize_t[2] memory
    int mover
    bint scored                # whether the last turn of throws ended with holding
    int winner                 # 0 or 1, or -1 while nobody has won
    Py_ssize_t turns
    Py_ssize_t longest


cdef inline void count(int64_t* counts, const Course* game) noexcept nogil:
    counts[0] += 1
    if game.winner >= 0:
        counts[1 + game.winner] += 1
        counts[3] += game.turns
        counts[4] += <int64_t> game.turns * game.turns
        counts[5] += min(game.score[0], MOST_POINTS)
        counts[6] += min(game.score[1], MOST_POINTS)


cdef int look_up(object heard) except -1 nogil:
    """Hear Ctrl-C, and whoever else wants to end this by raising."""
    with gil:
        PyErr_CheckSignals()
        if heard is not None:
            heard()
    return 0


cdef int check_play(
    Py_ssize_t games, Py_ssize_t longest, const int64_t[:, ::1] counts, Py_ssize_t own,
    Py_ssize_t opp, Py_ssize_t goal,
) except -1:
    if counts.shape[0] != 2 or counts.shape[1] != len(COUNTS):
        raise ValueError(f"counts must be (2, {len(COUNTS)})")
    if not 0 <= games <= 1 << 20:
        raise ValueError(f"{games} games at once, but there can be 0 to {1 << 20}")
    if not 1 <= longest <= MOST_TURNS:
        raise ValueError(f"longest is {longest}, but must be between 1 and {MOST_TURNS}")
    if not (0 <= own < goal and 0 <= opp < goal):
        raise ValueError(f"the scores {own} and {opp} are no start of a game to {goal}")
    return 0


include "simulate_throws.pxi"
include "simulate_rolls.pxi"
include "simulate_dice.pxi"
