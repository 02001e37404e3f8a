# A match of a race as a Markov chain: chances, visits and steps from how turns end.
#
# Mathematics
#     A node is a turn start: the player p to move, with i units against j, and what both
#     remember, m of p and n of the next player q. A turn wins, banks the goal and is passed in a
#     last turn of q or another one, r, or ends with s banked, by a bust (s = i, or landing[i] for a bonus) or by a wipe,
#     and q moves next, from (j, s), with p's memory as it is after a turn that he ended himself
#     (s > i) or did not. So for every function X of nodes that is what the play from there leads to,
#
#         X_p(m,n,i,j) = P(win) w_p + sum_r P(passed by r) w_r + sum_s ends(s) X_q(n, m', j, s)
#                        + bonus X_q(n, m', j, landing[i]) + wiped Y_q(n, m', j).
#
#     Without wipes totals i + j never fall, and only busts keep them: from the largest total down
#     (or up, for the visits, which solve the transposed equations) what is left to solve are
#     the nodes of one pair {i, j}, each of which leads to one other by its bust: cycles.pxi.
#
#     Of three players or more j are the scores of all others, the next one's first, as one number
#     to the base of the goal; then (j, s) is the number j goal + s. They neither remember nor wipe.
#
#     Wipes are paid by the columns Y_q(n, m', j), X_q at (j, 0), which the caller knows or
#     guesses; the visits' counterpart are the chances z to come to a column by a wipe.
#
# Arrays (float64; M_p memories of player p; `others` is goal to the power of the players less one)
#     ends    (T, size), squares (T, 6 or more, goal, others)  see outcomes.pyx; T tables of a player are one
#                                   for each of his M memories or, if he sees what the other one
#                                   remembers, for each pair, at M_q mine + his
#     after   (M, 2) intp           the memory after a turn that did not score, and did
#     landing (goal,) intp          the banked score after a bust
#     x, v    (M_p, M_q, goal, others)  at [mine, his, own, opp], for the player p to move
#     y, z    (M_p, M_q, others)        at [mine, his, own], where opp is 0; of two players
#
# What limits it
#     One product and one addition for every end of every turn: the memory that `ends` take.
#
# Source: J. Kemeny, J. Snell, "Finite Markov Chains", 1960.

from threading import Lock

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport INFINITY
from libc.stdlib cimport calloc, free

include "cycles.pxi"
include "squares.pxi"

cdef enum:
    MOST = 6  # players

ctypedef double* floats

cdef struct Side:
    # One player.
    Py_ssize_t memories, tables
    Py_ssize_t size            # of a table of ends
    Py_ssize_t rows            # of a table of squares
    bint alike                 # whether he does the same against all opponents
    const double* ends
    const double* squares
    const Py_ssize_t* after
    const Py_ssize_t* landing

cdef struct Seats:
    # One tuple of the players' scores, as each of them sees it.
    Py_ssize_t[MOST] own, opp

cdef class Player:
    """How the turns of one player end, checked once so that no index leaves an array."""
    cdef const double[:, ::1] ends
    cdef const double[:, :, :, ::1] squares
    cdef const Py_ssize_t[:, ::1] after
    cdef const Py_ssize_t[::1] landing
    cdef Side side
    cdef Py_ssize_t others

    @property
    def memories(self):
        """How many things he can remember."""
        return self.side.memories

    @property
    def tables(self):
        """How many kinds of turns he has."""
        return self.side.tables

    def __init__(
        self, const double[:, ::1] ends not None, const double[:, :, :, ::1] squares not None,
        const Py_ssize_t[:, ::1] after not None, const Py_ssize_t[::1] landing not None,
    ):
        cdef Py_ssize_t memories = after.shape[0], tables = ends.shape[0], goal = landing.shape[0], m
        cdef Py_ssize_t others = squares.shape[3]
        cdef bint alike = goal > 1 and ends.shape[1] == start(goal, goal)
        if self.side.memories:
            raise ValueError("a Player is made once: make another one for other turns")
        if memories < 1 or goal < 1:
            raise ValueError("a match needs a score and a memory")
        for name, array, fitting in (
            ("ends", ends, (tables, start(goal, goal) * (1 if alike else others))),
            ("squares", squares, (tables, max(squares.shape[1], SQUARES), goal, others)),
            ("after", after, (memories, 2)),
        ):
            check_shape(name, array, fitting)
        for m in range(memories):
            if not (0 <= after[m, 0] < memories and 0 <= after[m, 1] < memories):
                raise ValueError(f"memory {m} is followed by one that is none of {memories}")
        for m in range(goal):
            if not m <= landing[m] <= goal:
                raise ValueError(f"a bust at {m} lands on {landing[m]}")
        self.ends, self.squares, self.after, self.landing = ends, squares, after, landing
        self.others = others
        self.side = Side(
            memories, tables, ends.shape[1], squares.shape[1], alike, &ends[0, 0],
            &squares[0, 0, 0, 0], &after[0, 0], &landing[0],
        )


cdef class Chain:
    """Players against each other. Calls that come at the same time wait for one another."""
    cdef Side[MOST] sides
    cdef Py_ssize_t players, goal, others
    cdef Cycles cycles
    cdef object lock
    cdef object keep           # the buffers behind the pointers

    def __init__(self, *players):
        cdef Player one, other
        cdef Py_ssize_t p
        if self.cycles.nodes != NULL:
            raise ValueError("a Chain is made once: make another one for other players")
        if not 2 <= len(players) <= MOST:
            raise ValueError(f"{len(players)} players do not make a match of 2 to {MOST}")
        one = players[0]
        self.players, self.goal = len(players), one.landing.shape[0]
        self.others = self.goal ** (self.players - 1)
        for p in range(self.players):
            one, other = players[p], players[(p + 1) % self.players]
            check_shape("a player's landings", one.landing, (self.goal,))
            check_shape("the last axis of squares", one.squares[0, 0, 0], (self.others,))
            if one.tables not in (one.memories, one.memories * other.memories):
                raise ValueError(
                    f"{one.tables} tables do not fit {one.memories} memories against "
                    f"{other.memories}"
                )
            if one.side.rows > passed_by(self.players):
                raise ValueError(f"squares have {one.side.rows} rows, but {self.players} players")
            if self.players > 2 and one.memories > 1:
                raise ValueError("a player among more than two remembers nothing")
            self.sides[p] = one.side
        self.keep = players
        self.lock = Lock()
        self.cycles.count = self.players * self.sides[0].memories * self.sides[1].memories
        self.cycles.nodes = <Node*> calloc(self.cycles.count, sizeof(Node))
        self.cycles.order = <Py_ssize_t*> calloc(self.cycles.count, sizeof(Py_ssize_t))
        if self.cycles.nodes == NULL or self.cycles.order == NULL:
            raise MemoryError
        self.connect()

    def __dealloc__(self):
        free(self.cycles.nodes)
        free(self.cycles.order)

    cdef inline Py_ssize_t next(self, Py_ssize_t player) noexcept nogil:
        return player + 1 if player + 1 < self.players else 0

    cdef Py_ssize_t number(self, Py_ssize_t player, Py_ssize_t mine, Py_ssize_t his) noexcept:
        return player * (self.cycles.count // self.players) \
            + mine * self.sides[self.next(player)].memories + his

    cdef Py_ssize_t table(self, Py_ssize_t player, Py_ssize_t mine, Py_ssize_t his) noexcept nogil:
        cdef Py_ssize_t views = self.sides[player].tables // self.sides[player].memories
        return mine * views + (his if views > 1 else 0)

    cdef void connect(self) noexcept:
        """Number the nodes of a pair, and put them in the order in which they are solved."""
        cdef Py_ssize_t p, m, n
        cdef Node* node
        for p in range(self.players):
            for m in range(self.sides[p].memories):
                for n in range(self.sides[self.next(p)].memories):
                    node = &self.cycles.nodes[self.number(p, m, n)]
                    node.player, node.mine, node.his = p, m, n
                    node.table = self.table(p, m, n)
                    node.following = self.number(self.next(p), n, self.sides[p].after[2 * m])
        put_in_order(&self.cycles)

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
        cdef Py_ssize_t v, own, opp, then, other, row
        cdef Node* node
        cdef const Side* side
        cdef const double* ends
        cdef const double* square
        for v in range(self.cycles.count):
            node = &self.cycles.nodes[v]
            side, then = &self.sides[node.player], self.next(node.player)
            own, opp = seats.own[node.player], seats.opp[node.player]
            ends, square = self.ends(node, own, opp), self.square(node, own, opp)
            node.bust, node.leave = ends[0], square[LEAVE * apart]
            node.value = square[WON * apart] * win[node.player] \
                + square[PASSED * apart] * win[then] + dot(
                    ends + 1,
                    x[then] + self.place(node, side.after[2 * node.mine + 1], opp) + own + 1,
                    goal - own - 1,
                ) + square[WIPED * apart] * y[then][
                    (node.his * side.memories + side.after[2 * node.mine]) * self.others + opp
                ]
            if square[BONUS * apart] > 0:
                node.value += square[BONUS * apart] * x[then][
                    self.place(node, side.after[2 * node.mine], opp) + side.landing[own]
                ]
            other = then
            for row in range(SQUARES, side.rows):
                other = self.next(other)
                node.value += square[row * apart] * win[other]
        solve_values(&self.cycles, never)
        for v in range(self.cycles.count):
            node = &self.cycles.nodes[v]
            own, opp = seats.own[node.player], seats.opp[node.player]
            x[node.player][self.home(node, own, opp)] = node.value

    cdef inline const double* ends(
        self, const Node* node, Py_ssize_t own, Py_ssize_t opp
    ) noexcept nogil:
        """The ends of a node's turn short of the goal, from `own` on."""
        cdef const Side* side = &self.sides[node.player]
        cdef Py_ssize_t goal = self.goal
        cdef Py_ssize_t place = start(goal, own) if side.alike else \
            start(goal, own) * self.others + opp * (goal - own)
        return side.ends + node.table * side.size + place

    cdef inline const double* square(
        self, const Node* node, Py_ssize_t own, Py_ssize_t opp
    ) noexcept nogil:
        """The first of the other chances of a node's turn; the next is goal * others further on."""
        return self.sides[node.player].squares + (
            (node.table * self.sides[node.player].rows * self.goal + own) * self.others + opp
        )

    cdef inline Py_ssize_t place(
        self, const Node* node, Py_ssize_t after, Py_ssize_t opp
    ) noexcept nogil:
        """Where the row of the next player's turn starts begins that this node leads to."""
        return (
            (node.his * self.sides[node.player].memories + after) * self.others + opp
        ) * self.goal

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
        self.cycles.stuck = 0.0
        for p in range(self.players):
            won[p] = 0.0
        for total in range(self.players * (self.goal - 1) + 1):
            with self.lock, nogil:
                for head in range(self.others):
                    if self.seat(total, head, &seats):
                        self.visit_cell(&seats, v, z, won)
            PyErr_CheckSignals()
        return (*[won[p] for p in range(self.players)], self.cycles.stuck)

    cdef void visit_cell(
        self, const Seats* seats, floats* v, floats* z, double* won
    ) noexcept nogil:
        cdef Py_ssize_t u, own, opp
        cdef Node* node
        cdef bint some = False
        for u in range(self.cycles.count):
            node = &self.cycles.nodes[u]
            own, opp = seats.own[node.player], seats.opp[node.player]
            node.value = v[node.player][self.home(node, own, opp)]
            some = some or node.value != 0.0
        if not some:  # as at most scores, if play has come from elsewhere
            return
        for u in range(self.cycles.count):
            node = &self.cycles.nodes[u]
            own, opp = seats.own[node.player], seats.opp[node.player]
            node.bust = self.ends(node, own, opp)[0]
            node.leave = self.square(node, own, opp)[LEAVE * self.goal * self.others]
        solve_visits(&self.cycles)
        for u in range(self.cycles.count):
            node = &self.cycles.nodes[u]
            own, opp = seats.own[node.player], seats.opp[node.player]
            v[node.player][self.home(node, own, opp)] = node.value
            if node.leave > 0 and node.value > 0:
                won[node.player] += self.hand_over(node, own, opp, 1, v, z)

    cdef inline Py_ssize_t home(
        self, const Node* node, Py_ssize_t own, Py_ssize_t opp
    ) noexcept nogil:
        """Where a node stands in its player's array."""
        cdef Py_ssize_t memories = self.sides[self.next(node.player)].memories
        return ((node.mine * memories + node.his) * self.goal + own) * self.others + opp

    cdef double hand_over(
        self, const Node* node, Py_ssize_t own, Py_ssize_t opp, Py_ssize_t least, floats* v,
        floats* z,
    ) noexcept nogil:
        """Pass a node's value on to where its turn leads, ends from `least` on; what ends the game."""
        cdef const Side* side = &self.sides[node.player]
        cdef Py_ssize_t goal = self.goal, apart = self.goal * self.others
        cdef Py_ssize_t then = self.next(node.player)
        cdef const double* ends = self.ends(node, own, opp)
        cdef const double* square = self.square(node, own, opp)
        cdef double wiped = square[WIPED * apart], bonus = square[BONUS * apart]
        cdef double over = square[WON * apart] + square[PASSED * apart]
        cdef Py_ssize_t row
        spread(
            v[then] + self.place(node, side.after[2 * node.mine + 1], opp) + own + 1,
            ends + 1, node.value, goal - own - 1,
        )
        if least == 0:
            v[then][self.place(node, side.after[2 * node.mine], opp) + own] += node.value * ends[0]
        if bonus > 0:
            v[then][
                self.place(node, side.after[2 * node.mine], opp) + side.landing[own]
            ] += node.value * bonus
        if wiped > 0:
            z[then][
                (node.his * side.memories + side.after[2 * node.mine]) * self.others + opp
            ] += node.value * wiped
        for row in range(SQUARES, side.rows):
            over += square[row * apart]
        return node.value * over

    # --- turn by turn ----------------------------------------------------------------------------

    def step(
        self, Py_ssize_t player, const double[:, :, :, ::1] now not None,
        double[:, :, :, ::1] then not None, double[:, :, ::1] column not None,
    ):
        """Add to `then` and `column` where one turn of all chances `now` leads; what it ends.

        `now` is of the player who moves, the other two are of the one who moves next.
        """
        cdef Py_ssize_t own, opp, m, n, goal = self.goal
        cdef floats[MOST] v
        cdef floats[MOST] z
        cdef double won = 0.0
        cdef Node node
        if not 0 <= player < self.players:
            raise ValueError(f"player {player} is none of {self.players}")
        check_shape("now", now, self.shape(player))
        check_shape("then", then, self.shape(self.next(player)))
        check_shape("column", column, self.column(self.next(player)))
        v[self.next(player)], z[self.next(player)] = &then[0, 0, 0, 0], &column[0, 0, 0]
        for own in range(goal):
            with self.lock, nogil:
                for m in range(now.shape[0]):
                    for n in range(now.shape[1]):
                        node.player, node.mine, node.his = player, m, n
                        node.table = self.table(player, m, n)
                        for opp in range(self.others):
                            node.value = now[m, n, own, opp]
                            if node.value > 0:
                                won += self.hand_over(&node, own, opp, 0, v, z)
            PyErr_CheckSignals()
        return won

    # --- checks ----------------------------------------------------------------------------------

    cdef tuple shape(self, Py_ssize_t player):
        return (
            self.sides[player].memories, self.sides[self.next(player)].memories, self.goal,
            self.others,
        )

    cdef tuple column(self, Py_ssize_t player):
        return (*self.shape(player)[:2], self.others)

    cdef int point(self, tuple xs, tuple ys, floats* x, floats* y) except -1:
        """Where the players' arrays begin, whose shapes are checked."""
        cdef double[:, :, :, ::1] nodes
        cdef double[:, :, ::1] columns
        if len(xs) != self.players or len(ys) != self.players:
            raise ValueError(f"there are not {self.players} arrays and columns, one for each player")
        for p in range(self.players):
            nodes, columns = xs[p], ys[p]
            check_shape(f"player {p}'s array", nodes, self.shape(p))
            check_shape(f"player {p}'s column", columns, self.column(p))
            x[p], y[p] = &nodes[0, 0, 0, 0], &columns[0, 0, 0]
        return 0


cdef int check_shape(name, array, tuple fitting) except -1:
    if tuple(memoryview(array).shape) != fitting:
        raise ValueError(f"{name} is {tuple(memoryview(array).shape)}, but must be {fitting}")
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
