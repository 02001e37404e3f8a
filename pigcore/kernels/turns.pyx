# Races whose turns have modes and choices: Newton's method on pairs of turn starts.
#
# Mathematics
#     V(i,j) is the mover's chance of winning with i units banked against j, at the start of a turn. In
#     mode m with t points on the table and s = i + t:
#
#         bank    h(s) = 1 - V(j, s)                    at the goal and above given, below it found
#         throw   c(t,m) = p_bust x + p_wipe w + sum over sets of p max over (g, m') of u(t + g, m')
#         value   u(t,m) = max(h(s), c(t,m)),           V(i,j) = c(0, start)
#
#     where one may not bank u = c, and where there is nothing to throw u = h, or what a bust pays if
#     one may not bank either. A set is what a throw lets one choose from: options that gain g points
#     and lead to mode m'. From s = rolled on u = h in any mode: that is the goal, but where there is a
#     last turn it lies so far above that banking is better at every larger score. In an exact race
#     u = x past the goal. A bust pays x = h(landing(i)), a wipe w = 1 - V(j, 0).
#
#     V(i,j) and V(j,i) need each other where a turn can leave the mover where he is: by a bust that
#     lands on i, or because he may bank 0 points after a throw that gained none. Otherwise they need
#     only pairs of a larger total. pairs.pxi solves the pairs, with z = 1 - V(j,i) as the unknown
#     where they are coupled, and x elsewhere; turns_descent.pxi carries each turn's excess e = u - z
#     and its leave r, one less the slope of u in z, along t, as sums of terms that do not cancel:
#
#         throw   e = p_bust (x - z) + p_wipe (w - z) + sum of p e,   r = p_bust + p_wipe + sum of p r
#
#     with the terms of busts and wipes that pay z left out, and r = 1 where one banks a point or more.
#
# Order
#     Cells (t, m) are those that (0, start) leads to. They are done from the most points down, and those
#     of the same points in an order in which options that gain nothing lead to cells done before. The
#     goal lies at another t in each lane: so payoffs of banking are gathered lane by lane, once for
#     each t, and from the t on at which the first lane has won cells of such lanes are overwritten.
#     Cells lie in rows of all modes, by t, where turns come to most of them (Farkle). Otherwise those
#     of a mode lie one after the other, by t, and nothing is kept for points that it does not see.
#     Either way the bytes from a cell to those that its options lead to depend on its mode alone.
#
# Arrays (all probabilities, no units; C-contiguous float64 unless said otherwise)
#     starts   (goal, goal)         V(own, opp) at [own, opp], scores in units
#     held     (height, stride)     h(s) against opp at [s, opp]; the rows from goal on are given, those
#                                   below it are found. height = goal + 1, whose last row is for what
#                                   lies beyond, too; or up to rolled + the largest gain
#     column   (stride,)            the guess of the opponent's V(opp, 0) that wipes are paid by
#     kept     (2 goal - 1, goal)   each turn start's r by total and opp, for the passes that follow
#     least    (goal,)     intp     the fewest units that one may bank at [own]
#     landing  (goal,)     intp     the banked score after a bust
#     dead     (goal,)     uint8    DEAD where nothing leads to the goal, SURE where one need not die
#     may      (modes,)    uint8    BANKS, THROWS or both
#     thrown   (modes, 2)           the chances to bust and to wipe
#     sets     (modes + 1,) intp    where the sets of each mode begin
#     chances  (sets,)              of the sets
#     first    (sets + 1,) intp     where the options of each set begin
#     gains    (options,)  intp     the units that an option gains
#     after    (options,)  intp     the mode that it leads to
#     order    (modes,)    intp     the modes, each after all that its options of no gain lead to
#
# What limits it
#     A cell takes all options of all sets once: a load of e and r each, a comparison and two blends,
#     then two products and two sums a set; a pass that needs no slopes leaves r out. Sets do not wait
#     for each other, so one register of turns keeps the processor busy. With few modes the cells that
#     are read again lie in the second-level cache; with thousands each option is a load from the
#     third, which takes most of the time. A set of which an option wins at once in all lanes need not
#     be looked at: it is worth that. Near the goal these are most of all. So of each mode the sets of
#     the largest gains come first.
#
# Source: T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25(1), 2004,
# and M. Busche and T. Neller, "Optimal Play of the Farkle Dice Game", Advances in Computer Games, 2017,
# for the equations; the method is that of race.pyx.

from threading import Lock

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport INFINITY, fabs
from libc.stdlib cimport calloc, free, realloc

from .simd cimport (
    LANES, MOST_LANES, add, aligned, all_lanes, greatest, lanes, least, load, store, subtract,
    times, unfolded, where_greater,
)

include "turn_rules.pxi"
include "turns_descent.pxi"
include "pairs.pxi"

cdef enum:
    SCRATCH_ROWS = 2 * SIDE_ROWS + PAIRS_ROWS

globals().update(BANKS=BANKS, THROWS=THROWS, DEAD=DEAD, SURE=SURE)  # for those who make the arrays


@cython.internal
cdef class Beside:
    """The turns of one side, for another thread."""
    cdef Side* side
    cdef const Pairs* now

    def __call__(self):
        with nogil:
            evaluate(self.side, self.now)


cdef int side_by_side(Side* p, Side* q, const Pairs* now, pool) except -1:
    """Evaluate the turns of both sides, which need nothing of each other."""
    cdef Beside other = Beside()
    other.side, other.now = q, now
    working, stopped = pool.submit(other), None
    try:
        with nogil:
            evaluate(p, now)
    finally:
        while not working.done():  # whatever happens here, as it reads what stands here
            try:
                working.exception()
            except BaseException as error:
                stopped = error
    if stopped is not None:
        raise stopped
    working.result()
    return 0


cdef class Turns:
    """The rules of one race, checked once, and the memory that its turns need.

    One call at a time works in that memory; others wait for it.
    """
    cdef Rules rules
    cdef void* memory         # what pointers of the rules lead to
    cdef void* indices
    cdef int* who
    cdef double* rows         # (SCRATCH_ROWS, rows_stride)
    cdef Py_ssize_t rows_stride
    cdef object lock
    cdef object keep          # the buffers behind the other pointers

    def __init__(
        self, Py_ssize_t rolled, Py_ssize_t height, bint exact, Py_ssize_t start,
        const Py_ssize_t[::1] least, const Py_ssize_t[::1] landing, const unsigned char[::1] may,
        const double[:, ::1] thrown, const Py_ssize_t[::1] sets,
        const double[::1] chances, const Py_ssize_t[::1] first, const Py_ssize_t[::1] gains,
        const Py_ssize_t[::1] after, const Py_ssize_t[::1] order, bint every=False,
    ):
        cdef Rules* rules = &self.rules
        cdef Py_ssize_t goal = least.shape[0], modes = may.shape[0], options = gains.shape[0]
        cdef Py_ssize_t count = chances.shape[0], n, m, k, cells, used
        cdef double* memory
        cdef Py_ssize_t* ahead
        cdef Py_ssize_t* begins
        cdef Py_ssize_t* largest
        cdef Py_ssize_t* places  # of the sets, those of each mode that gain most first
        cdef double* ordered     # their chances
        if self.memory != NULL:
            raise ValueError("Turns are made once: make others for other rules")
        check_turns(
            rolled, height, exact, start, least, landing, may, thrown, sets, chances, first, gains,
            after, order,
        )
        self.lock = Lock()
        self.keep = (least, landing, may, thrown, sets)
        rules.goal, rules.rolled, rules.height, rules.modes = goal, rolled, height, modes
        rules.exact = exact
        rules.least, rules.landing = &least[0], &landing[0]
        rules.may, rules.thrown, rules.sets = &may[0], &thrown[0, 0], &sets[0]
        rules.weight = 1 + options // modes
        for n in range(options):
            rules.most = max(rules.most, gains[n])
        for n in range(goal):
            rules.bars = max(rules.bars, least[n])
            rules.ends = rules.ends or landing[n] != n
        for m in range(modes):
            rules.ends = rules.ends or thrown[m, 1] > 0
        self.indices = calloc(
            rolled + 1 + 4 * modes + options + 4 * count + 1, sizeof(Py_ssize_t)
        )
        if self.indices == NULL:
            raise MemoryError
        rules.when = <Py_ssize_t*> self.indices
        rules.low = rules.when + rolled + 1
        rules.high = rules.low + modes
        rules.into = rules.high + modes
        rules.base = rules.into + modes
        rules.ahead = rules.base + modes
        rules.first = rules.ahead + options + count
        rules.largest = rules.first + count + 1
        places = <Py_ssize_t*> rules.largest + count
        self._explore(start, every, sets, first, gains, after, order)
        cells = 0
        for m in range(modes):
            cells += max(rules.high[m] + 1 - rules.low[m], 0)
        # Rows of all modes lie closer together, unless they would be mostly empty.
        rules.step = CELL
        if 2 * cells > modes * (rolled + rules.most):
            rules.step, cells = modes * CELL, modes * (rolled + rules.most)
        used = 0
        for m in range(modes):
            if rules.step > CELL:
                (<Py_ssize_t*> rules.base)[m] = m * CELL
            else:
                (<Py_ssize_t*> rules.base)[m] = (used - rules.low[m]) * CELL
                used += max(rules.high[m] + 1 - rules.low[m], 0)
        ahead = <Py_ssize_t*> rules.ahead
        begins, largest = <Py_ssize_t*> rules.first, <Py_ssize_t*> rules.largest
        most = []
        for n in range(count):
            k = 0
            for m in range(first[n], first[n + 1]):
                k = max(k, gains[m])
            most.append(k)
        for m in range(modes):
            some = sorted(range(sets[m], sets[m + 1]), key=most.__getitem__, reverse=True)
            for n in range(sets[m], sets[m + 1]):
                places[n] = some[n - sets[m]]
        for n in range(count):
            k, used = first[places[n]], begins[n]
            for m in range(first[places[n]], first[places[n] + 1]):
                k = m if gains[m] > gains[k] else k
                ahead[used] = sizeof(double) * (rules.base[after[m]] + gains[m] * rules.step)
                used += 1
            largest[n], k = gains[k], begins[n] + k - first[places[n]]
            ahead[begins[n]], ahead[k] = ahead[k], ahead[begins[n]]
            if (used - begins[n]) % 2 == 0:
                ahead[used] = ahead[begins[n]]
                used += 1
            begins[n + 1] = used
        for n in range(rules.when[1]):
            m = rules.who[n]
            rules.idle = rules.idle or (m != start and rules.may[m] & BANKS)
        self.rows_stride = (goal + MOST_LANES - 1) // MOST_LANES * MOST_LANES
        self.memory = calloc(
            cells * CELL + (rolled + rules.most + 3) * LANES + SCRATCH_ROWS * self.rows_stride
            + count + 8,
            sizeof(double),
        )
        if self.memory == NULL:
            raise MemoryError
        memory = aligned(self.memory)
        rules.cells = memory
        rules.paid = memory + cells * CELL
        rules.found = rules.paid + (rolled + rules.most) * LANES
        rules.won = rules.found + CELL
        self.rows = rules.won + LANES
        ordered = self.rows + SCRATCH_ROWS * self.rows_stride
        rules.chances = ordered
        for n in range(count):
            ordered[n] = chances[places[n]]

    def __dealloc__(self):
        free(self.memory)
        free(self.indices)
        free(self.who)

    cdef int _explore(
        self, Py_ssize_t start, bint every, const Py_ssize_t[::1] sets,
        const Py_ssize_t[::1] first, const Py_ssize_t[::1] gains, const Py_ssize_t[::1] after,
        const Py_ssize_t[::1] order,
    ) except -1:
        """Find the cells that the start of a turn leads to, and how far those of each mode reach.

        `every`: any points are a cell in the mode of the start, whether or not they can come up.
        """
        cdef Rules* rules = &self.rules
        cdef Py_ssize_t modes = rules.modes, window = rules.most + 1
        cdef Py_ssize_t t, n, m, k, goes, then, found = 0, capacity = 0
        cdef Py_ssize_t* when = <Py_ssize_t*> rules.when
        cdef Py_ssize_t* low = <Py_ssize_t*> rules.low
        cdef Py_ssize_t* high = <Py_ssize_t*> rules.high
        cdef Py_ssize_t* into = <Py_ssize_t*> rules.into
        cdef unsigned char* row
        cdef int* grown
        # Which modes lie ahead with t, t + 1, … points, in turn.
        cdef unsigned char* ahead = <unsigned char*> calloc(window * modes, 1)
        if ahead == NULL:
            raise MemoryError
        try:
            for m in range(modes):
                low[m], high[m] = rules.rolled + rules.most, -1
            low[start] = high[start] = 0
            if every:
                high[start] = rules.rolled - 1
            ahead[start] = 1
            for t in range(rules.rolled):
                when[t] = found
                if found + modes > capacity:
                    capacity = 2 * capacity + modes
                    grown = <int*> realloc(self.who, capacity * sizeof(int))
                    if grown == NULL:
                        raise MemoryError
                    self.who = grown
                row = ahead + t % window * modes
                row[start] = row[start] or every
                for n in range(modes - 1, -1, -1):  # options of no gain lead to modes further on
                    m = order[n]
                    if not row[m]:
                        continue
                    row[m] = 0
                    self.who[found] = m
                    found += 1
                    for k in range(first[sets[m]], first[sets[m + 1]]):
                        goes, then = after[k], t + gains[k]
                        low[goes], high[goes] = min(low[goes], then), max(high[goes], then)
                        into[goes] = max(into[goes], gains[k])
                        if then < rules.rolled:
                            ahead[then % window * modes + goes] = 1
                for n in range((found - when[t]) // 2):  # each is done after those it leads to
                    k, m = when[t] + n, found - 1 - n
                    self.who[k], self.who[m] = self.who[m], self.who[k]
                PyErr_CheckSignals()
            when[rules.rolled] = found
        finally:
            free(ahead)
        rules.who = self.who
        return 0

    @property
    def count(self):
        """How many cells there are."""
        return self.rules.when[self.rules.rolled]

    def cells(self, Py_ssize_t[:, ::1] out not None):
        """The points and the mode of every cell, (count, 2), in the order of `rolls`: points rise."""
        cdef Py_ssize_t t, n
        if shape(out) != (self.count, 2):
            raise ValueError(f"out is {shape(out)}, but must be ({self.count}, 2)")
        for t in range(self.rules.rolled):
            for n in range(self.rules.when[t], self.rules.when[t + 1]):
                out[n, 0], out[n, 1] = t, self.rules.who[n]

    def newton(
        self, double[:, ::1] starts not None, double[:, ::1] held not None,
        const double[::1] column not None, const unsigned char[::1] dead not None,
        double[::1] history not None, double tolerance, bint warm=False, bint along=False,
        progress=None, double[:, ::1] kept=None, Turns other=None,
        double[:, ::1] other_starts=None, double[:, ::1] other_held=None, pool=None,
    ):
        """Find the turn starts of best play; (iterations used, pairs left above the tolerance).

        An opponent who has other turns has turn starts of his own, `other_starts`, and what
        banking pays him is `other_held`. In a thread of a `pool` his turns are found while the other
        player's are; the numbers are the same.

        The rows of `held` from the goal on are given, those below it are written. `warm`: starts
        holds a guess; `along`: so does kept, of a pass without it. `history` receives the largest
        residual of each iteration; its length bounds their number. `progress(done, total)` is called
        after each total unless it is None.
        """
        cdef Pairs now
        cdef Side side, opponent
        cdef Py_ssize_t goal = self.rules.goal
        self._fit(held, column)
        if other is not None:
            other._fit(other_held, column)
            if other is self or other.rules.goal != goal or shape(other_held)[1] != held.shape[1]:
                raise ValueError("the opponent's rules or payoffs do not fit")
            if self.rules.ends or other.rules.ends or shape(other_starts) != (goal, goal) \
                    or kept is not None:
                raise ValueError("an opponent with other turns leaves scores as they are")
        if shape(starts) != (goal, goal):
            raise ValueError(f"starts is {shape(starts)}, but must be ({goal}, {goal})")
        if shape(dead) != (goal,):
            raise ValueError(f"dead is {shape(dead)}, but must be ({goal},)")
        if kept is not None and shape(kept) != (2 * goal - 1, goal):
            raise ValueError(f"kept is {shape(kept)}, but must be ({2 * goal - 1}, {goal})")
        if along and kept is None:
            raise ValueError("a pass steps along what was kept, but nothing was kept")
        with self.lock:
            self.rules.stride, self.rules.worked = held.shape[1], 0
            self.rules.capped = True
            self.rules.dead = &dead[0]
            side_rows(&side, self.rows, self.rows_stride)
            side.rules = &self.rules
            side.starts, side.held = &starts[0, 0], &held[0, 0]
            side.slopes = &kept[0, 0] if kept is not None else NULL
            side.strategy.held, side.strategy.column = &held[0, 0], &column[0]
            side.strategy.active = side.active
            pairs_rows(&now, self.rows + 2 * SIDE_ROWS * self.rows_stride, self.rows_stride)
            now.alike, now.along, now.never = other is None, along, 0.5
            now.chords, now.rounding = True, max(ROUNDING, 0.4 * tolerance)
            if other is None:
                return sweep(
                    &side, &side, &now, held.shape[1], history, tolerance, warm, progress, None
                )
            with other.lock:
                other.rules.stride, other.rules.worked = held.shape[1], 0
                other.rules.capped = True
                other.rules.dead = &dead[0]
                side_rows(&opponent, self.rows + SIDE_ROWS * self.rows_stride, self.rows_stride)
                opponent.rules = &other.rules
                # What a player has found is what banking pays the other.
                opponent.starts, opponent.held = &other_starts[0, 0], &held[0, 0]
                opponent.strategy.held, opponent.strategy.column = &other_held[0, 0], &column[0]
                opponent.strategy.active = opponent.active
                side.held = &other_held[0, 0]
                return sweep(
                    &side, &opponent, &now, held.shape[1], history, tolerance, warm, progress, pool
                )

    def rolls(self, const double[:, ::1] held not None, Py_ssize_t own, double[:, ::1] out not None):
        """c(t, m) against opp = 0, 1, … for a mover with own, where held has the payoffs of banking.

        `out`: (count, width) with width a multiple of LANES, at most held's; a row for each of
        `cells`, of which the turn's start is the last one of no points. Rows of t >= rolled - own, with
        which one has banked, are left alone, and those of modes in which nothing is thrown.
        """
        cdef Chain chain
        cdef Py_ssize_t l, opp = 0, width = out.shape[1]
        cdef Rules* rules = &self.rules
        cdef double bust
        self._fit(held, None)
        if out.shape[0] != rules.when[rules.rolled] or width % LANES or width > held.shape[1] \
                or not 0 <= own < rules.goal:
            raise ValueError(f"out is {shape(out)} and own {own}, which does not fit")
        with self.lock, nogil:
            rules.stride, rules.capped = held.shape[1], False
            while opp < width:
                chain.first, chain.opp = own, opp
                for l in range(LANES):
                    bust = held[rules.landing[own], opp + l]
                    seat(rules, &chain, l, own, held[own, opp + l], bust, held[0, opp + l])
                descend(rules, &chain, &held[0, 0], False, &out[0, 0], width)
                opp += LANES

    def alone(
        self, const double[:, ::1] held not None, const Py_ssize_t[::1] own not None,
        const double[::1] bust not None, const double[::1] wiped not None,
        double[:, ::1] out not None,
    ):
        """c(t, m) of players without opponents, side by side, as `rolls` writes it down.

        The player of column n has own[n]; banking s pays him held[s, n], a bust bust[n], and a wipe
        wiped[n].
        """
        cdef Chain chain
        cdef Rules rules
        cdef Py_ssize_t l, n, first = 0, width = out.shape[1]
        self._fit(held, None)
        if shape(out) != (self.count, held.shape[1]) \
                or not own.shape[0] == bust.shape[0] == wiped.shape[0] == width:
            raise ValueError(f"out is {shape(out)}, which does not fit {held.shape[1]} columns")
        for n in range(width):
            if not 0 <= own[n] < self.rules.goal:
                raise ValueError(f"own is {own[n]}, which is no score below {self.rules.goal}")
        with self.lock, nogil:
            self.rules.stride = width
            rules = self.rules
            rules.ends, rules.capped = True, False
            while first < width:
                chain.first, chain.opp = own[first], first
                for l in range(LANES):
                    n = first + l
                    seat(&rules, &chain, l, own[n], held[own[n], n], bust[n], wiped[n])
                    chain.busted[l], chain.wiped[l] = bust[n] - chain.x[l], wiped[n] - chain.x[l]
                descend(&rules, &chain, &held[0, 0], False, &out[0, 0], width)
                first += LANES

    def turns(
        self, const double[:, ::1] held not None, const double[::1] column not None,
        const double[::1] x not None, Py_ssize_t total, double[::1] excess not None,
        double[::1] leave=None,
    ):
        """e and r of the best turns of all pairs of one total, at opp, where z is x[opp]; r unless
        `leave` is None.
        """
        cdef Chain chain
        cdef Rules* rules = &self.rules
        cdef Strategy strategy
        cdef Py_ssize_t goal = self.rules.goal, l, start
        cdef Py_ssize_t lo = max(0, total - goal + 1), hi = min(total, goal - 1)
        cdef Py_ssize_t stride = held.shape[1]
        cdef bint slope = leave is not None
        self._fit(held, column)
        if not 0 <= total <= 2 * goal - 2:
            raise ValueError(f"total is {total}, which does not fit {goal}")
        if not x.shape[0] == excess.shape[0] == stride or (slope and leave.shape[0] != stride):
            raise ValueError(f"x, excess and leave must have {stride} entries each")
        with self.lock, nogil:
            rules.stride, rules.capped = stride, False
            strategy.held, strategy.column = &held[0, 0], &column[0]
            start = lo - lo % LANES
            while start <= hi:
                chain.first, chain.opp = total - start, start
                pay(
                    rules, &strategy, &chain, max(lo - start, 0), min(hi + 1 - start, LANES), &x[0]
                )
                descend(rules, &chain, &held[0, 0], slope, NULL, 0)
                for l in range(chain.low, chain.high):
                    excess[start + l] = rules.found[l]
                    if slope:
                        leave[start + l] = rules.found[LANES + l]
                start += LANES

    cdef int _fit(self, held, column) except -1:
        cdef Py_ssize_t goal = self.rules.goal
        cdef Py_ssize_t rows, stride
        rows, stride = shape(held)
        if rows != self.rules.height or stride % LANES or (column is not None and stride < goal):
            raise ValueError(
                f"held is {shape(held)}, but must be ({self.rules.height}, >= {goal}), its rows of "
                f"a multiple of {LANES}"
            )
        if column is not None and shape(column) != (stride,):
            raise ValueError(f"column is {shape(column)}, but must be ({stride},)")
        return 0
