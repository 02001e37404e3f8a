# Races of several players: turn starts cell by cell, by intervals that close around them.
#
# Mathematics
#     n players have banked the scores s_0 … s_(n-1), the mover's first. W(s) holds each player's
#     chance of winning when a turn starts there, the mover's first; the mover maximises his own.
#     Whoever banks t passes the turn on to (s_1, …, s_(n-1), t), whose total is larger; a bust
#     passes it on to (s_1, …, s_(n-1), s_0), whose total is not. So the n rotations of a tuple, a
#     cell, need each other and cells of larger totals only.
#
#         hold    h(t) = W(s_1, …, s_(n-1), t), seen by the mover;  h(goal) = (1, 0, …, 0)
#         roll    c(t) = p_bust w + sum_g p_g u(t + g),   w = W(s_1, …, s_(n-1), after_bust(s_0))
#         value   u(t) = c(t) where the mover's own c exceeds his own h by more than TIED, else h(t)
#         W(s)    = c(s_0);   past the goal u is (1, 0, …, 0), or w where the race is exact
#
#     The mover's decisions depend on x alone, his own part of w: where he rolls at x, he rolls at
#     any larger x. Two evaluations of a turn follow from that.
#
#     `box`   w is known between two tuples. Where rolling wins at the lower one it wins at all of
#             them, where it loses at the upper one it always loses; elsewhere the decision is open
#             and either payoff is possible. This encloses what the turn is worth to all. Going
#             round the movers of a cell from 0 … 1, the enclosures shrink by the chances of a bust.
#             Once no decision is open, the cell has one equilibrium and this one is pure.
#     `play`  the decisions taken at one x: then W is affine in w, W = A + (1 - leave) w, and the
#             n turns of a cell are solved in closed form.
#
#     A plan at the lower end of an enclosure that stays right up to its upper end decides a turn at
#     once. Where enclosures no longer shrink, a turn is enclosed by parts of the x that are left.
#     Where that does not help with decisions open, the cell may have several equilibria,
#     or none in pure decisions. It is left to the caller, who has `plan` to search with.
#
#     With last turns, whoever banks s >= goal is followed by `left` players who have one turn
#     each: h(s) is then what these turns come to, which `finish` has, u goes on past the goal up
#     to `rolled`, and all else is as before. If those alone have one who have not moved in the
#     round, `left` is n less the mover's seat, which is part of a state then.
#
# Arrays (C-contiguous float64; chances, no units)
#     starts   (size, n)      W at the number of the tuple in base goal, the mover's score first:
#                             banking 0, 1, … is then n doubles further on each time; size is
#                             goal^n, or of n seats n times as many, those of the first seat first
#     finish   (…,)           for left = 1 … n - 1 one after the other (goal^left, far, n) at
#                             [scores of these players, s - goal]: each player's chance once s is
#                             banked, who banks it first; far is height - goal
#     a row    (width,)       of a state of a turn: W by player from the mover on, and leave
#
# What limits it
#     A step of a turn adds one row for each gain, from the first-level cache; the additions wait
#     for the row before. The rows that banking leads to are read from memory once for each mover.
#
# Source: the equations are those of T. Neller and C. Presser, "Optimal Play of the Dice Game Pig",
# The UMAP Journal 25(1), 2004, for more players.

from threading import Lock

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport NAN
from libc.stdlib cimport calloc, free

from .simd cimport (
    LANES, MOST_LANES, add, aligned, all_lanes, greatest, lanes, least, load, madd, store, times,
    unfolded,
)

cdef enum:
    # What becomes of a score, for `dead`.
    DEAD = 1   # nothing leads from it to the goal
    SURE = 2   # who has it need not risk it, and wins if all others are dead

include "turn_rules.pxi"
include "party_turn.pxi"
include "party_cell.pxi"


cdef class Party:
    """The rules of a race between several players, checked once, and the memory that a cell needs.

    One call at a time works in that memory; others wait for it.
    """
    cdef Rules rules
    cdef void* memory
    cdef object lock
    cdef object keep  # the buffers behind the pointers

    def __init__(
        self, Py_ssize_t players, bint exact, Py_ssize_t start, const Py_ssize_t[::1] least,
        const Py_ssize_t[::1] landing, const unsigned char[::1] may, const double[:, ::1] thrown,
        const Py_ssize_t[::1] sets, const double[::1] chances, const Py_ssize_t[::1] first,
        const Py_ssize_t[::1] gains, const Py_ssize_t[::1] after, const Py_ssize_t[::1] order,
        const unsigned char[::1] dead, const Py_ssize_t[::1] begin,
        const Py_ssize_t[::1] points_of, const Py_ssize_t[::1] mode_of, bint single,
        Py_ssize_t rolled, Py_ssize_t height, Py_ssize_t seats, const double[::1] finish,
    ):
        cdef Py_ssize_t n, m, t, cells, count, modes = may.shape[0], goal = landing.shape[0]
        cdef double* next_row
        if self.memory != NULL:
            raise ValueError("a Party is made once: make another one for other rules")
        if not 2 <= players <= MOST_PLAYERS:
            raise ValueError(f"there are {players} players, but there must be 2 … {MOST_PLAYERS}")
        check_turns(
            rolled, height, exact, start, least, landing, may, thrown, sets, chances, first, gains,
            after, order,
        )
        if dead.shape[0] != goal or max(thrown[:, 1]) > 0:
            raise ValueError(f"{dead.shape[0]} dead scores do not fit {goal}, or a throw wipes")
        count = mode_of.shape[0]
        if begin.shape[0] != rolled + 1 or begin[0] != 0 or begin[rolled] != count \
                or points_of.shape[0] != count or count == 0:
            raise ValueError(f"{count} places do not fit a goal of {goal}")
        for t in range(rolled):
            if begin[t] > begin[t + 1]:
                raise ValueError(f"the places of {t} points begin after those of more")
            for n in range(begin[t], begin[t + 1]):
                if points_of[n] != t or not 0 <= mode_of[n] < modes:
                    raise ValueError(f"place {n} has {points_of[n]} points and mode {mode_of[n]}")
        if single and (modes > 1 or first.shape[0] != gains.shape[0] + 1):
            raise ValueError("a single roll has one mode, and throws without a choice")
        if seats != 1 and seats != players or single and rolled > goal:
            raise ValueError(f"{seats} seats do not fit {players} players, or a roll the goal")
        if rolled > goal:
            count, t = 0, 1
            for n in range(1, players):
                t *= goal
                count += t * (height - goal) * players
            if finish.shape[0] != count:
                raise ValueError(f"{finish.shape[0]} numbers for last turns, not {count}")
            self.rules.finish = &finish[0]
        count = mode_of.shape[0]
        self.rules.rolled, self.rules.height, self.rules.seats = rolled, height, seats
        self.rules.goal, self.rules.players, self.rules.exact = goal, players, exact
        self.rules.modes, self.rules.start, self.rules.single = modes, start, single
        self.lock = Lock()
        self.keep = (
            least, landing, dead, may, thrown, sets, chances, first, gains, after, begin,
            points_of, mode_of, finish,
        )
        self.rules.least, self.rules.landing, self.rules.dead = &least[0], &landing[0], &dead[0]
        self.rules.may, self.rules.thrown, self.rules.sets = &may[0], &thrown[0, 0], &sets[0]
        self.rules.first, self.rules.begin = &first[0], &begin[0]
        self.rules.points_of, self.rules.mode_of = &points_of[0], &mode_of[0]
        count = gains.shape[0]
        if count > 0:
            self.rules.chances, self.rules.gains = &chances[0], &gains[0]
            self.rules.after = &after[0]
        self.rules.count = count
        self.rules.tuples = goal ** players
        self.rules.size = seats * self.rules.tuples
        self.rules.vectors = (players + LANES) // LANES
        self.rules.width = self.rules.vectors * LANES
        for n in range(count):
            self.rules.most = max(self.rules.most, gains[n])
        cells = (rolled + self.rules.most + 1) * modes
        self.memory = calloc(
            (2 * cells + players * (height + 1) + 1) * self.rules.width + mode_of.shape[0]
            + 2 * cells + 2 * self.rules.count + 16,
            sizeof(double),
        )
        if self.memory == NULL:
            raise MemoryError
        self.rules.rows = aligned(self.memory)
        self.rules.highs = self.rules.rows + cells * self.rules.width
        next_row = self.rules.highs + cells * self.rules.width
        for m in range(players):
            self.rules.movers[m].held = next_row
            self.rules.movers[m].busted = next_row + height * self.rules.width
            next_row += (height + 1) * self.rules.width
        self.rules.won = next_row
        self.rules.won[0] = self.rules.won[players] = 1.0
        self.rules.margins = next_row + self.rules.width
        self.rules.worth = self.rules.margins + mode_of.shape[0]
        self.rules.later = self.rules.worth + cells
        self.rules.weights = self.rules.later + cells
        self.rules.ahead = self.rules.leads = <Py_ssize_t*> (self.rules.weights + count)
        for n in range(count):
            self.rules.leads[n] = gains[n] * modes + after[n]
        if not single:
            return
        # The nearest row is the last to be known, so it is added last.
        for n in range(count):
            self.rules.weights[n] = chances[count - 1 - n]
            self.rules.ahead[n] = gains[count - 1 - n] * self.rules.width
        self.rules.even = count > 0 and min(chances) == max(chances)

    def __dealloc__(self):
        free(self.memory)

    def total(
        self, double[:, ::1] starts not None, Py_ssize_t total, Py_ssize_t[::1] stuck not None,
    ):
        """Solve the cells of a total, those of larger totals being solved; how many are left.

        `stuck` receives the number of the tuple that stands for each cell that is left.
        """
        cdef Py_ssize_t front, index, rest, digits, c, left = 0, n = self.rules.players
        cdef Py_ssize_t worked = 0, fronts = self.rules.tuples // self.rules.goal
        cdef double* values = &starts[0, 0]
        self.check(starts)
        with self.lock, nogil:
            for front in range(fronts):
                rest, digits = total, front
                for c in range(n - 1):
                    rest -= digits % self.rules.goal
                    digits //= self.rules.goal
                if not 0 <= rest < self.rules.goal:
                    continue
                index = front * self.rules.goal + rest
                if not leads(&self.rules, index):
                    continue
                worked += 1
                if worked % 1024 == 0:
                    with gil:
                        PyErr_CheckSignals()
                if foregone(&self.rules, index):
                    write_cell(&self.rules, values, index)
                    continue
                together(&self.rules, index, values)
                if close_in(&self.rules) and settle(&self.rules):
                    write_cell(&self.rules, values, index)
                elif left < stuck.shape[0]:
                    stuck[left] = index
                    left += 1
        return left

    # --- for whoever searches a cell, or asks about one turn --------------------------------------

    def check(self, const double[:, ::1] starts not None):
        """Raise unless the array fits the rules."""
        if starts.shape[0] != self.rules.size or starts.shape[1] != self.rules.players:
            raise ValueError(
                f"starts is {starts.shape[0], starts.shape[1]}, but must be "
                f"{self.rules.size, self.rules.players}"
            )

    def enclosure(
        self, const double[:, ::1] starts not None, Py_ssize_t index, double[:, ::1] low not None,
        double[:, ::1] high not None,
    ):
        """Enclose the values of a cell's movers, (n, n); whether no decision is open."""
        cdef Py_ssize_t m, c, n = self.rules.players
        self.check(starts)
        if not (0 <= index < self.rules.size and low.shape[0] == low.shape[1] == n
                and high.shape[0] == high.shape[1] == n):
            raise ValueError(f"index {index} or the shape of the enclosures does not fit")
        with self.lock:
            together(&self.rules, index, &starts[0, 0])
            closed = close_in(&self.rules)
            for m in range(n):
                for c in range(n):
                    low[m, c], high[m, c] = self.rules.low[m * n + c], self.rules.high[m * n + c]
        return closed

    def plan(
        self, const double[:, ::1] starts not None, Py_ssize_t index, double x, double last,
        double[::1] row not None, double[::1] margins not None,
    ):
        """One turn with the decisions taken at x; up to what they are the same, at most `last`.

        `row`: (n + 1,), what the turn is worth without its bust, and leave. `margins`: (places,),
        what throwing is better by where one may bank as well, NaN elsewhere.
        """
        cdef double until = last
        cdef double* found
        cdef Mover* mover = &self.rules.movers[0]
        cdef Py_ssize_t c, k
        self.check(starts)
        if not 0 <= index < self.rules.size or row.shape[0] != self.rules.players + 1:
            raise ValueError(f"index {index} or a row of {row.shape[0]} does not fit")
        if margins.shape[0] != self.rules.begin[self.rules.rolled]:
            raise ValueError(
                f"{margins.shape[0]} margins, but there must be {self.rules.begin[self.rules.rolled]}"
            )
        with self.lock:
            sit(&self.rules, mover, index, &starts[0, 0])
            found = play(&self.rules, mover, x, &until)
            for c in range(self.rules.players + 1):
                row[c] = found[c]
            for k in range(margins.shape[0]):
                margins[k] = self.rules.margins[k] if chosen(&self.rules, mover, k) else NAN
        return until

    def calls(
        self, const double[:, ::1] starts not None, Py_ssize_t first, Py_ssize_t last,
        double below, double above, double[:, ::1] out not None,
    ):
        """The decisions at the tuples first … last - 1 with above < |margin| < below.

        `out` receives (margin, number of the tuple, place); returns (how many, tuple reached).
        """
        cdef Py_ssize_t index, k, n = self.rules.players, count = 0
        cdef Py_ssize_t places = self.rules.begin[self.rules.rolled]
        cdef Mover* mover = &self.rules.movers[0]
        cdef double x, until, margin
        self.check(starts)
        if not 0 <= first <= last <= self.rules.size or out.shape[1] != 3:
            raise ValueError(f"the tuples {first} … {last} or the memory for calls does not fit")
        with self.lock, nogil:
            for index in range(first, last):
                if count + places > out.shape[0]:
                    last = index
                    break
                sit(&self.rules, mover, index, &starts[0, 0])
                x = starts[mover.first + mover.own, n - 1]
                until = x
                play(&self.rules, mover, x, &until)
                for k in range(self.rules.begin[mover.top - mover.own]):
                    margin = self.rules.margins[k]
                    if chosen(&self.rules, mover, k):
                        if above < (margin if margin > 0 else -margin) < below:
                            out[count, 0], out[count, 1], out[count, 2] = margin, index, k
                            count += 1
        return count, last
