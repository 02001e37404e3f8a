# A match of a race as a Markov chain: chances, visits and steps from how turns end.
#
# Mathematics
#     A node is a turn start: the player p to move, with i points against j, and what both
#     remember, m of p and n of the other player q. A turn ends with s banked (s = goal: won), by
#     a bust (s = i, or landing[i] for a bonus) or by a wipe, and q moves next, from (j, s), with p's
#     memory as it is after a turn that he ended himself (s > i) or did not. So for every function
#     X of nodes that is what the play from there leads to,
#
#         X_p(m,n,i,j) = P(win) w_p + sum_s ends(s) X_q(n, m', j, s)
#                        + bonus X_q(n, m', j, landing[i]) + wiped Y_q(n, m', j).
#
#     Without wipes totals i + j never fall, and only busts keep them: from the largest total down
#     (or up, for the visits, which solve the transposed equations) what is left to solve are
#     the nodes of one pair {i, j}, each of which leads to one other by its bust, with chance q.
#     Such a graph is made of circles and of trees that grow into them. Around a circle
#
#         x_0 = a_0 + q_0 (a_1 + q_1 (... + q_(L-1) x_0)),
#
#     where 1 - q_0 ... q_(L-1) = l_0 + q_0 l_1 + q_0 q_1 l_2 + ..., l being the chance to leave
#     a node otherwise than by its bust: sums of positive terms only. Who remembers nothing has
#     one circle of two nodes. Where all l are 0 the players go on for ever.
#
#     Wipes are paid by the columns Y_q(n, m', j), X_q at (j, 0), which the caller knows or
#     guesses; the visits' counterpart are the chances z to come to a column by a wipe.
#
# Arrays (float64; M_p memories of player p; goal (goal + 3) goal / 2 = size)
#     ends    (M, size), wiped, bonus, leave (M, goal, goal)   see outcomes.pyx, per memory
#     after   (M, 2) intp           the memory after a turn that did not score, and did
#     landing (goal,) intp          the banked score after a bust
#     x, v    (M_p, M_q, goal, goal)  at [mine, his, own, opp], for the player p to move
#     y, z    (M_p, M_q, goal)        at [mine, his, own], where opp is 0
#
# What limits it
#     One product and one addition for every end of every turn: the memory that `ends` take.
#
# Source: J. Kemeny, J. Snell, "Finite Markov Chains", 1960; W. Grassmann, M. Taksar, D. Heyman,
# "Regenerative analysis and steady state distributions for Markov chains", Operations Research
# 33(5), 1985, for elimination without subtractions.

from threading import Lock

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport INFINITY
from libc.stdlib cimport calloc, free

ctypedef double* floats
ctypedef const double* constants

cdef struct Side:
    # One player.
    Py_ssize_t memories
    const double* ends
    const double* wiped
    const double* bonus
    const double* leave
    const Py_ssize_t* after
    const Py_ssize_t* landing

cdef struct Node:
    # One node of a pair, and what it is at the moment.
    Py_ssize_t player, mine, his, following
    bint circles     # whether busts lead back to it
    double bust, leave, value


cdef class Player:
    """How the turns of one player end, checked once so that no index leaves an array."""
    cdef const double[:, ::1] ends
    cdef const double[:, :, ::1] wiped, bonus, leave
    cdef const Py_ssize_t[:, ::1] after
    cdef const Py_ssize_t[::1] landing
    cdef Side side

    def __init__(
        self, const double[:, ::1] ends not None, const double[:, :, ::1] wiped not None,
        const double[:, :, ::1] bonus not None, const double[:, :, ::1] leave not None,
        const Py_ssize_t[:, ::1] after not None, const Py_ssize_t[::1] landing not None,
    ):
        cdef Py_ssize_t memories = ends.shape[0], goal = wiped.shape[1], m
        if self.side.memories:
            raise ValueError("a Player is made once: make another one for other turns")
        if memories < 1 or goal < 1:
            raise ValueError("a match needs a score and a memory")
        for name, array, fitting in (
            ("ends", ends, (memories, start(goal, goal))), ("wiped", wiped, (memories, goal, goal)),
            ("bonus", bonus, (memories, goal, goal)), ("leave", leave, (memories, goal, goal)),
            ("after", after, (memories, 2)), ("landing", landing, (goal,)),
        ):
            check_shape(name, array, fitting)
        for m in range(memories):
            if not (0 <= after[m, 0] < memories and 0 <= after[m, 1] < memories):
                raise ValueError(f"memory {m} is followed by one that is none of {memories}")
        for m in range(goal):
            if not m <= landing[m] <= goal:
                raise ValueError(f"a bust at {m} lands on {landing[m]}")
        self.ends, self.wiped, self.bonus, self.leave = ends, wiped, bonus, leave
        self.after, self.landing = after, landing
        self.side = Side(
            memories, &ends[0, 0], &wiped[0, 0, 0], &bonus[0, 0, 0], &leave[0, 0, 0], &after[0, 0],
            &landing[0],
        )


cdef class Chain:
    """Two players against each other. Calls that come at the same time wait for one another."""
    cdef Side[2] sides
    cdef Py_ssize_t goal, size, count
    cdef Node* nodes
    cdef Py_ssize_t* order     # circles one after the other, then trees, each after what it leads to
    cdef object lock
    cdef object keep           # the buffers behind the pointers

    def __init__(self, Player first not None, Player second not None):
        if self.nodes != NULL:
            raise ValueError("a Chain is made once: make another one for other players")
        self.goal = first.wiped.shape[1]
        check_shape("the second player's wipes", second.wiped, (second.side.memories, self.goal, self.goal))
        self.size = start(self.goal, self.goal)
        self.keep = (first, second)
        self.lock = Lock()
        self.sides[0], self.sides[1] = first.side, second.side
        self.count = 2 * self.sides[0].memories * self.sides[1].memories
        self.nodes = <Node*> calloc(self.count, sizeof(Node))
        self.order = <Py_ssize_t*> calloc(self.count, sizeof(Py_ssize_t))
        if self.nodes == NULL or self.order == NULL:
            raise MemoryError
        self.connect()

    def __dealloc__(self):
        free(self.nodes)
        free(self.order)

    cdef Py_ssize_t number(self, Py_ssize_t player, Py_ssize_t mine, Py_ssize_t his) noexcept:
        return player * (self.count // 2) + mine * self.sides[1 - player].memories + his

    cdef void connect(self) noexcept:
        """Number the nodes, and put them in the order in which they are solved."""
        cdef Py_ssize_t p, m, n, v, u, placed = 0, before
        cdef Node* node
        for p in range(2):
            for m in range(self.sides[p].memories):
                for n in range(self.sides[1 - p].memories):
                    node = &self.nodes[self.number(p, m, n)]
                    node.player, node.mine, node.his = p, m, n
                    node.following = self.number(1 - p, n, self.sides[p].after[2 * m])
        for v in range(self.count):
            u = v
            for _ in range(self.count):  # by then one is on a circle
                u = self.nodes[u].following
            while not self.nodes[u].circles:
                self.nodes[u].circles = True
                self.nodes[u].value = 1.0  # placed
                self.order[placed] = u
                placed += 1
                u = self.nodes[u].following
        while placed < self.count:
            before = placed
            for v in range(self.count):
                node = &self.nodes[v]
                if node.value == 0.0 and self.nodes[node.following].value == 1.0:
                    self.order[placed] = v
                    placed += 1
            for v in range(before, placed):
                self.nodes[self.order[v]].value = 1.0

    # --- chances, from the largest total down ----------------------------------------------------

    def expect(
        self, double[:, :, :, ::1] x0 not None, double[:, :, :, ::1] x1 not None,
        const double[:, :, ::1] y0 not None, const double[:, :, ::1] y1 not None,
        double win0, double win1, double never,
    ):
        """Fill x with what each node is worth if the players' wins are worth win0 and win1.

        `never` is what it is worth that two players go on for ever who have come to where they
        can do nothing else.
        """
        cdef Py_ssize_t total, i
        cdef floats[2] x
        cdef constants[2] y
        cdef double[2] win
        self.check_nodes(x0, x1)
        self.check_columns(y0, y1)
        x[0], x[1] = &x0[0, 0, 0, 0], &x1[0, 0, 0, 0]
        y[0], y[1] = &y0[0, 0, 0], &y1[0, 0, 0]
        win[0], win[1] = win0, win1
        for total in range(2 * self.goal - 2, -1, -1):
            with self.lock, nogil:
                for i in range(max(0, total - self.goal + 1), min(total, self.goal - 1) + 1):
                    self.expect_pair(i, total - i, x, y, win, never)
            PyErr_CheckSignals()

    cdef void expect_pair(
        self, Py_ssize_t i, Py_ssize_t j, floats* x, const constants* y, const double* win,
        double never,
    ) noexcept nogil:
        """The nodes in which player 0 has i points and player 1 has j."""
        cdef Py_ssize_t goal = self.goal
        cdef Py_ssize_t v, n, own, opp, length, first, last
        cdef Py_ssize_t his_memories
        cdef Node* node
        cdef const Side* side
        cdef const double* ends
        cdef double value, factor, leave
        for v in range(self.count):
            node = &self.nodes[v]
            side = &self.sides[node.player]
            own, opp = (j, i) if node.player else (i, j)
            length = goal + 1 - own
            ends = side.ends + node.mine * self.size + start(goal, own) + opp * length
            node.bust = ends[0]
            n = (node.mine * goal + own) * goal + opp
            node.leave = side.leave[n]
            node.value = ends[length - 1] * win[node.player] + dot(
                ends + 1,
                x[1 - node.player] + self.place(node, side.after[2 * node.mine + 1], opp) + own + 1,
                length - 2,
            ) + side.wiped[n] * y[1 - node.player][
                (node.his * side.memories + side.after[2 * node.mine]) * goal + opp
            ]
            if side.bonus[n] > 0:
                node.value += side.bonus[n] * x[1 - node.player][
                    self.place(node, side.after[2 * node.mine], opp) + side.landing[own]
                ]
        n = 0
        while n < self.count and self.nodes[self.order[n]].circles:
            first = n
            value, leave, factor = 0.0, 0.0, 1.0
            while True:  # once around
                node = &self.nodes[self.order[n]]
                value += factor * node.value
                leave += factor * node.leave
                factor *= node.bust
                n += 1
                if node.following == self.order[first]:
                    break
            self.nodes[self.order[first]].value = value / leave if leave > 0 else never
            for last in range(n - 1, first, -1):
                node = &self.nodes[self.order[last]]
                node.value += node.bust * self.nodes[node.following].value
        for n in range(n, self.count):
            node = &self.nodes[self.order[n]]
            node.value += node.bust * self.nodes[node.following].value
        for v in range(self.count):
            node = &self.nodes[v]
            own, opp = (j, i) if node.player else (i, j)
            his_memories = self.sides[1 - node.player].memories
            x[node.player][((node.mine * his_memories + node.his) * goal + own) * goal + opp] = \
                node.value

    cdef inline Py_ssize_t place(
        self, const Node* node, Py_ssize_t after, Py_ssize_t opp
    ) noexcept nogil:
        """Where the row of the other player's turn starts begins that this node leads to."""
        return ((node.his * self.sides[node.player].memories + after) * self.goal + opp) * self.goal

    # --- visits, from the smallest total up ------------------------------------------------------

    def visit(
        self, double[:, :, :, ::1] v0 not None, double[:, :, :, ::1] v1 not None,
        double[:, :, ::1] z0 not None, double[:, :, ::1] z1 not None,
    ):
        """Turn v from where play begins into how often it comes to each node, but by wipes.

        Adds to z how often wipes lead to each column, and returns how often each player wins.
        Infinity where the players stay for ever.
        """
        cdef Py_ssize_t total, i
        cdef floats[2] v
        cdef floats[2] z
        cdef double[2] won
        self.check_nodes(v0, v1)
        self.check_columns(z0, z1)
        v[0], v[1] = &v0[0, 0, 0, 0], &v1[0, 0, 0, 0]
        z[0], z[1] = &z0[0, 0, 0], &z1[0, 0, 0]
        won[0] = won[1] = 0.0
        for total in range(2 * self.goal - 1):
            with self.lock, nogil:
                for i in range(max(0, total - self.goal + 1), min(total, self.goal - 1) + 1):
                    self.visit_pair(i, total - i, v, z, won)
            PyErr_CheckSignals()
        return won[0], won[1]

    cdef void visit_pair(
        self, Py_ssize_t i, Py_ssize_t j, floats* v, floats* z, double* won
    ) noexcept nogil:
        cdef Py_ssize_t goal = self.goal
        cdef Py_ssize_t u, n, own, opp, first, last, end
        cdef Node* node
        cdef const Side* side
        cdef double value, factor, leave, some = 0.0
        for u in range(self.count):
            node = &self.nodes[u]
            side = &self.sides[node.player]
            own, opp = (j, i) if node.player else (i, j)
            node.bust = side.ends[
                node.mine * self.size + start(goal, own) + opp * (goal + 1 - own)
            ]
            node.leave = side.leave[(node.mine * goal + own) * goal + opp]
            node.value = v[node.player][self.home(node, own, opp)]
            some += node.value
        if some == 0.0:
            return
        end = 0
        while end < self.count and self.nodes[self.order[end]].circles:
            end += 1
        for n in range(self.count - 1, end - 1, -1):
            node = &self.nodes[self.order[n]]
            self.nodes[node.following].value += node.bust * node.value
        n = 0
        while n < end:
            first = n
            value, leave, factor = 0.0, 0.0, 1.0
            while True:  # what comes to the first node by the time that play is back at it
                node = &self.nodes[self.order[n]]
                leave += factor * node.leave
                factor *= node.bust
                n += 1
                if n - 1 > first:
                    value = node.bust * (value + node.value)
                if node.following == self.order[first]:
                    break
            node = &self.nodes[self.order[first]]
            value += node.value
            if leave > 0:
                node.value = value / leave
            elif value > 0:
                node.value = INFINITY
            for last in range(first, n - 1):
                node = &self.nodes[self.order[last]]
                self.nodes[node.following].value += node.bust * node.value
        for u in range(self.count):
            node = &self.nodes[u]
            own, opp = (j, i) if node.player else (i, j)
            v[node.player][self.home(node, own, opp)] = node.value
            if node.leave > 0 and node.value > 0:
                won[node.player] += self.hand_over(node, own, opp, 1, v, z)

    cdef inline Py_ssize_t home(
        self, const Node* node, Py_ssize_t own, Py_ssize_t opp
    ) noexcept nogil:
        """Where a node stands in its player's array."""
        return (
            (node.mine * self.sides[1 - node.player].memories + node.his) * self.goal + own
        ) * self.goal + opp

    cdef double hand_over(
        self, const Node* node, Py_ssize_t own, Py_ssize_t opp, Py_ssize_t least, floats* v,
        floats* z,
    ) noexcept nogil:
        """Pass a node's value on to where its turn leads, ends from `least` on; what is won."""
        cdef const Side* side = &self.sides[node.player]
        cdef Py_ssize_t goal = self.goal, length = self.goal + 1 - own
        cdef const double* ends = \
            side.ends + node.mine * self.size + start(goal, own) + opp * length
        cdef double wiped = side.wiped[(node.mine * goal + own) * goal + opp]
        cdef double bonus = side.bonus[(node.mine * goal + own) * goal + opp]
        spread(
            v[1 - node.player] + self.place(node, side.after[2 * node.mine + 1], opp) + own + 1,
            ends + 1, node.value, length - 2,
        )
        if least == 0:
            v[1 - node.player][self.place(node, side.after[2 * node.mine], opp) + own] += \
                node.value * ends[0]
        if bonus > 0:
            v[1 - node.player][
                self.place(node, side.after[2 * node.mine], opp) + side.landing[own]
            ] += node.value * bonus
        if wiped > 0:
            z[1 - node.player][
                (node.his * side.memories + side.after[2 * node.mine]) * goal + opp
            ] += node.value * wiped
        return node.value * ends[length - 1]

    # --- turn by turn ----------------------------------------------------------------------------

    def step(
        self, Py_ssize_t player, const double[:, :, :, ::1] now not None,
        double[:, :, :, ::1] then not None, double[:, :, ::1] column not None,
    ):
        """Add to `then` and `column` where one turn of all chances `now` leads; what it wins.

        `now` is of the player who moves, the other two are of the one who moves next.
        """
        cdef Py_ssize_t own, opp, m, n, goal = self.goal
        cdef floats[2] v
        cdef floats[2] z
        cdef double won = 0.0
        cdef Node node
        if not 0 <= player <= 1:
            raise ValueError(f"player {player} is neither 0 nor 1")
        check_shape("now", now, self.shape(player))
        check_shape("then", then, self.shape(1 - player))
        check_shape("column", column, self.shape(1 - player)[:3])
        v[1 - player], z[1 - player] = &then[0, 0, 0, 0], &column[0, 0, 0]
        for own in range(goal):
            with self.lock, nogil:
                for m in range(now.shape[0]):
                    for n in range(now.shape[1]):
                        node.player, node.mine, node.his = player, m, n
                        for opp in range(goal):
                            node.value = now[m, n, own, opp]
                            if node.value > 0:
                                won += self.hand_over(&node, own, opp, 0, v, z)
            PyErr_CheckSignals()
        return won

    # --- checks ----------------------------------------------------------------------------------

    cdef tuple shape(self, Py_ssize_t player):
        return (
            self.sides[player].memories, self.sides[1 - player].memories, self.goal, self.goal
        )

    cdef int check_nodes(self, x0, x1) except -1:
        check_shape("the first player's array", x0, self.shape(0))
        check_shape("the second player's array", x1, self.shape(1))
        return 0

    cdef int check_columns(self, y0, y1) except -1:
        check_shape("the first player's column", y0, self.shape(0)[:3])
        check_shape("the second player's column", y1, self.shape(1)[:3])
        return 0


cdef inline Py_ssize_t start(Py_ssize_t goal, Py_ssize_t own) noexcept nogil:
    """Where the ends of the turns from `own` start: goal sum_(i < own) (goal + 1 - i)."""
    return goal * (own * (goal + 1) - own * (own - 1) // 2)


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
