"""Races whose players take their turns unseen, round after round: a matrix game at every pair.

    W(x, y) = V(x, y)                 the first player's chance to win with scores x, y < goal
    W(x, y) = 1, 1/2 or 0             by x > y, x = y, x < y, where a score has reached the goal
    V(i, j) = max over r  min over s  sum_xy r(x) s(y) W(x, y)

r and s are what two turns come to from i and j: distributions over final scores, that of a bust
included. A turn ends at random by what its player does, so r is a mixture of the distributions of
*rules*, each of which rolls or holds at every total. Only W(i, j) itself, both bust, is not of a
larger total of scores: i + j falls, and

    V = (payoff without that entry) / (1 - r(i) s(j))

is Newton's step for it (L. Shapley, "Stochastic games", PNAS 39, 1953, has the contraction).

The matrix of all rules is beyond writing down, so it grows (H. McMahan, G. Gordon, A. Blum,
"Planning in the presence of cost functions controlled by an adversary", ICML 2003): solve the
matrix game of a few rules by the simplex method, find the best reply of each player to the other's
mixture, one recursion over the totals,

    U(k) = max( u(k),  bust u(0) + sum_g p_g U(k + g) ),      u(k) = sum_y s(y) W(i + k, j + y),

and add both, until neither gains. All terms are positive but those of the simplex method.

At a score of ``most`` and beyond players must hold here; whoever judges the result lets a reply
roll on. Time: some forty replies a pair near the goal, fewer far from it, of which the simplex
method takes most.
"""

from libc.math cimport INFINITY, fabs
from libc.string cimport memcmp, memcpy, memset

import numpy as np

cdef enum:
    POOL = 192  # rules of a player that a matrix game can have
    STEPS = 400
    PIVOTS = 4000


cdef class Pairs:
    """The stage games of one race.

    ``most`` (at least ``goal``): the score from which on players hold; ``gains`` int64 and
    ``chances`` float64: those of a throw that does not bust, ``bust`` the chance of one that does.
    """

    cdef Py_ssize_t goal, most, size, gain
    cdef double bust
    cdef const long long[::1] gains
    cdef const double[::1] chances
    # For each player: what his rules end in, when they roll, how many there are.
    cdef double[:, :, ::1] ends
    cdef unsigned char[:, :, ::1] rolls
    cdef Py_ssize_t count[2]
    # The matrix of these rules without the entry of both busts, and the chance of that.
    cdef double[:, ::1] payoff, both, tableau
    cdef double[:, ::1] weights, mixed, reply, worth
    cdef Py_ssize_t[::1] inside, outside

    def __init__(
        self, Py_ssize_t goal, Py_ssize_t most, const long long[::1] gains,
        const double[::1] chances, double bust,
    ):
        cdef Py_ssize_t n
        if not 0 < goal <= most or len(gains) != len(chances) or not len(gains):
            raise ValueError("no such race")
        self.gain = 0
        for n in range(len(gains)):
            if not 0 < gains[n] <= 1 << 30:
                raise ValueError("no such gain")
            self.gain = max(self.gain, gains[n])
        self.goal, self.most, self.bust = goal, most, bust
        self.gains, self.chances = gains, chances
        self.size = most + self.gain
        self.ends = np.zeros((2, POOL, self.size))
        self.rolls = np.zeros((2, POOL, self.size), dtype=np.uint8)
        self.payoff, self.both = np.zeros((POOL, POOL)), np.zeros((POOL, POOL))
        self.tableau = np.zeros((POOL + 1, POOL + 1))
        self.weights, self.mixed = np.zeros((2, POOL)), np.zeros((2, self.size))
        self.worth, self.reply = np.zeros((2, self.size)), np.zeros((2, self.size))
        self.inside = np.zeros(POOL + 1, dtype=np.intp)
        self.outside = np.zeros(POOL + 1, dtype=np.intp)

    def solve(
        self, double[:, ::1] values, double[:, :, ::1] holds, Py_ssize_t own, Py_ssize_t opp
    ):
        """Solve a pair of scores, own >= opp, once those of larger totals are; in how many steps.

        ``values`` float64 (most + gain, most + gain): W, of which this pair's entries are written.
        ``holds`` float64 (goal, goal, most): with [own, opp, points] the chance to hold.
        """
        cdef Py_ssize_t taken
        self.check(values, holds)
        if not 0 <= opp <= own < self.goal:
            raise ValueError("no such pair")
        with nogil:
            taken = self.pair(values, own, opp)
            self.write(holds, 0, own, opp)
            self.write(holds, 1, opp, own)
        return taken

    def replies(
        self, const double[:, :, ::1] holds, double[:, ::1] values, double[:, :, ::1] rolls,
        bint down,
    ):
        """What playing by ``holds`` wins against the best reply, from every pair of scores.

        ``values`` as above; entries below the goal are first guesses and then the answers.
        ``rolls`` float64 (goal, goal, most): 1 where the reply rolls at [own, opp, total], with the
        scores of who replies. ``down``: every sum is lowered by more than it can be too high, so
        that no answer is above the truth; the guesses must be good.
        """
        cdef Py_ssize_t total, i
        self.check(values, holds)
        self.check(values, rolls)
        with nogil:
            for total in range(2 * self.goal - 2, -1, -1):
                for i in range(max(0, total - self.goal + 1), min(total, self.goal - 1) + 1):
                    self.answer(holds, values, rolls, i, total - i, down)

    def matches(
        self, const double[:, :, ::1] first, const double[:, :, ::1] second, double[:, ::1] values,
        double[:, ::1] rounds,
    ):
        """What playing by ``first`` wins against ``second``, and how many rounds that takes.

        ``values`` as above; ``rounds`` float64 of the same shape, 0 where a game is over.
        """
        cdef Py_ssize_t total, i, j, k, q
        cdef double wins, more, both, chance
        self.check(values, first)
        self.check(rounds, second)
        with nogil:
            for total in range(2 * self.goal - 2, -1, -1):
                for i in range(max(0, total - self.goal + 1), min(total, self.goal - 1) + 1):
                    j = total - i
                    self.turn(first, 0, i, j, 0.0)
                    self.turn(second, 1, j, i, 0.0)
                    both = self.mixed[0, 0] * self.mixed[1, 0]
                    values[i, j] = rounds[i, j] = wins = 0.0
                    more = 1.0
                    for k in range(self.size - i):
                        if self.mixed[0, k]:
                            for q in range(self.size - j):
                                chance = self.mixed[0, k] * self.mixed[1, q]
                                wins += chance * values[i + k, j + q]
                                more += chance * rounds[i + k, j + q]
                    values[i, j] = wins / (1.0 - both)
                    rounds[i, j] = more / (1.0 - both)

    def payoffs(
        self, const double[:, :, ::1] holds, const double[:, ::1] values, Py_ssize_t own,
        Py_ssize_t opp, double[::1] held, double[::1] rolled,
    ):
        """What holding and rolling are worth at each total against the turns of ``holds``.

        ``held`` and ``rolled`` float64 (most + gain - own).
        """
        cdef Py_ssize_t k, q, g, n = self.size - own
        cdef double total
        cdef double* reply = &self.reply[0, 0]
        self.check(values, holds)
        if held.shape[0] != n or rolled.shape[0] != n or not (
            0 <= own < self.goal and 0 <= opp < self.goal
        ):
            raise ValueError("no such arrays")
        with nogil:
            self.turn(holds, 1, opp, own, 0.0)
            for k in range(n):
                total = 0.0
                for q in range(self.size - opp):
                    total += values[own + k, opp + q] * self.mixed[1, q]
                held[k] = total
            for k in range(n - 1, -1, -1):
                total = self.bust * held[0]
                for g in range(self.gains.shape[0]):
                    q = k + self.gains[g]
                    total += self.chances[g] * (reply[q] if q < n else 1.0)
                rolled[k] = total
                reply[k] = total if k == 0 else max(total, held[k])

    cdef int check(self, const double[:, ::1] values, const double[:, :, ::1] holds) except -1:
        if (
            values.shape[0] != self.size or values.shape[1] != self.size
            or holds.shape[0] != self.goal or holds.shape[1] != self.goal
            or holds.shape[2] != self.most
        ):
            raise ValueError("no such arrays")
        return 0

    cdef void turn(
        self, const double[:, :, ::1] holds, int who, Py_ssize_t own, Py_ssize_t opp, double lower
    ) noexcept nogil:
        """What a turn by ``holds`` ends in, as ``mixed``; each product lowered by that part."""
        cdef Py_ssize_t n = self.size - own, k, g
        cdef double* reach = &self.worth[who, 0]
        cdef double* ends = &self.mixed[who, 0]
        cdef double hold, chance
        memset(reach, 0, self.size * sizeof(double))
        memset(ends, 0, self.size * sizeof(double))
        reach[0] = 1.0
        for k in range(n):
            if reach[k]:
                hold = 0.0 if k == 0 else 1.0 if k >= self.most - own else holds[own, opp, k]
                if k:
                    ends[k] = reach[k] * hold * (1.0 - lower)
                chance = reach[k] if hold == 0.0 else reach[k] * (1.0 - hold) * (1.0 - lower)
                if chance:
                    ends[0] = (ends[0] + self.bust * chance) * (1.0 - lower)
                    for g in range(self.gains.shape[0]):
                        reach[k + self.gains[g]] = (
                            reach[k + self.gains[g]] + self.chances[g] * chance
                        ) * (1.0 - lower)

    cdef void answer(
        self, const double[:, :, ::1] holds, double[:, ::1] values, double[:, :, ::1] rolls,
        Py_ssize_t i, Py_ssize_t j, bint down,
    ) noexcept nogil:
        """One pair: the reply of who has j to the turn of who has i, and what it leaves him."""
        cdef Py_ssize_t k, q, g, n = self.size - j, count, step
        cdef double* pays = &self.worth[1, 0]
        cdef double* reply = &self.reply[0, 0]
        cdef double* busts = &self.reply[1, 0]  # the chance that the reply does, from each total
        cdef bint hold
        cdef double total, bust, v, before
        cdef double unit = 1.12e-16 if down else 0.0
        self.turn(holds, 0, i, j, 5 * unit)
        for step in range(100):
            before = values[i, j]
            count = 0
            memset(pays, 0, self.size * sizeof(double))
            for k in range(self.size - i):
                if self.mixed[0, k]:
                    count += 1
                    for q in range(n):
                        pays[q] += self.mixed[0, k] * values[i + k, j + q]
            for q in range(n - 1, -1, -1):
                pays[q] *= 1.0 - (count + 1) * unit
            for q in range(n - 1, -1, -1):
                total, bust = self.bust * pays[0], self.bust
                for g in range(self.gains.shape[0]):
                    k = q + self.gains[g]
                    if k < n:
                        total += self.chances[g] * reply[k]
                        bust += self.chances[g] * busts[k]
                total *= 1.0 - (self.gains.shape[0] + 4) * unit
                hold = q and total >= pays[q]
                reply[q] = pays[q] if hold else total
                busts[q] = 0.0 if hold else bust
                if q < self.most:
                    rolls[j, i, q] = not hold
            v = reply[0]
            if down and v >= before:
                values[i, j] = v
                break
            # Newton's step; where sums are lowered it must end with a payoff of at least the guess.
            bust = self.mixed[0, 0] * busts[0]
            v = (v - bust * before) / (1.0 - bust)
            values[i, j] = max(v - (2e-16 * (step + 1) if down else 0.0), 0.0)
            if not down and fabs(v - before) <= 1e-16:
                break
        else:
            if down:
                values[i, j] = 0.0  # less is never won

    cdef Py_ssize_t pair(self, double[:, ::1] values, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
        """Solve one pair, i >= j; how many steps it took."""
        cdef double v = 0.5, before, high, low
        cdef Py_ssize_t step, n
        cdef bint new
        if i > j:  # a neighbour's value to begin with
            v = values[i, j + 1]
        self.count[0] = self.count[1] = 0
        for n in range(6):  # a few thresholds to begin with
            self.threshold(0, self.most - i, (n + 1) * 6)
            self.threshold(1, self.most - j, (n + 1) * 6)
            self.add(values, i, j, 0)
            self.add(values, i, j, 1)
        for step in range(STEPS):
            before = v
            v = self.game(v)
            if i == j:
                v = 0.5
            values[i, j] = v
            self.blend(i, j)
            self.worths(values, i, j)
            high = self.best(0, self.most - i)
            low = 1.0 - self.best(1, self.most - j)
            if high - low < 2e-15 and fabs(v - before) < 1e-15:
                break
            new = self.add(values, i, j, 0)
            new = self.add(values, i, j, 1) or new
            if not new and fabs(v - before) < 1e-15:
                break
            if self.count[0] == POOL or self.count[1] == POOL:
                break
        values[i, j] = v
        values[j, i] = 1.0 - v
        return step + 1

    cdef void threshold(self, int who, Py_ssize_t n, Py_ssize_t least) noexcept nogil:
        """The rule that holds at ``least`` points, as the newest of a player."""
        cdef Py_ssize_t k
        for k in range(n):
            self.rolls[who, self.count[who], k] = k < least

    cdef bint add(
        self, double[:, ::1] values, Py_ssize_t i, Py_ssize_t j, int who
    ) noexcept nogil:
        """Take the newest rule of a player into the game, unless there is one that ends alike."""
        cdef Py_ssize_t n = self.most - (j if who else i), m = self.most - (i if who else j)
        cdef Py_ssize_t new = self.count[who], k, g, p, q
        cdef double* end = &self.ends[who, new, 0]
        cdef double reach, total
        if new == POOL:
            return False
        memset(end, 0, self.size * sizeof(double))
        for k in range(n):
            reach = 1.0 if k == 0 else end[k]
            if reach and self.rolls[who, new, k]:
                if k:
                    end[k] = 0.0
                end[0] += self.bust * reach
                for g in range(self.gains.shape[0]):
                    end[k + self.gains[g]] += self.chances[g] * reach
        for p in range(new):
            if memcmp(end, &self.ends[who, p, 0], (n + self.gain) * sizeof(double)) == 0:
                return False
        self.count[who] += 1
        # A row or column of the matrix: what the rule pays against every final score first.
        cdef double* pays = &self.reply[who, 0]
        memset(pays, 0, self.size * sizeof(double))
        for k in range(n + self.gain):
            if end[k]:
                for q in range(m + self.gain):
                    if who:
                        pays[q] += end[k] * values[i + q, j + k]
                    else:
                        pays[q] += end[k] * values[i + k, j + q]
        pays[0] -= end[0] * values[i, j]
        for p in range(self.count[1 - who]):
            total = 0.0
            for q in range(m + self.gain):
                total += self.ends[1 - who, p, q] * pays[q]
            if who:
                self.payoff[p, new] = total
                self.both[p, new] = end[0] * self.ends[0, p, 0]
            else:
                self.payoff[new, p] = total
                self.both[new, p] = end[0] * self.ends[1, p, 0]
        return True

    cdef double game(self, double v) noexcept nogil:
        """Optimal weights of the rules where both busts are worth v; Newton's next v."""
        cdef Py_ssize_t rows = self.count[0], columns = self.count[1], r, c, row, column, step
        cdef double least, ratio, factor, pivot, total
        # Tucker's tableau of: most sum of y with (payoff + 1) y <= 1. Entering variables are those
        # of columns (0 ... columns - 1), slack ones those of rows.
        for r in range(rows):
            for c in range(columns):
                self.tableau[r, c] = 1.0 + self.payoff[r, c] + v * self.both[r, c]
            self.tableau[r, columns] = 1.0
            self.inside[r] = columns + r
        for c in range(columns):
            self.tableau[rows, c] = -1.0
            self.outside[c] = c
        self.tableau[rows, columns] = 0.0
        for step in range(PIVOTS):
            column = -1
            least = -1e-14
            for c in range(columns):
                if self.tableau[rows, c] < least:
                    column = c
                    if step > PIVOTS // 2:  # R. Bland's rule cannot cycle
                        break
                    least = self.tableau[rows, c]
            if column < 0:
                break
            # Of the rows that leave first, within rounding, the one of the largest pivot (P. Harris).
            ratio = INFINITY
            for r in range(rows):
                if self.tableau[r, column] > 1e-10:
                    ratio = min(
                        ratio, (self.tableau[r, columns] + 1e-14) / self.tableau[r, column]
                    )
            row, pivot = -1, 0.0
            for r in range(rows):
                factor = self.tableau[r, column]
                if factor > max(pivot, 1e-10) and self.tableau[r, columns] <= ratio * factor:
                    row, pivot = r, factor
            if row < 0:
                break
            self.inside[row], self.outside[column] = self.outside[column], self.inside[row]
            pivot = 1.0 / self.tableau[row, column]
            for c in range(columns + 1):
                self.tableau[row, c] *= pivot
            self.tableau[row, column] = pivot
            for r in range(rows + 1):
                if r != row:
                    factor = self.tableau[r, column]
                    if factor:
                        self.tableau[r, column] = 0.0
                        for c in range(columns + 1):
                            self.tableau[r, c] -= factor * self.tableau[row, c]
        memset(&self.weights[0, 0], 0, 2 * POOL * sizeof(double))
        for r in range(rows):
            if self.inside[r] < columns:
                self.weights[1, self.inside[r]] = max(self.tableau[r, columns], 0.0)
        for c in range(columns):
            if self.outside[c] >= columns:
                self.weights[0, self.outside[c] - columns] = max(self.tableau[rows, c], 0.0)
        for r in range(2):
            total = 0.0
            for c in range(self.count[r]):
                total += self.weights[r, c]
            for c in range(self.count[r]):
                self.weights[r, c] /= total
        cdef double pays = 0.0, both = 0.0
        for r in range(rows):
            if self.weights[0, r]:
                for c in range(columns):
                    factor = self.weights[0, r] * self.weights[1, c]
                    pays += factor * self.payoff[r, c]
                    both += factor * self.both[r, c]
        return pays / (1.0 - both)

    cdef void blend(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
        """What the mixtures of both players end in."""
        cdef Py_ssize_t p, k, n
        cdef int who
        for who in range(2):
            n = self.most + self.gain - (j if who else i)
            memset(&self.mixed[who, 0], 0, self.size * sizeof(double))
            for p in range(self.count[who]):
                if self.weights[who, p]:
                    for k in range(n):
                        self.mixed[who, k] += self.weights[who, p] * self.ends[who, p, k]

    cdef void worths(self, double[:, ::1] values, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
        """What holding at each total is worth to each player against the other's mixture."""
        cdef Py_ssize_t k, q, n = self.most + self.gain - i, m = self.most + self.gain - j
        cdef double total
        for k in range(n):
            total = 0.0
            for q in range(m):
                total += values[i + k, j + q] * self.mixed[1, q]
            self.worth[0, k] = total
        memset(&self.worth[1, 0], 0, self.size * sizeof(double))
        for k in range(n):
            if self.mixed[0, k]:
                for q in range(m):
                    self.worth[1, q] += self.mixed[0, k] * (1.0 - values[i + k, j + q])

    cdef double best(self, int who, Py_ssize_t n) noexcept nogil:
        """The best reply of a player, as his newest rule, and what it is worth."""
        cdef Py_ssize_t k, g, new = min(self.count[who], POOL - 1)
        cdef double rolled
        cdef double* reply = &self.reply[who, 0]
        memcpy(reply, &self.worth[who, 0], (n + self.gain) * sizeof(double))
        for k in range(n - 1, -1, -1):
            rolled = self.bust * self.worth[who, 0]
            for g in range(self.gains.shape[0]):
                rolled += self.chances[g] * reply[k + self.gains[g]]
            self.rolls[who, new, k] = k == 0 or rolled > reply[k]
            if self.rolls[who, new, k]:
                reply[k] = rolled
        return reply[0]

    cdef void write(
        self, double[:, :, ::1] holds, int who, Py_ssize_t own, Py_ssize_t opp
    ) noexcept nogil:
        """The chances to hold at each total that a mixture of rules comes to.

        Where it never comes, the best reply to the opponent's mixture is what is written.
        """
        cdef Py_ssize_t n = self.most - own, k, g, p
        cdef double* row = &holds[own, opp, 0]
        cdef double* reach = &self.worth[who, 0]  # no longer needed
        cdef double* held = &self.mixed[who, 0]
        cdef double chance
        self.best(who, n)
        cdef unsigned char* rolls = &self.rolls[who, min(self.count[who], POOL - 1), 0]
        memset(reach, 0, self.size * sizeof(double))
        reach[0] = 1.0
        for k in range(n):
            # The mass that comes here is held[k] and what is rolled on with.
            chance = held[k] if k else 0.0
            if reach[k] > 1e-14:
                row[k] = min(chance / reach[k], 1.0)
            else:
                row[k] = 0.0 if rolls[k] else 1.0
            chance = reach[k] * (1.0 - row[k])
            for g in range(self.gains.shape[0]):
                reach[k + self.gains[g]] += self.chances[g] * chance
        for k in range(n, self.most):
            row[k] = 1.0
