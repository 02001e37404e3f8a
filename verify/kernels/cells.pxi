# All turn starts of a race for three players or more between two numbers, cell after cell.
#
# Mathematics
#     That of verify/race/between.py, and the same integers as its plain Python. What a place of a
#     turn is worth lies between two tuples of chances, one for each player from the mover on:
#
#         throw(t, m)[c] = [ p_bust lost[c] + sum over sets p choice(set)[c] ] / D,
#
#     rounded down for the lower tuple, up for the upper one. Where the mover's bounds of several
#     choices overlap he may take any of them or mix: what that is worth to him lies between the
#     largest lower and the largest upper bound, to all others between the smallest and the largest.
#     Such a choice is *open*. One round takes bounds of the turn starts of a cell, the n rotations
#     of a tuple of scores, from those of the next mover's, the last of them first.
#
#     Rounds begin at 0 and 1; between them, nobody wins more than all others leave. Once nothing is
#     open, all are affine in what handing the turn over at its own score is worth, with the chance
#     of that as the slope, so that the bounds to which more rounds would lead are known but for
#     rounding; those around them that lead into themselves are kept. A cell where something stays
#     open is Python's.
#
#     With last turns, what banking the goal or more is worth to all stands in the place of a win:
#     verify/race/last_turns.py bounds that.
#
# Arrays, beside those of race.pyx and in place of some of these. Where it counts who began, scores
# of the second seat follow those of the first: goal = seats span, else span, and N = goal span^(n-1)
#     low, high      (N, n) numbers         what turn starts are worth to all, from the mover on
#     hold           (N, n) float64         the same by a table whose decisions are judged
#     asked          (N,) signed            0 or 1: whether the turn is counted; left out, all are
#     hopeless       (goal,) signed         0 or 1: whether who has this score wins nothing
#     beyond         (N / span, past + most + 1, 2, n) numbers  bounds of what banking the goal, a
#                                           unit more, ... is worth to all, by seat and others' scores
#     limits         (N / span,) numbers    turns end past units beyond the goal if a bust is worth
#                                           less; both are given with last turns alone
#
# Nothing overflows
#     All sums are those of race.pyx, in which the numbers of a tuple take turns. Slopes are at most
#     ONE, as their weights are; so are products of slopes. The widths of at most MOST_PLAYERS^2
#     bounds are added up in units of 2^20, and compared times 50: below 2^(62 L - 20 + 16).
#
# What limits it
#     Comparing the options of all sets, some three times for each turn; then 2 n + 1 products of L
#     limbs for every option that is the best of some set.

cdef enum:
    MOST_ROUNDS = 500
    FLOAT_BITS = 60              # of what last turns are worth to who plays by a table
    SHARP = 48                   # bits of bounds that rounding leaves as they are

cdef struct Places:
    # A tuple of each place of a turn, of what banking leads to, and of each turn start of a cell:
    # `width` numbers, which are lower bounds, upper bounds and the slope.
    int64_t width
    number_t* worth              # at [t modes + m]
    number_t* least              # at the same places, what that is worth to the mover at least
    number_t* most               # and at most: choices are compared by these alone
    number_t* held               # of each rotation: at [s - own], the slope being 0 but at 0
    number_t* cell               # of each rotation
    number_t* after              # the first of them as it was
    number_t* guess
    number_t* choice
    number_t* won
    sum_t* sums
    uint64_t* weights            # of places: with what the throw that is looked at leads there
    int64_t* led_to              # the places where these are not 0
    int64_t* names               # of places: what is done there, from what place on or with what
    int64_t* starts              # of each rotation: its place among all tuples of scores
    int64_t* others              # and that of the next one's where the mover has banked 0
    integers hopeless
    numbers beyond               # what banking the goal, a unit more, ... is worth
    numbers limits               # a bust has to be worth less for turns to end where they do

cdef enum:
    WON = -(1 << 24)             # names beside those of throws, from 0 on, and banks, from -1 down
    BUST = WON - 1

# --- one turn -------------------------------------------------------------------------------------

cdef void join(number_t* both, const number_t* other, int64_t players) noexcept nogil:
    """What the mover's better choice of two is worth, whichever that is."""
    cdef int64_t c
    both[0] = max(both[0], other[0])
    for c in range(1, players):
        both[c] = min(both[c], other[c])
    for c in range(players, 2 * players + 1):
        both[c] = max(both[c], other[c])

cdef void take(number_t* here, const number_t* there, int64_t width) noexcept nogil:
    """Copy a tuple."""
    cdef int64_t f
    for f in range(width):
        here[f] = there[f]

cdef int64_t chosen(
    const Game* g, const Places* it, int64_t base, int64_t j, int64_t* open_ones
) noexcept nogil:
    """The place that the best option of a set leads to; -1 if several may be the best.

    `choice` receives what that is worth then.
    """
    cdef const uint32_t* step = g.steps + g.options[j]
    cdef const number_t* low = it.least + base
    cdef const number_t* high = it.most + base
    cdef int64_t o, place = 0, count = g.options[j + 1] - g.options[j], rivals = 0
    cdef number_t least = 0
    for o in range(count):
        least = max(least, low[step[o]])
    for o in range(count):
        if high[step[o]] >= least:
            rivals += 1
            place = step[o]
    if rivals == 1:
        return base + place
    open_ones[0] += any_of(g, it, base, j, least)
    return -1

cdef bint any_of(
    const Game* g, const Places* it, int64_t base, int64_t j, number_t least
) noexcept nogil:
    """What options are worth whose upper bound is not below `least`; whether they differ."""
    cdef int64_t o, place, name = 0
    cdef bint differ = False, begun = False
    for o in range(g.options[j], g.options[j + 1]):
        place = base + g.steps[o]
        if it.most[place] < least:
            continue
        if begun:
            join(it.choice, it.worth + place * it.width, g.players)
            differ = differ or it.names[place] != name
        else:
            take(it.choice, it.worth + place * it.width, it.width)
            name, begun = it.names[place], True
    return differ

cdef void throw(
    const Game* g, const Places* it, int64_t t, int64_t m, const number_t* lost, number_t* thrown,
    int64_t* open_ones,
) noexcept nogil:
    """What throwing is worth in a mode with so many units.

    Many sets have the same best option: their weights are added before they are multiplied.
    """
    cdef int64_t n = g.players, j, f, k, place, places = 0
    for f in range(it.width):
        memset(&it.sums[f], 0, sizeof(sum_t))
        add(&it.sums[f], g.busts[m] << g.divisors[m].shift, lost[f])
        if n <= f < 2 * n:
            add(&it.sums[f], (g.denominators[m] - 1) << g.divisors[m].shift, 1)
    for j in range(g.sets[m], g.sets[m + 1]):
        place = chosen(g, it, t * g.modes, j, open_ones)
        if place < 0:
            for f in range(it.width):
                add(&it.sums[f], g.shifted[j], it.choice[f])
            continue
        if not it.weights[place]:
            it.led_to[places] = place
            places += 1
        it.weights[place] += g.shifted[j]
    for k in range(places):
        place = it.led_to[k]
        for f in range(it.width):
            add(&it.sums[f], it.weights[place], it.worth[place * it.width + f])
        it.weights[place] = 0
    for f in range(it.width):
        thrown[f] = over(it.sums[f], &g.divisors[m])

cdef inline int64_t top(const Game* g, int64_t own) noexcept nogil:
    """From this score on nobody throws."""
    return g.ends[own] + (g.past if g.lasts[own] else 0)

cdef int64_t between(
    const Game* g, const Places* it, int64_t own, number_t* held, number_t* start
) noexcept nogil:
    """Bounds of a turn start by what banking leads to; how many decisions are open."""
    cdef int64_t n = g.players, width = it.width, size = top(g, own) - own, modes = g.modes
    cdef int64_t t, k, m, place, open_ones = 0
    cdef bint banks
    cdef number_t* thrown
    cdef number_t* bank
    cdef number_t* lost = it.won
    if g.returns[own] < g.ends[own]:
        lost = held + (g.returns[own] - own) * width
    for place in range(size * modes, (size + 1 + g.most) * modes):
        t = place // modes
        banks = t == size or not g.exact
        bank = held + t * width if g.lasts[own] else it.won if banks else lost
        take(it.worth + place * width, bank, width)
        it.names[place] = -1 - t if g.lasts[own] else WON if banks else BUST
        it.least[place], it.most[place] = it.worth[place * width], it.worth[place * width + n]
    for t in range(size - 1, -1, -1):
        bank = held + t * width
        for k in range(g.level[2 * t], g.level[2 * t + 1]):
            m = g.order[k]
            place = t * modes + m
            if not g.counted[place]:
                continue
            thrown = it.worth + place * width
            it.names[place] = place
            if not g.denominators[m]:
                banks = g.banks[m] and own + t >= g.first[own]
                take(thrown, bank if banks else lost, width)
                it.names[place] = -1 - t if banks else BUST
            else:
                throw(g, it, t, m, lost, thrown, &open_ones)
                if may_choose(g, own, own + t, m):
                    if thrown[n] < bank[0] or it.hopeless[own]:
                        take(thrown, bank, width)
                        it.names[place] = -1 - t
                    elif thrown[0] <= bank[n]:
                        join(thrown, bank, n)
                        open_ones += 1
            it.least[place], it.most[place] = thrown[0], thrown[n]
    take(start, it.worth + g.begins[0] * width, width)
    return open_ones

# --- one cell -------------------------------------------------------------------------------------

cdef void hand_over(numbers low, numbers high, number_t* here, int64_t players) noexcept nogil:
    """What a turn start of the next mover is worth, counted from this one on, the last of them."""
    cdef int64_t c
    for c in range(players):
        here[c] = low[(c + players - 1) % players]
        here[players + c] = high[(c + players - 1) % players]

cdef int64_t number_of(const Game* g, const int64_t* scores, int64_t first) noexcept nogil:
    """The place of the rotation of a tuple of scores that begins with one, among all tuples."""
    cdef int64_t found = scores[first] // g.span, c
    for c in range(g.players):
        found = found * g.span + scores[(first + c) % g.players] % g.span
    return found

cdef void read(const Game* g, Places* it, const int64_t* scores) noexcept nogil:
    """What banking leads to in the turns of a cell, but for handing over at the own score."""
    cdef int64_t n = g.players, m, c, s, own, after
    cdef numbers beyond
    cdef number_t* held
    for m in range(n):
        own = scores[m]
        it.starts[m] = number_of(g, scores, m)
        # The others' scores, with the mover's as the last digit
        after = (scores[(m + 1) % n] // g.span * g.others + it.starts[m] % g.others) * g.span
        for s in range(own + 1, g.ends[own]):
            held = it.held + (m * g.rows + s - own) * it.width
            hand_over(g.low + (after + s % g.span) * n, g.high + (after + s % g.span) * n, held, n)
        it.others[m] = after
        for s in range(g.ends[own], top(g, own) + g.most + 1 if g.lasts[own] else 0):
            held = it.held + (m * g.rows + s - own) * it.width
            beyond = beyond_of(g, it, own, it.starts[m] % g.others) + (s - g.ends[own]) * 2 * n
            for c in range(2 * n):
                held[c] = beyond[c]

cdef inline numbers beyond_of(
    const Game* g, const Places* it, int64_t own, int64_t others
) noexcept nogil:
    """What banking the goal, a unit more, ... is worth to all, from the mover on."""
    return it.beyond + (own // g.span * g.others + others) * (g.past + g.most + 1) * 2 * g.players

cdef int64_t one_round(
    const Game* g, const Places* it, const int64_t* scores, number_t* slope
) noexcept nogil:
    """Bounds of all turn starts of a cell by those that there are; how many decisions are open."""
    cdef int64_t n = g.players, m, open_ones = 0
    cdef number_t* held
    slope[0] = ONE
    take(it.after, it.cell, it.width)
    for m in range(n - 1, -1, -1):
        held = it.held + m * g.rows * it.width
        hand_over(it.cell + (m + 1) % n * it.width, it.cell + (m + 1) % n * it.width + n, held, n)
        held[2 * n] = ONE
        open_ones += between(g, it, scores[m], held, it.cell + m * it.width)
        slope[0] = <number_t>scaled(slope[0], it.cell[m * it.width + 2 * n])
    return open_ones

cdef void share(number_t* box, int64_t n) noexcept nogil:
    """Bound what each player wins by what all others win at least: together no more than 1."""
    cdef int64_t c
    cdef number_t rest = ONE
    for c in range(n):
        rest -= box[c]
    for c in range(n):
        box[n + c] = min(box[n + c], box[c] + rest)

cdef bint narrow(const Game* g, const Places* it, const int64_t* scores) noexcept nogil:
    """Bounds of the turn starts of a cell that has one equilibrium; whether that is shown."""
    cdef int64_t n = g.players, c, k, rounds = 0
    cdef number_t slope, wide, before = 0, left, more, step
    cdef number_t* cell = it.cell
    cdef bint inside
    for k in range(it.width):  # of the first turn start, after which the others are bounded
        cell[k] = 0 if k < n else ONE
    while one_round(g, it, scores, &slope):
        wide = 0
        for k in range(n):
            share(cell + k * it.width, n)
            for c in range(n):
                wide += (cell[k * it.width + n + c] - cell[k * it.width + c]) >> 20
        rounds += 1
        if rounds == MOST_ROUNDS or (rounds > 1 and 50 * wide >= 49 * before):
            return False
        before = wide
    left = ONE - slope
    more = reach_of(<number_t>(n * g.rounding), left)
    for c in range(n):  # where the line between these bounds and those before leads in the end
        step = reach_of(<number_t>scaled(slope, cell[c] - min(it.after[c], cell[c])), left)
        it.guess[c] = cell[c] + min(step, cell[n + c] - cell[c])
        step = max(it.after[n + c], cell[n + c]) - cell[n + c]
        step = reach_of(<number_t>scaled(slope, step), left)
        it.guess[n + c] = cell[n + c] - min(step, cell[n + c] - it.guess[c])
    while more <= ONE >> SHARP:
        for c in range(n):
            cell[c] = it.guess[c] - min(more, it.guess[c])
            cell[n + c] = it.guess[n + c] + min(more, ONE - it.guess[n + c])
            if it.hopeless[scores[c]]:
                cell[c] = cell[n + c] = 0
        if one_round(g, it, scores, &slope):
            return False
        inside = True
        for c in range(n):
            inside = inside and it.after[c] <= cell[c] and cell[n + c] <= it.after[n + c]
        if inside:
            return True
        more *= 4
    return False

cdef bint agrees(const Game* g, const Turn* turn, const Places* it, double tied) noexcept nogil:
    """Whether a table that was played decides as the bounds of a turn do."""
    cdef int64_t t, n, j, o, place
    cdef double most
    cdef number_t least
    for t in range(turn.top - turn.own):
        for n in range(g.modes):
            place = t * g.modes + n
            if not g.counted[place]:
                continue
            if may_choose(g, turn.own, turn.own + t, n) and not it.hopeless[turn.own]:
                if (g.thrown[place] > turn.hold[turn.own + t] + tied) != (
                    turn.throw_low[place] > turn.bank_high[turn.own + t]
                ):
                    return False
            for j in range(g.sets[n], g.sets[n + 1]):
                most, least = 0, 0
                for o in range(g.options[j], g.options[j + 1]):
                    place = (t + g.gains[o]) * g.modes + g.after[o]
                    most, least = max(most, g.mine[place]), max(least, turn.low[place])
                for o in range(g.options[j], g.options[j + 1]):
                    place = (t + g.gains[o]) * g.modes + g.after[o]
                    if g.mine[place] >= most - tied:
                        break
                if turn.high[place] < least:
                    return False
    return True

cdef class Cells(Race):
    """The turn starts of a race for three players or more."""
    cdef Places places
    cdef void* more
    cdef double* holds           # what banking pays by the table, of each rotation
    cdef double tied
    cdef readonly list unjudged  # those that leave something open

    def __cinit__(self, *args, **kwargs):
        self.unjudged = []

    def __init__(self, *args, double tied=0, **kwargs):
        cdef Places* it = &self.places
        cdef Game* g = &self.game
        cdef int64_t n, width, span, k
        cdef number_t* next
        Race.__init__(self, *args, **kwargs)
        self.tied = tied
        g.rows = g.far + g.most + 1
        n, span = g.players, g.rows * g.modes
        it.hopeless = <integers>self.arrays.take("hopeless", b"q", g.goal)
        if g.last:
            self.take_beyond()
        it.width = width = 2 * n + 1
        self.more = calloc(
            width * sizeof(sum_t)
            + ((span + n * g.rows + n + 4) * width + 2 * span) * sizeof(number_t)
            + 2 * n * g.rows * sizeof(number_t)
            + n * g.rows * sizeof(double) + (3 * span + 2 * n) * sizeof(int64_t), 1,
        )
        if not self.more:
            raise MemoryError
        it.sums = <sum_t*>self.more
        it.worth = <number_t*>(it.sums + width)
        it.least = it.worth + span * width
        it.most = it.least + span
        it.held = it.most + span
        it.cell = it.held + n * g.rows * width
        it.after = it.cell + n * width
        it.choice = it.after + width
        it.guess = it.choice + width
        it.won = it.guess + width
        it.won[0] = it.won[n] = ONE
        next = it.won + width
        for k in range(n):
            self.turns[k].bank_low, self.turns[k].bank_high = next, next + g.rows
            next += 2 * g.rows
        self.holds = <double*>next
        it.names = <int64_t*>(self.holds + n * g.rows)
        it.led_to = it.names + span
        it.weights = <uint64_t*>(it.led_to + span)
        it.starts = <int64_t*>(it.weights + span)
        it.others = it.starts + n

    cdef int take_beyond(self) except -1:
        """Take what banking the goal and more is worth, and where turns end for that."""
        cdef Game* g = &self.game
        cdef Places* it = &self.places
        cdef int64_t rows = g.goal // g.span * g.others
        it.limits = self.numbers("limits", rows)
        rows *= g.past + g.most + 1
        it.beyond = self.numbers("beyond", 2 * g.players * rows)
        return 0

    def __dealloc__(self):
        free(self.more)

    def prove(self, scores not None, int64_t begin, int64_t end):
        """Enclose cells, larger sums first, up to one that is Python's, and say which.

        Parameters
        ----------
        scores : array of the type "q"
            A tuple of scores for each cell, one after the other.
        begin, end : int
            Which of them to prove now.
        """
        cdef Py_buffer view
        cdef int64_t n = self.game.players
        cdef integers all_scores
        PyObject_GetBuffer(scores, &view, PyBUF_FORMAT)
        try:
            all_scores = <integers>view.buf
            with nogil:
                while begin < end and self.one_cell(all_scores + n * begin, begin):
                    begin += 1
        finally:
            PyBuffer_Release(&view)
        return begin

    cdef bint one_cell(self, const int64_t* scores, int64_t number) noexcept nogil:
        """Enclose a cell and count what that proves; whether it can be done here."""
        cdef Game* g = &self.game
        cdef Places* it = &self.places
        cdef int64_t n = g.players, count = 1, m, c, alive = 0, unsure = 0
        cdef Counts counts
        cdef Turn* turn
        for c in range(n):
            alive += not g.dead[scores[c]]
            unsure += not g.dead[scores[c]] and not g.sure[scores[c]]
        if not alive or (alive == 1 and not unsure):  # what it is worth is known beforehand
            return False
        read(g, it, scores)
        if not narrow(g, it, scores):
            return False
        for m in range(n):  # whether turns end where they are taken to
            c = scores[m] // g.span * g.others + it.starts[m] % g.others
            if g.lasts[scores[m]] and it.held[m * g.rows * it.width + n] >= it.limits[c]:
                return False
        for m in range(n - 1, -1, -1):
            for c in range(n):
                g.low[it.starts[m] * n + c] = it.cell[m * it.width + c]
                g.high[it.starts[m] * n + c] = it.cell[m * it.width + n + c]
        while count < n and it.starts[count] != it.starts[0]:
            count += 1
        for m in range(count):
            turn = &self.turns[m]
            turn.own, turn.top, turn.opp = scores[m], top(g, scores[m]), it.starts[m] % g.others
            self.bank(turn, it.others[m], self.holds + m * g.rows)
            bound(g, turn)
            if g.hold:
                play(g, turn)
                if not agrees(g, turn, it, self.tied):
                    return False
        counts = self.counts
        for m in range(count):
            if self.is_asked(&self.turns[m]) and not is_settled(g, &self.turns[m], &counts):
                with gil:
                    self.unjudged.append(number)
                return True
        for m in range(count):
            if self.is_asked(&self.turns[m]):
                self.judge(&self.turns[m])
        return True

    cdef void bank(self, Turn* turn, int64_t others, double* holds) noexcept nogil:
        """What banking pays the mover of a turn: in bounds, and by the table."""
        cdef const Game* g = &self.game
        cdef int64_t own = turn.own, n = g.players, s, c
        cdef numbers beyond
        cdef number_t* low = <number_t*>turn.bank_low
        cdef number_t* high = <number_t*>turn.bank_high
        turn.hold = holds if g.hold else NULL
        for s in range(own - own % g.span, g.ends[own]):
            c = (others + s % g.span) * n + n - 1
            low[s], high[s] = g.low[c], g.high[c]
            if g.hold:
                holds[s] = g.hold[c]
        for s in range(g.ends[own], turn.top + g.most + 1 if g.lasts[own] else 0):
            beyond = beyond_of(g, &self.places, own, turn.opp) + (s - g.ends[own]) * 2 * n
            low[s], high[s] = beyond[0], beyond[n]
            if g.hold:  # with so many bits as the table is read with
                holds[s] = <double>(low[s] >> (BITS - FLOAT_BITS)) / <double>(<int64_t>1 << FLOAT_BITS)
