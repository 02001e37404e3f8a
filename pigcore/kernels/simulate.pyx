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
#     Races: a player throws what is in hand, by its urn; what falls is a bust, a wipe, or a set of
#     options, of which he takes the one whose state is worth most to him, the first of equal ones.
#     It makes s = own + points larger and leads to a mode, in which he banks where his table says
#     so, and otherwise throws. With one mode and single options that is a race of one roll.
#     Rolls: a player at the scores (own, opp) makes a choice; what is drawn is how far the turn
#     moves in the flat table of (own, opp) after a turn, which tells the next state.
#
# Arrays
#     shares    (c,)     uint64   the rest below which a cell gives its first outcome
#     outcomes  (c, 2)   intp     its two outcomes
#     bank      (goal, others, height, modes)  uint8, of a Player: at [own, scores of the
#                                 others, s, mode] THROW, BANK or MIXED. One row serves a whole turn:
#                                 two lines of the first-level cache for Pig to 100
#     chances   as bank, float64: the chance to throw on; or (0, 0, 0, 0) where nothing is mixed
#     worth     as bank, float64, or (0, 0, 0, 0) where there are no options to choose from
#     counts    (n, 3 + 2 n)  int64  by who began: games; turns and their squares in those that
#                                 somebody won, how many each player won, and their final scores
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

from .simd cimport unfolded

include "simulate_urn.pxi"

cdef Py_ssize_t MOST_GAIN = 1 << 60    # a score and this do not overflow,
cdef int64_t MOST_POINTS = 1 << 40     # nor does the sum of these over 2^20 games

cdef enum:
    THROW, BANK, MIXED
    BUST = -1
    WIPE = -2
    WON = -1
    LOST = -2
    MOST_PLAYERS = 6
    MIXED_CHOICE = -2
    MOST_DICE = 100
    A_WHILE = 200_000          # turns between two looks for signals: some ten milliseconds
    MOST_TURNS = 1_000_000     # of one game, so that sums of squares of 2^20 games fit in 63 bits


cdef struct Course:
    # One game under way, and where its random bits come from.
    BitGenerator* random
    Py_ssize_t[MOST_PLAYERS] score
    Py_ssize_t players
    Py_ssize_t mover
    Py_ssize_t winner          # -1 while nobody has won
    Py_ssize_t turns
    Py_ssize_t longest


cdef inline void count(int64_t* counts, const Course* game) noexcept nogil:
    cdef Py_ssize_t n
    counts[0] += 1
    if game.winner >= 0:
        counts[1] += game.turns
        counts[2] += <int64_t> game.turns * game.turns
        counts[3 + game.winner] += 1
        for n in range(game.players):
            counts[3 + game.players + n] += min(game.score[n], MOST_POINTS)


cdef int look_up(object polled) except -1 nogil:
    """Hear Ctrl-C, and whoever else wants to end this by raising."""
    with gil:
        PyErr_CheckSignals()
        if polled is not None:
            polled()
    return 0


include "simulate_turns.pxi"
include "simulate_rolls.pxi"
