# A match of a race as a Markov chain: chances, visits and steps from how turns end.
#
# Mathematics
#     A node is a turn start: the player p to move, with i units against j. A turn wins, banks the
#     goal and is passed in a last turn of the next player q or another one, r, or ends with s
#     banked, by a bust (s = i, or landing[i] for a bonus) or by a wipe, and q moves next, from
#     (j, s). So for every function X of nodes that is what the play from there leads to,
#
#         X_p(i, j) = P(win) w_p + sum_r P(passed by r) w_r + sum_s ends(s) X_q(j, s)
#                     + bonus X_q(j, landing[i]) + wiped Y_q(j).
#
#     Without wipes totals i + j never fall, and only busts keep them: from the largest total down
#     (or up, for the visits, which solve the transposed equations) what is left to solve are
#     the nodes of one tuple of scores, which lead round to each other by their busts. With q the
#     chance of the bust, a what a node is worth otherwise, and n players,
#
#         x_0 = a_0 + q_0 (a_1 + q_1 (... + q_(n-1) x_0)),
#
#     where 1 - q_0 ... q_(n-1) = l_0 + q_0 l_1 + q_0 q_1 l_2 + ..., l being the chance to leave
#     a node otherwise than by its bust: sums of positive terms only, so that no cycle is left too
#     slowly to be solved. The visits solve the transposed equations. Where all l are 0 the players
#     go on for ever.
#
#     Of three players or more j are the scores of all others, the next one's first, as one number
#     to the base of the goal; then (j, s) is the number j goal + s. They do not wipe.
#
#     Wipes are paid by the columns Y_q(j), X_q at (j, 0), which the caller knows or guesses; the
#     visits' counterpart are the chances z to come to a column by a wipe.
#
# Arrays (float64; `others` is goal to the power of the players less one)
#     ends    (size,), squares (6 or more, goal, others)  see outcomes.pyx
#     landing (goal,) intp          the banked score after a bust
#     x, v    (goal, others)        at [own, opp], for each player to move
#     y, z    (others,)             at [own], where opp is 0; of two players
#
# What limits it
#     One product and one addition for every end of every turn: the memory that `ends` take.
#
# Sources: J. Kemeny, J. Snell, "Finite Markov Chains", 1960; W. Grassmann, M. Taksar, D. Heyman,
# "Regenerative analysis and steady state distributions for Markov chains", Operations Research
# 33(5), 1985, for elimination without subtractions.

from threading import Lock

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport INFINITY

include "squares.pxi"

cdef enum:
    MOST = 6  # players

ctypedef double* floats

cdef struct Side:
    # One player.
    Py_ssize_t rows            # of squares
    bint alike                 # whether he does the same against all opponents
    const double* ends
    const double* squares
    const Py_ssize_t* landing

cdef struct Seats:
    # One tuple of the players' scores, as each of them sees it.
    Py_ssize_t[MOST] own, opp

cdef struct Node:
    # What the turn start of one player is at these scores.
    double bust, leave, value

cdef class Player:
    """How the turns of one player end."""
    cdef const double[::1] ends
    cdef const double[:, :, ::1] squares
    cdef const Py_ssize_t[::1] landing
    cdef Side side

    def __init__(
        self, const double[::1] ends not None, const double[:, :, ::1] squares not None,
        const Py_ssize_t[::1] landing not None,
    ):
        cdef Py_ssize_t goal = landing.shape[0]
        cdef bint alike = goal > 1 and ends.shape[0] == start(goal, goal)
        self.ends, self.squares, self.landing = ends, squares, landing
        self.side = Side(squares.shape[0], alike, &ends[0], &squares[0, 0, 0], &landing[0])


cdef class Chain:
    """Players against each other. Calls that come at the same time wait for one another."""
    cdef Side[MOST] sides
    cdef Node[MOST] nodes
    cdef Py_ssize_t players, goal, others
    cdef double stuck          # the chance to have come to where nobody leaves
    cdef object lock
    cdef object keep           # the buffers behind the pointers

    def __init__(self, *players):
        cdef Player one
        cdef Py_ssize_t p
        one = players[0]
        count, self.goal = len(players), one.landing.shape[0]
        self.others = self.goal ** (count - 1)
        for p in range(count):
            one = players[p]
            self.sides[p] = one.side
        self.players = count
        self.keep = players
        self.lock = Lock()

    cdef inline Py_ssize_t next(self, Py_ssize_t player) noexcept nogil:
        return player + 1 if player + 1 < self.players else 0

    cdef bint seat(self, Py_ssize_t total, Py_ssize_t head, Seats* seats) noexcept nogil:
        """The scores of a total of which all but the last are the number `head`, as each player
        sees them; False if there are none."""
        cdef Py_ssize_t p, last = total, rest = head, number
        while rest:
            last -= rest % self.goal
            rest //= self.goal
        if not 0 <= last < self.goal:
            return False
        number = head * self.goal + last
        for p in range(self.players):
            seats.own[p], seats.opp[p] = number // self.others, number % self.others
            number = seats.opp[p] * self.goal + seats.own[p]
        return True

    # --- chances, from the largest total down ----------------------------------------------------

    def expect(self, tuple xs not None, tuple ys not None, tuple wins not None, double never):
        """Fill x with what each node is worth if the players' wins are worth so much.

        `never` is what it is worth that the players go on for ever who have come to where they
        can do nothing else.
        """
        cdef Py_ssize_t total, head
        cdef floats[MOST] x
        cdef floats[MOST] y
        cdef double[MOST] win
        cdef Seats seats
        self.point(xs, ys, x, y)
        for p in range(self.players):
            win[p] = wins[p]
        for total in range(self.players * (self.goal - 1), -1, -1):
            with self.lock, nogil:
                for head in range(self.others):
                    if self.seat(total, head, &seats):
                        self.expect_cell(&seats, x, y, win, never)
            PyErr_CheckSignals()

    cdef void expect_cell(
        self, const Seats* seats, floats* x, floats* y, const double* win, double never
    ) noexcept nogil:
        """The nodes of one tuple of the players' scores."""
        cdef Py_ssize_t goal = self.goal, apart = self.goal * self.others
        cdef Py_ssize_t p, own, opp, then, other, row
        cdef Node* node
        cdef const Side* side
        cdef const double* ends
        cdef const double* square
        for p in range(self.players):
            node, side, then = &self.nodes[p], &self.sides[p], self.next(p)
            own, opp = seats.own[p], seats.opp[p]
            ends, square = self.ends(p, own, opp), self.square(p, own, opp)
            node.bust, node.leave = ends[0], square[LEAVE * apart]
            node.value = square[WON * apart] * win[p] \
                + square[PASSED * apart] * win[then] \
                + dot(ends + 1, x[then] + opp * goal + own + 1, goal - own - 1) \
                + square[WIPED * apart] * y[then][opp]
            if square[BONUS * apart] > 0:
                node.value += square[BONUS * apart] * x[then][opp * goal + side.landing[own]]
            other = then
            for row in range(SQUARES, side.rows):
                other = self.next(other)
                node.value += square[row * apart] * win[other]
        self.solve_values(never)
        for p in range(self.players):
            x[p][seats.own[p] * self.others + seats.opp[p]] = self.nodes[p].value

    cdef void solve_values(self, double never) noexcept nogil:
        """Turn each node's value from a into x; `never` where the players go on for ever."""
        cdef Py_ssize_t p
        cdef Node* node
        cdef double value = 0.0, factor = 1.0, leave = 0.0
        for p in range(self.players):  # once around
            node = &self.nodes[p]
            value += factor * node.value
            leave += factor * node.leave
            factor *= node.bust
        self.nodes[0].value = value / leave if leave > 0 else never
        for p in range(self.players - 1, 0, -1):
            self.nodes[p].value += self.nodes[p].bust * self.nodes[self.next(p)].value

    cdef inline const double* ends(
        self, Py_ssize_t player, Py_ssize_t own, Py_ssize_t opp
    ) noexcept nogil:
        """The ends of a player's turn short of the goal, from `own` on."""
        cdef const Side* side = &self.sides[player]
        cdef Py_ssize_t goal = self.goal
        return side.ends + (
            start(goal, own) if side.alike else start(goal, own) * self.others + opp * (goal - own)
        )

    cdef inline const double* square(
        self, Py_ssize_t player, Py_ssize_t own, Py_ssize_t opp
    ) noexcept nogil:
        """The first of the other chances of his turn; the next is goal * others further on."""
        return self.sides[player].squares + own * self.others + opp

    # --- visits, from the smallest total up ------------------------------------------------------

    def visit(self, tuple vs not None, tuple zs not None):
        """Turn v from where play begins into how often it comes to each node, but by wipes.

        Adds to z how often wipes lead to each column, and returns how often each player's turns
        end the game, and how often the players come to where they stay for ever: infinitely often.
        """
        cdef Py_ssize_t total, head, p
        cdef floats[MOST] v
        cdef floats[MOST] z
        cdef double[MOST] won
        cdef Seats seats
        self.point(vs, zs, v, z)
        self.stuck = 0.0
        for p in range(self.players):
            won[p] = 0.0
        for total in range(self.players * (self.goal - 1) + 1):
            with self.lock, nogil:
                for head in range(self.others):
                    if self.seat(total, head, &seats):
                        self.visit_cell(&seats, v, z, won)
            PyErr_CheckSignals()
        return (*[won[p] for p in range(self.players)], self.stuck)

    cdef void visit_cell(
        self, const Seats* seats, floats* v, floats* z, double* won
    ) noexcept nogil:
        cdef Py_ssize_t p, own, opp
        cdef Node* node
        cdef bint some = False
        for p in range(self.players):
            node = &self.nodes[p]
            node.value = v[p][seats.own[p] * self.others + seats.opp[p]]
            some = some or node.value != 0.0
        if not some:  # as at most scores, if play has come from elsewhere
            return
        for p in range(self.players):
            node, own, opp = &self.nodes[p], seats.own[p], seats.opp[p]
            node.bust = self.ends(p, own, opp)[0]
            node.leave = self.square(p, own, opp)[LEAVE * self.goal * self.others]
        self.solve_visits()
        for p in range(self.players):
            node, own, opp = &self.nodes[p], seats.own[p], seats.opp[p]
            v[p][own * self.others + opp] = node.value
            if node.leave > 0 and node.value > 0:
                won[p] += self.hand_over(p, node.value, own, opp, 1, v, z)

    cdef void solve_visits(self) noexcept nogil:
        """Turn each node's value from what comes to it from elsewhere into its visits."""
        cdef Py_ssize_t p
        cdef Node* node
        cdef double value = 0.0, factor = 1.0, leave = 0.0
        for p in range(self.players):  # what comes to the first by the time that play is back at it
            node = &self.nodes[p]
            leave += factor * node.leave
            factor *= node.bust
            if p > 0:
                value = node.bust * (value + node.value)
        node = &self.nodes[0]
        value += node.value
        if leave > 0:
            node.value = value / leave
        elif value > 0:
            node.value = INFINITY
            self.stuck += value
        for p in range(self.players - 1):
            self.nodes[p + 1].value += self.nodes[p].bust * self.nodes[p].value

    cdef double hand_over(
        self, Py_ssize_t player, double value, Py_ssize_t own, Py_ssize_t opp, Py_ssize_t least,
        floats* v, floats* z,
    ) noexcept nogil:
        """Pass a node's value on to where its turn leads, ends from `least` on; what ends the game."""
        cdef const Side* side = &self.sides[player]
        cdef Py_ssize_t goal = self.goal, apart = self.goal * self.others
        cdef Py_ssize_t then = self.next(player)
        cdef const double* ends = self.ends(player, own, opp)
        cdef const double* square = self.square(player, own, opp)
        cdef double wiped = square[WIPED * apart], bonus = square[BONUS * apart]
        cdef double over = square[WON * apart] + square[PASSED * apart]
        cdef double* row_of = v[then] + opp * goal
        cdef Py_ssize_t row
        spread(row_of + own + 1, ends + 1, value, goal - own - 1)
        if least == 0:
            row_of[own] += value * ends[0]
        if bonus > 0:
            row_of[side.landing[own]] += value * bonus
        if wiped > 0:
            z[then][opp] += value * wiped
        for row in range(SQUARES, side.rows):
            over += square[row * apart]
        return value * over

    # --- turn by turn ----------------------------------------------------------------------------

    def step(
        self, Py_ssize_t player, const double[:, ::1] now not None,
        double[:, ::1] then not None, double[::1] column not None,
    ):
        """Add to `then` and `column` where one turn of all chances `now` leads; what it ends.

        `now` is of the player who moves, the other two are of the one who moves next.
        """
        cdef Py_ssize_t own, opp
        cdef floats[MOST] v
        cdef floats[MOST] z
        cdef double won = 0.0
        v[self.next(player)], z[self.next(player)] = &then[0, 0], &column[0]
        for own in range(self.goal):
            with self.lock, nogil:
                for opp in range(self.others):
                    if now[own, opp] > 0:
                        won += self.hand_over(player, now[own, opp], own, opp, 0, v, z)
            PyErr_CheckSignals()
        return won

    cdef int point(self, tuple xs, tuple ys, floats* x, floats* y) except -1:
        """Where the players' arrays begin."""
        cdef double[:, ::1] nodes
        cdef double[::1] columns
        for p in range(self.players):
            nodes, columns = xs[p], ys[p]
            x[p], y[p] = &nodes[0, 0], &columns[0]
        return 0


cdef inline double dot(const double* a, const double* b, Py_ssize_t n) noexcept nogil:
    """Sum of products; four sums at once, as one addition waits for another."""
    cdef Py_ssize_t k = 0
    cdef double s = 0.0, t = 0.0, u = 0.0, w = 0.0
    while k + 4 <= n:
        s += a[k] * b[k]
        t += a[k + 1] * b[k + 1]
        u += a[k + 2] * b[k + 2]
        w += a[k + 3] * b[k + 3]
        k += 4
    while k < n:
        s += a[k] * b[k]
        k += 1
    return (s + t) + (u + w)


cdef inline void spread(double* a, const double* b, double factor, Py_ssize_t n) noexcept nogil:
    """Add factor b to a."""
    cdef Py_ssize_t k
    for k in range(n):
        a[k] += factor * b[k]
