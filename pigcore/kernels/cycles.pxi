# Cycles: the turn starts of one pair of scores, each of which leads to one other by its bust.
#
# Mathematics
#     Such a graph is made of cycles and of trees that grow into them. With q the chance of the
#     bust, a what a node is worth otherwise, and 0, 1, ... L - 1 the nodes of a cycle,
#
#         x_0 = a_0 + q_0 (a_1 + q_1 (... + q_(L-1) x_0)),
#
#     where 1 - q_0 ... q_(L-1) = l_0 + q_0 l_1 + q_0 q_1 l_2 + ..., l being the chance to leave
#     a node otherwise than by its bust: sums of positive terms only, so that no cycle is left too
#     slowly to be solved. The visits solve the transposed equations. Where all l are 0 the players
#     go on for ever. Two players who remember nothing have one cycle of two nodes.
#
# Source: W. Grassmann, M. Taksar, D. Heyman, "Regenerative analysis and steady state distributions
# for Markov chains", Operations Research 33(5), 1985, for elimination without subtractions.

cdef struct Node:
    # What a turn start is at the moment.
    Py_ssize_t player, mine, his, following
    Py_ssize_t table  # how its turn ends
    bint cycles     # whether busts lead back to it
    double bust, leave, value

cdef struct Cycles:
    Py_ssize_t count
    Node* nodes
    Py_ssize_t* order   # cycles one after the other, then trees, each node after what it leads to
    double stuck        # the chance to have come to cycles that are never left


cdef void put_in_order(Cycles* all) noexcept:
    """Find the cycles, and the order of all nodes."""
    cdef Py_ssize_t u, v, placed = 0, before
    cdef Node* node
    for v in range(all.count):
        u = v
        for _ in range(all.count):  # by then one is on a cycle
            u = all.nodes[u].following
        while not all.nodes[u].cycles:
            all.nodes[u].cycles = True
            all.nodes[u].value = 1.0  # it has its place
            all.order[placed] = u
            placed += 1
            u = all.nodes[u].following
    while placed < all.count:
        before = placed
        for v in range(all.count):
            node = &all.nodes[v]
            if node.value == 0.0 and all.nodes[node.following].value == 1.0:
                all.order[placed] = v
                placed += 1
        for v in range(before, placed):
            all.nodes[all.order[v]].value = 1.0


cdef void solve_values(Cycles* all, double never) noexcept nogil:
    """Turn each node's value from a into x; `never` where the players go on for ever."""
    cdef Py_ssize_t n = 0, first, last
    cdef Node* node
    cdef double value, factor, leave
    while n < all.count and all.nodes[all.order[n]].cycles:
        first = n
        value, leave, factor = 0.0, 0.0, 1.0
        while True:  # once around
            node = &all.nodes[all.order[n]]
            value += factor * node.value
            leave += factor * node.leave
            factor *= node.bust
            n += 1
            if node.following == all.order[first]:
                break
        all.nodes[all.order[first]].value = value / leave if leave > 0 else never
        for last in range(n - 1, first, -1):
            node = &all.nodes[all.order[last]]
            node.value += node.bust * all.nodes[node.following].value
    for last in range(n, all.count):
        node = &all.nodes[all.order[last]]
        node.value += node.bust * all.nodes[node.following].value


cdef void solve_visits(Cycles* all) noexcept nogil:
    """Turn each node's value from what comes to it from elsewhere into its visits."""
    cdef Py_ssize_t n, first, last, end = 0
    cdef Node* node
    cdef double value, factor, leave
    while end < all.count and all.nodes[all.order[end]].cycles:
        end += 1
    for n in range(all.count - 1, end - 1, -1):
        node = &all.nodes[all.order[n]]
        all.nodes[node.following].value += node.bust * node.value
    n = 0
    while n < end:
        first = n
        value, leave, factor = 0.0, 0.0, 1.0
        while True:  # what comes to the first node by the time that play is back at it
            node = &all.nodes[all.order[n]]
            leave += factor * node.leave
            factor *= node.bust
            n += 1
            if n - 1 > first:
                value = node.bust * (value + node.value)
            if node.following == all.order[first]:
                break
        node = &all.nodes[all.order[first]]
        value += node.value
        if leave > 0:
            node.value = value / leave
        elif value > 0:
            node.value = INFINITY
            all.stuck += value
        for last in range(first, n - 1):
            node = &all.nodes[all.order[last]]
            all.nodes[node.following].value += node.bust * node.value
