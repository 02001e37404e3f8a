# The one backward turn: LANES turns side by side, from the most points down.
#
# Mathematics
#     In mode m with t points on the table the mover may bank what the rules let him, or throw:
#
#         bank    h(t), a row of what the turn start that follows is worth to all
#         throw   c(t,m) = p_bust b + p_wipe w + sum over sets of p max over (g, m') of u(t + g, m')
#         value   u(t,m) = the better of the two for the mover; the turn is worth c(0, start)
#
#     A set is what a throw lets him choose from: options that gain g points and lead to mode m'.
#     A row has n numbers for n players:
#
#         E       what the mover has less x, which is what he has if he hands over and nothing else
#                 has changed: by a bust in most games
#         1 ...   what the players 1 ... n - 2 after him have unless he hands over so
#         r       the chance that he does not; what the last player has follows from these
#
#     Where who has the goal must bank it to win, and a mode obliges to throw, coming there with the
#     goal is worth f1 h + f2 b + f3 w: `finish` has these chances, by mode.
#
#     All but E are sums of positive terms, and so are E and r where nearly every turn busts: nothing
#     cancels there. Without `slope` only E is found, as for two players decisions need no more.
#     Among several players a throw is better only by more than TIED, since ties matter to the others.
#
#     Forward, where it is decided how the turn is played: he banks with a given chance d(t,m), 0 or 1
#     if he never mixes, and throws otherwise; of a set he takes the option whose state has the
#     greatest w(t,m), the first of several, or each with a given chance. With r(t,m) the chance that
#     the turn comes to a state, which begins in (0, start),
#
#         go(t,m) = r(t,m) (1 - d(t,m)),
#         r(t+g, m') = sum over sets in which he takes (g, m') of p go(t,m),
#
#     the turn banks t with the sum of r d, busts with that of go p_bust, and wipes with that of
#     go p_wipe. It busts, too, past an exact goal, and where nothing is thrown and one may not bank.
#     All are sums of products of chances: each is right to a few units in its own last place, however
#     small. Any w does: that of best play, or a rule such as "set aside what scores most".
#
# Order
#     A cell (t, m) is done after those that its options lead to. Where several modes are there, cells
#     lie in rows of all modes, by t, or mode by mode, by t, if such rows would be mostly empty. Either
#     way the doubles from a cell to those that its options lead to depend on its mode alone.
#
#     What a bust is worth falls from one rank of turn starts to the next. Whoever banked at a score for
#     a larger x, banks there now: `before` has where all lanes did, and nothing is looked at there.
#
# What limits it
#     A cell takes all options of all sets once: a load of each number of a row, a comparison and as
#     many blends, then a product and a sum a set. A single roll's rows stay in the first-level cache;
#     with thousands of modes each option is a load from the third. A set of which an option wins in
#     all lanes is worth that: of each mode the sets of the largest gains come first.

cdef enum:
    MOST_PLAYERS = 8  # or what else is reckoned of a turn: see RaceArrays
    # What one may do in a mode, for `may`.
    BANKS = 1
    THROWS = 2

cdef double TIED = 1e-13
cdef double NEVER = -1e300  # less than anything is worth
cdef double WAITS = 1e-13  # who banks nothing must gain so much by it

cdef struct Rules:
    # A turn, and the memory in which LANES of them are found.
    Py_ssize_t modes, start, most  # most: the largest gain
    Py_ssize_t rows                # t < rows have cells
    bint wipes, single             # single: one mode, and no choice
    Py_ssize_t even                # how many gains a single roll has that are all as likely, or 0
    const unsigned char* may       # per mode
    const double* thrown           # per mode, the chances to bust and to wipe
    Py_ssize_t* groups             # per mode, its first group of sets; one more at the end
    Py_ssize_t* members            # per group, its first set; one more at the end
    Py_ssize_t* size               # per group, how many options each set has
    const double* finish           # per mode, the chances to bank, to bust and to wipe at the goal; or NULL
    double* chances                # per set
    Py_ssize_t* largest            # per set, its largest gain
    Py_ssize_t* first              # per set, its first option; one more at the end
    Py_ssize_t* ahead              # per option, the cells from one to that which it leads to
    Py_ssize_t* base               # per mode, where its cell of no points would be
    Py_ssize_t* when               # per t, its first cell in `who`; one more at the end
    int* who                       # per cell, its mode; of one t in the order in which they are found
    Py_ssize_t step, size_of_all   # from a mode's cell of t points to that of t + 1; all cells

cdef struct Batch:
    Py_ssize_t base, stride    # lane l banks t points at base + l + stride t
    Py_ssize_t top             # above so many points all lanes bank
    Py_ssize_t high            # from so many points on all lanes have won, if `wins`
    Py_ssize_t past            # above so many points all lanes have passed an exact goal
    Py_ssize_t cap             # more points are banked as so many
    bint wins, exact
    bint ends                  # a bust or a wipe may be worth another thing than handing over
    bint bars                  # somebody may not bank what others may
    bint passes                # one may bank nothing before the first throw
    bint only                  # of `out` there are only the cells of the mode of the start
    bint whole                 # to bank nothing has its row, too; else it hands over
    double[MOST_LANES] x
    double[MOST_LANES] limit   # from so many points on one banks; the goal where it is exact
    double[MOST_LANES] least   # the fewest that one may bank
    double[MOST_LANES] near    # how far x may move, as it seems yet
    double[MOST_LANES] bias    # infinite of a lane that is idle
    double[MOST_PLAYERS * MOST_LANES] bust  # rows of what a bust leads to, and a wipe
    double[MOST_PLAYERS * MOST_LANES] wipe
    const char* before         # per cell, whether all lanes banked with a point less; or NULL
    char* held                 # the same of now
    double[MOST_PLAYERS * MOST_LANES] found  # the row of the turn
    double[MOST_LANES] steady  # how far x may move, either way, and no decision change
    Py_ssize_t wall            # from so many points on all lanes bank wherever a throw leads
    const double* marks        # by points, above 0 where one throws whose decisions are given; or NULL
    const double* told         # at [points, mode], above 0 where one must throw, below where one must bank; or NULL


ctypedef fused chance_t:
    unsigned char
    double

cdef struct Block:
    # Turns against MOST_LANES opponents side by side, whose decisions are known, and how they end.
    # Arrays have the opponents in the last axis, `width` in all, or `across` in reach.
    Py_ssize_t least, need, last, width, across
    bint exact, passes
    const double* excess       # (options,) the points of an option beyond its units, which are cut
    double* stops              # (rows, width) the chance to bank t units
    double* reach              # (rows, modes, across) r
    double[MOST_LANES] bust, wipe, beyond  # the chances; E[points beyond the units banked]


cdef inline unfolded bank(
    const Batch* b, const double* const* H, Py_ssize_t t, Py_ssize_t at, bint exact, lanes x,
    lanes limit, Py_ssize_t n, Py_ssize_t K, lanes* hold
) noexcept nogil:
    """The row of banking t points, which leads to the number `at`."""
    cdef Py_ssize_t k
    cdef lanes points
    if exact and t > b.past:
        for k in range(K):
            hold[k] = load(&b.bust[k * MOST_LANES])
        return
    if t == 0 and not b.whole:
        for k in range(K):
            hold[k] = all_lanes(0.0)
        return
    hold[0] = subtract(load(H[0] + at), x)
    for k in range(1, K):
        hold[k] = all_lanes(1.0) if k == n - 1 else load(H[k] + at)
    if exact:
        points = all_lanes(<double> t)
        for k in range(K):
            hold[k] = where_greater(points, limit, load(&b.bust[k * MOST_LANES]), hold[k])


cdef inline unfolded finish(
    const Rules* turn, const Batch* b, Py_ssize_t m, Py_ssize_t K, const lanes* hold, lanes* out
) noexcept nogil:
    """The row of who comes to a mode with the goal reached: he banks, or throws until he may."""
    cdef Py_ssize_t k
    cdef const double* f
    if turn.finish == NULL:
        for k in range(K):
            out[k] = hold[k]
        return
    f = turn.finish + 3 * m
    for k in range(K):
        out[k] = madd(
            madd(times(all_lanes(f[0]), hold[k]), f[1], load(&b.bust[k * MOST_LANES])), f[2],
            load(&b.wipe[k * MOST_LANES]),
        )


cdef inline unfolded add_set(
    const double* row, const Py_ssize_t* ahead, Py_ssize_t size, double p, Py_ssize_t n,
    Py_ssize_t K, lanes* c
) noexcept nogil:
    """Add what the best option of a set is worth, the first of those that are."""
    cdef lanes[MOST_PLAYERS] best
    cdef lanes other, bar
    cdef const double* there
    cdef Py_ssize_t e, k
    there = row + ahead[0] * n * LANES
    for k in range(K):
        best[k] = load(there + k * LANES)
    for e in range(1, size):
        there = row + ahead[e] * n * LANES
        other = load(there)
        bar = add(best[0], all_lanes(TIED)) if n > 2 else best[0]
        for k in range(1, K):
            best[k] = where_greater(other, bar, load(there + k * LANES), best[k])
        best[0] = where_greater(other, bar, other, best[0]) if n > 2 else greatest(other, best[0])
    for k in range(K):
        c[k] = madd(c[k], p, best[k])


cdef inline unfolded backward(
    const Rules* turn, Batch* b, const double* const* H, double* cells, Py_ssize_t n, bint modes,
    bint slope, Py_ssize_t even, bint given, double* out, Py_ssize_t width,
) noexcept nogil:
    """One turn, in every lane. n, modes, slope, even and given are constants to the compiler.

    `given`: it is decided by the marks of the batch, of a single roll.

    `out`: what throwing is worth in each cell, to all players but the last, `width` apart, at
    [points, mode] or, if `only` these are asked for, of the mode of the start; or NULL.
    """
    cdef Py_ssize_t t, i, k, m, g, s, place, size, first_of, run = turn.most, wall = b.top + 1
    cdef Py_ssize_t K = n if slope else 1
    cdef lanes[MOST_PLAYERS] hold
    cdef lanes[MOST_PLAYERS] held
    cdef lanes[MOST_PLAYERS] c
    cdef lanes[MOST_PLAYERS] over
    # Copies: what is stored might be any of theirs, for all that the compiler knows.
    cdef const Py_ssize_t* when = turn.when
    cdef const Py_ssize_t* base = turn.base
    cdef const Py_ssize_t* groups = turn.groups
    cdef const Py_ssize_t* members = turn.members
    cdef const Py_ssize_t* sizes = turn.size
    cdef const Py_ssize_t* largest = turn.largest
    cdef const Py_ssize_t* first = turn.first
    cdef const Py_ssize_t* ahead = turn.ahead
    cdef const Py_ssize_t* option
    cdef const double* chances = turn.chances
    cdef const double* thrown = turn.thrown
    cdef const unsigned char* may = turn.may
    cdef const int* who = turn.who
    cdef const char* before = b.before
    cdef char* flags = b.held
    cdef Py_ssize_t start = turn.start, step = turn.step, most = turn.most, end
    cdef Py_ssize_t number = b.base, stride = b.stride, cap = b.cap, high = b.high
    cdef bint exact = b.exact, ends = b.ends, bars = b.bars, wins = b.wins
    cdef Py_ssize_t[8] apart
    cdef lanes x = load(b.x), limit = load(b.limit), least_ = load(b.least), bias = load(b.bias)
    cdef lanes steady = load(b.near), points, won = subtract(all_lanes(1.0), x), by
    cdef double* cell
    cdef const double* row
    cdef bint begun, holds, all_hold
    for t in range(b.top + 1, b.top + most + 1):
        bank(b, H, t, number + min(t, cap) * stride, exact, x, limit, n, K, hold)
        for i in range(when[t] if modes else t, when[t + 1] if modes else t + 1):
            cell = cells + (base[who[i]] + t * step if modes else t) * n * LANES
            if modes:
                finish(turn, b, who[i], K, hold, held)
            for k in range(K):
                store(cell + k * LANES, held[k] if modes else hold[k])
    for k in range(K):
        over[k] = all_lanes(0.0)
        if not modes and ends:
            over[k] = madd(
                times(all_lanes(thrown[0]), load(&b.bust[k * MOST_LANES])), thrown[1],
                load(&b.wipe[k * MOST_LANES]),
            )
    for s in range(even):
        apart[s] = ahead[s] * n * LANES
    for t in range(b.top, -1, -1):
        points = all_lanes(<double> t)
        bank(b, H, t, number + min(t, cap) * stride, exact, x, limit, n, K, hold)
        all_hold = True
        for i in range(when[t] if modes else t, when[t + 1] if modes else t + 1):
            m = who[i] if modes else 0
            begun = t == 0 and m == start
            place = base[m] + t * step if modes else t
            cell = cells + place * n * LANES
            if modes and before != NULL and t > 0 and before[place - step]:
                flags[place] = True
                for k in range(K):
                    store(cell + k * LANES, hold[k])
                continue
            if modes and not may[m] & THROWS:
                for k in range(K):
                    held[k] = hold[k]
                    if bars:
                        held[k] = where_greater(least_, points, load(&b.bust[k * MOST_LANES]), hold[k])
                    store(cell + k * LANES, held[k])
                flags[place] = False
                continue
            row = cell
            if even:
                for k in range(K):
                    c[k] = load(row + apart[0] + k * LANES)
                for s in range(1, even):
                    for k in range(K):
                        c[k] = add(c[k], load(row + apart[s] + k * LANES))
                for k in range(K):
                    c[k] = times(all_lanes(chances[0]), c[k])
                    if ends:
                        c[k] = add(over[k], c[k])
            else:
                for k in range(K):
                    c[k] = over[k]
                    if modes and ends:
                        c[k] = madd(
                            times(all_lanes(thrown[2 * m]), load(&b.bust[k * MOST_LANES])),
                            thrown[2 * m + 1], load(&b.wipe[k * MOST_LANES]),
                        )
                for g in range(groups[m], groups[m + 1]):
                    s, size, end = members[g], sizes[g], members[g + 1]
                    if modes and wins and turn.finish == NULL:
                        while s < end and largest[s] >= high - t:
                            c[0] = madd(c[0], chances[s], won)
                            if slope:
                                c[n - 1] = add(c[n - 1], all_lanes(chances[s]))
                            s += 1
                    option = ahead + first[s]
                    if size == 1 or not modes:
                        for s in range(s, end):
                            add_set(row, option, 1, chances[s], n, K, c)
                            option += 1
                    elif size == 2:
                        for s in range(s, end):
                            add_set(row, option, 2, chances[s], n, K, c)
                            option += 2
                    elif size == 3:
                        for s in range(s, end):
                            add_set(row, option, 3, chances[s], n, K, c)
                            option += 3
                    else:
                        for s in range(s, end):
                            add_set(row, option, size, chances[s], n, K, c)
                            option += size
            if out != NULL and (not b.only or m == start):
                first_of = (t if b.only else t * turn.modes + m) * (n - 1)
                store(out + first_of * width, add(c[0], x))
                for k in range(1, n - 1):
                    store(out + (first_of + k) * width, c[k])
            if begun:
                if b.passes:  # banking nothing hands over and changes nothing else
                    by = greatest(c[0], subtract(all_lanes(0.0), c[0]))
                    steady = least(steady, by)
                    by = add(c[0], all_lanes(WAITS))
                    for k in range(K - 1, -1, -1):
                        c[k] = where_greater(all_lanes(0.0), by, all_lanes(0.0), c[k])
                for k in range(K):
                    store(&b.found[k * MOST_LANES], c[k])
                continue
            if given:
                by = load(b.marks + t * LANES)
                for k in range(K):
                    store(cell + k * LANES, where_greater(by, all_lanes(0.0), c[k], hold[k]))
                continue
            held[0] = hold[0]
            if bars:
                held[0] = where_greater(least_, points, all_lanes(NEVER), hold[0])
            if out != NULL and b.told != NULL:
                by = load(b.told + (t * turn.modes + m) * width)
                held[0] = where_greater(by, all_lanes(0.0), all_lanes(NEVER), held[0])
                for k in range(K):
                    c[k] = where_greater(all_lanes(0.0), by, hold[k], c[k])
            if not modes:
                by = subtract(c[0], held[0])
                by = greatest(by, subtract(all_lanes(0.0), by))
                if exact:
                    by = where_greater(points, limit, all_lanes(8.0), by)
                steady = least(steady, by)
            holds = (not modes or may[m] & BANKS) and not any_greater(c[0], add(held[0], bias))
            if modes:
                flags[place] = holds
            all_hold = all_hold and holds
            if not modes or may[m] & BANKS:
                by = add(held[0], all_lanes(TIED)) if n > 2 else held[0]
                for k in range(1, K):
                    c[k] = where_greater(c[0], by, c[k], hold[k])
                c[0] = where_greater(c[0], by, c[0], held[0]) if n > 2 else greatest(c[0], held[0])
            if exact or (modes and (not may[m] & BANKS or bars)):
                if modes:
                    finish(turn, b, m, K, hold, held)
                for k in range(K):
                    c[k] = where_greater(limit, points, c[k], held[k] if modes else hold[k])
            for k in range(K):
                store(cell + k * LANES, c[k])
        run = run + 1 if all_hold else 0
        if run >= most and t > 0:
            wall = t
    store(b.steady, steady)
    b.wall = wall


cdef void play_any(
    const Rules* turn, Batch* b, const double* const* H, double* cells, Py_ssize_t n, double* out,
    Py_ssize_t width,
) noexcept nogil:
    """The row of a turn, in every lane, whatever it is."""
    backward(turn, b, H, cells, n, True, True, 0, False, out, width)


cdef void play(
    const Rules* turn, Batch* b, const double* const* H, double* cells, Py_ssize_t n, bint slope
) noexcept nogil:
    """The row of a turn, in every lane."""
    if b.marks != NULL and turn.even == 5:
        backward(turn, b, H, cells, 2, False, True, 5, True, NULL, 0)
    elif b.marks != NULL:
        backward(turn, b, H, cells, 2, False, True, 0, True, NULL, 0)
    elif n == 2 and turn.even == 5 and slope:
        backward(turn, b, H, cells, 2, False, True, 5, False, NULL, 0)
    elif n == 2 and turn.single and slope:
        backward(turn, b, H, cells, 2, False, True, 0, False, NULL, 0)
    elif n == 2 and turn.single:
        backward(turn, b, H, cells, 2, False, False, 0, False, NULL, 0)
    elif n == 2 and slope:
        backward(turn, b, H, cells, 2, True, True, 0, False, NULL, 0)
    elif n == 2:
        backward(turn, b, H, cells, 2, True, False, 0, False, NULL, 0)
    elif n == 3 and turn.even == 5:
        backward(turn, b, H, cells, 3, False, True, 5, False, NULL, 0)
    elif n == 3 and turn.single:
        backward(turn, b, H, cells, 3, False, True, 0, False, NULL, 0)
    elif n == 3:
        backward(turn, b, H, cells, 3, True, True, 0, False, NULL, 0)
    elif turn.single:
        backward(turn, b, H, cells, n, False, True, 0, False, NULL, 0)
    else:
        play_any(turn, b, H, cells, n, NULL, 0)
