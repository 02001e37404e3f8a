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
#     Where enclosures no longer shrink with decisions open, the cell may have several equilibria,
#     or none in pure decisions. It is left to the caller, who has `plan` to search with.
#
# Arrays (C-contiguous float64; chances, no units)
#     starts   (goal^n, n)    W at the number of the tuple in base goal, the mover's score first:
#                             banking 0, 1, … is then n doubles further on each time
#     errors   (goal^n,)      at least how far a row of starts is from the truth
#     a row    (width,)       of a state of a turn: W by player from the mover on, leave, and what
#                             the errors are made of: those of what is banked, and the chance mass
#                             of the throws, each of which rounds
#
# What limits it
#     A step of a turn adds one row for each gain, from the first-level cache; the additions wait
#     for the row before. The rows that banking leads to are read from memory once for each mover.
#
# Source: the equations are those of T. Neller and C. Presser, "Optimal Play of the Dice Game Pig",
# The UMAP Journal 25(1), 2004, for more players.

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free

from .simd cimport LANES, aligned, all_lanes, lanes, load, madd, store, times

include "race_rules.pxi"

cdef double TIED = 1e-13  # rolling that is better by no more than this is not taken
cdef double UNIT = 1.1102230246251565e-16  # the largest relative error of a rounding

cdef enum:
    MOST_PLAYERS = 6
    MOST_ROUNDS = 500

cdef struct Mover:
    # One player's turn in a cell: his score and where his rows are.
    Py_ssize_t own
    Py_ssize_t first      # the number of the tuple that banking 0 would lead to
    bint coupled          # whether his bust stays in the cell
    double* held          # (goal, width): what banking each score is worth to all
    double* busted        # (width,): what a bust is worth, if it leaves the cell


cdef class Party:
    """The rules of a race between several players, and the room that one cell needs."""
    cdef Py_ssize_t goal, players, width, vectors, count, most, size
    cdef bint exact
    cdef double bust, last_bits
    cdef void* room
    cdef double* rows       # (goal + most + 1, width): a turn, or the lower end of one
    cdef double* highs      # the same, the upper end
    cdef double* margins    # (goal,): what rolling is better by
    cdef double* chances
    cdef Py_ssize_t* ahead  # doubles from a row to that of each gain
    cdef const Py_ssize_t[::1] landing
    cdef const unsigned char[::1] dead
    cdef Mover[MOST_PLAYERS] movers
    cdef double[MOST_PLAYERS * MOST_PLAYERS] low
    cdef double[MOST_PLAYERS * MOST_PLAYERS] high
    cdef double[MOST_PLAYERS * (MOST_PLAYERS + 3)] found

    def __init__(
        self, Py_ssize_t players, const Py_ssize_t[::1] gains, const double[::1] chances,
        double bust, bint exact, const Py_ssize_t[::1] landing, const unsigned char[::1] dead,
    ):
        cdef Py_ssize_t n, m, rows, count = gains.shape[0], goal = landing.shape[0]
        cdef double* next_row
        if self.room != NULL:
            raise ValueError("a Party is made once: make another one for other rules")
        if not 2 <= players <= MOST_PLAYERS:
            raise ValueError(f"there are {players} players, but there must be 2 … {MOST_PLAYERS}")
        check_rules(gains, chances, bust, 0.0, landing, dead)
        self.goal, self.players, self.exact, self.bust = goal, players, exact, bust
        self.landing, self.dead = landing, dead
        self.count = count
        self.size = goal ** players
        self.vectors = (players + 3 + LANES - 1) // LANES
        self.width = self.vectors * LANES
        for n in range(count):
            self.most = max(self.most, gains[n])
        self.last_bits = (count + 4) * UNIT
        rows = goal + self.most + 1
        self.room = calloc(
            (2 * rows + players * (goal + 1)) * self.width + goal + 2 * count + 16, sizeof(double)
        )
        if self.room == NULL:
            raise MemoryError
        self.rows = aligned(self.room)
        self.highs = self.rows + rows * self.width
        next_row = self.highs + rows * self.width
        for m in range(players):
            self.movers[m].held = next_row
            self.movers[m].busted = next_row + goal * self.width
            next_row += (goal + 1) * self.width
        self.margins = next_row
        self.chances = next_row + goal
        self.ahead = <Py_ssize_t*> (self.chances + count)
        # The nearest row is the last to be known, so it is added last.
        for n in range(count):
            self.chances[n] = chances[count - 1 - n]
            self.ahead[n] = gains[count - 1 - n] * self.width

    def __dealloc__(self):
        free(self.room)

    # --- one turn -------------------------------------------------------------------------------

    cdef inline Py_ssize_t rotated(self, Py_ssize_t index) noexcept nogil:
        """The number of the tuple whose first score is moved to its end."""
        cdef Py_ssize_t others = self.size // self.goal
        return index % others * self.goal + index // others

    cdef inline void roll(self, double* row, const double* busted) noexcept nogil:
        """Write what rolling is worth into a row; those above are known."""
        cdef Py_ssize_t v, n
        cdef lanes total
        for v in range(self.vectors):
            total = times(all_lanes(self.bust), load(busted + v * LANES))
            for n in range(self.count):
                total = madd(total, self.chances[n], load(row + self.ahead[n] + v * LANES))
            store(row + v * LANES, total)

    cdef inline void copy(self, double* row, const double* from_row) noexcept nogil:
        cdef Py_ssize_t v
        for v in range(self.vectors):
            store(row + v * LANES, load(from_row + v * LANES))

    cdef void beyond(self, double* rows, const double* busted) noexcept nogil:
        """Set the rows from the goal on."""
        cdef Py_ssize_t s, c
        for s in range(self.goal, self.goal + self.most + 1):
            if self.exact and s > self.goal:
                self.copy(rows + s * self.width, busted)
                continue
            for c in range(self.width):
                rows[s * self.width + c] = 0.0
            rows[s * self.width] = rows[s * self.width + self.players] = 1.0

    cdef void bank(
        self, double* row, const double* starts, const double* errors, Py_ssize_t index
    ) noexcept nogil:
        """Set a row to what passing the turn on to a tuple is worth, the one who passes first."""
        cdef Py_ssize_t c, n = self.players
        row[0] = starts[index * n + n - 1]
        for c in range(1, n):
            row[c] = starts[index * n + c - 1]
        row[n] = 1.0
        row[n + 1] = errors[index] if errors != NULL else 0.0
        row[n + 2] = 0.0

    cdef void sit(
        self, Mover* mover, Py_ssize_t index, const double* starts, const double* errors
    ) noexcept nogil:
        """Make one player the mover at a tuple."""
        cdef Py_ssize_t s, c, land
        mover.own = index // (self.size // self.goal)
        mover.first = index % (self.size // self.goal) * self.goal
        for s in range(mover.own + 1, self.goal):
            self.bank(mover.held + s * self.width, starts, errors, mover.first + s)
        land = self.landing[mover.own]
        mover.coupled = land == mover.own
        if land < self.goal and not mover.coupled:
            self.bank(mover.busted, starts, errors, mover.first + land)
            return
        for c in range(self.width):
            mover.busted[c] = 0.0
        if not mover.coupled:
            mover.busted[0] = mover.busted[self.players] = 1.0

    cdef double* play(self, Mover* mover, double x, double* low, double* high) noexcept nogil:
        """The turn with the decisions taken at x, which are the same for low < x <= high."""
        cdef Py_ssize_t s, n = self.players
        cdef double* row = self.rows + (self.goal - 1) * self.width
        cdef double* held = mover.held + (self.goal - 1) * self.width
        cdef double stay, margin, at
        low[0], high[0] = -1.0, 2.0
        self.beyond(self.rows, mover.busted)
        for s in range(self.goal - 1, mover.own - 1, -1):
            self.roll(row, mover.busted)
            stay = 1.0 - row[n]
            if s == mover.own:
                row[n + 2] += 1.0
                return row
            margin = row[0] + stay * x - held[0]
            self.margins[s] = margin
            if stay > 0:
                at = (held[0] + TIED - row[0]) / stay
                if margin > TIED:
                    low[0] = max(low[0], at)
                else:
                    high[0] = min(high[0], at)
            if margin > TIED:
                row[n + 2] += 1.0
            else:
                self.copy(row, held)
            row -= self.width
            held -= self.width
        return row

    cdef Py_ssize_t enclose(
        self, Mover* mover, const double* low, const double* high, double* least, double* most
    ) noexcept nogil:
        """What the turn is worth to all where its bust is worth low … high; the open decisions."""
        cdef double[MOST_PLAYERS + 11] down
        cdef double[MOST_PLAYERS + 11] up
        cdef Py_ssize_t s, c, n = self.players, open_ones = 0
        cdef double* row
        cdef double* top
        cdef double* held
        for c in range(self.width):
            down[c] = low[c] if mover.coupled and c < n else mover.busted[c]
            up[c] = high[c] if mover.coupled and c < n else mover.busted[c]
        self.beyond(self.rows, down)
        self.beyond(self.highs, up)
        for s in range(self.goal - 1, mover.own - 1, -1):
            row = self.rows + s * self.width
            top = self.highs + s * self.width
            self.roll(row, down)
            self.roll(top, up)
            if s == mover.own:
                break
            held = mover.held + s * self.width
            if row[0] > held[0] + TIED:
                continue
            if top[0] <= held[0] + TIED:
                self.copy(row, held)
                self.copy(top, held)
                continue
            open_ones += 1
            row[0] = max(row[0], held[0])
            for c in range(1, n):
                row[c] = min(row[c], held[c])
                top[c] = max(top[c], held[c])
        for c in range(n):
            least[c], most[c] = row[c], top[c]
        return open_ones

    # --- one cell -------------------------------------------------------------------------------

    cdef bint close(self) noexcept nogil:
        """Shrink the enclosures of the cell that the movers sit in; whether no decision is open.

        `low` and `high` receive the movers' values, by player from the mover on.
        """
        cdef Py_ssize_t m, c, k, n = self.players, open_ones, left
        cdef double wide, before = 2.0 * n * n
        cdef double[MOST_PLAYERS] stay
        cdef bint[MOST_PLAYERS] decided
        cdef double[MOST_PLAYERS] down
        cdef double[MOST_PLAYERS] up
        for c in range(n * n):
            self.low[c], self.high[c] = 0.0, 1.0
        for m in range(n):
            decided[m] = False
        for k in range(MOST_ROUNDS):
            open_ones = 0
            wide = 0.0
            for m in range(n - 1, -1, -1):
                # The next mover's values, this one first: he is the last of theirs.
                for c in range(n):
                    down[c] = self.low[(m + 1) % n * n + (c + n - 1) % n]
                    up[c] = self.high[(m + 1) % n * n + (c + n - 1) % n]
                if decided[m]:  # his decisions are known, so his turn is affine
                    for c in range(n):
                        self.low[m * n + c] = self.found[m * n + c] + stay[m] * down[c]
                        self.high[m * n + c] = self.found[m * n + c] + stay[m] * up[c]
                    continue
                left = self.enclose(
                    &self.movers[m], down, up, &self.low[m * n], &self.high[m * n]
                )
                open_ones += left
                decided[m] = left == 0
                stay[m] = 1.0 - self.rows[self.movers[m].own * self.width + n]
                for c in range(n):
                    self.found[m * n + c] = self.low[m * n + c] - stay[m] * down[c]
            for c in range(n * n):
                wide += self.high[c] - self.low[c]
            if open_ones == 0:
                return True
            if wide > 0.98 * before:
                break
            before = wide
        return False

    cdef bint settle(self) noexcept nogil:
        """Solve the cell by the decisions taken in its enclosures, which must not be open.

        `found` receives for each mover the values of all, leave, and the two kinds of errors; False
        if the decisions are not those that these values lead to, by roundings.
        """
        cdef Py_ssize_t m, c, n = self.players, w = n + 3
        cdef double[MOST_PLAYERS] down
        cdef double[MOST_PLAYERS] up
        cdef double x
        cdef double* row
        for m in range(n):
            c = (m + 1) % n * n + n - 1
            row = self.play(&self.movers[m], 0.5 * (self.low[c] + self.high[c]), &down[m], &up[m])
            for c in range(w):
                self.found[m * w + c] = row[c]
        solve_cell(self.found, n)
        for m in range(n):
            x = self.found[(m + 1) % n * w + n - 1]
            if not down[m] < x <= up[m]:
                return False
        return True

    cdef void write(
        self, double* starts, double* errors, Py_ssize_t index
    ) noexcept nogil:
        cdef Py_ssize_t m, c, n = self.players, w = n + 3
        for m in range(n):
            for c in range(n):
                starts[index * n + c] = min(max(self.found[m * w + c], 0.0), 1.0)
            errors[index] = self.found[m * w + n + 1] + self.last_bits * self.found[m * w + n + 2]
            index = self.rotated(index)

    cdef void together(
        self, Py_ssize_t index, const double* starts, const double* errors
    ) noexcept nogil:
        """Seat all movers of a cell."""
        cdef Py_ssize_t m
        for m in range(self.players):
            self.sit(&self.movers[m], index, starts, errors)
            index = self.rotated(index)

    cdef bint leads(self, Py_ssize_t index) noexcept nogil:
        """Whether no rotation of the tuple has a smaller number: it stands for its cell."""
        cdef Py_ssize_t m, other = index
        for m in range(1, self.players):
            other = self.rotated(other)
            if other < index:
                return False
        return True

    cdef bint lost(self, Py_ssize_t index) noexcept nogil:
        """Whether nobody can win any more."""
        cdef Py_ssize_t m
        for m in range(self.players):
            if not self.dead[index % self.goal]:
                return False
            index //= self.goal
        return True

    def total(
        self, double[:, ::1] starts not None, double[::1] errors not None, Py_ssize_t total,
        Py_ssize_t[::1] stuck not None,
    ):
        """Solve the cells of a total, those of larger totals being solved; how many are left.

        `stuck` receives the number of the tuple that stands for each cell that is left.
        """
        cdef Py_ssize_t front, index, rest, digits, c, left = 0, n = self.players
        cdef Py_ssize_t worked = 0, fronts = self.size // self.goal
        cdef double* values = &starts[0, 0]
        cdef double* bounds = &errors[0]
        self.check(starts, errors)
        with nogil:
            for front in range(fronts):
                rest, digits = total, front
                for c in range(n - 1):
                    rest -= digits % self.goal
                    digits //= self.goal
                if not 0 <= rest < self.goal:
                    continue
                index = front * self.goal + rest
                if not self.leads(index):
                    continue
                worked += 1
                if worked % 1024 == 0:
                    with gil:
                        PyErr_CheckSignals()
                if self.lost(index):
                    for c in range(n * (n + 3)):
                        self.found[c] = 1.0 / n if c % (n + 3) < n else 0.0
                    self.write(values, bounds, index)
                    continue
                self.together(index, values, bounds)
                if self.close() and self.settle():
                    self.write(values, bounds, index)
                elif left < stuck.shape[0]:
                    stuck[left] = index
                    left += 1
        return left

    # --- for whoever searches a cell, or asks about one turn --------------------------------------

    def check(self, const double[:, ::1] starts not None, const double[::1] errors):
        """Raise unless the arrays fit the rules."""
        if starts.shape[0] != self.size or starts.shape[1] != self.players:
            raise ValueError(
                f"starts is {starts.shape[0], starts.shape[1]}, but must be "
                f"{self.size, self.players}"
            )
        if errors is not None and errors.shape[0] != self.size:
            raise ValueError(f"errors has {errors.shape[0]} entries, but must have {self.size}")

    def enclosure(
        self, const double[:, ::1] starts not None, Py_ssize_t index, double[:, ::1] low not None,
        double[:, ::1] high not None,
    ):
        """Enclose the values of a cell's movers, (n, n); whether no decision is open."""
        cdef Py_ssize_t m, c, n = self.players
        self.check(starts, None)
        if not (0 <= index < self.size and low.shape[0] == low.shape[1] == n
                and high.shape[0] == high.shape[1] == n):
            raise ValueError(f"index {index} or the shape of the enclosures does not fit")
        self.together(index, &starts[0, 0], NULL)
        closed = self.close()
        for m in range(n):
            for c in range(n):
                low[m, c], high[m, c] = self.low[m * n + c], self.high[m * n + c]
        return closed

    def plan(
        self, const double[:, ::1] starts not None, const double[::1] errors, Py_ssize_t index,
        double x, double[::1] row not None, double[::1] margins=None,
    ):
        """One turn with the decisions taken at x; (low, high), between which they are the same.

        `row`: (n + 3,), what the turn is worth without its bust, leave, and the errors. `margins`:
        (goal,), what rolling is better by at each score that could be banked.
        """
        cdef double low, high
        cdef double* found
        cdef Py_ssize_t c, s
        self.check(starts, errors)
        if not 0 <= index < self.size or row.shape[0] != self.players + 3:
            raise ValueError(f"index {index} or a row of {row.shape[0]} does not fit")
        if margins is not None and margins.shape[0] != self.goal:
            raise ValueError(f"margins has {margins.shape[0]} entries, but must have {self.goal}")
        self.sit(&self.movers[0], index, &starts[0, 0], NULL if errors is None else &errors[0])
        found = self.play(&self.movers[0], x, &low, &high)
        for c in range(self.players + 3):
            row[c] = found[c]
        if margins is not None:
            for s in range(self.movers[0].own + 1, self.goal):
                margins[s] = self.margins[s]
        return low, high

    def calls(
        self, const double[:, ::1] starts not None, Py_ssize_t first, Py_ssize_t last,
        double below, double above, double[:, ::1] out not None,
    ):
        """The decisions at the tuples first … last - 1 with above < |margin| < below.

        `out` receives (margin, number of the tuple, turn total); returns (how many, tuple reached).
        """
        cdef Py_ssize_t index, s, land, n = self.players, count = 0
        cdef double x, low, high, margin
        self.check(starts, None)
        if not 0 <= first <= last <= self.size or out.shape[1] != 3:
            raise ValueError(f"the tuples {first} … {last} or the room for calls does not fit")
        with nogil:
            for index in range(first, last):
                if count + self.goal > out.shape[0]:
                    last = index
                    break
                self.sit(&self.movers[0], index, &starts[0, 0], NULL)
                x = starts[self.movers[0].first + self.movers[0].own, n - 1]
                self.play(&self.movers[0], x, &low, &high)
                for s in range(self.movers[0].own + 1, self.goal):
                    margin = self.margins[s]
                    if above < (margin if margin > 0 else -margin) < below:
                        out[count, 0], out[count, 1] = margin, index
                        out[count, 2] = s - self.movers[0].own
                        count += 1
        return count, last


cdef void solve_cell(double* found, Py_ssize_t n) noexcept nogil:
    """From what n turns in a row are worth without their busts to what they are worth with them.

    Each row is A, leave, error, throws, by player from its own mover on. With q = 1 - leave,
    W_0 = A_0 + q_0 A_1 + q_0 q_1 A_2 + … over leave_0 + q_0 leave_1 + …, all terms positive.
    """
    cdef double[MOST_PLAYERS * (MOST_PLAYERS + 3)] turns
    cdef Py_ssize_t m, k, c, w = n + 3
    cdef double through, leave
    cdef const double* row
    for c in range(n * w):
        turns[c] = found[c]
    for m in range(n):
        for c in range(w):
            found[m * w + c] = 0.0
        through, leave = 1.0, 0.0
        for k in range(n):
            row = &turns[(m + k) % n * w]
            for c in range(n):  # the player c from m on is c - k from m + k on
                found[m * w + c] += through * row[(c - k + n) % n]
            found[m * w + n + 1] += through * row[n + 1]
            # Roundings of A and of leave, and those of this loop.
            found[m * w + n + 2] += through * (2.0 * row[n + 2] + 2.0)
            leave += through * row[n]
            through *= 1.0 - row[n]
        for c in range(w):
            found[m * w + c] = found[m * w + c] / leave if leave > 0 else 1.0 / n
        found[m * w + n] = 1.0
